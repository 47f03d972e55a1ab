//! The interpreter beside Rust itself.

use super::*;
use crate::ir::build::{binary, block, bool, cast, expr, function, if_else, int, local, method, returned, ty, unary};
use crate::ir::{
    Array, ArrayId, Builtin, Capture, CaptureId, Carried, CarriedId, Float, Int, LoopIndex, LoopKernel, Method, Operator,
    OperatorKind, Output, Scalar, Unary,
};

/// A Rust value as an IR value.
trait Lift: Copy {
    fn lift(self) -> Value;
}

macro_rules! lift_int {
    ($($ty:ident $name:ident),*) => { $(impl Lift for $ty {
        fn lift(self) -> Value { Value::Int(Int::$name, self as i128) }
    })* };
}
lift_int!(i8 I8, i16 I16, i32 I32, i64 I64, isize Isize, u8 U8, u16 U16, u32 U32, u64 U64, usize Usize);
impl Lift for bool {
    fn lift(self) -> Value {
        Value::Bool(self)
    }
}
impl Lift for f32 {
    fn lift(self) -> Value {
        Value::F32(self)
    }
}
impl Lift for f64 {
    fn lift(self) -> Value {
        Value::F64(self)
    }
}

fn scalar_of(value: &Value) -> Scalar {
    value.scalar().expect("a primitive value")
}

/// Evaluates `f(operands)` for the expression that `make` builds over the operands as parameters.
fn through(operands: &[Value], make: impl FnOnce(Vec<Expr>) -> Expr) -> Result<Value, Panic> {
    let types: Vec<_> = operands.iter().map(|operand| Type::Scalar(scalar_of(operand))).collect();
    let locals: Vec<_> = types.iter().map(|ty| ("a", ty)).collect();
    let value = make(types.iter().enumerate().map(|(id, ty)| local(id, ty)).collect());
    let returns = value.ty.clone();
    let function = function("f", operands.len(), &locals, block(vec![], Some(value)), &returns);
    evaluate(&function, operands, &Env::default())
}

#[track_caller]
fn check(found: Result<Value, Panic>, expected: Option<Value>, what: &str) {
    match (&found, &expected) {
        (Ok(found), Some(expected)) => assert!(found.same(expected), "{what}: {found}, in Rust {expected}"),
        _ => assert_eq!(found.is_err(), expected.is_none(), "{what}: {found:?}, in Rust {expected:?}"),
    }
}

fn check_binary(operator: Binary, a: impl Lift, b: impl Lift, expected: Option<impl Lift>) {
    let operands = [a.lift(), b.lift()];
    let found = through(&operands, |mut operands| {
        let right = operands.pop().expect("two operands");
        binary(operator, operands.remove(0), right)
    });
    check(found, expected.map(Lift::lift), &format!("{} {operator:?} {}", operands[0], operands[1]));
}

fn check_method(name: Method, operands: &[Value], expected: Option<impl Lift>) {
    let found = through(operands, |operands| method(name, operands));
    check(found, expected.map(Lift::lift), &format!("{name:?} of {operands:?}"));
}

fn check_unary(operator: Unary, a: impl Lift, expected: impl Lift) {
    let found = through(&[a.lift()], |mut operands| unary(operator, operands.remove(0)));
    check(found, Some(expected.lift()), &format!("{operator:?} {}", a.lift()));
}

fn check_cast(a: impl Lift, expected: impl Lift) {
    let to = Type::Scalar(scalar_of(&expected.lift()));
    let found = through(&[a.lift()], |mut operands| cast(operands.remove(0), &to));
    check(found, Some(expected.lift()), &format!("{} as {to}", a.lift()));
}

macro_rules! check_casts {
    ($a:expr => $($ty:ident)*) => { $(check_cast($a, $a as $ty);)* };
}

