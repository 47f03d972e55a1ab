//! Who runs a loop together: processes of one program, or threads that stand for them.

mod threads;

pub use threads::ThreadRanks;

use std::mem::MaybeUninit;

/// The processes of one program that run annotated loops together, numbered from 0: the ranks of an MPI communicator, or
/// [`ThreadRanks`]. The clause `ranks(world)` names a reference to one.
///
/// All ranks run the same program, and the same loops with the clause in the same order.
///
/// # Safety
/// [`rank`](Self::rank) and [`size`](Self::size) never change. When [`all_gather`](Self::all_gather) returns, `all` holds the bytes that
/// the ranks of this call gave, in their order: loops take them for values of their types.
pub unsafe trait Ranks {
    /// The number of this rank, less than [`size`](Self::size).
    fn rank(&self) -> usize;

    /// How many ranks there are, at least one.
    fn size(&self) -> usize;

    /// Everybody's bytes in the order of the ranks: `mine.len()` of each. All ranks call it, with as many bytes; it returns when all
    /// have. The bytes are those of values as they lie in memory: what is between a struct's fields may be uninitialised.
    ///
    /// # Panics
    /// Where a rank has ended, or cannot be reached. `all` then holds anything.
    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]);

    /// Ends the program on all ranks, as far as that is possible, and at least on this one. No loop calls it; a program may, where one of
    /// its ranks cannot go on.
    fn abort(&self) -> !;
}

// SAFETY: those of what is referred to.
unsafe impl<W: Ranks + ?Sized> Ranks for &W {
    fn rank(&self) -> usize {
        (**self).rank()
    }

    fn size(&self) -> usize {
        (**self).size()
    }

    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        (**self).all_gather(mine, all);
    }

    fn abort(&self) -> ! {
        (**self).abort()
    }
}
