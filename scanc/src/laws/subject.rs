//! An operator under test, and what it does to values.

use super::aliases;
use super::propose::Bounded;
use super::rounding::{Agreement, agreement};
use super::samples;
use super::values::Values;
use crate::ir::interpret::{Env, Meter, Panic, Value, evaluate_under};
use crate::ir::{DeclaredOperator, Function, Module};
use std::cell::{Cell, OnceCell};
use std::fmt;

/// Steps of the interpreter that one combination may take: some tenths of a second in an unoptimised build.
pub(super) const STEPS: u64 = 1 << 20;

/// Steps of the interpreter that all combinations of one operator may take together.
const ALL_STEPS: u64 = 1 << 25;
/// And those of all operators that are declared together.
const MODULE_STEPS: u64 = 1 << 26;

/// The steps that are left for the operators of a module.
#[derive(Clone, Debug)]
pub struct Budget(Cell<u64>);

impl Default for Budget {
    fn default() -> Self {
        Self::of(MODULE_STEPS)
    }
}

impl Budget {
    /// So many steps.
    pub(super) fn of(steps: u64) -> Self {
        Self(Cell::new(steps))
    }
}

/// A law of monoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// `op(op(a, b), c)` is `op(a, op(b, c))`.
    Associative,
    /// `op(identity, a)` is `a`.
    LeftNeutral,
    /// `op(a, identity)` is `a`.
    RightNeutral,
    /// `op(a, b)` lies in the domain where `a` and `b` do.
    Closed,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Associative => "associative",
            Self::LeftNeutral => "left identity",
            Self::RightNeutral => "right identity",
            Self::Closed => "keeps its domain",
        })
    }
}

/// Values at which an operator is no monoid.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What goes wrong.
    pub finding: Finding,
    /// `a`, `b`, `c`, as many as the finding is about.
    pub operands: Vec<Value>,
    /// Whether an integer has overflowed on the way.
    pub overflowed: bool,
}

/// What goes wrong with an operator.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The two sides of a law differ.
    Differs {
        /// The law.
        law: Law,
        /// Its left side: `op(op(a, b), c)`, `op(identity, a)`, `op(a, identity)`.
        found: Value,
        /// Its right side: `op(a, op(b, c))`, or `a`.
        expected: Value,
    },
    /// `op(a, b)` panics, or does not end.
    Panics(Panic),
    /// The identity itself panics.
    IdentityPanics(Panic),
    /// `op(a, b)`, which this is, lies outside of the domain.
    Leaves(Value),
    /// The identity, which this is, lies outside of the domain.
    IdentityOutside(Value),
}

impl Finding {
    /// Whether both are the same complaint, whatever the values.
    pub(super) fn same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Differs { law, .. }, Self::Differs { law: other, .. }) => law == other,
            (Self::Panics(panic), Self::Panics(other)) => panic == other,
            (Self::Leaves(_), Self::Leaves(_)) => true,
            _ => false,
        }
    }
}

/// A law that overflow keeps from being judged at some values, or that does not ask for them.
#[derive(Clone, Copy, Debug)]
pub(in crate::laws) struct Unjudged;

/// Both sides of a law, with the values on the way.
pub(super) struct Sides {
    pub(super) intermediate: Vec<Value>,
    pub(super) found: Value,
    pub(super) expected: Value,
}

/// An operator under test.
pub(in crate::laws) struct Subject<'a> {
    pub(super) module: &'a Module,
    pub(super) operator: &'a DeclaredOperator,
    /// The values of the operands' type.
    pub(super) values: Values,
    pub(in crate::laws) identity: Option<Value>,
    pub(super) function: &'a Function,
    domain: Domain<'a>,
    budget: &'a Budget,
    steps: Cell<u64>,
    /// It would take more steps than there are left.
    exhausted: Cell<bool>,
    overflowed: Cell<bool>,
    kept: OnceCell<Vec<Value>>,
    known: OnceCell<Option<Value>>,
}

/// The values on which an operator need be a monoid.
#[derive(Clone)]
enum Domain<'a> {
    /// All.
    All,
    /// Those of which this function says so.
    Declared(&'a Function),
    /// Those that may be proposed.
    Proposed(Bounded),
}

/// Why an operator cannot be tested.
pub(in crate::laws) enum Untestable {
    /// Its values are not known.
    Unknown,
    /// Those beside it have taken the steps that there were.
    Exhausted,
    /// It is no monoid, whatever the values.
    Violation(Box<Violation>),
}

