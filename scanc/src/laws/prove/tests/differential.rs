//! Terms beside the interpreter: for every operator, method and cast, on values at the ends of the types, the solver must find that
//! the term has the interpreter's value, and panics where that does.

use super::*;
use crate::ir::build::{block, cast, expr, function, local, returned, unary};
use crate::ir::interpret::{Env, Panic, Value, evaluate};
use crate::ir::{ExprKind, Function, LocalId, Scalar, Statement, Unary};
use crate::laws::prove::execute::Executor;
use crate::laws::prove::term::{Bits, Symbolic};

/// Asks whether the solver can make `function` give something else than the interpreter at any of `cases`.
fn check_function(function: &Function, cases: &[Vec<Value>]) {
    let functions = [function.clone()];
    let mut executor = Executor::new(&functions);
    let like = &cases[0];
    let operands = like.iter().enumerate().map(|(number, value)| {
        let scalar = value.scalar().expect("a primitive operand");
        Symbolic::Scalar(executor.script.declare(&format!("x{number}"), scalar))
    });
    let operands: Vec<Symbolic> = operands.collect();
    let result = executor.call(&function.name, operands.clone(), &Bits::TRUE).expect("an expressible function");
    let mut any = Bits::FALSE;
    for case in cases {
        let wrong = wrong(&mut executor, &result, evaluate(function, case, &Env::default()));
        let here = operands.iter().zip(case).fold(wrong, |here, (operand, value)| {
            let is = executor.script.equal(operand.leaves()[0], &Bits::Known(value.clone()));
            executor.script.and(&here, &is)
        });
        any = executor.script.or(&any, &here);
    }
    executor.script.assert(&any);
    let names: Vec<String> = (0..operands.len()).map(|number| format!("x{number}")).collect();
    match solver::ask(&executor.script.text(), &names, SECONDS) {
        Ok(solver::Answer::Unsatisfiable) => {}
        Ok(solver::Answer::Values(values)) => panic!("{function} of {values:?}"),
        Err(reason) => panic!("{function}: {reason}"),
    }
}

fn wrong(executor: &mut Executor, result: &Symbolic, expected: Result<Value, Panic>) -> Bits {
    match expected {
        Ok(value) => {
            let equal = executor.script.equal(result.leaves()[0], &Bits::Known(value));
            let differs = executor.script.not(&equal);
            let failed = executor.script.or(&executor.panics, &executor.incomplete);
            executor.script.or(&differs, &failed)
        }
        Err(_) => executor.script.not(&executor.panics),
    }
}

/// `f(operands)` for the expression that `make` builds over the operands as parameters.
fn check_expression(types: &[Scalar], make: impl FnOnce(Vec<Expr>) -> Expr, cases: &[Vec<Value>]) {
    let types: Vec<Type> = types.iter().map(|scalar| Type::Scalar(*scalar)).collect();
    let locals: Vec<_> = types.iter().map(|ty| ("x", ty)).collect();
    let value = make(types.iter().enumerate().map(|(id, ty)| local(id, ty)).collect());
    let returns = value.ty.clone();
    check_function(&function("f", types.len(), &locals, block(vec![], Some(value)), &returns), cases);
}

fn samples(int: Int) -> Vec<Value> {
    [0, 1, -1, 3, 7, 8, int.min(), int.max(), int.max() / 3].map(|value| Value::int(int, value)).to_vec()
}

fn pairs(a: &[Value], b: &[Value]) -> Vec<Vec<Value>> {
    a.iter().flat_map(|a| b.iter().map(move |b| vec![a.clone(), b.clone()])).collect()
}

const INTS: [Int; 4] = [Int::I8, Int::U8, Int::I16, Int::U32];

#[test]
fn operators() {
    use Binary::*;
    if !is_there() {
        return;
    }
    for int in INTS {
        let scalar = Scalar::Int(int);
        let cases = pairs(&samples(int), &samples(int));
        for operator in [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge] {
            let make = |operands: Vec<Expr>| binary(operator, operands[0].clone(), operands[1].clone());
            check_expression(&[scalar, scalar], make, &cases);
        }
        let amounts = pairs(&samples(int), &samples(Int::I8));
        for operator in [Shl, Shr] {
            let make = |operands: Vec<Expr>| binary(operator, operands[0].clone(), operands[1].clone());
            check_expression(&[scalar, Scalar::Int(Int::I8)], make, &amounts);
        }
        let singles: Vec<Vec<Value>> = samples(int).into_iter().map(|value| vec![value]).collect();
        for operator in [Unary::Neg, Unary::Not] {
            check_expression(&[scalar], |mut operands| unary(operator, operands.remove(0)), &singles);
        }
    }
}

#[test]
fn bools() {
    use Binary::*;
    if !is_there() {
        return;
    }
    let values = [false, true].map(Value::Bool);
    for operator in [BitAnd, BitOr, BitXor, And, Or, Eq, Ne, Lt, Le, Gt, Ge] {
        let make = |operands: Vec<Expr>| {
            expr(ExprKind::Binary(operator, Box::new(operands[0].clone()), Box::new(operands[1].clone())), Type::BOOL)
        };
        check_expression(&[Scalar::Bool; 2], make, &pairs(&values, &values));
    }
    for name in [Method::Min, Method::Max] {
        check_expression(&[Scalar::Bool; 2], |operands| method(name, operands), &pairs(&values, &values));
    }
}

