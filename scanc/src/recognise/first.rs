//! What only the first iteration does: `y[i] = if i == 0 { x[i] } else { y[i - 1] + x[i] };`, `if i == 0 || x[i] > m { m = x[i]; }`.
//!
//! Such a loop sets what it carries, and combines from the second iteration on. As a scan it starts from the operator's identity, with
//! which the first iteration combines what it sets. Both are read from the text with what a condition is there: true or false.

use super::arithmetic::constant;
use super::tables::{Meaning, Tables};
use super::{Range, bounds};
use crate::ir::Scalar;
use crate::syntax::{bare, let_parts, not, plain_ident, reads, span_of, truth};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBinary, ExprUnary, Lit, Stmt, UnOp};

/// A loop's first iteration.
#[derive(Clone, Copy)]
pub(super) struct First<'a> {
    pub range: &'a Range,
    pub tables: &'a Tables<'a>,
    /// The identifier of what is carried, before the iteration.
    pub before: &'a str,
    /// Its type, where that is visible.
    pub scalar: Option<Scalar>,
}

/// What a block is where it is known which iteration is the first.
pub(super) struct Given {
    pub block: Block,
    /// The condition that holds in the first iteration alone.
    pub is_first: Expr,
}

impl First<'_> {
    /// What a block is in the first iteration, or in all others. `None` where no condition of it depends on that.
    pub(super) fn given(self, is_first: bool, block: &Block) -> Option<Given> {
        let mut block = block.clone();
        let mut reader = Reader { first: self, is_first, names: HashMap::new(), condition: None };
        reader.visit_block_mut(&mut block);
        reader.condition.map(|is_first| Given { block, is_first })
    }

    /// Whether a condition holds in the first iteration alone, or in all others, if it is one of the two.
    fn decides(self, condition: &Expr) -> Option<bool> {
        let Expr::Binary(comparison) = bare(condition) else { return None };
        let is_index = |side: &Expr| plain_ident(bare(side)).is_some_and(|name| *name == self.tables.index);
        let is_on_left = is_index(&comparison.left) || plus_one(&comparison.left).is_some_and(is_index);
        let (index, operator, bound) = match is_on_left {
            true => (&comparison.left, comparison.op, &comparison.right),
            false => (&comparison.right, mirrored(&comparison.op), &comparison.left),
        };
        match (is_index(index), plus_one(index).is_some_and(is_index)) {
            (true, _) => self.against(&operator, bound),
            // Below a bound that is no value itself one may be added.
            (_, true) => match self.range {
                Range::Descending { high, inclusive: false, .. } if self.is_same(bound, high) => backwards(&operator, 0),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the loop variable's comparison with `bound` decides.
    fn against(self, operator: &BinOp, bound: &Expr) -> Option<bool> {
        match self.range {
            Range::Lengths(_) => forwards(operator, bounds::literal(bound)?),
            Range::Ascending { from, .. } if self.is_same(bound, from) => forwards(operator, 0),
            Range::Ascending { from, .. } => forwards(operator, bounds::literal(bound)?.checked_sub(bounds::literal(from)?)?),
            Range::Descending { high, inclusive: true, .. } if self.is_same(bound, high) => backwards(operator, 0),
            Range::Descending { high, inclusive: false, .. }
                if minus_one(bound).is_some_and(|bound| self.is_same(bound, high)) =>
            {
                backwards(operator, 0)
            }
            Range::Descending { high, inclusive, .. } => {
                let first = bounds::literal(high)?.checked_sub(i64::from(!inclusive))?;
                backwards(operator, bounds::literal(bound)?.checked_sub(first)?)
            }
        }
    }

    /// Whether a canonical expression is what the header says.
    fn is_same(self, canonical: &Expr, written: &Expr) -> bool {
        match plain_ident(bare(canonical)).and_then(|name| self.tables.meaning(name)) {
            Some(Meaning::Outer(outer)) => !self.tables.changes(outer) && self.tables.outers[outer].value == *bare(written),
            _ => false,
        }
    }
}

/// What a comparison with what is so `far` from the first value decides, where no value comes before that.
fn forwards(operator: &BinOp, far: i64) -> Option<bool> {
    match (operator, far) {
        (BinOp::Eq(_) | BinOp::Le(_), 0) | (BinOp::Lt(_), 1) => Some(true),
        (BinOp::Ne(_) | BinOp::Gt(_), 0) | (BinOp::Ge(_), 1) => Some(false),
        _ => None,
    }
}

/// The same where no value comes behind it.
fn backwards(operator: &BinOp, far: i64) -> Option<bool> {
    forwards(&mirrored(operator), far.checked_neg()?)
}

/// `inner`, of `inner + 1`.
fn plus_one(expr: &Expr) -> Option<&Expr> {
    match bare(expr) {
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) && bounds::literal(&sum.right) == Some(1) => Some(&sum.left),
        _ => None,
    }
}

/// `inner`, of `inner - 1`.
fn minus_one(expr: &Expr) -> Option<&Expr> {
    match bare(expr) {
        Expr::Binary(difference) if matches!(difference.op, BinOp::Sub(_)) && bounds::literal(&difference.right) == Some(1) => {
            Some(&difference.left)
        }
        _ => None,
    }
}

/// The operator with its operands exchanged.
fn mirrored(operator: &BinOp) -> BinOp {
    match operator {
        BinOp::Lt(token) => BinOp::Gt(syn::Token![>](token.spans[0])),
        BinOp::Gt(token) => BinOp::Lt(syn::Token![<](token.spans[0])),
        BinOp::Le(token) => BinOp::Ge(syn::Token![>=](token.spans[0])),
        BinOp::Ge(token) => BinOp::Le(syn::Token![<=](token.spans[0])),
        other => *other,
    }
}

/// Puts `true` and `false` in the place of conditions, and leaves what they decide for.
struct Reader<'f> {
    first: First<'f>,
    is_first: bool,
    /// The `let`s that are conditions.
    names: HashMap<String, bool>,
    /// The condition on the first iteration, once there is one.
    condition: Option<Expr>,
}

