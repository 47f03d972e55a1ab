//! What a loop binds, and other names for what the functions bind that it calls.

use crate::parse::{LocalFunction, TypeEnvironment};
use crate::syntax::{Bound, for_each_word, map_variables, mentions_word};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, ExprCall, Pat, PatIdent, Stmt};

/// What a loop's text binds.
#[derive(Default)]
pub(super) struct Bindings {
    /// How often each name is bound.
    pub bound: HashMap<String, usize>,
    /// The closures among that.
    closures: Vec<(String, LocalFunction)>,
}

impl VisitMut for Bindings {
    fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
        *self.bound.entry(name.ident.unraw().to_string()).or_default() += 1;
        visit_mut::visit_pat_ident_mut(self, name);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        self.closures.extend(LocalFunction::of_local(local).map(|(name, function)| (name.unraw().to_string(), function)));
        visit_mut::visit_local_mut(self, local);
    }
}

impl Bindings {
    /// The closures that the loop binds, of names that nothing else has, and whose names from around them are one each.
    pub(super) fn functions(&self, types: &TypeEnvironment) -> Vec<(String, LocalFunction)> {
        let is_outer = |name: &String| {
            types.variables.contains(name) || types.functions.contains_key(name) || types.unread.contains_key(name)
        };
        let is_one = |name: &String| self.bound.get(name).is_none_or(|count| *count == 1 && !is_outer(name));
        let is_known = |(name, function): &&(String, LocalFunction)| is_one(name) && function.free.iter().all(is_one);
        self.closures.iter().filter(is_known).cloned().collect()
    }
}

/// Whether a parameter would hide what a later argument mentions.
pub(super) fn hides(inputs: &[Pat], call: &ExprCall) -> bool {
    let mut bound = HashSet::new();
    inputs.iter().zip(&call.args).any(|(input, argument)| {
        let mut is_hidden = false;
        for_each_word(argument.to_token_stream(), &mut |word| is_hidden |= bound.contains(&word.unraw().to_string()));
        Bound(&mut |name| bound.extend([name.ident.unraw().to_string()])).visit_pat(input);
        is_hidden
    })
}

/// Gives other names to what a function binds.
pub(super) struct Rename {
    pub names: HashMap<String, String>,
}

impl Rename {
    fn rename(&self, name: &mut Ident) {
        if let Some(new) = self.names.get(&name.unraw().to_string()) {
            *name = Ident::new(new, Ident::span(name));
        }
    }
}

impl VisitMut for Rename {
    fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
        self.rename(&mut name.ident);
        visit_mut::visit_pat_ident_mut(self, name);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.get_ident().is_some() {
            path.path.segments.iter_mut().for_each(|only| self.rename(&mut only.ident));
        }
    }

    /// `Point { x }` is `Point { x: x_1 }`.
    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        field.colon_token.get_or_insert_default();
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        field.colon_token.get_or_insert_default();
        visit_mut::visit_field_pat_mut(self, field);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let renamed = |name: &Ident| self.names.get(&name.unraw().to_string()).map(|new| Ident::new(new, Ident::span(name)));
        call.tokens = map_variables(std::mem::take(&mut call.tokens), &renamed);
    }
}

/// Takes the closures away that are not called any more.
pub(super) struct Unused<'o> {
    pub own: &'o HashSet<String>,
}

impl VisitMut for Unused<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        // One that only others call goes after these.
        for at in (0..block.stmts.len()).rev() {
            let (before, rest) = block.stmts.split_at(at + 1);
            let name = match before.last() {
                Some(Stmt::Local(local)) => LocalFunction::of_local(local).map(|(name, _)| name.unraw().to_string()),
                _ => None,
            };
            let is_called = |name: &String| rest.iter().any(|later| mentions_word(&later.to_token_stream(), name));
            if name.is_some_and(|name| self.own.contains(&name) && !is_called(&name)) {
                block.stmts.remove(at);
            }
        }
    }
}
