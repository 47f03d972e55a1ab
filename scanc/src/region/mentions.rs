//! What a statement of the host does to the arrays of a region.
//!
//! An array is left alone where it is not named: nobody else has a reference to it. It is only read
//!
//! - by index, `y[i]`, where a value is wanted: elements are copies, and what is done with one is not done to the array;
//! - behind `&`, without `mut`: elements have nothing in them that could be changed so;
//! - by methods of slices on `y[..]`, where rustc finds those before any other, and by some on `y` itself and on `y[i]`, where the
//!   statement runs with the array lent for reading, so that rustc finds no other ([`Seen::shown`]).
//!
//! Whatever else names it may change it.

use super::NoRegion;
use super::arrays::Arrays;
use super::declared::root;
use super::keeps::{copies, leaves_reference, local_keeps};
use super::numbers::is_compound;
use crate::syntax::{bare, is_place, mentions_word};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprMethodCall, Local, Pat, Stmt, UnOp};

/// Methods of slices that read.
const READING: [&str; 13] = [
    "iter",
    "first",
    "last",
    "get",
    "contains",
    "to_vec",
    "chunks",
    "chunks_exact",
    "windows",
    "starts_with",
    "ends_with",
    "binary_search",
    "is_sorted",
];
/// Methods that look at no element.
const SIZES: [&str; 3] = ["len", "is_empty", "capacity"];
/// Methods of numbers, which take copies.
const COMPUTING: [&str; 16] = [
    "abs",
    "min",
    "max",
    "pow",
    "powi",
    "sqrt",
    "clamp",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "saturating_sub",
    "saturating_add",
    "rem_euclid",
    "abs_diff",
    "count_ones",
    "is_nan",
];

/// The arrays that a statement reads and changes.
#[derive(Debug, Default)]
pub(super) struct Seen {
    read: BTreeSet<usize>,
    changed: BTreeSet<usize>,
    shown: BTreeSet<usize>,
    /// There is a macro in it, and its text is all that is known of it.
    pub(super) has_macro: bool,
    /// It is one, and may declare variables.
    pub(super) declares: bool,
}

impl Seen {
    pub(super) fn read(&mut self, array: usize) {
        self.read.insert(array);
    }

    /// What is only read.
    pub(super) fn reads(&self) -> impl Iterator<Item = usize> {
        self.read.iter().copied().filter(|array| !self.changed.contains(array))
    }

    /// What is only read if rustc says so.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> {
        self.shown.iter().copied().filter(|array| !self.changed.contains(array))
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = usize> {
        self.changed.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty() && self.changed.is_empty() && !self.has_macro
    }

    pub(super) fn add(&mut self, other: Seen) {
        self.read.extend(other.read);
        self.changed.extend(other.changed);
        self.shown.extend(other.shown);
        self.has_macro |= other.has_macro;
    }
}

/// Reads a statement.
pub(super) struct Mentions<'a> {
    arrays: &'a Arrays,
    seen: Seen,
    problem: Option<NoRegion>,
}

impl<'a> Mentions<'a> {
    /// What a statement does. At the function's end nothing comes after it.
    pub(super) fn in_statement(statement: &Stmt, arrays: &'a Arrays, is_end: bool) -> Result<Seen, NoRegion> {
        let mut mentions = Self::new(arrays);
        mentions.statement(statement);
        if is_end {
            // A value that is moved out of the function is at its end too.
            mentions.problem = None;
            mentions.read_all(statement);
        } else if mentions.keeps(statement) {
            mentions.refuse_name(statement);
        }
        mentions.done()
    }

    /// What the evaluation of a value does that is thrown away, or iterated over.
    pub(super) fn in_value(value: &Expr, arrays: &'a Arrays) -> Result<Seen, NoRegion> {
        let mut mentions = Self::new(arrays);
        mentions.value(value);
        if super::keeps::keeps(value, mentions.arrays) {
            mentions.refuse_name(value);
        }
        mentions.done()
    }

    fn new(arrays: &'a Arrays) -> Self {
        Self { arrays, seen: Seen::default(), problem: None }
    }

    fn done(self) -> Result<Seen, NoRegion> {
        self.problem.map_or(Ok(self.seen), Err)
    }

