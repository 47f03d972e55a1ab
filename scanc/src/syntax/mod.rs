//! Small tools for Rust's syntax, without a loop's meaning: building, taking apart, places, words, printing for labels.

mod asserts;
mod chunks;
mod consumer;
pub(crate) mod matches;
mod operands;
mod optional;
mod panics;
mod place;
mod returns;
mod text;
mod walk;
mod words;

pub(crate) use asserts::asserted;
pub(crate) use chunks::{Chunks, generic_argument, rows};
pub(crate) use consumer::{Consumer, Otherwise, each, is_stage, stages};
pub(crate) use operands::{all_operands_mut, lazy_operand, operands};
pub(crate) use optional::Optional;
pub(crate) use panics::{GiveValues, panics};
pub use place::place_text;
pub(crate) use place::{bare, is_place, place_within};
pub(crate) use returns::without_returns;
pub(crate) use text::text;
pub(crate) use walk::{Bound, Expressions, ExpressionsMut, holds_loop};
pub(crate) use words::{for_each_variable, for_each_word, map_identifiers, map_variables, mentions_variable, mentions_word};

use crate::diagnostic::Span;
use crate::ir::{Int, Scalar};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{BinOp, Block, Expr, Stmt, parse_quote_spanned};

/// Where an expression stands: a choice where its `if` does.
pub(crate) fn span_of(expr: &Expr) -> Span {
    match expr {
        Expr::If(branches) => branches.if_token.span.into(),
        other => crate::diagnostic::span_of(other),
    }
}

/// The identifier of an expression that is nothing else.
pub(crate) fn plain_ident(expr: &Expr) -> Option<&Ident> {
    match bare(expr) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// `name`, with the place of `span` and the hygiene of `name`.
pub(crate) fn ident_at(name: &Ident, span: Span) -> Ident {
    let mut ident = name.clone();
    ident.set_span(span.joined().resolved_at(name.span()));
    ident
}

/// An identifier as an expression.
pub(crate) fn variable(name: &Ident) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.clone().into() })
}

/// An identifier of ours as an expression.
pub(crate) fn special(name: &str, span: Span) -> Expr {
    variable(&Ident::new(name, span.joined()))
}

/// The same identifier at another place; other expressions stay.
pub(crate) fn moved_to(expr: &Expr, span: Span) -> Expr {
    match plain_ident(expr) {
        Some(name) => variable(&ident_at(name, span)),
        None => expr.clone(),
    }
}

/// An unsuffixed literal.
pub(crate) fn integer(value: u64, span: Span) -> Expr {
    let literal = syn::LitInt::new(&value.to_string(), span.first);
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: literal.into() })
}

/// `left operator right`.
pub(crate) fn binary(left: Expr, op: BinOp, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
}

/// `(inner)`, where it is made of more than one thing.
pub(crate) fn parenthesized(inner: Expr) -> Expr {
    match inner {
        Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_) | Expr::Field(_) => {
            inner
        }
        inner => {
            Expr::Paren(syn::ExprParen { attrs: Vec::new(), paren_token: syn::token::Paren::default(), expr: Box::new(inner) })
        }
    }
}

