//! What kind of scan a recurrence is.

use super::{Carry, OutputUse, Recurrence, When, carried_values};
use crate::parse::Kind;

impl Recurrence {
    /// Inclusive, exclusive, or both: by which of the carried values the stores of an iteration are over. A loop whose outputs do not
    /// depend on the carried value leaves the value after its last iteration, and counts as inclusive.
    pub fn kind(&self) -> Kind {
        let used: Vec<_> = self.outputs.iter().flat_map(OutputUse::carried_values).collect();
        let uses = |when: When| used.iter().any(|(used, _)| *used == when);
        match (uses(When::Before), uses(When::After)) {
            (true, true) => Kind::Mixed,
            (true, false) => Kind::Exclusive,
            (false, _) => Kind::Inclusive,
        }
    }

    /// Whether no store of an iteration depends on carried value `number`: the loop leaves its last value, and nothing else of it.
    pub fn is_reduced(&self, number: usize) -> bool {
        let is_array = matches!(self.carried[number].carry, Carry::Array { .. } | Carry::Part { .. });
        let uses = |output: &OutputUse| output.carried_values().iter().any(|(_, used)| *used == number);
        !is_array && !self.outputs.iter().any(uses)
    }
}

impl OutputUse {
    /// The carried values that the store depends on.
    pub(super) fn carried_values(&self) -> Vec<(When, usize)> {
        let (guard, index) = (self.guard.as_ref(), self.counter.is_some().then_some(&self.index_expr));
        [Some(&self.value), guard, index].into_iter().flatten().flat_map(carried_values).collect()
    }
}
