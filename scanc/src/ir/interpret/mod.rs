//! Reference interpreter of the IR: what the generated kernels are judged by.
//!
//! It takes well-typed IR and gives exactly what Rust gives in release mode: integers wrap, `as` saturates, shift amounts are taken
//! modulo the width, `f32` arithmetic is done in `f32`, and what panics in Rust is a [`Panic`]. [`run`] is the whole loop, one
//! iteration after the other.

mod methods;
mod operations;
mod scan;
mod value;

pub use scan::{combine, identity, run};
pub use value::Value;

use super::{Binary, Block, Expr, ExprKind, Function, LocalId, Statement, Type};
use std::cell::Cell;
use std::fmt;

/// Steps that one evaluation may take before it counts as endless: an expression is one, and so is an iteration of a `while` loop.
const FUEL: u64 = 1 << 24;
/// Expressions that may be open at once, those of the callers included: some 4 KB of stack each, in an unoptimised build.
const DEPTH: u32 = 600;
/// As many as a call is.
const CALL: u32 = 3;
/// Leaves of a value that are copied in one step.
const COPIED: u64 = 16;

/// Why there is no value: the Rust code would panic, or would not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panic {
    /// `a / 0`, `a % 0`.
    DivisionByZero,
    /// `MIN / -1`, `MIN % -1`.
    DivisionOverflow,
    /// An index past the end.
    Index,
    /// `clamp` whose lower bound is above the upper one, or NaN.
    Clamp,
    /// A number that is too great for another order of the arithmetic.
    Within,
    /// A loop or a recursion that does not end, as far as the interpreter is willing to look.
    Endless,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "division by zero",
            Self::DivisionOverflow => "division with overflow",
            Self::Index => "index out of bounds",
            Self::Clamp => "clamp with its bounds the wrong way round",
            Self::Within => "a number that no other order of the arithmetic may have",
            Self::Endless => "no end in sight",
        })
    }
}

/// What a function sees beside its arguments. Declared functions need `functions` alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Env<'a> {
    /// The arrays of the loop, in the order of [`super::LoopKernel::arrays`].
    pub arrays: &'a [Vec<Value>],
    /// The captured values, in the order of [`super::LoopKernel::captures`].
    pub captures: &'a [Value],
    /// The loop variable.
    pub index: i128,
    /// So many iterations came before this one.
    pub iteration: usize,
    /// The carried values before the iteration; outputs need them.
    pub before: &'a [Value],
    /// The carried values after the iteration; outputs need them.
    pub after: &'a [Value],
    /// The declared functions that may be called.
    pub functions: &'a [Function],
}

/// The value of `function` for `arguments`.
///
/// # Errors
/// Where the Rust code would panic.
///
/// # Panics
/// If the IR is not well-typed, or mentions what `env` lacks.
pub fn evaluate(function: &Function, arguments: &[Value], env: &Env) -> Result<Value, Panic> {
    evaluate_under(&Meter::new(FUEL), function, arguments, env)
}

/// As [`evaluate`], under a meter.
///
/// # Errors
/// Where the Rust code would panic; [`Panic::Endless`] when no steps are left.
///
/// # Panics
/// If the IR is not well-typed, or mentions what `env` lacks.
pub fn evaluate_under(meter: &Meter, function: &Function, arguments: &[Value], env: &Env) -> Result<Value, Panic> {
    call(function, arguments, &Machine { env, meter })
}

/// The value of `expression`, which mentions no local.
///
/// # Errors
/// Where the Rust code would panic.
///
/// # Panics
/// If the IR is not well-typed, or mentions what `env` lacks.
pub fn evaluate_expression(expression: &Expr, env: &Env) -> Result<Value, Panic> {
    let machine = Machine { env, meter: &Meter::new(FUEL) };
    without_jumps(Frame { machine: &machine, locals: Vec::new() }.expression(expression))
}

/// What is noted of an evaluation, or of several.
#[derive(Clone, Debug)]
pub struct Meter {
    left: Cell<u64>,
    /// How many expressions are open.
    open: Cell<u32>,
    overflowed: Cell<bool>,
}

/// As many steps as one evaluation may take.
impl Default for Meter {
    fn default() -> Self {
        Self::new(FUEL)
    }
}

impl Meter {
    /// A meter that allows `steps`. Unlike time, they are the same on every machine.
    pub fn new(steps: u64) -> Self {
        Self { left: Cell::new(steps), open: Cell::new(0), overflowed: Cell::new(false) }
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Whether an integer operator has wrapped: the Rust code would panic in a debug build.
    pub fn overflowed(&self) -> bool {
        self.overflowed.get()
    }

    fn note(&self, wrapped: bool) {
        self.overflowed.set(self.overflowed.get() || wrapped);
    }
}

/// What all calls of one evaluation share.
struct Machine<'a> {
    env: &'a Env<'a>,
    meter: &'a Meter,
}

