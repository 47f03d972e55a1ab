//! A loop's body, as the two closures that generated code passes.

use super::arrays::Arrays;

/// What an iteration computes. It has no effects.
pub trait Body<I, T, A: Arrays>: Sync {
    /// What iteration `i` combines into the carried value.
    fn element<'o>(&self, i: I, old: A::Views<'o>) -> T;
    /// What iteration `i` stores, given the carried value before and after it.
    fn store<'o>(&self, i: I, before: T, after: T, old: A::Views<'o>) -> A::Values;
}

/// The closures.
pub(super) struct Closures<E, S> {
    pub(super) element: E,
    pub(super) store: S,
}

impl<I, T, A, E, S> Body<I, T, A> for Closures<E, S>
where
    A: Arrays,
    E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
    S: for<'o> Fn(I, T, T, A::Views<'o>) -> A::Values + Sync,
{
    #[inline]
    fn element<'o>(&self, i: I, old: A::Views<'o>) -> T {
        (self.element)(i, old)
    }

    #[inline]
    fn store<'o>(&self, i: I, before: T, after: T, old: A::Views<'o>) -> A::Values {
        (self.store)(i, before, after, old)
    }
}
