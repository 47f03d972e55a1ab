use super::*;
use crate::Word;
use crate::diagnostic::Diagnostics;
use crate::parse;
use proc_macro2::TokenStream;
use syn::ExprForLoop;

/// The loop of a function with this body, with the text of what it calls.
fn called(body: &str) -> ScanSite {
    let function = format!("fn f(x: &[f32], z: &[f32], y: &mut [f32], k: f32) {{ {body} }}");
    let mut diagnostics = Diagnostics::default();
    let function = function.parse().expect("tokens");
    let function = parse::function_sites(Word::ParallelFor, TokenStream::new(), function, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    read(&function.sites[0])
}

#[track_caller]
fn check(before: &str, body: &str, expected: &str) {
    let called = called(&format!("{before} for i in 0..x.len() {{ {body} }}"));
    let expected: ExprForLoop = syn::parse_str(&format!("for i in 0..x.len() {{ {expected} }}")).expect(expected);
    assert_eq!(called.seen().to_token_stream().to_string(), expected.to_token_stream().to_string());
    assert!(called.types.unread.is_empty());
}

#[track_caller]
fn is_left(before: &str, body: &str, why: Option<&str>) {
    let called = called(&format!("{before} for i in 0..x.len() {{ {body} }}"));
    let expected: ExprForLoop = syn::parse_str(&format!("for i in 0..x.len() {{ {body} }}")).expect(body);
    assert_eq!(called.seen().to_token_stream().to_string(), expected.to_token_stream().to_string());
    assert_eq!(called.types.unread.values().map(|(message, _)| message.as_str()).next(), why);
}

#[test]
fn calls_are_the_text_of_closures() {
    check("let g = |v: f32| v * k;", "y[i] = g(x[i]);", "y[i] = ({ let v: f32 = x[i]; (v * k) });");
    check("let g = |v| v * k;", "y[i] = g(x[i]);", "y[i] = ({ let v = x[i]; (v * k) });");
    check(
        "let g = |v: f32| -> f32 { if v < k { return k; } v };",
        "y[i] = g(x[i]);",
        "y[i] = ({ let v: f32 = x[i]; let g_1: f32 = { if v < k { k } else { v } }; g_1 });",
    );
    check(
        "let g = |v: f32| v * k; let h = |v: f32| g(v) + 1.0;",
        "y[i] = h(x[i]);",
        "y[i] = ({ let v: f32 = x[i]; (({ let v: f32 = v; (v * k) }) + 1.0) });",
    );
}

#[test]
fn calls_are_the_text_of_functions() {
    let function = "fn g(v: f32, k: f32) -> f32 { let t = v * k; t }";
    let expected = "y[i] = ({ let v: f32 = x[i]; let k: f32 = 2.0; let g_2: f32 = { let t = v * k; t }; g_2 });";
    check(function, "y[i] = g(x[i], 2.0);", expected);
    let recursive = "fn g(v: f32) -> f32 { if v > 2.0 { g(v - 1.0) } else { v } }";
    is_left(recursive, "y[i] = g(x[i]);", None);
    is_left("fn g<T>(v: T) -> T { v }", "y[i] = g(x[i]);", None);
}

#[test]
fn no_parameter_hides_what_an_argument_mentions() {
    check(
        "let g = |a: f32, b: f32| a - b;",
        "let a = x[i]; y[i] = g(z[i], a);",
        "let a = x[i]; y[i] = ({ let g_0: f32 = z[i]; let g_1: f32 = a; let a: f32 = g_0; let b: f32 = g_1; (a - b) });",
    );
}

#[test]
fn arrays_that_are_lent_keep_their_names() {
    check(
        "fn at(a: &[f32], i: usize) -> f32 { a[i] }",
        "y[i] = at(x, i);",
        "y[i] = ({ let i: usize = i; let at_2: f32 = { x[i] }; at_2 });",
    );
}

#[test]
fn closures_of_the_loop_go() {
    check("", "let t = x[i]; let g = |v: f32| v * t; y[i] = g(z[i]);", "let t = x[i]; y[i] = ({ let v: f32 = z[i]; (v * t) });");
}

#[test]
fn functions_by_their_names_are_closures() {
    check(
        "let g = |v: &f32| v * k;",
        "let s: f32 = z.iter().map(g).sum(); y[i] = s;",
        "let s: f32 = z.iter().map(|v: &f32| (v * k)).sum(); y[i] = s;",
    );
}

#[test]
fn what_a_loop_leads_to_has_a_name() {
    check(
        "let g = |v: f32| { let mut n = 0u32; while n < 9 { n += 1; } n };",
        "y[i] = g(x[i]) as f32;",
        "let computed_0 = ({ let v: f32 = x[i]; let mut n = 0u32; while n < 9 { n += 1; } n }); y[i] = computed_0 as f32;",
    );
}

#[test]
fn text_that_would_mean_something_else_is_not_read() {
    // The loop has another `k`, or the function has by then.
    let another = "`g` uses a `k` from around it, and the loop has a variable of that name";
    is_left("let g = |v: f32| v * k;", "let k = 2.0; y[i] = g(x[i]) + k;", Some(another));
    let other = |name: &str| format!("`g` uses a `{name}` from around it, which is another one here");
    is_left("let g = |v: f32| v * k; let k = 2.0;", "y[i] = g(x[i]) + k;", Some(&other("k")));
    is_left("let g = |v: f32| v; let g = |v: f32| g(v) + 1.0;", "y[i] = g(x[i]);", Some(&other("g")));
    is_left("fn g(v: f32) -> f32 { v * k }", "y[i] = g(x[i]);", Some(&other("k")));
    let both = "`g` has a `k` of its own, and another one is used in its place";
    is_left("let g = |v: f32| { let t = v * k; let k = t; k };", "y[i] = g(x[i]);", Some(both));
    // It may change what it takes along, or has it as it was.
    is_left("let mut g = |v: f32| v * k;", "y[i] = g(x[i]);", None);
    is_left("let g = move |v: f32| v * k;", "y[i] = g(x[i]);", None);
    is_left("#[cfg(test)] let g = |v: f32| v * k;", "y[i] = g(x[i]);", None);
}

/// The text of the loop of a function that has it in a block with these items.
fn within(before: &str, items: &str, body: &str) -> String {
    called(&format!("{before} {{ {items} for i in 0..x.len() {{ {body} }} }}")).seen().to_token_stream().to_string()
}

#[test]
fn items_of_a_block_hide_others() {
    let before = "const K: f32 = 2.0; fn g(v: f32) -> f32 { v * K } fn h(v: f32) -> f32 { match v { K => 1.0, _ => g(v) } }";
    let is_read = |items: &str| !within(before, items, "y[i] = h(x[i]);").contains("h (");
    assert!(is_read("") && is_read("const L: f32 = 3.0;") && is_read("use m::L;"));
    for items in
        ["const K: f32 = 3.0;", "use m::K;", "use m::{a, b as K};", "use m::*;", "fn g(v: f32) -> f32 { v }", "use m as g;"]
    {
        assert!(!is_read(items), "{items}");
    }
    assert!(within("let g = |v: f32| v as T;", "", "y[i] = g(x[i]);").contains("as T"));
    assert!(!within("let g = |v: f32| v as T;", "type T = f64;", "y[i] = g(x[i]);").contains("as T"));
}

#[test]
fn names_that_others_take_from_around_them_are_bound_by_other_names() {
    check(
        "let g = |v: f32| v * k; let h = |k: f32| g(k) + k;",
        "y[i] = h(x[i]);",
        "y[i] = ({ let k_1: f32 = x[i]; (({ let v: f32 = k_1; (v * k) }) + k_1) });",
    );
    let another = "`h` has a `k` of its own, and another one is used in its place";
    let called =
        called("let g = |v: f32| v * k; let h = |v: f32| match v { k => g(k) }; for i in 0..x.len() { y[i] = h(x[i]); }");
    assert_eq!(called.types.unread["h"].0, another);
    // What a parameter is called is no function of that name.
    is_left("fn a(v: f32) -> f32 { v } let g = |a: fn(f32) -> f32, v: f32| a(v);", "let b = f32::abs; y[i] = b(x[i]);", None);
    let text = within("fn a(v: f32) -> f32 { v + 7.0 } let g = |a: fn(f32) -> f32, v: f32| a(v);", "", "y[i] = g(b, x[i]);");
    assert!(!text.contains('7'), "{text}");
}

#[test]
fn closures_of_the_loop_are_there_where_they_are_seen() {
    let another = "let g = |v: f32| v + 7.0;";
    let text = within(another, "", "let q = g(x[i]); let g = |v: f32| v + 8.0; y[i] = q * g(x[i]);");
    assert!(text.contains("q = g (") && text.contains("* g ("), "{text}");
    let text = within("", "", "let q = { let g = |v: f32| v + 8.0; g(x[i]) }; y[i] = g(q);");
    assert!(text.contains("y [i] = g (q)"), "{text}");
    // What it takes from around it is not what comes after it.
    let text = within("", "", "let g = |v: f32| t(v); let t = x[i]; y[i] = g(t);");
    assert!(text.contains("y [i] = g (t)"), "{text}");
    check(
        "",
        "let g = |v: f32| v * k; let h = |q: f32| g(q); y[i] = h(x[i]);",
        "y[i] = ({ let q: f32 = x[i]; ({ let v: f32 = q; (v * k) }) });",
    );
}

#[test]
fn types_that_are_left_open_are_not_read() {
    let of = |argument: &str| format!("the type of `{argument}`, which `g` is called with, is left to what is around it");
    is_left("let g = |v| v * 3;", "y[i] = g(7) as f32;", Some(&of("7")));
    is_left("let g = |v| v * 3;", "let t = 7; y[i] = g(t) as f32;", Some(&of("t")));
    is_left("let g = |v| v * 3;", "for j in 0..4 { y[i] += g(j) as f32; }", Some(&of("j")));
    let gives = "the type of what `g` gives is left to what is around its calls";
    is_left("let g = |v: f32| if v > 0.0 { 1 } else { 2 };", "y[i] = g(x[i]) as f32;", Some(gives));
    is_left("let g = |v: f32| { let t = 1; t };", "y[i] = g(x[i]) as f32;", Some(gives));
    is_left("let g = |v| v * 3;", "y[i] = (0..4).map(g).sum::<i32>() as f32;", None);
}

#[test]
fn what_would_be_too_long_is_not_read() {
    let mut before = "let g0 = |v: f32| v + v;".to_owned();
    for level in 1..40 {
        before += &format!("let g{level} = |v: f32| g{}(v) + g{}(v);", level - 1, level - 1);
    }
    let called = called(&format!("{before} for i in 0..x.len() {{ y[i] = g39(x[i]); }}"));
    assert!(called.seen().to_token_stream().to_string().contains("g39 (x [i])"));
}
