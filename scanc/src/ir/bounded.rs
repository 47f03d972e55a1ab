//! Loops within an iteration that may go on for ever, or as good as that, as an element of an array says how long: in an iteration that the
//! loop as written does not get to, that may be anything.

use super::counted::{Counted, counted};
use super::{Binary, Block, Expr, ExprKind, Function, Int, LocalId, Method, Scalar, Statement, Type, walk};
use crate::diagnostic::Span;
use std::collections::HashSet;

/// Numbers of so many bits are no long loops.
const SMALL: u32 = 16;

/// A loop of the function that data alone ends, if there is one.
pub fn unbounded(function: &Function) -> Option<Span> {
    let mut read = Read::default();
    // Of what is assigned after it is used, the second time tells.
    for _ in 0..2 {
        each_statement(function, &mut |statements| read.note(&statements[0]));
    }
    let (mut found, mut known) = (None, HashSet::new());
    each_statement(function, &mut |statements| {
        if let Some(repeat) = counted(function, statements)
            && let [_, Statement::While(condition, _), ..] = statements
        {
            known.insert(std::ptr::from_ref(condition));
            if read.is_long(&repeat) && !looks_up(&repeat) {
                found.get_or_insert(condition.span);
            }
        }
    });
    each_statement(function, &mut |statements| {
        if let Statement::While(condition, _) = &statements[0]
            && !known.contains(&std::ptr::from_ref(condition))
        {
            found.get_or_insert(condition.span);
        }
    });
    found
}

/// What locals hold.
#[derive(Default)]
struct Read {
    /// They may be as far from zero as something that was read of an array.
    read: HashSet<LocalId>,
    /// They are no greater than something that was not.
    capped: HashSet<LocalId>,
}

impl Read {
    fn note(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, value) if self.is_read(value) => {
                self.read.insert(*local);
                if self.is_capped(value) {
                    self.capped.insert(*local);
                }
            }
            Statement::Assign(place, value) if self.is_read(value) => {
                walk::expression(place, &mut |part| {
                    if let ExprKind::Local(local) = part.kind {
                        self.read.insert(local);
                    }
                });
            }
            _ => {}
        }
    }

    /// Whether a loop may have as many iterations as what was read says.
    fn is_long(&self, repeat: &Counted) -> bool {
        if is_narrow(&repeat.end.ty) {
            return false;
        }
        // What is far below zero has no iteration.
        let is_end_read = self.is_read(repeat.end) && (repeat.backwards || !self.is_capped(repeat.end));
        self.is_read(repeat.start) || is_end_read
    }

    /// Whether a value is no greater than something that was not read.
    fn is_capped(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => self.capped.contains(local),
            ExprKind::Method(Method::Min, operands) => !operands.iter().all(|operand| self.is_read(operand)),
            _ => false,
        }
    }

    /// Whether a value may be as far from zero as what was read.
    fn is_read(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => self.read.contains(local),
            ExprKind::Load(..) | ExprKind::Gather(..) | ExprKind::Item(..) => !is_small(&expr.ty),
            ExprKind::Literal(_) | ExprKind::Index | ExprKind::IsAmongFirst(_) | ExprKind::Captured(_) => false,
            ExprKind::Cast(operand) => self.is_read(operand),
            ExprKind::Binary(Binary::Add, left, right) => self.is_read(left) || self.is_read(right),
            ExprKind::Binary(Binary::Rem, _, by) => self.is_read(by),
            ExprKind::Method(Method::RemEuclid, operands) => self.is_read(&operands[1]),
            ExprKind::Method(Method::Clamp, operands) => operands[1..].iter().any(|bound| self.is_read(bound)),
            // Of two that are not negative either is a bound.
            ExprKind::Binary(Binary::BitAnd, left, right) if is_unsigned(&expr.ty) => self.is_read(left) && self.is_read(right),
            ExprKind::Method(Method::Min, operands) if is_unsigned(&expr.ty) => {
                operands.iter().all(|operand| self.is_read(operand))
            }
            // What is subtracted, shifted or multiplied may wrap.
            _ => {
                let mut found = false;
                walk::expression(expr, &mut |part| {
                    found |= match part.kind {
                        ExprKind::Load(..) | ExprKind::Gather(..) | ExprKind::Item(..) => true,
                        ExprKind::Local(local) => self.read.contains(&local),
                        _ => false,
                    };
                });
                found
            }
        }
    }
}

fn int(ty: &Type) -> Option<Int> {
    match ty {
        Type::Scalar(Scalar::Int(int)) => Some(*int),
        _ => None,
    }
}

fn is_narrow(ty: &Type) -> bool {
    int(ty).is_some_and(|int| int.bits() <= SMALL)
}

fn is_unsigned(ty: &Type) -> bool {
    int(ty).is_some_and(|int| !int.signed())
}

/// Whether it is small in any other type, too.
fn is_small(ty: &Type) -> bool {
    *ty == Type::BOOL || is_narrow(ty) && is_unsigned(ty)
}

/// Whether each iteration of a loop reads what it counts to: it has an end with the array.
fn looks_up(repeat: &Counted) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        if let ExprKind::Gather(_, index) | ExprKind::Item(_, index) = &expr.kind {
            found |= goes_along(index, repeat.variable);
        }
    };
    for statement in repeat.body {
        match statement {
            Statement::Let(_, value) | Statement::Assign(_, value) => always(value, &mut look),
            Statement::If(condition, ..) => always(condition, &mut look),
            _ => {}
        }
    }
    found
}

/// Whether an index is a loop variable, or as much more.
fn goes_along(index: &Expr, variable: LocalId) -> bool {
    match &index.kind {
        ExprKind::Local(local) => *local == variable,
        ExprKind::Cast(inner) => goes_along(inner, variable),
        ExprKind::Binary(Binary::Add, left, right) => goes_along(left, variable) || goes_along(right, variable),
        _ => false,
    }
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

/// Looks at each statement of a function, with those that follow it, in blocks within expressions, too.
fn each_statement(function: &Function, look: &mut dyn FnMut(&[Statement])) {
    fn of_block(block: &Block, look: &mut dyn FnMut(&[Statement])) {
        for at in 0..block.statements.len() {
            look(&block.statements[at..]);
            match &block.statements[at] {
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
