use super::*;
use crate::ir::build::{binary, block, bool, cast, expr, float, function, int, local, method};
use crate::ir::{Binary, Expr, ExprKind, Float, Int, Literal, LocalId, Method, Statement, Type};
use crate::laws::fixture::*;

mod derived;
mod domains;
mod floats;
mod messages;
mod source;

/// Findings as `code message | help`; empty if none.
#[track_caller]
fn check(module: &Module, expected: &str) {
    let mut diagnostics = Diagnostics::default();
    super::check(module, &mut diagnostics);
    let found = diagnostics.iter().map(|one| format!("{} {} | {}", one.code, one.message, one.help.as_deref().unwrap_or("-")));
    assert_eq!(found.collect::<Vec<_>>().join("\n"), expected);
}

fn on_i32(identity: Option<i128>, value: impl FnOnce(Expr, Expr) -> Expr) -> Module {
    operator("op", &I32, identity.map(|identity| int(Int::I32, identity)), value)
}

#[test]
fn the_operators_of_the_thesis_pass() {
    check(&pair(1, 0), "");
    check(&matrix(), "");
    check(&looped_matrix(2), "");
    check(&looped_matrix(8), "");
}

#[test]
fn a_wrong_identity_is_refused_and_a_right_one_offered() {
    check(
        &pair(0, 1),
        "SC0603 the identity of `op` is not neutral on the left: op(identity, a) is Pair { x: 0, y: 1 }, a is Pair { x: 1, y: 0 } \
         | where a = Pair { x: 1, y: 0 }; an identity leaves every value as it is, on either side; \
         `identity = Pair { x: 1, y: 0 }` would do",
    );
    check(
        &on_i32(Some(0), |a, b| method(Method::Max, vec![a, b])),
        "SC0603 the identity of `op` is not neutral on the left: op(identity, a) is 0, a is -1 \
         | where a = -1; an identity leaves every value as it is, on either side; `identity = -2147483648` would do",
    );
}

#[test]
fn an_identity_that_is_only_left_neutral_is_refused() {
    check(
        &on_i32(Some(0), |_, b| b),
        "SC0604 the identity of `op` is not neutral on the right: op(a, identity) is 0, a is 1 \
         | where a = 1; an identity leaves every value as it is, on either side; without an identity, `#[declare_scan]` would do",
    );
    check(&on_i32(None, |_, b| b), "");
}

#[test]
fn an_identity_that_is_only_right_neutral_is_refused() {
    check(
        &on_i32(Some(0), |a, _| a),
        "SC0603 the identity of `op` is not neutral on the left: op(identity, a) is 0, a is 1 \
         | where a = 1; an identity leaves every value as it is, on either side; without an identity, `#[declare_scan]` would do",
    );
}

#[test]
fn a_difference_is_not_associative() {
    let places = "a scan may group its operands in any way: carry what can be grouped";
    check(
        &on_i32(Some(0), |a, b| binary(Sub, a, b)),
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is -1, op(a, op(b, c)) is 1 | where a = 0, b = 0, c = 1; {places}"
        ),
    );
    check(
        &operator("op", &F32, Some(float(Float::F32, 0.0)), |a, b| binary(Sub, a, b)),
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is -1.0, op(a, op(b, c)) is 1.0 | where a = 0.0, b = 0.0, c = 1.0; {places}"
        ),
    );
}

#[test]
fn an_average_is_not_associative() {
    let places = "a scan may group its operands in any way: carry what can be grouped";
    check(
        &on_i32(None, |a, b| binary(Div, binary(Add, a, b), int(Int::I32, 2))),
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is 1, op(a, op(b, c)) is 0 | where a = 0, b = 0, c = 2; {places}"
        ),
    );
    check(
        &operator("op", &F64, None, |a, b| binary(Div, binary(Add, a, b), float(Float::F64, 2.0))),
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is 0.5, op(a, op(b, c)) is 0.25 | where a = 0.0, b = 0.0, c = 1.0; {places}"
        ),
    );
}

#[test]
fn symbols_are_written_between_their_operands() {
    let mut module = matrix();
    module.functions[0] = operator("*", &named("Matrix"), None, |a, b| {
        let entries = ["a", "b", "c", "d"].map(|name| (name, binary(Sub, field(&a, name, &U64), field(&b, name, &U64))));
        structure("Matrix", entries.into())
    })
    .functions
    .remove(0);
    check(
        &module,
        "SC0602 `*` on `Matrix` is not associative: (a * b) * c is Matrix { a: 0, b: 0, c: 0, d: 0 }, \
         a * (b * c) is Matrix { a: 0, b: 0, c: 0, d: 2 } \
         | where a = Matrix { a: 0, b: 0, c: 0, d: 2 }, b = Matrix { a: 0, b: 0, c: 0, d: 1 }, c = Matrix { a: 0, b: 0, c: 0, d: 1 }; \
         a scan may group its operands in any way: carry what can be grouped; if such values never occur, add `assume_associative`",
    );
}

