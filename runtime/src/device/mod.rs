//! OpenCL devices.

#![allow(dead_code, reason = "filled in with the devices")]

use crate::job::{Job, Outcome};
use scan_opencl::DeviceInfo;
use thiserror::Error;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any device.
    Any,
    /// A GPU.
    Gpu,
    /// A dedicated accelerator.
    Accelerator,
    /// The host's processor as an OpenCL device.
    Cpu,
    /// The device with these numbers in OpenCL's order.
    Numbered {
        /// The platform's.
        platform: usize,
        /// The device's among the platform's.
        device: usize,
    },
}

/// Why a loop did not run on a device. The loop as written can run after any of them.
#[derive(Clone, Debug, Error)]
pub(crate) enum Error {
    /// There is no OpenCL here.
    #[error("{0}")]
    NoPlatform(String),
    /// The loop needs what the device lacks.
    #[error("the device lacks {0}")]
    Unsupported(&'static str),
    /// The device's compiler rejects the kernels.
    #[error("the kernels do not build: {log}")]
    Build {
        /// What the compiler said.
        log: String,
    },
    /// An iteration panics: the loop as written is to do that.
    #[error("an iteration panics")]
    Panicked,
    /// The types differ between the host and the device.
    #[error("{0}")]
    Layout(&'static str),
}

/// An OpenCL device.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) platform: String,
    pub(crate) number: (usize, usize),
    pub(crate) info: DeviceInfo,
}

impl Device {
    /// Runs a loop.
    ///
    /// # Safety
    /// The windows are memory of their sizes, and the source touches nothing else.
    pub(crate) unsafe fn run(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let _ = job;
        Err(Error::NoPlatform("no OpenCL".to_owned()))
    }
}

/// The devices that can run kernels.
pub(crate) fn devices() -> &'static [Device] {
    &[]
}

/// The device that is wanted.
pub(crate) fn select(wanted: Wanted) -> Result<&'static Device, Error> {
    let _ = wanted;
    Err(Error::NoPlatform("no OpenCL".to_owned()))
}
