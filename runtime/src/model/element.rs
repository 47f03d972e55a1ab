//! The types whose values a scan may load, store and carry.

use crate::model::value::Value;

/// A type whose values travel between the host and an OpenCL device as they lie in memory.
///
/// Implemented for `i8…i64`, `u8…u64`, `isize`, `usize`, `f32`, `f64` and `bool`, by `#[declare_target]` for structs and enums, and for
/// tuples of up to eight of all these and fixed arrays of them.
///
/// # Safety
/// `OPENCL_TYPE`, after `DEFINITIONS`, must name an OpenCL C type with the size, the alignment and the field offsets that `Self` has
/// in Rust: the runtime hands the memory of slices of `Self` to kernels as arrays of it. What [`Value::LAYOUT`] says of sizes and
/// offsets the runtime compares with the device's before it does.
#[diagnostic::on_unimplemented(
    message = "no kernel can hold a `{Self}`",
    label = "`{Self}` is not an `Element`",
    note = "kernels hold integers of up to 64 bits, `f32`, `f64`, `bool`, the structs and enums of a `#[declare_target] mod`, tuples and fixed arrays of these",
    note = "a generic function bounds its types: `T: Monoid<Add>`"
)]
pub unsafe trait Element: Value {
    /// The type's name in OpenCL C.
    const OPENCL_TYPE: &'static str;
    /// OpenCL C that declares the type and what it mentions, each after what it mentions; empty for built-in types.
    const DEFINITIONS: &'static [&'static str] = &[];
}

/// A value of type `C`, or a reference to one: Rust's arithmetic takes both, and a pattern does not say which of them a name is.
#[diagnostic::on_unimplemented(
    message = "mismatched types",
    label = "expected `{C}`, found `{Self}`",
    note = "a loop's kernels take what they use from outside it by the type that its arithmetic says"
)]
pub trait Captured<C> {
    /// The value.
    fn value(self) -> C;
}

impl<C: Element> Captured<C> for C {
    #[inline]
    fn value(self) -> C {
        self
    }
}

impl<C: Element> Captured<C> for &C {
    #[inline]
    fn value(self) -> C {
        *self
    }
}

/// The value of a variable that may be a reference to one.
#[inline]
pub fn value<C>(captured: impl Captured<C>) -> C {
    captured.value()
}

macro_rules! elements {
    ($($type:ident = $opencl:literal)*) => { $(
        // SAFETY: the OpenCL C specification gives the type this size and alignment, and floats are those of IEEE 754; `bool` is a
        // `uchar` of 0 or 1; on hosts where `usize` is narrower than `ulong` no device is used (see `dispatch`).
        unsafe impl Element for $type {
            const OPENCL_TYPE: &'static str = $opencl;
        }
    )* };
}

elements! {
    i8 = "char" i16 = "short" i32 = "int" i64 = "long" isize = "long"
    u8 = "uchar" u16 = "ushort" u32 = "uint" u64 = "ulong" usize = "ulong" bool = "uchar"
    f32 = "float" f64 = "double"
}
