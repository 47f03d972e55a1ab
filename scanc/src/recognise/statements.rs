//! Statements: `let`s and assignments.

use super::body::{Cell, Local, Variable, Walker, error_at, is_error};
use super::occurrences::Access;
use super::partial::Whole;
use super::places::Place;
use super::tables::{Index, OuterKind};
use super::wholes::arity;
use super::{LAUNCH, bounds, pushes, refuse, tuples};
use crate::diagnostic::{Diagnostic, Span, Spanned, span_of};
use crate::ir;
use crate::limits;
use crate::parse::Form;
use crate::syntax::{asserted, bare, binary, call, compound, each, holds_loop, let_parts, ours, panics, part, plain_ident, text};
use proc_macro2::Ident;
use quote::quote;
use syn::{Expr, Pat, Stmt, UnOp, parse_quote_spanned};

impl Walker<'_, '_> {
    /// Reads statements in order.
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for (at, statement) in statements.iter().enumerate() {
            match holds_loop(statement) {
                true => {
                    let later = &statements[at + 1..];
                    self.before(quote!(#(#later)*), |walker| walker.statement(statement));
                }
                false => self.statement(statement),
            }
        }
    }

    pub(super) fn statement(&mut self, statement: &Stmt) {
        if self.is_too_much(|| statement.span()) {
            return;
        }
        match statement {
            Stmt::Local(local) => self.let_statement(local),
            Stmt::Expr(Expr::Macro(call), _) if panics(&call.mac) => self.panic(call.mac.span()),
            Stmt::Expr(expr, _) => self.effect(expr),
            Stmt::Macro(call) => match asserted(&call.mac) {
                Some(condition) => self.assert(&condition, call.mac.span()),
                None if panics(&call.mac) => self.panic(call.mac.span()),
                None => drop(self.macro_call(&call.mac, call.mac.span())),
            },
            Stmt::Item(item) => {
                self.told(refuse::unsupported(item.span(), "an item in the body", "move it out of the loop"));
            }
        }
    }

    /// Whether no more is looked at: there is more than a kernel takes parameters for.
    pub(super) fn is_too_much(&mut self, at: impl Fn() -> Span) -> bool {
        let is_crowded = self.tables.is_crowded();
        if is_crowded && !std::mem::replace(&mut self.is_full, true) {
            let message = format!("the loop uses more than {} arrays and values from outside", limits::PARAMETERS);
            let error = Diagnostic::error(refuse::TOO_MUCH, at(), message);
            self.told(error.help("split the loop, or put the values into an array: no kernel takes so many parameters"));
        }
        is_crowded
    }

    fn let_statement(&mut self, local: &syn::Local) {
        let Some(init) = &local.init else { return self.declare_unset(&local.pat) };
        if let Some((token, _)) = &init.diverge {
            let help = "every iteration must run to its end: use `if` and `else` as values, or skip with `if … { continue; }`; a search ends by `if … { return …; }`";
            self.refuse(refuse::CONTROL_FLOW, token.span(), "`let … else` leaves the body", help);
            return;
        }
        if let Some(taken_apart) = self.unwrapped_item(&local.pat, &init.expr) {
            return self.statement(&taken_apart);
        }
        match (untyped(&local.pat), bare(&init.expr)) {
            (Pat::Ident(name), Expr::Reference(reference)) if reference.mutability.is_some() => {
                self.element_reference(&name.ident, &reference.expr);
            }
            (Pat::Ident(name), init) if self.is_slice(init) => {
                let slice = self.slice(init);
                self.declare_slice(&name.ident, slice, init.span());
            }
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                let types = match &local.pat {
                    Pat::Type(syn::PatType { ty, .. }) => Some(&**ty),
                    _ => None,
                };
                let all: Vec<(&Pat, &Expr)> = names.elems.iter().zip(&values.elems).collect();
                let (slices, others): (Vec<_>, Vec<_>) =
                    (0..).zip(all).partition(|(_, (name, value))| matches!(name, Pat::Ident(_)) && self.is_slice(value));
                let slices: Vec<_> =
                    slices.into_iter().map(|(_, (name, value))| (name, self.slice(value), value.span())).collect();
                let others: Vec<_> =
                    others.into_iter().map(|(number, (name, value))| (number, name, self.value(value))).collect();
                for (number, name, value) in others {
                    self.bind(name, types.and_then(|types| type_of_part(types, number)), value);
                }
                for (name, slice, span) in slices {
                    let Pat::Ident(name) = name else { continue };
                    self.declare_slice(&name.ident, slice, span);
                }
            }
            (Pat::Tuple(tuple), init) if self.outer_place(init).is_some() => {
                let mut parts = Vec::new();
                self.outer_parts(tuple, init, &mut parts);
                parts.into_iter().for_each(|(pattern, value)| self.bind(pattern, None, value));
            }
            (pattern, init) => {
                let declared = tuples::declared(pattern, init);
                // What its branches mention has one of its names: others come first.
                if let (None, Pat::Tuple(names), Some(arity)) = (&declared, pattern, arity(init))
                    && names.elems.len() == arity
                {
                    let (parts, at) = (self.tuple_parts(init, arity), ours(init.span()));
                    let pattern = &local.pat;
                    return self.statement(&parse_quote_spanned!(at=> let #pattern = (#(#parts,)*);));
                }
                let branches = declared.and_then(|(target, names)| Some((tuples::assigned_in_branches(&target, init)?, names)));
                if let Some((statement, names)) = branches {
                    names.into_iter().for_each(|name| self.declare_unset(name));
                    return self.effect(&statement);
                }
                let value = self.value(init);
                self.bind(&local.pat, None, value);
                if let (true, Some(variable)) = (is_copy(&local.pat, init), self.variables.last_mut()) {
                    variable.is_copy = true;
                }
            }
        }
    }

    /// `let y = &mut ys[i];`
    fn element_reference(&mut self, name: &Ident, expr: &Expr) {
        let Expr::Index(access) = bare(expr) else {
            let help = "write to the place itself, or borrow one element: `let y = &mut ys[i];`";
            self.told(refuse::unsupported(expr.span(), "a `&mut` to this", help));
            return self.bind_value(name, None, error_at(expr.span()));
        };
        match self.array_access(access) {
            Some((place, index)) => self.declare(name, Local::Element(place, index)),
            None => self.bind_value(name, None, error_at(expr.span())),
        }
    }

    /// `let row = &x[from..to];`
    fn declare_slice(&mut self, name: &Ident, slice: Option<super::slices::Slice>, span: Span) {
        match slice {
            Some(slice) => self.declare(name, Local::Slice(slice)),
            None => self.bind_value(name, None, error_at(span)),
        }
    }

    /// `let pattern: ty = value;`
    pub(super) fn bind(&mut self, pattern: &Pat, ty: Option<&syn::Type>, value: Expr) {
        match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => self.bind_value(&name.ident, ty, value),
            Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), value),
            Pat::Paren(inner) => self.bind(&inner.pat, ty, value),
            Pat::Reference(inner) => self.bind(&inner.pat, None, value),
            Pat::Tuple(tuple) => self.bind_tuple(tuple, ty, value),
            // It is not kept, but a division in it is still done.
            Pat::Wild(wild) => {
                let name = self.tables.names.make_up("_unused", wild.span());
                self.named(value, name, None, true);
            }
            _ => {
                let message = format!("the pattern `{}` is not understood", text(pattern));
                let error = self.refuse(refuse::PATTERN, pattern.span(), message, "bind plain names, a `let` each");
                self.bind_error(pattern, &error);
            }
        }
    }

    /// `let (a, b) = value;`, of an element or of what has one in it.
    fn bind_tuple(&mut self, tuple: &syn::PatTuple, ty: Option<&syn::Type>, value: Expr) {
        let parts = match tuples::parts(&tuple.elems, self.diagnostics) {
            Ok(parts) if !is_error(&value) => parts,
            _ => return self.bind_error(&Pat::Tuple(tuple.clone()), &error_at(tuple.span())),
        };
        let value = self.whole(value);
        for (syn::Index { index, .. }, pattern) in parts {
            self.bind(pattern, ty.and_then(|types| type_of_part(types, index as usize)), part(value.clone(), index));
        }
    }

    /// `let (a, b) = pair;`, of a variable or field from outside: of that too each part is read for itself.
    fn outer_parts<'p>(&mut self, tuple: &'p syn::PatTuple, whole: &Expr, parts: &mut Vec<(&'p Pat, Expr)>) {
        for (syn::Index { index, .. }, pattern) in tuples::parts(&tuple.elems, self.diagnostics).unwrap_or_default() {
            let part = part(whole.clone(), index);
            match untyped(pattern) {
                Pat::Tuple(inner) => self.outer_parts(inner, &part, parts),
                Pat::Wild(_) => {}
                _ => parts.push((pattern, self.value(&part))),
            }
        }
    }

    /// A tuple that is taken apart: it has a name, by which to call it several times, or is a part of what has one.
    fn whole(&mut self, value: Expr) -> Expr {
        if let Expr::Field(_) = value {
            return value;
        }
        let name = self.tables.names.make_up("tuple", span_of(&value));
        self.named(value, name, None, false)
    }

    /// Declares the names of a pattern, where it has been told why they have no values.
    pub(super) fn bind_error(&mut self, pattern: &Pat, error: &Expr) {
        crate::syntax::for_each_variable(quote::ToTokens::to_token_stream(pattern), &mut |name| {
            self.bind_value(name, None, error.clone());
        });
    }

    pub(super) fn bind_value(&mut self, name: &Ident, ty: Option<&syn::Type>, value: Expr) {
        let ty = ty.and_then(value_type).cloned();
        let unique = self.tables.names.own(name);
        let value = self.named(value, unique.clone(), ty.clone(), true);
        let first = self.tables.scalar_of(&value);
        let variable = self.new_variable(name, unique, ty, first);
        self.state.assign(Cell::Variable(variable), value);
    }

    /// `let t;`
    fn declare_unset(&mut self, pattern: &Pat) {
        let (pattern, ty) = match pattern {
            Pat::Type(typed) => (&*typed.pat, value_type(&typed.ty).cloned()),
            other => (other, None),
        };
        match pattern {
            Pat::Ident(name) => {
                self.new_variable(&name.ident, name.ident.clone(), ty, None);
            }
            _ => {
                self.refuse(refuse::PATTERN, pattern.span(), "this declares no plain name", "declare one name with each `let`");
            }
        }
    }

    pub(super) fn new_variable(
        &mut self,
        name: &Ident,
        unique: Ident,
        ty: Option<syn::Type>,
        first: Option<ir::Scalar>,
    ) -> usize {
        let variable = self.variables.len();
        self.variables.push(Variable { name: unique, ty, first, is_copy: false });
        self.declare(name, Local::Variable(variable));
        variable
    }

    /// An expression that is run for what it does.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match bare(expr) {
            Expr::Assign(assign) => self.assignment(&assign.left, &assign.right),
            Expr::Binary(update) => match compound(&update.op) {
                Some(op) => self.update(&update.left, op, &update.right),
                None => self.unused(expr),
            },
            Expr::If(choice) => drop(self.choice(choice, false)),
            Expr::Match(branches) => match self.as_choices(branches) {
                Some(choices) => self.effect(&choices),
                None => self.unused(expr),
            },
            Expr::Block(block) if block.label.is_none() => {
                self.scoped(|walker| walker.statements(&block.block.stmts));
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) if self.depth == 0 => self.inner_loop(bare(expr)),
            other if self.depth == 0 && each(other).is_some() => {
                let Some((call, closure)) = each(other) else { return };
                let (chain, body) = (&call.receiver, &closure.body);
                let mut each: syn::ExprForLoop = parse_quote_spanned!(call.method.span()=> for _ in #chain { #body; });
                *each.pat = closure.inputs[0].clone();
                self.inner_loop(&Expr::ForLoop(each));
            }
            other => match pushes::statement(other) {
                Some((call, place)) => self.push(call, place),
                None => self.unused(other),
            },
        }
    }

    /// A value that goes nowhere: a division in it is still done, and a literal may have its type from it.
    fn unused(&mut self, expr: &Expr) {
        let value = self.value(expr);
        if self.tables.may_panic(&value) || self.tables.decides_a_type(&value) {
            let name = self.tables.names.make_up("_unused", expr.span());
            self.named(value, name, None, true);
        }
    }

    /// `target = value`
    fn assignment(&mut self, target: &Expr, value: &Expr) {
        match (bare(target), bare(value)) {
            (Expr::Tuple(targets), Expr::Tuple(values)) if targets.elems.len() == values.elems.len() => {
                let values: Vec<Expr> = values.elems.iter().map(|value| self.value(value)).collect();
                targets.elems.iter().zip(values).for_each(|(target, value)| self.assign(target, value));
            }
            (target @ Expr::Index(_), Expr::Array(list)) => {
                let value = self.list(list);
                self.assign(target, value);
            }
            (target, value) if !matches!(target, Expr::Tuple(_)) && self.assign_tuple(target, value) => {}
            (target, value) => {
                let branches = match target {
                    Expr::Tuple(targets) => tuples::assigned_in_branches(targets, value),
                    _ => None,
                };
                if let Some(statement) = branches {
                    return self.effect(&statement);
                }
                let value = match target {
                    Expr::Tuple(targets) if self.outer_place(value).is_some() => {
                        let parts = (0..).zip(&targets.elems).map(|(number, _)| part(value.clone(), number)).collect();
                        let paren_token = targets.paren_token;
                        return self
                            .assignment(target, &Expr::Tuple(syn::ExprTuple { attrs: Vec::new(), paren_token, elems: parts }));
                    }
                    _ => self.value(value),
                };
                match target {
                    Expr::Tuple(targets) if !is_error(&value) => self.assign_parts(targets, value),
                    target => self.assign(target, value),
                }
            }
        }
    }

    /// `(a, b) = value;`
    fn assign_parts(&mut self, targets: &syn::ExprTuple, value: Expr) {
        if let Some(rest) = targets.elems.iter().find(|target| matches!(target, Expr::Range(_))) {
            self.told(refuse::unsupported(rest.span(), "`..` in what is assigned to", "write a `_` for each value"));
            return;
        }
        let value = self.whole(value);
        (0..).zip(&targets.elems).for_each(|(number, target)| match bare(target) {
            Expr::Tuple(inner) => self.assign_parts(inner, part(value.clone(), number)),
            target => self.assign(target, part(value.clone(), number)),
        });
    }

    /// `target ⊕= value`
    fn update(&mut self, target: &Expr, op: syn::BinOp, value: &Expr) {
        if self.refuses_counter(target) {
            return;
        }
        let (before, value) = (self.operand(target), self.operand(value));
        if is_error(&before) {
            return;
        }
        if self.tables.scalar_of(&before).or_else(|| self.tables.scalar_of(&value)).is_none() {
            self.compound_of_unseen(target);
        }
        self.assign(target, binary(before, op, value));
    }

    /// `acc ⊕= e` of a type that is not visible is `acc = acc ⊕ e` only if that is a primitive one.
    fn compound_of_unseen(&mut self, target: &Expr) {
        if let Some((Whole::Access(place, _) | Whole::Element(place, _), way)) = self.part_of_element(target) {
            self.tables.compounded.insert(place.within(&way).key);
            return;
        }
        let place = match bare(target) {
            Expr::Index(access) => Place::of(&access.expr),
            other => Place::of(other),
        };
        let key = match place.map(|place| (self.lookup(&place.root).cloned(), place)) {
            Some((None, place) | (Some(Local::Element(place, _)), _)) => place.key,
            Some((Some(Local::Outer(outer)), _)) => self.tables.outers[outer].key.clone(),
            // What a variable of the body becomes, any carried value may.
            _ => return self.tables.compounds_a_local = true,
        };
        self.tables.compounded.insert(key);
    }

    /// Gives `target` the new value.
    fn assign(&mut self, target: &Expr, value: Expr) {
        let target = bare(target);
        if self.depth > 0 {
            let help = "assign in a statement of its own";
            self.refuse(
                refuse::NESTED_ASSIGNMENT,
                target.span(),
                format!("`{}` is assigned inside an expression", text(target)),
                help,
            );
        } else if !self.refuses_counter(target) {
            self.assign_place(target, value);
        }
    }

    fn assign_place(&mut self, target: &Expr, value: Expr) {
        if let Some((whole, way)) = self.part_of_element(target) {
            return self.assign_part(whole, way, value, target.span());
        }
        match target {
            Expr::Infer(wild) => {
                let name = self.tables.names.make_up("_unused", wild.span());
                self.named(value, name, None, true);
            }
            Expr::Index(access) => {
                if let Some((place, ways)) = self.counted_access(access) {
                    let array = self.tables.array(&place);
                    self.tables.arrays[array].stored_at.push(None);
                    self.store_ways(array, ways, value, target.span());
                } else if let Some((place, index)) = self.array_access(access) {
                    self.store_in(&place, index, Some(access), value, target.span());
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.assign_behind(&unary.expr, target, value),
            _ => self.assign_variable(target, value),
        }
    }

    /// `*inner = value`
    fn assign_behind(&mut self, inner: &Expr, target: &Expr, value: Expr) {
        match plain_ident(inner).and_then(|name| self.lookup(name)).cloned() {
            Some(Local::Element(place, index)) => self.store_in(&place, index, None, value, target.span()),
            Some(Local::Outer(outer)) => self.set(Cell::Outer(outer), value, target.span()),
            _ => self.assign_variable(target, value),
        }
    }

    /// Stores in an element; `access` is where the text stores all of it.
    pub(super) fn store_in(&mut self, place: &Place, index: Index, access: Option<Access>, value: Expr, span: Span) {
        if self.stores_parts(place, &index, &value, span) {
            return;
        }
        let array = self.tables.array(place);
        self.tables.arrays[array].stored_at.push(access);
        self.note_combined(array, &index, span);
        self.store_at(array, index, value, span);
    }

    fn assign_variable(&mut self, target: &Expr, value: Expr) {
        let Some(place) = Place::of(target) else { return self.refuses_part(target) };
        match self.lookup(&place.root).cloned() {
            Some(Local::Variable(variable)) if place.plain && !place.dereferenced => {
                self.set(Cell::Variable(variable), value, target.span());
            }
            // The accumulator of `fold`.
            Some(Local::Outer(outer)) if place.plain && !place.dereferenced => {
                self.set(Cell::Outer(outer), value, target.span());
            }
            Some(_) => self.refuses_part(target),
            None => {
                let outer = self.tables.outer(&place);
                self.set(Cell::Outer(outer), value, target.span());
            }
        }
    }

    fn refuses_part(&mut self, target: &Expr) {
        let help = "assign elements and their fields, `p[i].x = …;`, or those of a copy, `let mut p = ps[i];`, `let mut p = *p;`";
        self.refuse(refuse::PARTIAL_STORE, target.span(), format!("`{}` is part of a value", text(target)), help);
    }

    /// Whether `target` is the loop variable, which only a `while` loop's one step may change.
    fn refuses_counter(&mut self, target: &Expr) -> bool {
        let counter = plain_ident(target).filter(|name| matches!(self.lookup(name), Some(Local::Count(_))));
        if let Some(name) = counter {
            let message = format!("the loop variable `{name}` is changed in the body");
            self.refuse(refuse::INDEX_CHANGED, target.span(), message, "choose the step in the header: `(0..n).step_by(2)`");
        }
        counter.is_some()
    }

    /// `assert!(condition);`: where that panics the loop runs as written, and panics as it says.
    pub(super) fn assert(&mut self, condition: &Expr, span: Span) {
        let condition = self.operand(condition);
        if !is_error(&condition) {
            self.asserted(condition, span);
        }
    }

    /// `panic!();`
    fn panic(&mut self, at: Span) {
        self.asserted(parse_quote_spanned!(at.first=> false), at);
    }

    /// The same of a condition in canonical form.
    pub(super) fn asserted(&mut self, condition: Expr, span: Span) {
        if bounds::holds(&condition) {
            return;
        }
        let value = asserts(condition, span);
        let is_said = |frame: &Vec<Stmt>| frame.iter().filter_map(let_parts).any(|(_, said)| *said == value);
        if !self.frames.last().is_some_and(is_said) {
            let name = self.tables.names.make_up("asserted", span);
            self.named(value, name, None, true);
        }
    }

    /// `println!(…)`
    pub(super) fn macro_call(&mut self, call: &syn::Macro, span: Span) -> Expr {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                let help = "give a value here, too, such as that of another case: write `_` in place of the last pattern";
                self.refuse(refuse::MACRO, span, format!("the macro `{name}!` panics"), help)
            }
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => {
                let what = format!("what the macro `{name}!` compares may be of any type");
                self.refuse(refuse::MACRO, span, what, "write `assert!(a == b)`, of numbers")
            }
            _ => {
                let message = format!("the macro `{}!` may have side effects", text(&call.path));
                self.refuse(refuse::MACRO, span, message, "move it out of the loop")
            }
        }
    }

    /// The same of `x[..].len()`: of what is behind a shared reference to a slice already that is `x.len()`.
    pub(super) fn length_of_slice(&mut self, place: &Place, call: &syn::ExprMethodCall) -> Expr {
        if self.tables.types.forms.get(&place.key) == Some(&Form::SharedSlice) {
            return self.length(place, call.span());
        }
        let base = format!("{}_len", place.name());
        let outer = self.tables.computed(OuterKind::Length, Expr::MethodCall(call.clone()), &base, Some(ir::Type::USIZE));
        self.tables.outer_expr(outer, call.span())
    }

    /// The identifier of the array's length.
    pub(super) fn length(&mut self, place: &Place, span: Span) -> Expr {
        let outer = self.tables.length(place);
        self.tables.outer_expr(outer, span)
    }
}

fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        Pat::Paren(inner) => untyped(&inner.pat),
        other => other,
    }
}

/// That of a tuple's part.
fn type_of_part(ty: &syn::Type, number: usize) -> Option<&syn::Type> {
    match ty {
        syn::Type::Tuple(types) => types.elems.get(number),
        _ => None,
    }
}

/// Whether `let mut name = value;` makes a copy that is changed alone. A name may be that of a reference, and so may what a pattern binds.
fn is_copy(pattern: &Pat, value: &Expr) -> bool {
    let is_value = matches!(bare(value), Expr::Index(_) | Expr::Struct(_) | Expr::Call(_) | Expr::Unary(_));
    match pattern {
        Pat::Type(typed) => !matches!(*typed.ty, syn::Type::Reference(_)) && is_copy(&typed.pat, value),
        Pat::Ident(name) => is_value && name.mutability.is_some() && name.by_ref.is_none(),
        _ => false,
    }
}

/// The type of the value, for a reference that of what it refers to; `None` for `_`.
fn value_type(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Reference(reference) => value_type(&reference.elem),
        syn::Type::Infer(_) => None,
        other => Some(other),
    }
}

/// `asserted(condition)`, as a value.
pub(super) fn asserts(condition: Expr, span: Span) -> Expr {
    call(&format!("{LAUNCH}::asserted"), vec![condition], span)
}

/// `condition` in `asserted(condition)`.
pub(super) fn asserted_value(value: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = value else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    let names: Vec<String> = function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    if names == [LAUNCH, "asserted"] { call.args.first() } else { None }
}
