//! Closures and functions of the function itself: `let weigh = |v: f32| v * k;` and `fn weigh(v: f32) -> f32 { … }`. A loop that calls one
//! is read with its text in the place of the call, where that means the same there.

use super::Scopes;
use crate::parse::LocalFunction;
use crate::syntax::matches::is_variable;
use crate::syntax::{Bound, bare, for_each_word, without_returns};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprClosure, FnArg, Item, ItemFn, Local, Pat, ReturnType};

/// Attributes that change nothing of what a function computes.
const HARMLESS: &[&str] = &["inline", "allow", "expect", "doc", "must_use", "warn", "deny"];

/// What the names that a closure takes from around it were there: each with the number of its declaration, if it has one.
pub(super) type Around = Vec<(String, Option<usize>)>;

impl LocalFunction {
    /// `let name = |…| …;`: nobody else can be called by that name.
    pub(crate) fn of_local(local: &Local) -> Option<(&Ident, Self)> {
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return None };
        let Expr::Closure(closure) = bare(&init.expr) else { return None };
        let is_plain = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() && init.diverge.is_none();
        // One that takes values along has them as they were then.
        let captures = closure.capture.is_some() || closure.asyncness.is_some() || closure.movability.is_some();
        if !is_plain || captures || closure.constness.is_some() || !local.attrs.is_empty() || !closure.attrs.is_empty() {
            return None;
        }
        let inputs = closure.inputs.iter().cloned().collect();
        let output = match &closure.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        };
        Some((&name.ident, Self::new(inputs, output, &closure.body, local.to_token_stream())?))
    }

    /// `fn name(…) -> … { … }`
    fn of_item(item: &ItemFn) -> Option<Self> {
        let signature = &item.sig;
        let is_harmless = |attribute: &Attribute| HARMLESS.iter().any(|known| attribute.path().is_ident(known));
        let is_plain = signature.constness.is_none() && signature.asyncness.is_none() && signature.unsafety.is_none();
        let is_generic = signature.generics.type_params().next().is_some() || signature.generics.const_params().next().is_some();
        let ReturnType::Type(_, output) = &signature.output else { return None };
        if !is_plain || is_generic || signature.abi.is_some() || !item.attrs.iter().all(is_harmless) {
            return None;
        }
        let typed = |input: &FnArg| match input {
            FnArg::Typed(typed) => Some(Pat::Type(typed.clone())),
            FnArg::Receiver(_) => None,
        };
        let inputs = signature.inputs.iter().map(typed).collect::<Option<_>>()?;
        let body = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: (*item.block).clone() });
        Self::new(inputs, Some((**output).clone()), &body, item.to_token_stream())
    }

    fn new(inputs: Vec<Pat>, output: Option<syn::Type>, body: &Expr, written: TokenStream) -> Option<Self> {
        let body = without_returns(body)?;
        let mut names = Names { scopes: vec![HashSet::new()], ..Names::default() };
        inputs.iter().for_each(|input| names.bind(input));
        inputs.iter().for_each(|input| names.visit_pat(input));
        output.iter().for_each(|ty| names.visit_type(ty));
        names.visit_expr(&body);
        let Names { free, bound, matched, has_items, .. } = names;
        (!has_items).then_some(Self { inputs, output, body, written, free, bound, matched })
    }

    /// The same as a closure.
    pub(crate) fn closure(&self) -> ExprClosure {
        let (inputs, body) = (&self.inputs, &self.body);
        match &self.output {
            Some(output) => syn::parse_quote!(|#(#inputs),*| -> #output { #body }),
            None => syn::parse_quote!(|#(#inputs),*| (#body)),
        }
    }
}

impl Scopes {
    /// What the names that `function` takes from around it are here.
    pub(super) fn around(&self, function: &LocalFunction) -> Around {
        function.free.iter().map(|name| (name.clone(), self.declaration(name))).collect()
    }

    /// The number of a name's declaration.
    pub(super) fn declaration(&self, name: &str) -> Option<usize> {
        Some(self.scopes.iter().rev().find_map(|scope| scope.get(name))?.number)
    }

    /// `fn name(…) -> … { … }`, which takes no variable from around it.
    pub(super) fn bind_function(&mut self, item: &ItemFn) {
        let function = LocalFunction::of_item(item);
        let is_recursive = |function: &LocalFunction| function.free.iter().any(|name| item.sig.ident.unraw() == name);
        if let Some(function) = function.filter(|function| !is_recursive(function)) {
            let around = self.around(&function);
            self.is_called(&item.sig.ident, function, around);
        }
    }

    /// Whether all names that a function takes from around it are here what they were there, and no variables if it is an item.
    pub(super) fn means_the_same(&self, function: &LocalFunction, around: &Around, is_item: bool) -> Result<(), String> {
        let is_variable =
            |name: &String| self.scopes.iter().rev().find_map(|scope| scope.get(name)).is_some_and(|one| one.is_variable);
        let other = around.iter().find(|(name, number)| self.declaration(name) != *number).map(|(name, _)| name);
        let taken = function.free.iter().find(|name| is_item && is_variable(name));
        other.or(taken).map_or(Ok(()), |name| Err(name.clone()))
    }
}

/// What an item is called that is no value, or no value alone.
pub(super) fn name_of(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Mod(item) => &item.ident,
        Item::ExternCrate(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    })
}

