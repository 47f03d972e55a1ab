//! What the compiler takes names for, confirmed by rustc.
//!
//! The compiler sees the text of one function. That `max` is the standard library's, that `x[i]` is an element of a slice, that `*k` has
//! no effects: all that depends on what is in scope there, which rustc alone knows. Generated code calls these functions with what the
//! text says, in code that is never reached; they do nothing, and do not compile where it means something else.

use std::borrow::Cow;
use std::cell::{Ref, RefMut};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, RwLockReadGuard, RwLockWriteGuard};

/// A function of the standard library, and what the loop calls by its name: one function, of one type that no other has.
#[inline(always)]
pub const fn is_standard<F>(standard: &F, called: &F) {
    let _ = (standard, called);
}

/// What is indexed, iterated over, or asked for its length.
#[inline(always)]
pub const fn is_sequence<S: Sequence + ?Sized>(sequence: &S) {
    let _ = sequence;
}

/// What an operator, a method or a compound assignment is applied to.
#[inline(always)]
pub const fn is_primitive<T: Primitive>(value: &T) {
    let _ = value;
}

/// The same of an array's elements.
#[inline(always)]
pub const fn are_primitive<T: Primitive>(values: &[T]) {
    let _ = values;
}

/// What is dereferenced by a `*`.
#[inline(always)]
pub const fn is_reference<R: Reference>(reference: &R) {
    let _ = reference;
}

/// Slices, arrays, and what the standard library has of them: indexing is the language's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is indexed, or tells its length, in its own way, which kernels do not know",
    label = "neither a slice nor an array nor a `Vec`",
    note = "give the loop a slice of it: `let x = &x[..];`, or `&mut x[..]` where the loop stores; or name its length before the loop: `let n = x.len();`"
)]
pub trait Sequence {
    /// Of what it is one.
    type Element;

    /// The array that it is, or one of its elements: a trait may be for arrays of one length.
    type Array;
}

/// The primitive types, and fixed arrays of them.
#[diagnostic::on_unimplemented(
    message = "on `{Self}`, a method or a compound assignment such as `+=` is a function of its own, which kernels do not know",
    label = "not a primitive type",
    note = "write the operator out: `a = a + b;`"
)]
pub trait Primitive {}

/// References and the standard library's pointers: `*` has no effects.
#[diagnostic::on_unimplemented(
    message = "`*` on `{Self}` calls a function, which the loop would call in every iteration",
    label = "not a reference",
    note = "read the value before the loop: `let k = *k;`"
)]
pub trait Reference {}

/// Whether fields are found in a value itself, asked by [`confirm_fields!`](crate::confirm_fields).
#[diagnostic::on_unimplemented(
    message = "a field of this value may be one of what it dereferences to",
    label = "this has a `Deref` of its own",
    note = "borrow the field before the loop: `let y = &mut self.y;`"
)]
pub trait HasOwnFields {}

impl HasOwnFields for Own {}

/// Fields are the value's own.
#[derive(Clone, Copy, Debug)]
pub struct Own;

/// Fields may be another value's.
#[derive(Clone, Copy, Debug)]
pub struct Foreign;

/// A method is the type's own, asked by [`confirm_behind_reference`](crate::confirm_behind_reference) and
/// [`confirm_method_of_sequence`](crate::confirm_method_of_sequence).
#[diagnostic::on_unimplemented(
    message = "a trait in scope has a method of this name, which may be called here instead of the standard library's",
    label = "a method that kernels do not know",
    note = "call it where the trait cannot be meant: `(*value).abs()` on a number, `(&x[..]).iter()` on a slice"
)]
pub trait IsOwnMethod {}

impl IsOwnMethod for OwnMethod {}

/// A method is the type's own.
#[derive(Clone, Copy, Debug)]
pub struct OwnMethod;

/// What a method is found to be.
#[inline(always)]
pub const fn is_own_method<M: IsOwnMethod + Copy>(method: M) {
    let _ = method;
}

