//! Declared operators, written down in IR, for the tests of the law checker and of the prover.

use crate::diagnostic::{Diagnostics, Span};
use crate::ir::build::{binary, block, bool, expr, float, function, if_else, int, local, method};
use crate::ir::{
    Binary, Block, DeclaredOperator, Enum, Expr, ExprKind, Float, Function, Int, Literal, Method, Module, Place, Scalar,
    Statement, Struct, Type,
};
use crate::parse::{declare_target, fixture::findings};
use proc_macro2::TokenStream;

pub(super) const I32: Type = Type::Scalar(Scalar::Int(Int::I32));
pub(super) const U32: Type = Type::Scalar(Scalar::Int(Int::U32));
pub(super) const U64: Type = Type::Scalar(Scalar::Int(Int::U64));
pub(super) const F32: Type = Type::Scalar(Scalar::Float(Float::F32));
pub(super) const F64: Type = Type::Scalar(Scalar::Float(Float::F64));

pub(super) use Binary::{Add, Div, Eq, Mul, Rem, Sub};

/// A declared struct as a type.
pub(super) fn named(name: &str) -> Type {
    Type::Struct(name.to_owned())
}

/// `fn name(a: ty, b: ty) -> ty { value(a, b) }`, with its identity.
pub(super) fn operator(name: &str, ty: &Type, identity: Option<Expr>, value: impl FnOnce(Expr, Expr) -> Expr) -> Module {
    let value = value(local(0, ty), local(1, ty));
    with_body(name, ty, identity, &[], block(vec![], Some(value)))
}

/// As [`operator`], with a body that uses locals from number 2 on.
pub(super) fn with_body(name: &str, ty: &Type, identity: Option<Expr>, locals: &[(&str, &Type)], body: Block) -> Module {
    let locals = [&[("a", ty), ("b", ty)], locals].concat();
    let called = if name == "*" { "Matrix_mul" } else { name };
    let identity = identity.map(|value| constant("identity", value));
    let operator = DeclaredOperator {
        name: name.to_owned(),
        function: called.to_owned(),
        operand: ty.clone(),
        identity,
        domain: None,
        no_overflow: false,
        assume_associative: false,
        span: Span::call_site(),
    };
    Module { functions: vec![function(called, 2, &locals, body, ty)], operators: vec![operator], ..Module::default() }
}

/// `fn name() -> … { value }`.
fn constant(name: &str, value: Expr) -> Function {
    let ty = value.ty.clone();
    function(name, 0, &[], block(vec![], Some(value)), &ty)
}

/// Declares `struct name { field: ty, … }` in a module.
pub(super) fn declare(mut module: Module, name: &str, fields: &[(&str, &Type)]) -> Module {
    let fields = fields.iter().map(|(field, ty)| ((*field).to_owned(), (*ty).clone())).collect();
    module.structs.push(Struct { name: name.to_owned(), fields, span: Place(Span::call_site()) });
    module
}

/// `base.name`.
pub(super) fn field(base: &Expr, name: &str, ty: &Type) -> Expr {
    expr(ExprKind::Field(Box::new(base.clone()), name.to_owned()), ty.clone())
}

/// `base[index]`.
pub(super) fn element(base: &Expr, index: Expr, ty: &Type) -> Expr {
    expr(ExprKind::Element(Box::new(base.clone()), Box::new(index)), ty.clone())
}

/// `name { field: value, … }`.
pub(super) fn structure(name: &str, fields: Vec<(&str, Expr)>) -> Expr {
    let fields = fields.into_iter().map(|(field, value)| (field.to_owned(), value)).collect();
    expr(ExprKind::Struct(name.to_owned(), fields), named(name))
}

/// `[…]`.
pub(super) fn list(values: Vec<Expr>, ty: &Type) -> Expr {
    expr(ExprKind::List(values), ty.clone())
}

/// `if condition { then } else { otherwise }`.
pub(super) fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    if_else(condition, block(vec![], Some(then)), block(vec![], Some(otherwise)))
}