/// `value as ty`; what `value` is made of binds as tightly.
pub(crate) fn cast(value: Expr, ty: Int, span: Span) -> Expr {
    let name = Ident::new(Scalar::Int(ty).rust(), span.first);
    let (expr, ty, as_token) = (Box::new(value), Box::new(syn::parse_quote!(#name)), syn::token::As(span.first));
    Expr::Cast(syn::ExprCast { attrs: Vec::new(), expr, as_token, ty })
}

/// `left + right`.
pub(crate) fn sum(left: Expr, right: Expr, span: Span) -> Expr {
    binary(left, BinOp::Add(syn::token::Plus(span.first)), right)
}

/// `left - right`.
pub(crate) fn difference(left: Expr, right: Expr, span: Span) -> Expr {
    binary(left, BinOp::Sub(syn::token::Minus(span.first)), right)
}

/// `left * right`.
pub(crate) fn product(left: Expr, right: Expr, span: Span) -> Expr {
    binary(left, BinOp::Mul(syn::token::Star(span.first)), right)
}

/// `function(arguments)`; the function is given as text.
pub(crate) fn call(function: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    let path: TokenStream = function.parse().unwrap_or_default();
    let path: Vec<TokenTree> = path.into_iter().map(|token| with_span(token, span)).collect();
    let path: TokenStream = path.into_iter().collect();
    parse_quote_spanned!(span.first => #path(#(#arguments),*))
}

fn with_span(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(span.first);
    token
}

/// `receiver.method(argument)`.
pub(crate) fn method(receiver: Expr, name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(parenthesized(receiver)),
        dot_token: syn::token::Dot(span.first),
        method: Ident::new(name, span.first),
        turbofish: None,
        paren_token: syn::token::Paren(span.last),
        args: arguments.into_iter().collect(),
    })
}

/// `base[index]`.
pub(crate) fn element(base: Expr, index: Expr, span: Span) -> Expr {
    Expr::Index(syn::ExprIndex {
        attrs: Vec::new(),
        expr: Box::new(base),
        bracket_token: syn::token::Bracket(span.last),
        index: Box::new(index),
    })
}

/// `whole.0`.
pub(crate) fn part(whole: Expr, number: u32) -> Expr {
    let span = span_of(&whole);
    Expr::Field(syn::ExprField {
        attrs: Vec::new(),
        base: Box::new(whole),
        dot_token: syn::token::Dot(span.first),
        member: syn::Member::Unnamed(syn::Index { index: number, span: span.last }),
    })
}

/// `{ statements; value }`.
pub(crate) fn block(mut statements: Vec<Stmt>, value: Expr) -> Block {
    // A value that is a block itself adds nothing but braces.
    match value {
        Expr::Block(inner) if inner.label.is_none() => statements.extend(inner.block.stmts),
        // Nor do parentheses around one.
        Expr::Paren(inner) => statements.push(Stmt::Expr(*inner.expr, None)),
        value => statements.push(Stmt::Expr(value, None)),
    }
    Block { brace_token: syn::token::Brace::default(), stmts: statements }
}

/// A block as a value; without statements it is its value.
pub(crate) fn block_value(mut block: Block) -> Expr {
    match block.stmts.as_mut_slice() {
        [Stmt::Expr(value, None)] => value.clone(),
        _ => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block }),
    }
}

/// `if condition { yes } else { no }`.
pub(crate) fn choice(condition: Expr, yes: Block, no: Block, span: Span) -> Expr {
    let otherwise = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: no });
    Expr::If(syn::ExprIf {
        attrs: Vec::new(),
        if_token: syn::token::If(span.first),
        cond: Box::new(condition),
        then_branch: yes,
        else_branch: Some((syn::token::Else(span.first), Box::new(otherwise))),
    })
}

/// The place of `span`, of syntax that is not the user's: no lint is to find it in their code.
pub(crate) fn ours(span: Span) -> proc_macro2::Span {
    span.first.resolved_at(proc_macro2::Span::mixed_site())
}

/// Whether both operands of an operator have the type of what it gives.
pub(crate) fn is_of_one_type(operator: &BinOp) -> bool {
    use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};
    matches!(operator, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_))
}

/// `!value`
pub(crate) fn not(value: Expr, span: Span) -> Expr {
    let span = ours(span);
    let op = syn::UnOp::Not(syn::token::Not(span));
    Expr::Unary(syn::ExprUnary { attrs: Vec::new(), op, expr: Box::new(parenthesized(value)) })
}

/// `true` or `false`.
pub(crate) fn truth(value: bool, span: Span) -> Expr {
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: syn::LitBool::new(value, span.first).into() })
}

