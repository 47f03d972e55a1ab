//! The operators of scans: tags that name them, and what each computes on each type.
//!
//! **A domain is held where elements are made.** The laws of an operator need hold on its domain alone (`Semigroup::DOMAIN`), and the
//! operator keeps it. So it is enough to look at elements and at starts: the host looks at starts, `host::Closures` and `within_domain` in
//! kernels at elements, and what lies outside is a panic. The macro does not know which operators have one: kernels whose operator is open
//! have the parameter `panicked` in any case (`Kernels::asks_for_domain`), and a null pointer there where the operator has none.

use crate::model::element::Element;
use std::panic::resume_unwind;

/// `+`, wrapping on integers.
#[derive(Clone, Copy, Debug)]
pub struct Add;
/// `*`, wrapping on integers.
#[derive(Clone, Copy, Debug)]
pub struct Mul;
/// `&` on integers and `bool`.
#[derive(Clone, Copy, Debug)]
pub struct BitAnd;
/// `|` on integers and `bool`.
#[derive(Clone, Copy, Debug)]
pub struct BitOr;
/// `^` on integers and `bool`.
#[derive(Clone, Copy, Debug)]
pub struct BitXor;
/// `&&`.
#[derive(Clone, Copy, Debug)]
pub struct And;
/// `||`.
#[derive(Clone, Copy, Debug)]
pub struct Or;
/// The lesser; of equals the earlier; of a NaN and a number the number.
#[derive(Clone, Copy, Debug)]
pub struct Min;
/// The greater; of equals the earlier; of a NaN and a number the number.
#[derive(Clone, Copy, Debug)]
pub struct Max;

/// The operator of a loop that writes the carried value on the right, `y[i] = e ⊕ y[i - 1]`: `Op` with its operands exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Flipped<Op>(pub Op);

/// The greatest by comparison, of equals the earlier; NaN gives way to every number. What is [`Along`] goes with it.
#[derive(Clone, Copy, Debug)]
pub struct Greatest;
/// As [`Greatest`], of equals the later.
#[derive(Clone, Copy, Debug)]
pub struct GreatestLast;
/// The least by comparison, of equals the earlier; NaN gives way to every number. What is [`Along`] goes with it.
#[derive(Clone, Copy, Debug)]
pub struct Least;
/// As [`Least`], of equals the later.
#[derive(Clone, Copy, Debug)]
pub struct LeastLast;
/// Beside a [`Greatest`] or [`Least`]: of two values the one that stands beside its choice.
#[derive(Clone, Copy, Debug)]
pub struct Along;

/// What an operator does with the values of one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It makes another value of two.
    Combines,
    /// It chooses one of two: the earlier, unless the later [is taken](Semigroup::takes_later).
    Chooses,
    /// It has the one that stands beside that choice.
    Follows,
}

impl Role {
    /// That of several values that are carried together: whether the first chooses, and all others follow.
    pub(crate) const fn of_all(roles: &[Self]) -> Self {
        let mut number = 1;
        while number < roles.len() {
            if !matches!(roles[number], Self::Follows) {
                return Self::Combines;
            }
            number += 1;
        }
        if matches!(roles[0], Self::Chooses) { Self::Chooses } else { Self::Combines }
    }
}

/// The operators that the language has, for processors that combine many values at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// [`Add`]
    Add,
    /// [`Mul`]
    Mul,
    /// [`BitAnd`]
    BitAnd,
    /// [`BitOr`]
    BitOr,
    /// [`BitXor`]
    BitXor,
    /// [`And`]
    And,
    /// [`Or`]
    Or,
    /// [`Min`]
    Min,
    /// [`Max`]
    Max,
}

