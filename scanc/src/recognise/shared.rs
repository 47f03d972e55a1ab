//! Which of a branch's `let`s its results need, and what becomes of those that several need.

use super::body::Walker;
use super::branches::Branch;
use super::inner;
use super::operator::branches;
use super::statements::{asserted_value, asserts};
use super::tables::{Meaning, Tables};
use crate::diagnostic::Span;
use crate::syntax::{
    bare, block, choice, for_each_name, holds_loop, let_parts, let_statement, matches, plain_ident, truth, zero,
};
use std::collections::{HashMap, HashSet};
use syn::{Expr, Stmt};

/// As many names may be repeated, for the sake of a text that is nearer to the source.
pub(super) const SHORT: usize = 24;

/// The `let`s of a branch, and which of them each is computed from.
#[derive(Default)]
pub(super) struct Lets {
    pub statements: Vec<Stmt>,
    numbers: HashMap<String, usize>,
    sources: Vec<Vec<usize>>,
    /// How many names each mentions.
    sizes: Vec<usize>,
}

impl Lets {
    pub(super) fn new(statements: Vec<Stmt>) -> Self {
        let mut lets = Self::default();
        for (number, statement) in statements.iter().enumerate() {
            let (sources, size) = let_parts(statement).map(|(_, value)| lets.mentioned(value)).unwrap_or_default();
            lets.sources.push(sources);
            lets.sizes.push(size);
            lets.numbers.extend(let_parts(statement).map(|(name, _)| (name.to_string(), number)));
        }
        Self { statements, ..lets }
    }

    /// Which of them a value mentions, and how many names it mentions in all.
    fn mentioned(&self, value: &Expr) -> (Vec<usize>, usize) {
        let (mut numbers, mut size) = (Vec::new(), 1);
        for_each_name(value, &mut |name| {
            size += 1;
            numbers.extend(self.numbers.get(&name.to_string()));
        });
        (numbers, size)
    }

    /// Which of them a value is computed from, and `kept` are.
    pub(super) fn needed(&self, value: &Expr, kept: &[usize]) -> Vec<usize> {
        let mut needed = vec![false; self.statements.len()];
        let mut open = self.mentioned(value).0;
        open.extend(kept);
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut needed[number], true) {
                open.extend(&self.sources[number]);
            }
        }
        (0..needed.len()).filter(|number| needed[*number]).collect()
    }

    /// Which of them are kept though nothing is computed from them: something happens there, or a literal has its type from it.
    pub(super) fn kept(&self, tables: &Tables) -> Vec<usize> {
        (0..self.statements.len()).filter(|number| is_kept(&self.statements[*number], tables)).collect()
    }

    /// Whether a literal has its type from one of them.
    pub(super) fn decides_a_type(&self, number: usize, tables: &Tables) -> bool {
        let_parts(&self.statements[number]).is_some_and(|(name, value)| tables.let_decides_a_type(name, value))
    }

    /// How many names some of them mention.
    pub(super) fn size(&self, numbers: &[usize]) -> usize {
        numbers.iter().map(|number| self.sizes[*number]).sum()
    }
}

/// Whether something happens where a `let` is evaluated, or a literal has its type from it.
fn is_kept(statement: &Stmt, tables: &Tables) -> bool {
    let_parts(statement).is_none_or(|(name, value)| tables.may_panic(value) || tables.let_decides_a_type(name, value))
}

