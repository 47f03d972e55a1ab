//! An expression → what it makes of the carried value, in one family of maps: its parts, and what is chosen between.

use super::{MOST, literal_value, no_sum, number};
use crate::diagnostic::Span;
use crate::ir::{Builtin, Family, Int, Scalar};
use crate::recognise::arithmetic::{Arithmetic, constant};
use crate::recognise::fold::truth_of;
use crate::recognise::operator::{Spelling, branches, method_spelling, spelling_of, value_alone};
use crate::recognise::pure::known_function;
use crate::recognise::types::{float, integer};
use crate::recognise::{limits, matrix};
use crate::syntax::{
    bare, binary, block, block_value, call, choice, for_each_name, let_parts, not, plain_ident, span_of, truth, zero,
};
use std::cell::Cell;
use std::collections::HashMap;
use syn::{BinOp, Block, Expr, Stmt, UnOp};

/// What an expression makes of the carried value.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "one of a loop's few; large only where spans know their places")]
pub(super) enum Part {
    /// It does not mention it.
    Fixed(Expr),
    Map(Pair),
}

impl Part {
    pub(super) fn pair(self, reader: &Reader) -> Option<Pair> {
        match self {
            // What forgets its sum cannot be told from what adds so much that nothing counts.
            Self::Fixed(_) if matches!(reader.family, Family::Floor | Family::Ceiling) => None,
            Self::Fixed(value) => {
                let value = if matches!(reader.family, Family::Clamp | Family::Row(_)) { reader.limit(value) } else { value };
                let upper = (reader.family == Family::Clamp).then(|| value.clone());
                Some(Pair { coefficient: reader.zero(), amount: value, upper, size: 1 })
            }
            Self::Map(pair) => Some(pair),
        }
    }
}

/// A map of the family.
#[derive(Clone)]
pub(super) struct Pair {
    pub(super) coefficient: Expr,
    pub(super) amount: Expr,
    /// In a family with two limits, of which the amount is the lower one.
    pub(super) upper: Option<Expr>,
    pub(super) size: usize,
}

