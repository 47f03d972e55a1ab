//! Which `let`s of the body an expression needs, and which of them are read in the place of their name.
//!
//! A `let` that mentions what is carried is, where it is used once: the update of a carried value is then one expression, and outputs
//! read as the source does. One that is used several times keeps its name, unless it is nothing but another name for what is carried: written
//! out it would be as long as two to the power of the body. So does what would be nested too deeply, as a chain of assignments is as long as the body.

use super::resolve::Carrier;
use super::solve::Solution;
use super::tables::{Meaning, Tables};
use crate::syntax::{for_each_name, let_parts, plain_ident};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// As deep as this, values are read in the place of names.
pub(super) const DEPTH: usize = 32;

/// The body's `let`s.
pub(super) struct Lets<'a> {
    tables: &'a Tables<'a>,
    lets: &'a [Stmt],
    /// Where each stands.
    numbers: HashMap<String, usize>,
    /// How each of the tables' `let`s mentions what is carried, itself or through others.
    carrying: Vec<Carrying>,
}

/// How a `let` mentions what is carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Carrying {
    #[default]
    Not,
    /// It is another name for it.
    Name,
    Computed,
}

/// What becomes of the `let`s for one expression.
pub(super) struct Plan {
    /// Whether each is needed.
    needed: Vec<bool>,
    /// Those that are read in the place of their name, blocks inside included.
    inlined: HashSet<String>,
    /// Those that mention what is carried and keep their name.
    pub shared: Vec<Ident>,
    /// How often each name is used.
    uses: HashMap<String, usize>,
}

/// The `let`s that mention what is carried, and that some update needs several times.
pub(super) fn shared(lets: &[Stmt], tables: &Tables, solution: &Solution) -> Vec<Ident> {
    let lets = Lets::new(lets, tables, &solution.carriers);
    let updates = solution.carried.iter().map(|carried| tables.root(&carried.update));
    updates.flat_map(|update| lets.plan(&update, &|_| false, true).shared).collect()
}

impl<'a> Lets<'a> {
    pub(super) fn new(lets: &'a [Stmt], tables: &'a Tables<'a>, carriers: &[Carrier]) -> Self {
        let numbered = lets.iter().enumerate().filter_map(|(number, one)| Some((let_parts(one)?.0.to_string(), number)));
        let mut carrying = Vec::new();
        for binding in &tables.bindings {
            let of_name = |name: &Ident| match tables.meaning(name) {
                Some(Meaning::Binding(earlier)) => carrying.get(earlier).copied().unwrap_or_default(),
                Some(meaning) if carriers.iter().any(|carrier| carrier.is(meaning)) => Carrying::Name,
                _ => Carrying::Not,
            };
            let mut carries = false;
            for_each_name(&binding.value, &mut |name| carries |= of_name(name) != Carrying::Not);
            let whole = plain_ident(&binding.value).map(of_name);
            carrying.push(whole.unwrap_or(if carries { Carrying::Computed } else { Carrying::Not }));
        }
        Self { tables, lets, numbers: numbered.collect(), carrying }
    }

    /// What `value` needs. What stands `after` the iteration has a name of its own; with `all`, everything that does not mention what is
    /// carried is needed.
    pub(super) fn plan(&self, value: &Expr, after: &dyn Fn(&Ident) -> bool, all: bool) -> Plan {
        let (mut uses, mut needed) = (HashMap::new(), vec![false; self.lets.len()]);
        let mut open = vec![value];
        while let Some(expr) = open.pop() {
            for_each_name(expr, &mut |name| {
                if after(name) {
                    return;
                }
                let name = name.to_string();
                if let Some(&number) = self.numbers.get(&name).filter(|number| !needed[**number]) {
                    needed[number] = true;
                    open.extend(let_parts(&self.lets[number]).map(|(_, value)| value));
                }
                *uses.entry(name).or_insert(0) += 1;
            });
        }
        let is_common = |statement: &Stmt| let_parts(statement).is_some_and(|(name, _)| self.tables.is_common(name));
        if self.lets.iter().zip(&needed).any(|(statement, needed)| *needed && is_common(statement)) {
            needed.iter_mut().zip(self.lets).for_each(|(needed, statement)| *needed |= is_common(statement));
        }
        for (needed, statement) in needed.iter_mut().zip(self.lets).filter(|_| all) {
            *needed |= let_parts(statement).is_none_or(|(name, value)| !self.carries(name) && !self.tables.combines(value));
        }
        let (inlined, shared, depth, whole) = (HashMap::new(), Vec::new(), Depth::default(), plain_ident(value));
        let mut choice = Choice { lets: self, uses: &uses, whole, inlined, shared, depth };
        self.lets.iter().zip(&needed).filter(|(_, needed)| **needed).for_each(|(statement, _)| choice.visit_stmt(statement));
        choice.visit_expr(value);
        let Choice { inlined, shared, .. } = choice;
        Plan { needed, inlined: inlined.into_keys().collect(), shared, uses }
    }

