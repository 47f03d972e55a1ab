//! A program's own types and operators, on the device and on host threads beside the loops as written: wherever they are declared and
//! however they are named, with the carried value on either side, on every algorithm. What the operators of `watching` compute shows
//! which values they were called on, and in which order.

use scan_runtime::{Monoid, Mul, declare_scan, declare_target, reduce, scan};
use scan_tests::operators::fibonacci::Matrix;
use scan_tests::operators::poly;
use scan_tests::{Random, check_places};

#[path = "batches.rs"]
mod batches;
#[path = "domains.rs"]
mod domains;
#[path = "in_order.rs"]
mod in_order;
#[path = "layouts.rs"]
mod layouts;

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[1, 2, 1000, 1_000_003])
}

fn draw<T>(length: usize, of: fn(&mut Random) -> T) -> Vec<T> {
    let random = &mut Random::new(length as u64);
    (0..length).map(|_| of(random)).collect()
}

fn pair(random: &mut Random) -> poly::Pair {
    poly::Pair { x: random.next() as i32, y: random.next() as i32 | 1 }
}

fn matrix(random: &mut Random) -> Matrix {
    Matrix::new(random.next(), random.next(), random.next(), random.next())
}

/// Reductions by operators that do not commute.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod reductions {
    use super::*;

    #[reduce(poly::op : all)]
    fn pairs(h: &[poly::Pair], start: poly::Pair) -> poly::Pair {
        let mut all = start;
        for i in 0..h.len() {
            all = poly::op(all, h[i]);
        }
        all
    }

    #[reduce(poly::op : all, group_size(8))]
    fn pairs_backwards(h: &[poly::Pair], start: poly::Pair) -> poly::Pair {
        let mut all = start;
        for pair in h.iter().rev() {
            all = poly::op(*pair, all);
        }
        all
    }

    #[reduce(* : product)]
    fn matrices(x: &[Matrix], product: &mut Matrix) {
        for i in (0..x.len()).step_by(3) {
            *product = *product * x[i];
        }
    }

    #[reduce(* : product, deterministic)]
    fn matrices_on_the_right(x: &[Matrix], start: Matrix) -> Matrix {
        let mut product = start;
        for i in 0..x.len() {
            product = x[i] * product;
        }
        product
    }

    #[test]
    fn keep_their_operands_in_order() {
        for n in lengths() {
            let h = &draw(n, pair);
            check_places("pairs", n, &|| pairs(h, h[0]));
            check_places("pairs_backwards", n, &|| pairs_backwards(h, h[0]));
            let x = &draw(n, matrix);
            check_places("matrices", n.div_ceil(3), &|| {
                let mut product = x[0];
                matrices(x, &mut product);
                product
            });
            check_places("matrices_on_the_right", n, &|| matrices_on_the_right(x, x[0]));
        }
    }
}

/// Listings 4.6 and 4.8, and their mirror images, with each algorithm.
macro_rules! listings {
    ($($algorithm:ident)*) => { $(
        mod $algorithm {
            use super::*;

            #[scan(poly::op : t, algorithm($algorithm))]
            fn pairs(h: &[poly::Pair], t: &mut [poly::Pair]) {
                for i in 1..t.len() {
                    t[i] = poly::op(t[i - 1], h[i - 1]);
                }
            }

            #[scan(poly::op : carried, algorithm($algorithm))]
            fn pairs_backwards(h: &[poly::Pair], t: &mut [poly::Pair]) -> poly::Pair {
                let mut carried = h[0];
                for i in (0..t.len()).rev() {
                    t[i] = carried;
                    carried = poly::op(h[i], carried);
                }
                carried
            }

            #[scan(* : y, algorithm($algorithm))]
            fn matrices(x: &[Matrix], y: &mut [Matrix]) {
                for i in 1..y.len() {
                    y[i] = y[i - 1] * x[i - 1];
                }
            }

            #[scan(* : y, algorithm($algorithm))]
            fn matrices_on_the_right(y: &mut [Matrix]) {
                for i in 1..y.len() {
                    y[i] = y[i] * y[i - 1];
                }
            }

            #[test]
            fn of_the_thesis() {
                for n in lengths() {
                    let h = &draw(n, pair);
                    check_places("pairs", n - 1, &|| {
                        let mut t = h.clone();
                        pairs(h, &mut t);
                        t
                    });
                    check_places("pairs_backwards", n, &|| {
                        let mut t = h.clone();
                        let last = pairs_backwards(h, &mut t);
                        (t, last)
                    });
                    let x = &draw(n, matrix);
                    check_places("matrices", n - 1, &|| {
                        let mut y = x.clone();
                        matrices(x, &mut y);
                        y
                    });
                    check_places("matrices_on_the_right", n - 1, &|| {
                        let mut y = x.clone();
                        matrices_on_the_right(&mut y);
                        y
                    });
                }
            }
        }
    )* };
}