/// What the methods of sequences may be called on, but for slices behind a shared reference, whose own come first. Nobody makes one.
#[derive(Debug)]
#[allow(missing_docs, reason = "their types say it")]
pub struct Receivers<'a, T, A> {
    pub vec: Vec<T>,
    pub shared_vec: &'a Vec<T>,
    pub exclusive_vec: &'a mut Vec<T>,
    pub exclusive: &'a mut [T],
    pub array: A,
    pub shared_array: &'a A,
    pub exclusive_array: &'a mut A,
}

/// Of the elements that `sequence` has.
///
/// # Panics
/// Always: it is for code that is never reached.
pub const fn receivers<'a, S: Sequence + ?Sized>(sequence: &S) -> Receivers<'a, S::Element, S::Array> {
    let _ = sequence;
    unreachable!()
}

/// What is known of fields.
#[inline(always)]
pub const fn has_own_fields<F: HasOwnFields + Copy>(fields: F) {
    let _ = fields;
}

/// A value whose fields are asked for. Of the traits below rustc takes the first that applies: to each further one it gets by removing
/// one more `&`.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// A reference to, or a pointer of the standard library's at, what has a `Deref` of its own.
pub trait ProbeBehind {
    /// Where fields are found.
    #[inline(always)]
    fn fields(&self) -> Foreign {
        Foreign
    }
}

impl<T: Deref + ?Sized> ProbeBehind for &&&Probe<'_, &T> {}
impl<T: Deref + ?Sized> ProbeBehind for &&&Probe<'_, &mut T> {}
impl<T: Deref + ?Sized> ProbeBehind for &&&Probe<'_, Box<T>> {}

/// Any other reference or pointer of the standard library's.
pub trait ProbePointer {
    /// Where fields are found.
    #[inline(always)]
    fn fields(&self) -> Own {
        Own
    }
}

impl<R: Reference> ProbePointer for &&Probe<'_, R> {}

/// What has a `Deref` of its own.
pub trait ProbeDeref {
    /// Where fields are found.
    #[inline(always)]
    fn fields(&self) -> Foreign {
        Foreign
    }
}

impl<T: Deref + ?Sized> ProbeDeref for &Probe<'_, T> {}

/// Everything else.
pub trait ProbeValue {
    /// Where fields are found.
    #[inline(always)]
    fn fields(&self) -> Own {
        Own
    }
}

impl<T: ?Sized> ProbeValue for Probe<'_, T> {}

// What generated code calls. rustc looks at it, and it is never reached: so it may borrow what is borrowed already.

/// Code that is looked at and not run.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_unreached {
    ($code:expr) => {
        #[allow(unreachable_code, clippy::never_loop, reason = "it is looked at, and not run")]
        loop {
            break;
            $code
        }
    };
}

/// `$of` is a slice, an array or a `Vec`, or a reference to one.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_sequence {
    ($of:expr) => {
        $crate::confirm_unreached!($crate::launch::confirm::is_sequence(&$of))
    };
}
pub use confirm_sequence as sequence;

/// `$of` is of a primitive type.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_primitive {
    ($of:expr) => {
        $crate::confirm_unreached!($crate::launch::confirm::is_primitive(&$of))
    };
}
pub use confirm_primitive as primitive;

/// The elements of `$of` are of a primitive type.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_primitives {
    ($of:expr) => {
        $crate::confirm_unreached!($crate::launch::confirm::are_primitive(&$of[..]))
    };
}
pub use confirm_primitives as primitives;

/// `$of` is a reference, or a pointer of the standard library's.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_reference {
    ($of:expr) => {
        $crate::confirm_unreached!($crate::launch::confirm::is_reference(&$of))
    };
}
pub use confirm_reference as reference;

/// In patterns `$name` is a new variable, and no constant, which a variable cannot hide.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_binding {
    ($name:ident) => {
        $crate::confirm_unreached!({
            #[allow(unused_variables, non_snake_case, clippy::redundant_pattern, reason = "it is looked at, and not used")]
            let $name @ _ = ();
        })
    };
}
pub use confirm_binding as binding;

/// `$called!` does what the standard library's `matches!` does.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_matches {
    ($($called:tt)+) => {
        const _: () = ::core::assert!(
            $($called)+!(1u8, 1 | 2) && !$($called)+!(3u8, 1 | 2) && !$($called)+!(1u8, 1 if false),
            "this `matches!` is not the standard library's"
        );
    };
}
pub use confirm_matches as matches;

