//! Statements with annotated loops in them, taken apart.

use crate::parse::hole_number;
use crate::syntax::{Expressions, bare, compound, operands};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Block, Expr, Stmt};

/// A statement with annotated loops in it.
#[derive(Default)]
pub(super) struct Parts<'s> {
    /// What it evaluates once, before its blocks.
    pub(super) once: Vec<&'s Expr>,
    /// What it evaluates again and again; or what makes an iterator, that is asked again and again.
    pub(super) again: Vec<(&'s Expr, bool)>,
    /// Its blocks, in order; and whether one begins with values that are dropped at its end.
    pub(super) blocks: Vec<(&'s Block, bool)>,
    /// The annotated loops that stand there without a block around them.
    pub(super) holes: Vec<usize>,
}

impl<'s> Parts<'s> {
    /// `None`: its blocks are not all there is.
    pub(super) fn of(statement: &'s Stmt) -> Option<Self> {
        let mut parts = Self::default();
        let known = match statement {
            Stmt::Local(local) => {
                let init = local.init.as_ref().filter(|init| init.diverge.is_none());
                init.is_some_and(|init| parts.hole(&init.expr))
            }
            Stmt::Expr(expression, _) => parts.expression(expression),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        };
        known.then_some(parts)
    }

    fn expression(&mut self, expression: &'s Expr) -> bool {
        match expression {
            Expr::ForLoop(repeat) => {
                self.once.push(&repeat.expr);
                self.again.extend(Some((&*repeat.expr, true)).filter(|(iterator, _)| !is_range(iterator)));
                self.blocks.push((&repeat.body, false));
            }
            Expr::While(repeat) => {
                self.again.push((&repeat.cond, false));
                self.blocks.push((&repeat.body, false));
            }
            Expr::Loop(repeat) => self.blocks.push((&repeat.body, false)),
            Expr::Block(block) => self.blocks.push((&block.block, false)),
            Expr::If(branch) => return self.branch(branch),
            Expr::Assign(assign) => {
                self.once.push(&assign.left);
                return self.hole(&assign.right);
            }
            Expr::Binary(update) if compound(&update.op).is_some() => {
                self.once.push(&update.left);
                return self.hole(&update.right);
            }
            hole => return self.hole(hole),
        }
        true
    }

    fn branch(&mut self, branch: &'s syn::ExprIf) -> bool {
        let is_let = match &*branch.cond {
            // A value that is made for the condition lives as long as its branches.
            Expr::Let(condition) if !matches!(bare(&condition.expr), Expr::Path(_)) => return false,
            Expr::Let(_) => true,
            condition if has_let(condition) => return false,
            _ => false,
        };
        self.once.push(&branch.cond);
        self.blocks.push((&branch.then_branch, is_let));
        branch.else_branch.as_ref().is_none_or(|(_, other)| self.expression(other))
    }

    fn hole(&mut self, expression: &'s Expr) -> bool {
        let mut holes = Vec::new();
        Expressions(&mut |expression| add_hole(&mut holes, expression)).visit_expr(expression);
        let [number] = *holes else { return false };
        if hole_number(expression).is_none() {
            // What else the value is computed of changes nothing, nor does what the iterator runs: it may as well come before.
            if !is_computed_of(expression) {
                return false;
            }
            self.once.push(expression);
        }
        self.holes.push(number);
        true
    }
}

/// Whether an expression is an annotated iterator's value, or computed of it, of variables and of lengths, so that nothing is changed.
fn is_computed_of(expression: &Expr) -> bool {
    let is_plain = match expression {
        Expr::Path(_) | Expr::Lit(_) => return true,
        Expr::MethodCall(call) => call.method == "len" || holds_hole_in(&call.receiver),
        Expr::Paren(_) | Expr::Group(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::Field(_) | Expr::Binary(_) => true,
        _ => false,
    };
    is_plain && operands(expression).into_iter().all(is_computed_of)
}

/// Whether there is a `let` in a condition.
fn has_let(condition: &Expr) -> bool {
    match bare(condition) {
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Let(_) => true,
        _ => false,
    }
}

/// Whether the steps of an iterator are those of a range, and what makes it is evaluated once.
fn is_range(iterator: &Expr) -> bool {
    match bare(iterator) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => is_range(&call.receiver),
        _ => false,
    }
}

/// Where a statement begins, and the annotated loop that it begins with.
pub(super) fn place_of(statement: &Stmt) -> (proc_macro2::Span, Option<usize>) {
    match statement {
        Stmt::Expr(Expr::Path(hole), _) => match hole.attrs.first() {
            Some(attribute) => (attribute.span(), None),
            None => (statement.span(), hole_number(&Expr::Path(hole.clone()))),
        },
        _ => (statement.span(), None),
    }
}

/// Whether a statement may be the value of its block.
pub(super) fn is_value(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(_, None) | Stmt::Macro(syn::StmtMacro { semi_token: None, .. }))
}

/// Whether there is an annotated loop in a statement.
pub(super) fn holds_hole(statement: &Stmt) -> bool {
    let mut holes = Vec::new();
    Expressions(&mut |expression| add_hole(&mut holes, expression)).visit_stmt(statement);
    !holes.is_empty()
}

pub(super) fn holds_hole_in(expression: &Expr) -> bool {
    let mut holes = Vec::new();
    Expressions(&mut |expression| add_hole(&mut holes, expression)).visit_expr(expression);
    !holes.is_empty()
}

/// Adds an annotated loop; otherwise there may be some in the expression.
fn add_hole(holes: &mut Vec<usize>, expression: &Expr) -> bool {
    let number = hole_number(expression);
    holes.extend(number);
    number.is_none()
}

/// Whether the annotated loop stands in a loop.
pub(super) fn repeats(block: &Block, number: usize) -> bool {
    let mut holes = Vec::new();
    let mut look = |expression: &Expr| {
        let body = match expression {
            Expr::ForLoop(repeat) => Some(&repeat.body),
            Expr::While(repeat) => Some(&repeat.body),
            Expr::Loop(repeat) => Some(&repeat.body),
            _ => None,
        };
        if let Some(body) = body {
            Expressions(&mut |expression| add_hole(&mut holes, expression)).visit_block(body);
        }
        true
    };
    Expressions(&mut look).visit_block(block);
    holes.contains(&number)
}
