//! Types and operators to scan with, declared in a crate other than that of the loops.

use scan_runtime::declare_target;

/// Listing 4.6 of the thesis: the values of a polynomial's beginnings.
#[declare_target]
pub mod poly {
    /// `v ↦ v * y + x`.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        /// What is added.
        pub x: i32,
        /// The factor.
        pub y: i32,
    }

    /// Equation 4.2: `a` first.
    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, c: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(c.y).wrapping_add(c.x), y: a.y.wrapping_mul(c.y) }
    }
}

/// Listing 4.8 of the thesis: products of matrices, by the operator `*`.
#[declare_target]
pub mod fibonacci {
    use std::ops::Mul;

    /// 2×2, row by row.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        /// The entries.
        pub x00: u64,
        /// The entries.
        pub x01: u64,
        /// The entries.
        pub x10: u64,
        /// The entries.
        pub x11: u64,
    }

    impl Matrix {
        /// Whose powers have the Fibonacci numbers.
        pub const STEP: Self = Self::new(1, 1, 1, 0);

        /// Row by row.
        #[must_use]
        pub const fn new(x00: u64, x01: u64, x10: u64, x11: u64) -> Self {
            Self { x00, x01, x10, x11 }
        }
    }

    /// Modulo 2^64.
    const fn dot(a: u64, b: u64, c: u64, d: u64) -> u64 {
        a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d))
    }

    #[declare_scan(identity = Self::new(1, 0, 0, 1))]
    impl Mul for Matrix {
        type Output = Self;

        fn mul(self, c: Self) -> Self {
            Self {
                x00: dot(self.x00, c.x00, self.x01, c.x10),
                x01: dot(self.x00, c.x01, self.x01, c.x11),
                x10: dot(self.x10, c.x00, self.x11, c.x10),
                x11: dot(self.x10, c.x01, self.x11, c.x11),
            }
        }
    }
}
