//! What kind of scan a recurrence is.

use super::syntax::mentions;
use super::{AFTER, BEFORE, Kind, Recurrence};

impl Recurrence {
    /// Inclusive, exclusive, or both: by which of the carried values the stores of an iteration are over. A loop whose outputs do not
    /// depend on the carried value leaves the value after its last iteration, and counts as inclusive.
    pub fn kind(&self) -> Kind {
        let uses = |name: &str| self.outputs.iter().any(|output| mentions(&output.value, name));
        match (uses(BEFORE), uses(AFTER)) {
            (true, true) => Kind::Mixed,
            (true, false) => Kind::Exclusive,
            (false, _) => Kind::Inclusive,
        }
    }
}
