//! The shape that `lower` gives to `for` loops, found again.
//!
//! `let counter = start; while counter < end { let i = counter; counter = counter + 1; … }`, or, backwards,
//! `let counter = start; while counter > end { counter = counter - 1; let i = counter; … }`.

use super::{Binary, Block, Expr, ExprKind, Function, Literal, LocalId, Statement, walk};

/// A `for` loop.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// Counts; nothing in the body mentions it.
    pub counter: LocalId,
    /// The loop variable, new in each iteration and never assigned.
    pub variable: LocalId,
    /// The counter's first value; of a loop that runs backwards one more than the first variable.
    pub start: &'a Expr,
    /// `counter < end`, `counter > end`.
    pub condition: &'a Expr,
    /// What the counter is compared to.
    pub end: &'a Expr,
    /// Whether it counts down.
    pub backwards: bool,
    /// The statements after the two that count.
    pub body: &'a [Statement],
}

/// The loop that the first two statements are, if they are one.
pub fn counted<'a>(function: &Function, statements: &'a [Statement]) -> Option<Counted<'a>> {
    let [Statement::Let(counter, start), Statement::While(condition, Block { statements: body, value: None }), ..] = statements
    else {
        return None;
    };
    let ExprKind::Binary(comparison, left, end) = &condition.kind else { return None };
    let [first, second, body @ ..] = body.as_slice() else { return None };
    let (variable, step, backwards) = match comparison {
        Binary::Lt => (first, second, false),
        Binary::Gt => (second, first, true),
        _ => return None,
    };
    let Statement::Let(variable, value) = variable else { return None };
    let is_counter = |expr: &Expr| expr.kind == ExprKind::Local(*counter);
    let counts = is_counter(left) && is_counter(value) && steps(step, *counter, backwards);
    // The comparison, the variable's value, and both sides of the step.
    let is_alone = || mentions(function, *counter) == 4 && !function.locals[variable.0].mutable;
    (counts && is_alone()).then_some(Counted { counter: *counter, variable: *variable, start, condition, end, backwards, body })
}

/// `counter = counter + 1`
fn steps(statement: &Statement, counter: LocalId, backwards: bool) -> bool {
    let Statement::Assign(place, Expr { kind: ExprKind::Binary(operator, left, one), .. }) = statement else { return false };
    let expected = if backwards { Binary::Sub } else { Binary::Add };
    let counter = ExprKind::Local(counter);
    *operator == expected && place.kind == counter && left.kind == counter && one.kind == ExprKind::Literal(Literal::Int(1))
}

fn mentions(function: &Function, local: LocalId) -> usize {
    let mut count = 0;
    walk::block(&function.body, &mut |expr| count += usize::from(expr.kind == ExprKind::Local(local)));
    count
}