listings! { lookback reduce_then_scan blelloch hillis_steele }

#[test]
fn a_polynomial_has_the_value_of_horner_s_scheme() {
    // x³ + x² + 1 at 2: an element for each coefficient, the highest first.
    let h = [1, 1, 0, 1].map(|x| poly::Pair { x, y: 2 });
    let values = check_places("pairs", 4, &|| {
        let mut t = [poly::Pair { x: 0, y: 1 }; 5];
        named::by_path(&h, &mut t);
        t.map(|pair| pair.x)
    });
    assert_eq!(values, [0, 1, 3, 6, 13]);
}

#[test]
fn the_powers_of_a_matrix_have_the_fibonacci_numbers() {
    let n = 2000;
    let numbers = check_places("generic", n, &|| {
        let mut y = vec![Matrix::new(1, 0, 0, 1); n];
        named::products(&vec![Matrix::STEP; n], Matrix::new(1, 0, 0, 1), &mut y);
        y.iter().map(|power| power.x01).collect::<Vec<u64>>()
    });
    let (mut now, mut next) = (1u64, 1);
    for (at, number) in numbers.into_iter().enumerate() {
        assert_eq!(number, now, "{at}");
        (now, next) = (next, now.wrapping_add(next));
    }
}

/// Arithmetic of the loop's own beside that of the operator: what both define is defined once.
#[scan(poly::op : t)]
fn with_a_count(h: &[poly::Pair], numbers: &[i32], t: &mut [poly::Pair], counts: &mut [i32]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i]);
        counts[i] = (numbers[i] * 3).wrapping_add(i as i32);
    }
}

#[test]
fn the_loop_has_arithmetic_too() {
    let n = 1000;
    let (h, numbers) = (&draw(n, pair), &draw(n, |random| (random.next() % 1000) as i32));
    check_places("with_a_count", n - 1, &|| {
        let (mut t, mut counts) = (h.clone(), vec![0; n]);
        with_a_count(h, numbers, &mut t, &mut counts);
        (t, counts)
    });
}

/// Arrays that are called as kernels call what they keep, where these compute elements.
#[scan(* : product)]
fn named_as_in_kernels(packed: &[Matrix], start: Matrix, words: &mut [Matrix]) -> Matrix {
    let mut product = start;
    for i in 0..packed.len() {
        words[i] = product;
        product = product * packed[i];
    }
    product
}

#[test]
fn arrays_have_any_names() {
    let n = 1000;
    let packed = &draw(n, matrix);
    check_places("named_as_in_kernels", n, &|| {
        let mut words = packed.clone();
        let product = named_as_in_kernels(packed, packed[0], &mut words);
        (words, product)
    });
}

/// The ways to name an operator.
#[allow(unused_qualifications, reason = "a path and an import of the same operator side by side")]
mod named {
    use super::{Monoid, Mul, poly, scan};
    use scan_tests::operators::poly::{Pair, op, op as compose};
    use std::ops;

    #[scan(poly::op : t)]
    pub fn by_path(h: &[poly::Pair], t: &mut [poly::Pair]) {
        for i in 1..t.len() {
            t[i] = poly::op(t[i - 1], h[i - 1]);
        }
    }

    #[scan(op : t)]
    pub fn by_import(h: &[Pair], t: &mut [Pair]) {
        for i in 1..t.len() {
            t[i] = op(h[i - 1], t[i - 1]);
        }
    }

    #[scan(compose : last)]
    pub fn by_another_name(h: &[Pair], t: &mut [Pair]) -> Pair {
        let mut last = Pair { x: 3, y: 5 };
        for (h, t) in h.iter().zip(t.iter_mut()) {
            last = compose(last, *h);
            *t = last;
        }
        last
    }

