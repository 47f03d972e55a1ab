//! Loops that read what was there before the loop in an array that they store: emitted code gives the results of the loops, as the macros'
//! does.

use super::{check, draw};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{check, draw};

            #[test]
            fn gives_the_results_of_reading_ahead() {
                for n in scan_tests::lengths(&[5, 6, 1025, 2500, 120_015]) {
                    let ints = &draw(n, |bits| bits as i32);
                    check("differences", n, &|| {
                        let mut y = ints.clone();
                        loops::differences(&mut y);
                        y
                    });
                    check("blurred", n - 3, &|| {
                        let mut y = draw(n, |bits| bits as i8 as f32);
                        loops::blurred(&mut y, 0.25);
                        y
                    });
                    let small = &draw(n, |bits| (bits % 7) as i32 - 3);
                    check("pulled", n, &|| {
                        let mut y = draw(n, |bits| bits as i16 as i64);
                        loops::pulled(small, &mut y);
                        y
                    });
                    check("predicted", n / 2, &|| {
                        let mut y = draw(n, |bits| bits as u16);
                        loops::predicted(&mut y);
                        y
                    });
                    check("shifted", n, &|| {
                        let (mut a, mut b) = (draw(n, |bits| bits as u8), draw(n + 2, |bits| bits as u8 / 2));
                        loops::shifted(&mut a, &mut b, n + 1);
                        (a, b)
                    });
                    check("continued", n, &|| {
                        let mut y = ints.clone();
                        loops::continued(small, &mut y);
                        y
                    });
                    check("summed", n, &|| {
                        let mut y = draw(n, |bits| bits as u32);
                        loops::summed(&mut y);
                        y
                    });
                    check("masked", n, &|| {
                        let mut y = draw(n, |bits| bits as i16 as i32);
                        (loops::masked(-7, &mut y), y)
                    });
                    check("smoothed", n, &|| {
                        let mut y = draw(n, |bits| bits as u32 as u64);
                        (loops::smoothed(&mut y), y)
                    });
                    check("segments", n, &|| {
                        let mut y = ints.clone();
                        loops::segments(&mut y);
                        y
                    });
                    check("weighted", n.div_ceil(3), &|| {
                        let mut y = vec![1; n];
                        (loops::weighted(ints, &mut y, 100, 200, 300), y)
                    });
                    // All of it in the first iterations.
                    for few in [1, 4, 7, 10, 13].into_iter().filter(|&few| few <= n) {
                        check("weighted", few.div_ceil(3), &|| {
                            let mut y = vec![1; few];
                            (loops::weighted(&ints[..few], &mut y, 100, 200, 300), y)
                        });
                    }
                    let words = &draw(n, |bits| bits as u32 % 60);
                    for few in [1, 2, 3, n] {
                        check("leftmost", few, &|| loops::leftmost(&words[..few]));
                    }
                    check("carried_over", n - 1, &|| {
                        let mut y = draw(n, |bits| bits as u32);
                        (loops::carried_over(&mut y, 1, 2), y)
                    });
                    check("in_a_region", n, &|| {
                        let (mut y, mut z) = (vec![1; n], vec![2; n]);
                        (loops::in_a_region(ints, &mut y, &mut z), y, z)
                    });
                    check("moved", n, &|| {
                        let mut points = draw(n, |bits| loops::Point { x: f64::from(bits as i32), on: bits % 3 == 0 });
                        loops::moved(&mut points);
                        points
                    });
                    check("gathered_down", n, &|| {
                        let mut buffers = loops::Buffers { words: draw(n + 9, |bits| bits as u32), from: 5 };
                        buffers.gathered_down(n);
                        buffers.words
                    });
                }
            }
        })*
    };
}

check_module!(annotated_ahead emitted_ahead);
