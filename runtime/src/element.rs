//! The types whose values a scan may load, store and carry.

use bytemuck::{CheckedBitPattern, NoUninit};
use std::fmt::Debug;

/// A type whose values travel between the host and an OpenCL device as they lie in memory.
///
/// Implemented for `i8…i64`, `u8…u64`, `isize`, `usize`, `f32`, `f64` and `bool`.
///
/// # Safety
/// `OPENCL_TYPE`, after `DEFINITIONS`, must name an OpenCL C type with the size, the alignment and the field offsets that `Self` has
/// in Rust: the runtime hands the memory of slices of `Self` to kernels as arrays of it.
#[diagnostic::on_unimplemented(
    message = "no kernel can hold a `{Self}`",
    label = "`{Self}` is not an `Element`",
    note = "kernels hold integers of up to 64 bits, `f32`, `f64` and `bool`; a generic function bounds its types: `T: Monoid<Add>`"
)]
pub unsafe trait Element: NoUninit + CheckedBitPattern + Send + Sync {
    /// The type's name in OpenCL C.
    const OPENCL_TYPE: &'static str;
    /// OpenCL C that declares the type; empty for built-in types.
    const DEFINITIONS: &'static str = "";
    /// Whether a kernel with this type needs a device with double precision.
    const NEEDS_FP64: bool = false;
    /// The greatest relative error of one rounding: 0 where arithmetic is exact.
    const ROUNDING: f64 = 0.0;

    /// Whether `self` and `other` are the same result: equal bytes for exact types; for floats both NaN, equal, or at most
    /// `tolerance` apart.
    fn same(&self, other: &Self, tolerance: f64) -> bool {
        let _ = tolerance;
        bytemuck::bytes_of(self) == bytemuck::bytes_of(other)
    }

    /// The size of a finite float without its sign; 0 for everything else. It scales the tolerance of a comparison.
    fn magnitude(&self) -> f64 {
        0.0
    }

    /// The value for a person to read, in messages.
    fn describe(&self) -> String {
        format!("{:02x?}", bytemuck::bytes_of(self))
    }
}

macro_rules! exact {
    ($($type:ident = $opencl:literal)*) => { $(
        // SAFETY: the OpenCL C specification gives the type this size and alignment; `bool` is a `uchar` of 0 or 1; on hosts where
        // `usize` is narrower than `ulong` no device is used (see `dispatch`).
        unsafe impl Element for $type {
            const OPENCL_TYPE: &'static str = $opencl;

            fn describe(&self) -> String {
                readable(self)
            }
        }
    )* };
}

exact! {
    i8 = "char" i16 = "short" i32 = "int" i64 = "long" isize = "long"
    u8 = "uchar" u16 = "ushort" u32 = "uint" u64 = "ulong" usize = "ulong" bool = "uchar"
}

macro_rules! float {
    ($type:ident, $opencl:literal, $fp64:literal) => {
        // SAFETY: both are the IEEE 754 format of this width.
        unsafe impl Element for $type {
            const OPENCL_TYPE: &'static str = $opencl;
            const NEEDS_FP64: bool = $fp64;
            const ROUNDING: f64 = $type::EPSILON as f64 / 2.0;

            fn same(&self, other: &Self, tolerance: f64) -> bool {
                let apart = (*self as f64 - *other as f64).abs();
                self == other || self.is_nan() && other.is_nan() || apart <= tolerance
            }

            fn magnitude(&self) -> f64 {
                if self.is_finite() { self.abs() as f64 } else { 0.0 }
            }

            fn describe(&self) -> String {
                readable(self)
            }
        }
    };
}

float!(f32, "float", false);
float!(f64, "double", true);

fn readable(value: &impl Debug) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_the_same_within_the_tolerance() {
        assert!(1.0f32.same(&1.25, 0.25));
        assert!(!1.0f32.same(&1.5, 0.25));
        assert!(f64::NAN.same(&f64::NAN, 0.0));
        assert!(!f64::NAN.same(&1.0, 1e9));
        assert!(f32::INFINITY.same(&f32::INFINITY, 0.0));
        assert!(!f32::INFINITY.same(&f32::NEG_INFINITY, 1e9));
        assert!(0.0f64.same(&-0.0, 0.0));
    }

    #[test]
    fn exact_types_ignore_the_tolerance() {
        assert!(!1i32.same(&2, 10.0));
        assert!(true.same(&true, 0.0));
        assert_eq!((-3i8).describe(), "-3");
    }
}
