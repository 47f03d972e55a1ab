//! MPI, found when the program runs: its ranks run annotated loops together, `#[scan(+ : acc, ranks(world))]`.
//!
//! Nothing of MPI is linked. [`World::open`] looks whether a launcher has started the program, and opens the library that goes with the
//! launcher: Open MPI's, or MPICH's and those with its binary interface (Intel MPI, MVAPICH). A program that nobody has launched is the one
//! rank of its world, and opens nothing.
//!
//! ```
#![doc = include_str!("../examples/sum.rs")]
//! ```

#[cfg(feature = "rsmpi")]
mod communicators;
mod error;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(not(target_os = "linux"))]
#[path = "no_guard.rs"]
mod guard;
#[cfg(target_os = "linux")]
mod last_words;
mod launcher;
#[cfg(unix)]
mod library;
#[cfg(not(unix))]
#[path = "no_library.rs"]
mod library;

#[cfg(feature = "rsmpi")]
pub use communicators::Communicator;
pub use error::Error;

use guard::{Guard, Process};
use launcher::Launcher;
use library::Library;
use scan_runtime::Ranks;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::{process, thread};

/// The ranks of `MPI_COMM_WORLD`. Loops run over them from the thread that has opened it, which MPI takes for the main thread.
///
/// When it is dropped MPI ends, if it has begun with this, once all ranks have come to that; where a panic drops it, the program is aborted
/// on all ranks. A rank whose process ends before, because it is killed or leaves without dropping it, ends those of its machine with it, on
/// Linux: they would wait for it. A process beside them, `scan-mpi-guard`, sees to that, and says which rank it was. Ranks of other machines
/// are ended by the launcher.
#[derive(Debug)]
pub struct World {
    rank: usize,
    size: usize,
    /// None for the one rank of a program that nobody has launched.
    library: Option<Library>,
    /// Over those of this machine, where they are watched.
    guard: Option<Guard>,
    /// MPI is called by the thread that has initialised it (`MPI_THREAD_FUNNELED`).
    stays: PhantomData<*const ()>,
}

impl World {
    /// Initialises MPI, if nobody has, or finds that the program is alone. All ranks call it.
    ///
    /// On Linux each process forks before MPI begins, for the guard over the ranks: what is in its memory by then is there twice once it changes.
    ///
    /// `SCAN_MPI_LIBRARY` names the library, where the launcher does not tell.
    ///
    /// # Errors
    /// If a launcher has started the program and there is no library, or it is another launcher's: its world has another size. If MPI cannot
    /// be initialised, or has ended already.
    pub fn open() -> Result<Self, Error> {
        let Some(launcher) = Launcher::of_environment() else {
            return Ok(Self { rank: 0, size: 1, library: None, guard: None, stays: PhantomData });
        };
        let mut guard = None;
        let library = Library::open(&launcher.libraries(), || guard = Process::stand_by())?;
        let (rank, size) = library.rank_and_size()?;
        let mut world = Self { rank, size, library: Some(library), guard: None, stays: PhantomData };
        if let Some(launched) = launcher.size.filter(|launched| *launched != size) {
            return Err(Error::OtherLauncher { launched, size });
        }
        world.guard = Guard::over(guard, &world);
        Ok(world)
    }

    /// The library's file, as it was opened, and whose it is; `None` where nobody has launched the program.
    pub fn library(&self) -> Option<String> {
        self.library.as_ref().map(ToString::to_string)
    }
}

// SAFETY: both numbers are those that MPI has given once; `MPI_Allgather` fills `all` in the order of the ranks, or does not return 0.
unsafe impl Ranks for World {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        assert_eq!(all.len(), mine.len() * self.size, "room for the bytes of all ranks");
        match &self.library {
            Some(library) => library.all_gather(mine, all),
            None => all.copy_from_slice(mine),
        }
    }

    fn abort(&self) -> ! {
        if let Some(library) = &self.library {
            library.abort();
        }
        process::abort()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let Some(library) = &self.library else { return };
        if thread::panicking() {
            eprintln!("rank {} of {} has panicked: the program ends on all ranks", self.rank, self.size);
            library.abort();
        } else {
            if let Some(mut guard) = self.guard.take() {
                guard.leave(self);
            }
            library.finalize();
        }
    }
}
