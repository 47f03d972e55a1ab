//! A launch with its types erased: all that a device needs.

#![allow(dead_code, reason = "filled in with the devices")]

use crate::launch::Kernels;
use std::path::PathBuf;
use std::time::Duration;

/// One launch.
pub(crate) struct Job<'a> {
    /// `prefix_sum`, for file names, logs and profiles.
    pub name: &'a str,
    /// The kernels.
    pub kernels: &'a Kernels,
    /// Prepended to their source; empty for known types.
    pub definitions: String,
    /// The clause.
    pub group_size: Option<usize>,
    /// One order of combination everywhere.
    pub deterministic: bool,
    /// Iterations, at least 1.
    pub n: u64,
    /// The loop variable of iteration 0.
    pub first: i64,
    /// Bytes of a carried value.
    pub carried: usize,
    /// The start value.
    pub start: &'a [u8],
    /// The arrays read.
    pub inputs: Vec<Window>,
    /// The arrays written.
    pub outputs: Vec<Output>,
    /// The values from outside the loop.
    pub captures: Vec<Capture>,
    /// Where to write the kernels.
    pub emit_dir: Option<PathBuf>,
}

/// The part of an array that the loop touches.
pub(crate) struct Window {
    /// Of the first element in the window.
    pub pointer: *mut u8,
    /// The window's size.
    pub bytes: usize,
    /// An element's size.
    pub element: usize,
    /// The source's index of the first element.
    pub from: i64,
}

/// An array that is written.
pub(crate) struct Output {
    /// What is written.
    pub window: Window,
    /// Every element in the window is stored: no need to upload it first.
    pub dense: bool,
    /// In place: the same array is this input.
    pub input: Option<usize>,
}

/// A value by value.
pub(crate) struct Capture {
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a launch gave.
pub(crate) struct Outcome {
    /// The carried value after the loop.
    pub carry: Vec<u8>,
    /// Where the time went.
    pub times: Times,
    /// Work-items a group.
    pub group_size: usize,
    /// Where the kernels were written.
    pub source_path: Option<PathBuf>,
}

/// Where the time of a launch went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    /// To the device.
    pub upload: Duration,
    /// Computing.
    pub kernel: Duration,
    /// From the device.
    pub download: Duration,
    /// The rest.
    pub management: Duration,
}
