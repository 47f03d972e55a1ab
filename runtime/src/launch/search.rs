//! A search: which is the first iteration that leaves the loop. Its carried value is the number of that iteration, counted from 0, and the
//! greatest number where there is none.
//!
//! This thread looks at the first iterations, as the loop as written would, so that what is found soon costs what it did. Threads then take
//! parts of the rest in order; a device looks at what this thread would take a millisecond for, and then at as much again as has been looked
//! at. So of what is looked at in vain, past the place where it is found, there is never more than a few parts, or as much as came before.

use super::Launch;
use super::arrays::Arrays;
use super::run::{self, Done, note_folded};
use super::verify::{self, Check};
use crate::device::Device;
use crate::host::{self, Body, Closures, Elements};
use crate::model::operator::Min;
use crate::model::range::{self, Index};
use crate::model::reason::FallbackReason;
use crate::placement::Loop;
use crate::placement::costs::Target;
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
/// So many are looked at before it is asked whether one of them was it, of those that have no loops of their own, if this is no more than
/// one in so many of those that were looked at before.
const TOGETHER: u64 = 1024;
const SHARE: u64 = 8;
/// A device looks at as many iterations to begin with as this thread would in this time, where it has looked at some.
const ON_DEVICE: Duration = Duration::from_millis(1);
const ON_DEVICE_UNSEEN: u64 = 1 << 14;
const ON_DEVICE_WITH_LOOPS: u64 = 1 << 8;
const ON_DEVICE_MOST: u64 = 1 << 20;

/// What is left of `items` without the first `count`: the iterations that a search has still to run as written.
#[inline]
pub fn after<I: IntoIterator>(items: I, count: usize) -> I::IntoIter {
    let mut items = items.into_iter();
    if let Some(last) = count.checked_sub(1) {
        let _ = items.nth(last);
    }
    items
}

impl<I: Index> Launch<'_, I, usize, Min, ()> {
    /// A launch of `site`, which is a search, over `range`.
    #[inline]
    pub fn searching(site: &'static Loop, range: range::Range<I>) -> Self {
        Self::new(site, range, Some(NONE), Min)
    }
}

impl<I: Index, A: Arrays + Elements<Values = ()>> Launch<'_, I, usize, Min, A> {
    /// How many iterations there are before the first that may leave the loop: all, where none does, and fewer, where that is not known.
    ///
    /// `element(i, old)` is the number of the iteration, counted from 0, or the greatest number where it does not leave the loop. It is called
    /// any number of times, on several threads, also of iterations that come after the one that leaves.
    pub fn search<E>(self, element: E) -> usize
    where
        E: for<'o> Fn(I, A::Views<'o>) -> usize + Sync,
    {
        verify::begin();
        let (site, len) = (self.told.site, self.range.len());
        let body = Closures::<_, _, Min>::new(element, |_: I, _: usize, _: usize, _: A::Views<'_>| ());
        // The closure is `Fn`, and what it returns is thrown away.
        let (mut looked_at, have_loops) = (0, site.about.kernels.have_loops);
        let on_device = if have_loops { ON_DEVICE_WITH_LOOPS } else { ON_DEVICE_UNSEEN };
        let found =
            catch_unwind(AssertUnwindSafe(|| Search { launch: self, body: &body, looked_at: &mut looked_at, on_device }.run()));
        match found.unwrap_or(Err(FallbackReason::Panicked)) {
            Ok(number) => number.unwrap_or(len) as usize,
            Err(reason) => {
                run::note_as_written(site, len, reason);
                looked_at as usize
            }
        }
    }
}

struct Search<'s, 'r, I, A, B> {
    launch: Launch<'r, I, usize, Min, A>,
    body: &'s B,
    /// So many iterations do not leave the loop, the first.
    looked_at: &'s mut u64,
    /// A device looks at so many to begin with.
    on_device: u64,
}

/// The number of the first iteration that leaves the loop, if one does; or why that is not known.
type Found = Result<Option<u64>, FallbackReason>;

impl<I: Index, A: Arrays + Elements<Values = ()>, B: Body<I, usize, A>> Search<'_, '_, I, A, B> {
    fn run(mut self) -> Found {
        let (span, told) = (self.launch.range.span(), &mut self.launch.told);
        if let Some(reason) = told.unfit.clone() {
            return Err(reason);
        }
        // Numbers of iterations are of `usize`.
        if usize::try_from(span.len).is_err() {
            return Err(FallbackReason::VariableOverflows);
        }
        told.arrays.place(&span)?;
        let (site, mut choice) = (told.site, None);
        let have_loops = site.about.kernels.have_loops;
        if have_loops || !short::nobody_asks() || site.about.device.is_some() {
            choice = Some(run::choose(site, None, &span));
        }
        // No vectors are made of loops within iterations: the loop as written is as fast as any, where that is known.
        if let (true, Some(Err(reason))) = (have_loops, &choice)
            && (*reason != FallbackReason::Measured || site.costs().has_run(span.len, Target::Loop))
        {
            return Err(reason.clone());
        }
        // Where somebody asks for another place, all is to be looked at there.
        if !matches!(choice, Some(Ok(_)))
            && let Some(number) = self.alone()
        {
            return Ok(Some(number));
        }
        let rest = *self.looked_at..span.len;
        if rest.is_empty() {
            return Ok(None);
        }
        match choice.unwrap_or_else(|| run::choose(site, None, &span)) {
            Err(reason) => Ok(self.here(&rest, reason)),
            Ok((choice, mut settings)) => {
                let is_checked = std::mem::take(&mut settings.check);
                let found = match choice {
                    Choice::HostThreads(reason) => self.on_threads(&rest, reason, &settings),
                    Choice::Devices(devices) => self.on_devices(&rest, devices, &settings),
                };
                if let (true, Ok(found)) = (is_checked, &found) {
                    self.check(rest, *found);
                }
                found
            }
        }
    }

