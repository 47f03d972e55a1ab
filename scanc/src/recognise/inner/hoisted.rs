//! Elements that a loop in an iteration reads at its variable, one after the other, are those of a slice, which is looked for once, before
//! the loop:
//!
//! ```text
//! let x_items = &x[i..][..m]; for k in 0..m { s += x_items[k]; }
//! ```
//!
//! Nothing is left to check in such a loop, so that rustc and OpenCL compilers make vectors of it. A loop that would have ended before it
//! comes to an element that is not there, by a `break` or by a panic of another kind, has no slices.

use crate::recognise::names::Names;
use crate::recognise::{Recurrence, bounds};
use crate::syntax::{Expressions, bare, for_each_name, integer, ours, parenthesized, plain_ident, span_of, variable};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprForLoop, ExprRange, Pat, RangeLimits, Stmt, parse_quote_spanned};

/// Gives the loops of a recurrence their slices.
pub(in crate::recognise) fn hoist(recurrence: &mut Recurrence, names: &mut Names) {
    let gathered = recurrence.arrays.iter().filter(|array| array.gathered).map(|array| array.name.to_string()).collect();
    recurrence.visit_results_mut(&mut Hoist { gathered, names, known: Vec::new() });
    if let Some(trial) = &mut recurrence.trial {
        hoist(trial, names);
    }
}

struct Hoist<'n> {
    /// The arrays that are read at any index.
    gathered: HashSet<String>,
    names: &'n mut Names,
    /// Loops, each with its slices and what it becomes: it is the same in all results.
    known: Vec<(ExprForLoop, Vec<Stmt>, ExprForLoop)>,
}

impl VisitMut for Hoist<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for statement in std::mem::take(&mut block.stmts) {
            match statement {
                Stmt::Expr(Expr::ForLoop(mut repeat), end) => {
                    block.stmts.extend(self.hoisted(&mut repeat));
                    block.stmts.push(Stmt::Expr(Expr::ForLoop(repeat), end));
                }
                other => block.stmts.push(other),
            }
        }
    }
}

/// What a loop reads of an array along its variable.
struct Read {
    array: Ident,
    index: Expr,
    along: Along,
}

/// `base + k`, or `base - k`, of the variable of the loop.
struct Along {
    /// `None` for 0.
    base: Option<Expr>,
    is_falling: bool,
}

/// The `let`s of slices, and what they have in common.
struct Slices {
    lets: Vec<Stmt>,
    length: Expr,
    /// Where slices begin of a loop that may run over nothing, past the end of the arrays, and what that is called.
    firsts: Vec<(Expr, Expr)>,
}

