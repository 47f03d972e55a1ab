//! Inclusive or exclusive: which carried value the outputs use.

use super::affine::{Canonical, canonical};
use crate::parse::Kind;
use crate::recognise::{Carry, Recurrence, carried_values};
use syn::Expr;

/// Whether an output's value depends on a carried value.
pub(super) fn uses_carried(value: &Expr) -> bool {
    !carried_values(value).is_empty()
}

/// Whether `y[i] = y[i - 1] ⊕ x[i - 1]`: inclusive by its iterations, and the exclusive scan of `x` by its arrays. Either word is true.
pub(crate) fn is_shifted(recurrence: &Recurrence) -> bool {
    let Some(shift) = carried_read(recurrence) else { return false };
    let mut reads = recurrence.arrays.iter().flat_map(|array| &array.reads).peekable();
    recurrence.kind() == Kind::Inclusive && reads.peek().is_some() && reads.all(|read| canonical(read) == shift)
}

/// Where all carried values are read from arrays, if that is one index.
fn carried_read(recurrence: &Recurrence) -> Option<Canonical> {
    let reads = recurrence.carried.iter().map(|carried| match &carried.carry {
        Carry::Array { read, .. } | Carry::Part { read, .. } => Some(canonical(read)),
        Carry::Scalar(_) | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => None,
    });
    let reads: Vec<Canonical> = reads.collect::<Option<_>>()?;
    let (first, rest) = reads.split_first()?;
    rest.iter().all(|read| read == first).then(|| first.clone())
}
