//! What one launch holds: a queue, its buffers, and the events that tell how long each command took.
//!
//! Commands run while the host goes on, and a call that fails may have begun something all the same, as one that succeeds may not have
//! waited: what is done is what an event's status says. So a command that nobody waits for writes to memory that is the session's own, and
//! a session that cannot find out that all is over keeps that memory for ever. The user's memory is written within calls that wait
//! (`transfers`), or is a buffer itself: then the session does not end before the device is known to be done (`Queue::settle`), and if that
//! cannot be known the process ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{mem, process};

use scan_opencl::CallError;

mod transfers;

pub(super) use transfers::Receipt;

use super::commands::Command;
use super::error::Error;
use super::found::{Device, Opened};
use super::handles::{Buffer, Event, Kernel, Memory, Queue};
use super::pool::Block;
use super::programs::Built;
use super::states::{State, Tickets};
use super::turn::Turn;
use crate::model::job::{Bytes, Times};
use transfers::{Asked, Mailbox, Mapping, Piece};

/// The bytes of a flag.
const FLAG: usize = size_of::<u64>();

/// What a command was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Upload,
    Kernel,
    Download,
    /// A part of a transfer whose time the host has taken.
    Piece,
    /// What gives memory back.
    Release,
}

impl Phase {
    /// As traces name it.
    fn name(self) -> &'static str {
        match self {
            Phase::Upload => "upload",
            Phase::Kernel => "kernel",
            Phase::Download => "download",
            Phase::Piece => "transfer",
            Phase::Release => "release",
        }
    }

    /// The call whose command has failed, if one has.
    fn call(self) -> &'static str {
        match self {
            Phase::Upload => "clEnqueueWriteBuffer",
            Phase::Kernel => "clEnqueueNDRangeKernel",
            Phase::Download => "clEnqueueReadBuffer",
            Phase::Piece => "a transfer through pinned memory",
            Phase::Release => "clEnqueueUnmapMemObject",
        }
    }
}

/// One launch on a device. When it ends, in whatever way, its commands are done: nothing refers to the user's arrays any more, and
/// the buffers are free for others.
pub(super) struct Session<'a> {
    pub(super) device: &'a Device,
    pub(super) opened: Arc<Opened>,
    /// `None` only while it ends.
    queue: Option<Queue>,
    /// From its first kernel on until all is done, where loops take turns.
    turn: Option<Turn>,
    blocks: Vec<Block>,
    hosted: Vec<Memory>,
    events: Vec<(Phase, Event)>,
    /// So many of the events are known to be good, or do not matter.
    checked: usize,
    pieces: VecDeque<Piece>,
    /// What commands read that was the caller's.
    sent: Vec<Box<Bytes>>,
    /// What commands write that is to be the caller's.
    asked: Vec<Asked>,
    /// Where what is asked for comes to, on a device with memory of its own.
    mailbox: Option<Mailbox>,
    /// Buffers of zeros, which are to stay so.
    flags: Vec<Block>,
    /// The buffers that the host has mapped.
    mappings: Vec<Mapping>,
    /// The device says when it began with each command, and when it ended it.
    is_timed: bool,
    /// What the host's clock says: of transfers that it had a part in, and, where the device does not say it, of the kernels.
    host_times: Times,
    /// What tiles tell each other.
    states: Vec<State>,
    /// Where kernels put the last value, beside the last of the states.
    carry: Option<Buffer>,
    /// A command may be under way in the user's memory.
    is_exposed: bool,
    /// All has gone well, so that the buffers are as good as new.
    is_complete: bool,
}

