//! The text: exact strings. That it computes what Rust computes is the business of the device test `exact_arithmetic`.

use super::*;
use crate::ir::build::{binary, block, bool, cast, expr, float, function as make, if_else, int, local, method, ty, unary};
use crate::ir::{
    Array, Block, Capture, CarriedId, Expr, Float, Int, Local, LocalId, LoopIndex, Method, Operator, Statement, Type,
    Unary as UnaryOperator,
};

/// Prints an expression over the parameters `a`, `b`, `c`, all of the type `of`.
fn printed(of: &str, build: impl FnOnce(Expr, Expr, Expr) -> Expr) -> String {
    let of = ty(of);
    let value = build(local(0, &of), local(1, &of), local(2, &of));
    let returns = value.ty.clone();
    let function = make("f", 3, &[("a", &of), ("b", &of), ("c", &of)], block(vec![], Some(value)), &returns);
    let text = functions(&[function]).functions.remove(0);
    let body = text.split_once("{\n    return ").and_then(|(_, body)| body.strip_suffix(";\n}"));
    body.map_or_else(|| text.clone(), str::to_owned)
}

#[track_caller]
fn check(of: &str, expected: &str, build: impl FnOnce(Expr, Expr, Expr) -> Expr) {
    assert_eq!(printed(of, build), expected);
}

#[track_caller]
fn check_operator(of: &str, operator: Binary, expected: &str) {
    check(of, expected, |a, b, _| binary(operator, a, b));
}

#[track_caller]
fn check_method(of: &str, name: Method, expected: &str) {
    check(of, expected, |a, b, c| {
        let operands = match name {
            Method::Clamp | Method::MulAdd => vec![a, b, c],
            Method::Min | Method::Max | Method::RemEuclid | Method::SaturatingAdd | Method::Powf | Method::AbsDiff => vec![a, b],
            Method::WrappingShl | Method::Pow | Method::RotateLeft => vec![a, int(Int::U32, 9)],
            _ => vec![a],
        };
        method(name, operands)
    });
}

fn plus(a: Expr, b: Expr) -> Expr {
    binary(Binary::Add, a, b)
}

fn minus(a: Expr, b: Expr) -> Expr {
    binary(Binary::Sub, a, b)
}

fn times(a: Expr, b: Expr) -> Expr {
    binary(Binary::Mul, a, b)
}

#[test]
fn plain_operators_where_c_is_exact() {
    for ty in ["u32", "u64", "usize", "f32", "f64"] {
        check_operator(ty, Binary::Add, "a + b");
        check_operator(ty, Binary::Mul, "a * b");
    }
    for ty in ["i8", "u16", "i32", "u64", "bool"] {
        check_operator(ty, Binary::BitXor, "a ^ b");
        check_operator(ty, Binary::Le, "a <= b");
    }
    check_operator("i32", Binary::Shr, "a >> (b & 31)");
    check_operator("u8", Binary::Shr, "a >> (b & 7)");
    check_operator("u64", Binary::Shl, "a << (b & 63)");
}

#[test]
fn helpers_where_it_is_not() {
    check_operator("i32", Binary::Add, "add_i32(a, b)");
    check_operator("u8", Binary::Sub, "sub_u8(a, b)");
    check_operator("isize", Binary::Mul, "mul_i64(a, b)");
    check_operator("i16", Binary::Shl, "shl_i16(a, b)");
    check_operator("f32", Binary::Rem, "fmod(a, b)");
    check("i32", "neg_i32(a)", |a, _, _| unary(UnaryOperator::Neg, a));
    check("u32", "-a", |a, _, _| unary(UnaryOperator::Neg, a));
    check("u8", "(uchar)~a", |a, _, _| unary(UnaryOperator::Not, a));
    check("i8", "~a", |a, _, _| unary(UnaryOperator::Not, a));
    check("bool", "!(a && b)", |a, b, _| unary(UnaryOperator::Not, binary(Binary::And, a, b)));
}

