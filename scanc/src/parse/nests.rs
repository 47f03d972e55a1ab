//! Nests: loops that do nothing but run another one, and which of the two a clause on both is for.

use crate::syntax::{Bound, Expressions, bare, compound, for_each_variable, holds_loop, plain_ident};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprForLoop, Item, Local, Pat, Stmt, UnOp};

/// Whether all that a loop does is another loop, after what it binds for that: `for row in rows { let k = row.start; for i in 0..n { … } }`.
pub(super) fn is_nest(syntax: &ExprForLoop) -> bool {
    let is_loop = |statement: &Stmt| matches!(statement, Stmt::Expr(Expr::ForLoop(_) | Expr::While(_), _));
    let (loops, others): (Vec<_>, Vec<_>) = syntax.body.stmts.iter().partition(|statement| is_loop(statement));
    loops.len() == 1 && others.iter().all(|statement| matches!(statement, Stmt::Local(_)) && !holds_loop(statement))
}

/// Whether what is said of independent iterations is said of a loop inside of this one: all that it stores, each of that one's iterations
/// stores at places of its own. `for i in 0..n { for j in 0..m { y[i * m + j] = … } }`, but not `{ y[i] += … }` there, nor `{ y[i][j] = … }`,
/// where an iteration of the outer loop has what it stores to itself.
pub(super) fn is_grid(syntax: &ExprForLoop) -> bool {
    let inner = syntax.body.stmts.iter().find_map(|statement| match statement {
        Stmt::Expr(Expr::ForLoop(inner), _) => Some(inner),
        _ => None,
    });
    let Some(inner) = inner.filter(|_| is_nest(syntax)) else { return false };
    let mut outer = HashSet::new();
    bind(&syntax.pat, &mut outer);
    for statement in &syntax.body.stmts {
        if let Stmt::Local(local) = statement {
            bind(&local.pat, &mut outer);
        }
    }
    let mut stores =
        Stores { outer, own: HashSet::new(), locals: HashSet::new(), has_rows: has_rows(&syntax.expr), all_own: None };
    bind(&inner.pat, &mut stores.own);
    stores.visit_block(&inner.body);
    stores.all_own == Some(true)
}

/// Whether loops in this one go over the elements of one of these, `for v in x { for k in 0..3 { c[k] += v[k]; } }`, each of which continues
/// itself: it is this one that carries them.
pub(super) fn carries_elements(syntax: &ExprForLoop, names: &[&Ident]) -> bool {
    let mut elements = CarriedElements { names, counters: HashSet::new(), found: false, places: HashSet::new() };
    elements.visit_block(&syntax.body);
    elements.found && elements.places.len() <= 1
}

struct CarriedElements<'n> {
    names: &'n [&'n Ident],
    /// What loops within count with.
    counters: HashSet<Ident>,
    /// An element is stored that these choose.
    found: bool,
    /// The places of all that are used, but for those that are numbers.
    places: HashSet<String>,
}

impl CarriedElements<'_> {
    fn is_named(&self, place: &Expr) -> bool {
        plain_ident(place).is_some_and(|name| self.names.contains(&name))
    }

    /// Whether a place is an element of one of them that nothing else chooses than what loops count with.
    fn is_element(&self, place: &Expr) -> bool {
        let Expr::Index(element) = bare(place) else { return false };
        let (mut counted, mut others) = (false, false);
        for_each_variable(element.index.to_token_stream(), &mut |name| match self.counters.contains(name) {
            true => counted = true,
            false => others = true,
        });
        (self.is_named(&element.expr) && counted && !others) || self.is_element(&element.expr)
    }
}

