//! Rust expressions → IR: the dispatch, and the kinds that need few words.

use super::codes;
use super::declared::member;
use super::lowerer::{Binding, Lowerer};
use crate::diagnostic::{Span, Spanned, span_of};
use crate::ir::{ArrayId, Binary, Expr, ExprKind, LocalId, Statement, Type};
use crate::recognise::{Step, number};
use crate::syntax::{bare, plain_ident};

impl Lowerer<'_> {
    /// Lowers an expression that has a value.
    pub(crate) fn expression(&mut self, expr: &syn::Expr) -> Expr {
        let span = span_of(expr);
        match expr {
            syn::Expr::Paren(inner) => self.expression(&inner.expr),
            syn::Expr::Group(inner) => self.expression(&inner.expr),
            // References are for methods that take them; a value of a primitive type is the same behind one.
            syn::Expr::Reference(inner) if inner.mutability.is_none() => self.expression(&inner.expr),
            syn::Expr::Lit(literal) => self.literal(&literal.lit, false, span),
            syn::Expr::Path(path) => self.path(path, span),
            syn::Expr::Index(index) => self.load(index, expr, span),
            syn::Expr::Unary(unary) => self.unary(unary, span),
            syn::Expr::Binary(binary) => self.binary(binary, span),
            syn::Expr::Cast(cast) => self.cast(cast, span),
            syn::Expr::If(branch) => self.if_value(branch, span),
            syn::Expr::Match(branches) => self.match_value(branches, span),
            syn::Expr::Block(block) if block.label.is_none() => self.block_value(&block.block, span),
            syn::Expr::MethodCall(call) => self.method_call(call, span),
            syn::Expr::Call(call) => self.call(call, span),
            syn::Expr::Field(field) if self.world.is_some() => self.field(field, span),
            syn::Expr::Field(field) => self.unseen_part(expr, (&field.base, member(&field.member)), span),
            syn::Expr::Struct(literal) if self.world.is_some() => self.struct_literal(literal, span),
            syn::Expr::Struct(literal) => self.unseen_struct(literal, span),
            syn::Expr::Array(literal) if self.world.is_some() => self.array_literal(literal, span),
            syn::Expr::Array(literal) => self.unseen_list(literal, span),
            syn::Expr::Tuple(literal) if self.world.is_none() => self.unseen_tuple(literal, span),
            syn::Expr::Repeat(repeat) if self.world.is_some() => self.repetition(repeat, span),
            other => self.unsupported(other, span),
        }
    }

    /// Lowers an expression beside which others are evaluated: it must not assign what they read.
    pub(super) fn operand(&mut self, expr: &syn::Expr) -> Expr {
        let outside = std::mem::replace(&mut self.assignable_from, self.locals.len());
        let operand = self.expression(expr);
        self.assignable_from = outside;
        operand
    }

    /// `{ …; value }`
    pub(super) fn block_value(&mut self, block: &syn::Block, span: Span) -> Expr {
        let (block, ty) = self.value_block(block);
        match block.value {
            Some(value) if block.statements.is_empty() => *value,
            value => Expr { kind: ExprKind::Block(crate::ir::Block { value, ..block }), ty, span },
        }
    }

    /// `array[index]`
    fn load(&mut self, index: &syn::ExprIndex, whole: &syn::Expr, span: Span) -> Expr {
        let of_fixed = number(&index.index).filter(|_| self.world.is_none());
        if let Some((array, element, from)) = self.slice_of(&index.expr) {
            let at = self.operand(&index.index);
            self.expect(&at, &Type::USIZE, "an index is of type");
            let at = match from {
                Some(from) => {
                    let from = Expr { kind: ExprKind::Local(from), ty: Type::USIZE, span };
                    let at = ExprKind::Binary(Binary::Add, Box::new(from), Box::new(at));
                    Expr { kind: at, ty: Type::USIZE, span }
                }
                None => at,
            };
            return Expr { kind: ExprKind::Item(array, Box::new(at)), ty: element, span };
        }
        match self.array(&index.expr) {
            Some((name, array, element, gathered)) => {
                self.first_use(&name, span);
                let at = self.operand(&index.index);
                self.expect(&at, &Type::USIZE, "an index is of type");
                let kind = if gathered { ExprKind::Gather } else { ExprKind::Load };
                Expr { kind: kind(array, Box::new(at)), ty: element, span }
            }
            None if self.world.is_some() => self.element(index, span),
            None if of_fixed.is_some() => {
                let name = of_fixed.map(|number| Step::At(number).name()).unwrap_or_default();
                self.unseen_part(whole, (&index.expr, name), span)
            }
            None if matches!(bare(&index.expr), syn::Expr::Index(_)) => self.refuse(
                codes::NOT_SUPPORTED,
                index.expr.span(),
                "kernels have no arrays of arrays",
                "index a fixed array by a number, `x[i][2]`, or keep all rows in one slice: `x[row * width + column]`",
            ),
            None => self.refuse(
                codes::NOT_SUPPORTED,
                index.expr.span(),
                "only arrays from outside the loop can be indexed",
                "load the element from a slice: `x[i]`",
            ),
        }
    }

    fn slice_of(&self, expr: &syn::Expr) -> Option<(ArrayId, Type, Option<LocalId>)> {
        match self.lookup(&plain_ident(expr)?.to_string())? {
            Binding::Slice(array, element, from) => Some((array, element, from)),
            _ => None,
        }
    }

    /// `let name = &array[from..][..length];`, if that is what is written.
    pub(super) fn let_slice(&mut self, local: &syn::Local, lowered: &mut Vec<Statement>) -> bool {
        let (syn::Pat::Ident(name), Some(syn::Expr::Reference(whole))) =
            (&local.pat, local.init.as_ref().map(|init| &*init.expr))
        else {
            return false;
        };
        let Some((rest, length)) = from_or_to(&whole.expr, |range| range.end.as_deref()) else { return false };
        let (array, first) = match from_or_to(rest, |range| range.start.as_deref()) {
            Some((array, first)) => (array, Some(first)),
            None => (rest, None),
        };
        let Some((array_name, array, element, _)) = self.array(array) else { return false };
        self.first_use(&array_name, local.span());
        let from = match first {
            Some(first) => self.expression(first),
            None => self.integer(0, Type::USIZE, local.span()),
        };
        let length = self.expression(length);
        self.expect(&from, &Type::USIZE, "an index is of type");
        self.expect(&length, &Type::USIZE, "a length is of type");
        let (id, span) = (self.local(&format!("{}_from", name.ident), Type::USIZE), local.span());
        let slice = ExprKind::Slice(array, Box::new(from), Box::new(length));
        lowered.push(Statement::Let(id, Expr { kind: slice, ty: Type::USIZE, span }));
        self.declare(name.ident.to_string(), Binding::Slice(array, element, first.map(|_| id)));
        true
    }

    fn array(&self, expr: &syn::Expr) -> Option<(String, ArrayId, Type, bool)> {
        match expr {
            syn::Expr::Paren(inner) => self.array(&inner.expr),
            syn::Expr::Group(inner) => self.array(&inner.expr),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let Binding::Array(array, element, gathered) = self.lookup(&name)? else { return None };
                Some((name, array, element, gathered))
            }
            _ => None,
        }
    }

    fn unsupported(&mut self, expr: &syn::Expr, span: Span) -> Expr {
        let (what, help) = self.describe_unsupported(expr);
        self.refuse(codes::NOT_SUPPORTED, span, format!("{what} cannot be used {}", self.here()), help)
    }
}