macro_rules! integer_tests {
    ($($ty:ident)*) => { $(
        #[test]
        fn $ty() {
            let bits = $ty::BITS;
            let all = [$ty::MIN, $ty::MIN + 1, $ty::MAX / 3, (0 as $ty).wrapping_sub(1), 0, 1, 2, 3, 7, 8, 31, 32, 63, $ty::MAX - 1, $ty::MAX];
            for a in all {
                check_unary(Unary::Neg, a, a.wrapping_neg());
                check_unary(Unary::Not, a, !a);
                check_casts!(a => i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);
                let one = [a.lift()];
                check_method(Method::WrappingNeg, &one, Some(a.wrapping_neg()));
                check_method(Method::CountOnes, &one, Some(a.count_ones()));
                check_method(Method::CountZeros, &one, Some(a.count_zeros()));
                check_method(Method::LeadingZeros, &one, Some(a.leading_zeros()));
                check_method(Method::TrailingZeros, &one, Some(a.trailing_zeros()));
                check_method(Method::SwapBytes, &one, Some(a.swap_bytes()));
                check_method(Method::ReverseBits, &one, Some(a.reverse_bits()));
                for b in all {
                    check_binary(Binary::Add, a, b, Some(a.wrapping_add(b)));
                    check_binary(Binary::Sub, a, b, Some(a.wrapping_sub(b)));
                    check_binary(Binary::Mul, a, b, Some(a.wrapping_mul(b)));
                    check_binary(Binary::Div, a, b, a.checked_div(b));
                    check_binary(Binary::Rem, a, b, a.checked_rem(b));
                    check_binary(Binary::BitAnd, a, b, Some(a & b));
                    check_binary(Binary::BitOr, a, b, Some(a | b));
                    check_binary(Binary::BitXor, a, b, Some(a ^ b));
                    check_binary(Binary::Shl, a, b, Some(a.wrapping_shl(b as u32)));
                    check_binary(Binary::Shr, a, b, Some(a.wrapping_shr(b as u32)));
                    check_binary(Binary::Eq, a, b, Some(a == b));
                    check_binary(Binary::Ne, a, b, Some(a != b));
                    check_binary(Binary::Lt, a, b, Some(a < b));
                    check_binary(Binary::Le, a, b, Some(a <= b));
                    check_binary(Binary::Gt, a, b, Some(a > b));
                    check_binary(Binary::Ge, a, b, Some(a >= b));
                    let two = [a.lift(), b.lift()];
                    check_method(Method::Min, &two, Some(a.min(b)));
                    check_method(Method::Max, &two, Some(a.max(b)));
                    check_method(Method::WrappingAdd, &two, Some(a.wrapping_add(b)));
                    check_method(Method::WrappingSub, &two, Some(a.wrapping_sub(b)));
                    check_method(Method::WrappingMul, &two, Some(a.wrapping_mul(b)));
                    check_method(Method::SaturatingAdd, &two, Some(a.saturating_add(b)));
                    check_method(Method::SaturatingSub, &two, Some(a.saturating_sub(b)));
                    check_method(Method::AbsDiff, &two, Some(a.abs_diff(b)));
                    check_method(Method::DivEuclid, &two, a.checked_div_euclid(b));
                    check_method(Method::RemEuclid, &two, a.checked_rem_euclid(b));
                    for c in [0, 3, $ty::MIN, $ty::MAX] {
                        check_method(Method::Clamp, &[a.lift(), b.lift(), c.lift()], (b <= c).then(|| a.clamp(b.min(c), c)));
                    }
                }
                for n in [0, 1, 2, 3, bits - 1, bits, bits + 1, 100, u32::MAX] {
                    let amount = [a.lift(), n.lift()];
                    check_binary(Binary::Shl, a, n, Some(a.wrapping_shl(n)));
                    check_binary(Binary::Shr, a, -(i64::from(n)), Some(a.wrapping_shr(n.wrapping_neg())));
                    check_method(Method::WrappingShl, &amount, Some(a.wrapping_shl(n)));
                    check_method(Method::WrappingShr, &amount, Some(a.wrapping_shr(n)));
                    check_method(Method::RotateLeft, &amount, Some(a.rotate_left(n)));
                    check_method(Method::RotateRight, &amount, Some(a.rotate_right(n)));
                    check_method(Method::Pow, &amount, Some(a.wrapping_pow(n)));
                }
            }
            assert_eq!(returned(Method::AbsDiff, scalar_of(&all[0].lift())), scalar_of(&all[0].abs_diff(1).lift()));
        }
    )* };
}
integer_tests!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! check_signed {
    ($($ty:ident)*) => { $(for a in [$ty::MIN, $ty::MIN + 1, -1, 0, 1, $ty::MAX] {
        let one = [a.lift()];
        check_method(Method::Abs, &one, Some(a.wrapping_abs()));
        check_method(Method::UnsignedAbs, &one, Some(a.unsigned_abs()));
        check_method(Method::Signum, &one, Some(a.signum()));
        check_method(Method::IsPositive, &one, Some(a.is_positive()));
        check_method(Method::IsNegative, &one, Some(a.is_negative()));
    })* };
}

