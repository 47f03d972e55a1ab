//! Which statements of the host cannot panic: whoever catches a panic sees what the caller's arrays hold then.
//!
//! Integer overflow, which panics in some builds only, is not counted: it is one of the two things that annotated loops leave open.

use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ItemFn, Lit, Pat, RangeLimits, Stmt, UnOp};

/// The variables that hold numbers or `bool`s, so that operators on them are the language's own.
#[derive(Clone, Debug, Default)]
pub struct Numbers(HashSet<String>);

/// Finds the variables whose declaration shows a number.
struct Found<F> {
    numbers: Numbers,
    is_one: F,
}

impl<F: Fn(&str) -> bool> Found<F> {
    fn declared(&mut self, pattern: &Pat) {
        if let Pat::Ident(name) = pattern
            && (self.is_one)(&name.ident.to_string())
        {
            self.numbers.0.insert(name.ident.to_string());
        }
    }
}

impl<'ast, F: Fn(&str) -> bool> Visit<'ast> for Found<F> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if local.init.as_ref().is_some_and(|init| self.numbers.is_number(&init.expr)) {
            self.declared(&local.pat);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, repeat: &'ast syn::ExprForLoop) {
        if self.numbers.iterator(&repeat.expr) {
            self.declared(&repeat.pat);
        }
        visit::visit_expr_for_loop(self, repeat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Numbers {
    /// Of these names, those that the function declares once: the others may be something else elsewhere.
    pub fn new(names: impl IntoIterator<Item = String>, function: &ItemFn) -> Self {
        let declared = super::arrays::declarations(function);
        let is_one = |name: &str| declared.get(name) == Some(&1);
        let mut found = Found { numbers: Self(names.into_iter().filter(|name| is_one(name)).collect()), is_one };
        found.visit_block(&function.block);
        found.numbers
    }

    /// Those that are declared in none of the `statements`.
    pub(super) fn except<'s>(mut self, statements: impl Iterator<Item = &'s Stmt>) -> Self {
        for statement in statements {
            let inside = super::arrays::declared_in(statement);
            self.0.retain(|name| !inside.contains_key(name));
        }
        self
    }

    /// As seen at the end of a loop's body: `around` is that loop.
    pub(super) fn within(&self, around: Option<&Stmt>) -> Self {
        let Some(around) = around else { return self.clone() };
        let declared = super::arrays::declared_in(around);
        let numbers = Self(self.0.iter().filter(|name| !declared.contains_key(*name)).cloned().collect());
        let mut found = Found { numbers, is_one: |name: &str| declared.get(name) == Some(&1) };
        found.visit_stmt(around);
        found.numbers
    }

    pub(super) fn statement(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Local(local) => {
                let binds_one = matches!(untyped(&local.pat), Pat::Ident(name) if name.subpat.is_none());
                binds_one && local.init.as_ref().is_none_or(|init| init.diverge.is_none() && self.value(&init.expr))
            }
            Stmt::Item(_) => true,
            Stmt::Expr(expression, _) => self.value(expression),
            Stmt::Macro(_) => false,
        }
    }

    fn block(&self, block: &Block) -> bool {
        block.stmts.iter().all(|statement| self.statement(statement))
    }

