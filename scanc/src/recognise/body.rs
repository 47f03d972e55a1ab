//! The body, read statement by statement with a symbolic environment.
//!
//! Every name stands for a value: an expression in canonical form, in which arrays' elements ([`Tables::load`]) and variables from
//! outside are identifiers for what they are at the start of the iteration. A `let`, and every new value of a variable, gets a name of
//! its own ([`Tables::bind`]), so that nothing depends on order or scope any more. Afterwards [`Walked`] says what an iteration does.

use super::bins::Touch;
use super::header::{Body, Header, Item};
use super::places::Step;
use super::state::State;
use super::tables::{Index, Meaning, Tables};
use super::{Affine, pushes, refuse};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, Spanned};
use crate::ir;
use crate::parse::ScanAttribute;
use crate::syntax::{has_open_literal, ident_at, let_statement, plain_ident, reads, special, type_of, variable};
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::visit::Visit;
use syn::{Expr, Stmt};

/// Stands for what could not be read; the reason has been told.
const ERROR: &str = "__scan_error";
/// Stands for a variable that has no value yet.
const UNSET: &str = "__scan_unset";

/// What an iteration does.
pub(super) struct Walked {
    /// The `let`s, in order.
    pub lets: Vec<Stmt>,
    /// The variables from outside that have a new value afterwards (as indices into [`Tables::outers`]), each with it.
    pub scalars: Vec<(usize, Expr)>,
    /// The stores, each with its array. Of several into one array an iteration does at most one, or all are at one counter.
    pub stores: Vec<(usize, Store)>,
}

/// What is stored in an array.
#[derive(Clone)]
pub(super) struct Store {
    pub index: Index,
    pub value: Expr,
    /// Whether it is stored at all; `None` where every iteration stores it.
    pub guard: Option<Expr>,
    pub span: Span,
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        self.index.affine == other.index.affine && self.value == other.value && self.guard == other.guard
    }
}

/// What a name of the body stands for.
#[derive(Clone)]
pub(super) enum Local {
    /// `place[index]`, or a reference to it.
    Element(super::places::Place, Index),
    /// `&place[index..index + length]`
    Window(super::places::Place, Affine, u64),
    /// The same of a length, in canonical form, that is no number.
    Row(super::places::Place, Affine, Expr),
    /// `&place[from..to]`
    Slice(super::slices::Slice),
    /// A number.
    Count(Affine),
    /// A value from outside under another name.
    Outer(usize),
    /// A `let`: an index into [`Walker::variables`].
    Variable(usize),
    /// A part of an element that is a tuple or a fixed array, or a reference to it: `.0`, `[2]`.
    Part(Box<Local>, Step),
}

/// What can be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// An index into [`Tables::outers`].
    Outer(usize),
    /// An index into [`Walker::variables`].
    Variable(usize),
}

/// A variable of the body.
pub(super) struct Variable {
    pub name: Ident,
    pub ty: Option<syn::Type>,
    /// The type of its first value, where its text shows it.
    pub first: Option<ir::Scalar>,
    /// Its text shows that it holds a value of its own, and is no reference to an element.
    pub is_copy: bool,
}

