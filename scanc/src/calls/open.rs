//! Types that are left to what is around: of `1`, and of a variable that is `1`. A closure has one type for all its calls; its text has one in
//! each place, which is the same only where it follows from what the text mentions.

use crate::parse::LocalFunction;
use crate::syntax::{Bound, bare, compound, is_of_one_type, mentions_word, plain_ident};
use quote::ToTokens;
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprMethodCall, Lit, Pat, Stmt, Type};

/// Methods whose value may have any type.
const ANY: &[&str] = &["into", "try_into", "parse", "sum", "product", "collect", "unwrap_or_default", "partition", "unzip"];

/// The variables of a loop whose types may be left open.
#[derive(Clone, Default)]
pub(super) struct Open(HashSet<String>);

impl VisitMut for Open {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let is_shown = match (&local.pat, &local.init) {
            (Pat::Type(typed), _) if !is_hole(&typed.ty) => true,
            (_, Some(init)) => self.shows(&init.expr),
            _ => false,
        };
        if !is_shown {
            self.add(&local.pat);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, looped: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut looped.expr);
        if !self.shows_items(&looped.expr) {
            self.add(&looped.pat);
        }
        self.visit_block_mut(&mut looped.body);
    }

    fn visit_expr_let_mut(&mut self, condition: &mut syn::ExprLet) {
        visit_mut::visit_expr_let_mut(self, condition);
        if !self.shows(&condition.expr) {
            self.add(&condition.pat);
        }
    }

    fn visit_expr_match_mut(&mut self, branches: &mut syn::ExprMatch) {
        self.visit_expr_mut(&mut branches.expr);
        if !self.shows(&branches.expr) {
            branches.arms.iter().for_each(|arm| self.add(&arm.pat));
        }
        branches.arms.iter_mut().for_each(|arm| self.visit_arm_mut(arm));
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        self.visit_expr_mut(&mut call.receiver);
        let is_closure = |argument: &&Expr| matches!(bare(argument), Expr::Closure(_));
        let is_shown =
            self.shows_items(&call.receiver) && call.args.iter().all(|argument| is_closure(&argument) || self.shows(argument));
        for argument in &call.args {
            if let Expr::Closure(closure) = bare(argument) {
                let untyped = closure.inputs.iter().filter(|input| !is_shown && !matches!(input, Pat::Type(_)));
                untyped.for_each(|input| self.add(input));
            }
        }
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    /// `sum += e;`
    fn visit_expr_binary_mut(&mut self, update: &mut syn::ExprBinary) {
        visit_mut::visit_expr_binary_mut(self, update);
        let is_shift = matches!(update.op, BinOp::ShlAssign(_) | BinOp::ShrAssign(_));
        if let (Some(_), Some(name)) = (compound(&update.op).filter(|_| !is_shift), plain_ident(&update.left))
            && self.shows(&update.right)
        {
            self.0.remove(&name.unraw().to_string());
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Open {
    fn add(&mut self, pattern: &Pat) {
        Bound(&mut |name| self.0.extend([name.ident.unraw().to_string()])).visit_pat(pattern);
    }

    /// The same in a function, whose parameters have types.
    pub(super) fn within(&self, function: &LocalFunction) -> Self {
        let (mut within, mut parameters) = (self.clone(), HashSet::new());
        let mut add = |name: &syn::PatIdent| parameters.extend([name.ident.unraw().to_string()]);
        function.inputs.iter().for_each(|input| Bound(&mut add).visit_pat(input));
        within.0.retain(|name| !parameters.contains(name));
        within.visit_expr_mut(&mut function.body.clone());
        within
    }

    /// Whether the type of an expression follows from its text, and from variables that have one.
    pub(super) fn shows(&self, expression: &Expr) -> bool {
        match bare(expression) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(value) => !value.suffix().is_empty(),
                Lit::Float(value) => !value.suffix().is_empty(),
                _ => true,
            },
            Expr::Path(_) => plain_ident(expression).is_none_or(|name| !self.0.contains(&name.unraw().to_string())),
            Expr::Cast(cast) => !is_hole(&cast.ty),
            Expr::Index(access) => self.shows(&access.expr),
            Expr::Field(field) => self.shows(&field.base),
            Expr::Reference(reference) => self.shows(&reference.expr),
            Expr::Unary(unary) => self.shows(&unary.expr),
            Expr::MethodCall(call) => self.shows_method(call),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => {
                    path.path.segments.iter().all(|segment| !segment.ident.to_string().starts_with(char::is_uppercase))
                }
                _ => false,
            },
            Expr::Binary(binary) => match binary.op {
                BinOp::Shl(_) | BinOp::Shr(_) => self.shows(&binary.left),
                op if is_of_one_type(&op) => self.shows(&binary.left) || self.shows(&binary.right),
                _ => true,
            },
            Expr::If(choice) => {
                let otherwise = choice.else_branch.as_ref();
                self.ends_shown(&choice.then_branch) || otherwise.is_some_and(|(_, otherwise)| self.shows(otherwise))
            }
            Expr::Match(branches) => branches.arms.iter().any(|arm| self.shows(&arm.body)),
            Expr::Block(inner) => self.ends_shown(&inner.block),
            Expr::Tuple(parts) => parts.elems.iter().all(|part| self.shows(part)),
            Expr::Struct(_) => true,
            Expr::Macro(call) => call.mac.path.is_ident("matches"),
            Expr::Array(list) => list.elems.iter().any(|part| self.shows(part)),
            _ => false,
        }
    }

    fn ends_shown(&self, block: &Block) -> bool {
        matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if self.shows(value))
    }

    fn shows_method(&self, call: &ExprMethodCall) -> bool {
        if ANY.iter().any(|name| call.method == name) {
            return call.turbofish.is_some();
        }
        match call.method == "fold" {
            true => call.args.first().is_some_and(|first| self.shows(first)),
            false => self.shows_items(&call.receiver),
        }
    }

    /// The same of what an iterator gives, or of what a method is called on.
    pub(super) fn shows_items(&self, iterated: &Expr) -> bool {
        match bare(iterated) {
            Expr::Range(range) => [&range.start, &range.end].into_iter().flatten().any(|bound| self.shows(bound)),
            Expr::MethodCall(call) => {
                let gives_shown = |argument: &Expr| match bare(argument) {
                    Expr::Closure(closure) => self.shows(&closure.body),
                    _ => true,
                };
                self.shows_items(&call.receiver) && call.args.iter().all(gives_shown)
            }
            other => self.shows(other),
        }
    }
}

/// Whether a type, or a part of it, is left open.
pub(super) fn is_hole(ty: &Type) -> bool {
    mentions_word(&ty.to_token_stream(), "_")
}
