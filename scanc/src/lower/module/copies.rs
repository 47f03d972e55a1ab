//! Arrays in structs that are copied: C has no word for that, so that kernels spell out element by element.

use super::functions::Lowered;
use crate::diagnostic::Diagnostics;
use crate::ir::{Expr, ExprKind, walk};
use crate::lower::declared::{World, too_much_written};
use std::collections::HashSet;

/// Refuses copies of so many elements that nobody could read, or compile, the kernel.
pub(super) fn check(functions: &[Lowered], world: &World, diagnostics: &mut Diagnostics) {
    for lowered in functions {
        // What is indexed, or has a field taken, is not copied.
        let mut parts = HashSet::new();
        walk::block(&lowered.function.body, &mut |expr| {
            let copied = match &expr.kind {
                ExprKind::Field(base, _) | ExprKind::Element(base, _) => {
                    parts.insert(std::ptr::from_ref(&**base));
                    let is_part = parts.contains(&std::ptr::from_ref(expr));
                    if is_part { 0 } else { world.array_values(&expr.ty) }
                }
                ExprKind::Struct(_, fields) => fields.iter().map(|(_, value)| moved_in(value, world)).sum(),
                _ => 0,
            };
            if copied > 0 && !world.write_out(copied) {
                diagnostics.push_once(too_much_written(expr.span));
            }
        });
    }
}

/// How many elements a field's value has that is an array of its own.
fn moved_in(value: &Expr, world: &World) -> u64 {
    match &value.kind {
        // The elements of a list are written out in any case, a member's are counted above.
        ExprKind::List(_) | ExprKind::Field(..) | ExprKind::Element(..) => 0,
        _ => world.array_values(&value.ty),
    }
}
