//! A launch runs: on the device, on host threads instead, or not at all.

use super::Launch;
use super::arrays::{Arguments, Arrays};
use super::body::Body;
use super::site::Loop;
use crate::calibration;
use crate::costs::Spot;
use crate::definitions::Definitions;
use crate::device::{self, Device, Error};
use crate::dispatch::{self, Choice, Why};
use crate::element::Element;
use crate::host::{self, HostScan};
use crate::job::{Batches, Bytes, Job, Outcome, StoredBy, Window, bytes_of};
use crate::operator::Semigroup;
use crate::profile;
use crate::range::{Index, Span};
use crate::region::Region;
use crate::report::{Ran, Record, last_report};
use crate::settings::{self, Settings};
use crate::stopwatch::{self, Purpose};
use crate::verify::Check;
use std::any::Any;
use std::mem::MaybeUninit;
use std::ptr;
use std::time::{Duration, Instant};

/// The outputs as they were, and after an exchange as the scan left them.
type Saved = Vec<Box<dyn Any>>;

/// A scan that has run.
pub(super) struct Done<T> {
    pub(super) carry: T,
    pub(super) ran: Ran,
    /// Why not on a device.
    pub(super) why: Option<Why>,
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
            Ran::Devices { .. } => dispatch::note(site, iterations, Spot::Device, time),
            // Not the time that a device may have taken to fail.
            Ran::HostThreads { time, .. } => dispatch::note(site, iterations, Spot::Threads, *time),
            Ran::Loop => {}
        }
    }
}

/// The loop runs as written.
pub(super) fn as_written<R>(site: &'static Loop, iterations: u64, why: Why) -> Option<R> {
    dispatch::warn(site, &why);
    // After a fork nobody lets go of what was locked then.
    let profile = why != Why::Forked && settings::current(|settings| settings.profile.is_some());
    let purpose = Purpose { dispatch: why == Why::Measured, profile };
    Record { site, iterations, ran: Ran::Loop, why: Some(why), checked: None }.remember();
    stopwatch::start(site, iterations, purpose);
    None
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
        let began = Instant::now();
        match self.scan(choice, settings, body, &mut saved) {
            Ok(done) => {
                let took = began.elapsed();
                if !settings.check {
                    done.note(self.site, self.range.len(), took, settings);
                }
                let results = self.finish(done, settings, saved);
                if settings.profile.is_some() {
                    last_report().into_iter().for_each(|report| profile::note(report, began, took));
                }
                results
            }
            Err(Why::Elsewhere) => {
                self.arrays.region().into_iter().for_each(Region::ask);
                None
            }
            Err(why) => as_written(self.site, self.range.len(), why),
        }
    }

    fn scan(
        &mut self,
        choice: Choice,
        settings: &Settings,
        body: &impl Body<I, T, A>,
        saved: &mut Saved,
    ) -> Result<Done<T>, Why> {
        let start = self.start.ok_or(Why::StartOutOfRange)?;
        if let Some(why) = self.unfit.clone() {
            return Err(why);
        }
        self.arrays.place(&self.range.span())?;
        if self.arrays.places(&start, &start, &start).is_none() {
            return Err(Why::IndexOutOfRange);
        }
        // What a device stores is looked at before it is a value; if it is none, the loop needs what was there.
        let is_fragile = matches!(choice, Choice::Devices(_)) && self.arrays.fragile();
        if settings.check || is_fragile {
            self.arrays.save(saved)?;
        }
        match choice {
            Choice::HostThreads(why) => self.without_region().and_then(|()| self.on_threads(start, why, settings, body)),
            Choice::Devices(devices) => {
                let done = self.on_devices(devices, start, settings);
                if let Err(why) = &done
                    && (is_fragile || is_half_written(self.site, why, saved))
                {
                    self.arrays.restore(&mut saved.iter());
                }
                match done {
                    Err(why) if why != Why::Panicked && why != Why::Elsewhere => {
                        self.site.costs().note_failure();
                        self.instead(start, why, settings, body)
                    }
                    done => done,
                }
            }
        }
    }

    /// A launch that the region has no part in, though its arrays may: what the host lacks of them has to come back first.
    fn without_region(&self) -> Result<(), Why> {
        leave(self.arrays.region(), || {
            let mut arguments = Arguments::default();
            self.arrays.describe(&mut arguments);
            arguments
        })
    }

    fn on_devices(&self, devices: &'static [Device], start: T, settings: &Settings) -> Result<Done<T>, Why> {
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
        Ok(Done { carry, ran, why: None, is_first_launch, is_loaded })
    }

    /// After the device failed: host threads, where they pay.
    fn instead(&mut self, start: T, why: Why, settings: &Settings, body: &impl Body<I, T, A>) -> Result<Done<T>, Why> {
        self.without_region()?;
        dispatch::warn(self.site, &why);
        dispatch::worth_threads(self.site, &self.range.span(), settings, why)
            .and_then(|why| self.on_threads(start, Some(why), settings, body))
    }

    fn on_threads(&mut self, start: T, why: Option<Why>, settings: &Settings, body: &impl Body<I, T, A>) -> Result<Done<T>, Why> {
        let began = Instant::now();
        host::check_size::<T>()?;
        self.arrays.snapshot()?;
        // SAFETY: placed by `scan`, and a snapshot taken just now; `self` is borrowed until the scan has run.
        let scan = unsafe { HostScan::<_, T, Op, _, _>::new(self.range, start, &self.arrays, body, self.site) };
        let carry = scan.run(settings)?;
        Ok(Done {
            carry,
            ran: Ran::HostThreads { threads: host::threads(settings), time: began.elapsed() },
            why,
            is_first_launch: false,
            is_loaded: false,
        })
    }

    /// Hands the results over; with `SCAN_CHECK` only puts them aside.
    fn finish(self, done: Done<T>, settings: &Settings, mut saved: Saved) -> Option<(T, A::Collected)> {
        let (site, iterations) = (self.site, self.range.len());
        Record { site, iterations, ran: done.ran, why: done.why, checked: None }.remember();
        if settings.check {
            self.arrays.exchange(&mut saved.iter_mut());
            Check::new(site, iterations, saved, done.carry).wait();
            return None;
        }
        // SAFETY: every iteration has been stored: by the scan on host threads, or by the kernels, whose text is trusted.
        Some((done.carry, unsafe { self.arrays.collected() }))
    }
}

