//! Loops over elements, or over numbers by which they index elements: their iterations, one after the other.

use super::names::Item;
use super::{MOST, MOST_IN_ALL, Rewrite, count, element, usize_at, without_reference, without_references};
use crate::diagnostic::Span;
use crate::recognise::types::of_type;
use crate::syntax::{Expressions, ExpressionsMut, bare, for_each_variable, plain_ident, span_of, variable};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, ExprForLoop, Pat, Stmt, Type, parse_quote};

/// What a loop over elements gives.
enum Given {
    Value(Expr),
    /// `&mut element`
    Exclusive(Expr),
    Number(usize),
    Pair(Box<Given>, Box<Given>),
}

impl Rewrite<'_> {
    /// The iterations of a loop over elements, or over numbers by which it indexes elements.
    pub fn written_out(&mut self, repeat: &ExprForLoop) -> Option<Vec<Stmt>> {
        if repeat.label.is_some() || jumps(&repeat.body) {
            return None;
        }
        let given = match self.numbers(&repeat.expr) {
            Some(numbers) if self.indexes_elements(repeat) => numbers.map(Given::Number).collect(),
            Some(_) => return None,
            None => self.given(&repeat.expr)?,
        };
        self.written_out += given.len();
        if given.len() > MOST || self.written_out > MOST_IN_ALL {
            return None;
        }
        let mut copies = Vec::new();
        for one in given {
            let mut body = repeat.body.clone();
            let mut first = Vec::new();
            bound_to(&repeat.pat, one, &mut body, &mut first)?;
            body.stmts.splice(0..0, first);
            copies.push(body);
        }
        self.changed = true;
        let copies = copies.into_iter().map(|mut body| {
            self.block(&mut body);
            Stmt::Expr(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: body }), None)
        });
        Some(copies.collect())
    }

    /// Whether a loop over numbers indexes elements by them, uncast.
    fn indexes_elements(&self, repeat: &ExprForLoop) -> bool {
        let Pat::Ident(counter) = &*repeat.pat else { return false };
        let is_counted = |index: &Expr| {
            let mut found = false;
            let mut look = |expr: &Expr| {
                found |= plain_ident(expr) == Some(&counter.ident);
                !matches!(expr, Expr::Cast(_) | Expr::Index(_))
            };
            Expressions(&mut look).visit_expr(index);
            found
        };
        let mut found = false;
        let mut look = |expr: &Expr| {
            if let Expr::Index(access) = expr {
                let base = bare(&access.expr);
                found |= (self.is_of_ours(base) || self.is_within_element(base)) && is_counted(&access.index);
            }
            true
        };
        Expressions(&mut look).visit_block(&repeat.body);
        found
    }

    /// The numbers of a range of literals.
    fn numbers(&mut self, over: &Expr) -> Option<std::ops::Range<usize>> {
        let Expr::Range(range) = bare(over) else { return None };
        let from = count(range.start.as_ref()?)?;
        let to = match bare(range.end.as_ref()?) {
            Expr::MethodCall(call) => self.length_of(call)?,
            literal => count(literal)?,
        };
        let to = if let syn::RangeLimits::Closed(_) = range.limits { to + 1 } else { to };
        (to.saturating_sub(from) <= MOST).then_some(from..to)
    }

    /// What a loop over elements gives.
    fn given(&mut self, over: &Expr) -> Option<Vec<Given>> {
        match bare(over) {
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.first()) {
                ("iter", None) => self.elements(&call.receiver, false, Some("iter")),
                ("iter_mut", None) => self.elements(&call.receiver, true, Some("iter_mut")),
                ("copied" | "cloned", None) => self.given(&call.receiver),
                ("enumerate", None) => {
                    let all = self.given(&call.receiver)?.into_iter().enumerate();
                    Some(all.map(|(number, one)| Given::Pair(Box::new(Given::Number(number)), Box::new(one))).collect())
                }
                ("zip", Some(other)) => {
                    let both = self.given(&call.receiver)?.into_iter().zip(self.given(other)?);
                    Some(both.map(|(one, other)| Given::Pair(Box::new(one), Box::new(other))).collect())
                }
                _ => None,
            },
            Expr::Reference(reference) => self.elements(&reference.expr, reference.mutability.is_some(), None),
            whole => self.elements(whole, false, None),
        }
    }

    /// `method` is what is called for that.
    fn elements(&mut self, whole: &Expr, is_exclusive: bool, method: Option<&str>) -> Option<Vec<Given>> {
        let whole = without_reference(whole);
        let (length, scalar) = match self.item(whole) {
            Some(Item::Many(items)) => (items.len(), self.scalar_of_flat(whole, &items)),
            Some(Item::One(_)) => return None,
            None => match self.type_of_element(whole)? {
                Type::Array(array) => (count(&array.len)?, of_type(&array.elem)),
                _ => return None,
            },
        };
        if let Some(method) = method {
            self.calls(scalar?, length, method);
        }
        let given = |element| if is_exclusive { Given::Exclusive(element) } else { Given::Value(element) };
        // What a loop calls by the array's own name is an element.
        let variable_of = |element: Expr| match self.item(&element) {
            Some(Item::One(name)) => variable(&name),
            _ => element,
        };
        Some((0..length).map(|number| given(variable_of(element(whole, number)))).collect())
    }
}