    fn keeps(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Local(local) => local_keeps(local, self.arrays) || self.lends_part(local),
            Stmt::Expr(expression, _) => leaves_reference(expression, self.arrays),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        }
    }

    /// `let part = &mut self.n;`: where `self` derefs to something, all of that is lent.
    fn lends_part(&self, local: &Local) -> bool {
        let Some(init) = &local.init else { return false };
        let Expr::Reference(lent) = bare(&init.expr) else { return false };
        let root = root(bare(&lent.expr)).map(|root| root.to_string());
        lent.mutability.is_some() && root.is_some_and(|root| !self.arrays.named_in(&root).is_empty())
    }

    fn refuse(&mut self, at: &impl Spanned, why: impl Into<String>) {
        self.problem.get_or_insert_with(|| NoRegion::new(at.span(), why));
    }

    /// Something may refer to an array when this is over.
    fn refuse_name(&mut self, at: &(impl Spanned + ToTokens)) {
        let text = self.named(at).first().map_or("an array", |&array| self.arrays.text(array)).to_owned();
        self.refuse(at, format!("a variable may refer to `{text}` from here on"));
    }

    fn named(&self, tokens: &impl ToTokens) -> Vec<usize> {
        self.arrays.named_in(&tokens.to_token_stream().to_string())
    }

    fn read_all(&mut self, tokens: &impl ToTokens) {
        let named = self.named(tokens);
        self.seen.read.extend(named);
    }

    /// A use of which nothing is known.
    fn change_all(&mut self, tokens: &impl ToTokens) {
        let named = self.named(tokens);
        self.seen.changed.extend(named);
    }

    /// The arrays that `place` is, holds, or is held by.
    fn arrays_in(&self, place: &Expr) -> Vec<usize> {
        let place = behind(place);
        if is_place(place) { self.arrays.within(place) } else { Vec::new() }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(_) => {}
            Stmt::Expr(expression, _) => self.value(expression),
            Stmt::Macro(call) => {
                self.macro_call(&call.mac);
                self.seen.declares = true;
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.stmts {
            self.statement(statement);
            // Only for this block.
            self.seen.declares = false;
        }
    }

    fn local(&mut self, local: &Local) {
        let Some(init) = &local.init else { return };
        self.matched(&init.expr, std::iter::once(&local.pat));
        if let Some((_, other)) = &init.diverge {
            self.value(other);
        }
    }

    /// What patterns are held against: they may refer to it.
    fn matched<'p>(&mut self, value: &Expr, mut patterns: impl Iterator<Item = &'p Pat>) {
        match base_of(value).map(|base| self.arrays_in(base)) {
            Some(arrays) if !arrays.is_empty() && !patterns.all(copies) => {
                self.seen.changed.extend(arrays);
                self.value(value);
            }
            _ => self.value(value),
        }
    }

    /// An expression where its value is wanted.
    fn value(&mut self, expression: &Expr) {
        match bare(expression) {
            Expr::Lit(_) | Expr::Continue(_) => {}
            Expr::Path(_) => self.moved(expression),
            Expr::Field(field) => match is_place(expression) {
                true => self.moved(expression),
                false => self.read_place(&field.base),
            },
            Expr::Index(index) => self.element(index),
            Expr::Reference(lent) => self.lent(lent),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Assign(assign) => {
                self.value(&assign.right);
                self.target(&assign.left);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.value(&binary.right);
                self.target(&binary.left);
            }
            Expr::Binary(binary) => self.values([&*binary.left, &*binary.right]),
            Expr::Unary(unary) => self.value(&unary.expr),
            Expr::Cast(cast) => self.value(&cast.expr),
            Expr::Tuple(tuple) => self.values(&tuple.elems),
            Expr::Array(array) => self.values(&array.elems),
            Expr::Repeat(repeat) => self.values([&*repeat.expr, &*repeat.len]),
            Expr::Range(range) => self.values(range.start.iter().chain(&range.end).map(|end| &**end)),
            Expr::Struct(made) => self.values(made.fields.iter().map(|field| &field.expr).chain(made.rest.as_deref())),
            Expr::Try(tried) => self.value(&tried.expr),
            Expr::Return(left) => self.values(left.expr.as_deref()),
            Expr::Break(left) => self.values(left.expr.as_deref()),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Macro(call) => self.macro_call(&call.mac),
            other => self.with_blocks(other),
        }
    }

    fn values<'e>(&mut self, values: impl IntoIterator<Item = &'e Expr>) {
        values.into_iter().for_each(|value| self.value(value));
    }

    fn with_blocks(&mut self, expression: &Expr) {
        match expression {
            Expr::Block(block) => self.block(&block.block),
            Expr::If(branch) => {
                self.value(&branch.cond);
                self.block(&branch.then_branch);
                self.values(branch.else_branch.as_ref().map(|(_, other)| &**other));
            }
            Expr::Let(condition) => self.matched(&condition.expr, std::iter::once(&*condition.pat)),
            Expr::Match(chosen) => {
                self.matched(&chosen.expr, chosen.arms.iter().map(|arm| &arm.pat));
                let parts = chosen.arms.iter().flat_map(|arm| arm.guard.iter().map(|(_, guard)| &**guard).chain([&*arm.body]));
                self.values(parts);
            }
            Expr::ForLoop(repeat) => {
                self.value(&repeat.expr);
                self.block(&repeat.body);
            }
            Expr::While(repeat) => {
                self.value(&repeat.cond);
                self.block(&repeat.body);
            }
            Expr::Loop(repeat) => self.block(&repeat.body),
            other if self.named(other).is_empty() => self.seen.has_macro |= holds_macro(other),
            other => self.refuse(other, "an array of the loops is used in a way that cannot be followed"),
        }
    }

    /// An array, or what holds one, where a value is wanted.
    fn moved(&mut self, place: &Expr) {
        if let Some(&array) = self.arrays_in(place).first() {
            let text = self.arrays.text(array).to_owned();
            self.refuse(place, format!("`{text}` may be moved here"));
        }
    }

    /// `y[i]`, a copy.
    fn element(&mut self, index: &syn::ExprIndex) {
        self.value(&index.index);
        self.read_place(&index.expr);
    }

    /// A place that is looked at, or is part of one.
    fn read_place(&mut self, place: &Expr) {
        match behind(place) {
            place if is_place(place) => {
                let arrays = self.arrays_in(place);
                self.seen.read.extend(arrays);
            }
            Expr::Index(index) => self.element(index),
            Expr::Field(field) => self.read_place(&field.base),
            other => self.value(other),
        }
    }

    /// `&y[1..]`, `&mut self`.
    fn lent(&mut self, lent: &syn::ExprReference) {
        match lent.mutability {
            None => self.read_place(&lent.expr),
            Some(_) => self.changed_place(&lent.expr),
        }
    }

    /// A place that may be changed.
    fn changed_place(&mut self, place: &Expr) {
        match behind(place) {
            place if is_place(place) => {
                let arrays = self.arrays_in(place);
                self.seen.changed.extend(arrays);
            }
            Expr::Index(index) => {
                self.value(&index.index);
                self.changed_place(&index.expr);
            }
            Expr::Field(field) => self.changed_place(&field.base),
            other => self.value(other),
        }
    }

    /// The left side of an assignment.
    fn target(&mut self, target: &Expr) {
        match bare(target) {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|element| self.target(element)),
            Expr::Array(array) => array.elems.iter().for_each(|element| self.target(element)),
            Expr::Call(call) => call.args.iter().for_each(|argument| self.target(argument)),
            Expr::Struct(made) => made.fields.iter().for_each(|field| self.target(&field.expr)),
            place if is_place(place) => {
                if let (Some(_), Some(name)) = (self.arrays_in(place).first(), root(place)) {
                    self.refuse(target, format!("`{name}` is given another array"));
                }
            }
            place => self.changed_place(place),
        }
    }

    fn method(&mut self, call: &ExprMethodCall) {
        self.values(&call.args);
        let is = |names: &[&str]| names.iter().any(|name| call.method == name);
        let receiver = bare(&call.receiver);
        match receiver {
            // Of no place: made before, and looked at there.
            _ if base_of(receiver).is_none() => self.value(receiver),
            Expr::Index(index) if is_range(&index.index) && (is(&READING) || is(&SIZES)) => self.element(index),
            part if !is_place(behind(part)) && is(&COMPUTING) => self.shown(part),
            array if self.arrays.at(behind(array)).is_some() && is(&SIZES) => {}
            array if self.arrays.at(behind(array)).is_some() && is(&READING) => self.shown(array),
            place => self.changed_place(place),
        }
    }

    fn shown(&mut self, place: &Expr) {
        let arrays = base_of(place).map(|base| self.arrays_in(base)).unwrap_or_default();
        self.seen.shown.extend(arrays);
        self.read_place(place);
    }

    fn call(&mut self, call: &syn::ExprCall) {
        if self.arrays.exchanged(call).is_none() {
            self.value(&call.func);
            self.values(&call.args);
        }
    }

    /// It may be called in this statement.
    fn closure(&mut self, closure: &syn::ExprClosure) {
        if closure.capture.is_some() && !self.named(&closure.body).is_empty() {
            return self.refuse(closure, "a closure takes an array of the loops");
        }
        self.value(&closure.body);
    }

    fn macro_call(&mut self, call: &syn::Macro) {
        self.seen.has_macro = true;
        self.change_all(&call.tokens);
        if mentions_word(&call.tokens, "unsafe") {
            self.refuse(call, "`unsafe` between the loops");
        }
    }
}

/// The variable or field that a part is of: `y` of `y[i].x`.
fn base_of(expression: &Expr) -> Option<&Expr> {
    match behind(expression) {
        place if is_place(place) => Some(place),
        Expr::Index(index) => base_of(&index.expr),
        Expr::Field(field) => base_of(&field.base),
        _ => None,
    }
}

fn is_range(index: &Expr) -> bool {
    matches!(bare(index), Expr::Range(_))
}

/// Without parentheses and `*`.
fn behind(expression: &Expr) -> &Expr {
    match bare(expression) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => behind(&unary.expr),
        other => other,
    }
}

fn holds_macro(expression: &Expr) -> bool {
    struct Macros(bool);
    impl<'ast> syn::visit::Visit<'ast> for Macros {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.0 = true;
        }
    }
    let mut macros = Macros(false);
    syn::visit::Visit::visit_expr(&mut macros, expression);
    macros.0
}