/// Reads the body.
pub(super) struct Walker<'w, 't> {
    pub tables: &'w mut Tables<'t>,
    pub diagnostics: &'w mut Diagnostics,
    /// What the clause names: its operators may be called.
    pub attribute: &'w ScanAttribute,
    pub scopes: Vec<HashMap<String, Local>>,
    pub variables: Vec<Variable>,
    pub state: State,
    /// The `let`s of the body and of each branch that is being read.
    pub frames: Vec<Vec<Stmt>>,
    /// How many operands deep the expression stands; in an operand nothing can be assigned.
    pub depth: usize,
    /// The `let`s that indices are computed from, by number and whether they are cast: what each is, and whether there is a cast in it.
    pub affines: HashMap<(usize, bool), (Result<Affine, Diagnostic>, bool)>,
    /// It has been said that there is more than a kernel takes parameters for.
    pub is_full: bool,
    /// How much has been copied into the values of branches.
    pub copied: usize,
    /// What the text mentions later.
    pub later: Vec<super::inner::Later>,
    /// How many branches have been read in which an iteration may end.
    pub jumps: usize,
    /// The variable that says that the iteration has ended, where what follows has to know.
    pub ended: Option<usize>,
    /// What the innermost loop around is called.
    pub label: Option<syn::Lifetime>,
    /// How many loops of the body are around.
    pub inner: usize,
    /// The variable that says that this loop ends with the iteration, if it is a loop in the body that may.
    pub done: Option<usize>,
    /// The number of the iteration, where that is an index.
    pub iteration: Option<Index>,
    /// The computed places that are named here: what each is, and its name.
    pub bins: Vec<(Expr, Expr)>,
    /// Where the text touches elements at computed places, and where it stores them.
    pub touches: Vec<Touch>,
}

