//! What kind of scan a recurrence is.

use super::syntax::carried_values;
use super::{Carry, Kind, Recurrence, When};

impl Recurrence {
    /// Inclusive, exclusive, or both: by which of the carried values the stores of an iteration are over. A loop whose outputs do not
    /// depend on the carried value leaves the value after its last iteration, and counts as inclusive.
    pub fn kind(&self) -> Kind {
        let used: Vec<_> = self.outputs.iter().flat_map(|output| carried_values(&output.value)).collect();
        let uses = |when: When| used.iter().any(|(used, _)| *used == when);
        match (uses(When::Before), uses(When::After)) {
            (true, true) => Kind::Mixed,
            (true, false) => Kind::Exclusive,
            (false, _) => Kind::Inclusive,
        }
    }

    /// Whether no store of an iteration depends on carried value `number`: the loop leaves its last value, and nothing else of it.
    pub fn is_reduced(&self, number: usize) -> bool {
        let is_array = matches!(self.carried[number].carry, Carry::Array { .. });
        let uses = |value: &syn::Expr| carried_values(value).iter().any(|(_, used)| *used == number);
        !is_array && !self.outputs.iter().any(|output| uses(&output.value))
    }
}
