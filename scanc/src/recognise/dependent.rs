//! `peak = peak.max(x[i]); worst = worst.max(peak - x[i]);`: the extreme of what another carried value gives → a map of both.
//!
//! Of a run of iterations three things say what it makes of both: its own maximum, its own greatest fall, and the least value in it, as
//! the greatest fall from a maximum before the run ends there. So each element is what an iteration has by itself, and the coefficient
//! what it takes from, or adds to, whatever comes before. Subtraction keeps the order of floats, rounded as it is, so that this is exact,
//! but for the signs of zeros; of integers nothing may overflow. With a running sum in the place of the maximum the sums before and in
//! the run are added. Division keeps the order of positive floats, too: `1.0 - x[i] / peak`.

use super::arithmetic::{Arithmetic, constant};
use super::derive::{self, literal_value, within};
use super::resolve::tidied;
use super::{Carried, LAUNCH, When, after_name, before_name, carried_by_name, carried_values};
use crate::diagnostic::Span;
use crate::ir::{Builtin, Family, Float, Int, Map, Of, OperatorKind, Scalar, With};
use crate::syntax::{bare, binary, block, block_value, call, for_each_name, let_parts, plain_ident, variable, zero};
use std::collections::HashMap;
use syn::{BinOp, Block, Expr, ExprBinary, ExprLit, Lit, Stmt};

/// A carried value that another one's update mentions.
pub(super) struct Source<'a> {
    pub number: usize,
    pub operator: &'a OperatorKind,
    pub element: &'a Block,
    /// Of a map.
    pub coefficient: Option<&'a Expr>,
}

/// An update over a source.
pub(super) struct Dependent {
    pub family: Family,
    /// With what it starts from, which nobody reads.
    pub coefficient: Option<(Expr, Expr)>,
    pub element: Expr,
}

/// What is made of the source, in an iteration.
struct Given {
    with: With,
    when: When,
    own: Option<Expr>,
}

pub(super) struct Reader<'a> {
    pub arithmetic: &'a Arithmetic<'a>,
    pub scalar: Scalar,
    pub source: Source<'a>,
    pub span: Span,
}

