//! Operators that are monoids on some values alone. Where all elements and the start lie in the domain, loops run in every place; where one
//! does not, wherever it is, the loop runs as written: its result is then another one than that of any other order.

#![expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]

use super::{draw, lengths};
use scan_runtime::{DeviceKind, Element, Monoid, Place, Settings, declare_target, last_report, operators, reduce, scan};
use scan_tests::check_places;
use std::fmt::Debug;

#[declare_target]
mod modular {
    /// A prime.
    pub const P: u32 = 65521;

    /// The sum of residues. Of others it takes one `P` away, wherever it can.
    #[declare_scan(identity = 0, domain = |a| a < P)]
    pub fn add(a: u32, b: u32) -> u32 {
        let sum = a.wrapping_add(b);
        if sum >= P { sum - P } else { sum }
    }

    /// A hash, and the power of the base that it is multiplied by.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Hash {
        pub value: u32,
        pub power: u32,
    }

    pub fn is_reduced(hash: Hash) -> bool {
        hash.value < P && hash.power < P
    }

    pub fn product(a: u32, b: u32) -> u32 {
        (a as u64 * b as u64 % P as u64) as u32
    }

    /// It does not commute.
    #[declare_scan(identity = Hash { value: 0, power: 1 }, domain = is_reduced)]
    impl std::ops::Mul for Hash {
        type Output = Self;

        fn mul(self, later: Self) -> Self {
            Hash { value: add(product(self.value, later.power), later.value), power: product(self.power, later.power) }
        }
    }

    /// What follows each of four states. That the domain keeps it from panicking is all that does.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Table {
        pub next: [u8; 4],
        pub modulus: u16,
        pub steps: u16,
    }

    pub fn is_table(a: Table) -> bool {
        a.next[0] < 4 && a.next[1] < 4 && a.next[2] < 4 && a.next[3] < 4 && a.modulus == 1000 && a.steps < 1000
    }

    #[declare_scan(identity = Table { next: [0, 1, 2, 3], modulus: 1000, steps: 0 }, domain = is_table)]
    pub fn then(a: Table, b: Table) -> Table {
        let mut next = [0u8; 4];
        for i in 0..4 {
            next[i] = b.next[a.next[i] as usize];
        }
        Table { next, modulus: b.modulus, steps: (a.steps + b.steps) % b.modulus }
    }
}
use modular::{Hash, P, Table};

fn residue(random: &mut scan_tests::Random) -> u32 {
    (random.next() % u64::from(P)) as u32
}

fn hash(random: &mut scan_tests::Random) -> Hash {
    Hash { value: residue(random), power: residue(random) }
}

/// The loop, in the places where it may run otherwise, gives what it gives as written, and has run as written.
#[track_caller]
fn runs_as_written<R: PartialEq + Debug>(name: &str, run: &dyn Fn() -> R) {
    let on = |kind| Settings::from_environment().device(kind).scope(|| (run(), last_report().expect("a report")));
    let (expected, _) = on(DeviceKind::Loop);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let (found, report) = on(kind);
        assert!(found == expected, "{name}: {kind}");
        assert!(matches!(report.place, Place::Loop), "{name}: {report}");
    }
}

/// First all elements lie in the domain, then one does not: the first, one in the middle, the last.
#[track_caller]
fn check<T: Copy, R: PartialEq + Debug + Clone>(
    name: &str,
    n: usize,
    (inside, outside): (fn(&mut scan_tests::Random) -> T, T),
    run: impl Fn(&[T]) -> R,
) {
    let mut x = draw(n, inside);
    check_places(name, n, &|| run(&x));
    for at in [0, n / 2, n - 1] {
        let before = std::mem::replace(&mut x[at], outside);
        runs_as_written(name, &|| run(&x));
        x[at] = before;
    }
}

