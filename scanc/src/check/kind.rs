//! Inclusive or exclusive: which carried value the outputs use.

use super::affine::canonical;
use crate::parse::mentions;
use crate::recognise::{AFTER, BEFORE, Carry, Kind, Recurrence};
use quote::ToTokens;
use syn::Expr;

/// Whether an output's value depends on the carried value.
pub(super) fn uses_carried(value: &Expr) -> bool {
    [BEFORE, AFTER].iter().any(|name| mentions(value.to_token_stream(), name))
}

/// Whether `y[i] = y[i - 1] ⊕ x[i - 1]`: inclusive by its iterations, and the exclusive scan of `x` by its arrays. Either word is true.
pub(crate) fn is_shifted(recurrence: &Recurrence) -> bool {
    let Carry::Array { read, .. } = &recurrence.carry else {
        return false;
    };
    let shift = canonical(read);
    let mut reads = recurrence.arrays.iter().flat_map(|array| &array.reads).peekable();
    recurrence.kind() == Kind::Inclusive && reads.peek().is_some() && reads.all(|read| canonical(read) == shift)
}
