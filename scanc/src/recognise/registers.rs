//! Delay registers: variables from outside that an iteration sets to what nothing that is carried goes into, `last = x[i];`, for the next one to
//! read, or for another register: `before = last; last = x[i];`. What they hold is computed again where it is read, from the iteration that
//! they bring it from; in the first iterations it is what they, or those that they are set to, held before the loop (thesis, Listing 3.5b).

use super::assemble::Assembly;
use super::refuse;
use super::resolve::{Carrier, tidied};
use super::solve::Solver;
use super::tables::Meaning;
use super::{MOST_DELAYED, among_first_name};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::{block, choice, special, text, variable};
use std::collections::BTreeSet;
use syn::Expr;

/// A delay register.
pub(super) struct Register {
    /// An index into `Tables::outers`.
    pub outer: usize,
    /// What it is after the iteration.
    pub value: Expr,
    /// From so many iterations back it brings something: from more than one where it is given what another register held.
    pub reach: u8,
}

impl Solver<'_> {
    /// All variables that are set and carry nothing.
    pub(super) fn registers(&self, carriers: &[Carrier]) -> Vec<Register> {
        let registers = self.walked.scalars.iter().filter(|(scalar, _)| !carriers.contains(&Carrier::Outer(*scalar)));
        let register = |(outer, value): &(usize, Expr)| {
            let reach = self.reach(*outer, carriers).unwrap_or(1);
            Register { outer: *outer, value: value.clone(), reach }
        };
        registers.map(register).collect()
    }

    /// Variables that are set to something carried, but do not carry it themselves: each with its place and name.
    pub(super) fn derived(&self, carried_loads: &[usize], mains: &[Carrier]) -> Vec<(usize, Span, String)> {
        let carried: BTreeSet<Meaning> = carried_loads.iter().map(|load| Meaning::Load(*load)).collect();
        let scalars = self.walked.scalars.iter().filter(|(outer, value)| {
            let leaves = self.leaves(value);
            !mains.contains(&Carrier::Outer(*outer))
                && !leaves.contains(&Meaning::Outer(*outer))
                && (!leaves.is_disjoint(&carried) || self.reach(*outer, mains).is_none())
        });
        scalars.map(|(outer, _)| (*outer, self.assigned(*outer), text(&self.tables.outers[*outer].value))).collect()
    }

    /// From how many iterations back a variable brings something to the next one, where it does so through variables that are set to
    /// nothing that is carried.
    fn reach(&self, outer: usize, mains: &[Carrier]) -> Option<u8> {
        let is_counted = self.header.step.checked_mul(MOST_DELAYED.into()).is_some();
        self.brought(outer, mains, if is_counted { MOST_DELAYED } else { 1 })
    }

    fn brought(&self, outer: usize, mains: &[Carrier], most: u8) -> Option<u8> {
        let value_of = |outer: usize| self.walked.scalars.iter().find(|(scalar, _)| *scalar == outer).map(|(_, value)| value);
        let most = most.checked_sub(1)?;
        let mut farthest = 0;
        for leaf in self.leaves(value_of(outer)?) {
            let Meaning::Outer(other) = leaf else { continue };
            if mains.contains(&Carrier::Outer(other)) {
                return None;
            }
            if value_of(other).is_none() {
                continue;
            }
            farthest = farthest.max(self.brought(other, mains, most)?);
        }
        Some(farthest + 1)
    }

    /// Whether an expression, or a `let` that it is computed from, may panic.
    fn may_stop(&self, value: &Expr) -> bool {
        self.values_of(value).into_iter().any(|value| self.tables.may_panic(value) || self.tables.may_overflow(value))
    }

    /// What a variable holds after the loop is computed beside it, once: of an array that the loop changes before it, where nothing has been
    /// stored yet, so that it must not panic; of others after it, when every iteration has come to its end.
    pub(super) fn check_registers(&mut self, carriers: &[Carrier]) {
        let registers = self.walked.scalars.iter().filter(|(scalar, _)| !carriers.contains(&Carrier::Outer(*scalar)));
        for (outer, value) in registers {
            let gathers = self.tables.sources(value).gathers;
            let is_changed =
                |load: &Meaning| matches!(load, Meaning::Load(load) if self.store(self.tables.loads[*load].array).is_some());
            let reads_changed = self.reached(Meaning::Outer(*outer), &[]).iter().any(is_changed);
            let what = if gathers {
                "an element at an index that depends on data"
            } else if reads_changed && self.may_stop(value) {
                "what is computed of an array that the loop changes, and may panic or overflow"
            } else {
                continue;
            };
            let name = text(&self.tables.outers[*outer].value);
            let message = format!("`{name}` lives outside the loop and is set to {what}");
            let error = Diagnostic::error(refuse::DERIVED_SCALAR, self.assigned(*outer), message);
            self.diagnostics.push(error.help(format!("declare `{name}` in the body with `let`, or set it after the loop")));
        }
    }

    /// An expression and the `let`s that it is computed from.
    fn values_of<'e>(&'e self, value: &'e Expr) -> Vec<&'e Expr> {
        let bindings = self.tables.bindings_of(value, &[]).into_iter().map(|binding| &self.tables.bindings[binding].value);
        std::iter::once(value).chain(bindings).collect()
    }

    pub(super) fn refuse_derived(&mut self, span: Span, name: &str, main: &str, clause: Option<String>) {
        let message =
            format!("`{name}` lives outside the loop and is set to what depends on `{main}` or on another changed variable");
        let outside = || format!("declare it in the body with `let`, or set it after the loop from `{main}`");
        let help = clause.unwrap_or_else(outside);
        self.diagnostics.push(Diagnostic::error(refuse::DERIVED_SCALAR, span, message).help(help));
    }

    pub(super) fn refuse_circle(&mut self, span: Span, name: &str) {
        let message = format!("`{name}` is set to a variable that the loop changes too");
        let help =
            "combine it with a new element in each iteration, or read what it stands for where it is used, such as `x[i - 2]`";
        self.diagnostics.push(Diagnostic::error(refuse::DERIVED_SCALAR, span, message).help(help));
    }
}

impl Assembly<'_> {
    /// What registers hold at the start of an iteration, the farthest first, as others are made of it.
    pub(super) fn bring_delays(&mut self) {
        let farthest = self.solution.registers.iter().map(|register| register.reach).max().unwrap_or_default();
        for back in (1..=farthest).rev() {
            let known = self.solution.registers.iter().filter(|register| register.reach + back <= farthest + 1);
            let held = known.map(|register| (register.outer, self.delayed(register, back)));
            self.delays = held.collect();
        }
    }

    /// What a delay register holds `back - 1` iterations ago: in one of the first iterations its own value, then what the iteration before that
    /// gave it. What other registers held then is known.
    fn delayed(&self, register: &Register, back: u8) -> Expr {
        let shift = -self.step * i64::from(back);
        let earlier = tidied(self.resolved(self.resolver().shifted(shift), &register.value, false), self.tables, false);
        let name = &self.tables.outers[register.outer].name;
        let span = name.span();
        choice(special(&among_first_name(back), span.into()), block(Vec::new(), variable(name)), earlier, span.into())
    }
}
