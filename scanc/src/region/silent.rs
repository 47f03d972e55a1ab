//! What runs nobody's code and cannot panic: whoever catches a panic sees what the caller's arrays hold then, and so does a `Drop`.
//!
//! A small grammar: literals, variables and fields of known places, operators of the language on numbers, and blocks of these. Whatever
//! is not in it may panic.

use super::arrays::Arrays;
use super::declared::{is_number_type, name_of};
use super::numbers::{Numbers, is_compound, range_of};
use crate::syntax::{bare, is_place};
use syn::{BinOp, Block, Expr, ExprMethodCall, Lit, Stmt, UnOp};

/// When evaluating something panics.
#[derive(Debug)]
pub(super) enum Panics {
    /// Never, and it runs nobody's code.
    Never,
    /// Where one of these does, which are arithmetic on numbers; and it runs nobody's code.
    Where(Vec<Expr>),
    /// Nobody knows.
    Anywhere,
}

impl Panics {
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Anywhere, _) | (_, Self::Anywhere) => Self::Anywhere,
            (Self::Never, other) | (other, Self::Never) => other,
            (Self::Where(mut one), Self::Where(other)) => {
                one.extend(other);
                Self::Where(one)
            }
        }
    }

    fn all(parts: impl Iterator<Item = Self>) -> Self {
        parts.fold(Self::Never, Self::and)
    }

    /// Of what is evaluated more than once nobody can ask before where it panics.
    pub(super) fn or_anywhere(self) -> Self {
        Self::never(self.is_never())
    }

    fn never(holds: bool) -> Self {
        if holds { Self::Never } else { Self::Anywhere }
    }

    pub(super) fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

/// The grammar, with what the names in it are.
pub(super) struct Silent<'a> {
    pub(super) arrays: &'a Arrays,
    pub(super) numbers: &'a Numbers<'a>,
}