/// `$called!` is the standard library's `assert!` or `debug_assert!`: beside that one, by a glob, rustc refuses to choose a macro of the
/// program's own.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_asserts {
    ($called:ident) => {
        const _: () = {
            #[allow(unused_imports, reason = "it is the same, or ambiguous")]
            use ::core::*;
            $called!(true);
        };
    };
    ($library:ident :: $called:ident) => {
        const _: () = {
            #[allow(unused_imports, reason = "it is the same, or ambiguous")]
            use $library::$called;
            $crate::confirm_asserts!($called);
        };
    };
    // Another crate has no such name.
    (:: $library:ident :: $called:ident) => {};
}
pub use confirm_asserts as asserts;

/// `$called!` panics, or never ends otherwise: one of the program's own by such a name might leave the loop, or have a value.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_panics {
    ($($called:tt)+) => {
        #[allow(clippy::panic, clippy::todo, clippy::unimplemented, clippy::unreachable, reason = "nobody calls it")]
        const _: fn() -> ! = || $($called)+!();
    };
}
pub use confirm_panics as panics;

/// `$called` is this function of the standard library.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_standard {
    ($standard:expr, $called:expr) => {
        $crate::confirm_unreached!($crate::launch::confirm::is_standard(&$standard, &$called))
    };
}
pub use confirm_standard as standard;

/// `$none` is the `None` of an `Option` of any type, and no constant of that name.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_none {
    ($none:expr) => {
        $crate::confirm_unreached!({
            let _: ::core::option::Option<$crate::launch::confirm::OwnMethod> = $none;
        })
    };
}
pub use confirm_none as none;

/// An integer's `max`, `min` or `clamp` is that of the standard library's `Ord`.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_ordering {
    ($method:ident) => {
        $crate::confirm_standard!(<::core::primitive::i32 as ::core::cmp::Ord>::$method, <::core::primitive::i32>::$method)
    };
}
pub use confirm_ordering as ordering;

/// What `$method` of a reference to each `$ty` is: the primitive type's, and not one that a trait has for `&self`, which would come first.
///
/// Of all that a trait may have for it, the one here comes last, and before the primitive type's own: it is the one that is called, or
/// rustc finds two of them, or one of another type.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_behind_reference {
    ($method:ident, $($ty:ident)*) => {
        $crate::confirm_unreached!({
            trait Last: ::core::marker::Sized {
                fn $method(&mut self) -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            $(
                impl Last for &::core::primitive::$ty {}
                impl Last for &mut ::core::primitive::$ty {}
                let mut scan_value = <::core::primitive::$ty as ::core::default::Default>::default();
                let mut scan_reference = &scan_value;
                $crate::launch::confirm::is_own_method(scan_reference.$method());
                let mut scan_reference = &mut scan_value;
                $crate::launch::confirm::is_own_method(scan_reference.$method());
            )*
        })
    };
}
pub use confirm_behind_reference as behind_reference;

/// The same of a method that takes `&self`, which a trait can hide only behind an exclusive reference.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_behind_exclusive_reference {
    ($method:ident, $ty:ident) => {
        $crate::confirm_unreached!({
            trait Last: ::core::marker::Sized {
                fn $method(&mut self) -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            impl Last for &mut ::core::primitive::$ty {}
            let mut scan_value = <::core::primitive::$ty as ::core::default::Default>::default();
            let mut scan_reference = &mut scan_value;
            $crate::launch::confirm::is_own_method(scan_reference.$method());
        })
    };
}
pub use confirm_behind_exclusive_reference as behind_exclusive_reference;

/// `$method`, which takes `&self`, is the standard library's of a value of each `$ty`: one that a trait has for `self` would come first.
///
/// The one here takes `self`, too: it is the one that is called, or rustc finds two of them.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_of_value {
    ($method:ident, $($ty:ident)*) => {
        $crate::confirm_unreached!({
            trait First: ::core::marker::Sized {
                fn $method(self) -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            $(
                impl First for ::core::primitive::$ty {}
                $crate::launch::confirm::is_own_method(<::core::primitive::$ty as ::core::default::Default>::default().$method());
            )*
        })
    };
}
pub use confirm_of_value as of_value;