/// Has what a launch stores forgotten in a region that it does not run in; what it uses must not be newer there.
pub(super) fn leave(region: Option<&Region>, arguments: impl Fn() -> Arguments) -> Result<(), Why> {
    let Some(region) = region.filter(|region| region.holds_anything()) else { return Ok(()) };
    region.end_comparison();
    let arguments = arguments();
    let outputs = arguments.outputs.iter().map(|output| output.window.addresses());
    let mut windows = arguments.inputs.iter().map(Window::addresses).chain(outputs.clone());
    if windows.any(|addresses| region.is_newer(&addresses)) {
        return Err(Why::Elsewhere);
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
    pub(super) leave: &'a dyn Fn() -> Result<(), Why>,
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
) -> Result<(Outcome, usize), Why> {
    let Definitions { needs_fp64, needs_rounded_division, approximates, .. } = arguments.definitions;
    if site.deterministic && (site.approximates || approximates) {
        return Err(Why::Approximated);
    }
    let mut kernels = site.kernels;
    kernels.needs_fp64 |= needs_fp64;
    kernels.needs_rounded_division |= needs_rounded_division;
    let definitions = arguments.definitions.text();
    if let Some(why) = devices.iter().find_map(|device| site.refusal(device, &definitions)) {
        return Err(why);
    }
    let job = Job {
        name: site.name,
        kernels: &kernels,
        definitions,
        declared: arguments.definitions.declared().to_vec(),
        layouts: arguments.definitions.layouts().iter().map(|layout| site.named(layout)).collect(),
        group_size: site.group_size,
        deterministic: site.deterministic,
        panics_between_tiles: site.panics_between_tiles,
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
        cache: &settings.cache,
        memory: settings.device_memory,
        copies: settings.copies,
        batches,
    };
    let InRegion { region, stored, leave } = region;
    if let (Some(region), [device]) = (region.filter(|_| !devices[0].hosts(&job)), devices) {
        let mut used = job.inputs.iter().chain(job.outputs.iter().map(|output| &output.window)).map(Window::addresses);
        if settings.check && !region.may_be_compared(&mut used) {
            return Err(Why::Elsewhere);
        }
        // SAFETY: as below; the arrays that windows are parts of are borrowed as well.
        match unsafe { region.run(device, site, &job, (stored, settings.check)) } {
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
pub(super) fn no_value() -> Why {
    Why::Device("the kernels stored bytes that are no value of the type".to_owned())
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
pub(super) fn first(span: &Span) -> Result<i64, Why> {
    let fits = |value: i128| i64::try_from(value).ok();
    let first = fits(span.first).filter(|_| cfg!(target_pointer_width = "64") && span.last().and_then(fits).is_some());
    first.ok_or_else(|| Why::Device("the indices of this loop are not those of a 64-bit kernel".to_owned()))
}

/// Whether arrays have to be put back for the loop to run.
///
/// # Panics
/// If nothing was saved: neither the loop's result nor what it would need is there. It takes a CPU device that gives up a kernel half way.
pub(super) fn is_half_written(site: &Loop, why: &Why, saved: &Saved) -> bool {
    let is_half_written = matches!(why, Why::HalfWritten(_));
    assert!(!is_half_written || !saved.is_empty(), "{site}: {why}");
    is_half_written
}

/// The reason in a device's error. A device that will never run these kernels is not asked again.
fn failed(site: &Loop, device: &'static Device, definitions: &str, error: Error) -> Why {
    if matches!(error, Error::Panicked) {
        return Why::Panicked;
    }
    let reason = format!("{}: {error}", device.name());
    let why = if matches!(error, Error::HalfWritten(..)) { Why::HalfWritten(reason) } else { Why::Device(reason) };
    if matches!(
        error,
        Error::Build { .. } | Error::NoProgram | Error::Unsupported(..) | Error::Layout(..) | Error::Differs { .. }
    ) {
        site.refuse(device, definitions, why.clone());
    }
    why
}