impl Reader<'_> {
    /// What the greatest, or the least, of all `{ lets; value }` is.
    pub(super) fn read(&self, extreme: Builtin, lets: &[Stmt], value: &Expr) -> Option<Dependent> {
        let greatest = match extreme {
            Builtin::Max => true,
            Builtin::Min => false,
            _ => return None,
        };
        let named: HashMap<String, &Expr> =
            lets.iter().filter_map(let_parts).map(|(name, value)| (name.to_string(), value)).collect();
        let given = self.given(&named, value)?;
        let kept: Vec<Stmt> = lets
            .iter()
            .filter(|statement| let_parts(statement).is_none_or(|(_, value)| !carries(&named, value)))
            .cloned()
            .collect();
        let tables = self.arithmetic.tables;
        let own = given.own.map(|own| block_value(tidied(block(kept.clone(), own), tables, false)));
        let of = Of { greatest, with: given.with, exclusive: given.when == When::Before };
        let found = match self.source.operator {
            OperatorKind::Builtin(Builtin::Max | Builtin::Min) => self.of_extreme(of, own?),
            OperatorKind::Builtin(Builtin::Add) => self.of_sum(of, own),
            OperatorKind::Map(map) if own.is_none() => self.of_limited(of, map.family),
            _ => None,
        }?;
        // What may panic, and nothing uses, still may.
        let element = block_value(tidied(block(kept, found.element), tables, true));
        Some(Dependent { element, ..found })
    }

    /// What `{ lets; value }`, linear in a running sum, adds to another one.
    pub(super) fn read_sum(&self, lets: &[Stmt], value: &Expr) -> Option<Dependent> {
        let (OperatorKind::Builtin(Builtin::Add), Scalar::Int(_)) = (self.source.operator, self.scalar) else { return None };
        let mut found = carried_values(value);
        lets.iter().for_each(|statement| found.extend(carried_values(statement)));
        let &(when, number) = found.first()?;
        let is_one = found.iter().all(|other| *other == (when, number)) && number == self.source.number;
        let name = if when == When::After { after_name(number) } else { before_name(number) };
        let [weight, amount] =
            derive::read(Family::Affine, lets, value, &name, self.scalar, self.arithmetic).filter(|_| is_one)?;
        let combined = |operator, left: &Expr, right: Expr, neutral: f64| match literal_value(left) == Some(neutral) {
            true => Some(right),
            false => self.arithmetic.combined(operator, false, left.clone(), right, self.span).ok(),
        };
        let element = match when {
            When::Before => amount,
            When::After => {
                let source = combined(Builtin::Mul, &weight, block_value(self.source.element.clone()), 1.0)?;
                combined(Builtin::Add, &amount, source, 0.0)?
            }
        };
        Some(Dependent { family: Family::OfSums, coefficient: Some((weight, zero(self.scalar, self.span))), element })
    }

    /// `source`, `source + own`, `source - own`, `own - source`, `own / source`, `1.0 - own / source` or `own / source - 1.0`.
    fn given(&self, named: &HashMap<String, &Expr>, value: &Expr) -> Option<Given> {
        match bare(value) {
            Expr::Path(_) => {
                let name = plain_ident(value)?.to_string();
                match carried_by_name(&name) {
                    Some((when, number)) => (number == self.source.number).then_some(Given { with: With::Plus, when, own: None }),
                    None => self.given(named, named.get(&name)?),
                }
            }
            Expr::Binary(operation) => {
                let (left, right) = (carries(named, &operation.left), carries(named, &operation.right));
                if let Some(given) = self.of_ratio(named, operation, right) {
                    return Some(given);
                }
                let (with, source, own) = match (operation.op, left, right) {
                    (BinOp::Add(_), true, false) => (With::Plus, &operation.left, &operation.right),
                    (BinOp::Add(_), false, true) => (With::Plus, &operation.right, &operation.left),
                    (BinOp::Sub(_), true, false) => (With::Minus, &operation.left, &operation.right),
                    (BinOp::Sub(_), false, true) => (With::From, &operation.right, &operation.left),
                    (BinOp::Div(_), false, true) => (With::Ratio, &operation.right, &operation.left),
                    _ => return None,
                };
                let Given { own: None, when, .. } = self.given(named, source)? else { return None };
                Some(Given { with, when, own: Some(bare(own).clone()) })
            }
            _ => None,
        }
    }

    /// `1.0 - own / source` or `own / source - 1.0`, where the right one `carries` or the left one.
    fn of_ratio(&self, named: &HashMap<String, &Expr>, operation: &ExprBinary, carries: bool) -> Option<Given> {
        let BinOp::Sub(_) = operation.op else { return None };
        let (with, ratio, one) = if carries {
            (With::Loss, &operation.right, &operation.left)
        } else {
            (With::Gain, &operation.left, &operation.right)
        };
        let is_one = matches!(bare(one), Expr::Lit(ExprLit { lit: Lit::Float(one), .. }) if one.base10_parse().is_ok_and(|one: f64| one == 1.0));
        let given = self.given(named, ratio).filter(|given| is_one && given.with == With::Ratio)?;
        Some(Given { with, ..given })
    }

    /// Of positive and finite numbers, others panic; an iteration takes the extreme after itself.
    fn of_quotient(&self, of: Of, source: Expr, own: Expr) -> Option<Dependent> {
        if of.exclusive || self.scalar != Scalar::Float(Float::F64) {
            return None;
        }
        let positive = |value: Expr| call(&format!("{LAUNCH}::positive"), vec![value], self.span);
        let is_same = own == source;
        let own = positive(own);
        // One check is enough for both.
        let ratio = binary(own.clone(), syn::parse_quote!(/), if is_same { source } else { positive(source) });
        let one = || constant("1.0f64", self.span);
        let element = match of.with {
            With::Loss => binary(one(), syn::parse_quote!(-), ratio),
            With::Gain => binary(ratio, syn::parse_quote!(-), one()),
            _ => ratio,
        };
        Some(Dependent { family: Family::OfExtreme(of), coefficient: Some((own, zero(self.scalar, self.span))), element })
    }

    fn of_extreme(&self, of: Of, own: Expr) -> Option<Dependent> {
        // What is made of the extreme is the extreme of what is made of each.
        let is_greatest = *self.source.operator == OperatorKind::Builtin(Builtin::Max);
        if of.with.rises() != (of.greatest == is_greatest) {
            return None;
        }
        let source = block_value(self.source.element.clone());
        if of.with.is_quotient() {
            return self.of_quotient(of, source, own);
        }
        let is_same = own == source && of.with != With::Plus;
        let (element, own) = match (self.scalar, self.reach()) {
            (Scalar::Float(_), _) if is_same => (self.nothing(source)?, own),
            (Scalar::Float(_), _) => (self.made(of.with, source, Some(own.clone()))?, own),
            (Scalar::Int(_), Some(reach)) if is_same => (zero(self.scalar, self.span), within(own, reach, self.span)),
            (Scalar::Int(_), Some(reach)) if !of.exclusive => {
                let element =
                    self.made(of.with, within(source, reach.clone(), self.span), Some(within(own.clone(), reach, self.span)))?;
                (element, own)
            }
            // The distance between a value and the extreme of it and others is no less than zero.
            (Scalar::Int(int), None) if !int.signed() && is_same && !of.exclusive && (of.with == With::Minus) == is_greatest => {
                (zero(self.scalar, self.span), own)
            }
            _ => return None,
        };
        let element = match of.exclusive {
            true => self.arithmetic.identity_of(of.extreme(), self.scalar, self.span).ok()?,
            false => element,
        };
        let coefficient = Some((own, zero(self.scalar, self.span)));
        Some(Dependent { family: Family::OfExtreme(of), coefficient, element })
    }

    fn of_sum(&self, of: Of, own: Option<Expr>) -> Option<Dependent> {
        if of.with.is_quotient() {
            return None;
        }
        let source = block_value(self.source.element.clone());
        let (source, own) = match (self.scalar, self.reach()) {
            _ if of.exclusive => return None,
            (Scalar::Float(_), _) => (source, own),
            (_, reach) => {
                let own = own.map(|own| Some(within(own, reach.clone()?, self.span)));
                (self.term(source)?, own.map_or(Some(None), |own| own.map(Some))?)
            }
        };
        let element = self.made(of.with, source, own)?;
        Some(Dependent { family: Family::OfSum(of), coefficient: None, element })
    }

    /// Of a sum with a floor, the greatest: in a run it is what the floor lets it be, or the start and the greatest sum from there on.
    fn of_limited(&self, of: Of, family: Family) -> Option<Dependent> {
        let fits = family == if of.greatest { Family::Floor } else { Family::Ceiling };
        let change = self.source.coefficient.filter(|_| fits && !of.exclusive)?.clone();
        let coefficient = Some((change, zero(self.scalar, self.span)));
        Some(Dependent { family: Family::OfExtreme(of), coefficient, element: block_value(self.source.element.clone()) })
    }

    fn made(&self, with: With, source: Expr, own: Option<Expr>) -> Option<Expr> {
        let Some(own) = own else { return Some(source) };
        let (left, right) = if with == With::From { (own, source) } else { (source, own) };
        self.arithmetic.combined(Builtin::Add, with != With::Plus, left, right, self.span).ok()
    }

    /// `value - value`, for whoever reads it: 0, or a NaN where it is infinite or a NaN.
    fn nothing(&self, value: Expr) -> Option<Expr> {
        let magnitude = call(&format!("{}::abs", self.scalar.rust()), vec![value], self.span);
        self.arithmetic.combined(Builtin::Mul, false, magnitude, zero(self.scalar, self.span), self.span).ok()
    }

    /// How great numbers may be of which sums and differences are computed; the runtime's `Reach`.
    fn reach(&self) -> Option<Expr> {
        let text = match self.scalar {
            Scalar::Int(Int::I64) => format!("{}i64", crate::ir::REACH),
            Scalar::Int(Int::I32) => format!("{}i32", crate::ir::REACH >> 32),
            _ => return None,
        };
        Some(constant(&text, self.span))
    }

    /// `value`, one of a sum's terms, which no sum of so many as there are iterations overflows.
    fn term(&self, value: Expr) -> Option<Expr> {
        let limit = variable(self.arithmetic.tables.term_limit.as_ref()?);
        match self.scalar {
            Scalar::Int(Int::I64) => Some(within(value, limit, self.span)),
            // A term an iteration, and not the eight that a limit is for.
            Scalar::Int(Int::I32) => {
                let limit = syn::parse_quote_spanned!(self.span.first=> (#limit >> 29) as i32);
                Some(call(&format!("{LAUNCH}::within"), vec![value, limit], self.span))
            }
            _ => None,
        }
    }
}

/// The greatest sum from the start of a run is itself one of the changes' sums: the coefficient of what depends on a sum with a limit.
pub(super) fn link(carried: &mut [Carried]) {
    for number in 0..carried.len() {
        let OperatorKind::Map(Map { family: Family::OfExtreme(of), coefficient: Some(own), source: Some(source) }) =
            carried[number].operator.kind
        else {
            continue;
        };
        if let OperatorKind::Map(Map { coefficient: Some(change), .. }) = carried[source.0].operator.kind {
            let map = Map { family: Family::OfSum(of), coefficient: None, source: Some(change) };
            carried[own.0].operator.kind = OperatorKind::Map(map);
        }
    }
}

/// Whether it mentions what is carried, through `let`s, too.
fn carries(named: &HashMap<String, &Expr>, expr: &Expr) -> bool {
    let mut carries = !carried_values(expr).is_empty();
    for_each_name(expr, &mut |name| {
        carries |= named.get(&name.to_string()).is_some_and(|value| !std::ptr::eq(*value, expr) && self::carries(named, value));
    });
    carries
}
