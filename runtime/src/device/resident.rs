//! Arrays that stay on a device from one launch to the next, in a data region.
//!
//! Of every array it is known which of its bytes the device has (`valid`), and which of them the host has not (`newer`). A launch
//! uploads what the device lacks of its windows, and downloads nothing of what stays. Addresses are keys and nothing else: whoever
//! launches or fetches brings the memory.
//!
//! A launch that fails leaves everything as it was. Results go to another buffer where an error would leave something half written that
//! is to be read again; what they leave alone is copied there, on the device.

use std::any::TypeId;
use std::mem::{self, MaybeUninit};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::buffers::{Buffers, Hosted, OutputBuffer, Results, copied, output};
use super::check::check;
use super::commands;
use super::error::Error;
use super::found::Device;
use super::found::Opened;
use super::handles::Buffer;
use super::limits::Limits;
use super::plan::{Passes, Plan};
use super::pool::Block;
use super::prepare::Prepared;
use super::ranges::Ranges;
use super::running::Running;
use super::session::Session;
use crate::model::job::{Job, Outcome, OutputWindow, Stored, StoredBy, Times, Whole, Window};
use crate::model::site::Site;
use crate::system::process;

/// The arrays that devices hold for a region.
#[derive(Debug, Default)]
pub(crate) struct Residents {
    arrays: Vec<Resident>,
    recent: Option<Recent>,
}

/// What was read last of elements that the host lacks.
#[derive(Debug)]
struct Recent {
    addresses: Range<usize>,
    bytes: Vec<u8>,
}

/// So many bytes are read at once where one element after the other is asked for.
const READ: usize = 1 << 16;

/// An array on a device.
#[derive(Debug)]
struct Resident {
    device: &'static Device,
    /// What holds it: of the device as it was then.
    opened: Arc<Opened>,
    addresses: Range<usize>,
    kind: TypeId,
    block: Block,
    /// What the device has.
    valid: Ranges,
    /// What it will have when the launch has gone well.
    coming: Ranges,
    /// What the host has not; part of `valid`.
    newer: Ranges,
    /// Who has stored it.
    site: Option<&'static Site>,
}

/// What was brought back.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The loop that has stored it.
    pub(crate) site: Option<&'static Site>,
    /// Where.
    pub(crate) device: &'static Device,
    /// What that took.
    pub(crate) times: Times,
}

/// What a launch changes if it goes well.
#[derive(Default)]
struct Moves {
    /// For each output that stays: its number, its resident, and the buffer that takes the place of the old one.
    stays: Vec<(usize, usize, Option<Block>)>,
}

impl Residents {
    pub(crate) const fn new() -> Residents {
        Residents { arrays: Vec::new(), recent: None }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// The device that has something which the host has not.
    pub(crate) fn device(&self) -> Option<&'static Device> {
        self.arrays.iter().find(|resident| !resident.newer.is_empty()).map(|resident| resident.device)
    }

    /// Whether the host lacks any of these bytes.
    pub(crate) fn is_newer(&self, addresses: &Range<usize>) -> bool {
        self.arrays.iter().any(|resident| resident.newer.meets(addresses))
    }

    /// The host has these bytes, or is about to store them, and the devices' copies of them are none any more.
    pub(crate) fn forget(&mut self, addresses: &Range<usize>) {
        for resident in &mut self.arrays {
            resident.lose(addresses);
        }
        self.release(|resident| resident.valid.is_empty());
    }

    /// Gives up what the host has too.
    pub(crate) fn release_copies(&mut self) {
        self.release(|resident| resident.newer.is_empty());
    }

    fn release(&mut self, is_free: impl Fn(&Resident) -> bool) {
        self.recent = None;
        let (free, kept) = self.arrays.drain(..).partition(is_free);
        self.arrays = kept;
        Vec::into_iter(free).for_each(Resident::end);
    }

