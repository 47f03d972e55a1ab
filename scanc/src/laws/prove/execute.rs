//! IR as terms: every path at once.
//!
//! A statement runs under a condition. Where that is not known, an assignment makes a choice between the new value and the old one;
//! `return`, `break` and `continue` become conditions under which what follows does not run. Loops are unrolled: as long as their
//! condition is known to hold, or up to [`TURNS`] times where it is not. What lies beyond is counted as incomplete, and proves nothing.

use super::term::{Bits, Script, Symbolic};
use super::{Reason, inexpressible};
use crate::ir::{Block, Expr, Function, Statement};

/// Turns of a loop whose end depends on the operands.
pub(super) const TURNS: usize = 64;
/// Calls that may be open at once.
const DEPTH: usize = 64;

/// Runs declared functions on terms.
pub(super) struct Executor<'a> {
    functions: &'a [Function],
    pub(super) script: Script,
    /// When any of it panics.
    pub(super) panics: Bits,
    /// When an integer overflows.
    pub(super) overflows: Bits,
    /// When a loop has not come to its end.
    pub(super) incomplete: Bits,
    pub(super) work: usize,
    depth: usize,
}

/// One call.
pub(super) struct Frame {
    pub(super) locals: Vec<Option<Symbolic>>,
    result: Option<Symbolic>,
    returned: Bits,
    broken: Bits,
    continued: Bits,
}

impl<'a> Executor<'a> {
    pub(super) fn new(functions: &'a [Function]) -> Self {
        let (panics, overflows, incomplete) = (Bits::FALSE, Bits::FALSE, Bits::FALSE);
        Self { functions, script: Script::default(), panics, overflows, incomplete, work: 0, depth: 0 }
    }

    /// The value of `name(arguments)`, under the condition `guard`.
    pub(super) fn call(&mut self, name: &str, arguments: Vec<Symbolic>, guard: &Bits) -> Result<Symbolic, Reason> {
        let functions = self.functions;
        let function = functions.iter().find(|function| function.name == name);
        let function = function.ok_or_else(|| inexpressible(&format!("a call of `{name}`")))?;
        if self.depth == DEPTH {
            return Err(inexpressible("calls that deep"));
        }
        self.depth += 1;
        let mut locals: Vec<Option<Symbolic>> = arguments.into_iter().map(Some).collect();
        locals.resize(function.locals.len(), None);
        let (returned, broken, continued) = (Bits::FALSE, Bits::FALSE, Bits::FALSE);
        let mut frame = Frame { locals, result: None, returned, broken, continued };
        let value = self.block(&mut frame, &function.body, guard)?;
        self.depth -= 1;
        self.either(&frame.returned, frame.result, value)
    }

    /// `then` where `condition` holds, else `otherwise`; a side that is never reached has no value.
    pub(super) fn either(
        &mut self,
        condition: &Bits,
        then: Option<Symbolic>,
        otherwise: Option<Symbolic>,
    ) -> Result<Symbolic, Reason> {
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => Ok(self.script.choose(condition, &then, &otherwise)),
            (then, otherwise) => then.or(otherwise).ok_or_else(|| inexpressible("code without a value")),
        }
    }

    /// The condition under which what follows runs.
    fn live(&mut self, frame: &Frame, guard: &Bits) -> Bits {
        [&frame.returned, &frame.broken, &frame.continued].into_iter().fold(guard.clone(), |live, left| {
            let not = self.script.not(left);
            self.script.and(&live, &not)
        })
    }

    pub(super) fn block(&mut self, frame: &mut Frame, block: &Block, guard: &Bits) -> Result<Option<Symbolic>, Reason> {
        for statement in &block.statements {
            let live = self.live(frame, guard);
            if live == Bits::FALSE {
                return Ok(None);
            }
            self.statement(frame, statement, &live)?;
        }
        let live = self.live(frame, guard);
        match &block.value {
            Some(value) if live != Bits::FALSE => self.expression(frame, value, &live).map(Some),
            _ => Ok(None),
        }
    }

    fn statement(&mut self, frame: &mut Frame, statement: &Statement, live: &Bits) -> Result<(), Reason> {
        match statement {
            Statement::Let(local, value) => frame.locals[local.0] = Some(self.expression(frame, value, live)?),
            Statement::Declare(local) => frame.locals[local.0] = None,
            Statement::Assign(place, value) => {
                let value = self.expression(frame, value, live)?;
                self.assign(frame, place, value, live)?;
            }
            Statement::If(condition, then, otherwise) => {
                self.branches(frame, condition, then, otherwise, live)?;
            }
            Statement::While(condition, body) => self.repeat(frame, condition, body, live)?,
            Statement::Return(value) => {
                let value = self.expression(frame, value, live)?;
                frame.result = Some(self.either(live, Some(value), frame.result.take())?);
                frame.returned = self.script.or(&frame.returned, live);
            }
            Statement::Break => frame.broken = self.script.or(&frame.broken, live),
            Statement::Continue => frame.continued = self.script.or(&frame.continued, live),
        }
        Ok(())
    }

    pub(super) fn branches(
        &mut self,
        frame: &mut Frame,
        condition: &Expr,
        then: &Block,
        otherwise: &Block,
        live: &Bits,
    ) -> Result<(Bits, [Option<Symbolic>; 2]), Reason> {
        let condition = self.bits(frame, condition, live)?;
        let opposite = self.script.not(&condition);
        let (first, second) = (self.script.and(live, &condition), self.script.and(live, &opposite));
        let then = if first == Bits::FALSE { None } else { self.block(frame, then, &first)? };
        let otherwise = if second == Bits::FALSE { None } else { self.block(frame, otherwise, &second)? };
        Ok((condition, [then, otherwise]))
    }

    fn repeat(&mut self, frame: &mut Frame, condition: &Expr, body: &Block, guard: &Bits) -> Result<(), Reason> {
        let broken_before = std::mem::replace(&mut frame.broken, Bits::FALSE);
        let continued_before = std::mem::replace(&mut frame.continued, Bits::FALSE);
        let mut unknown = 0;
        let mut going = guard.clone();
        loop {
            frame.continued = Bits::FALSE;
            going = self.live(frame, &going);
            let holds = self.bits(frame, condition, &going)?;
            going = self.script.and(&going, &holds);
            if going == Bits::FALSE {
                break;
            }
            unknown += usize::from(going.known().is_none());
            if unknown > TURNS {
                self.incomplete = self.script.or(&self.incomplete, &going);
                break;
            }
            self.block(frame, body, &going)?;
        }
        (frame.broken, frame.continued) = (broken_before, continued_before);
        Ok(())
    }

    /// Notes a panic: under `guard`, unless an earlier part of the statement has left the function.
    pub(super) fn panic_if(&mut self, frame: &Frame, condition: &Bits, guard: &Bits) {
        if *condition == Bits::FALSE {
            return;
        }
        let live = self.live(frame, guard);
        let panics = self.script.and(&live, condition);
        self.panics = self.script.or(&self.panics, &panics);
    }

    /// An integer overflows where `condition` holds.
    pub(super) fn overflow_if(&mut self, frame: &Frame, condition: &Bits, guard: &Bits) {
        if *condition == Bits::FALSE {
            return;
        }
        let live = self.live(frame, guard);
        let overflows = self.script.and(&live, condition);
        self.overflows = self.script.or(&self.overflows, &overflows);
    }
}