impl<'a> Subject<'a> {
    /// `operator` of `module`.
    pub(in crate::laws) fn new(
        module: &'a Module,
        operator: &'a DeclaredOperator,
        budget: &'a Budget,
    ) -> Result<Self, Untestable> {
        let function = module.functions.iter().find(|function| function.name == operator.function);
        let function = function.ok_or(Untestable::Unknown)?;
        let values = Values::of(&operator.operand, module).ok_or(Untestable::Unknown)?;
        let domain = match &operator.domain {
            None => Domain::All,
            Some(name) => {
                let found = module.functions.iter().find(|function| function.name == *name);
                Domain::Declared(found.ok_or(Untestable::Unknown)?)
            }
        };
        let allowed = STEPS.min(budget.0.get());
        let meter = Meter::new(allowed);
        let identity = operator.identity.as_ref().map(|identity| evaluate(identity, &[], module, &meter)).transpose();
        budget.0.set(budget.0.get() - (allowed - meter.left()));
        let identity = identity.map_err(|panic| match panic {
            Panic::Endless if allowed < STEPS => Untestable::Exhausted,
            _ => {
                let finding = Finding::IdentityPanics(panic);
                Untestable::Violation(Box::new(Violation { finding, operands: Vec::new(), overflowed: false }))
            }
        })?;
        let subject = Self {
            module,
            operator,
            values,
            identity,
            function,
            domain,
            budget,
            steps: Cell::new(0),
            exhausted: Cell::new(false),
            overflowed: Cell::new(false),
            kept: OnceCell::new(),
            known: OnceCell::new(),
        };
        match subject.identity.clone().filter(|identity| !subject.is_in_domain(identity)) {
            Some(identity) => {
                let finding = Finding::IdentityOutside(identity);
                Err(Untestable::Violation(Box::new(Violation { finding, operands: Vec::new(), overflowed: false })))
            }
            None => Ok(subject),
        }
    }

