//! What is read, what is left, and what is refused.

use super::*;
use crate::parse::fixture::findings;

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("tokens")
}

fn read(target: bool, arguments: &str, item: &str) -> (Declared, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let read = if target { declare_target } else { declare_scan };
    let declared = read(tokens(arguments), tokens(item), &mut diagnostics);
    (declared, diagnostics)
}

#[track_caller]
fn refused(target: bool, arguments: &str, item: &str, expected: &str) {
    assert_eq!(findings(&read(target, arguments, item).1), expected);
}

const MODULE: &str = "
#[doc = \"Polynomials.\"]
pub mod poly {
    use std::ops::Mul;
    #[repr(C)] #[derive(Clone)] pub struct Pair { x: i32, y: i32 }
    const ONE: i32 = 1;
    const _: () = assert!(true);
    #[declare_scan(identity = Pair { x: 0, y: ONE })]
    #[inline] pub fn op(a: Pair, b: Pair) -> Pair { a }
    #[scan_runtime::declare_scan]
    impl Mul for Pair { type Output = Pair; fn mul(self, b: Pair) -> Pair { op(self, b) } }
    #[cfg(test)] #[declare_target] mod tests {}
    #[cfg(test)] fn helper() {}
    trait T {}
}";

#[test]
fn a_module_is_sorted_and_cleaned() {
    let (Declared { clean, items }, found) = read(true, "", MODULE);
    assert_eq!(findings(&found), "");
    assert_eq!((items.structs.len(), items.consts.len(), items.functions.len(), items.impls.len()), (1, 1, 1, 1));
    assert_eq!(items.module.expect("a name"), "poly");
    let [op, mul] = items.operators.as_slice() else { panic!("two operators") };
    assert_eq!((op.subject, mul.subject), (OperatorSubject::Function(0), OperatorSubject::Implementation(0)));
    assert_eq!(op.span.source_text().as_deref(), Some("op"));
    assert_eq!(mul.span.source_text().as_deref(), Some("Mul"));
    assert!(op.identity.is_some() && mul.identity.is_none() && !op.assume_associative);
    let expected =
        MODULE.replace("#[declare_scan(identity = Pair { x: 0, y: ONE })]", "").replace("#[scan_runtime::declare_scan]", "");
    assert_eq!(clean.to_string(), tokens(&expected).to_string());
}

#[test]
fn single_items() {
    let (declared, found) = read(true, "crate = scan", "#[declare_scan(identity = 0)] fn op(a: u64, b: u64) -> u64 { a }");
    assert_eq!(findings(&found), "");
    assert_eq!(declared.clean.to_string(), tokens("fn op(a: u64, b: u64) -> u64 { a }").to_string());
    assert_eq!((declared.items.operators.len(), declared.items.functions.len()), (1, 1));
    assert!(declared.items.runtime.is_some());
    let item = "#[declare_target] impl Add for P { type Output = P; fn add(self, b: P) -> P { b } }";
    let (declared, found) = read(false, "assume_associative, identity = P(0),", item);
    assert_eq!(findings(&found), "");
    assert!(declared.items.operators[0].assume_associative && declared.items.operators[0].identity.is_some());
    assert!(!declared.clean.to_string().contains("declare"));
}

