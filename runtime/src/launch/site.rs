//! What generated code says of a loop, once, in a `static`.

use super::Kernels;
use crate::costs::{self, Costs};
use crate::device::Device;
use crate::dispatch::Why;
use crate::host;
use crate::product::CARRIED;
use crate::value::{Field, Layout};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// So many different messages are logged of a loop.
const MOST_LOGGED: usize = 16;

/// The algorithm of a loop's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// One pass over the tiles, each of which looks back at those before it. A device without 64-bit atomics reduces, then scans.
    Lookback,
    /// Reduce each tile, scan the totals, scan each tile from its prefix.
    ReduceThenScan,
    /// Work-efficient up-sweep and down-sweep in each block, the block sums scanned in turn.
    Blelloch,
    /// Step-efficient and double-buffered in each block, the block sums scanned in turn.
    HillisSteele,
    /// Reduce each tile, combine the totals: for loops that store nothing.
    Reduce,
    /// Every iteration by itself: for loops that carry nothing.
    Map,
    /// Many scans that do not depend on each other, side by side.
    Batched,
}

/// The algorithm's name in the literature and in the clause `algorithm(…)`.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lookback => "lookback",
            Self::ReduceThenScan => "reduce_then_scan",
            Self::Blelloch => "blelloch",
            Self::HillisSteele => "hillis_steele",
            Self::Reduce => "reduce",
            Self::Map => "map",
            Self::Batched => "batched",
        })
    }
}

/// The words of the clause `device(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// An OpenCL GPU.
    Gpu,
    /// An OpenCL CPU device.
    Cpu,
    /// An OpenCL accelerator.
    Accelerator,
    /// Any OpenCL device.
    Any,
    /// All OpenCL devices of one platform, that of the device that `Any` means.
    All,
    /// The host's threads.
    Host,
    /// The loop as written.
    Loop,
}

/// The word as it is written in the clause.
impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
            Self::Accelerator => "accelerator",
            Self::Any => "any",
            Self::All => "all",
            Self::Host => "host",
            Self::Loop => "loop",
        })
    }
}

/// An annotated loop: where it stands, what its clauses say, its kernels, and what the runtime remembers of it.
#[derive(Debug)]
pub struct Loop {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) kernels: Kernels,
    pub(crate) device: Option<DeviceKind>,
    pub(crate) group_size: Option<usize>,
    pub(crate) deterministic: bool,
    pub(crate) approximates: bool,
    pub(crate) stores_never_panic: bool,
    pub(crate) panics_between_tiles: bool,
    /// The fields of `scan_t`, where several values are carried.
    fields: &'static [&'static str],
    /// The layout of these, once it was asked for.
    layout: OnceLock<Layout>,
    /// Fewer iterations than this are left alone, where no setting asks for anything.
    short_below: AtomicU64,
    /// What has been logged of it.
    logged: Mutex<Vec<String>>,
    /// The devices that cannot run it.
    refusals: Mutex<Vec<Refusal>>,
    /// What it has taken.
    costs: Mutex<Costs>,
}

/// A device cannot run a loop, and will not be asked again.
#[derive(Debug)]
struct Refusal {
    device: &'static Device,
    definitions: String,
    why: Why,
}

impl Loop {
    /// A loop of the function `name`, at `file` and `line`.
    ///
    /// # Safety
    /// The kernels are made of the template of their algorithm, and belong to every launch of this loop, by
    /// [`Launch`](super::Launch) or [`Batches`](super::Batches): a launch has the arrays, captured values, types, fields and functions that
    /// the kernels take, in their order; what it says of indices, of counters and of batches (`linear`, `dense`) is what the kernels go by;
    /// and where what it `requires` holds, no kernel has undefined behaviour.
    ///
    /// Nothing is trusted of what a launch is given at run time: its range, arrays, values and indices are checked, and the closures that
    /// host threads call may do and return anything.
    pub const unsafe fn new(name: &'static str, file: &'static str, line: u32, kernels: Kernels) -> Self {
        Self {
            name,
            file,
            line,
            kernels,
            device: None,
            group_size: None,
            deterministic: false,
            approximates: false,
            stores_never_panic: false,
            panics_between_tiles: false,
            fields: &[],
            layout: OnceLock::new(),
            short_below: AtomicU64::new(costs::LEAST),
            logged: Mutex::new(Vec::new()),
            refusals: Mutex::new(Vec::new()),
            costs: Mutex::new(Costs::new()),
        }
    }

    /// The clause `device(…)`: obeyed at every size.
    #[must_use]
    pub const fn device(mut self, kind: DeviceKind) -> Self {
        self.device = Some(kind);
        self.short_below = AtomicU64::new(if matches!(kind, DeviceKind::Loop) { u64::MAX } else { 0 });
        self
    }

