//! A loop's text, read twice: for what its expressions are ([`kinds`]), and to put numbers where variants stand ([`rewrite`]). Both go the
//! same way, so that an expression has the same number both times.

use super::kinds::{Kinds, Node, Solution};
use super::{Enum, NUMBER};
use crate::diagnostic::Spanned;
use crate::parse::{LoopSyntax, TypeEnvironment};
use crate::syntax::matches::Matches;
use crate::syntax::{bare, for_each_word, is_place, place_text, type_of};
use proc_macro2::{Ident, Literal, Span};
use quote::{ToTokens, quote_spanned};
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprClosure, ExprLit, ExprMatch, ExprMethodCall, Lit, Pat, Path, Stmt, Type, UnOp};

/// What the expressions of a loop are.
pub(super) fn kinds(syntax: &mut LoopSyntax, types: &TypeEnvironment) -> Kinds {
    walk(syntax, Walk::new(types, None))
}

/// Puts numbers in the place of variants.
pub(super) fn rewrite(syntax: &mut LoopSyntax, types: &TypeEnvironment, solution: &Solution) {
    walk(syntax, Walk::new(types, Some(solution)));
}

/// Whether a loop has anything that looks like a variant.
pub(super) fn may_have_variants(syntax: &LoopSyntax) -> bool {
    let mut found = false;
    for_each_word(syntax.to_token_stream(), &mut |name| found |= name.to_string().starts_with(char::is_uppercase));
    found
}

fn walk(syntax: &mut LoopSyntax, mut walk: Walk) -> Kinds {
    syntax.change(&mut walk);
    walk.kinds
}

/// Reads expressions. What is visited as a part of something that is not looked into is used as a value.
struct Walk<'a> {
    kinds: Kinds,
    types: &'a TypeEnvironment,
    /// What is bound in the loop, the innermost scope last.
    scopes: Vec<HashMap<String, Node>>,
    /// The numbers, the second time.
    solution: Option<&'a Solution>,
}

impl<'a> Walk<'a> {
    fn new(types: &'a TypeEnvironment, solution: Option<&'a Solution>) -> Self {
        Self { kinds: Kinds::default(), types, scopes: vec![HashMap::new()], solution }
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = inside(self);
        self.scopes.pop();
        result
    }