pub(super) struct Reader<'a> {
    pub(super) family: Family,
    before: &'a str,
    pub(super) scalar: Scalar,
    pub(super) arithmetic: &'a Arithmetic<'a>,
    /// The `let`s in scope that mention the carried value.
    steps: HashMap<String, Option<Part>>,
    pub(super) span: Span,
    /// So many parts are maps of the family.
    pub(super) read: usize,
    /// The first that is not.
    pub(super) stuck: Option<Span>,
    /// A sum has been read as one that saturates, and is none.
    pub(super) overflows: Cell<bool>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(family: Family, before: &'a str, scalar: Scalar, arithmetic: &'a Arithmetic<'a>, span: Span) -> Self {
        let (steps, overflows) = (HashMap::new(), Cell::new(false));
        Self { family, before, scalar, arithmetic, steps, span, read: 0, stuck: None, overflows }
    }

    fn carries(&self, expr: &Expr) -> bool {
        let mut carries = false;
        for_each_name(expr, &mut |name| carries |= *name == self.before || self.steps.contains_key(&name.to_string()));
        carries
    }

    fn part(&mut self, expr: &Expr) -> Option<Part> {
        let part = self.read(expr).filter(|part| matches!(part, Part::Fixed(_) | Part::Map(Pair { size: ..MOST, .. })));
        match part {
            Some(_) => self.read += 1,
            None => drop(self.stuck.get_or_insert_with(|| span_of(expr))),
        }
        part
    }

    fn read(&mut self, expr: &Expr) -> Option<Part> {
        Some(match bare(expr) {
            fixed if !self.carries(fixed) => Part::Fixed(fixed.clone()),
            name if plain_ident(name).is_some_and(|name| *name == self.before) => Part::Map(self.same()),
            Expr::Path(path) => self.steps.get(&path.path.get_ident()?.to_string())?.clone()?,
            Expr::Block(inner) => {
                let (value, lets) = split(&inner.block)?;
                self.block(lets, value)?
            }
            Expr::If(branch) => {
                let condition = (*branch.cond).clone();
                let (yes, no) = branches(branch)?;
                if self.carries(&condition) {
                    return self.compared(&condition, &yes, &no);
                }
                let (yes, no) = (self.part(&yes)?.pair(self)?, self.part(&no)?.pair(self)?);
                Part::Map(self.either(&condition, yes, no))
            }
            Expr::Unary(unary) => {
                let inner = self.part(&unary.expr)?;
                self.unary(&unary.op, inner)?
            }
            Expr::Binary(operation) => {
                let (left, right) = (self.part(&operation.left)?, self.part(&operation.right)?);
                self.operation(&operation.op, left, right)?
            }
            Expr::MethodCall(called) => {
                let operands = std::iter::once(&*called.receiver).chain(&called.args);
                let operands = operands.map(|operand| self.part(operand)).collect::<Option<_>>()?;
                self.method(&called.method.to_string(), operands)?
            }
            // Of another carried value, by a `let`: what is in it is limited where it is read.
            limited @ Expr::Call(called) if limits::is_limited(limited) => self.part(called.args.first()?)?,
            Expr::Call(called) => {
                let Expr::Path(function) = bare(&called.func) else { return None };
                let name = known_function(&function.path)?;
                let operands = called.args.iter().map(|operand| self.part(operand)).collect::<Option<_>>()?;
                self.method(&name, operands)?
            }
            _ => return None,
        })
    }

    /// `{ lets; value }`
    pub(super) fn block(&mut self, lets: &[Stmt], value: &Expr) -> Option<Part> {
        let mut kept = Vec::new();
        for statement in lets {
            match let_parts(statement) {
                Some((name, value)) if self.carries(value) => {
                    let part = self.part(value);
                    self.steps.insert(name.to_string(), part);
                }
                _ => kept.push(statement.clone()),
            }
        }
        let around = |value: Expr| if kept.is_empty() { value } else { block_value(block(kept.clone(), value)) };
        Some(match self.part(value)? {
            Part::Fixed(value) => Part::Fixed(around(value)),
            Part::Map(pair) => {
                let [coefficient, amount] = [pair.coefficient, pair.amount].map(around);
                Part::Map(Pair { coefficient, amount, upper: pair.upper.map(around), size: pair.size })
            }
        })
    }

    /// The coefficient of the map that changes nothing.
    pub(super) fn one(&self) -> Expr {
        match self.family {
            Family::Reset(_) => truth(true, self.span),
            Family::Bits => self.ones(),
            Family::Affine => number(1, self.scalar, self.span),
            Family::Clamp => constant("0i64", self.span),
            _ => number(0, self.scalar, self.span),
        }
    }

    /// The coefficient of a map that forgets.
    pub(super) fn zero(&self) -> Expr {
        match self.family {
            Family::Reset(_) => truth(false, self.span),
            Family::Clamp => constant("0i64", self.span),
            Family::Row(row) => matrix::none(row.semiring, self.scalar, self.span),
            _ => zero(self.scalar, self.span),
        }
    }

    /// `if s + a < b { b } else { s + a }`, which is `(s + a).max(b)`, in all its spellings; of integers.
    fn compared(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Option<Part> {
        let Expr::Binary(comparison) = bare(condition) else { return None };
        let (left, right) = (bare(&comparison.left), bare(&comparison.right));
        let (yes, no) = (value_alone(yes), value_alone(no));
        let are = |one: &Expr, other: &Expr| self.are_alike(&yes, one) && self.are_alike(&no, other);
        let (takes_less, takes_greater) = match comparison.op {
            BinOp::Lt(_) | BinOp::Le(_) => (are(left, right), are(right, left)),
            BinOp::Gt(_) | BinOp::Ge(_) => (are(right, left), are(left, right)),
            _ => return None,
        };
        let operator = if takes_less { Builtin::Min } else { Builtin::Max };
        let (left, right) = (self.part(left)?, self.part(right)?);
        let is_integer = integer(Some(self.scalar)).is_some();
        if is_integer && (takes_less || takes_greater) { self.combined(&Spelling::Builtin(operator), left, right) } else { None }
    }

    pub(super) fn ones(&self) -> Expr {
        match self.scalar {
            Scalar::Bool => truth(true, self.span),
            scalar => constant(&format!("!0{}", scalar.rust()), self.span),
        }
    }

    /// The map that changes nothing.
    pub(super) fn same(&self) -> Pair {
        let amount = match self.family {
            Family::Reset(Some(operator)) => self.arithmetic.identity_of(operator, self.scalar, self.span).ok(),
            // Below, or above, all that there can be, and still a sum away from the least and the greatest number.
            Family::Floor => Some(self.lowest()),
            Family::Ceiling => Some(self.highest()),
            Family::Clamp => Some(self.lowest()),
            Family::Row(row) => Some(matrix::none(row.semiring, self.scalar, self.span)),
            _ => None,
        };
        let upper = (self.family == Family::Clamp).then(|| self.highest());
        Pair { coefficient: self.one(), amount: amount.unwrap_or_else(|| zero(self.scalar, self.span)), upper, size: 1 }
    }

    /// A limit that nothing is below.
    pub(super) fn lowest(&self) -> Expr {
        match self.scalar {
            Scalar::Int(Int::I64) => no_sum(true, self.span),
            scalar => constant(&format!("{}::MIN", scalar.rust()), self.span),
        }
    }

    /// A limit that nothing is above.
    pub(super) fn highest(&self) -> Expr {
        match self.scalar {
            Scalar::Int(Int::I64) => no_sum(false, self.span),
            scalar => constant(&format!("{}::MAX", scalar.rust()), self.span),
        }
    }

    /// `if condition { yes } else { no }`
    fn either(&self, condition: &Expr, yes: Pair, no: Pair) -> Pair {
        let size = yes.size + no.size + 1;
        let either = |yes: Expr, no: Expr| self.chosen(condition, yes, no);
        let amount = self.only_reset(&yes, &no).cloned();
        let amount = amount.unwrap_or_else(|| either(yes.amount, no.amount));
        let upper = yes.upper.zip(no.upper).map(|(yes, no)| either(yes, no));
        Pair { coefficient: either(yes.coefficient, no.coefficient), amount, upper, size }
    }

    /// What one of two choices resets to, where nobody reads the other's amount, and no panic is to be had.
    fn only_reset<'p>(&self, yes: &'p Pair, no: &'p Pair) -> Option<&'p Expr> {
        let goes_on = |pair: &Pair| truth_of(&pair.coefficient) == Some(true);
        let amount = match (goes_on(yes), goes_on(no)) {
            (true, false) => &no.amount,
            (false, true) => &yes.amount,
            _ => return None,
        };
        let tables = self.arithmetic.tables;
        let panics = tables.may_panic(amount) || tables.may_overflow(amount);
        (self.family == Family::Reset(None) && !panics).then_some(amount)
    }

    fn chosen(&self, condition: &Expr, yes: Expr, no: Expr) -> Expr {
        match (truth_of(&yes), truth_of(&no)) {
            _ if self.are_alike(&yes, &no) && !self.arithmetic.tables.may_panic(condition) => no,
            (Some(true), Some(false)) => condition.clone(),
            (Some(false), Some(true)) => negation(condition, self.span),
            _ => choice(condition.clone(), block(Vec::new(), yes), block(Vec::new(), no), self.span),
        }
    }

    /// Whether two values are the same, also where only one says its type.
    pub(super) fn are_alike(&self, one: &Expr, other: &Expr) -> bool {
        let number = |value: &Expr| literal_value(value).filter(|_| integer(Some(self.scalar)).is_some());
        one == other || number(one).is_some_and(|one| number(other) == Some(one))
    }

    fn unary(&self, operator: &UnOp, inner: Part) -> Option<Part> {
        let Part::Map(pair) = inner else { return None };
        Some(Part::Map(match (self.family, operator) {
            (Family::Affine, UnOp::Neg(_)) => {
                let [coefficient, amount] = [&pair.coefficient, &pair.amount].map(|value| self.negated(value));
                Pair { coefficient: coefficient?, amount: amount?, size: pair.size + 1, ..pair }
            }
            (Family::Bits, UnOp::Not(_)) => Pair { amount: not(pair.amount, self.span), size: pair.size + 1, ..pair },
            _ => return None,
        }))
    }

    fn method(&self, name: &str, operands: Vec<Part>) -> Option<Part> {
        match (method_spelling(name), name, <[Part; 3]>::try_from(operands)) {
            (_, "clamp", Ok([Part::Map(pair), Part::Fixed(low), Part::Fixed(high)])) if self.family == Family::Clamp => {
                // Wherever it panics, it still does.
                let [low, high] = [low, high].map(|limit| self.limit(limit));
                let function = format!("{}::clamp", self.scalar.rust());
                let of = |limit: Expr| call(&function, vec![limit, low.clone(), high.clone()], self.span);
                Some(Part::Map(Pair { amount: of(pair.amount), upper: pair.upper.map(of), size: pair.size + 1, ..pair }))
            }
            (_, "saturating_add" | "saturating_sub", Err(operands)) if self.family == Family::Clamp => {
                let minus = name == "saturating_sub";
                let pair = match <[Part; 2]>::try_from(operands).ok()? {
                    [Part::Map(pair), Part::Fixed(value)] => self.changed(minus, pair, value),
                    [Part::Fixed(value), Part::Map(pair)] if !minus => self.changed(minus, pair, value),
                    _ => None,
                };
                pair.map(Part::Map)
            }
            (_, "mul_add", Ok([factor, other, amount])) => {
                let product = self.combined(&Spelling::Builtin(Builtin::Mul), factor, other)?;
                self.combined(&Spelling::Builtin(Builtin::Add), product, amount)
            }
            (Some(spelling), _, Err(operands)) => {
                let [left, right] = <[Part; 2]>::try_from(operands).ok()?;
                self.combined(&spelling, left, right)
            }
            (None, "wrapping_neg", Err(operands)) => {
                let [operand] = <[Part; 1]>::try_from(operands).ok()?;
                self.unary(&UnOp::Neg(syn::token::Minus::default()), operand)
            }
            _ => None,
        }
    }

    fn operation(&self, operator: &BinOp, left: Part, right: Part) -> Option<Part> {
        match (self.family, operator, &left, &right) {
            // `s / d` of floats and `s << k` are products.
            (Family::Affine, BinOp::Div(_) | BinOp::Shl(_), Part::Map(pair), Part::Fixed(other))
                if matches!(operator, BinOp::Shl(_)) || float(Some(self.scalar)).is_some() =>
            {
                let by =
                    |value: &Expr| if is(value, 0) { value.clone() } else { binary(value.clone(), *operator, other.clone()) };
                let (coefficient, amount) = (by(&pair.coefficient), by(&pair.amount));
                Some(Part::Map(Pair { coefficient, amount, size: pair.size + 1, upper: None }))
            }
            (Family::Bits, BinOp::Ne(_), ..) if self.scalar == Scalar::Bool => {
                self.combined(&Spelling::Builtin(Builtin::BitXor), left, right)
            }
            _ => self.combined(&spelling_of(operator)?, left, right),
        }
    }

    /// `left ⊕ right`, of which one at least mentions the carried value.
    fn combined(&self, spelling: &Spelling, left: Part, right: Part) -> Option<Part> {
        let (operator, minus) = match spelling {
            Spelling::Builtin(operator) => (*operator, false),
            Spelling::Minus => (Builtin::Add, true),
            Spelling::Declared(_) => return None,
        };
        if let (Part::Fixed(left), Part::Fixed(right)) = (&left, &right) {
            return self.arithmetic.combined(operator, minus, left.clone(), right.clone(), self.span).ok().map(Part::Fixed);
        }
        match self.family {
            Family::Reset(Some(own)) if own == operator => self.reset(operator, minus, left, right),
            Family::Reset(_) => None,
            Family::Affine => self.affine(operator, minus, left, right),
            Family::Bits => self.bits(operator, left, right),
            Family::Floor => self.limited(Builtin::Max, operator, minus, left, right),
            Family::Ceiling => self.limited(Builtin::Min, operator, minus, left, right),
            Family::Clamp => {
                let change = (operator == Builtin::Add).then_some(minus);
                if change.is_some() && self.scalar != Scalar::Int(Int::I64) {
                    self.overflows.set(true);
                }
                match (change, left, right) {
                    (Some(minus), Part::Map(pair), Part::Fixed(value)) => self.changed(minus, pair, value),
                    (Some(false), Part::Fixed(value), Part::Map(pair)) => self.changed(false, pair, value),
                    (None, Part::Map(pair), Part::Fixed(value)) | (None, Part::Fixed(value), Part::Map(pair)) => {
                        self.between(operator, pair, value)
                    }
                    _ => None,
                }
            }
            // Of two carried values.
            Family::Upper | Family::OfSums | Family::OfExtreme(_) | Family::OfSum(_) => None,
            Family::Finite(_) | Family::Table(_) => None,
            Family::Row(row) => self.compared_sums(row.semiring.sum()?, operator, minus, left, right),
        }
        .map(Part::Map)
    }
}

/// Whether an expression is this number, or `true` as 1 and `false` as 0, as a literal.
pub(super) fn is(expr: &Expr, number: u8) -> bool {
    literal_value(expr) == Some(f64::from(number)) || truth_of(expr).is_some_and(|truth| u8::from(truth) == number)
}

/// `!condition`
fn negation(condition: &Expr, span: Span) -> Expr {
    match bare(condition) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => (*unary.expr).clone(),
        _ => not(condition.clone(), span),
    }
}

/// The value of a block, and its `let`s.
fn split(block: &Block) -> Option<(&Expr, &[Stmt])> {
    match block.stmts.split_last()? {
        (Stmt::Expr(value, None), lets) => Some((value, lets)),
        _ => None,
    }
}
