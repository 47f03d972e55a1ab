//! Maps: what an iteration makes of a carried value, where that is no operator on it.
//!
//! `s = a * s + b` applies the map `s ↦ a·s + b`. Two such maps in a row are one more of them, so maps are what a scan combines: each is a
//! pair of the coefficient `a` and the amount `b`. Both are carried, as two values; of a map that has been applied to a value the amount
//! is that value, so that the second of the pair starts as the loop's own variable and stays it (Blelloch 1990, section 1.4, on linear
//! recurrences).

use super::{Builtin, Carried, CarriedId, OperatorKind};

/// The map that a carried value goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// Which maps.
    pub family: Family,
    /// The carried value that has the coefficient, where the family has any.
    pub coefficient: Option<CarriedId>,
    /// The carried value whose values it is made of, where it is an extreme or a sum of another one's; of two limits the other one.
    pub source: Option<CarriedId>,
}

/// Maps of which two in a row are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `b`, or `s`, or `s ⊕ b`: the coefficient is whether it goes on from `s`. Without an operator `s` itself goes on.
    Reset(Option<Builtin>),
    /// `s · a + b`; wrapping on integers.
    Affine,
    /// `(s & a) ^ b`
    Bits,
    /// `max(s + a, b)`, on numbers so small that nothing overflows.
    Floor,
    /// `min(s + a, b)`, likewise.
    Ceiling,
    /// `min(max(s + a, b), u)`, where `u` is another carried value, of the family [`Upper`](Self::Upper), and `b` is not above it; `a` has
    /// 64 bits. On numbers so small that nothing overflows, or of narrower types: there `a` that 64 bits do not hold has limits that are one.
    Clamp,
    /// The upper limit of a [`Clamp`](Self::Clamp), which it has as its source.
    Upper,
    /// The state after `s`, which is one of so many, the numbers from 0 on: the coefficient is a [`Table`](Self::Table) of these. The
    /// amount of an element is not read, as what it makes of a state is in its table.
    Finite(u8),
    /// So many states, in four bits each of a `u64`, the lowest first: what follows each. Of two the states of the second that those of
    /// the first lead to (Ladner and Fischer 1980, section 3, on finite-state machines).
    Table(u8),
    /// `s + t · a + b`, where `t` is another carried value, a running sum, before the iteration; wrapping on integers.
    OfSums,
    /// `max(s, b, m ∘ a)`, where `m` is another carried value, a running maximum or minimum that stays one when `∘ a` is applied to it; or
    /// `min` of these.
    OfExtreme(Of),
    /// `max(s, t + b)`, or `max(s, b - t)`, where `t` is another carried value, a running sum, before the iteration; or `min` of these.
    OfSum(Of),
    /// `a₀ ⊗ s₀ ⊕ a₁ ⊗ s₁ ⊕ … ⊕ b`, where the `s` are all that the loop carries: a row of a matrix times what is carried. The coefficients
    /// are cells of that matrix, and rows as well, of products of two (Kogge and Stone 1973; Blelloch 1990, section 1.4.2).
    Row(Row),
}

/// A row of the matrix by which a loop multiplies all that it carries, with an amount added; or a cell of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What sums and products are.
    pub semiring: Semiring,
    /// So many values the loop carries: these have the first numbers, and the cells those behind, row after row.
    pub order: usize,
    /// Which row.
    pub row: usize,
    /// The cell of this column; none for the carried value that the row is of.
    pub column: Option<usize>,
}

/// What sums and products of a matrix are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semiring {
    /// The usual ones; of integers, wrapping.
    Linear,
    /// A sum is the greatest, and a product the sum.
    MaxPlus,
    /// A sum is the least, and a product the sum.
    MinPlus,
    /// Cells say whether a value is a copy of that one: the first that does counts, and where none does the amount.
    Choice,
}

impl Semiring {
    /// What is made of several products, where that is an operator.
    pub fn sum(self) -> Option<Builtin> {
        match self {
            Self::Linear => Some(Builtin::Add),
            Self::MaxPlus => Some(Builtin::Max),
            Self::MinPlus => Some(Builtin::Min),
            Self::Choice => None,
        }
    }

    /// Whether it compares sums.
    pub fn compares(self) -> bool {
        matches!(self, Self::MaxPlus | Self::MinPlus)
    }
}

impl Row {
    /// The carried value that has the cell of this row and column.
    pub fn cell(self, row: usize, column: usize) -> CarriedId {
        CarriedId(self.order + row * self.order + column)
    }