#[test]
fn methods_of_signed_integers() {
    check_signed!(i8 i16 i32 i64 isize);
}

#[test]
fn methods_of_unsigned_integers() {
    for a in [0u8, 1, 2, 3, 128, 255] {
        check_method(Method::IsPowerOfTwo, &[a.lift()], Some(a.is_power_of_two()));
    }
    check_method(Method::IsPowerOfTwo, &[(1u64 << 63).lift()], Some(true));
    for (a, b, is) in [(0u8, 0, true), (4, 0, false), (0, 3, true), (9, 3, true), (9, 4, false)] {
        check_method(Method::IsMultipleOf, &[a.lift(), b.lift()], Some(is));
    }
}

macro_rules! check_unary_methods {
    ($a:ident: $($method:ident $name:ident),*) => { $(check_method(Method::$method, &[$a.lift()], Some($a.$name()));)* };
}

macro_rules! float_tests {
    ($($ty:ident)*) => { $(
        #[test]
        fn $ty() {
            let all = [
                0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 3.7, -127.9, 128.0, 255.9, 2147483648.0, -2147483649.0,
                9223372036854775808.0, 1.8446744e19, $ty::MIN_POSITIVE, $ty::MIN_POSITIVE / 8.0, $ty::MAX, $ty::MIN, $ty::INFINITY,
                $ty::NEG_INFINITY, $ty::NAN,
            ];
            for a in all {
                check_unary(Unary::Neg, a, -a);
                check_casts!(a => i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);
                check_unary_methods!(a:
                    Abs abs, Signum signum, Sqrt sqrt, Floor floor, Ceil ceil, Round round, Trunc trunc, Fract fract, Recip recip,
                    Exp exp, Exp2 exp2, Ln ln, Log2 log2, Log10 log10, Sin sin, Cos cos, Tan tan, Asin asin, Acos acos, Atan atan,
                    Sinh sinh, Cosh cosh, Tanh tanh, Cbrt cbrt, ToDegrees to_degrees, ToRadians to_radians, IsNan is_nan,
                    IsFinite is_finite, IsInfinite is_infinite, IsSignNegative is_sign_negative, IsSignPositive is_sign_positive,
                    ToBits to_bits
                );
                check_method(Method::FromBits, &[a.to_bits().lift()], Some(a));
                for b in all {
                    check_binary(Binary::Add, a, b, Some(a + b));
                    check_binary(Binary::Sub, a, b, Some(a - b));
                    check_binary(Binary::Mul, a, b, Some(a * b));
                    check_binary(Binary::Div, a, b, Some(a / b));
                    check_binary(Binary::Rem, a, b, Some(a % b));
                    check_binary(Binary::Eq, a, b, Some(a == b));
                    check_binary(Binary::Ne, a, b, Some(a != b));
                    check_binary(Binary::Lt, a, b, Some(a < b));
                    check_binary(Binary::Ge, a, b, Some(a >= b));
                    let two = [a.lift(), b.lift()];
                    if a != b {
                        check_method(Method::Min, &two, Some(a.min(b)));
                        check_method(Method::Max, &two, Some(a.max(b)));
                    }
                    check_method(Method::RemEuclid, &two, Some(a.rem_euclid(b)));
                    check_method(Method::DivEuclid, &two, Some(a.div_euclid(b)));
                    check_method(Method::Powf, &two, Some(a.powf(b)));
                    check_method(Method::Atan2, &two, Some(a.atan2(b)));
                    check_method(Method::Hypot, &two, Some(a.hypot(b)));
                    check_method(Method::Copysign, &two, Some(a.copysign(b)));
                    for c in [1.5, -0.0, $ty::NAN] {
                        let three = [a.lift(), b.lift(), c.lift()];
                        check_method(Method::MulAdd, &three, Some(a.mul_add(b, c)));
                        check_method(Method::Clamp, &three, (b <= c).then(|| a.clamp(b, c)));
                    }
                }
                for n in [0, 1, 2, -1, 10] {
                    check_method(Method::Powi, &[a.lift(), n.lift()], Some(a.powi(n)));
                }
            }
        }
    )* };
}
float_tests!(f32 f64);

