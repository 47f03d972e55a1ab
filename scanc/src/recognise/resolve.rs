//! The body's expressions, once it is known what is carried: loads become loads again, the carried value gets its two names, and what
//! mentions it is no `let` any more, where it is used once.

use super::inline::Plan;
use super::tables::{Meaning, Tables};
use super::{Affine, after_name, before_name, tidy};
use crate::diagnostic::Span;
use crate::syntax::{
    ExpressionsMut, bare, block, block_value, element, for_each_name, ident_at, let_parts, let_statement, plain_ident, special,
    variable,
};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// What a delay register holds is written out again where there are no more names in it.
const SHORT: usize = 8;

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
pub(super) struct Resolver<'a> {
    tables: &'a Tables<'a>,
    carriers: &'a [Carrier],
    /// The names of the carried values after the iteration, of those that have one.
    after: HashMap<String, usize>,
    /// What delay registers hold at the start of an iteration, by their index into [`Tables::outers`].
    delays: &'a HashMap<usize, Expr>,
    /// What is added to the loop variable.
    shift: i64,
    /// Values that are read in the place of their name.
    inlined: HashMap<String, Expr>,
    /// Delay registers that have a name of their own in what is resolved.
    named: HashMap<usize, Ident>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(tables: &'a Tables<'a>, carriers: &'a [Carrier], delays: &'a HashMap<usize, Expr>) -> Self {
        Self { tables, carriers, after: HashMap::new(), delays, shift: 0, inlined: HashMap::new(), named: HashMap::new() }
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

    /// Whether the name is that of a carried value after the iteration.
    pub(super) fn is_after(&self, name: &Ident) -> bool {
        self.after.contains_key(&name.to_string())
    }

    /// `{ lets; value }`, with what is needed of the `let`s.
    pub(super) fn resolved(mut self, lets: &[Stmt], value: &Expr, plan: &Plan) -> Block {
        let mut whole = block(plan.needed(lets), value.clone());
        let registers = self.name_registers(plan);
        Planned { resolver: &mut self, plan }.visit_block_mut(&mut whole);
        whole.stmts.splice(0..0, registers);
        whole
    }

    /// What a delay register holds is computed once, where it is long and several expressions use it.
    fn name_registers(&mut self, plan: &Plan) -> Vec<Stmt> {
        let mut named: Vec<(usize, &Expr)> = self.delays.iter().map(|(outer, value)| (*outer, value)).collect();
        named.retain(|(outer, value)| plan.uses(&self.tables.outers[*outer].name) > 1 && names_in(value) > SHORT);
        named.sort_by_key(|(outer, _)| *outer);
        let names = named.iter().map(|(outer, _)| Some((*outer, self.tables.held.get(outer)?.clone())));
        self.named = names.flatten().collect();
        named.iter().filter_map(|(outer, value)| Some(let_statement(self.named.get(outer)?, None, (*value).clone()))).collect()
    }

    fn named(&mut self, expr: &Expr) -> Option<Expr> {
        let name = plain_ident(expr)?;
        let (text, span) = (name.to_string(), name.span());
        if let Some(number) = self.after.get(&text) {
            return Some(special(&after_name(*number), span.into()));
        }
        if let Some(value) = self.inlined.get(&text) {
            return Some(value.clone());
        }
        let meaning = self.tables.meaning(name)?;
        if let Some(number) = self.carriers.iter().position(|carrier| carrier.is(meaning)) {
            return Some(special(&before_name(number), span.into()));
        }
        match meaning {
            Meaning::Outer(outer) => match self.named.get(&outer) {
                Some(name) => Some(variable(&ident_at(name, span.into()))),
                None => self.delays.get(&outer).cloned(),
            },
            Meaning::Load(load) => self.load(load, span.into()),
            Meaning::Index => {
                Affine::index(0).of(&Affine::index(self.shift)).map(|index| index.expression(&self.tables.index, span.into()))
            }
            Meaning::Binding(_) | Meaning::Looped(_) => None,
        }
    }

    fn load(&self, load: usize, span: Span) -> Option<Expr> {
        let load = &self.tables.loads[load];
        let index = match &load.index.written {
            Some(written) => {
                let mut written = (**written).clone();
                let plain = Resolver {
                    after: self.after.clone(),
                    shift: self.shift,
                    ..Self::new(self.tables, self.carriers, self.delays)
                };
                Planned { resolver: &mut { plain }, plan: &Plan::none() }.visit_expr_mut(&mut written);
                written
            }
            None => load.index.affine.of(&Affine::index(self.shift))?.expression(&self.tables.index, span),
        };
        let name = ident_at(&self.tables.arrays[load.array].name, span);
        Some(element(variable(&name), index, span))
    }
}

/// Resolves, with a plan for the `let`s.
struct Planned<'r, 'a> {
    resolver: &'r mut Resolver<'a>,
    plan: &'r Plan,
}

impl Planned<'_, '_> {
    /// Whether the statement is a `let` that is read in its place.
    fn inlines(&mut self, statement: &mut Stmt) -> bool {
        let Some(name) = let_parts(statement).map(|(name, _)| name.clone()) else { return false };
        if self.resolver.is_after(&name) {
            return true;
        }
        self.visit_stmt_mut(statement);
        match let_parts(statement) {
            Some((_, value)) if self.plan.is_inlined(&name) => {
                // What a field is of may be said nowhere else.
                let is_told = matches!(bare(value), Expr::Field(_))
                    && matches!(statement, Stmt::Local(syn::Local { pat: syn::Pat::Type(_), .. }));
                let value = if is_told { block_value(block(vec![statement.clone()], variable(&name))) } else { value.clone() };
                self.resolver.inlined.insert(name.to_string(), value);
                true
            }
            _ => false,
        }
    }
}

impl VisitMut for Planned<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match self.resolver.named(expr) {
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
pub(super) fn tidied(mut whole: Block, tables: &Tables, keep_panics: bool) -> Block {
    tidy::blocks_within(&mut whole, tables);
    tidy::statements(&mut whole, tables, keep_panics);
    // A value that is a block adds nothing but braces.
    match whole.stmts.pop() {
        Some(Stmt::Expr(value, None)) => block(whole.stmts, bare(&value).clone()),
        last => {
            whole.stmts.extend(last);
            whole
        }
    }
}

/// Puts `after` where an output computes the new carried value once more.
pub(super) fn name_repetitions(block: &mut Block, update: &Expr, after: &str) {
    let mut name = |expr: &mut Expr| {
        let is_repeated = expr == update;
        if is_repeated {
            *expr = special(after, syn::spanned::Spanned::span(expr).into());
        }
        !is_repeated
    };
    ExpressionsMut(&mut name).visit_block_mut(block);
}

fn names_in(expr: &Expr) -> usize {
    let mut count = 0;
    for_each_name(expr, &mut |_| count += 1);
    count
}
