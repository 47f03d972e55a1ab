//! Updates for which an operator is derived: maps of one family, in many spellings.

use super::{BOOL, Maker, USIZE};
use crate::loops::{Expr, Kind, SECOND, Statement, Subscript, Target, Variable};
use scanc::ir::interpret::Value;
use scanc::ir::{Builtin, Int, Scalar};

/// Maps of which two in a row are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Last,
    Reset,
    Affine,
    Bits,
    Clamp,
    States,
    /// Of two values.
    Matrix,
    /// Between two values, and what iterations bring.
    Copies,
}

impl Family {
    pub(super) fn is_of_two(self) -> bool {
        matches!(self, Self::Matrix | Self::Copies)
    }
}

fn integer(ty: Scalar) -> Int {
    match ty {
        Scalar::Int(int) => int,
        _ => unreachable!("states are integers"),
    }
}

impl Maker<'_, '_> {
    /// One loop in four has an operator that is to be derived.
    pub(super) fn choose_family(&mut self) {
        if !self.dice.once_in(4) {
            return;
        }
        let family = match self.carried.ty {
            _ if self.dice.once_in(8) => Family::Copies,
            Scalar::Bool => self.dice.of(&[Family::Last, Family::Bits, Family::States]),
            Scalar::Int(_) if self.dice.once_in(4) => Family::States,
            Scalar::Int(int) if int.bits() <= 32 && self.dice.once_in(3) => Family::Clamp,
            Scalar::Int(_) if self.dice.once_in(4) => Family::Matrix,
            Scalar::Int(_) => self.dice.of(&[Family::Last, Family::Reset, Family::Affine, Family::Affine, Family::Bits]),
            // Products of floats are not exact; minima and maxima have an order of their own.
            Scalar::Float(_) if self.carried.operator == Builtin::Add => self.dice.of(&[Family::Last, Family::Reset]),
            Scalar::Float(_) => Family::Last,
        };
        self.family = Some(family);
        self.program.derived = true;
    }

    /// A map of `before`.
    pub(super) fn mapped(&mut self, before: Expr) -> Expr {
        let ty = self.carried.ty;
        match self.family.expect("a family") {
            Family::Last | Family::Copies => Expr::choice(self.any(BOOL), self.element(), before),
            Family::Reset => {
                let element = self.element();
                let (condition, reset, on) = (self.any(BOOL), self.element(), self.combined(before, element));
                if self.dice.once_in(2) { Expr::choice(condition, reset, on) } else { Expr::choice(condition, on, reset) }
            }
            Family::Affine | Family::Matrix => self.linear(before),
            Family::States if ty == BOOL => {
                let (yes, no) = (self.any(BOOL), self.any(BOOL));
                Expr::choice(before, yes, no)
            }
            Family::States => {
                let count = self.dice.of(&[2, 3, 4, 5, 8, 16]);
                let one = self.dice.below(count);
                let first = Expr::choice(self.varying(), self.literal(one), self.literal((one + 1) % count));
                let rest = self.between_states(&before, count, 2);
                Expr::choice(self.varying(), first, rest)
            }
            Family::Clamp => {
                let once = self.limited(before);
                if self.dice.once_in(2) { self.limited(once) } else { once }
            }
            Family::Bits => {
                let (symbol, other) = (self.dice.of(&["&", "|", "^"]), self.any(ty));
                let negated = self.dice.once_in(4);
                let before = if negated { Expr::new(ty, Kind::Not(Box::new(before))) } else { before };
                let once = self.either_side(symbol, before, other);
                let (symbol, other) = (self.dice.of(&["&", "|", "^"]), self.any(ty));
                self.either_side(symbol, once, other)
            }
        }
    }

    fn state(&mut self, count: usize) -> Expr {
        let state = self.dice.below(count);
        self.literal(state)
    }

    fn literal(&self, number: usize) -> Expr {
        Expr::literal(Value::int(integer(self.carried.ty), number as i128))
    }

    /// A condition that is not the same whatever the loop is called with: of a step that is a constant nothing is derived.
    fn varying(&mut self) -> Expr {
        let reads = |kind: &Kind| matches!(kind, Kind::Load(..) | Kind::Index);
        let drawn = (0..4).map(|_| self.any(BOOL)).find(|condition| condition.any(&reads));
        drawn.unwrap_or_else(|| {
            let shift = self.program.captures.len() - 1;
            let least = Expr::literal(Value::int(Int::Usize, 1 + self.dice.below(3) as i128));
            Expr::binary(BOOL, "<", Expr::new(USIZE, Kind::Capture(shift)), least)
        })
    }

    /// The second of two values that are carried together.
    pub(super) fn second_variable(&mut self) {
        if self.family.is_some_and(Family::is_of_two) {
            self.program.variables.push(Variable { name: SECOND.into(), ty: self.carried.ty, behind_reference: false });
        }
    }

    /// `a * first + b * second + c`, in some spelling; or one of the two, or a value of the iteration, by conditions.
    fn combination(&mut self, first: Expr, second: Expr) -> Expr {
        if self.family == Some(Family::Copies) {
            let (one, other) = if self.dice.once_in(2) { (first, second) } else { (second, first) };
            let brought = if self.dice.once_in(2) { self.element() } else { one.clone() };
            let inner = Expr::choice(self.any(BOOL), other, brought);
            return if self.dice.once_in(2) {
                Expr::choice(self.any(BOOL), inner, one)
            } else {
                Expr::choice(self.any(BOOL), one, inner)
            };
        }
        let (ty, factor) = (self.carried.ty, self.any(self.carried.ty));
        let own = if self.dice.once_in(3) { first } else { self.linear(first) };
        let other = if self.dice.once_in(3) { second } else { self.either_side("*", second, factor) };
        if self.dice.once_in(3) { Expr::binary(ty, "-", own, other) } else { self.either_side("+", own, other) }
    }

