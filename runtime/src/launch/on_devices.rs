//! A launch on devices: the job that they get, in a data region or not, and what their errors mean.

use super::arguments::Arguments;
use crate::device::{self, Device, Error};
use crate::model::definitions::Definitions;
use crate::model::element::Element;
use crate::model::job::{Batches, Bytes, Job, Outcome, StoredBy, Window};
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::placement::Loop;
use crate::region::Region;
use crate::report;
use crate::settings::Settings;
use std::mem::MaybeUninit;
use std::ptr;

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
        asks_for_times: settings.profile.is_some() || report::are_collected(),
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
pub(super) fn value_of<T: Element>(bytes: &[u8]) -> Option<T> {
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