#[test]
fn parentheses_by_precedence_and_for_the_reader() {
    check("f32", "a - (b - c)", |a, b, c| minus(a, minus(b, c)));
    check("f32", "a - b - c", |a, b, c| minus(minus(a, b), c));
    check("f32", "a + b * c", |a, b, c| plus(a, times(b, c)));
    check("f32", "(a + b) * -c", |a, b, c| times(plus(a, b), unary(UnaryOperator::Neg, c)));
    check("u32", "(a & b) | (c << 3)", |a, b, c| {
        binary(Binary::BitOr, binary(Binary::BitAnd, a, b), binary(Binary::Shl, c, int(Int::I32, 3)))
    });
    check("u32", "a & b & c", |a, b, c| binary(Binary::BitAnd, binary(Binary::BitAnd, a, b), c));
    check("bool", "(a && b) || c", |a, b, c| binary(Binary::Or, binary(Binary::And, a, b), c));
    check("i32", "(a < b) == (b < c)", |a, b, c| binary(Binary::Eq, binary(Binary::Lt, a, b.clone()), binary(Binary::Lt, b, c)));
    check("f64", "-(-a)", |a, _, _| unary(UnaryOperator::Neg, unary(UnaryOperator::Neg, a)));
    check("f64", "a - -1.5", |a, _, _| minus(a, float(Float::F64, -1.5)));
}

#[test]
fn divisions_are_guarded_unless_the_divisor_is_a_harmless_literal() {
    let by = |value| move |a, _, _| binary(Binary::Rem, a, int(Int::I32, value));
    check("i32", "a % 10", by(10));
    check("i32", "a % -10", by(-10));
    for literal in ["0", "-1"] {
        let text = printed("i32", by(literal.parse().expect("a number")));
        assert!(text.contains(&format!("rem_i32(a, {literal}, panicked)")), "{text}");
    }
    check("u8", "div_u8(a, b, panicked)", |a, b, _| binary(Binary::Div, a, b));
    check("f32", "a / b", |a, b, _| binary(Binary::Div, a, b));
    check("i16", "rem_euclid_i16(a, 7)", |a, _, _| method(Method::RemEuclid, vec![a, int(Int::I16, 7)]));
    check("u16", "a % 7", |a, _, _| method(Method::RemEuclid, vec![a, int(Int::U16, 7)]));
    check("f32", "clamp_f32(a, 0.0f, 1.0f)", |a, _, _| {
        method(Method::Clamp, vec![a, float(Float::F32, 0.0), float(Float::F32, 1.0)])
    });
    check("u8", "clamp(a, (uchar)1, (uchar)9)", |a, _, _| method(Method::Clamp, vec![a, int(Int::U8, 1), int(Int::U8, 9)]));
}

#[test]
fn literals_are_short_and_of_the_right_type() {
    let ints = [
        (Int::I32, i128::from(i32::MIN), "INT_MIN"),
        (Int::I32, -5, "-5"),
        (Int::U32, 5, "5U"),
        (Int::I64, -7, "-7L"),
        (Int::I64, i128::from(i64::MIN), "LONG_MIN"),
        (Int::Usize, 1, "1UL"),
        (Int::U64, i128::from(u64::MAX), "ULONG_MAX"),
        (Int::I8, -128, "-128"),
        (Int::U16, 65535, "65535"),
    ];
    for (ty, value, expected) in ints {
        check("i32", expected, |_, _, _| int(ty, value));
    }
    let floats = [
        (0.1, "0.1f", "0.1"),
        (1e-7, "1e-7f", "1e-7"),
        (2.0, "2.0f", "2.0"),
        (-0.0, "-0.0f", "-0.0"),
        (f64::INFINITY, "INFINITY", "(double)INFINITY"),
        (f64::NEG_INFINITY, "-INFINITY", "-(double)INFINITY"),
        (f64::NAN, "NAN", "(double)NAN"),
    ];
    for (value, single, double) in floats {
        check("i32", single, |_, _, _| float(Float::F32, value));
        check("i32", double, |_, _, _| float(Float::F64, value));
    }
    check("i32", "-3", |_, _, _| unary(UnaryOperator::Neg, int(Int::I32, 3)));
}

#[test]
fn casts() {
    check("i32", "(uchar)a", |a, _, _| cast(a, &ty("u8")));
    check("u64", "a", |a, _, _| cast(a, &ty("usize")));
    check("u64", "(float)a", |a, _, _| cast(a, &ty("f32")));
    check("f32", "f32_to_u8(a)", |a, _, _| cast(a, &ty("u8")));
    check("f64", "f64_to_i64(a)", |a, _, _| cast(a, &ty("isize")));
    check("i32", "(uint)(a < b)", |a, b, _| cast(binary(Binary::Lt, a, b), &ty("u32")));
}