/// Equation 4.2 of the thesis, for polynomials by Horner's rule: `Pair { x: a.x * b.x, y: a.y * b.x + b.y }` with that identity.
pub(super) fn pair(x: i128, y: i128) -> Module {
    let identity = structure("Pair", vec![("x", int(Int::I32, x)), ("y", int(Int::I32, y))]);
    let module = operator("op", &named("Pair"), Some(identity), |a, b| {
        let part = |of: &Expr, name| field(of, name, &I32);
        let first = binary(Mul, part(&a, "x"), part(&b, "x"));
        let second = binary(Add, binary(Mul, part(&a, "y"), part(&b, "x")), part(&b, "y"));
        structure("Pair", vec![("x", first), ("y", second)])
    });
    declare(module, "Pair", &[("x", &I32), ("y", &I32)])
}

/// Listing 4.8: 2×2 matrices over `u64`, by `impl Mul`.
pub(super) fn matrix() -> Module {
    let ty = named("Matrix");
    let names = ["a", "b", "c", "d"];
    let entries = [1, 0, 0, 1].map(|entry| int(Int::U64, entry));
    let identity = structure("Matrix", names.into_iter().zip(entries).collect());
    let module = operator("*", &ty, Some(identity), |left, right| {
        let product = |row: [&str; 2], column: [&str; 2]| {
            let term = |k: usize| binary(Mul, field(&left, row[k], &U64), field(&right, column[k], &U64));
            binary(Add, term(0), term(1))
        };
        let (top, bottom) = (["a", "b"], ["c", "d"]);
        let (first, second) = (["a", "c"], ["b", "d"]);
        let entries = [product(top, first), product(top, second), product(bottom, first), product(bottom, second)];
        structure("Matrix", names.into_iter().zip(entries).collect())
    });
    declare(module, "Matrix", &names.map(|name| (name, &U64)))
}

/// Matrices as `[[u64; N]; N]`, multiplied by three `while` loops.
pub(super) fn looped_matrix(size: u64) -> Module {
    let row = Type::Array(Box::new(U64), size);
    let ty = Type::Array(Box::new(row.clone()), size);
    let zero = list((0..size).map(|_| list((0..size).map(|_| int(Int::U64, 0)).collect(), &row)).collect(), &ty);
    let unit = |i: u64| list((0..size).map(|j| int(Int::U64, i128::from(i == j))).collect(), &row);
    let identity = list((0..size).map(unit).collect(), &ty);
    let [a, b, c] = [0, 1, 2].map(|id| local(id, &ty));
    let entry = |of: &Expr, i: usize, j: usize| {
        let row = element(of, local(i, &Type::USIZE), &row);
        element(&row, local(j, &Type::USIZE), &U64)
    };
    let product = binary(Mul, entry(&a, 3, 5), entry(&b, 5, 4));
    let sum = Statement::Assign(entry(&c, 3, 4), binary(Add, entry(&c, 3, 4), product));
    let body = counted(3, size, vec![]);
    let inner = counted(5, size, vec![sum]);
    let middle = counted(4, size, inner);
    let mut outer = body;
    if let Some(Statement::While(_, block)) = outer.last_mut() {
        block.statements.splice(0..0, middle);
    }
    let mut statements = vec![Statement::Let(crate::ir::LocalId(2), zero)];
    statements.extend(outer);
    let index = Type::USIZE;
    let locals = [("c", &ty), ("i", &index), ("j", &index), ("k", &index)];
    with_body("product", &ty, Some(identity), &locals, block(statements, Some(c)))
}

/// `let id = 0; while id < bound { …; id = id + 1; }`
pub(super) fn counted(id: usize, bound: u64, mut statements: Vec<Statement>) -> Vec<Statement> {
    let counter = local(id, &Type::USIZE);
    let next = binary(Add, counter.clone(), int(Int::Usize, 1));
    statements.push(Statement::Assign(counter.clone(), next));
    let within = binary(Binary::Lt, counter, int(Int::Usize, i128::from(bound)));
    vec![Statement::Let(crate::ir::LocalId(id), int(Int::Usize, 0)), Statement::While(within, block(statements, None))]
}

/// `ModP(a.0 * b.0 % P)` with `ModP(1)`; products of values below `P` do not overflow.
pub(super) fn modulo(prime: i128) -> Module {
    let identity = structure("ModP", vec![("0", int(Int::U64, 1))]);
    let module = operator("op", &named("ModP"), Some(identity), |a, b| {
        let product = binary(Mul, field(&a, "0", &U64), field(&b, "0", &U64));
        structure("ModP", vec![("0", binary(Rem, product, int(Int::U64, prime)))])
    });
    declare(module, "ModP", &[("0", &U64)])
}