    fn composed(self) -> Term {
        let Self { semiring, order, row, column } = self;
        let pairs = (0..order).map(|at| {
            let earlier = column.map_or(CarriedId(at), |column| self.cell(at, column));
            (Term::Earlier(earlier), Term::Later(self.cell(row, at)))
        });
        let amount = column.is_none().then_some(Term::Later(CarriedId(row)));
        let Some(sum) = semiring.sum() else {
            // Of a copy of no row nothing is a copy.
            let no_copy = amount.unwrap_or(Term::Later(self.cell(row, order - 1)));
            return pairs.rev().fold(no_copy, |others, (earlier, cell)| Term::Choice(Box::new([cell, earlier, others])));
        };
        let product = |(earlier, cell)| match semiring {
            Semiring::Linear => Term::Combined(Builtin::Mul, Box::new(earlier), Box::new(cell)),
            _ => Term::Sum(Box::new(earlier), Box::new(cell)),
        };
        let sum = |left, right| Term::Combined(sum, Box::new(left), Box::new(right));
        pairs.map(product).chain(amount).reduce(sum).expect("a matrix has rows")
    }
}

/// What an extreme of another carried value's values is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Of {
    /// The greatest; otherwise the least.
    pub greatest: bool,
    /// What is made of each value.
    pub with: With,
    /// An iteration takes the value before itself; otherwise the one after.
    pub exclusive: bool,
}

/// What is made of another carried value, with something of the iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// `m + a`
    Plus,
    /// `m - a`
    Minus,
    /// `a - m`
    From,
    /// `a / m`; here and below both are positive
    Ratio,
    /// `1 - a / m`
    Loss,
    /// `a / m - 1`
    Gain,
}

impl Of {
    /// The extreme.
    pub fn extreme(self) -> Builtin {
        if self.greatest { Builtin::Max } else { Builtin::Min }
    }

    /// Of several things of iterations the one whose value is the extreme.
    fn decisive(self) -> Builtin {
        match (self.greatest, self.with) {
            (true, With::Minus | With::Loss) | (false, With::Plus | With::From | With::Ratio | With::Gain) => Builtin::Min,
            (false, With::Minus | With::Loss) | (true, With::Plus | With::From | With::Ratio | With::Gain) => Builtin::Max,
        }
    }

    fn name(self) -> &'static str {
        if self.greatest { "the greatest that another carried value gives" } else { "the least that another carried value gives" }
    }
}

impl With {
    /// Whether more is made of more.
    pub fn rises(self) -> bool {
        matches!(self, Self::Plus | Self::Minus | Self::Loss)
    }

    /// Whether it divides.
    pub fn is_quotient(self) -> bool {
        matches!(self, Self::Ratio | Self::Loss | Self::Gain)
    }

    fn made_of(self, source: Term, own: Term) -> Term {
        let difference = |left, right| Term::Difference(Box::new(left), Box::new(right));
        match self {
            Self::Plus => Term::Sum(Box::new(source), Box::new(own)),
            Self::Minus => difference(source, own),
            Self::From => difference(own, source),
            Self::Ratio => Term::Quotient(Box::new(own), Box::new(source)),
            Self::Loss => difference(Term::One, Self::Ratio.made_of(source, own)),
            Self::Gain => difference(Self::Ratio.made_of(source, own), Term::One),
        }
    }
}

/// What is added to and compared in a [`Family::Floor`] or [`Family::Ceiling`] is no greater than this, and neither are the sums of what
/// is added: then no order of the sums overflows.
pub const REACH: i64 = 1 << 60;

/// A table of states has so many at most.
pub const MOST_STATES: u8 = 16;
/// The table in which each state follows itself.
pub const SAME_STATES: u64 = 0xfedc_ba98_7654_3210;

/// What two maps in a row have, of what each of them has.
#[derive(Clone, Debug)]
pub enum Term {
    /// What the earlier one has.
    Earlier(CarriedId),
    /// What the later one has.
    Later(CarriedId),
    /// `value + change`, but no less than the third, nor more than the fourth.
    Clamped(Box<[Term; 4]>),
    /// `left + right`, on integers saturating: what starts as the least number there is stays that.
    Sum(Box<Term>, Box<Term>),
    /// `left - right`, likewise.
    Difference(Box<Term>, Box<Term>),
    /// `left / right`
    Quotient(Box<Term>, Box<Term>),
    /// 1
    One,
    /// The second where the first is positive, otherwise the third.
    WherePositive(Box<Term>, Box<Term>, Box<Term>),
    /// `left ⊕ right`
    Combined(Builtin, Box<Term>, Box<Term>),
    /// The second where the first holds, otherwise the third.
    Choice(Box<[Term; 3]>),
    /// In a table, the state after this one.
    State(Box<[Term; 2]>),
    /// A table of so many states: in the second, the states after those in the first.
    States(u8, Box<[Term; 2]>),
}

impl Family {
    /// Whether the source is the later's: the other one of two limits.
    pub fn has_two_limits(self) -> bool {
        matches!(self, Self::Clamp | Self::Upper)
    }

    /// What combines the coefficients of two maps.
    pub fn coefficients(self) -> OperatorKind {
        OperatorKind::Builtin(match self {
            Self::Reset(_) => Builtin::And,
            Self::Affine => Builtin::Mul,
            Self::Bits => Builtin::BitAnd,
            Self::Floor | Self::Ceiling | Self::Clamp | Self::Upper | Self::OfSums => Builtin::Add,
            Self::OfExtreme(of) | Self::OfSum(of) => of.decisive(),
            Self::Finite(states) | Self::Table(states) => {
                return OperatorKind::Map(Map { family: Self::Table(states), coefficient: None, source: None });
            }
            Self::Row(_) => unreachable!("a row's coefficients are cells of its matrix"),
        })
    }

