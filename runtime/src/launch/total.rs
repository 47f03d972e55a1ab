//! What the iterations of one rank combine to: a reduction that begins with what the first iteration adds, since an operator need not have
//! an identity.
//!
//! Of scans that are interleaved there are as many totals. Host threads find them, in whatever place the loop runs: they walk the arrays in
//! their order, while a kernel of one of the scans would fetch the lines of all.

use super::Launch;
use super::arrays::Arrays;
use super::run::{self, as_folded};
use super::turn::extent;
use crate::host::{self, Body, Closures, Elements};
use crate::model::operator::{Semigroup, in_domain};
use crate::model::range::{Affine, Index};
use crate::model::reason::FallbackReason;
use crate::model::site::Algorithm;
use crate::placement::Loop;
use crate::placement::dispatch;
use crate::report::{self, Ran, Record};
use crate::settings;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// A thread combines so many iterations of interleaved scans at once, or a few of each scan. It depends on nothing but the loop, so neither
/// does the order in which they are combined.
const TOGETHER: u64 = 1 << 14;
const OF_EACH: u64 = 8;

/// What a rank can say of its iterations before it knows what is carried into them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total<T> {
    /// There are none.
    Nothing,
    /// They combine to this.
    Of(T),
    /// They have to run as written, as one of them may panic.
    Unknown,
}

/// The total of the iterations of `site`, as `launch` finds it. It is not asked for where storing may panic: then it takes the loop as
/// written to know how far it gets. And a panic is left to the loop as written, too. (Of operators the compiler takes none that panics,
/// other than by an overflow in a debug build.)
#[inline(never)]
pub fn total<T>(site: &'static Loop, launch: impl FnOnce() -> Total<T>) -> Total<T> {
    let is_sure = site.about.kernels.algorithm == Algorithm::Reduce || site.about.stores_never_panic;
    if !is_sure {
        return Total::Unknown;
    }
    // The closures are `Fn`, and what they return is thrown away.
    catch_unwind(AssertUnwindSafe(launch)).unwrap_or(Total::Unknown)
}

