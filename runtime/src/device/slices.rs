//! A loop that does not fit on its device, slice by slice: each begins with what the one before it ends with. On a device with memory
//! of its own the next slice goes up and the last one's results come down while the kernels run.
//!
//! Every slice reads the arrays as they were before the loop, so it matters not what it reads before or behind its own iterations: the
//! results of arrays in place are kept aside until the last slice has gone well. That takes as much of the host's memory as they have.
//!
//! A slice also reads what the iterations before its first one read, which delay registers hold; `CONTINUES` tells kernels that ask
//! (`Kernels::asks_for_first`) that none of its iterations is the loop's first.

use std::mem::MaybeUninit;
use std::ops::Range;

use super::copy::copy;
use super::error::Error;
use super::found::Device;
use super::limits::Limits;
use super::plan::{Passes, Plan};
use super::prepare::Prepared;
use super::running::Running;
use super::side_by_side::side_by_side;
use crate::model::job::{Bytes, Job, Outcome, OutputWindow, Times, bytes_of_slice};
use crate::model::range::MOST_DELAYED;

/// Slices begin at multiples of this, as the tiles of the deterministic order do.
pub(super) const UNIT: u64 = 1024;
// All iterations for which a delay register holds what it held before the loop are in the first part.
const _: () = assert!(UNIT > MOST_DELAYED);
/// On its way to the device, in the kernels, on its way back.
const OVERLAPPED: u64 = 3;

/// Runs a loop in slices as long as the device's memory allows, and half as long if that was too much.
///
/// # Safety
///
/// As for `Device::run`.
pub(super) unsafe fn run(device: &Device, job: &Job<'_>) -> Result<Outcome, Error> {
    let at_once = if device.hosts(job) { 1 } else { OVERLAPPED };
    let half = job.n.div_ceil(2).next_multiple_of(UNIT);
    let mut length = longest(device, job, Passes::Any, at_once)?.min(half);
    loop {
        // SAFETY: the caller vouches for the job.
        match unsafe { in_slices(device, job, length, at_once) } {
            Err(error) if error.is_shortage() && length > UNIT => length = (length / 2).next_multiple_of(UNIT),
            outcome => return outcome,
        }
    }
}

/// How many iterations fit on the device wherever they begin, `at_once` times over: a multiple of `UNIT`, or all.
pub(super) fn longest(device: &Device, job: &Job<'_>, passes: Passes, at_once: u64) -> Result<u64, Error> {
    let limits = Limits::new(&device.info, job);
    let check = |length: u64| {
        let length = length.min(job.n);
        // Windows are widest where the indices that they span are furthest apart: at one of the ends, as all are affine.
        [0..length, job.n - length..job.n].iter().try_for_each(|part| {
            let part = job.part(part);
            limits.check(device, &part, Plan::new(&device.info, &part, passes)?, at_once)
        })
    };
    check(UNIT)?;
    let (mut fits, mut fails) = (1, job.n.div_ceil(UNIT) + 1);
    while fits + 1 < fails {
        let middle = fits.midpoint(fails);
        if check(middle.saturating_mul(UNIT)).is_ok() { fits = middle } else { fails = middle }
    }
    Ok(fits.saturating_mul(UNIT).min(job.n))
}

/// The iterations `0..n` in parts of `length`.
pub(super) fn ranges(n: u64, length: u64) -> impl Iterator<Item = Range<u64>> {
    (0..n.div_ceil(length)).map(move |part| part * length..n.min((part + 1) * length))
}

/// Runs a loop in slices of `length` iterations.
///
/// # Safety
///
/// As for `Device::run`.
unsafe fn in_slices(device: &Device, job: &Job<'_>, length: u64, at_once: u64) -> Result<Outcome, Error> {
    let mut staging_copy = StagingCopy::new(job)?;
    let job = staging_copy.redirect(job);
    let parts: Vec<Job<'_>> = ranges(job.n, length).map(|range| job.part(&range)).collect();
    let plan = Plan::new(&device.info, &parts[0], Passes::Any)?;
    let first = device.prepare(&parts[0], plan)?;
    let others = device.prepare(&parts[parts.len() - 1], plan.continued(&job))?;
    let limits = Limits::new(&device.info, &job);
    for (part, prepared) in [(&parts[0], &first), (&parts[parts.len() - 1], &others)] {
        limits.check(device, part, prepared.plan, at_once)?;
    }
    let outcome = first.outcome(&job);
    let slices = Slices { device, parts: &parts, first: &first, others: &others };
    // SAFETY: the caller vouches for the windows, and the memory aside is as large as theirs. The slices' windows are within them.
    let (carry, times) = unsafe {
        let done = if at_once > 1 { slices.overlapped(job.start) } else { slices.one_by_one(job.start) }?;
        staging_copy.put(&parts);
        done
    };
    log::debug!("{}: {} iterations on {} in {} slices", job.name, job.n, device.name(), parts.len());
    Ok(Outcome { carry, times, slices: parts.len() as u64, ..outcome })
}

