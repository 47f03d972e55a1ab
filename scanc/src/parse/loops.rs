//! Which loop a clause on the function means: the one that stands in no other, or the innermost of a nest.

use super::collected::{Collected, scan_chain, unbound};
use super::reduced::{self, reduced_chain};
use super::search::is_search;
use super::site::Word;
use super::{LocalFunction, error};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::syntax::{Expressions, compound, each, for_each_word, lazy_operand, operands, stages};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::ptr;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprClosure, ExprMethodCall, Item, ItemFn, Local, Stmt};

/// What `for_each` does with the items of an iterator that a loop's header may have.
pub(super) fn looped(expression: &Expr) -> Option<(&ExprMethodCall, &ExprClosure)> {
    each(expression).filter(|(call, _)| stages(&call.receiver).1.is_empty())
}

/// What a clause on a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// Its one loop that stands in no other, the innermost of a nest, or a collected scan.
    Loop,
    /// In a function without loops: its one iterator that comes to a value, or to a `Vec`, or that is run by `for_each`.
    Iterator,
    /// In one without loops, its one iterator some items of which are collected.
    Selection,
    /// In one without loops, its one collected iterator whose closures continue a variable.
    Carrying,
}

/// What an attribute of ours on a function is for; `None`, and the reason in `diagnostics`, where that is not to be told.
pub(super) fn meant(function: &ItemFn, attribute: Word, diagnostics: &mut Diagnostics) -> Option<Meant> {
    let is_independent = attribute == Word::ParallelFor;
    let mut loops = Loops::of(function);
    let selects = attribute == Word::Scan && !loops.selected.is_empty();
    let is_carried = attribute == Word::Scan && !selects && !loops.carried.is_empty();
    let mut iterators = match attribute {
        // Whether what a closure changes is continued is told where it is read.
        Word::ParallelFor => {
            [&mut loops.mapped, &mut loops.carried, &mut loops.sought].into_iter().flat_map(std::mem::take).collect()
        }
        Word::Scan if selects => loops.selected.clone(),
        Word::Scan if is_carried => std::mem::take(&mut loops.carried),
        Word::Scan | Word::Reduce => std::mem::take(&mut loops.iterators),
    };
    iterators.append(&mut loops.each);
    let has_loops =
        if is_independent || selects || is_carried { loops.outside_of_iterators > 0 } else { !loops.spans.is_empty() };
    let is_iterator = !has_loops && loops.endless.is_none() && !iterators.is_empty();
    if is_iterator {
        (loops.spans, loops.nested) = (iterators, None);
    }
    let (which, clauses) = match attribute {
        Word::ParallelFor => ("which one has independent iterations?", "`#[parallel_for]`"),
        Word::Reduce => ("which one is the reduction?", "its clauses as `#[reduce(…)]`"),
        Word::Scan => ("which one is the scan?", "its clauses as `#[scan(…)]`"),
    };
    let wrong = if let Some(inner) = loops.nested.filter(|_| loops.outermost > 1) {
        error(122, inner, format!("this loop stands inside another: {which}")).help(format!(
            "write a bare `#[scan]` on the function, and {clauses} on {}",
            if is_independent { "the loop that has them" } else { "the inner loop" }
        ))
    } else if let (None, Some(second)) = (loops.nested, loops.spans.get(1)) {
        let message = format!("the function has {} loops: {which}", loops.spans.len());
        error(122, *second, message).help(format!("write a bare `#[scan]` on the function, and {clauses} on the loop"))
    } else if let Some(span) = loops.unbound {
        unbound(span)
    } else if let (true, Some(wrong)) = (loops.spans.is_empty(), loops.unbound_iterator.take()) {
        wrong
    } else if loops.spans.is_empty() {
        no_loop_in(function, &loops, attribute)
    } else {
        return Some(match is_iterator {
            true if selects => Meant::Selection,
            true if is_carried => Meant::Carrying,
            true => Meant::Iterator,
            false => Meant::Loop,
        });
    };
    diagnostics.push(wrong);
    None
}

