//! What kernels take of a launch, of one scan or of many: its entries, in the order of their parameters.

use super::written::{Saved, Written};
use crate::model::definitions::Definitions;
use crate::model::element::Element;
use crate::model::job::{Bytes, OutputWindow, Window};
use crate::model::reason::FallbackReason;
use std::iter;

/// The arguments of kernels, collected from a list.
#[derive(Default)]
pub struct Arguments {
    pub(crate) inputs: Vec<Window>,
    pub(crate) outputs: Vec<OutputWindow>,
    pub(crate) captures: Vec<Box<Bytes>>,
    /// What batches have of their own.
    pub(crate) tables: Vec<Box<Bytes>>,
    pub(crate) definitions: Definitions,
}

impl Arguments {
    /// Adds an array that is read.
    pub(super) fn input<U: Element>(&mut self, window: Window) {
        self.definitions.note::<U>();
        self.inputs.push(window);
    }

    /// Adds an array that is written.
    pub(super) fn output<U: Element>(&mut self, output: OutputWindow) {
        self.definitions.note::<U>();
        self.outputs.push(output);
    }
}

/// An entry of a list, as kernels take it.
pub trait Argument: Sync {
    /// Adds what they take of it.
    fn describe(&self, _arguments: &mut Arguments) {}

    /// What the launch writes of it.
    fn written(&self) -> Option<&dyn Written> {
        None
    }
}

/// A list of [`Argument`]s, or `()`.
pub trait ArgumentList {
    /// Adds the kernels' arguments.
    fn describe(&self, arguments: &mut Arguments);

    /// All that the launch writes, in the order of the list.
    fn written(&self) -> impl Iterator<Item = &dyn Written>;

    /// The elements that may be stored, as they are now.
    fn save(&self) -> Result<Saved, FallbackReason> {
        self.written().map(Written::save).collect()
    }

    /// Puts back what [`save`](Self::save) kept, whatever is there now.
    fn restore(&self, saved: &Saved) {
        self.written().zip(saved).for_each(|(written, kept)| written.restore(kept.as_ref()));
    }

    /// Exchanges these elements with what [`save`](Self::save) kept.
    fn exchange(&self, saved: &mut Saved) {
        self.written().zip(saved).for_each(|(written, kept)| written.exchange(kept.as_mut()));
    }

    /// Whether a device could store bytes that are no values.
    fn fragile(&self) -> bool {
        self.written().any(Written::fragile)
    }

    /// Whether all that may be stored are values of their types.
    fn valid(&self) -> bool {
        self.written().all(Written::valid)
    }
}

impl ArgumentList for () {
    fn describe(&self, _arguments: &mut Arguments) {}

    fn written(&self) -> impl Iterator<Item = &dyn Written> {
        iter::empty()
    }
}

impl<L: ArgumentList, X: Argument> ArgumentList for (L, X) {
    fn describe(&self, arguments: &mut Arguments) {
        self.0.describe(arguments);
        self.1.describe(arguments);
    }

    fn written(&self) -> impl Iterator<Item = &dyn Written> {
        self.0.written().chain(self.1.written())
    }
}
