//! The iterations of many scans, and the cells that they use, in exact arithmetic.

use crate::model::range::{Affine, Span};
use crate::model::reason::FallbackReason;
use std::ops::Range;

/// Batches, and the iterations of each.
#[derive(Clone, Debug)]
pub struct Grid {
    inner: Span,
    outer: Option<Span>,
    /// From an iteration of a batch to the next.
    lag: u64,
    count: u64,
    sound: bool,
    /// Neighbouring batches store neighbouring cells.
    side_by_side: bool,
    /// The indices advance by as much from each batch to the next.
    linear: bool,
    /// In some iterations a guarded index is out of range.
    has_ends: bool,
}

impl Grid {
    pub(super) fn outer(outer: Span, inner: Span) -> Self {
        let sound = outer.exact && inner.exact && outer.len.checked_mul(inner.len).is_some();
        Self { inner, count: outer.len, outer: Some(outer), lag: 1, sound, side_by_side: false, linear: false, has_ends: false }
    }

    /// With a lag of less than 1 an iteration continues nothing that was stored before.
    pub(super) fn lagged(inner: Span, lag: i128) -> Self {
        let sound = inner.exact && lag >= 1;
        let lag = u64::try_from(lag).unwrap_or(u64::MAX).clamp(1, inner.len.max(1));
        Self { inner, count: lag.min(inner.len), outer: None, lag, sound, side_by_side: false, linear: false, has_ends: false }
    }

    /// As `Batches::linear`.
    pub(super) fn set_linear(&mut self) {
        self.linear = true;
    }

    /// Whether no device can have the iterations: in some of them a guarded index is out of range.
    pub(super) fn has_ends(&self) -> bool {
        self.has_ends
    }

    /// The batches whose indices are to be looked at, so that nothing is to be found of the others.
    fn examined(&self) -> impl Iterator<Item = u64> + use<> {
        let (count, linear) = (self.count, self.linear);
        let all = if linear { 0..0 } else { 0..count };
        let few = [0, 1, count.saturating_sub(1)].into_iter().filter(move |batch| linear && *batch < count);
        all.chain(few)
    }

    /// Whether the batches are what the loops do.
    pub(super) fn is_sound(&self) -> bool {
        self.sound
    }

    pub(super) fn is_outer(&self) -> bool {
        self.outer.is_some()
    }

    pub(super) fn is_side_by_side(&self) -> bool {
        self.side_by_side
    }

    /// How many batches there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The inner loop's iterations; of a lagged loop all.
    pub(super) fn inner(&self) -> Span {
        self.inner
    }

    /// The outer loop's iterations.
    pub(super) fn outer_span(&self) -> Option<&Span> {
        self.outer.as_ref()
    }

    /// All iterations, for what asks how many there are.
    pub(super) fn total(&self) -> Span {
        let len = if self.outer.is_some() { self.inner.len.saturating_mul(self.count) } else { self.inner.len };
        Span { len, exact: self.inner.exact && self.sound, ..self.inner }
    }

    /// How many iterations batch `batch` has.
    #[inline]
    pub(super) fn length(&self, batch: u64) -> u64 {
        if self.outer.is_some() { self.inner.len } else { (self.inner.len - batch).div_ceil(self.lag) }
    }

    /// The number of iteration `k` of a batch in the inner loop.
    #[inline]
    pub(super) fn iteration(&self, batch: u64, k: u64) -> u64 {
        if self.outer.is_some() { k } else { batch + k * self.lag }
    }

    /// What the loop variable advances by from an iteration of a batch to the next, and from a batch to its neighbour. Modulo 2 to the
    /// 64, as it does itself.
    pub(super) fn steps(&self) -> (i64, i64) {
        let step = self.inner.step as i64;
        if self.outer.is_some() { (step, 0) } else { (step.wrapping_mul(self.lag as i64), step) }
    }

