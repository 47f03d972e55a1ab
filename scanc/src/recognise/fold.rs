//! Expressions in which what is known is computed: what is left where a number stands for a variable, or where a condition is known.

use super::operator::branches;
use super::pure::known_function;
use super::tables::Tables;
use super::types::of_type;
use crate::diagnostic::Span;
use crate::ir::{Int, Scalar};
use crate::syntax::{bare, block, block_value, choice, let_parts, plain_ident, span_of, truth};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBinary, Lit, Stmt, UnOp};

/// A number that is written, and its type where that is, too.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    value: i128,
    ty: Option<Int>,
}

/// The value of an integer that is written, negated or not.
pub(super) fn number_of(expr: &Expr) -> Option<i128> {
    number(expr).map(|number| number.value)
}

fn number(expr: &Expr) -> Option<Number> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(written) => {
                let ty = match Scalar::from_rust(written.suffix()) {
                    Some(Scalar::Int(ty)) => Some(ty),
                    None if written.suffix().is_empty() => None,
                    _ => return None,
                };
                Some(Number { value: written.base10_parse().ok()?, ty })
            }
            Lit::Byte(byte) => Some(Number { value: byte.value().into(), ty: Some(Int::U8) }),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => {
            number(&negated.expr).map(|Number { value, ty }| Number { value: -value, ty })
        }
        _ => None,
    }
}

/// `true` or `false`, as it is written.
pub(super) fn truth_of(expr: &Expr) -> Option<bool> {
    match bare(expr) {
        Expr::Lit(syn::ExprLit { lit: Lit::Bool(value), .. }) => Some(value.value),
        _ => None,
    }
}

/// A number of the type, as a literal.
pub(super) fn literal(value: i128, ty: Int, span: Span) -> Expr {
    let literal = |value: i128| {
        let lit = syn::LitInt::new(&format!("{value}{}", Scalar::Int(ty).rust()), span.first).into();
        Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
    };
    match value {
        0.. => literal(value),
        _ => {
            let op = UnOp::Neg(syn::token::Minus(span.first));
            Expr::Unary(syn::ExprUnary { attrs: Vec::new(), op, expr: Box::new(literal(-value)) })
        }
    }
}

/// Computes what is known.
pub(super) struct Fold<'a> {
    pub tables: &'a Tables<'a>,
    /// What stands for variables.
    pub values: HashMap<String, Expr>,
    /// A condition, and whether it holds.
    pub known: Option<(&'a Expr, bool)>,
}

