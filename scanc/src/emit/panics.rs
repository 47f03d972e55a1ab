//! What of a loop never panics, whatever the arrays hold: so far host threads may store before they have seen all of it.

use super::checks::{is_plainly_loaded, never_overflows};
use super::host::Host;
use crate::ir::proof::Proof;
use crate::ir::walk;
use crate::ir::{ExprKind, Function, Output};
use crate::recognise::{OutputUse, carried_by_name};
use proc_macro2::Ident;
use syn::Expr;

impl Host<'_> {
    /// Whether what is stored is carried, or loaded, as it is, under conditions that compare such values; or is computed of numbers
    /// without anything that panics, not even by an overflow. Where a loop counts, it stores only at the counter itself.
    pub(super) fn stores_never_panic(&self) -> bool {
        // What a dense counter counts by the element has evaluated before.
        let is_counted = |output: &Output| output.counter.is_some_and(|counter| counter.dense);
        let may_be = |output: &Output| match is_counted(output) {
            true => self.may_be_out_of_range(&output.value),
            false => output.functions().any(|function| self.may_be_out_of_range(function)),
        };
        if self.kernel.outputs.iter().any(may_be) {
            return false;
        }
        let is_at_counter =
            |output: &OutputUse| output.computed.is_none() && (output.counter.is_none() || output.index.constant == 0);
        let functions = || self.kernel.outputs.iter().flat_map(Output::functions);
        // What a tuple is made of is numbers.
        let are_numbers = self.kernel.types().all(|ty| ty.scalar().is_some() || self.parts_of(ty).is_some());
        if are_numbers && self.recurrence.outputs.iter().all(is_at_counter) && functions().all(never_overflows) {
            return true;
        }
        // What `&` and `<` of a program's own types do, nobody knows.
        if self.recurrence.carried.is_empty() && !are_numbers {
            return false;
        }
        let mut outputs = self.recurrence.outputs.iter();
        outputs.all(|output| is_at_counter(output) && output.expressions().all(|value| self.never_panics(value)))
    }

    /// Whether an array is scanned in place, and elements are computed of numbers without anything that panics, whatever is captured: only
    /// then may host threads change it before they have seen all elements.
    pub(super) fn changes_at_once(&self) -> bool {
        let mut arrays = self.recurrence.arrays.iter().zip(&self.kernel.arrays);
        let mut elements = self.kernel.carried.iter().map(|carried| &carried.element);
        !self.recurrence.carried.is_empty()
            && arrays.any(|(array, typed)| array.written && typed.read && !array.collected)
            && self.kernel.types().all(|ty| ty.scalar().is_some())
            && !self.kernel.carried.iter().any(|carried| self.may_be_out_of_range(&carried.element))
            && elements.all(|element| never_overflows(element) && Proof::of(element).checks().is_empty())
    }

    /// Whether a function loads from where only a condition keeps an iteration in range.
    pub(super) fn may_be_out_of_range(&self, function: &Function) -> bool {
        let mut may_be = false;
        walk::block(&function.body, &mut |expr| {
            if let ExprKind::Load(array, _) = &expr.kind {
                let is_plain = is_plainly_loaded(expr);
                let mut reads = self.recurrence.arrays[array.0].reads.iter();
                may_be |= reads.any(|read| read.guarded && (!is_plain || read.is_variable()));
            }
        });
        may_be
    }

    fn never_panics(&self, value: &Expr) -> bool {
        let is_carried = |name: &Ident| carried_by_name(&name.to_string()).is_some();
        let is_checked = |name: &Ident| self.recurrence.arrays.iter().any(|array| !array.gathered && array.name == *name);
        match value {
            Expr::Path(path) if path.path.get_ident().is_some_and(is_carried) => true,
            Expr::Field(field) => self.never_panics(&field.base),
            _ if !self.counts() && !self.recurrence.carried.is_empty() => false,
            Expr::Path(_) | Expr::Lit(_) => true,
            Expr::Index(access) => matches!(&*access.expr, Expr::Path(path) if path.path.get_ident().is_some_and(is_checked)),
            Expr::Paren(inner) => self.never_panics(&inner.expr),
            Expr::Cast(cast) => self.never_panics(&cast.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)) && self.never_panics(&unary.expr),
            Expr::Binary(binary) => {
                use syn::BinOp::{And, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne, Or};
                let harmless = matches!(
                    binary.op,
                    And(_) | Or(_) | BitAnd(_) | BitOr(_) | BitXor(_) | Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)
                );
                harmless && self.never_panics(&binary.left) && self.never_panics(&binary.right)
            }
            _ => false,
        }
    }

    /// Whether it stores where it counts.
    fn counts(&self) -> bool {
        self.recurrence.outputs.iter().any(|output| output.counter.is_some())
    }
}
