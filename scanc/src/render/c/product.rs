//! Several carried values as one `scan_t`: a struct with a field for each.

use super::names::Names;
use super::types::type_name;
use crate::ir::{Block, Carried, Expr, ExprKind, Function, LocalId, LoopKernel, Statement, Type, walk};
use std::borrow::Cow;

/// What the IR of a joined element calls `scan_t`: no struct of a user's has this name.
pub(super) const PRODUCT: &str = "__scan_t";

/// The names of the fields; none where there is one carried value, which `scan_t` is itself.
pub(super) fn fields(kernel: &LoopKernel) -> Vec<String> {
    let mut names = Names::of_declared();
    let several = kernel.carried.iter().filter(|_| kernel.carried.len() > 1);
    several.map(|carried| names.fresh(&carried.name)).collect()
}

/// `struct { long sum; int most; }`
pub(super) fn structure(carried: &[Carried], fields: &[String]) -> String {
    let members = carried.iter().zip(fields).map(|(carried, field)| format!(" {} {field};", type_name(&carried.ty)));
    format!("struct {{{} }}", members.collect::<String>())
}

/// What an iteration adds to all carried values: one function, in which a `let` that several elements have stands once.
pub(super) fn element<'k>(kernel: &'k LoopKernel, fields: &[String]) -> Cow<'k, Function> {
    match kernel.carried.as_slice() {
        [carried] => Cow::Borrowed(&carried.element),
        several => Cow::Owned(joined(several, fields)),
    }
}

fn joined(carried: &[Carried], fields: &[String]) -> Function {
    let returns = Type::Struct(PRODUCT.to_owned());
    let body = Block { statements: Vec::new(), value: None };
    let mut joined = Function { name: "element".to_owned(), parameters: 0, locals: Vec::new(), body, returns };
    let values = carried.iter().zip(fields).map(|(carried, field)| (field.clone(), joined.add(&carried.element))).collect();
    let span = carried.iter().find_map(|carried| carried.element.body.value.as_ref()).expect("an element has a value").span;
    let value = Expr { kind: ExprKind::Struct(PRODUCT.to_owned(), values), ty: joined.returns.clone(), span };
    joined.body.value = Some(Box::new(value));
    joined
}

impl Function {
    /// Adds the statements of `other` that are not there yet, and returns its value in terms of this function's locals.
    fn add(&mut self, other: &Function) -> Expr {
        let mut locals: Vec<LocalId> = (0..other.locals.len()).map(|at| LocalId(self.locals.len() + at)).collect();
        self.locals.extend(other.locals.iter().cloned());
        let mut body = other.body.clone();
        for statement in std::mem::take(&mut body.statements) {
            let statement = renamed(statement, &locals);
            match self.known(&statement) {
                Some((same, local)) => locals.iter_mut().filter(|known| **known == local).for_each(|known| *known = same),
                None => self.body.statements.push(statement),
            }
        }
        let value = Statement::Return(*body.value.expect("an element has a value"));
        match renamed(value, &locals) {
            Statement::Return(value) => value,
            _ => unreachable!("renaming keeps statements"),
        }
    }

    /// The local that has the value of this `let` already, and the `let`'s own.
    fn known(&self, statement: &Statement) -> Option<(LocalId, LocalId)> {
        let Statement::Let(local, value) = statement else { return None };
        let wanted = &self.locals[local.0];
        self.body.statements.iter().find_map(|statement| match statement {
            Statement::Let(same, known) if known == value => {
                let found = &self.locals[same.0];
                let is_same = found.name == wanted.name && found.ty == wanted.ty && !found.mutable && !wanted.mutable;
                is_same.then_some((*same, *local))
            }
            _ => None,
        })
    }
}

/// The statement with other numbers for its locals.
fn renamed(statement: Statement, locals: &[LocalId]) -> Statement {
    let mut block = Block { statements: vec![statement], value: None };
    rename_block(&mut block, locals);
    block.statements.swap_remove(0)
}

fn rename_block(block: &mut Block, locals: &[LocalId]) {
    walk::block_mut(block, &mut |expr| match &mut expr.kind {
        ExprKind::Local(local) => *local = locals[local.0],
        ExprKind::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| rename_bindings(block, locals)),
        ExprKind::Block(block) => rename_bindings(block, locals),
        _ => {}
    });
    rename_bindings(block, locals);
}

/// The locals that statements bind. Blocks inside of expressions are seen to by who walks them.
fn rename_bindings(block: &mut Block, locals: &[LocalId]) {
    for statement in &mut block.statements {
        match statement {
            Statement::Let(local, _) | Statement::Declare(local) => *local = locals[local.0],
            Statement::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| rename_bindings(block, locals)),
            Statement::While(_, body) => rename_bindings(body, locals),
            _ => {}
        }
    }
}