#[test]
fn f32_is_rounded_after_every_operation() {
    let a = (16_777_216.0f32).lift();
    let found = through(&[a, 1.0f32.lift()], |operands| {
        let sum = binary(Binary::Add, operands[0].clone(), operands[1].clone());
        binary(Binary::Add, sum, operands[1].clone())
    });
    check(found, Some(16_777_216.0f32.lift()), "2^24 + 1 + 1");
}

#[test]
fn operators_of_bool() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        check_binary(Binary::BitAnd, a, b, Some(a & b));
        check_binary(Binary::BitOr, a, b, Some(a | b));
        check_binary(Binary::BitXor, a, b, Some(a ^ b));
        check_binary(Binary::And, a, b, Some(a && b));
        check_binary(Binary::Or, a, b, Some(a || b));
        check_binary(Binary::Eq, a, b, Some(a == b));
        check_binary(Binary::Lt, a, b, Some(!a & b));
        check_method(Method::Min, &[a.lift(), b.lift()], Some(a.min(b)));
        check_method(Method::Max, &[a.lift(), b.lift()], Some(a.max(b)));
        check_unary(Unary::Not, a, !a);
        check_casts!(a => i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    }
}

#[test]
fn lazy_operators_do_not_evaluate_what_would_panic() {
    let panics = || binary(Binary::Eq, binary(Binary::Div, int(Int::I32, 1), int(Int::I32, 0)), int(Int::I32, 1));
    check(through(&[], |_| binary(Binary::And, bool(false), panics())), Some(false.lift()), "false && …");
    check(through(&[], |_| binary(Binary::Or, bool(true), panics())), Some(true.lift()), "true || …");
    assert_eq!(through(&[], |_| binary(Binary::And, bool(true), panics())), Err(Panic::DivisionByZero));
    let arms = |value| block(vec![], Some(value));
    check(through(&[], |_| if_else(bool(true), arms(bool(true)), arms(panics()))), Some(true.lift()), "if true");
}

/// `while i < n { i = i + 1; if i == skip { continue } total = total + i; if i == stop { break } } total`
fn summing_loop() -> Function {
    let i32 = ty("i32");
    let [n, skip, stop, i, total] = [0, 1, 2, 3, 4].map(|id| local(id, &i32));
    let set = |place: &Expr, value| Statement::Assign(place.clone(), value);
    let jump_if = |condition, jump| Statement::If(condition, block(vec![jump], None), block(vec![], None));
    let body = vec![
        set(&i, binary(Binary::Add, i.clone(), int(Int::I32, 1))),
        jump_if(binary(Binary::Eq, i.clone(), skip), Statement::Continue),
        set(&total, binary(Binary::Add, total.clone(), i.clone())),
        jump_if(binary(Binary::Eq, i.clone(), stop), Statement::Break),
        jump_if(binary(Binary::Eq, i.clone(), int(Int::I32, 77)), Statement::Return(int(Int::I32, -1))),
    ];
    let statements = vec![
        Statement::Let(LocalId(3), int(Int::I32, 0)),
        Statement::Declare(LocalId(4)),
        set(&total, int(Int::I32, 0)),
        Statement::While(binary(Binary::Lt, i, n), block(body, None)),
    ];
    let locals = [("n", &i32), ("skip", &i32), ("stop", &i32), ("i", &i32), ("total", &i32)];
    function("sum", 3, &locals, block(statements, Some(total)), &i32)
}

