//! Blocks without the `let`s that nothing uses, and with values in the place of names that are made up.
//!
//! A body may have thousands of `let`s: uses are counted once.

use super::inline::{DEPTH, Depth};
use super::tables::{Binding, Meaning, Tables};
use crate::syntax::{let_parts, plain_ident};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// Tidies the blocks inside of this one: a division that nothing uses stays in them.
pub(super) fn blocks_within(block: &mut Block, tables: &Tables) {
    let mut inner = Tidy { tables };
    block.stmts.iter_mut().for_each(|statement| inner.visit_stmt_mut(statement));
}

struct Tidy<'a> {
    tables: &'a Tables<'a>,
}

impl VisitMut for Tidy<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        statements(block, self.tables, true);
    }
}

/// Tidies the statements of one block.
pub(super) fn statements(block: &mut Block, tables: &Tables, keep_panics: bool) {
    let names: Vec<Option<String>> = block.stmts.iter().map(|one| let_parts(one).map(|(name, _)| name.to_string())).collect();
    if names.iter().all(Option::is_none) {
        return;
    }
    let mut uses = Uses::of(block, names.iter().flatten());
    drop_unused(block, tables, keep_panics, &mut uses);
    replace_once_used(block, tables, &uses);
}

/// Drops what nothing uses, and then what only that has used. Of what several results begin with, all of it stays or nothing.
fn drop_unused(block: &mut Block, tables: &Tables, keep_panics: bool, uses: &mut Uses) {
    let is_common = |statement: &&Stmt| let_parts(statement).is_some_and(|(name, _)| tables.is_common(name));
    let others = block.stmts.split_off(block.stmts.iter().take_while(is_common).count());
    let is_kept = |name: &Ident, value: &Expr| keep_panics && (tables.may_panic(value) || tables.let_decides_a_type(name, value));
    let mut kept = Vec::new();
    for statement in others.into_iter().rev() {
        let is_used = let_parts(&statement).is_none_or(|(name, value)| uses.count(name) > 0 || is_kept(name, value));
        match is_used {
            true => kept.push(statement),
            false => uses.forget(&statement),
        }
    }
    kept.reverse();
    let common = std::mem::replace(&mut block.stmts, kept);
    let names = common.iter().filter_map(let_parts);
    let of_others = Uses::of(block, names.clone().map(|(name, _)| name.to_string()).collect::<Vec<_>>().iter());
    if names.clone().any(|(name, value)| of_others.count(name) > 0 || is_kept(name, value)) {
        block.stmts.splice(0..0, common);
    }
}

/// Reads what is used once, and has no name in the source, in the place of its name. What may panic stays where it is, unless it is all
/// that the block computes last.
fn replace_once_used(block: &mut Block, tables: &Tables, uses: &Uses) {
    let last = block.stmts.len().checked_sub(2);
    let is_last = |at: usize, name: &Ident| {
        last == Some(at) && matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if plain_ident(value) == Some(name))
    };
    let mut deep: HashMap<String, usize> = HashMap::new();
    let mut replaced = HashSet::new();
    for (at, statement) in block.stmts.iter().enumerate() {
        let Some((name, value)) = let_parts(statement) else { continue };
        let binding = binding(name, tables);
        // What a loop changes is used where it is assigned.
        let is_changed = matches!(tables.meaning(name), Some(Meaning::Looped(_)));
        let is_once = uses.count(name) == 1 && !is_changed && !binding.is_some_and(|binding| binding.kept || binding.common);
        let may_move = || is_last(at, name) || !(tables.may_panic(value) || binding.is_some_and(|binding| binding.open));
        if is_once && may_move() {
            let depth = depth(value, &deep);
            if depth <= DEPTH || is_last(at, name) {
                deep.insert(name.to_string(), depth);
                replaced.insert(at);
            }
        }
    }
    let mut replace = Replace { values: HashMap::new() };
    let mut kept = Vec::new();
    for (at, mut statement) in std::mem::take(&mut block.stmts).into_iter().enumerate() {
        replace.visit_stmt_mut(&mut statement);
        match let_parts(&statement).filter(|_| replaced.contains(&at)) {
            Some((name, value)) => drop(replace.values.insert(name.to_string(), value.clone())),
            None => kept.push(statement),
        }
    }
    block.stmts = kept;
}

