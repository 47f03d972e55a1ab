//! What goes between a session's buffers and the host.
//!
//! What is the runtime's own goes by way of the session's memory, and nobody waits. The user's arrays are written within calls that wait,
//! or piece by piece through pinned memory: when such a call returns, well or not, nothing is under way in them.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};
use std::{ptr, slice};

use scan_opencl::CallError;

use super::{Phase, Session, size};
use crate::device::copy::copy;
use crate::device::error::Error;
use crate::device::handles::{Buffer, Event};
use crate::device::pinned::{PIECE, PIECES, PINNED_FROM, Pinned};
use crate::model::job::Bytes;
use crate::model::job::Transfers;

/// A piece of pinned memory, and the command that uses it.
pub(super) struct Piece {
    pub(super) pinned: Pinned,
    /// The place of the event among the session's.
    used_by: Option<usize>,
}

/// Bytes of a buffer that were asked for.
pub(super) enum Asked {
    Here(Box<[u8]>),
    /// At these places of the mailbox.
    InMailbox(Range<usize>),
}

/// Pinned memory for what is asked for: a driver brings a few bytes to other memory in a way of its own, and has the queue wait for it.
pub(super) struct Mailbox {
    pub(super) pinned: Pinned,
    used: usize,
}

/// The place of what was asked for among all that was.
#[derive(Clone, Copy)]
pub(in crate::device) struct Receipt(usize);

/// A buffer that the host has mapped, and where.
pub(super) struct Mapping {
    buffer: Buffer,
    pointer: *mut u8,
}

impl Mailbox {
    /// Puts zeros in the next so many bytes, of which there are as many.
    fn room(&mut self, bytes: usize) -> Range<usize> {
        let places = self.used..self.used + bytes;
        // SAFETY: within the piece, where no command writes that was not given these places.
        unsafe { self.at(places.start).write_bytes(0, bytes) };
        self.used = places.end;
        places
    }

    /// A place, no further than the piece reaches.
    fn at(&self, place: usize) -> *mut u8 {
        self.pinned.pointer().wrapping_add(place)
    }
}

// SAFETY: a mapping is the session's, whose thread may change.
unsafe impl Send for Mapping {}

