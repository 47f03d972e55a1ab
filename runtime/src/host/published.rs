//! What threads that share a single pass tell each other: the totals of the blocks they have folded, and the values after those.
//!
//! Nobody waits for a thread that the system has put aside: who needs the totals of a block and does not find them folds it himself
//! (decoupled look-back with fallback: Merrill and Garland 2016; Smith, Levien and Owens 2025). Totals are kept tile by tile and combined
//! from first to last, so the result has the same bits whoever computed what, unless a block is concluded without them.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// How often a thread looks for the totals of a block before it folds the block itself.
const SPINS: u32 = 1024;

const FOLDED: u8 = 1;
const KNOWN: u8 = 2;

/// What is published of a block.
enum Seen<T> {
    /// What is carried out of it.
    After(T),
    /// The totals of its tiles.
    Totals,
    Nothing,
}

/// The blocks of a single pass.
pub(super) struct Published<T> {
    /// What is carried into block 0.
    start: T,
    tiles_a_block: usize,
    /// The next block to be drawn.
    drawn: AtomicUsize,
    blocks: Vec<Block<T>>,
    /// The total of each tile.
    totals: Vec<UnsafeCell<T>>,
}

struct Block<T> {
    /// 0, then `FOLDED`: its tiles' totals may be read; then, or at once, `KNOWN`: `after` may be read.
    state: AtomicU8,
    /// What is carried out of it.
    after: UnsafeCell<T>,
}

// SAFETY: each cell is written by the one thread that has drawn its block, before it says so with `Release`, and read by others only
// after they have seen that with `Acquire`.
unsafe impl<T: Copy + Send + Sync> Sync for Published<T> {}

/// A block that is its owner's to work on.
pub(super) struct Drawn(usize);

impl Drawn {
    /// Its number.
    pub(super) fn number(&self) -> usize {
        self.0
    }
}

impl<T: Copy> Published<T> {
    /// Blocks of so many tiles each, the last perhaps of fewer; nothing is known but what is carried into the first.
    pub(super) fn new(start: T, tiles: usize, tiles_a_block: usize) -> Self {
        let block = || Block { state: AtomicU8::new(0), after: UnsafeCell::new(start) };
        Self {
            start,
            tiles_a_block,
            drawn: AtomicUsize::new(0),
            blocks: std::iter::repeat_with(block).take(tiles.div_ceil(tiles_a_block)).collect(),
            totals: std::iter::repeat_with(|| UnsafeCell::new(start)).take(tiles).collect(),
        }
    }