    /// Of the batches before `end`, the first that has no iteration `k`, or `end`; a batch before `end` has one.
    #[inline]
    pub(super) fn rest(&self, k: u64, end: u64) -> u64 {
        if self.outer.is_some() { end } else { end.min(self.inner.len - k * self.lag) }
    }

    /// The least and the greatest element that the batches use at an index which each of them has of its own. What is guarded may be out of
    /// range.
    pub(super) fn bounds<A: AsRef<[Affine]>>(
        &mut self,
        indices: impl Fn(u64) -> A,
        length: usize,
    ) -> Result<Option<(usize, usize)>, FallbackReason> {
        // The iterations of a lagged loop's batches are its own, at the same indices.
        let has_own = self.outer.is_some();
        let examined = self.examined().take_while(move |batch| has_own || *batch == 0);
        let mut bounds: Option<(usize, usize)> = None;
        for batch in examined {
            for index in indices(batch).as_ref() {
                let Some(used) = self.inner.stride(*index, length) else {
                    if !index.is_guarded() {
                        return Err(FallbackReason::IndexOutOfRange);
                    }
                    self.has_ends = true;
                    continue;
                };
                let (low, high) = used.bounds();
                bounds = Some(bounds.map_or((low, high), |(least, greatest)| (least.min(low), greatest.max(high))));
            }
        }
        Ok(bounds)
    }

    /// The cells that batches store, `index` giving each one's, and the part of the array that holds them all, if no two iterations store
    /// one cell and no batch stores the cell that another starts from; `starts`: the cell before its first is where each starts.
    pub(super) fn cells(
        &mut self,
        index: impl Fn(u64) -> Affine,
        length: usize,
        starts: bool,
    ) -> Result<(Lattice, Range<usize>), FallbackReason> {
        let (lattice, window) = if self.outer.is_some() {
            self.cells_of_outer(index, length, starts)?
        } else {
            self.cells_of_lagged(index(0), length)?
        };
        self.side_by_side = self.count > 1 && lattice.across.unsigned_abs() < lattice.along.unsigned_abs();
        Ok((lattice, window))
    }

    fn cells_of_outer(
        &self,
        index: impl Fn(u64) -> Affine,
        length: usize,
        starts: bool,
    ) -> Result<(Lattice, Range<usize>), FallbackReason> {
        let start = |batch: u64| Ok(self.inner.stride(index(batch), length).ok_or(FallbackReason::IndexOutOfRange)?.first);
        let first = start(0)?;
        let across = if self.count > 1 { start(1)?.wrapping_sub(first) as isize } else { 0 };
        let lattice = Lattice { first, across, along: self.along(index(0))? };
        for batch in self.examined() {
            let index = index(batch);
            let at = self.inner.stride(index, length).ok_or(FallbackReason::IndexOutOfRange)?;
            if at.first != lattice.index(batch, 0) || self.along(index)? != lattice.along {
                return Err(FallbackReason::StoresOverlap);
            }
        }
        if lattice.meets(self.count, self.inner.len.saturating_add(u64::from(starts))) {
            return Err(FallbackReason::StoresOverlap);
        }
        Ok((lattice, lattice.window(self.count, self.inner.len)))
    }

    /// They are those of the iterations, each its own, and the batches start from cells before those.
    fn cells_of_lagged(&self, index: Affine, length: usize) -> Result<(Lattice, Range<usize>), FallbackReason> {
        let all = self.inner.stride(index, length).ok_or(FallbackReason::IndexOutOfRange)?;
        let lattice = Lattice { first: all.first, across: all.stride, along: self.along(index)? };
        if all.stride == 0 && self.inner.len > 1 {
            return Err(FallbackReason::StoresOverlap);
        }
        let (low, high) = all.bounds();
        Ok((lattice, low..high + 1))
    }

    /// From the cell of an iteration to the next one's in the batch.
    fn along(&self, index: Affine) -> Result<isize, FallbackReason> {
        let step = self.inner.step.checked_mul(i128::from(self.lag));
        let exact = step.and_then(|step| index.slope().checked_mul(step)).and_then(|along| isize::try_from(along).ok());
        exact.ok_or(FallbackReason::StoresOverlap)
    }
}