#[test]
fn methods() {
    check_method("i32", Method::Min, "min(a, b)");
    check_method("f32", Method::Max, "fmax(a, b)");
    check_method("i32", Method::CountOnes, "(uint)popcount(a)");
    check_method("u32", Method::LeadingZeros, "clz(a)");
    check_method("u8", Method::CountZeros, "(uint)popcount((uchar)~a)");
    check_method("i32", Method::Pow, "pow_i32(a, 9U)");
    check_method("u32", Method::WrappingShl, "a << (9U & 31)");
    check_method("u8", Method::SwapBytes, "a");
    check_method("f64", Method::MulAdd, "fma(a, b, c)");
    check_method("f32", Method::Recip, "1.0f / a");
    check_method("f32", Method::Ln, "log(a)");
    check_method("f32", Method::ToBits, "as_uint(a)");
    check_method("u64", Method::FromBits, "as_double(a)");
    check_method("f32", Method::IsSignPositive, "!signbit(a)");
    check("u8", "max(a, (uchar)(b & c))", |a, b, c| method(Method::Max, vec![a, binary(Binary::BitAnd, b, c)]));
    check("i16", "add_sat(a, (short)3)", |a, _, _| method(Method::SaturatingAdd, vec![a, int(Int::I16, 3)]));
}

#[test]
fn an_if_of_plain_arms_is_a_ternary() {
    let arm = |value| block(vec![], Some(value));
    check("i32", "a < b ? a : b", |a, b, _| if_else(binary(Binary::Lt, a.clone(), b.clone()), arm(a), arm(b)));
    check("u8", "max(a, (uchar)(a < b ? a : b))", |a, b, _| {
        let least = if_else(binary(Binary::Lt, a.clone(), b.clone()), arm(a.clone()), arm(b));
        method(Method::Max, vec![a, least])
    });
}

/// `fn f(a: i32, b: i32) -> i32` with further locals, all `i32`.
fn with_locals(names: &[&str], body: Block) -> String {
    let i32 = ty("i32");
    let locals: Vec<_> = ["a", "b"].iter().chain(names).map(|name| (*name, &i32)).collect();
    functions(&[make("f", 2, &locals, body, &i32)]).functions.remove(0)
}

fn i(id: usize) -> Expr {
    local(id, &ty("i32"))
}

fn less(a: Expr, b: Expr) -> Expr {
    binary(Binary::Lt, a, b)
}

#[test]
fn shadowed_names_are_numbered_and_words_of_c_are_marked() {
    let body = block(
        vec![
            Statement::Let(LocalId(2), plus(i(0), i(1))),
            Statement::Let(LocalId(3), binary(Binary::BitAnd, i(2), i(0))),
            Statement::Let(LocalId(4), i(3)),
            Statement::Let(LocalId(5), i(4)),
        ],
        Some(i(5)),
    );
    let expected = "\
static inline int f(const int a, const int b)
{
    const int t = add_i32(a, b);
    const int t_2 = t & a;
    const int float_ = t_2;
    const int min_ = float_;
    return min_;
}";
    assert_eq!(with_locals(&["t", "t", "float", "min"], body), expected);
    for (rust, c) in
        [("add_i32", "add_i32_"), ("n", "n_"), ("r#struct", "struct_"), ("größe", "gruf6udfe"), ("float4", "float4_")]
    {
        assert_eq!(c_name(rust), c);
    }
    for name in ["x", "sum_i32", "float_sum", "index", "_", "i"] {
        assert_eq!(c_name(name), name);
    }
}

#[test]
fn an_if_with_statements_assigns_the_variable_it_initialises() {
    let then = block(vec![Statement::Let(LocalId(3), plus(i(0), i(1)))], Some(binary(Binary::BitAnd, i(3), i(3))));
    let or = if_else(less(i(1), i(0)), block(vec![], Some(i(0))), block(vec![], Some(int(Int::I32, 0))));
    let body = block(vec![Statement::Let(LocalId(2), if_else(less(i(0), i(1)), then, block(vec![], Some(or))))], Some(i(2)));
    let expected = "\
static inline int f(const int a, const int b)
{
    int y;
    if (a < b) {
        const int s = add_i32(a, b);
        y = s & s;
    } else if (b < a) {
        y = a;
    } else {
        y = 0;
    }
    return y;
}";
    assert_eq!(with_locals(&["y", "s"], body), expected);
}

