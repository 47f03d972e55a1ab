//! Transfers by way of pinned memory: devices with memory of their own reach it fastest, and while they do, the host copies the next
//! piece. The driver would do the same, on one thread, for any other memory.

use scan_opencl::CallError;

use super::handles::{Context, Memory, Queue};

/// The bytes of a piece: enough to keep a bus busy while the host turns to the next.
pub(super) const PIECE: usize = 4 << 20;
/// The pieces of a launch.
pub(super) const PIECES: usize = 3;
/// Smaller transfers go directly.
pub(super) const STAGED_FROM: usize = 1 << 20;

/// A piece of pinned memory.
#[derive(Debug)]
pub(super) struct Staging {
    pointer: *mut u8,
    /// Mapped at `pointer` for as long as it lives.
    _memory: Memory,
}

// SAFETY: the memory is nobody else's, and is reached through the owner alone.
unsafe impl Send for Staging {}

impl Staging {
    pub(super) fn new(context: &Context, queue: &Queue) -> Result<Staging, CallError> {
        let memory = context.pinned(PIECE)?;
        let (pointer, event) = queue.map_for_writing(memory.buffer(), PIECE)?;
        event.wait()?;
        event.succeeded("clEnqueueMapBuffer")?;
        Ok(Staging { pointer, _memory: memory })
    }

    /// Its `PIECE` bytes.
    pub(super) fn pointer(&self) -> *mut u8 {
        self.pointer
    }
}
