//! What the host sees to before a launch, so that no iteration needs to.

use super::host::Host;
use crate::ir::proof::{Check, Proof, literal};
use crate::ir::query::may_panic_in;
use crate::ir::walk;
use crate::ir::{
    Binary, CaptureId, Dependence, Expr, ExprKind, Function, Literal, Method, Scalar, Type, Unary, is_element, is_unnamed,
};
use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;

impl Host<'_> {
    /// `.requires(launch::divides(m))`: what must hold of captured values that are the same in all batches, if there are any.
    pub(super) fn requirement(&self) -> Option<TokenStream> {
        let condition = self.condition(true, &|at| self.recurrence.captures[at].name.to_token_stream())?;
        Some(quote!(.requires(#condition)))
    }

    /// The same of what a batch has of its own, as a condition.
    pub(super) fn own_requirement(&self) -> Option<TokenStream> {
        self.condition(false, &|at| self.recurrence.captures[at].value.to_token_stream())
    }

    /// `launch::divides(m) && low <= high`: of captured values that are the same in all batches, or of others.
    fn condition(&self, fixed: bool, captured: &dyn Fn(usize) -> TokenStream) -> Option<TokenStream> {
        let launch = &self.names.launch;
        let are_meant = |check: &&Check| check.captures().into_iter().all(|capture| self.is_fixed(capture)) == fixed;
        let conditions = self.text.checks.iter().filter(are_meant).map(|check| match check {
            Check::Divisor(CaptureId(at)) => {
                let divisor = captured(*at);
                quote!(#launch::divides(#divisor))
            }
            Check::Contraction(CaptureId(at)) => {
                let factor = captured(*at);
                quote!(#launch::contracts(#factor))
            }
            Check::Ordered(low, high) => {
                let (low, high) = (bound(low, captured), bound(high, captured));
                quote!(#low <= #high)
            }
        });
        let conditions: Vec<_> = conditions.collect();
        (!conditions.is_empty()).then(|| quote!(#(#conditions)&&*))
    }

    fn is_fixed(&self, capture: CaptureId) -> bool {
        self.kernel.captures_that_are(Dependence::Fixed).any(|(fixed, _)| fixed == capture)
    }
}

/// A bound of `clamp`.
fn bound(bound: &Expr, captured: &dyn Fn(usize) -> TokenStream) -> TokenStream {
    match (&bound.kind, literal(bound)) {
        (ExprKind::Captured(CaptureId(at)), _) => captured(*at),
        (_, Some(Literal::Int(value))) => signed(value < 0, Token::u128_unsuffixed(value.unsigned_abs())),
        (_, Some(Literal::Float(value))) if value.is_finite() => {
            signed(value.is_sign_negative(), Token::f64_unsuffixed(value.abs()))
        }
        (_, Some(Literal::Bool(value))) => value.to_token_stream(),
        _ => unreachable!("a bound that is neither captured nor a literal"),
    }
}

fn signed(is_negative: bool, size: Token) -> TokenStream {
    if is_negative { quote!(-#size) } else { size.to_token_stream() }
}

/// Whether nothing in a function panics in a debug build either.
pub(super) fn never_overflows(function: &Function) -> bool {
    let proof = Proof::of(function);
    let mut never = true;
    walk::block(&function.body, &mut |expr| {
        never &= match &expr.kind {
            // The host looks at their indices before a launch.
            ExprKind::Load(..) => true,
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) | ExprKind::Captured(_) => {
                true
            }
            ExprKind::Before(_) | ExprKind::After(_) | ExprKind::Cast(_) | ExprKind::If(..) | ExprKind::Block(_) => true,
            ExprKind::Unary(Unary::Not, _) => true,
            ExprKind::Unary(Unary::Neg, operand) => is_float(operand) || matches!(operand.kind, ExprKind::Literal(_)),
            ExprKind::Binary(operator, left, _) => match operator {
                Binary::Add | Binary::Sub | Binary::Mul => is_float(left),
                Binary::Shl | Binary::Shr => false,
                Binary::Div | Binary::Rem => !proof.may_panic(expr),
                _ => true,
            },
            ExprKind::Method(Method::Min | Method::Max, _) => true,
            ExprKind::Struct(_, parts) => parts.iter().all(|(name, _)| is_unnamed(name)),
            ExprKind::Method(Method::Clamp | Method::RemEuclid | Method::DivEuclid, _) => !proof.may_panic(expr),
            _ => false,
        };
    });
    never
}

/// Whether integers may overflow in a function, apart from the indices that the host looks at before a launch.
pub(super) fn may_overflow(function: &Function) -> bool {
    let (proof, mut may, mut indices) = (Proof::of(function), false, HashSet::new());
    walk::block(&function.body, &mut |expr| {
        if let ExprKind::Load(_, index) = &expr.kind {
            walk::expression(index, &mut |part| _ = indices.insert(std::ptr::from_ref(part)));
        }
    });
    walk::block(&function.body, &mut |expr| {
        let overflows = match &expr.kind {
            ExprKind::Method(Method::Abs | Method::Pow, operands) => !operands.first().is_some_and(is_float),
            ExprKind::Call(..) => true,
            _ => proof.may_overflow(expr),
        };
        may |= overflows && !indices.contains(&std::ptr::from_ref(expr));
    });
    may
}

/// What has more operations than this, leaves counted, costs more than a branch that the processor foresees wrongly every few times.
const MOST_IN_VAIN: usize = 16;

/// What becomes of a value in the iterations of a loop that do not store it.
pub(super) enum InVain {
    /// They may compute it, too: it takes next to nothing, and never panics.
    Computed,
    /// They have a zero in its place, for which a processor does not branch either.
    Zero(TokenStream),
}

impl InVain {
    /// `None` where a value may take long, or panic, or where a condition may keep it from an index.
    pub(super) fn of(value: &Function) -> Option<Self> {
        let (mut is_plain, mut operations) = (!may_panic_in(value), 0);
        walk::block(&value.body, &mut |expr| {
            is_plain &= is_plainly_loaded(expr) && !matches!(expr.kind, ExprKind::Binary(Binary::Div | Binary::Rem, ..));
            operations += 1;
        });
        is_plain &= operations <= MOST_IN_VAIN;
        match () {
            () if !is_plain => None,
            () if never_overflows(value) && Proof::of(value).checks().is_empty() => Some(Self::Computed),
            () => Some(Self::Zero(zero(value.body.value.as_ref()?)?)),
        }
    }
}

/// A zero of a value's type.
fn zero(value: &Expr) -> Option<TokenStream> {
    if let ExprKind::Struct(_, parts) = &value.kind {
        let zeros = parts.iter().map(|(name, part)| if is_unnamed(name) { zero(part) } else { None });
        let zeros = zeros.collect::<Option<Vec<_>>>()?;
        let is_list = parts.first().is_some_and(|(name, _)| is_element(name));
        return Some(if is_list { quote!([#(#zeros),*]) } else { quote!((#(#zeros,)*)) });
    }
    Some(match value.ty.scalar()? {
        Scalar::Bool => quote!(false),
        Scalar::Int(_) => quote!(0),
        Scalar::Float(_) => quote!(0.0),
    })
}

/// Whether this is no element, or the one at the loop variable.
pub(super) fn is_plainly_loaded(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Load(_, index) => match &index.kind {
            ExprKind::Cast(index) => index.kind == ExprKind::Index,
            index => *index == ExprKind::Index,
        },
        _ => true,
    }
}

fn is_float(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Scalar(Scalar::Float(_)))
}