/// What names an operator that a user declared. `#[declare_scan]` on `fn op` makes a type `op` that is one: functions have another
/// namespace, so that one `use` imports both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no declared operator",
    note = "write `#[declare_scan(identity = …)]` above the function, in a `#[declare_target] mod` with the types that it uses"
)]
pub trait Operator: Copy + Send + Sync + 'static {
    /// The type that it combines.
    type Operand: Semigroup<Self>;
    /// The one value.
    const OPERATOR: Self;

    /// Whether `function` is the declared one. In a loop's scope a function may be hidden by another one, and the type of its name not.
    fn is<F: 'static>(function: &F) -> bool;
}

/// The value that names the declared operator `Op`.
pub const fn operator<Op: Operator>() -> Op {
    Op::OPERATOR
}

/// A type with an associative operator `Op`: all that a scan needs, because every scan of a loop has a start value.
///
/// # Safety
/// `DEFINITIONS` and `COMBINE` are OpenCL C that kernels run as it stands: it uses no memory but its operands and its own variables, and
/// has no undefined behaviour on any values of the type. (What `combine` computes, and whether it panics, is not trusted.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no operator `{Op}` that a scan can use",
    label = "`{Self}` is not a `Semigroup<{Op}>`",
    note = "a declared operator stands in a `#[declare_target] mod` with its type, below `#[declare_scan(identity = …)]`",
    note = "in a generic function write the bound `T: Monoid<{Op}>`"
)]
pub unsafe trait Semigroup<Op>: Element {
    /// The body of the OpenCL C function `scan_t scan_op(scan_t left, scan_t right)`, `left` the earlier. It computes exactly what
    /// [`combine`](Self::combine) does.
    const COMBINE: &'static str;
    /// OpenCL C that defines the functions that `COMBINE` calls and what they mention, each after what it mentions.
    const DEFINITIONS: &'static [&'static str] = &[];
    /// Whether `COMBINE` needs a device with double precision, beyond what the type needs.
    const NEEDS_FP64: bool = false;
    /// Whether `COMBINE` needs single-precision division and square roots rounded as IEEE 754 says.
    const NEEDS_ROUNDED_DIVISION: bool = false;
    /// Whether `COMBINE` calls functions such as `sin`, whose last bits are the device's own.
    const APPROXIMATES: bool = false;
    /// `COMBINE` has its operands exchanged: in it `left` is the later.
    const FLIPPED: bool = false;
    /// Which of the language's operators `combine` is, but for [`FLIPPED`](Self::FLIPPED).
    #[doc(hidden)]
    const BUILT_IN: Option<BuiltIn> = None;
    /// What it does with values, and with others that are carried beside them.
    #[doc(hidden)]
    const ROLE: Role = Role::Combines;
    /// Whether `combine` may panic. A scan on host threads then makes sure that it does not before it writes anything.
    const MAY_PANIC: bool = true;
    /// The condition, in OpenCL C, that the partial `value` lies in the domain, where the operator is associative on some values alone;
    /// `None` where it is on all. It says what [`is_in_domain`](Self::is_in_domain) does, and calls what `DEFINITIONS` has.
    const DOMAIN: Option<&'static str> = None;

    /// `earlier ⊕ later`.
    fn combine(earlier: Self, later: Self) -> Self;

    /// Whether an operator that [chooses](Role::Chooses) chooses the later.
    #[doc(hidden)]
    #[inline]
    fn takes_later(earlier: Self, later: Self) -> bool {
        let _ = (earlier, later);
        true
    }

    /// Whether `value` is one of those on which the operator is associative: the domain, which the operator keeps. A loop that starts
    /// from another one, or adds another one, runs as written.
    #[inline]
    fn is_in_domain(value: &Self) -> bool {
        let _ = value;
        true
    }

    /// The same beside other values that are carried together: `takes_later` is whether the last [`Greatest`] or [`Least`] before this
    /// one has chosen the later.
    #[doc(hidden)]
    #[inline]
    fn combine_among(earlier: Self, later: Self, takes_later: &mut bool) -> Self {
        let _ = takes_later;
        Self::combine(earlier, later)
    }
}

