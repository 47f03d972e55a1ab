//! What the compiler takes the places of a data region for, for rustc to say whether they are: answers, and no errors.
//!
//! `known!` never evaluates the place it is asked about, nor borrows it: rustc infers its type where nothing is executed.
//! An answer is an inherent method where the type is what the question says, and that of [`Otherwise`] where it is not.

use crate::model::element::Element;
use std::marker::PhantomData;
use std::ops::Deref;

/// A type that rustc infers.
pub struct Kind<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Kind<T> {
    /// Of a place that [`of`](Self::of) is given later on.
    pub const fn unknown() -> Self {
        Self(PhantomData)
    }

    /// The kind of this place. Nobody ever calls it.
    pub const fn of(&self, _place: &T) {}
}

/// Arrays of elements as the language and its library have them: reading one runs nobody's code, and whoever has a reference to it
/// that is not shared is alone with its elements.
pub trait Slice {}
impl<U: Element> Slice for [U] {}
impl<U: Element, const N: usize> Slice for [U; N] {}
impl<U: Element> Slice for Vec<U> {}
impl<U: Element> Slice for Box<[U]> {}
impl<P: Slice + ?Sized> Slice for &P {}
impl<P: Slice + ?Sized> Slice for &mut P {}

/// Arrays that die with their variable, and look at no element then.
pub trait Owned {}
impl<U: Element, const N: usize> Owned for [U; N] {}
impl<U: Element> Owned for Vec<U> {}
impl<U: Element> Owned for Box<[U]> {}

/// Arrays whose elements stay where they are when the variable's value goes to another one.
pub trait Apart {}
impl<U: Element> Apart for Vec<U> {}
impl<U: Element> Apart for Box<[U]> {}
impl<P: Slice + ?Sized> Apart for &P {}
impl<P: Slice + ?Sized> Apart for &mut P {}

/// Numbers and `bool`: their operators are the language's.
pub trait Number {}
macro_rules! numbers {
    ($($type:ident)*) => { $(impl Number for $type {})* };
}
numbers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool }

/// What leads to a place without anybody's code.
pub trait Reference {
    /// The type of the place.
    type To: ?Sized;
}
impl<T: ?Sized> Reference for &T {
    type To = T;
}
impl<T: ?Sized> Reference for &mut T {
    type To = T;
}
impl<T: ?Sized> Reference for Box<T> {
    type To = T;
}

impl<T: Slice + ?Sized> Kind<T> {
    /// Whether it is an array of elements that is reached without anybody's code.
    pub const fn is_slice(&self) -> bool {
        true
    }
}

impl<T: Owned + ?Sized> Kind<T> {
    /// Whether it is such an array, of the variable's own.
    pub const fn is_owned(&self) -> bool {
        true
    }
}

impl<T: Apart + ?Sized> Kind<T> {
    /// Whether it is such an array, whose elements are somewhere else than the variable.
    pub const fn is_apart(&self) -> bool {
        true
    }
}

impl<T: Number + ?Sized> Kind<T> {
    /// Whether it is a number or a `bool`.
    pub const fn is_number(&self) -> bool {
        true
    }
}

impl<T: Reference + ?Sized> Kind<T> {
    /// The kind of what a reference leads to; that of anything else is its own.
    pub const fn behind(&self) -> Kind<T::To> {
        Kind(PhantomData)
    }
}

impl<T: Deref + ?Sized> Kind<T> {
    /// Whether its fields may be those of something that it derefs to.
    pub const fn derefs(&self) -> bool {
        true
    }
}

impl<T> Kind<(T, T)> {
    /// Whether both are one type: the types of two functions are, where they are one function.
    pub const fn is_same(&self) -> bool {
        true
    }
}

/// A function that is called with two places of this type. Nobody ever calls this.
pub const fn exchanging<T, R, F: for<'p> Fn(&'p mut T, &'p mut T) -> R>(_place: &T, function: F) -> F {
    function
}

/// The answers of all other types.
pub trait Otherwise {
    /// It is no such array.
    fn is_slice(&self) -> bool {
        false
    }

    /// It is no such array.
    fn is_owned(&self) -> bool {
        false
    }

    /// It is no such array.
    fn is_apart(&self) -> bool {
        false
    }

    /// It is no number.
    fn is_number(&self) -> bool {
        false
    }

    /// It leads nowhere.
    fn behind(&self) -> &Self {
        self
    }

    /// Its fields are its own.
    fn derefs(&self) -> bool {
        false
    }

    /// They are two types.
    fn is_same(&self) -> bool {
        false
    }
}

impl<T: ?Sized> Otherwise for Kind<T> {}

/// Whether all of these are true of the types of places:
///
/// - `is_slice(place)`: an array of elements, of the language or its library, which is reached without code of the program's own;
/// - `is_owned(place)`: such an array, which dies with its variable;
/// - `is_apart(place)`: such an array, whose elements stay where they are when the variable's value goes to another one;
/// - `is_number(place)`: a number or a `bool`;
/// - `has_fields(place)`: what stands behind its dot is its own, and not of something that it derefs to;
/// - `is_swap(function, place)`: what exchanges two values of the place's type, and nothing else.
#[doc(hidden)]
#[macro_export]
macro_rules! __known {
    (@type_of $place:expr) => {{
        let scan_kind = $crate::launch::Kind::unknown();
        #[allow(unreachable_code, clippy::all, reason = "it is there for rustc to infer the type")]
        if false {
            // Behind this rustc infers types and looks at nothing else: the place may be moved from, or lent.
            loop {}
            scan_kind.of(&$place)
        }
        scan_kind
    }};
    (@is is_swap $function:expr, $place:expr) => {
        $crate::__known!(@type_of (
            $crate::launch::exchanging(&$place, $function),
            $crate::launch::exchanging(&$place, ::core::mem::swap),
        )).is_same()
    };
    (@is has_fields $place:expr) => { !$crate::__known!(@type_of $place).behind().behind().behind().derefs() };
    (@is $question:ident $place:expr) => { $crate::__known!(@type_of $place).$question() };
    ($($question:ident($($place:tt)+)),+ $(,)?) => {{
        #[allow(unused_imports, reason = "where all is true nobody asks it")]
        use $crate::launch::Otherwise as _;
        true $(&& $crate::__known!(@is $question $($place)+))+
    }};
}