impl Machine<'_> {
    fn burn(&self, steps: u64) -> Result<(), Exit> {
        match self.meter.left.get().checked_sub(steps) {
            Some(left) => self.meter.left.set(left),
            None => return Err(Panic::Endless.into()),
        }
        Ok(())
    }

    /// A copy, which takes as many steps as it is long.
    fn copy(&self, value: &Value) -> Result<Value, Exit> {
        self.burn(value.leaves() / COPIED)?;
        Ok(value.clone())
    }

    /// What is evaluated next is so much deeper.
    fn enter(&self, deeper: u32) -> Result<(), Exit> {
        let open = self.meter.open.get() + deeper;
        if open > DEPTH {
            return Err(Panic::Endless.into());
        }
        self.meter.open.set(open);
        Ok(())
    }

    fn leave(&self, deeper: u32) {
        self.meter.open.set(self.meter.open.get() - deeper);
    }
}

/// Why an expression or a statement has not come to its end.
enum Exit {
    Panic(Panic),
    Return(Value),
    Break,
    Continue,
}

impl From<Panic> for Exit {
    fn from(panic: Panic) -> Self {
        Self::Panic(panic)
    }
}

fn call(function: &Function, arguments: &[Value], machine: &Machine) -> Result<Value, Panic> {
    assert_eq!(arguments.len(), function.parameters, "arguments of {}", function.name);
    let arguments: Result<Vec<_>, Exit> = arguments.iter().map(|argument| Ok(Some(machine.copy(argument)?))).collect();
    let mut locals = match arguments {
        Ok(locals) => locals,
        Err(exit) => return without_jumps(Err(exit)),
    };
    locals.resize(function.locals.len(), None);
    without_jumps(Frame { machine, locals }.block(&function.body))
}

fn without_jumps(result: Result<Value, Exit>) -> Result<Value, Panic> {
    match result {
        Ok(value) | Err(Exit::Return(value)) => Ok(value),
        Err(Exit::Panic(panic)) => Err(panic),
        Err(Exit::Break | Exit::Continue) => unreachable!("a jump outside of a loop"),
    }
}

/// One call.
struct Frame<'a> {
    machine: &'a Machine<'a>,
    locals: Vec<Option<Value>>,
}

