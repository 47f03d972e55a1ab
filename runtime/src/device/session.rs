//! What one launch holds: a queue, its buffers, and the events that tell how long each command took.

use std::time::Duration;

use super::found::Opened;
use super::handles::{Buffer, Event, Kernel, Memory, Queue};
use super::pool::Block;
use super::programs::Built;
use super::{Device, Error};
use crate::job::Times;

/// What a command was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Upload,
    Kernel,
    Download,
}

/// One launch on a device. When it ends, in whatever way, its commands are done: nothing refers to the user's arrays any more, and
/// the buffers are free for others.
pub(super) struct Session<'a> {
    pub(super) device: &'a Device,
    opened: &'a Opened,
    /// `None` only while it ends.
    queue: Option<Queue>,
    blocks: Vec<Block>,
    hosted: Vec<Memory>,
    events: Vec<(Phase, Event)>,
    /// What the host copied itself.
    copying: Duration,
    /// All has gone well, so that the buffers are as good as new.
    is_complete: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(device: &'a Device, opened: &'a Opened) -> Result<Session<'a>, Error> {
        let queue = Some(opened.take_queue(&device.info)?);
        let (blocks, hosted, events) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Session { device, opened, queue, blocks, hosted, events, copying: Duration::ZERO, is_complete: false })
    }

    /// A buffer with anything in it.
    pub(super) fn scratch(&mut self, bytes: u64) -> Result<Buffer, Error> {
        // `check` and `Plan::check_scratch` have compared the sizes with the device's, which are no more than addresses.
        let bytes = size(bytes.max(1))?;
        let block = self.opened.pool.take(&self.opened.context, bytes)?;
        let buffer = block.memory.buffer();
        self.blocks.push(block);
        Ok(buffer)
    }

    /// A buffer whose `bytes` are zero once the next kernel runs.
    pub(super) fn zeroed(&mut self, bytes: u64) -> Result<Buffer, Error> {
        let buffer = self.scratch(bytes)?;
        let event = self.queue().clear(buffer, size(bytes)?)?;
        self.events.push((Phase::Kernel, event));
        Ok(buffer)
    }

    /// A buffer that is the host's memory.
    ///
    /// # Safety
    ///
    /// As for `Context::hosted`, for as long as this session.
    pub(super) unsafe fn hosted(&mut self, pointer: *mut u8, bytes: usize, writes: bool) -> Result<Buffer, Error> {
        // SAFETY: the caller vouches for the memory; the session ends after its last command.
        let memory = unsafe { self.opened.context.hosted(pointer, bytes, writes) }?;
        let buffer = memory.buffer();
        self.hosted.push(memory);
        Ok(buffer)
    }

    /// Copies to a buffer.
    ///
    /// # Safety
    ///
    /// `from` has `bytes` readable bytes, unchanged until this session ends or `finish` returns.
    pub(super) unsafe fn upload(&mut self, to: Buffer, from: *const u8, bytes: usize) -> Result<(), Error> {
        if bytes > 0 {
            // SAFETY: the caller vouches for the memory.
            let event = unsafe { self.queue().write(to, from, bytes) }?;
            self.events.push((Phase::Upload, event));
        }
        Ok(())
    }

    /// Copies from a buffer.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's until this session ends or `finish` returns.
    pub(super) unsafe fn download(&mut self, from: Buffer, offset: u64, to: *mut u8, bytes: usize) -> Result<(), Error> {
        if bytes > 0 {
            let offset = size(offset)?;
            // SAFETY: the caller vouches for the memory.
            let event = unsafe { self.queue().read(from, offset, to, bytes) }?;
            self.events.push((Phase::Download, event));
        }
        Ok(())
    }

    /// Makes a buffer readable on the host, once `finish` returns.
    pub(super) fn map(&mut self, buffer: Buffer, bytes: usize) -> Result<*const u8, Error> {
        let (pointer, event) = self.queue().map(buffer, bytes)?;
        self.events.push((Phase::Download, event));
        Ok(pointer)
    }

    /// Ends a mapping.
    pub(super) fn unmap(&mut self, buffer: Buffer, pointer: *const u8) -> Result<(), Error> {
        Ok(self.queue().unmap(buffer, pointer.cast_mut())?)
    }

    /// Counts time that the host spent on copying results.
    pub(super) fn add_copying(&mut self, time: Duration) {
        self.copying += time;
    }

    /// Ends the session after all has gone well. The buffers are kept for others; those of a launch that failed are not, as they
    /// may still be mapped.
    pub(super) fn complete(mut self) {
        self.is_complete = true;
    }

    /// Runs a kernel in `groups` groups.
    ///
    /// # Safety
    ///
    /// `set` gives the kernel the arguments that it has, and the buffers among them are this session's.
    pub(super) unsafe fn launch(
        &mut self,
        program: &Built,
        name: &'static str,
        (groups, group_size): (u64, usize),
        set: impl FnOnce(&Kernel) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let groups = size(groups)?;
        let queue = self.queue();
        let event = program.with_kernel(name, |kernel| {
            set(kernel)?;
            // SAFETY: the caller vouches for the arguments, and this session's buffers outlive its commands.
            Ok(unsafe { queue.launch(kernel, groups, group_size) }?)
        })?;
        self.events.push((Phase::Kernel, event));
        Ok(())
    }

    /// Waits for all commands, and says whether all went well.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.queue().finish()?;
        for (phase, event) in &self.events {
            event.succeeded(match phase {
                Phase::Upload => "clEnqueueWriteBuffer",
                Phase::Kernel => "clEnqueueNDRangeKernel",
                Phase::Download => "clEnqueueReadBuffer",
            })?;
        }
        Ok(())
    }

    /// Where the time of the finished commands went; `management` is left for the caller, who knows the whole.
    pub(super) fn times(&self) -> Times {
        let durations = |wanted| self.events.iter().filter(move |(phase, _)| *phase == wanted).map(|(_, event)| event.duration());
        Times {
            upload: durations(Phase::Upload).sum(),
            kernel: durations(Phase::Kernel).sum(),
            download: durations(Phase::Download).sum::<Duration>() + self.copying,
            management: Duration::ZERO,
        }
    }

    fn queue(&self) -> &Queue {
        self.queue.as_ref().expect("a session has its queue until it ends")
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        let Some(queue) = self.queue.take() else { return };
        match queue.finish() {
            Ok(()) => {
                self.opened.give_queue(queue);
                self.blocks.drain(..).filter(|_| self.is_complete).for_each(|block| self.opened.pool.give(block));
            }
            // A queue that fails to finish is lost, with its buffers: they are released, and not used again.
            Err(error) => log::warn!("{}: {error}", self.device.info.name),
        }
    }
}

/// A number of bytes or groups as the host counts them.
fn size(number: u64) -> Result<usize, Error> {
    usize::try_from(number).or(Err(Error::Unsupported("as many addresses as this takes")))
}
