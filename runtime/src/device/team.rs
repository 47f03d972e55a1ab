//! Several devices of a platform share a loop: each combines the elements of its part, one of them scans the sums of all, and each
//! scans its part from what comes before. The operator's order is that of the iterations, and a deterministic loop has the bits that it
//! has on one device: it is the algorithm of one device, spread over several.
//!
//! A loop too large for all of them together goes through in rounds.

use std::time::Instant;

use super::algorithms::{self, Carry, Prefixes, Sums};
use super::buffers::Fetched;
use super::check::check;
use super::error::Error;
use super::found::Device;
use super::limits::Limits;
use super::plan::{Passes, Plan};
use super::prepare::Prepared;
use super::running::Running;
use super::session::{Receipt, size};
use super::side_by_side::with_each;
use super::slices::{StagingCopy, UNIT, longest, ranges};
use crate::model::job::{Bytes, Job, Outcome, Times, bytes_of_slice};
use crate::model::site::Algorithm;

/// A device that failed, by its number in the team, and why.
pub(crate) type Failure = (usize, Error);

/// Runs a loop on `devices`, of which there is at least one. Returns how many of them, from the first, had a part as well.
///
/// # Safety
///
/// The job keeps the promises of `Job` until the call returns.
pub(crate) unsafe fn run_together(devices: &[Device], job: &Job<'_>) -> Result<(Outcome, usize), Failure> {
    let started = Instant::now();
    let shares = job.n.div_ceil(UNIT);
    let most = if job.is_indivisible() { 1 } else { usize::try_from(shares).unwrap_or(usize::MAX) };
    let devices = &devices[..devices.len().min(most)];
    if let [device] = devices {
        // SAFETY: the caller vouches for the job.
        return unsafe { device.run(job) }.map(|outcome| (outcome, 1)).map_err(|error| (0, error));
    }
    let mut share = job.n.div_ceil(devices.len() as u64).next_multiple_of(UNIT);
    for (number, device) in devices.iter().enumerate() {
        let most =
            check(&device.info, job).and_then(|()| longest(device, job, Passes::Two, 1)).map_err(|error| (number, error))?;
        share = share.min(most);
    }
    let used = devices.len().min(usize::try_from(job.n.div_ceil(share)).unwrap_or(usize::MAX));
    // SAFETY: as above.
    let outcome = unsafe { in_rounds(&devices[..used], job, share) }?;
    devices[..used].iter().for_each(Device::keep_programs);
    log::debug!("{}: {} iterations on {used} devices in {} rounds", job.name, job.n, outcome.slices);
    Ok((outcome.within(started), used))
}

/// Runs a loop in rounds, in each of which every device has `share` iterations or what is left of them.
///
/// # Safety
///
/// As for `run_together`.
unsafe fn in_rounds(devices: &[Device], job: &Job<'_>, share: u64) -> Result<Outcome, Failure> {
    let on_host = |error| (0, error);
    let is_one_round = job.n <= share * devices.len() as u64;
    let mut staging_copy = if is_one_round { None } else { Some(StagingCopy::new(job).map_err(on_host)?) };
    let job = staging_copy.as_mut().map_or_else(|| job.part(&(0..job.n)), |staging_copy| staging_copy.redirect(job));
    let parts: Vec<Job<'_>> = ranges(job.n, share).map(|range| job.part(&range)).collect();
    let prepared = prepare(devices, &parts)?;
    let mut outcome = prepared[0].outcome(&job);
    for other in &prepared[1..] {
        outcome.is_first |= other.program.is_first_launch();
    }
    outcome.slices = parts.len().div_ceil(devices.len()) as u64;
    let mut times = vec![Times::default(); devices.len()];
    for (round, parts) in parts.chunks(devices.len()).enumerate() {
        let round = Round { devices, parts, prepared: &prepared[round * devices.len()..] };
        let start = if outcome.carry.is_empty() { job.start } else { bytes_of_slice(&outcome.carry) };
        // SAFETY: the caller vouches for the windows; each was prepared for its part.
        let (carry, took) = unsafe { round.run(start) }?;
        times.iter_mut().zip(took).for_each(|(times, took)| *times += took);
        outcome.carry = carry;
    }
    if let Some(staging_copy) = staging_copy {
        // SAFETY: the caller vouches for the windows; all results are there.
        unsafe { staging_copy.put(&parts) };
    }
    // They work side by side: what counts is the one that has worked longest.
    outcome.times = times.into_iter().max_by_key(|times| times.upload + times.kernel + times.download).unwrap_or_default();
    Ok(outcome)
}