/// The slices of a loop.
struct Slices<'a> {
    device: &'a Device,
    parts: &'a [Job<'a>],
    first: &'a Prepared,
    others: &'a Prepared,
}

impl<'a> Slices<'a> {
    /// Where nothing is to be gained from transfers beside the kernels.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`, for all parts.
    unsafe fn one_by_one(&self, start: &Bytes) -> Result<(Vec<u8>, Times), Error> {
        let mut total = Times::default();
        let mut carry = Vec::new();
        for slice in 0..self.parts.len() {
            // SAFETY: the caller's promise.
            unsafe {
                let mut running = self.upload(slice)?;
                running.launch(if slice == 0 { start } else { bytes_of_slice(&carry) })?;
                running.wait()?;
                running.fetch()?;
                let (last, times) = running.complete();
                total += times;
                carry = last;
            }
        }
        Ok((carry, total))
    }

    /// While the kernels of a slice run, the next one goes up, and the results of the last one come down.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`, for all parts.
    unsafe fn overlapped(&self, start: &Bytes) -> Result<(Vec<u8>, Times), Error> {
        let mut total = Times::default();
        let mut done: Option<Running<'a>> = None;
        // SAFETY: the caller's promise, for all calls on a part.
        unsafe {
            let mut running = self.upload(0)?;
            running.launch(start)?;
            for slice in 1..=self.parts.len() {
                let last = done.take();
                let bring = || last.map_or(Ok(Times::default()), |last| Self::bring(last));
                let upload = || (slice < self.parts.len()).then(|| self.upload(slice)).transpose();
                let (brought, next) = side_by_side(bring, upload);
                total += brought?;
                let next = next?;
                running.wait()?;
                let Some(mut next) = next else { break };
                next.launch(bytes_of_slice(running.carry()))?;
                done = Some(std::mem::replace(&mut running, next));
            }
            running.fetch()?;
            let (carry, times) = running.complete();
            total += times;
            Ok((carry, total))
        }
    }

    unsafe fn upload(&self, slice: usize) -> Result<Running<'a>, Error> {
        let prepared = if slice == 0 { self.first } else { self.others };
        // SAFETY: the caller's promise.
        let running = unsafe { Running::upload(self.device, prepared, &self.parts[slice], false) }?;
        running.session.flush();
        Ok(running)
    }

    /// Brings the results of a slice to the host.
    ///
    /// # Safety
    ///
    /// As for `Running::fetch`.
    unsafe fn bring(mut running: Running<'a>) -> Result<Times, Error> {
        // SAFETY: the caller's promise. No array in place is to be put anywhere yet.
        unsafe { running.fetch() }?;
        Ok(running.complete().1)
    }
}

/// Memory of the host for the results of arrays in place.
pub(super) struct StagingCopy {
    /// One for each output; empty for those that are not in place.
    memory: Vec<Vec<MaybeUninit<u8>>>,
}

impl StagingCopy {
    pub(super) fn new(job: &Job<'_>) -> Result<StagingCopy, Error> {
        let room = |output: &OutputWindow| -> Result<Vec<MaybeUninit<u8>>, Error> {
            let bytes = if output.input.is_some() { output.window.bytes } else { 0 };
            let mut memory = Vec::new();
            memory.try_reserve_exact(bytes).or(Err(Error::NoHostMemory))?;
            Ok(memory)
        };
        Ok(StagingCopy { memory: job.outputs.iter().map(room).collect::<Result<_, _>>()? })
    }

    /// The job, whose results of arrays in place go aside.
    pub(super) fn redirect<'a>(&mut self, job: &'a Job<'_>) -> Job<'a> {
        let mut redirected = job.part(&(0..job.n));
        for (output, memory) in redirected.outputs.iter_mut().zip(&mut self.memory).filter(|(output, _)| output.input.is_some()) {
            output.staging_copy = Some(memory.as_mut_ptr().cast());
        }
        redirected
    }

    /// Puts the results of all parts in place.
    ///
    /// # Safety
    ///
    /// The windows of the parts are as `Job` promises, and all results are there.
    pub(super) unsafe fn put(&self, parts: &[Job<'_>]) {
        for output in parts.iter().flat_map(|part| &part.outputs) {
            if let Some(staging_copy) = output.staging_copy {
                // SAFETY: the caller vouches for the window; there is as much memory aside.
                unsafe { copy(staging_copy, output.window.pointer, output.window.bytes) };
            }
        }
    }
}