#[test]
fn arguments_that_do_not_read() {
    let op = "fn op(a: u8, b: u8) -> u8 { a }";
    let form = "write `#[declare_scan(identity = …)]`, or `#[declare_scan]` for an operator without one";
    refused(false, "identity", op, "SC0144 `identity` `identity` needs a value | write `identity = Pair { x: 0, y: 1 }`");
    refused(
        false,
        "assume_associative = true",
        op,
        "SC0144 `=` `assume_associative` takes no value | write `assume_associative` alone",
    );
    refused(false, "no_overflow = 7", op, "SC0144 `=` `no_overflow` takes no value | write `no_overflow` alone");
    refused(false, "no_overflow, no_overflow", op, "SC0145 `no_overflow` `no_overflow` is written twice | leave one of them out");
    refused(false, "identity = 0 7", op, "SC0144 `7` expected `,` | put a `,` between two arguments");
    refused(
        false,
        "0",
        op,
        &format!("SC0144 `0` expected `identity`, `domain`, `no_overflow`, `assume_associative` or `crate` | {form}"),
    );
    refused(false, "identity = 0, identity = 1", op, "SC0145 `identity` `identity` is written twice | leave one of them out");
    refused(false, "identiy = 0", op, "SC0146 `identiy` `#[declare_scan]` does not know `identiy` | did you mean `identity`?");
    refused(
        true,
        "identity = 0",
        op,
        "SC0146 `identity` `identity` belongs to an operator | write it in the `#[declare_scan(…)]` of the function or the `impl`",
    );
}

#[test]
fn a_domain_is_a_condition_on_a_value() {
    let op = "fn op(a: u8, b: u8) -> u8 { a }";
    let domain = |written: &str| {
        let (declared, found) = read(false, &format!("domain = {written}"), op);
        assert_eq!(findings(&found), "");
        declared.items.operators[0].domain.as_ref().map(|domain| domain.closure.to_token_stream().to_string()).unwrap_or_default()
    };
    assert_eq!(domain("|a| a < 7"), "| a | a < 7");
    assert_eq!(domain("|a: u8| -> bool { a < 7 }"), "| a : u8 | -> bool { a < 7 }");
    assert_eq!(domain("Self::is_small"), "| value | Self :: is_small (value)");
    assert_eq!(domain("value"), "| element | value (element)");
    let help = "write `domain = |a| a.value < 7`, or the name of a function";
    let wrong = |written: &str, at: &str, message: &str| {
        refused(false, &format!("domain = {written}"), op, &format!("SC0144 `{at}` {message} | {help}"));
    };
    wrong("7", "7", "`domain` is a condition on a value");
    wrong("small(7)", "small(7)", "`domain` is a condition on a value");
    wrong("|| true", "|| true", "the closure of `domain` takes one value");
    wrong("|a, b| a < b", "|a, b| a < b", "the closure of `domain` takes one value");
    wrong("move |a| a < 7", "move |a| a < 7", "the closure of `domain` begins with its parameter");
    wrong("|&a| a < 7", "|&a| a < 7", "the closure of `domain` takes a value by its name");
    refused(false, "domain", op, "SC0144 `domain` `domain` needs a value | write `domain = |a| a.value < 7`");
    refused(false, "domain = |a| a < 1, domain = f", op, "SC0145 `domain` `domain` is written twice | leave one of them out");
}

#[test]
fn items_that_cannot_be_declared() {
    let place = "write it on a `mod … { … }` that holds the structs, functions and operators, or on one such item";
    refused(
        true,
        "",
        "static A: u8 = 1;",
        &format!("SC0140 `static A: u8 = 1;` `#[declare_target]` cannot stand here | {place}"),
    );
    refused(
        true,
        "",
        "mod poly;",
        "SC0142 `poly` the text of `mod poly;` is not visible here | write the items here: `mod poly { … }`",
    );
    let operator = "`#[declare_scan]` is not on an operator | write it on a `fn op(a: T, b: T) -> T`, or on an `impl Mul for T`";
    refused(false, "", "struct A;", &format!("SC0143 `struct A;` {operator}"));
    refused(true, "", "mod m { #[declare_scan] struct A; }", &format!("SC0143 `struct A;` {operator}"));
    refused(
        true,
        "",
        "mod m { #[declare_scan] #[declare_scan] fn op() {} }",
        "SC0147 `#[declare_scan]` a second `#[declare_scan]` on this item | leave one of them out",
    );
    refused(
        false,
        "",
        "impl Sub for P {}",
        "SC0148 `Sub` this is no operator of a scan | implement `Add`, `Mul`, `BitAnd`, `BitOr` or `BitXor`, or declare a function",
    );
}
