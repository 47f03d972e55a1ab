//! Transfers by way of pinned memory: devices with memory of their own reach it fastest, and while they do, the host copies the next
//! piece. The driver would do the same, on one thread, for any other memory.

use std::mem::ManuallyDrop;

use scan_opencl::CallError;

use super::error::Error;
use super::handles::{Context, Memory, Queue};

/// The bytes of a piece: enough to keep a bus busy while the host turns to the next.
pub(super) const PIECE: usize = 4 << 20;
/// The pieces of a launch.
pub(super) const PIECES: usize = 3;
/// Smaller transfers go directly.
pub(super) const PINNED_FROM: usize = 1 << 20;

/// A piece of pinned memory. It is to be [ended](Self::end): what is only dropped is given up, as a driver may not bear that a buffer
/// goes which is still mapped.
#[derive(Debug)]
pub(super) struct Pinned {
    pointer: *mut u8,
    /// Mapped at `pointer` for as long as it lives.
    memory: ManuallyDrop<Memory>,
}

// SAFETY: the memory is nobody else's, and is reached through the owner alone.
unsafe impl Send for Pinned {}

impl Pinned {
    pub(super) fn new(context: &Context, queue: &Queue) -> Result<Pinned, Error> {
        let memory = context.pinned(PIECE)?;
        let (pointer, event) = queue.map_for_writing(memory.buffer(), PIECE)?;
        let pinned = Pinned { pointer, memory: ManuallyDrop::new(memory) };
        queue.settle(Some(&event))?;
        match event.succeeded("clEnqueueMapBuffer") {
            Ok(()) => Ok(pinned),
            Err(error) => {
                pinned.end(queue)?;
                Err(error.into())
            }
        }
    }

    /// Its `PIECE` bytes.
    pub(super) fn pointer(&self) -> *mut u8 {
        self.pointer
    }

    /// Gives it back to the driver. No command uses it any more.
    pub(super) fn end(self, queue: &Queue) -> Result<(), CallError> {
        let unmap = || {
            let event = queue.unmap(self.memory.buffer(), self.pointer)?;
            queue.settle(Some(&event))?;
            event.succeeded("clEnqueueUnmapMemObject")
        };
        if let Err(error) = unmap() {
            // A call that fails may have begun its work.
            queue.settle(None)?;
            if self.memory.buffer().is_mapped() {
                unmap()?;
            }
            error.tell_survived();
        }
        drop(ManuallyDrop::into_inner(self.memory));
        Ok(())
    }
}
