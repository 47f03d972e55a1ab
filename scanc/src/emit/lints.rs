//! What lints find in host code, and what has them accept it.

use super::host::Host;
use crate::recognise::{LiveOut, Recurrence};
use crate::syntax::{Expressions, bare};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{BinOp, Expr, ExprBinary, Lit};

impl Host<'_> {
    /// What has clippy accept the one form for every array, where what is a slice already is sliced again, and what has lints accept ranges
    /// of patterns. The first clippy does not mind in a macro's expansion.
    pub(super) fn allowed_slices(&self) -> TokenStream {
        let (reason, ranges) = ("one form for all arrays", self.allowed_ranges());
        let slices =
            (!self.surroundings.function.in_macro).then(|| quote!(#[allow(clippy::redundant_slicing, reason = #reason)]));
        // rustc finds in the iterations of loops that are written out, and in calls, what it does not look for where they stand.
        let reason = match (&self.recurrence.fixed, &self.site.called) {
            (Some(_), _) => Some("the numbers are those of a loop"),
            (None, Some(_)) => Some("the numbers are those of a call"),
            (None, None) => None,
        };
        let numbers = reason.map(|reason| quote!(#[allow(arithmetic_overflow, unconditional_panic, reason = #reason)]));
        quote!(#slices #ranges #numbers)
    }

    /// What has lints accept the comparisons that a range in a pattern is.
    pub(super) fn allowed_ranges(&self) -> Option<TokenStream> {
        let Ranges { of_name, of_all } = ranges(self.recurrence);
        let (of_name, of_all) =
            (of_name.then(|| quote!(clippy::manual_range_contains,)), of_all.then(|| quote!(unused_comparisons,)));
        let is_any = of_name.is_some() || of_all.is_some();
        is_any.then(|| quote!(#[allow(#of_name #of_all reason = "it is what branches come to")]))
    }

    /// What has clippy accept the type of all cells of a matrix of three values.
    pub(super) fn allowed_type(&self) -> Option<TokenStream> {
        let reason = "all cells of a matrix";
        let is_complex = self.kernel.carried.len() > 6 && !self.surroundings.function.in_macro;
        is_complex.then(|| quote!(#[allow(clippy::type_complexity, reason = #reason)]))
    }
}

/// What is in the expressions of a loop.
#[derive(Default)]
struct Ranges {
    /// `c >= 1 && c <= 3`, `c < 1 || c > 3` of a name.
    of_name: bool,
    /// `x[i] >= 0`, `x[i] <= 255`: what holds of all values of some type.
    of_all: bool,
}

impl Ranges {
    fn add(&mut self, compared: &ExprBinary) {
        if let (Expr::Binary(one), Expr::Binary(other)) = (bare(&compared.left), bare(&compared.right)) {
            let is_range = |from: &ExprBinary, to: &ExprBinary| {
                matches!(
                    (&compared.op, from.op, to.op),
                    (BinOp::And(_), BinOp::Ge(_), BinOp::Le(_) | BinOp::Lt(_))
                        | (BinOp::Or(_), BinOp::Lt(_), BinOp::Ge(_) | BinOp::Gt(_))
                )
            };
            let is_any = is_range(one, other) || is_range(other, one);
            self.of_name |= is_any && one.left == other.left && matches!(*one.left, Expr::Path(_));
        }
        self.of_all |= match compared.op {
            BinOp::Ge(_) => number(&compared.right) == Some(0),
            BinOp::Le(_) => number(&compared.right)
                .is_some_and(|most| most.checked_add(1).is_none_or(|next| next.is_power_of_two() && next > 64)),
            _ => false,
        };
    }
}

fn number(value: &Expr) -> Option<u64> {
    match bare(value) {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(value), .. }) => value.base10_parse().ok(),
        Expr::Lit(syn::ExprLit { lit: Lit::Byte(value), .. }) => Some(value.value().into()),
        _ => None,
    }
}

fn ranges(recurrence: &Recurrence) -> Ranges {
    let mut ranges = Ranges::default();
    let mut look = |expression: &Expr| {
        if let Expr::Binary(compared) = expression {
            ranges.add(compared);
        }
        true
    };
    let mut walk = Expressions(&mut look);
    recurrence.visit_results(&mut walk);
    recurrence.live_out.iter().for_each(|(_, value)| match value {
        LiveOut::AtLastIteration(value) => walk.visit_expr(value),
        LiveOut::PastTheEnd => {}
    });
    ranges
}
