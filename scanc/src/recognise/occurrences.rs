//! Where a loop's text reads what it carries in an array, and where it stores it: as written, a loop may keep that in a variable.

use super::tables::Tables;
use crate::ir::{Scalar, Type};
use crate::parse::LoopSyntax;
use crate::syntax::{bare, for_each_variable, plain_ident};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprBinary, ExprIndex, PatIdent};

/// The index expressions that stand for a carried value, by their numbers: as [`syn::visit`] comes upon them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Those that read what the iteration before has stored, wherever this iteration has not stored its own yet.
    pub reads: Vec<usize>,
    /// All that are stored to.
    pub stores: Vec<usize>,
}

/// An index expression of the text that is being read. It tells two from each other, and is nothing to look at.
pub(super) type Access = *const ExprIndex;

/// The occurrences of the value that `array` carries and that is loaded by `load`. `None` where the text does not show all of them.
pub(super) fn of_carried(syntax: &LoopSyntax, step: i64, tables: &Tables, array: usize, load: usize) -> Option<Occurrences> {
    let mut accesses = Accesses::default();
    match syntax {
        LoopSyntax::For(syntax) => accesses.visit_expr_for_loop(syntax),
        LoopSyntax::While(syntax) => accesses.visit_expr_while(syntax),
        LoopSyntax::Collect(_, chain) => accesses.visit_expr(chain),
        LoopSyntax::Reduce(_) | LoopSyntax::Search(_) => return None,
    }
    let find = |access: &Access| accesses.numbers.get(access);
    let reads: Vec<_> = tables.loads[load].read_at.iter().map(find).collect::<Option<_>>()?;
    let stores: Vec<_> = tables.arrays[array].stored_at.iter().map(|access| find(access.as_ref()?)).collect::<Option<_>>()?;
    let names = Names::of(&accesses, step, tables);
    let may_be_skipped = reads.iter().all(|(_, access)| names.evaluate_as_before(&access.index));
    let numbers = |accesses: &[&(usize, &ExprIndex)]| accesses.iter().map(|(number, _)| *number).collect();
    (may_be_skipped && !reads.is_empty()).then(|| Occurrences { reads: numbers(&reads), stores: numbers(&stores) })
}

/// The index expressions of a loop's text, each with its number, and the names that it binds.
#[derive(Default)]
struct Accesses<'ast> {
    numbers: HashMap<Access, (usize, &'ast ExprIndex)>,
    /// In its head.
    of_head: Vec<&'ast Ident>,
    /// In its body.
    of_body: Vec<&'ast Ident>,
    is_in_body: bool,
}

impl<'ast> Visit<'ast> for Accesses<'ast> {
    fn visit_expr_index(&mut self, access: &'ast ExprIndex) {
        self.numbers.insert(access, (self.numbers.len(), access));
        visit::visit_expr_index(self, access);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.is_in_body = true;
        visit::visit_block(self, block);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        if self.is_in_body { &mut self.of_body } else { &mut self.of_head }.push(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }
}

/// What the names in an index stand for: whether nobody misses its evaluation where it is not done. That is so where it cannot overflow on
/// the way in an iteration that has it within its array, and where the first iteration, which does it, would have overflowed too.
struct Names<'a> {
    /// The loop variable, where it only grows.
    ascending: Option<&'a Ident>,
    /// The same, where it only becomes less.
    descending: Option<&'a Ident>,
    /// What is bound anew in every iteration.
    changing: Vec<&'a Ident>,
    /// What may have been cast from a negative number, and is then far more than the index.
    doubtful: Vec<&'a Ident>,
}

impl<'a> Names<'a> {
    fn of(accesses: &Accesses<'a>, step: i64, tables: &'a Tables) -> Self {
        // The one name, not another variable's of the body.
        let variable = Some(&tables.index).filter(|name| !accesses.of_body.contains(name));
        let is_unsigned = matches!(&tables.index_type, Some(Type::Scalar(Scalar::Int(int))) if !int.signed());
        let signed = variable.filter(|_| step < 0 && !is_unsigned);
        Self {
            ascending: variable.filter(|_| step > 0),
            descending: variable.filter(|_| step < 0),
            changing: accesses.of_head.iter().chain(&accesses.of_body).copied().chain([&tables.index]).collect(),
            doubtful: accesses.of_body.iter().copied().chain(signed).collect(),
        }
    }

    /// What is subtracted is subtracted last, and is numbers, or stands after one value: the index, which is not negative, is less by that.
    fn evaluate_as_before(&self, index: &Expr) -> bool {
        let (mut first, mut subtracted) = (without_casts(index), Vec::new());
        while let Expr::Binary(ExprBinary { left, op: BinOp::Sub(_), right, .. }) = first {
            first = without_casts(left);
            subtracted.push(without_casts(right));
        }
        let are_numbers = subtracted.iter().all(|part| matches!(part, Expr::Lit(_)));
        let is_one = plain_ident(first).is_some();
        (is_one || are_numbers && self.only_add(first, self.ascending)) && subtracted.iter().all(|part| self.only_add(part, None))
    }

    /// Whether a sum of products of sums overflows nowhere where its value is that of an index. `ascending` before a number has not
    /// overflowed in the first iteration.
    fn only_add(&self, sum: &Expr, ascending: Option<&Ident>) -> bool {
        match without_casts(sum) {
            Expr::Binary(ExprBinary { left, op: BinOp::Add(_), right, .. }) => {
                self.only_add(left, ascending) && self.only_add(right, ascending)
            }
            Expr::Binary(ExprBinary { left, op: BinOp::Mul(_), right, .. }) => {
                [left, right].into_iter().all(|factor| self.is_factor(factor) && self.only_add(factor, ascending))
            }
            Expr::Binary(ExprBinary { left, op: BinOp::Sub(_), right, .. }) => {
                ascending.is_some() && plain_ident(left) == ascending && matches!(bare(right), Expr::Lit(_))
            }
            Expr::Binary(_) | Expr::Unary(_) => false,
            value => !mentions_any(value, &self.doubtful),
        }
    }

    /// Whether a factor does not overflow either where the other one is 0: it is no sum, or the same in all iterations, or was more in the
    /// first one.
    fn is_factor(&self, factor: &Expr) -> bool {
        let is_sum = matches!(without_casts(factor), Expr::Binary(ExprBinary { op: BinOp::Add(_) | BinOp::Mul(_), .. }));
        let growing: Vec<_> = self.changing.iter().copied().filter(|name| Some(*name) != self.descending).collect();
        !is_sum || !mentions_any(factor, &growing)
    }
}

fn mentions_any(expr: &Expr, names: &[&Ident]) -> bool {
    let mut mentions = false;
    for_each_variable(expr.to_token_stream(), &mut |name| mentions |= names.contains(&name));
    mentions
}

fn without_casts(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Cast(cast) => without_casts(&cast.expr),
        other => other,
    }
}
