//! Values to try an operator on.
//!
//! Three kinds. *Everyday* values have small leaves, none negative, or are what the operator makes of a few of those: a program that
//! uses the operator at all has values like them. *Boundary* values sit at the ends of the types, at powers of two, and beside the literals in the code.
//! *Random* ones mix small leaves with full-range ones. Floats keep to magnitudes between 2^-8 and 2^16, so that the few operations of
//! two combinations neither overflow nor underflow; those are rounding too, but no tolerance covers them. Those that are NaN or infinite are tried
//! apart from them.
//!
//! Of an operator with a domain only values are tried that lie in it. One that does not gives as many of its leaves as can be to one that
//! does; and as a bound is a literal of the code, random leaves also come from below one.

use super::random::Random;
use super::subject::Subject;
use super::values::{Leaf, leaves, with_leaves};
use crate::ir::interpret::Value;
use crate::ir::{ExprKind, Float, Function, Int, Literal, Scalar, walk};

/// How many literals of the code are tried as values.
const HINTS: usize = 12;

/// How many random values are looked at for one that lies in a domain, of either kind.
const TRIES: usize = 256;

/// How many combinations of plain values are tried as identities.
const PLAIN: usize = 256;

/// Where values come from.
pub(super) struct Samples<'a> {
    subject: &'a Subject<'a>,
    hints: Vec<Literal>,
    random: Random,
    /// No others than those of the domain.
    in_domain: bool,
}

impl<'a> Samples<'a> {
    /// Of the operands of `subject` that lie in its domain, if it has one.
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Self { in_domain: subject.has_domain(), ..Self::of_all(subject) }
    }

    /// Of all operands of `subject`.
    pub(super) fn of_all(subject: &'a Subject<'a>) -> Self {
        Self { subject, hints: hints(subject), random: Random::new(0x5ca9), in_domain: false }
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// A value with small leaves, none of them negative.
    pub(super) fn small(&mut self) -> Value {
        let random = &mut self.random;
        let value = self.subject.values.value(|leaf| small(leaf, 0, random));
        self.fitted(value)
    }

    /// `count` random values: all small, all wide, or mixed.
    pub(super) fn any(&mut self, count: usize) -> Vec<Value> {
        let wide_of_8 = [0, 4, 8][self.random.below(3)];
        (0..count).map(|_| self.mixed(wide_of_8)).collect()
    }

    fn mixed(&mut self, wide_of_8: usize) -> Value {
        let Self { subject, hints, random, in_domain } = self;
        let value = subject.values.value(|leaf| match random.below(8) < wide_of_8 {
            true if *in_domain => below_hint(leaf, hints, random).unwrap_or_else(|| wide(leaf, hints, random)),
            true => wide(leaf, hints, random),
            false => small(leaf, -3, random),
        });
        self.fitted(value)
    }

    /// `value`, if it may be tried; otherwise one that may, with as many leaves of it as can be.
    fn fitted(&self, value: Value) -> Value {
        if !self.in_domain || self.subject.is_in_domain(&value) {
            return value;
        }
        let Some(known) = self.subject.known() else { return value };
        let mut flat = leaves(known);
        for (at, leaf) in leaves(&value).into_iter().enumerate() {
            let before = std::mem::replace(&mut flat[at], leaf);
            if !self.subject.is_in_domain(&with_leaves(known, &mut flat.iter().cloned())) {
                flat[at] = before;
            }
        }
        with_leaves(known, &mut flat.into_iter())
    }

    /// Small values in which all floats are NaN or infinite, then such where one is, each in its turn; none where there are no floats.
    pub(super) fn not_finite(&mut self) -> Vec<Value> {
        let kinds = self.subject.values.leaves().iter().enumerate();
        let floats: Vec<(usize, Float)> = kinds
            .filter_map(|(at, leaf)| if let Leaf::Any(Scalar::Float(float)) = leaf { Some((at, *float)) } else { None })
            .collect();
        let alone = if floats.len() > 1 { floats.chunks(1) } else { [].chunks(1) };
        let changed = [&floats[..]].into_iter().filter(|all| !all.is_empty()).chain(alone);
        let mut made = Vec::new();
        for changed in changed {
            for special in [f64::NAN, f64::NEG_INFINITY, f64::INFINITY] {
                let value = self.small();
                let mut flat = leaves(&value);
                changed.iter().for_each(|(at, float)| flat[*at] = Value::float(*float, special));
                made.push(with_leaves(&value, &mut flat.into_iter()));
            }
        }
        made.retain(|value| !self.in_domain || self.subject.is_in_domain(value));
        made
    }

    /// Boundary values, the plainest first, at most `most`: all leaves at the same boundary, then one leaf after the other with the
    /// rest 0, then with the rest 1.
    pub(super) fn boundary(&self, most: usize) -> Vec<Value> {
        let tables: Vec<Vec<Value>> = self.subject.values.leaves().iter().map(|leaf| boundary(leaf, &self.hints)).collect();
        let longest = tables.iter().map(Vec::len).max().unwrap_or(0);
        let at = |table: &[Value], position: usize| table[position % table.len()].clone();
        let together = |position: usize| self.each_leaf(|leaf| at(&tables[leaf], position));
        let alone = |odd: usize, position: usize, rest: usize| {
            self.each_leaf(|leaf| at(&tables[leaf], if leaf == odd { position } else { rest }))
        };
        let mut values: Vec<Value> = (0..longest.min(3)).map(together).collect();
        let turns = (1..longest).flat_map(|position| (0..tables.len()).map(move |leaf| (leaf, position)));
        values.extend(turns.clone().take(most).map(|(leaf, position)| alone(leaf, position, 0)));
        values.extend((3..longest).map(together));
        values.extend(turns.take(most).map(|(leaf, position)| alone(leaf, position, 1)));
        distinct(values.into_iter().map(|value| self.fitted(value)).collect(), most)
    }

    /// All combinations of each leaf's plainest values, if they are few: where an identity is likely to be.
    pub(super) fn plain(&self) -> Vec<Value> {
        let leaves = self.subject.values.leaves().len() as u32;
        let Some(choices) =
            [3, 2].into_iter().find(|choices: &usize| choices.checked_pow(leaves).is_some_and(|all| all <= PLAIN))
        else {
            return Vec::new();
        };
        let tables: Vec<Vec<Value>> = self.subject.values.leaves().iter().map(|leaf| boundary(leaf, &[])).collect();
        let digit = |number: usize, leaf: usize| number / choices.pow(leaf as u32) % choices;
        let value = |number| self.each_leaf(|leaf| tables[leaf][digit(number, leaf) % tables[leaf].len()].clone());
        (0..choices.pow(leaves)).map(value).map(|value| self.fitted(value)).collect()
    }

    fn each_leaf(&self, mut choose: impl FnMut(usize) -> Value) -> Value {
        let mut leaf = 0..;
        self.subject.values.value(|_| choose(leaf.next().unwrap_or(0)))
    }
}