/// Makes each device ready for its parts: the first one's of the first round, and so on.
fn prepare(devices: &[Device], parts: &[Job<'_>]) -> Result<Vec<Prepared>, Failure> {
    let prepare = |(number, part): (usize, &Job<'_>)| {
        let device = &devices[number % devices.len()];
        let prepared = Plan::new(&device.info, part, Passes::Two).and_then(|plan| device.prepare(part, plan));
        let checked = prepared.and_then(|prepared| {
            Limits::new(&device.info, part).check(device, part, prepared.plan, 1)?;
            Ok(prepared)
        });
        checked.map_err(|error| (number % devices.len(), error))
    };
    parts.iter().enumerate().map(prepare).collect()
}

/// As many parts as there are devices, or fewer.
struct Round<'a> {
    devices: &'a [Device],
    parts: &'a [Job<'a>],
    prepared: &'a [Prepared],
}

/// A part whose elements are combined.
struct Reduced<'a> {
    running: Running<'a>,
    sums: Sums,
    /// The sums on the host.
    values: Receipt,
}

// SAFETY: the buffers and the arrays are those of the running part, which may go to any thread.
unsafe impl Send for Reduced<'_> {}

impl<'a> Round<'a> {
    /// Runs the parts from `start` on. Returns the last value, and what each device took.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`, for all parts.
    unsafe fn run(&self, start: &Bytes) -> Result<(Vec<u8>, Vec<Times>), Failure> {
        let all: Vec<usize> = (0..self.parts.len()).collect();
        if self.prepared[0].plan.algorithm == Algorithm::Map {
            // SAFETY: the caller's promise.
            let mapped = on_all(all, |part| unsafe { self.map(part, start) })?;
            // SAFETY: as above, and all kernels of all parts have gone well.
            return unsafe { put(mapped) }.map(|(_, times)| (Vec::new(), times));
        }
        // SAFETY: the caller's promise.
        let mut parts = on_all(all, |part| unsafe { self.reduce(part) })?;
        let all: Vec<u8> = parts.iter().flat_map(Reduced::values).copied().collect();
        // SAFETY: as above; the sums are those of all parts.
        let (prefixes, last) = unsafe { scan_sums(&mut parts[0], &all, start) }.map_err(|error| (0, error))?;
        let mut at = 0;
        let mut with_prefixes = Vec::with_capacity(parts.len());
        for part in parts {
            let bytes = part.values().len();
            with_prefixes.push((part, prefixes.get(at..at + bytes)));
            at += bytes;
        }
        // SAFETY: as above; each part has the prefixes of its tiles or blocks.
        let scanned = on_all(with_prefixes, |(part, prefixes)| unsafe { part.finish(prefixes) })?;
        // SAFETY: as above, and all kernels of all parts have gone well.
        let (mut carries, times) = unsafe { put(scanned) }?;
        let carry = last.or_else(|| carries.pop()).expect("there is a part");
        Ok((carry, times))
    }