impl Fold<'_> {
    pub(super) fn folded(&mut self, expr: &Expr) -> Expr {
        let mut folded = expr.clone();
        self.visit_expr_mut(&mut folded);
        folded
    }

    /// Whether a condition holds where the known one does, or does not.
    fn decided(&self, condition: &Expr) -> Option<bool> {
        let (known, holds) = self.known?;
        let (known, condition) = (bare(known), bare(condition));
        if condition == known {
            return Some(holds);
        }
        // What is one number is no other one.
        let equality = |expr: &Expr| match expr {
            Expr::Binary(ExprBinary { left, op: BinOp::Eq(_), right, .. }) => Some((bare(left).clone(), number(right)?.value)),
            _ => None,
        };
        let ((one, is), (other, would_be)) = (equality(known)?, equality(condition)?);
        (holds && one == other && is != would_be).then_some(false)
    }

    /// The same in fewer words.
    fn simpler(&self, expr: &Expr) -> Option<Expr> {
        let span = span_of(expr);
        match expr {
            Expr::Paren(inner)
                if matches!(&*inner.expr, Expr::Lit(_) | Expr::Path(_) | Expr::Index(_)) || number(&inner.expr).is_some() =>
            {
                Some((*inner.expr).clone())
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => truth_of(&unary.expr).map(|value| truth(!value, span)),
            Expr::Binary(operation) => self.operation(operation, span),
            Expr::If(branch) => {
                let (_, otherwise) = branch.else_branch.as_ref()?;
                let (yes, no) = (block_value(branch.then_branch.clone()), bare(otherwise));
                match truth_of(&branch.cond) {
                    Some(true) => self.instead_of(&yes, no, span),
                    Some(false) => self.instead_of(no, &yes, span),
                    None if truth_of(&yes) == Some(true) && truth_of(no) == Some(false) => Some((*branch.cond).clone()),
                    None => (yes == *no && !self.tables.may_panic(&branch.cond)).then_some(yes),
                }
            }
            Expr::Block(inner) if inner.label.is_none() => match inner.block.stmts.as_slice() {
                [Stmt::Expr(value, None)] => Some(value.clone()),
                _ => None,
            },
            Expr::Cast(cast) => match of_type(&cast.ty)? {
                Scalar::Int(ty) => converted(&cast.expr, ty, span),
                _ => None,
            },
            Expr::MethodCall(called) => {
                let arguments: Vec<&Expr> = std::iter::once(&*called.receiver).chain(&called.args).collect();
                of_function(&called.method.to_string(), number(&called.receiver)?.ty?, &arguments, span)
            }
            Expr::Call(called) => {
                let Expr::Path(function) = bare(&called.func) else { return None };
                let name = known_function(&function.path)?;
                let ty = function.path.segments.iter().rev().nth(1).map(|segment| segment.ident.to_string());
                let Scalar::Int(ty) = Scalar::from_rust(&ty?)? else { return None };
                let arguments: Vec<&Expr> = called.args.iter().collect();
                match (name.as_str(), arguments.as_slice()) {
                    ("from", [value]) => converted(value, ty, span),
                    _ => of_function(&name, ty, &arguments, span),
                }
            }
            _ => None,
        }
    }

    /// `(if c { 1 } else { 2 }) + 3`, as a choice of sums.
    fn of_choice(&self, operation: &ExprBinary, span: Span) -> Option<Expr> {
        let (branch, is_left) = match (bare(&operation.left), bare(&operation.right)) {
            (Expr::If(branch), other) if number(other).is_some() => (branch, true),
            (other, Expr::If(branch)) if number(other).is_some() => (branch, false),
            _ => return None,
        };
        let side = |value: Expr| {
            let mut operation = operation.clone();
            **(if is_left { &mut operation.left } else { &mut operation.right }) = value;
            self.operation(&operation, span)
        };
        let (yes, no) = branches(branch)?;
        Some(choice((*branch.cond).clone(), block(Vec::new(), side(yes)?), block(Vec::new(), side(no)?), span))
    }

    fn operation(&self, operation: &ExprBinary, span: Span) -> Option<Expr> {
        if let Some(choice) = self.of_choice(operation, span) {
            return Some(choice);
        }
        let (left, right) = (&*operation.left, &*operation.right);
        match (operation.op, truth_of(left), truth_of(right)) {
            (BinOp::And(_), Some(true), _) | (BinOp::Or(_), Some(false), _) => return Some(right.clone()),
            (BinOp::And(_), _, Some(true)) | (BinOp::Or(_), _, Some(false)) => return Some(left.clone()),
            (BinOp::And(_), Some(false), _) => return Some(truth(false, span)),
            (BinOp::Or(_), Some(true), _) => return Some(truth(true, span)),
            (BinOp::And(_), _, Some(false)) if !self.tables.may_panic(left) => return Some(truth(false, span)),
            (BinOp::Or(_), _, Some(true)) if !self.tables.may_panic(left) => return Some(truth(true, span)),
            (BinOp::Eq(_), Some(one), Some(other)) => return Some(truth(one == other, span)),
            (BinOp::Ne(_) | BinOp::BitXor(_), Some(one), Some(other)) => return Some(truth(one != other, span)),
            (BinOp::BitAnd(_), Some(one), Some(other)) => return Some(truth(one & other, span)),
            (BinOp::BitOr(_), Some(one), Some(other)) => return Some(truth(one | other, span)),
            _ => {}
        }
        let (Some(one), Some(other)) = (number(left), number(right)) else { return self.with_neutral(operation, span) };
        let (a, b) = (one.value, other.value);
        let is = |holds: bool| Some(truth(holds, span));
        let ty = one.ty.or(other.ty);
        // Where it would overflow the loop panics, or wraps.
        let fits = |value: Option<i128>| {
            let ty = ty?;
            value.filter(|value| (ty.min()..=ty.max()).contains(value)).map(|value| literal(value, ty, span))
        };
        match operation.op {
            BinOp::Eq(_) => is(a == b),
            BinOp::Ne(_) => is(a != b),
            BinOp::Lt(_) => is(a < b),
            BinOp::Le(_) => is(a <= b),
            BinOp::Gt(_) => is(a > b),
            BinOp::Ge(_) => is(a >= b),
            BinOp::Add(_) => fits(a.checked_add(b)),
            BinOp::Sub(_) => fits(a.checked_sub(b)),
            BinOp::Mul(_) => fits(a.checked_mul(b)),
            BinOp::Div(_) => fits(a.checked_div(b)),
            BinOp::Rem(_) => fits(a.checked_rem(b)),
            BinOp::BitAnd(_) => fits(Some(a & b)),
            BinOp::BitOr(_) => fits(Some(a | b)),
            BinOp::BitXor(_) => fits(Some(a ^ b)),
            _ => None,
        }
    }

    /// `e + 0`, `1 * e` and the like, which people are warned of.
    fn with_neutral(&self, operation: &ExprBinary, span: Span) -> Option<Expr> {
        let (left, right) = (&*operation.left, &*operation.right);
        let (known, other, is_left) = match (number_of(left), number_of(right)) {
            (Some(known), _) => (known, right, true),
            (_, Some(known)) => (known, left, false),
            _ => return None,
        };
        let is_same = match operation.op {
            BinOp::Add(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => known == 0,
            BinOp::Sub(_) => known == 0 && !is_left,
            BinOp::Mul(_) => known == 1,
            _ => false,
        };
        let is_zero = known == 0 && matches!(operation.op, BinOp::Mul(_) | BinOp::BitAnd(_)) && !self.tables.may_panic(other);
        let number = if is_left { left } else { right };
        if is_same {
            self.instead_of(other, number, span)
        } else {
            is_zero.then(|| self.instead_of(number, other, span)).flatten()
        }
    }

    /// What is left of two values of one type, of which the other one goes: it may have said which type that is.
    fn instead_of(&self, kept: &Expr, gone: &Expr, span: Span) -> Option<Expr> {
        let scalar = |value: &Expr| match number(value) {
            Some(Number { ty, .. }) => ty.map(Scalar::Int),
            None => self.tables.scalar_of(value),
        };
        if !says_type(gone) || scalar(kept).is_some() {
            return Some(kept.clone());
        }
        match (number(kept), scalar(gone)) {
            (Some(Number { value, .. }), Some(Scalar::Int(ty))) => Some(literal(value, ty, span)),
            _ => None,
        }
    }
}

/// Whether a value may say of which type it is: there is more in it than numbers without one.
fn says_type(value: &Expr) -> bool {
    match bare(value) {
        Expr::Binary(ExprBinary { left, right, .. }) => says_type(left) || says_type(right),
        Expr::Unary(unary) => says_type(&unary.expr),
        Expr::If(branch) => branches(branch).is_none_or(|(yes, no)| says_type(&yes) || says_type(&no)),
        Expr::Block(inner) => !matches!(inner.block.stmts.as_slice(), [Stmt::Expr(value, None)] if !says_type(value)),
        value => number(value).is_none_or(|number| number.ty.is_some()),
    }
}

/// A number or a truth as a number of that type.
fn converted(value: &Expr, ty: Int, span: Span) -> Option<Expr> {
    let value = truth_of(value).map(i128::from).or_else(|| number_of(value))?;
    Some(literal(ty.wrap(value), ty, span))
}

/// What a function of the type makes of numbers.
fn of_function(name: &str, ty: Int, arguments: &[&Expr], span: Span) -> Option<Expr> {
    let [one, other] = arguments else { return None };
    let (one, other) = (number_of(one)?, number_of(other)?);
    let value = match name {
        "wrapping_add" => ty.wrap(one + other),
        "wrapping_sub" => ty.wrap(one - other),
        "saturating_add" => (one + other).clamp(ty.min(), ty.max()),
        "saturating_sub" => (one - other).clamp(ty.min(), ty.max()),
        "min" => one.min(other),
        "max" => one.max(other),
        _ => return None,
    };
    Some(literal(value, ty, span))
}

impl VisitMut for Fold<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(value) = plain_ident(expr).and_then(|name| self.values.get(&name.to_string())) {
            *expr = value.clone();
            return;
        }
        if let Some(holds) = self.decided(expr) {
            *expr = truth(holds, span_of(expr));
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::If(choice) = expr {
            *choice.cond = bare(&choice.cond).clone();
        }
        if let Some(simpler) = self.simpler(expr) {
            *expr = simpler;
        }
    }

    /// What a `let` is known to be stands for its name.
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut kept = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut statement);
            match let_parts(&statement) {
                Some((name, value)) if number(value).is_some_and(|number| number.ty.is_some()) || truth_of(value).is_some() => {
                    self.values.insert(name.to_string(), value.clone());
                }
                _ => kept.push(statement),
            }
        }
        if let [.., last, Stmt::Expr(value, None)] = kept.as_slice()
            && let Some((name, named)) = let_parts(last)
            && plain_ident(value) == Some(name)
        {
            let value = with_type(named.clone(), last);
            kept.truncate(kept.len() - 2);
            kept.push(Stmt::Expr(value, None));
        }
        block.stmts = kept;
    }
}

/// The value of a `let`, whose numbers have the type that is written there.
fn with_type(value: Expr, named: &Stmt) -> Expr {
    let ty = match named {
        Stmt::Local(syn::Local { pat: syn::Pat::Type(typed), .. }) => of_type(&typed.ty),
        _ => None,
    };
    let Some(Scalar::Int(ty)) = ty else { return value };
    with_results(value, &mut |result| match number(&result) {
        Some(Number { value, ty: None }) => literal(value, ty, span_of(&result)),
        _ => result,
    })
}

/// The same expression with something else in the place of each that it may come to.
pub(super) fn with_results(expr: Expr, replace: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    match bare(&expr).clone() {
        Expr::If(branch) => match branches(&branch) {
            Some((yes, no)) => {
                let (yes, no) = (with_results(yes, replace), with_results(no, replace));
                let span = span_of(&expr);
                choice(*branch.cond, block(Vec::new(), yes), block(Vec::new(), no), span)
            }
            None => replace(expr),
        },
        Expr::Block(mut inner) => {
            if let Some(Stmt::Expr(value, None)) = inner.block.stmts.last_mut() {
                *value = with_results(value.clone(), replace);
            }
            Expr::Block(inner)
        }
        result => replace(result),
    }
}