/// A [`Semigroup`] whose operator has an identity. This is the bound of a generic function with a scan: `T: Monoid<Add>`.
#[diagnostic::on_unimplemented(
    message = "the operator `{Op}` on `{Self}` has no identity",
    label = "`{Self}` is not a `Monoid<{Op}>`",
    note = "a declared operator has one by `#[declare_scan(identity = …)]`"
)]
pub trait Monoid<Op>: Semigroup<Op> {
    /// The value that changes nothing, on either side.
    fn identity() -> Self;
}

/// `element`, which an iteration adds.
///
/// # Panics
/// If it lies outside of the operator's domain; without a message, since the loop then runs as written.
#[inline]
pub(crate) fn in_domain<T: Semigroup<Op>, Op>(element: T) -> T {
    let is_in_domain = T::DOMAIN.is_none() || T::is_in_domain(&element);
    if is_in_domain { element } else { resume_unwind(Box::new("a value on which the operator need not be associative")) }
}

// SAFETY: the text is that of `Op`.
unsafe impl<T: Semigroup<Op>, Op> Semigroup<Flipped<Op>> for T {
    const COMBINE: &'static str = T::COMBINE;
    const DEFINITIONS: &'static [&'static str] = <T as Semigroup<Op>>::DEFINITIONS;
    const NEEDS_FP64: bool = <T as Semigroup<Op>>::NEEDS_FP64;
    const NEEDS_ROUNDED_DIVISION: bool = T::NEEDS_ROUNDED_DIVISION;
    const APPROXIMATES: bool = T::APPROXIMATES;
    const FLIPPED: bool = !T::FLIPPED;
    const BUILT_IN: Option<BuiltIn> = <T as Semigroup<Op>>::BUILT_IN;
    const MAY_PANIC: bool = T::MAY_PANIC;
    const DOMAIN: Option<&'static str> = <T as Semigroup<Op>>::DOMAIN;

    #[inline]
    fn combine(earlier: Self, later: Self) -> Self {
        <T as Semigroup<Op>>::combine(later, earlier)
    }

    #[inline]
    fn is_in_domain(value: &Self) -> bool {
        <T as Semigroup<Op>>::is_in_domain(value)
    }
}

impl<T: Monoid<Op>, Op> Monoid<Flipped<Op>> for T {
    fn identity() -> Self {
        <T as Monoid<Op>>::identity()
    }
}

/// `later OP earlier` chooses the later.
macro_rules! choice {
    ($($op:ident $comparison:tt;)*) => { $(
        // SAFETY: the text compares and chooses.
        unsafe impl<T: Element + PartialOrd> Semigroup<$op> for T {
            const COMBINE: &'static str =
                concat!("return right ", stringify!($comparison), " left || left != left ? right : left;");
            const ROLE: Role = Role::Chooses;
            const MAY_PANIC: bool = false;

            #[inline]
            fn takes_later(earlier: Self, later: Self) -> bool {
                later $comparison earlier || earlier.partial_cmp(&earlier).is_none()
            }

            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                <Self as Semigroup<$op>>::combine_among(earlier, later, &mut false)
            }

            #[inline]
            fn combine_among(earlier: Self, later: Self, takes_later: &mut bool) -> Self {
                *takes_later = <Self as Semigroup<$op>>::takes_later(earlier, later);
                if *takes_later { later } else { earlier }
            }
        }
    )* };
}

choice! {
    Greatest >;
    GreatestLast >=;
    Least <;
    LeastLast <=;
}

// SAFETY: the text chooses.
unsafe impl<T: Element> Semigroup<Along> for T {
    const COMBINE: &'static str = "return left;";
    const ROLE: Role = Role::Follows;
    const MAY_PANIC: bool = false;

    /// Beside nothing that chooses.
    #[inline]
    fn combine(earlier: Self, _later: Self) -> Self {
        earlier
    }

