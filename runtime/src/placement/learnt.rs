//! What is learnt of a loop while the program runs.

use super::costs::{self, Costs};
use crate::device::Device;
use crate::host;
use crate::model::kernels::Kernels;
use crate::model::reason::FallbackReason;
use crate::model::site::{DeviceKind, Site};
use crate::short;
use crate::system::lock::lock;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// So many different messages are logged of a loop.
const MOST_LOGGED: usize = 16;

/// An annotated loop: what is known of it before the program runs, and what the runtime learns of it.
#[derive(Debug)]
pub struct Loop {
    /// What is known of it before the program runs.
    pub(crate) about: Site,
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
    reason: FallbackReason,
}

impl Loop {
    /// A loop of the function `name`, at `file` and `line`.
    ///
    /// # Safety
    /// The kernels are made of the template of their algorithm, and belong to every launch of this loop, by
    /// [`Launch`](crate::launch::Launch) or [`Batches`](crate::launch::Batches): a launch has the arrays, captured values, types, fields and functions that
    /// the kernels take, in their order; what it says of indices, of counters and of batches (`linear`, `dense`) is what the kernels go by;
    /// and where what it `requires` holds, no kernel has undefined behaviour.
    ///
    /// Nothing is trusted of what a launch is given at run time: its range, arrays, values and indices are checked, and the closures that
    /// host threads call may do and return anything.
    pub const unsafe fn new(name: &'static str, file: &'static str, line: u32, kernels: Kernels) -> Self {
        Self {
            about: Site::new(name, file, line, kernels),
            short_below: AtomicU64::new(least(&kernels)),
            logged: Mutex::new(Vec::new()),
            refusals: Mutex::new(Vec::new()),
            costs: Mutex::new(Costs::new(least(&kernels))),
        }
    }

    /// The clause `device(…)`: obeyed at every size.
    #[must_use]
    pub const fn device(mut self, kind: DeviceKind) -> Self {
        self.about.device = Some(kind);
        self.short_below = AtomicU64::new(if matches!(kind, DeviceKind::Loop) { u64::MAX } else { 0 });
        self
    }

    /// The clause `group_size(N)`: work-items a work-group.
    #[must_use]
    pub const fn group_size(mut self, items: usize) -> Self {
        self.about.group_size = Some(items);
        self
    }

    /// The clause `deterministic`: one order of combination on every device and any number of threads.
    ///
    /// The loop as written combines in another order, so the dispatcher leaves it only what is too short to differ.
    #[must_use]
    pub const fn deterministic(mut self) -> Self {
        self.about.deterministic = true;
        if self.about.device.is_none() {
            self.short_below = AtomicU64::new(host::TILE + 1);
        }
        self
    }

    /// The kernels call functions such as `sin`, whose last bits are the device's own. Where the loop is deterministic, no device runs it.
    #[must_use]
    pub const fn approximates(mut self) -> Self {
        self.about.approximates = true;
        self
    }

    /// The store closure cannot panic, not even on overflow: it stores the carried value and nothing that is computed from it.
    ///
    /// Without this a scan on host threads evaluates all that it stores once more, before it writes anything.
    #[must_use]
    pub const fn stores_never_panic(mut self) -> Self {
        self.about.stores_never_panic = true;
        self
    }

    /// Nor can the element closure, nor is it code that nobody has seen, which might run other loops on the same threads.
    ///
    /// Without this a scan in place on host threads evaluates all elements once more, before it writes anything.
    #[must_use]
    pub const fn elements_never_panic(mut self) -> Self {
        self.about.elements_never_panic = true;
        self
    }

    /// All that may panic in the kernels is that there is no room for what is stored where the loop counts. A tile sees that before it
    /// stores anything, and every later tile sees it too: what has been stored then is what the loop as written stores before it panics.
    ///
    /// Without this what kernels that may panic store is kept apart until all has gone well.
    #[must_use]
    pub const fn panics_between_tiles(mut self) -> Self {
        self.about.panics_between_tiles = true;
        self
    }

    /// What the kernels call the fields of `scan_t`, where several values are carried.
    #[must_use]
    pub const fn fields(mut self, names: &'static [&'static str]) -> Self {
        self.about.fields = names;
        self
    }

    /// Whether so many iterations are left alone; it is noted.
    #[inline]
    pub(crate) fn leave(&'static self, iterations: u64) -> bool {
        short::leave(&self.about, iterations, self.short_below.load(Ordering::Relaxed))
    }

    /// Fewer iterations are not worth a look.
    pub(crate) fn least(&self) -> u64 {
        least(&self.about.kernels)
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
    pub(crate) fn refusal(&self, device: &Device, definitions: &str) -> Option<FallbackReason> {
        let refusals = lock(&self.refusals);
        refusals
            .iter()
            .find(|known| std::ptr::eq(known.device, device) && known.definitions == definitions)
            .map(|known| known.reason.clone())
    }

    /// Remembers that `device` cannot run the kernels under these definitions.
    pub(crate) fn refuse(&self, device: &'static Device, definitions: &str, reason: FallbackReason) {
        lock(&self.refusals).push(Refusal { device, definitions: definitions.to_owned(), reason });
    }
}

/// Fewer iterations with these kernels are not worth a look.
const fn least(kernels: &Kernels) -> u64 {
    if kernels.have_loops { costs::LEAST_WITH_LOOPS } else { costs::LEAST }
}

#[cfg(test)]
impl Loop {
    /// A loop that no device can run.
    pub(crate) const fn without_kernels(name: &'static str, line: u32) -> Self {
        // SAFETY: there is no kernel.
        unsafe { Self::new(name, "f.rs", line, Kernels::new(crate::model::site::Algorithm::ReduceThenScan)) }
    }
}

/// As messages name it: `prefix_sum (src/lib.rs:12)`.
impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.about.fmt(f)
    }
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