#[test]
fn a_lazy_operator_keeps_the_statements_of_its_right_side_in_an_if() {
    let right = expr(ExprKind::Block(block(vec![Statement::Let(LocalId(2), i(1))], Some(less(i(2), i(0))))), Type::BOOL);
    let condition = binary(Binary::And, less(i(0), i(1)), right);
    let value = if_else(condition, block(vec![], Some(i(0))), block(vec![], Some(i(1))));
    let expected = "\
static inline int f(const int a, const int b)
{
    uchar value = a < b;
    if (value) {
        const int t = b;
        value = t < a;
    }
    return value ? a : b;
}";
    assert_eq!(with_locals(&["t"], block(vec![], Some(value))), expected);
}

#[test]
fn values_are_kept_before_a_later_operand_changes_them() {
    let change = Statement::Assign(i(2), int(Int::I32, 5));
    let right = expr(ExprKind::Block(block(vec![change], Some(i(2)))), ty("i32"));
    let i32 = ty("i32");
    let mut function = make("f", 2, &[("a", &i32), ("b", &i32), ("t", &i32)], block(vec![], None), &i32);
    function.locals[2].mutable = true;
    function.body = block(vec![Statement::Let(LocalId(2), i(0))], Some(plus(i(2), right)));
    let expected = "\
static inline int f(const int a, const int b)
{
    int t = a;
    const int value = t;
    t = 5;
    return add_i32(value, t);
}";
    assert_eq!(functions(&[function]).functions[0], expected);
}

#[test]
fn loops_end_after_a_panic() {
    let (a, b) = (i(0), i(1));
    let step = Statement::Assign(a.clone(), binary(Binary::Rem, a.clone(), b.clone()));
    let jump = Statement::If(less(b.clone(), int(Int::I32, 0)), block(vec![Statement::Break], None), block(vec![], None));
    let body = block(vec![Statement::While(less(b, a.clone()), block(vec![step, jump], None))], Some(a));
    let i32 = ty("i32");
    let mut function = make("kernel", 2, &[("a", &i32), ("b", &i32)], body, &i32);
    function.locals[0].mutable = true;
    let expected = "\
static inline int kernel_(int a, const int b, __global int *panicked)
{
    while (!*panicked && b < a) {
        a = rem_i32(a, b, panicked);
        if (b < 0) {
            break;
        }
    }
    return a;
}";
    assert_eq!(functions(&[function]).functions[0], expected);
}

#[test]
fn structs_and_fixed_arrays() {
    let (pair, list) = (Type::Struct("Pair".into()), Type::Array(Box::new(ty("i32")), 2));
    let field = |name: &str, ty: &Type| expr(ExprKind::Field(Box::new(local(0, &pair)), name.into()), ty.clone());
    let at = |index| expr(ExprKind::Element(Box::new(field("1", &list)), Box::new(index)), ty("i32"));
    let sum = plus(at(int(Int::Usize, 1)), at(local(1, &Type::USIZE)));
    let new = expr(ExprKind::List(vec![field("int", &ty("i32")), sum]), list.clone());
    let value = expr(ExprKind::Struct("Pair".into(), vec![("int".into(), int(Int::I32, 1)), ("1".into(), new)]), pair.clone());
    let function = make("f", 2, &[("p", &pair), ("k", &Type::USIZE)], block(vec![], Some(value)), &pair);
    let rendered = functions(&[function]);
    assert!(rendered.types.is_empty(), "members are C's own arrays");
    let expected = "\
static inline BY_REFERENCE Pair f(const Pair p, const ulong k, __global int *panicked)
{
    return (Pair){.int_ = 1, ._1 = {p.int_, add_i32(p._1[1], p._1[checked_index(k, 2UL, panicked)])}};
}";
    assert_eq!(rendered.functions[0], expected);
}

#[test]
fn a_call_hands_on_the_panic_flag_of_what_may_panic() {
    let i32 = ty("i32");
    let divide = make("divide", 2, &[("a", &i32), ("b", &i32)], block(vec![], Some(binary(Binary::Div, i(0), i(1)))), &i32);
    let call = |name: &str| expr(ExprKind::Call(name.into(), vec![i(0), int(Int::I32, 2)]), ty("i32"));
    let halve = make("halve", 1, &[("a", &i32)], block(vec![], Some(call("divide"))), &i32);
    let rendered = functions(&[divide, halve]);
    assert!(
        rendered.functions[1].contains("int halve(const int a, __global int *panicked)\n{\n    return divide(a, 2, panicked);")
    );
}