impl Silent<'_> {
    /// A statement of its own; `is_inner`: what it declares is dropped before the function ends.
    pub(super) fn statement(&self, statement: &Stmt, is_inner: bool) -> Panics {
        match statement {
            Stmt::Local(local) => {
                let Some(init) = &local.init else { return Panics::never(!is_inner && name_of(&local.pat).is_some()) };
                // With a type that is written, a reference may become one to something that it derefs to.
                let is_value = self.numbers.is_number(&init.expr) || self.numbers.is_copied(&local.pat);
                let may_deref = matches!(&local.pat, syn::Pat::Type(_)) && !is_value;
                let is_plain = name_of(&local.pat).is_some() && init.diverge.is_none() && !may_deref;
                if is_plain && (!is_inner || self.is_never_dropped(local)) { self.value(&init.expr) } else { Panics::Anywhere }
            }
            Stmt::Item(_) => Panics::Never,
            Stmt::Expr(expression, _) => self.effect(expression),
            Stmt::Macro(_) => Panics::Anywhere,
        }
    }

    pub(super) fn block(&self, block: &Block) -> Panics {
        Panics::all(block.stmts.iter().map(|statement| self.statement(statement, true)))
    }

    /// An expression whose value is dropped at once.
    fn effect(&self, expression: &Expr) -> Panics {
        match bare(expression) {
            Expr::Break(syn::ExprBreak { expr: None, .. }) | Expr::Continue(_) => Panics::Never,
            Expr::Assign(assign) if self.numbers.is_number(&assign.left) => self.value(&assign.right),
            Expr::Call(call) => Panics::never(self.arrays.exchanged(call).is_some()),
            Expr::Block(block) => self.block(&block.block),
            Expr::If(branch) => {
                let other = branch.else_branch.as_ref().map_or(Panics::Never, |(_, other)| self.effect(other));
                self.value(&branch.cond).and(self.block(&branch.then_branch)).and(other)
            }
            Expr::ForLoop(repeat) => self.iterator(&repeat.expr).and(self.block(&repeat.body)),
            Expr::While(repeat) => self.value(&repeat.cond).and(self.block(&repeat.body)),
            // Of these the language's own are on numbers that do not overflow.
            Expr::Binary(binary) if is_compound(&binary.op) => match &binary.op {
                BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) if self.are_numbers(binary) => {
                    self.value(&binary.right)
                }
                _ => Panics::Anywhere,
            },
            other if self.numbers.is_number(other) => self.value(other),
            _ => Panics::Anywhere,
        }
    }

    /// An expression whose value is kept.
    pub(super) fn value(&self, expression: &Expr) -> Panics {
        match bare(expression) {
            Expr::Path(_) | Expr::Lit(_) => Panics::Never,
            Expr::Field(field) => Panics::never(self.is_field(field)),
            Expr::Cast(cast) if is_number_type(&cast.ty) => self.value(&cast.expr),
            Expr::Reference(lent) => Panics::never(is_place(&lent.expr) && self.value(&lent.expr).is_never()),
            Expr::Tuple(tuple) => Panics::all(tuple.elems.iter().map(|element| self.value(element))),
            Expr::Array(array) => Panics::all(array.elems.iter().map(|element| self.value(element))),
            // A field that is lent may become something that it derefs to.
            Expr::Struct(made) if made.rest.is_none() => Panics::all(made.fields.iter().map(|field| match bare(&field.expr) {
                made @ Expr::Struct(_) => self.value(made),
                number if self.numbers.is_number(number) => self.value(number),
                _ => Panics::Anywhere,
            })),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if self.are_numbers(binary) => self.binary(binary),
            Expr::MethodCall(call) if self.is_size(call) => Panics::Never,
            Expr::MethodCall(call) if wraps(call) && self.numbers.is_number(&call.receiver) => {
                let numbers = call.args.iter().all(|argument| self.numbers.is_number(argument));
                let parts = call.args.iter().chain([&*call.receiver]).map(|part| self.value(part));
                Panics::never(numbers).and(Panics::all(parts))
            }
            // Matching runs nobody's code.
            Expr::Let(condition) => Panics::never(matches!(bare(&condition.expr), Expr::Path(_))),
            _ => Panics::Anywhere,
        }
    }

    /// What makes an iterator, and its steps: of those of a range there is none but the language's.
    pub(super) fn iterator(&self, iterator: &Expr) -> Panics {
        match (bare(iterator), range_of(iterator)) {
            (Expr::Array(array), _) => Panics::never(array.elems.iter().all(|element| matches!(element, Expr::Lit(_)))),
            (_, Some((start, end, _))) if steps_are_literals(iterator) => self.value(start).and(self.value(end)),
            _ => Panics::Anywhere,
        }
    }

    fn unary(&self, unary: &syn::ExprUnary) -> Panics {
        match unary.op {
            UnOp::Not(_) if self.numbers.is_number(&unary.expr) => self.value(&unary.expr),
            UnOp::Neg(_) if matches!(bare(&unary.expr), Expr::Lit(_)) => Panics::Never,
            UnOp::Neg(_) if self.numbers.is_number(&unary.expr) => self.arithmetic(&Expr::Unary(unary.clone()), [&*unary.expr]),
            _ => Panics::Anywhere,
        }
    }

    fn binary(&self, binary: &syn::ExprBinary) -> Panics {
        use BinOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub};
        let (left, right) = (&*binary.left, &*binary.right);
        let is_safe = match binary.op {
            And(_) | Or(_) | BitAnd(_) | BitOr(_) | BitXor(_) | Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => true,
            Shl(_) | Shr(_) => matches!(integer(right), Some(0..8)),
            Div(_) | Rem(_) => matches!(integer(right), Some(1..)),
            Add(_) => integer(right) == Some(1) && self.numbers.is_below(left),
            _ => false,
        };
        match binary.op {
            _ if is_safe => self.value(left).and(self.value(right)),
            Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | Shl(_) | Shr(_) => {
                self.arithmetic(&Expr::Binary(binary.clone()), [left, right])
            }
            _ => Panics::Anywhere,
        }
    }

    /// An operator that panics for some of its operands.
    fn arithmetic<'e>(&self, whole: &Expr, operands: impl IntoIterator<Item = &'e Expr>) -> Panics {
        match Panics::all(operands.into_iter().map(|operand| self.value(operand))) {
            Panics::Anywhere => Panics::Anywhere,
            // What its operands need is part of what it needs.
            Panics::Never | Panics::Where(_) => Panics::Where(vec![whole.clone()]),
        }
    }

    fn are_numbers(&self, binary: &syn::ExprBinary) -> bool {
        self.numbers.is_number(&binary.left) && self.numbers.is_number(&binary.right)
    }

    /// `y.len()` of an array of the region.
    fn is_size(&self, call: &ExprMethodCall) -> bool {
        let is_size = call.method == "len" || call.method == "is_empty";
        is_size && call.args.is_empty() && self.arrays.at(&call.receiver).is_some()
    }

    /// `self.n`, where rustc is asked whether fields of `self` are its own.
    fn is_field(&self, field: &syn::ExprField) -> bool {
        let is_reached = match bare(&field.base) {
            Expr::Field(inner) => self.is_field(inner),
            Expr::Path(_) => true,
            _ => false,
        };
        is_reached && self.arrays.has_fields(&field.base)
    }

    /// Whether what a `let` declares runs nobody's code where it goes.
    pub(super) fn is_never_dropped(&self, local: &syn::Local) -> bool {
        let is_plain = |init: &syn::LocalInit| init.diverge.is_none() && self.has_no_drop(&init.expr);
        let is_name = name_of(&local.pat).is_some();
        is_name && (self.numbers.is_copied(&local.pat) || local.init.as_ref().is_some_and(is_plain))
    }

    /// Whether a value is of a type without `Drop`.
    fn has_no_drop(&self, value: &Expr) -> bool {
        match bare(value) {
            Expr::Lit(_) | Expr::Reference(_) | Expr::Cast(_) => true,
            Expr::Index(index) => self.arrays.at(&index.expr).is_some(),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|element| self.has_no_drop(element)),
            Expr::Array(array) => array.elems.iter().all(|element| self.has_no_drop(element)),
            other => self.numbers.is_number(other),
        }
    }
}