    /// All of a part whose iterations are independent, but the results' way back.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`.
    unsafe fn map(&self, part: usize, start: &Bytes) -> Result<Running<'a>, Error> {
        // SAFETY: the caller's promise.
        unsafe {
            let mut running = Running::upload(&self.devices[part], &self.prepared[part], &self.parts[part], false)?;
            running.launch(start)?;
            running.wait()?;
            Ok(running)
        }
    }

    /// The first phase.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`.
    unsafe fn reduce(&self, part: usize) -> Result<Reduced<'a>, Error> {
        let job = &self.parts[part];
        let prepared = &self.prepared[part];
        let bytes = size(prepared.plan.tiles(job.n))? * job.carried;
        // SAFETY: the caller's promise.
        unsafe {
            let mut running = Running::upload(&self.devices[part], prepared, job, false)?;
            let sums = algorithms::reduce(&mut running.session, prepared, job, &running.buffers)?;
            let values = running.session.ask(sums.values, 0, bytes)?;
            running.session.finish()?;
            Ok(Reduced { running, sums, values })
        }
    }
}

/// Brings the results of all parts to their places. Returns the last value of each, and what each took.
///
/// # Safety
///
/// As for `Running::upload`, for all parts, whose kernels have gone well.
unsafe fn put(parts: Vec<Running<'_>>) -> Result<(Vec<Vec<u8>>, Vec<Times>), Failure> {
    // SAFETY: the caller's promise.
    let fetched = on_all(parts, |mut running| unsafe { running.fetch().map(|fetched| (running, fetched)) })?;
    // SAFETY: as above, and nothing can fail any more.
    let done = on_all(fetched, |(mut running, fetched): (Running<'_>, Fetched)| unsafe {
        fetched.put(&mut running.session);
        Ok(running.complete())
    })?;
    Ok(done.into_iter().unzip())
}

/// The second phase, of all parts' sums, on the first part's device. Returns the prefixes, none for a reduction, and the last
/// value if this phase finds it.
///
/// # Safety
///
/// As for `Running::upload`; the sums are carried values.
unsafe fn scan_sums(first: &mut Reduced<'_>, all: &[u8], start: &Bytes) -> Result<(Vec<u8>, Option<Vec<u8>>), Error> {
    let Running { session, prepared, job, .. } = &mut first.running;
    let values = session.scratch(all.len() as u64)?;
    session.send(values, bytes_of_slice(all))?;
    let count = (all.len() / job.carried) as u64;
    // SAFETY: the caller's promise.
    let Prefixes { values, last } = unsafe { algorithms::scan_sums(session, prepared, (values, count), start) }?;
    let prefixes = values.map(|values| session.ask(values, 0, all.len())).transpose()?;
    let last = last.map(|Carry { buffer, offset }| session.ask(buffer, offset, job.carried)).transpose()?;
    session.finish()?;
    let received = |receipt| session.received(receipt).to_vec();
    Ok((prefixes.map(received).unwrap_or_default(), last.map(received)))
}

impl<'a> Reduced<'a> {
    fn values(&self) -> &[u8] {
        self.running.session.received(self.values)
    }

    /// The third phase, where there is one: all but the results' way back.
    ///
    /// # Safety
    ///
    /// As for `Running::upload`; the prefixes are those of this part.
    unsafe fn finish(self, prefixes: Option<&[u8]>) -> Result<Running<'a>, Error> {
        let Reduced { mut running, sums, .. } = self;
        let Running { session, prepared, job, buffers, .. } = &mut running;
        let carry = match prefixes {
            Some(prefixes) => {
                let buffer = session.scratch(prefixes.len() as u64)?;
                session.send(buffer, bytes_of_slice(prefixes))?;
                // SAFETY: the caller's promise.
                unsafe { algorithms::finish(session, prepared, job, buffers, &sums, buffer) }?
            }
            None => None,
        };
        running.follow_up(carry)?;
        running.wait()?;
        Ok(running)
    }
}

/// Does something with every part, on a thread for each. The first failure counts.
fn on_all<T: Send, R: Send>(parts: Vec<T>, act: impl Fn(T) -> Result<R, Error> + Sync) -> Result<Vec<R>, Failure> {
    let results = with_each(parts, act);
    results.into_iter().enumerate().map(|(number, result)| result.map_err(|error| (number, error))).collect()
}