/// Puts what a loop gives in the place of its pattern: a number as that, and what is exclusive as the place that it is.
fn bound_to(pattern: &Pat, given: Given, body: &mut Block, first: &mut Vec<Stmt>) -> Option<()> {
    match (without_references(pattern), given) {
        (Pat::Wild(_), _) => Some(()),
        (Pat::Tuple(pair), Given::Pair(one, other)) if pair.elems.len() == 2 => {
            bound_to(&pair.elems[0], *one, body, first)?;
            bound_to(&pair.elems[1], *other, body, first)
        }
        (Pat::Ident(name), Given::Value(value)) if name.by_ref.is_none() => {
            first.push(parse_quote!(let #name = #value;));
            Some(())
        }
        (Pat::Ident(name), Given::Number(number)) if name.by_ref.is_none() && name.mutability.is_none() => {
            replace(body, &name.ident, &mut |expr| plain_ident(expr) == Some(&name.ident), &|span| usize_at(number, span.first))
        }
        (Pat::Ident(name), Given::Exclusive(place)) if name.by_ref.is_none() => {
            // A method of what is referred to is called on that.
            let mut called = |expr: &mut Expr| {
                if let Expr::MethodCall(call) = expr
                    && plain_ident(&call.receiver) == Some(&name.ident)
                {
                    *call.receiver = place.clone();
                }
                true
            };
            ExpressionsMut(&mut called).visit_block_mut(body);
            let is_behind = |expr: &Expr| matches!(expr, Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) && plain_ident(&behind.expr) == Some(&name.ident));
            replace(body, &name.ident, &mut { is_behind }, &|_| place.clone())
        }
        _ => None,
    }
}

/// `None` where the name is used in another way, or bound again.
fn replace(body: &mut Block, name: &Ident, is_it: &mut dyn FnMut(&Expr) -> bool, by: &dyn Fn(Span) -> Expr) -> Option<()> {
    let mut replace = |expr: &mut Expr| {
        let is_it = is_it(expr);
        if is_it {
            *expr = by(span_of(expr));
        }
        !is_it
    };
    ExpressionsMut(&mut replace).visit_block_mut(body);
    let mut is_left = false;
    for_each_variable(body.to_token_stream(), &mut |other| is_left |= other == name);
    (!is_left).then_some(())
}

/// Whether anything in a body may leave an iteration of it.
fn jumps(body: &Block) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) | Expr::Try(_));
        true
    };
    Expressions(&mut look).visit_block(body);
    found
}