    #[inline]
    fn combine_among(earlier: Self, later: Self, takes_later: &mut bool) -> Self {
        if *takes_later { later } else { earlier }
    }
}

macro_rules! monoid {
    ($type:ident, $op:ident, $identity:expr, |$earlier:ident, $later:ident| $combine:expr, $text:expr) => {
        // SAFETY: the texts below compute with two numbers, in arithmetic that C defines for all of them.
        unsafe impl Semigroup<$op> for $type {
            const COMBINE: &'static str = $text;
            const BUILT_IN: Option<BuiltIn> = Some(BuiltIn::$op);
            const MAY_PANIC: bool = false;

            #[inline]
            fn combine($earlier: Self, $later: Self) -> Self {
                $combine
            }
        }

        impl Monoid<$op> for $type {
            #[inline]
            fn identity() -> Self {
                $identity
            }
        }
    };
}

/// `+` and `*` come as text for each type: C would promote narrow operands to `int`, where a signed overflow is undefined.
macro_rules! integer {
    ($($type:ident, $add:literal, $mul:literal;)*) => { $(
        monoid!($type, Add, 0, |earlier, later| earlier.wrapping_add(later), $add);
        monoid!($type, Mul, 1, |earlier, later| earlier.wrapping_mul(later), $mul);
        monoid!($type, BitAnd, !0, |earlier, later| earlier & later, "return left & right;");
        monoid!($type, BitOr, 0, |earlier, later| earlier | later, "return left | right;");
        monoid!($type, BitXor, 0, |earlier, later| earlier ^ later, "return left ^ right;");
        ordered!($type, $type::MAX, $type::MIN);
    )* };
}

macro_rules! ordered {
    ($type:ident, $greatest:expr, $least:expr) => {
        monoid!(
            $type,
            Min,
            $greatest,
            |earlier, later| if later < earlier { later } else { earlier },
            "return right < left ? right : left;"
        );
        monoid!(
            $type,
            Max,
            $least,
            |earlier, later| if later > earlier { later } else { earlier },
            "return right > left ? right : left;"
        );
    };
}

integer! {
    i8, "return as_char((uchar)(as_uchar(left) + as_uchar(right)));", "return as_char((uchar)((uint)as_uchar(left) * as_uchar(right)));";
    i16, "return as_short((ushort)(as_ushort(left) + as_ushort(right)));", "return as_short((ushort)((uint)as_ushort(left) * as_ushort(right)));";
    i32, "return as_int(as_uint(left) + as_uint(right));", "return as_int(as_uint(left) * as_uint(right));";
    i64, "return as_long(as_ulong(left) + as_ulong(right));", "return as_long(as_ulong(left) * as_ulong(right));";
    isize, "return as_long(as_ulong(left) + as_ulong(right));", "return as_long(as_ulong(left) * as_ulong(right));";
    u8, "return (uchar)(left + right);", "return (uchar)((uint)left * right);";
    u16, "return (ushort)(left + right);", "return (ushort)((uint)left * right);";
    u32, "return left + right;", "return left * right;";
    u64, "return left + right;", "return left * right;";
    usize, "return left + right;", "return left * right;";
}

/// The identities of floats: `-0.0 + x` is `x` for both zeros; NaN gives way to every number in `min` and `max`.
macro_rules! float {
    ($($type:ident)*) => { $(
        monoid!($type, Add, -0.0, |earlier, later| earlier + later, "return left + right;");
        monoid!($type, Mul, 1.0, |earlier, later| earlier * later, "return left * right;");
        monoid!(
            $type,
            Min,
            $type::NAN,
            |earlier, later| if later < earlier || earlier.is_nan() { later } else { earlier },
            "return right < left || isnan(left) ? right : left;"
        );
        monoid!(
            $type,
            Max,
            $type::NAN,
            |earlier, later| if later > earlier || earlier.is_nan() { later } else { earlier },
            "return right > left || isnan(left) ? right : left;"
        );
    )* };
}