/// Reads the body of a loop with this header.
pub(super) fn walk(header: &Header, attribute: &ScanAttribute, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Walked {
    let names = header.names.iter().filter_map(|(name, item)| Some((name.to_string(), local(item)?))).collect();
    let (scopes, frames) = (vec![names], vec![Vec::new()]);
    let (variables, state) = (Vec::new(), State::default());
    let iteration = if tables.pushed.is_empty() { None } else { pushes::iteration(header, tables) };
    let mut walker = Walker {
        tables,
        diagnostics,
        attribute,
        scopes,
        variables,
        state,
        frames,
        depth: 0,
        affines: HashMap::new(),
        is_full: false,
        copied: 0,
        later: Vec::new(),
        jumps: 0,
        ended: None,
        label: None,
        inner: 0,
        done: None,
        iteration,
        bins: Vec::new(),
        touches: Vec::new(),
    };
    walker.body(&header.body);
    walker.store_in_every_iteration();
    walker.check_touches();
    walker.finish()
}

pub(super) fn local(item: &Item) -> Option<Local> {
    match item {
        Item::Element(place, affine) => Some(Local::Element(place.clone(), Index { affine: affine.clone(), written: None })),
        Item::Window(place, affine, length) => Some(Local::Window(place.clone(), affine.clone(), *length)),
        Item::Row(place, affine, length) => Some(Local::Row(place.clone(), affine.clone(), (**length).clone())),
        Item::Count(affine) => Some(Local::Count(affine.clone())),
        Item::State(outer) => Some(Local::Outer(*outer)),
        Item::Part(whole, step) => Some(Local::Part(Box::new(local(whole)?), step.clone())),
        // Patterns have taken pairs apart.
        Item::Pair(..) => None,
    }
}

impl Walker<'_, '_> {
    fn body(&mut self, body: &Body) {
        self.refuse_conditional_code(body);
        self.scopes.push(HashMap::new());
        match body {
            Body::For { statements, label } => {
                self.label = label.cloned();
                self.body_statements(statements);
            }
            Body::Counted { statements, at, after, .. } => {
                let later = &statements[*at + 1..];
                self.before(quote!(#(#later)*), |walker| walker.statements(&statements[..*at]));
                self.count(&statements[*at], *after);
                self.statements(&statements[*at + 1..]);
            }
            Body::Scanned(scanned) => self.scanned(scanned),
            Body::Gathered(gathered) => self.gathered_items(gathered),
            Body::Reduced(reduction) => self.reduced(reduction),
        }
    }

    /// What `#[cfg(…)]` stands on may not be there.
    fn refuse_conditional_code(&mut self, body: &Body) {
        struct Conditional(Vec<Span>);
        impl<'ast> Visit<'ast> for Conditional {
            fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
                if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                    self.0.push(attribute.span());
                }
            }
        }
        let mut conditional = Conditional(Vec::new());
        match body {
            Body::For { statements, .. } | Body::Counted { statements, .. } => {
                statements.iter().for_each(|statement| conditional.visit_stmt(statement));
            }
            Body::Scanned(scanned) => scanned.functions().for_each(|function| conditional.visit_expr(function)),
            Body::Gathered(gathered) => gathered.functions().for_each(|function| conditional.visit_expr(function)),
            Body::Reduced(reduction) => reduction.functions().for_each(|function| conditional.visit_expr(function)),
        }
        for span in conditional.0 {
            self.told(refuse::unsupported(
                span,
                "code that is compiled under a condition",
                "put the condition around the function",
            ));
        }
    }

    fn finish(mut self) -> Walked {
        let body = self.state.into_body();
        let scalars = body.values.into_iter().filter_map(|(cell, value)| match cell {
            Cell::Outer(outer) => Some((outer, value)),
            Cell::Variable(_) => None,
        });
        let scalars = scalars.filter(|(outer, value)| plain_ident(value) != Some(&self.tables.outers[*outer].name)).collect();
        let stores = body.stores.into_iter();
        let stores = stores.flat_map(|(array, stores)| stores.into_iter().map(move |store| (array, store))).collect();
        Walked { lets: self.frames.pop().unwrap_or_default(), scalars, stores }
    }

    /// The statement that changes the variable of a `while` loop.
    fn count(&mut self, step: &Stmt, after: i64) {
        let counters = self.scopes[0].iter().filter(|(_, local)| matches!(local, Local::Count(_)));
        let Some(name) = counters.map(|(name, _)| name.clone()).next() else { return };
        if self.scopes[1].contains_key(&name) {
            self.refuse(refuse::INDEX_CHANGED, step.span(), format!("this `{name}` is another than the loop's"), "rename it");
        }
        self.scopes[0].insert(name, Local::Count(Affine::index(after)));
    }

    /// The body of the closure of `Iterator::scan`.
    pub(super) fn ended_in_some(&mut self, body: &Expr, array: usize) {
        let (statements, value) = match body {
            Expr::Block(block) => match block.block.stmts.split_last() {
                Some((Stmt::Expr(value, None), statements)) => (statements, value),
                _ => (&[][..], body),
            },
            _ => (&[][..], body),
        };
        self.before(value.to_token_stream(), |walker| walker.statements(statements));
        match some_argument(value) {
            Some(value) => {
                let (span, index) = (value.span(), Index { affine: Affine::index(0), written: None });
                let value = self.value(value);
                self.store_at(array, index, value, span);
            }
            None => {
                let help = "let the closure end in `Some(value)`: every element is computed";
                self.refuse(refuse::COLLECT, value.span(), "the closure does not end in `Some(…)`", help);
            }
        }
    }

    /// Gives `value` a name, unless it is one.
    pub(super) fn named(&mut self, value: Expr, name: Ident, ty: Option<syn::Type>, users: bool) -> Expr {
        let known = plain_ident(&value).and_then(|name| self.tables.meaning(name));
        let typed = ty.is_some() && plain_ident(&value).is_some_and(|name| self.tables.is_open(name));
        let is_name = plain_ident(&value).is_some() && !typed && !(users && matches!(known, Some(Meaning::Load(_))));
        if is_name || (!users && matches!(value, Expr::Lit(_))) {
            return value;
        }
        let span = name.span();
        self.push_let(value, &name, ty, users, false);
        variable(&ident_at(&name, span.into()))
    }

    /// What a cell holds here.
    pub(super) fn current(&self, cell: Cell) -> Expr {
        self.state.value(cell).cloned().unwrap_or_else(|| self.initial(cell))
    }

    /// What a cell holds, where it is used: a literal has the cell's type.
    pub(super) fn used(&mut self, cell: Cell, span: Span) -> Expr {
        let value = self.current(cell);
        if has_open_literal(&value) { self.new_version(value, cell, span) } else { value }
    }

    /// What a cell holds at the start of the iteration.
    pub(super) fn initial(&self, cell: Cell) -> Expr {
        match cell {
            Cell::Outer(outer) => variable(&self.tables.outers[outer].name),
            Cell::Variable(variable) => special(UNSET, self.variables[variable].name.span().into()),
        }
    }

    /// Gives a cell a new value.
    pub(super) fn set(&mut self, cell: Cell, value: Expr, span: Span) {
        if let Cell::Outer(outer) = cell {
            self.tables.note_assigned(outer, span);
        }
        let open = matches!(cell, Cell::Variable(variable) if self.tables.is_open(&self.variables[variable].name));
        let decides = open && self.tables.scalar_of(&value).is_some();
        let value = if needs_name(&value) || decides { self.new_version(value, cell, span) } else { value };
        self.state.assign(cell, value);
    }

    /// A `let` for a new value of a variable. All values of a variable have one type: what a literal does not say itself is said.
    fn new_version(&mut self, value: Expr, cell: Cell, span: Span) -> Expr {
        let open = self.tables.scalar_of(&value).is_none() && has_open_literal(&value);
        let (of, ty) = match cell {
            Cell::Outer(outer) => {
                let outer = &self.tables.outers[outer];
                (outer.name.clone(), outer.ty.as_ref().and_then(ir::Type::scalar).filter(|_| open).map(type_of))
            }
            Cell::Variable(variable) => {
                let variable = &self.variables[variable];
                let first = variable.first.filter(|_| open).map(type_of);
                (variable.name.clone(), variable.ty.clone().or(first))
            }
        };
        let name = self.tables.names.make_up(&of.to_string(), span);
        self.tables.versions.insert(name.to_string(), of.to_string());
        self.push_let(value, &name, ty, false, open);
        variable(&name)
    }

    pub(super) fn push_let(&mut self, value: Expr, name: &Ident, ty: Option<syn::Type>, users: bool, open: bool) {
        self.tables.bind(name, value.clone(), ty.clone(), users, open);
        if let Some(frame) = self.frames.last_mut() {
            frame.push(let_statement(name, ty.as_ref(), value));
        }
    }

    /// What `name` stands for, if the loop's header or body binds it.
    pub(super) fn lookup(&self, name: &Ident) -> Option<&Local> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    /// Binds `name` in the innermost scope.
    pub(super) fn declare(&mut self, name: &Ident, local: Local) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), local);
        }
    }

    /// Runs `read` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let value = read(self);
        self.scopes.pop();
        value
    }

    /// Says why this is not understood, and stands in for its value.
    pub(super) fn refuse(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Expr {
        self.told(Diagnostic::error(code, span, message).help(help))
    }

    /// The same, for a finding that is worded elsewhere.
    pub(super) fn told(&mut self, diagnostic: Diagnostic) -> Expr {
        let span = diagnostic.span;
        self.diagnostics.push(diagnostic);
        error_at(span)
    }
}

fn needs_name(value: &Expr) -> bool {
    plain_ident(value).is_none() && !matches!(value, Expr::Lit(_))
}

/// Stands in for what could not be read.
pub(super) fn error_at(span: Span) -> Expr {
    special(ERROR, span)
}

/// Whether something in `expr` could not be read.
pub(super) fn is_error(expr: &Expr) -> bool {
    reads(expr, ERROR)
}

/// Whether it is what a variable holds that has no value yet.
pub(super) fn is_unset(expr: &Expr) -> bool {
    plain_ident(expr).is_some_and(|name| name == UNSET)
}

/// `value` in `Some(value)`.
fn some_argument(expr: &Expr) -> Option<&Expr> {
    match crate::syntax::bare(expr) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(function) if function.path.is_ident("Some") => call.args.first(),
            _ => None,
        },
        _ => None,
    }
}
