//! What the runtime makes of the system and the process that it is in: files, forks and threads, what goes on beside the program and until
//! when (`background`, `process`), and where to say what somebody has to know.
//!
//! **Nothing is locked while anything else runs.** No lock and no borrow of the thread's is held while rayon, a driver, a log or anything
//! else of the user's runs: each may come back here, on this thread or on one that this thread waits for. What takes long is marked as
//! somebody's and done with nothing locked (`Programs::claim`, `found::Search`), taken out and put back (`region::Taken`), or shared by
//! count (`Arc<Opened>`); settings and the disk are read before anything is locked, or after. Who waits for a mark, or for a `Turn`, waits
//! for one who does nothing but call OpenCL meanwhile: what is to be logged of that waits for the end of it (`scan_opencl::Silence`).
//!
//! **Loops run wherever they may be**: in destructors of a thread's locals, in the child of a fork, and where the system gives no threads;
//! as written, if need be.

#[cfg(feature = "opencl")]
pub(crate) mod background;
pub(crate) mod files;
pub(crate) mod lock;
pub(crate) mod process;
pub(crate) mod scoped;
pub(crate) mod telling;