impl<'ast> Visit<'ast> for CarriedElements<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::ForLoop(inner) => bind(&inner.pat, &mut self.counters),
            Expr::MethodCall(call) => self.found |= call.method == "iter_mut" && self.is_named(&call.receiver),
            Expr::Reference(reference) => self.found |= reference.mutability.is_some() && self.is_named(&reference.expr),
            Expr::Assign(assign) => self.found |= self.is_element(&assign.left),
            Expr::Binary(update) if compound(&update.op).is_some() => self.found |= self.is_element(&update.left),
            Expr::Index(element) if self.is_named(&element.expr) && !matches!(bare(&element.index), Expr::Lit(_)) => {
                self.places.insert(element.index.to_token_stream().to_string());
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Gives `attributes` of a nest to the loop that it runs.
pub(super) fn hand_down(attributes: Vec<Attribute>, syntax: &mut ExprForLoop) {
    for statement in &mut syntax.body.stmts {
        if let Stmt::Expr(Expr::ForLoop(inner), _) = statement {
            inner.attrs.extend(attributes);
            return;
        }
    }
}

/// Whether the items of a loop are slices of a length that only the program knows.
fn has_rows(header: &Expr) -> bool {
    let mut found = false;
    let mut look = |expression: &Expr| {
        if let Expr::MethodCall(call) = expression {
            let cuts = ["chunks", "chunks_mut", "chunks_exact", "chunks_exact_mut"].iter().any(|name| call.method == name);
            found |= cuts && call.args.iter().any(|length| !matches!(bare(length), Expr::Lit(_)));
        }
        true
    };
    Expressions(&mut look).visit_expr(header);
    found
}

fn bind(pattern: &Pat, names: &mut HashSet<Ident>) {
    Bound(&mut |name| _ = names.insert(name.ident.clone())).visit_pat(pattern);
}

/// What the iterations of a loop in a nest store.
struct Stores {
    /// Names of the loop around it.
    outer: HashSet<Ident>,
    /// Names that are another thing in each iteration.
    own: HashSet<Ident>,
    /// Variables that it declares.
    locals: HashSet<Ident>,
    /// Some of the outer loop's are slices.
    has_rows: bool,
    /// Whether all places are an iteration's own; none has been seen yet.
    all_own: Option<bool>,
}

impl Stores {
    fn mentions(names: &HashSet<Ident>, tokens: TokenStream) -> bool {
        let mut found = false;
        for_each_variable(tokens, &mut |name| found |= names.contains(name));
        found
    }

    fn store(&mut self, place: &Expr) {
        if let Expr::Tuple(parts) = bare(place) {
            return parts.elems.iter().for_each(|part| self.store(part));
        }
        if let Some(is_own) = self.is_own(place) {
            self.all_own = Some(is_own && self.all_own != Some(false));
        }
    }

    /// `None`: it is a variable that an iteration declares.
    fn is_own(&self, place: &Expr) -> Option<bool> {
        match bare(place) {
            Expr::Field(field) => self.is_own(&field.base),
            Expr::Unary(target) if matches!(target.op, UnOp::Deref(_)) => match plain_ident(&target.expr) {
                Some(name) => Some(self.own.contains(name)),
                None => self.is_own(&target.expr),
            },
            Expr::Index(element) => {
                let whole = || element.expr.to_token_stream();
                match self.is_own(&element.expr) {
                    Some(false) if Self::mentions(&self.outer, whole()) && !self.has_rows => Some(false),
                    Some(false) => Some(Self::mentions(&self.own, element.index.to_token_stream())),
                    known => known,
                }
            }
            place => match plain_ident(place) {
                Some(name) if self.locals.contains(name) => None,
                Some(name) if self.own.contains(name) => Some(true),
                _ => Some(false),
            },
        }
    }
}

impl<'ast> Visit<'ast> for Stores {
    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        bind(&local.pat, &mut self.locals);
        if local.init.as_ref().is_some_and(|init| Self::mentions(&self.own, init.expr.to_token_stream())) {
            bind(&local.pat, &mut self.own);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Assign(assign) => self.store(&assign.left),
            Expr::Binary(update) if compound(&update.op).is_some() => self.store(&update.left),
            Expr::ForLoop(inner) if Self::mentions(&self.own, inner.expr.to_token_stream()) => bind(&inner.pat, &mut self.own),
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}