/// `$method`, which a primitive type has of its own for `&self`, is that one of `&&` of each `$ty`, as a closure of an iterator's has it: one
/// that a trait has for `&` of it, for `&self`, would come first.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_behind_two_references {
    ($method:ident, $($ty:ident)*) => {
        $crate::confirm_unreached!({
            trait First: ::core::marker::Sized {
                fn $method(self) -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            $(
                impl First for &&::core::primitive::$ty {}
                let scan_value = <::core::primitive::$ty as ::core::default::Default>::default();
                $crate::launch::confirm::is_own_method((&&scan_value).$method());
            )*
        })
    };
}
pub use confirm_behind_two_references as behind_two_references;

/// `$method`, which takes `&self`, is the standard library's of an `Option` of each `$ty`, or of a reference to one, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_of_option {
    ($method:ident, $($ty:ident)*) => {
        $crate::confirm_unreached!({
            trait First: ::core::marker::Sized {
                fn $method(self) -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            $(
                impl First for ::core::option::Option<::core::primitive::$ty> {}
                impl First for ::core::option::Option<&::core::primitive::$ty> {}
                $crate::launch::confirm::is_own_method(::core::option::Option::<::core::primitive::$ty>::None.$method());
                $crate::launch::confirm::is_own_method(::core::option::Option::<&::core::primitive::$ty>::None.$method());
            )*
        })
    };
}
pub use confirm_of_option as of_option;

/// `$method`, which takes `&mut self`, is that of the standard library's `Iterator`, for ranges and for slices of each `$ty`: one that
/// a trait has for `self` would come first.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_consumer {
    (find, $($ty:ident)*) => {
        $crate::confirm_standard!(
            <::core::ops::Range<::core::primitive::usize> as ::core::iter::Iterator>::find::<fn(&::core::primitive::usize) -> bool>,
            <::core::ops::Range<::core::primitive::usize>>::find::<fn(&::core::primitive::usize) -> bool>
        );
        $($crate::confirm_standard!(
            <::core::slice::Iter<'static, ::core::primitive::$ty> as ::core::iter::Iterator>::find::<fn(&&'static ::core::primitive::$ty) -> bool>,
            <::core::slice::Iter<'static, ::core::primitive::$ty>>::find::<fn(&&'static ::core::primitive::$ty) -> bool>
        );)*
    };
    ($method:ident, $($ty:ident)*) => {
        $crate::confirm_standard!(
            <::core::ops::Range<::core::primitive::usize> as ::core::iter::Iterator>::$method::<fn(::core::primitive::usize) -> bool>,
            <::core::ops::Range<::core::primitive::usize>>::$method::<fn(::core::primitive::usize) -> bool>
        );
        $($crate::confirm_standard!(
            <::core::slice::Iter<'static, ::core::primitive::$ty> as ::core::iter::Iterator>::$method::<fn(&'static ::core::primitive::$ty) -> bool>,
            <::core::slice::Iter<'static, ::core::primitive::$ty>>::$method::<fn(&'static ::core::primitive::$ty) -> bool>
        );)*
    };
}
pub use confirm_consumer as consumer;

