//! What threads that share a single pass tell each other: the totals of the blocks they have folded, and the values after those.
//!
//! Nobody waits for a thread that the system has put aside: who needs the totals of a block and does not find them folds it himself
//! (decoupled look-back with fallback: Merrill and Garland 2016; Smith, Levien and Owens 2025), and tells the others. Who comes second
//! takes what was told: what is carried into a tile is the same for everybody, even where a fold would not give the same twice. Totals
//! are kept tile by tile and combined from first to last, so the result has the same bits whoever computed what, unless a block is
//! concluded without them.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

/// How often a thread looks for the totals of a block before it folds the block itself.
const SPINS: u32 = if cfg!(miri) { 4 } else { 1024 };

/// The most tiles in a block.
pub(super) const MOST_TILES: usize = 16;

/// What is published of a block.
enum Status<'p, T> {
    /// What is carried out of it.
    After(T),
    /// The totals of its tiles.
    Totals(&'p [T]),
    Nothing,
}

/// The blocks of a single pass.
pub(super) struct Published<T> {
    /// What is carried into block 0.
    start: T,
    tiles: usize,
    tiles_a_block: usize,
    /// The next block to be drawn.
    next_ticket: AtomicUsize,
    blocks: Vec<Block<T>>,
}

struct Block<T> {
    /// The totals of its tiles; null until somebody tells them.
    totals: AtomicPtr<[T; MOST_TILES]>,
    /// Whether `after` may be read.
    is_known: AtomicBool,
    /// What is carried out of it.
    after: UnsafeCell<T>,
}

// SAFETY: `after` is written by the one thread that has drawn the block, before it says so with `Release`, and read by others only after
// they have seen that with `Acquire`; totals are not changed once they are told.
unsafe impl<T: Copy + Send + Sync> Sync for Published<T> {}

impl<T: Copy> Block<T> {
    fn new(start: T) -> Self {
        let totals = AtomicPtr::new(ptr::null_mut());
        Self { totals, is_known: AtomicBool::new(false), after: UnsafeCell::new(start) }
    }

    /// What is carried out of it, once it is known.
    fn after(&self) -> Option<T> {
        // SAFETY: it has been written, and is not written again.
        self.is_known.load(Ordering::Acquire).then(|| unsafe { *self.after.get() })
    }

    /// Tells what is carried out of it.
    ///
    /// # Safety
    /// This thread alone has drawn the block, and does this once.
    unsafe fn conclude(&self, after: T) {
        // SAFETY: nobody reads it before the flag says so, and nobody else writes it.
        unsafe { *self.after.get() = after };
        self.is_known.store(true, Ordering::Release);
    }

    /// The totals of its tiles, once they are told, and as many more.
    fn totals(&self) -> Option<&[T; MOST_TILES]> {
        // SAFETY: what is told is not changed, and lives as long as the block.
        unsafe { self.totals.load(Ordering::Acquire).as_ref() }
    }

    /// Tells the totals of its tiles, unless somebody has. Returns those that are told.
    fn tell(&self, totals: &[T], start: T) -> &[T; MOST_TILES] {
        if let Some(told) = self.totals() {
            return told;
        }
        let mut own = Box::new([start; MOST_TILES]);
        own[..totals.len()].copy_from_slice(totals);
        let own = Box::into_raw(own);
        let told = match self.totals.compare_exchange(ptr::null_mut(), own, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => own,
            Err(told) => {
                // SAFETY: made a box's just now, and seen by nobody else.
                drop(unsafe { Box::from_raw(own) });
                told
            }
        };
        // SAFETY: as for `totals`.
        unsafe { &*told }
    }
}

impl<T> Drop for Block<T> {
    fn drop(&mut self) {
        let told = *self.totals.get_mut();
        if !told.is_null() {
            // SAFETY: `tell` made it of a box, and no reference to it outlives the block.
            drop(unsafe { Box::from_raw(told) });
        }
    }
}

/// A block that is its owner's to work on.
pub(super) struct Ticket(usize);

impl Ticket {
    /// Its number.
    pub(super) fn number(&self) -> usize {
        self.0
    }
}

