//! What two parts of an update are together, in each family of maps: `s ⊕ e` of a map and what does not mention the carried value, or of
//! two maps.

use super::reader::{Pair, Part, Reader, is};
use super::{MOST_TERMS, literal_value, number, within};
use crate::ir::{Builtin, Family, Int, REACH, Scalar};
use crate::recognise::arithmetic::constant;
use crate::recognise::types::{float, integer};
use crate::recognise::{RANGE, carried_values, limits};
use crate::syntax::{bare, call, cast, not, special, variable, zero};
use syn::Expr;

impl Reader<'_> {
    /// `s ⊕ e`; on the other side only what commutes.
    pub(super) fn reset(&self, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
        let is_float = float(Some(self.scalar)).is_some();
        let lazy = matches!(operator, Builtin::And | Builtin::Or);
        let same = self.same().amount;
        let combined = |left: Expr, right: Expr| match () {
            () if minus || !(self.are_alike(&left, &same) || self.are_alike(&right, &same)) => {
                self.arithmetic.combined(operator, minus, left, right, self.span).ok()
            }
            () => Some(if self.are_alike(&left, &same) { right } else { left }),
        };
        match (left, right) {
            (Part::Map(pair), Part::Fixed(value)) if !lazy || !self.arithmetic.tables.may_panic_in_vain(&value) => {
                Some(Pair { amount: combined(pair.amount, value)?, size: pair.size + 1, ..pair })
            }
            // Of two zeros, and beside NaNs, the order counts; what is lazy may not run.
            (Part::Fixed(value), Part::Map(pair))
                if !(minus || lazy || is_float && matches!(operator, Builtin::Min | Builtin::Max)) =>
            {
                Some(Pair { amount: combined(value, pair.amount)?, size: pair.size + 1, ..pair })
            }
            _ => None,
        }
    }

    pub(super) fn affine(&self, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
        match (operator, left, right) {
            (Builtin::Mul, Part::Map(pair), Part::Fixed(by)) | (Builtin::Mul, Part::Fixed(by), Part::Map(pair)) => Some(Pair {
                coefficient: self.product(&pair.coefficient, &by)?,
                amount: self.product(&pair.amount, &by)?,
                size: pair.size + 1,
                ..pair
            }),
            (Builtin::Add, left, right) => {
                let (left, right) = (left.pair(self)?, right.pair(self)?);
                Some(Pair {
                    coefficient: self.sum(minus, &left.coefficient, &right.coefficient)?,
                    amount: self.sum(minus, &left.amount, &right.amount)?,
                    upper: None,
                    size: left.size + right.size + 1,
                })
            }
            _ => None,
        }
    }

    /// `(s & a) ^ b`, bit by bit.
    pub(super) fn bits(&self, operator: Builtin, left: Part, right: Part) -> Option<Pair> {
        let lazy = matches!(operator, Builtin::And | Builtin::Or);
        let (pair, value) = match (left, right) {
            (Part::Map(pair), Part::Fixed(value)) if !lazy || !self.arithmetic.tables.may_panic_in_vain(&value) => (pair, value),
            (Part::Fixed(value), Part::Map(pair)) if !lazy => (pair, value),
            _ => return None,
        };
        let size = pair.size + 1;
        let of = |operator: Builtin, left: &Expr, right: &Expr| match operator {
            Builtin::BitAnd if is(left, 0) => Some(left.clone()),
            Builtin::BitAnd if *left == self.ones() => Some(right.clone()),
            Builtin::BitXor if is(left, 0) => Some(right.clone()),
            _ => self.arithmetic.combined(operator, false, left.clone(), right.clone(), self.span).ok(),
        };
        Some(match operator {
            Builtin::BitXor => Pair { amount: of(Builtin::BitXor, &pair.amount, &value)?, size, ..pair },
            Builtin::BitAnd | Builtin::And => Pair {
                coefficient: of(Builtin::BitAnd, &pair.coefficient, &value)?,
                amount: of(Builtin::BitAnd, &pair.amount, &value)?,
                size,
                ..pair
            },
            Builtin::BitOr | Builtin::Or => {
                let others = not(value.clone(), self.span);
                let kept = of(Builtin::BitAnd, &pair.amount, &others)?;
                Pair {
                    coefficient: of(Builtin::BitAnd, &pair.coefficient, &others)?,
                    amount: of(Builtin::BitXor, &kept, &value)?,
                    size,
                    ..pair
                }
            }
            _ => return None,
        })
    }

    /// `max(s + a, b)` or `min(s + a, b)`; `limit` is which.
    pub(super) fn limited(&self, limit: Builtin, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
        let (pair, value) = match (left, right) {
            (Part::Map(pair), Part::Fixed(value)) => (pair, value),
            (Part::Fixed(value), Part::Map(pair)) if !minus => (pair, value),
            _ => return None,
        };
        let size = pair.size + 1;
        match operator {
            _ if size > MOST_TERMS => None,
            Builtin::Add => {
                let limit = self.arithmetic.tables.term_limit.as_ref();
                let change = within(value, limit.map_or_else(|| special(RANGE, self.span), variable), self.span);
                let coefficient = self.sum(minus, &pair.coefficient, &change)?;
                Some(Pair { coefficient, amount: self.sum(minus, &pair.amount, &change)?, size, ..pair })
            }
            _ if operator == limit => {
                let value = within(value, constant(&format!("{REACH}i64"), self.span), self.span);
                let amount = if self.is_boundless(&pair.amount) {
                    value
                } else {
                    self.arithmetic.combined(limit, false, pair.amount, value, self.span).ok()?
                };
                Some(Pair { amount, size, ..pair })
            }
            _ => None,
        }
    }

    /// `max(s + a, b)` or `min(s + a, b)`, where the amount may be of other carried values; `extreme` is which.
    pub(super) fn compared_sums(
        &self,
        extreme: Builtin,
        operator: Builtin,
        minus: bool,
        left: Part,
        right: Part,
    ) -> Option<Pair> {
        let none = self.same().amount;
        let best = |left: Expr, right: Expr| match () {
            () if left == none => Some(right),
            () if right == none => Some(left),
            () => self.arithmetic.combined(extreme, false, left, right, self.span).ok(),
        };
        match (operator, left, right) {
            (Builtin::Add, Part::Map(pair), Part::Fixed(value)) => self.added(minus, pair, value, &none),
            (Builtin::Add, Part::Fixed(value), Part::Map(pair)) if !minus => self.added(false, pair, value, &none),
            (own, left, right) if own == extreme => {
                let (left, right) = (left.pair(self)?, right.pair(self)?);
                let size = left.size + right.size + 1;
                let amount = best(left.amount, right.amount)?;
                Some(Pair { coefficient: best(left.coefficient, right.coefficient)?, amount, upper: None, size })
            }
            _ => None,
        }
    }

    /// `max(s + a, b)`, and `value` added to it.
    fn added(&self, minus: bool, pair: Pair, value: Expr, none: &Expr) -> Option<Pair> {
        let limit = self.arithmetic.tables.term_limit.as_ref();
        let is_whole = integer(Some(self.scalar)).is_some();
        let change = if is_whole { within(value, variable(limit?), self.span) } else { value };
        let of = |value: &Expr| if value == none { Some(none.clone()) } else { self.sum(minus, value, &change) };
        let size = pair.size + 1;
        (size <= MOST_TERMS || !is_whole).then_some(())?;
        Some(Pair { coefficient: of(&pair.coefficient)?, amount: of(&pair.amount)?, upper: None, size })
    }

    /// `min(max(s + a, b), u)` with `value` added, or subtracted, as far as the type reaches.
    pub(super) fn changed(&self, minus: bool, pair: Pair, value: Expr) -> Option<Pair> {
        let size = pair.size + 1;
        let (word, change) = match self.scalar {
            Scalar::Int(Int::I64) if size > MOST_TERMS => return None,
            Scalar::Int(Int::I64) => {
                let limit = self.arithmetic.tables.term_limit.as_ref();
                let term = within(value.clone(), limit.map_or_else(|| special(RANGE, self.span), variable), self.span);
                ("wrapping", term)
            }
            _ => ("saturating", self.wide(&value)),
        };
        let function = format!("{}::{word}_{}", self.scalar.rust(), if minus { "sub" } else { "add" });
        let is_unsigned = !is_signed(self.scalar);
        let by = |limit: Expr| match (minus, &limit) {
            (false, lowest) if is_unsigned && *lowest == self.lowest() => value.clone(),
            (true, lowest) if is_unsigned && *lowest == self.lowest() => limit,
            (false, highest) if is_unsigned && *highest == self.highest() => limit,
            _ => call(&function, vec![limit, value.clone()], self.span),
        };
        let coefficient = match &pair.coefficient {
            zero if is(zero, 0) && !minus => change,
            before => {
                call(&format!("i64::wrapping_{}", if minus { "sub" } else { "add" }), vec![before.clone(), change], self.span)
            }
        };
        Some(Pair { coefficient, amount: by(pair.amount), upper: pair.upper.map(by), size })
    }

    /// `min(max(s + a, b), u)`, and the greater or less of that and `value`.
    pub(super) fn between(&self, operator: Builtin, pair: Pair, value: Expr) -> Option<Pair> {
        let value = self.limit(value);
        let of = |limit: Expr| match operator {
            Builtin::Max if limit == self.lowest() => Some(value.clone()),
            Builtin::Min if limit == self.highest() => Some(value.clone()),
            Builtin::Max | Builtin::Min => self.arithmetic.combined(operator, false, limit, value.clone(), self.span).ok(),
            _ => None,
        };
        Some(Pair { amount: of(pair.amount)?, upper: Some(of(pair.upper?)?), size: pair.size + 1, ..pair })
    }

    /// What a sum is compared with, or set to: where sums have to be small it is, too.
    pub(super) fn limit(&self, value: Expr) -> Expr {
        let within = |value: Expr| within(value, constant(&format!("{REACH}i64"), self.span), self.span);
        // What is of other carried values is within it when they are read, or it is none at all.
        let is_left = |value: &Expr| limits::is_limited(value) || !carried_values(value).is_empty() || *value == self.zero();
        match (self.scalar, self.family) {
            (Scalar::Int(Int::I64), Family::Row(_)) => {
                limits::each_choice(value, &|value| if is_left(&value) { value } else { within(value) })
            }
            (Scalar::Int(Int::I64), _) => within(value),
            _ => value,
        }
    }

    /// Whether it is what [`Self::same`] has for an amount, or that with something added.
    fn is_boundless(&self, amount: &Expr) -> bool {
        match bare(amount) {
            Expr::Call(sum) => sum.args.first().is_some_and(|first| self.is_boundless(first)),
            other => *other == self.same().amount,
        }
    }

    /// `value as i64`
    fn wide(&self, value: &Expr) -> Expr {
        let as_wide = |value: Expr| cast(value, Int::I64, self.span);
        match bare(value) {
            number if literal_value(number).is_some() => {
                constant(&format!("{}i64", literal_value(number).unwrap_or_default()), self.span)
            }
            typed if self.arithmetic.tables.scalar_of(typed).is_some() => as_wide(typed.clone()),
            // A cast does not tell literals of which type they are.
            open => {
                let sum = format!("{}::wrapping_add", self.scalar.rust());
                as_wide(call(&sum, vec![open.clone(), zero(self.scalar, self.span)], self.span))
            }
        }
    }

    fn product(&self, left: &Expr, right: &Expr) -> Option<Expr> {
        match (left, right) {
            (zero, _) if is(zero, 0) => Some(zero.clone()),
            (one, other) if is(one, 1) => Some(other.clone()),
            (minus, other) if is_minus_one(minus) => self.negated(other),
            _ => self.arithmetic.combined(Builtin::Mul, false, left.clone(), right.clone(), self.span).ok(),
        }
    }

    fn sum(&self, minus: bool, left: &Expr, right: &Expr) -> Option<Expr> {
        match (left, right) {
            (_, zero) if is(zero, 0) => Some(left.clone()),
            (zero, _) if is(zero, 0) && minus => self.negated(right),
            (zero, _) if is(zero, 0) => Some(right.clone()),
            _ => self.arithmetic.combined(Builtin::Add, minus, left.clone(), right.clone(), self.span).ok(),
        }
    }

    pub(super) fn negated(&self, value: &Expr) -> Option<Expr> {
        match value {
            zero if is(zero, 0) => Some(zero.clone()),
            one if is(one, 1) && is_signed(self.scalar) => Some(number(-1, self.scalar, self.span)),
            other => self.arithmetic.negated(other, self.span).ok(),
        }
    }
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(_)) || integer(Some(scalar)).is_some_and(Int::signed)
}

/// Whether it is `-1`, as a literal.
fn is_minus_one(expr: &Expr) -> bool {
    literal_value(expr) == Some(-1.0)
}