    /// Runs a loop on `device`. After an error all arrays are as they were, on both sides, but for cells that the loop only stores.
    ///
    /// # Safety
    ///
    /// The job keeps the promises of `Job` until the call returns, and what `whole` says of its windows is true.
    pub(crate) unsafe fn run(
        &mut self,
        device: &'static Device,
        site: &'static Site,
        job: &Job<'_>,
        stored: &StoredBy<'_>,
    ) -> Result<Outcome, Error> {
        let started = Instant::now();
        self.recent = None;
        check(&device.info, job)?;
        self.check(device, job)?;
        let wide = widened(job);
        // SAFETY: the caller's promises.
        let mut outcome = unsafe { self.run_once(device, (site, stored), job, &wide) };
        if let Some(shortage) = outcome.as_ref().err().filter(|error| error.is_shortage()).cloned() {
            let used: Vec<Range<usize>> = windows(job).map(Window::addresses).collect();
            let is_used = |resident: &Resident| used.iter().any(|used| overlap(used, &resident.addresses));
            self.release(|resident| resident.newer.is_empty() && !is_used(resident));
            // SAFETY: as above.
            outcome = unsafe { self.run_once(device, (site, stored), job, &wide) }.inspect(|_| shortage.tell_survived());
        }
        let outcome = outcome?;
        device.keep_programs();
        Ok(outcome.within(started))
    }

    /// Whether all that the host lacks of the job's windows is where the job looks for it.
    fn check(&self, device: &Device, job: &Job<'_>) -> Result<(), Error> {
        let is_here = |window: &Window| {
            let place = window.whole.and_then(|whole| self.position(device, &whole));
            let others = self.arrays.iter().enumerate().filter(|(number, _)| Some(*number) != place);
            others.into_iter().all(|(_, other)| !other.newer.meets(&window.addresses()))
        };
        let mut stored: Vec<usize> = job.outputs.iter().map(|output| output.window.addresses().start).collect();
        stored.sort_unstable();
        let is_stored_once = stored.windows(2).all(|pair| pair[0] != pair[1]);
        if windows(job).all(is_here) && is_stored_once {
            Ok(())
        } else {
            Err(Error::Layout("an array of the region is somewhere else"))
        }
    }

    /// # Safety
    ///
    /// As for `run`; `wide` has the whole arrays.
    unsafe fn run_once(
        &mut self,
        device: &'static Device,
        (site, stored): (&'static Site, &StoredBy<'_>),
        job: &Job<'_>,
        wide: &Job<'_>,
    ) -> Result<Outcome, Error> {
        let limits = Limits::new(&device.info, wide);
        let plan = Plan::new(&device.info, wide, Passes::Any)?;
        limits.check(device, wide, plan, 1)?;
        let prepared = device.prepare(wide, plan)?;
        limits.check(device, wide, prepared.plan, 1)?;
        let mut outcome = prepared.outcome(wide);
        self.arrays.iter_mut().for_each(|resident| resident.coming = Ranges::default());
        // Declared first, its buffers live until the session has ended.
        let mut moves = Moves::default();
        // SAFETY: the caller's promises.
        (outcome.carry, outcome.times) = unsafe { self.launch(device, &prepared, job, wide, &mut moves) }?;
        let stored = stored(&outcome.carry).ok_or(Error::Panicked)?;
        self.settle(job, moves, &stored, site);
        Ok(outcome)
    }

    /// # Safety
    ///
    /// As for `run_once`; `prepared` was prepared for `wide`.
    unsafe fn launch(
        &mut self,
        device: &'static Device,
        prepared: &Prepared,
        job: &Job<'_>,
        wide: &Job<'_>,
        moves: &mut Moves,
    ) -> Result<(Vec<u8>, Times), Error> {
        let mut session = Session::new(device, Arc::clone(&prepared.opened), job.asks_for_times)?;
        // SAFETY: the caller vouches for the windows, and all commands on them end with the session.
        unsafe {
            let inputs =
                job.inputs.iter().map(|window| self.input(device, &mut session, window)).collect::<Result<Vec<_>, _>>()?;
            let mut outputs = Vec::with_capacity(job.outputs.len());
            for (number, array) in job.outputs.iter().enumerate() {
                outputs.push(match self.staying(device, &mut session, job, number, moves)? {
                    Some(stays) => stays,
                    None => output(&mut session, &mut Hosted::default(), job, array)?,
                });
            }
            let panicked = job.kernels.may_panic.then(|| session.flag()).transpose()?;
            let mut running = Running::of(session, prepared, wide, Buffers { inputs, outputs, panicked });
            running.launch(job.start)?;
            running.wait()?;
            running.fetch()?.put(&mut running.session);
            Ok(running.complete())
        }
    }