impl<T: Copy> Published<T> {
    /// Blocks of so many tiles each, the last perhaps of fewer; nothing is known but what is carried into the first.
    ///
    /// # Panics
    /// If a block has no tile, or more than [`MOST_TILES`].
    pub(super) fn new(start: T, tiles: usize, tiles_a_block: usize) -> Self {
        assert!((1..=MOST_TILES).contains(&tiles_a_block), "a block of {tiles_a_block} tiles");
        let blocks = (0..tiles.div_ceil(tiles_a_block)).map(|_| Block::new(start)).collect();
        Self { start, tiles, tiles_a_block, next_ticket: AtomicUsize::new(0), blocks }
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
    pub(super) fn take_ticket(&self) -> Option<Ticket> {
        let block = self.next_ticket.fetch_add(1, Ordering::Relaxed);
        (block < self.blocks.len()).then_some(Ticket(block))
    }

    /// What is carried into `block`, if that is known already.
    pub(super) fn carried_into(&self, block: &Ticket) -> Option<T> {
        block.0.checked_sub(1).map_or(Some(self.start), |before| self.blocks[before].after())
    }

    /// Tells the others what is carried out of `block`, whose totals nobody has.
    pub(super) fn conclude(&self, block: Ticket, after: T) {
        // SAFETY: this thread has drawn the block, which is used up.
        unsafe { self.blocks[block.0].conclude(after) };
    }

    /// Tells the others the totals of the tiles of `block`, or takes those that have been told before. Returns what is carried into it,
    /// by `combine` from first to last; `fold` gives the totals of a block that nobody has told yet, or says that it may not: then the
    /// block is given back, to be exchanged again.
    pub(super) fn exchange(
        &self,
        block: Ticket,
        totals: &mut [T],
        combine: &dyn Fn(T, T) -> T,
        fold: &dyn Fn(usize, &mut [T]) -> bool,
    ) -> Result<T, Ticket> {
        let number = block.number();
        totals.copy_from_slice(&self.blocks[number].tell(totals, self.start)[..totals.len()]);
        let nearest = (0..number).rev().find_map(|earlier| Some((earlier + 1, self.blocks[earlier].after()?)));
        let (first, mut carried) = nearest.unwrap_or((0, self.start));
        let mut own = Vec::new();
        for between in first..number {
            let totals = match self.poll(between) {
                Status::After(after) => {
                    carried = after;
                    continue;
                }
                Status::Totals(totals) => totals,
                Status::Nothing => {
                    own.resize(self.tiles_of(between), self.start);
                    if !fold(between, &mut own) {
                        return Err(block);
                    }
                    &self.blocks[between].tell(&own, self.start)[..own.len()]
                }
            };
            for total in totals {
                carried = combine(carried, *total);
            }
        }
        let mut after = carried;
        for total in totals {
            after = combine(after, *total);
        }
        self.conclude(block, after);
        Ok(carried)
    }

    /// What is carried out of the last block, after all have been exchanged.
    pub(super) fn last(mut self) -> T {
        self.blocks.last_mut().map_or(self.start, |block| *block.after.get_mut())
    }

    /// Looks a while for what is published of a block.
    fn poll(&self, block: usize) -> Status<'_, T> {
        let tiles = self.tiles_of(block);
        let block = &self.blocks[block];
        for _ in 0..SPINS {
            if let Some(after) = block.after() {
                return Status::After(after);
            }
            if let Some(totals) = block.totals() {
                return Status::Totals(&totals[..tiles]);
            }
            spin_loop();
        }
        Status::Nothing
    }