    /// What is carried into block 0.
    pub(super) fn start(&self) -> T {
        self.start
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The next block that nobody has, if there is one.
    pub(super) fn draw(&self) -> Option<Drawn> {
        let block = self.drawn.fetch_add(1, Ordering::Relaxed);
        (block < self.blocks.len()).then_some(Drawn(block))
    }

    /// What is carried into `block`, if that is known already.
    pub(super) fn carried_into(&self, block: &Drawn) -> Option<T> {
        let Some(before) = block.0.checked_sub(1) else { return Some(self.start) };
        // SAFETY: read only where it is known.
        (self.state(before) == KNOWN).then(|| unsafe { *self.blocks[before].after.get() })
    }

    /// Tells the others what is carried out of `block`, whose totals nobody has.
    pub(super) fn conclude(&self, block: &Drawn, after: T) {
        // SAFETY: this thread has drawn the block, and nobody reads before the state says so.
        unsafe { *self.blocks[block.0].after.get() = after };
        self.blocks[block.0].state.store(KNOWN, Ordering::Release);
    }

    /// Tells the others the totals of the tiles of `block`. Returns what is carried into it, by `combine` from first to last; `fold` gives
    /// the totals of a block that its owner has not told of yet.
    pub(super) fn exchange(&self, block: &Drawn, totals: &[T], combine: impl Fn(T, T) -> T, fold: impl Fn(usize, &mut [T])) -> T {
        let Drawn(number) = *block;
        for (place, total) in self.totals[self.tiles(number)].iter().zip(totals) {
            // SAFETY: this thread has drawn the block, and nobody reads before the state says so.
            unsafe { *place.get() = *total };
        }
        self.blocks[number].state.store(FOLDED, Ordering::Release);

        let nearest = (0..number).rev().find(|&earlier| self.state(earlier) == KNOWN);
        // SAFETY: it is known.
        let mut carried = nearest.map_or(self.start, |earlier| unsafe { *self.blocks[earlier].after.get() });
        let mut own = Vec::new();
        for between in nearest.map_or(0, |earlier| earlier + 1)..number {
            let tiles = self.tiles(between);
            carried = match self.look_at(between) {
                Seen::After(after) => after,
                Seen::Totals => self.totals[tiles].iter().fold(carried, |carried, total| {
                    // SAFETY: they are told.
                    let total = unsafe { *total.get() };
                    combine(carried, total)
                }),
                Seen::Nothing => {
                    own.resize(tiles.len(), self.start);
                    fold(between, &mut own);
                    own.iter().fold(carried, |carried, total| combine(carried, *total))
                }
            };
        }
        let after = totals.iter().fold(carried, |carried, total| combine(carried, *total));
        self.conclude(block, after);
        carried
    }

    /// What is carried out of the last block, after all have been exchanged.
    pub(super) fn last(self) -> T {
        self.blocks.into_iter().next_back().map_or(self.start, |block| block.after.into_inner())
    }

    /// Looks a while for what is published of a block.
    fn look_at(&self, block: usize) -> Seen<T> {
        for _ in 0..SPINS {
            match self.state(block) {
                // SAFETY: it is known.
                KNOWN => return Seen::After(unsafe { *self.blocks[block].after.get() }),
                FOLDED => return Seen::Totals,
                _ => spin_loop(),
            }
        }
        Seen::Nothing
    }

    fn state(&self, block: usize) -> u8 {
        self.blocks[block].state.load(Ordering::Acquire)
    }

    fn tiles(&self, block: usize) -> std::ops::Range<usize> {
        let first = block * self.tiles_a_block;
        first..self.totals.len().min(first + self.tiles_a_block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text, as far as it goes: an operator that does not commute.
    fn join(earlier: u64, later: u64) -> u64 {
        let digits = later.max(1).ilog10() + 1;
        earlier * 10u64.pow(digits) + later
    }

    fn never(_: usize, _: &mut [u64]) {
        panic!("nothing is missing");
    }

    #[test]
    fn blocks_in_order_find_what_is_carried_into_them() {
        let published = Published::new(9, 5, 2);
        assert_eq!(published.blocks(), 3);
        let carried = [&[1, 2][..], &[3, 4], &[5]].map(|totals| {
            let drawn = published.draw().expect("a block");
            published.exchange(&drawn, totals, join, never)
        });
        assert_eq!(carried, [9, 912, 91234]);
        assert!(published.draw().is_none());
        assert_eq!(published.last(), 912_345);
    }

    #[test]
    fn a_block_whose_owner_sleeps_is_folded_by_the_next() {
        let published = Published::new(9, 6, 2);
        let [first, second, third] = [(); 3].map(|()| published.draw().expect("a block"));
        let fold = |block: usize, totals: &mut [u64]| {
            assert_eq!(block, 0);
            totals.copy_from_slice(&[1, 2]);
        };
        assert_eq!(published.exchange(&second, &[3, 4], join, fold), 912);
        // The third stops at the second, which knows all before it.
        assert_eq!(published.exchange(&third, &[5, 6], join, never), 91234);
        assert_eq!(published.exchange(&first, &[1, 2], join, never), 9);
        assert_eq!(published.last(), 9_123_456);
    }

    #[test]
    fn what_is_concluded_needs_no_totals() {
        let published = Published::new(9, 6, 2);
        let [first, second, third] = [(); 3].map(|()| published.draw().expect("a block"));
        assert_eq!(published.carried_into(&first), Some(9));
        assert_eq!(published.carried_into(&second), None);
        published.conclude(&first, 912);
        assert_eq!(published.carried_into(&second), Some(912));
        assert_eq!(published.exchange(&third, &[5, 6], join, |_, totals| totals.copy_from_slice(&[3, 4])), 91234);
        assert_eq!(published.exchange(&second, &[3, 4], join, never), 912);
        assert_eq!(published.last(), 9_123_456);
    }

    #[test]
    fn a_block_that_is_folded_and_not_known_is_not_folded_again() {
        let published = Published::new(9, 3, 1);
        let [_first, second, third] = [(); 3].map(|()| published.draw().expect("a block"));
        // As if the first's owner stopped between its two publications.
        // SAFETY: its owner is this test.
        unsafe { *published.totals[0].get() = 1 };
        published.blocks[0].state.store(FOLDED, Ordering::Release);
        assert_eq!(published.exchange(&second, &[2], join, never), 91);
        assert_eq!(published.exchange(&third, &[3], join, never), 912);
    }
}