impl Walker<'_, '_> {
    /// Puts what several results of a branch need in front of the `if` with this condition, where repeating it would be long. There it is
    /// computed as before, where the condition `is` what the branch asks for, and 0 elsewhere, which nobody looks at.
    pub(super) fn share(&mut self, condition: &Expr, is: bool, branch: &mut Branch, values: &[Expr], stored: &[Expr]) {
        let results: Vec<&Expr> = values.iter().chain(stored).collect();
        if results.len() < 2 || branch.lets.statements.is_empty() || plain_ident(condition).is_none() {
            return;
        }
        let mut uses = vec![0_usize; branch.lets.statements.len()];
        let needed = |value: &Expr| branch.lets.needed(value, &[]);
        for value in &results {
            needed(value).into_iter().for_each(|number| uses[number] += 1);
        }
        // What several results need of a loop, each something else; the first needs what may panic.
        let (mut needs_loop, of_first) = (false, branch.lets.needed(results[0], &branch.lets.kept(self.tables)));
        let first = needed(results[0]);
        for group in inner::groups(&branch.lets.statements) {
            let panics_first = group.iter().any(|number| of_first.contains(number) && !first.contains(number));
            let all = group.iter().map(|number| uses[*number]).sum::<usize>() + usize::from(panics_first);
            if all < 2 {
                continue;
            }
            needs_loop = true;
            // What panics before a loop, `assert!(step > 0)`, may be why that ends: it goes with it.
            let before = 0..group.iter().max().copied().unwrap_or_default();
            for number in before.filter(|number| is_kept(&branch.lets.statements[*number], self.tables)) {
                let value = let_parts(&branch.lets.statements[number]).map(|(_, value)| value);
                let sources = value.map(needed).unwrap_or_default();
                sources.into_iter().chain([number]).for_each(|number| uses[number] = uses[number].max(2));
            }
            for number in group {
                uses[number] = if uses[number] > 0 { all } else { 0 };
            }
        }
        let repeated: usize = uses.iter().zip(&branch.lets.sizes).map(|(uses, size)| size * uses.saturating_sub(1)).sum();
        if repeated <= SHORT && !needs_loop || self.may_carry(condition) {
            return;
        }
        let (mut own, mut guarded, mut kept) = (HashSet::new(), HashSet::new(), Vec::new());
        let mut panics = false;
        for (statement, uses) in std::mem::take(&mut branch.lets.statements).into_iter().zip(uses) {
            let may_move = uses > 1 && !(panics && holds_loop(&statement));
            match self.under((condition, is), &statement, &own, &guarded).filter(|_| may_move) {
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
                    panics |= let_parts(&statement).is_none_or(|(_, value)| self.tables.may_panic(value));
                    own.extend(let_parts(&statement).map(|(name, _)| name.to_string()));
                    kept.push(statement);
                }
            }
        }
        branch.lets = Lets::new(kept);
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
        if is_constant(value) {
            return Some(statement.clone());
        }
        let Some(Meaning::Binding(number)) = self.tables.meaning(name) else { return None };
        let mut mentions_own = false;
        for_each_name(value, &mut |name| mentions_own |= own.contains(&name.to_string()));
        if mentions_own || self.may_carry(value) {
            return None;
        }
        let span: Span = name.span().into();
        if let Some(asserted) = asserted_value(value) {
            let (asserted, always) = (block(Vec::new(), asserted.clone()), block(Vec::new(), truth(true, span)));
            let (yes, no) = if is { (asserted, always) } else { (always, asserted) };
            let value = asserts(matches::logical(choice(condition.clone(), yes, no, span)), span);
            return Some(let_statement(name, None, value));
        }
        let scalar = self.tables.fact(number).scalar?;
        let nothing = zero(scalar, span);
        if is_nothing_unless(value, guarded, &nothing) {
            return Some(statement.clone());
        }
        let (value, nothing) = (block(Vec::new(), value.clone()), block(Vec::new(), nothing));
        let (yes, no) = if is { (value, nothing) } else { (nothing, value) };
        let value = matches::logical(choice(condition.clone(), yes, no, span));
        Some(let_statement(name, self.tables.bindings[number].ty.as_ref(), value))
    }

    /// Whether a value may be computed from what the loop carries.
    pub(super) fn may_carry(&self, value: &Expr) -> bool {
        let sources = self.tables.sources(value);
        sources.changes || sources.stored || self.tables.combines(value)
    }
}

/// Whether a value is the same in all iterations, such as `0` and `i32::MAX`.
fn is_constant(value: &Expr) -> bool {
    match bare(value) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.segments.len() > 1,
        _ => false,
    }
}

/// Whether a value is `if one_of_these { … } else { nothing }`.
fn is_nothing_unless(value: &Expr, these: &HashSet<String>, nothing: &Expr) -> bool {
    let Expr::If(syntax) = bare(value) else { return false };
    let is_one = plain_ident(&syntax.cond).is_some_and(|name| these.contains(&name.to_string()));
    is_one && branches(syntax).is_some_and(|(_, otherwise)| otherwise == *nothing)
}