    /// The buffer of an array that is read.
    ///
    /// # Safety
    ///
    /// The window is as `Job` promises until the session ends.
    unsafe fn input(&mut self, device: &'static Device, session: &mut Session<'_>, window: &Window) -> Result<Buffer, Error> {
        // SAFETY: the caller's promise.
        unsafe {
            let Some(whole) = &window.whole else { return copied(session, window) };
            let place = self.place(device, session, whole)?;
            self.arrays[place].complete(session, window)?;
            Ok(self.arrays[place].block.memory.buffer())
        }
    }

    /// The buffer of an output that stays.
    ///
    /// # Safety
    ///
    /// As for `input`.
    unsafe fn staying(
        &mut self,
        device: &'static Device,
        session: &mut Session<'_>,
        job: &Job<'_>,
        number: usize,
        moves: &mut Moves,
    ) -> Result<Option<OutputBuffer>, Error> {
        let output @ OutputWindow { window, dense, input, counted, .. } = &job.outputs[number];
        let Some(whole) = staying(output) else { return Ok(None) };
        let place = self.place(device, session, &whole)?;
        let resident = &mut self.arrays[place];
        // What is not stored is no less valid, or no more, than it was.
        if !dense && !counted {
            // SAFETY: the caller's promise.
            unsafe { resident.complete(session, window) }?;
        }
        let is_read = input.is_some() || job.inputs.iter().any(|input| overlap(&input.addresses(), &window.addresses()));
        let fresh = if is_read || job.panics_early() { Some(resident.copy(session, window, *dense)?) } else { None };
        let buffer = fresh.as_ref().unwrap_or(&resident.block).memory.buffer();
        moves.stays.push((number, place, fresh));
        Ok(Some(OutputBuffer { buffer, results: Results::Stay }))
    }

    /// The place of an array among the residents, made if there is none.
    fn place(&mut self, device: &'static Device, session: &Session<'_>, whole: &Whole) -> Result<usize, Error> {
        if let Some(place) = self.position(device, whole) {
            return Ok(place);
        }
        let block = session.block(whole.bytes.max(1))?;
        let (valid, coming, newer) = Default::default();
        let (opened, addresses) = (Arc::clone(&session.opened), addresses(whole));
        self.arrays.push(Resident { device, opened, addresses, kind: whole.kind, block, valid, coming, newer, site: None });
        Ok(self.arrays.len() - 1)
    }

    fn position(&self, device: &Device, whole: &Whole) -> Option<usize> {
        let is_it = |resident: &Resident| {
            std::ptr::eq(resident.device, device) && resident.addresses == addresses(whole) && resident.kind == whole.kind
        };
        self.arrays.iter().position(is_it)
    }

    /// A launch has gone well.
    fn settle(&mut self, job: &Job<'_>, moves: Moves, stored: &[Stored], site: &'static Site) {
        for resident in &mut self.arrays {
            let coming = mem::take(&mut resident.coming);
            coming.iter().for_each(|range| resident.valid.insert(range));
        }
        for (number, output) in job.outputs.iter().enumerate() {
            let window = [output.window.addresses()];
            let stored = match stored.get(number) {
                Some(Stored::Ranges(ranges)) => ranges.as_slice(),
                Some(Stored::Window) | None => &window,
            };
            let stays = moves.stays.iter().find(|(stays, ..)| *stays == number).map(|(_, place, _)| *place);
            for (_, other) in self.arrays.iter_mut().enumerate().filter(|(place, _)| Some(*place) != stays) {
                stored.iter().for_each(|range| other.lose(range));
            }
            if let Some(place) = stays {
                let resident = &mut self.arrays[place];
                stored.iter().for_each(|range| resident.gain(range));
                resident.site = Some(site);
            }
        }
        for (_, place, fresh) in moves.stays {
            if let Some(fresh) = fresh {
                self.arrays[place].replace(fresh);
            }
        }
    }

