//! A launch with its types erased: what `launch` hands to a device, and what it gets back.

use std::mem::MaybeUninit;
use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use crate::launch::{Algorithm, Kernels};
use crate::settings::CacheChoice;
use crate::value::Layout;

/// Memory as it is: what is padding in a struct need not be initialised.
pub(crate) type Bytes = [MaybeUninit<u8>];

/// The memory of a value.
pub(crate) fn bytes_of<T>(value: &T) -> &Bytes {
    // SAFETY: readable as long as the value is borrowed, and any memory is `MaybeUninit`.
    unsafe { slice::from_raw_parts(slice::from_ref(value).as_ptr().cast(), size_of::<T>()) }
}

/// One launch: all that a device needs.
///
/// A device trusts its promises: during the launch the windows are memory of their sizes, the inputs' initialised and written to
/// by nobody, the outputs' nobody else's, and initialised where an output is not `dense`. An output in place may overlap its input,
/// and no other window. The kernels are those of their algorithm's template, and touch nothing but the windows.
pub(crate) struct Job<'a> {
    /// The function of the loop, `prefix_sum`: for file names, logs and profiles.
    pub name: &'a str,
    /// The kernels.
    pub kernels: &'a Kernels,
    /// What defines the types and the operator that the source leaves open, put in front of it. Empty for known types.
    pub definitions: String,
    /// The parts of the definitions that the source may have as well.
    pub declared: Vec<&'static str>,
    /// The structs that the device must see as the host does.
    pub layouts: Vec<&'static Layout>,
    /// The clause `group_size(…)`.
    pub group_size: Option<usize>,
    /// The clause `deterministic`: one order of combination everywhere.
    pub deterministic: bool,
    /// How many iterations, at least 1.
    pub n: u64,
    /// The loop variable of iteration 0.
    pub first: i64,
    /// The bytes of a carried value.
    pub carried: usize,
    /// The start value.
    pub start: &'a Bytes,
    /// The arrays that are read, in the order of the kernels' parameters.
    pub inputs: Vec<Window>,
    /// The arrays that are written, in the order of the kernels' parameters.
    pub outputs: Vec<Output>,
    /// The values from outside the loop, in the order of the kernels' parameters.
    pub captures: Vec<Capture>,
    /// Where to write the kernels' text.
    pub emit_dir: Option<PathBuf>,
    /// Where built programs are kept.
    pub cache: &'a CacheChoice,
}

/// The part of an array that the loop touches.
pub(crate) struct Window {
    /// Of the first element in the window.
    pub pointer: *mut u8,
    /// The size of the window.
    pub bytes: usize,
    /// The size of an element.
    pub element: usize,
    /// The source's index of the first element.
    pub from: i64,
}

/// An array that is written.
pub(crate) struct Output {
    /// What is written.
    pub window: Window,
    /// Every element in the window is stored: there is no need to upload it first.
    pub dense: bool,
    /// In place: the same array is this input.
    pub input: Option<usize>,
}

/// A value that the kernels take by value.
pub(crate) struct Capture {
    /// Its memory: 1, 2, 4, 8 bytes, or those of a struct.
    pub bytes: Box<Bytes>,
}

/// What a launch gave.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The carried value after the loop.
    pub carry: Vec<u8>,
    /// Where the time went.
    pub times: Times,
    /// The algorithm, which may stand in for the kernels' own.
    pub algorithm: Algorithm,
    /// Work-items in a group.
    pub group_size: usize,
    /// The kernels were launched for the first time: they may have been built for it.
    pub is_first: bool,
    /// The program was kept on disk.
    pub is_loaded: bool,
    /// Where the kernels' text was written.
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