#[test]
fn what_fails_on_large_values_only_is_refused_with_the_way_out() {
    check(
        &modulo(1_000_000_007),
        "SC0603 the identity of `op` is not neutral on the left: op(identity, a) is ModP(0), a is ModP(1000000007) \
         | where a = ModP(1000000007); an identity leaves every value as it is, on either side; \
         if such values never occur, `domain = |a| a.0 < 1000000007` would do",
    );
}

#[test]
fn what_fails_by_overflow_only_is_refused_with_that_way_out() {
    let mut module = modulo(1_000_000_007);
    module.operators[0].identity = None;
    let grouped = "a scan may group its operands in any way: carry what can be grouped";
    check(
        &module,
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is ModP(0), op(a, op(b, c)) is ModP(417655999) \
             | where a = ModP(1), b = ModP(1000000007), c = ModP(18446743945); {grouped}; \
             if such values never occur, `domain = |a| a.0 < 1000000007` would do"
        ),
    );
    let overflow = format!("{grouped}; no failure without overflow was found: if nothing overflows, add `no_overflow`");
    check(
        &bicyclic(&U32),
        &format!(
            "SC0602 `op` is not associative: op(op(a, b), c) is Depth {{ close: 1, open: 0 }}, \
             op(a, op(b, c)) is Depth {{ close: 0, open: 4294967295 }} \
             | where a = Depth {{ close: 0, open: 1 }}, b = Depth {{ close: 0, open: 4294967295 }}, \
             c = Depth {{ close: 1, open: 0 }}; {overflow}"
        ),
    );
}

#[test]
fn a_threshold_in_the_code_is_found() {
    let module = on_i32(None, |a, b| {
        let sum = binary(Add, a.clone(), b.clone());
        choose(binary(Eq, sum.clone(), int(Int::I32, 123_456)), int(Int::I32, 0), sum)
    });
    check(
        &module,
        "SC0602 `op` is not associative: op(op(a, b), c) is 123457, op(a, op(b, c)) is 1 \
         | where a = 1, b = -1, c = 123457; a scan may group its operands in any way: carry what can be grouped; \
         if such values never occur, add `assume_associative`",
    );
}

#[test]
fn several_ways_to_write_the_identity_are_one() {
    check(&last_seen(), "");
    check(&chan(true), "");
}

#[test]
fn nobody_tests_what_the_user_vouches_for() {
    let mut module = on_i32(Some(0), |a, b| binary(Sub, a, b));
    module.operators[0].assume_associative = true;
    check(&module, "");
}

#[test]
fn every_operator_is_reported_once() {
    let mut module = on_i32(Some(7), |a, b| binary(Sub, a, b));
    module.operators.push(module.operators[0].clone());
    let mut diagnostics = Diagnostics::default();
    super::check(&module, &mut diagnostics);
    assert_eq!(diagnostics.iter().count(), 2);
}

#[test]
fn a_panic_is_reported_where_the_laws_hold() {
    let module = operator("lcm", &U32, None, |a, b| binary(Mul, b.clone(), binary(Div, a, b)));
    let (tested, _) = first(&module);
    assert_eq!(tested, 602, "not associative as well, which comes first");
    let guarded = on_i32(None, |a, b| {
        let zero = binary(Sub, a.clone(), a.clone());
        binary(Add, binary(Add, a, b.clone()), binary(Div, zero, binary(Sub, b, int(Int::I32, 3))))
    });
    check(
        &guarded,
        "SC0605 `op` panics: division by zero in op(a, b) | where a = 0, b = 3; a scan may combine any partial results; \
         if such values never occur, add `assume_associative`",
    );
}

#[test]
fn what_does_not_end_is_reported() {
    // fn op(a, b) { while b == 3 {} a + b }
    let [a, b] = [0, 1].map(|id| local(id, &I32));
    let wait = Statement::While(binary(Eq, b.clone(), int(Int::I32, 3)), block(vec![], None));
    let module = with_body("op", &I32, None, &[], block(vec![wait], Some(binary(Add, a, b))));
    check(
        &module,
        "SC0605 `op` does not end: op(a, b) takes more than 1048576 steps | where a = 0, b = 3; \
         a scan may combine any partial results; if such values never occur, add `assume_associative`",
    );
}

