//! The devices of this process, found once.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use scan_opencl::{DeviceInfo, Kind};

use super::Error;
use super::handles::{Context, Queue};
use super::pool::Pool;
use super::programs::Programs;
use super::staging::Staging;
use crate::job::Job;
use crate::launch::DeviceKind;

/// An OpenCL device. Any number of threads may run loops on it at once.
#[derive(Debug)]
pub(crate) struct Device {
    platform: String,
    platform_version: String,
    /// The platform's and the device's numbers in OpenCL's order, as in `SCAN_DEVICE=0:1`.
    pub(crate) number: (usize, usize),
    /// What it can do.
    pub(super) info: DeviceInfo,
    opened: OnceLock<Result<Opened, Error>>,
}

/// What lives as long as the process does, made when a device is first used.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) context: Context,
    pub(super) programs: Programs,
    /// What tells the device and its driver from others, for the programs that are kept.
    pub(super) identity: String,
    pub(super) pool: Pool,
    /// Queues that no launch uses now.
    queues: Mutex<Vec<Queue>>,
    /// Pinned memory that no launch uses now.
    staging: Mutex<Vec<Staging>>,
}

/// The devices that can run kernels, in OpenCL's order. Empty where there are none.
pub(crate) fn devices() -> &'static [Device] {
    found().as_deref().unwrap_or_default()
}

/// The devices, or why there is no OpenCL.
pub(super) fn found() -> &'static Result<Vec<Device>, Error> {
    static FOUND: OnceLock<Result<Vec<Device>, Error>> = OnceLock::new();
    FOUND.get_or_init(find)
}

fn find() -> Result<Vec<Device>, Error> {
    let platforms = scan_opencl::platforms().map_err(|error| Error::NoPlatform(error.to_string()))?;
    if platforms.is_empty() {
        return Err(Error::NoPlatform("no OpenCL platform: the OpenCL library knows no driver".to_owned()));
    }
    let mut devices = Vec::new();
    for (major, platform) in platforms.into_iter().enumerate() {
        for (minor, info) in platform.devices.into_iter().enumerate().filter(|(_, info)| info.is_usable) {
            let (platform, platform_version) = (platform.name.clone(), platform.version.clone());
            devices.push(Device { platform, platform_version, number: (major, minor), info, opened: OnceLock::new() });
        }
    }
    Ok(devices)
}

impl Device {
    /// The name of its platform.
    pub(crate) fn platform(&self) -> &str {
        &self.platform
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.info.name
    }

    /// The word of the clause `device(…)` that it answers to; `any` if it is of no kind that has a word.
    pub(crate) fn kind(&self) -> DeviceKind {
        match self.info.kind {
            Kind::Cpu => DeviceKind::Cpu,
            Kind::Gpu => DeviceKind::Gpu,
            Kind::Accelerator => DeviceKind::Accelerator,
            Kind::Custom => DeviceKind::Any,
        }
    }

    /// Whether it works on the host's memory, so that arrays need no copy.
    pub(super) fn shares_memory(&self) -> bool {
        self.info.shares_memory || self.info.kind == Kind::Cpu
    }

    /// Whether a job's arrays stay where they are.
    pub(crate) fn hosts(&self, job: &Job<'_>) -> bool {
        self.shares_memory() && !job.copies
    }

    /// The same device, taken for another one: of another kind, or with less to offer.
    #[cfg(test)]
    pub(super) fn taken_for(&self, info: DeviceInfo) -> Device {
        let (platform, platform_version) = (self.platform.clone(), self.platform_version.clone());
        Device { platform, platform_version, number: self.number, info, opened: OnceLock::new() }
    }

    /// What tells the device and its driver from others.
    pub(crate) fn identity(&self) -> String {
        let DeviceInfo { name, vendor, driver_version, version, compute_units, extensions, .. } = &self.info;
        let units = compute_units.to_string();
        [&self.platform, &self.platform_version, vendor, name, version, driver_version, &units, extensions]
            .map(|part| &**part)
            .join("\n")
    }

    pub(super) fn opened(&self) -> Result<&Opened, Error> {
        self.opened.get_or_init(|| Opened::new(&self.info, self.identity())).as_ref().map_err(Error::clone)
    }
}

impl Opened {
    fn new(info: &DeviceInfo, identity: String) -> Result<Opened, Error> {
        Ok(Opened {
            context: Context::new(info.id)?,
            programs: Programs::default(),
            identity,
            pool: Pool::new(info),
            queues: Mutex::default(),
            staging: Mutex::default(),
        })
    }

    /// A queue for one launch.
    pub(super) fn take_queue(&self, info: &DeviceInfo) -> Result<Queue, Error> {
        let free = lock(&self.queues).pop();
        free.map_or_else(|| Ok(self.context.queue(info.id)?), Ok)
    }

    /// Takes back a queue that has nothing left to do.
    pub(super) fn give_queue(&self, queue: Queue) {
        lock(&self.queues).push(queue);
    }

    /// A piece of pinned memory for one launch, which has a queue.
    pub(super) fn take_staging(&self, queue: &Queue) -> Result<Staging, Error> {
        let free = lock(&self.staging).pop();
        free.map_or_else(|| Ok(Staging::new(&self.context, queue)?), Ok)
    }

    /// Takes back a piece that no command uses.
    pub(super) fn give_staging(&self, staging: Staging) {
        lock(&self.staging).push(staging);
    }
}

/// Locks what no panic can leave half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
