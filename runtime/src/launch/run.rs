//! A launch runs: on the device, on host threads instead, or not at all.

use super::Launch;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::verify::Check;
use super::written::Saved;
use crate::device::{self, Device, Error};
use crate::host::{self, Body, HostScan};
use crate::model::definitions::Definitions;
use crate::model::element::Element;
use crate::model::job::{Batches, Bytes, Job, Outcome, StoredBy, Window, bytes_of};
use crate::model::operator::Semigroup;
use crate::model::range::{Index, Span};
use crate::model::reason::FallbackReason;
use crate::placement::Loop;
use crate::placement::calibration;
use crate::placement::costs::Target;
use crate::placement::dispatch::{self, Choice};
use crate::placement::stopwatch::{self, Purpose};
use crate::profile;
use crate::region::Region;
use crate::report::{Ran, Record, last_recorded};
use crate::settings::{self, Settings};
use std::mem::MaybeUninit;
use std::ptr;
use std::time::{Duration, Instant};

/// A scan that has run.
pub(super) struct Done<T> {
    pub(super) carry: T,
    pub(super) ran: Ran,
    /// Why not on a device.
    pub(super) reason: Option<FallbackReason>,
    /// The kernels had never been launched before.
    pub(super) is_first_launch: bool,
    /// They were kept on disk.
    pub(super) is_loaded: bool,
}

impl<T> Done<T> {
    /// Remembers how long it took.
    pub(super) fn note(&self, site: &Loop, iterations: u64, time: Duration, settings: &Settings) {
        match &self.ran {
            Ran::Devices { times, .. } if self.is_first_launch => {
                calibration::note_first_launch(time, self.is_loaded, settings);
                let busy = times.upload + times.kernel + times.download;
                dispatch::note_first_launch(site, iterations, time, busy, self.is_loaded);
            }
            Ran::Devices { .. } => dispatch::note(site, iterations, Target::Device, time),
            // Not the time that a device may have taken to fail.
            Ran::HostThreads { time, .. } => dispatch::note(site, iterations, Target::Threads, *time),
            Ran::Loop => {}
        }
    }
}

