//! `let`s that several expressions of a loop hold, with the type that they have in the loop.
//!
//! In the loop such a `let` is one variable, whose type may follow from any of its uses. Each closure is inferred on its own: where the
//! uses that decide stand in another one, a literal would become an `i32`.

use super::host::ty;
use crate::ir::{Function, LoopKernel, Type};
use crate::recognise::{LiveOut, Recurrence};
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Lit, Local, Pat};

/// The recurrence with these types written.
pub(super) fn typed(mut recurrence: Recurrence, kernel: &LoopKernel) -> Recurrence {
    let mut count = Count::default();
    count.visit_block(&recurrence.element);
    recurrence.outputs.iter().for_each(|output| count.visit_expr(&output.value));
    values_after(&mut recurrence).for_each(|value| count.visit_expr(value));
    count.0.retain(|_, times| *times > 1);

    let mut write = Write { shared: count.0, types: types(kernel) };
    write.visit_block_mut(&mut recurrence.element);
    recurrence.outputs.iter_mut().for_each(|output| write.visit_expr_mut(&mut output.value));
    values_after(&mut recurrence).for_each(|value| write.visit_expr_mut(value));
    recurrence
}

fn values_after(recurrence: &mut Recurrence) -> impl Iterator<Item = &mut Expr> {
    recurrence.live_out.iter_mut().filter_map(|(_, value)| match value {
        LiveOut::AtLastIteration(value) => Some(value),
        LiveOut::PastTheEnd => None,
    })
}

/// The types of the kernel's locals. In canonical expressions a name has one meaning.
fn types(kernel: &LoopKernel) -> HashMap<&str, &Type> {
    let functions = std::iter::once(&kernel.element).chain(kernel.outputs.iter().map(|output| &output.value));
    functions.flat_map(|function: &Function| &function.locals).map(|local| (local.name.as_str(), &local.ty)).collect()
}

/// How often each name is bound.
#[derive(Default)]
struct Count(HashMap<String, usize>);

impl<'ast> Visit<'ast> for Count {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Pat::Ident(name) = &local.pat {
            *self.0.entry(name.ident.to_string()).or_default() += 1;
        }
        visit::visit_local(self, local);
    }
}

struct Write<'a> {
    shared: HashMap<String, usize>,
    types: HashMap<&'a str, &'a Type>,
}

impl VisitMut for Write<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        let Pat::Ident(name) = &local.pat else { return };
        let text = name.ident.to_string();
        let open = self.shared.contains_key(&text) && local.init.as_ref().is_some_and(|init| has_open_literal(&init.expr));
        if let Some(ty) = self.types.get(text.as_str()).and_then(|found| ty(found)).filter(|_| open) {
            local.pat = Pat::Type(syn::PatType {
                attrs: Vec::new(),
                pat: Box::new(local.pat.clone()),
                colon_token: syn::token::Colon::default(),
                ty: Box::new(syn::Type::Verbatim(ty)),
            });
        }
    }
}

/// Whether a literal's type is left to what is around it.
fn has_open_literal(expr: &Expr) -> bool {
    struct Open(bool);
    impl<'ast> Visit<'ast> for Open {
        fn visit_lit(&mut self, literal: &'ast Lit) {
            self.0 |= match literal {
                Lit::Int(value) => value.suffix().is_empty(),
                Lit::Float(value) => value.suffix().is_empty(),
                _ => false,
            };
        }

        // An index is a `usize`.
        fn visit_expr_index(&mut self, access: &'ast syn::ExprIndex) {
            self.visit_expr(&access.expr);
        }
    }
    let mut open = Open(false);
    open.visit_expr(expr);
    open.0
}
