//! Inclusive or exclusive: which carried value the outputs use.

use super::affine::canonical;
use crate::parse::mentions;
use crate::recognise::{AFTER, BEFORE, Carry, Kind, Recurrence};
use quote::ToTokens;
use syn::Expr;

impl Recurrence {
    /// What kind of scan it is. A loop whose outputs do not depend on the carried value leaves the value after its last iteration, and
    /// counts as inclusive.
    pub fn kind(&self) -> Kind {
        let uses = |name| self.outputs.iter().any(|output| mentions(output.value.to_token_stream(), name));
        match (uses(BEFORE), uses(AFTER)) {
            (true, true) => Kind::Mixed,
            (true, false) => Kind::Exclusive,
            (false, _) => Kind::Inclusive,
        }
    }
}

/// Whether an output's value depends on the carried value.
pub(super) fn uses_carried(value: &Expr) -> bool {
    [BEFORE, AFTER].iter().any(|name| mentions(value.to_token_stream(), name))
}

/// Whether `y[i] = y[i - 1] ⊕ x[i - 1]`: inclusive by its iterations, and the exclusive scan of `x` by its arrays. Either word is true.
pub(super) fn is_shifted(recurrence: &Recurrence) -> bool {
    let Carry::Array { read, .. } = &recurrence.carry else {
        return false;
    };
    let shift = canonical(read);
    let mut reads = recurrence.arrays.iter().flat_map(|array| &array.reads).peekable();
    recurrence.kind() == Kind::Inclusive && reads.peek().is_some() && reads.all(|read| canonical(read) == shift)
}