/// A method of integers' own, which nothing can stand in front of.
pub(super) fn wraps(call: &ExprMethodCall) -> bool {
    const WRAPPING: [&str; 4] = ["wrapping_add", "wrapping_sub", "wrapping_mul", "wrapping_neg"];
    WRAPPING.iter().any(|name| call.method == name)
}

/// Whether no step of a range is 0.
fn steps_are_literals(iterator: &Expr) -> bool {
    match bare(iterator) {
        Expr::MethodCall(call) if call.method == "step_by" => {
            call.args.iter().all(|step| matches!(integer(step), Some(1..))) && steps_are_literals(&call.receiver)
        }
        Expr::MethodCall(call) => call.args.is_empty() && steps_are_literals(&call.receiver),
        _ => true,
    }
}

/// An integer literal.
fn integer(expression: &Expr) -> Option<u64> {
    match bare(expression) {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(value), .. }) => value.base10_parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::LoopUse;
    use syn::ItemFn;

    /// What is said of a statement in a function in which `x` is an array, `n`, `m` and `z` are numbers, and `i` counts.
    fn panics(text: &str, is_inner: bool) -> Panics {
        let function: ItemFn = syn::parse_quote!(
            fn f(n: usize, m: u32, x: &mut [i32], other: Duration, z: f32) {
                for i in 0..n {}
            }
        );
        let used = LoopUse { arrays: vec![(syn::parse_quote!(x), true)], ..LoopUse::default() };
        let arrays = Arrays::of(&function, &[used], true).expect("arrays");
        let numbers = Numbers::of(&function, &arrays, &[]);
        let silent = Silent { arrays: &arrays, numbers: &numbers };
        silent.statement(&syn::parse_str(text).expect(text), is_inner)
    }

    #[test]
    fn harmless_statements() {
        for text in [
            "let k = n & 1;",
            "let mut k: usize = 0;",
            "let s = m >> 3 & 31;",
            "let half = n / 2;",
            "let next = i + 1;",
            "let l = x.len();",
            "n = n.wrapping_mul(3);",
            "if n > 3 { m ^= 1; } else { continue; }",
            "for i in (0..n).rev().step_by(2) { m = i as u32; }",
            "while n < 4 { n = 7; }",
            "let pair = (n, -1);",
            "let whole = &other;",
        ] {
            assert!(panics(text, true).is_never(), "{text}");
        }
    }

    #[test]
    fn where_arithmetic_panics() {
        for text in ["let k = n + 1;", "let k = n / n - 1;", "let k = m << m;", "let k = -z;", "let k = x.len() - 1;"] {
            assert!(matches!(panics(text, true), Panics::Where(_)), "{text}");
        }
    }

    #[test]
    fn what_may_panic() {
        for text in [
            "let k = x[0];",
            "let k = n % 0 - other;",
            "let later = other - n;",
            "let k = f(n);",
            "let k = n.div_ceil(m);",
            "let k = n.min(n);",
            "let k = unknown.len();",
            "println!();",
            "swap(&mut a, &mut b);",
            "std::mem::swap(&mut a, &mut b);",
            "for i in x { n = 1; }",
            "for i in (0..n).step_by(m) { }",
            "let v = vec![0; n];",
            "let Some(k) = k else { return };",
            "a = b;",
            "other;",
            "n += 1;",
            "{ let moved = other; }",
            "self.n = 1;",
        ] {
            assert!(matches!(panics(text, false), Panics::Anywhere), "{text}");
        }
        assert!(panics("let moved = other;", false).is_never());
        assert!(!panics("let moved = other;", true).is_never());
    }
}
