//! Looking at every expression.

use super::{Block, Expr, ExprKind, Statement};

/// Calls `look` with every expression of `block`, outer ones first.
pub fn block<'a>(block: &'a Block, look: &mut dyn FnMut(&'a Expr)) {
    for statement in &block.statements {
        visit_statement(statement, look);
    }
    if let Some(value) = &block.value {
        expression(value, look);
    }
}

/// Calls `look` with `expr` and every expression in it, outer ones first.
pub fn expression<'a>(expr: &'a Expr, look: &mut dyn FnMut(&'a Expr)) {
    look(expr);
    match &expr.kind {
        ExprKind::Load(_, operand) | ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Field(operand, _) => {
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
        ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Index | ExprKind::IsFirst => {}
        ExprKind::Captured(_) | ExprKind::Before | ExprKind::After => {}
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
