//! Communicators of the crate `mpi`, for programs that call MPI themselves: `ranks(ranks)` with `let ranks = &Communicator(&universe.world())`.

use mpi::datatype::{Equivalence, SystemDatatype};
use mpi::traits::CommunicatorCollectives;
use scan_runtime::Ranks;
use std::fmt;
use std::mem::MaybeUninit;

/// The ranks of a communicator of the crate `mpi`, which links MPI when the program is built: all ranks of the program, or a part of them.
///
/// Who calls MPI besides begins and ends it, too. Here no rank watches the others: one that is killed is seen by the launcher.
#[derive(Clone, Copy)]
pub struct Communicator<'a, C>(pub &'a C);

/// The byte of a value as it lies in memory.
#[repr(transparent)]
struct Byte(MaybeUninit<u8>);

// SAFETY: it is as large as a byte, which MPI copies and does not look at.
unsafe impl Equivalence for Byte {
    type Out = SystemDatatype;

    fn equivalent_datatype() -> Self::Out {
        u8::equivalent_datatype()
    }
}

// SAFETY: a communicator's size is fixed, as is a process's rank in it; `MPI_Allgather` fills `all` in the order of the ranks.
unsafe impl<C: CommunicatorCollectives> Ranks for Communicator<'_, C> {
    fn rank(&self) -> usize {
        self.0.rank().unsigned_abs() as usize
    }

    fn size(&self) -> usize {
        self.0.size().unsigned_abs() as usize
    }

    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        assert_eq!(all.len(), mine.len() * self.size(), "room for the bytes of all ranks");
        // SAFETY: `Byte` is laid out as what it holds, which may be anything.
        let (mine, all) =
            unsafe { (&*(std::ptr::from_ref(mine) as *const [Byte]), &mut *(std::ptr::from_mut(all) as *mut [Byte])) };
        self.0.all_gather_into(mine, all);
    }

    fn abort(&self) -> ! {
        self.0.abort(1)
    }
}

impl<C: CommunicatorCollectives> fmt::Debug for Communicator<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Communicator").field("rank", &self.rank()).field("size", &self.size()).finish()
    }
}
