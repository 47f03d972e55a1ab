//! What is too much, and what is not.

use super::{CHARACTERS, DIGITS, MODULE_TOKENS, TOKENS, check, check_declared, check_file};
use crate::diagnostic::Diagnostic;
use proc_macro2::TokenStream;

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("Rust tokens")
}

/// An expression or a type `inner`, with so many `before` in front of it and `after` behind.
fn wrapped(before: &str, inner: &str, after: &str, times: usize) -> TokenStream {
    tokens(&format!("{}{inner}{}", before.repeat(times), after.repeat(times)))
}

fn refused(checked: Result<(), Diagnostic>, code: u16) -> String {
    let found = checked.expect_err("this should be too much");
    assert_eq!(found.code.0, code, "{}", found.message);
    assert!(found.help.is_some(), "{}", found.message);
    found.message
}

#[test]
fn every_syntax_that_nests_is_refused_where_it_is_deep_in_a_file_and_in_a_function() {
    let nested = [
        ("(", "x", ")"),
        ("[", "x", "]"),
        ("{", "x", "}"),
        ("f(", "x", ")"),
        ("|| ", "x", ""),
        ("|a| ", "x", ""),
        ("&", "x", ""),
        ("&*", "x", ""),
        ("*", "x", ""),
        ("!", "x", ""),
        ("- ", "x", ""),
        ("x = ", "x", ""),
        ("x..", "x", ""),
        ("return ", "x", ""),
        ("if x { x } else ", "{ x }", ""),
        ("Vec<", "x", ">"),
        ("fn() -> ", "x", ""),
        ("dyn ", "x", ""),
        ("", "x", " + x"),
        ("", "x", " || x"),
        ("", "x", " as i32"),
        ("", "x", ".y"),
        ("", "x", ".y()"),
        ("", "x", "?"),
        ("", "x", "[0]"),
        ("", "x", "()"),
    ];
    for (before, inner, after) in nested {
        let deep = wrapped(before, inner, after, 3_000);
        refused(check("the function", &deep), 132);
        refused(check_file(&deep), 132);
    }
}

#[test]
fn what_stands_in_a_row_is_not_deep() {
    for (before, inner) in [("x += y[i]; ", "x"), ("if a { b } ", "x"), ("x(a, &b), ", "x"), ("1 => -2, ", "x"), ("a < b; ", "x")]
    {
        assert!(check("the function", &wrapped(before, inner, "", 1_200)).is_ok(), "{before}");
        assert!(check_file(&wrapped(before, inner, "", 100_000)).is_ok(), "{before}");
    }
}

#[test]
fn as_much_as_anybody_writes_is_not_deep() {
    for (before, after) in [("(", ")"), ("&", ""), ("Vec<", ">"), ("f(x, ", ")"), ("", " + x"), ("if x { ", " }")] {
        assert!(check("the function", &wrapped(before, "x", after, 60)).is_ok(), "{before}{after}");
    }
}

#[test]
fn only_brackets_count_in_the_macros_of_a_file() {
    let sum = format!("m! {{ x{} {} }}", " + x".repeat(3_000), "1".repeat(DIGITS + 1));
    assert!(check_file(&tokens(&sum)).is_ok());
    refused(check("the function", &tokens(&sum)), 132);
    let brackets = format!("m! {{ {}{} }}", "(".repeat(3_000), ")".repeat(3_000));
    refused(check_file(&tokens(&brackets)), 132);
}

#[test]
fn tokens_and_characters_are_counted() {
    let message = refused(check("the function", &wrapped("x; ", "", "", TOKENS / 2 + 1)), 131);
    assert_eq!(message, "the function has more than 20,000 tokens, of which no more are looked at");
    let message = refused(check("the attribute", &tokens(&"x".repeat(CHARACTERS + 1))), 131);
    assert_eq!(message, "the attribute has more than 1,000,000 characters, of which no more are looked at");
}

#[test]
fn a_module_may_have_more_tokens_than_each_of_its_functions() {
    let function = |statements: usize| format!("fn f() {{ {} }} ", "x; ".repeat(statements));
    let module = |functions: &str| tokens(&format!("mod m {{ {functions} }}"));
    assert!(check_declared(&module(&function(TOKENS / 4).repeat(4))).is_ok());
    refused(check_declared(&module(&function(TOKENS / 2 + 1))), 131);
    refused(check_declared(&tokens(&function(TOKENS / 2 + 1))), 131);
    let message = refused(check_declared(&module(&function(TOKENS / 4).repeat(MODULE_TOKENS / TOKENS * 2))), 131);
    assert_eq!(message, "what is declared here has more than 100,000 tokens, of which no more are looked at");
}

#[test]
fn a_number_of_more_digits_than_any_type_holds() {
    for number in ["1".repeat(DIGITS + 1), format!("0x{}", "f".repeat(DIGITS)), format!("1.{}", "1".repeat(DIGITS))] {
        let function = tokens(&format!("fn f() {{ {number} }}"));
        refused(check("the function", &function), 133);
        refused(check_file(&function), 133);
    }
    assert!(check("the function", &tokens(&"1".repeat(DIGITS))).is_ok());
    assert!(check("the function", &tokens(&format!("\"{}\"", "1".repeat(DIGITS)))).is_ok());
}
