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
    /// The kernels saw a panic.
    #[error("an iteration panics")]
    Panicked,
}

/// An OpenCL device.
pub(crate) struct Device {
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

    pub(crate) fn run(&self, job: &Job) -> Result<Outcome, Error> {
        let _ = job;
        Err(Error::NoPlatform)
    }
}

/// The device for `choice`.
pub(crate) fn find(choice: DeviceChoice) -> Result<&'static Device, Error> {
    let _ = choice;
    Err(Error::NoPlatform)
}