    #[scan(scan_tests::operators::poly::op : t)]
    pub fn from_the_crate(t: &mut [Pair]) {
        for i in (1..t.len()).rev() {
            t[i - 1] = scan_tests::operators::poly::op(t[i], t[i - 1]);
        }
    }

    #[scan(* : y)]
    pub fn products<T: Monoid<Mul> + ops::Mul<Output = T>>(x: &[T], start: T, y: &mut [T]) {
        let mut product = start;
        for i in 0..y.len() {
            product = product * x[i];
            y[i] = product;
        }
    }
}

#[test]
fn an_operator_is_found_however_it_is_named() {
    let n = 1000;
    let h = &draw(n, pair);
    let on = |name: &str, iterations: usize, run: fn(&[poly::Pair], &mut [poly::Pair])| {
        check_places(name, iterations, &|| {
            let mut t = h.clone();
            run(h, &mut t);
            t
        });
    };
    on("by_path", n - 1, named::by_path);
    on("by_import", n - 1, named::by_import);
    on("by_another_name", n, |h, t| {
        t[0] = named::by_another_name(h, t);
    });
    on("from_the_crate", n - 1, |_, t| named::from_the_crate(t));
    on("in_its_own_module", n - 1, |_, t| watching::in_its_own_module(t));
    let numbers = &draw(n, |random| (random.next() % 2) as i64 * 2 - 1);
    check_places("products of a primitive type", n, &|| {
        let mut y = numbers.clone();
        named::products(numbers, 7, &mut y);
        y
    });
}

/// Operators whose values tell what they were called on.
#[declare_target]
mod watching {
    use super::{poly, scan};

    /// What is known of a run.
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum State {
        Whole = 1,
        Broken = 7,
    }

    /// The iterations `begin..end`. Rust and C pad it.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Run {
        pub state: State,
        pub begin: u64,
        pub end: u32,
        pub valid: bool,
    }

    impl Run {
        const BROKEN: Run = Run { state: State::Broken, begin: u64::MAX, end: 0, valid: false };

        fn is_whole(self) -> bool {
            self.valid && self.state == State::Whole && self.begin < self.end as u64
        }
    }

    /// Joins runs where one ends and the next begins. Anything else breaks them, for ever.
    #[declare_scan]
    pub fn join(earlier: Run, later: Run) -> Run {
        if !earlier.is_whole() || !later.is_whole() || earlier.end as u64 != later.begin {
            return Run::BROKEN;
        }
        Run { begin: earlier.begin, ..later }
    }

    /// Unmatched brackets: those that close, then those that open.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Brackets {
        pub closing: u32,
        pub opening: u32,
    }

    /// The bicyclic monoid. It is associative while the counts do not overflow.
    #[declare_scan(identity = Brackets { closing: 0, opening: 0 }, no_overflow)]
    pub fn matched(earlier: Brackets, later: Brackets) -> Brackets {
        let pairs = earlier.opening.min(later.closing);
        Brackets { closing: earlier.closing + later.closing - pairs, opening: earlier.opening + later.opening - pairs }
    }

    pub const LETTERS: usize = 11;

    /// The beginning of a text.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Text {
        pub length: u8,
        pub letters: [u16; LETTERS],
    }

    /// Concatenation, of which the first letters are kept.
    #[declare_scan]
    pub fn concatenate(earlier: Text, later: Text) -> Text {
        let mut all = Text { length: 0, letters: [0; LETTERS] };
        for i in 0..LETTERS {
            let length = earlier.length as usize;
            if i < length {
                all.letters[i] = earlier.letters[i];
                all.length += 1;
            } else if i - length < later.length as usize {
                all.letters[i] = later.letters[(i - length).min(LETTERS - 1)];
                all.length += 1;
            }
        }
        all
    }

    #[scan(join : y)]
    pub fn joined(x: &[Run], y: &mut [Run]) {
        for i in 1..y.len() {
            y[i] = join(y[i - 1], x[i]);
        }
    }

    /// The carried value on the right, where the earlier run is the later operand: it goes down.
    #[scan(join : run)]
    pub fn joined_downwards(x: &[Run], y: &mut [Run]) -> Run {
        let mut run = x[x.len() - 1];
        for i in (0..x.len() - 1).rev() {
            y[i] = run;
            run = join(x[i], run);
        }
        run
    }

    #[scan(matched : depth)]
    pub fn depths(x: &[Brackets], y: &mut [Brackets]) -> Brackets {
        let mut depth = Brackets { closing: 0, opening: 0 };
        for (y, x) in y.iter_mut().zip(x) {
            depth = matched(depth, *x);
            *y = depth;
        }
        depth
    }

    #[scan(concatenate : y, algorithm(blelloch))]
    pub fn texts(x: &[Text], y: &mut [Text]) {
        for i in 1..y.len() {
            y[i] = concatenate(y[i - 1], x[i]);
        }
    }

    #[scan(concatenate : y, algorithm(hillis_steele))]
    pub fn texts_backwards(x: &[Text], y: &mut [Text]) {
        for i in (0..y.len() - 1).rev() {
            y[i] = concatenate(x[i], y[i + 1]);
        }
    }

    #[scan(poly::op : t)]
    pub fn in_its_own_module(t: &mut [poly::Pair]) {
        for i in 1..t.len() {
            t[i] = poly::op(t[i - 1], t[i]);
        }
    }
}