/// `$method`, of a sequence with the elements of `$of`, is the slice's, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_method_of_sequence {
    ($of:expr, iter) => {
        $crate::confirm_method_of_sequence!($of, iter (&mut self) (), shared)
    };
    ($of:expr, get) => {
        $crate::confirm_method_of_sequence!($of, get (&mut self, _: ::core::primitive::usize) (0), shared)
    };
    ($of:expr, first) => {
        $crate::confirm_method_of_sequence!($of, first (&mut self) (), shared)
    };
    ($of:expr, last) => {
        $crate::confirm_method_of_sequence!($of, last (&mut self) (), shared)
    };
    ($of:expr, windows) => {
        $crate::confirm_method_of_sequence!($of, windows (&mut self, _: ::core::primitive::usize) (2), shared)
    };
    ($of:expr, array_windows) => {
        $crate::confirm_method_of_sequence!($of, array_windows (&mut self) (), shared)
    };
    ($of:expr, chunks_exact) => {
        $crate::confirm_method_of_sequence!($of, chunks_exact (&mut self, _: ::core::primitive::usize) (2), shared)
    };
    ($of:expr, as_chunks) => {
        $crate::confirm_method_of_sequence!($of, as_chunks (&mut self) (), shared)
    };
    ($of:expr, $method:ident $parameters:tt $arguments:tt, shared) => {
        $crate::confirm_method_of_sequence!(
            $of, $method $parameters $arguments, vec shared_vec exclusive_vec exclusive array shared_array exclusive_array
        )
    };
    ($of:expr, iter_mut) => {
        $crate::confirm_method_of_sequence!($of, iter_mut (&mut self) (), exclusively)
    };
    ($of:expr, chunks_exact_mut) => {
        $crate::confirm_method_of_sequence!($of, chunks_exact_mut (&mut self, _: ::core::primitive::usize) (2), exclusively)
    };
    ($of:expr, as_chunks_mut) => {
        $crate::confirm_method_of_sequence!($of, as_chunks_mut (&mut self) (), exclusively)
    };
    ($of:expr, $method:ident $parameters:tt $arguments:tt, exclusively) => {
        $crate::confirm_method_of_sequence!($of, $method $parameters $arguments, vec exclusive_vec array exclusive_array)
    };
    // A `Vec`'s is its own.
    ($of:expr, len) => {
        $crate::confirm_method_of_sequence!($of, len (&mut self) (), exclusive_vec exclusive array shared_array exclusive_array)
    };
    ($of:expr, $method:ident $parameters:tt $arguments:tt, $($receiver:ident)*) => {
        $crate::confirm_unreached!({
            trait Last {
                #[allow(clippy::iter_not_returning_iterator, reason = "the result tells whose it is")]
                fn $method $parameters -> $crate::launch::confirm::OwnMethod {
                    $crate::launch::confirm::OwnMethod
                }
            }
            impl<T> Last for ::std::vec::Vec<T> {}
            impl<T> Last for &::std::vec::Vec<T> {}
            impl<T> Last for &mut ::std::vec::Vec<T> {}
            impl<T> Last for &mut [T] {}
            impl<T, const N: ::core::primitive::usize> Last for [T; N] {}
            impl<T, const N: ::core::primitive::usize> Last for &[T; N] {}
            impl<T, const N: ::core::primitive::usize> Last for &mut [T; N] {}
            #[allow(unused_mut, reason = "what is found may not need it")]
            let mut scan_receivers = $crate::launch::confirm::receivers(&$of);
            $( $crate::launch::confirm::is_own_method(scan_receivers.$receiver.$method $arguments); )*
        })
    };
}
pub use confirm_method_of_sequence as method_of_sequence;

/// `$method`, of the slice `$of`, is its own: one that a trait has for `&self` would come before it.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_method_of_slice {
    ($of:expr, iter_mut) => {
        $crate::confirm_unreached!({
            let _: ::core::slice::IterMut<'_, _> = $of.iter_mut();
        })
    };
    ($of:expr, chunks_exact_mut) => {
        $crate::confirm_unreached!({
            let _: ::core::slice::ChunksExactMut<'_, _> = $of.chunks_exact_mut(2);
        })
    };
    ($of:expr, as_chunks_mut) => {
        $crate::confirm_unreached!({
            let _: (&mut [[_; 2]], &mut [_]) = $of.as_chunks_mut::<2>();
        })
    };
}
pub use confirm_method_of_slice as method_of_slice;

/// `$written` is this constant of the standard library: a module or a type parameter may be called as a primitive type is.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_constant {
    (float $standard:expr, $written:expr) => {
        const _: () = {
            let scan_both = [$standard, $written];
            ::core::assert!(scan_both[0].to_bits() == scan_both[1].to_bits(), "this constant is not the standard library's");
        };
    };
    (int $standard:expr, $written:expr) => {
        const _: () = {
            let scan_both = [$standard, $written];
            ::core::assert!(scan_both[0] == scan_both[1], "this constant is not the standard library's");
        };
    };
}
pub use confirm_constant as constant;

