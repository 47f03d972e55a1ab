//! The iterations of a loop and the indices they use, in exact arithmetic: nothing here wraps, so a check that passes holds.

/// The types a loop variable may have: the ten integer types.
pub trait Index: Copy + Send + Sync + sealed::Sealed + 'static {
    /// The value, exactly.
    fn to_wide(self) -> i128;
    /// The value modulo 2 to the type's width.
    fn from_wide(value: i128) -> Self;
    /// `self + step`, modulo 2 to the type's width.
    fn advance(self, step: i64) -> Self;
    /// `to - self`, or 0 where that is negative.
    fn distance(self, to: Self) -> u64;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! index {
    ($($type:ident)*) => { $(
        impl sealed::Sealed for $type {}

        impl Index for $type {
            #[inline]
            fn to_wide(self) -> i128 {
                self as i128
            }

            #[inline]
            fn from_wide(value: i128) -> Self {
                value as Self
            }

            #[inline]
            fn advance(self, step: i64) -> Self {
                self.wrapping_add(step as Self)
            }

            #[inline]
            fn distance(self, to: Self) -> u64 {
                // Modulo 2 to the 64, which a difference that is not negative is less than.
                if to > self { (to as u64).wrapping_sub(self as u64) } else { 0 }
            }
        }
    )* };
}

index!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The exact value of an integer, for the offset of an [`Affine`].
#[inline]
pub fn wide(value: impl Index) -> i128 {
    value.to_wide()
}

/// A delay register holds what was loaded so many iterations before, or fewer. A loop is divided into parts of more.
pub(crate) const MOST_DELAYED: u64 = 4;

/// Whether every integer of its type can be divided by it: it is neither 0 nor -1, which the least would overflow with.
#[inline]
pub fn divides(value: impl Index) -> bool {
    !matches!(value.to_wide(), 0 | -1)
}

/// The product of such values. What has more than 112 bits is no index, and becomes a value far outside of every array.
///
/// Such values are as far apart, unless they are equal modulo 2 to the 64, so that the difference of two is no index either, or is what
/// wrapping arithmetic says.
#[inline]
pub fn product(factors: &[i128]) -> i128 {
    const FAR: i128 = 1 << 120;
    let product = factors.iter().try_fold(1i128, |product, factor| product.checked_mul(*factor));
    let wrapped = || factors.iter().fold(1u64, |product, factor| product.wrapping_mul(*factor as u64));
    product.filter(|product| product.unsigned_abs() < 1 << 112).unwrap_or_else(|| FAR + (i128::from(wrapped()) << 44))
}

/// The element at `index`: the value that a loop carries into its first iteration. `None` without an index, or outside of `array`.
#[inline]
pub fn at<T: Copy>(array: &[T], index: Option<usize>) -> Option<T> {
    index.and_then(|index| array.get(index)).copied()
}

/// An index that is affine in the loop variable: `coefficient * i + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine {
    coefficient: i128,
    offset: i128,
    is_guarded: bool,
}

impl Affine {
    /// `coefficient * i + offset`.
    #[inline]
    pub const fn new(coefficient: i64, offset: i128) -> Self {
        Self::scaled(coefficient as i128, offset)
    }

    /// The same, where the coefficient is computed too.
    #[inline]
    pub const fn scaled(coefficient: i128, offset: i128) -> Self {
        Self { coefficient, offset, is_guarded: false }
    }

    /// The index of what only iterations read in which a condition on the loop variable holds: in others it may be out of range.
    #[inline]
    #[must_use]
    pub const fn guarded(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// Whether it is [guarded](Self::guarded).
    pub(crate) fn is_guarded(self) -> bool {
        self.is_guarded
    }

    /// The coefficient.
    pub(crate) fn slope(self) -> i128 {
        self.coefficient
    }

    /// The index where the loop variable is `i`, if 128 bits hold it.
    fn at(self, i: i128) -> Option<i128> {
        self.coefficient.checked_mul(i)?.checked_add(self.offset)
    }
}

/// The values of a loop variable of type `I`, in order: none, or `first, first + step, …`.
///
/// It is made in front of every loop, however short, so it holds what the loop says, and computes what follows from that where it is
/// asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<I> {
    low: I,
    high: I,
    is_inclusive: bool,
    step: i64,
    of_while: bool,
}