    /// The clause `group_size(N)`: work-items a work-group.
    #[must_use]
    pub const fn group_size(mut self, items: usize) -> Self {
        self.group_size = Some(items);
        self
    }

    /// The clause `deterministic`: one order of combination on every device and any number of threads.
    ///
    /// The loop as written combines in another order, so the dispatcher leaves it only what is too short to differ.
    #[must_use]
    pub const fn deterministic(mut self) -> Self {
        self.deterministic = true;
        if self.device.is_none() {
            self.short_below = AtomicU64::new(host::TILE + 1);
        }
        self
    }

    /// The kernels call functions such as `sin`, whose last bits are the device's own. Where the loop is deterministic, no device runs it.
    #[must_use]
    pub const fn approximates(mut self) -> Self {
        self.approximates = true;
        self
    }

    /// The store closure cannot panic, not even on overflow: it stores the carried value and nothing that is computed from it.
    ///
    /// Without this a scan on host threads evaluates all that it stores once more, before it writes anything.
    #[must_use]
    pub const fn stores_never_panic(mut self) -> Self {
        self.stores_never_panic = true;
        self
    }

    /// All that may panic in the kernels is that there is no room for what is stored where the loop counts. A tile sees that before it
    /// stores anything, and every later tile sees it too: what has been stored then is what the loop as written stores before it panics.
    ///
    /// Without this what kernels that may panic store is kept apart until all has gone well.
    #[must_use]
    pub const fn panics_between_tiles(mut self) -> Self {
        self.panics_between_tiles = true;
        self
    }

    /// What the kernels call the fields of `scan_t`, where several values are carried.
    #[must_use]
    pub const fn fields(mut self, names: &'static [&'static str]) -> Self {
        self.fields = names;
        self
    }

    /// The layout with the names that the kernels use.
    pub(crate) fn named(&'static self, layout: &'static Layout) -> &'static Layout {
        if layout.name != CARRIED {
            return layout;
        }
        self.layout.get_or_init(|| {
            let named = layout.fields.iter().zip(self.fields).map(|(field, name)| Field { name, ..*field });
            // Once for each loop of the program.
            Layout { fields: Vec::leak(named.collect()), ..*layout }
        })
    }

    /// Fewer iterations than this are left alone, where no setting asks for anything.
    #[inline]
    pub(crate) fn short_below(&self) -> u64 {
        self.short_below.load(Ordering::Relaxed)
    }

    /// Even `n` iterations are not worth a look any more.
    pub(crate) fn raise_short_below(&self, n: u64) {
        self.short_below.fetch_max(n, Ordering::Relaxed);
    }

    /// Whether `message` is new; it is remembered. Of a loop with ever new ones, such as have a size in them, only the first are.
    pub(crate) fn first_time(&self, message: &str) -> bool {
        let mut logged = lock(&self.logged);
        let is_new = logged.len() < MOST_LOGGED && !logged.iter().any(|known| known == message);
        if is_new {
            logged.push(message.to_owned());
        }
        is_new
    }

    /// What it has taken so far.
    pub(crate) fn costs(&self) -> MutexGuard<'_, Costs> {
        lock(&self.costs)
    }

    /// Why `device` cannot run the kernels under these definitions, if it is known.
    pub(crate) fn refusal(&self, device: &Device, definitions: &str) -> Option<Why> {
        let refusals = lock(&self.refusals);
        refusals
            .iter()
            .find(|known| std::ptr::eq(known.device, device) && known.definitions == definitions)
            .map(|known| known.why.clone())
    }

    /// Remembers that `device` cannot run the kernels under these definitions.
    pub(crate) fn refuse(&self, device: &'static Device, definitions: &str, why: Why) {
        lock(&self.refusals).push(Refusal { device, definitions: definitions.to_owned(), why });
    }
}

#[cfg(test)]
impl Loop {
    /// A loop that no device can run.
    pub(crate) const fn without_kernels(name: &'static str, line: u32) -> Self {
        // SAFETY: there is no kernel.
        unsafe { Self::new(name, "f.rs", line, Kernels::new(Algorithm::ReduceThenScan)) }
    }
}

/// As messages name it: `prefix_sum (src/lib.rs:12)`.
impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{})", self.name, self.file, self.line)
    }
}

/// A panic elsewhere does not spoil what is remembered: no update is ever half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_differ_for_ever_are_not_remembered_for_ever() {
        let site = Loop::without_kernels("f", 1);
        let new: Vec<bool> = (0..1000).map(|n| site.first_time(&format!("{n} bytes are too many"))).collect();
        assert_eq!(new.iter().filter(|new| **new).count(), MOST_LOGGED);
        assert!(new[0] && !site.first_time("0 bytes are too many"));
        assert_eq!(lock(&site.logged).len(), MOST_LOGGED);
    }
}
