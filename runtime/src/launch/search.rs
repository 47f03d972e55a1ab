//! A search: which is the first iteration that leaves the loop. Its carried value is the number of that iteration, counted from 0, and the
//! greatest number where there is none.
//!
//! This thread looks at the first iterations, as the loop as written would, so that what is found soon costs what it did. Threads then take
//! parts of the rest in order; a device looks at more and more at once, as much again as has been looked at. So of what is looked at in vain,
//! past the place where it is found, there is never more than a few parts, or as much as came before.

use super::Launch;
use super::arrays::Arrays;
use super::run::{self, Done, note_folded};
use super::verify::{self, Check};
use crate::device::Device;
use crate::host::{self, Body, Closures, Elements};
use crate::model::operator::Min;
use crate::model::range;
use crate::model::reason::FallbackReason;
use crate::placement::Loop;
use crate::placement::dispatch::Choice;
use crate::settings::Settings;
use crate::short;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// No iteration leaves the loop.
const NONE: usize = usize::MAX;

/// So long this thread looks before it asks whether others are to.
const ALONE: Duration = Duration::from_micros(20);
/// It looks at so many iterations to begin with.
const FIRST: u64 = 128;
/// So many are looked at before it is asked whether one of them was it, if they take no longer than [`TOGETHER_TAKE`].
const TOGETHER: u64 = 1024;
const TOGETHER_TAKE: Duration = Duration::from_micros(1);
/// A thread takes so many times as many at once.
const PART: u64 = 16;
/// A device looks at this many iterations to begin with.
const ON_DEVICE: u64 = 1 << 20;

/// What is left of `items` without the first `count`: the iterations that a search has still to run as written.
#[inline]
pub fn after<I: IntoIterator>(items: I, count: usize) -> I::IntoIter {
    let mut items = items.into_iter();
    if let Some(last) = count.checked_sub(1) {
        let _ = items.nth(last);
    }
    items
}

impl<'r> Launch<'r, usize, usize, Min, ()> {
    /// A launch of `site`, which is a search, over `range`.
    #[inline]
    pub fn searching(site: &'static Loop, range: range::Range<usize>) -> Self {
        Self::new(site, range, Some(NONE), Min)
    }
}

impl<A: Arrays + Elements<Values = ()>> Launch<'_, usize, usize, Min, A> {
    /// How many iterations there are before the first that may leave the loop: all, where none does, and fewer, where that is not known.
    ///
    /// `element(i, old)` is the number of the iteration, counted from 0, or the greatest number where it does not leave the loop. It is called
    /// any number of times, on several threads, also of iterations that come after the one that leaves.
    pub fn search<E>(self, element: E) -> usize
    where
        E: for<'o> Fn(usize, A::Views<'o>) -> usize + Sync,
    {
        verify::begin();
        let (site, len) = (self.told.site, self.range.len());
        let body = Closures::<_, _, Min>::new(element, |_: usize, _: usize, _: usize, _: A::Views<'_>| ());
        // The closure is `Fn`, and what it returns is thrown away.
        let mut looked_at = 0;
        let found = catch_unwind(AssertUnwindSafe(|| Search { launch: self, body: &body, looked_at: &mut looked_at }.run()));
        match found.unwrap_or(Err(FallbackReason::Panicked)) {
            Ok(number) => number.unwrap_or(len) as usize,
            Err(reason) => {
                run::note_as_written(site, len, reason);
                looked_at as usize
            }
        }
    }
}

struct Search<'s, 'r, A, B> {
    launch: Launch<'r, usize, usize, Min, A>,
    body: &'s B,
    /// So many iterations do not leave the loop, the first.
    looked_at: &'s mut u64,
}

/// The number of the first iteration that leaves the loop, if one does; or why that is not known.
type Found = Result<Option<u64>, FallbackReason>;

impl<A: Arrays + Elements<Values = ()>, B: Body<usize, usize, A>> Search<'_, '_, A, B> {
    fn run(mut self) -> Found {
        let (span, told) = (self.launch.range.span(), &mut self.launch.told);
        if let Some(reason) = told.unfit.clone() {
            return Err(reason);
        }
        told.arrays.place(&span)?;
        let is_asked = !short::nobody_asks() || told.site.about.device.is_some();
        let together = match is_asked {
            true => TOGETHER,
            false => match self.alone() {
                Ok(together) => together,
                Err(number) => return Ok(Some(number)),
            },
        };
        let rest = *self.looked_at..span.len;
        if rest.is_empty() {
            return Ok(None);
        }
        match run::choose(self.launch.told.site, None, &span) {
            Err(reason) => Ok(self.here(&rest, together, reason)),
            Ok((choice, mut settings)) => {
                let is_checked = std::mem::take(&mut settings.check);
                let found = match choice {
                    Choice::HostThreads(reason) => self.on_threads(&rest, together, reason, &settings),
                    Choice::Devices(devices) => self.on_devices(&rest, devices, &settings),
                };
                if let (true, Ok(found)) = (is_checked, &found) {
                    self.check(rest, *found);
                }
                found
            }
        }
    }