/// The type as it is written.
pub(crate) fn type_of(scalar: Scalar) -> syn::Type {
    let name = Ident::new(scalar.rust(), proc_macro2::Span::call_site());
    syn::parse_quote!(#name)
}

/// `0i32`, `0.0f64`, `false`.
pub(crate) fn zero(scalar: Scalar, span: Span) -> Expr {
    let lit = match scalar {
        Scalar::Bool => syn::LitBool::new(false, span.first).into(),
        Scalar::Int(_) => syn::LitInt::new(&format!("0{}", scalar.rust()), span.first).into(),
        Scalar::Float(_) => syn::LitFloat::new(&format!("0.0{}", scalar.rust()), span.first).into(),
    };
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

/// `let name: ty = value;`
pub(crate) fn let_statement(name: &Ident, ty: Option<&syn::Type>, value: Expr) -> Stmt {
    let ty = ty.map(|ty| quote::quote!(: #ty));
    let mut statement: Stmt = syn::parse_quote!(let #name #ty = 0;);
    if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut statement {
        *init.expr = value;
    }
    statement
}

/// The name and the value of a `let` that [`let_statement`] made.
pub(crate) fn let_parts(statement: &Stmt) -> Option<(&Ident, &Expr)> {
    let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = statement else { return None };
    let pat = match pat {
        syn::Pat::Type(typed) => &*typed.pat,
        other => other,
    };
    match pat {
        syn::Pat::Ident(name) => Some((&name.ident, &init.expr)),
        _ => None,
    }
}

/// The operator inside a compound assignment.
pub(crate) fn compound(op: &BinOp) -> Option<BinOp> {
    use syn::token;
    Some(match op {
        BinOp::AddAssign(t) => BinOp::Add(token::Plus(t.spans[0])),
        BinOp::SubAssign(t) => BinOp::Sub(token::Minus(t.spans[0])),
        BinOp::MulAssign(t) => BinOp::Mul(token::Star(t.spans[0])),
        BinOp::DivAssign(t) => BinOp::Div(token::Slash(t.spans[0])),
        BinOp::RemAssign(t) => BinOp::Rem(token::Percent(t.spans[0])),
        BinOp::BitXorAssign(t) => BinOp::BitXor(token::Caret(t.spans[0])),
        BinOp::BitAndAssign(t) => BinOp::BitAnd(token::And(t.spans[0])),
        BinOp::BitOrAssign(t) => BinOp::BitOr(token::Or(t.spans[0])),
        BinOp::ShlAssign(t) => BinOp::Shl(token::Shl([t.spans[0], t.spans[1]])),
        BinOp::ShrAssign(t) => BinOp::Shr(token::Shr([t.spans[0], t.spans[1]])),
        _ => return None,
    })
}

/// The compound assignment of an operator.
pub(crate) fn assigning(op: &BinOp) -> Option<BinOp> {
    use syn::token;
    Some(match op {
        BinOp::Add(t) => BinOp::AddAssign(token::PlusEq(t.span)),
        BinOp::Sub(t) => BinOp::SubAssign(token::MinusEq(t.span)),
        BinOp::Mul(t) => BinOp::MulAssign(token::StarEq(t.span)),
        BinOp::Div(t) => BinOp::DivAssign(token::SlashEq(t.span)),
        BinOp::Rem(t) => BinOp::RemAssign(token::PercentEq(t.span)),
        BinOp::BitXor(t) => BinOp::BitXorAssign(token::CaretEq(t.span)),
        BinOp::BitAnd(t) => BinOp::BitAndAssign(token::AndEq(t.span)),
        BinOp::BitOr(t) => BinOp::BitOrAssign(token::OrEq(t.span)),
        BinOp::Shl(t) => BinOp::ShlAssign(token::ShlEq(t.spans[0])),
        BinOp::Shr(t) => BinOp::ShrAssign(token::ShrEq(t.spans[0])),
        _ => return None,
    })
}

/// Whether a literal's type is left to what is around it.
pub(crate) fn has_open_literal(expr: &Expr) -> bool {
    struct Open(bool);
    impl<'ast> syn::visit::Visit<'ast> for Open {
        fn visit_lit(&mut self, literal: &'ast syn::Lit) {
            self.0 |= match literal {
                syn::Lit::Int(value) => value.suffix().is_empty(),
                syn::Lit::Float(value) => value.suffix().is_empty(),
                _ => false,
            };
        }

        // An index is a `usize`.
        fn visit_expr_index(&mut self, access: &'ast syn::ExprIndex) {
            self.visit_expr(&access.expr);
        }
    }
    let mut open = Open(false);
    syn::visit::Visit::visit_expr(&mut open, expr);
    open.0
}

/// Calls `visit` with every variable that an expression reads, however deep; the names of called functions are none.
pub(crate) fn for_each_name<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Ident)) {
    syn::visit::Visit::visit_expr(&mut Names(visit), expr);
}

/// The same for a block.
pub(crate) fn for_each_name_in<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Ident)) {
    syn::visit::Visit::visit_block(&mut Names(visit), block);
}

struct Names<'e, 'v>(&'v mut dyn FnMut(&'e Ident));

impl<'e> syn::visit::Visit<'e> for Names<'e, '_> {
    fn visit_expr(&mut self, expr: &'e Expr) {
        match (plain_ident(expr), expr) {
            (Some(name), _) => (self.0)(name),
            (None, Expr::Call(call)) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
            _ => syn::visit::visit_expr(self, expr),
        }
    }
}

/// Whether an expression reads the variable `name`.
pub(crate) fn reads(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    for_each_name(expr, &mut |ident| found |= ident == name);
    found
}

/// Whether an expression can neither panic nor have an effect.
pub(crate) fn is_harmless(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_harmless(&field.base),
        Expr::Paren(inner) => is_harmless(&inner.expr),
        Expr::Group(inner) => is_harmless(&inner.expr),
        Expr::Reference(inner) => is_harmless(&inner.expr),
        Expr::Cast(cast) => is_harmless(&cast.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_harmless(&unary.expr),
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty() && is_harmless(&call.receiver),
        _ => false,
    }
}
