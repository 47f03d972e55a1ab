//! Running through a function with what is known of its values.

use super::{Check, Interval, Proof};
use crate::ir::counted::{Counted, counted};
use crate::ir::{Binary, Block, Expr, ExprKind, Function, Int, Literal, LocalId, Method, Scalar, Statement, Type, Unary, walk};
use std::collections::{HashMap, HashSet};

/// What is known: places (locals, their fields, their elements at literal indices) and what is in them.
type Facts = Vec<(Expr, Interval)>;

pub(super) struct Flow<'f> {
    function: &'f Function,
    proof: &'f mut Proof,
    facts: Facts,
    /// The locals that are captured values under another name, and what a division by them needs.
    renamed: HashMap<LocalId, Check>,
}

impl<'f> Flow<'f> {
    pub fn new(function: &'f Function, proof: &'f mut Proof) -> Self {
        Self { function, proof, facts: Vec::new(), renamed: HashMap::new() }
    }

    pub fn run(mut self) {
        self.block(&self.function.body);
    }

    /// The values of a block, if its end is reached.
    fn block(&mut self, block: &Block) -> Option<Option<Interval>> {
        if !self.statements(&block.statements) {
            return None;
        }
        Some(block.value.as_ref().and_then(|value| self.expression(value)))
    }