impl Hoist<'_> {
    /// The same as [`Self::slices`], under the same names for the same loop.
    fn hoisted(&mut self, repeat: &mut ExprForLoop) -> Vec<Stmt> {
        if let Some((_, lets, hoisted)) = self.known.iter().find(|(known, ..)| known == repeat) {
            repeat.clone_from(hoisted);
            return lets.clone();
        }
        let before = repeat.clone();
        let lets = self.slices(repeat);
        self.known.push((before, lets.clone(), repeat.clone()));
        lets
    }

    /// The `let`s of the slices that a loop reads, which reads them afterwards.
    fn slices(&mut self, repeat: &mut ExprForLoop) -> Vec<Stmt> {
        let (reads, span) = (self.reads(repeat), span_of(&repeat.expr));
        let (Pat::Ident(counter), Some(range), false) = (&*repeat.pat, range_mut(&mut repeat.expr), reads.is_empty()) else {
            return Vec::new();
        };
        let (Some(from), Some(to)) = (range.start.clone(), range.end.clone()) else { return Vec::new() };
        let (counter, is_from_zero) = (counter.ident.clone(), bounds::literal(&from) == Some(0));
        let mut slices = self.of_length(&from, &to);
        let number = if is_from_zero { counter.clone() } else { self.names.make_up(&counter.to_string(), span) };
        for Read { array, index, along: Along { base, is_falling } } in reads {
            let base = match (base, is_from_zero) {
                (base, true) => base,
                (Some(base), false) if is_falling => Some(minus(base, (*from).clone())),
                (Some(base), false) => Some(plus(base, (*from).clone())),
                (None, false) => Some((*from).clone()),
            };
            let mut first = if is_falling { base.and_then(|base| first_of_falling(base, &slices.length)) } else { base };
            if !is_from_zero {
                first = first.map(|first| self.first_of_some(first, &mut slices));
            }
            let (name, length, at) = (self.names.make_up(&format!("{array}_items"), span_of(&index)), &slices.length, ours(span));
            let place: Expr = match is_falling {
                true => parse_quote_spanned!(at=> #length - 1 - #number),
                false => variable(&number),
            };
            slices.lets.push(match first {
                Some(first) => parse_quote_spanned!(at=> let #name = &#array[#first..][..#length];),
                None => parse_quote_spanned!(at=> let #name = &#array[..#length];),
            });
            Replace { array: &array, index: &index, name: &name, place: &place }.visit_block_mut(&mut repeat.body);
        }
        if !is_from_zero {
            (range.start, range.end) = (Some(Box::new(integer(0, span))), Some(Box::new(slices.length)));
            *repeat.pat = syn::parse_quote!(#number);
            if mentions(&repeat.body, &counter) {
                let value = plus(variable(&number), *from);
                repeat.body.stmts.insert(0, parse_quote_spanned!(ours(span)=> let #counter = #value;));
            }
        }
        slices.lets
    }

    /// What every iteration of a loop that runs to the end of a range reads along its variable.
    fn reads(&self, repeat: &mut ExprForLoop) -> Vec<Read> {
        let mut reads: Vec<Read> = Vec::new();
        let (Pat::Ident(counter), false) = (&*repeat.pat, ends_early(&repeat.body)) else { return reads };
        if !range_mut(&mut repeat.expr).is_some_and(|range| matches!(range.limits, RangeLimits::HalfOpen(_))) {
            return reads;
        }
        let changing = changing(&counter.ident, &repeat.body);
        each_read(&repeat.body, &mut |access| {
            let Some(array) = plain_ident(&access.expr).filter(|name| self.gathered.contains(&name.to_string())) else { return };
            let is_known = reads.iter().any(|read| read.array == *array && read.index == *access.index);
            if let Some(along) = along(&access.index, &counter.ident, &changing).filter(|_| !is_known) {
                reads.push(Read { array: array.clone(), index: (*access.index).clone(), along });
            }
        });
        reads
    }

    /// Slices as long as a range.
    fn of_length(&mut self, from: &Expr, to: &Expr) -> Slices {
        let (mut lets, span) = (Vec::new(), span_of(to));
        let length = match (bounds::literal(from), bounds::literal(to)) {
            (Some(0), _) => to.clone(),
            (Some(from), Some(to)) => integer(to.saturating_sub(from).max(0).unsigned_abs(), span),
            _ => {
                let (name, value) = (self.names.make_up("length", span), minus(to.clone(), from.clone()));
                lets.push(parse_quote_spanned!(ours(span)=> let #name: usize = if #from < #to { #value } else { 0 };));
                variable(&name)
            }
        };
        Slices { lets, length, firsts: Vec::new() }
    }

    /// Where slices begin: nowhere in particular, where they are empty.
    fn first_of_some(&mut self, first: Expr, slices: &mut Slices) -> Expr {
        if let Some((_, name)) = slices.firsts.iter().find(|(other, _)| *other == first) {
            return name.clone();
        }
        if bounds::literal(&slices.length).is_some_and(|length| length > 0) {
            return first;
        }
        let (span, length) = (span_of(&first), &slices.length);
        let (name, at) = (self.names.make_up("first", span), ours(span));
        slices.lets.push(parse_quote_spanned!(at=> let #name: usize = if 0 < #length { #first } else { 0 };));
        slices.firsts.push((first, variable(&name)));
        variable(&name)
    }
}

/// Puts an element of a slice in the place of an array's.
struct Replace<'r> {
    array: &'r Ident,
    index: &'r Expr,
    name: &'r Ident,
    place: &'r Expr,
}

impl VisitMut for Replace<'_> {
    fn visit_expr_index_mut(&mut self, access: &mut syn::ExprIndex) {
        if plain_ident(&access.expr) == Some(self.array) && *access.index == *self.index {
            *access.expr = variable(&crate::syntax::ident_at(self.name, span_of(&access.expr)));
            *access.index = self.place.clone();
        }
        visit_mut::visit_expr_index_mut(self, access);
    }
}

/// What `index` is, if it goes along with the variable.
fn along(index: &Expr, counter: &Ident, changing: &HashSet<String>) -> Option<Along> {
    let is_counter = |expr: &Expr| plain_ident(expr) == Some(counter);
    let is_fixed = |expr: &Expr| {
        let mut is_fixed = true;
        for_each_name(expr, &mut |name| is_fixed &= !changing.contains(&name.to_string()));
        let mut look = |expr: &Expr| {
            is_fixed &= !matches!(expr, Expr::Block(_) | Expr::If(_) | Expr::Call(_) | Expr::MethodCall(_));
            is_fixed
        };
        Expressions(&mut look).visit_expr(expr);
        is_fixed
    };
    match bare(index) {
        expr if is_counter(expr) => Some(Along { base: None, is_falling: false }),
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) => {
            let (left, right) = (bare(&sum.left), bare(&sum.right));
            match (along(left, counter, changing), along(right, counter, changing)) {
                (Some(along), None) if is_fixed(right) => {
                    let base = along.base.map_or_else(|| right.clone(), |base| plus(base, right.clone()));
                    Some(Along { base: Some(base), ..along })
                }
                (None, Some(along)) if is_fixed(left) => {
                    let base = along.base.map_or_else(|| left.clone(), |base| plus(left.clone(), base));
                    Some(Along { base: Some(base), ..along })
                }
                _ => None,
            }
        }
        Expr::Binary(difference) if matches!(difference.op, BinOp::Sub(_)) => {
            let (left, right) = (bare(&difference.left), bare(&difference.right));
            match along(left, counter, changing) {
                // Alone it would be less than 0.
                Some(along) if is_fixed(right) => Some(Along { base: Some(minus(along.base?, right.clone())), ..along }),
                Some(_) => None,
                None if is_fixed(left) => {
                    let along = along(right, counter, changing)?;
                    let base = along.base.map_or_else(|| left.clone(), |base| minus(left.clone(), base));
                    (!along.is_falling).then_some(Along { base: Some(base), is_falling: true })
                }
                None => None,
            }
        }
        _ => None,
    }
}

/// The names that the loop binds or changes.
fn changing(counter: &Ident, body: &Block) -> HashSet<String> {
    let mut names = HashSet::from([counter.to_string()]);
    let mut bind = |name: &syn::PatIdent| _ = names.insert(name.ident.to_string());
    crate::syntax::Bound(&mut bind).visit_block(body);
    let mut look = |expr: &Expr| {
        let target = match expr {
            Expr::Assign(assign) => Some(&assign.left),
            Expr::Binary(update) if crate::syntax::compound(&update.op).is_some() => Some(&update.left),
            _ => None,
        };
        target.into_iter().for_each(|target| for_each_name(target, &mut |name| _ = names.insert(name.to_string())));
        true
    };
    Expressions(&mut look).visit_block(body);
    names
}

/// Looks at what every iteration reads.
fn each_read(body: &Block, look: &mut dyn FnMut(&syn::ExprIndex)) {
    struct Reads<'l>(&'l mut dyn FnMut(&syn::ExprIndex));
    impl<'ast> Visit<'ast> for Reads<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::If(choice) => self.visit_expr(&choice.cond),
                Expr::Binary(lazy) if matches!(lazy.op, BinOp::And(_) | BinOp::Or(_)) => self.visit_expr(&lazy.left),
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) | Expr::Match(_) => {}
                Expr::Index(access) => {
                    (self.0)(access);
                    syn::visit::visit_expr(self, expr);
                }
                expr => syn::visit::visit_expr(self, expr),
            }
        }
    }
    Reads(look).visit_block(body);
}

/// Whether the loop may end before its range does.
fn ends_early(body: &Block) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::Break(_));
        !matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_))
    };
    Expressions(&mut look).visit_block(body);
    found
}