    fn bound(&self, name: &Ident) -> Option<Node> {
        let name = name.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name)).copied()
    }

    /// Whether a name that stands alone is a variant's, if it looks like one: `use State::*`.
    fn may_be_variant(&self, name: &Ident) -> bool {
        let text = name.unraw().to_string();
        let is_taken = self.bound(name).is_some() || self.types.variables.contains(&text);
        text.starts_with(char::is_uppercase) && !is_taken && !["None", "Self"].contains(&text.as_str())
    }

    /// Whether a path looks like a variant's: `State::Code`, `Self::Code`, `lexer::State::Code`.
    fn is_variant(&self, path: &Path) -> bool {
        let names: Vec<&Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        let is_type = |name: &Ident| name.to_string().starts_with(char::is_uppercase);
        match names.as_slice() {
            [name] => self.may_be_variant(name),
            [.., owner, name] => is_type(owner) && is_type(name),
            [] => false,
        }
    }

    /// An expression, and what it is.
    fn value(&mut self, expr: &mut Expr) -> Node {
        if let Some(place) = self.place(expr) {
            return place;
        }
        match expr {
            Expr::Paren(inner) => self.value(&mut inner.expr),
            Expr::Group(inner) => self.value(&mut inner.expr),
            // References are read as the values that they refer to.
            Expr::Reference(inner) if inner.mutability.is_none() => self.value(&mut inner.expr),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => self.value(&mut inner.expr),
            Expr::Path(path) if path.qself.is_none() && self.is_variant(&path.path) => {
                let (node, number) = (self.kinds.variant(&path.path), self.number_of(&path.path));
                if let Some(number) = number {
                    *expr = Expr::Lit(number);
                }
                node
            }
            Expr::Binary(operation) if matches!(operation.op, BinOp::Eq(_) | BinOp::Ne(_)) => {
                let at = operation.right.span();
                let (left, right) = (self.value(&mut operation.left), self.value(&mut operation.right));
                self.kinds.compare(left);
                self.kinds.unify(left, right, at);
                self.kinds.other()
            }
            Expr::Assign(assign) => {
                let at = assign.right.span();
                let value = self.value(&mut assign.right);
                self.target(&mut assign.left, value, at);
                self.kinds.other()
            }
            Expr::Cast(cast) => {
                let value = self.value(&mut cast.expr);
                self.kinds.cast(value);
                if let Some(found) = self.solution.and_then(|solution| solution.of(value)) {
                    *expr = cast_of(found, cast);
                }
                self.kinds.other()
            }
            Expr::If(choice) => self.scoped(|walk| {
                walk.condition(&mut choice.cond);
                let yes = walk.block(&mut choice.then_branch);
                let Some((_, otherwise)) = &mut choice.else_branch else { return walk.kinds.other() };
                let at = otherwise.span();
                let no = walk.scoped(|walk| walk.value(otherwise));
                walk.kinds.unify(yes, no, at);
                yes
            }),
            Expr::Match(branches) => self.branches(branches),
            Expr::Block(inner) => self.block(&mut inner.block),
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter_mut().map(|part| self.value(part)).collect();
                self.kinds.tuple(parts)
            }
            Expr::Macro(call) => {
                if let Some(mut matches) = Matches::of(&call.mac) {
                    self.matches(&mut matches);
                    call.mac.tokens = matches.into_token_stream();
                }
                self.kinds.other()
            }
            Expr::MethodCall(call) => self.method_call(call),
            // A function's name is no value, nor is that of a variant with data.
            Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
                call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
                self.kinds.other()
            }
            // What leaves has no value.
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => {
                visit_mut::visit_expr_mut(self, expr);
                self.kinds.open()
            }
            other => {
                visit_mut::visit_expr_mut(self, other);
                self.kinds.other()
            }
        }
    }

    /// What is in a place: a variable, or one outside the loop, or a field of that.
    fn place(&mut self, expr: &Expr) -> Option<Node> {
        let of = match bare(expr) {
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => return self.place(&inner.expr),
            place => place,
        };
        is_place(of).then_some(())?;
        let mut root = of;
        while let Expr::Field(field) = root {
            root = bare(&field.base);
        }
        let Expr::Path(path) = root else { return None };
        let name = path.path.get_ident()?;
        match self.bound(name) {
            Some(node) if matches!(of, Expr::Path(_)) => Some(node),
            Some(_) => Some(self.kinds.other()),
            None if matches!(of, Expr::Path(_)) && self.may_be_variant(name) => None,
            None => Some(self.kinds.place(place_text(of))),
        }
    }

    /// What is assigned to.
    fn target(&mut self, target: &mut Expr, value: Node, at: crate::diagnostic::Span) {
        match target {
            Expr::Tuple(tuple) => {
                let parts: Vec<Node> = tuple.elems.iter().map(|_| self.kinds.open()).collect();
                let whole = self.kinds.tuple(parts.clone());
                self.kinds.unify(whole, value, at);
                tuple.elems.iter_mut().zip(parts).for_each(|(target, part)| self.target(target, part, at));
            }
            Expr::Paren(inner) => self.target(&mut inner.expr, value, at),
            Expr::Infer(_) => {}
            place => match self.place(place) {
                Some(place) => self.kinds.unify(place, value, at),
                None => {
                    self.visit_expr_mut(place);
                    self.kinds.leak(value, at);
                }
            },
        }
    }

    /// The condition of an `if`, whose `let`s bind names for what follows.
    fn condition(&mut self, condition: &mut Expr) {
        match condition {
            Expr::Let(inner) => {
                let value = self.value(&mut inner.expr);
                self.pattern(&mut inner.pat, value);
            }
            Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
                self.condition(&mut both.left);
                self.condition(&mut both.right);
            }
            condition => self.visit_expr_mut(condition),
        }
    }

    fn branches(&mut self, branches: &mut ExprMatch) -> Node {
        let (matched, result) = (self.value(&mut branches.expr), self.kinds.open());
        for arm in &mut branches.arms {
            let at = arm.body.span();
            let value = self.scoped(|walk| {
                walk.pattern(&mut arm.pat, matched);
                if let Some((_, guard)) = &mut arm.guard {
                    walk.condition(guard);
                }
                walk.value(&mut arm.body)
            });
            self.kinds.unify(result, value, at);
        }
        result
    }

    fn matches(&mut self, matches: &mut Matches) {
        let value = self.value(&mut matches.value);
        self.scoped(|walk| {
            walk.pattern(&mut matches.pattern, value);
            if let Some((_, guard)) = &mut matches.guard {
                walk.condition(guard);
            }
        });
    }

    fn block(&mut self, block: &mut Block) -> Node {
        self.scoped(|walk| {
            let mut value = None;
            for statement in &mut block.stmts {
                value = walk.statement(statement);
            }
            value.unwrap_or_else(|| walk.kinds.other())
        })
    }

    /// A statement, and its value, if it may be that of its block.
    fn statement(&mut self, statement: &mut Stmt) -> Option<Node> {
        match statement {
            Stmt::Local(local) => {
                let value = match &mut local.init {
                    Some(init) => {
                        let value = self.value(&mut init.expr);
                        if let Some((_, otherwise)) = &mut init.diverge {
                            self.visit_expr_mut(otherwise);
                        }
                        value
                    }
                    None => self.kinds.open(),
                };
                self.pattern(&mut local.pat, value);
                None
            }
            Stmt::Expr(value, None) => Some(self.value(value)),
            Stmt::Expr(value, Some(_)) => {
                self.value(value);
                // After `return;` a block has any value.
                matches!(value, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_)).then(|| self.kinds.open())
            }
            Stmt::Item(_) | Stmt::Macro(_) => None,
        }
    }

    /// A pattern of this value.
    fn pattern(&mut self, pattern: &mut Pat, value: Node) {
        let at = pattern.span();
        let path = match &*pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
                self.may_be_variant(&name.ident).then(|| name.ident.clone().into())
            }
            Pat::Path(path) if path.qself.is_none() && self.is_variant(&path.path) => Some(path.path.clone()),
            _ => None,
        };
        if let Some(path) = path {
            let variant = self.kinds.variant(&path);
            self.kinds.unify(value, variant, at);
            if let Some(number) = self.number_of(&path) {
                *pattern = Pat::Lit(number);
            }
            return;
        }
        match pattern {
            Pat::Ident(name) => {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name.ident.unraw().to_string(), value);
                }
                if let Some((_, inner)) = &mut name.subpat {
                    self.pattern(inner, value);
                }
            }
            Pat::Paren(inner) => self.pattern(&mut inner.pat, value),
            Pat::Reference(inner) => self.pattern(&mut inner.pat, value),
            Pat::Type(typed) => {
                if self.solution.is_some_and(|solution| solution.of(value).is_some()) {
                    number_type(&mut typed.ty);
                }
                self.pattern(&mut typed.pat, value);
            }
            Pat::Or(several) => several.cases.iter_mut().for_each(|case| self.pattern(case, value)),
            Pat::Tuple(tuple) if tuple.elems.iter().any(|part| matches!(part, Pat::Rest(_))) => self.with_rest(tuple, value, at),
            Pat::Tuple(tuple) => {
                let parts: Vec<Node> = tuple.elems.iter().map(|_| self.kinds.open()).collect();
                let whole = self.kinds.tuple(parts.clone());
                self.kinds.unify(value, whole, at);
                tuple.elems.iter_mut().zip(parts).for_each(|(pattern, part)| self.pattern(pattern, part));
            }
            Pat::Wild(_) | Pat::Rest(_) => {}
            taken_apart => {
                let other = self.kinds.other();
                self.kinds.unify(value, other, at);
                self.parts(taken_apart);
            }
        }
    }

    /// `(State::Code, ..)`: how many parts there are is known where what is matched is.
    fn with_rest(&mut self, tuple: &mut syn::PatTuple, value: Node, at: crate::diagnostic::Span) {
        let parts = self.kinds.parts(value);
        let is_rest = |part: &Pat| matches!(part, Pat::Rest(_));
        let rest = tuple.elems.iter().position(is_rest).unwrap_or_default();
        let left_out = (parts.len() + 1).checked_sub(tuple.elems.len());
        let Some(left_out) = left_out else {
            let other = self.kinds.other();
            return self.kinds.unify(value, other, at);
        };
        for (number, part) in tuple.elems.iter_mut().enumerate().filter(|(number, _)| *number != rest) {
            let place = if number < rest { number } else { number + left_out - 1 };
            self.pattern(part, parts[place]);
        }
    }

    /// The names in a pattern that takes apart what is not looked into.
    fn parts(&mut self, pattern: &mut Pat) {
        struct Parts<'w, 'a>(&'w mut Walk<'a>);
        impl VisitMut for Parts<'_, '_> {
            fn visit_pat_mut(&mut self, pattern: &mut Pat) {
                if matches!(pattern, Pat::Ident(_) | Pat::Path(_)) {
                    let other = self.0.kinds.other();
                    self.0.pattern(pattern, other);
                } else {
                    visit_mut::visit_pat_mut(self, pattern);
                }
            }
        }
        visit_mut::visit_pat_mut(&mut Parts(self), pattern);
    }

    /// `.scan(start, |state, item| …)` has a state, and a clone of a variant is that variant; all else is given values.
    fn method_call(&mut self, call: &mut ExprMethodCall) -> Node {
        if call.method == "clone" && call.args.is_empty() {
            let cloned = self.value(&mut call.receiver);
            self.kinds.clone_of(cloned);
            return cloned;
        }
        // What two numbers without an order are to each other is no value of the loop's.
        if call.method == "unwrap_or" && matches!(bare(&call.receiver), Expr::MethodCall(call) if call.method == "partial_cmp") {
            self.visit_expr_mut(&mut call.receiver);
            return self.kinds.other();
        }
        let is_scan = call.method == "scan" && call.args.len() == 2;
        let mut arguments = call.args.iter_mut();
        match (arguments.next(), arguments.next()) {
            (Some(start), Some(Expr::Closure(closure))) if is_scan && closure.inputs.len() == 2 => {
                self.visit_expr_mut(&mut call.receiver);
                let start = self.value(start);
                self.closure(closure, Some(start));
            }
            _ => visit_mut::visit_expr_method_call_mut(self, call),
        }
        self.kinds.other()
    }

    fn closure(&mut self, closure: &mut ExprClosure, first: Option<Node>) {
        self.scoped(|walk| {
            let mut first = first;
            for input in &mut closure.inputs {
                let value = first.take().unwrap_or_else(|| walk.kinds.other());
                walk.pattern(input, value);
            }
            walk.visit_expr_mut(&mut closure.body);
        });
    }

    fn number_of(&self, path: &Path) -> Option<ExprLit> {
        let number = self.solution?.number_of(path)?;
        Some(literal(number, path.span().first))
    }
}

