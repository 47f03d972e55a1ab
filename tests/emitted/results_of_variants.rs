//! Loops with enums' variants: emitted code gives the results of the loops, as the macros' does.

use super::{check, draw, settings};
use scan_runtime::{DeviceKind, Place, last_report};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module::{self as loops, Machine, State, roman};
            use super::{check, draw};

            #[test]
            fn gives_the_results_of_variants() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]) {
                    let source = &draw(n, |bits| b"//**\na1"[bits as usize % 7]);
                    for start in [State::Code, State::Slash, State::Star, State::Unseen] {
                        check("comments", n, &|| {
                            let mut is_comment = vec![false; n];
                            (loops::comments(source, start, &mut is_comment), is_comment)
                        });
                    }
                    for start in [State::Code, State::Line] {
                        check("stored", n, &|| {
                            let mut y = vec![0; n];
                            (loops::stored(source, start, &mut y), y)
                        });
                        check("changes", n, &|| {
                            let (mut before, mut y) = (start, vec![0; n]);
                            loops::changes(source, &mut before, &mut y);
                            (before, y)
                        });
                        check("pair", n, &|| loops::pair(source, start));
                    }
                    let numbers = &draw(n, |bits| bits as u16 % 500);
                    for state in 0..3 {
                        check("run", n, &|| {
                            let [a, b, c] = roman::S::ALL;
                            let state = [a, b, c].into_iter().nth(state).expect("a state");
                            let (mut machine, mut y) = (Machine { state, turns: 5 }, vec![0; n]);
                            machine.run(numbers, &mut y);
                            (format!("{:?}", machine.state), machine.turns, y)
                        });
                    }
                    check("at_once", n, &|| {
                        let mut y = vec![0; n];
                        (loops::at_once(source, &mut y), y)
                    });
                    for start in [State::Line, State::Star, State::Unseen] {
                        check("latched", n, &|| {
                            let mut y = vec![false; n];
                            (loops::latched(source, start, &mut y), y)
                        });
                    }
                    check("named", n, &|| {
                        let mut y = vec![0; n];
                        (loops::named(source, 1000, &mut y), y)
                    });
                    check("letters", n, &|| {
                        let mut y = vec![1; n];
                        (loops::letters(source, State::Line, 7, &mut y), y)
                    });
                    check("collected", n, &|| loops::collected(source));
                    if n >= 2500 {
                        check("rows", n / 25, &|| {
                            let mut y = vec![9; n];
                            loops::rows(source, 25, &mut y);
                            y
                        });
                    }
                }
            }
        })*
    };
}

check_module!(annotated_variants emitted_variants);

/// What would have to be told apart from others that the loop does not name is the loop's own.
#[test]
fn what_has_no_number_runs_as_written() {
    use super::annotated_variants::{State, pair, stored};
    let x = draw(70_000, |bits| bits as u8);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let mut y = vec![0; x.len()];
        settings(kind).scope(|| stored(&x[..1], State::Unseen, &mut y[..1]));
        settings(kind).scope(|| stored(&x, State::Slash, &mut y));
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
        settings(kind).scope(|| pair(&x, State::Unseen));
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    }
}

/// Comparisons, clones and drops of a program's own.
mod not_told_apart {
    use super::{DeviceKind, Place, draw, last_report, settings};
    use scan_runtime::scan;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(Clone, Copy, Debug)]
    enum Loose {
        One,
        Two,
    }

    impl PartialEq for Loose {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }

    #[scan(auto : state)]
    fn loosely(x: &[u8], y: &mut [bool]) {
        let mut state = Loose::One;
        for i in 0..x.len() {
            state = match state {
                Loose::One if x[i] > 9 => Loose::Two,
                Loose::Two if x[i] < 50 => Loose::One,
                same => same,
            };
            y[i] = state == Loose::Two;
        }
    }

    static DROPS: AtomicUsize = AtomicUsize::new(0);

    enum Counted {
        First,
        Second,
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[scan(auto : state)]
    fn counted(x: &[u8], y: &mut [u8]) {
        let mut state = Counted::First;
        for i in 0..x.len() {
            if x[i] > 99 {
                state = Counted::First;
            } else if x[i] > 50 {
                state = Counted::Second;
            }
            y[i] = u8::from(matches!(state, Counted::First));
        }
    }

    enum Turning {
        Left,
        Right,
    }

    impl Clone for Turning {
        fn clone(&self) -> Self {
            Self::Right
        }
    }

    #[scan(auto : state)]
    fn turning(x: &[u8], y: &mut [bool]) {
        let mut state = Turning::Left;
        for i in 0..x.len() {
            let before = state.clone();
            state = match state {
                Turning::Right if x[i] > 200 => Turning::Left,
                Turning::Left if x[i] > 100 => Turning::Right,
                same => same,
            };
            y[i] = matches!(before, Turning::Right);
        }
    }

    #[test]
    fn clones_of_its_own() {
        let x = draw(70_000, |bits| bits as u8);
        let mut y = vec![false; x.len()];
        settings(DeviceKind::Host).scope(|| turning(&x, &mut y));
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
        assert!(y.iter().all(|is_right| *is_right));
    }

    #[test]
    fn runs_as_written() {
        let x = draw(70_000, |bits| bits as u8);
        let mut equal = vec![false; x.len()];
        settings(DeviceKind::Host).scope(|| loosely(&x, &mut equal));
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
        assert!(equal.iter().all(|equal| *equal));
    }

    /// Only what the loop itself replaces, and leaves, is dropped.
    #[test]
    fn what_is_dropped() {
        let x = draw(70_000, |bits| bits as u8);
        let mut first = vec![7; x.len()];
        settings(DeviceKind::Host).scope(|| counted(&x, &mut first));
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
        assert_eq!(DROPS.load(Ordering::Relaxed), x.iter().filter(|x| **x > 50).count() + 1);
        let mut is_first = true;
        for (x, found) in x.iter().zip(first) {
            is_first = *x > 99 || *x <= 50 && is_first;
            assert_eq!(u8::from(is_first), found);
        }
    }
}
