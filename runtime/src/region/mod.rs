//! Data regions: what of a function's arrays is on a device between its annotated loops.
//!
//! **Arrays of a region are known by their addresses**, as keys only: whoever launches or fetches brings the memory. So the compiler sees
//! to it that no array is freed or moved in between (its `region::arrays`), and that every statement which may see or change one, or let
//! others see it, has a call in front of it (`region::blocks`, `region::silent`). What it takes for granted of types rustc confirms
//! (`launch::known!`), or nothing stays on a device. Which copy is newer is known at run time, byte by byte; a launch that cannot run where
//! its arrays are runs nothing and asks for them (`Region::asks`), since what is lent for reading is not to be written. A launch that fails
//! leaves both copies as they were.

mod guard;
mod snapshots;

pub use guard::Guard;

use snapshots::Snapshots;

use crate::device::{Device, Error, Fetched, Residents};
use crate::model::element::Element;
use crate::model::job::{Job, Outcome, OutputWindow, StoredBy};
use crate::model::range::{Index, Range, at};
use crate::model::site::Site;
use crate::placement::Loop;
use crate::system::lock::lock;
use crate::{profile, report, settings};
use std::any::TypeId;
use std::mem::{self, MaybeUninit};
use std::ops::{self, Deref, DerefMut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The arrays of a function that stay on a device from one annotated loop to the next.
///
/// The launches in it ([`Launch::within`](crate::launch::Launch::within)) leave their results there, and take what is there as it is.
/// The host asks before it looks: [`fetch`](Self::fetch) before it reads an array, [`take`](Self::take) before it changes one, and at
/// the latest before anybody else sees it. What it does not ask for holds old values.
///
/// A region knows arrays by their addresses: those of an array that is dropped, or grows, are to be [forgotten](Self::forget) first.
/// Where a device works on the host's memory, and where no device is used, it does nothing.
#[derive(Debug, Default)]
pub struct Region {
    residents: Mutex<Residents>,
    /// Something is held.
    has_any: AtomicBool,
    /// A launch needs arrays on the host.
    wants_sync: AtomicBool,
    /// The function is not what it was taken for.
    is_closed: AtomicBool,
    snapshots: Mutex<Snapshots>,
}

impl Region {
    /// A region that holds nothing yet.
    #[inline]
    pub const fn new() -> Self {
        Self {
            residents: Mutex::new(Residents::new()),
            has_any: AtomicBool::new(false),
            wants_sync: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            snapshots: Mutex::new(Snapshots::new()),
        }
    }

    /// The function is what it was taken for if all of this `is_known`. Otherwise nothing stays on a device from now on.
    #[inline]
    pub fn trust(&self, is_known: bool) {
        if !is_known {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Brings back what of `array` is newer on a device; it stays there too.
    ///
    /// # Panics
    /// If the device has failed meanwhile: what loops have stored there is lost.
    #[inline]
    pub fn fetch<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() {
            self.bring(array);
        }
    }

    /// Brings back what of `array` is newer on a device, as the host is about to change it: the device's copy counts no longer.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn take<U: Element>(&self, array: &mut [U]) {
        if self.holds_arrays() {
            self.bring(array);
            self.forget(array);
        }
    }

    /// What the host has of `array` is all that counts.
    #[inline]
    pub fn forget<U: Element>(&self, array: &[U]) {
        if self.holds_arrays() {
            self.drop_copies(&addresses(array));
        }
    }

    /// Whoever has the result is alone with `array`, and has it brought back if the program leaves before it is
    /// [released](Self::release), by a panic too.
    #[inline]
    #[must_use = "it guards nothing once it is dropped"]
    pub fn guard<'g, U: Element>(&'g self, array: &'g mut [U]) -> Guard<'g, U> {
        Guard::new(self, array)
    }

    /// Nothing has happened while these were guarded, or lent.
    #[inline]
    pub fn release<G>(&self, guards: G) {
        mem::forget(guards);
    }

    /// As [`launch::at`](crate::launch::at), of what the newest copy of `array` holds.
    ///
    /// # Panics
    /// As [`fetch`](Self::fetch) does.
    #[inline]
    pub fn at<U: Element>(&self, array: &[U], index: Option<usize>) -> Option<U> {
        let value = at(array, index)?;
        if self.holds_arrays() { Some(self.newest(&array[index?], value)) } else { Some(value) }
    }

    /// As [`launch::is_short`](crate::launch::is_short), but no loop is too short while a device has what the host has not.
    #[inline]
    pub fn is_short<I: Index>(&self, site: &'static Loop, range: &Range<I>) -> bool {
        !self.holds_arrays() && site.leave(range.len())
    }

    /// As [`launch::are_short`](crate::launch::are_short), likewise.
    #[inline]
    pub fn are_short<J: Index, I: Index>(&self, site: &'static Loop, outer: &Range<J>, range: &Range<I>) -> bool {
        !self.holds_arrays() && site.leave(outer.len().saturating_mul(range.len()))
    }

    /// Whether the last launch, which ran nothing, needs its arrays on the host: then they are to be fetched, and it is to be tried again.
    #[inline]
    pub fn asks(&self) -> bool {
        self.wants_sync.swap(false, Ordering::Relaxed)
    }

    /// Whether a device holds an array.
    #[inline]
    pub(crate) fn holds_arrays(&self) -> bool {
        self.has_any.load(Ordering::Relaxed)
    }

    #[cold]
    fn bring<U: Element>(&self, array: &mut [U]) {
        self.try_to_bring(array).unwrap_or_else(|error| lost(&error));
    }

    fn try_to_bring<U: Element>(&self, array: &mut [U]) -> Result<(), Error> {
        let (addresses, kind) = (addresses(array), TypeId::of::<U>());
        // SAFETY: the array's memory, exclusively borrowed. What is held there was stored as the same type, all bytes of which are
        // values: only such outputs stay.
        let fetched = unsafe { self.residents().fetch(&addresses, kind, array.as_mut_ptr().cast()) }?;
        fetched.into_iter().for_each(note);
        Ok(())
    }

    #[cold]
    fn drop_copies(&self, addresses: &ops::Range<usize>) {
        let mut residents = self.residents();
        residents.forget(addresses);
        self.has_any.store(!residents.is_empty(), Ordering::Relaxed);
    }

    #[cold]
    fn newest<U: Element>(&self, element: &U, value: U) -> U {
        let mut newest = MaybeUninit::new(value);
        let addresses = addresses(std::slice::from_ref(element));
        if settings::current(|settings| settings.check) && self.is_newer(&addresses) {
            self.starts_from(addresses.clone());
        }
        // SAFETY: the memory of the value, of which nothing but initialised bytes are stored.
        let bytes = unsafe { std::slice::from_raw_parts_mut(newest.as_mut_ptr().cast(), size_of::<U>()) };
        let read = self.residents().read(&addresses, TypeId::of::<U>(), bytes);
        read.unwrap_or_else(|error| lost(&error));
        // SAFETY: it was initialised, and the bytes read are of the same type, all bytes of which are values.
        unsafe { newest.assume_init() }
    }

    fn residents(&self) -> Taken<'_> {
        Taken { region: self, residents: self.exchange(Residents::new()) }
    }

    fn exchange(&self, residents: Residents) -> Residents {
        mem::replace(&mut *lock(&self.residents), residents)
    }

    /// Whether results may stay.
    pub(crate) fn is_open(&self) -> bool {
        !self.is_closed.load(Ordering::Relaxed)
    }

    /// A launch begins. The device that has what the host has not.
    pub(crate) fn resident_device(&self) -> Option<&'static [Device]> {
        if !self.holds_arrays() {
            return None;
        }
        self.begin();
        self.residents().device().map(std::slice::from_ref)
    }

    /// Whether the host lacks any of these bytes.
    pub(crate) fn is_newer(&self, addresses: &ops::Range<usize>) -> bool {
        self.holds_arrays() && self.residents().is_newer(addresses)
    }

    /// Asks for the arrays of a launch.
    pub(crate) fn request_sync(&self) {
        self.wants_sync.store(true, Ordering::Relaxed);
    }

    /// A launch without the region is to store these bytes.
    pub(crate) fn stored(&self, addresses: &ops::Range<usize>) {
        if self.holds_arrays() {
            self.drop_copies(addresses);
        }
    }

    /// A launch without the region may need the memory.
    pub(crate) fn make_room(&self) {
        if self.holds_arrays() {
            self.residents().release_copies();
        }
    }

    /// Runs a loop in the region. Where it is to be `compared`, the host's memory has its results too.
    ///
    /// # Safety
    /// As for `Residents::run`.
    pub(crate) unsafe fn run(
        &self,
        device: &'static Device,
        site: &'static Site,
        job: &Job<'_>,
        (stored, compared): (&StoredBy<'_>, bool),
    ) -> Result<Outcome, Error> {
        let mut residents = self.residents();
        // SAFETY: the caller's promise.
        let outcome = unsafe { residents.run(device, site, job, stored) };
        self.has_any.store(!residents.is_empty(), Ordering::Relaxed);
        if compared && outcome.is_ok() {
            for OutputWindow { window, .. } in &job.outputs {
                let Some(whole) = &window.whole else { continue };
                // SAFETY: the window's memory, which is the launch's to write; the types are those with which it was stored.
                let copied = unsafe { residents.copy(&window.addresses(), whole.kind, window.pointer) };
                copied.unwrap_or_else(|error| lost(&error));
            }
            self.compare();
        }
        outcome
    }
}

