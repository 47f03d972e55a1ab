//! A launch with its types erased: what `launch` hands to a device, and what it gets back.

use std::any::TypeId;
use std::mem::MaybeUninit;
use std::ops::{AddAssign, Range};
use std::path::PathBuf;
use std::slice;
use std::time::{Duration, Instant};

use super::choice::CacheChoice;
use super::kernels::Kernels;
use super::range::{MOST_DELAYED, Strided};
use super::site::Algorithm;
use super::value::Layout;

/// Memory as it is: what is padding in a struct need not be initialised.
pub(crate) type Bytes = [MaybeUninit<u8>];

/// The memory of a value.
pub(crate) fn bytes_of<T>(value: &T) -> &Bytes {
    // SAFETY: readable as long as the value is borrowed, and any memory is `MaybeUninit`.
    unsafe { slice::from_raw_parts(slice::from_ref(value).as_ptr().cast(), size_of::<T>()) }
}

/// The memory of values in a row.
pub(crate) fn bytes_of_slice<T>(values: &[T]) -> &Bytes {
    // SAFETY: as above.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
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
    /// Kernels that may panic do so before they store anything that the loop as written does not.
    pub panics_between_tiles: bool,
    /// How many iterations, at least 1.
    pub n: u64,
    /// The loop variable of iteration 0.
    pub first: i64,
    /// What an iteration adds to it.
    pub step: i64,
    /// Another part of the loop comes before this one.
    pub continues: bool,
    /// The bytes of a carried value.
    pub carried: usize,
    /// The start value.
    pub start: &'a Bytes,
    /// The arrays that are read, in the order of the kernels' parameters.
    pub inputs: Vec<Window>,
    /// The arrays that are written, in the order of the kernels' parameters.
    pub outputs: Vec<OutputWindow>,
    /// The memory of the values from outside the loop, in the order of the kernels' parameters: 1, 2, 4, 8 bytes, or those of a struct.
    pub captures: Vec<Box<Bytes>>,
    /// Where to write the kernels' text.
    pub emit_dir: Option<PathBuf>,
    /// Where built programs are kept.
    pub cache: &'a CacheChoice,
    /// No more of a device's memory than this is to be used.
    pub memory: Option<u64>,
    /// Arrays are copied to devices that could work on the host's memory too.
    pub copies: bool,
    /// Somebody wants to know how long the device takes for each command.
    pub asks_for_times: bool,
    /// The scans, where they are many.
    pub batches: Option<&'a Batches<'a>>,
}

/// Many scans in one launch.
pub(crate) struct Batches<'a> {
    /// How many, at least 1.
    pub count: u64,
    /// The outer loop's variable in the first; `None` for a lagged loop.
    pub first: Option<i64>,
    /// The start values.
    pub starts: &'a Bytes,
    /// What each batch has of its own, in the order of the kernels' parameters.
    pub tables: Vec<Box<Bytes>>,
    /// Neighbouring batches store neighbouring cells.
    pub side_by_side: bool,
}

/// The part of an array that the loop touches.
#[derive(Clone)]
pub(crate) struct Window {
    /// Of the first element in the window.
    pub pointer: *mut u8,
    /// The size of the window.
    pub bytes: usize,
    /// The size of an element.
    pub element: usize,
    /// The source's index of the first element.
    pub from: i64,
    /// The indices that the iterations use. Without any, each may use all of the window.
    pub uses: Vec<Strided>,
    /// Kernels check the indices, so that they take the window's length as well.
    pub is_checked: bool,
    /// The array that it is a part of, if that lives longer than the launch.
    pub whole: Option<Whole>,
}

/// An array of the program's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    /// Of the first element.
    pub pointer: *mut u8,
    /// Its size.
    pub bytes: usize,
    /// The type of its elements.
    pub kind: TypeId,
    /// Whether all bytes are values: nobody has to look at what a device stores.
    pub any_bytes: bool,
}

/// An array that is written.
#[derive(Clone)]
pub(crate) struct OutputWindow {
    /// What is written.
    pub window: Window,
    /// Every element in the window is stored: there is no need to upload it first.
    pub dense: bool,
    /// In place: the same array is this input.
    pub input: Option<usize>,
    /// In place: no iteration reads more of the array than what it stores itself.
    pub reads_its_own: bool,
    /// The loop stores some ranges of the window, each whole, and knows which when it has run.
    pub counted: bool,
    /// The loop combines with what is there, which it needs if it has to run after all.
    pub needs_old: bool,
    /// Where the results go instead of the window: as much memory, to be initialised by them.
    pub staging_copy: Option<*mut u8>,
}

// SAFETY: a job's promise on the memory of its windows is made to whoever runs it, on any threads, and a window itself only tells where
// that memory is.
unsafe impl Send for Window {}
// SAFETY: as for `Send`.
unsafe impl Sync for Window {}
// SAFETY: as for windows.
unsafe impl Send for OutputWindow {}
// SAFETY: as for windows.
unsafe impl Sync for OutputWindow {}

