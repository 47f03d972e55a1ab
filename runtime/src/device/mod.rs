//! OpenCL devices.

#![allow(dead_code, reason = "filled in with the devices")]

use crate::job::{Job, Outcome};
use crate::launch::DeviceKind;
use crate::settings::DeviceChoice;
use thiserror::Error;

/// Why a device did not run a launch. Nothing in the output windows was changed.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// There is no OpenCL.
    #[error("no OpenCL platform was found")]
    NoPlatform,
    /// No device of the kind that is asked for.
    #[error("no such OpenCL device")]
    NoSuchDevice,
    /// The kernels need what the device lacks.
    #[error("the device has no {0}")]
    Unsupported(&'static str),
    /// The kernels do not build.
    #[error("the kernels do not build: {log}")]
    Build {
        /// The compiler's.
        log: String,
    },
    /// The types differ between the host and the device.
    #[error("{0}")]
    Layout(&'static str),
    /// The kernels saw a panic.
    #[error("an iteration panics")]
    Panicked,
}

/// An OpenCL device.
#[derive(Debug)]
pub(crate) struct Device {
    /// The platform's and the device's numbers in OpenCL's order, as in `SCAN_DEVICE=0:1`.
    pub(crate) number: (usize, usize),
    kind: DeviceKind,
}

impl Device {
    pub(crate) fn platform(&self) -> &str {
        ""
    }

    pub(crate) fn name(&self) -> &str {
        ""
    }

    pub(crate) fn kind(&self) -> DeviceKind {
        self.kind
    }

    /// Runs a loop.
    ///
    /// # Safety
    /// The windows are memory of their sizes, and the source touches nothing else.
    pub(crate) unsafe fn run(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let _ = job;
        Err(Error::NoPlatform)
    }
}

/// The device for `choice`.
pub(crate) fn find(choice: DeviceChoice) -> Result<&'static Device, Error> {
    let _ = choice;
    Err(Error::NoPlatform)
}

/// The devices that can run kernels.
pub(crate) fn devices() -> &'static [Device] {
    &[]
}