/// The range that is run over, in one direction or the other.
fn range_mut(expr: &mut Expr) -> Option<&mut ExprRange> {
    match expr {
        Expr::Range(range) => Some(range),
        Expr::Paren(inner) => range_mut(&mut inner.expr),
        Expr::MethodCall(call) if call.method == "rev" => range_mut(&mut call.receiver),
        _ => None,
    }
}

fn mentions(body: &Block, name: &Ident) -> bool {
    let mut found = false;
    crate::syntax::for_each_name_in(body, &mut |other| found |= other == name);
    found
}

/// The first of `length` elements, of which the last is at `base`: `base + 1 - length`, which is none where that is 0.
fn first_of_falling(base: Expr, length: &Expr) -> Option<Expr> {
    let is_last = |expr: &Expr| matches!(one_less(expr), Some(whole) if whole == length);
    match bare(&base) {
        expr if is_last(expr) => None,
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) && is_last(bare(&sum.right)) => Some((*sum.left).clone()),
        expr => {
            let next = one_less(expr).cloned().unwrap_or_else(|| plus(expr.clone(), integer(1, span_of(expr))));
            match &next {
                Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) && *sum.right == *length => Some((*sum.left).clone()),
                _ => Some(minus(next, length.clone())),
            }
        }
    }
}

/// `n` of `n - 1`.
fn one_less(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Binary(before) if matches!(before.op, BinOp::Sub(_)) && bounds::literal(&before.right) == Some(1) => {
            Some(bare(&before.left))
        }
        _ => None,
    }
}

fn plus(left: Expr, right: Expr) -> Expr {
    let span = span_of(&left);
    crate::syntax::sum(parenthesized(left), parenthesized(right), span)
}

fn minus(left: Expr, right: Expr) -> Expr {
    let span = span_of(&left);
    crate::syntax::difference(parenthesized(left), parenthesized(right), span)
}