    /// Whether the end is reached.
    fn statements(&mut self, mut statements: &[Statement]) -> bool {
        while let [statement, rest @ ..] = statements {
            if let Some(repeat) = counted(self.function, statements) {
                self.counted(&repeat);
                statements = &rest[1..];
                continue;
            }
            if !self.statement(statement) {
                return false;
            }
            statements = rest;
        }
        true
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Let(local, value) => {
                let values = self.expression(value);
                self.forget(*local);
                self.learn(&place_of(*local, &value.ty), values);
                if let Some(check) = self.divisor(value).filter(|_| !self.function.locals[local.0].mutable) {
                    self.renamed.insert(*local, check);
                }
            }
            Statement::Declare(local) => self.forget(*local),
            Statement::Assign(place, value) => {
                let values = self.expression(value);
                self.expression(place);
                root(place).into_iter().for_each(|local| self.forget(local));
                self.learn(place, values);
            }
            Statement::If(condition, then, otherwise) => return self.branches(condition, then, otherwise).is_some(),
            Statement::While(condition, body) => self.repeat(condition, body),
            Statement::Return(value) => {
                self.expression(value);
                return false;
            }
            Statement::Break | Statement::Continue => return false,
        }
        true
    }

    /// What either arm leaves, if one reaches its end.
    fn branches(&mut self, condition: &Expr, then: &Block, otherwise: &Block) -> Option<Option<Interval>> {
        self.expression(condition);
        let before = self.facts.clone();
        self.assume(condition, true);
        let first = self.block(then);
        let after_first = std::mem::replace(&mut self.facts, before);
        self.assume(condition, false);
        let second = self.block(otherwise);
        match (first, second) {
            (Some(first), Some(second)) => {
                self.facts = joined(&after_first, &self.facts);
                Some(first.zip(second).map(|(first, second)| first.hull(second)))
            }
            (Some(first), None) => {
                self.facts = after_first;
                Some(first)
            }
            (None, second) => second,
        }
    }

    /// Nothing is known of what the loop changes, neither in it nor after it.
    fn repeat(&mut self, condition: &Expr, body: &Block) {
        self.forget_changed(&body.statements, condition);
        self.expression(condition);
        let before = self.facts.clone();
        self.assume(condition, true);
        self.block(body);
        self.facts = before;
    }

    fn counted(&mut self, repeat: &Counted) {
        let Counted { counter, variable, start, condition, end, backwards, body } = *repeat;
        let start = self.expression(start);
        self.forget_changed(body, condition);
        self.forget(counter);
        self.forget(variable);
        self.expression(condition);
        let end = self.expression(end);
        let before = self.facts.clone();
        let range = start.zip(end).map(|(start, end)| match backwards {
            false => Interval { low: start.low, high: end.high - 1 },
            true => Interval { low: end.low, high: start.high - 1 },
        });
        self.learn(&place_of(variable, &condition_type(condition)), range);
        self.statements(body);
        self.facts = before;
    }

    /// The values of an expression, if they are integers.
    fn expression(&mut self, expr: &Expr) -> Option<Interval> {
        let int = int(&expr.ty);
        let all = int.map(Interval::of);
        match &expr.kind {
            ExprKind::Literal(Literal::Int(value)) => int.map(|_| Interval::only(*value)),
            ExprKind::Local(_) | ExprKind::Captured(_) => self.known(expr).or(all),
            ExprKind::Field(base, _) => {
                self.expression(base);
                self.known(expr).or(all)
            }
            ExprKind::Element(base, index) => {
                self.expression(base);
                let values = self.expression(index);
                self.indexes(expr, &base.ty, values);
                self.known(expr).or(all)
            }
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                self.lazy(*operator, left, right);
                all
            }
            ExprKind::Binary(operator, left, right) => {
                let operands = (self.expression(left), self.expression(right));
                let operands = operands.0.zip(operands.1);
                if let Binary::Div | Binary::Rem = operator {
                    self.divides(expr, operands, right);
                }
                operands.zip(int).map(|((left, right), int)| left.binary(*operator, right, int)).or(all)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.expression(operand);
                let negated = operand.filter(|_| *operator == Unary::Neg).zip(int);
                negated.map(|(operand, int)| Interval::only(0).binary(Binary::Sub, operand, int)).or(all)
            }
            ExprKind::Cast(operand) => {
                let values = self.expression(operand).or((operand.ty == Type::BOOL).then_some(Interval { low: 0, high: 1 }));
                values.zip(all).map(|(values, all)| if values.is_within(all) { values } else { all }).or(all)
            }
            ExprKind::If(condition, then, otherwise) => self.branches(condition, then, otherwise).flatten().or(all),
            ExprKind::Block(block) => self.block(block).flatten().or(all),
            ExprKind::Method(method, operands) => self.method(expr, *method, operands).or(all),
            ExprKind::Call(_, operands) | ExprKind::List(operands) => {
                for operand in operands {
                    self.expression(operand);
                }
                all
            }
            ExprKind::Struct(_, fields) => {
                for (_, value) in fields {
                    self.expression(value);
                }
                all
            }
            ExprKind::Load(_, index) | ExprKind::Gather(_, index) => {
                self.expression(index);
                all
            }
            _ => all,
        }
    }

    fn method(&mut self, expr: &Expr, method: Method, operands: &[Expr]) -> Option<Interval> {
        let values: Vec<Option<Interval>> = operands.iter().map(|operand| self.expression(operand)).collect();
        if let (Method::Clamp, [_, low, high], [_, lowest, highest]) = (method, operands, values.as_slice()) {
            let safe = lowest.zip(*highest).is_some_and(|(lowest, highest)| lowest.high <= highest.low);
            self.proof.note_checked(expr, safe, Check::bounds(low, high));
        }
        let values: Vec<Interval> = values.into_iter().collect::<Option<_>>()?;
        let (receiver, others) = values.split_first()?;
        if let (Method::DivEuclid | Method::RemEuclid, [divisor]) = (method, others) {
            self.divides(expr, Some((*receiver, *divisor)), &operands[1]);
        }
        Some(receiver.method(method, others, int(&expr.ty)?))
    }

    /// The right side runs where the left one has not decided.
    fn lazy(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        self.expression(left);
        let before = self.facts.clone();
        self.assume(left, operator == Binary::And);
        self.expression(right);
        self.facts = joined(&before, &self.facts);
        let mut changed = HashSet::new();
        changed_in(right, &mut changed);
        changed.into_iter().for_each(|local| self.forget(local));
    }

    /// Notes whether an index is in range.
    fn indexes(&mut self, expr: &Expr, array: &Type, index: Option<Interval>) {
        let within = match array {
            Type::Array(_, length) => Interval { low: 0, high: i128::from(*length) - 1 },
            _ => return,
        };
        self.proof.note(expr, index.is_some_and(|values| values.is_within(within)));
    }

    /// Notes whether a division by `by` has a result.
    fn divides(&mut self, expr: &Expr, operands: Option<(Interval, Interval)>, by: &Expr) {
        let (Some((dividend, divisor)), Some(ty)) = (operands, int(&expr.ty)) else { return };
        let overflows = ty.signed() && divisor.contains(-1) && dividend.contains(ty.min());
        let check = self.divisor(by);
        self.proof.note_checked(expr, !divisor.contains(0) && !overflows, check);
    }

    /// What a division by `by` needs, if that is a captured value.
    fn divisor(&self, by: &Expr) -> Option<Check> {
        Check::divisor(by, &|local| self.renamed.get(&local).cloned())
    }

    fn known(&self, place: &Expr) -> Option<Interval> {
        self.facts.iter().find(|(known, _)| known == place).map(|(_, values)| *values)
    }

    fn learn(&mut self, place: &Expr, values: Option<Interval>) {
        let (Some(values), true, Some(ty)) = (values, is_place(place), int(&place.ty)) else { return };
        let values = self.known(place).unwrap_or(Interval::of(ty)).meet(values);
        self.facts.retain(|(known, _)| known != place);
        self.facts.push((place.clone(), values));
    }

    fn forget(&mut self, local: LocalId) {
        self.facts.retain(|(place, _)| root(place) != Some(local));
    }

    fn forget_changed(&mut self, statements: &[Statement], condition: &Expr) {
        let mut changed = HashSet::new();
        changed_by(statements, &mut changed);
        changed_in(condition, &mut changed);
        changed.into_iter().for_each(|local| self.forget(local));
    }

    /// Learns from a condition that holds, or does not.
    fn assume(&mut self, condition: &Expr, holds: bool) {
        match &condition.kind {
            ExprKind::Unary(Unary::Not, inner) => self.assume(inner, !holds),
            ExprKind::Binary(Binary::And, left, right) if holds => {
                [left, right].into_iter().for_each(|side| self.assume(side, true))
            }
            ExprKind::Binary(Binary::Or, left, right) if !holds => {
                [left, right].into_iter().for_each(|side| self.assume(side, false))
            }
            ExprKind::Binary(operator, left, right) => {
                let operator = if holds { Some(*operator) } else { opposite(*operator) };
                if let (Some(operator), Some(a), Some(b)) = (operator, self.peek(left), self.peek(right)) {
                    self.learn(left, refined(a, operator, b));
                    self.learn(right, mirrored(operator).and_then(|operator| refined(b, operator, a)));
                }
            }
            _ => {}
        }
    }

    /// The values of one side of a condition, which has been looked at.
    fn peek(&mut self, side: &Expr) -> Option<Interval> {
        int(&side.ty)?;
        let facts = self.facts.clone();
        let values = self.expression(side);
        self.facts = facts;
        values
    }
}

