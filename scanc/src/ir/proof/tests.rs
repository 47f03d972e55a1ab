//! What can be shown, and what must not be.

use super::panics;
use crate::diagnostic::Diagnostics;
use crate::lower::module;
use crate::parse::declare_target;

/// The texts of the operations in `fn f(PARAMETERS) -> u64 { BODY }` that may panic.
fn may_panic(parameters: &str, body: &str) -> Vec<String> {
    let source = format!("mod m {{ #[repr(C)] struct S {{ d: u64, a: [u64; 4] }} fn f({parameters}) -> u64 {{ {body} }} }}");
    let mut diagnostics = Diagnostics::default();
    let items = declare_target(proc_macro2::TokenStream::new(), source.parse().expect("tokens"), &mut diagnostics).items;
    let module = module(&items, &mut diagnostics).unwrap_or_else(|_| panic!("{diagnostics:?}"));
    panics(&module.functions[0], &module.functions).iter().filter_map(|expr| expr.span.source_text()).collect()
}

#[track_caller]
fn safe(parameters: &str, body: &str) {
    assert!(may_panic(parameters, body).is_empty(), "{body}: {:?}", may_panic(parameters, body));
}

#[track_caller]
fn unsafe_at(parameters: &str, body: &str, operation: &str) {
    assert_eq!(may_panic(parameters, body), [operation], "{body}");
}

#[test]
fn code_that_no_value_reaches() {
    safe("a: u64", "let d = 0u64; if d > 0 { (a / d) | (5 % d) | (d | a) } else { a }");
    safe("a: u64", "if a > 3 && a < 3 { 7 / a + (1 << a).min(a) } else { 0 }");
}

#[test]
fn divisors() {
    safe("a: u64, d: u64", "if d != 0 { a / d } else { 0 }");
    safe("a: u64, d: u64", "if d == 0 { return 1; } a % d");
    safe("a: u64, d: u64", "a / d.max(1) + a % (d | 1) + a / (d % 7 + 1)");
    safe("a: u64, s: S", "if s.d > 3 && a % s.d == 0 { a / s.d } else { 0 }");
    safe("a: u64, d: u64", "if d == 0 || a % d == 1 { 1 } else { a / d }");
    safe("a: i64, d: i64", "(if d > 0 { a / d } else { 0 }) as u64");
    safe("a: u64, d: u8", "a / (d as u64 + 1)");
    unsafe_at("a: u64, d: u64", "a / (d + 1)", "a / (d + 1)");
    unsafe_at("a: i64, d: i64", "(if d != 0 { a / d } else { 0 }) as u64", "a / d");
    unsafe_at("a: u64, d: u64", "if d != 0 || a > 1 { a / d } else { 0 }", "a / d");
    unsafe_at("a: u64, mut d: u64", "if d != 0 { d = a; a / d } else { 0 }", "a / d");
    unsafe_at("a: u64, mut d: u64", "let mut s = 0; if d != 0 { while s < 9 { s += a / d; d -= 1; } } s", "a / d");
    unsafe_at("a: u64, mut s: S", "if s.d != 0 { s.d = a; return a % s.d; } 0", "a % s.d");
    unsafe_at("a: u64, mut d: u64", "if a > 1 { d = d.max(1); } a / d", "a / d");
}

#[test]
fn indices() {
    safe("s: S", "let mut t = 0; for i in 0..4 { t ^= s.a[i]; } for i in (1..=3).rev() { t ^= s.a[i - 1]; } t");
    safe("s: S, i: usize", "s.a[i & 3] + s.a[i % 4] + s.a[i.min(3)] + s.a[(i >> 62) as usize]");
    safe("s: S, i: usize", "if i < 4 { s.a[i] } else { s.a[0] }");
    safe("s: S, i: usize", "if i >= 4 { return 0; } let j = 3 - i; s.a[j]");
    safe("s: S", "let mut i = 0; let mut t = 0; while i < 4 { t += s.a[i]; i += 1; } t");
    safe("s: S", "let mut t = 0; for i in 0..8 { if i > 3 { break; } t += s.a[i]; } t");
    safe("s: S, k: bool", "s.a[k as usize] + s.a[if k { 1 } else { 3 }]");
    unsafe_at("s: S", "let mut t = 0; for i in 0..=4 { t ^= s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, i: i64", "if i < 4 { s.a[i as usize] } else { 0 }", "s.a[i as usize]");
    unsafe_at("s: S", "let mut i = 0; let mut t = 0; while i < 4 { i += 1; t += s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, n: usize", "let mut t = 0; for i in 0..n { t ^= s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, i: usize", "if i < 4 { s.a[i - 1] } else { 0 }", "s.a[i - 1]");
}

#[test]
fn long_chains_are_looked_at_once() {
    let body = (0..60).fold("a".to_owned(), |chain, _| format!("({chain} * 31 + d) % 1000003"));
    safe("a: u64, d: u64", &body);
    let index = (0..30).fold("0".to_owned(), |index, _| format!("s.a[({index} & 3) as usize]"));
    safe("s: S", &index);
}
