//! A launch runs, of one scan or of many: on the device, on host threads instead, or not at all.

use super::Launch;
use super::arguments::{ArgumentList, Arguments};
use super::arrays::Arrays;
use super::on_devices::{InRegion, no_value, run_job, value_of};
use super::told::Told;
use super::verify::Check;
use super::written::Saved;
use crate::device::Device;
use crate::host::{self, Body, HostScan};
use crate::model::element::Element;
use crate::model::job::{Outcome, Window, bytes_of};
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
use std::time::{Duration, Instant};

/// What has run, and what it has carried.
pub(super) struct Done<T> {
    pub(super) carry: T,
    run: Run,
}

/// How it has run.
struct Run {
    ran: Ran,
    /// Why not on a device.
    reason: Option<FallbackReason>,
    /// The kernels had never been launched before.
    is_first_launch: bool,
    /// They were kept on disk.
    is_loaded: bool,
}

impl<T> Done<T> {
    /// It has run on `devices`.
    pub(super) fn on_devices(carry: T, devices: &'static [Device], outcome: Outcome) -> Self {
        let Outcome { algorithm, times, slices, is_first: is_first_launch, is_loaded, source_path: source, .. } = outcome;
        let ran = Ran::Devices { devices, algorithm, times, slices, source };
        Self { carry, run: Run { ran, reason: None, is_first_launch, is_loaded } }
    }

    /// It has run on host threads, where it `began` then.
    pub(super) fn on_threads(carry: T, began: Instant, reason: Option<FallbackReason>, settings: &Settings) -> Self {
        let ran = Ran::HostThreads { threads: host::threads(settings.threads), time: began.elapsed() };
        Self { carry, run: Run { ran, reason, is_first_launch: false, is_loaded: false } }
    }
}

impl Run {
    /// Remembers that it `began` then and is over now, with so many iterations of those that the loop has in `all`.
    fn note(self, site: &'static Loop, (iterations, all): (u64, u64), began: Instant, settings: &Settings) {
        let took = began.elapsed();
        if !settings.check {
            self.teach(site, (iterations, all), took, settings);
        }
        Record { site: &site.about, iterations, ran: self.ran, reason: self.reason, checked: None, exchange: None }.remember();
        if settings.profile.is_some() {
            last_recorded().into_iter().for_each(|report| profile::note(report, began, took));
        }
    }

    /// Has later launches be placed by how long it took, or would have taken for all iterations.
    fn teach(&self, site: &Loop, (iterations, all): (u64, u64), time: Duration, settings: &Settings) {
        match &self.ran {
            Ran::Devices { times, .. } if self.is_first_launch => {
                calibration::note_first_launch(time, self.is_loaded, settings);
                let busy = times.upload + times.kernel + times.download;
                dispatch::note_first_launch(site, iterations, time, busy, self.is_loaded);
            }
            Ran::Devices { .. } => dispatch::note(site, all, Target::Device, of_all(time, iterations, all)),
            // Not the time that a device may have taken to fail.
            Ran::HostThreads { time, .. } => dispatch::note(site, all, Target::Threads, of_all(*time, iterations, all)),
            Ran::Loop => {}
        }
    }
}

