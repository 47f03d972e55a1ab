//! `SCAN_CHECK` in a data region.
//!
//! A loop that is compared runs as written too, on the newest of its arrays. Without the comparison these would be on the device and
//! nowhere else, and the host's memory what it was before: a statement that looks at an array without asking for it sees that. So the
//! host's memory is put aside before the loop runs as written, and put back afterwards, and the region is as the launch has left it.

use super::{Region, addresses, lost};
use crate::model::element::Element;
use crate::system::lock::lock;
use std::any::TypeId;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::MutexGuard;

/// The host's memory of arrays, aside.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    phase: Phase,
    copies: Vec<Snapshot>,
    /// The elements that the next launch starts from, as far as a device has newer ones.
    starts: Vec<Range<usize>>,
}

/// That of one array.
#[derive(Debug)]
struct Snapshot {
    addresses: Range<usize>,
    kind: TypeId,
    bytes: Box<[MaybeUninit<u8>]>,
}

/// How far the comparison is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Phase {
    #[default]
    None,
    /// A launch has asked for the newest of its arrays.
    Asked,
    /// It has run in the region, and the loop is to run as written.
    Ran,
}

impl Snapshots {
    pub(super) const fn new() -> Self {
        Self { phase: Phase::None, copies: Vec::new(), starts: Vec::new() }
    }

    fn has(&self, addresses: &Range<usize>) -> bool {
        self.copies.iter().any(|copy| copy.addresses.start <= addresses.start && addresses.end <= copy.addresses.end)
    }

    fn keep<U: Element>(&mut self, array: &[U]) {
        let mut bytes = Box::new_uninit_slice(size_of_val(array));
        // SAFETY: as many bytes as the array has, into as many others; nobody looks at them before they are an array again.
        unsafe {
            std::ptr::copy_nonoverlapping(array.as_ptr().cast::<MaybeUninit<u8>>(), bytes.as_mut_ptr().cast(), bytes.len())
        };
        // SAFETY: what may be uninitialised needs no initialisation.
        let bytes = unsafe { bytes.assume_init() };
        self.copies.push(Snapshot { addresses: addresses(array), kind: TypeId::of::<U>(), bytes });
    }

    fn end(&mut self) {
        self.phase = Phase::None;
        self.copies.clear();
        self.starts.clear();
    }
}

impl Region {
    fn snapshots(&self) -> MutexGuard<'_, Snapshots> {
        lock(&self.snapshots)
    }

    /// A launch begins: the last one has been compared.
    pub(crate) fn begin(&self) {
        let mut snapshots = self.snapshots();
        if snapshots.phase == Phase::Ran {
            snapshots.end();
        }
    }

    /// Whether a launch that is to be compared may run in the region: the host has, or has put aside for, all of these bytes. Otherwise
    /// the launch asks for them.
    pub(crate) fn may_be_compared(&self, used: impl Iterator<Item = Range<usize>>) -> bool {
        let mut snapshots = self.snapshots();
        // The loop as written begins with them, too.
        let mut used = std::mem::take(&mut snapshots.starts).into_iter().chain(used);
        let is_there = used.all(|addresses| snapshots.has(&addresses) || !self.is_newer(&addresses));
        if !is_there {
            snapshots.phase = Phase::Asked;
        }
        is_there
    }

    /// A launch starts from an element of which a device has a newer one.
    pub(super) fn starts_from(&self, addresses: Range<usize>) {
        self.snapshots().starts.push(addresses);
    }

    /// A launch that is to be compared has run in the region.
    pub(crate) fn compare(&self) {
        self.snapshots().phase = Phase::Ran;
    }

    /// Nothing is compared in the region.
    pub(crate) fn end_comparison(&self) {
        self.snapshots().end();
    }

    /// Brings back what the last launch has [asked](Self::asks) for.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn answer<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() {
            self.bring_for_launch(array);
        }
    }

    #[cold]
    fn bring_for_launch<U: Element>(&self, array: &mut [U]) {
        let mut snapshots = self.snapshots();
        if snapshots.phase != Phase::Asked {
            drop(snapshots);
            return self.bring(array);
        }
        snapshots.keep(array);
        drop(snapshots);
        self.copy_newest(array);
    }

    /// As [`take`](Self::take), for a loop that runs as written.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn take_for_loop<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() && !self.takes_snapshot(array) {
            self.take(array);
        }
    }

    /// As [`fetch`](Self::fetch), for a loop that runs as written.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn fetch_for_loop<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() && !self.takes_snapshot(array) {
            self.fetch(array);
        }
    }

    /// As [`fetch`](Self::fetch), of what others see if a loop that runs as written panics.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn fetch_for_others<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() && self.snapshots().phase != Phase::Ran {
            self.fetch(array);
        }
    }

    /// Whether the loop only runs to be compared: then the host's memory of `array` is put aside before.
    #[cold]
    fn takes_snapshot<U: Element>(&self, array: &[U]) -> bool {
        let mut snapshots = self.snapshots();
        if snapshots.phase != Phase::Ran {
            snapshots.end();
            return false;
        }
        if !snapshots.has(&addresses(array)) {
            snapshots.keep(array);
        }
        true
    }

    /// After a loop as written: where it only ran to be compared the host's memory of `array` is again what it would be without.
    #[inline]
    pub fn put_back<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() {
            self.restore(array);
        }
    }

    #[cold]
    fn restore<U: Element>(&self, array: &mut [U]) {
        let (mut snapshots, addresses) = (self.snapshots(), addresses(array));
        let is_this = |copy: &Snapshot| copy.addresses == addresses && copy.kind == TypeId::of::<U>();
        let place = snapshots.copies.iter().position(is_this).filter(|_| snapshots.phase == Phase::Ran);
        let Some(Snapshot { bytes, .. }) = place.map(|place| snapshots.copies.swap_remove(place)) else { return };
        // SAFETY: as many bytes as the array has, which were elements of its type.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), array.as_mut_ptr().cast(), bytes.len()) };
    }

    /// Brings what of `array` is newer on a device, and leaves the region as if it had not.
    fn copy_newest<U: Element>(&self, array: &mut [U]) {
        let (addresses, kind) = (addresses(array), TypeId::of::<U>());
        // SAFETY: as for `bring`.
        let copied = unsafe { self.residents().copy(&addresses, kind, array.as_mut_ptr().cast()) };
        copied.unwrap_or_else(|error| lost(&error));
    }
}
