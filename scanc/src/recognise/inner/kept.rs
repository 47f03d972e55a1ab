//! What loops in an iteration store, or combine into variables from outside: variables of the iteration have it meanwhile, so that these
//! loops change nothing else, and it is stored, or combined, after them.

use super::text::{Text, Update};
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Builtin, Scalar, Type};
use crate::recognise::body::{Cell, Local, Walker};
use crate::recognise::places::Place;
use crate::recognise::refuse;
use crate::syntax::{bare, compound, for_each_variable, ours, plain_ident, type_of};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{BinOp, Expr, ExprIndex, parse_quote, parse_quote_spanned};

/// A variable that stands in a loop's text in the place of something from outside.
pub(super) struct Kept {
    pub name: Ident,
    /// `y[i] = y_now`, `total += total_part`
    pub after: Expr,
}

impl Walker<'_, '_> {
    /// Has the loop compute in variables what it stores to one place, or combines into one variable from outside. `None` where that has been
    /// refused.
    pub(super) fn kept_in_variables(&mut self, text: &mut Text) -> Option<Vec<Kept>> {
        let (bound, updates) = (text.bound(), text.updates());
        let roots = updates.iter().filter_map(|(target, _)| Some(root(target)?.to_string()));
        let changing: BTreeSet<String> = roots.chain(bound.iter().cloned()).collect();
        let mut kept = Vec::new();
        for (number, (target, _)) in updates.iter().enumerate() {
            if updates[..number].iter().any(|(earlier, _)| earlier == target) {
                continue;
            }
            match (target, Place::of(target)) {
                (Expr::Infer(_), _) => {}
                (_, Some(place)) if bound.contains(&place.root.to_string()) => {}
                (_, Some(place)) => match self.lookup(&place.root) {
                    Some(Local::Element(..)) if place.dereferenced => {
                        let is_it = |expr: &Expr| plain_ident(expr) == Some(&place.root);
                        kept.push(self.kept_element(target, &place, &is_it, text)?);
                    }
                    None | Some(Local::Outer(_)) => kept.extend(self.combined_outside(target, &place, &updates, text)),
                    Some(_) => {}
                },
                (Expr::Index(access), None) => {
                    let Some(place) = self.one_element(access, &bound, &changing) else {
                        self.refuse_stores(target.span());
                        return None;
                    };
                    let is_it = |expr: &Expr| Place::of(expr).is_some_and(|other| other.key == place.key);
                    kept.push(self.kept_element(target, &place, &is_it, text)?);
                }
                (_, None) => {
                    self.refuse_stores(target.span());
                    return None;
                }
            }
        }
        Some(kept)
    }

    /// The array of `y[i]`, if that is the same element as long as the loop runs.
    fn one_element(&self, access: &ExprIndex, bound: &BTreeSet<String>, changing: &BTreeSet<String>) -> Option<Place> {
        let place = self.outer_place(bare(&access.expr)).filter(|place| !bound.contains(&place.root.to_string()))?;
        let mut is_same = true;
        for_each_variable(access.index.to_token_stream(), &mut |name| is_same &= !changing.contains(&name.to_string()));
        is_same.then_some(place)
    }

    /// A variable for an element that the loop stores to, of an array that it does not read elsewhere.
    fn kept_element(&mut self, target: &Expr, place: &Place, is_it: &dyn Fn(&Expr) -> bool, text: &mut Text) -> Option<Kept> {
        let span = target.span();
        let name = self.tables.names.for_text(&format!("{}_now", place.name()), span);
        text.replace(target, &name);
        if let Some(other) = text.mentions(&place.root, is_it).first().copied() {
            let message = "a loop inside the loop looks at other elements of the array to which it stores";
            let help = "compute in a `let mut` from before the inner loop on, and store that after it; or annotate the inner loop, where that \
                        is the scan";
            self.refuse(refuse::NESTED_LOOP, other, message, help);
            return None;
        }
        self.statement(&parse_quote_spanned!(ours(span)=> let mut #name = #target;));
        Some(Kept { after: parse_quote!(#target = #name), name })
    }

    /// A variable for what the loop combines into one from outside, by one operator, and does not read otherwise.
    fn combined_outside(&mut self, target: &Expr, place: &Place, updates: &[Update], text: &mut Text) -> Option<Kept> {
        let ops: Vec<Option<BinOp>> = updates.iter().filter(|(other, _)| other == target).map(|(_, op)| *op).collect();
        let assigning = ops[0].filter(|op| ops.iter().all(|other| *other == Some(*op)))?;
        let builtin = match compound(&assigning)? {
            BinOp::Add(_) | BinOp::Sub(_) => Builtin::Add,
            BinOp::Mul(_) => Builtin::Mul,
            BinOp::BitAnd(_) => Builtin::BitAnd,
            BinOp::BitOr(_) => Builtin::BitOr,
            BinOp::BitXor(_) => Builtin::BitXor,
            _ => return None,
        };
        let outer = match self.lookup(&place.root) {
            Some(Local::Outer(outer)) => *outer,
            _ => self.tables.outer(place),
        };
        let scalar = self.tables.outers[outer].ty.as_ref().and_then(Type::scalar)?;
        // Floats that this iteration has set before are combined in the order that is written.
        let is_carried = self.current(Cell::Outer(outer)) == self.initial(Cell::Outer(outer));
        let is_it = |expr: &Expr| Place::of(expr).is_some_and(|other| other.key == place.key);
        // Each of the assignments is a mention; another one reads it.
        if text.mentions(&place.root, &is_it).len() > ops.len() || matches!(scalar, Scalar::Float(_)) && !is_carried {
            return None;
        }
        let span: Span = target.span();
        let name = self.tables.names.for_text(&format!("{}_part", place.name()), span);
        text.replace(target, &name);
        if let BinOp::SubAssign(_) = assigning {
            text.add_instead(&name);
        }
        let (identity, ty): (TokenStream, _) = (builtin.identity(scalar)?.parse().ok()?, type_of(scalar));
        self.statement(&parse_quote_spanned!(ours(span)=> let mut #name: #ty = #identity;));
        Some(Kept { after: parse_quote!(#target #assigning #name), name })
    }

    /// A loop may store to one element of each array.
    pub(super) fn refuse_stores(&mut self, span: Span) {
        let help = "where the inner loop's iterations are independent, or a scan, annotate that one; or compute one value in it, in a \
                    `let mut`, and store that after it";
        self.refuse(refuse::NESTED_LOOP, span, "a loop inside the loop stores to several elements", help);
    }
}

/// The variable in which something changes where `target` is assigned: `p` for `p[i].at`.
fn root(target: &Expr) -> Option<Ident> {
    match bare(target) {
        Expr::Index(access) => root(&access.expr),
        Expr::Field(field) => root(&field.base),
        place => Some(Place::of(place)?.root),
    }
}