impl<I: Index> Range<I> {
    /// `from..to`
    #[inline]
    pub fn ascending(from: I, to: I) -> Self {
        Self { low: from, high: to, is_inclusive: false, step: 1, of_while: false }
    }

    /// `from..=to`
    #[inline]
    pub fn ascending_inclusive(from: I, to: I) -> Self {
        Self { is_inclusive: true, ..Self::ascending(from, to) }
    }

    /// `(low..high).rev()`
    #[inline]
    pub fn descending(high: I, low: I) -> Self {
        Self { step: -1, ..Self::ascending(low, high) }
    }

    /// `(low..=high).rev()`
    #[inline]
    pub fn descending_inclusive(high: I, low: I) -> Self {
        Self { is_inclusive: true, ..Self::descending(high, low) }
    }

    /// Every `step`th value, from the first.
    ///
    /// # Panics
    /// If `step` is not positive, as `Iterator::step_by` does.
    #[inline]
    pub fn step_by(mut self, step: i64) -> Self {
        assert!(step > 0, "the step of a range must be positive");
        self.step = self.step.saturating_mul(step);
        self
    }

    /// The range of a `while` loop. Where the variable would overflow before the loop's condition fails, the loop is not launched:
    /// it runs as written.
    #[inline]
    pub fn of_while(mut self) -> Self {
        self.of_while = true;
        self
    }

    /// How many values there are.
    #[inline]
    pub fn len(&self) -> u64 {
        let is_there = self.is_inclusive && self.low.to_wide() <= self.high.to_wide();
        let count = self.low.distance(self.high).saturating_add(u64::from(is_there));
        if self.step.unsigned_abs() == 1 { count } else { count.div_ceil(self.step.unsigned_abs()) }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index that the first iteration uses; `None` if there is no iteration or no array can have that index.
    pub fn index(&self, affine: Affine) -> Option<usize> {
        let index = if self.is_empty() { None } else { affine.at(self.span().first) };
        index.and_then(|index| usize::try_from(index).ok())
    }

    /// The index that the first iteration uses, or would use where there is none.
    pub fn index_of_first(&self, affine: Affine) -> Option<usize> {
        affine.at(self.first()).and_then(|index| usize::try_from(index).ok())
    }

    /// The index that iteration `k` uses, or would use if there were as many.
    pub(crate) fn index_of_iteration(&self, k: u64, affine: Affine) -> Option<usize> {
        let i = i128::from(self.step).checked_mul(i128::from(k)).and_then(|far| self.first().checked_add(far))?;
        affine.at(i).and_then(|index| usize::try_from(index).ok())
    }

    /// The index that the last iteration uses, as [`index`](Self::index).
    pub(crate) fn index_of_last(&self, affine: Affine) -> Option<usize> {
        self.span().last().and_then(|last| affine.at(last)).and_then(|index| usize::try_from(index).ok())
    }

    /// Whether `i` is the loop variable of the first iteration.
    #[inline]
    pub fn is_first(&self, i: I) -> bool {
        i.to_wide() == self.first()
    }

    /// Whether `i` is the loop variable of one of the first `count` iterations: no more than a delay register reaches back.
    #[inline]
    pub fn is_among_first(&self, i: I, count: u8) -> bool {
        debug_assert!(u64::from(count) <= MOST_DELAYED, "parts of a loop have more of their inputs");
        let distance = i.to_wide().abs_diff(self.first());
        distance < u128::from(self.step.unsigned_abs()) * u128::from(count)
    }

    /// The last value.
    pub fn last(&self) -> Option<I> {
        self.span().last().map(I::from_wide)
    }

    /// The variable of a `while` loop after it: one step past the last value, wrapping.
    pub fn past_the_end(&self) -> I {
        I::from_wide(self.span().past_the_end().unwrap_or(self.first()))
    }

    /// The range without its first value, where it has another one.
    pub(crate) fn after_first(mut self) -> Option<Self> {
        if self.len() < 2 {
            return None;
        }
        let step = i128::from(self.step);
        // Between the second value and the bound there is nothing that the type does not have.
        let end = if step > 0 { &mut self.low } else { &mut self.high };
        *end = I::from_wide(end.to_wide() + step);
        Some(self)
    }

    /// The iterations `part`, of which there is one at least.
    pub(crate) fn part(&self, part: &std::ops::Range<u64>) -> Self {
        let (first, last) = (self.value(part.start), self.value(part.end - 1));
        let (low, high) = if self.step > 0 { (first, last) } else { (last, first) };
        Self { low, high, is_inclusive: true, step: self.step, of_while: false }
    }

    /// The loop variable of iteration `k`.
    #[inline]
    pub(crate) fn value(&self, k: u64) -> I {
        I::from_wide(self.first() + i128::from(self.step) * i128::from(k))
    }

    /// The range without its type.
    pub(crate) fn span(&self) -> Span {
        let (first, step, len) = (self.first(), i128::from(self.step), self.len());
        let of_all = self.high.to_wide() - self.low.to_wide() + i128::from(self.is_inclusive);
        let span = Span { first, step, len, exact: of_all <= i128::from(u64::MAX) };
        let past = span.past_the_end().filter(|_| self.of_while);
        Span { exact: span.exact && past.is_none_or(|past| I::from_wide(past).to_wide() == past), ..span }
    }

    /// The loop variable of iteration 0, if there is one.
    #[inline]
    fn first(&self) -> i128 {
        match self.step > 0 {
            true => self.low.to_wide(),
            false => self.high.to_wide() - i128::from(!self.is_inclusive),
        }
    }
}

impl Range<usize> {
    /// `0..` the least of `lengths`, of which there is one at least: the positions of zipped iterators.
    #[inline]
    pub fn lengths<const N: usize>(lengths: [usize; N]) -> Self {
        Self::ascending(0, lengths.into_iter().fold(usize::MAX, usize::min))
    }
}

/// A [`Range`] without its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The loop variable of iteration 0, if there is one.
    pub first: i128,
    /// What an iteration adds to it; not 0.
    pub step: i128,
    /// How many iterations there are.
    pub len: u64,
    /// The three say what the loop does: it has no more iterations than that, and its variable does not overflow.
    pub exact: bool,
}