impl VisitMut for Walk<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let at = expr.span();
        let value = self.value(expr);
        self.kinds.leak(value, at);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block);
    }

    fn visit_expr_for_loop_mut(&mut self, looped: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut looped.expr);
        self.scoped(|walk| {
            let item = walk.kinds.other();
            walk.pattern(&mut looped.pat, item);
            walk.block(&mut looped.body);
        });
    }

    fn visit_expr_while_mut(&mut self, looped: &mut syn::ExprWhile) {
        self.scoped(|walk| {
            walk.condition(&mut looped.cond);
            walk.block(&mut looped.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.closure(closure, None);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `0u8`
fn literal(number: u8, span: Span) -> ExprLit {
    let mut number = Literal::u8_suffixed(number);
    number.set_span(span);
    ExprLit { attrs: Vec::new(), lit: Lit::new(number) }
}

/// `state as u32` → `match state { 0u8 => State::Code as u32, … }`
fn cast_of(found: &Enum, cast: &syn::ExprCast) -> Expr {
    let (value, ty, span) = (&cast.expr, &cast.ty, cast.as_token.span);
    let numbers = (0u8..).map(|number| literal(number, span));
    let Some((last, others)) = found.variants.split_last() else { return Expr::Cast(cast.clone()) };
    let arms = others.iter().zip(numbers).map(|(variant, number)| quote_spanned!(span=> #number => #variant as #ty,));
    syn::parse_quote_spanned!(span=> match #value { #(#arms)* _ => #last as #ty })
}

/// The type of variants is that of their numbers now, also behind references.
fn number_type(ty: &mut Type) {
    match ty {
        Type::Reference(reference) => number_type(&mut reference.elem),
        Type::Paren(inner) => number_type(&mut inner.elem),
        Type::Infer(_) => {}
        ty => *ty = type_of(NUMBER),
    }
}
