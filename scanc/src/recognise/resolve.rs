//! The body's expressions, once it is known what is carried: loads become loads again, the carried value gets its two names, and what
//! mentions it is no `let` any more.

use super::Affine;
use super::syntax::{bare, block, element, ident_at, let_parts, mentions_carried, plain_ident, special, variable};
use super::tables::{Binding, Meaning, Tables};
use super::{after_name, before_name};
use crate::diagnostic::Span;
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// What stands for a carried value before the iteration in the body's expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    /// An index into [`Tables::outers`].
    Outer(usize),
    /// An index into [`Tables::arrays`], and into [`Tables::loads`].
    Load(usize, usize),
}

impl Carrier {
    /// Whether that is what `meaning` means.
    pub(super) fn is(self, meaning: Meaning) -> bool {
        meaning == self.meaning()
    }

    /// The meaning of its identifier.
    pub(super) fn meaning(self) -> Meaning {
        match self {
            Self::Outer(outer) => Meaning::Outer(outer),
            Self::Load(_, load) => Meaning::Load(load),
        }
    }
}

/// How names are to be read.
#[derive(Clone)]
pub(super) struct Resolver<'a> {
    tables: &'a Tables<'a>,
    carriers: &'a [Carrier],
    /// The names of the carried values after the iteration, of those that have one.
    after: HashMap<String, usize>,
    /// What delay registers hold at the start of an iteration, by their index into [`Tables::outers`].
    delays: &'a HashMap<usize, Expr>,
    /// What is added to the loop variable.
    shift: i64,
    /// `let`s that mention a carried value, by name.
    inlined: HashMap<String, Expr>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(tables: &'a Tables<'a>, carriers: &'a [Carrier], delays: &'a HashMap<usize, Expr>) -> Self {
        Self { tables, carriers, after: HashMap::new(), delays, shift: 0, inlined: HashMap::new() }
    }

    /// The same, `by` added to the loop variable.
    pub(super) fn shifted(self, by: i64) -> Self {
        Self { shift: by, ..self }
    }

    /// The same; `roots` are the carried values after the iteration.
    pub(super) fn with_after<'r>(self, roots: impl Iterator<Item = &'r Expr>) -> Self {
        let names = roots.enumerate().filter_map(|(number, root)| Some((plain_ident(root)?.to_string(), number)));
        Self { after: names.collect(), ..self }
    }

    /// `{ lets; value }`, with every `let` that does not mention a carried value.
    pub(super) fn resolved(mut self, lets: &[Stmt], value: &Expr) -> Block {
        let mut whole = block(lets.to_vec(), value.clone());
        self.visit_block_mut(&mut whole);
        whole
    }

    fn named(&self, expr: &Expr) -> Option<Expr> {
        let name = plain_ident(expr)?;
        let (text, span) = (name.to_string(), name.span());
        if let Some(number) = self.after.get(&text) {
            return Some(special(&after_name(*number, self.carriers.len()), span.into()));
        }
        if let Some(value) = self.inlined.get(&text) {
            return Some(value.clone());
        }
        let meaning = self.tables.meaning(name)?;
        if let Some(number) = self.carriers.iter().position(|carrier| carrier.is(meaning)) {
            return Some(special(&before_name(number, self.carriers.len()), span.into()));
        }
        match meaning {
            Meaning::Outer(outer) => self.delays.get(&outer).cloned(),
            Meaning::Load(load) => self.load(load, span.into()),
            Meaning::Index => {
                Affine::index(0).of(&Affine::index(self.shift)).map(|index| index.expression(&self.tables.index, span.into()))
            }
            Meaning::Binding(_) => None,
        }
    }

    fn load(&self, load: usize, span: Span) -> Option<Expr> {
        let load = &self.tables.loads[load];
        let index = match &load.index.written {
            Some(written) => {
                let mut written = (**written).clone();
                self.clone().visit_expr_mut(&mut written);
                written
            }
            None => load.index.affine.of(&Affine::index(self.shift))?.expression(&self.tables.index, span),
        };
        let name = ident_at(&self.tables.arrays[load.array].name, span);
        Some(element(variable(&name), index, span))
    }

    /// Whether the statement is a `let` that is read in its place.
    fn inlines(&mut self, statement: &mut Stmt) -> bool {
        let Some((name, _)) = let_parts(statement) else { return false };
        let name = name.to_string();
        if self.after.contains_key(&name) {
            return true;
        }
        self.visit_stmt_mut(statement);
        match let_parts(statement) {
            Some((_, value)) if mentions_carried(value) => {
                self.inlined.insert(name, value.clone());
                true
            }
            _ => false,
        }
    }
}