    /// Both variables at once, each of both.
    pub(super) fn matrix_updates(&mut self, first: &Expr) {
        let second = Expr::new(self.carried.ty, Kind::Variable(1));
        let next = self.combination(first.clone(), second.clone());
        let next = self.bound(next, true);
        let (mine, other) = if self.dice.once_in(2) { (first, &second) } else { (&second, first) };
        let value = if self.dice.once_in(3) { first.clone() } else { self.combination(mine.clone(), other.clone()) };
        let set = |variable: usize, value: Expr| Statement::Assign { target: Target::Variable(variable), operator: None, value };
        self.program.body.push(set(1, value));
        self.program.body.push(set(0, next));
    }

    /// Of what the last iteration stored and one before that, where every iteration finds such a cell.
    pub(super) fn of_two(&mut self, array: usize, before: &Subscript, step: i64) -> Expr {
        let load = |subscript: Subscript| Expr::new(self.carried.ty, Kind::Load(array, subscript));
        let back = |more: i64| Subscript { offset: before.offset - more * before.coefficient * step, ..before.clone() };
        let more = 1 + self.dice.below(3) as i64;
        let older = if before.coefficient > 0 && back(more).offset >= -4 { back(more) } else { back(1) };
        let is_found = older.coefficient < 0 || older.offset >= -4;
        let (before, older) = (load(before.clone()), load(older));
        if is_found { self.combination(before, older) } else { self.linear(before) }
    }

    /// One of so many states, by conditions of the iteration and of the state before.
    fn between_states(&mut self, before: &Expr, count: usize, depth: usize) -> Expr {
        let ty = self.carried.ty;
        if depth == 0 {
            let mask = Expr::literal(Value::int(integer(ty), count.next_power_of_two() as i128 - 1));
            return match self.dice.below(4) {
                0 => before.clone(),
                1 => {
                    let (added, method) = (self.any(ty), self.dice.of(&["wrapping_add", "wrapping_sub", "wrapping_mul"]));
                    Expr::binary(ty, "&", Expr::method(ty, method, true, vec![before.clone(), added]), mask)
                }
                2 if !integer(ty).signed() => {
                    let added = self.any(ty);
                    let sum = Expr::method(ty, "wrapping_add", false, vec![before.clone(), added]);
                    Expr::binary(ty, "%", sum, Expr::literal(Value::int(integer(ty), count as i128)))
                }
                _ => self.state(count),
            };
        }
        let own = self.any(BOOL);
        let condition = match self.dice.below(3) {
            0 => own,
            kind => {
                let (relation, state) = (self.dice.of(&["==", "<", ">=", "!="]), self.state(count));
                let compared = Expr::binary(BOOL, relation, before.clone(), state);
                if kind == 1 { compared } else { Expr::binary(BOOL, self.dice.of(&["&&", "||"]), compared, own) }
            }
        };
        let (yes, no) = (self.between_states(before, count, depth - 1), self.between_states(before, count, depth - 1));
        Expr::choice(condition, yes, no)
    }

    /// A saturating sum of `before`, or the greater or less of it and something.
    fn limited(&mut self, before: Expr) -> Expr {
        let (ty, other) = (self.carried.ty, self.any(self.carried.ty));
        let method = self.dice.of(&["saturating_add", "saturating_add", "saturating_sub", "max", "min"]);
        let condition = self.any(BOOL);
        let changed = Expr::method(ty, method, true, vec![before.clone(), other]);
        if self.dice.once_in(4) { Expr::choice(condition, changed, before) } else { changed }
    }

    fn either_side(&mut self, symbol: &'static str, left: Expr, right: Expr) -> Expr {
        let (left, right) = if self.dice.once_in(2) { (left, right) } else { (right, left) };
        Expr::binary(self.carried.ty, symbol, left, right)
    }

    fn linear(&mut self, before: Expr) -> Expr {
        let ty = self.carried.ty;
        let (factor, amount) = (self.any(ty), self.any(ty));
        match self.dice.below(5) {
            0 => Expr::binary(ty, "-", amount, before),
            1 => {
                let product = Expr::method(ty, "wrapping_mul", true, vec![before, factor]);
                Expr::method(ty, "wrapping_add", true, vec![product, amount])
            }
            // The carried value twice.
            2 => {
                let difference = Expr::binary(ty, "-", amount, before.clone());
                let step = Expr::binary(ty, "*", factor, difference);
                Expr::binary(ty, "+", before, step)
            }
            3 => {
                let product = self.either_side("*", before.clone(), factor);
                let changed = self.either_side("+", product, amount);
                let condition = self.any(BOOL);
                if self.dice.once_in(2) {
                    Expr::choice(condition, changed, before)
                } else {
                    Expr::choice(condition, before, changed)
                }
            }
            _ => {
                let product = self.either_side("*", before, factor);
                Expr::binary(ty, "-", product, amount)
            }
        }
    }

    /// One update of the variable or two, as assignments and under conditions.
    pub(super) fn map_updates(&mut self, variable: &Expr) {
        for _ in 0..1 + self.dice.below(2) {
            let value = self.mapped(variable.clone());
            let assign = |value: Expr| Statement::Assign { target: Target::Variable(0), operator: None, value };
            let statement = match self.dice.below(3) {
                0 => {
                    let (condition, other) = (self.any(BOOL), self.mapped(variable.clone()));
                    Statement::If(condition, vec![assign(value)], vec![assign(other)])
                }
                1 => Statement::If(self.any(BOOL), vec![assign(value)], Vec::new()),
                _ => assign(value),
            };
            self.program.body.push(statement);
        }
    }
}
