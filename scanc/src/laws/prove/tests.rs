use super::*;
use crate::ir::build::{binary, int, method};
use crate::ir::{Binary, Expr, Int, Method, Type};
use crate::laws::fixture::*;

mod differential;

/// Seconds for one law: more than a busy machine needs.
const SECONDS: u32 = 120;

/// Whether there is a solver. If not, a test is none; with `SCAN_TESTS_NEED_SOLVER` set it fails instead.
fn is_there() -> bool {
    let there = solver::is_there();
    assert!(there || std::env::var_os("SCAN_TESTS_NEED_SOLVER").is_none(), "z3 is not installed");
    there
}

/// The laws, with what is known of each.
#[track_caller]
fn check(module: &Module, expected: &str) {
    if is_there() {
        assert_eq!(verdicts(module), expected);
    }
}

/// `proved` if all laws are; else the refutations' messages and help, and the reasons why laws could not be settled.
fn verdicts(module: &Module) -> String {
    let operator = &module.operators[0];
    let unsettled = prove(module, operator, SECONDS).into_iter().filter_map(|(law, verdict)| match verdict {
        Verdict::Proved => None,
        Verdict::Refuted(violation) => {
            let diagnostic = violation.diagnostic(module, operator);
            Some(format!("{} {} | {}", diagnostic.code, diagnostic.message, diagnostic.help.unwrap_or_default()))
        }
        Verdict::Unknown(reason) => Some(format!("{law}: {reason}")),
    });
    let unsettled: Vec<String> = unsettled.collect();
    if unsettled.is_empty() { "proved".to_owned() } else { unsettled.join("\n") }
}

/// Code of a refutation whose values are the solver's choice.
#[track_caller]
fn refuted(module: &Module, code: &str) {
    if is_there() {
        let verdicts = verdicts(module);
        assert!(verdicts.lines().any(|line| line.starts_with(code)), "{verdicts}");
    }
}

fn on(ty: &Type, identity: Option<Expr>, value: impl FnOnce(Expr, Expr) -> Expr) -> Module {
    operator("op", ty, identity, value)
}

#[test]
fn what_only_adds_and_multiplies_is_proved_at_any_width() {
    check(&pair(1, 0), "proved");
    check(&matrix(), "proved");
    check(&looped_matrix(3), "proved");
}

#[test]
fn bits_and_extremes_are_proved() {
    check(&on(&U64, Some(int(Int::U64, 0)), |a, b| binary(Binary::BitXor, a, b)), "proved");
    let least = int(Int::I32, i128::from(i32::MIN));
    check(&on(&I32, Some(least), |a, b| method(Method::Max, vec![a, b])), "proved");
    check(&on(&Type::BOOL, None, |a, b| binary(Binary::Or, a, b)), "proved");
    check(&on(&U32, Some(int(Int::U32, 0)), |a, b| method(Method::SaturatingAdd, vec![a, b])), "proved");
}

#[test]
fn an_enum_has_its_variants_only() {
    check(&over_enum(&[0, 3, 7]), "proved");
}

#[test]
fn counterexamples_are_shrunk_and_in_the_users_terms() {
    check(
        &on(&I32, None, |a, b| binary(Sub, a, b)),
        "SC0602 `op` is not associative: op(op(a, b), c) is -1, op(a, op(b, c)) is 1 \
         | where a = 0, b = 0, c = 1; a scan may group its operands in any way: carry what can be grouped",
    );
    check(
        &on(&I32, Some(int(Int::I32, 0)), |_, b| b),
        "SC0604 the identity of `op` is not neutral on the right: op(a, identity) is 0, a is 1 \
         | where a = 1; an identity leaves every value as it is, on either side",
    );
    check(
        &pair(0, 1),
        "SC0603 the identity of `op` is not neutral on the left: op(identity, a) is Pair { x: 0, y: 1 }, \
         a is Pair { x: 1, y: 0 } | where a = Pair { x: 1, y: 0 }; an identity leaves every value as it is, on either side\n\
         SC0604 the identity of `op` is not neutral on the right: op(a, identity) is Pair { x: 0, y: 1 }, \
         a is Pair { x: 0, y: 0 } | where a = Pair { x: 0, y: 0 }; an identity leaves every value as it is, on either side",
    );
}

#[test]
fn what_fails_on_few_values_is_refuted() {
    refuted(&modulo(1_000_000_007), "SC0603");
    refuted(&bicyclic(&U32), "SC0602");
    let rare = on(&U64, None, |a, b| {
        let sum = binary(Add, a.clone(), b.clone());
        let odd = binary(Eq, binary(Mul, a, int(Int::U64, 0x9e37_79b9)), int(Int::U64, 0x1234_5678_9abc));
        choose(odd, b, sum)
    });
    refuted(&rare, "SC0602");
}

#[test]
fn a_panic_refutes() {
    // a + b + 0 / (b - 3)
    let module = on(&U32, None, |a, b| {
        let nothing = binary(Div, binary(Sub, a.clone(), a.clone()), binary(Sub, b.clone(), int(Int::U32, 3)));
        binary(Add, binary(Add, a, b), nothing)
    });
    check(
        &module,
        "SC0605 `op` panics: division by zero in op(a, b) | where a = 0, b = 3; a scan may combine any partial results",
    );
}

#[test]
fn what_cannot_be_settled_says_why() {
    let floats = "floats cannot be expressed for z3";
    check(&chan(true), &format!("associative: {floats}\nleft identity: {floats}\nright identity: {floats}"));
    check(&last_seen(), "left identity: there are other ways to write the identity");
}

#[test]
fn constants_need_no_solver() {
    // Both sides are the same term.
    assert_eq!(verdicts(&on(&I32, None, |_, b| b)), "proved");
}

#[test]
fn laws_are_proved_on_the_domain_and_so_is_that_it_is_kept() {
    let sum = |bound: u32| {
        lowered(&format!(
            "#[declare_scan(identity = 0, domain = |a| a < {bound})]
             fn add(a: u32, b: u32) -> u32 {{ let sum = a + b; if sum >= 65521 {{ sum - 65521 }} else {{ sum }} }}"
        ))
    };
    check(&sum(65521), "proved");
    refuted(&sum(65522), "SC0603");
    let most = |bound: u32| {
        lowered(&format!(
            "#[declare_scan(domain = |a| a != {bound})] fn most(a: u32, b: u32) -> u32 {{ (a | b) ^ 12345678 ^ 12345678 }}"
        ))
    };
    refuted(&most(0x8001_0001), "SC0607");
}

#[test]
fn laws_are_proved_where_nothing_overflows() {
    let brackets = |more: &str| {
        lowered(&format!(
            "#[repr(C)] #[derive(Clone, Copy)] struct Open {{ closing: u8, opening: u8 }}
             #[declare_scan(identity = Open {{ closing: 0, opening: 0 }}, {more})]
             fn then(a: Open, b: Open) -> Open {{
                 let matched = a.opening.min(b.closing);
                 Open {{ closing: a.closing + b.closing - matched, opening: a.opening + b.opening - matched }}
             }}"
        ))
    };
    check(&brackets("no_overflow"), "proved");
    refuted(&brackets(""), "SC0602");
    let product = |ty: &str| {
        lowered(&format!(
            "#[declare_scan(identity = 0, no_overflow)] fn op(a: {ty}, b: {ty}) -> {ty} {{ a + b + a * b - b * a }}"
        ))
    };
    check(&product("i8"), "proved");
    check(&product("u8"), "proved");
    refuted(&lowered("#[declare_scan(no_overflow)] fn op(a: i32, b: i32) -> i32 { a - b }"), "SC0602");
}
