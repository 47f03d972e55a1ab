//! `#[scan(auto : s)]`: an update that is no operator on the carried value → the map that it is, as a coefficient and an amount.
//!
//! The update's expression is read once for each family of maps, the cheapest first. What does not mention the carried value is left as it
//! stands; what does is a [`Pair`] for each of its parts, and the families say what arithmetic on these gives.

use super::arithmetic::{Arithmetic, constant};
use super::finite::{Step, Table};
use super::fold::truth_of;
use super::operator::{Spelling, branches, method_spelling, spelling_of, value_alone};
use super::pure::known_function;
use super::types::{float, integer};
use super::{LAUNCH, RANGE, carried_values, limits, matrix};
use crate::diagnostic::Span;
use crate::ir::{Builtin, Family, Int, REACH, SAME_STATES, Scalar};
use crate::syntax::{
    bare, binary, block, block_value, call, choice, for_each_name, let_parts, not, plain_ident, span_of, special, truth,
    variable, zero,
};
use std::cell::Cell;
use std::collections::HashMap;
use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp};

/// A map is written out where an update uses it twice: more operations than this are too many.
const MOST: usize = 400;
/// Of sums with a limit so many: `launch::term_limit` counts on it.
const MOST_TERMS: usize = 8;

/// An update as a map.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub family: Family,
    pub coefficient: Expr,
    pub amount: Expr,
    /// Of a family with two limits.
    pub upper: Option<Expr>,
    /// The map that changes nothing: its coefficient, and its upper limit.
    pub start: (Expr, Option<Expr>),
    pub span: Span,
}

/// The families, the cheapest first.
fn families(scalar: Scalar) -> impl Iterator<Item = Family> {
    let operators = [
        Builtin::Add,
        Builtin::Mul,
        Builtin::Max,
        Builtin::Min,
        Builtin::BitXor,
        Builtin::BitOr,
        Builtin::BitAnd,
        Builtin::Or,
        Builtin::And,
    ];
    let resets = operators.into_iter().map(|operator| Family::Reset(Some(operator)));
    let bits = (!matches!(scalar, Scalar::Float(_))).then_some(Family::Bits);
    let affine = (scalar != Scalar::Bool).then_some(Family::Affine);
    // Of narrower types every sum would have to be looked at, of unsigned ones every difference; but where these saturate.
    let limited = (scalar == Scalar::Int(Int::I64)).then_some([Family::Floor, Family::Ceiling]).into_iter().flatten();
    let clamp = integer(Some(scalar)).is_some_and(|int| int == Int::I64 || saturates(int)).then_some(Family::Clamp);
    std::iter::once(Family::Reset(None)).chain(resets).chain(bits).chain(affine).chain(limited).chain(clamp)
}

/// Why no operator is derived.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotDerived {
    /// Here stands the expression that is in no map of the family that it came nearest to.
    NoMap(Span),
    /// It would be a sum between two limits, if sums of its type saturated.
    Overflows(Span),
}

/// What `{ lets; value }`, a value of the type `scalar`, makes of the variable `before`.
pub(super) fn derive(
    lets: &[Stmt],
    value: &Expr,
    before: &str,
    scalar: Scalar,
    arithmetic: &Arithmetic,
) -> Result<Derived, NotDerived> {
    let (mut nearest, mut overflows) = ((0, span_of(value)), false);
    // What is made up is not the user's: no lint is to find it in their code.
    let span = Span::from(span_of(value).first.resolved_at(proc_macro2::Span::mixed_site()));
    for family in families(scalar) {
        let mut reader = Reader::new(family, before, scalar, arithmetic, span);
        let read = reader.block(lets, value).and_then(|part| part.pair(&reader));
        overflows |= read.is_some() && reader.overflows.get();
        // What never resets is the operator itself, which has its own reasons not to be taken.
        let never_resets = |pair: &Pair| matches!(family, Family::Reset(_)) && truth_of(&pair.coefficient) == Some(true);
        let read = read.filter(|pair| !reader.overflows.get() && !never_resets(pair));
        match (read, reader.stuck.take()) {
            (Some(Pair { coefficient, amount, upper, .. }), _) => {
                let start = (reader.one(), reader.same().upper);
                return Ok(Derived { family, coefficient, amount, upper, start, span: span_of(value) });
            }
            (None, stuck) if reader.read > nearest.0 => nearest = (reader.read, stuck.unwrap_or(nearest.1)),
            _ => {}
        }
    }
    let few = Step::new(lets, value, before, scalar, arithmetic, span).and_then(|step| between_states(&step, scalar, span));
    let none = if overflows { NotDerived::Overflows(span_of(value)) } else { NotDerived::NoMap(nearest.1) };
    few.map(|few| Derived { span: span_of(value), ..few }).ok_or(none)
}

