//! Arrays into whose elements a loop combines at computed places: `h[x[i]] += 1`.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::entries::{merged, nowhere, uncollected, unstaged, unviewed};
use super::written::{Stores, Written};
use crate::model::element::Element;
use crate::model::job::OutputWindow;
use crate::model::operator::Monoid;
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::marker::PhantomData;
use std::ops::Range;
use std::panic::resume_unwind;

/// A processor waits before it loads what it has stored just now. So iterations in a row have elements of their own, as many as this, where
/// all of them fit into its innermost cache.
const WAYS: usize = 4;
const WAYS_BYTES: usize = 16 * 1024;

/// An array that the loop combines into at computed places, and does not read otherwise.
pub struct Bins<'a, U, Op> {
    stores: Stores<'a, U>,
    operator: PhantomData<fn(Op) -> U>,
}

/// What a thread has combined for itself.
pub enum Own<U> {
    /// Of few elements, each several times.
    Few(Vec<[U; WAYS]>),
    Many(Vec<U>),
}

impl<'a, U: Element, Op> Bins<'a, U, Op> {
    pub(super) fn new(array: &'a mut [U]) -> Self {
        Self { stores: Stores::new(array), operator: PhantomData }
    }
}

impl<U: Monoid<Op>, Op> Argument for Bins<'_, U, Op> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.output::<U>(OutputWindow { needs_old: true, ..self.stores.anywhere() });
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<U: Monoid<Op>, Op> Entry for Bins<'_, U, Op> {
    merged!();

    fn own_len(&self) -> u64 {
        self.stores.cells.len() as u64
    }

    fn own(&self) -> Option<Own<U>> {
        let length = self.stores.cells.len();
        Some(match length.saturating_mul(size_of::<U>()) <= WAYS_BYTES / WAYS {
            true => Own::Few(filled(length, [U::identity(); WAYS])?),
            false => Own::Many(filled(length, U::identity())?),
        })
    }

    #[inline]
    fn combine<L>(own: &mut Own<U>, k: u64, (before, value): (L, Option<(usize, U)>)) -> L {
        let Some((place, value)) = value else { return before };
        let element = match own {
            Own::Few(elements) => elements.get_mut(place).map(|ways| &mut ways[k as usize % WAYS]),
            Own::Many(elements) => elements.get_mut(place),
        };
        // The loop as written says what is wrong.
        let Some(element) = element else { resume_unwind(Box::new("a place past the end")) };
        *element = U::combine(*element, value);
        before
    }

    unsafe fn merge(&self, own: Own<U>) {
        let combine = |(place, value): (usize, U)| {
            let element = self.stores.cells.pointer(place);
            // SAFETY: an element of the array, which is borrowed by `self`; nobody else uses it, by the caller's promise.
            unsafe { element.write(U::combine(element.read(), value)) };
        };
        match own {
            Own::Few(elements) => {
                elements.into_iter().map(|ways| ways.into_iter().fold(U::identity(), U::combine)).enumerate().for_each(combine)
            }
            Own::Many(elements) => elements.into_iter().enumerate().for_each(combine),
        }
    }
}

/// So many of one value; `None` where there is no memory for them.
fn filled<T: Clone>(length: usize, value: T) -> Option<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(length).ok()?;
    values.resize(length, value);
    Some(values)
}