    /// Looks on this thread, for a while. Finds how many iterations are to be looked at together, or the one that leaves.
    fn alone(&mut self) -> Result<u64, u64> {
        let (site, len) = (self.launch.told.site, self.launch.range.len());
        let (mut began, mut took, mut together) = (None, Duration::ZERO, 1);
        while *self.looked_at < len && took < ALONE {
            let part = *self.looked_at..len.min(2 * *self.looked_at + FIRST);
            let end = part.end;
            if let Some(number) = self.first_in(part, together) {
                short::note(&site.about, number + 1);
                return Err(number);
            }
            *self.looked_at = end;
            // To ask for the time takes as long as the first iterations.
            match began {
                None => (began, together) = (Some(Instant::now()), FIRST / 8),
                Some(began) => {
                    took = began.elapsed();
                    let nanoseconds = (took.as_nanos() as u64).max(1);
                    together = (TOGETHER_TAKE.as_nanos() as u64 * (end - FIRST) / nanoseconds).clamp(1, TOGETHER);
                }
            }
        }
        if *self.looked_at == len {
            short::note(&site.about, len);
        }
        Ok(together)
    }

    /// The first of some iterations that leaves the loop, where so many are looked at before it is asked for.
    fn first_in(&self, part: Range<u64>, together: u64) -> Option<u64> {
        // SAFETY: placed, and nothing is stored.
        let views = unsafe { self.launch.told.arrays.views(&part) };
        let leaves = |i: usize| self.body.element(i, views) != NONE;
        let mut begin = part.start as usize;
        while begin < part.end as usize {
            let end = (part.end as usize).min(begin + together as usize);
            // A compiler makes vectors of a loop when an iteration before it has loaded what all of them need.
            let found = leaves(begin);
            if found || (begin + 1..end).fold(false, |found, i| found | leaves(i)) {
                return (begin..end).find(|i| leaves(*i)).map(|i| i as u64);
            }
            begin = end;
        }
        None
    }

    /// Looks on this thread.
    fn here(&self, rest: &Range<u64>, together: u64, reason: FallbackReason) -> Option<u64> {
        let began = Instant::now();
        let found = self.first_in(rest.clone(), together);
        note_folded(self.launch.told.site, self.part(rest, found), reason, began);
        found
    }

    fn on_threads(
        &self,
        rest: &Range<u64>,
        together: u64,
        reason: Option<FallbackReason>,
        settings: &Settings,
    ) -> Result<Option<u64>, FallbackReason> {
        let began = Instant::now();
        let found = host::first(settings.threads, rest, together * PART, &|part| self.first_in(part, together))?;
        let done = Done::on_threads(found, began, reason, settings);
        Ok(self.launch.told.conclude_part(done, self.part(rest, found), began, settings))
    }

    fn on_devices(
        &mut self,
        rest: &Range<u64>,
        devices: &'static [Device],
        settings: &Settings,
    ) -> Result<Option<u64>, FallbackReason> {
        let whole = self.launch.range;
        while *self.looked_at < rest.end {
            let part = *self.looked_at..rest.end.min(*self.looked_at + (*self.looked_at).max(ON_DEVICE));
            let began = Instant::now();
            self.launch.range = whole.part(&part);
            let (done, _) = self.launch.scan(Choice::Devices(devices), settings, self.body)?;
            let count = (part.end - part.start, whole.len());
            let number = self.launch.told.conclude_part(done, count, began, settings);
            if number != NONE {
                return Ok(Some(number as u64));
            }
            *self.looked_at = part.end;
        }
        Ok(None)
    }

    /// How many of the remaining iterations have been looked at, and how many there are in all.
    fn part(&self, rest: &Range<u64>, found: Option<u64>) -> (u64, u64) {
        (found.map_or(rest.end, |number| number + 1) - rest.start, self.launch.range.len())
    }

    /// `SCAN_CHECK`: compares what devices have found with what this thread finds.
    fn check(&mut self, rest: Range<u64>, found: Option<u64>) {
        let as_value = |found: Option<u64>| found.map_or(NONE, |number| number as usize);
        let site = self.launch.told.site;
        Check::new(site, rest.end - rest.start, Vec::new(), as_value(found)).wait();
        let here = as_value(self.first_in(rest, 1));
        verify::verify(site, |check| check.carry(&here));
    }
}
