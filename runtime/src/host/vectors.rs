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
use crate::model::value::{Lane, Value};

/// Values that are scanned one after the other before something else is done beside.
pub(super) const ROW: usize = 32;

/// The operator and what it combines, if vectors can.
const fn operation<T: Semigroup<Op>, Op>() -> Option<(BuiltIn, Lane)> {
    let (Some(operator), Some(lane)) = (T::BUILT_IN, T::LANE) else { return None };
    let is_known = match operator {
        BuiltIn::Add | BuiltIn::Min | BuiltIn::Max => true,
        BuiltIn::Mul => !matches!(lane, Lane::I8 | Lane::U8 | Lane::I64 | Lane::U64),
        BuiltIn::And | BuiltIn::Or | BuiltIn::BitAnd | BuiltIn::BitOr | BuiltIn::BitXor => !lane.is_float(),
    };
    if is_known { Some((operator, lane)) } else { None }
}

/// Whether vectors can combine values.
pub(super) const fn are_combined<T: Semigroup<Op>, Op>() -> bool {
    operation::<T, Op>().is_some()
}

/// Whether values are best combined in vectors, on a processor that has them. Sums of wide values are only where much is fetched ahead and
/// stored past the caches meanwhile: there are few in a vector.
pub(super) fn are_best<T: Semigroup<Op>, Op>(is_large: bool) -> bool {
    let is_best = |operator| is_large || size_of::<T>() <= 4 || matches!(operator, BuiltIn::Min | BuiltIn::Max);
    const { operation::<T, Op>() }.is_some_and(|(operator, _)| is_best(operator))
}

/// Whether values are to be folded in vectors. Of integers the compiler knows that their order does not matter, and makes vectors itself.
pub(super) const fn are_folded<T: Semigroup<Op>, Op>() -> bool {
    are_combined::<T, Op>() && is_float::<T>()
}

/// Whether another order of the operands gives other bits: floats that are summed or multiplied.
pub(super) const fn rounds<T: Semigroup<Op>, Op>() -> bool {
    is_float::<T>() && matches!(T::BUILT_IN, Some(BuiltIn::Add | BuiltIn::Mul))
}

/// Whether values are primitive floats: each step of a chain of them takes several cycles.
pub(super) const fn is_float<T: Value>() -> bool {
    matches!(T::LANE, Some(lane) if lane.is_float())
}

/// Whether they are primitive integers or `bool`.
pub(super) const fn is_integer<T: Value>() -> bool {
    matches!(T::LANE, Some(lane) if !lane.is_float())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::operator::{Add, And, BitAnd, BitOr, BitXor, Flipped, Max, Min, Mul, Or};
    use std::cell::Cell;
    use std::fmt::Debug;

    /// Numbers that are no more than some, so that the same comes again and again, with zeros of both signs and NaN among the floats.
    fn numbers(count: usize) -> impl Iterator<Item = i64> {
        let mut state = 12345_u64;
        (0..count).map(move |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 59) as i64 - 16
        })
    }

    #[repr(align(64))]
    struct Aligned<T>([T; 1024]);

    /// Holds every way against the one after the other, by what is printed, at lengths around those of vectors.
    #[track_caller]
    fn agree<T: Semigroup<Op> + Debug, Op>(number: impl Fn(i64) -> T) {
        for count in (1..40).chain([63, 64, 65, 127, 128, 129, 1000]) {
            let values: Vec<T> = numbers(count + 1).map(&number).collect();
            let (&start, values) = values.split_first().expect("one more");
            let mut expected = values.to_vec();
            expected.iter_mut().fold(start, |carried, partial| {
                *partial = T::combine(carried, *partial);
                *partial
            });
            if avx2::is_there() && operation::<T, Op>().is_some() {
                let check = |to: &[T], last: T, what: &str| {
                    assert_eq!(format!("{to:?} {last:?}"), format!("{expected:?} {:?}", expected[count - 1]), "{count} {what}");
                };
                let rows = Cell::new(0);
                let beside = |row| {
                    assert_eq!(row, rows.get(), "one after the other");
                    rows.set(row + 1);
                };
                let (mut in_place, mut aligned) = (values.to_vec(), Aligned([start; 1024]));
                let pointer = in_place.as_mut_ptr();
                // SAFETY: AVX2 has been asked for, and the operation; so many elements are there, the last aligned.
                unsafe {
                    let last = avx2::scan::<T, Op, false>((pointer, pointer), count, start, beside);
                    check(&in_place, last, "in vectors");
                    let last = avx2::scan::<T, Op, true>((values.as_ptr(), aligned.0.as_mut_ptr()), count, start, |_| ());
                    check(&aligned.0[..count], last, "past the caches");
                }
                assert_eq!(rows.get(), count / ROW);
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
        integers!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);
    }

    #[test]
    fn conditions_are_the_same_in_any_order() {
        agree::<bool, And>(|number| number > -15);
        agree::<bool, Or>(|number| number < -14);
        agree::<bool, BitAnd>(|number| number > -15);
        agree::<bool, BitOr>(|number| number < -14);
        agree::<bool, BitXor>(|number| number % 3 == 0);
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