/// A value that lies in the domain of `subject`: its identity, or one that is looked for.
pub(super) fn first_in_domain(subject: &Subject) -> Option<Value> {
    let mut samples = Samples::of_all(subject);
    let lies_in = |value: &Value| subject.is_in_domain(value);
    let identity = subject.identity.iter().cloned();
    let found = identity.chain(samples.boundary(48)).chain(samples.plain()).find(lies_in);
    found.or_else(|| (0..TRIES).map(|_| samples.small()).find(lies_in)).or_else(|| samples.any(TRIES).into_iter().find(lies_in))
}

/// The first `most` of `values` without repetitions.
pub(super) fn distinct(values: Vec<Value>, most: usize) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if kept.len() < most && !kept.iter().any(|other| other.same(&value)) {
            kept.push(value);
        }
    }
    kept
}

/// The integers of the code that may bound others, each once.
pub(super) fn bounds(subject: &Subject) -> Vec<i128> {
    let mut bounds = Vec::new();
    for literal in literals(subject) {
        match literal {
            Literal::Int(value) if value > 2 && !bounds.contains(&value) => bounds.push(value),
            _ => {}
        }
    }
    bounds
}

/// The literals of the operator, then those of what it calls, then those of the code around it, of the last functions first.
fn literals(subject: &Subject) -> Vec<Literal> {
    let (mut found, mut functions) = (Vec::new(), vec![subject.function]);
    let mut at = 0;
    while let Some(&function) = functions.get(at) {
        walk::block(&function.body, &mut |expr| match &expr.kind {
            ExprKind::Literal(literal) => found.push(*literal),
            ExprKind::Call(name, _) if functions.iter().all(|known| known.name != *name) => {
                functions.extend(subject.module.functions.iter().find(|called| called.name == *name));
            }
            _ => {}
        });
        at += 1;
        if at == functions.len() {
            let is_new = |other: &&Function| functions.iter().all(|known| known.name != other.name);
            let next = subject.module.functions.iter().rev().find(is_new);
            functions.extend(next);
        }
    }
    found
}