macro_rules! algorithms {
    ($($algorithm:ident)*) => { $(
        mod $algorithm {
            use super::*;

            #[scan(modular::add : sum, algorithm($algorithm))]
            fn sums(x: &[u32], start: u32, y: &mut [u32]) -> u32 {
                let mut sum = start;
                for i in 0..x.len() {
                    sum = modular::add(sum, x[i]);
                    y[i] = sum;
                }
                sum
            }

            #[scan(* : y, algorithm($algorithm))]
            fn in_place(y: &mut [Hash]) {
                for i in 1..y.len() {
                    y[i] = y[i - 1] * y[i];
                }
            }

            #[scan(* : hash, algorithm($algorithm))]
            fn backwards(x: &[Hash], y: &mut [Hash]) {
                let mut hash = Hash { value: 1u32, power: 1u32 };
                for i in (0..x.len()).rev() {
                    y[i] = hash;
                    hash = x[i] * hash;
                }
            }

            #[test]
            fn holds_the_domain() {
                for n in lengths() {
                    check("sums", n, (residue, 3 * P), |x| {
                        let mut y = vec![7; n];
                        (sums(x, 5, &mut y), y)
                    });
                    let x = draw(n, residue);
                    runs_as_written("sums", &|| {
                        let mut y = vec![7; n];
                        (sums(&x, 3 * P, &mut y), y)
                    });
                    let outside = Hash { value: 2 * P, power: u32::MAX };
                    // Of one element nothing is combined.
                    if n > 2 {
                        check("in_place", n - 1, (hash, outside), |x| {
                            let mut y = [&[Hash { value: 3, power: 4 }], x].concat();
                            in_place(&mut y);
                            y
                        });
                        let mut x = draw(n, hash);
                        x[0] = outside;
                        runs_as_written("in_place", &|| {
                            let mut y = x.clone();
                            in_place(&mut y);
                            y
                        });
                    }
                    check("backwards", n, (hash, outside), |x| {
                        let mut y = x.to_vec();
                        backwards(x, &mut y);
                        y
                    });
                }
            }
        }
    )* };
}

algorithms! { lookback reduce_then_scan blelloch hillis_steele }

#[scan(modular::then : y)]
fn tables(y: &mut [Table]) {
    for i in 1..y.len() {
        y[i] = modular::then(y[i - 1], y[i]);
    }
}

fn table(random: &mut scan_tests::Random) -> Table {
    let bits = random.next();
    Table { next: [0, 2, 4, 6].map(|at| (bits >> at) as u8 % 4), modulus: 1000, steps: (bits >> 8) as u16 % 1000 }
}

#[test]
fn what_panics_outside_of_the_domain_alone_is_an_operator() {
    for n in lengths().filter(|n| *n > 2) {
        let mut y = draw(n, table);
        check_places("tables", n - 1, &|| {
            let mut y = y.clone();
            tables(&mut y);
            y
        });
        // Nothing follows that would look into the table.
        y[n - 1].next = [3, 200, 4, 9];
        runs_as_written("tables", &|| {
            let mut y = y.clone();
            tables(&mut y);
            y
        });
        y[n / 2].next = [77; 4];
        for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::Loop] {
            let mut y = y.clone();
            let run = || Settings::from_environment().device(kind).scope(|| tables(&mut y));
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("the loop would");
        }
    }
}

#[reduce(modular::add : sum)]
fn total(x: &[u32], start: u32) -> u32 {
    let mut sum = start;
    for x in x {
        sum = modular::add(sum, *x);
    }
    sum
}

#[reduce(modular::add : sum, deterministic)]
fn total_of_squares(x: &[u32]) -> u32 {
    let mut sum = 0u32;
    for i in 0..x.len() {
        sum = modular::add(sum, x[i] / 2);
    }
    sum
}

/// The function does not know of the domain.
#[scan(* : y)]
fn products<T: Element + Monoid<operators::Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] * x[i];
    }
}

/// Many scans in one launch.
#[scan]
fn rows(x: &[u32], width: usize, y: &mut [u32]) {
    for row in 0..x.len() / width {
        #[scan(modular::add : y)]
        for column in 1..width {
            y[row * width + column] = modular::add(y[row * width + column - 1], x[row * width + column]);
        }
    }
}

