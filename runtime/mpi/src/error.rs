//! What can go wrong when MPI is opened.

/// Why there is no world.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such library.
    #[error("a launcher has started this program, and there is no MPI library of these names: {0}")]
    NoLibrary(String),
    /// The library is none of MPI, or of another binary interface.
    #[error("{library} has no {symbol}: {reason}")]
    NoSymbol {
        /// The library's file.
        library: String,
        /// What it lacks.
        symbol: &'static str,
        /// As the system says it.
        reason: String,
    },
    /// A call has failed.
    #[error("{call} has failed with code {code}")]
    Failed {
        /// The function.
        call: &'static str,
        /// What it has returned.
        code: i32,
    },
    /// Others have ended MPI, which begins once in a process.
    #[error("MPI has ended already, and cannot begin again")]
    Ended,
    /// The library gives no promise that this thread may call it while others run.
    #[error("the MPI library does not work beside threads: it provides no MPI_THREAD_FUNNELED")]
    NoThreads,
    /// The launcher is of another MPI than the library: every process would be a world of its own.
    #[error(
        "the launcher has started {launched} processes, and the MPI library knows of {size}: the library is not the launcher's"
    )]
    OtherLauncher {
        /// As the launcher says.
        launched: usize,
        /// As the library says.
        size: usize,
    },
}