fn no_loop_in(function: &ItemFn, loops: &Loops, attribute: Word) -> Diagnostic {
    let selected = loops.selected.first();
    let collected = loops.carried.first().or(selected).or(loops.mapped.first()).copied();
    let (at, message, help) = match (loops.endless, collected, consumer(function)) {
        (Some(endless), ..) => (
            endless,
            "a `loop` has no bound, so it cannot be a scan",
            "put its condition into a `while` loop that counts: `while i < n { …; i += 1; }`",
        ),
        (None, Some(carried), _) if !loops.carried.is_empty() => (
            carried,
            "what is collected depends on earlier items: this is a scan",
            "write `#[scan(+ : s)]`, with the variable that the closure changes, and how",
        ),
        (None, Some(mapped), _) if selected.is_none() => {
            (mapped, "every item is collected, and none depends on those before it", "write `#[parallel_for]`")
        }
        (None, Some(selected), _) => (
            selected,
            "where an item is collected depends on those before it: this is a scan",
            "write `#[scan(+ : y)]` for `let y: Vec<_> = ….collect();`, and `#[scan(+ : collect)]` where it has no name",
        ),
        (None, None, Some((method, message, help))) => {
            return error(121, method.span(), format!("`{method}` {message}")).help(help);
        }
        (None, None, None) if attribute == Word::ParallelFor => (
            function.sig.ident.span().into(),
            "the function shows no loop",
            "independent iterations are those of a `for` loop, of `let y: Vec<_> = x.iter().map(…).collect();`, of `x.iter().any(…)`; in a macro none is seen",
        ),
        (None, None, None) => (
            function.sig.ident.span().into(),
            "the function has no loop to scan",
            "a scan is a `for` loop, a `while` loop, or `let y = x.iter().scan(…).collect();`",
        ),
    };
    error(121, at, message).help(help)
}

/// Methods that run a loop of their own, what of it cannot be annotated, and what can in its place.
const OTHERS: [(&[&str], &str, &str); 6] = [
    (&["any", "all", "position", "find", "find_map"], "looks for an item, and combines nothing", "write `#[parallel_for]`"),
    (
        &["rposition"],
        "looks for an item, and combines nothing",
        "look from the other end: `.rev().position(…)` with `#[parallel_for]`",
    ),
    (
        &["retain", "dedup", "dedup_by_key", "drain"],
        "changes a `Vec` where it is",
        "collect what stays: `let kept: Vec<_> = v.iter().copied().filter(…).collect();` with `#[scan(+ : kept)]`",
    ),
    (
        &["extend", "partition"],
        "is no loop that can be annotated",
        "push in one: `for v in x { if … { a.push(*v); } else { b.push(*v); } }` with `#[scan(+ : a, b)]`",
    ),
    (
        &["for_each", "try_fold", "unzip"],
        "is no loop that can be annotated here",
        "write it as a `for` loop: `for x in x { sum += … }` with `#[reduce(+ : sum)]`",
    ),
    (&["collect"], "makes nothing of its items", "say what of each: `.map(|v| *v).collect()` with `#[parallel_for]`"),
];

/// The first of these methods, in a function without loops.
fn consumer(function: &ItemFn) -> Option<(Ident, &'static str, &'static str)> {
    let mut found = None;
    let mut look = |expression: &Expr| {
        if let Expr::MethodCall(call) = expression
            && let Some((_, message, help)) = OTHERS.iter().find(|(names, ..)| names.iter().any(|name| call.method == name))
        {
            found.get_or_insert((call.method.clone(), *message, *help));
        }
        true
    };
    Expressions(&mut look).visit_block(&function.block);
    found
}

/// The loops of a function: `for`, `while`, `loop` and collected scans.
#[derive(Default)]
struct Loops {
    spans: Vec<Span>,
    /// Where a loop stands inside another.
    nested: Option<Span>,
    /// How many stand inside of no other.
    outermost: usize,
    /// How many stand in no closure of an iterator.
    outside_of_iterators: usize,
    /// `loop { … }`
    endless: Option<Span>,
    /// A collected scan in a place where it cannot be replaced.
    unbound: Option<Span>,
    /// Iterators that come to a value.
    iterators: Vec<Span>,
    /// Those that look for an item.
    sought: Vec<Span>,
    /// Iterators that are collected, an item for each.
    mapped: Vec<Span>,
    /// Those whose items depend on earlier ones.
    carried: Vec<Span>,
    /// Those of which some items are.
    selected: Vec<Span>,
    /// Iterators that `for_each` runs.
    each: Vec<Span>,
    /// One in a place where it cannot be replaced.
    unbound_iterator: Option<Diagnostic>,
    depth: usize,
    /// What is visited stands in one of these.
    in_iterator: bool,
    /// The next expression is the value of a `let`, an assignment or a statement.
    bound: bool,
    /// What such a value is computed of, and whether it may not be evaluated.
    parts: HashMap<*const Expr, bool>,
    /// The closures that loops call: what stands in one stands in a loop.
    called: HashSet<String>,
}

/// The closures of a function that its loops and iterators call.
pub(super) fn called(block: &Block) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut note = |expression: &Expr| {
        let mut words = |tokens: TokenStream| for_each_word(tokens, &mut |word| names.extend([word.unraw().to_string()]));
        match expression {
            Expr::ForLoop(_) | Expr::While(_) => words(expression.to_token_stream()),
            Expr::MethodCall(call) => call.args.iter().for_each(|argument| words(argument.to_token_stream())),
            _ => {}
        }
        true
    };
    Expressions(&mut note).visit_block(block);
    names
}