/// A step that no arithmetic says, between a few states.
fn between_states(step: &Step, scalar: Scalar, span: Span) -> Option<Derived> {
    if scalar == Scalar::Bool {
        let [coefficient, amount] = step.of_bool()?;
        return Some(Derived { family: Family::Bits, coefficient, amount, upper: None, start: (truth(true, span), None), span });
    }
    let Table { states, entries } = step.table()?;
    let same = constant(&format!("{SAME_STATES:#x}u64"), span);
    let (family, amount) = (Family::Finite(states), zero(scalar, span));
    Some(Derived { family, coefficient: entries, amount, upper: None, start: (same, None), span })
}

/// The coefficient and the amount with which `{ lets; value }` is a map of the variable `name`.
pub(super) fn read(
    family: Family,
    lets: &[Stmt],
    value: &Expr,
    name: &str,
    scalar: Scalar,
    arithmetic: &Arithmetic,
) -> Option<[Expr; 2]> {
    let span = Span::from(span_of(value).first.resolved_at(proc_macro2::Span::mixed_site()));
    let mut reader = Reader::new(family, name, scalar, arithmetic, span);
    let Pair { coefficient, amount, .. } = reader.block(lets, value)?.pair(&reader)?;
    Some([coefficient, amount])
}

/// What an expression makes of the carried value.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "one of a loop's few; large only where spans know their places")]
enum Part {
    /// It does not mention it.
    Fixed(Expr),
    Map(Pair),
}