impl Job<'_> {
    /// Whether a panic may leave behind what the loop as written does not store.
    pub(crate) fn panics_early(&self) -> bool {
        // Which of independent iterations have run by then is left open, and one that panics stores nothing.
        self.kernels.may_panic && !self.panics_between_tiles && self.kernels.algorithm != Algorithm::Map
    }

    /// How many iterations there are in all: of those of an outer loop, each has all of the inner one's.
    pub(crate) fn iterations(&self) -> u64 {
        let outer = self.batches.filter(|batches| batches.first.is_some());
        outer.map_or(self.n, |outer| self.n.saturating_mul(outer.count))
    }

    /// Whether it must run in one piece: any iteration may store anywhere in an array, or the iterations are those of many scans.
    pub(crate) fn is_indivisible(&self) -> bool {
        self.batches.is_some() || self.outputs.iter().any(|output| output.window.is_checked)
    }

    /// The job of the iterations `part` alone, which is not empty; its start value is yet to be known.
    pub(crate) fn part(&self, part: &Range<u64>) -> Job<'_> {
        assert!(self.batches.is_none() || *part == (0..self.n), "many scans have no parts");
        // The values of the loop variable all have 64 bits, so a difference that has more cancels out.
        let first = self.first.wrapping_add(self.step.wrapping_mul(part.start as i64));
        // A delay register holds what an iteration before has read.
        let with_delay = part.start.saturating_sub(MOST_DELAYED)..part.end;
        Job {
            name: self.name,
            kernels: self.kernels,
            definitions: self.definitions.clone(),
            declared: self.declared.clone(),
            layouts: self.layouts.clone(),
            group_size: self.group_size,
            deterministic: self.deterministic,
            panics_between_tiles: self.panics_between_tiles,
            n: part.end - part.start,
            first,
            step: self.step,
            continues: self.continues || part.start > 0,
            carried: self.carried,
            start: self.start,
            inputs: self.inputs.iter().map(|window| window.part(&with_delay)).collect(),
            outputs: self.outputs.iter().map(|output| output.part(part)).collect(),
            captures: self.captures.clone(),
            emit_dir: self.emit_dir.clone(),
            cache: self.cache,
            memory: self.memory,
            copies: self.copies,
            asks_for_times: self.asks_for_times,
            batches: self.batches,
        }
    }
}

impl Window {
    /// The addresses of its elements.
    pub(crate) fn addresses(&self) -> Range<usize> {
        let start = self.pointer.addr();
        start..start + self.bytes
    }

    /// The window of all of the array.
    pub(crate) fn widened(&self) -> Window {
        match self.whole {
            Some(Whole { pointer, bytes, .. }) => Window { pointer, bytes, from: 0, ..self.clone() },
            None => self.clone(),
        }
    }

    /// What the iterations `part` use of it: the window of a loop that has only these.
    pub(crate) fn part(&self, part: &Range<u64>) -> Window {
        let ends = self.uses.iter().flat_map(|at| [at.index(part.start), at.index(part.end - 1)]);
        let Some((low, high)) = ends.map(|end| (end, end)).reduce(|all, end| (all.0.min(end.0), all.1.max(end.1))) else {
            return self.clone();
        };
        let skipped = (low as i64 - self.from) as usize * self.element;
        Window {
            pointer: self.pointer.wrapping_add(skipped),
            bytes: (high + 1 - low) * self.element,
            element: self.element,
            from: low as i64,
            uses: self.uses.iter().map(|at| at.part(part)).collect(),
            whole: self.whole,
            is_checked: self.is_checked,
        }
    }
}

impl OutputWindow {
    fn part(&self, part: &Range<u64>) -> OutputWindow {
        let window = self.window.part(part);
        let skipped = window.pointer.addr() - self.window.pointer.addr();
        OutputWindow { window, staging_copy: self.staging_copy.map(|staging_copy| staging_copy.wrapping_add(skipped)), ..*self }
    }
}

/// What a loop has stored of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Some of the window, or all of it.
    Window,
    /// All of these addresses, and no more.
    Ranges(Vec<Range<usize>>),
}

/// What each output has been given, by the bytes of the last carried value; `None` where such a value is not possible.
pub(crate) type StoredBy<'a> = dyn Fn(&[u8]) -> Option<Vec<Stored>> + 'a;

/// What a launch gave.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The carried value after the loop.
    pub carry: Vec<u8>,
    /// Where the time went.
    pub times: Times,
    /// How many slices it ran in, one after the other.
    pub slices: u64,
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

impl Outcome {
    /// The outcome of a launch that `started` then, with the time that is yet unaccounted for.
    pub(crate) fn within(mut self, started: Instant) -> Outcome {
        let Times { upload, kernel, download, .. } = self.times;
        self.times.management = started.elapsed().saturating_sub(upload + kernel + download);
        self
    }
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
    /// What was copied.
    pub transfers: Transfers,
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Times) {
        self.upload += other.upload;
        self.kernel += other.kernel;
        self.download += other.download;
        self.management += other.management;
        self.transfers += other.transfers;
    }
}

/// What was copied between the host and devices: arrays, or parts of them. Where both share memory, nothing is. The values that scans
/// begin with, and end with, are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transfers {
    /// Copies to a device.
    pub uploads: u64,
    /// Their bytes.
    pub uploaded: u64,
    /// Copies from a device.
    pub downloads: u64,
    /// Their bytes.
    pub downloaded: u64,
}

impl AddAssign for Transfers {
    fn add_assign(&mut self, other: Self) {
        self.uploads += other.uploads;
        self.uploaded += other.uploaded;
        self.downloads += other.downloads;
        self.downloaded += other.downloaded;
    }
}
