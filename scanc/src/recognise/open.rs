//! Names of an open type: what they are bound to are literals that do not show one. Any use may decide it, also one that nothing depends
//! on; such a use is not dropped.

use super::tables::{Meaning, Tables};
use crate::syntax::{bare, for_each_name, has_open_literal, let_parts, plain_ident};
use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, Pat, Stmt, Type};

impl Tables<'_> {
    /// Whether the type of `name` follows from its uses.
    pub(super) fn is_open(&self, name: &Ident) -> bool {
        match self.meaning(name) {
            Some(Meaning::Binding(binding)) => self.fact(binding).open,
            Some(Meaning::Index) => self.index_type.is_none(),
            Some(Meaning::Looped(number)) => self.looped[number].scalar.is_none(),
            _ => false,
        }
    }

    pub(super) fn mentions_open(&self, expr: &Expr) -> bool {
        let mut open = false;
        for_each_name(expr, &mut |name| open |= self.is_open(name));
        open
    }

    /// Whether evaluating `expr` decides the type of an open name.
    pub(super) fn decides_a_type(&self, expr: &Expr) -> bool {
        let mut groups = Groups { tables: self, decides: false };
        groups.apart(expr);
        groups.decides
    }

    /// Whether the `let` of `name` decides the type of an open name: of one in its value, or of the variable whose later value it is.
    pub(super) fn let_decides_a_type(&self, name: &Ident, value: &Expr) -> bool {
        let Some(Meaning::Binding(binding)) = self.meaning(name) else { return false };
        let mut groups = Groups { tables: self, decides: false };
        let Group { open, typed } = groups.of(value);
        let first = self.versions.get(&name.to_string());
        let of_open = first.is_some_and(|first| self.is_open(&Ident::new(first, name.span())));
        groups.decides || ((open || of_open) && (typed || self.bindings[binding].ty.is_some()))
    }
}

/// What has one type: whether there is an open name in it, and something that shows the type.
#[derive(Clone, Copy, Default)]
struct Group {
    open: bool,
    typed: bool,
}

const TYPED: Group = Group { open: false, typed: true };

impl Group {
    fn and(self, other: Self) -> Self {
        Self { open: self.open || other.open, typed: self.typed || other.typed }
    }
}

struct Groups<'a> {
    tables: &'a Tables<'a>,
    decides: bool,
}

impl Groups<'_> {
    /// An operand whose type is not that of what is around it.
    fn apart(&mut self, expr: &Expr) {
        let group = self.of(expr);
        self.close(group);
    }

    fn close(&mut self, group: Group) {
        self.decides |= group.open && group.typed;
    }

    fn together<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Group {
        exprs.into_iter().fold(Group::default(), |group, expr| group.and(self.of(expr)))
    }

    fn of(&mut self, expr: &Expr) -> Group {
        match bare(expr) {
            path @ Expr::Path(_) => self.name(path),
            literal @ Expr::Lit(_) => Group { open: false, typed: !has_open_literal(literal) },
            Expr::Unary(unary) => self.of(&unary.expr),
            Expr::Binary(binary) => self.binary(&binary.left, binary.op, &binary.right),
            Expr::Cast(cast) => {
                self.apart(&cast.expr);
                Group { open: false, typed: !matches!(*cast.ty, Type::Infer(_)) }
            }
            Expr::Index(access) => {
                let index = self.of(&access.index);
                self.close(index.and(TYPED));
                TYPED
            }
            Expr::If(choice) => {
                self.apart(&choice.cond);
                let yes = self.block(&choice.then_branch);
                choice.else_branch.as_ref().map_or(yes, |(_, no)| yes.and(self.of(no)))
            }
            Expr::Block(inner) => self.block(&inner.block),
            Expr::MethodCall(call) => self.together(std::iter::once(&*call.receiver).chain(&call.args)),
            Expr::Call(call) if self.is_declared(call) => {
                for argument in &call.args {
                    let given = self.of(argument);
                    self.close(given.and(TYPED));
                }
                TYPED
            }
            Expr::Call(call) => self.together(&call.args).and(TYPED),
            other => Group { open: self.tables.mentions_open(other), typed: true },
        }
    }

    /// Whether its parameters have types of their own.
    fn is_declared(&self, call: &syn::ExprCall) -> bool {
        matches!(&*call.func, Expr::Path(function) if super::pure::known_function(&function.path).is_none())
    }

    fn name(&self, path: &Expr) -> Group {
        let open = plain_ident(path).is_some_and(|name| self.tables.is_open(name));
        Group { open, typed: !open }
    }

    fn binary(&mut self, left: &Expr, op: BinOp, right: &Expr) -> Group {
        match op {
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let compared = self.together([left, right]);
                self.close(compared);
                TYPED
            }
            BinOp::Shl(_) | BinOp::Shr(_) => {
                self.apart(right);
                self.of(left)
            }
            _ => self.together([left, right]),
        }
    }

    fn block(&mut self, block: &Block) -> Group {
        let mut last = Group::default();
        for statement in &block.stmts {
            match statement {
                Stmt::Expr(value, None) => last = self.of(value),
                Stmt::Expr(value, Some(_)) => self.apart(value),
                Stmt::Local(local) => {
                    let annotated = Group { open: false, typed: matches!(local.pat, Pat::Type(_)) };
                    let Some((_, value)) = let_parts(statement) else { continue };
                    let bound = self.of(value).and(annotated);
                    self.close(bound);
                }
                _ => {}
            }
        }
        last
    }
}
