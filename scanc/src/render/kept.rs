//! Loops that keep something in some iterations and do nothing in the others: `counted_tile` visits only those where few are kept.

use super::c::Printer;
use super::stores::{Store, same};
use crate::ir::interpret::{Env, evaluate_expression, identity};
use crate::ir::query::may_panic_in;
use crate::ir::walk;
use crate::ir::{Binary, Block, Carried, Expr, ExprKind, Function, Literal, LoopKernel, OperatorKind, Scalar, Type, Unary};
use tera::Context;

/// What the iterations that keep something have in common.
pub(super) struct Kept {
    /// What comes before the condition, as C.
    statements: String,
    /// The condition that holds in them alone.
    condition: String,
    /// How many of a tile's there are, from `before` and `last`.
    count: String,
}

impl Kept {
    /// Of a kernel that stores at one dense counter only, if nothing changes where the one condition of its stores does not hold.
    ///
    /// `stores` are its outputs as printed.
    pub fn of(kernel: &LoopKernel, stores: &[Store], printer: &Printer) -> Option<Self> {
        let (first, others) = kernel.outputs.split_first()?;
        let guard = first.guard.as_ref()?;
        let is_kept = sees_only_inputs(guard)
            && !may_panic_in(guard)
            && others.iter().all(|output| output.guard.as_ref().is_some_and(|other| same(guard, other)))
            && kernel.carried.iter().all(|carried| changes_only_if(guard, carried));
        let counter = first.counter.filter(|counter| counter.dense && is_kept)?.carried;
        let count = format!("{} - {}", printer.carried_in("last", counter), printer.carried_in("before", counter));
        let (statements, condition) = stores.first()?.condition()?;
        Some(Self { statements, condition, count })
    }

    /// What the templates ask for.
    pub fn insert(&self, context: &mut Context) {
        context.insert("kept_statements", &self.statements);
        context.insert("kept_condition", &self.condition);
        context.insert("kept_count", &self.count);
    }
}

/// Whether a condition depends on nothing but the iteration's inputs, and is the same however it is compiled: a processor may have two
/// versions of `sin`, one for vectors, of which one rounds otherwise.
fn sees_only_inputs(guard: &Function) -> bool {
    let mut sees = true;
    walk::block(&guard.body, &mut |expr| {
        let is_rounded = matches!(expr.kind, ExprKind::Method(..)) && matches!(expr.ty, Type::Scalar(Scalar::Float(_)));
        sees &= !is_rounded && !matches!(expr.kind, ExprKind::Before(_) | ExprKind::After(_) | ExprKind::IsAmongFirst(_));
    });
    sees
}

/// Whether the carried value stays what it is wherever `guard` does not hold.
fn changes_only_if(guard: &Function, carried: &Carried) -> bool {
    let (OperatorKind::Builtin(operator), Some(scalar)) = (&carried.operator.kind, carried.ty.scalar()) else { return false };
    let (Some(condition), Some(value)) = (&guard.body.value, &carried.element.body.value) else { return false };
    let is_identity = |expr: &Expr| {
        let value = is_constant(expr).then(|| evaluate_expression(expr, &Env::default()));
        value.is_some_and(|value| value.is_ok_and(|value| value.same(&identity(*operator, scalar))))
    };
    begins_alike(guard, &carried.element) && is_unchanged_unless(condition, value, &is_identity)
}

/// Whether `element` begins with the statements of `guard`, so that the locals of both are the same.
fn begins_alike(guard: &Function, element: &Function) -> bool {
    let locals = guard.locals.iter().zip(&element.locals).all(|(one, other)| one.ty == other.ty);
    locals && guard.locals.len() <= element.locals.len() && element.body.statements.starts_with(&guard.body.statements)
}

/// Whether `value` is the identity wherever `condition` does not hold.
fn is_unchanged_unless(condition: &Expr, value: &Expr, is_identity: &dyn Fn(&Expr) -> bool) -> bool {
    if is_identity(value) {
        return true;
    }
    let ExprKind::If(choice, then, otherwise) = &value.kind else { return false };
    let is_kept = |block: &Block| plain(block).is_some_and(is_identity);
    let unless =
        |condition: &Expr, block: &Block| plain(block).is_some_and(|value| is_unchanged_unless(condition, value, is_identity));
    let choice = &**choice;
    if choice == condition {
        return is_kept(otherwise);
    }
    if negated(condition) == Some(choice) {
        return is_kept(then);
    }
    match halves(condition) {
        Some((first, second)) if first == choice => is_kept(otherwise) && unless(second, then),
        _ => unless(condition, then) && unless(condition, otherwise),
    }
}

/// `a` and `b` of `a && b`, as conditions within conditions are too.
fn halves(condition: &Expr) -> Option<(&Expr, &Expr)> {
    match &condition.kind {
        ExprKind::Binary(Binary::And, first, second) => Some((first, second)),
        ExprKind::If(first, then, otherwise) => {
            let is_false = plain(otherwise)?.kind == ExprKind::Literal(Literal::Bool(false));
            plain(then).filter(|_| is_false).map(|second| (&**first, second))
        }
        _ => None,
    }
}

/// `a` of `!a`.
fn negated(condition: &Expr) -> Option<&Expr> {
    if let ExprKind::Unary(Unary::Not, inner) = &condition.kind { Some(inner) } else { None }
}

/// The value of a block that is nothing else.
fn plain(block: &Block) -> Option<&Expr> {
    block.value.as_deref().filter(|_| block.statements.is_empty())
}

