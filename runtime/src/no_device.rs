//! What stands in the place of `device` in builds without OpenCL: the same words, and no device to say them of.
//!
//! [`Device`] has no values. So nothing that is given one can ever be called, and a search finds none.
//!
//! Builds without threads have `host/no_threads.rs`, whose `on_threads` refuses. No other file asks what was built.

#[path = "device/commands.rs"]
pub(crate) mod commands;
#[path = "device/emit.rs"]
pub(crate) mod emit;
#[path = "device/listing.rs"]
pub(crate) mod listing;

use crate::model::choice::DeviceChoice;
use crate::model::job::{Job, Outcome, StoredBy, Times};
use crate::model::reason::FallbackReason;
use crate::model::site::{DeviceKind, Site};
use std::any::TypeId;
use std::convert::Infallible;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::path::PathBuf;

/// A device: there is none.
#[derive(Debug)]
pub(crate) struct Device {
    never: Infallible,
    pub(crate) number: (usize, usize),
}

impl Device {
    pub(crate) fn name(&self) -> &str {
        match self.never {}
    }

    pub(crate) fn platform(&self) -> &str {
        match self.never {}
    }

    pub(crate) fn kind(&self) -> DeviceKind {
        match self.never {}
    }

    pub(crate) fn hosts(&self, _: &Job<'_>) -> bool {
        match self.never {}
    }
}

/// Why a loop did not run on a device.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the program was built without the feature `opencl` of scan-runtime")]
pub(crate) struct Error;

impl Error {
    pub(crate) fn tell_survived(&self) {}

    pub(crate) fn is_the_threads_own(&self) -> bool {
        false
    }

    pub(crate) fn of_the_loop(&self) -> Option<FallbackReason> {
        None
    }

    pub(crate) fn is_half_written(&self) -> bool {
        false
    }

    pub(crate) fn is_final(&self) -> bool {
        true
    }
}

pub(crate) fn are_being_found() -> bool {
    false
}

pub(crate) fn find_all(_: DeviceChoice) -> Result<&'static [Device], Error> {
    Err(Error)
}

/// # Safety
/// None is needed.
pub(crate) unsafe fn run_together(_: &'static [Device], _: &Job<'_>) -> Result<(Outcome, usize), (usize, Error)> {
    Err((0, Error))
}

/// # Safety
/// None is needed.
pub(crate) unsafe fn name_library(_: impl Into<PathBuf>) -> bool {
    false
}

/// For `listing`.
mod found {
    pub(super) use super::Device;

    pub(super) fn devices() -> &'static [Device] {
        &[]
    }

    pub(super) fn release() {}
}

/// What came back of an array.
pub(crate) struct Fetched {
    pub(crate) site: Option<&'static Site>,
    pub(crate) device: &'static Device,
    pub(crate) times: Times,
}

/// The arrays on devices: none.
#[derive(Debug, Default)]
pub(crate) struct Residents;

impl Residents {
    pub(crate) const fn new() -> Self {
        Self
    }

    pub(crate) fn is_empty(&self) -> bool {
        true
    }

    pub(crate) fn device(&self) -> Option<&'static Device> {
        None
    }

    pub(crate) fn is_newer(&self, _: &Range<usize>) -> bool {
        false
    }

    pub(crate) fn forget(&mut self, _: &Range<usize>) {}

    pub(crate) fn release_copies(&mut self) {}

    /// # Safety
    /// None is needed.
    pub(crate) unsafe fn run(
        &mut self,
        device: &'static Device,
        _: &'static Site,
        _: &Job<'_>,
        _: &StoredBy<'_>,
    ) -> Result<Outcome, Error> {
        match device.never {}
    }

    /// # Safety
    /// None is needed.
    pub(crate) unsafe fn fetch(&mut self, _: &Range<usize>, _: TypeId, _: *mut u8) -> Result<Vec<Fetched>, Error> {
        Ok(Vec::new())
    }

    /// # Safety
    /// None is needed.
    pub(crate) unsafe fn copy(&self, _: &Range<usize>, _: TypeId, _: *mut u8) -> Result<Vec<Fetched>, Error> {
        Ok(Vec::new())
    }

    pub(crate) fn read(&mut self, _: &Range<usize>, _: TypeId, _: &mut [MaybeUninit<u8>]) -> Result<bool, Error> {
        Ok(false)
    }
}
