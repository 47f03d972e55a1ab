//! Running through a function with what is known of its values.

use super::facts::{Facts, Layer};
use super::{Check, Interval, Proof, address};
use crate::ir::counted::{Counted, counted};
use crate::ir::{Binary, Block, Expr, ExprKind, Function, Int, Literal, LocalId, Method, Scalar, Statement, Type, Unary, walk};
use std::collections::{HashMap, HashSet};

pub(super) struct Flow<'f> {
    function: &'f Function,
    proof: &'f mut Proof,
    facts: Facts,
    /// The values of both sides of each comparison when it was looked at last, by its address.
    compared: HashMap<usize, [Option<Interval>; 2]>,
    /// The locals that are captured values under another name, and what a division by them needs.
    renamed: HashMap<LocalId, Check>,
}

impl<'f> Flow<'f> {
    pub fn new(function: &'f Function, proof: &'f mut Proof) -> Self {
        Self { function, proof, facts: Facts::default(), compared: HashMap::new(), renamed: HashMap::new() }
    }

    /// Learns that conditions of the parameters hold.
    pub fn assuming(mut self, conditions: &[Expr]) -> Self {
        for condition in conditions {
            self.expression(condition);
            self.assume(condition, true);
        }
        self
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
        self.facts.enter();
        self.assume(condition, true);
        let first = self.block(then);
        let after_first = self.facts.leave();
        self.facts.enter();
        self.assume(condition, false);
        let second = self.block(otherwise);
        let after_second = self.facts.leave();
        match (first, second) {
            (Some(first), Some(second)) => {
                self.facts.take_either(&after_first, &after_second);
                Some(first.zip(second).map(|(first, second)| first.hull(second)))
            }
            (Some(first), None) => {
                self.facts.take(after_first);
                Some(first)
            }
            (None, second) => {
                self.facts.take(after_second);
                second
            }
        }
    }

    /// Nothing is known of what the loop changes, neither in it nor after it.
    fn repeat(&mut self, condition: &Expr, body: &Block) {
        self.forget_changed(&body.statements, condition);
        self.expression(condition);
        self.facts.enter();
        self.assume(condition, true);
        self.block(body);
        self.facts.leave();
    }

    fn counted(&mut self, repeat: &Counted) {
        let Counted { counter, variable, start, condition, end, backwards, body } = *repeat;
        let start = self.expression(start);
        self.forget_changed(body, condition);
        self.forget(counter);
        self.forget(variable);
        self.expression(condition);
        let end = self.expression(end);
        let range = start.zip(end).map(|(start, end)| match backwards {
            false => Interval { low: start.low, high: end.high - 1 },
            true => Interval { low: end.low, high: start.high - 1 },
        });
        self.facts.enter();
        self.learn(&place_of(variable, &condition_type(condition)), range);
        self.statements(body);
        self.facts.leave();
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
                self.known(expr).or_else(|| self.any_element(base)).or(all)
            }
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                self.lazy(*operator, left, right);
                all
            }
            ExprKind::Binary(operator, left, right) => {
                let operands = [self.expression(left), self.expression(right)];
                if opposite(*operator).is_some() {
                    self.compared.insert(address(expr), operands);
                }
                let operands = operands[0].zip(operands[1]);
                if let Binary::Div | Binary::Rem = operator {
                    self.divides(expr, operands, right);
                }
                if let Some(int) = int {
                    let fits = operands.is_none_or(|(left, right)| left.fits(*operator, right, int));
                    self.proof.note_fits(expr, fits && operands.is_some());
                }
                operands.zip(int).map(|((left, right), int)| left.binary(*operator, right, int)).or(all)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.expression(operand);
                let negated = operand.filter(|_| *operator == Unary::Neg).zip(int);
                if let Some((operand, int)) = negated {
                    self.proof.note_fits(expr, Interval::only(0).fits(Binary::Sub, operand, int));
                }
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
            ExprKind::Load(_, index) | ExprKind::Gather(_, index) | ExprKind::Item(_, index) => {
                self.expression(index);
                all
            }
            ExprKind::Slice(_, from, length) => {
                self.expression(from);
                self.expression(length);
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
        if let (Method::Within, [Expr { kind: ExprKind::Captured(capture), .. }, reach]) = (method, operands)
            && super::literal(reach) == Some(Literal::Float(1.0))
        {
            self.proof.note_checked(expr, false, Some(Check::Contraction(*capture)));
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
        self.facts.enter();
        self.assume(left, operator == Binary::And);
        self.expression(right);
        let after_right = self.facts.leave();
        self.facts.take_either(&after_right, &Layer::default());
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
        self.facts.of(place)
    }

    /// What is known of all elements of an array.
    fn any_element(&self, array: &Expr) -> Option<Interval> {
        let Type::Array(_, length) = array.ty else { return None };
        self.facts.of_elements(array, length)
    }

    fn learn(&mut self, place: &Expr, values: Option<Interval>) {
        let (Some(values), Some(ty)) = (values, int(&place.ty)) else { return };
        let values = self.known(place).unwrap_or(Interval::of(ty)).meet(values);
        self.facts.learn(place, values);
    }

    fn forget(&mut self, local: LocalId) {
        self.facts.forget(local);
    }

    fn forget_changed(&mut self, statements: &[Statement], condition: &Expr) {
        let mut changed = HashSet::new();
        changed_by(statements, &mut changed);
        changed_in(condition, &mut changed);
        changed.into_iter().for_each(|local| self.forget(local));
    }

    /// Learns from a condition, which has been looked at, that it holds, or does not.
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
                let compared = self.compared.get(&address(condition)).copied().unwrap_or_default();
                if let (Some(operator), [Some(a), Some(b)]) = (operator, compared) {
                    self.learn(left, refined(a, operator, b));
                    self.learn(right, mirrored(operator).and_then(|operator| refined(b, operator, a)));
                }
            }
            _ => {}
        }
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

/// The locals that statements assign or declare, however deep.
fn changed_by(statements: &[Statement], changed: &mut HashSet<LocalId>) {
    bound_by(statements, changed);
    walk::statements(statements, &mut |expr| bound_in(expr, changed));
}

/// The locals that evaluating an expression assigns or declares.
fn changed_in(expr: &Expr, changed: &mut HashSet<LocalId>) {
    walk::expression(expr, &mut |inner| bound_in(inner, changed));
}

/// Those of the statements that an expression itself holds; the expressions in those are for who walks through them.
fn bound_in(expr: &Expr, changed: &mut HashSet<LocalId>) {
    match &expr.kind {
        ExprKind::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| bound_by(&block.statements, changed)),
        ExprKind::Block(block) => bound_by(&block.statements, changed),
        _ => {}
    }
}

/// Those of statements, and of statements in them.
fn bound_by(statements: &[Statement], changed: &mut HashSet<LocalId>) {
    for statement in statements {
        match statement {
            Statement::Let(local, _) | Statement::Declare(local) => drop(changed.insert(*local)),
            Statement::Assign(place, _) => changed.extend(root(place)),
            Statement::If(_, then, otherwise) => {
                [then, otherwise].into_iter().for_each(|block| bound_by(&block.statements, changed));
            }
            Statement::While(_, body) => bound_by(&body.statements, changed),
            Statement::Return(_) | Statement::Break | Statement::Continue => {}
        }
    }
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