float!(f32 f64);

monoid!(bool, BitAnd, true, |earlier, later| earlier & later, "return left & right;");
monoid!(bool, BitOr, false, |earlier, later| earlier | later, "return left | right;");
monoid!(bool, BitXor, false, |earlier, later| earlier ^ later, "return left ^ right;");
monoid!(bool, And, true, |earlier, later| earlier & later, "return left & right;");
monoid!(bool, Or, false, |earlier, later| earlier | later, "return left | right;");
monoid!(bool, Min, true, |earlier, later| earlier & later, "return left & right;");
monoid!(bool, Max, false, |earlier, later| earlier | later, "return left | right;");

#[cfg(test)]
mod tests {
    use super::*;

    /// Identity laws and associativity on all triples of `values`, by what is printed of them: that tells zeros apart.
    fn laws<Op, T: Monoid<Op>>(values: &[T]) {
        let same = |a: T, b: T| assert_eq!(a.describe(), b.describe());
        for &a in values {
            same(T::combine(T::identity(), a), a);
            same(T::combine(a, T::identity()), a);
            for &b in values {
                for &c in values {
                    same(T::combine(T::combine(a, b), c), T::combine(a, T::combine(b, c)));
                }
            }
        }
    }

    macro_rules! integer_laws {
        ($($type:ident)*) => { $( {
            let values = [0, 1, 2, 7, $type::MAX, $type::MAX - 1, $type::MIN, $type::MIN + 1, $type::MAX / 2];
            laws::<Add, $type>(&values);
            laws::<Mul, $type>(&values);
            laws::<BitAnd, $type>(&values);
            laws::<BitOr, $type>(&values);
            laws::<BitXor, $type>(&values);
            laws::<Min, $type>(&values);
            laws::<Max, $type>(&values);
        } )* };
    }

    #[test]
    fn integers_obey_the_laws() {
        integer_laws!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    }

    #[test]
    fn booleans_obey_the_laws() {
        let values = [false, true];
        laws::<BitAnd, bool>(&values);
        laws::<BitOr, bool>(&values);
        laws::<BitXor, bool>(&values);
        laws::<And, bool>(&values);
        laws::<Or, bool>(&values);
        laws::<Min, bool>(&values);
        laws::<Max, bool>(&values);
    }

    #[test]
    fn floats_obey_the_laws_where_nothing_rounds() {
        let values = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, 1024.0];
        laws::<Add, f64>(&values);
        laws::<Mul, f64>(&values[..5]);
        laws::<Min, f64>(&values);
        laws::<Max, f64>(&values);
    }

    #[test]
    fn a_number_wins_over_nan() {
        assert_eq!(<f32 as Semigroup<Min>>::combine(f32::NAN, 3.0), 3.0);
        assert_eq!(<f32 as Semigroup<Min>>::combine(3.0, f32::NAN), 3.0);
        assert_eq!(<f32 as Semigroup<Max>>::combine(f32::NAN, f32::NEG_INFINITY), f32::NEG_INFINITY);
        assert!(<f32 as Semigroup<Max>>::combine(f32::NAN, f32::NAN).is_nan());
    }

    #[test]
    fn of_equal_zeros_the_earlier_stays() {
        assert!(<f64 as Semigroup<Min>>::combine(0.0, -0.0).is_sign_positive());
        assert!(<f64 as Semigroup<Max>>::combine(-0.0, 0.0).is_sign_negative());
    }

    #[test]
    fn flipped_exchanges_the_operands() {
        assert!(<f64 as Semigroup<Flipped<Min>>>::combine(0.0, -0.0).is_sign_negative());
        const { assert!(<f64 as Semigroup<Flipped<Min>>>::FLIPPED) };
        const { assert!(!<f64 as Semigroup<Flipped<Flipped<Min>>>>::FLIPPED) };
    }
}