/// Whether this is one of those closures.
pub(super) fn is_called(local: &Local, called: &HashSet<String>) -> bool {
    LocalFunction::of_local(local).is_some_and(|(name, _)| called.contains(&name.unraw().to_string()))
}

impl Loops {
    fn of(function: &ItemFn) -> Self {
        let mut loops = Self { called: called(&function.block), ..Self::default() };
        loops.visit_block(&function.block);
        loops
    }

    fn enter(&mut self, span: Span, expression: &Expr) {
        if self.depth > 0 {
            self.nested.get_or_insert(span);
        } else {
            self.outermost += 1;
        }
        self.spans.push(span);
        self.outside_of_iterators += usize::from(!self.in_iterator);
        self.depth += 1;
        visit::visit_expr(self, expression);
        self.depth -= 1;
    }
}

impl Loops {
    /// Notes an iterator that runs by itself, if it is one.
    fn iterator(&mut self, expression: &Expr, bound: bool, part: Option<bool>) -> bool {
        let (sought, reduced) = match reduced_chain(expression) {
            Some(chain) if is_search(chain) => (Some(chain.method.span()), None),
            chain => (None, chain.map(|chain| chain.method.span())),
        };
        let collected = Collected::of(expression);
        let selects = collected.as_ref().is_some_and(Collected::selects);
        let carries = !selects && collected.as_ref().is_some_and(|collected| !collected.carries().is_empty());
        let collecting = |is: bool| collected.as_ref().filter(|_| is).map(|collected| collected.steps[0].method.span());
        let (mapped, carried, selected) = (collecting(!selects && !carries), collecting(carries), collecting(selects));
        let each = looped(expression).map(|(call, _)| call.method.span());
        let of_kinds = [
            (&mut self.iterators, reduced),
            (&mut self.sought, sought),
            (&mut self.mapped, mapped),
            (&mut self.carried, carried),
            (&mut self.selected, selected),
            (&mut self.each, each),
        ];
        let found = of_kinds.into_iter().find_map(|(list, span)| Some((list, Span::from(span?))));
        if let Some((list, span)) = found.filter(|_| !self.in_iterator) {
            let valued = reduced.or(sought);
            match bound || part.is_some_and(|is_lazy| if is_lazy { sought.is_some() } else { valued.is_some() }) {
                true => list.push(span),
                false => {
                    let reduction = valued.map(|span| reduced::unbound(span.into(), sought.is_some()));
                    let wrong = reduction.or_else(|| Some(unbound(carried.or(selected)?.into())));
                    self.unbound_iterator = self.unbound_iterator.take().or(wrong);
                }
            }
        }
        reduced.or(sought).or(mapped).or(carried).or(selected).or(each).is_some()
    }
}

impl<'ast> Visit<'ast> for Loops {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = local.init.as_ref().filter(|_| !is_called(local, &self.called)) {
            self.bound = true;
            self.visit_expr(&init.expr);
            if let Some((_, diverge)) = &init.diverge {
                self.visit_expr(diverge);
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Expr(Expr::Assign(assign), _) => {
                self.visit_expr(&assign.left);
                self.bound = true;
                self.visit_expr(&assign.right);
            }
            Stmt::Expr(Expr::Binary(update), _) if compound(&update.op).is_some() => {
                self.visit_expr(&update.left);
                self.bound = true;
                self.visit_expr(&update.right);
            }
            Stmt::Expr(expression, _) => {
                self.bound = true;
                self.visit_expr(expression);
            }
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let bound = std::mem::take(&mut self.bound);
        let part = self.parts.remove(&ptr::from_ref(expression));
        if bound || part.is_some() {
            let is_lazy = part.unwrap_or(false);
            self.parts.extend(operands(expression).into_iter().map(|operand| (ptr::from_ref(operand), is_lazy)));
            self.parts.extend(lazy_operand(expression).map(|operand| (ptr::from_ref(operand), true)));
        }
        match expression {
            Expr::ForLoop(syntax) => self.enter(syntax.for_token.span.into(), expression),
            Expr::While(syntax) => self.enter(syntax.while_token.span.into(), expression),
            Expr::Loop(syntax) => {
                self.endless.get_or_insert(syntax.loop_token.span.into());
                visit::visit_expr(self, expression);
            }
            Expr::Paren(inner) => {
                self.bound = bound;
                self.visit_expr(&inner.expr);
            }
            _ => match scan_chain(expression) {
                Some(scan) => {
                    if !bound {
                        self.unbound.get_or_insert(scan.method.span().into());
                    }
                    self.enter(scan.method.span().into(), expression);
                }
                None => {
                    let is_iterator = self.iterator(expression, bound, part);
                    // What its closures have is part of its loop.
                    let outside = is_iterator.then(|| std::mem::replace(&mut self.in_iterator, true));
                    visit::visit_expr(self, expression);
                    self.in_iterator = outside.unwrap_or(self.in_iterator);
                }
            },
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}
