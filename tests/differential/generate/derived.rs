//! Updates for which an operator is derived: maps of one family, in many spellings.

use super::{BOOL, Maker};
use crate::loops::{Expr, Kind, Statement, Target};
use scanc::ir::{Builtin, Scalar};

/// Maps of which two in a row are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Last,
    Reset,
    Affine,
    Bits,
    Clamp,
}

impl Maker<'_, '_> {
    /// One loop in four has an operator that is to be derived.
    pub(super) fn choose_family(&mut self) {
        if !self.dice.once_in(4) {
            return;
        }
        let family = match self.carried.ty {
            Scalar::Bool => self.dice.of(&[Family::Last, Family::Bits]),
            Scalar::Int(int) if int.bits() <= 32 && self.dice.once_in(3) => Family::Clamp,
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
            Family::Last => Expr::choice(self.any(BOOL), self.element(), before),
            Family::Reset => {
                let element = self.element();
                let (condition, reset, on) = (self.any(BOOL), self.element(), self.combined(before, element));
                if self.dice.once_in(2) { Expr::choice(condition, reset, on) } else { Expr::choice(condition, on, reset) }
            }
            Family::Affine => self.linear(before),
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
