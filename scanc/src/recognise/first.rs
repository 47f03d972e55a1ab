//! What only the first iteration does: `y[i] = if i == 0 { x[i] } else { y[i - 1] + x[i] };`, `if i == 0 || x[i] > m { m = x[i]; }`.
//!
//! Such a loop sets what it carries, and combines from the second iteration on. As a scan it starts from the operator's identity, with
//! which the first iteration combines what it sets. Both are read from the text with what conditions on the first iteration are there: true
//! or false.

use super::arithmetic::constant;
use super::assemble::{Assembly, split};
use super::fold::truth_of;
use super::operator::{Matcher, Update};
use super::resolve::{Carrier, tidied};
use super::tables::{Meaning, Tables};
use super::updates::Updated;
use super::{Range, before_name, bounds, carried_values, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ir::{OperatorKind, Scalar};
use crate::syntax::{
    ExpressionsMut, bare, block, block_value, choice, let_parts, not, plain_ident, reads, span_of, special, truth, zero,
};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBinary, ExprUnary, Lit, Stmt, UnOp};

impl Assembly<'_> {
    /// The update of a carried value that the first iteration sets, and later ones combine with.
    pub(super) fn set_first(
        &self,
        number: usize,
        updated: &Updated,
        updates: &[Updated],
        mut matcher: Matcher,
    ) -> Option<Result<Update, Diagnostic>> {
        if !self.may_begin_without(number) {
            return None;
        }
        let (before, scalar) = (before_name(number), matcher.arithmetic.scalar);
        let first = First { range: self.tables.range.as_ref()?, tables: self.tables, before: &before, scalar };
        let whole = block(updated.lets.clone(), updated.value.clone());
        let (Given { block: set, is_first }, later) = (first.given(true, &whole)?, first.given(false, &whole)?.block);
        let (mut ignored, (lets, value)) = (Diagnostics::default(), split(&later));
        matcher.steps.clear();
        let mut matcher = Matcher { diagnostics: &mut ignored, ..matcher };
        let (update, lets) = matcher.update(lets, &value)?;
        let refused = |message: String| {
            let help = "give it its first value before the loop, and let that begin with the second element";
            Some(Err(Diagnostic::error(refuse::CARRIED_CONDITION, update.span, message).help(help)))
        };
        let builtin = match &update.kind {
            OperatorKind::Builtin(builtin) => *builtin,
            OperatorKind::Declared(name) => {
                return refused(format!(
                    "`{}` is set in the first iteration, and `{name}` applied in the others",
                    matcher.carried
                ));
            }
            _ => return None,
        };
        if self.is_used_before(number, updates, first) {
            return None;
        }
        let arithmetic = &matcher.arithmetic;
        let start = arithmetic.identity(builtin, &update.element, update.span).ok()?;
        let is_exact = !update.compared || arithmetic.requires_integer(&update.element, true, update.span).is_ok();
        if !is_exact {
            return refused(format!("`{}` keeps a NaN that the first iteration sets", matcher.carried));
        }
        let [set, later] = [set, block(lets, update.element.clone())].map(|block| tidied(block, self.tables, true));
        let element = if set == later { block_value(later) } else { choice(is_first, set, later, update.span) };
        carried_values(&element).is_empty().then(|| Ok(Update { element, start: Some(start), ..update }))
    }

    /// What carried value `number` of an array, which goes through a map, starts from where the first iteration makes nothing of it and
    /// nothing else reads it: before the first element there may be none.
    pub(super) fn any_start(
        &self,
        number: usize,
        updated: &Updated,
        updates: &[Updated],
        scalar: Option<Scalar>,
    ) -> Option<Expr> {
        let Carrier::Load(array, _) = self.solution.carriers[number] else { return None };
        if !self.may_begin_without(number) {
            return None;
        }
        let scalar = scalar.or_else(|| self.tables.scalar_of(&updated.value))?;
        let (before, span) = (before_name(number), self.tables.arrays[array].name.span());
        let first = First { range: self.tables.range.as_ref()?, tables: self.tables, before: &before, scalar: Some(scalar) };
        let set = first.given(true, &block(updated.lets.clone(), updated.value.clone()))?.block;
        let is_left = reads(&block_value(set), &before) || self.is_used_before(number, updates, first);
        (!is_left).then(|| zero(scalar, span.into()))
    }

    /// Whether the loop may begin where there is nothing yet that carried value `number` has been. An element that is read whatever a
    /// condition says has to be there: the loop panics otherwise.
    fn may_begin_without(&self, number: usize) -> bool {
        let is_asked_for = match self.solution.carriers[number] {
            Carrier::Load(_, load) => self.tables.loads[load].guarded,
            Carrier::Outer(_) => true,
        };
        is_asked_for && self.solution.lag.is_none() && self.site.attribute.ranks.is_none()
    }

    /// Whether anything else needs what carried value `number` is before the first iteration sets it.
    fn is_used_before(&self, number: usize, updates: &[Updated], first: First) -> bool {
        let others = (0..updates.len()).filter(|other| *other != number);
        let mut values = others.map(|other| block_value(self.resolved(self.resolver(), &updates[other].root, false)));
        let mut stores = self.walked.stores.iter().filter(|(_, store)| !self.tables.is_computed(&store.index.affine));
        let needs = |value: &Expr| {
            let in_first = || first.given(true, &block(Vec::new(), value.clone()));
            reads(value, first.before) && in_first().is_none_or(|given| reads(&block_value(given.block), first.before))
        };
        values.any(|value| reads(&value, first.before))
            || stores.any(|(array, store)| {
                let output = self.output(*array, store, false, updates);
                output.counter.is_some_and(|counter| counter.carried == number) || output.expressions().any(needs)
            })
    }
}

