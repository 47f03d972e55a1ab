//! Primitive values, combined many at once in the vectors of a processor: 256 bits where it has AVX2, which is found out when the
//! program runs, so that nobody has to build for one processor.
//!
//! A vector is scanned by Sklansky's network (Conditional-sum addition logic, 1960): pairs, then fours, then eights, each upper half from
//! the lower's last. It keeps the order of the operands, which minima of zeros and NaN depend on, and needs no identity.

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(super) mod avx2;
#[cfg(any(not(target_arch = "x86_64"), miri))]
#[path = "vectors/none.rs"]
pub(super) mod avx2;

use crate::model::operator::{BuiltIn, Semigroup};
use std::any::TypeId;

/// What a lane of a vector holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Lane {
    /// What a value of `T` is in a vector.
    #[inline(always)]
    fn of<T: 'static>() -> Option<Self> {
        let is = |other: TypeId| TypeId::of::<T>() == other;
        let in_64 = cfg!(target_pointer_width = "64");
        match () {
            () if is(TypeId::of::<i32>()) => Some(Self::I32),
            () if is(TypeId::of::<u32>()) => Some(Self::U32),
            () if is(TypeId::of::<i64>()) || in_64 && is(TypeId::of::<isize>()) => Some(Self::I64),
            () if is(TypeId::of::<u64>()) || in_64 && is(TypeId::of::<usize>()) => Some(Self::U64),
            () if is(TypeId::of::<f32>()) => Some(Self::F32),
            () if is(TypeId::of::<f64>()) => Some(Self::F64),
            () => None,
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// The operator and what it combines, if vectors can.
#[inline(always)]
fn operation<T: Semigroup<Op>, Op>() -> Option<(BuiltIn, Lane)> {
    let (operator, lane) = (T::BUILT_IN?, Lane::of::<T>()?);
    let is_known = match operator {
        BuiltIn::Add | BuiltIn::Min | BuiltIn::Max => true,
        BuiltIn::Mul => !matches!(lane, Lane::I64 | Lane::U64),
        BuiltIn::BitAnd | BuiltIn::BitOr | BuiltIn::BitXor => !lane.is_float(),
        BuiltIn::And | BuiltIn::Or => false,
    };
    is_known.then_some((operator, lane))
}

/// Whether values are best combined in vectors, on a processor that has them. Sums of wide values are not: there are few in a vector, and
/// memory is slower than either way.
#[inline(always)]
pub(super) fn are_best<T: Semigroup<Op>, Op>() -> bool {
    operation::<T, Op>().is_some_and(|(operator, _)| size_of::<T>() == 4 || matches!(operator, BuiltIn::Min | BuiltIn::Max))
}

/// Whether values are to be folded in vectors. Of integers the compiler knows that their order does not matter, and makes vectors itself.
#[inline(always)]
pub(super) fn are_folded<T: Semigroup<Op>, Op>() -> bool {
    operation::<T, Op>().is_some_and(|(_, lane)| lane.is_float())
}

/// Whether another order of the operands gives other bits: floats that are summed or multiplied.
#[inline(always)]
pub(super) fn rounds<T: Semigroup<Op>, Op>() -> bool {
    Lane::of::<T>().is_some_and(Lane::is_float) && matches!(T::BUILT_IN, Some(BuiltIn::Add | BuiltIn::Mul))
}

/// Turns `partials` into what is carried after each of them, from `carried` on, and returns the last: one after the other.
#[inline(always)]
pub(super) fn scan_in_order<T: Semigroup<Op>, Op>(partials: &mut [T], carried: T) -> T {
    partials.iter_mut().fold(carried, |carried, partial| {
        *partial = T::combine(carried, *partial);
        *partial
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::operator::{Add, BitAnd, BitOr, BitXor, Flipped, Max, Min, Mul};
    use std::fmt::Debug;

    /// Numbers that are no more than some, so that the same comes again and again, with zeros of both signs and NaN among the floats.
    fn numbers(count: usize) -> impl Iterator<Item = i64> {
        let mut state = 12345_u64;
        (0..count).map(move |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 59) as i64 - 16
        })
    }

    /// Holds every way against the one after the other, by what is printed, at lengths around those of vectors.
    #[track_caller]
    fn agree<T: Semigroup<Op> + Debug, Op>(number: impl Fn(i64) -> T) {
        for count in (1..40).chain([63, 64, 65, 127, 128, 129, 1000]) {
            let values: Vec<T> = numbers(count + 1).map(&number).collect();
            let (&start, values) = values.split_first().expect("one more");
            let scanned = |scan: &dyn Fn(&mut [T], T) -> T| {
                let mut partials = values.to_vec();
                let last = scan(&mut partials, start);
                (format!("{partials:?}"), format!("{last:?}"))
            };
            let expected = scanned(&scan_in_order::<T, Op>);
            if avx2::is_there() {
                // SAFETY: just asked for.
                let avx2 = |partials: &mut [T], start| unsafe { avx2::scan::<T, Op>(partials, start) };
                assert_eq!(scanned(&avx2), expected, "{count} in vectors");
                let folded = values.iter().copied().reduce(T::combine).expect("at least one");
                // SAFETY: as above.
                let in_vectors = unsafe { avx2::fold::<T, Op>(values) };
                assert_eq!(format!("{in_vectors:?}"), format!("{folded:?}"), "{count} folded");
            }
        }
    }

    macro_rules! integers {
        ($($type:ident)*) => { $(
            agree::<$type, Add>(|number| number as $type);
            agree::<$type, Mul>(|number| number as $type | 1);
            agree::<$type, Min>(|number| number as $type);
            agree::<$type, Max>(|number| number as $type);
            agree::<$type, BitAnd>(|number| number as $type | !31);
            agree::<$type, BitOr>(|number| 1 << (number & 7));
            agree::<$type, BitXor>(|number| number as $type);
            agree::<$type, Flipped<Min>>(|number| number as $type);
        )* };
    }

    #[test]
    fn integers_are_the_same_in_any_order() {
        integers!(i8 i32 u32 i64 u64 isize usize);
    }

    macro_rules! floats {
        ($($type:ident)*) => { $(
            // Exact: sums of small whole numbers, products of ones.
            agree::<$type, Add>(|number| number as $type);
            agree::<$type, Mul>(|number| if number < 0 { -1.0 } else { 1.0 });
            let odd = |number| match number {
                -16 => $type::NAN,
                -15 => -0.0,
                number => number as $type,
            };
            agree::<$type, Min>(odd);
            agree::<$type, Max>(odd);
            agree::<$type, Flipped<Min>>(odd);
            // Of zeros the earlier stays, whatever its sign; of NaN alone the last.
            let zero = |number: i64| if number % 3 == 0 { -0.0 } else { 0.0 };
            agree::<$type, Min>(zero);
            agree::<$type, Max>(zero);
            agree::<$type, Flipped<Max>>(zero);
            agree::<$type, Max>(|number| if number == 0 { 0.0 } else { $type::NAN });
        )* };
    }

    #[test]
    fn floats_are_the_same_where_nothing_rounds() {
        floats!(f32 f64);
    }
}