impl Reader<'_> {
    /// What an expression comes to, if no part of it is left out that could have panicked.
    fn simplified(&self, expr: &Expr) -> Option<Expr> {
        match bare(expr) {
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => as_truth(&not.expr).map(|value| truth(!value, span_of(expr))),
            Expr::Binary(operation) => {
                let decides = match operation.op {
                    BinOp::And(_) => false,
                    BinOp::Or(_) => true,
                    _ if self.is_first => return self.without_literal(operation).cloned(),
                    _ => return None,
                };
                match (as_truth(&operation.left), as_truth(&operation.right)) {
                    (Some(left), _) if left == decides => Some((*operation.left).clone()),
                    (Some(_), _) => Some((*operation.right).clone()),
                    (None, Some(right)) if right != decides => Some((*operation.left).clone()),
                    _ => None,
                }
            }
            Expr::If(choice) => {
                let is_so = as_truth(&choice.cond)?;
                let (yes, no) = super::operator::branches(choice)?;
                let (taken, other) = if is_so { (yes, no) } else { (no, yes) };
                Some(self.typed(taken, &other))
            }
            _ => None,
        }
    }

    /// A literal that has its type from the `other` branch, with its type.
    fn typed(&self, taken: Expr, other: &Expr) -> Expr {
        let of_carried = || self.first.scalar.filter(|_| reads(other, self.first.before));
        match self.first.tables.scalar_of(other).or_else(of_carried) {
            Some(scalar) => with_suffix(&taken, scalar).unwrap_or(taken),
            None => taken,
        }
    }

    /// What is left of an operation with an integer that changes nothing, or leaves nothing of the other side: `0 + x[i]`, where a branch was.
    /// Nobody would write it, and lints say so. (In later iterations it is what is carried that nothing may be added to.)
    fn without_literal<'e>(&self, operation: &'e ExprBinary) -> Option<&'e Expr> {
        let (left, right) = (&*operation.left, &*operation.right);
        let [of_left, of_right] = [left, right].map(bounds::literal);
        let erases = |other: &Expr| !self.first.tables.may_panic(other);
        match (operation.op, of_left, of_right) {
            (BinOp::Add(_) | BinOp::BitOr(_) | BinOp::BitXor(_), Some(0), _) | (BinOp::Mul(_), Some(1), _) => Some(right),
            (BinOp::Add(_) | BinOp::Sub(_) | BinOp::BitOr(_) | BinOp::BitXor(_), _, Some(0)) | (BinOp::Mul(_), _, Some(1)) => {
                Some(left)
            }
            (BinOp::Mul(_) | BinOp::BitAnd(_), Some(0), _) if erases(right) => Some(left),
            (BinOp::Mul(_) | BinOp::BitAnd(_), _, Some(0)) if erases(left) => Some(right),
            _ => None,
        }
    }
}

impl VisitMut for Reader<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(of_first) = self.first.decides(expr) {
            let condition = if of_first { bare(expr).clone() } else { not(bare(expr).clone(), span_of(expr)) };
            self.condition.get_or_insert(condition);
            *expr = truth(of_first == self.is_first, span_of(expr));
            return;
        }
        if let Some(value) = plain_ident(bare(expr)).and_then(|name| self.names.get(&name.to_string())) {
            *expr = truth(*value, span_of(expr));
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Some(simplified) = self.simplified(expr) {
            *expr = simplified;
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        // A `let` that is a condition has been put in the places where it is used: those come after it.
        let names = &mut self.names;
        block.stmts.retain(|statement| !is_named(statement, names));
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, statement);
        if let Some((name, value)) = let_parts(statement)
            && let Some(value) = as_truth(value)
        {
            self.names.insert(name.to_string(), value);
        }
    }
}

/// Whether it is the `let` of a condition.
fn is_named(statement: &Stmt, names: &HashMap<String, bool>) -> bool {
    let_parts(statement).is_some_and(|(name, _)| names.contains_key(&name.to_string()))
}

/// A number, negated or not, that does not say its type, with that.
fn with_suffix(number: &Expr, scalar: Scalar) -> Option<Expr> {
    match bare(number) {
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => {
            let expr = Box::new(with_suffix(&negated.expr, scalar)?);
            Some(Expr::Unary(ExprUnary { expr, ..negated.clone() }))
        }
        Expr::Lit(literal) => {
            let digits = match (&literal.lit, scalar) {
                (Lit::Int(value), Scalar::Int(_)) if value.suffix().is_empty() => value.to_string(),
                (Lit::Float(value), Scalar::Float(_)) if value.suffix().is_empty() => value.to_string(),
                _ => return None,
            };
            Some(constant(&format!("{digits}{}", scalar.rust()), span_of(number)))
        }
        _ => None,
    }
}

fn as_truth(expr: &Expr) -> Option<bool> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(value) => Some(value.value),
            _ => None,
        },
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(value, None)] => as_truth(value),
            _ => None,
        },
        _ => None,
    }
}
