//! Loops within an iteration that may go on for ever, or as good as that, as an element of an array says how long: in an iteration that the
//! loop as written does not get to, that may be anything.

use super::{Binary, Block, Expr, ExprKind, Function, Int, LocalId, Method, Scalar, Statement, Type, walk};
use crate::diagnostic::Span;
use std::collections::HashSet;

/// Numbers of so many bits are no long loops.
const SMALL: u32 = 16;

/// A loop of the function that data alone ends, if there is one.
pub fn unbounded(function: &Function) -> Option<Span> {
    let mut read = Read(HashSet::new());
    // Of what is assigned after it is used, the second time tells.
    for _ in 0..2 {
        each_statement(function, &mut |statement| read.note(statement));
    }
    let mut found = None;
    each_statement(function, &mut |statement| {
        if let Statement::While(condition, body) = statement
            && read.is_read(condition)
            && !looks_up(body)
        {
            found.get_or_insert(condition.span);
        }
    });
    found
}

/// The locals that hold what was read of arrays.
struct Read(HashSet<LocalId>);

impl Read {
    fn note(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, value) if self.is_read(value) => _ = self.0.insert(*local),
            Statement::Assign(place, value) if self.is_read(value) => {
                walk::expression(place, &mut |part| {
                    if let ExprKind::Local(local) = part.kind {
                        self.0.insert(local);
                    }
                });
            }
            _ => {}
        }
    }

    /// Whether a value may be as great as what was read.
    fn is_read(&self, expr: &Expr) -> bool {
        let any = |operands: &[&Expr]| operands.iter().any(|operand| self.is_read(operand));
        match &expr.kind {
            ExprKind::Local(local) => self.0.contains(local),
            ExprKind::Load(..) | ExprKind::Gather(..) | ExprKind::Item(..) => !is_small(&expr.ty),
            ExprKind::Literal(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) | ExprKind::Captured(_) => false,
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.is_read(operand),
            // One of the two is a bound of both.
            ExprKind::Binary(Binary::BitAnd, left, right) => self.is_read(left) && self.is_read(right),
            ExprKind::Method(Method::Min, operands) => operands.iter().all(|operand| self.is_read(operand)),
            ExprKind::Binary(Binary::Rem, _, by) => self.is_read(by),
            ExprKind::Method(Method::RemEuclid, operands) => self.is_read(&operands[1]),
            ExprKind::Method(Method::Clamp, operands) => self.is_read(&operands[2]),
            ExprKind::Binary(_, left, right) => any(&[left, right]),
            _ => {
                let mut found = false;
                walk::expression(expr, &mut |part| {
                    found |= is_source(part) || matches!(part.kind, ExprKind::Local(local) if self.0.contains(&local))
                });
                found
            }
        }
    }
}

fn is_source(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Load(..) | ExprKind::Gather(..) | ExprKind::Item(..)) && !is_small(&expr.ty)
}

fn is_small(ty: &Type) -> bool {
    match ty {
        Type::Scalar(Scalar::Int(int)) => Int::bits(*int) <= SMALL,
        Type::Scalar(Scalar::Bool) => true,
        _ => false,
    }
}

/// Whether each iteration of a loop reads what it counts to: it has an end with the array.
fn looks_up(body: &Block) -> bool {
    let counted: HashSet<LocalId> = body
        .statements
        .iter()
        .filter_map(|statement| if let Statement::Let(local, _) = statement { Some(*local) } else { None })
        .collect();
    let mut found = false;
    let mut look = |expr: &Expr| {
        if let ExprKind::Gather(_, index) | ExprKind::Item(_, index) = &expr.kind {
            walk::expression(index, &mut |part| found |= matches!(part.kind, ExprKind::Local(local) if counted.contains(&local)));
        }
    };
    for statement in &body.statements {
        match statement {
            Statement::Let(_, value) | Statement::Assign(_, value) => always(value, &mut look),
            Statement::If(condition, ..) => always(condition, &mut look),
            _ => {}
        }
    }
    found
}

/// What of an expression is evaluated in any case.
fn always(expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    match &expr.kind {
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Field(operand, _) => always(operand, look),
        ExprKind::Binary(Binary::And | Binary::Or, left, _) => always(left, look),
        ExprKind::Binary(_, left, right) => [left, right].into_iter().for_each(|operand| always(operand, look)),
        ExprKind::Method(_, operands) => operands.iter().for_each(|operand| always(operand, look)),
        ExprKind::If(condition, ..) => always(condition, look),
        _ => {}
    }
}

/// Looks at each statement of a function, in blocks within expressions, too.
fn each_statement(function: &Function, look: &mut dyn FnMut(&Statement)) {
    fn of_block(block: &Block, look: &mut dyn FnMut(&Statement)) {
        for statement in &block.statements {
            look(statement);
            match statement {
                Statement::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| of_block(block, look)),
                Statement::While(_, body) => of_block(body, look),
                _ => {}
            }
        }
    }
    of_block(&function.body, look);
    walk::block(&function.body, &mut |expr| match &expr.kind {
        ExprKind::Block(block) => of_block(block, look),
        ExprKind::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| of_block(block, look)),
        _ => {}
    });
}
