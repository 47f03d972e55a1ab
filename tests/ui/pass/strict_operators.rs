//! A crate with every lint denied that is likely to be: what declarations become adds no warning.
#![forbid(unsafe_code)]
#![deny(warnings, unused, future_incompatible, nonstandard_style, rust_2018_idioms, rust_2024_compatibility, missing_docs)]
#![deny(missing_debug_implementations, unused_qualifications, unused_lifetimes, unused_results, unreachable_pub)]
#![deny(trivial_casts, trivial_numeric_casts, single_use_lifetimes, let_underscore_drop, variant_size_differences)]
#![deny(clippy::all, clippy::pedantic)]

use scan_runtime::{declare_scan, declare_target, scan};

/// Pairs.
#[declare_target]
pub mod poly {
    /// A state.
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        /// On.
        On,
        /// Off.
        Off,
    }

    /// A pair.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Pair {
        /// What is added.
        pub x: i32,
        /// The factor.
        pub y: i32,
        /// A flag.
        pub flag: bool,
        /// A state.
        pub state: State,
        /// More.
        pub more: [u16; 3],
    }

    /// Composition.
    #[must_use]
    #[declare_scan(identity = Pair { x: 0, y: 1, flag: false, state: State::On, more: [0; 3] }, assume_associative)]
    pub fn op(a: Pair, c: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(c.y).wrapping_add(c.x), y: a.y.wrapping_mul(c.y), ..a }
    }
}

#[declare_scan(identity = 0)]
fn latest(earlier: u16, later: u16) -> u16 {
    if later == 0 { earlier } else { later }
}

/// A newtype.
#[declare_target]
pub mod modular {
    use std::ops::Add;

    const P: u64 = 1_000_000_007;

    /// Modulo p.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ModP(pub u64);

    #[declare_scan(identity = ModP(0), assume_associative)]
    impl Add for ModP {
        type Output = Self;

        fn add(self, later: Self) -> Self {
            Self((self.0 + later.0) % P)
        }
    }
}

/// Values.
#[scan(poly::op : t)]
pub fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i - 1]);
    }
}

/// Sums.
#[scan(+ : sum)]
pub fn sums(x: &[modular::ModP], y: &mut [modular::ModP]) {
    let mut sum = modular::ModP(0);
    for i in 0..x.len() {
        sum = sum + x[i];
        y[i] = sum;
    }
}

/// Words.
#[scan(latest : word)]
pub fn words(x: &[u16], y: &mut [u16]) {
    let mut word = 0;
    for i in 0..x.len() {
        word = latest(word, x[i]);
        y[i] = word;
    }
}

fn main() {
    let h = [1, 1, 0, 1].map(|x| poly::Pair { x, y: 2, flag: true, state: poly::State::Off, more: [1, 2, 3] });
    let mut t = [h[0]; 5];
    t[0].x = 0;
    values(&h, &mut t);
    assert_eq!(t[4].x, 13);
    let mut y = [modular::ModP(0); 3];
    sums(&[7, 1_000_000_000, 5].map(modular::ModP), &mut y);
    assert_eq!(y.map(|sum| sum.0), [7, 0, 5]);
    let mut y = [0; 4];
    words(&[0, 3, 0, 4], &mut y);
    assert_eq!(y, [0, 3, 3, 4]);
}
