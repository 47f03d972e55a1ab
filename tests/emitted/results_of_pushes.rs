//! Loops that push to a `Vec`, and loops that skip: emitted code gives the results of the loops, as the macros' does.

use super::results_of_panics::check_panics;
use super::{check, check_whole, draw};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{check, check_panics, check_whole, draw};

            #[test]
            fn gives_the_results_of_pushes() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]) {
                    let lengths = &draw(n, |bits| bits as usize % 100);
                    check("offsets", n, &|| loops::offsets(lengths));
                    let words = &draw(n, |bits| bits as u32);
                    let floats = &draw(n, |bits| bits as i8 as f32);
                    // Full, with room, and with room for all.
                    for before in [vec![], vec![1.0; 3], Vec::with_capacity(n / 2), Vec::with_capacity(2 * n)] {
                        check_whole("positive", n, &|| {
                            // A clone keeps no room.
                            let mut kept = Vec::with_capacity(before.capacity());
                            kept.extend_from_slice(&before);
                            loops::positive(floats, kept)
                        });
                    }
                    let nothing = &vec![-1.0; n];
                    check_whole("positive", n, &|| loops::positive(nothing, vec![2.0]));
                    let small = &draw(n, |bits| bits as u32 % 12);
                    check_whole("several", n, &|| {
                        let (mut evens, mut flags, mut sums) = (vec![7], vec![], vec![1, 2]);
                        (loops::several(small, &mut evens, &mut flags, &mut sums), evens, flags, sums)
                    });
                    let numbers = &draw(n, |bits| bits as i64);
                    check("squares", n - 1, &|| {
                        let mut y = vec![5];
                        loops::squares(1, numbers, &mut y);
                        y
                    });
                    let bits = &draw(n, |bits| bits % 3 == 0);
                    check("reversed", n, &|| {
                        let mut y = vec![true, false];
                        loops::reversed(bits, &mut y);
                        y
                    });
                    let shorts = &draw(n, |bits| bits as i16);
                    check_whole("halved", n.div_ceil(2), &|| loops::halved(shorts));
                    check_whole("halved_by_groups", n.div_ceil(2), &|| loops::halved_by_groups(shorts));
                    check_whole("note", n, &|| {
                        let mut log = loops::Log { words: vec![9; 2], skipped: 1 };
                        log.note(words);
                        log.words
                    });
                    for least in [0, 1 << 20, u32::MAX] {
                        for room in [0, 7, 3 * n] {
                            check_whole("marked", n, &|| {
                                let mut out = Vec::with_capacity(room);
                                out.push(7);
                                loops::marked(words, least, &mut out);
                                out
                            });
                        }
                    }
                    check_whole("marked_by_groups", n, &|| {
                        let mut out = vec![7];
                        loops::marked_by_groups(words, 1 << 31, &mut out);
                        out
                    });
                    let shorts = &draw(n, |bits| bits as u16);
                    check_whole("divisors", n, &|| loops::divisors(shorts));
                    let few = &draw(n, |bits| bits as i32 % 100);
                    check_whole("packed", n, &|| {
                        let (mut out, mut flags) = (vec![-9; 4 * n + 5], vec![true; n]);
                        (loops::packed(few, 5, &mut out, &mut flags), out, flags)
                    });
                    // There is no room for all of it, or for just all.
                    let needed = loops::packed(few, 0, &mut vec![0; 4 * n], &mut vec![true; n]).0;
                    for room in [needed / 2, needed.saturating_sub(1), needed] {
                        let panics = check_panics("packed", &vec![-9; room], &|out: &mut Vec<i64>| {
                            _ = loops::packed(few, 0, out, &mut vec![true; n]);
                        });
                        assert_eq!(panics, room < needed, "packed {n} into {room} of {needed}");
                    }
                    let text = &draw(n, |bits| b"#\nab"[bits as usize % 4]);
                    check("lines", n, &|| loops::lines(text));
                    let numbers = &draw(n, |bits| bits as i32 % 1000);
                    check("skipping", n, &|| {
                        let mut y = vec![-1; n];
                        (loops::skipping(numbers, &mut y), y)
                    });
                }
            }
        })*
    };
}

check_module!(annotated_pushes emitted_pushes);