/// An adaptor is the one of the standard library's `Iterator`, or `into_iter` that of its `IntoIterator`. One stands for all: what hides
/// the trait hides all of its methods.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_iterator {
    (into_iter) => {
        $crate::confirm_standard!(
            <::core::ops::Range<::core::primitive::usize> as ::core::iter::IntoIterator>::into_iter,
            <::core::ops::Range<::core::primitive::usize>>::into_iter
        )
    };
    ($method:ident) => {
        $crate::confirm_standard!(
            <::core::ops::Range<::core::primitive::usize> as ::core::iter::Iterator>::$method,
            <::core::ops::Range<::core::primitive::usize>>::$method
        )
    };
}
pub use confirm_iterator as iterator;

/// The fields of `$value` are found in it, and not through a `Deref` that is no part of the standard library.
#[doc(hidden)]
#[macro_export]
macro_rules! confirm_fields {
    ($value:expr) => {
        $crate::confirm_unreached!({
            #[allow(unused_imports, reason = "one of them says it")]
            use $crate::launch::confirm::{ProbeBehind as _, ProbeDeref as _, ProbePointer as _, ProbeValue as _};
            $crate::launch::confirm::has_own_fields((&&&&$crate::launch::confirm::Probe(&$value)).fields())
        })
    };
}
pub use confirm_fields as fields;

impl<T> Sequence for [T] {
    type Element = T;
    type Array = [T; 1];
}
impl<T, const N: usize> Sequence for [T; N] {
    type Element = T;
    type Array = [T; N];
}
impl<T> Sequence for Vec<T> {
    type Element = T;
    type Array = [T; 1];
}
impl<T: Clone> Sequence for Cow<'_, [T]> {
    type Element = T;
    type Array = [T; 1];
}

impl<T: Primitive, const N: usize> Primitive for [T; N] {}
impl<T: Primitive> Primitive for &T {}

macro_rules! primitive {
    ($($ty:ident)*) => { $(impl Primitive for $ty {})* };
}
primitive!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);

macro_rules! pointers {
    ($($pointer:ty;)*) => { $(
        impl<T: ?Sized> Reference for $pointer {}
        impl<T: Sequence + ?Sized> Sequence for $pointer {
            type Element = T::Element;
            type Array = T::Array;
        }
    )* };
}
pointers! {
    &T; &mut T; Box<T>; Rc<T>; Arc<T>; Ref<'_, T>; RefMut<'_, T>;
    MutexGuard<'_, T>; RwLockReadGuard<'_, T>; RwLockWriteGuard<'_, T>;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Inner;

    struct Outer(Inner);

    impl Deref for Outer {
        type Target = Inner;

        fn deref(&self) -> &Inner {
            &self.0
        }
    }

    /// What a probe says.
    trait Said {
        const OWN: bool;
    }
    impl Said for Own {
        const OWN: bool = true;
    }
    impl Said for Foreign {
        const OWN: bool = false;
    }

    fn are_own<S: Said>(_: S) -> bool {
        S::OWN
    }

    #[test]
    #[expect(clippy::needless_borrow, reason = "each asks one trait more")]
    fn fields_are_a_value_s_own_unless_it_dereferences() {
        let mut inner = Inner;
        fields!(inner);
        fields!(&mut inner);
        let (shared, outer) = (&Rc::new(1), Outer(Inner));
        let (behind, boxed) = (&&outer, &Box::new(Outer(Inner)));
        assert!(are_own((&&&&Probe(&inner)).fields()));
        assert!(are_own((&&&&Probe(&&mut inner)).fields()));
        assert!(are_own((&&&&Probe(shared)).fields()));
        assert!(!are_own((&&&&Probe(&outer)).fields()));
        assert!(!are_own((&&&&Probe(behind)).fields()));
        assert!(!are_own((&&&&Probe(boxed)).fields()));
    }

    #[test]
    fn what_the_standard_library_has_of_slices_is_a_sequence() {
        let mut array = [1, 2];
        is_sequence(&array[..]);
        is_sequence(&&mut array);
        is_sequence(&Rc::new(vec![1]));
        is_sequence(&std::sync::Mutex::new(vec![1]).lock().unwrap());
        is_sequence(&Cow::Borrowed(&array[..]));
    }
}