impl Span {
    /// The loop variable of the last iteration.
    pub fn last(&self) -> Option<i128> {
        self.len.checked_sub(1).map(|k| self.first + self.step * i128::from(k))
    }

    /// One step past the last value; `None` where 128 bits do not hold it.
    fn past_the_end(&self) -> Option<i128> {
        self.step.checked_mul(i128::from(self.len))?.checked_add(self.first)
    }

    /// Where `affine` leads in an array of `length` elements; `None` if an iteration's index is out of range (or there is none).
    pub fn stride(&self, affine: Affine, length: usize) -> Option<Strided> {
        let first = affine.at(self.first)?;
        let last = affine.at(self.last()?)?;
        let within = |index: i128| usize::try_from(index).ok().filter(|&index| index < length);
        let (first, last) = (within(first)?, within(last)?);
        let stride = if self.len == 1 { 0 } else { affine.coefficient.checked_mul(self.step)? };
        Some(Strided { first, last, stride: isize::try_from(stride).ok()? })
    }

    /// The iterations in which `affine` leads into an array of `length` elements: some in a row, or none.
    pub fn within(&self, affine: Affine, length: usize) -> std::ops::Range<u64> {
        let found = || {
            let (first, stride) = (affine.at(self.first)?, affine.coefficient.checked_mul(self.step)?);
            // From its end an array is one whose indices go the other way.
            let last = i128::try_from(length).ok()?.checked_sub(1)?;
            let (first, stride) = if stride < 0 { (last.checked_sub(first)?, stride.checked_neg()?) } else { (first, stride) };
            let (to_first, to_last) = (first.checked_neg()?, last.checked_sub(first)?);
            let all = i128::from(self.len);
            let (from, to) = match stride {
                0 if to_first <= 0 && to_last >= 0 => (0, all),
                0 => (0, 0),
                // Rounded up, and down.
                _ => (-(-to_first).div_euclid(stride), to_last.div_euclid(stride) + 1),
            };
            let (from, to) = (from.clamp(0, all), to.clamp(0, all));
            (from < to).then_some(from as u64..to as u64)
        };
        found().unwrap_or(0..0)
    }
}