#[test]
fn methods() {
    use Method::*;
    if !is_there() {
        return;
    }
    for int in INTS {
        let scalar = Scalar::Int(int);
        let singles: Vec<Vec<Value>> = samples(int).into_iter().map(|value| vec![value]).collect();
        let mut of_one = vec![WrappingNeg, CountOnes, CountZeros, LeadingZeros, TrailingZeros, SwapBytes, ReverseBits];
        let own = if int.signed() { vec![Abs, Signum, UnsignedAbs, IsPositive, IsNegative] } else { vec![IsPowerOfTwo] };
        of_one.extend(own);
        for name in of_one {
            check_expression(&[scalar], |operands| method(name, operands), &singles);
        }
        let cases = pairs(&samples(int), &samples(int));
        for name in [Min, Max, WrappingAdd, WrappingSub, WrappingMul, SaturatingAdd, SaturatingSub, AbsDiff, RemEuclid, DivEuclid]
        {
            assert!(matches!(returned(name, scalar), Scalar::Int(_)));
            check_expression(&[scalar; 2], |operands| method(name, operands), &cases);
        }
        if !int.signed() {
            check_expression(&[scalar; 2], |operands| method(IsMultipleOf, operands), &cases);
        }
        let amounts = pairs(&samples(int), &samples(Int::U32));
        for name in [WrappingShl, WrappingShr, RotateLeft, RotateRight] {
            check_expression(&[scalar, Scalar::Int(Int::U32)], |operands| method(name, operands), &amounts);
        }
        for exponent in [0, 1, 2, 5] {
            let make = |mut operands: Vec<Expr>| method(Pow, vec![operands.remove(0), super::int(Int::U32, exponent)]);
            check_expression(&[scalar], make, &singles);
        }
        let bounds: Vec<Vec<Value>> = [(1, 3), (3, 1), (0, 0)]
            .into_iter()
            .flat_map(|(low, high)| {
                singles.iter().map(move |value| [value.clone(), vec![Value::int(int, low), Value::int(int, high)]].concat())
            })
            .collect();
        check_expression(&[scalar; 3], |operands| method(Clamp, operands), &bounds);
    }
}

#[test]
fn casts() {
    if !is_there() {
        return;
    }
    for from in INTS {
        let singles: Vec<Vec<Value>> = samples(from).into_iter().map(|value| vec![value]).collect();
        for to in Int::ALL {
            check_expression(
                &[Scalar::Int(from)],
                |operands| cast(operands[0].clone(), &Type::Scalar(Scalar::Int(to))),
                &singles,
            );
        }
    }
    let bools = [false, true].map(|value| vec![Value::Bool(value)]);
    check_expression(&[Scalar::Bool], |operands| cast(operands[0].clone(), &I32), &bools);
}

/// Counts bits of `a` onto `b`, with every kind of jump.
#[test]
fn loops_and_jumps() {
    if !is_there() {
        return;
    }
    let ty = Type::Scalar(Scalar::Int(Int::U8));
    let [a, b, low] = [0, 1, 2].map(|id| local(id, &ty));
    let number = |value| int(Int::U8, value);
    let when = |condition: Expr, then: Statement| Statement::If(condition, block(vec![then], None), block(vec![], None));
    let set = |place: &Expr, value: Expr| Statement::Assign(place.clone(), value);
    let turn = vec![
        when(binary(Eq, a.clone(), number(0)), Statement::Break),
        Statement::Let(LocalId(2), binary(Binary::BitAnd, a.clone(), number(1))),
        set(&a, binary(Binary::Shr, a.clone(), number(1))),
        when(binary(Eq, low, number(0)), Statement::Continue),
        set(&b, binary(Add, b.clone(), number(1))),
        when(binary(Eq, b.clone(), number(5)), Statement::Return(binary(Add, a, number(100)))),
    ];
    let endless = Statement::While(crate::ir::build::bool(true), block(turn, None));
    let locals = [("a", &ty), ("b", &ty), ("low", &ty)];
    let f = function("f", 2, &locals, block(vec![endless], Some(b)), &ty);
    let some = [0, 1, 2, 0x81, 0xff].map(|value| Value::Int(Int::U8, value));
    check_function(&f, &pairs(&some, &some));
}

/// fn f(i, x) -> u32 { let mut list = [1, 2, 3]; list[i] = x; list[x] + list[0] }
#[test]
fn arrays_at_unknown_indices() {
    if !is_there() {
        return;
    }
    let ty = Type::Array(Box::new(U32), 3);
    let (index, x, values) = (local(0, &Type::USIZE), local(1, &U32), local(2, &ty));
    let numbers = list([1, 2, 3].map(|value| int(Int::U32, value)).into(), &ty);
    let statements = vec![Statement::Let(LocalId(2), numbers), Statement::Assign(element(&values, index, &U32), x.clone())];
    let first = element(&values, int(Int::Usize, 0), &U32);
    let sum = binary(Add, element(&values, cast(x, &Type::USIZE), &U32), first);
    let f = function("f", 2, &[("i", &Type::USIZE), ("x", &U32), ("list", &ty)], block(statements, Some(sum)), &U32);
    let at = |range: std::ops::Range<i128>, int| range.map(|value| Value::Int(int, value)).collect::<Vec<_>>();
    check_function(&f, &pairs(&at(0..4, Int::Usize), &at(0..5, Int::U32)));
}
