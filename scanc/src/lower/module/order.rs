//! Functions after those that they call.

use super::functions::Lowered;
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::ir::{ExprKind, walk};
use crate::lower::codes;
use std::collections::HashMap;

/// Orders functions and constants; OpenCL C knows no recursion.
pub(super) fn callees_first(
    functions: Vec<Lowered>,
    constants: Vec<Lowered>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Lowered>> {
    let all: Vec<Lowered> = functions.into_iter().chain(constants).collect();
    let mut search = Search { all: &all, state: vec![State::New; all.len()], order: Vec::new(), diagnostics };
    (0..all.len()).for_each(|at| search.visit(at));
    let order = std::mem::take(&mut search.order);
    diagnostics.stop_if_errors()?;
    let mut all: HashMap<usize, Lowered> = all.into_iter().enumerate().collect();
    Ok(order.into_iter().filter_map(|at| all.remove(&at)).collect())
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

struct Search<'a> {
    all: &'a [Lowered],
    state: Vec<State>,
    order: Vec<usize>,
    diagnostics: &'a mut Diagnostics,
}

impl Search<'_> {
    fn visit(&mut self, at: usize) {
        match self.state[at] {
            State::Done => return,
            State::Open => return self.circle(at),
            State::New => self.state[at] = State::Open,
        }
        for callee in self.callees(at) {
            self.visit(callee);
        }
        self.state[at] = State::Done;
        self.order.push(at);
    }

    fn callees(&self, at: usize) -> Vec<usize> {
        let mut called = Vec::new();
        walk::block(&self.all[at].function.body, &mut |expr| {
            if let ExprKind::Call(name, _) = &expr.kind {
                called.extend(self.all.iter().position(|known| known.function.name == *name));
            }
        });
        called
    }

    fn circle(&mut self, at: usize) {
        let Lowered { function, span } = &self.all[at];
        let name = function.name.rsplit(' ').next().unwrap_or_default();
        let message = format!("`{name}` calls itself, directly or through others: kernels have no recursion");
        self.diagnostics.push(Diagnostic::error(codes::RECURSION, *span, message).help("use a loop"));
    }
}