impl<'a> Session<'a> {
    /// To have a device with memory of its own say how long each command takes makes launches longer: that is done if somebody `asks`.
    pub(super) fn new(device: &'a Device, opened: Arc<Opened>, asks: bool) -> Result<Session<'a>, Error> {
        let (queue, is_timed) = opened.take_queue(&device.info, asks || device.shares_memory())?;
        Ok(Session {
            device,
            opened,
            queue: Some(queue),
            turn: None,
            blocks: Vec::new(),
            hosted: Vec::new(),
            events: Vec::new(),
            checked: 0,
            pieces: VecDeque::new(),
            sent: Vec::new(),
            asked: Vec::new(),
            mailbox: None,
            flags: Vec::new(),
            mappings: Vec::new(),
            is_timed,
            host_times: Times::default(),
            states: Vec::new(),
            carry: None,
            is_exposed: false,
            is_complete: false,
        })
    }

    /// A buffer with anything in it.
    pub(super) fn scratch(&mut self, bytes: u64) -> Result<Buffer, Error> {
        // `check` and `Plan::check_scratch` have compared the sizes with the device's, which are no more than addresses.
        let block = self.block(size(bytes.max(1))?)?;
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

    /// Eight bytes, zero until a kernel has something to tell. A launch after which they were anything else does not [end
    /// well](Self::complete): so only a new flag has to be cleared.
    pub(super) fn flag(&mut self) -> Result<Buffer, Error> {
        let kept = self.opened.take_flag();
        let is_new = kept.is_none();
        let block = kept.map_or_else(|| self.block(FLAG), Ok)?;
        let buffer = block.memory.buffer();
        self.flags.push(block);
        if is_new {
            let event = self.queue().clear(buffer, FLAG)?;
            self.events.push((Phase::Kernel, event));
        }
        Ok(buffer)
    }

    /// The state of so many tiles, of so many bytes, and the first of their tickets. They note there how far they have come, and those that
    /// are done if it `counts_done`: see [`Progress`]. The last value will be in `carry`.
    pub(super) fn state(&mut self, bytes: u64, tiles: u64, counts_done: bool, carry: Buffer) -> Result<(Buffer, u32), Error> {
        // Tickets are of 32 bits.
        u32::try_from(tiles).or(Err(Error::Unsupported("as many tiles as this takes")))?;
        let bytes = size(bytes)?;
        let mut state = match self.opened.states.take(bytes) {
            Some(state) => state,
            None => State { block: self.block(bytes)?, tickets: Tickets::default() },
        };
        let first_ticket = state.tickets.begin(tiles, counts_done);
        let (buffer, all) = (state.block.memory.buffer(), state.block.bytes());
        self.states.push(state);
        if first_ticket == 0 {
            let event = self.queue().clear(buffer, all)?;
            self.events.push((Phase::Kernel, event));
        }
        // Not before: what is in a state that nothing has cleared is no progress.
        self.carry = Some(carry);
        Ok((buffer, first_ticket))
    }

    /// A buffer that is the host's memory.
    ///
    /// # Safety
    ///
    /// As for `Context::hosted`, for as long as this session.
    pub(super) unsafe fn hosted(&mut self, pointer: *mut u8, bytes: usize, writes: bool) -> Result<Buffer, Error> {
        if self.device.info.reaches_host {
            return Ok(Buffer::Host(pointer));
        }
        // SAFETY: the caller vouches for the memory; the session ends after its last command.
        let memory = unsafe { self.opened.context.hosted(pointer, bytes, writes) }?;
        let buffer = memory.buffer();
        self.hosted.push(memory);
        Ok(buffer)
    }

    /// Copies `bytes` at `offset` of a buffer to the same place of another one.
    pub(super) fn copy(&mut self, from: Buffer, to: Buffer, offset: usize, bytes: usize) -> Result<(), Error> {
        let event = self.queue().copy(from, to, offset, bytes)?;
        self.events.push((Phase::Kernel, event));
        Ok(())
    }

    /// Has the device begin with all that was asked of it.
    pub(super) fn flush(&self) {
        self.queue().flush();
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
        if self.opened.takes_turns && self.turn.is_none() {
            self.turn = Some(Turn::take());
        }
        let queue = self.queue();
        let event = program.with_kernel(name, |kernel| {
            set(kernel)?;
            // SAFETY: the caller vouches for the arguments, and this session's buffers outlive its commands.
            Ok(unsafe { queue.launch(kernel, groups, group_size) }?)
        })?;
        self.events.push((Phase::Kernel, event));
        Ok(())
    }

    /// Waits until all commands are over.
    fn settle(&mut self) -> Result<(), CallError> {
        self.queue().settle(self.events.last().map(|(_, event)| event))?;
        (self.turn, self.is_exposed) = (None, false);
        Ok(())
    }

    /// Waits for all commands, and says whether all went well.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.settle()?;
        if !self.is_timed {
            self.host_times.kernel += began.elapsed();
        }
        for (phase, event) in &self.events[self.checked..] {
            event.succeeded(phase.call())?;
        }
        self.checked = self.events.len();
        Ok(())
    }

    /// Waits for all commands, and lets be whatever became of them: what they were for is had in another way.
    pub(super) fn forgive(&mut self) -> Result<(), Error> {
        self.settle()?;
        self.checked = self.events.len();
        Ok(())
    }

    /// How far the kernels have come, of which all commands are over.
    pub(super) fn progress(&mut self) -> Result<Option<Progress>, Error> {
        let (Some(state), Some(carry)) = (self.states.last(), self.carry) else { return Ok(None) };
        let word = self.ask_surely(state.block.memory.buffer(), 0, size_of::<u64>())?;
        let word = u64::from_ne_bytes(self.received(word).try_into().expect("as many bytes as were asked for"));
        Ok(self.states.last().map(|state| state.tickets.progress(word)).map(|(begun, done)| Progress { begun, done, carry }))
    }

    /// Ends the session after all has gone well. The buffers are kept for others; those of a launch that failed are not.
    pub(super) fn complete(mut self) {
        self.is_complete = true;
    }

    /// What the device did, on the host's clock: the last of the commands, which are all over, has ended just now.
    pub(super) fn spans(&self) -> Vec<Command> {
        if !self.is_timed {
            return Vec::new();
        }
        let now = Instant::now();
        let last = self.events.iter().filter_map(|(_, event)| event.ends()).map(|(_, end)| end).max().unwrap_or(0);
        let span = |(phase, event): &(Phase, Event)| {
            let (start, end) = event.ends()?;
            let began = now.checked_sub(Duration::from_nanos(last.saturating_sub(start)))?;
            Some(Command { name: phase.name(), began, took: Duration::from_nanos(end.saturating_sub(start)) })
        };
        self.events.iter().filter_map(span).collect()
    }

    /// Where the time of the finished commands went; `management` is left for the caller, who knows the whole.
    pub(super) fn times(&self) -> Times {
        if !self.is_timed {
            return self.host_times;
        }
        let durations = |wanted| self.events.iter().filter(move |(phase, _)| *phase == wanted).map(|(_, event)| event.duration());
        Times {
            upload: durations(Phase::Upload).sum::<Duration>() + self.host_times.upload,
            kernel: durations(Phase::Kernel).sum(),
            download: durations(Phase::Download).sum::<Duration>() + self.host_times.download,
            management: Duration::ZERO,
            transfers: self.host_times.transfers,
        }
    }

    pub(super) fn queue(&self) -> &Queue {
        self.queue.as_ref().expect("a session has its queue until it ends")
    }

    /// Gives everything back, as all commands are over.
    fn give_back(&mut self) {
        // What was to give memory back is of no use to anybody's results.
        let left = if self.is_complete { self.events.drain(self.checked..) } else { self.events.drain(..0) };
        left.filter_map(|(phase, event)| event.succeeded(phase.call()).err()).for_each(CallError::tell_survived);
        // No driver has to bear that a buffer goes which is still mapped.
        let mapped = self.end_mappings();
        if !mapped.is_empty() {
            self.device.give_up("buffers stay mapped");
        }
        mem::forget(self.hosted.extract_if(.., |memory| mapped.contains(&memory.buffer())).collect::<Vec<_>>());
        mem::forget(self.blocks.extract_if(.., |block| mapped.contains(&block.memory.buffer())).collect::<Vec<_>>());
        mem::forget(self.states.extract_if(.., |state| mapped.contains(&state.block.memory.buffer())).collect::<Vec<_>>());
        self.blocks.drain(..).filter(|_| self.is_complete).for_each(|block| self.opened.pool.give(block));
        self.states.drain(..).filter(|_| self.is_complete).for_each(|state| self.opened.states.give(state));
        self.flags.drain(..).filter(|_| self.is_complete).for_each(|flag| self.opened.give_flag(flag));
        self.mailbox.take().into_iter().for_each(|mailbox| self.opened.give_pinned(mailbox.pinned));
        self.pieces.drain(..).for_each(|piece| self.opened.give_pinned(piece.pinned));
        self.queue.take().into_iter().for_each(|queue| self.opened.give_queue(queue, self.is_timed));
    }

    /// Keeps everything for ever that the device may still use, as nobody can tell whether it is done.
    fn give_up(&mut self, error: &CallError) {
        self.turn = None;
        self.device.give_up(&error.to_string());
        if self.is_exposed || !self.hosted.is_empty() {
            // It may go on to write to memory that is soon somebody else's: no program with that is sound.
            log::error!("{}: it works on this program's memory, and neither ends nor answers", self.device.info.name);
            process::abort();
        }
        mem::forget((
            mem::take(&mut self.blocks),
            mem::take(&mut self.states),
            mem::take(&mut self.flags),
            mem::take(&mut self.sent),
            mem::take(&mut self.asked),
        ));
        mem::forget((mem::take(&mut self.pieces), self.mailbox.take(), mem::take(&mut self.events), self.queue.take()));
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        match self.settle() {
            Ok(()) => self.give_back(),
            Err(error) => self.give_up(&error),
        }
    }
}

/// How many tiles a kernel has begun with and how many it has done, and where its last value is, once all are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) begun: u64,
    pub(super) done: u64,
    pub(super) carry: Buffer,
}

/// A number of bytes or groups as the host counts them.
pub(super) fn size(number: u64) -> Result<usize, Error> {
    usize::try_from(number).or(Err(Error::Unsupported("as many addresses as this takes")))
}
