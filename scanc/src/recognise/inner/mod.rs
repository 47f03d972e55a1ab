//! Loops in an iteration. What one leaves in a variable of the iteration is a value: a block in which the loop runs over variables of its
//! own, all of which change at once at the end of each of its iterations:
//!
//! ```text
//! let sum_3 = { let mut sum_2 = sum; for k in 0..w_len { sum_2 += w[k] * x[i + k]; } sum_2 };
//! ```
//!
//! Of several variables each has the whole loop, until [all is known](together); those that nothing mentions later are left out.

mod chosen;
mod common;
mod consumed;
mod hoisted;
mod items;
mod kept;
mod live;
mod text;
mod together;

pub(in crate::recognise) use chosen::part_of_item;
pub(in crate::recognise) use common::{bring_forward, groups, of_results};
pub(in crate::recognise) use hoisted::hoist;
pub(in crate::recognise) use live::Later;
pub(in crate::recognise) use together::join;

use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::Scalar;
use crate::limits;
use crate::parse::Order;
use crate::recognise::Recurrence;
use crate::recognise::body::{Cell, Local, Variable, Walker, is_error, is_unset};
use crate::recognise::facts::Sources;
use crate::recognise::jumps::breaks;
use crate::recognise::places::Place;
use crate::recognise::reduced::{combines, start};
use crate::recognise::refuse;
use crate::recognise::state::Layer;
use crate::recognise::tables::Looped;
use crate::recognise::types::of_type;
use crate::syntax::{
    ExpressionsMut, assigning, bare, binary, block, block_value, for_each_name, for_each_name_in, for_each_variable, holds_loop,
    let_parts, ours, plain_ident, reads, truth, type_of, variable,
};
use consumed::method_of_start;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{Block, Expr, Stmt, parse_quote, parse_quote_spanned};
use text::{Head, Text};

/// A variable that a loop changes.
struct Changed {
    /// An index into [`Walker::variables`].
    variable: usize,
    /// What it is called in the loop.
    name: Ident,
    initial: Expr,
}

/// What an iteration of the loop computes: the new values of variables.
struct Step {
    lets: Vec<Stmt>,
    names: Vec<Ident>,
    values: Vec<Expr>,
    /// The variable that says that it is the last.
    ends: Option<Ident>,
}

