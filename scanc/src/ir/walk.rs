//! Looking at every expression.

use super::{Block, Expr, ExprKind, Statement};

/// Calls `look` with every expression of `block`, outer ones first.
pub fn block<'a>(block: &'a Block, look: &mut dyn FnMut(&'a Expr)) {
    statements(&block.statements, look);
    if let Some(value) = &block.value {
        expression(value, look);
    }
}

/// Calls `look` with every expression of `statements`, outer ones first.
pub fn statements<'a>(statements: &'a [Statement], look: &mut dyn FnMut(&'a Expr)) {
    statements.iter().for_each(|statement| visit_statement(statement, look));
}

/// Calls `look` with `expr` and every expression in it, outer ones first.
pub fn expression<'a>(expr: &'a Expr, look: &mut dyn FnMut(&'a Expr)) {
    look(expr);
    match &expr.kind {
        ExprKind::Load(_, operand)
        | ExprKind::Gather(_, operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Cast(operand)
        | ExprKind::Field(operand, _) => {
            expression(operand, look);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Element(left, right) => {
            expression(left, look);
            expression(right, look);
        }
        ExprKind::If(condition, then, otherwise) => {
            expression(condition, look);
            block(then, look);
            block(otherwise, look);
        }
        ExprKind::Block(inner) => block(inner, look),
        ExprKind::Method(_, operands) | ExprKind::Call(_, operands) | ExprKind::List(operands) => {
            operands.iter().for_each(|operand| expression(operand, look));
        }
        ExprKind::Struct(_, fields) => fields.iter().for_each(|(_, value)| expression(value, look)),
        ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) => {}
        ExprKind::Captured(_) | ExprKind::Before(_) | ExprKind::After(_) => {}
    }
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

/// Calls `change` with every expression of `block`, inner ones first.
pub fn block_mut(block: &mut Block, change: &mut dyn FnMut(&mut Expr)) {
    for statement in &mut block.statements {
        statement_mut(statement, change);
    }
    if let Some(value) = &mut block.value {
        expression_mut(value, change);
    }
}

/// Calls `change` with every expression in `expr`, and then with `expr`.
pub fn expression_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Load(_, operand)
        | ExprKind::Gather(_, operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Cast(operand)
        | ExprKind::Field(operand, _) => {
            expression_mut(operand, change);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Element(left, right) => {
            expression_mut(left, change);
            expression_mut(right, change);
        }
        ExprKind::If(condition, then, otherwise) => {
            expression_mut(condition, change);
            block_mut(then, change);
            block_mut(otherwise, change);
        }
        ExprKind::Block(inner) => block_mut(inner, change),
        ExprKind::Method(_, operands) | ExprKind::Call(_, operands) | ExprKind::List(operands) => {
            operands.iter_mut().for_each(|operand| expression_mut(operand, change));
        }
        ExprKind::Struct(_, fields) => fields.iter_mut().for_each(|(_, value)| expression_mut(value, change)),
        ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) => {}
        ExprKind::Captured(_) | ExprKind::Before(_) | ExprKind::After(_) => {}
    }
    change(expr);
}

fn statement_mut(statement: &mut Statement, change: &mut dyn FnMut(&mut Expr)) {
    match statement {
        Statement::Let(_, value) | Statement::Return(value) => expression_mut(value, change),
        Statement::Assign(place, value) => {
            expression_mut(place, change);
            expression_mut(value, change);
        }
        Statement::If(condition, then, otherwise) => {
            expression_mut(condition, change);
            block_mut(then, change);
            block_mut(otherwise, change);
        }
        Statement::While(condition, body) => {
            expression_mut(condition, change);
            block_mut(body, change);
        }
        Statement::Declare(_) | Statement::Break | Statement::Continue => {}
    }
}

fn visit_statement<'a>(statement: &'a Statement, look: &mut dyn FnMut(&'a Expr)) {
    match statement {
        Statement::Let(_, value) | Statement::Return(value) => expression(value, look),
        Statement::Assign(place, value) => {
            expression(place, look);
            expression(value, look);
        }
        Statement::If(condition, then, otherwise) => {
            expression(condition, look);
            block(then, look);
            block(otherwise, look);
        }
        Statement::While(condition, body) => {
            expression(condition, look);
            block(body, look);
        }
        Statement::Declare(_) | Statement::Break | Statement::Continue => {}
    }
}