    /// Looks on this thread, for a while, as the loop as written does; and finds how long an iteration takes.
    fn alone(&mut self) -> Option<u64> {
        let (site, len) = (self.launch.told.site, self.launch.range.len());
        let (mut began, mut took) = (None, Duration::ZERO);
        while *self.looked_at < len && took < ALONE {
            let part = *self.looked_at..len.min(2 * *self.looked_at + FIRST);
            let end = part.end;
            if let Some(number) = self.first_in(part) {
                short::note(&site.about, number + 1);
                return Some(number);
            }
            *self.looked_at = end;
            // To ask for the time takes as long as the first iterations.
            took = began.get_or_insert_with(Instant::now).elapsed();
        }
        if *self.looked_at == len {
            short::note(&site.about, len);
        }
        let timed = self.looked_at.saturating_sub(FIRST).max(1);
        let in_time = ON_DEVICE.as_nanos() as u64 * timed / (took.as_nanos() as u64).max(1);
        self.on_device = in_time.clamp(*self.looked_at, ON_DEVICE_MOST.max(*self.looked_at));
        None
    }

    /// The first of some iterations that leaves the loop.
    fn first_in(&self, part: Range<u64>) -> Option<u64> {
        // A compiler that knows the step makes vectors of the loop, though an element checks its indices.
        match self.launch.range.span().step {
            _ if self.launch.told.site.about.kernels.have_loops => self.first_one_by_one(part),
            1 => self.first_by::<true>(part),
            _ => self.first_by::<false>(part),
        }
    }

    fn first_one_by_one(&self, mut part: Range<u64>) -> Option<u64> {
        let range = &self.launch.range;
        // SAFETY: placed, and nothing is stored.
        let views = unsafe { self.launch.told.arrays.views(&part) };
        let (mut i, step) = (range.value(part.start), range.span().step as i64);
        part.find(|_| {
            let leaves = self.body.element(i, views) != NONE;
            i = i.advance(step);
            leaves
        })
    }

    fn first_by<const ONE: bool>(&self, part: Range<u64>) -> Option<u64> {
        let range = &self.launch.range;
        let step = if ONE { 1 } else { range.span().step as i64 };
        // SAFETY: placed, and nothing is stored.
        let views = unsafe { self.launch.told.arrays.views(&part) };
        let leaves = |i: I| self.body.element(i, views) != NONE;
        let (mut begin, mut i) = (part.start, range.value(part.start));
        while begin < part.end {
            let end = part.end.min(begin + (begin / SHARE).clamp(1, TOGETHER));
            let first = i;
            // And when an iteration before it has loaded what all of them need.
            let mut found = leaves(i);
            i = i.advance(step);
            if !found {
                for _ in begin + 1..end {
                    found |= leaves(i);
                    i = i.advance(step);
                }
            }
            if found && end == begin + 1 {
                return Some(begin);
            }
            if found {
                let mut i = first;
                return (begin..end).find(|_| {
                    let is_found = leaves(i);
                    i = i.advance(step);
                    is_found
                });
            }
            begin = end;
        }
        None
    }

    /// Looks on this thread.
    fn here(&self, rest: &Range<u64>, reason: FallbackReason) -> Option<u64> {
        let began = Instant::now();
        let found = self.first_in(rest.clone());
        note_folded(self.launch.told.site, self.part(rest, found), reason, began);
        found
    }

    fn on_threads(
        &self,
        rest: &Range<u64>,
        reason: Option<FallbackReason>,
        settings: &Settings,
    ) -> Result<Option<u64>, FallbackReason> {
        let began = Instant::now();
        let found = host::first(settings.threads, rest, &|part| self.first_in(part))?;
        let done = Done::on_threads(found, began, reason, settings);
        Ok(self.launch.told.conclude_part(done, self.part(rest, found), began, settings))
    }

    fn on_devices(
        &mut self,
        rest: &Range<u64>,
        devices: &'static [Device],
        settings: &Settings,
    ) -> Result<Option<u64>, FallbackReason> {
        while *self.looked_at < rest.end {
            let part = *self.looked_at..rest.end.min(self.looked_at.saturating_add(self.on_device));
            let number = self.on_devices_in(&part, devices, settings)?;
            if number != NONE {
                return Ok(Some(number as u64));
            }
            *self.looked_at = part.end;
            self.on_device = self.on_device.max(part.end);
        }
        Ok(None)
    }

    /// What devices find in some iterations.
    fn on_devices_in(
        &mut self,
        part: &Range<u64>,
        devices: &'static [Device],
        settings: &Settings,
    ) -> Result<usize, FallbackReason> {
        let (whole, began) = (self.launch.range, Instant::now());
        self.launch.range = whole.part(part);
        let done = self.launch.scan(Choice::Devices(devices), settings, self.body);
        self.launch.range = whole;
        self.launch.told.arrays.place(&whole.span())?;
        Ok(self.launch.told.conclude_part(done?.0, (part.end - part.start, whole.len()), began, settings))
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
        let here = as_value(self.first_in(rest));
        verify::verify(site, |check| check.carry(&here));
    }
}