/// Where an array is: its address and its length in bytes.
#[inline]
pub fn place<U>(array: &[U]) -> (usize, usize) {
    (array.as_ptr().addr(), size_of_val(array))
}

/// What a region holds, taken out of it, so that nothing is locked while devices work on it. A region is one call's of a function, which
/// does one thing after the other: nobody looks for what is taken.
struct Taken<'r> {
    region: &'r Region,
    residents: Residents,
}

impl Deref for Taken<'_> {
    type Target = Residents;

    fn deref(&self) -> &Residents {
        &self.residents
    }
}

impl DerefMut for Taken<'_> {
    fn deref_mut(&mut self) -> &mut Residents {
        &mut self.residents
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.region.exchange(mem::take(&mut self.residents));
    }
}

/// The host's memory is not up to date, and what is missing is nowhere else.
fn lost(error: &Error) -> ! {
    panic!("the results of annotated loops are lost with the device that held them: {error}");
}

/// Counts what was brought back as the loop's that has stored it.
fn note(Fetched { site, device, times }: Fetched) {
    let Some(site) = site else { return };
    report::add_download(site, device, times);
    if settings::current(|settings| settings.profile.is_some()) {
        profile::add_download(site, device, times);
    }
}

fn addresses<U>(array: &[U]) -> ops::Range<usize> {
    let start = array.as_ptr().addr();
    start..start + size_of_val(array)
}
