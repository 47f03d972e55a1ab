//! What lies in memory: the types of elements and of their fields.
//!
//! **A device's bytes are looked at before they are values.** In release builds, too: `Value::is_value` knows `bool`s and enums in structs;
//! padding is never read. Until then there is a copy of what they replace, which comes back if they are none.

use std::any::{Any, TypeId};
use std::fmt::Debug;

/// A type whose values lie in the memory of the host and of an OpenCL device alike, padding included.
///
/// Implemented for `i8…i64`, `u8…u64`, `isize`, `usize`, `f32`, `f64`, `bool`, fixed arrays of these, and for what
/// `#[declare_target]` stands on: structs of these and of each other, and C-like enums; and for tuples of elements.
///
/// # Safety
/// Where [`is_value`](Self::is_value) says so, the memory is a value of the type. `ANY_BYTES` is true only where all initialised memory of
/// its size is. `LAYOUT` has the size of the type, and the places and layouts of all its fields, or is `None` where it has none. `LANE` is
/// `None` but for the primitive type that it names, or one that lies in memory as that does.
pub unsafe trait Value: Copy + Send + Sync + 'static {
    /// Whether a kernel with this type needs a device with double precision.
    const NEEDS_FP64: bool = false;
    /// The greatest relative error of one rounding: 0 where arithmetic is exact.
    const ROUNDING: f64 = 0.0;
    /// All bytes are values: there is nothing to look for in what a device has stored.
    const ANY_BYTES: bool = true;
    /// Where the fields are, in a type that has any.
    const LAYOUT: Option<&'static Layout> = None;
    /// What a value is in the vectors of a processor, if it is primitive.
    #[doc(hidden)]
    const LANE: Option<Lane> = None;

    /// Where the part at the end of a way begins: of `x`, a field, of `place.x`, one of a field, of `[0].x`, one of an array's element.
    #[doc(hidden)]
    fn offset(_way: &str) -> Option<usize> {
        None
    }

    /// Whether what lies at `memory` is a value of the type.
    ///
    /// # Safety
    /// The memory is readable, aligned for the type, and initialised but for padding.
    unsafe fn is_value(memory: *const Self) -> bool;

    /// Whether `self` and `other` are the same result: equal for exact types; for floats both NaN, equal, or at most `tolerance`
    /// apart; fields and elements likewise.
    fn same(&self, other: &Self, tolerance: f64) -> bool;

    /// The size of the greatest finite float in it, without its sign; 0 for everything else. It scales the tolerance of a comparison.
    fn magnitude(&self) -> f64 {
        0.0
    }

    /// The values that it is of, where several are carried together, each a `Box` of its own type.
    #[doc(hidden)]
    fn parts(self) -> Vec<Box<dyn Any>> {
        vec![Box::new(self)]
    }

    /// The value `number` of several that are carried together, or the one value.
    #[doc(hidden)]
    fn part(&self, number: usize) -> Option<&dyn Any> {
        (number == 0).then_some(self as &dyn Any)
    }

    /// The value for a person to read, in messages.
    fn describe(&self) -> String;
}

/// What a lane of a vector holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// `i8`
    I8,
    /// `u8`, `bool`
    U8,
    /// `i16`
    I16,
    /// `u16`
    U16,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `i64`
    I64,
    /// `u64`
    U64,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl Lane {
    /// Whether it is rounded.
    pub(crate) const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// The size of a struct and the places of its fields, which the runtime compares with a device's.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Its name in OpenCL C.
    pub name: &'static str,
    /// The bytes of a value.
    pub size: usize,
    /// Its fields.
    pub fields: &'static [Field],
}

/// A field of a struct.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its name in OpenCL C.
    pub name: &'static str,
    /// Where it begins, in bytes from the beginning of the struct.
    pub offset: usize,
    /// The layout of the struct that it is, or has elements of.
    pub layout: Option<&'static Layout>,
}

/// Whether two types are one.
pub(crate) fn is_same_type<A: 'static, B: 'static>() -> bool {
    TypeId::of::<A>() == TypeId::of::<B>()
}