/// The loop runs as written.
pub(super) fn as_written<R>(site: &'static Loop, iterations: u64, reason: FallbackReason) -> Option<R> {
    dispatch::warn(site, &reason);
    // After a fork nobody lets go of what was locked then.
    let profile = reason != FallbackReason::Forked && settings::current(|settings| settings.profile.is_some());
    let purpose = Purpose { dispatch: reason == FallbackReason::Measured, profile };
    Record { site: &site.about, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.remember();
    stopwatch::start(site, iterations, purpose);
    None
}

/// The iterations of a rank are combined on this thread, by `fold`.
pub(super) fn as_folded<T>(site: &'static Loop, iterations: u64, reason: FallbackReason, fold: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let total = fold();
    let took = began.elapsed();
    // After a fork nobody lets go of what was locked then.
    if reason == FallbackReason::Measured {
        dispatch::note(site, iterations, Target::Loop, took);
    }
    let is_profiled = reason != FallbackReason::Forked && settings::current(|settings| settings.profile.is_some());
    Record { site: &site.about, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.remember();
    if is_profiled && iterations > 0 {
        last_recorded().into_iter().for_each(|report| profile::note(report, began, took));
    }
    total
}

impl<I: Index, T: Semigroup<Op>, Op, A: Arrays> Launch<I, T, Op, A> {
    /// Runs where it was chosen to. `None` leaves everything as it was.
    pub(super) fn carry_out(
        mut self,
        choice: Choice,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Option<(T, A::Collected)> {
        let mut saved = Saved::new();
        let target = if matches!(choice, Choice::Devices(_)) { Target::Device } else { Target::Threads };
        let began = Instant::now();
        match self.scan(choice, settings, body, &mut saved) {
            Ok(done) => {
                let took = began.elapsed();
                if !settings.check {
                    done.note(self.site, self.range.len(), took, settings);
                }
                let results = self.finish(done, settings, saved);
                if settings.profile.is_some() {
                    last_recorded().into_iter().for_each(|report| profile::note(report, began, took));
                }
                results
            }
            Err(FallbackReason::Elsewhere) => {
                self.arrays.region().into_iter().for_each(Region::request_sync);
                None
            }
            Err(reason) => {
                // What panics ends, and this does not: it is called again.
                if reason == FallbackReason::StoresOverlap {
                    dispatch::note_in_vain(self.site, self.range.len(), target, began.elapsed());
                }
                as_written(self.site, self.range.len(), reason)
            }
        }
    }

    fn scan(
        &mut self,
        choice: Choice,
        settings: &Settings,
        body: &impl Body<I, T, A>,
        saved: &mut Saved,
    ) -> Result<Done<T>, FallbackReason> {
        let start = self.start.filter(T::is_in_domain).ok_or(FallbackReason::StartOutOfRange)?;
        if let Some(reason) = self.unfit.clone() {
            return Err(reason);
        }
        self.arrays.place(&self.range.span())?;
        if self.arrays.places(&start, &start, &start).is_none() {
            return Err(FallbackReason::IndexOutOfRange);
        }
        let (all, within) = (0..self.range.len(), self.arrays.within(&self.range.span()));
        // What a device stores is looked at before it is a value; if it is none, the loop needs what was there.
        let is_fragile = matches!(choice, Choice::Devices(_)) && self.arrays.fragile();
        if settings.check || is_fragile {
            *saved = self.arrays.save()?;
        }
        match choice {
            Choice::HostThreads(reason) => self.without_region().and_then(|()| self.on_threads(start, reason, settings, body)),
            Choice::Devices(devices) => {
                let done = match within {
                    _ if within == all => self.on_devices(devices, start, settings),
                    _ if self.can_be_divided(&within) => self.between_ends(&within, devices, start, settings, body),
                    _ => Err(FallbackReason::Guarded),
                };
                if let Err(reason) = &done
                    && (is_fragile || is_half_written(self.site, reason, saved))
                {
                    self.arrays.restore(saved);
                }
                match done {
                    Err(reason) if !reason.is_the_loops_own() => {
                        self.site.costs().note_failure();
                        self.instead(start, reason, settings, body)
                    }
                    done => done,
                }
            }
        }
    }

    /// A launch that the region has no part in, though its arrays may: what the host lacks of them has to come back first.
    fn without_region(&self) -> Result<(), FallbackReason> {
        leave(self.arrays.region(), || {
            let mut arguments = Arguments::default();
            self.arrays.describe(&mut arguments);
            arguments
        })
    }

    pub(super) fn on_devices(
        &self,
        devices: &'static [Device],
        start: T,
        settings: &Settings,
    ) -> Result<Done<T>, FallbackReason> {
        let mut arguments = Arguments::default();
        if self.open {
            arguments.definitions.add_scan::<T, Op>();
        }
        self.arrays.describe(&mut arguments);
        arguments.definitions.note::<T>();
        // What has to be looked at has to be on the host.
        let is_looked_at = self.arrays.fragile() || !T::ANY_BYTES;
        let region = self.arrays.region().filter(|region| region.is_open() && !is_looked_at);
        let stored = |carry: &[u8]| {
            let mut stored = Vec::new();
            self.arrays.stored(&start, &value_of::<T>(carry)?, &mut stored)?;
            Some(stored)
        };
        let region = InRegion { region, stored: &stored, leave: &|| self.without_region() };
        let span = self.range.span();
        let (outcome, used) = run_job(self.site, &span, devices, arguments, bytes_of(&start), settings, (None, region))?;
        let carry = value_of(&outcome.carry).filter(|_| !self.arrays.fragile() || self.arrays.valid()).ok_or_else(no_value)?;
        let Outcome { algorithm, times, slices, is_first: is_first_launch, is_loaded, source_path: source, .. } = outcome;
        let ran = Ran::Devices { devices: &devices[..used], algorithm, times, slices, source };
        Ok(Done { carry, ran, reason: None, is_first_launch, is_loaded })
    }

    /// After the device failed: host threads, where they pay.
    fn instead(
        &mut self,
        start: T,
        reason: FallbackReason,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Result<Done<T>, FallbackReason> {
        self.without_region()?;
        dispatch::warn(self.site, &reason);
        dispatch::worth_threads(self.site, &self.range.span(), settings, reason)
            .and_then(|reason| self.on_threads(start, Some(reason), settings, body))
    }

    fn on_threads(
        &mut self,
        start: T,
        reason: Option<FallbackReason>,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Result<Done<T>, FallbackReason> {
        let began = Instant::now();
        host::check_size::<T>()?;
        self.arrays.snapshot()?;
        // SAFETY: placed by `scan`, and a snapshot taken just now; `self` is borrowed until the scan has run.
        let scan = unsafe { HostScan::<_, T, Op, _, _>::new(self.range, start, &self.arrays, body, &self.site.about) };
        let carry = scan.run(settings.threads)?;
        Ok(Done {
            carry,
            ran: Ran::HostThreads { threads: host::threads(settings.threads), time: began.elapsed() },
            reason,
            is_first_launch: false,
            is_loaded: false,
        })
    }

    /// Hands the results over; with `SCAN_CHECK` only puts them aside.
    fn finish(self, done: Done<T>, settings: &Settings, mut saved: Saved) -> Option<(T, A::Collected)> {
        let (site, iterations) = (self.site, self.range.len());
        Record { site: &site.about, iterations, ran: done.ran, reason: done.reason, checked: None, exchange: None }.remember();
        if settings.check {
            self.arrays.exchange(&mut saved);
            Check::new(site, iterations, saved, done.carry).wait();
            return None;
        }
        // SAFETY: every iteration has been stored: by the scan on host threads, or by the kernels, whose text is trusted.
        Some((done.carry, unsafe { self.arrays.collected() }))
    }
}

/// Has what a launch stores forgotten in a region that it does not run in; what it uses must not be newer there.
pub(super) fn leave(region: Option<&Region>, arguments: impl Fn() -> Arguments) -> Result<(), FallbackReason> {
    let Some(region) = region.filter(|region| region.holds_arrays()) else { return Ok(()) };
    region.end_comparison();
    let arguments = arguments();
    let outputs = arguments.outputs.iter().map(|output| output.window.addresses());
    let mut windows = arguments.inputs.iter().map(Window::addresses).chain(outputs.clone());
    if windows.any(|addresses| region.is_newer(&addresses)) {
        return Err(FallbackReason::Elsewhere);
    }
    outputs.for_each(|addresses| region.stored(&addresses));
    region.make_room();
    Ok(())
}

/// What a launch has to do with a data region.
pub(super) struct InRegion<'a> {
    /// The region, where arrays may stay.
    pub(super) region: Option<&'a Region>,
    pub(super) stored: &'a StoredBy<'a>,
    /// Brings about that the region has no part in the launch.
    pub(super) leave: &'a dyn Fn() -> Result<(), FallbackReason>,
}

/// Runs the kernels of `site` on `devices`. Returns how many of them had a part as well. After an error no array has changed that
/// the loop reads.
pub(super) fn run_job(
    site: &'static Loop,
    span: &Span,
    devices: &'static [Device],
    arguments: Arguments,
    start: &Bytes,
    settings: &Settings,
    (batches, region): (Option<&Batches<'_>>, InRegion<'_>),
) -> Result<(Outcome, usize), FallbackReason> {
    let Definitions { needs_fp64, needs_rounded_division, approximates, has_domain, .. } = arguments.definitions;
    if site.about.deterministic && (site.about.approximates || approximates) {
        return Err(FallbackReason::Approximated);
    }
    let mut kernels = site.about.kernels;
    kernels.needs_fp64 |= needs_fp64;
    kernels.needs_rounded_division |= needs_rounded_division;
    kernels.may_panic |= has_domain;
    let definitions = arguments.definitions.text();
    if let Some(reason) = devices.iter().find_map(|device| site.refusal(device, &definitions)) {
        return Err(reason);
    }
    let job = Job {
        name: site.about.name,
        kernels: &kernels,
        definitions,
        declared: arguments.definitions.declared().to_vec(),
        layouts: arguments.definitions.layouts().iter().map(|layout| site.about.named(layout)).collect(),
        group_size: site.about.group_size,
        deterministic: site.about.deterministic,
        panics_between_tiles: site.about.panics_between_tiles && !has_domain,
        n: span.len,
        first: first(span)?,
        // Kernels count modulo 2 to the 64, and so may this.
        step: span.step as i64,
        continues: false,
        carried: start.len(),
        start,
        inputs: arguments.inputs,
        outputs: arguments.outputs,
        captures: arguments.captures,
        emit_dir: settings.emit_dir.clone(),
        cache: settings.cache(),
        memory: settings.device_memory,
        copies: settings.copies,
        batches,
    };
    let InRegion { region, stored, leave } = region;
    if let (Some(region), [device]) = (region.filter(|_| !devices[0].hosts(&job)), devices) {
        let used = job.inputs.iter().chain(job.outputs.iter().map(|output| &output.window)).map(Window::addresses);
        if settings.check && !region.may_be_compared(used) {
            return Err(FallbackReason::Elsewhere);
        }
        // SAFETY: as below; the arrays that windows are parts of are borrowed as well.
        match unsafe { region.run(device, &site.about, &job, (stored, settings.check)) } {
            Ok(outcome) => return Ok((outcome, 1)),
            Err(error) => {
                log::debug!("{site}: not in its data region: {error}");
                error.tell_survived();
            }
        }
    }
    leave()?;
    // SAFETY: the windows are parts of arrays that the launch borrows, for writing where they are written, and that nothing else uses
    // during the call; an output that is not dense is the caller's initialised array. The kernels' text is trusted.
    unsafe { device::run_together(devices, &job) }
        .map_err(|(number, error)| failed(site, &devices[number], &job.definitions, error))
}

/// Why a launch is one that has failed.
pub(super) fn no_value() -> FallbackReason {
    FallbackReason::Device("the kernels stored bytes that are no value of the type".to_owned())
}

/// The value that a device has left in `bytes`, if it is one.
fn value_of<T: Element>(bytes: &[u8]) -> Option<T> {
    let mut value = MaybeUninit::<T>::uninit();
    assert_eq!(bytes.len(), size_of::<T>(), "a carried value");
    // SAFETY: as many bytes as a `T` has, into one; then all of it is initialised, and looked at before it is taken for a `T`.
    unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), value.as_mut_ptr().cast(), bytes.len());
        T::is_value(value.as_ptr()).then(|| value.assume_init())
    }
}

/// The first value of the loop variable, if kernels can count from there to the last: they do so in 64 bits, with sign. `usize` is as
/// wide there, so a device is of no use to a host where it is not.
pub(super) fn first(span: &Span) -> Result<i64, FallbackReason> {
    let fits = |value: i128| i64::try_from(value).ok();
    let first = fits(span.first).filter(|_| cfg!(target_pointer_width = "64") && span.last().and_then(fits).is_some());
    first.ok_or_else(|| FallbackReason::Device("the indices of this loop are not those of a 64-bit kernel".to_owned()))
}

/// Whether arrays have to be put back for the loop to run.
///
/// # Panics
/// If nothing was saved: neither the loop's result nor what it would need is there. It takes a CPU device that gives up a kernel half way.
pub(super) fn is_half_written(site: &Loop, reason: &FallbackReason, saved: &Saved) -> bool {
    let is_half_written = matches!(reason, FallbackReason::HalfWritten(_));
    assert!(!is_half_written || !saved.is_empty(), "{site}: {reason}");
    is_half_written
}

/// The reason in a device's error. A device that will never run these kernels is not asked again.
fn failed(site: &Loop, device: &'static Device, definitions: &str, error: Error) -> FallbackReason {
    if let Some(reason) = error.of_the_loop() {
        return reason;
    }
    let reason = format!("{}: {error}", device.name());
    let reason = if error.is_half_written() { FallbackReason::HalfWritten(reason) } else { FallbackReason::Device(reason) };
    if error.is_final() {
        site.refuse(device, definitions, reason.clone());
    }
    reason
}
