//! `if e > m { m = e; at = i; }`: what a comparison chooses, and what it takes along; under conditions of the elements', too.

use super::arithmetic::constant;
use super::operator::{Selection, Update, branches, split, unnegated};
use super::tables::Tables;
use crate::diagnostic::Span;
use crate::ir::{Best, Builtin, OperatorKind, Scalar};
use crate::syntax::{bare, block, block_value, choice, let_parts, plain_ident, reads, span_of};
use proc_macro2::Ident;
use syn::{Block, Expr, ExprIf, Stmt};

/// How a carried value that becomes `value` is chosen, and the element that it is compared with.
pub(super) fn best(value: &Expr, before: &str, tables: &Tables) -> Option<(Best, Expr)> {
    let decision = Decision::of(value, before, before, tables)?;
    let selection = Selection::of(&decision.choice, before, tables)?;
    // Where the condition keeps the earlier value, it would not keep it from a NaN.
    let is_exact =
        selection.takes_new || tables.scalar_of(&selection.element).is_some_and(|scalar| !matches!(scalar, Scalar::Float(_)));
    let best = Best { greatest: selection.greatest, later_wins: selection.takes_new != selection.strict };
    let element = if decision.is_guarded() {
        // Where nothing is compared stands what no value gives way to: the least value, or a NaN. An iterator that comes to no more than that
        // is asked again.
        let builtin = if selection.greatest { Builtin::Max } else { Builtin::Min };
        let gives_way = |scalar: &Scalar| !best.later_wins || matches!(scalar, Scalar::Float(_)) || tables.asks_again;
        let scalar = tables.scalar_of(&selection.element).filter(gives_way)?;
        let neutral = constant(&builtin.identity(scalar)?, span_of(value));
        decision.around(selection.element, Some(&neutral))
    } else {
        decision.around(selection.element, None)
    };
    is_exact.then_some((best, element))
}

/// What a carried value that becomes `value` takes over where `key`, another one, takes its element; `None` where that is not what it
/// does.
pub(super) fn along(value: &Expr, before: &str, key: &Expr, before_key: &str, tables: &Tables) -> Option<Expr> {
    best(key, before_key, tables)?;
    let decides = Decision::of(key, before_key, before_key, tables)?;
    let chosen = Decision::of(value, before, before_key, tables)?;
    let selection = Selection::of(&decides.choice, before_key, tables)?;
    let (yes, no) = branches(&chosen.choice)?;
    let (taken, kept) = if selection.takes_new { (yes, no) } else { (no, yes) };
    let keeps = plain_ident(&kept).is_some_and(|name| name == before);
    let is_same = decides.steps == chosen.steps && bare(&decides.choice.cond) == bare(&chosen.choice.cond);
    // It is evaluated in every iteration.
    let never_panics = !chosen.is_guarded() || !tables.may_panic_in_vain(&taken);
    (keeps && is_same && never_panics && !reads(&taken, before)).then(|| chosen.around(taken, None))
}

/// The update by a choice.
pub(super) fn update(kind: OperatorKind, element: Expr, span: Span) -> Update {
    let compared = matches!(kind, OperatorKind::Best(_));
    Update { compared, ..Update::new(kind, span, element) }
}

/// Has a condition of `value` that reads `before` stand where it decides: where several variables need it, it has a name in `lets`.
pub(super) fn write_out_condition(lets: &mut Vec<Stmt>, value: &mut Expr, before: &str) {
    let Expr::If(choice) = value else { return };
    let Some(name) = plain_ident(&choice.cond).map(ToString::to_string) else { return };
    let is_it = |(own, value): (&Ident, &Expr)| *own == name && reads(value, before);
    let Some(at) = lets.iter().position(|statement| let_parts(statement).is_some_and(is_it)) else { return };
    let uses = |statement: &Stmt| let_parts(statement).is_none_or(|(_, value)| reads(value, &name));
    let branches = [Some(block_value(choice.then_branch.clone())), choice.else_branch.as_ref().map(|(_, no)| (**no).clone())];
    if lets[at + 1..].iter().any(uses) || branches.iter().flatten().any(|branch| reads(branch, &name)) {
        return;
    }
    if let Some((_, condition)) = let_parts(&lets.remove(at)) {
        *choice.cond = condition.clone();
    }
}

/// The comparison with a carried value, and what stands around it.
struct Decision {
    steps: Vec<Step>,
    choice: ExprIf,
}

/// From the outermost to the innermost.
#[derive(PartialEq)]
enum Step {
    Lets(Vec<Stmt>),
    /// The comparison is made where the condition is as said.
    Guard(Box<Expr>, bool),
}

impl Decision {
    /// Of a value that is `before` where nothing is compared with `key`.
    fn of(value: &Expr, before: &str, key: &str, tables: &Tables) -> Option<Decision> {
        let (mut steps, mut value) = (Vec::new(), bare(value).clone());
        loop {
            let choice = match value {
                Expr::If(choice) => unnegated(&choice),
                Expr::Block(inner) => {
                    let (mut lets, last) = taken_apart(inner.block)?;
                    value = bare(&last).clone();
                    write_out_condition(&mut lets, &mut value, key);
                    steps.push(Step::Lets(lets));
                    continue;
                }
                _ => return None,
            };
            let choice = split(&choice, &|part| reads(part, key), &|kept| is(kept, before), tables).unwrap_or(choice);
            if reads(&choice.cond, key) {
                return Some(Decision { steps, choice });
            }
            let (yes, no) = branches(&choice)?;
            let holds = is(&no, before);
            if holds == is(&yes, before) || reads(&choice.cond, before) {
                return None;
            }
            steps.push(Step::Guard(choice.cond, holds));
            value = bare(if holds { &yes } else { &no }).clone();
        }
    }

    fn is_guarded(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Guard(..)))
    }

    /// `inner` where the comparison is, and `otherwise`, if anything, where none is made.
    fn around(&self, inner: Expr, otherwise: Option<&Expr>) -> Expr {
        self.steps.iter().rev().fold(inner, |inner, step| match (step, otherwise) {
            (Step::Lets(lets), _) => block_value(block(lets.clone(), inner)),
            (Step::Guard(..), None) => inner,
            (Step::Guard(condition, holds), Some(otherwise)) => {
                let (inner, otherwise) = (block(Vec::new(), inner), block(Vec::new(), otherwise.clone()));
                let (yes, no) = if *holds { (inner, otherwise) } else { (otherwise, inner) };
                choice((**condition).clone(), yes, no, span_of(condition))
            }
        })
    }
}

fn is(expr: &Expr, name: &str) -> bool {
    plain_ident(expr).is_some_and(|ident| ident == name)
}

/// The `let`s of a block and its value, which may be the last `let`'s.
fn taken_apart(mut block: Block) -> Option<(Vec<Stmt>, Expr)> {
    let Some(Stmt::Expr(mut value, None)) = block.stmts.pop() else { return None };
    while let Some((name, named)) = block.stmts.last().and_then(let_parts)
        && is(&value, &name.to_string())
    {
        value = named.clone();
        block.stmts.pop();
    }
    Some((block.stmts, value))
}