    /// Brings to `to` what the host lacks of the elements of `kind` at `addresses`, which the host has from then on.
    ///
    /// # Safety
    ///
    /// `to` is as much writable memory as the addresses, which is nobody else's.
    pub(crate) unsafe fn fetch(&mut self, addresses: &Range<usize>, kind: TypeId, to: *mut u8) -> Result<Vec<Fetched>, Error> {
        // SAFETY: the caller's promise.
        let fetched = unsafe { self.copy(addresses, kind, to) }?;
        self.arrays.iter_mut().for_each(|resident| resident.newer.remove(addresses.clone()));
        Ok(fetched)
    }

    /// The same, and leaves it open whether the host has it.
    ///
    /// # Safety
    ///
    /// As for `fetch`.
    pub(crate) unsafe fn copy(&self, addresses: &Range<usize>, kind: TypeId, to: *mut u8) -> Result<Vec<Fetched>, Error> {
        let mut fetched = Vec::new();
        for resident in &self.arrays {
            let parts = resident.newer.within(addresses.clone());
            if parts.is_empty() {
                continue;
            }
            if resident.kind != kind {
                return Err(Error::Layout("the elements were of another type when a loop stored them"));
            }
            let mut session = resident.session()?;
            session.count_download(parts.iter().map(Range::len).sum());
            for part in &parts {
                let offset = (part.start - resident.addresses.start) as u64;
                let to = to.wrapping_add(part.start - addresses.start);
                // SAFETY: within the caller's memory.
                unsafe { session.bring(resident.block.memory.buffer(), offset, to, part.len()) }?;
            }
            commands::note(resident.device.name(), || session.spans());
            fetched.push(Fetched { site: resident.site, device: resident.device, times: session.times() });
            session.complete();
        }
        Ok(fetched)
    }

    /// Reads one element of `kind` into `to`. `false`: the host has it.
    pub(crate) fn read(&mut self, addresses: &Range<usize>, kind: TypeId, to: &mut [MaybeUninit<u8>]) -> Result<bool, Error> {
        let Some(resident) = self.arrays.iter().find(|resident| resident.newer.meets(addresses)) else {
            return Ok(false);
        };
        if resident.kind != kind || to.len() != addresses.len() || !resident.newer.has(addresses) {
            return Err(Error::Layout("the element was of another type when a loop stored it"));
        }
        let has = |recent: &&Recent| recent.addresses.start <= addresses.start && addresses.end <= recent.addresses.end;
        let recent = match self.recent.as_ref().filter(has) {
            Some(recent) => recent,
            None => {
                // The first is often the only one.
                let wanted = if self.recent.is_some() { resident.around(addresses) } else { addresses.clone() };
                let bytes = resident.read(&wanted)?;
                self.recent.insert(Recent { addresses: wanted, bytes })
            }
        };
        let skipped = addresses.start - recent.addresses.start;
        to.iter_mut().zip(&recent.bytes[skipped..]).for_each(|(to, byte)| _ = to.write(*byte));
        Ok(true)
    }
}

impl Drop for Residents {
    fn drop(&mut self) {
        // What a region exchanges while it is asked for one element after the other holds none.
        if !self.arrays.is_empty() {
            self.release(|_| true);
        }
    }
}

impl Resident {
    /// A part of what the host lacks with these bytes in it, of which it lacks all.
    fn around(&self, addresses: &Range<usize>) -> Range<usize> {
        let start = self.addresses.start + (addresses.start - self.addresses.start) / READ * READ;
        let parts = self.newer.within(start..(start + READ).max(addresses.end));
        let whole = parts.into_iter().find(|part| part.start <= addresses.start && addresses.end <= part.end);
        whole.unwrap_or_else(|| addresses.clone())
    }