/// The indices of an array over the iterations: `first, first + stride, …, last`, all within the array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strided {
    /// The index of iteration 0.
    pub first: usize,
    /// The index of the last iteration.
    pub last: usize,
    /// What an iteration adds; 0 with one iteration, or where all use one index.
    pub stride: isize,
}

impl Strided {
    /// The index of iteration `k`, which must be one of the loop.
    #[inline]
    pub fn index(&self, k: u64) -> usize {
        // An index of the array, so the wrapping intermediate values cancel out.
        self.first.wrapping_add((k as usize).wrapping_mul(self.stride as usize))
    }

    /// The indices of the iterations `part`, which is not empty.
    pub fn part(&self, part: &std::ops::Range<u64>) -> Strided {
        Strided { first: self.index(part.start), last: self.index(part.end - 1), stride: self.stride }
    }

    /// The least and the greatest index.
    pub fn bounds(&self) -> (usize, usize) {
        (self.first.min(self.last), self.first.max(self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<I: Index + PartialEq + std::fmt::Debug>(range: Range<I>, expected: impl Iterator<Item = I>) {
        let expected: Vec<I> = expected.collect();
        assert_eq!(range.len(), expected.len() as u64);
        assert_eq!(range.is_empty(), expected.is_empty());
        let values: Vec<I> = (0..range.len()).map(|k| range.value(k)).collect();
        assert_eq!(values, expected);
        assert_eq!(range.last(), expected.last().copied());
        assert!(expected.first().is_none_or(|&i| range.is_first(i)));
        (0u8..)
            .zip(&expected)
            .take(9)
            .for_each(|(k, &i)| assert!((1..=4).all(|count| range.is_among_first(i, count) == (k < count))));
    }

    macro_rules! agrees_with_rust {
        ($($type:ident)*) => { $( {
            let edges = [$type::MIN, $type::MIN + 1, $type::MIN + 5, $type::MIN + 6];
            let top = [$type::MAX - 6, $type::MAX - 5, $type::MAX - 1, $type::MAX];
            for (a, b) in edges.into_iter().flat_map(|a| edges.map(|b| (a, b))).chain(top.into_iter().flat_map(|a| top.map(|b| (a, b)))) {
                check(Range::ascending(a, b), a..b);
                check(Range::ascending_inclusive(a, b), a..=b);
                check(Range::descending(b, a), (a..b).rev());
                check(Range::descending_inclusive(b, a), (a..=b).rev());
                check(Range::ascending(a, b).step_by(2), (a..b).step_by(2));
                check(Range::descending_inclusive(b, a).step_by(3), (a..=b).rev().step_by(3));
            }
        } )* };
    }

    #[test]
    fn ranges_are_those_of_rust_for_every_index_type() {
        agrees_with_rust!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    }

    #[test]
    fn the_iterations_in_range_are_those_whose_indices_are() {
        let ranges = [
            Range::ascending(0i64, 9),
            Range::ascending(-7, 8).step_by(3),
            Range::descending(11, -2),
            Range::descending_inclusive(10, 1).step_by(2),
            Range::ascending(4, 5),
        ];
        for (range, slope, offset, length) in ranges.into_iter().flat_map(|range| {
            (-3..=3).flat_map(move |slope| {
                (-12..=12).flat_map(move |offset| [0, 1, 5, 20].map(|length| (range, slope, offset, length)))
            })
        }) {
            let within = range.span().within(Affine::new(slope, offset), length);
            let is_in = |k: u64| (0..length as i128).contains(&(i128::from(slope) * i128::from(range.value(k)) + offset));
            let expected: Vec<u64> = (0..range.len()).filter(|k| is_in(*k)).collect();
            assert_eq!(within.clone().collect::<Vec<_>>(), expected, "{slope} * i + {offset} of {length}, {range:?}");
            if !within.is_empty() {
                let values: Vec<i64> = within.clone().map(|k| range.value(k)).collect();
                let part = range.part(&within);
                assert_eq!((0..part.len()).map(|k| part.value(k)).collect::<Vec<_>>(), values);
            }
        }
        // What 128 bits do not hold is nowhere.
        assert_eq!(Range::ascending(0u64, u64::MAX).span().within(Affine::scaled(i128::MAX, 0), 9), 0..1);
        assert!(Range::ascending(2u64, u64::MAX).span().within(Affine::scaled(i128::MAX, 0), 9).is_empty());
        assert_eq!(Range::ascending(0u64, u64::MAX).span().within(Affine::new(1, -5), 3), 5..8);
    }

    #[test]
    fn the_whole_of_a_type_is_counted() {
        assert_eq!(Range::ascending_inclusive(u8::MIN, u8::MAX).len(), 256);
        assert_eq!(Range::ascending(i64::MIN, i64::MAX).len(), u64::MAX);
        assert!(Range::ascending(i64::MIN, i64::MAX).span().exact);
        assert!(!Range::ascending_inclusive(u64::MIN, u64::MAX).span().exact);
    }

    #[test]
    fn a_while_loop_ends_one_step_past_its_last_value() {
        assert_eq!(Range::ascending(3u8, 10).step_by(4).past_the_end(), 11);
        assert_eq!(Range::ascending(10u8, 3).past_the_end(), 10);
        assert_eq!(Range::descending_inclusive(5i32, 0).past_the_end(), -1);
        assert_eq!(Range::ascending_inclusive(0u8, 255).past_the_end(), 0);
    }

    #[test]
    fn a_while_loop_whose_variable_overflows_is_not_launched() {
        assert!(!Range::ascending_inclusive(0u8, 255).of_while().span().exact);
        assert!(!Range::ascending(0u8, 255).step_by(2).of_while().span().exact);
        assert!(Range::ascending(0u8, 255).of_while().span().exact);
    }

    #[test]
    fn the_first_index_may_not_exist() {
        let range = Range::ascending(1usize, 5);
        assert_eq!(range.index(Affine::new(1, -1)), Some(0));
        assert_eq!(range.index(Affine::new(1, -2)), None);
        assert_eq!(Range::ascending(5usize, 5).index(Affine::new(1, 0)), None);
        assert_eq!(range.index(Affine::new(i64::MAX, i128::MAX)), None);
    }

    #[test]
    fn strides_stay_within_the_array() {
        let span = Range::ascending(1u16, 6).span();
        assert_eq!(span.stride(Affine::new(2, -2), 9), Some(Strided { first: 0, last: 8, stride: 2 }));
        assert_eq!(span.stride(Affine::new(2, -2), 8), None);
        assert_eq!(span.stride(Affine::new(-1, 5), 5), Some(Strided { first: 4, last: 0, stride: -1 }));
        assert_eq!(span.stride(Affine::new(-1, 4), 5), None);
        let huge = Range::ascending(u64::MAX - 2, u64::MAX).span();
        assert_eq!(huge.stride(Affine::new(1, -i128::from(u64::MAX - 2)), 2).map(|at| at.index(1)), Some(1));
        assert_eq!(huge.stride(Affine::new(i64::MIN, i128::MIN), 2), None);
    }

    #[test]
    fn products_beyond_all_indices_stay_there() {
        let large = i128::from(u64::MAX);
        assert_eq!(product(&[large, 3]), 3 * large);
        let far = |last: i128| product(&[large, large, last]);
        for last in [1, 2, 7, large] {
            assert!(far(last) > 1 << 112);
            assert!(last == 1 || (far(last) - far(1)).abs() >= 1 << 44);
        }
        assert!(far(1) - product(&[(1 << 56) - 1, 1 << 56]) > 1 << 112);
    }

    #[test]
    fn all_but_two_numbers_divide() {
        assert!(divides(1u8) && divides(u64::MAX) && divides(i32::MIN) && divides(-2i8));
        assert!(!divides(0usize) && !divides(0i16) && !divides(-1i64));
    }

    #[test]
    fn lengths_take_the_least() {
        check(Range::lengths([4, 2, 9]), 0..2);
    }
}
