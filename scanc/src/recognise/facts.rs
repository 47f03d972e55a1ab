//! What is known of the body's `let`s from their values, each looked at once: a chain of `let`s is as long as the body, and what it says
//! written out may be two to the power of that.

use super::tables::{Meaning, Tables};
use super::types::of_type;
use crate::ir::Scalar;
use crate::syntax::{for_each_name, has_open_literal};
use std::cell::RefCell;
use syn::Expr;

/// What is known of a `let`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact {
    /// Its primitive type, where the text shows it.
    pub scalar: Option<Scalar>,
    /// Its type follows from its uses.
    pub open: bool,
    /// What it is computed from.
    pub sources: Sources,
}

/// What a value is computed from, `let`s seen through.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sources {
    /// The loop variable.
    pub index: bool,
    /// Something that the loop changes.
    pub changes: bool,
    /// An array's elements, at affine indices.
    pub elements: bool,
    /// Elements of an array that the loop stores to.
    pub stored: bool,
    /// Elements at indices that are not affine.
    pub gathers: bool,
}

impl Sources {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            index: self.index || other.index,
            changes: self.changes || other.changes,
            elements: self.elements || other.elements,
            stored: self.stored || other.stored,
            gathers: self.gathers || other.gathers,
        }
    }
}

/// What is known of the first `let`s, as long as nothing is learnt of what they are computed from.
#[derive(Debug, Default)]
pub(super) struct Facts(RefCell<Vec<Fact>>);

impl Facts {
    /// Something has been learnt.
    pub(super) fn forget(&mut self) {
        self.0.get_mut().clear();
    }
}

impl Tables<'_> {
    /// What is known of the `let` of this number. A value mentions `let`s before it only, so that they are looked at in their order.
    pub(super) fn fact(&self, binding: usize) -> Fact {
        loop {
            let known = self.facts.0.borrow().len();
            if known > binding {
                return self.facts.0.borrow()[binding];
            }
            let fact = self.found(known);
            self.facts.0.borrow_mut().push(fact);
        }
    }

    fn found(&self, binding: usize) -> Fact {
        let binding = &self.bindings[binding];
        let written = binding.ty.as_ref().and_then(of_type);
        let shown = self.scalar_of(&binding.value);
        let may_be_open = binding.ty.is_none() && shown.is_none();
        let open = may_be_open && (has_open_literal(&binding.value) || self.mentions_open(&binding.value));
        Fact { scalar: written.or(shown), open, sources: self.sources(&binding.value) }
    }

    /// What an expression is computed from.
    pub(super) fn sources(&self, expr: &Expr) -> Sources {
        let mut sources = Sources::default();
        for_each_name(expr, &mut |name| {
            let of_name = match self.meaning(name) {
                Some(Meaning::Binding(binding)) => self.fact(binding).sources,
                Some(Meaning::Outer(outer)) => Sources { changes: self.changes(outer), ..Sources::default() },
                Some(Meaning::Load(load)) => {
                    let stored = self.stored.contains(self.arrays[self.loads[load].array].place.array_key());
                    Sources { elements: true, stored, ..Sources::default() }
                }
                Some(Meaning::Index) => Sources { index: true, ..Sources::default() },
                // It may be any number.
                Some(Meaning::Looped(number)) => Sources { gathers: true, ..self.looped[number].sources },
                None => Sources { gathers: self.is_gathered(name), ..Sources::default() },
            };
            sources = sources.and(of_name);
        });
        sources
    }
}
