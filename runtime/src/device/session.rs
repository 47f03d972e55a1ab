//! What one launch holds: a queue, its buffers, and the events that tell how long each command took.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::copy::copy;
use super::found::Opened;
use super::handles::{Buffer, Event, Kernel, Memory, Queue};
use super::pool::Block;
use super::programs::Built;
use super::staging::{PIECE, PIECES, STAGED_FROM, Staging};
use super::{Device, Error};
use crate::job::Times;
use crate::profile::DeviceSpan;
use crate::report::Transfers;

/// What a command was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Upload,
    Kernel,
    Download,
    /// A part of a transfer whose time the host has taken.
    Piece,
}

impl Phase {
    /// As traces name it.
    fn name(self) -> &'static str {
        match self {
            Phase::Upload => "upload",
            Phase::Kernel => "kernel",
            Phase::Download => "download",
            Phase::Piece => "transfer",
        }
    }
}

/// A piece of pinned memory, and the command that uses it.
struct Piece {
    staging: Staging,
    /// The place of the event among the session's.
    used_by: Option<usize>,
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
    pieces: VecDeque<Piece>,
    /// What transfers took that the host had a part in.
    staged: Times,
    /// All has gone well, so that the buffers are as good as new.
    is_complete: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(device: &'a Device, opened: &'a Opened) -> Result<Session<'a>, Error> {
        let queue = Some(opened.take_queue(&device.info)?);
        let (blocks, hosted, events, pieces) = (Vec::new(), Vec::new(), Vec::new(), VecDeque::new());
        Ok(Session { device, opened, queue, blocks, hosted, events, pieces, staged: Times::default(), is_complete: false })
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

    /// A buffer that outlives the session: whoever takes it keeps it until the session has ended.
    pub(super) fn block(&self, bytes: usize) -> Result<Block, Error> {
        self.opened.pool.take(&self.opened.context, bytes)
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
        // SAFETY: the caller vouches for the memory.
        unsafe { self.upload_at(to, 0, from, bytes) }
    }

