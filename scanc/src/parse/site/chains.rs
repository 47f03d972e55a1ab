//! Iterators that are loops: which of them are meant, and taking them out of the statements that they stand in.

use super::{Collector, put_back, take_attributes};
use crate::diagnostic::Spanned;
use crate::parse::collected::{Collected, bound_name, check_collect_target, check_collection, scan_chain_call};
use crate::parse::loops::{Meant, looped};
use crate::parse::reduced::{self, chain_within, holds_chain, is_reduced, reduced_chain};
use crate::parse::search::is_search;
use crate::parse::{LoopSyntax, Reduced, error, types};
use crate::syntax::{ExpressionsMut, bare, mentions_word, plain_ident};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ExprMethodCall, Local, Type};

impl Collector {
    /// Whether an expression is an iterator that may be one: a collected scan, or what comes to a value where no loop is meant.
    pub(super) fn is_chain(&self, expression: &Expr) -> bool {
        matches!(bare(expression), Expr::MethodCall(call) if self.is_chain_call(call))
    }

    pub(super) fn is_chain_call(&self, call: &ExprMethodCall) -> bool {
        let is_meant =
            |kind, is_independent| self.only.as_ref().is_none_or(|only| self.meant == kind && only.independent == is_independent);
        let is_collected = || {
            Collected::of_call(call).is_some_and(|collected| match collected.selects() {
                true => is_meant(Meant::Selection, false),
                false => is_meant(Meant::Iterator, true) || is_meant(Meant::Carrying, false) && !collected.carries().is_empty(),
            })
        };
        let comes_to_value = || is_reduced(call) && is_meant(Meant::Iterator, is_search(call));
        scan_chain_call(call).is_some() || comes_to_value() || is_collected()
    }

    /// Whether it is a `for_each` that is to be a loop.
    pub(super) fn is_each(&self, call: &ExprMethodCall) -> bool {
        let is_meant = self.only.is_none() || self.meant == Meant::Iterator;
        is_meant && self.concerns(&call.attrs) && looped(&Expr::MethodCall(call.clone())).is_some()
    }

    /// A chain that is to be scanned or comes to a value; `place` is what it is bound to or assigned to, `ty` the type that is written
    /// there.
    pub(super) fn take_chain(
        &mut self,
        chain: &mut Expr,
        attributes: &mut Vec<Attribute>,
        place: Option<&Expr>,
        ty: Option<&Type>,
    ) {
        let attribute = self.clauses_for(attributes);
        self.refuse_inner(chain);
        let Some(attribute) = attribute else {
            return;
        };
        let name = place.and_then(variable);
        if let Some(reduced) = reduced_chain(chain) {
            reduced::check_target(&attribute, reduced, (place, false), &mut self.found);
            let reduced = Reduced { name, ty: ty.cloned(), chain: reduced.clone(), is_operand: false };
            return self.take(chain, attribute, Vec::new(), reduced.syntax());
        }
        check_collection(chain, ty, &mut self.found);
        check_collect_target(&attribute, chain, name.as_ref(), &mut self.found);
        // What the iterator has by this name is something else.
        let name = name.filter(|name| !mentions_word(&chain.to_token_stream(), &name.to_string()));
        let known = ty.map(|ty| types::annotated(name.as_ref(), ty));
        self.take(chain, attribute, Vec::new(), LoopSyntax::Collect(name, bare(chain).clone()));
        if let (Some(site), Some(known)) = (self.sites.last_mut(), known) {
            site.types = known;
        }
    }

