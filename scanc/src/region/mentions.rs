//! What a statement of the host does to the arrays of a region.

use super::NoRegion;
use super::arrays::{Arrays, root};
use super::harmless::is_swap;
use crate::parse::is_place;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// These say nothing of the elements.
const SIZES: [&str; 3] = ["len", "is_empty", "capacity"];
/// A chain that ends so is a number of its own, and borrows nothing any more.
const NUMBERS: [&str; 6] = ["sum", "product", "count", "all", "any", "len"];
/// Macros that only look at what they are given.
const LOOKERS: [&str; 16] = [
    "print",
    "println",
    "eprint",
    "eprintln",
    "format",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "write",
    "writeln",
    "dbg",
    "matches",
];

/// The arrays that a statement reads and changes.
#[derive(Debug, Default)]
pub(super) struct Seen {
    read: BTreeSet<usize>,
    changed: BTreeSet<usize>,
    /// What others may see afterwards.
    left: BTreeSet<usize>,
}

impl Seen {
    pub(super) fn read(&mut self, array: usize) {
        self.read.insert(array);
    }

    pub(super) fn leave(&mut self, array: usize) {
        self.left.insert(array);
    }

    pub(super) fn reads(&self) -> impl Iterator<Item = usize> {
        self.read.union(&self.left).copied().filter(|array| !self.changed.contains(array))
    }

    /// What is only to be there because others may see it.
    pub(super) fn only_left(&self) -> Vec<usize> {
        self.left.iter().copied().filter(|array| !self.read.contains(array) && !self.changed.contains(array)).collect()
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = usize> {
        self.changed.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty() && self.changed.is_empty()
    }

    pub(super) fn add(&mut self, other: Seen) {
        self.read.extend(other.read);
        self.changed.extend(other.changed);
        self.left.extend(other.left);
    }
}

/// Reads a statement.
pub(super) struct Mentions<'a> {
    arrays: &'a Arrays,
    seen: Seen,
    /// What the value may still refer to when the statement is over.
    keeps: Keeps,
    problem: Option<NoRegion>,
}

/// What may hold on to a part of an array after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    /// Nothing: the value is thrown away, or it is the function's.
    Nothing,
    /// A variable, which may be another name for the array then.
    Name,
}

impl<'a> Mentions<'a> {
    /// What a statement does. At the function's end nothing comes after it.
    pub(super) fn in_statement(statement: &Stmt, arrays: &'a Arrays, is_end: bool) -> Result<Seen, NoRegion> {
        let keeps = match statement {
            Stmt::Expr(..) if is_end => Keeps::Nothing,
            Stmt::Expr(Expr::Assign(_), _) | Stmt::Local(_) => Keeps::Name,
            _ => Keeps::Nothing,
        };
        let mut mentions = Self { arrays, seen: Seen::default(), keeps, problem: None };
        mentions.visit_stmt(statement);
        if is_end {
            // A value that is moved out of the function is at its end too.
            mentions.problem = None;
            mentions.read_all(statement.to_token_stream());
        }
        mentions.done()
    }

    /// What the evaluation of a value does that is thrown away, or iterated over.
    pub(super) fn in_value(value: &Expr, arrays: &'a Arrays) -> Result<Seen, NoRegion> {
        let mut mentions = Self { arrays, seen: Seen::default(), keeps: Keeps::Name, problem: None };
        mentions.visit_expr(value);
        mentions.done()
    }

    fn done(self) -> Result<Seen, NoRegion> {
        self.problem.map_or(Ok(self.seen), Err)
    }

    fn read_all(&mut self, tokens: proc_macro2::TokenStream) {
        for array in self.arrays.named_in(&tokens.to_string()) {
            self.seen.read(array);
        }
    }

    fn refuse(&mut self, at: &impl Spanned, why: impl Into<String>) {
        self.problem.get_or_insert_with(|| NoRegion::new(at.span(), why));
    }

    /// The arrays that `place` is, holds, or is held by.
    fn arrays_in(&self, place: &Expr) -> Vec<usize> {
        let place = through(place);
        if is_place(place) { self.arrays.within(place) } else { Vec::new() }
    }

    /// A use of arrays of which nothing is known: it may change them, and keep a reference.
    fn used(&mut self, at: &Expr, arrays: Vec<usize>) {
        if self.keeps == Keeps::Name
            && let Some(array) = arrays.first()
        {
            let text = self.arrays.text(*array).to_owned();
            self.refuse(at, format!("a variable may refer to `{text}` from here on"));
        }
        self.seen.changed.extend(arrays);
    }

    /// `y[i]` as a value, or where a value goes.
    fn element(&mut self, array: usize, index: &Expr, is_target: bool) {
        if is_target {
            self.seen.changed.insert(array);
        } else {
            self.seen.read(array);
        }
        self.visit_expr(index);
    }

