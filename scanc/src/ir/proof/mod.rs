//! Which operations cannot panic: a flow analysis of integer intervals.
//!
//! It follows a function as it runs and keeps what is known of the values of locals and of their parts: from literals, from arithmetic
//! that cannot wrap, from the conditions around (`if d != 0 { a / d }`), from the ranges of `for` loops. An operation is safe if it was
//! every time that the analysis came by. What is not known is assumed to be anything.
//!
//! Captured values are the same in all iterations. What has to hold of them, so that dividing by them or clamping between them is safe,
//! the host checks once, before a launch: that is assumed, and collected ([`Proof::checks`]).
//!
//! Where such a condition does not hold no kernel runs: a division by zero would stop a CPU device's process. The same functions give the
//! kernels' text and `KernelText::checks`, from which the host code has its `requires`.

mod checks;
mod facts;
mod flow;
mod interval;

pub use checks::{Check, literal};
pub use interval::Interval;

use super::{Binary, Block, Expr, ExprKind, Function, Literal, LocalId, Method, Scalar, Type, walk};
use flow::Flow;
use std::collections::HashMap;

/// The operations of one function that cannot panic.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// By address: the function is borrowed as long as this is asked.
    safe: HashMap<usize, bool>,
    /// The same of arithmetic, whether its results are of its type.
    fits: HashMap<usize, bool>,
    checks: Vec<Check>,
}

impl Proof {
    /// Looks at a function. The answers are about the expressions of this very value, not of a copy.
    pub fn of(function: &Function) -> Self {
        let mut proof = Self::default();
        Flow::new(function, &mut proof).run();
        proof
    }

    /// The same of an operator whose operands lie in a domain: `domain` says so of one.
    pub fn of_operator(function: &Function, domain: &Function) -> Self {
        let holds = (0..function.parameters).filter_map(|parameter| holds_of(domain, LocalId(parameter)));
        let (conditions, mut proof) = (holds.collect::<Vec<_>>(), Self::default());
        Flow::new(function, &mut proof).assuming(&conditions).run();
        proof
    }

    /// Whether the operation itself may panic; its operands are not looked at, nor is the callee of a call.
    pub fn may_panic(&self, expr: &Expr) -> bool {
        is_risky(expr) && !self.safe.get(&address(expr)).copied().unwrap_or(false)
    }

    /// Whether a negation, a sum, a difference, a product, or a shift of integers may overflow. What a loop counts with does not.
    pub fn may_overflow(&self, expr: &Expr) -> bool {
        use Binary::{Add, Mul, Shl, Shr, Sub};
        let is_meant = matches!(expr.kind, ExprKind::Unary(..) | ExprKind::Binary(Add | Sub | Mul | Shl | Shr, ..));
        is_meant && self.fits.get(&address(expr)).is_some_and(|fits| !fits)
    }

    /// What must hold of captured values. Where it does not, what is said to be safe may panic.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Notes whether an operation is safe, or would be if `check` held.
    fn note_checked(&mut self, expr: &Expr, safe: bool, check: Option<Check>) {
        let needed = check.filter(|_| !safe);
        self.note(expr, safe || needed.is_some());
        self.checks.extend(needed.filter(|check| !self.checks.contains(check)));
    }

    fn note_fits(&mut self, expr: &Expr, fits: bool) {
        *self.fits.entry(address(expr)).or_insert(true) &= fits;
    }

    fn note(&mut self, expr: &Expr, safe: bool) {
        let known = self.safe.entry(address(expr)).or_insert(true);
        *known &= safe;
    }
}

/// What a domain asks of its value, asked of a local, if that is one expression.
fn holds_of(domain: &Function, value: LocalId) -> Option<Expr> {
    let Block { statements, value: Some(condition) } = &domain.body else { return None };
    let mut condition = statements.is_empty().then(|| (**condition).clone())?;
    walk::expression_mut(&mut condition, &mut |expr| {
        if let ExprKind::Local(local) = &mut expr.kind {
            *local = value;
        }
    });
    Some(condition)
}

fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr).addr()
}

/// The operations that may panic when `function` runs, in itself and in what it calls.
pub fn panics<'f>(function: &'f Function, functions: &'f [Function]) -> Vec<&'f Expr> {
    let mut seen = Vec::new();
    let mut found = Vec::new();
    collect(function, functions, &mut seen, &mut found);
    found
}

fn collect<'f>(function: &'f Function, functions: &'f [Function], seen: &mut Vec<&'f str>, found: &mut Vec<&'f Expr>) {
    if seen.contains(&function.name.as_str()) {
        return;
    }
    seen.push(&function.name);
    let proof = Proof::of(function);
    let mut called = Vec::new();
    walk::block(&function.body, &mut |expr| {
        if proof.may_panic(expr) {
            found.push(expr);
        }
        if let ExprKind::Call(name, _) = &expr.kind {
            called.extend(functions.iter().find(|known| known.name == *name));
        }
    });
    called.into_iter().for_each(|callee| collect(callee, functions, seen, found));
}

/// Whether an operation of its kind may panic, for some operands that are not literals.
fn is_risky(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Element(..) | ExprKind::Gather(..) | ExprKind::Slice(..) => true,
        ExprKind::Binary(Binary::Div | Binary::Rem, _, divisor) => !is_float(divisor),
        ExprKind::Method(Method::DivEuclid | Method::RemEuclid, operands) => !is_float(&operands[1]),
        ExprKind::Method(Method::Within | Method::Positive, _) => true,
        ExprKind::Method(Method::Clamp, operands) => !in_order(&operands[1], &operands[2]),
        _ => false,
    }
}

fn is_float(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Scalar(Scalar::Float(_)))
}

/// Literal bounds that are not integers; those are intervals.
fn in_order(low: &Expr, high: &Expr) -> bool {
    match (&low.kind, &high.kind) {
        (ExprKind::Literal(Literal::Float(low)), ExprKind::Literal(Literal::Float(high))) => low <= high,
        (ExprKind::Literal(Literal::Bool(low)), ExprKind::Literal(Literal::Bool(high))) => low <= high,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
