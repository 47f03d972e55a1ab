//! The value that a single pass carries from block to block, in order, while threads work on several blocks.

use std::cell::Cell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::yield_now;

/// How often a thread looks before it lets others run: it may be long before it runs again.
const SPINS: u32 = 8192;

/// Blocks are drawn in order, and each has its turn to see what is carried when all before it have had theirs.
///
/// Whoever has drawn a block is at work on it, so that its turn ends: nobody waits for a block that is still to be drawn.
pub(super) struct Turns<T> {
    start: T,
    /// The next block to be drawn.
    drawn: AtomicUsize,
    /// The block whose turn it is; `carried` is its thread's.
    turn: AtomicUsize,
    carried: Cell<T>,
}

// SAFETY: `carried` is used by the thread whose turn it is, of which there is one since nobody else has its `Drawn`, and by the owner
// at the end. Turns are handed on with release and acquire.
unsafe impl<T: Copy + Send + Sync> Sync for Turns<T> {}

/// A block that is its owner's to work on.
pub(super) struct Drawn(usize);

/// The turn of one block.
pub(super) struct Turn<'t, T> {
    turns: &'t Turns<T>,
    block: usize,
}

impl Drawn {
    /// Its number.
    pub(super) fn number(&self) -> usize {
        self.0
    }
}

impl<T: Copy> Turns<T> {
    /// `start` is carried into block 0.
    pub(super) fn new(start: T) -> Self {
        Self { start, drawn: AtomicUsize::new(0), turn: AtomicUsize::new(0), carried: Cell::new(start) }
    }

    /// What is carried into block 0.
    pub(super) fn start(&self) -> T {
        self.start
    }

    /// The next block, if there is one left of so many.
    pub(super) fn draw(&self, blocks: usize) -> Option<Drawn> {
        let block = self.drawn.fetch_add(1, Ordering::Relaxed);
        (block < blocks).then_some(Drawn(block))
    }

    /// Waits for the turn of a block drawn here; `None` when `stop` is set.
    pub(super) fn wait(&self, Drawn(block): Drawn, stop: &AtomicBool) -> Option<Turn<'_, T>> {
        let mut spins = 0;
        while self.turn.load(Ordering::Acquire) != block {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            spins += 1;
            if spins % SPINS == 0 { yield_now() } else { spin_loop() }
        }
        Some(Turn { turns: self, block })
    }

    /// What is carried out of the last block, after all turns.
    pub(super) fn last(self) -> T {
        self.carried.get()
    }
}

impl<T: Copy> Turn<'_, T> {
    /// Has what `advance` makes of the carried value carried into the next block.
    pub(super) fn pass_on(self, advance: impl FnOnce(T) -> T) {
        let Turns { turn, carried, .. } = self.turns;
        carried.set(advance(carried.get()));
        turn.store(self.block + 1, Ordering::Release);
    }
}
