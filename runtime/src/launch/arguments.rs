//! What kernels take of a launch, of one scan or of many: its entries, in the order of their parameters.

use super::written::{AllWritten, Written};
use crate::model::definitions::Definitions;
use crate::model::element::Element;
use crate::model::job::{Bytes, OutputWindow, Window};

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

    /// Adds what the launch writes, in the order of the list.
    fn add_written<'w>(&'w self, all: &mut AllWritten<'w>);

    /// All that the launch writes.
    fn written(&self) -> AllWritten<'_> {
        let mut all = AllWritten::default();
        self.add_written(&mut all);
        all
    }
}

impl ArgumentList for () {
    fn describe(&self, _arguments: &mut Arguments) {}

    fn add_written<'w>(&'w self, _all: &mut AllWritten<'w>) {}
}

impl<L: ArgumentList, X: Argument> ArgumentList for (L, X) {
    fn describe(&self, arguments: &mut Arguments) {
        self.0.describe(arguments);
        self.1.describe(arguments);
    }

    fn add_written<'w>(&'w self, all: &mut AllWritten<'w>) {
        self.0.add_written(all);
        all.add(self.1.written());
    }
}
