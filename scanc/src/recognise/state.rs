//! What holds at one point of the body: the values of its variables and what has been stored, one layer for each branch around.

use super::body::{Cell, Store};
use std::collections::BTreeMap;
use syn::Expr;

/// What holds at one point of the body.
#[derive(Default)]
pub(super) struct State {
    /// Outside of all branches.
    body: Layer,
    /// In each branch that is being read, the innermost last.
    branches: Vec<Layer>,
    /// The numbers of these branches, in the order in which they were entered.
    path: Vec<usize>,
    /// How many branches have been entered.
    entered: usize,
}

/// What a branch, or the body outside of all branches, has changed.
#[derive(Default)]
pub(super) struct Layer {
    /// What was assigned.
    pub values: BTreeMap<Cell, Expr>,
    /// What was stored, by array: one element, or of several at different places at most one, or several at one counter.
    pub stores: BTreeMap<usize, Vec<Store>>,
}

impl State {
    /// What was assigned last.
    pub(super) fn value(&self, cell: Cell) -> Option<&Expr> {
        self.layers().find_map(|layer| layer.values.get(&cell))
    }

    /// What was stored in an array.
    pub(super) fn stores(&self, array: usize) -> &[Store] {
        self.layers().find_map(|layer| layer.stores.get(&array)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn assign(&mut self, cell: Cell, value: Expr) {
        self.innermost().values.insert(cell, value);
    }

    pub(super) fn store(&mut self, array: usize, stores: Vec<Store>) {
        self.innermost().stores.insert(array, stores);
    }

    /// A branch begins.
    pub(super) fn enter(&mut self) {
        self.branches.push(Layer::default());
        self.path.push(self.entered);
        self.entered += 1;
    }

    /// A branch ends: what it has changed.
    pub(super) fn leave(&mut self) -> Layer {
        self.path.pop();
        self.branches.pop().unwrap_or_default()
    }

    /// The branches around this point.
    pub(super) fn path(&self) -> &[usize] {
        &self.path
    }

    /// Whether this point is in a branch.
    pub(super) fn is_in_branch(&self) -> bool {
        !self.branches.is_empty()
    }

    /// What the body has changed.
    pub(super) fn into_body(self) -> Layer {
        self.body
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.branches.iter().rev().chain([&self.body])
    }

    fn innermost(&mut self) -> &mut Layer {
        self.branches.last_mut().unwrap_or(&mut self.body)
    }
}