/// The names in a function. In a macro each that it mentions may be one.
#[derive(Default)]
struct Names {
    /// What is bound, the innermost scope last.
    scopes: Vec<HashSet<String>>,
    /// What it takes from around it: variables, functions, constants, types, and what paths begin with.
    free: Vec<String>,
    /// All that it binds.
    bound: Vec<String>,
    /// What patterns bind which may not match.
    matched: Vec<String>,
    /// An item may be called as anything is.
    has_items: bool,
}

impl Names {
    fn bind(&mut self, pattern: &Pat) {
        let mut names = Vec::new();
        Bound(&mut |name| names.push(name.ident.clone())).visit_pat(pattern);
        for name in names {
            // What looks like a constant may be one.
            if !is_variable(&name) {
                self.mention(&name);
                continue;
            }
            let name = name.unraw().to_string();
            if !self.bound.contains(&name) {
                self.bound.push(name.clone());
            }
            self.scopes.last_mut().into_iter().for_each(|scope| scope.extend([name.clone()]));
        }
    }

    fn matches(&mut self, pattern: &Pat) {
        Bound(&mut |name| self.matched.push(name.ident.unraw().to_string())).visit_pat(pattern);
        self.bind(pattern);
    }

    fn mention(&mut self, name: &Ident) {
        let name = name.unraw().to_string();
        if !self.scopes.iter().any(|scope| scope.contains(&name)) && !self.free.contains(&name) {
            self.free.push(name);
        }
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(HashSet::new());
        inside(self);
        self.scopes.pop();
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        path.segments.first().into_iter().for_each(|first| self.mention(&first.ident));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        for_each_word(call.tokens.clone(), &mut |word| self.mention(word));
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.scoped(|walk| visit::visit_block(walk, block));
    }

    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let may_not_match = local.init.as_ref().is_some_and(|init| init.diverge.is_some());
        if may_not_match { self.matches(&local.pat) } else { self.bind(&local.pat) }
    }

    fn visit_expr_if(&mut self, choice: &'ast syn::ExprIf) {
        self.scoped(|walk| {
            walk.visit_expr(&choice.cond);
            walk.visit_block(&choice.then_branch);
        });
        choice.else_branch.iter().for_each(|(_, otherwise)| self.visit_expr(otherwise));
    }

    fn visit_expr_while(&mut self, looped: &'ast syn::ExprWhile) {
        self.scoped(|walk| visit::visit_expr_while(walk, looped));
    }

    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        self.visit_expr(&condition.expr);
        self.matches(&condition.pat);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        self.visit_expr(&looped.expr);
        self.scoped(|walk| {
            walk.bind(&looped.pat);
            walk.visit_block(&looped.body);
        });
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.scoped(|walk| {
            walk.matches(&arm.pat);
            visit::visit_arm(walk, arm);
        });
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.scoped(|walk| {
            closure.inputs.iter().for_each(|input| walk.bind(input));
            walk.visit_expr(&closure.body);
        });
    }

    fn visit_item(&mut self, _: &'ast Item) {
        self.has_items = true;
    }
}
