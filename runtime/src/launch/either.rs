//! One of two values by a condition that nobody can predict: where a processor guesses it, it guesses wrong.

use std::hint::select_unpredictable;

/// A type of whose values one is chosen without a branch.
pub trait Either: Copy {
    /// `on` where it `holds`, otherwise `reset`.
    fn either(holds: bool, on: Self, reset: Self) -> Self;
}

macro_rules! conditional_moves {
    ($($type:ty)*) => { $(
        impl Either for $type {
            #[inline(always)]
            fn either(holds: bool, on: Self, reset: Self) -> Self {
                select_unpredictable(holds, on, reset)
            }
        }
    )* };
}

conditional_moves!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

// x86-64 has no conditional move for the registers of floats, and compilers make a branch of one of those.
#[cfg(any(not(target_arch = "x86_64"), miri))]
conditional_moves!(f32 f64);

#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! masks {
    ($($type:ident $bits:ident)*) => { $(
        impl Either for $type {
            #[inline(always)]
            fn either(holds: bool, mut on: Self, reset: Self) -> Self {
                let mask = $type::from_bits($bits::from(holds).wrapping_neg());
                // SAFETY: `(on & mask) | (reset & !mask)`, with instructions that every processor of this architecture has.
                unsafe {
                    std::arch::asm!(
                        "andps {on}, {mask}",
                        "andnps {mask}, {reset}",
                        "orps {on}, {mask}",
                        on = inout(xmm_reg) on,
                        mask = inout(xmm_reg) mask => _,
                        reset = in(xmm_reg) reset,
                        options(pure, nomem, nostack, preserves_flags)
                    );
                }
                on
            }
        }
    )* };
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
masks!(f32 u32 f64 u64);

/// `on` where it `holds`, otherwise `reset`.
#[inline(always)]
pub fn either<T: Either>(holds: bool, on: T, reset: T) -> T {
    T::either(holds, on, reset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_that_of_the_chosen() {
        for (one, other) in [(0.0_f64, -0.0), (f64::NAN, 1.5), (f64::INFINITY, f64::from_bits(u64::MAX)), (-1e300, 5e-324)] {
            for (on, reset) in [(one, other), (other, one)] {
                assert_eq!(either(true, on, reset).to_bits(), on.to_bits());
                assert_eq!(either(false, on, reset).to_bits(), reset.to_bits());
                let (on, reset) = (on as f32, reset as f32);
                assert_eq!(either(true, on, reset).to_bits(), on.to_bits());
                assert_eq!(either(false, on, reset).to_bits(), reset.to_bits());
            }
        }
        assert_eq!((either(true, 3_u8, 5), either(false, 3_u8, 5)), (3, 5));
        assert_eq!((either(true, -3_i64, 5), either(false, true, false)), (-3, false));
    }
}