/// A loop's first iteration.
#[derive(Clone, Copy)]
struct First<'a> {
    range: &'a Range,
    tables: &'a Tables<'a>,
    /// The identifier of what is carried, before the iteration.
    before: &'a str,
    /// Its type, where that is visible.
    scalar: Option<Scalar>,
}

/// What a block is where it is known which iteration is the first.
struct Given {
    block: Block,
    /// The condition that holds in the first iteration alone.
    is_first: Expr,
}

impl First<'_> {
    /// What a block is in the first iteration, or in all others. `None` where no condition of it depends on that.
    fn given(self, is_first: bool, block: &Block) -> Option<Given> {
        let mut block = block.clone();
        let mut reader = Reader { first: self, is_first, names: HashMap::new(), condition: None };
        reader.visit_block_mut(&mut block);
        ExpressionsMut(&mut as_literal).visit_block_mut(&mut block);
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

/// Decides conditions, and leaves what they decide for.
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
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                as_decided(&not.expr).map(|value| decided(!value, span_of(expr)))
            }
            Expr::Binary(operation) => {
                let decides = match operation.op {
                    BinOp::And(_) => false,
                    BinOp::Or(_) => true,
                    _ if self.is_first => return self.without_literal(operation).cloned(),
                    _ => return None,
                };
                let sides = [&*operation.left, &*operation.right];
                // The rest is the program's own, constants included.
                if sides.iter().all(|side| as_decided(side).is_none()) {
                    return None;
                }
                let known = |side: &Expr| as_decided(side).or_else(|| truth_of(side));
                match sides.map(known) {
                    [Some(left), _] if left == decides => Some(decided(decides, span_of(expr))),
                    [Some(_), Some(right)] => Some(decided(right, span_of(expr))),
                    [Some(_), None] => Some(sides[1].clone()),
                    [None, Some(right)] if right != decides => Some(sides[0].clone()),
                    [None, _] => None,
                }
            }
            Expr::If(choice) => {
                let is_so = as_decided(&choice.cond)?;
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

    /// What is left of an operation with an integer that changes nothing, or leaves nothing of the other side: `0 + x[i]`, where a branch
    /// was. Nobody would write it, and lints say so. (In later iterations it is what is carried that nothing may be added to.)
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
            *expr = decided(of_first == self.is_first, span_of(expr));
            return;
        }
        if let Some(value) = plain_ident(bare(expr)).and_then(|name| self.names.get(&name.to_string())) {
            *expr = decided(*value, span_of(expr));
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
            && let Some(value) = as_decided(value)
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

/// What stands for a condition that is decided: not a literal, which the program may have of its own.
const DECIDED: [&str; 2] = ["__scan_decided_false", "__scan_decided_true"];

fn decided(value: bool, span: Span) -> Expr {
    special(DECIDED[usize::from(value)], span)
}

fn as_decided(expr: &Expr) -> Option<bool> {
    match bare(expr) {
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(value, None)] => as_decided(value),
            _ => None,
        },
        other => plain_ident(other).and_then(|name| DECIDED.iter().position(|decided| name == decided)).map(|place| place == 1),
    }
}

/// Puts a literal where a decided condition is left, which decides nothing else; whether there may be more in what was none.
fn as_literal(expr: &mut Expr) -> bool {
    let Some(value) = as_decided(expr) else { return true };
    *expr = truth(value, span_of(expr));
    false
}
