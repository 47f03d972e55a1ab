//! Tuples, and fixed arrays, that are stored whole: `y[i] = (a, b);`, `out.push((a, b));`, `.map(|v| (v, v * 2)).collect()`.
//!
//! Kernels have no tuples: each part is stored in an array of its own until these are [`joined`](super::joined).

use super::body::{Walker, is_error};
use super::counters::Way;
use super::partial::Whole;
use super::places::Step;
use super::refuse;
use super::tables::Index;
use crate::diagnostic::{Span, Spanned};
use crate::syntax::{bare, ours, variable};
use proc_macro2::Ident;
use syn::{Expr, Member, Stmt, parse_quote_spanned};

/// What is stored: each part with the way to it, or a value, to which the way is none.
pub(super) struct Stored {
    pub parts: Vec<(Vec<Step>, Expr)>,
}

/// Where an element of an array is stored.
#[derive(Clone)]
pub(super) enum Target {
    At(Index),
    /// Where the loop counts.
    Counted(Vec<Way>),
}

impl Stored {
    pub(super) fn is_error(&self) -> bool {
        self.parts.iter().any(|(_, value)| is_error(value))
    }

    /// Whether it has parts.
    pub(super) fn is_whole(&self) -> bool {
        self.parts.iter().any(|(way, _)| !way.is_empty())
    }

    fn ways(&self) -> Vec<Vec<Step>> {
        self.parts.iter().map(|(way, _)| way.clone()).collect()
    }
}

impl Walker<'_, '_> {
    /// Reads what is stored whole.
    pub(super) fn stored(&mut self, value: &Expr) -> Stored {
        let mut parts = Vec::new();
        self.add_parts(value, &mut Vec::new(), &mut parts);
        Stored { parts }
    }

