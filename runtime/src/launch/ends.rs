//! A loop at whose ends only a condition keeps an index in range: `i == 0 || x[i] != x[i - 1]`.
//!
//! A kernel loads before it looks at conditions. So a device gets the iterations between, and this thread runs the ends before and after
//! them, in order. Host threads run all: their closures check each index where the loop does.

use super::Launch;
use super::arrays::Arrays;
use super::run::Done;
use crate::device::Device;
use crate::host::{Body, unless_panic};
use crate::model::operator::Semigroup;
use crate::model::range::Index;
use crate::model::reason::FallbackReason;
use crate::settings::Settings;
use std::ops::Range;

/// Ends are no more than one in so many of the iterations,
const MOST: u64 = 4;
/// or no more than so many.
const FEW: u64 = 1024;

impl<I: Index, T: Semigroup<Op>, Op, A: Arrays> Launch<'_, I, T, Op, A> {
    /// Whether the iterations `within` are enough of all for a device, and the others can run apart from them.
    pub(super) fn can_be_divided(&self, within: &Range<u64>) -> bool {
        let all = self.range.len();
        let ends = all - within.end.saturating_sub(within.start);
        // In a region arrays are where the device has them; the order of a deterministic loop is that of all its iterations; and what a delay
        // register begins with only the first iteration of all has.
        let has_first = within.start == 0 || !self.told.site.about.kernels.asks_for_first;
        let is_alone = self.told.region.is_none() && !self.told.site.about.deterministic && has_first;
        A::DIVISIBLE && is_alone && ends < all && ends <= FEW.max(all / MOST)
    }

    /// Runs the iterations `within` on devices, and those before and after them on this thread. After an error nothing was stored but what
    /// the loop as written stores again.
    pub(super) fn between_ends(
        &mut self,
        within: &Range<u64>,
        devices: &'static [Device],
        start: T,
        settings: &Settings,
        body: &impl Body<I, T, A>,
    ) -> Result<Done<T>, FallbackReason> {
        let all = self.range;
        let mut parts = || {
            let carried = self.in_order(0..within.start, start, body)?;
            self.range = all.part(within);
            self.told.arrays.place(&self.range.span())?;
            let mut done = self.on_devices(devices, carried, settings)?;
            self.range = all;
            done.carry = self.in_order(within.end..all.len(), done.carry, body)?;
            Ok(done)
        };
        let done = parts();
        self.range = all;
        self.told.arrays.place(&all.span()).and(done)
    }

    /// Runs the iterations `part` on this thread, after those that have carried `before`.
    fn in_order(&mut self, part: Range<u64>, before: T, body: &impl Body<I, T, A>) -> Result<T, FallbackReason> {
        if part.is_empty() {
            return Ok(before);
        }
        let (range, arrays) = (self.range.part(&part), &mut self.told.arrays);
        arrays.place(&range.span())?;
        unless_panic(&|| {
            let mut carried = before;
            for k in 0..range.len() {
                let i = range.value(k);
                // SAFETY: placed just now, and nothing that is stored is read.
                let views = unsafe { arrays.views(&(k..k + 1)) };
                let after = T::combine(carried, body.element(i, views));
                let values = body.store(i, carried, after, views);
                let places = arrays.places(&carried, &carried, &after).ok_or(FallbackReason::IndexOutOfRange)?;
                // SAFETY: an iteration of the range, and the launch is on no other thread.
                unsafe { arrays.store(k, values, places) };
                carried = after;
            }
            Ok(carried)
        })?
    }
}