#[test]
fn helpers_come_once_and_after_what_they_call() {
    let i8 = ty("i8");
    let power = method(Method::Pow, vec![local(0, &i8), int(Int::U32, 2)]);
    let function = make("f", 1, &[("a", &i8)], block(vec![], Some(plus(power.clone(), power))), &i8);
    let names: Vec<_> = functions(&[function])
        .helpers
        .iter()
        .map(|text| text.lines().nth(1).and_then(|line| line.split(['(', ' ']).nth(3)).unwrap_or_default().to_owned())
        .collect();
    assert_eq!(names, ["pow_u32", "pow_i8", "add_i8"]);
}

#[test]
fn the_text_of_helpers() {
    let i32 = ty("i32");
    let (a, b) = (local(0, &i32), local(1, &i32));
    let body = block(vec![], Some(plus(binary(Binary::Div, a.clone(), b), cast(cast(a, &ty("f32")), &i32))));
    let rendered = functions(&[make("f", 2, &[("a", &i32), ("b", &i32)], body, &i32)]);
    let expected = "\
// a / b: panics on 0 and on MIN / -1.
static inline int div_i32(const int a, const int b, __global int *panicked)
{
    if (b == 0 || (a == INT_MIN && b == -1)) {
        *panicked = 1;
        return 0;
    }
    return a / b;
}
// a as i32: towards zero, saturating; NaN is 0.
static inline int f32_to_i32(const float a) { return a >= 2147483648.0f ? INT_MAX : a >= -2147483648.0f ? (int)a : isnan(a) ? 0 : INT_MIN; }
// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }";
    assert_eq!(rendered.helpers.join("\n"), expected);
}

/// `y[i] = y[i - 1] + (x[i - 1] * alpha)` over `carried`, with the element and the operator as given.
fn kernel(carried: &str, operator: Builtin, flipped: bool, element: Expr) -> LoopKernel {
    let carried = ty(carried);
    let array = |name: &str, read| Array { name: name.into(), element: carried.clone(), read, gathered: false, written: !read };
    LoopKernel {
        common: None,
        batches: Default::default(),
        function: "f".into(),
        source: vec![],
        index: LoopIndex { name: "i".into(), ty: Type::USIZE, step: 1 },
        carried: vec![Carried {
            name: "total".into(),
            ty: carried.clone(),
            operator: Operator { kind: OperatorKind::Builtin(operator), flipped },
            element: make("element", 0, &[], block(vec![], Some(element.clone())), &carried),
        }],
        arrays: vec![array("x", true), array("out", false)],
        captures: vec![
            Capture { name: "alpha".into(), ty: carried.clone() },
            Capture { name: "n".into(), ty: Type::USIZE },
            Capture { name: "x_from".into(), ty: ty("i32") },
        ],
        outputs: vec![output(element)],
    }
}

fn output(value: Expr) -> Output {
    let returns = value.ty.clone();
    let value = block(vec![Statement::Let(LocalId(0), value)], Some(local(0, &returns)));
    let locals = vec![Local { name: "t".into(), ty: returns.clone(), mutable: false }];
    let value = Function { name: "out".into(), parameters: 0, locals, body: value, returns };
    Output { array: ArrayId(1), index: minus(index(), int(Int::Usize, 1)), counter: None, computed: None, guard: None, value }
}

fn index() -> Expr {
    expr(ExprKind::Index, Type::USIZE)
}

fn capture(id: usize, ty: &Type) -> Expr {
    expr(ExprKind::Captured(CaptureId(id)), ty.clone())
}

fn load(index: Expr) -> Expr {
    expr(ExprKind::Load(ArrayId(0), Box::new(index)), ty("f32"))
}

#[track_caller]
fn check_element(expected: &str, element: Expr) {
    assert_eq!(Printer::new(&kernel("f32", Builtin::Add, false, element)).element(), expected);
}