    /// Bytes of the device's copy.
    fn read(&self, addresses: &Range<usize>) -> Result<Vec<u8>, Error> {
        let mut session = self.session()?;
        let offset = (addresses.start - self.addresses.start) as u64;
        let bytes = session.ask_surely(self.block.memory.buffer(), offset, addresses.len())?;
        let bytes = session.received(bytes).to_vec();
        session.complete();
        Ok(bytes)
    }

    /// A session on the device as it was when the array came there.
    fn session(&self) -> Result<Session<'static>, Error> {
        if process::is_forked() {
            return Err(Error::NoSuchDevice("devices have stayed behind in the process that this one was forked off".to_owned()));
        }
        Session::new(self.device, Arc::clone(&self.opened), commands::are_wanted())
    }

    /// These bytes are the device's now.
    fn gain(&mut self, addresses: &Range<usize>) {
        self.valid.insert(addresses.clone());
        self.newer.insert(addresses.clone());
    }

    /// These bytes are the device's no more.
    fn lose(&mut self, addresses: &Range<usize>) {
        self.valid.remove(addresses.clone());
        self.newer.remove(addresses.clone());
    }

    /// Uploads what the device lacks of a window.
    ///
    /// # Safety
    ///
    /// The window is as `Job` promises until the session ends.
    unsafe fn complete(&mut self, session: &mut Session<'_>, window: &Window) -> Result<(), Error> {
        let mut there = self.valid.clone();
        self.coming.iter().for_each(|range| there.insert(range));
        let missing = there.gaps(window.addresses());
        for part in &missing {
            let from = window.pointer.wrapping_add(part.start - window.addresses().start);
            // SAFETY: within the window.
            unsafe { session.upload_at(self.block.memory.buffer(), part.start - self.addresses.start, from, part.len()) }?;
            self.coming.insert(part.clone());
        }
        if !missing.is_empty() {
            session.count_upload(missing.iter().map(Range::len).sum());
        }
        Ok(())
    }

    /// Another buffer, with all that kernels leave alone that store into `window`: into all of it where it is `dense`.
    fn copy(&self, session: &mut Session<'_>, window: &Window, dense: bool) -> Result<Block, Error> {
        let block = session.block(self.addresses.len().max(1))?;
        let mut kept = self.valid.clone();
        self.coming.iter().for_each(|range| kept.insert(range));
        if dense {
            kept.remove(window.addresses());
        }
        for part in kept.iter() {
            let offset = part.start - self.addresses.start;
            session.copy(self.block.memory.buffer(), block.memory.buffer(), offset, part.len())?;
        }
        Ok(block)
    }

    /// Takes another buffer for the old one, which no command uses any more.
    fn replace(&mut self, fresh: Block) {
        let old = mem::replace(&mut self.block, fresh);
        self.opened.pool.give(old);
    }

    fn end(self) {
        if process::is_forked() {
            // Nothing may be locked there.
            return mem::forget(self);
        }
        self.opened.pool.give(self.block);
    }
}

/// The array of an output that may stay: nobody has to look at what was stored.
fn staying(output: &OutputWindow) -> Option<Whole> {
    output.window.whole.filter(|whole| whole.any_bytes)
}

/// The job, with whole arrays for those that are residents.
fn widened<'a>(job: &'a Job<'_>) -> Job<'a> {
    let mut wide = job.part(&(0..job.n));
    wide.inputs = job.inputs.iter().map(Window::widened).collect();
    for (output, given) in wide.outputs.iter_mut().zip(&job.outputs) {
        output.window = if staying(given).is_some() { given.window.widened() } else { given.window.clone() };
    }
    wide
}

fn windows<'a>(job: &'a Job<'_>) -> impl Iterator<Item = &'a Window> {
    job.inputs.iter().chain(job.outputs.iter().map(|output| &output.window))
}

fn addresses(whole: &Whole) -> Range<usize> {
    let start = whole.pointer.addr();
    start..start + whole.bytes
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