impl Walker<'_, '_> {
    /// Reads a loop in the body.
    pub(in crate::recognise) fn inner_loop(&mut self, expr: &Expr) {
        self.scoped(|walker| {
            let Some(mut text) = walker.inner_text(expr) else { return };
            let Some(kept) = walker.kept_in_variables(&mut text) else { return };
            let names = kept.iter().map(|kept| &kept.name);
            walker.before(quote!(#(#names)*), |walker| walker.inner_values(&text));
            kept.iter().for_each(|kept| walker.effect(&kept.after));
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

    /// Gives the variables that the loop changes the values that it leaves.
    fn inner_values(&mut self, text: &Text) {
        let Some(changed) = self.changed_in(text) else { return };
        let outer = (std::mem::replace(&mut self.label, text.label.clone()), self.done.take());
        self.inner += 1;
        let counter = self.inner_counter(&text.head);
        self.state.enter();
        for Changed { variable: number, name, .. } in &changed {
            self.state.assign(Cell::Variable(*number), variable(name));
        }
        let condition = text.condition().map(|condition| {
            let (lets, condition) = self.framed(|walker| walker.operand(condition));
            block_value(block(lets, condition))
        });
        let (lets, ()) = self.repeated(text.tokens(), |walker| walker.framed(|walker| walker.inner_body(text)));
        let layer = self.state.leave();
        let done = self.done;
        (self.label, self.done) = outer;
        self.inner -= 1;
        if self.refuses_effects(&layer, text.span) {
            return;
        }
        let (mut statements, step) = self.inner_step(&changed, lets, &layer, done, text.span);
        let body = step.body(text.span);
        // Read in its place, a value would be computed in each iteration.
        for_each_name_in(&body, &mut |name| self.tables.keep(name));
        condition.iter().for_each(|condition| for_each_name(condition, &mut |name| self.tables.keep(name)));
        let span = ours(text.span);
        let looped: Expr = match (&text.head, counter, condition) {
            (Head::For { range, .. }, Some(name), _) => parse_quote_spanned!(span=> for #name in #range #body),
            (_, _, Some(condition)) => parse_quote_spanned!(span=> while #condition #body),
            _ => parse_quote_spanned!(span=> loop #body),
        };
        statements.push(Stmt::Expr(looped, None));
        self.set_live(&changed, &statements, text.span);
    }

    /// The variables of the iteration that the loop assigns, each with a name in the loop. `None` where one has no value.
    fn changed_in(&mut self, text: &Text) -> Option<Vec<Changed>> {
        let mut numbers = BTreeSet::new();
        for (target, _) in text.updates() {
            if let Some(Local::Variable(number)) = Place::of(&target).and_then(|place| self.lookup(&place.root).cloned()) {
                numbers.insert(number);
            }
        }
        let initials: Vec<(usize, Expr)> =
            numbers.into_iter().map(|number| (number, self.current(Cell::Variable(number)))).collect();
        if let Some((number, _)) = initials.iter().find(|(_, initial)| is_unset(initial)) {
            let name = &self.variables[*number].name;
            let (message, help) =
                (format!("`{name}` has no value before the loop inside the loop"), format!("write `let mut {name} = …;`"));
            self.refuse(refuse::NESTED_LOOP, text.span, message, help);
        }
        if initials.iter().any(|(_, initial)| is_unset(initial) || is_error(initial)) {
            return None;
        }
        let sources = initials.iter().map(|(_, initial)| self.tables.sources(initial)).fold(Sources::default(), Sources::and);
        let named = initials.into_iter().map(|(variable, initial)| {
            let Variable { name, ty, first, .. } = &self.variables[variable];
            let scalar = ty.as_ref().and_then(of_type).or(*first).or_else(|| self.tables.scalar_of(&initial));
            let (of, span) = (name.to_string(), name.span().into());
            let name = self.tables.names.make_up(&of, span);
            self.tables.versions.insert(name.to_string(), of);
            self.tables.bind_looped(&name, Looped { scalar, sources });
            Changed { variable, name, initial }
        });
        Some(named.collect())
    }

    /// Binds the variable of a `for` loop.
    fn inner_counter(&mut self, head: &Head) -> Option<Ident> {
        let Head::For { counter, range, .. } = head else { return None };
        let name = self.tables.names.own(counter);
        let scalar = range_ends(range).into_iter().find_map(|end| self.tables.scalar_of(end));
        self.tables.bind_looped(&name, Looped { scalar, sources: self.tables.sources(range) });
        let number = self.new_variable(counter, name.clone(), None, scalar);
        self.state.assign(Cell::Variable(number), variable(&name));
        Some(name)
    }

    fn inner_body(&mut self, text: &Text) {
        let statements = [text.first(), &text.body.stmts].concat();
        if breaks(&statements) {
            let name = self.tables.names.make_up("is_done", text.span);
            self.done = Some(self.variables.len());
            self.state.assign(Cell::Variable(self.variables.len()), truth(false, text.span));
            self.variables.push(Variable { name, ty: None, first: Some(Scalar::Bool), is_copy: false });
        }
        self.scoped(|walker| walker.body_statements(&statements));
    }

    /// Whether the loop changes more than variables of the iteration.
    fn refuses_effects(&mut self, layer: &Layer, span: Span) -> bool {
        if let Some(store) = layer.stores.values().flatten().next() {
            self.refuse_stores(store.span);
            return true;
        }
        let outside = layer.values.keys().find_map(|cell| match cell {
            Cell::Outer(outer) => Some(self.tables.outers[*outer].assigned.unwrap_or(span)),
            Cell::Variable(_) => None,
        });
        if let Some(span) = outside {
            let help = "let a variable of the iteration hold what the inner loop computes, and combine it after that: \
                        `let mut part = 0; for … { part += …; } total += part;`";
            self.refuse(refuse::NESTED_LOOP, span, "a loop inside the loop changes what the loop carries", help);
        }
        outside.is_some()
    }

    /// The `let`s of what the loop changes, and what becomes of that in an iteration.
    fn inner_step(
        &mut self,
        changed: &[Changed],
        lets: Vec<Stmt>,
        layer: &Layer,
        done: Option<usize>,
        span: Span,
    ) -> (Vec<Stmt>, Step) {
        let value_of = |number: usize| layer.values.get(&Cell::Variable(number)).cloned();
        let (mut step, mut inits) = (Step { lets, names: Vec::new(), values: Vec::new(), ends: None }, Vec::new());
        for Changed { variable: number, name, initial } in changed {
            let value = value_of(*number).unwrap_or_else(|| variable(name));
            let known = self.tables.scalar_of(&variable(name)).or_else(|| self.tables.scalar_of(&value));
            known.into_iter().for_each(|scalar| self.tables.looped_is(name, scalar));
            let ty = self.variables[*number].ty.clone().or_else(|| known.map(type_of));
            let is_changed = plain_ident(&value) != Some(name);
            let initial = match method_of_start(initial) {
                Some(method) => self.started(&method, known),
                None => initial.clone(),
            };
            inits.push(initialised(name, ty, &initial, is_changed));
            if is_changed {
                step.names.push(name.clone());
                step.values.push(value);
            }
        }
        if let Some(value) = done.and_then(value_of).filter(|value| *value != truth(false, span)) {
            let name = self.tables.names.make_up("done", span);
            inits.push(initialised(&name, None, &truth(false, span), true));
            step.names.push(name.clone());
            step.values.push(value);
            step.ends = Some(name);
        }
        (inits, step)
    }

    /// What a `sum` starts from, and the like, whose type is known now.
    fn started(&mut self, method: &Ident, scalar: Option<Scalar>) -> Expr {
        let is_ordered = |scalar: Scalar| Order::named(&method.to_string()).is_none_or(|order| order.is_of(scalar));
        if let Some(scalar) = scalar.filter(|scalar| *scalar != Scalar::Bool && is_ordered(*scalar)) {
            return start(combines(method), scalar, method.span().into());
        }
        let shown = |what: &str| format!("this function does not show {what}");
        let (message, help) = match method.to_string().as_str() {
            "max" | "min" => (
                shown(&format!("what `{method}` gives")),
                format!("give the items a type: `.map(|v| v as i64).{method}()`"),
            ),
            "cmp" | "partial_cmp" => (
                shown("the type of what is compared here, or it is no type that has this order"),
                "compare numbers by what Rust has for them, floats by `total_cmp`, and give them a type: `.map(|v| v as f64)`".into(),
            ),
            "item" => (
                shown("the types of what is chosen here"),
                "choose numbers, or tuples of them, whose types are shown: `.map(|p| (p.0 as f64, p.1 as u32))`; or the place: `.enumerate()`".into(),
            ),
            _ => (shown(&format!("what `{method}` gives")), format!("write the type: `.{method}::<f64>()`")),
        };
        self.refuse(refuse::TYPE_NEEDED, method.span(), message, help)
    }

    /// Gives those of the variables that are needed the values that they have after the loop `statements`.
    fn set_live(&mut self, changed: &[Changed], statements: &[Stmt], span: Span) {
        let mut live: Vec<&Changed> = changed.iter().filter(|one| self.is_live(one.variable)).collect();
        // What nothing needs may panic.
        live.extend(changed.first().filter(|_| live.is_empty()));
        if live.is_empty() {
            let value = block_value(block(statements.to_vec(), truth(true, span)));
            if self.tables.may_panic(&value) || self.tables.decides_a_type(&value) {
                let name = self.tables.names.make_up("_unused", span);
                self.named(value, name, None, true);
            }
        }
        let mut size = 0;
        statements.iter().for_each(|one| for_each_variable(one.to_token_stream(), &mut |_| size += 1));
        for Changed { variable: number, name, .. } in live {
            self.copied = self.copied.saturating_add(size);
            if self.copied > limits::BRANCHES {
                let message = "so much is computed in this loop, again for each variable that it changes";
                let help = "compute less in it, or in a function of a `#[declare_target] mod`";
                self.told(Diagnostic::error(refuse::BRANCHES, span, message).help(help));
                return;
            }
            self.set(Cell::Variable(*number), block_value(block(statements.to_vec(), variable(name))), span);
        }
    }
}

impl Step {
    /// `{ lets; (a, b) = (…, …); if done { break; } }`
    fn body(self, span: Span) -> Block {
        let Self { mut lets, names, mut values, ends } = self;
        // What has just been computed for one of them needs no name; what a loop leaves, others may need something of.
        let is_alone = |one: &Stmt| names.len() == 1 || !holds_loop(one);
        let last =
            lets.last().filter(|one| matches!(one, Stmt::Local(syn::Local { pat: syn::Pat::Ident(_), .. }) if is_alone(one)));
        if let Some((name, value)) = last.and_then(let_parts) {
            let mut readers = values.iter_mut().filter(|one| reads(one, &name.to_string()));
            if let (Some(only), None) = (readers.next(), readers.next())
                && plain_ident(only) == Some(name)
            {
                *only = value.clone();
                lets.pop();
            }
        }
        lets.extend(match (names.as_slice(), values.as_slice()) {
            ([], _) => None,
            ([name], [value]) => Some(parse_quote_spanned!(ours(span)=> #name = #value;)),
            _ => Some(parse_quote_spanned!(ours(span)=> (#(#names),*) = (#(#values),*);)),
        });
        lets.extend(ends.map(|name| -> Stmt { parse_quote_spanned!(ours(span)=> if #name { break; }) }));
        Block { brace_token: syn::token::Brace::default(), stmts: lets }
    }
}

/// Writes `s += e` where a loop has `s = s + e`.
pub(in crate::recognise) fn shorten(recurrence: &mut Recurrence) {
    let mut shorten = |expr: &mut Expr| {
        if let Expr::Assign(syn::ExprAssign { left, right, .. }) = expr
            && let Expr::Binary(changed) = bare(right)
            && *changed.left == **left
            && let Some(op) = assigning(&changed.op)
        {
            *expr = binary((**left).clone(), op, (*changed.right).clone());
        }
        true
    };
    recurrence.visit_results_mut(&mut ExpressionsMut(&mut shorten));
    if let Some(trial) = &mut recurrence.trial {
        self::shorten(trial);
    }
}

/// `let mut name: ty = initial;`
fn initialised(name: &Ident, ty: Option<syn::Type>, initial: &Expr, is_changed: bool) -> Stmt {
    let (ty, exclusive) = (ty.map(|ty| quote!(: #ty)), is_changed.then(|| quote!(mut)));
    let mut statement: Stmt = parse_quote!(let #exclusive #name #ty = 0;);
    if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut statement {
        *init.expr = initial.clone();
    }
    statement
}

/// The ends of a range, which may be reversed.
fn range_ends(range: &Expr) -> Vec<&Expr> {
    match bare(range) {
        Expr::Range(range) => range.start.as_deref().into_iter().chain(range.end.as_deref()).collect(),
        Expr::MethodCall(reversed) => range_ends(&reversed.receiver),
        _ => Vec::new(),
    }
}
