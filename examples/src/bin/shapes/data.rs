//! The arrays that loops work on, and the types of their elements.

use scan_runtime::declare_target;

pub use pairs::Pair;

/// Runs a loop so many times.
pub type Run<T> = fn(&mut Data<T>, u32);

/// Three arrays of one length.
pub struct Data<T> {
    pub x: Vec<T>,
    pub y: Vec<T>,
    pub z: Vec<T>,
}

/// A type of elements.
pub trait Element: Copy + PartialEq + 'static {
    /// As the tables call it.
    const NAME: &'static str;
    /// From random bits, such that sums of some hundred millions are exact in any order.
    fn sample(random: u64) -> Self;
}

/// Maps x -> scale * x + offset, of which the left one is applied first.
#[declare_target]
mod pairs {
    use std::ops::Add;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub scale: f32,
        pub offset: f32,
    }

    #[declare_scan(identity = Pair { scale: 1.0, offset: 0.0 })]
    impl Add for Pair {
        type Output = Self;

        fn add(self, later: Self) -> Self {
            Pair { scale: self.scale * later.scale, offset: self.offset * later.scale + later.offset }
        }
    }
}

impl Element for Pair {
    const NAME: &'static str = "pairs";

    fn sample(random: u64) -> Self {
        Self { scale: if random & 1 == 0 { 1.0 } else { -1.0 }, offset: f32::sample(random >> 1) }
    }
}

/// What loops over numbers need besides.
pub trait Number: Element {
    const ZERO: Self;
    /// Half of the samples are greater.
    const KEPT_ABOVE: Self;
}

macro_rules! numbers {
    ($($t:ident: $less:literal, $more:literal;)*) => { $(
        impl Element for $t {
            const NAME: &'static str = stringify!($t);

            fn sample(random: u64) -> Self {
                if random >> 40 & 1 == 0 { $less } else { $more }
            }
        }

        impl Number for $t {
            const ZERO: Self = 0 as $t;
            const KEPT_ABOVE: Self = $less;
        }
    )* };
}

numbers! {
    i32: -1, 1;
    f32: -1.0, 1.0;
    f64: -1.0, 1.0;
    u8: 1, 2;
    u64: 1, 2;
}

impl<T: Element> Data<T> {
    /// Arrays of `n` elements.
    pub fn new(n: usize) -> Self {
        let array = || (0..n as u64).map(|index| T::sample(scrambled(index))).collect();
        Self { x: array(), y: array(), z: array() }
    }

    /// Undoes what loops have done.
    pub fn fill(&mut self) {
        self.y.copy_from_slice(&self.x);
        self.z.copy_from_slice(&self.x);
    }
}

/// Bits that look random: a step of SplitMix64.
fn scrambled(index: u64) -> u64 {
    let mut bits = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