impl Session<'_> {
    /// Asks for bytes of a buffer, which are there once `finish` has returned.
    pub(in crate::device) fn ask(&mut self, from: Buffer, offset: u64, bytes: usize) -> Result<Receipt, Error> {
        let asked = self.room_in_mailbox(bytes)?.map_or_else(|| Asked::Here(vec![0; bytes].into()), Asked::InMailbox);
        self.asked.push(asked);
        let receipt = Receipt(self.asked.len() - 1);
        if bytes > 0 {
            let to = match (&mut self.asked[receipt.0], &self.mailbox) {
                (Asked::Here(here), _) => here.as_mut_ptr(),
                (Asked::InMailbox(places), mailbox) => mailbox.as_ref().expect("there is room in it").at(places.start),
            };
            // SAFETY: as many bytes, which the session keeps until its commands are over.
            let event = unsafe { self.queue().read(from, size(offset)?, to, bytes, false) }?;
            self.events.push((Phase::Download, event));
        }
        Ok(receipt)
    }

    /// Zeros in the mailbox for so many bytes, if this device needs one and they are few.
    fn room_in_mailbox(&mut self, bytes: usize) -> Result<Option<Range<usize>>, Error> {
        let used = self.mailbox.as_ref().map_or(0, |mailbox| mailbox.used);
        if self.device.shares_memory() || bytes > PIECE - used {
            return Ok(None);
        }
        if self.mailbox.is_none() {
            self.mailbox = Some(Mailbox { pinned: self.opened.take_pinned(self.queue())?, used: 0 });
        }
        Ok(self.mailbox.as_mut().map(|mailbox| mailbox.room(bytes)))
    }

    /// Brings bytes of a buffer that are nowhere else.
    pub(in crate::device) fn ask_surely(&mut self, from: Buffer, offset: u64, bytes: usize) -> Result<Receipt, Error> {
        let mut there = vec![0; bytes];
        // SAFETY: as many bytes, which nothing is under way in when the call returns.
        unsafe { self.bring(from, offset, there.as_mut_ptr(), bytes) }?;
        self.asked.push(Asked::Here(there.into()));
        Ok(Receipt(self.asked.len() - 1))
    }

    /// What was asked for, after `finish`.
    pub(in crate::device) fn received(&self, receipt: Receipt) -> &[u8] {
        match &self.asked[receipt.0] {
            Asked::Here(here) => here,
            Asked::InMailbox(places) => {
                let mailbox = self.mailbox.as_ref().expect("the session has its mailbox until it ends");
                // SAFETY: within the mailbox, where zeros were put, and what was asked for is there.
                unsafe { slice::from_raw_parts(mailbox.at(places.start), places.len()) }
            }
        }
    }

    /// Copies to a buffer what may change at once.
    pub(in crate::device) fn send(&mut self, to: Buffer, bytes: &Bytes) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.sent.push(bytes.into());
        let kept = self.sent.last().expect("it was put there").as_ptr().cast();
        // SAFETY: as many bytes, which the session keeps until its commands are over.
        let event = unsafe { self.queue().write(to, 0, kept, bytes.len()) }?;
        self.events.push((Phase::Upload, event));
        Ok(())
    }

    /// Copies to `offset` in a buffer.
    ///
    /// # Safety
    ///
    /// `from` has `bytes` readable bytes, unchanged until this session ends or `finish` returns.
    pub(in crate::device) unsafe fn upload_at(
        &mut self,
        to: Buffer,
        offset: usize,
        from: *const u8,
        bytes: usize,
    ) -> Result<(), Error> {
        if self.is_pinned(bytes) {
            let start = Instant::now();
            // SAFETY: the caller vouches for the memory.
            unsafe { self.upload_pinned(to, offset, from, bytes) }?;
            self.host_times.upload += start.elapsed();
        } else if bytes > 0 {
            self.is_exposed = true;
            // SAFETY: as above.
            let event = unsafe { self.queue().write(to, offset, from, bytes) }?;
            self.events.push((Phase::Upload, event));
        }
        Ok(())
    }

    /// Whether a transfer goes through pinned memory.
    fn is_pinned(&self, bytes: usize) -> bool {
        bytes >= PINNED_FROM && !self.device.shares_memory()
    }

    /// Copies to a buffer, piece by piece. The last ones may still be on their way.
    ///
    /// # Safety
    ///
    /// `from` has `bytes` readable bytes.
    unsafe fn upload_pinned(&mut self, to: Buffer, place: usize, from: *const u8, bytes: usize) -> Result<(), Error> {
        for offset in (0..bytes).step_by(PIECE) {
            let length = PIECE.min(bytes - offset);
            let piece = self.free_piece()?;
            let pinned = piece.pinned.pointer();
            // SAFETY: the caller vouches for the memory that is read; the piece is as long, and no command uses it now. Sessions
            // keep their pieces until their commands are done.
            let event = unsafe {
                self.copy_piece(from.add(offset), pinned, length);
                self.queue().write(to, place + offset, pinned, length)
            };
            self.used(piece, event)?;
        }
        Ok(())
    }

    /// Copies from or to pinned memory: with all threads, but while others wait for their turn, as they may be those threads.
    ///
    /// # Safety
    ///
    /// As for `copy`.
    unsafe fn copy_piece(&self, from: *const u8, to: *mut u8, length: usize) {
        // SAFETY: the caller's promise.
        unsafe { if self.opened.takes_turns { ptr::copy_nonoverlapping(from, to, length) } else { copy(from, to, length) } }
    }

    /// A piece that no command uses.
    fn free_piece(&mut self) -> Result<Piece, Error> {
        if self.pieces.len() < PIECES {
            let pinned = self.opened.take_pinned(self.queue())?;
            return Ok(Piece { pinned, used_by: None });
        }
        // The commands are done in order, and so are the pieces used.
        let piece = self.pieces.pop_front().expect("there are pieces");
        match piece.used_by.map_or(Ok(()), |event| self.events[event].1.settle()) {
            Ok(()) => Ok(piece),
            Err(error) => {
                self.pieces.push_front(piece);
                Err(error.into())
            }
        }
    }

    /// Puts down which command uses a piece now.
    fn used(&mut self, mut piece: Piece, event: Result<Event, CallError>) -> Result<(), Error> {
        // A command that failed may have begun: the piece stays until all is over.
        let result = event.map(|event| {
            piece.used_by = Some(self.events.len());
            self.events.push((Phase::Piece, event));
        });
        self.pieces.push_back(piece);
        self.flush();
        Ok(result?)
    }

    /// Copies from a buffer, piece by piece, and waits for all of them.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's.
    unsafe fn download_pinned(&mut self, from: Buffer, place: usize, to: *mut u8, bytes: usize) -> Result<(), Error> {
        let mut coming = VecDeque::new();
        for offset in (0..bytes).step_by(PIECE) {
            if coming.len() == PIECES {
                // SAFETY: the caller vouches for the memory.
                unsafe { self.take_piece(&mut coming, to) }?;
            }
            let length = PIECE.min(bytes - offset);
            let piece = self.free_piece()?;
            let pinned = piece.pinned.pointer();
            // SAFETY: the piece is as long, and no command uses it now. Sessions keep their pieces until their commands are done.
            let event = unsafe { self.queue().read(from, place + offset, pinned, length, false) };
            self.used(piece, event)?;
            coming.push_back((self.events.len() - 1, pinned, offset, length));
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
    /// As for `download_pinned`.
    unsafe fn take_piece(&self, coming: &mut VecDeque<(usize, *mut u8, usize, usize)>, to: *mut u8) -> Result<(), Error> {
        let Some((event, pinned, offset, length)) = coming.pop_front() else { return Ok(()) };
        let event = &self.events[event].1;
        event.settle()?;
        event.succeeded("clEnqueueReadBuffer")?;
        // SAFETY: the caller vouches for the memory that is written, and the command that wrote to the piece is done.
        unsafe { self.copy_piece(pinned, to.add(offset), length) };
        Ok(())
    }

    /// Sees to it that a command that writes to the user's memory is over.
    fn in_users_memory(&mut self, begun: Result<Event, CallError>) -> Result<(), Error> {
        let event = begun?;
        self.is_exposed = true;
        event.settle()?;
        self.is_exposed = false;
        self.events.push((Phase::Download, event));
        Ok(())
    }

    /// Copies from a buffer to memory that nothing is under way in when this returns.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's.
    pub(in crate::device) unsafe fn download(
        &mut self,
        from: Buffer,
        offset: u64,
        to: *mut u8,
        bytes: usize,
    ) -> Result<(), Error> {
        let offset = size(offset)?;
        let start = Instant::now();
        if self.is_pinned(bytes) {
            // SAFETY: the caller vouches for the memory.
            unsafe { self.download_pinned(from, offset, to, bytes) }?;
        } else if bytes > 0 {
            // SAFETY: as above, for as long as this waits.
            let read = unsafe { self.queue().read(from, offset, to, bytes, true) };
            self.in_users_memory(read)?;
        }
        if self.is_pinned(bytes) || !self.is_timed {
            self.host_times.download += start.elapsed();
        }
        Ok(())
    }

    /// As `download`, of what is nowhere else: what fails is tried again, and in every other way there is.
    ///
    /// # Safety
    ///
    /// As for `download`.
    pub(in crate::device) unsafe fn bring(&mut self, from: Buffer, offset: u64, to: *mut u8, bytes: usize) -> Result<(), Error> {
        // SAFETY: the caller's promise, each time.
        unsafe {
            let Err(error) = self.download(from, offset, to, bytes).and_then(|()| self.finish()) else { return Ok(()) };
            self.forgive()?;
            let place = size(offset)?;
            let read = self.queue().read(from, place, to, bytes, true);
            if self.in_users_memory(read).and_then(|()| self.finish()).is_err() {
                self.forgive()?;
                self.copy_mapped(from, place, to, bytes)?;
            }
            error.tell_survived();
        }
        Ok(())
    }

    /// Copies from a buffer by mapping it.
    ///
    /// # Safety
    ///
    /// As for `download`.
    unsafe fn copy_mapped(&mut self, from: Buffer, offset: usize, to: *mut u8, bytes: usize) -> Result<(), Error> {
        let pointer = self.map_at(from, offset, bytes)?;
        self.finish()?;
        // SAFETY: the mapping, which is finished, is as long; the caller vouches for the rest.
        unsafe { ptr::copy_nonoverlapping(pointer, to, bytes) };
        self.unmap(from, pointer);
        Ok(())
    }

    /// Makes a buffer readable on the host, once `finish` returns.
    pub(in crate::device) fn map(&mut self, buffer: Buffer, bytes: usize) -> Result<*const u8, Error> {
        self.map_at(buffer, 0, bytes)
    }

    fn map_at(&mut self, buffer: Buffer, offset: usize, bytes: usize) -> Result<*const u8, Error> {
        let (pointer, event) = self.queue().map(buffer, offset, bytes)?;
        self.events.push((Phase::Download, event));
        self.mappings.push(Mapping { buffer, pointer });
        Ok(pointer)
    }

    /// Ends a mapping, now or with the session.
    pub(in crate::device) fn unmap(&mut self, buffer: Buffer, pointer: *const u8) {
        let is_it = |mapping: &Mapping| mapping.buffer == buffer && mapping.pointer.cast_const() == pointer;
        match self.queue().unmap(buffer, pointer.cast_mut()) {
            Ok(event) => {
                self.mappings.retain(|mapping| !is_it(mapping));
                self.events.push((Phase::Release, event));
            }
            Err(error) => error.tell_survived(),
        }
    }

    /// Ends the mappings that are left, of commands that are all over. Returns the buffers that are mapped for ever.
    pub(super) fn end_mappings(&mut self) -> Vec<Buffer> {
        let left: Vec<Buffer> = self.mappings.iter().map(|mapping| mapping.buffer).collect();
        for Mapping { buffer, pointer } in std::mem::take(&mut self.mappings) {
            // What failed once may go well now; what has gone well although it failed fails again.
            let ended = self.queue().unmap(buffer, pointer).map(|event| self.queue().settle(Some(&event)));
            if let Err(error) = ended.and_then(|settled| settled) {
                log::debug!("{error}");
            }
        }
        left.into_iter().filter(|buffer| buffer.is_mapped()).collect()
    }

    /// Counts an array that goes to the device.
    pub(in crate::device) fn count_upload(&mut self, bytes: usize) {
        self.host_times.transfers += Transfers { uploads: 1, uploaded: bytes as u64, ..Transfers::default() };
    }

    /// Counts an array that comes from the device.
    pub(in crate::device) fn count_download(&mut self, bytes: usize) {
        self.host_times.transfers += Transfers { downloads: 1, downloaded: bytes as u64, ..Transfers::default() };
    }

    /// Counts time that the host spent on copying results.
    pub(in crate::device) fn add_copying(&mut self, time: Duration) {
        self.host_times.download += time;
    }
}
