//! Several carried values as one `scan_t`: a struct with a field for each.

use super::names::Names;
use super::types::type_name;
use crate::ir::{Block, Carried, Expr, ExprKind, Function, LocalId, LoopKernel, Statement, Type, walk};
use std::borrow::Cow;
use std::collections::HashMap;

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
        several => Cow::Owned(joined(kernel.common.as_ref(), several, fields)),
    }
}

fn joined(common: Option<&Function>, carried: &[Carried], fields: &[String]) -> Function {
    let returns = Type::Struct(PRODUCT.to_owned());
    let body = Block { statements: Vec::new(), value: None };
    let mut joined = Function { name: "element".to_owned(), parameters: 0, locals: Vec::new(), body, returns };
    let common = common.filter(|common| carried.iter().any(|carried| carried.element.begins_with(common)));
    common.into_iter().for_each(|common| {
        joined.locals.clone_from(&common.locals);
        joined.body.statements.clone_from(&common.body.statements);
    });
    let mut known = HashMap::new();
    let mut add = |element: &Function| joined.add(element, common.filter(|common| element.begins_with(common)), &mut known);
    let values = carried.iter().zip(fields).map(|(carried, field)| (field.clone(), add(&carried.element))).collect();
    let span = carried.iter().find_map(|carried| carried.element.body.value.as_ref()).expect("an element has a value").span;
    let value = Expr { kind: ExprKind::Struct(PRODUCT.to_owned(), values), ty: joined.returns.clone(), span };
    joined.body.value = Some(Box::new(value));
    joined
}

/// The numbers of the statements that are `let`s, by the names of their locals.
type Known = HashMap<String, Vec<usize>>;

impl Function {
    /// Adds the statements of `other` that are not there yet, and returns its value in terms of this function's locals. Both begin with what
    /// they have in `common`.
    fn add(&mut self, other: &Function, common: Option<&Function>, known: &mut Known) -> Expr {
        let (first, of_first) = common.map_or((0, 0), |common| (common.body.statements.len(), common.locals.len()));
        let new = (of_first..other.locals.len()).zip(self.locals.len()..).map(|(_, at)| LocalId(at));
        let mut locals: Vec<LocalId> = (0..of_first).map(LocalId).chain(new).collect();
        self.locals.extend(other.locals[of_first..].iter().cloned());
        let mut body = other.body.clone();
        for (number, statement) in std::mem::take(&mut body.statements).into_iter().enumerate().skip(first) {
            let own = if let Statement::Let(local, _) = &other.body.statements[number] { Some(local.0) } else { None };
            let statement = renamed(statement, &locals);
            match (self.same(&statement, known), own) {
                (Some(same), Some(own)) => locals[own] = same,
                _ => {
                    if let Statement::Let(local, _) = &statement {
                        known.entry(self.locals[local.0].name.clone()).or_default().push(self.body.statements.len());
                    }
                    self.body.statements.push(statement);
                }
            }
        }
        let value = Statement::Return(*body.value.expect("an element has a value"));
        match renamed(value, &locals) {
            Statement::Return(value) => value,
            _ => unreachable!("renaming keeps statements"),
        }
    }

    /// The local that has the value of this `let` already.
    fn same(&self, statement: &Statement, known: &Known) -> Option<LocalId> {
        let Statement::Let(local, value) = statement else { return None };
        known.get(&self.locals[local.0].name)?.iter().find_map(|at| match &self.body.statements[*at] {
            Statement::Let(same, known) if self.are_alike(*same, *local) && self.is_same(known, value) => Some(*same),
            _ => None,
        })
    }

    fn are_alike(&self, one: LocalId, other: LocalId) -> bool {
        let (one, other) = (&self.locals[one.0], &self.locals[other.0]);
        one.name == other.name && one.ty == other.ty && !one.mutable && !other.mutable
    }

    /// Whether two values are the same but for the numbers of the locals in them.
    fn is_same(&self, one: &Expr, other: &Expr) -> bool {
        if one == other {
            return true;
        }
        let (inside, inside_other) = (bound_in(one), bound_in(other));
        let pairs = || inside.iter().zip(&inside_other);
        if inside.is_empty() || inside.len() != inside_other.len() || !pairs().all(|(a, b)| self.are_alike(*a, *b)) {
            return false;
        }
        let mut locals: Vec<LocalId> = (0..self.locals.len()).map(LocalId).collect();
        pairs().for_each(|(one, other)| locals[other.0] = *one);
        renamed(Statement::Return(other.clone()), &locals) == Statement::Return(one.clone())
    }
}

/// The locals that blocks in an expression bind, in their order.
fn bound_in(expr: &Expr) -> Vec<LocalId> {
    let mut bound = Vec::new();
    walk::expression(expr, &mut |inner| match &inner.kind {
        ExprKind::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| bound_by(block, &mut bound)),
        ExprKind::Block(block) => bound_by(block, &mut bound),
        _ => {}
    });
    bound
}

fn bound_by(block: &Block, bound: &mut Vec<LocalId>) {
    for statement in &block.statements {
        match statement {
            Statement::Let(local, _) | Statement::Declare(local) => bound.push(*local),
            Statement::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| bound_by(block, bound)),
            Statement::While(_, body) => bound_by(body, bound),
            _ => {}
        }
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
