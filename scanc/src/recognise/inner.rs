//! Loops in an iteration. What one leaves in a variable of the iteration is a value: a block in which the loop runs over variables of its
//! own, all of which change at once at the end of each of its iterations:
//!
//! ```text
//! let sum_2 = { let mut sum = 0.0; for k in 0..w_len { sum = sum + w[k] * x[i + k]; } sum };
//! ```
//!
//! Of several variables each has the whole loop; those that nothing needs are dropped.

use super::body::{Cell, Local, Walker, is_error, is_unset};
use super::facts::Sources;
use super::jumps::breaks;
use super::places::Place;
use super::refuse;
use super::tables::Looped;
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{self, Scalar};
use crate::limits;
use crate::syntax::{
    Bound, Expressions, ExpressionsMut, bare, block, block_value, compound, for_each_name_in, ident_at, span_of, for_each_variable, let_parts, plain_ident, reads, truth, type_of, variable,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{BinOp, Block, Expr, Lifetime, Stmt, parse_quote, parse_quote_spanned};

/// What says how often a loop runs, in canonical form but for a condition, which is read over what the loop changes.
#[derive(Clone)]
pub(super) enum Head {
    /// `for counter in range`, of a name as the text has it. The first statements of each iteration are ours.
    For { counter: Ident, range: Expr, first: Vec<Stmt> },
    While(Expr),
    Loop,
}

/// A loop's text.
#[derive(Clone)]
struct Text {
    head: Head,
    body: Block,
    label: Option<Lifetime>,
    span: Span,
}

/// A variable that the loop changes.
struct Changed {
    /// An index into [`Walker::variables`].
    variable: usize,
    /// What it is called in the loop.
    name: Ident,
    initial: Expr,
}

impl Walker<'_, '_> {
    /// Reads a loop in the body.
    pub(super) fn inner_loop(&mut self, expr: &Expr) {
        self.scoped(|walker| {
            let Some(mut text) = walker.inner_text(expr) else { return };
            let Some(kept) = walker.kept_in_variables(&mut text) else { return };
            let names = kept.iter().map(|(_, name)| name);
            walker.before(quote!(#(#names)*), |walker| walker.inner_run(&text));
            for (target, name) in kept {
                match target {
                    Kept::Element(target) => walker.effect(&parse_quote!(#target = #name)),
                    Kept::Combined(target, op) => walker.effect(&parse_quote!(#target #op #name)),
                }
            }
        });
    }

    fn inner_text(&mut self, expr: &Expr) -> Option<Text> {
        let (head, body, label, span) = match expr {
            Expr::ForLoop(syntax) => (self.inner_header(syntax)?, &syntax.body, &syntax.label, syntax.for_token.span()),
            Expr::While(syntax) => (Head::While((*syntax.cond).clone()), &syntax.body, &syntax.label, syntax.while_token.span()),
            Expr::Loop(syntax) => (Head::Loop, &syntax.body, &syntax.label, syntax.loop_token.span()),
            _ => return None,
        };
        let label = label.as_ref().map(|label| label.name.clone());
        Some(Text { head, body: body.clone(), label, span })
    }

    /// The loop, over variables of the iteration alone.
    fn inner_run(&mut self, text: &Text) {
        let span = text.span;
        let Some(changed) = self.changed_in(text) else { return };
        let (outer_label, outer_done) = (std::mem::replace(&mut self.label, text.label.clone()), self.done.take());
        let counter = match &text.head {
            Head::For { counter, range, .. } => {
                let name = self.tables.names.own(counter);
                let scalar = range_ends(range).into_iter().find_map(|end| self.tables.scalar_of(end));
                self.tables.bind_looped(&name, Looped { scalar, sources: self.tables.sources(range) });
                let number = self.new_variable(counter, name.clone(), None, scalar);
                self.state.assign(Cell::Variable(number), variable(&name));
                Some(name)
            }
            Head::While(_) | Head::Loop => None,
        };
        self.state.enter();
        for Changed { variable: number, name, .. } in &changed {
            self.state.assign(Cell::Variable(*number), variable(name));
        }
        let (condition, (lets, ())) = {
            let condition = match &text.head {
                Head::While(condition) => {
                    let (lets, condition) = self.framed(|walker| walker.operand(condition));
                    Some(block_value(block(lets, condition)))
                }
                Head::For { .. } | Head::Loop => None,
            };
            let body = self.repeated(text.tokens(), |walker| walker.framed(|walker| walker.inner_body(text)));
            (condition, body)
        };
        let layer = self.state.leave();
        let done = std::mem::replace(&mut self.done, outer_done);
        self.label = outer_label;
        if let Some(store) = layer.stores.values().flatten().next() {
            let help = "store once in each iteration: compute the value in a `let mut` before the inner loop, and store it after it";
            self.refuse(refuse::NESTED_LOOP, store.span, "a loop inside the loop stores to several elements", help);
            return;
        }
        let outside = layer.values.keys().find_map(|cell| match cell {
            Cell::Outer(outer) => Some(self.tables.outers[*outer].assigned.unwrap_or(span)),
            Cell::Variable(_) => None,
        });
        if let Some(span) = outside {
            let help = "let a variable of the iteration hold what the inner loop computes, and combine it after that: \
                        `let mut part = 0; for … { part += …; } total += part;`";
            self.refuse(refuse::NESTED_LOOP, span, "a loop inside the loop changes what the loop carries", help);
            return;
        }
        let value_of = |number: usize| layer.values.get(&Cell::Variable(number)).cloned();
        let mut whole = Whole { lets, names: Vec::new(), values: Vec::new(), ends: None };
        let mut inits = Vec::new();
        for Changed { variable: number, name, initial } in &changed {
            let value = value_of(*number).unwrap_or_else(|| variable(name));
            if let (None, Some(scalar)) = (self.looped_scalar(name), self.tables.scalar_of(&value)) {
                self.tables.looped_is(name, scalar);
            }
            let changes = plain_ident(&value) != Some(name);
            inits.push(self.initialised(*number, name, initial, changes));
            if changes {
                whole.names.push(name.clone());
                whole.values.push(value);
            }
        }
        if let Some(value) = done.and_then(value_of).filter(|value| *value != truth(false, span)) {
            let name = self.tables.names.make_up("done", span);
            inits.push(parse_quote_spanned!(span.first=> let mut #name = false;));
            whole.names.push(name.clone());
            whole.values.push(value);
            whole.ends = Some(name);
        }
        let body = whole.body(span);
        for_each_name_in(&body, &mut |name| self.tables.keep(name));
        let looped: Expr = match (&text.head, counter, condition) {
            (Head::For { range, .. }, Some(name), _) => parse_quote_spanned!(span.first=> for #name in #range #body),
            (_, _, Some(condition)) => parse_quote_spanned!(span.first=> while #condition #body),
            _ => parse_quote_spanned!(span.first=> loop #body),
        };
        inits.push(Stmt::Expr(looped, None));
        self.inner_values(&changed, inits, span);
    }

    /// The values that the loop leaves, of each variable that it changes.
    fn inner_values(&mut self, changed: &[Changed], whole: Vec<Stmt>, span: Span) {
        if changed.is_empty() {
            let value = block_value(block(whole, truth(true, span)));
            if self.tables.may_panic(&value) || self.tables.decides_a_type(&value) {
                let name = self.tables.names.make_up("_unused", span);
                self.named(value, name, None, true);
            }
            return;
        }
        let size = size_of(&whole);
        let mut live: Vec<&Changed> = changed.iter().filter(|one| self.is_live(one.variable)).collect();
        // A loop that nothing needs may panic.
        if live.is_empty() {
            live.extend(changed.first());
        }
        for Changed { variable: number, name, .. } in live {
            self.copied = self.copied.saturating_add(size);
            if self.copied > limits::BRANCHES {
                let message = "so much is computed in this loop, again for each variable that it changes";
                self.told(
                    Diagnostic::error(refuse::BRANCHES, span, message)
                        .help("compute less in it, or in a function of a `#[declare_target] mod`"),
                );
                return;
            }
            let value = block_value(block(whole.clone(), variable(name)));
            self.set(Cell::Variable(*number), value, span);
            // Read in its place, the loop could run in each iteration of another one.
            if let Some(name) = plain_ident(&self.current(Cell::Variable(*number))).cloned() {
                self.tables.keep(&name);
            }
        }
    }

    fn inner_body(&mut self, text: &Text) {
        if breaks(&text.body.stmts) {
            let name = Ident::new("done", text.span.first);
            let done = self.variables.len();
            self.variables.push(super::body::Variable { name, ty: None, first: Some(Scalar::Bool), is_copy: false });
            self.state.assign(Cell::Variable(done), truth(false, text.span));
            self.done = Some(done);
        }
        self.scoped(|walker| {
            if let Head::For { first, .. } = &text.head {
                first.iter().for_each(|statement| walker.statement(statement));
            }
            walker.scoped(|walker| walker.body_statements(&text.body.stmts));
        });
    }

    fn looped_scalar(&self, name: &Ident) -> Option<Scalar> {
        self.tables.scalar_of(&variable(name))
    }

    /// `let mut name: ty = initial;`
    fn initialised(&self, number: usize, name: &Ident, initial: &Expr, changes: bool) -> Stmt {
        let known = self.variables[number].ty.clone();
        let ty = known.or_else(|| self.looped_scalar(name).map(type_of)).map(|ty| quote!(: #ty));
        let exclusive = changes.then(|| quote!(mut));
        let mut statement: Stmt = parse_quote!(let #exclusive #name #ty = 0;);
        if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut statement {
            *init.expr = initial.clone();
        }
        statement
    }

    /// The variables of the iteration that the loop assigns, each with a name in the loop.
    fn changed_in(&mut self, text: &Text) -> Option<Vec<Changed>> {
        let mut numbers = BTreeSet::new();
        for (target, _) in text.updates() {
            if let Some(Local::Variable(number)) = Place::of(&target).and_then(|place| self.lookup(&place.root).cloned()) {
                numbers.insert(number);
            }
        }
        let mut initials: Vec<(usize, Expr)> = Vec::new();
        for number in numbers {
            let initial = self.current(Cell::Variable(number));
            if is_error(&initial) {
                return None;
            }
            if is_unset(&initial) {
                let name = self.variables[number].name.clone();
                let message = format!("`{name}` has no value before the loop inside the loop");
                let help = format!("give it one: `let mut {name} = …;`");
                self.refuse(refuse::NESTED_LOOP, text.span, message, help);
                return None;
            }
            initials.push((number, initial));
        }
        let sources =
            initials.iter().map(|(_, initial)| self.tables.sources(initial)).fold(Sources::default(), Sources::and);
        let named = initials.into_iter().map(|(number, initial)| {
            let super::body::Variable { name, ty, first, .. } = &self.variables[number];
            let scalar = ty.as_ref().and_then(super::types::of_type).or(*first).or_else(|| self.tables.scalar_of(&initial));
            let (of, span) = (name.to_string(), name.span());
            let name = self.tables.names.make_up(&of, span.into());
            self.tables.versions.insert(name.to_string(), of);
            self.tables.bind_looped(&name, Looped { scalar, sources });
            Changed { variable: number, name, initial }
        });
        Some(named.collect())
    }
}

/// What an iteration of the loop computes.
struct Whole {
    lets: Vec<Stmt>,
    names: Vec<Ident>,
    values: Vec<Expr>,
    /// The variable that says that it is the last.
    ends: Option<Ident>,
}

impl Whole {
    fn body(self, span: Span) -> Block {
        let Self { mut lets, names, mut values, ends } = self;
        // What has just been computed for one of them needs no name.
        let last = lets.last().filter(|one| matches!(one, Stmt::Local(syn::Local { pat: syn::Pat::Ident(_), .. })));
        if let Some((name, value)) = last.and_then(let_parts)
            && let [at] = *values.iter().enumerate().filter(|(_, one)| reads(one, &name.to_string())).map(|(at, _)| at).collect::<Vec<_>>()
            && plain_ident(&values[at]) == Some(name)
        {
            values[at] = value.clone();
            lets.pop();
        }
        lets.extend(match (names.as_slice(), values.as_slice()) {
            ([], _) => None,
            ([name], [value]) => Some(parse_quote_spanned!(span.first=> #name = #value;)),
            _ => Some(parse_quote_spanned!(span.first=> (#(#names),*) = (#(#values),*);)),
        });
        lets.extend(ends.map(|name| -> Stmt { parse_quote_spanned!(span.first=> if #name { break; }) }));
        Block { brace_token: syn::token::Brace::default(), stmts: lets }
    }
}

/// What is stored to, or combined into, after the loop, whose text has a variable in its place.
enum Kept {
    /// `y[i]`, which the loop computes from what is there.
    Element(Expr),
    /// `total`, which the loop combines by this operator.
    Combined(Expr, BinOp),
}

impl Walker<'_, '_> {
    /// Has the loop compute in variables what it stores to one place, or combines into one variable from outside. `None` where that has been
    /// refused.
    fn kept_in_variables(&mut self, text: &mut Text) -> Option<Vec<(Kept, Ident)>> {
        let mut bound = BTreeSet::new();
        let mut bind = |name: &syn::PatIdent| _ = bound.insert(name.ident.to_string());
        Bound(&mut bind).visit_block(&text.body);
        text.head.first().iter().for_each(|one| Bound(&mut bind).visit_stmt(one));
        bound.extend(text.head.counter().map(ToString::to_string));
        let mut assigned = bound.clone();
        let all = text.updates();
        assigned.extend(all.iter().filter_map(|(target, _)| Some(Place::of(target)?.root.to_string())));
        let mut kept: Vec<(Kept, Ident)> = Vec::new();
        let mut done: Vec<&Expr> = Vec::new();
        for (target, _) in &all {
            if done.contains(&target) {
                continue;
            }
            done.push(target);
            match target {
                Expr::Index(access) => {
                    let Some(place) = self.outer_place(bare(&access.expr)) else { continue };
                    let mut is_same = !bound.contains(&place.root.to_string());
                    for_each_variable(access.index.to_token_stream(), &mut |name| is_same &= !assigned.contains(&name.to_string()));
                    if is_same {
                        let is_it = |expr: &Expr| Place::of(expr).is_some_and(|other| other.key == place.key);
                        kept.push(self.kept_element(target, &place.name(), &is_it, text)?);
                    }
                }
                _ if bound.contains(&Place::of(target)?.root.to_string()) => {}
                Expr::Unary(_) if self.is_element(target) => {
                    let name = Place::of(target)?.root;
                    let is_it = |expr: &Expr| plain_ident(expr) == Some(&name);
                    kept.push(self.kept_element(target, &name.to_string(), &is_it, text)?);
                }
                _ => {
                    let ops: Vec<Option<BinOp>> =
                        all.iter().filter(|(other, _)| other == target).map(|(_, op)| *op).collect();
                    kept.extend(self.combined_outside(target, &ops, text));
                }
            }
        }
        Some(kept)
    }

    /// Whether it is the element of an array that a name of the loop's header stands for.
    fn is_element(&self, target: &Expr) -> bool {
        Place::of(target).is_some_and(|place| matches!(self.lookup(&place.root), Some(Local::Element(..))))
    }

    /// A variable for an element that the loop stores to, of an array that it does not read elsewhere.
    fn kept_element(
        &mut self,
        target: &Expr,
        base: &str,
        is_it: &dyn Fn(&Expr) -> bool,
        text: &mut Text,
    ) -> Option<(Kept, Ident)> {
        let span = target.span();
        let name = self.tables.names.make_up(&format!("{base}_now"), span);
        text.replace(target, &name);
        if let Some(other) = text.mention(is_it) {
            let message = "a loop inside the loop looks at other elements of the array to which it stores";
            let help = "compute in a `let mut` before the inner loop, and store that after it";
            self.refuse(refuse::NESTED_LOOP, other, message, help);
            return None;
        }
        self.statement(&parse_quote_spanned!(span.first=> let mut #name = #target;));
        Some((Kept::Element(target.clone()), name))
    }

    /// A variable for what the loop combines into one from outside, by one operator, and does not read otherwise.
    fn combined_outside(&mut self, target: &Expr, ops: &[Option<BinOp>], text: &mut Text) -> Option<(Kept, Ident)> {
        let place = Place::of(target)?;
        match self.lookup(&place.root) {
            None | Some(Local::Outer(_)) => {}
            Some(_) => return None,
        }
        let (assigning, operator) = match ops.split_first()? {
            (Some(op), others) if others.iter().all(|other| *other == Some(*op)) => (*op, compound(op)?),
            _ => return None,
        };
        let builtin = match operator {
            BinOp::Add(_) | BinOp::Sub(_) => ir::Builtin::Add,
            BinOp::Mul(_) => ir::Builtin::Mul,
            BinOp::BitAnd(_) => ir::Builtin::BitAnd,
            BinOp::BitOr(_) => ir::Builtin::BitOr,
            BinOp::BitXor(_) => ir::Builtin::BitXor,
            _ => return None,
        };
        let outer = match self.lookup(&place.root) {
            Some(Local::Outer(outer)) => *outer,
            _ => self.tables.outer(&place),
        };
        let scalar = self.tables.outers[outer].ty.as_ref().and_then(ir::Type::scalar)?;
        let span = target.span();
        let name = self.tables.names.make_up(&format!("{}_part", place.name()), span);
        let mut replaced = text.clone();
        replaced.replace(target, &name);
        let is_it = |expr: &Expr| Place::of(expr).is_some_and(|other| other.key == place.key);
        if replaced.mention(&is_it).is_some() {
            return None;
        }
        *text = replaced;
        let identity: TokenStream = builtin.identity(scalar)?.parse().ok()?;
        let ty = type_of(scalar);
        if let BinOp::Sub(_) = operator {
            text.add_instead(&name);
        }
        self.statement(&parse_quote_spanned!(span.first=> let mut #name: #ty = #identity;));
        Some((Kept::Combined(target.clone(), assigning), name))
    }
}

impl Head {
    fn first(&self) -> &[Stmt] {
        match self {
            Self::For { first, .. } => first,
            Self::While(_) | Self::Loop => &[],
        }
    }

    fn counter(&self) -> Option<&Ident> {
        match self {
            Self::For { counter, .. } => Some(counter),
            Self::While(_) | Self::Loop => None,
        }
    }
}

impl Text {
    fn tokens(&self) -> TokenStream {
        let (first, body) = (self.head.first(), &self.body);
        let condition = match &self.head {
            Head::While(condition) => Some(condition),
            Head::For { .. } | Head::Loop => None,
        };
        quote!(#condition #(#first)* #body)
    }

    /// What its iterations assign, each with the operator of a compound assignment.
    fn updates(&self) -> Vec<(Expr, Option<BinOp>)> {
        let mut found = Vec::new();
        let mut look = |expr: &Expr| {
            match expr {
                Expr::Assign(assign) => targets(&assign.left, &mut found),
                Expr::Binary(update) if compound(&update.op).is_some() => found.push((bare(&update.left).clone(), Some(update.op))),
                _ => {}
            }
            true
        };
        Expressions(&mut look).visit_block(&self.body);
        found
    }

    fn replace(&mut self, target: &Expr, name: &Ident) {
        let mut replace = |expr: &mut Expr| {
            let is_it = expr == target;
            if is_it {
                *expr = variable(&ident_at(name, span_of(expr)));
            }
            !is_it
        };
        let mut replace = ExpressionsMut(&mut replace);
        if let Head::While(condition) = &mut self.head {
            replace.visit_expr_mut(condition);
        }
        replace.visit_block_mut(&mut self.body);
    }

    /// Has what is subtracted from `name` added to it.
    fn add_instead(&mut self, name: &Ident) {
        let mut add = |expr: &mut Expr| {
            if let Expr::Binary(syn::ExprBinary { left, op: op @ BinOp::SubAssign(_), .. }) = expr
                && plain_ident(left) == Some(name)
            {
                *op = BinOp::AddAssign(syn::token::PlusEq(op.span().first));
            }
            true
        };
        ExpressionsMut(&mut add).visit_block_mut(&mut self.body);
    }

    /// Where it mentions a place, but for its length.
    fn mention(&self, is_it: &dyn Fn(&Expr) -> bool) -> Option<Span> {
        let mut found = None;
        let mut look = |expr: &Expr| match expr {
            Expr::MethodCall(call) if call.method == "len" && is_it(bare(&call.receiver)) => false,
            expr if is_it(expr) => {
                found.get_or_insert(span_of(expr));
                false
            }
            _ => true,
        };
        let mut walk = Expressions(&mut look);
        match &self.head {
            Head::While(condition) => walk.visit_expr(condition),
            Head::For { first, .. } => first.iter().for_each(|one| walk.visit_stmt(one)),
            Head::Loop => {}
        }
        walk.visit_block(&self.body);
        found
    }
}

/// What an assignment assigns to.
fn targets(target: &Expr, found: &mut Vec<(Expr, Option<BinOp>)>) {
    match target {
        Expr::Tuple(parts) => parts.elems.iter().for_each(|part| targets(part, found)),
        Expr::Paren(inner) => targets(&inner.expr, found),
        target => found.push((bare(target).clone(), None)),
    }
}

/// The names in statements.
fn size_of(statements: &[Stmt]) -> usize {
    let mut size = 0;
    statements.iter().for_each(|one| for_each_variable(one.to_token_stream(), &mut |_| size += 1));
    size
}

/// The ends of a range, which may be reversed.
fn range_ends(range: &Expr) -> Vec<&Expr> {
    match bare(range) {
        Expr::Range(range) => range.start.as_deref().into_iter().chain(range.end.as_deref()).collect(),
        Expr::MethodCall(reversed) => range_ends(&reversed.receiver),
        _ => Vec::new(),
    }
}
