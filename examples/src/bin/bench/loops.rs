//! The loop that is measured, plain and annotated.

#![allow(clippy::assign_op_pattern, reason = "the macro writes `a = a ⊕ b` for wrapping sums and others alike")]

use scan_runtime::scan;
use std::fmt::Debug;

/// Fills the second array with the sums of the first.
pub type Sum<T> = fn(&[T], &mut [T]);

/// An element type of the benchmark.
pub trait Number: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// As Rust calls it.
    const NAME: &'static str;
    /// Small enough that sums of floats are exact in every order.
    fn small(value: i32) -> Self;
    fn plus(self, other: Self) -> Self;
    /// Without any annotation.
    fn plain(x: &[Self], y: &mut [Self]);
    /// Annotated, with nothing said of the algorithm or the device.
    fn annotated(x: &[Self], y: &mut [Self]);
    /// The same by each algorithm.
    const BY_ALGORITHM: &'static [(&'static str, Sum<Self>)];
}

/// The loop, under an attribute.
macro_rules! summing {
    ($(#[$attribute:meta])* $name:ident: $t:ident, |$a:ident, $b:ident| $sum:expr) => {
        $(#[$attribute])*
        fn $name(x: &[$t], y: &mut [$t]) {
            let mut $a: $t = 0 as $t;
            for i in 0..x.len() {
                let $b = x[i];
                $a = $sum;
                y[i] = $a;
            }
        }
    };
}

macro_rules! number {
    ($t:ident, |$a:ident, $b:ident| $sum:expr) => {
        impl Number for $t {
            const NAME: &'static str = stringify!($t);

            fn small(value: i32) -> Self {
                value as $t
            }

            fn plus(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $sum
            }

            fn plain(x: &[Self], y: &mut [Self]) {
                summing!(#[inline(never)] plain: $t, |$a, $b| $sum);
                plain(x, y);
            }

            fn annotated(x: &[Self], y: &mut [Self]) {
                summing!(#[scan(+ : y)] annotated: $t, |$a, $b| $sum);
                annotated(x, y);
            }

            const BY_ALGORITHM: &'static [(&'static str, Sum<Self>)] = {
                summing!(#[scan(+ : y, algorithm(lookback))] lookback: $t, |$a, $b| $sum);
                summing!(#[scan(+ : y, algorithm(reduce_then_scan))] reduce_then_scan: $t, |$a, $b| $sum);
                summing!(#[scan(+ : y, algorithm(blelloch))] blelloch: $t, |$a, $b| $sum);
                summing!(#[scan(+ : y, algorithm(hillis_steele))] hillis_steele: $t, |$a, $b| $sum);
                &[
                    ("device, lookback", lookback),
                    ("device, reduce_then_scan", reduce_then_scan),
                    ("device, blelloch", blelloch),
                    ("device, hillis_steele", hillis_steele),
                ]
            };
        }
    };
}

number!(i32, |a, b| a.wrapping_add(b));
number!(u64, |a, b| a.wrapping_add(b));
number!(f32, |a, b| a + b);
number!(f64, |a, b| a + b);
