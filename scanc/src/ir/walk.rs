//! Looking at every expression.

use super::{Block, Expr, ExprKind, Statement};

/// The expressions that stand right in a block, a statement or another expression, in the order in which they are evaluated.
macro_rules! parts {
    ($block:ident, $statement:ident, $expression:ident $(, $mutable:tt)?) => {
        /// Calls `each` with every expression of `block` that stands in no other.
        pub fn $block<'a>(block: &'a $($mutable)? Block, each: &mut dyn FnMut(&'a $($mutable)? Expr)) {
            for statement in &$($mutable)? block.statements {
                $statement(statement, each);
            }
            if let Some(value) = &$($mutable)? block.value {
                each(value);
            }
        }

        fn $statement<'a>(statement: &'a $($mutable)? Statement, each: &mut dyn FnMut(&'a $($mutable)? Expr)) {
            match statement {
                Statement::Let(_, value) | Statement::Return(value) => each(value),
                Statement::Assign(place, value) => {
                    each(place);
                    each(value);
                }
                Statement::If(condition, then, otherwise) => {
                    each(condition);
                    $block(then, each);
                    $block(otherwise, each);
                }
                Statement::While(condition, body) => {
                    each(condition);
                    $block(body, each);
                }
                Statement::Declare(_) | Statement::Break | Statement::Continue => {}
            }
        }

        /// Calls `each` with every expression in `expr` that stands in no other there.
        pub fn $expression<'a>(expr: &'a $($mutable)? Expr, each: &mut dyn FnMut(&'a $($mutable)? Expr)) {
            match &$($mutable)? expr.kind {
                ExprKind::Load(_, operand)
                | ExprKind::Gather(_, operand)
                | ExprKind::Item(_, operand)
                | ExprKind::Unary(_, operand)
                | ExprKind::Cast(operand)
                | ExprKind::Field(operand, _) => each(operand),
                ExprKind::Binary(_, left, right) | ExprKind::Element(left, right) | ExprKind::Slice(_, left, right) => {
                    each(left);
                    each(right);
                }
                ExprKind::If(condition, then, otherwise) => {
                    each(condition);
                    $block(then, each);
                    $block(otherwise, each);
                }
                ExprKind::Block(inner) => $block(inner, each),
                ExprKind::Method(_, operands) | ExprKind::Call(_, operands) | ExprKind::List(operands) => {
                    operands.into_iter().for_each(each);
                }
                ExprKind::Struct(_, fields) => {
                    for (_, value) in fields {
                        each(value);
                    }
                }
                ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) => {}
                ExprKind::Captured(_) | ExprKind::Before(_) | ExprKind::After(_) => {}
            }
        }
    };
}

parts!(parts_of_block, parts_of_statement, parts);
parts!(parts_of_block_mut, parts_of_statement_mut, parts_mut, mut);

/// Calls `look` with every expression of `block`, outer ones first.
pub fn block<'a>(block: &'a Block, look: &mut dyn FnMut(&'a Expr)) {
    parts_of_block(block, &mut |expr| expression(expr, look));
}

/// Calls `look` with every expression of `statements`, outer ones first.
pub fn statements<'a>(statements: &'a [Statement], look: &mut dyn FnMut(&'a Expr)) {
    statements.iter().for_each(|statement| parts_of_statement(statement, &mut |expr| expression(expr, look)));
}

/// Calls `look` with `expr` and every expression in it, outer ones first.
pub fn expression<'a>(expr: &'a Expr, look: &mut dyn FnMut(&'a Expr)) {
    look(expr);
    parts(expr, &mut |part| expression(part, look));
}

/// Calls `change` with every expression of `block`, inner ones first.
pub fn block_mut(block: &mut Block, change: &mut dyn FnMut(&mut Expr)) {
    parts_of_block_mut(block, &mut |expr| expression_mut(expr, change));
}

/// Calls `change` with every expression in `expr`, and then with `expr`.
pub fn expression_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    parts_mut(expr, &mut |part| expression_mut(part, change));
    change(expr);
}

/// Whether evaluating it may leave the function or a loop.
pub fn jumps(expr: &Expr) -> bool {
    let mut found = false;
    expression(expr, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::If(_, then, otherwise) => holds_jump(&then.statements) || holds_jump(&otherwise.statements),
            ExprKind::Block(block) => holds_jump(&block.statements),
            _ => false,
        };
    });
    found
}

fn holds_jump(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) | Statement::Break | Statement::Continue => true,
        Statement::If(_, then, otherwise) => holds_jump(&then.statements) || holds_jump(&otherwise.statements),
        Statement::While(_, body) => holds_jump(&body.statements),
        _ => false,
    })
}

/// Whether a loop runs in it.
pub fn holds_loop(block: &Block) -> bool {
    let is_loop = |block: &Block| {
        let mut statements: Vec<&Statement> = block.statements.iter().collect();
        while let Some(statement) = statements.pop() {
            match statement {
                Statement::While(..) => return true,
                Statement::If(_, then, otherwise) => statements.extend(then.statements.iter().chain(&otherwise.statements)),
                _ => {}
            }
        }
        false
    };
    let mut found = is_loop(block);
    self::block(block, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::If(_, then, otherwise) => is_loop(then) || is_loop(otherwise),
            ExprKind::Block(block) => is_loop(block),
            _ => false,
        };
    });
    found
}