/// What all iterations would have taken where some took this.
fn of_all(time: Duration, iterations: u64, all: u64) -> Duration {
    if iterations >= all {
        return time;
    }
    let seconds = time.as_secs_f64() * all as f64 / iterations.max(1) as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Where so many iterations are to run, unless none of that pays, and the settings that hold for them.
pub(super) fn choose(site: &'static Loop, region: Option<&Region>, span: &Span) -> Result<(Choice, Settings), FallbackReason> {
    let resident_device = region.and_then(Region::resident_device);
    settings::current(|settings| Ok((dispatch::choose_near(resident_device, site, span, settings)?, settings.clone())))
}

/// The loop runs as written.
pub(super) fn as_written(site: &'static Loop, iterations: u64, reason: FallbackReason) {
    dispatch::warn(site, &reason);
    // After a fork nobody lets go of what was locked then.
    let profile = reason != FallbackReason::Forked && settings::current(|settings| settings.profile.is_some());
    let purpose = Purpose { dispatch: reason == FallbackReason::Measured, profile };
    Record { site: &site.about, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.remember();
    stopwatch::start(site, iterations, purpose);
}

/// The loop runs as written, and may be left before its end: how long it takes says nothing.
pub(super) fn note_as_written(site: &'static Loop, iterations: u64, reason: FallbackReason) {
    dispatch::warn(site, &reason);
    Record { site: &site.about, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.remember();
}

/// The iterations of a rank are combined on this thread, by `fold`.
pub(super) fn as_folded<T>(site: &'static Loop, iterations: u64, reason: FallbackReason, fold: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let total = fold();
    note_folded(site, (iterations, iterations), reason, began);
    total
}

/// So many iterations of `all` were looked at on this thread, where that `began` then.
pub(super) fn note_folded(site: &'static Loop, (iterations, all): (u64, u64), reason: FallbackReason, began: Instant) {
    let took = began.elapsed();
    // After a fork nobody lets go of what was locked then.
    if reason == FallbackReason::Measured {
        dispatch::note(site, all, Target::Loop, of_all(took, iterations, all));
    }
    let is_profiled = reason != FallbackReason::Forked && settings::current(|settings| settings.profile.is_some());
    Record { site: &site.about, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.remember();
    if is_profiled && iterations > 0 {
        last_recorded().into_iter().for_each(|report| profile::note(report, began, took));
    }
}

impl Arguments {
    /// As [`Told::leave`].
    fn leave(&self, region: &Region) -> Result<(), FallbackReason> {
        region.end_comparison();
        let outputs = self.outputs.iter().map(|output| output.window.addresses());
        let mut windows = self.inputs.iter().map(Window::addresses).chain(outputs.clone());
        if windows.any(|addresses| region.is_newer(&addresses)) {
            return Err(FallbackReason::Elsewhere);
        }
        outputs.for_each(|addresses| region.stored(&addresses));
        region.make_room();
        Ok(())
    }
}

impl<A: ArgumentList> Told<'_, A> {
    /// The kernels' arguments.
    pub(super) fn arguments<T: Semigroup<Op>, Op>(&self) -> Arguments {
        let mut arguments = Arguments::default();
        if self.open {
            arguments.definitions.add_scan::<T, Op>();
        }
        self.arrays.describe(&mut arguments);
        arguments.definitions.note::<T>();
        arguments
    }

    /// A launch that the region has no part in, though its arrays may: what the host lacks of them has to come back first, and what is
    /// stored is forgotten there.
    pub(super) fn leave(&self) -> Result<(), FallbackReason> {
        let Some(region) = self.region.filter(|region| region.holds_arrays()) else { return Ok(()) };
        let mut arguments = Arguments::default();
        self.arrays.describe(&mut arguments);
        arguments.leave(region)
    }

    /// What is written as it was, if a run where it was chosen to may need that.
    pub(super) fn saved(&self, choice: &Choice, settings: &Settings) -> Result<Saved, FallbackReason> {
        // What a device stores is looked at before it is a value; if it is none, the loop needs what was there.
        let is_fragile = matches!(choice, Choice::Devices(_)) && self.arrays.written().fragile();
        if settings.check || is_fragile { self.arrays.written().save() } else { Ok(Saved::new()) }
    }

    /// After devices have failed: why it is to run on host threads instead, where those pay.
    pub(super) fn instead(
        &self,
        reason: FallbackReason,
        saved: &Saved,
        span: &Span,
        settings: &Settings,
    ) -> Result<FallbackReason, FallbackReason> {
        if self.arrays.written().fragile() || is_half_written(self.site, &reason, saved) {
            self.arrays.written().restore(saved);
        }
        if reason.is_the_loops_own() {
            return Err(reason);
        }
        self.site.costs().note_failure();
        self.leave()?;
        dispatch::warn(self.site, &reason);
        dispatch::worth_threads(self.site, span, settings, reason)
    }

    /// Notes a scan of so many iterations that `began` then. Returns what it has carried; with `SCAN_CHECK` it only puts the results aside.
    pub(super) fn conclude<T: Element>(
        &self,
        (done, mut saved): (Done<T>, Saved),
        iterations: u64,
        began: Instant,
        settings: &Settings,
    ) -> Option<T> {
        let Done { carry, run } = done;
        run.note(self.site, (iterations, iterations), began, settings);
        if settings.check {
            self.arrays.written().exchange(&mut saved);
            Check::new(self.site, iterations, saved, carry).wait();
            return None;
        }
        Some(carry)
    }

    /// Notes a part of a search, of so many iterations of `all`, that `began` then.
    pub(super) fn conclude_part<T>(&self, done: Done<T>, part: (u64, u64), began: Instant, settings: &Settings) -> T {
        let Done { carry, run } = done;
        run.note(self.site, part, began, settings);
        carry
    }

    /// The loop runs as written; or the program is to fetch its arrays, and to try again.
    pub(super) fn give_up(&self, iterations: u64, reason: FallbackReason) {
        if reason == FallbackReason::Elsewhere {
            self.region.into_iter().for_each(Region::request_sync);
        } else {
            as_written(self.site, iterations, reason);
        }
    }
}

impl<I: Index, T: Semigroup<Op>, Op, A: Arrays> Launch<'_, I, T, Op, A> {
    /// Runs where it was chosen to. `None` leaves everything as it was.
    pub(super) fn carry_out(
        mut self,
        choice: Choice,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Option<(T, A::Collected)> {
        let target = if matches!(choice, Choice::Devices(_)) { Target::Device } else { Target::Threads };
        let (began, iterations) = (Instant::now(), self.range.len());
        match self.scan(choice, settings, body) {
            Ok(done) => {
                let carry = self.told.conclude(done, iterations, began, settings)?;
                // SAFETY: every iteration has been stored: by the scan on host threads, or by the kernels, whose text is trusted.
                Some((carry, unsafe { self.told.arrays.collected() }))
            }
            Err(reason) => {
                // What panics ends, and this does not: it is called again.
                if reason == FallbackReason::StoresOverlap {
                    dispatch::note_in_vain(self.told.site, iterations, target, began.elapsed());
                }
                self.told.give_up(iterations, reason);
                None
            }
        }
    }

    /// The scan, where it was chosen to run.
    pub(super) fn scan(
        &mut self,
        choice: Choice,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Result<(Done<T>, Saved), FallbackReason> {
        let start = match self.start {
            Some(start) if T::is_in_domain(&start) => start,
            _ => return Err(FallbackReason::StartOutOfRange),
        };
        if let Some(reason) = self.told.unfit.clone() {
            return Err(reason);
        }
        let (span, arrays) = (self.range.span(), &mut self.told.arrays);
        arrays.place(&span)?;
        if arrays.places(&start, &start, &start).is_none() {
            return Err(FallbackReason::IndexOutOfRange);
        }
        let (all, within) = (0..span.len, arrays.within(&span));
        let saved = self.told.saved(&choice, settings)?;
        let reason = match choice {
            Choice::HostThreads(reason) => {
                self.told.leave()?;
                reason
            }
            Choice::Devices(devices) => {
                let done = match within {
                    _ if within == all => self.on_devices(devices, start, settings),
                    _ if const { A::DIVISIBLE } && self.can_be_divided(&within) => {
                        self.between_ends(&within, devices, start, settings, body)
                    }
                    _ => Err(FallbackReason::Guarded),
                };
                match done {
                    Ok(done) => return Ok((done, saved)),
                    Err(reason) => Some(self.told.instead(reason, &saved, &span, settings)?),
                }
            }
        };
        Ok((self.on_threads(start, reason, settings, body)?, saved))
    }

    pub(super) fn on_devices(
        &self,
        devices: &'static [Device],
        start: T,
        settings: &Settings,
    ) -> Result<Done<T>, FallbackReason> {
        let Told { site, region, arrays, .. } = &self.told;
        // What has to be looked at has to be on the host.
        let written = arrays.written();
        let is_looked_at = written.fragile() || !T::ANY_BYTES;
        let region = region.filter(|region| region.is_open() && !is_looked_at);
        let stored = |carry: &[u8]| {
            let mut stored = Vec::new();
            arrays.stored(&start, &value_of::<T>(carry)?, &mut stored)?;
            Some(stored)
        };
        let region = InRegion { region, stored: &stored, leave: &|| self.told.leave() };
        let (span, arguments) = (self.range.span(), self.told.arguments::<T, Op>());
        let (outcome, used) = run_job(site, &span, devices, arguments, bytes_of(&start), settings, (None, region))?;
        match value_of(&outcome.carry) {
            Some(carry) if !written.fragile() || written.valid() => Ok(Done::on_devices(carry, &devices[..used], outcome)),
            _ => Err(no_value()),
        }
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
        let Told { site, arrays, .. } = &mut self.told;
        arrays.snapshot()?;
        // SAFETY: placed by `scan`, and a snapshot taken just now; `self` is borrowed until the scan has run.
        let scan = unsafe { HostScan::<_, T, Op, _, _>::new(self.range, start, arrays, body, &site.about) };
        Ok(Done::on_threads(scan.run(settings.threads)?, began, reason, settings))
    }
}

/// Whether arrays have to be put back for the loop to run.
///
/// # Panics
/// If nothing was saved: neither the loop's result nor what it would need is there. It takes a CPU device that gives up a kernel half way.
fn is_half_written(site: &Loop, reason: &FallbackReason, saved: &Saved) -> bool {
    let is_half_written = matches!(reason, FallbackReason::HalfWritten(_));
    assert!(!is_half_written || !saved.is_empty(), "{site}: {reason}");
    is_half_written
}