impl Lowerer<'_> {
    /// What the user wrote, and what to write instead.
    pub(super) fn describe_unsupported(&self, expr: &syn::Expr) -> (&'static str, &'static str) {
        let in_function = self.world.and_then(|_| in_function(expr));
        in_function.unwrap_or_else(|| describe_unsupported(expr))
    }
}

/// `whole` and one end of the range of `whole[range]`.
fn from_or_to(expr: &syn::Expr, end: fn(&syn::ExprRange) -> Option<&syn::Expr>) -> Option<(&syn::Expr, &syn::Expr)> {
    match bare(expr) {
        syn::Expr::Index(access) => match bare(&access.index) {
            syn::Expr::Range(range) => Some((&access.expr, end(range)?)),
            _ => None,
        },
        _ => None,
    }
}

/// What is said of a declared function only.
fn in_function(expr: &syn::Expr) -> Option<(&'static str, &'static str)> {
    Some(match expr {
        syn::Expr::Tuple(_) => ("a tuple", "declare a struct of its parts"),
        syn::Expr::Macro(_) => ("a macro", "write what it stands for: only arithmetic runs on the device"),
        syn::Expr::Unsafe(_) => ("an `unsafe` block", "use safe code"),
        syn::Expr::Try(_) => ("`?`", "kernels have no `Option` and no `Result`: use `if` and `return`"),
        syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) => {
            ("a jump in the middle of an expression", "write it in a statement of its own: `if … { return …; }`")
        }
        syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) => {
            ("a loop as a value", "assign to a variable inside the loop, and use the variable after it")
        }
        syn::Expr::Async(_) | syn::Expr::Await(_) => ("`async`", "compute the value on the host"),
        syn::Expr::Block(_) => ("a labelled block", "use `if` and `else`, or `return`"),
        _ => return None,
    })
}

/// What the user wrote, and what to write instead.
fn describe_unsupported(expr: &syn::Expr) -> (&'static str, &'static str) {
    match expr {
        syn::Expr::Assign(_) => ("an assignment as a value", "assign in a statement of its own"),
        syn::Expr::Array(_) | syn::Expr::Repeat(_) => {
            ("an array literal", "compute with scalars; arrays come from outside the loop")
        }
        syn::Expr::Tuple(_) => ("a tuple", "bind its parts one by one: `let (a, b) = (…, …);`"),
        syn::Expr::Closure(_) => ("a closure", "write its body in place of the call"),
        syn::Expr::Range(_) => ("a range", "write the comparisons: `low <= v && v < high`"),
        syn::Expr::Macro(_) => ("a macro", "move the call out of the loop; only arithmetic runs on the device"),
        syn::Expr::Let(_) => ("`if let`", "use `if` with a comparison, or `match` on integer literals"),
        syn::Expr::Reference(_) => ("`&mut`", "use the value itself"),
        syn::Expr::Unsafe(_) => ("an `unsafe` block", "index the slice: `x[i]`; the range is checked once, before the loop"),
        syn::Expr::Try(_) | syn::Expr::Return(_) => ("an early exit", "a scan visits every element; test for it before the loop"),
        syn::Expr::Break(_) | syn::Expr::Continue(_) => ("an early exit", "select the value with `if` and `else`"),
        syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) => {
            ("an inner loop", "compute it in a loop of its own before this one")
        }
        syn::Expr::Async(_) | syn::Expr::Await(_) => ("`async`", "await the value before the loop"),
        _ => ("this expression", "use arithmetic, comparisons, `if`, `let`, casts and methods of primitive types"),
    }
}