    /// How many tiles a block has.
    fn tiles_of(&self, block: usize) -> usize {
        self.tiles_a_block.min(self.tiles - block * self.tiles_a_block)
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

    fn never(_: usize, _: &mut [u64]) -> bool {
        panic!("nothing is missing");
    }

    /// The fold of a block with these totals.
    fn told(totals: &[u64]) -> impl Fn(usize, &mut [u64]) -> bool {
        |_, there| {
            there.copy_from_slice(totals);
            true
        }
    }

    /// What is carried into a block that is not given back.
    fn carried<T>(exchanged: Result<T, Ticket>) -> T {
        exchanged.unwrap_or_else(|block| panic!("block {} is given back", block.number()))
    }

    #[test]
    fn blocks_in_order_find_what_is_carried_into_them() {
        let published = Published::new(9, 5, 2);
        assert_eq!(published.blocks(), 3);
        let found = [&mut [1, 2][..], &mut [3, 4], &mut [5]].map(|totals| {
            let next_ticket = published.take_ticket().expect("a block");
            carried(published.exchange(next_ticket, totals, &join, &never))
        });
        assert_eq!(found, [9, 912, 91234]);
        assert!(published.take_ticket().is_none());
        assert_eq!(published.last(), 912_345);
    }

    #[test]
    fn a_block_whose_owner_sleeps_is_folded_by_the_next() {
        let published = Published::new(9, 6, 2);
        let [first, second, third] = [(); 3].map(|()| published.take_ticket().expect("a block"));
        let fold = |block: usize, totals: &mut [u64]| {
            assert_eq!(block, 0);
            told(&[1, 2])(block, totals)
        };
        assert_eq!(carried(published.exchange(second, &mut [3, 4], &join, &fold)), 912);
        // The third stops at the second, which knows all before it.
        assert_eq!(carried(published.exchange(third, &mut [5, 6], &join, &never)), 91234);
        assert_eq!(carried(published.exchange(first, &mut [1, 2], &join, &never)), 9);
        assert_eq!(published.last(), 9_123_456);
    }

    #[test]
    fn what_is_concluded_needs_no_totals() {
        let published = Published::new(9, 6, 2);
        let [first, second, third] = [(); 3].map(|()| published.take_ticket().expect("a block"));
        assert_eq!(published.carried_into(&first), Some(9));
        assert_eq!(published.carried_into(&second), None);
        published.conclude(first, 912);
        assert_eq!(published.carried_into(&second), Some(912));
        assert_eq!(carried(published.exchange(third, &mut [5, 6], &join, &told(&[3, 4]))), 91234);
        assert_eq!(carried(published.exchange(second, &mut [3, 4], &join, &never)), 912);
        assert_eq!(published.last(), 9_123_456);
    }

    #[test]
    fn a_block_that_is_folded_and_not_known_is_not_folded_again() {
        let published = Published::new(9, 3, 1);
        let [_first, second, third] = [(); 3].map(|()| published.take_ticket().expect("a block"));
        // As if the first's owner stopped between its two publications.
        published.blocks[0].tell(&[1], 9);
        assert_eq!(carried(published.exchange(second, &mut [2], &join, &never)), 91);
        assert_eq!(carried(published.exchange(third, &mut [3], &join, &never)), 912);
    }

    #[test]
    fn a_block_is_given_back_where_nobody_may_fold_what_is_missing() {
        let published = Published::new(9, 6, 2);
        let [first, second, third] = [(); 3].map(|()| published.take_ticket().expect("a block"));
        let refused = |_: usize, _: &mut [u64]| false;
        let back = published.exchange(second, &mut [3, 4], &join, &refused);
        let second = back.expect_err("nobody has told the totals of the first");
        assert_eq!(second.number(), 1);
        assert_eq!(carried(published.exchange(first, &mut [1, 2], &join, &refused)), 9);
        // The totals that were told with the first attempt hold, whatever is there now.
        let mut totals = [0, 0];
        assert_eq!(carried(published.exchange(third, &mut [5, 6], &join, &refused)), 91234);
        assert_eq!(carried(published.exchange(second, &mut totals, &join, &refused)), 912);
        assert_eq!((totals, published.last()), ([3, 4], 9_123_456));
    }

    #[test]
    fn what_another_one_has_told_of_a_block_holds_for_its_owner_too() {
        let published = Published::new(9, 3, 2);
        let [first, second] = [(); 2].map(|()| published.take_ticket().expect("a block"));
        assert_eq!(carried(published.exchange(second, &mut [5], &join, &told(&[1, 2]))), 912);
        let mut totals = [3, 4];
        assert_eq!(carried(published.exchange(first, &mut totals, &join, &never)), 9);
        assert_eq!((totals, published.last()), ([1, 2], 9125));
    }

    #[test]
    fn many_who_fold_differently_agree() {
        let (blocks, threads) = (if cfg!(miri) { 20 } else { 2000 }, 4);
        let published = Published::new(0, blocks, 1);
        let seed = AtomicUsize::new(1);
        // Nobody gets the same twice.
        let fold = |_: usize, totals: &mut [usize]| {
            totals.fill_with(|| seed.fetch_add(1, Ordering::Relaxed));
            true
        };
        let take = || {
            let mut found = Vec::new();
            while let Some(block) = published.take_ticket() {
                let (number, mut totals) = (block.number(), [0]);
                fold(number, &mut totals);
                let carried = carried(published.exchange(block, &mut totals, &usize::wrapping_add, &fold));
                found.push((number, carried, carried + totals[0]));
            }
            found
        };
        let mut found: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("it ends")).collect()
        });
        found.sort_unstable();
        assert!(found.windows(2).all(|pair| pair[0].2 == pair[1].1), "{found:?}");
        assert_eq!(published.last(), found[blocks - 1].2);
    }
}
