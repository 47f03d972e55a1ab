//! Derived operators of loops that continue what is further back.

use super::draw;
use super::results_of_batches::check_batches;

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{check_batches, draw};

            #[test]
            fn gives_the_results_of_derived_operators() {
                for n in [4, 5, 100, 3000, 70_001] {
                    for delay in [2, 3, n / 2].into_iter().filter(|delay| (1..n).contains(delay)) {
                        check_batches("echoes", n, &|| {
                            let mut y = draw(n, |bits| bits as i8 as f32);
                            loops::echoes(&draw(n, |bits| (bits >> 8) as i8 as f32), delay, -1.0, &mut y);
                            y
                        });
                    }
                    check_batches("levels_from_behind", n, &|| {
                        let mut y = draw(n, |bits| bits as i8 as i64);
                        loops::levels_from_behind(&draw(n, |bits| (bits >> 8) as i8 as i64), &mut y);
                        y
                    });
                    check_batches("states_apart", n, &|| {
                        let mut y = draw(n, |bits| bits as u8 % 3);
                        loops::states_apart(&draw(n, |bits| (bits >> 8) as u8 & 7), &mut y);
                        y
                    });
                }
            }
        })*
    };
}

check_module!(annotated_apart emitted_apart);