#[test]
fn an_identity_that_panics_is_reported() {
    let mut module = on_i32(Some(0), |a, b| binary(Add, a, b));
    let zero = int(Int::I32, 0);
    let body = block(vec![], Some(binary(Div, zero.clone(), zero)));
    module.operators[0].identity = Some(function("identity", 0, &[], body, &I32));
    check(&module, "SC0605 the identity of `op` panics: division by zero | -");
}

#[test]
fn an_operator_for_which_no_steps_are_left_is_not_called_a_wrong_one() {
    let sum = on_i32(Some(0), |a, b| binary(Add, a, b));
    for steps in [0, 1, 10] {
        let found = test(&sum, &sum.operators[0], &Budget::of(steps)).expect_err("nothing is tested in so few steps");
        let message = "the laws of `op` cannot be tested: it takes too many steps, or the operators beside it do";
        assert_eq!((found.code.0, found.message.as_str()), (606, message), "{steps}");
    }
}

#[test]
fn an_unknown_type_cannot_be_tested() {
    let ty = Type::Opaque("Elsewhere".to_owned());
    check(
        &operator("op", &ty, None, |_, b| b),
        "SC0606 the laws of `op` cannot be tested: not all of `Elsewhere` is declared here \
         | add `assume_associative` if you know that they hold",
    );
}

#[test]
fn enums_take_their_variants_only() {
    check(&over_enum(&[0, 3, 7]), "");
    // The transitions of a machine with three states: `[b[a[0]], b[a[1]], b[a[2]]]`.
    let states = Type::Array(Box::new(state()), 3);
    let to = |value: i128| expr(ExprKind::Literal(Literal::Int(value)), state());
    let mut module = operator("then", &states, Some(list((0..3).map(to).collect(), &states)), |a, b| {
        let index = |from: i128| cast(element(&a, int(Int::Usize, from), &state()), &Type::USIZE);
        list((0..3).map(|from| element(&b, index(from), &state())).collect(), &states)
    });
    module.enums = over_enum(&[0, 1, 2]).enums;
    check(&module, "");
    module.operators[0].identity =
        operator("then", &states, Some(list(vec![to(0), to(1), to(1)], &states)), |_, b| b).operators.remove(0).identity;
    check(
        &module,
        "SC0603 the identity of `then` is not neutral on the left: then(identity, a) is [State::S0, State::S0, State::S0], \
         a is [State::S0, State::S0, State::S1] | where a = [State::S0, State::S0, State::S1]; \
         an identity leaves every value as it is, on either side; `identity = [State::S0, State::S1, State::S2]` would do",
    );
}

#[test]
fn lazy_logic_and_bools() {
    check(&operator("both", &Type::BOOL, Some(bool(true)), |a, b| binary(Binary::And, a, b)), "");
    let (code, _) = first(&operator("implies", &Type::BOOL, None, |a, b| binary(Binary::Ge, b, a)));
    assert_eq!(code, 602);
}

#[test]
fn early_returns() {
    // fn op(a, b) { if a == 0 { return b; } a }
    let [a, b] = [0, 1].map(|id| local(id, &I32));
    let empty = binary(Eq, a.clone(), int(Int::I32, 0));
    let early = Statement::If(empty, block(vec![Statement::Return(b)], None), block(vec![], None));
    check(&with_body("first", &I32, Some(int(Int::I32, 0)), &[], block(vec![early], Some(a))), "");
}

#[test]
fn assignments() {
    // fn op(a, b) { let mut c = a; c = c + b; c }
    let [a, b, c] = [0, 1, 2].map(|id| local(id, &I32));
    let statements = vec![Statement::Let(LocalId(2), a), Statement::Assign(c.clone(), binary(Add, c.clone(), b))];
    check(&with_body("sum", &I32, Some(int(Int::I32, 0)), &[("c", &I32)], block(statements, Some(c))), "");
}

/// Code and help of the only finding.
#[track_caller]
fn first(module: &Module) -> (u16, Option<String>) {
    let mut diagnostics = Diagnostics::default();
    super::check(module, &mut diagnostics);
    let found: Vec<&Diagnostic> = diagnostics.iter().collect();
    assert_eq!(found.len(), 1, "{found:?}");
    (found[0].code.0, found[0].help.clone())
}
