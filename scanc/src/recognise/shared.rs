//! Which of a branch's `let`s its results need, and what becomes of those that several need.

use super::body::Walker;
use super::branches::{Branch, Keep};
use super::operator::branches;
use super::syntax::{bare, block, choice, for_each_ident, let_parts, let_statement, plain_ident, zero};
use super::tables::{Meaning, Tables};
use crate::diagnostic::Span;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;
use syn::{Expr, Stmt};

/// As many names may be repeated, for the sake of a text that is nearer to the source.
const SHORT: usize = 24;

/// The `let`s that a value is computed from.
pub(super) struct Needs {
    /// For each of the branch's whether it is one.
    needed: Vec<bool>,
    /// The names in those, and in the value.
    size: usize,
}

impl Needs {
    pub(super) fn of(value: &Expr, lets: &[Stmt], tables: &Tables, keep: Keep) -> Self {
        let mut names = Mentioned::default();
        names.look(value.to_token_stream());
        let look = |statement: &Stmt| {
            let Some((name, value)) = let_parts(statement) else { return true };
            let is_kept = || keep == Keep::Panics && (tables.may_panic(value) || tables.let_decides_a_type(name, value));
            let is_needed = names.names.contains(&name.to_string()) || is_kept();
            if is_needed {
                names.look(value.to_token_stream());
            }
            is_needed
        };
        let mut needed: Vec<bool> = lets.iter().rev().map(look).collect();
        needed.reverse();
        Self { needed, size: names.count }
    }

    /// Those of `lets` that are needed.
    pub(super) fn chosen(&self, lets: &[Stmt]) -> Vec<Stmt> {
        lets.iter().zip(&self.needed).filter(|(_, needed)| **needed).map(|(statement, _)| statement.clone()).collect()
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// Names, and how often they are mentioned.
#[derive(Default)]
struct Mentioned {
    names: HashSet<String>,
    count: usize,
}

impl Mentioned {
    fn look(&mut self, tokens: TokenStream) {
        for_each_ident(tokens, &mut |name| {
            self.names.insert(name.to_string());
            self.count += 1;
        });
    }
}

impl Walker<'_, '_> {
    /// Puts what several results of a branch need in front of the `if` with this condition, where repeating it would be long. There it is
    /// computed as before, where the condition `is` what the branch asks for, and 0 elsewhere, which nobody looks at.
    pub(super) fn share(&mut self, condition: &Expr, is: bool, branch: &mut Branch, results: Vec<Expr>) {
        if results.len() < 2 || branch.lets.is_empty() {
            return;
        }
        let needs: Vec<Needs> = results.iter().map(|value| Needs::of(value, &branch.lets, self.tables, Keep::Nothing)).collect();
        let uses = |at: usize| needs.iter().filter(|needs| needs.needed[at]).count();
        let repeated: usize = (0..branch.lets.len()).map(|at| names_in(&branch.lets[at]) * uses(at).saturating_sub(1)).sum();
        if repeated <= SHORT || plain_ident(condition).is_none() || self.may_carry(condition) {
            return;
        }
        let several: Vec<bool> = (0..branch.lets.len()).map(|at| uses(at) > 1).collect();
        let (mut own, mut guarded) = (HashSet::new(), HashSet::new());
        let mut kept = Vec::new();
        for (statement, several) in std::mem::take(&mut branch.lets).into_iter().zip(several) {
            match self.under((condition, is), &statement, &own, &guarded).filter(|_| several) {
                Some(shared) => {
                    if let Some((name, _)) = let_parts(&shared) {
                        self.tables.keep(name);
                        guarded.extend(is.then(|| name.to_string()));
                    }
                    if let Some(frame) = self.frames.last_mut() {
                        frame.push(shared);
                    }
                }
                None => {
                    own.extend(let_parts(&statement).map(|(name, _)| name.to_string()));
                    kept.push(statement);
                }
            }
        }
        branch.lets = kept;
    }

    /// `let name = if condition { value } else { 0 };`, if nothing in it is one of `own`, or may be carried, and its type is known. What is
    /// 0 unless one of `guarded` holds, each of which is `false` elsewhere, is that already.
    fn under(
        &self,
        (condition, is): (&Expr, bool),
        statement: &Stmt,
        own: &HashSet<String>,
        guarded: &HashSet<String>,
    ) -> Option<Stmt> {
        let (name, value) = let_parts(statement)?;
        let Some(Meaning::Binding(number)) = self.tables.meaning(name) else { return None };
        let scalar = self.tables.fact(number).scalar.filter(|_| !self.may_carry(value))?;
        let mut mentions_own = false;
        for_each_ident(value.to_token_stream(), &mut |name| mentions_own |= own.contains(&name.to_string()));
        if mentions_own {
            return None;
        }
        let span: Span = name.span().into();
        let nothing = zero(scalar, span);
        if is_nothing_unless(value, guarded, &nothing) {
            return Some(statement.clone());
        }
        let (value, nothing) = (block(Vec::new(), value.clone()), block(Vec::new(), nothing));
        let (yes, no) = if is { (value, nothing) } else { (nothing, value) };
        let value = choice(condition.clone(), yes, no, span);
        Some(let_statement(name, self.tables.bindings[number].ty.as_ref(), value))
    }

    /// Whether a value may be computed from what the loop carries.
    fn may_carry(&self, value: &Expr) -> bool {
        let sources = self.tables.sources(value);
        sources.changes || sources.stored
    }
}

/// Whether a value is `if one_of_these { … } else { nothing }`.
fn is_nothing_unless(value: &Expr, these: &HashSet<String>, nothing: &Expr) -> bool {
    let Expr::If(syntax) = bare(value) else { return false };
    let is_one = plain_ident(&syntax.cond).is_some_and(|name| these.contains(&name.to_string()));
    is_one && branches(syntax).is_some_and(|(_, otherwise)| otherwise == *nothing)
}

/// How many names a `let` mentions.
fn names_in(statement: &Stmt) -> usize {
    let mut names = Mentioned::default();
    names.look(statement.to_token_stream());
    names.count
}