impl Frame<'_> {
    /// The value of a block that has one.
    fn block(&mut self, block: &Block) -> Result<Value, Exit> {
        self.statements(block)?;
        self.expression(block.value.as_deref().expect("a block with a value"))
    }

    fn statements(&mut self, block: &Block) -> Result<(), Exit> {
        block.statements.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Runs a block for its assignments.
    fn run(&mut self, block: &Block) -> Result<(), Exit> {
        self.statements(block)?;
        block.value.as_deref().map_or(Ok(()), |value| self.expression(value).map(drop))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Exit> {
        match statement {
            Statement::Let(local, value) => self.locals[local.0] = Some(self.expression(value)?),
            Statement::Declare(local) => self.locals[local.0] = None,
            Statement::Assign(place, value) => {
                let value = self.expression(value)?;
                self.assign(place, value)?;
            }
            Statement::If(condition, then, otherwise) => {
                let arm = if self.condition(condition)? { then } else { otherwise };
                self.run(arm)?;
            }
            Statement::While(condition, body) => self.repeat(condition, body)?,
            Statement::Return(value) => return Err(Exit::Return(self.expression(value)?)),
            Statement::Break => return Err(Exit::Break),
            Statement::Continue => return Err(Exit::Continue),
        }
        Ok(())
    }

    fn repeat(&mut self, condition: &Expr, body: &Block) -> Result<(), Exit> {
        while self.condition(condition)? {
            self.machine.burn(1)?;
            match self.run(body) {
                Ok(()) | Err(Exit::Continue) => {}
                Err(Exit::Break) => break,
                Err(exit) => return Err(exit),
            }
        }
        Ok(())
    }

    fn assign(&mut self, place: &Expr, value: Value) -> Result<(), Exit> {
        match &place.kind {
            ExprKind::Local(LocalId(local)) => self.locals[*local] = Some(value),
            _ => *self.place(place)? = value,
        }
        Ok(())
    }

    /// The part of a local that a place names.
    fn place(&mut self, place: &Expr) -> Result<&mut Value, Exit> {
        match &place.kind {
            ExprKind::Local(LocalId(local)) => Ok(self.locals[*local].as_mut().expect("a local that has been assigned")),
            ExprKind::Field(base, name) => Ok(self.place(base)?.field_mut(name)),
            ExprKind::Element(base, index) => {
                let index = self.index(index)?;
                self.place(base)?.elements_mut().get_mut(index).ok_or(Panic::Index.into())
            }
            other => unreachable!("not a place: {other:?}"),
        }
    }

    fn condition(&mut self, expression: &Expr) -> Result<bool, Exit> {
        Ok(self.expression(expression)?.as_bool())
    }

    fn index(&mut self, expression: &Expr) -> Result<usize, Exit> {
        // An index that does not fit is past the end of everything.
        Ok(usize::try_from(self.expression(expression)?.as_int()).unwrap_or(usize::MAX))
    }

    fn expressions(&mut self, expressions: &[Expr]) -> Result<Vec<Value>, Exit> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }

    fn expression(&mut self, expression: &Expr) -> Result<Value, Exit> {
        self.machine.burn(1)?;
        self.machine.enter(1)?;
        let value = self.value(expression);
        self.machine.leave(1);
        value
    }

    fn value(&mut self, expression: &Expr) -> Result<Value, Exit> {
        let env = self.machine.env;
        Ok(match &expression.kind {
            ExprKind::Literal(literal) => Value::literal(*literal, scalar(&expression.ty)),
            ExprKind::Local(LocalId(local)) => {
                self.machine.copy(self.locals[*local].as_ref().expect("a local that has been assigned"))?
            }
            ExprKind::Index => Value::literal(super::Literal::Int(env.index), scalar(&expression.ty)),
            ExprKind::IsAmongFirst(count) => Value::Bool(env.iteration < usize::from(*count)),
            ExprKind::Captured(capture) => env.captures[capture.0].clone(),
            ExprKind::Before(id) => env.before[id.0].clone(),
            ExprKind::After(id) => env.after[id.0].clone(),
            ExprKind::Load(array, index) | ExprKind::Gather(array, index) | ExprKind::Item(array, index) => {
                env.arrays[array.0].get(self.index(index)?).ok_or(Panic::Index)?.clone()
            }
            ExprKind::Slice(array, from, length) => {
                let (start, length) = (self.index(from)?, self.index(length)?);
                let rest = env.arrays[array.0].get(start..).ok_or(Panic::Index)?;
                rest.get(..length).ok_or(Panic::Index)?;
                Value::literal(super::Literal::Int(start as i128), scalar(&expression.ty))
            }
            ExprKind::Unary(operator, operand) => operations::unary(*operator, self.expression(operand)?),
            ExprKind::Binary(Binary::And, left, right) => Value::Bool(self.condition(left)? && self.condition(right)?),
            ExprKind::Binary(Binary::Or, left, right) => Value::Bool(self.condition(left)? || self.condition(right)?),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                self.machine.meter.note(operations::wraps(*operator, &left, &right));
                operations::binary(*operator, &left, &right)?
            }
            ExprKind::Cast(operand) => operations::cast(&self.expression(operand)?, scalar(&expression.ty)),
            ExprKind::If(condition, then, otherwise) => {
                let arm = if self.condition(condition)? { then } else { otherwise };
                self.block(arm)?
            }
            ExprKind::Block(block) => self.block(block)?,
            ExprKind::Method(method, operands) => {
                let operands = self.expressions(operands)?;
                methods::apply(*method, &operands, scalar(&expression.ty))?
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments)?,
            // A part of a local is copied alone, not out of a copy of the whole.
            ExprKind::Field(..) | ExprKind::Element(..) if is_place(expression) => {
                let machine = self.machine;
                machine.copy(self.place(expression)?)?
            }
            ExprKind::Field(base, name) => self.expression(base)?.into_field(name),
            ExprKind::Element(base, index) => {
                let (base, index) = (self.expression(base)?, self.index(index)?);
                base.into_elements().into_iter().nth(index).ok_or(Panic::Index)?
            }
            ExprKind::Struct(name, fields) => Value::Struct(name.clone(), self.fields(fields)?),
            ExprKind::List(elements) => Value::Array(self.expressions(elements)?),
        })
    }

    fn fields(&mut self, fields: &[(String, Expr)]) -> Result<Vec<(String, Value)>, Exit> {
        fields.iter().map(|(name, value)| Ok((name.clone(), self.expression(value)?))).collect()
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Result<Value, Exit> {
        let arguments = self.expressions(arguments)?;
        // A loop calls by a path.
        let last = name.rsplit("::").next().unwrap_or(name);
        let at = self.machine.env.functions.iter().position(|function| function.name == last).expect("a declared function");
        // To find it takes longer the more there are.
        self.machine.burn(at as u64 / COPIED)?;
        self.machine.enter(CALL)?;
        let value = call(&self.machine.env.functions[at], &arguments, self.machine);
        self.machine.leave(CALL);
        Ok(value?)
    }
}

/// Whether it is a local, or a part of one.
fn is_place(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Local(_) => true,
        ExprKind::Field(base, _) | ExprKind::Element(base, _) => is_place(base),
        _ => false,
    }
}

fn scalar(ty: &Type) -> super::Scalar {
    ty.scalar().expect("an expression of a primitive type")
}

#[cfg(test)]
mod tests;