fn binding<'a>(name: &Ident, tables: &'a Tables) -> Option<&'a Binding> {
    match tables.meaning(name) {
        Some(Meaning::Binding(binding)) => Some(&tables.bindings[binding]),
        _ => None,
    }
}

/// How deep an expression is nested, with values as `deep` as this in the place of names.
fn depth(expr: &Expr, deep: &HashMap<String, usize>) -> usize {
    struct Reach<'a>(&'a HashMap<String, usize>, Depth);
    impl<'ast> Visit<'ast> for Reach<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match plain_ident(expr) {
                Some(name) => self.1.reach(self.0.get(&name.to_string()).copied().unwrap_or(1)),
                None => {
                    self.1.enter();
                    visit::visit_expr(self, expr);
                    self.1.leave();
                }
            }
        }
    }
    let mut reach = Reach(deep, Depth::default());
    reach.visit_expr(expr);
    reach.1.most
}

/// How often a block uses the names of its `let`s. What a delay register held has `let`s of the same names in blocks of their own.
struct Uses {
    counts: HashMap<String, usize>,
    /// Names that are bound again in the blocks around what is counted, and how often.
    hidden: HashMap<String, usize>,
    /// What a use counts: it is taken off again where a statement goes.
    forgets: bool,
}

impl Uses {
    fn of<'n>(block: &Block, names: impl Iterator<Item = &'n String>) -> Self {
        let counts = names.map(|name| (name.clone(), 0)).collect();
        let mut uses = Self { counts, hidden: HashMap::new(), forgets: false };
        block.stmts.iter().for_each(|statement| uses.visit_stmt(statement));
        uses
    }

    fn count(&self, name: &Ident) -> usize {
        self.counts.get(&name.to_string()).copied().unwrap_or(0)
    }

    /// What is in the statement is no use any more.
    fn forget(&mut self, statement: &Stmt) {
        self.forgets = true;
        self.visit_stmt(statement);
        self.forgets = false;
    }

    fn used(&mut self, name: &Ident) {
        let name = name.to_string();
        if self.hidden.get(&name).is_some_and(|times| *times > 0) {
            return;
        }
        if let Some(count) = self.counts.get_mut(&name) {
            *count = if self.forgets { count.saturating_sub(1) } else { *count + 1 };
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match (plain_ident(expr), expr) {
            (Some(name), _) => self.used(name),
            (None, Expr::Call(call)) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let mut bound = Vec::new();
        for statement in &block.stmts {
            self.visit_stmt(statement);
            let name = let_parts(statement).map(|(name, _)| name.to_string());
            if let Some(name) = name.filter(|name| self.counts.contains_key(name)) {
                *self.hidden.entry(name.clone()).or_insert(0) += 1;
                bound.push(name);
            }
        }
        for name in bound {
            self.hidden.entry(name).and_modify(|times| *times -= 1);
        }
    }
}

/// Puts values, each of which is used once, in the place of their names.
struct Replace {
    values: HashMap<String, Expr>,
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(name) = plain_ident(expr) {
            if let Some(value) = self.values.remove(&name.to_string()) {
                *expr = value;
            }
        } else if let Expr::Call(_) = expr {
            super::resolve::arguments_mut(expr, &mut |argument| self.visit_expr_mut(argument));
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        // What is bound again is another value there.
        let mut hidden = Vec::new();
        for statement in &mut block.stmts {
            self.visit_stmt_mut(statement);
            let name = let_parts(statement).map(|(name, _)| name.to_string());
            hidden.extend(name.and_then(|name| self.values.remove_entry(&name)));
        }
        self.values.extend(hidden);
    }
}