#[test]
fn loops_jump_and_return() {
    let run = |n: i32, skip: i32, stop: i32| evaluate(&summing_loop(), &[n.lift(), skip.lift(), stop.lift()], &Env::default());
    check(run(5, 0, 0), Some(15i32.lift()), "to the end");
    check(run(5, 2, 4), Some(8i32.lift()), "continue at 2, break at 4");
    check(run(100, 0, 0), Some((-1i32).lift()), "return at 77");
}

#[test]
fn endless_loops_and_recursions_are_given_up() {
    let endless = function("f", 0, &[], block(vec![Statement::While(bool(true), block(vec![], None))], None), &Type::BOOL);
    assert_eq!(evaluate(&endless, &[], &Env::default()), Err(Panic::Endless));
    let again = expr(ExprKind::Call("f".into(), vec![]), Type::BOOL);
    let recursive = [function("f", 0, &[], block(vec![], Some(again)), &Type::BOOL)];
    assert_eq!(evaluate(&recursive[0], &[], &Env { functions: &recursive, ..Env::default() }), Err(Panic::Endless));
}

#[test]
fn places_are_parts_of_locals() {
    let (i32, pair, pairs) = (ty("i32"), Type::Struct("Pair".into()), Type::Array(Box::new(Type::Struct("Pair".into())), 2));
    let literal = |x, y| {
        let fields = vec![("x".into(), int(Int::I32, x)), ("y".into(), int(Int::I32, y))];
        expr(ExprKind::Struct("Pair".into(), fields), pair.clone())
    };
    let element = |index| expr(ExprKind::Element(Box::new(local(1, &pairs)), Box::new(index)), pair.clone());
    let y = |index| expr(ExprKind::Field(Box::new(element(index)), "y".into()), i32.clone());
    let list = expr(ExprKind::List(vec![literal(1, 2), literal(3, 4)]), pairs.clone());
    let assign = Statement::Assign(y(local(0, &Type::USIZE)), int(Int::I32, 9));
    let body = block(vec![Statement::Let(LocalId(1), list), assign], Some(local(1, &pairs)));
    let f = function("f", 1, &[("k", &Type::USIZE), ("p", &pairs)], body, &pairs);
    let found = evaluate(&f, &[1usize.lift()], &Env::default()).map(|value| value.to_string());
    assert_eq!(found.as_deref(), Ok("[Pair { x: 1, y: 2 }, Pair { x: 3, y: 9 }]"));
    assert_eq!(evaluate(&f, &[2usize.lift()], &Env::default()), Err(Panic::Index));
}