/// Which iterations follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Those of a batch.
    Along,
    /// Neighbouring batches', each one's at the same place.
    Across,
}

/// The cells `first + batch * across + k * along`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lattice {
    pub first: usize,
    pub across: isize,
    pub along: isize,
}

impl Lattice {
    /// The cell of iteration `k` of a batch, which must be one of the array.
    #[inline]
    pub fn index(&self, batch: u64, k: u64) -> usize {
        // An index of the array, so the wrapping intermediate values cancel out.
        let across = (batch as usize).wrapping_mul(self.across as usize);
        self.first.wrapping_add(across).wrapping_add((k as usize).wrapping_mul(self.along as usize))
    }

    /// From the least cell of so many batches with so many cells to after the greatest.
    pub fn window(&self, count: u64, length: u64) -> Range<usize> {
        let ends = [(0, 0), (0, length - 1), (count - 1, 0), (count - 1, length - 1)].map(|(batch, k)| self.index(batch, k));
        let (low, high) = ends.into_iter().fold((usize::MAX, 0), |(low, high), end| (low.min(end), high.max(end)));
        low..high + 1
    }

    /// Whether two of `count` batches with `length` cells each have one in common, or a batch has one twice: there are such cells where
    /// the least multiple of one stride that is a multiple of the other lies within both.
    pub fn meets(&self, count: u64, length: u64) -> bool {
        let (across, along) = (self.across.unsigned_abs() as u64, self.along.unsigned_abs() as u64);
        let divisor = greatest_common_divisor(across, along);
        if divisor == 0 {
            return count > 1 || length > 1;
        }
        along / divisor < count && across / divisor < length
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_row_alone_has_no_neighbours() {
        let cells = |rows: usize, row: i64, column: i64| {
            let (outer, inner) =
                (crate::model::range::Range::ascending(0, rows), crate::model::range::Range::ascending(0, 100usize));
            let mut grid = Grid::outer(outer.span(), inner.span());
            grid.cells(|batch| Affine::new(column, i128::from(batch) * i128::from(row)), 10_000, false).expect("apart");
            grid.is_side_by_side()
        };
        assert!(cells(5, 1, 100), "columns");
        assert!(!cells(5, 100, 1), "rows");
        assert!(!cells(1, 100, 1), "one row");
    }

    #[test]
    fn cells_meet_exactly_where_they_do() {
        for across in -7..=7 {
            for along in -7..=7 {
                for (count, length) in (1..6).flat_map(|count| (1..6).map(move |length| (count, length))) {
                    let lattice = Lattice { first: 1000, across, along };
                    let all: Vec<_> = (0..count).flat_map(|b| (0..length).map(move |k| lattice.index(b, k))).collect();
                    let distinct: HashSet<_> = all.iter().collect();
                    assert_eq!(lattice.meets(count, length), distinct.len() < all.len(), "{lattice:?} {count} {length}");
                }
            }
        }
    }

    #[test]
    fn a_lagged_loop_has_all_its_iterations_in_its_batches() {
        use crate::model::range::Range;
        for n in 1..20u64 {
            for lag in 1..25 {
                let grid = Grid::lagged(Range::ascending(0, n).span(), i128::from(lag));
                let mut all: Vec<u64> = (0..grid.count())
                    .flat_map(|b| (0..grid.length(b)).map(|k| grid.iteration(b, k)).collect::<Vec<_>>())
                    .collect();
                all.sort_unstable();
                assert_eq!(all, (0..n).collect::<Vec<_>>(), "{n} {lag}");
            }
        }
        assert!(!Grid::lagged(Range::ascending(0, 5u64).span(), 0).is_sound());
        assert!(!Grid::lagged(Range::ascending(0, 5u64).span(), -1).is_sound());
    }
}
