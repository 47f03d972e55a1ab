//! Declared functions that loops call.

use super::value::is_same_type;
use std::fmt;
use std::marker::PhantomData;

/// What names a function that a user declared for kernels. `#[declare_target]` makes a type of the function's name that is one:
/// functions have another namespace, so that one `use` imports both.
///
/// # Safety
/// `DEFINITIONS` is OpenCL C that kernels run as it stands. It defines a function `NAME` of `PARAMETERS` that gives `RETURNS`, the types
/// that `Arguments` and `Result` have there, and takes `__global int *panicked` as well where it `MAY_PANIC`. The function uses no memory
/// but its operands, its own variables and `*panicked`, and has no undefined behaviour on any values of the types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function that a kernel can call",
    label = "not a declared function",
    note = "write `#[declare_target]` above the function, or put it into a `#[declare_target] mod` with the types that it uses"
)]
pub unsafe trait Function: Copy + Send + Sync + 'static {
    /// What it takes: a tuple of a [`Type`] for each parameter, that of the value for one that is a reference.
    type Arguments;
    /// What it gives: a [`Type`].
    type Result;

    /// Its name in OpenCL C.
    const NAME: &'static str;
    /// The types of its parameters in OpenCL C.
    const PARAMETERS: &'static [&'static str];
    /// The type of its value in OpenCL C.
    const RETURNS: &'static str;
    /// OpenCL C that defines it, after what it mentions. It computes exactly what the function does.
    const DEFINITIONS: &'static [&'static str];
    /// Whether it needs a device with double precision.
    const NEEDS_FP64: bool = false;
    /// Whether it needs single-precision division and square roots rounded as IEEE 754 says.
    const NEEDS_ROUNDED_DIVISION: bool = false;
    /// Whether it calls functions such as `sin`, whose last bits are the device's own.
    const APPROXIMATES: bool = false;
    /// Whether `function` is the declared one. In a loop's scope a function may be hidden by another one, and the type of its name not.
    fn is<F: 'static>(function: &F) -> bool;

    /// Whether it may panic: its last parameter is then where it says that it does.
    const MAY_PANIC: bool = true;
}

/// A type, as a value.
pub struct Type<T>(PhantomData<fn() -> T>);

impl<T> Clone for Type<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Type<T> {}

impl<T> fmt::Debug for Type<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<T>())
    }
}

/// The type `T`.
pub const fn of<T>() -> Type<T> {
    Type(PhantomData)
}

/// The type of the elements of `array`.
pub const fn of_these<T>(array: &[T]) -> Type<T> {
    let _ = array;
    of()
}

/// Whether two functions are one: each has a type of its own.
pub fn is_same<A: 'static, B: 'static>(one: &A, other: &B) -> bool {
    let _ = (one, other);
    is_same_type::<A, B>()
}