#[scan(modular::add : y)]
fn interleaved(x: &[u32], y: &mut [u32]) {
    for i in 3..y.len() {
        y[i] = modular::add(y[i - 3], x[i]);
    }
}

/// One after the other, on arrays that may stay on a device.
#[scan]
fn twice(x: &[u32], y: &mut [u32], z: &mut [u32]) {
    let mut sum = 0u32;
    #[scan(modular::add : sum)]
    for i in 0..x.len() {
        sum = modular::add(sum, x[i]);
        y[i] = sum;
    }
    let mut sum = 1u32;
    #[scan(modular::add : sum)]
    for i in 0..x.len() {
        sum = modular::add(sum, y[i]);
        z[i] = sum;
    }
}

/// What is pushed is the `Vec`'s own only if all has gone well.
#[scan(modular::add : sum)]
fn pushed(x: &[u32]) -> Vec<u32> {
    let (mut sum, mut all) = (0u32, vec![9; 3]);
    for i in 0..x.len() {
        sum = modular::add(sum, x[i]);
        all.push(sum);
    }
    all
}

#[test]
fn reductions_hold_it() {
    for n in lengths() {
        check("total", n, (residue, 2 * P), |x| total(x, 7));
        let x = draw(n, residue);
        runs_as_written("total", &|| total(&x, u32::MAX));
        check("total_of_squares", n, (residue, 5 * P), total_of_squares);
    }
}

#[test]
fn generic_functions_hold_it() {
    for n in lengths().filter(|n| *n > 2) {
        let outside = Hash { value: 0, power: P };
        check("products", n - 1, (hash, outside), |x| {
            let (start, mut y) = (Hash { value: 1, power: 1 }, vec![Hash { value: 1, power: 2 }; n]);
            products(&[&[start], x].concat(), &mut y);
            y
        });
    }
}

#[test]
fn many_scans_hold_it() {
    for n in lengths().filter(|n| *n > 100) {
        let (width, all) = (n / 17, n / 17 * 17);
        let mut x = draw(all, residue);
        let run = |x: &[u32]| {
            let mut y = x.to_vec();
            rows(x, width, &mut y);
            y
        };
        check_places("rows", all, &|| run(&x));
        // A row starts from its first element; the others are added.
        for at in [0, 1, 3 * width, 5 * width + 2, all - 1] {
            let before = std::mem::replace(&mut x[at], 3 * P);
            runs_as_written("rows", &|| run(&x));
            x[at] = before;
        }
        let mut x = draw(n, residue);
        let run = |x: &[u32]| {
            let mut y = x.to_vec();
            interleaved(x, &mut y);
            y
        };
        check_places("interleaved", n - 3, &|| run(&x));
        for at in [0, 2, 3, n / 2, n - 1] {
            let before = std::mem::replace(&mut x[at], 3 * P);
            runs_as_written("interleaved", &|| run(&x));
            x[at] = before;
        }
    }
}

#[test]
fn several_loops_hold_it() {
    for n in lengths() {
        let mut x = draw(n, residue);
        let run = |x: &[u32]| {
            let (mut y, mut z) = (vec![1; n], vec![2; n]);
            twice(x, &mut y, &mut z);
            (y, z)
        };
        check_places("twice", n, &|| run(&x));
        for at in [0, n / 2, n - 1] {
            let before = std::mem::replace(&mut x[at], 5 * P);
            let on = |kind| Settings::from_environment().device(kind).scope(|| run(&x));
            assert_eq!(on(DeviceKind::Host), on(DeviceKind::Loop));
            assert_eq!(on(DeviceKind::Any), on(DeviceKind::Loop));
            x[at] = before;
        }
    }
}

#[test]
fn vectors_that_grow_hold_it() {
    for n in lengths() {
        check("pushed", n, (residue, 2 * P), pushed);
    }
}
