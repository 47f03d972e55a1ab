//! `let`s that several expressions of a loop hold, or that are values of one variable, with the type that they have in the loop.
//!
//! In the loop they are one variable, whose type may follow from any of its uses. Each closure is inferred on its own: where the uses
//! that decide stand in another one, or are of another value, a literal would become an `i32`.

use super::host::ty;
use crate::ir::{Function, LoopKernel, Output, Type};
use crate::recognise::{LiveOut, Recurrence};
use crate::syntax::has_open_literal;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat};

/// The recurrence with these types written.
pub(super) fn typed(mut recurrence: Recurrence, kernel: &LoopKernel) -> Recurrence {
    let mut count = Count::default();
    recurrence.visit_results(&mut count);
    values_after(&mut recurrence).for_each(|value| count.visit_expr(value));
    let versions = &recurrence.versions;
    let is_version = |name: &String| versions.contains_key(name) || versions.values().any(|first| first == name);
    count.0.retain(|name, times| *times > 1 || is_version(name));

    let mut write = Write { shared: count.0, types: types(kernel) };
    recurrence.visit_results_mut(&mut write);
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
    let elements = kernel.carried.iter().map(|carried| &carried.element);
    let functions = elements.chain(kernel.outputs.iter().flat_map(Output::functions));
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