#[test]
fn identities_change_nothing() {
    use Builtin::*;
    let integers = [Add, Mul, BitAnd, BitOr, BitXor, Min, Max];
    for (operator, ty) in integers.iter().flat_map(|operator| Int::ALL.map(|ty| (*operator, ty))) {
        check_identity(operator, Scalar::Int(ty), &[ty.min(), 0, 1, ty.max()].map(|value| Value::Int(ty, value)));
    }
    for (operator, ty) in [Add, Mul, Min, Max].iter().flat_map(|operator| [Float::F32, Float::F64].map(|ty| (*operator, ty))) {
        let values = [-0.0, 0.0, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        check_identity(operator, Scalar::Float(ty), &values.map(|value| Value::float(ty, value)));
    }
    for operator in [And, Or, BitAnd, BitOr, BitXor, Min, Max] {
        check_identity(operator, Scalar::Bool, &[false.lift(), true.lift()]);
    }
}

fn check_identity(operator: Builtin, scalar: Scalar, values: &[Value]) {
    let identity = identity(operator, scalar);
    for value in values {
        let (left, right) = (combine(operator, &identity, value), combine(operator, value, &identity));
        assert!(left.same(value) && right.same(value), "{operator:?} {identity} {value}: {left}, {right}");
    }
}

#[test]
fn min_and_max_keep_the_earlier_of_equals_and_the_number_beside_nan() {
    for operator in [Builtin::Min, Builtin::Max] {
        for (a, b) in [(0.0f32, -0.0f32), (-0.0, 0.0), (1.0, f32::NAN)] {
            assert!(combine(operator, &a.lift(), &b.lift()).same(&a.lift()), "{operator:?} {a} {b}");
        }
        assert!(combine(operator, &f32::NAN.lift(), &1.0f32.lift()).same(&1.0f32.lift()));
    }
}

/// `y[i] = y[i - 1] + x[i - 1] * k`, or the sum with its sides swapped.
fn running_sum(flipped: bool) -> LoopKernel {
    let i32 = ty("i32");
    let i = || expr(ExprKind::Index, Type::USIZE);
    let before = binary(Binary::Sub, i(), int(Int::Usize, 1));
    let load = expr(ExprKind::Load(ArrayId(0), Box::new(before)), i32.clone());
    let element = binary(Binary::Mul, load, expr(ExprKind::Captured(CaptureId(0)), i32.clone()));
    let after = expr(ExprKind::After(CarriedId(0)), i32.clone());
    let array = |name: &str, read| Array { name: name.into(), element: ty("i32"), read, gathered: false, written: !read };
    LoopKernel {
        common: None,
        batches: Default::default(),
        function: "running_sum".into(),
        source: vec![],
        index: LoopIndex { name: "i".into(), ty: Type::USIZE, step: 1 },
        carried: vec![Carried {
            name: "y".into(),
            ty: i32.clone(),
            operator: Operator { kind: OperatorKind::Builtin(Builtin::Add), flipped },
            element: function("element", 0, &[], block(vec![], Some(element)), &i32),
        }],
        arrays: vec![array("x", true), array("y", false)],
        captures: vec![Capture { name: "k".into(), ty: i32.clone() }],
        outputs: vec![Output {
            array: ArrayId(1),
            index: i(),
            counter: None,
            computed: None,
            guard: None,
            value: function("y", 0, &[], block(vec![], Some(after)), &i32),
        }],
    }
}

#[test]
fn a_loop_runs_in_order() {
    let ints = |values: &[i32]| values.iter().map(|value| value.lift()).collect::<Vec<_>>();
    let mut arrays = [ints(&[1, 2, 3]), ints(&[10, 0, 0, 0])];
    let last = run(&running_sum(false), &[], &mut arrays, &[2i32.lift()], 1..4, &[10i32.lift()]);
    assert_eq!(last, Ok(vec![22i32.lift()]));
    assert_eq!(arrays[1], ints(&[10, 12, 16, 22]));
    assert_eq!(run(&running_sum(false), &[], &mut arrays, &[2i32.lift()], 1..9, &[10i32.lift()]), Err(Panic::Index));
}

#[test]
fn a_flipped_declared_operator_gets_the_carried_value_on_the_right() {
    let i32 = ty("i32");
    let sub = binary(Binary::Sub, local(0, &i32), local(1, &i32));
    let functions = [function("sub", 2, &[("a", &i32), ("b", &i32)], block(vec![], Some(sub)), &i32)];
    for (flipped, expected) in [(false, 10 - 1 - 2), (true, 2 - (1 - 10))] {
        let mut kernel = running_sum(flipped);
        kernel.carried[0].operator.kind = OperatorKind::Declared("math::sub".into());
        let mut arrays = [vec![1i32.lift(), 2i32.lift()], vec![0i32.lift(); 3]];
        assert_eq!(run(&kernel, &functions, &mut arrays, &[1i32.lift()], 1..3, &[10i32.lift()]), Ok(vec![expected.lift()]));
    }
}