    /// The laws that it must keep. What leaves the domain comes first: nothing else is asked of what the operator makes of that.
    pub(in crate::laws) fn laws(&self) -> &'static [Law] {
        match (self.identity.is_some(), self.has_domain()) {
            (true, true) => &[Law::Closed, Law::Associative, Law::LeftNeutral, Law::RightNeutral],
            (true, false) => &[Law::Associative, Law::LeftNeutral, Law::RightNeutral],
            (false, true) => &[Law::Closed, Law::Associative],
            (false, false) => &[Law::Associative],
        }
    }

    /// Whether it need be a monoid on some values alone.
    pub(super) fn has_domain(&self) -> bool {
        !matches!(self.domain, Domain::All)
    }

    /// The same operator on these values alone.
    pub(super) fn among(&self, bounded: Bounded) -> Self {
        Self {
            values: self.values.clone(),
            identity: self.identity.clone(),
            domain: Domain::Proposed(bounded),
            steps: Cell::new(0),
            exhausted: Cell::new(false),
            overflowed: Cell::new(false),
            kept: OnceCell::new(),
            known: OnceCell::new(),
            ..*self
        }
    }

    /// Whether it need be a monoid on this value. A domain that does not end is of no value.
    pub(super) fn is_in_domain(&self, value: &Value) -> bool {
        match &self.domain {
            Domain::All => true,
            Domain::Declared(domain) => matches!(self.run(domain, std::slice::from_ref(value)).0, Ok(Value::Bool(true))),
            Domain::Proposed(bounded) => bounded.holds(value),
        }
    }

    /// A value of the domain, if one was found.
    pub(super) fn known(&self) -> Option<&Value> {
        self.known.get_or_init(|| samples::first_in_domain(self)).as_ref()
    }

    /// Whether it has taken all the steps that it may take. What it does from then on says nothing.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.get()
    }

    /// How many steps of the interpreter it has taken so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Some values that the identity leaves as they are.
    pub(super) fn kept(&self) -> &[Value] {
        self.kept.get_or_init(|| aliases::kept(self))
    }

    /// What goes wrong with `law` at `operands`, if anything; `Err` where nothing can be said.
    pub(in crate::laws) fn test(&self, law: Law, operands: &[Value]) -> Result<Option<Box<Violation>>, Unjudged> {
        self.overflowed.set(false);
        if !operands.iter().all(|operand| self.is_in_domain(operand)) {
            return Err(Unjudged);
        }
        if law == Law::Closed {
            let leaves = self.leaves_domain(operands);
            return if self.is_waived() { Err(Unjudged) } else { Ok(leaves) };
        }
        let sides = match self.sides(law, operands) {
            Ok(sides) => sides,
            Err(panic) => return Ok(Some(panic)),
        };
        if self.is_waived() {
            return Err(Unjudged);
        }
        let overflowed = self.overflowed.get();
        match agreement(self, law, operands, &sides) {
            Agreement::Agree => Ok(None),
            Agreement::Unjudged => Err(Unjudged),
            Agreement::Differ if law != Law::Associative && aliases::is_alias(self, &operands[0]) => Ok(None),
            Agreement::Differ => {
                let finding = Finding::Differs { law, found: sides.found, expected: sides.expected };
                Ok(Some(Box::new(Violation { finding, operands: operands.to_vec(), overflowed })))
            }
        }
    }

    /// Whether an integer has overflowed where the user vouches that none does.
    fn is_waived(&self) -> bool {
        self.operator.no_overflow && self.overflowed.get()
    }

    /// Whether the operator makes of two operands what does not lie in the domain.
    fn leaves_domain(&self, operands: &[Value]) -> Option<Box<Violation>> {
        let found = match self.apply(&operands[0], &operands[1]) {
            Ok(found) => found,
            Err(panic) => return Some(panic),
        };
        let overflowed = self.overflowed.get();
        let leaves = !self.is_in_domain(&found);
        leaves.then(|| Box::new(Violation { finding: Finding::Leaves(found), operands: operands.to_vec(), overflowed }))
    }

    /// Whether `op(earlier, later)` panics.
    pub(super) fn panic(&self, earlier: &Value, later: &Value) -> Option<Box<Violation>> {
        self.overflowed.set(false);
        self.apply(earlier, later).err()
    }

    /// `op(earlier, later)`.
    pub(super) fn apply(&self, earlier: &Value, later: &Value) -> Result<Value, Box<Violation>> {
        let operands = [earlier.clone(), later.clone()];
        let (result, has_overflowed) = self.run(self.function, &operands);
        let overflowed = self.overflowed.get() || has_overflowed;
        self.overflowed.set(overflowed);
        result.map_err(|panic| Box::new(Violation { finding: Finding::Panics(panic), operands: operands.into(), overflowed }))
    }

    /// What a function gives, and whether an integer has overflowed on the way.
    fn run(&self, function: &Function, operands: &[Value]) -> (Result<Value, Panic>, bool) {
        let left = self.budget.0.get().min(ALL_STEPS.saturating_sub(self.steps.get()));
        let allowed = STEPS.min(left);
        let meter = Meter::new(allowed);
        let result = evaluate(function, operands, self.module, &meter);
        let taken = allowed - meter.left();
        self.steps.set(self.steps.get() + taken);
        self.budget.0.set(self.budget.0.get() - taken);
        self.exhausted.set(self.exhausted.get() || allowed < STEPS && result == Err(Panic::Endless));
        (result, meter.overflowed())
    }

    /// Both sides of `law` at `operands`.
    pub(super) fn sides(&self, law: Law, operands: &[Value]) -> Result<Sides, Box<Violation>> {
        self.sides_through(law, operands, &mut |value| value)
    }

    /// Both sides of `law` at `operands`, where `through` may change what the inner applications give.
    pub(super) fn sides_through(
        &self,
        law: Law,
        operands: &[Value],
        through: &mut dyn FnMut(Value) -> Value,
    ) -> Result<Sides, Box<Violation>> {
        let identity = || self.identity.as_ref().expect("an identity, which the law is about");
        match (law, operands) {
            (Law::Associative, [a, b, c]) => {
                let (first, last) = (through(self.apply(a, b)?), through(self.apply(b, c)?));
                let (found, expected) = (self.apply(&first, c)?, self.apply(a, &last)?);
                Ok(Sides { intermediate: vec![first, last], found, expected })
            }
            (Law::LeftNeutral, [a]) => Ok(Sides::neutral(self.apply(identity(), a)?, a)),
            (Law::RightNeutral, [a]) => Ok(Sides::neutral(self.apply(a, identity())?, a)),
            _ => unreachable!("{law:?} of {} values", operands.len()),
        }
    }
}

impl Sides {
    fn neutral(found: Value, a: &Value) -> Self {
        Self { intermediate: Vec::new(), found, expected: a.clone() }
    }
}

fn evaluate(function: &Function, operands: &[Value], module: &Module, meter: &Meter) -> Result<Value, Panic> {
    evaluate_under(meter, function, operands, &Env { functions: &module.functions, ..Env::default() })
}