/// Literals of the code with their neighbours, for a modulus or a threshold is where things happen.
fn hints(subject: &Subject) -> Vec<Literal> {
    let mut hints = Vec::new();
    for literal in literals(subject) {
        match literal {
            Literal::Int(value) if value.abs() > 2 => hints.extend([value, value - 1, value + 1].map(Literal::Int)),
            Literal::Float(value) if usual(value) => hints.push(literal),
            _ => {}
        }
    }
    hints.dedup();
    hints.truncate(HINTS);
    hints
}

/// Whether a float is of a magnitude at which nothing overflows or underflows.
fn usual(value: f64) -> bool {
    (1.0 / 256.0..65536.0).contains(&value.abs())
}

/// The hints that are values of a leaf.
fn fitting(scalar: Scalar, hints: &[Literal]) -> impl Iterator<Item = Value> {
    hints.iter().filter_map(move |hint| match (scalar, *hint) {
        (Scalar::Int(int), Literal::Int(value)) if (int.min()..=int.max()).contains(&value) => Some(Value::Int(int, value)),
        (Scalar::Float(float), Literal::Float(value)) => Some(Value::float(float, value)),
        _ => None,
    })
}

fn boundary(leaf: &Leaf, hints: &[Literal]) -> Vec<Value> {
    let values = match leaf {
        Leaf::OneOf(int, values) => values.iter().map(|value| Value::Int(*int, *value)).collect(),
        Leaf::Any(Scalar::Bool) => vec![Value::Bool(false), Value::Bool(true)],
        Leaf::Any(Scalar::Int(int)) => int_boundary(*int).into_iter().map(|value| Value::Int(*int, value)).collect(),
        Leaf::Any(Scalar::Float(float)) => {
            [0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 1000.0, -65536.0].map(|value| Value::float(*float, value)).to_vec()
        }
    };
    let own = match leaf {
        Leaf::Any(scalar) => fitting(*scalar, hints).collect(),
        Leaf::OneOf(..) => Vec::new(),
    };
    let count = values.len() + own.len();
    distinct(values.into_iter().chain(own).collect(), count)
}

fn int_boundary(int: Int) -> Vec<i128> {
    let half = 1 << (int.bits() / 2);
    let all = [0, 1, -1, int.max(), int.min(), 2, 3, 7, half, half - 1, int.max() - 1, int.min() + 1];
    all.into_iter().filter(|value| *value >= int.min()).collect()
}

/// A small value; numbers from `low` on.
fn small(leaf: &Leaf, low: i64, random: &mut Random) -> Value {
    match leaf {
        Leaf::OneOf(int, values) => Value::Int(*int, *random.one_of(values)),
        Leaf::Any(Scalar::Bool) => Value::Bool(random.below(2) == 1),
        Leaf::Any(Scalar::Int(int)) => {
            let low = if int.signed() { low } else { 0 };
            Value::Int(*int, i128::from(random.between(low, 4)))
        }
        Leaf::Any(Scalar::Float(float)) => Value::float(*float, random.between(2 * low, 8) as f64 / 2.0),
    }
}

/// Any value: full-range bits, a power of two, or a literal of the code.
fn wide(leaf: &Leaf, hints: &[Literal], random: &mut Random) -> Value {
    match leaf {
        Leaf::Any(scalar @ Scalar::Int(int)) => match random.below(4) {
            0 => Value::int(*int, (1 << random.below(int.bits() as usize)) - i128::from(random.between(-1, 1))),
            1 => {
                let own: Vec<Value> = fitting(*scalar, hints).collect();
                if own.is_empty() { Value::int(*int, i128::from(random.between(-100, 100))) } else { random.one_of(&own).clone() }
            }
            _ => Value::int(*int, i128::from(random.bits())),
        },
        Leaf::Any(Scalar::Float(float)) => any_float(*float, random),
        _ => small(leaf, 0, random),
    }
}

/// A number from 0 to below a literal of the code, once in two times if there are any.
fn below_hint(leaf: &Leaf, hints: &[Literal], random: &mut Random) -> Option<Value> {
    let Leaf::Any(scalar @ Scalar::Int(int)) = leaf else { return None };
    let bounds: Vec<i128> = fitting(*scalar, hints).map(|value| value.as_int()).filter(|bound| *bound > 0).collect();
    if bounds.is_empty() || random.below(2) == 0 {
        return None;
    }
    Some(Value::Int(*int, i128::from(random.bits()) % *random.one_of(&bounds)))
}

fn any_float(float: Float, random: &mut Random) -> Value {
    let mantissa = 1.0 + (random.bits() >> 12) as f64 / (1_u64 << 52) as f64;
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    Value::float(float, sign * mantissa * 2.0_f64.powi(random.between(-8, 15) as i32))
}
