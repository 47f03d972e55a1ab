//! How much of a device's memory a loop may take, and whether a job does with that.

use ocl::ffi::size_t;
use scan_opencl::DeviceInfo;

use super::error::Error;
use super::found::Device;
use super::plan::Plan;
use crate::model::job::{Job, OutputWindow};

/// What a loop may take of a device: what there is, or what the user allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// All buffers together.
    memory: u64,
    /// One of them.
    buffer: u64,
}

impl Limits {
    pub(super) fn new(info: &DeviceInfo, job: &Job<'_>) -> Limits {
        let allowed = job.memory.unwrap_or(u64::MAX);
        Limits { memory: info.memory.min(allowed), buffer: info.max_buffer.min(allowed) }
    }

    /// Whether `at_once` jobs like this one fit side by side.
    pub(super) fn check(&self, device: &Device, job: &Job<'_>, plan: Plan, at_once: u64) -> Result<(), Error> {
        let windows = job.inputs.iter().chain(job.outputs.iter().map(|output| &output.window));
        let largest = windows.map(|window| window.bytes as u64).max().unwrap_or(0).max(plan.scratch(job));
        within(largest, self.buffer, "one buffer")?;
        within(needed(device, job, plan).saturating_mul(at_once), self.memory, "all buffers")?;
        let work_items = plan.job_groups(job).checked_mul(plan.group_size as u64);
        let is_countable = work_items.is_some_and(|count| size_t::try_from(count).is_ok());
        if is_countable { Ok(()) } else { Err(Error::Unsupported("room for so many work-items")) }
    }
}

/// The bytes of the buffers that are not the host's memory.
fn needed(device: &Device, job: &Job<'_>, plan: Plan) -> u64 {
    let is_copied = |output: &&OutputWindow| !device.hosts(job) || output.input.is_some() || job.panics_early();
    let inputs = job.inputs.iter().filter(|_| !device.hosts(job));
    let outputs = job.outputs.iter().filter(is_copied).map(|output| &output.window);
    let windows = inputs.chain(outputs).fold(0u64, |sum, window| sum.saturating_add(window.bytes as u64));
    // No algorithm has more buffers of its own than two as large as the largest.
    windows.saturating_add(plan.scratch(job).saturating_mul(2))
}

fn within(needed: u64, limit: u64, of: &'static str) -> Result<(), Error> {
    if needed > limit { Err(Error::OutOfMemory { needed, limit, of }) } else { Ok(()) }
}