impl VisitMut for Resolver<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match self.named(expr) {
            Some(value) => *expr = value,
            None => match expr {
                Expr::Call(_) => arguments_mut(expr, &mut |argument| self.visit_expr_mut(argument)),
                other => visit_mut::visit_expr_mut(self, other),
            },
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut kept = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            if matches!(statement, Stmt::Local(_)) {
                if !self.inlines(&mut statement) {
                    kept.push(statement);
                }
            } else {
                self.visit_stmt_mut(&mut statement);
                kept.push(statement);
            }
        }
        block.stmts = kept;
    }
}

/// Visits the arguments of a call. The function's name is no variable, whatever variables are called.
pub(super) fn arguments_mut(call: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    if let Expr::Call(call) = call {
        call.args.iter_mut().for_each(visit);
    }
}

/// Drops the `let`s that nothing uses, and reads those that the user has not written in their only place. A division that nothing uses
/// may still panic: it stays in the blocks inside, and in this one where `keep_panics`.
pub(super) fn tidy(mut whole: Block, tables: &Tables, keep_panics: bool) -> Block {
    let mut inner = Tidy { tables };
    whole.stmts.iter_mut().for_each(|statement| inner.visit_stmt_mut(statement));
    tidy_statements(&mut whole, tables, keep_panics);
    // A value that is a block adds nothing but braces.
    match whole.stmts.pop() {
        Some(Stmt::Expr(value, None)) => block(whole.stmts, bare(&value).clone()),
        last => {
            whole.stmts.extend(last);
            whole
        }
    }
}

struct Tidy<'a> {
    tables: &'a Tables<'a>,
}

impl VisitMut for Tidy<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        tidy_statements(block, self.tables, true);
    }
}

fn tidy_statements(block: &mut Block, tables: &Tables, keep_panics: bool) {
    for at in (0..block.stmts.len()).rev() {
        let Some((name, value)) = let_parts(&block.stmts[at]) else { continue };
        let (name, value) = (name.clone(), value.clone());
        let (rest, binding) = (&block.stmts[at + 1..], binding(&name, tables));
        let (uses, panics) = (rest.iter().map(|statement| count(statement, &name)).sum::<usize>(), tables.may_panic(&value));
        let is_value = matches!(rest, [Stmt::Expr(value, None)] if plain_ident(value) == Some(&name));
        match uses {
            0 if keep_panics && (panics || tables.let_decides_a_type(&name, &value)) => {}
            0 => drop(block.stmts.remove(at)),
            1 if !binding.is_some_and(|b| b.users) && (is_value || !(panics || binding.is_some_and(|b| b.open))) => {
                block.stmts.remove(at);
                let mut replace = Replace { name, value };
                block.stmts[at..].iter_mut().for_each(|statement| replace.visit_stmt_mut(statement));
            }
            _ => {}
        }
    }
}

fn binding<'a>(name: &Ident, tables: &'a Tables) -> Option<&'a Binding> {
    match tables.meaning(name) {
        Some(Meaning::Binding(binding)) => Some(&tables.bindings[binding]),
        _ => None,
    }
}

/// How often a statement uses `name`. What a delay register held has `let`s of the same names in blocks of their own.
fn count(statement: &Stmt, name: &Ident) -> usize {
    let mut uses = Uses { name, count: 0 };
    uses.visit_stmt(statement);
    uses.count
}

struct Uses<'a> {
    name: &'a Ident,
    count: usize,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.count += usize::from(plain_ident(expr) == Some(self.name));
        match expr {
            Expr::Call(call) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let outer = until_shadowed(&block.stmts, self.name);
        block.stmts[..outer].iter().for_each(|statement| self.visit_stmt(statement));
    }
}

struct Replace {
    name: Ident,
    value: Expr,
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if plain_ident(expr) == Some(&self.name) {
            *expr = self.value.clone();
        } else if let Expr::Call(_) = expr {
            arguments_mut(expr, &mut |argument| self.visit_expr_mut(argument));
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = until_shadowed(&block.stmts, &self.name);
        block.stmts[..outer].iter_mut().for_each(|statement| self.visit_stmt_mut(statement));
    }
}

/// How many of the statements see the outer `name`: up to the `let` that binds it again, with that one's value.
fn until_shadowed(statements: &[Stmt], name: &Ident) -> usize {
    let shadows = |statement: &Stmt| let_parts(statement).is_some_and(|(bound, _)| bound == name);
    statements.iter().position(shadows).map_or(statements.len(), |at| at + 1)
}

/// Puts `after` where an output computes the new carried value once more.
pub(super) fn name_repetitions(block: &mut Block, update: &Expr, after: &str) {
    struct Repetitions<'a>(&'a Expr, &'a str);
    impl VisitMut for Repetitions<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if expr == self.0 {
                *expr = special(self.1, syn::spanned::Spanned::span(expr).into());
            } else {
                visit_mut::visit_expr_mut(self, expr);
            }
        }
    }
    Repetitions(update, after).visit_block_mut(block);
}