    /// Whether evaluating an expression cannot panic.
    pub(super) fn value(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Path(_) | Expr::Lit(_) | Expr::Break(syn::ExprBreak { expr: None, .. }) | Expr::Continue(_) => true,
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Field(field) => self.value(&field.base),
            Expr::Cast(cast) => self.value(&cast.expr),
            Expr::Reference(inner) => self.value(&inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|element| self.value(element)),
            Expr::Unary(unary) => self.is_number(&unary.expr) && !matches!(unary.op, UnOp::Deref(_)),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.is_number(&assign.left) && self.value(&assign.right),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => is_swap(call) && call.args.iter().all(|argument| self.value(argument)),
            Expr::Block(block) => self.block(&block.block),
            Expr::If(branch) => {
                let other = branch.else_branch.as_ref().is_none_or(|(_, other)| self.value(other));
                self.value(&branch.cond) && self.block(&branch.then_branch) && other
            }
            Expr::ForLoop(repeat) => self.iterator(&repeat.expr) && self.block(&repeat.body),
            Expr::While(repeat) => self.value(&repeat.cond) && self.block(&repeat.body),
            _ => false,
        }
    }

    /// Whether neither an iterator nor its steps can panic: a range of numbers, or a few of them.
    pub(super) fn iterator(&self, iterator: &Expr) -> bool {
        match iterator {
            Expr::Paren(inner) => self.iterator(&inner.expr),
            Expr::Group(inner) => self.iterator(&inner.expr),
            Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
                let counts = |end: &Expr| self.is_number(end) && self.value(end);
                matches!(limits, RangeLimits::HalfOpen(_) | RangeLimits::Closed(_)) && counts(start) && counts(end)
            }
            Expr::Array(array) => array.elems.iter().all(|element| matches!(element, Expr::Lit(_))),
            Expr::MethodCall(call) if call.method == "rev" => self.iterator(&call.receiver),
            Expr::MethodCall(call) if call.method == "step_by" => {
                self.iterator(&call.receiver) && call.args.iter().all(is_not_zero)
            }
            _ => false,
        }
    }

    fn binary(&self, binary: &syn::ExprBinary) -> bool {
        let divides = matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_) | BinOp::DivAssign(_) | BinOp::RemAssign(_));
        let (left, right) = (&binary.left, &binary.right);
        let are_numbers = self.is_number(left) && self.is_number(right);
        are_numbers && self.value(left) && self.value(right) && (!divides || is_not_zero(right))
    }

    fn method(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let sizes = call.args.is_empty()
            && (name == "len" || name == "is_empty")
            && matches!(*call.receiver, Expr::Path(_) | Expr::Field(_));
        let wraps = name.starts_with("wrapping_") && !name.contains("div") && !name.contains("rem");
        let compares = name == "min" || name == "max";
        sizes || (wraps || compares) && self.is_number(&call.receiver) && call.args.iter().all(|argument| self.value(argument))
    }

    /// Whether an expression is a number or a `bool`, by its text.
    fn is_number(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Byte(_)),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.0.contains(&name.to_string())),
            Expr::Paren(inner) => self.is_number(&inner.expr),
            Expr::Group(inner) => self.is_number(&inner.expr),
            Expr::Cast(_) => true,
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && self.is_number(&unary.expr),
            Expr::Binary(binary) => self.is_number(&binary.left) && self.is_number(&binary.right),
            Expr::MethodCall(call) => call.method == "len" || self.method(call) && call.method != "is_empty",
            _ => false,
        }
    }
}

/// `std::mem::swap(…)`: of two names for arrays; what another `swap` does nobody knows.
pub(super) fn is_swap(call: &syn::ExprCall) -> bool {
    let Expr::Path(path) = &*call.func else { return false };
    let words: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    path.qself.is_none() && (words == ["std", "mem", "swap"] || words == ["core", "mem", "swap"])
}

fn is_not_zero(divisor: &Expr) -> bool {
    match divisor {
        Expr::Paren(inner) => is_not_zero(&inner.expr),
        Expr::Group(inner) => is_not_zero(&inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(value) => value.base10_digits() != "0",
            Lit::Float(_) => true,
            _ => false,
        },
        _ => false,
    }
}

fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Numbers {
        let function: ItemFn = syn::parse_quote!(
            fn f(n: usize, m: u32, x: &[i32], other: Duration, z: f32) {
                let b = true;
                let b = 1;
            }
        );
        Numbers::new(["n", "m", "z", "b"].map(str::to_owned), &function)
    }

    #[test]
    fn harmless_statements() {
        for text in [
            "let k = n + 1;",
            "let mut k: usize = 0;",
            "let s = m * 8 & 31;",
            "let half = n / 2;",
            "let l = x.len() - 1;",
            "n = n.wrapping_mul(3).min(n);",
            "if n > 3 { m += 1; } else { continue; }",
            "for i in (0..n).rev().step_by(2) { m = i as u32; }",
            "while n < 4 { n += 1; }",
            "std::mem::swap(&mut a, &mut b);",
            "let pair = (n, -z);",
        ] {
            assert!(numbers().statement(&syn::parse_str(text).expect(text)), "{text}");
        }
    }

    #[test]
    fn what_may_panic() {
        for text in [
            "let k = x[0];",
            "let k = n / m;",
            "let k = n % 0;",
            "let later = other - n;",
            "let later = b + 1;",
            "let k = f(n);",
            "let k = n.div_ceil(m);",
            "let k = unknown.min(n);",
            "println!();",
            "swap(&mut a, &mut b);",
            "for i in x { n += 1; }",
            "for i in (0..n).step_by(m) { }",
            "let v = vec![0; n];",
            "let Some(k) = k else { return };",
            "a = b;",
        ] {
            assert!(!numbers().statement(&syn::parse_str(text).expect(text)), "{text}");
        }
    }
}
