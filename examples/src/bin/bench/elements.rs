//! The element types, each with its operator, and the loop that is measured: plain, and annotated.

#![allow(clippy::assign_op_pattern, reason = "the macro writes `a = a ⊕ b` for built-in operators and others alike")]

use scan_runtime::{declare_target, scan};
use std::fmt::Debug;

pub use maps::{Affine32, Affine64};
pub use matrices::Matrix;

/// Fills the second array with the partials of the first.
pub type Sum<T> = fn(&[T], &mut [T]);

/// An element type of the benchmark.
pub trait Element: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// What the options and the contestants in other languages call it.
    const NAME: &'static str;
    /// The operator, for people.
    const OPERATOR: &'static str;
    /// Neutral on both sides.
    const IDENTITY: Self;
    /// From random bits, such that no order of combination rounds anything: every contestant must find the same bits but those of a
    /// zero's sign.
    fn sample(random: u64) -> Self;
    /// The operator, `self` the earlier.
    fn then(self, later: Self) -> Self;
    /// Without any annotation.
    fn plain(x: &[Self], y: &mut [Self]);
    /// Annotated, with nothing said of the algorithm or the device.
    fn annotated(x: &[Self], y: &mut [Self]);
    /// The same by each algorithm.
    const BY_ALGORITHM: ByAlgorithm<Self>;
    /// Whether a compaction keeps it.
    fn is_kept(self) -> bool;
    /// What is measured of arrays that stay on a device.
    const RESIDENT: Resident<Self>;
}

/// Launches a loop from the first array to the second so often, as one data region.
pub type Rounds<T> = fn(&[T], &mut [T], u32);

/// Loops in data regions.
pub struct Resident<T> {
    pub lookback: Rounds<T>,
    pub reduce_then_scan: Rounds<T>,
    /// The total goes into the first place.
    pub reduce: Rounds<T>,
    /// The elements that are kept go from the first place on, in their order.
    pub compaction: Rounds<T>,
}

/// The annotated loop with each algorithm asked for.
pub struct ByAlgorithm<T> {
    pub lookback: Sum<T>,
    pub reduce_then_scan: Sum<T>,
    pub blelloch: Sum<T>,
    pub hillis_steele: Sum<T>,
}

/// Maps x -> scale * x + offset; in a scan, the earlier is applied first.
#[declare_target]
mod maps {
    /// Of 8 bytes.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Affine32 {
        pub scale: f32,
        pub offset: f32,
    }

    /// Of 16 bytes.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Affine64 {
        pub scale: f64,
        pub offset: f64,
    }

    #[declare_scan(identity = Affine32 { scale: 1.0, offset: 0.0 })]
    pub fn then32(a: Affine32, b: Affine32) -> Affine32 {
        Affine32 { scale: a.scale * b.scale, offset: a.offset * b.scale + b.offset }
    }

    #[declare_scan(identity = Affine64 { scale: 1.0, offset: 0.0 })]
    pub fn then64(a: Affine64, b: Affine64) -> Affine64 {
        Affine64 { scale: a.scale * b.scale, offset: a.offset * b.scale + b.offset }
    }

    pub fn rises32(a: Affine32) -> bool {
        a.scale > 0.0
    }

    pub fn rises64(a: Affine64) -> bool {
        a.scale > 0.0
    }
}

#[declare_target]
mod matrices {
    /// A 2×2 matrix of integers modulo 2^64.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub x00: u64,
        pub x01: u64,
        pub x10: u64,
        pub x11: u64,
    }

    /// The sum of two products.
    fn inner(a: u64, b: u64, c: u64, d: u64) -> u64 {
        a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d))
    }

    pub fn is_even(a: Matrix) -> bool {
        a.x00 & 1 == 0
    }

    #[declare_scan(identity = Matrix { x00: 1, x01: 0, x10: 0, x11: 1 })]
    pub fn times(a: Matrix, b: Matrix) -> Matrix {
        Matrix {
            x00: inner(a.x00, b.x00, a.x01, b.x10),
            x01: inner(a.x00, b.x01, a.x01, b.x11),
            x10: inner(a.x10, b.x00, a.x11, b.x10),
            x11: inner(a.x10, b.x01, a.x11, b.x11),
        }
    }
}