use watching::{Brackets, LETTERS, Run, State, Text};

fn runs(n: usize) -> Vec<Run> {
    (0..n as u32).map(|k| Run { state: State::Whole, begin: k.into(), end: k + 1, valid: true }).collect()
}

#[test]
fn the_operator_sees_every_element_once_and_in_order() {
    for n in lengths() {
        let x = &runs(n);
        let y = check_places("joined", n - 1, &|| {
            let mut y = vec![Run { valid: false, ..x[0] }; n];
            y[0] = x[0];
            watching::joined(x, &mut y);
            y
        });
        assert!(y.iter().zip(x).all(|(run, last)| *run == Run { begin: 0, ..*last }));
        let (_, whole) = check_places("joined_downwards", n - 1, &|| {
            let mut y = x.clone();
            let whole = watching::joined_downwards(x, &mut y);
            (y, whole)
        });
        assert_eq!(whole, Run { begin: 0, ..x[n - 1] });
    }
}

#[test]
fn a_broken_run_stays_broken() {
    let n = 5000;
    let x = &mut runs(n);
    x[3210].valid = false;
    let x = &*x;
    let y = check_places("joined", n - 1, &|| {
        let mut y = x.clone();
        watching::joined(x, &mut y);
        y
    });
    assert!(y[3209].valid && y[3210..].iter().all(|run| run.state == State::Broken && !run.valid));
}

#[test]
fn brackets_match_across_tiles() {
    for n in lengths() {
        let x = &draw(n, |random| match random.next() % 2 {
            0 => Brackets { closing: 1, opening: 0 },
            _ => Brackets { closing: 0, opening: 1 },
        });
        check_places("depths", n, &|| {
            let mut y = x.clone();
            let last = watching::depths(x, &mut y);
            (y, last)
        });
    }
}

#[test]
fn texts_begin_with_the_first_letters() {
    for n in lengths() {
        let x = &draw(n, |random| {
            let length = (random.next() % 3) as u8;
            Text { length, letters: std::array::from_fn(|at| if at < length.into() { random.next() as u16 } else { 0 }) }
        });
        for (name, run) in
            [("texts", watching::texts as fn(&[Text], &mut [Text])), ("texts_backwards", watching::texts_backwards)]
        {
            check_places(name, n - 1, &|| {
                let mut y = x.clone();
                run(x, &mut y);
                y
            });
        }
    }
    assert_eq!(size_of::<Text>(), 2 * (LETTERS + 1), "a byte of padding");
}

/// On a primitive type, outside of any module: of two words the later, unless it is 0.
#[declare_scan(identity = 0)]
fn latest(earlier: u16, later: u16) -> u16 {
    if later == 0 { earlier } else { later }
}

#[scan(latest : word)]
fn filled(x: &[u16], y: &mut [u16]) -> u16 {
    let mut word = 0;
    for i in 0..x.len() {
        word = latest(word, x[i]);
        y[i] = word;
    }
    word
}

#[test]
fn an_operator_on_a_primitive_type() {
    for n in lengths() {
        let x = &draw(n, |random| if random.next() % 8 == 0 { random.next() as u16 } else { 0 });
        check_places("filled", n, &|| {
            let mut y = vec![9; n];
            let last = filled(x, &mut y);
            (y, last)
        });
    }
}
