//! Loops as the tests make them up: a language of its own, which knows nothing of recurrences.

use scanc::ir::{Builtin, Scalar, interpret::Value};

/// A function with one annotated loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The operator in the clause, and what the clause names.
    pub clause: (Builtin, bool, String),
    /// The clause says `auto` in the place of the operator.
    pub derived: bool,
    /// It is a `#[reduce(…)]`: nothing is stored.
    pub reduces: bool,
    /// What is reduced beside it.
    pub others: Vec<Other>,
    pub header: Header,
    pub arrays: Vec<Array>,
    pub captures: Vec<Capture>,
    /// Scalars from outside that the body changes. The first is the one that is carried, where that is a scalar.
    pub variables: Vec<Variable>,
    /// The types and names of the body's variables.
    pub locals: Vec<(Scalar, String)>,
    pub body: Vec<Statement>,
}

/// The variable that is carried together with the one of the clause.
pub const SECOND: &str = "second";

impl Loop {
    /// The variables that the loop carries, by their numbers.
    pub fn carried_variables(&self) -> Vec<usize> {
        let main = self.variables.iter().position(|variable| variable.name == self.clause.2);
        let main = main.filter(|_| !matches!(self.header, Header::Collected { .. }));
        let second = self.variables.iter().position(|variable| variable.name == SECOND);
        main.into_iter()
            .chain(second)
            .chain(self.others.iter().flat_map(|other| [Some(other.variable), other.along]).flatten())
            .collect()
    }
}

/// A slice that the function takes; `out` of a collected scan is made.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub ty: Scalar,
    pub written: bool,
}

/// A value that the function takes.
#[derive(Clone, Debug)]
pub struct Capture {
    pub name: String,
    pub ty: Scalar,
    pub by_reference: bool,
}

/// A scalar that the function takes, changes and returns.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Scalar,
    /// The function has a `&mut` to it.
    pub behind_reference: bool,
}

/// `other ⊕= e`, with a clause of its own.
#[derive(Clone, Debug)]
pub struct Other {
    pub operator: Builtin,
    pub subtraction: bool,
    pub variable: usize,
    /// `if e > other { other = e; along = …; }`: the variable that is taken along.
    pub along: Option<usize>,
}

/// What a loop runs over.
#[derive(Clone, Debug)]
pub enum Header {
    /// `for i in (lo..hi).rev().step_by(2)`.
    Range { ty: Scalar, inclusive: bool, reversed: bool, step: i64 },
    /// `while i < hi { …; i += 1; }`; `early`: the step stands first in the body.
    While { ty: Scalar, inclusive: bool, reversed: bool, step: i64, early: bool },
    /// `for (i, (y, x)) in y.iter_mut().zip(x).enumerate()` over these arrays.
    Items { arrays: Vec<usize>, enumerated: bool, skipped: usize, reversed: bool },
    /// `let out: Vec<_> = x.iter().scan(start, |s, &v| { …; Some(…) }).collect();`; the last array is `out`.
    Collected { array: usize, enumerated: bool },
}

#[derive(Clone, Debug)]
pub enum Statement {
    /// `let local = value;`, with its type where asked.
    Let {
        local: usize,
        annotated: bool,
        mutable: bool,
        value: Expr,
    },
    /// `target = value;`, or `target ⊕= value;`.
    Assign {
        target: Target,
        operator: Option<&'static str>,
        value: Expr,
    },
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `value;` as `let _ = value;`.
    Unused(Expr),
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(usize),
    Variable(usize),
    Element(usize, Subscript),
}

/// `coefficient * i + offset`, in one of the ways to write it.
#[derive(Clone, Debug)]
pub struct Subscript {
    pub coefficient: i64,
    pub offset: i64,
    /// A capture of type `usize` that is added.
    pub plus: Option<usize>,
    pub style: u8,
}

impl Subscript {
    /// `i + offset`
    pub fn at(offset: i64) -> Self {
        Self { coefficient: 1, offset, plus: None, style: 0 }
    }
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: Scalar,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Literal(Value),
    /// The loop variable, in its own type.
    Index,
    /// The lower bound, in that type.
    Low,
    Load(usize, Subscript),
    Capture(usize),
    Local(usize),
    Variable(usize),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `receiver.method(…)`; `path`: `i32::method(receiver, …)`.
    Method {
        name: &'static str,
        path: bool,
        operands: Vec<Expr>,
    },
    /// `{ let local = value; result }`
    Block(usize, Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn new(ty: Scalar, kind: Kind) -> Self {
        Self { ty, kind }
    }

    pub fn literal(value: Value) -> Self {
        Self { ty: value.scalar().expect("a scalar"), kind: Kind::Literal(value) }
    }

    pub fn binary(ty: Scalar, operator: &'static str, left: Self, right: Self) -> Self {
        Self { ty, kind: Kind::Binary(operator, Box::new(left), Box::new(right)) }
    }

    pub fn method(ty: Scalar, name: &'static str, path: bool, operands: Vec<Self>) -> Self {
        Self { ty, kind: Kind::Method { name, path, operands } }
    }

    pub fn cast(self, ty: Scalar) -> Self {
        Self { ty, kind: Kind::Cast(Box::new(self)) }
    }

    pub fn choice(condition: Self, yes: Self, no: Self) -> Self {
        Self { ty: yes.ty, kind: Kind::If(Box::new(condition), Box::new(yes), Box::new(no)) }
    }

    /// Whether some part of it is one of these.
    pub fn any(&self, is: &dyn Fn(&Kind) -> bool) -> bool {
        let within = match &self.kind {
            Kind::Neg(operand) | Kind::Not(operand) | Kind::Cast(operand) => operand.any(is),
            Kind::Binary(_, left, right) | Kind::Block(_, left, right) => left.any(is) || right.any(is),
            Kind::If(condition, yes, no) => condition.any(is) || yes.any(is) || no.any(is),
            Kind::Method { operands, .. } => operands.iter().any(|operand| operand.any(is)),
            Kind::Literal(_)
            | Kind::Index
            | Kind::Low
            | Kind::Load(..)
            | Kind::Capture(_)
            | Kind::Local(_)
            | Kind::Variable(_) => false,
        };
        within || is(&self.kind)
    }

    /// Whether it binds names: repeated, it would bind two.
    pub fn binds(&self) -> bool {
        self.any(&|kind| matches!(kind, Kind::Block(..)))
    }

    /// Whether it divides: it is not evaluated where the carried value decides whether to.
    pub fn divides(&self) -> bool {
        self.any(&|kind| {
            matches!(kind, Kind::Binary("/" | "%", ..) | Kind::Method { name: "rem_euclid" | "div_euclid" | "clamp", .. })
        })
    }
}