impl<I: Index, T: Semigroup<Op>, Op, A> Launch<'_, I, T, Op, A> {
    /// An array that the loop stores into, iteration `i` at this index, once it is known what is carried.
    #[inline]
    pub fn stores_into<U>(mut self, array: &[U], write: Affine) -> Self {
        let span = self.range.span();
        self.told.requires(span.len == 0 || span.stride(write, array.len()).is_some(), FallbackReason::IndexOutOfRange);
        self
    }

    /// What the iterations combine to, where nothing keeps them from running in any order. `element` is as for [`run`](Self::run).
    pub fn total<E>(self, element: E) -> Total<T>
    where
        A: Arrays + Elements<Values = ()>,
        E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
    {
        let span = self.range.span();
        if span.len == 0 {
            as_folded(self.told.site, 0, FallbackReason::NoIterations, || ());
            return Total::Nothing;
        }
        let body = Closures::<_, _, Op>::new(element, |_: I, _: T, _: T, _: A::Views<'_>| ());
        self.total_of_some(&body).map_or(Total::Unknown, Total::Of)
    }

    /// As [`total`](Self::total), of one iteration at least.
    fn total_of_some(mut self, body: &impl Body<I, T, A>) -> Option<T>
    where
        A: Arrays,
    {
        let span = self.range.span();
        if self.told.unfit.is_some() || !span.exact {
            return None;
        }
        self.told.arrays.place(&span).ok()?;
        // SAFETY: placed just now, and nothing is stored.
        let element = |k| body.element(self.range.value(k), unsafe { self.told.arrays.views(&(k..k + 1)) });
        let first = element(0);
        let Some(rest) = self.range.after_first() else {
            return Some(as_folded(self.told.site, 1, FallbackReason::TooShort, || first));
        };
        match run::choose(self.told.site, None, &span) {
            Ok((choice, mut settings)) => {
                // There is no loop to compare a rank's total with.
                settings.check = false;
                (self.range, self.start) = (rest, Some(first));
                let total = self.carry_out(choice, &settings, body).map(|(total, _)| total);
                report::note_first_iteration();
                total
            }
            Err(reason) => Some(as_folded(self.told.site, span.len, reason, || match span.step {
                1 => self.folded::<true>(first, body),
                _ => self.folded::<false>(first, body),
            })),
        }
    }

    /// `first`, and what the iterations after the first one combine to, from the left. (A loop of its own, whose step a compiler knows, it
    /// makes vectors of, though an element checks its indices.)
    #[inline(never)]
    fn folded<const BY_ONE: bool>(&self, first: T, body: &impl Body<I, T, A>) -> T
    where
        A: Arrays,
    {
        let span = self.range.span();
        let step = if BY_ONE { 1 } else { span.step as i64 };
        // SAFETY: placed, and nothing is stored.
        let views = unsafe { self.told.arrays.views(&(0..span.len)) };
        let mut i = self.range.value(0);
        (1..span.len).fold(first, |sum, _| {
            i = i.advance(step);
            T::combine(sum, body.element(i, views))
        })
    }

    /// As [`total`](Self::total), of the scans that are interleaved where an iteration continues the one `lag` before it: what each
    /// combines to, in the order of their first iterations.
    pub fn totals<E>(mut self, lag: i128, element: E) -> Total<Vec<T>>
    where
        A: Arrays + Elements<Values = ()>,
        E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
    {
        let span = self.range.span();
        let scans = extent(lag).min(span.len);
        if scans == 0 {
            return Total::Nothing;
        }
        if self.told.unfit.is_some() || !span.exact || self.told.arrays.place(&span).is_err() {
            return Total::Unknown;
        }
        let (range, arrays) = (self.range, &self.told.arrays);
        // SAFETY: placed just now, and nothing is stored.
        let element = |k| in_domain::<T, Op>(element(range.value(k), unsafe { arrays.views(&(k..k + 1)) }));
        let together = scans * OF_EACH.max(TOGETHER / scans);
        let parts = span.len.div_ceil(together);
        let part = |number: u64| totals_of::<T, Op>(&element, scans, number * together..span.len.min((number + 1) * together));
        let began = Instant::now();
        let choice = settings::current(|settings| dispatch::choose(self.told.site, &span, settings).map(|_| settings.threads));
        let (threads, reason) = choice.map_or_else(|reason| (None, Some(reason)), |threads| (Some(threads), None));
        let on_threads = threads.and_then(|threads| {
            let all = || host::map(parts as usize, &|number| part(number as u64));
            let all = host::on_threads(threads, &all).ok()?;
            Some((all, Ran::HostThreads { threads: host::threads(threads), time: began.elapsed() }))
        });
        let (all, ran) = on_threads.unwrap_or_else(|| ((0..parts).map(part).collect(), Ran::Loop));
        Record { site: &self.told.site.about, iterations: span.len, ran, reason, checked: None, exchange: None }.remember();
        all.into_iter().reduce(|earlier, later| combined::<T, Op>(earlier, &later)).map_or(Total::Nothing, Total::Of)
    }
}

/// What the iterations `part` of so many interleaved scans combine to, of each scan; it begins with an iteration of the first.
fn totals_of<T: Semigroup<Op>, Op>(element: impl Fn(u64) -> T, scans: u64, part: Range<u64>) -> Vec<T> {
    let firsts = part.end.min(part.start + scans);
    let mut totals: Vec<T> = (part.start..firsts).map(&element).collect();
    for row in (firsts..part.end).step_by(scans as usize) {
        for (total, k) in totals.iter_mut().zip(row..part.end) {
            *total = T::combine(*total, element(k));
        }
    }
    totals
}

/// Those of some iterations, and of those after them, of which not every scan need have one.
fn combined<T: Semigroup<Op>, Op>(mut earlier: Vec<T>, later: &[T]) -> Vec<T> {
    earlier.iter_mut().zip(later).for_each(|(earlier, later)| *earlier = T::combine(*earlier, *later));
    earlier
}