    /// What the coefficient is called.
    pub fn coefficient(self) -> &'static str {
        match self {
            Self::Reset(_) => "goes_on",
            Self::Affine => "factor",
            Self::Bits => "mask",
            Self::Floor | Self::Ceiling | Self::Clamp | Self::Upper => "change",
            Self::OfSums => "weight",
            Self::Finite(_) | Self::Table(_) => "table",
            Self::Row(_) => "cell",
            Self::OfExtreme(of) | Self::OfSum(of) if of.decisive() == Builtin::Max => "highest",
            Self::OfExtreme(_) | Self::OfSum(_) => "lowest",
        }
    }

    /// Which maps these are, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reset(None) => "the last value",
            Self::Reset(Some(_)) => "an operator with resets",
            Self::Affine => "a linear recurrence",
            Self::Bits => "a recurrence of bits",
            Self::Floor => "a sum with a floor",
            Self::Ceiling => "a sum with a ceiling",
            Self::Clamp => "a sum between two limits",
            Self::Upper => "the upper limit",
            Self::OfSums => "a sum of sums",
            Self::Finite(_) => "a step between a few states",
            Self::Table(_) => "a table of states",
            Self::Row(Row { semiring: Semiring::Linear, .. }) => "a linear recurrence of several values",
            Self::Row(Row { semiring: Semiring::Choice, .. }) => "copies between several values",
            Self::Row(_) => "a recurrence of the greatest, or the least, sums of several values",
            Self::OfExtreme(of) | Self::OfSum(of) => of.name(),
        }
    }
}

impl Map {
    /// What two maps in a row have, of carried value `own`, which goes through this one.
    ///
    /// # Panics
    /// If a coefficient or a source that the family has is missing.
    pub fn composed(&self, own: CarriedId) -> Term {
        let combined = |operator, left, right| Term::Combined(operator, Box::new(left), Box::new(right));
        let (earlier, later) = (Term::Earlier(own), Term::Later(own));
        let coefficient = || Term::Later(self.coefficient.expect("a family with coefficients"));
        let other = || self.source.expect("a family with a source");
        let source = || Term::Earlier(other());
        let clamped = |low, high| Term::Clamped(Box::new([earlier.clone(), coefficient(), low, high]));
        match self.family {
            Family::Reset(operator) => {
                let on = operator.map_or(earlier.clone(), |operator| combined(operator, earlier, later.clone()));
                Term::Choice(Box::new([coefficient(), on, later]))
            }
            Family::Affine => combined(Builtin::Add, combined(Builtin::Mul, earlier, coefficient()), later),
            Family::Floor => combined(Builtin::Max, combined(Builtin::Add, earlier, coefficient()), later),
            Family::Ceiling => combined(Builtin::Min, combined(Builtin::Add, earlier, coefficient()), later),
            Family::OfSums => {
                let carried_over = combined(Builtin::Mul, source(), coefficient());
                combined(Builtin::Add, combined(Builtin::Add, earlier, later), carried_over)
            }
            Family::Clamp => clamped(later, Term::Later(other())),
            Family::Upper => clamped(Term::Later(other()), later),
            Family::Finite(_) => Term::State(Box::new([coefficient(), earlier])),
            Family::Table(states) => Term::States(states, Box::new([earlier, later])),
            Family::Bits => combined(Builtin::BitXor, combined(Builtin::BitAnd, earlier, coefficient()), later),
            Family::OfExtreme(of) => {
                let own = combined(of.extreme(), earlier, later);
                let made = of.with.made_of(source(), coefficient());
                match of.with.is_quotient() {
                    // What is no greater than 0 is the start of a maximum alone, and no run's maximum is that then.
                    true => {
                        let reached = combined(of.extreme(), own.clone(), made);
                        Term::WherePositive(Box::new(source()), Box::new(reached), Box::new(own))
                    }
                    false => combined(of.extreme(), own, made),
                }
            }
            // What the sum of a run is more than before it, all that is made of it in there is, too.
            Family::OfSum(of) => {
                let with = if of.with == With::From { With::From } else { With::Plus };
                combined(of.extreme(), earlier, with.made_of(source(), later))
            }
            Family::Row(row) => row.composed(),
        }
    }
}

/// Whether carried value `number` is the coefficient of another one's map, or its upper limit: no variable of the loop.
pub fn is_coefficient(carried: &[Carried], number: usize) -> bool {
    let id = Some(CarriedId(number));
    let is_of = |map: &Map| match map.family {
        Family::Row(row) => number >= row.order,
        family => map.coefficient == id || family == Family::Clamp && map.source == id,
    };
    carried.iter().any(|other| matches!(&other.operator.kind, OperatorKind::Map(map) if is_of(map)))
}