/// The `a` for which `a operator b` holds for some `b`.
fn refined(a: Interval, operator: Binary, b: Interval) -> Option<Interval> {
    Some(match operator {
        Binary::Lt => Interval { high: a.high.min(b.high - 1), ..a },
        Binary::Le => Interval { high: a.high.min(b.high), ..a },
        Binary::Gt => Interval { low: a.low.max(b.low + 1), ..a },
        Binary::Ge => Interval { low: a.low.max(b.low), ..a },
        Binary::Eq => a.meet(b),
        Binary::Ne if b.low == b.high => a.without(b.low),
        _ => return None,
    })
}

fn opposite(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Lt => Binary::Ge,
        Binary::Le => Binary::Gt,
        Binary::Gt => Binary::Le,
        Binary::Ge => Binary::Lt,
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        _ => return None,
    })
}

fn mirrored(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        Binary::Eq | Binary::Ne => operator,
        _ => return None,
    })
}

fn joined(left: &Facts, right: &Facts) -> Facts {
    let both = left.iter().filter_map(|(place, a)| {
        let (_, b) = right.iter().find(|(other, _)| other == place)?;
        Some((place.clone(), a.hull(*b)))
    });
    both.collect()
}

/// The locals that statements assign or declare.
fn changed_by(statements: &[Statement], changed: &mut HashSet<LocalId>) {
    for statement in statements {
        match statement {
            Statement::Let(local, value) => {
                changed.insert(*local);
                changed_in(value, changed);
            }
            Statement::Declare(local) => drop(changed.insert(*local)),
            Statement::Assign(place, value) => {
                changed.extend(root(place));
                changed_in(place, changed);
                changed_in(value, changed);
            }
            Statement::If(condition, then, otherwise) => {
                changed_in(condition, changed);
                [then, otherwise].into_iter().for_each(|block| changed_by_block(block, changed));
            }
            Statement::While(condition, body) => {
                changed_in(condition, changed);
                changed_by_block(body, changed);
            }
            Statement::Return(value) => changed_in(value, changed),
            Statement::Break | Statement::Continue => {}
        }
    }
}

fn changed_by_block(block: &Block, changed: &mut HashSet<LocalId>) {
    changed_by(&block.statements, changed);
    block.value.iter().for_each(|value| changed_in(value, changed));
}

fn changed_in(expr: &Expr, changed: &mut HashSet<LocalId>) {
    walk::expression(expr, &mut |inner| match &inner.kind {
        ExprKind::If(_, then, otherwise) => {
            changed_by(&then.statements, changed);
            changed_by(&otherwise.statements, changed);
        }
        ExprKind::Block(block) => changed_by(&block.statements, changed),
        _ => {}
    });
}

fn place_of(local: LocalId, ty: &Type) -> Expr {
    Expr { kind: ExprKind::Local(local), ty: ty.clone(), span: crate::diagnostic::Span::call_site() }
}

fn condition_type(condition: &Expr) -> Type {
    match &condition.kind {
        ExprKind::Binary(_, left, _) => left.ty.clone(),
        _ => condition.ty.clone(),
    }
}

/// Whether facts can be about it: it names one place as long as nothing is assigned.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Captured(_) => true,
        ExprKind::Field(base, _) => is_place(base),
        ExprKind::Element(base, index) => is_place(base) && matches!(index.kind, ExprKind::Literal(_)),
        _ => false,
    }
}

/// The local that a place is in.
fn root(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Field(base, _) | ExprKind::Element(base, _) => root(base),
        _ => None,
    }
}

fn int(ty: &Type) -> Option<Int> {
    match ty.scalar() {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    }
}