    fn carrying(&self, name: &Ident) -> Carrying {
        match self.tables.meaning(name) {
            Some(Meaning::Binding(binding)) => self.carrying[binding],
            _ => Carrying::Not,
        }
    }

    pub(super) fn carries(&self, name: &Ident) -> bool {
        self.carrying(name) != Carrying::Not
    }

    fn is_another_name(&self, name: &Ident) -> bool {
        self.carrying(name) == Carrying::Name
    }
}

impl Plan {
    /// The plan for what needs no `let`.
    pub(super) fn none() -> Self {
        Self { needed: Vec::new(), inlined: HashSet::new(), shared: Vec::new(), uses: HashMap::new() }
    }

    /// Those of `lets` that are needed.
    pub(super) fn needed(&self, lets: &[Stmt]) -> Vec<Stmt> {
        lets.iter().zip(&self.needed).filter(|(_, needed)| **needed).map(|(statement, _)| statement.clone()).collect()
    }

    /// The numbers of those that are needed.
    pub(super) fn numbers(&self) -> HashSet<usize> {
        (0..self.needed.len()).filter(|number| self.needed[*number]).collect()
    }

    pub(super) fn is_inlined(&self, name: &Ident) -> bool {
        self.inlined.contains(&name.to_string())
    }

    /// How often a name is used.
    pub(super) fn uses(&self, name: &Ident) -> usize {
        self.uses.get(&name.to_string()).copied().unwrap_or(0)
    }
}

/// Chooses, `let` by `let` in their order.
struct Choice<'a> {
    lets: &'a Lets<'a>,
    uses: &'a HashMap<String, usize>,
    /// The name of the `let` that is all that is wanted.
    whole: Option<&'a Ident>,
    /// With how deep each is.
    inlined: HashMap<String, usize>,
    shared: Vec<Ident>,
    depth: Depth,
}

impl<'ast> Visit<'ast> for Choice<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match plain_ident(expr) {
            Some(name) => self.depth.reach(self.inlined.get(&name.to_string()).copied().unwrap_or(1)),
            None => {
                self.depth.enter();
                match expr {
                    Expr::Call(call) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
                    _ => visit::visit_expr(self, expr),
                }
                self.depth.leave();
            }
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let outside = std::mem::take(&mut self.depth);
        visit::visit_local(self, local);
        let inside = std::mem::replace(&mut self.depth, outside).most;
        self.depth.reach(inside);
        let syn::Pat::Ident(name) = untyped(&local.pat) else { return };
        if !self.lets.carries(&name.ident) {
            return;
        }
        let text = name.ident.to_string();
        let is_whole = self.whole == Some(&name.ident);
        let is_short = self.lets.is_another_name(&name.ident) || self.uses.get(&text).copied().unwrap_or(0) <= 1;
        // What may panic does so here, and not where a branch reads it.
        let may_move = is_whole || local.init.as_ref().is_none_or(|init| !self.lets.tables.may_panic(&init.expr));
        if is_short && may_move && (is_whole || inside <= DEPTH) {
            self.inlined.insert(text, inside);
        } else {
            self.shared.push(name.ident.clone());
        }
    }
}

fn untyped(pattern: &syn::Pat) -> &syn::Pat {
    match pattern {
        syn::Pat::Type(typed) => &typed.pat,
        other => other,
    }
}

/// How deep expressions are nested.
#[derive(Default)]
pub(super) struct Depth {
    now: usize,
    pub most: usize,
}

impl Depth {
    /// Something that is so deep itself.
    pub(super) fn reach(&mut self, deep: usize) {
        self.most = self.most.max(self.now + deep);
    }

    pub(super) fn enter(&mut self) {
        self.now += 1;
        self.most = self.most.max(self.now);
    }

    pub(super) fn leave(&mut self) {
        self.now -= 1;
    }
}