    /// Copies to `offset` in a buffer.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    pub(super) unsafe fn upload_at(&mut self, to: Buffer, offset: usize, from: *const u8, bytes: usize) -> Result<(), Error> {
        if self.is_staged(bytes) {
            let start = Instant::now();
            // SAFETY: the caller vouches for the memory.
            unsafe { self.upload_staged(to, offset, from, bytes) }?;
            self.staged.upload += start.elapsed();
        } else if bytes > 0 {
            // SAFETY: as above.
            let event = unsafe { self.queue().write(to, offset, from, bytes) }?;
            self.events.push((Phase::Upload, event));
        }
        Ok(())
    }

    /// Whether a transfer goes through pinned memory.
    fn is_staged(&self, bytes: usize) -> bool {
        bytes >= STAGED_FROM && !self.device.shares_memory()
    }

    /// Copies to a buffer, piece by piece. The last ones may still be on their way.
    ///
    /// # Safety
    ///
    /// `from` has `bytes` readable bytes.
    unsafe fn upload_staged(&mut self, to: Buffer, place: usize, from: *const u8, bytes: usize) -> Result<(), Error> {
        for offset in (0..bytes).step_by(PIECE) {
            let length = PIECE.min(bytes - offset);
            let mut piece = self.free_piece()?;
            let pinned = piece.staging.pointer();
            // SAFETY: the caller vouches for the memory that is read; the piece is as long, and no command uses it now. Sessions
            // keep their pieces until their commands are done.
            let event = unsafe {
                copy(from.add(offset), pinned, length);
                self.queue().write(to, place + offset, pinned, length)?
            };
            piece.used_by = Some(self.events.len());
            self.events.push((Phase::Piece, event));
            self.pieces.push_back(piece);
            self.queue().flush()?;
        }
        Ok(())
    }

    /// A piece that no command uses.
    fn free_piece(&mut self) -> Result<Piece, Error> {
        if self.pieces.len() < PIECES {
            let queue = self.queue.as_ref().expect("a session has its queue until it ends");
            return Ok(Piece { staging: self.opened.take_staging(queue)?, used_by: None });
        }
        // The commands are done in order, and so are the pieces used.
        let piece = self.pieces.front().expect("there are pieces");
        if let Some(event) = piece.used_by {
            self.events[event].1.wait()?;
        }
        Ok(self.pieces.pop_front().expect("there are pieces"))
    }

    /// Copies from a buffer, piece by piece, and waits for all of them.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's.
    unsafe fn download_staged(&mut self, from: Buffer, place: usize, to: *mut u8, bytes: usize) -> Result<(), Error> {
        let mut coming = VecDeque::new();
        for offset in (0..bytes).step_by(PIECE) {
            if coming.len() == PIECES {
                // SAFETY: the caller vouches for the memory.
                unsafe { self.take_piece(&mut coming, to) }?;
            }
            let length = PIECE.min(bytes - offset);
            let mut piece = self.free_piece()?;
            // SAFETY: the piece is as long, and no command uses it now. Sessions keep their pieces until their commands are done.
            let event = unsafe { self.queue().read(from, place + offset, piece.staging.pointer(), length) }?;
            piece.used_by = Some(self.events.len());
            coming.push_back((self.events.len(), piece.staging.pointer(), offset, length));
            self.events.push((Phase::Piece, event));
            self.pieces.push_back(piece);
            self.queue().flush()?;
        }
        while !coming.is_empty() {
            // SAFETY: as above.
            unsafe { self.take_piece(&mut coming, to) }?;
        }
        Ok(())
    }

    /// Waits for the first piece of those that are `coming`, and copies it to its place.
    ///
    /// # Safety
    ///
    /// As for `download_staged`.
    unsafe fn take_piece(&self, coming: &mut VecDeque<(usize, *mut u8, usize, usize)>, to: *mut u8) -> Result<(), Error> {
        let Some((event, pinned, offset, length)) = coming.pop_front() else { return Ok(()) };
        let event = &self.events[event].1;
        event.wait()?;
        event.succeeded("clEnqueueReadBuffer")?;
        // SAFETY: the caller vouches for the memory that is written, and the command that wrote to the piece is done.
        unsafe { copy(pinned, to.add(offset), length) };
        Ok(())
    }

    /// Copies from a buffer: large arrays at once.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's until this session ends or `finish` returns.
    pub(super) unsafe fn download(&mut self, from: Buffer, offset: u64, to: *mut u8, bytes: usize) -> Result<(), Error> {
        let offset = size(offset)?;
        if self.is_staged(bytes) {
            let start = Instant::now();
            // SAFETY: the caller vouches for the memory.
            unsafe { self.download_staged(from, offset, to, bytes) }?;
            self.staged.download += start.elapsed();
        } else if bytes > 0 {
            // SAFETY: as above.
            let event = unsafe { self.queue().read(from, offset, to, bytes) }?;
            self.events.push((Phase::Download, event));
        }
        Ok(())
    }

    /// Copies `bytes` at `offset` of a buffer to the same place of another one.
    pub(super) fn copy(&mut self, from: Buffer, to: Buffer, offset: usize, bytes: usize) -> Result<(), Error> {
        let event = self.queue().copy(from, to, offset, bytes)?;
        self.events.push((Phase::Kernel, event));
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

    /// Counts an array that goes to the device.
    pub(super) fn count_upload(&mut self, bytes: usize) {
        self.staged.transfers += Transfers { uploads: 1, uploaded: bytes as u64, ..Transfers::default() };
    }

    /// Counts an array that comes from the device.
    pub(super) fn count_download(&mut self, bytes: usize) {
        self.staged.transfers += Transfers { downloads: 1, downloaded: bytes as u64, ..Transfers::default() };
    }

    /// What the device did, on the host's clock: the last of the commands, which are all over, has ended just now.
    pub(super) fn spans(&self) -> Vec<DeviceSpan> {
        let now = Instant::now();
        let last = self.events.iter().filter_map(|(_, event)| event.ends()).map(|(_, end)| end).max().unwrap_or(0);
        let span = |(phase, event): &(Phase, Event)| {
            let (start, end) = event.ends()?;
            let began = now.checked_sub(Duration::from_nanos(last - start))?;
            Some(DeviceSpan { name: phase.name(), began, took: Duration::from_nanos(end.saturating_sub(start)) })
        };
        self.events.iter().filter_map(span).collect()
    }

    /// Counts time that the host spent on copying results.
    pub(super) fn add_copying(&mut self, time: Duration) {
        self.staged.download += time;
    }

    /// Has the device begin with all that was asked of it.
    pub(super) fn flush(&self) -> Result<(), Error> {
        Ok(self.queue().flush()?)
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
                Phase::Piece => "a transfer through pinned memory",
            })?;
        }
        Ok(())
    }

    /// Where the time of the finished commands went; `management` is left for the caller, who knows the whole.
    pub(super) fn times(&self) -> Times {
        let durations = |wanted| self.events.iter().filter(move |(phase, _)| *phase == wanted).map(|(_, event)| event.duration());
        Times {
            upload: durations(Phase::Upload).sum::<Duration>() + self.staged.upload,
            kernel: durations(Phase::Kernel).sum(),
            download: durations(Phase::Download).sum::<Duration>() + self.staged.download,
            management: Duration::ZERO,
            transfers: self.staged.transfers,
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
                self.pieces.drain(..).for_each(|piece| self.opened.give_staging(piece.staging));
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