    /// The left side of an assignment.
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Index(index) if self.arrays.at(&index.expr).is_some() => {
                if let Some(array) = self.arrays.at(&index.expr) {
                    self.element(array, &index.index, true);
                }
            }
            _ => {
                let arrays = self.arrays_in(target);
                if let (Some(_), Some(name)) = (arrays.first(), root(through(target))) {
                    return self.refuse(target, format!("`{name}` is given another array"));
                }
                self.visit_expr(target);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::MethodCall(call) => self.method(call, expression),
            Expr::Index(index) => match self.arrays.at(through(&index.expr)) {
                Some(array) if !is_range(&index.index) => self.element(array, &index.index, false),
                _ => self.plain(expression),
            },
            Expr::Assign(assign) => {
                self.visit_expr(&assign.right);
                self.target(&assign.left);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.visit_expr(&binary.right);
                self.target(&binary.left);
            }
            Expr::Reference(reference) if matches!(through(&reference.expr), Expr::Index(_)) => {
                self.borrowed(&reference.expr, expression)
            }
            // What is exchanged are the names, where the elements stay where they are: those of slices and `Vec`s.
            Expr::Call(call) if is_swap(call) && call.args.iter().all(|argument| self.whole(argument).is_some()) => {
                let arrays: Vec<usize> = call.args.iter().filter_map(|argument| self.whole(argument)).collect();
                self.swapped(call, arrays);
            }
            Expr::Closure(closure) => {
                if !self.arrays.named_in(&closure.to_token_stream().to_string()).is_empty() {
                    self.refuse(closure, "a closure looks at an array of the loops");
                }
            }
            Expr::Async(block) => self.refuse(block, "an `async` block"),
            Expr::Unsafe(block) => self.refuse(block, "an `unsafe` block between the loops"),
            _ => self.plain(expression),
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let arrays = self.arrays.named_in(&call.tokens.to_string());
        if arrays.is_empty() {
            return;
        }
        let looks = call.path.segments.last().is_some_and(|last| LOOKERS.iter().any(|looker| last.ident == looker));
        if looks && !crate::parse::mentions(call.tokens.clone(), "mut") {
            arrays.into_iter().for_each(|array| self.seen.read(array));
        } else {
            self.refuse(call, "a macro may do anything with an array of the loops");
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Mentions<'_> {
    /// An expression of which only its parts matter, unless it is an array itself.
    fn plain(&mut self, expression: &Expr) {
        if let Expr::Reference(reference) = expression {
            // `&y`, `&mut self`: lent for as long as the statement takes.
            let arrays = self.arrays_in(&reference.expr);
            return if arrays.is_empty() { visit::visit_expr(self, expression) } else { self.used(expression, arrays) };
        }
        match self.arrays_in(expression).first() {
            // `self.n` is not all of `self`.
            None if is_place(expression) => {}
            None => visit::visit_expr(self, expression),
            Some(&array) => {
                let text = self.arrays.text(array).to_owned();
                self.refuse(expression, format!("`{text}` may be moved here"));
            }
        }
    }

    /// `&y[i]`, `&mut y[1..]`.
    fn borrowed(&mut self, inner: &Expr, whole: &Expr) {
        let Expr::Index(index) = through(inner) else { return };
        let arrays = self.arrays_in(&index.expr);
        if arrays.is_empty() {
            return visit::visit_expr(self, whole);
        }
        self.used(whole, arrays);
        self.visit_expr(&index.index);
    }

    fn method(&mut self, call: &syn::ExprMethodCall, whole: &Expr) {
        call.args.iter().for_each(|argument| self.visit_expr(argument));
        let arrays = self.receiver(&call.receiver);
        if arrays.is_empty() {
            return self.visit_expr(&call.receiver);
        }
        if SIZES.iter().any(|size| call.method == size) && self.arrays.at(through(&call.receiver)).is_some() {
            return;
        }
        if NUMBERS.iter().any(|number| call.method == number) {
            // `y.iter().sum()`: the arguments inside the chain have been looked at by `receiver`.
            return arrays.into_iter().for_each(|array| self.seen.read(array));
        }
        self.used(whole, arrays);
    }

    /// The arrays under a chain of methods, `y` of `y.iter().copied()`; the arguments in it are visited.
    fn receiver(&mut self, receiver: &Expr) -> Vec<usize> {
        match through(receiver) {
            Expr::MethodCall(call) if !SIZES.iter().any(|size| call.method == size) => {
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                self.receiver(&call.receiver)
            }
            Expr::Index(index) if is_range(&index.index) => {
                self.visit_expr(&index.index);
                self.arrays_in(&index.expr)
            }
            place => self.arrays_in(place),
        }
    }

    /// The array in an argument `&mut y`.
    fn whole(&self, argument: &Expr) -> Option<usize> {
        match argument {
            Expr::Reference(reference) if reference.mutability.is_some() => self.arrays.at(&reference.expr),
            _ => None,
        }
    }

    fn swapped(&mut self, call: &syn::ExprCall, arrays: Vec<usize>) {
        if let Some(&array) = arrays.iter().find(|&&array| !self.arrays.stays(array)) {
            let text = self.arrays.text(array).to_owned();
            self.refuse(call, format!("the elements of `{text}` may be moved here"));
        }
    }
}

fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

fn is_range(index: &Expr) -> bool {
    matches!(through(index), Expr::Range(_))
}

/// Without parentheses.
fn through(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => through(&inner.expr),
        Expr::Group(inner) => through(&inner.expr),
        other => other,
    }
}
