//! What the iterations of one rank combine to: a reduction that begins with what the first iteration adds, since an operator need not have
//! an identity.

use super::Launch;
use super::arrays::Arrays;
use super::run::as_folded;
use crate::host::{Body, Closures, Elements};
use crate::model::operator::Semigroup;
use crate::model::range::{Affine, Index};
use crate::model::reason::FallbackReason;
use crate::model::site::Algorithm;
use crate::placement::Loop;
use crate::placement::dispatch;
use crate::report;
use crate::settings;
use std::panic::{AssertUnwindSafe, catch_unwind};

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

impl<I: Index, T: Semigroup<Op>, Op, A> Launch<I, T, Op, A> {
    /// An array that the loop stores into, iteration `i` at this index, once it is known what is carried.
    #[inline]
    pub fn stores_into<U>(mut self, array: &[U], write: Affine) -> Self {
        let span = self.range.span();
        if span.len > 0 && span.stride(write, array.len()).is_none() {
            self.unfit.get_or_insert(FallbackReason::IndexOutOfRange);
        }
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
            as_folded(self.site, 0, FallbackReason::NoIterations, || ());
            return Total::Nothing;
        }
        let body = Closures { element, store: |_: I, _: T, _: T, _: A::Views<'_>| () };
        self.total_of_some(&body).map_or(Total::Unknown, Total::Of)
    }

    /// As [`total`](Self::total), of one iteration at least.
    fn total_of_some(mut self, body: &impl Body<I, T, A>) -> Option<T>
    where
        A: Arrays,
    {
        let span = self.range.span();
        if self.unfit.is_some() || !span.exact {
            return None;
        }
        self.arrays.place(&span).ok()?;
        // SAFETY: placed just now, and nothing is stored.
        let element = |k| body.element(self.range.value(k), unsafe { self.arrays.views(&(k..k + 1)) });
        let first = element(0);
        let Some(rest) = self.range.after_first() else {
            return Some(as_folded(self.site, 1, FallbackReason::TooShort, || first));
        };
        let choice = settings::current(|settings| Ok((dispatch::choose(self.site, &span, settings)?, settings.clone())));
        match choice {
            Ok((choice, mut settings)) => {
                // There is no loop to compare a rank's total with.
                settings.check = false;
                (self.range, self.start) = (rest, Some(first));
                let total = self.carry_out(choice, &settings, body).map(|(total, _)| total);
                report::note_first_iteration();
                total
            }
            Err(reason) => {
                Some(as_folded(self.site, span.len, reason, || (1..span.len).fold(first, |sum, k| T::combine(sum, element(k)))))
            }
        }
    }
}