#[test]
fn loads_are_relative_to_the_first_element_of_the_buffer() {
    let (n, offset) = (capture(1, &Type::USIZE), capture(2, &ty("i32")));
    check_element("return x[i - 1 - x_from] * alpha;", times(load(minus(index(), int(Int::Usize, 1))), capture(0, &ty("f32"))));
    check_element("return x[2 * i + (long)n_ - x_from];", load(plus(times(int(Int::Usize, 2), index()), n)));
    check_element("return x[0 - x_from];", load(int(Int::Usize, 0)));
    check_element("return x[i + (long)x_from_2 - x_from];", {
        let sum = plus(expr(ExprKind::Index, ty("i32")), offset);
        load(cast(sum, &Type::USIZE))
    });
}

#[test]
fn an_index_that_is_not_affine_is_computed_as_rust_does() {
    let narrow = cast(plus(cast(expr(ExprKind::After(CarriedId(0)), ty("i32")), &ty("u8")), int(Int::U8, 1)), &Type::USIZE);
    check_element("return x[(long)(ulong)add_u8((uchar)after, 1) - x_from];", load(narrow));
}

#[test]
fn the_loop_variable_as_a_value_has_its_type() {
    check_element("return (float)i;", cast(index(), &ty("f32")));
    let arm = |value| block(vec![], Some(float(Float::F32, value)));
    let even = binary(Binary::Eq, binary(Binary::Rem, index(), int(Int::Usize, 2)), int(Int::Usize, 0));
    check_element("return (ulong)i % 2UL == 0UL ? 1.0f : 0.0f;", if_else(even, arm(1.0), arm(0.0)));
    check_element(
        "return !CONTINUES && i == first ? 1.0f : 0.0f;",
        if_else(expr(ExprKind::IsAmongFirst(1), Type::BOOL), arm(1.0), arm(0.0)),
    );
}

#[test]
fn outputs_are_statements_an_index_and_a_value() {
    let before = expr(ExprKind::Before(CarriedId(0)), ty("f32"));
    let kernel = kernel("f32", Builtin::Add, false, times(before, float(Float::F32, 0.5)));
    let mut printer = Printer::new(&kernel);
    let expected = |t: &str| (format!("const float {t} = before * 0.5f;"), "i - 1".to_owned(), t.to_owned());
    assert_eq!(printer.output(&kernel.outputs[0], None), expected("t"));
    assert_eq!(printer.output(&kernel.outputs[0], None), expected("t_2"));
    assert!(printer.uses_before() && !printer.uses_after() && !printer.uses_index());
    assert_eq!(printer.array_name(ArrayId(1)), "out");
    assert_eq!(printer.capture_name(CaptureId(1)), "n_");
}

#[track_caller]
fn check_combine(carried: &str, operator: Builtin, flipped: bool, expected: &str) {
    let kernel = kernel(carried, operator, flipped, bool(true));
    assert_eq!(Printer::new(&kernel).combine("left", "right"), expected);
}

#[test]
fn operators_of_scans() {
    check_combine("i32", Builtin::Add, false, "add_i32(left, right)");
    check_combine("u32", Builtin::Add, false, "left + right");
    check_combine("u8", Builtin::Mul, true, "mul_u8(right, left)");
    check_combine("f64", Builtin::Mul, false, "left * right");
    check_combine("i8", Builtin::BitXor, false, "left ^ right");
    check_combine("bool", Builtin::And, false, "left && right");
    check_combine("i64", Builtin::Min, false, "min(left, right)");
    check_combine("f32", Builtin::Max, false, "max_f32(left, right)");
}

#[test]
fn needs_follow_from_types_and_operations() {
    let half = binary(Binary::Div, float(Float::F32, 1.0), capture(0, &ty("f32")));
    let needs = |carried, element| Printer::new(&kernel(carried, Builtin::Add, false, element)).needs();
    assert_eq!(
        needs("f32", half),
        Needs {
            panicked: false,
            panics_between_tiles: false,
            fp64: false,
            rounded_division: true,
            approximates: false,
            loops: false
        }
    );
    let quotient = binary(Binary::Div, capture(1, &Type::USIZE), plus(capture(1, &Type::USIZE), capture(1, &Type::USIZE)));
    assert_eq!(
        needs("f64", quotient),
        Needs {
            panicked: true,
            panics_between_tiles: false,
            fp64: true,
            rounded_division: false,
            approximates: false,
            loops: false
        }
    );
}