    fn add_parts(&mut self, value: &Expr, way: &mut Vec<Step>, parts: &mut Vec<(Vec<Step>, Expr)>) {
        let index = |number, part: &Expr| syn::Index { index: number, span: part.span().first };
        let written: Vec<(Step, Expr)> = match (bare(value), arity(value)) {
            (Expr::Block(inner), None) if is_whole(value) => {
                if let Some((Stmt::Expr(value, None), statements)) = inner.block.stmts.split_last() {
                    self.scoped(|walker| {
                        walker.before(quote::quote!(#value), |walker| walker.statements(statements));
                        walker.add_parts(value, way, parts);
                    });
                }
                return;
            }
            (Expr::Array(list), _) => {
                (0..).zip(&list.elems).map(|(number, part)| (Step::At(index(number, part)), part.clone())).collect()
            }
            (_, Some(arity)) => {
                let values = self.tuple_parts(value, arity);
                let step = |number, part: &Expr| Step::Field(Member::Unnamed(index(number, part)));
                (0..).zip(values).map(|(number, part)| (step(number, &part), part)).collect()
            }
            (value, None) => {
                let value = self.operand(value);
                return parts.push((way.clone(), value));
            }
        };
        for (step, part) in written {
            way.push(step);
            self.add_parts(&part, way, parts);
            way.pop();
        }
    }

    /// The parts of a tuple, as text: names for what branches give.
    pub(super) fn tuple_parts(&mut self, value: &Expr, arity: usize) -> Vec<Expr> {
        if let Expr::Tuple(tuple) = bare(value) {
            return tuple.elems.iter().cloned().collect();
        }
        let (span, at) = (value.span(), ours(value.span()));
        let names: Vec<Ident> = (0..arity).map(|_| self.tables.names.for_text("part", span)).collect();
        self.statement(&parse_quote_spanned!(at=> let (#(#names,)*) = #value;));
        names.iter().map(variable).collect()
    }

    /// Stores it in an array.
    pub(super) fn store_whole(&mut self, array: usize, target: &Target, stored: Stored, span: Span) {
        let place = self.tables.arrays[array].place.clone();
        if stored.is_whole() {
            self.tables.partial.insert(place.key.clone());
            self.tables.shapes.insert(place.key.clone(), stored.ways());
        }
        if let Some((_, value)) = stored.parts.iter().find(|(way, _)| way.len() > 1) {
            let help = "let it have one level: `(a, b, c)`";
            self.refuse(refuse::UNSUPPORTED, value.span(), "a tuple in another one is stored whole", help);
        }
        // Before that is known nothing comes of what is read.
        let is_known = self.tables.is_split(&place);
        for (way, value) in stored.parts.into_iter().filter(|(way, _)| way.is_empty() || is_known) {
            let part = if way.is_empty() { array } else { self.tables.part_array(array, &way) };
            match target.clone() {
                Target::At(index) => self.store_at(part, index, value, span),
                Target::Counted(ways) => self.store_ways(part, ways, value, span),
            }
        }
    }

    /// `y[i] = (a, b);`, `*y = (a, b);`; whether it is that.
    pub(super) fn assign_tuple(&mut self, target: &Expr, value: &Expr) -> bool {
        if self.depth > 0 || arity(value).is_none() {
            return false;
        }
        if let Expr::Index(access) = target
            && self.counted_access(access).is_some()
        {
            let stored = self.stored(value);
            if let Some((place, ways)) = self.counted_access(access) {
                let array = self.tables.array(&place);
                self.tables.arrays[array].stored_at.push(None);
                self.store_whole(array, &Target::Counted(ways), stored, target.span());
            }
            return true;
        }
        let Some((whole, way)) = self.whole_of(target).filter(|(whole, _)| !matches!(whole, Whole::Variable(_))) else {
            return false;
        };
        let stored = self.stored(value);
        let whole = match whole {
            Whole::Access(place, access) => match self.array_access(&access) {
                Some((_, index)) if self.tables.is_computed(&index.affine) => {
                    let message = format!("a tuple is stored at a computed place of `{}`", place.text());
                    let help = "store one value there, and the others in arrays of their own";
                    self.refuse(refuse::PARTIAL_STORE, target.span(), message, help);
                    return true;
                }
                Some((_, index)) => Whole::Element(place, index),
                None => return true,
            },
            whole => whole,
        };
        if let (Whole::Element(place, _), []) = (&whole, way.as_slice()) {
            let ways = stored.ways();
            // What is within another is stored by itself.
            if ways.iter().all(|way| way.len() == 1) {
                self.tables.shapes.insert(place.key.clone(), ways);
            }
        }
        for (within, value) in stored.parts.into_iter().filter(|(_, value)| !is_error(value)) {
            self.assign_part(whole.clone(), [way.clone(), within].concat(), value, target.span());
        }
        true
    }
}

/// Whether an expression is written as a tuple, or as a fixed array.
pub(super) fn is_whole(value: &Expr) -> bool {
    match bare(value) {
        Expr::Array(_) => true,
        Expr::Block(inner) if inner.label.is_none() => {
            matches!(inner.block.stmts.last(), Some(Stmt::Expr(value, None)) if is_whole(value))
        }
        value => arity(value).is_some(),
    }
}

/// How many parts a tuple has, if what an expression gives is written as one.
pub(super) fn arity(value: &Expr) -> Option<usize> {
    let of_block = |block: &syn::Block| match block.stmts.last() {
        Some(Stmt::Expr(value, None)) => arity(value),
        _ => None,
    };
    match bare(value) {
        Expr::Tuple(tuple) => Some(tuple.elems.len()).filter(|length| *length > 0),
        Expr::Block(inner) if inner.label.is_none() => of_block(&inner.block),
        Expr::If(syntax) => of_block(&syntax.then_branch).or_else(|| arity(&syntax.else_branch.as_ref()?.1)),
        Expr::Match(branches) => branches.arms.iter().find_map(|arm| arity(&arm.body)),
        _ => None,
    }
}