macro_rules! exact {
    ($($type:ident $lane:ident)*) => { $(
        // SAFETY: all bytes are values.
        unsafe impl Value for $type {
            const LANE: Option<Lane> = Some(Lane::$lane);

            unsafe fn is_value(_memory: *const Self) -> bool {
                true
            }

            fn same(&self, other: &Self, _tolerance: f64) -> bool {
                self == other
            }

            fn describe(&self) -> String {
                readable(self)
            }
        }
    )* };
}

exact! { i8 I8 i16 I16 i32 I32 i64 I64 u8 U8 u16 U16 u32 U32 u64 U64 }
#[cfg(target_pointer_width = "64")]
exact! { isize I64 usize U64 }
#[cfg(target_pointer_width = "32")]
exact! { isize I32 usize U32 }

// SAFETY: `is_value` tells 0 and 1 from the rest.
unsafe impl Value for bool {
    const ANY_BYTES: bool = false;
    const LANE: Option<Lane> = Some(Lane::U8);

    unsafe fn is_value(memory: *const Self) -> bool {
        // SAFETY: a byte that is readable and initialised, by the caller's promise.
        unsafe { *memory.cast::<u8>() < 2 }
    }

    fn same(&self, other: &Self, _tolerance: f64) -> bool {
        self == other
    }

    fn describe(&self) -> String {
        readable(self)
    }
}

macro_rules! float {
    ($type:ident, $lane:ident, $fp64:literal) => {
        // SAFETY: all bytes are values.
        unsafe impl Value for $type {
            const NEEDS_FP64: bool = $fp64;
            const ROUNDING: f64 = $type::EPSILON as f64 / 2.0;
            const LANE: Option<Lane> = Some(Lane::$lane);

            unsafe fn is_value(_memory: *const Self) -> bool {
                true
            }

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

float!(f32, F32, false);
float!(f64, F64, true);

// SAFETY: an array is a value where all its elements are.
unsafe impl<T: Value, const N: usize> Value for [T; N] {
    const NEEDS_FP64: bool = T::NEEDS_FP64;
    const ROUNDING: f64 = T::ROUNDING;
    const ANY_BYTES: bool = T::ANY_BYTES;
    const LAYOUT: Option<&'static Layout> = T::LAYOUT;

    fn offset(way: &str) -> Option<usize> {
        let (number, rest) = way.strip_prefix('[')?.split_once(']')?;
        let number = number.parse::<usize>().ok().filter(|number| *number < N)?;
        let within = if rest.is_empty() { Some(0) } else { T::offset(rest.strip_prefix('.')?) };
        Some(size_of::<T>() * number + within?)
    }

    unsafe fn is_value(memory: *const Self) -> bool {
        let first = memory.cast::<T>();
        // SAFETY: within the array, which is as the caller promises.
        (0..N).all(|at| unsafe { T::is_value(first.add(at)) })
    }

    fn same(&self, other: &Self, tolerance: f64) -> bool {
        self.iter().zip(other).all(|(one, other)| one.same(other, tolerance))
    }

    fn magnitude(&self) -> f64 {
        self.iter().map(T::magnitude).fold(0.0, f64::max)
    }

    fn describe(&self) -> String {
        let elements: Vec<String> = self.iter().map(T::describe).collect();
        format!("[{}]", elements.join(", "))
    }
}

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
        assert!([1.0f32, 2.0].same(&[1.0, 2.25], 0.25));
    }

    #[test]
    fn exact_types_ignore_the_tolerance() {
        assert!(!1i32.same(&2, 10.0));
        assert!(true.same(&true, 0.0));
        assert_eq!((-3i8).describe(), "-3");
        assert_eq!([1u8, 2].describe(), "[1, 2]");
    }

    #[test]
    fn bytes_other_than_0_and_1_are_no_bools() {
        let bytes = [0u8, 1, 2];
        let valid = |at: usize| {
            // SAFETY: a byte within the array.
            unsafe { bool::is_value(bytes.as_ptr().add(at).cast()) }
        };
        assert_eq!([0, 1, 2].map(valid), [true, true, false]);
        // SAFETY: three bytes.
        assert!(!unsafe { <[bool; 3]>::is_value(bytes.as_ptr().cast()) });
    }
}
