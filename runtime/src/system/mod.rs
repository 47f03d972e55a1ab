//! What the runtime makes of the system and the process that it is in: files, forks and threads, and where to say what somebody has to know.

pub(crate) mod files;
pub(crate) mod lock;
pub(crate) mod process;
pub(crate) mod scoped;
pub(crate) mod telling;