/// The bicyclic monoid, brackets that close and open, over `ty`.
pub(super) fn bicyclic(ty: &Type) -> Module {
    let zero = || expr(ExprKind::Literal(Literal::Int(0)), ty.clone());
    let identity = structure("Depth", vec![("close", zero()), ("open", zero())]);
    let module = operator("op", &named("Depth"), Some(identity), |a, b| {
        let part = |of: &Expr, name| field(of, name, ty);
        let matched = || method(Method::Min, vec![part(&a, "open"), part(&b, "close")]);
        let close = binary(Add, part(&a, "close"), binary(Sub, part(&b, "close"), matched()));
        let open = binary(Add, part(&b, "open"), binary(Sub, part(&a, "open"), matched()));
        structure("Depth", vec![("close", close), ("open", open)])
    });
    declare(module, "Depth", &[("close", ty), ("open", ty)])
}

/// Count, mean and sum of squared deviations, combined as Chan, Golub and LeVeque do; guarded against two empty sides or not.
pub(super) fn chan(guarded: bool) -> Module {
    let names = ["count", "mean", "m2"];
    let stats = |values: [Expr; 3]| structure("Stats", names.into_iter().zip(values).collect());
    let module = operator("merge", &named("Stats"), Some(stats([0.0, 0.0, 0.0].map(|zero| float(Float::F64, zero)))), |a, b| {
        let part = |of: &Expr, name| field(of, name, &F64);
        let count = || binary(Add, part(&a, "count"), part(&b, "count"));
        let delta = || binary(Sub, part(&b, "mean"), part(&a, "mean"));
        let shift = binary(Div, binary(Mul, delta(), part(&b, "count")), count());
        let weight = binary(Div, binary(Mul, part(&a, "count"), part(&b, "count")), count());
        let spread = binary(Mul, binary(Mul, delta(), delta()), weight);
        let mean = binary(Add, part(&a, "mean"), shift);
        let m2 = binary(Add, binary(Add, part(&a, "m2"), part(&b, "m2")), spread);
        let merged = stats([count(), mean, m2]);
        let empty = |of: &Expr| binary(Eq, part(of, "count"), float(Float::F64, 0.0));
        if guarded { choose(empty(&a), b.clone(), choose(empty(&b), a.clone(), merged)) } else { merged }
    });
    declare(module, "Stats", &names.map(|name| (name, &F64)))
}

/// 'The last value seen', where there is one.
pub(super) fn last_seen() -> Module {
    let identity = structure("Seen", vec![("valid", bool(false)), ("value", int(Int::I32, 0))]);
    let module = operator("last", &named("Seen"), Some(identity), |a, b| choose(field(&b, "valid", &Type::BOOL), b, a));
    declare(module, "Seen", &[("valid", &Type::BOOL), ("value", &I32)])
}

/// A C-like enum's type.
pub(super) fn state() -> Type {
    Type::Enum("State".to_owned(), Int::I32)
}

/// `enum State { S0 = 0, … }` with those values, and an operator: the later of two, but the first variant yields.
pub(super) fn over_enum(values: &[i128]) -> Module {
    let first = expr(ExprKind::Literal(Literal::Int(values[0])), state());
    let mut module = operator("op", &state(), Some(first.clone()), |a, b| choose(binary(Eq, b.clone(), first), a, b));
    let variants = values.iter().map(|value| (format!("S{value}"), *value)).collect();
    module.enums.push(Enum { name: "State".to_owned(), repr: Int::I32, variants });
    module
}

/// What a `#[declare_target]` module of that text declares.
#[track_caller]
pub(super) fn lowered(source: &str) -> Module {
    let mut diagnostics = Diagnostics::default();
    let tokens = format!("mod declared {{ {source} }}").parse().expect("tokens");
    let declared = declare_target(TokenStream::new(), tokens, &mut diagnostics);
    let module = crate::lower::module(&declared.items, &mut diagnostics);
    module.unwrap_or_else(|_stopped| panic!("refused: {}", findings(&diagnostics)))
}
