//! Operators of a program's own, declared beside the loops that use them; see `loops.rs`.

use scan_runtime::{declare_scan, declare_target, scan};

/// Listing 4.6 of the thesis.
#[declare_target]
pub mod poly {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, c: Pair) -> Pair {
        Pair { x: a.x * c.y + c.x, y: a.y * c.y }
    }
}

/// Listing 4.8 of the thesis.
#[declare_target]
pub mod fibonacci {
    use std::ops::Mul;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub x00: u64,
        pub x01: u64,
        pub x10: u64,
        pub x11: u64,
    }

    impl Matrix {
        pub const fn new(x00: u64, x01: u64, x10: u64, x11: u64) -> Self {
            Self { x00, x01, x10, x11 }
        }
    }

    #[declare_scan(identity = Matrix::new(1, 0, 0, 1))]
    impl Mul for Matrix {
        type Output = Matrix;

        fn mul(self, c: Matrix) -> Matrix {
            Matrix::new(
                self.x00 * c.x00 + self.x01 * c.x10,
                self.x00 * c.x01 + self.x01 * c.x11,
                self.x10 * c.x00 + self.x11 * c.x10,
                self.x10 * c.x01 + self.x11 * c.x11,
            )
        }
    }

    #[scan_runtime::scan(* : y, algorithm(blelloch))]
    pub fn powers(y: &mut [Matrix]) {
        for i in 1..y.len() {
            y[i] = y[i - 1] * y[i];
        }
    }
}

/// A type with padding, a flag and an enum, and an operator without an identity.
#[declare_target]
pub mod quality {
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Source {
        Sensor,
        Estimate,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Reading {
        pub valid: bool,
        pub value: f64,
        pub source: Source,
    }

    /// The last reading that is valid.
    #[declare_scan]
    pub fn latest(earlier: Reading, later: Reading) -> Reading {
        if later.valid { later } else { Reading { source: Source::Estimate, ..earlier } }
    }
}

/// On a primitive type: words that are not 0 stay.
#[declare_scan(identity = 0)]
fn filled(earlier: u16, later: u16) -> u16 {
    if later == 0 { earlier } else { later }
}

/// Residues, of which the sum is one; of other numbers it is not.
#[declare_target]
pub mod residues {
    pub const P: u32 = 65521;

    #[declare_scan(identity = 0, domain = |a| a < P)]
    pub fn add(a: u32, b: u32) -> u32 {
        let sum = a.wrapping_add(b);
        if sum >= P { sum - P } else { sum }
    }
}

#[scan(residues::add : sum, algorithm(blelloch))]
pub fn checksums(x: &[u32], start: u32, y: &mut [u32]) -> u32 {
    let mut sum = start;
    for i in 0..x.len() {
        sum = residues::add(sum, x[i]);
        y[i] = sum;
    }
    sum
}

#[scan(poly::op : t)]
pub fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i - 1]);
    }
}

/// The maps are made in the loop, of coefficients for one point.
#[scan(poly::op : value)]
pub fn values_at(coefficients: &[i16], point: i32, y: &mut [poly::Pair]) -> poly::Pair {
    let mut value = poly::Pair { x: 0, y: 1 };
    for i in 0..coefficients.len() {
        let y_of_odd = if coefficients[i] % 2 != 0 { point } else { -point };
        value = poly::op(value, poly::Pair { y: y_of_odd, x: coefficients[i] as i32 });
        y[i] = value;
    }
    value
}

#[scan(poly::op : carried)]
pub fn values_backwards(h: &[poly::Pair], t: &mut [poly::Pair]) -> poly::Pair {
    let mut carried = h[0];
    for i in (0..h.len()).rev() {
        t[i] = carried;
        carried = poly::op(h[i], carried);
    }
    carried
}

pub mod uses {
    use super::fibonacci::Matrix;
    use super::quality::{Reading, latest as newest};
    use scan_runtime::scan;

    #[scan(* : y)]
    pub fn products(x: &[Matrix], y: &mut [Matrix]) {
        for i in 1..y.len() {
            y[i] = y[i - 1] * x[i - 1];
        }
    }

    #[scan(newest : last, algorithm(hillis_steele))]
    pub fn readings(x: &[Reading], shift: usize, y: &mut [Reading]) -> Reading {
        let mut last = x[0];
        for i in 0..y.len() {
            last = newest(last, x[i + shift]);
            y[i] = last;
        }
        last
    }
}

#[scan(filled : word)]
pub fn words(x: &[u16], y: &mut [u16]) -> u16 {
    let mut word = 0;
    for i in 0..x.len() {
        word = filled(word, x[i]);
        y[i] = word + 1;
    }
    word
}

/// What the operator is on is not in the file's text: the runtime puts it in front of the kernels.
#[scan(* : y)]
pub fn products_of_any<T: scan_runtime::Monoid<scan_runtime::Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = x[i] * y[i - 1];
    }
}
