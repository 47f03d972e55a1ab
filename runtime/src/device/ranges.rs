//! Sets of addresses: which parts of an array are where.

use std::ops::Range;

/// Disjoint ranges that are not empty, ascending, with gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<Range<usize>>);

impl Ranges {
    /// Adds `added`.
    pub(crate) fn insert(&mut self, added: Range<usize>) {
        if added.is_empty() {
            return;
        }
        let touches = |range: &Range<usize>| range.start <= added.end && added.start <= range.end;
        let joined = self
            .0
            .iter()
            .filter(|range| touches(range))
            .fold(added.clone(), |all, range| all.start.min(range.start)..all.end.max(range.end));
        self.0.retain(|range| !touches(range));
        let place = self.0.partition_point(|range| range.start < joined.start);
        self.0.insert(place, joined);
    }

    /// Takes `removed` away.
    pub(crate) fn remove(&mut self, removed: Range<usize>) {
        if removed.is_empty() {
            return;
        }
        let rest = |range: &Range<usize>| [range.start..range.end.min(removed.start), range.start.max(removed.end)..range.end];
        self.0 = self.0.iter().flat_map(rest).filter(|range| !range.is_empty()).collect();
    }

    /// Whether it has any of `range`.
    pub(crate) fn meets(&self, range: &Range<usize>) -> bool {
        self.0.iter().any(|part| part.start.max(range.start) < part.end.min(range.end))
    }

    /// Whether it has all of `range`, which is not empty.
    pub(crate) fn has(&self, range: &Range<usize>) -> bool {
        self.0.iter().any(|part| part.start <= range.start && range.end <= part.end)
    }

    /// What it has of `range`.
    pub(crate) fn within(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let parts = self.0.iter().map(|part| part.start.max(range.start)..part.end.min(range.end));
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// What it lacks of `range`.
    pub(crate) fn gaps(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut missing = Ranges::default();
        missing.insert(range);
        self.0.iter().for_each(|part| missing.remove(part.clone()));
        missing.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a set of single addresses.
    #[test]
    fn ranges_are_sets_of_addresses() {
        const N: usize = 24;
        let (mut ranges, mut set) = (Ranges::default(), [false; N]);
        let mut state = 7u32;
        for _ in 0..2000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (from, length) = ((state >> 8) as usize % N, (state >> 16) as usize % 9);
            let range = from..(from + length).min(N);
            let is_added = state >> 31 == 0;
            set[range.clone()].fill(is_added);
            if is_added {
                ranges.insert(range)
            } else {
                ranges.remove(range)
            }
            let of = |parts: Vec<Range<usize>>| parts.into_iter().flatten().collect::<Vec<_>>();
            let expected = |wanted: bool| (3..20).filter(|&at| set[at] == wanted).collect::<Vec<_>>();
            assert_eq!(of(ranges.within(3..20)), expected(true));
            assert_eq!(of(ranges.gaps(3..20)), expected(false));
            assert_eq!(ranges.is_empty(), !set.contains(&true));
            assert_eq!(ranges.meets(&(3..20)), set[3..20].contains(&true));
            assert_eq!(ranges.has(&(3..7)), !set[3..7].contains(&false));
            assert!(ranges.0.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
}