/// The loop, under an attribute.
macro_rules! scanning {
    ($(#[$attribute:meta])* $name:ident: $t:ty, $identity:expr, |$a:ident, $b:ident| $then:expr) => {
        $(#[$attribute])*
        fn $name(x: &[$t], y: &mut [$t]) {
            let mut $a: $t = $identity;
            for i in 0..x.len() {
                let $b = x[i];
                $a = $then;
                y[i] = $a;
            }
        }
    };
}

/// The loop so often, as one data region.
macro_rules! scanning_often {
    ($name:ident: $t:ty, ($($operator:tt)+), $identity:expr, |$a:ident, $b:ident| $then:expr) => {
        #[scan]
        fn $name(x: &[$t], y: &mut [$t], rounds: u32) {
            for _ in 0..rounds {
                let mut $a: $t = $identity;
                #[scan($($operator)+ : y, algorithm($name))]
                for i in 0..x.len() {
                    let $b = x[i];
                    $a = $then;
                    y[i] = $a;
                }
            }
        }
    };
}

macro_rules! element {
    ($t:ty, $name:literal, $shown:literal, ($($operator:tt)+), $identity:expr, |$a:ident, $b:ident| $then:expr,
     |$random:ident| $sample:expr, |$one:ident| $is_kept:expr) => {
        impl Element for $t {
            const NAME: &'static str = $name;
            const OPERATOR: &'static str = $shown;
            const IDENTITY: Self = $identity;

            fn sample($random: u64) -> Self {
                $sample
            }

            fn then(self, later: Self) -> Self {
                let ($a, $b) = (self, later);
                $then
            }

            fn plain(x: &[Self], y: &mut [Self]) {
                scanning!(#[inline(never)] plain: $t, $identity, |$a, $b| $then);
                plain(x, y);
            }

            fn annotated(x: &[Self], y: &mut [Self]) {
                scanning!(#[scan($($operator)+ : y)] annotated: $t, $identity, |$a, $b| $then);
                annotated(x, y);
            }

            const BY_ALGORITHM: ByAlgorithm<Self> = {
                scanning!(#[scan($($operator)+ : y, algorithm(lookback))] lookback: $t, $identity, |$a, $b| $then);
                scanning!(#[scan($($operator)+ : y, algorithm(reduce_then_scan))] reduce_then_scan: $t, $identity, |$a, $b| $then);
                scanning!(#[scan($($operator)+ : y, algorithm(blelloch))] blelloch: $t, $identity, |$a, $b| $then);
                scanning!(#[scan($($operator)+ : y, algorithm(hillis_steele))] hillis_steele: $t, $identity, |$a, $b| $then);
                ByAlgorithm { lookback, reduce_then_scan, blelloch, hillis_steele }
            };

            fn is_kept(self) -> bool {
                let $one = self;
                $is_kept
            }

            const RESIDENT: Resident<Self> = {
                scanning_often!(lookback: $t, ($($operator)+), $identity, |$a, $b| $then);
                scanning_often!(reduce_then_scan: $t, ($($operator)+), $identity, |$a, $b| $then);
                #[scan]
                fn reduce(x: &[$t], y: &mut [$t], rounds: u32) {
                    let mut total: $t = $identity;
                    for _ in 0..rounds {
                        let mut $a: $t = $identity;
                        #[reduce($($operator)+ : $a)]
                        for i in 0..x.len() {
                            let $b = x[i];
                            $a = $then;
                        }
                        total = $a;
                    }
                    y[0] = total;
                }
                #[scan]
                fn compaction(x: &[$t], y: &mut [$t], rounds: u32) {
                    for _ in 0..rounds {
                        let mut kept = 0usize;
                        #[scan(+ : kept)]
                        for i in 0..x.len() {
                            let $one = x[i];
                            if $is_kept {
                                y[kept] = $one;
                                kept += 1;
                            }
                        }
                    }
                }
                Resident { lookback, reduce_then_scan, reduce, compaction }
            };
        }
    };
}

/// From -2 to 2.
fn small(random: u64) -> i8 {
    (random >> 32) as u8 as i8 % 3
}

/// 1 or -1.
fn sign(random: u64) -> i8 {
    1 - 2 * (random >> 63) as i8
}

element!(i32, "i32", "+", (+), 0, |a, b| a.wrapping_add(b), |random| i32::from(small(random)), |x| x > 0);
element!(u64, "u64", "+", (+), 0, |a, b| a.wrapping_add(b), |random| random, |x| x & 1 == 0);
element!(f32, "f32", "+", (+), 0.0, |a, b| a + b, |random| f32::from(small(random)), |x| x > 0.0);
element!(f64, "f64", "+", (+), 0.0, |a, b| a + b, |random| f64::from(small(random)), |x| x > 0.0);
element!(
    Affine32,
    "affine32",
    "composition",
    (maps::then32),
    Affine32 { scale: 1.0, offset: 0.0 },
    |a, b| maps::then32(a, b),
    |random| Affine32 { scale: sign(random).into(), offset: small(random).into() },
    |x| maps::rises32(x)
);
element!(
    Affine64,
    "affine64",
    "composition",
    (maps::then64),
    Affine64 { scale: 1.0, offset: 0.0 },
    |a, b| maps::then64(a, b),
    |random| Affine64 { scale: sign(random).into(), offset: small(random).into() },
    |x| maps::rises64(x)
);
element!(
    Matrix,
    "matrix",
    "product",
    (matrices::times),
    Matrix { x00: 1, x01: 0, x10: 0, x11: 1 },
    |a, b| matrices::times(a, b),
    |random| Matrix { x00: random, x01: random >> 8, x10: random << 8 | 1, x11: !random },
    |x| matrices::is_even(x)
);

/// The same elements in every run.
pub fn samples<T: Element>(n: usize) -> Vec<T> {
    (0..n as u64).map(|k| T::sample(mixed(k))).collect()
}

/// Bits that look random: the finaliser of SplitMix64.
fn mixed(k: u64) -> u64 {
    let z = (k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The first index at which `y` is not what the plain loop would store.
pub fn first_difference<T: Element>(x: &[T], y: &[T]) -> Option<usize> {
    let mut sum = T::IDENTITY;
    x.iter().zip(y).position(|(&x, &y)| {
        sum = sum.then(x);
        sum != y
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Element>() {
        let x = samples::<T>(5000);
        let mut y = vec![T::IDENTITY; x.len()];
        T::plain(&x, &mut y);
        assert_eq!(first_difference(&x, &y), None);
        assert_eq!(y[1], x[0].then(x[1]));
        // Any order of combination gives the same: here pairs first.
        let pairs = x.chunks(2).map(|pair| pair[0].then(pair[1]));
        let total = pairs.fold(T::IDENTITY, T::then);
        assert_eq!(total, y[x.len() - 1]);
        y[4000] = x[4001];
        assert_eq!(first_difference(&x, &y), Some(4000));
    }

    #[test]
    fn the_loop_is_the_meaning_for_every_type() {
        check::<i32>();
        check::<u64>();
        check::<f32>();
        check::<f64>();
        check::<Affine32>();
        check::<Affine64>();
        check::<Matrix>();
    }
}