/// Whether an expression is a literal, or the opposite of one.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Unary(_, inner) => is_constant(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::build::{binary, block, bool, if_else, int, unary};
    use crate::ir::{Builtin, Float, Int, Method, Operator, Statement, build};

    fn flag(name: usize) -> Expr {
        build::local(name, &Type::BOOL)
    }

    fn choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        if_else(condition, block(Vec::new(), Some(then)), block(Vec::new(), Some(otherwise)))
    }

    fn number(value: i128) -> Expr {
        int(Int::U64, value)
    }

    fn is_zero_unless(condition: &Expr, value: &Expr) -> bool {
        is_unchanged_unless(condition, value, &|expr| *expr == number(0))
    }

    #[test]
    fn a_value_is_the_identity_unless_the_condition_holds() {
        let [a, b, c] = [0, 1, 2].map(flag);
        let counts = |condition: &Expr| choice(condition.clone(), number(1), number(0));
        assert!(is_zero_unless(&a, &counts(&a)));
        assert!(!is_zero_unless(&a, &counts(&b)));
        assert!(!is_zero_unless(&a, &choice(a.clone(), number(0), number(1))));
        assert!(is_zero_unless(&unary(Unary::Not, a.clone()), &choice(a.clone(), number(0), number(1))));
        // Whatever else is asked.
        assert!(is_zero_unless(&a, &choice(b.clone(), counts(&a), number(0))));
        assert!(!is_zero_unless(&a, &choice(b.clone(), counts(&a), number(2))));
        // A condition within another one.
        for both in [binary(Binary::And, a.clone(), b.clone()), choice(a.clone(), b.clone(), bool(false))] {
            assert!(is_zero_unless(&both, &counts(&both)));
            assert!(is_zero_unless(&both, &choice(a.clone(), counts(&b), number(0))));
            assert!(!is_zero_unless(&both, &choice(a.clone(), counts(&c), number(0))));
            assert!(!is_zero_unless(&both, &choice(a.clone(), counts(&b), number(1))));
            assert!(!is_zero_unless(&both, &counts(&a)));
        }
    }

    #[test]
    fn only_what_is_an_identity_need_be_seen() {
        let [a, b] = [0, 1].map(flag);
        let named = block(vec![Statement::Let(crate::ir::LocalId(1), number(2))], Some(build::local(1, &number(2).ty)));
        let zero = || block(Vec::new(), Some(number(0)));
        assert!(is_zero_unless(&a, &if_else(a.clone(), named.clone(), zero())));
        assert!(!is_zero_unless(&a, &if_else(a.clone(), zero(), named.clone())));
        assert!(!is_zero_unless(&a, &if_else(b, named, zero())));
    }

    #[test]
    fn conditions_of_the_inputs_alone_are_seen() {
        let value = |value: Expr| build::function("guard", 0, &[], block(Vec::new(), Some(value)), &Type::BOOL);
        let float = || build::float(Float::F32, 1.0);
        let is_less = |left: Expr| value(binary(Binary::Lt, left, float()));
        assert!(sees_only_inputs(&is_less(binary(Binary::Mul, float(), float()))));
        assert!(!sees_only_inputs(&is_less(build::method(Method::Sin, vec![float()]))));
        assert!(!sees_only_inputs(&value(build::expr(ExprKind::IsAmongFirst(1), Type::BOOL))));
        assert!(!sees_only_inputs(&is_less(build::expr(ExprKind::Before(crate::ir::CarriedId(0)), float().ty))));
    }

    #[test]
    fn locals_are_the_same_where_functions_begin_alike() {
        let with = |value: i128, ty: &Type| {
            let statement = Statement::Let(crate::ir::LocalId(0), number(value));
            build::function("f", 0, &[("v", ty)], block(vec![statement], Some(flag(0))), &Type::BOOL)
        };
        let ty = number(0).ty;
        assert!(begins_alike(&with(1, &ty), &with(1, &ty)));
        assert!(!begins_alike(&with(1, &ty), &with(2, &ty)));
        assert!(!begins_alike(&with(1, &ty), &with(1, &Type::BOOL)));
        let without = build::function("f", 0, &[], block(Vec::new(), Some(flag(0))), &Type::BOOL);
        assert!(begins_alike(&without, &with(1, &ty)));
        assert!(!begins_alike(&with(1, &ty), &without));
    }

    #[test]
    fn identities_are_those_of_the_operator_and_the_type() {
        let carried = |operator, value: Expr| {
            let ty = value.ty.clone();
            let body = block(Vec::new(), Some(choice(flag(0), value.clone(), value)));
            let element = build::function("element", 0, &[("a", &Type::BOOL)], body, &ty);
            let operator = Operator { kind: OperatorKind::Builtin(operator), flipped: false };
            Carried { name: "s".into(), ty, operator, element }
        };
        let guard = build::function("guard", 0, &[("a", &Type::BOOL)], block(Vec::new(), Some(flag(0))), &Type::BOOL);
        let float = |value| build::float(Float::F32, value);
        use Builtin::{Add, BitAnd, Min, Mul};
        assert!(changes_only_if(&guard, &carried(Add, number(0))));
        assert!(!changes_only_if(&guard, &carried(Mul, number(0))));
        assert!(changes_only_if(&guard, &carried(Mul, number(1))));
        assert!(changes_only_if(&guard, &carried(BitAnd, unary(Unary::Not, number(0)))));
        assert!(changes_only_if(&guard, &carried(Min, number(i128::from(u64::MAX)))));
        // 0.0 would turn -0.0 into 0.0.
        assert!(changes_only_if(&guard, &carried(Add, unary(Unary::Neg, float(0.0)))));
        assert!(!changes_only_if(&guard, &carried(Add, float(0.0))));
    }
}
