//! What one loop leaves in several variables, each of which has had the whole loop so far: it runs once for all of them.
//!
//! ```text
//! let (best_3, at_3) = { let mut best_2 = best; let mut at_2 = at; for k in 0..n { … } (best_2, at_2) };
//! ```

use crate::recognise::{OutputUse, Recurrence};
use crate::syntax::{bare, holds_loop, let_parts, plain_ident, variable};
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt, parse_quote};

/// Joins the `let`s of a recurrence that have one loop.
pub(in crate::recognise) fn join(recurrence: &mut Recurrence) {
    recurrence.carried.iter_mut().for_each(|carried| Join.visit_block_mut(&mut carried.element));
    recurrence.outputs.iter_mut().flat_map(OutputUse::expressions_mut).for_each(|expr| Join.visit_expr_mut(expr));
    if let Some(trial) = &mut recurrence.trial {
        join(trial);
    }
}

struct Join;

impl VisitMut for Join {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for number in 0..block.stmts.len() {
            let Some((name, value, statements)) = block.stmts.get(number).and_then(of_loop) else { continue };
            let others: Vec<(usize, Ident, Ident)> = (number + 1..block.stmts.len())
                .filter_map(|other| {
                    let (name, value, same) = of_loop(&block.stmts[other])?;
                    (same == statements).then(|| (other, name.clone(), value.clone()))
                })
                .collect();
            if others.is_empty() {
                continue;
            }
            let (mut names, mut values) = (vec![name.clone()], vec![variable(value)]);
            names.extend(others.iter().map(|(_, name, _)| name.clone()));
            values.extend(others.iter().map(|(_, _, value)| variable(value)));
            let mut joined: Stmt = parse_quote!(let (#(#names),*) = { (#(#values),*) };);
            if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut joined
                && let Expr::Block(inner) = &mut *init.expr
            {
                inner.block.stmts.splice(0..0, statements.to_vec());
            }
            block.stmts[number] = joined;
            others.iter().rev().for_each(|(other, ..)| _ = block.stmts.remove(*other));
        }
    }
}

/// The parts of `let name = { statements; value };` with a loop in it.
fn of_loop(statement: &Stmt) -> Option<(&Ident, &Ident, &[Stmt])> {
    let (name, value) = let_parts(statement)?;
    let Expr::Block(block) = bare(value) else { return None };
    match block.block.stmts.split_last()? {
        (Stmt::Expr(value, None), statements) if statements.iter().any(holds_loop) => {
            Some((name, plain_ident(value)?, statements))
        }
        _ => None,
    }
}
