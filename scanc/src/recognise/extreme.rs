//! `x.iter().max_by(|a, b| a.total_cmp(b))`: which item it comes to. What is carried is what of it is compared, and along with that its
//! number; the host takes the item itself from the iterator as written.
//!
//! Floats are compared as the integers that have their order. One that is no number is what any other gives way to: whether and how it is
//! compared is the program's own affair, so the iterator then runs as written.

use super::body::{Cell, Walker, is_error};
use super::reduced::{Reduction, start, value_name};
use super::refuse;
use super::steps::Flow;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{self, Builtin, Float, Int, Scalar};
use crate::parse::{Extreme, Order};
use crate::syntax::{bare, binary, cast, ours, type_of};
use proc_macro2::Ident;
use syn::{BinOp, Expr, ExprMethodCall, parse_quote_spanned};

impl Walker<'_, '_> {
    /// Carries an item's number along with what is compared of it.
    pub(super) fn chosen_item(&mut self, flow: &Flow, reduction: &Reduction, span: Span) {
        let call = &reduction.syntax.chain;
        let Some(Extreme { greatest, last, key, order }) = Extreme::of(call) else {
            self.refuse_comparison(call, span);
            return;
        };
        if let Some(Expr::Tuple(tuple)) = key.as_ref().map(|key| bare(&key.body)) {
            let help = "compare by one of its parts; where two are equal, by a number of both: `|p| p.0 as i64 * n + p.1 as i64`";
            self.refuse(refuse::UNSUPPORTED, tuple.span(), "a tuple is compared here, and kernels have none", help);
            return;
        }
        let key = match key {
            Some(key) => self.applied(&Expr::Closure(key), std::slice::from_ref(flow), span),
            None => self.flowing(flow.clone(), span),
        };
        if is_error(&key) {
            return;
        }
        let Some(scalar) = self.tables.scalar_of(&key) else {
            let message = format!("this function does not show the type of what `{}` compares", call.method);
            let help = match call.args.is_empty() {
                true => "the items are of a primitive type that the function shows, as in `x: &[i32]`",
                false => {
                    "say it: `let x: &[f32] = &self.x;`, `.max_by_key(|p| { let id: u32 = p.id; id })`, `.map(|p| { let x: f32 = p.x; x }).enumerate().max_by(…)`"
                }
            };
            self.refuse(refuse::TYPE_NEEDED, span, message, help);
            return;
        };
        if !order.is_of(scalar) {
            self.refuse_comparison(call, span);
            return;
        }
        let key = self.ordered(key, scalar, greatest, order == Order::Partial, span);
        let (best, at) = (value_name(reduction.syntax).clone(), Ident::new("at", ours(span)));
        let builtin = if greatest { Builtin::Max } else { Builtin::Min };
        let scalar = ordered_as(scalar);
        let best = self.tables.state(&best, start(builtin, scalar, span));
        self.tables.outers[best].ty = Some(ir::Type::Scalar(scalar));
        let at = self.tables.state(&at, parse_quote_spanned!(ours(span)=> 0usize));
        let op = match (greatest, last) {
            (true, true) => BinOp::Ge(syn::token::Ge([span.first; 2])),
            (true, false) => BinOp::Gt(syn::token::Gt(span.first)),
            (false, true) => BinOp::Le(syn::token::Le([span.first; 2])),
            (false, false) => BinOp::Lt(syn::token::Lt(span.first)),
        };
        let number = self.number_in(reduction, span);
        let is_better = binary(key.clone(), op, self.initial(Cell::Outer(best)));
        let takes = |walker: &mut Self| {
            walker.set(Cell::Outer(best), key, span);
            walker.set(Cell::Outer(at), number, span);
            None
        };
        self.tables.asks_again = true;
        self.decided(is_better, span, takes, |_| None, false);
    }

    pub(super) fn refuse_comparison(&mut self, call: &ExprMethodCall, span: Span) {
        let function = call.args.last().map_or(span, Spanned::span);
        let message = format!("`{}` compares in a way that is not seen", call.method);
        let help = "compare the same of both: `|a, b| a.total_cmp(b)`, `|a, b| a.1.cmp(&b.1)`; or by a key: `.max_by_key(|v| …)`";
        self.refuse(refuse::UNSUPPORTED, function, message, help);
    }

    /// What is compared, as an integer.
    fn ordered(&mut self, key: Expr, scalar: Scalar, greatest: bool, is_partial: bool, span: Span) -> Expr {
        let mut named = |value: Expr, base: &str| {
            let name = self.tables.names.make_up(base, span);
            self.named(value, name, None, false)
        };
        let key = named(key, "key");
        let Scalar::Float(float) = scalar else {
            return if scalar == Scalar::Bool { named(cast(key, Int::U8, span), "key") } else { key };
        };
        let place = ours(span);
        let (int, shift, unsigned) = match float {
            Float::F32 => (Int::I32, 31u32, Int::U32),
            Float::F64 => (Int::I64, 63u32, Int::U64),
        };
        let [int, unsigned] = [int, unsigned].map(|int| type_of(Scalar::Int(int)));
        let infinite: Expr = match float {
            Float::F32 => parse_quote_spanned!(place=> 2139095040i32),
            Float::F64 => parse_quote_spanned!(place=> 9218868437227405312i64),
        };
        let bits = named(parse_quote_spanned!(place=> #key.to_bits() as #int), "bits");
        // Of negative numbers the greater integer is the lesser number.
        let order = parse_quote_spanned!(place=> #bits ^ (((#bits >> #shift) as #unsigned >> 1u32) as #int));
        let order = named(order, "order");
        let order: Expr = match is_partial {
            true => parse_quote_spanned!(place=> if #order == -1 { 0 } else { #order }),
            false => order,
        };
        let wins = start(if greatest { Builtin::Min } else { Builtin::Max }, ordered_as(scalar), span);
        named(parse_quote_spanned!(place=> if (#bits & #int::MAX) > #infinite { #wins } else { #order }), "key")
    }
}

/// The integers that have the order of such numbers.
fn ordered_as(scalar: Scalar) -> Scalar {
    Scalar::Int(match scalar {
        Scalar::Float(Float::F32) => Int::I32,
        Scalar::Float(Float::F64) => Int::I64,
        Scalar::Bool => Int::U8,
        Scalar::Int(int) => int,
    })
}