impl Part {
    fn pair(self, reader: &Reader) -> Option<Pair> {
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
struct Pair {
    coefficient: Expr,
    amount: Expr,
    /// In a family with two limits, of which the amount is the lower one.
    upper: Option<Expr>,
    size: usize,
}

struct Reader<'a> {
    family: Family,
    before: &'a str,
    scalar: Scalar,
    arithmetic: &'a Arithmetic<'a>,
    /// The `let`s in scope that mention the carried value.
    steps: HashMap<String, Option<Part>>,
    span: Span,
    /// So many parts are maps of the family.
    read: usize,
    /// The first that is not.
    stuck: Option<Span>,
    /// A sum has been read as one that saturates, and is none.
    overflows: Cell<bool>,
}

impl<'a> Reader<'a> {
    fn new(family: Family, before: &'a str, scalar: Scalar, arithmetic: &'a Arithmetic<'a>, span: Span) -> Self {
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
    fn block(&mut self, lets: &[Stmt], value: &Expr) -> Option<Part> {
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
    fn one(&self) -> Expr {
        match self.family {
            Family::Reset(_) => truth(true, self.span),
            Family::Bits => self.ones(),
            Family::Affine => self.number(1),
            Family::Clamp => constant("0i64", self.span),
            _ => self.number(0),
        }
    }

    /// The coefficient of a map that forgets.
    fn zero(&self) -> Expr {
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

    fn number(&self, value: i32) -> Expr {
        let point = if float(Some(self.scalar)).is_some() { ".0" } else { "" };
        let text = format!("{value}{point}{}", self.scalar.rust());
        constant(&text, self.span)
    }

    fn ones(&self) -> Expr {
        match self.scalar {
            Scalar::Bool => truth(true, self.span),
            scalar => constant(&format!("!0{}", scalar.rust()), self.span),
        }
    }

    /// The map that changes nothing.
    fn same(&self) -> Pair {
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
    fn lowest(&self) -> Expr {
        match self.scalar {
            Scalar::Int(Int::I64) => constant(&format!("-{}i64", 4 * i128::from(REACH)), self.span),
            scalar => constant(&format!("{}::MIN", scalar.rust()), self.span),
        }
    }

    /// A limit that nothing is above.
    fn highest(&self) -> Expr {
        match self.scalar {
            Scalar::Int(Int::I64) => constant(&format!("{}i64", 4 * i128::from(REACH)), self.span),
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
    fn are_alike(&self, one: &Expr, other: &Expr) -> bool {
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
            (Family::Affine, BinOp::Div(_), Part::Map(pair), Part::Fixed(divisor)) if float(Some(self.scalar)).is_some() => {
                let by =
                    |value: &Expr| if is(value, 0) { value.clone() } else { binary(value.clone(), *operator, divisor.clone()) };
                Some(Part::Map(Pair {
                    coefficient: by(&pair.coefficient),
                    amount: by(&pair.amount),
                    size: pair.size + 1,
                    upper: None,
                }))
            }
            // `s << k` is a product.
            (Family::Affine, BinOp::Shl(_), Part::Map(pair), Part::Fixed(amount)) => {
                let by =
                    |value: &Expr| if is(value, 0) { value.clone() } else { binary(value.clone(), *operator, amount.clone()) };
                Some(Part::Map(Pair {
                    coefficient: by(&pair.coefficient),
                    amount: by(&pair.amount),
                    size: pair.size + 1,
                    upper: None,
                }))
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

    /// `s ⊕ e`; on the other side only what commutes.
    fn reset(&self, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
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
            (Part::Map(pair), Part::Fixed(value)) if !lazy || !self.arithmetic.tables.may_panic(&value) => {
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

    fn affine(&self, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
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
    fn bits(&self, operator: Builtin, left: Part, right: Part) -> Option<Pair> {
        let lazy = matches!(operator, Builtin::And | Builtin::Or);
        let (pair, value) = match (left, right) {
            (Part::Map(pair), Part::Fixed(value)) if !lazy || !self.arithmetic.tables.may_panic(&value) => (pair, value),
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
    fn limited(&self, limit: Builtin, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
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
                let change = self.within(value, limit.map_or_else(|| special(RANGE, self.span), variable));
                let coefficient = self.sum(minus, &pair.coefficient, &change)?;
                Some(Pair { coefficient, amount: self.sum(minus, &pair.amount, &change)?, size, ..pair })
            }
            _ if operator == limit => {
                let value = self.within(value, constant(&format!("{REACH}i64"), self.span));
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
    fn compared_sums(&self, extreme: Builtin, operator: Builtin, minus: bool, left: Part, right: Part) -> Option<Pair> {
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
        let change = if is_whole { self.within(value, variable(limit?)) } else { value };
        let of = |value: &Expr| if value == none { Some(none.clone()) } else { self.sum(minus, value, &change) };
        let size = pair.size + 1;
        (size <= MOST_TERMS || !is_whole).then_some(())?;
        Some(Pair { coefficient: of(&pair.coefficient)?, amount: of(&pair.amount)?, upper: None, size })
    }

    /// `min(max(s + a, b), u)` with `value` added, or subtracted, as far as the type reaches.
    fn changed(&self, minus: bool, pair: Pair, value: Expr) -> Option<Pair> {
        let size = pair.size + 1;
        let (word, change) = match self.scalar {
            Scalar::Int(Int::I64) if size > MOST_TERMS => return None,
            Scalar::Int(Int::I64) => {
                let limit = self.arithmetic.tables.term_limit.as_ref();
                let term = self.within(value.clone(), limit.map_or_else(|| special(RANGE, self.span), variable));
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
    fn between(&self, operator: Builtin, pair: Pair, value: Expr) -> Option<Pair> {
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
    fn limit(&self, value: Expr) -> Expr {
        let within = |value: Expr| self.within(value, constant(&format!("{REACH}i64"), self.span));
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

    /// `value`, and a panic unless its magnitude is at most `reach`.
    fn within(&self, value: Expr, reach: Expr) -> Expr {
        if is_small(&value) { value } else { call(&format!("{LAUNCH}::within"), vec![value, reach], self.span) }
    }

    /// `value as i64`
    fn wide(&self, value: &Expr) -> Expr {
        let as_wide = |value: Expr| {
            let (span, expr) = (self.span.first, Box::new(value));
            let ty = Box::new(syn::parse_quote_spanned!(span=> i64));
            Expr::Cast(syn::ExprCast { attrs: Vec::new(), expr, as_token: syn::token::As(span), ty })
        };
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

    fn negated(&self, value: &Expr) -> Option<Expr> {
        match value {
            zero if is(zero, 0) => Some(zero.clone()),
            one if is(one, 1) && is_signed(self.scalar) => Some(self.number(-1)),
            other => self.arithmetic.negated(other, self.span).ok(),
        }
    }
}

/// Whether sums of the type are exact where they saturate: changes of it are summed in 64 bits, and with changes that these do not hold
/// both limits are one.
fn saturates(int: Int) -> bool {
    int.bits() <= 32
}

/// Whether it is a number so small that any limit is greater.
pub(super) fn is_small(value: &Expr) -> bool {
    literal_value(value).is_some_and(|value| value.abs() <= 1e6)
}

/// The value of a number that is written, negated or not.
pub(super) fn literal_value(expr: &Expr) -> Option<f64> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(value) => value.base10_parse().ok(),
            Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => literal_value(&negated.expr).map(|value| -value),
        _ => None,
    }
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(_)) || integer(Some(scalar)).is_some_and(Int::signed)
}

/// Whether it is `-1`, as a literal.
fn is_minus_one(expr: &Expr) -> bool {
    literal_value(expr) == Some(-1.0)
}

/// Whether an expression is this number, or `true` as 1 and `false` as 0, as a literal.
fn is(expr: &Expr, number: u8) -> bool {
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
