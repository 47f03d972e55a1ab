//! The loop that a derived operator is held against: it stores, in arrays of their own, what the loop's own step makes of each carried
//! value.

use super::assemble::Assembly;
use super::inner;
use super::limits;
use super::resolve::tidied;
use super::updates::Updated;
use super::{Affine, ArrayUse, Carried, OutputUse, Recurrence};
use crate::ir::OperatorKind;
use crate::syntax::{block, block_value, variable};
use proc_macro2::Ident;
use syn::Expr;

impl Assembly<'_> {
    /// The carried values, with what the loop's own step makes of each, where any of them goes through maps.
    pub(super) fn steps(&self, carried: &[Carried], updates: &[Updated]) -> Option<(Vec<Carried>, Vec<Expr>)> {
        let step = |updated: &Updated| block_value(tidied(block(updated.lets.clone(), updated.value.clone()), self.tables, true));
        let is_derived = carried.iter().any(|carried| matches!(carried.operator.kind, OperatorKind::Map(_)));
        is_derived.then(|| (carried.to_vec(), updates.iter().map(step).collect()))
    }

    /// The loop that stores these steps and nothing else.
    pub(super) fn trial(&self, recurrence: &Recurrence, (carried, steps): (Vec<Carried>, Vec<Expr>)) -> Recurrence {
        let mut arrays = recurrence.arrays.clone();
        arrays.iter_mut().for_each(|array| (array.written, array.delayed) = (false, false));
        let mut outputs = Vec::new();
        for (number, value) in steps.into_iter().enumerate() {
            let name = Ident::new(&format!("step_{number}_of_trial"), self.span.first);
            let index_expr = variable(&self.tables.index);
            let index = Affine { coefficient: 1, ..Affine::constant(0) };
            outputs.push(OutputUse {
                array: arrays.len(),
                index,
                index_expr,
                counter: None,
                computed: None,
                guard: None,
                value,
                span: self.span,
            });
            arrays.push(ArrayUse {
                place: variable(&name),
                name,
                reads: Vec::new(),
                gathered: false,
                written: true,
                delayed: false,
                collected: false,
                pushed: false,
            });
        }
        let captures =
            self.captures(&carried, &outputs, &[]).into_iter().chain(limits::term_limit(&carried, self.tables)).collect();
        let common = inner::of_results(carried.iter().map(|carried| &carried.element), &outputs, self.tables);
        Recurrence { arrays, captures, carried, common, outputs, live_out: Vec::new(), lag: None, ..recurrence.clone() }
    }
}