    /// `let mean = ….sum::<f64>() / n;`: what an expression is computed of.
    pub(super) fn take_part(&mut self, expression: &mut Expr, attributes: &mut Vec<Attribute>, place: Option<&Expr>) {
        let attribute = self.clauses_for(attributes);
        let at = Spanned::span(&*expression);
        let Some((chain, is_operand)) = chain_within(expression) else {
            let message = "several iterators come to a value here: which one is the reduction?";
            return self.found.push(error(122, at, message).help("bind each: `let sum: f64 = x.iter().sum();`"));
        };
        self.refuse_inner(chain);
        let (Some(attribute), Some(reduced)) = (attribute, reduced_chain(chain)) else { return };
        reduced::check_target(&attribute, reduced, (place, true), &mut self.found);
        let is_named = |name: &Ident| attribute.targets.iter().any(|target| plain_ident(&target.place) == Some(name));
        let name = place.and_then(variable).filter(is_named);
        let reduced = Reduced { name, ty: None, chain: reduced.clone(), is_operand };
        self.take(chain, attribute, Vec::new(), reduced.syntax());
    }

    /// Whether an expression is computed of an iterator that may be meant.
    pub(super) fn has_part(&self, expression: &Expr) -> bool {
        let is_meant = |call: &ExprMethodCall| {
            self.only.as_ref().is_none_or(|only| self.meant == Meant::Iterator && only.independent == is_search(call))
        };
        holds_chain(expression, &is_meant)
    }

    /// `y = ….collect();`, `s += ….sum::<i64>();`
    pub(super) fn take_assigned(&mut self, place: &mut Expr, chain: &mut Expr) {
        let mut attributes = take_attributes(place);
        self.take_chain(chain, &mut attributes, Some(&*place), None);
        // `#[cfg(…)] y = …` is refused by rustc, so nothing else than ours can be here.
        put_back(place, attributes);
    }

    /// `let y = ….collect();`
    pub(super) fn take_local(&mut self, local: &mut Local) {
        let (name, ty) = bound_name(&local.pat);
        let place = name.as_ref().map(crate::syntax::variable);
        let mut attributes = std::mem::take(&mut local.attrs);
        if let Some(init) = &mut local.init {
            self.take_chain(&mut init.expr, &mut attributes, place.as_ref(), ty.as_ref());
            // No block may stand before `else`.
            if let (Some(_), Some(site)) = (&init.diverge, self.sites.last_mut()) {
                site.syntax.be_operand();
            }
        }
        local.attrs = attributes;
    }

    /// `iterator.for_each(|pattern| …);`, which is a loop.
    pub(super) fn take_each(&mut self, expression: &mut Expr) {
        let attributes = take_attributes(expression);
        if let Some(mut looped) = loop_of_each(expression) {
            looped.attrs = attributes;
            *expression = Expr::ForLoop(looped);
            self.take_loop(expression);
        }
    }

    /// `let mean = ….sum::<f64>() / n;`
    pub(super) fn take_part_of_local(&mut self, local: &mut Local) {
        let place = bound_name(&local.pat).0.as_ref().map(crate::syntax::variable);
        let mut attributes = std::mem::take(&mut local.attrs);
        if let Some(init) = &mut local.init {
            self.take_part(&mut init.expr, &mut attributes, place.as_ref());
        }
        local.attrs = attributes;
    }
}

/// `for pattern in iterator { … }` of `iterator.for_each(|pattern| …)`.
fn loop_of_each(expression: &Expr) -> Option<syn::ExprForLoop> {
    let (call, closure) = looped(expression)?;
    let (chain, span) = (&call.receiver, call.method.span());
    let mut body: syn::Block = match &*closure.body {
        Expr::Block(block) if block.label.is_none() => block.block.clone(),
        body => syn::parse_quote_spanned!(span=> { #body; }),
    };
    let mut go_on = |expression: &mut Expr| {
        if let Expr::Return(syn::ExprReturn { return_token, expr: None, .. }) = expression {
            *expression = syn::parse_quote_spanned!(return_token.span=> continue);
        }
        !matches!(expression, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_))
    };
    ExpressionsMut(&mut go_on).visit_block_mut(&mut body);
    let mut looped: syn::ExprForLoop = syn::parse_quote_spanned!(span=> for _ in #chain {});
    (*looped.pat, looped.body) = (closure.inputs[0].clone(), body);
    // The loop ends where the call does.
    looped.body.brace_token.span = call.paren_token.span;
    Some(looped)
}

fn variable(expression: &Expr) -> Option<Ident> {
    match bare(expression) {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }
}
