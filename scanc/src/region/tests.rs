use super::*;
use crate::parse::{Word, function_sites};
use quote::ToTokens;

/// The region of a function whose loops all store into the arrays that they index on the left of `=`.
fn of(text: &str) -> Result<Option<Region>, NoRegion> {
    let mut item: ItemFn = syn::parse_str(text).expect("a function");
    item.attrs.clear();
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let mut function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
    function.keep_outer(&[]);
    let loops: Vec<LoopUse> = function.sites.iter().map(|site| arrays_of(&site.syntax.to_token_stream().to_string())).collect();
    let holed = function.holed.as_ref().expect("a function");
    region(holed, &loops, &Numbers::new(["n".to_owned(), "k".to_owned()], holed))
}

/// For these tests: `a`, `b`, `s.a` are arrays, and what is assigned is written.
fn arrays_of(text: &str) -> LoopUse {
    let arrays = ["a", "b", "c", "self . a"]
        .iter()
        .filter(|name| {
            text.replace("self . a", if name.starts_with("self") { "self . a" } else { "field" }).contains(&format!("{name} ["))
        })
        .map(|name| {
            let is_written = text.split(';').any(|statement| {
                statement.split(" = ").next().is_some_and(|left| statement.contains(" = ") && left.contains(&format!("{name} [")))
            });
            (syn::parse_str(name).expect("a place"), is_written)
        })
        .collect();
    LoopUse { arrays, ..LoopUse::default() }
}

/// The calls, each in front of the text of the statement that follows.
fn calls(text: &str) -> Vec<String> {
    let region = of(text).unwrap_or_else(|no| panic!("{}", no.message)).expect("arrays that are shared");
    let mut function = {
        let item: ItemFn = syn::parse_str(text).expect("a function");
        let mut diagnostics = crate::diagnostic::Diagnostics::default();
        let mut function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
        function.keep_outer(&[]);
        function.holed.expect("a function")
    };
    let name = |array: usize| region.arrays[array].place.to_token_stream().to_string();
    region.insert(&mut function, |insertion| {
        let words = insertion.calls.iter().map(|call| match call {
            Call::Fetch(array) => format!("fetch ({});", name(*array)),
            Call::Take(array) => format!("take ({});", name(*array)),
        });
        words.collect::<String>().parse().expect("tokens")
    });
    let text = function.to_token_stream().to_string();
    text.match_indices("fetch (")
        .chain(text.match_indices("take ("))
        .map(|(at, _)| at)
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .map(|at| text[at..].split(';').take(2).map(str::trim).collect::<Vec<_>>().join(" | "))
        .collect()
}

const LOOPS: &str = "#[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; }";

fn function(before: &str, between: &str, after: &str) -> String {
    format!("fn f(a: &mut [i32], b: &mut [i32], n: usize) {{ {before} {LOOPS} {between} {LOOPS} {after} }}")
}

#[test]
fn arrays_come_back_at_the_end_only() {
    assert_eq!(calls(&function("", "", "")), ["fetch (a) | }"]);
    assert_eq!(calls(&function("let k = n + 1;", "let m = a.len();", "")), ["fetch (a) | }"]);
}

#[test]
fn one_loop_has_no_region_unless_it_is_repeated() {
    assert!(matches!(of(&format!("fn f(a: &mut [i32], b: &[i32]) {{ {LOOPS} }}")), Ok(None)));
    let repeated = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ for _ in 0..4 {{ {LOOPS} }} }}");
    assert_eq!(calls(&repeated), ["fetch (a) | }"]);
}

#[test]
fn what_the_host_reads_comes_back_and_stays() {
    assert_eq!(calls(&function("", "let last = a[n - 1];", ""))[0], "fetch (a) | let last = a [n - 1]");
    assert_eq!(
        calls(&function("", "let total: i32 = a.iter().sum();", ""))[0],
        "fetch (a) | let total : i32 = a . iter () . sum ()"
    );
    assert_eq!(calls(&function("", "println!(\"{a:?}\");", ""))[0], "fetch (a) | println ! (\"{a:?}\")");
}

#[test]
fn what_no_loop_stores_is_never_newer_on_the_device() {
    assert_eq!(calls(&function("", "let m = b.len();", "")), ["fetch (a) | }"]);
    // But it may panic, and then others see `a`.
    assert_eq!(calls(&function("", "let first = b[0];", ""))[0], "fetch (a) | let first = b [0]");
}

#[test]
fn what_the_host_changes_is_taken() {
    for statement in [
        "a[0] = 7",
        "a[0] += 7",
        "a.fill(0)",
        "a.sort_unstable()",
        "a[1..].reverse()",
        "change(&mut a)",
        "a.iter_mut().for_each(f)",
    ] {
        let found = calls(&function("", &format!("{statement};"), ""));
        assert!(found[0].starts_with("take (a) | "), "{statement}: {found:?}");
    }
    assert!(calls(&function("", "b[0] = 1;", ""))[1].starts_with("take (b) | b [0] = 1"));
}

#[test]
fn names_may_be_exchanged() {
    assert_eq!(calls(&function("", "std::mem::swap(&mut a, &mut b);", "")), ["fetch (a) | fetch (b)", "fetch (b) | }"]);
    let own =
        format!("fn f(n: usize) {{ let mut a = [0; 4]; let mut b = [0; 4]; {LOOPS} std::mem::swap(&mut a, &mut b); {LOOPS} }}");
    assert!(of(&own).is_err());
}

#[test]
fn what_is_the_functions_own_need_not_come_back() {
    let own = format!("fn f(b: &[i32], n: usize) -> i32 {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} a[n - 1] }}");
    assert_eq!(calls(&own), ["fetch (a) | a [n - 1] }"]);
    let returned = format!("fn f(b: &[i32], n: usize) -> Vec<i32> {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} a }}");
    assert_eq!(calls(&returned), ["fetch (a) | a }"]);
    let dropped = format!("fn f(b: &mut [i32], n: usize) {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} }}");
    assert!(calls(&dropped).is_empty());
}

#[test]
fn a_vec_that_is_handed_over_is_the_functions_own() {
    let handed = |result: &str, rest: &str| {
        calls(&format!("fn f(mut a: Vec<i32>, b: &[i32], n: usize) {result} {{ {LOOPS} {rest} {LOOPS} a }}"))
    };
    assert_eq!(handed("-> Vec<i32>", ""), ["fetch (a) | a }"]);
    assert_eq!(handed("-> Vec<i32>", "check(n);"), ["fetch (a) | a }"]);
    let swapped = format!(
        "fn f(mut a: Vec<i32>, n: usize) -> Vec<i32> {{ let mut b = vec![0; n];
        for _ in 0..n {{ {LOOPS} std::mem::swap(&mut a, &mut b); }} a }}"
    );
    assert_eq!(calls(&swapped), ["fetch (a) | a }"]);
    let lent = format!("fn f(a: &mut Vec<i32>, b: &[i32], n: usize) {{ {LOOPS} check(n); {LOOPS} }}");
    assert_eq!(calls(&lent)[0], "fetch (a) | check (n)");
}

#[test]
fn whoever_called_sees_all_when_the_function_is_left() {
    let found = calls(&function("", "if n == 0 { return; }", ""));
    assert!(found[0].starts_with("fetch (a) | if n == 0"), "{found:?}");
    let found = calls(&function("", "let m = k?;", ""));
    assert!(found[0].starts_with("fetch (a) | let m = k ?"), "{found:?}");
}

#[test]
fn fields_are_arrays_too() {
    let text =
        "fn f(&mut self, n: usize) { #[scan(+ : self.a)] for i in 1..n { self.a[i] = self.a[i - 1] + 1; } self.n += 1; self.g();
        #[scan(+ : self.a)] for i in 1..n { self.a[i] = self.a[i - 1] + 1; } }";
    let found = calls(text);
    // What `n` is, and whether its `+=` panics, the text does not say.
    assert_eq!(found[0], "fetch (self . a) | self . n += 1");
    assert!(found[1].starts_with("take (self . a) | self . g ()"), "{found:?}");
}

#[test]
fn headers_are_evaluated_by_the_host() {
    let text = format!(
        "fn f(a: &mut [i32], b: &mut [i32], n: usize) {{ {LOOPS} for k in 0..a[0] {{ {LOOPS} }} if a[1] > 2 {{ {LOOPS} }} else {{ b[0] = 1; }} }}"
    );
    let found = calls(&text);
    assert!(found[0].starts_with("fetch (a) | for k in 0 .. a [0]"), "{found:?}");
    assert!(found.iter().any(|call| call.starts_with("fetch (a) | if a [1] > 2")), "{found:?}");
    assert!(found.iter().any(|call| call.starts_with("take (b) | b [0] = 1")), "{found:?}");
}

#[test]
fn what_may_escape_is_no_region() {
    let refused = |before: &str, between: &str| {
        assert!(of(&function(before, between, "")).is_err(), "{before} {between}");
    };
    refused("", "let (left, right) = a.split_at_mut(3);");
    refused("", "let c = &mut a[..];");
    refused("", "let c = a;");
    refused("", "let g = || a[0];");
    refused("", "a = b;");
    refused("", "mystery!(a);");
    refused("", "consume(a);");
    refused("let a = &mut a[1..];", "");
    refused("", "unsafe { *p = a[0]; }");
    refused("", "while a[0] < 3 { #[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; } }");
    refused("", "match n { 0 => {} _ => { #[scan(+ : a)] for i in 1..n { a[i] = a[i - 1] + b[i]; } } }");
}

#[test]
fn inner_arrays_are_not_kept() {
    let text = format!("fn f(b: &[i32], n: usize) {{ for _ in 0..3 {{ let mut a = vec![0; n]; {LOOPS} {LOOPS} }} }}");
    assert!(of(&text).is_err());
}

#[test]
fn whoever_catches_a_panic_sees_all() {
    let first = |between: &str| calls(&function("", between, ""))[0].clone();
    assert_eq!(first("check(n);"), "fetch (a) | check (n)");
    assert_eq!(first("let k = n / k;"), "fetch (a) | let k = n / k");
    assert_eq!(first("let k = n / 2;"), "fetch (a) | }");
    let repeated = |header: &str| of(&format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {header} {{ {LOOPS} }} }}"));
    assert!(repeated("for _ in (0..n).rev()").is_ok());
    assert!(repeated("for _ in [1, 2, 4]").is_ok());
    assert!(repeated("while n > 4").is_ok());
    assert!(repeated("for _ in iterator").is_err());
    assert!(repeated("while more()").is_err());
}

#[test]
fn another_swap_may_exchange_elements() {
    let found = calls(&function("", "swap(&mut a, &mut b);", ""));
    assert!(found[0].starts_with("take (a) | take (b)"), "{found:?}");
}

#[test]
fn what_a_launch_evaluates_is_the_host_s() {
    let text = function("", "", "");
    let item: ItemFn = syn::parse_str(&text).expect("a function");
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let holed = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics).holed.expect("a function");
    let place = |name: &str| syn::parse_str::<Expr>(name).expect("an expression");
    let plain = LoopUse { arrays: vec![(place("a"), true)], ..LoopUse::default() };
    let numbers = Numbers::new(["n".to_owned()], &holed);
    let insertions = |second: LoopUse| {
        let found = region(&holed, &[plain.clone(), second], &numbers);
        found.map(|found| found.expect("a region").insertions.len()).map_err(|no| no.message)
    };
    assert_eq!(insertions(plain.clone()), Ok(1));
    assert_eq!(insertions(LoopUse { evaluated: vec![place("n - 1")], ..plain.clone() }), Ok(1));
    assert_eq!(insertions(LoopUse { evaluated: vec![place("a[0]")], ..plain.clone() }), Ok(2));
    assert_eq!(insertions(LoopUse { evaluated: vec![place("first()")], ..plain.clone() }), Ok(2));
    assert_eq!(insertions(LoopUse { read: vec![place("a")], ..plain.clone() }), Ok(2));
    assert!(insertions(LoopUse { evaluated: vec![place("&a[1..]")], ..plain.clone() }).is_err());
}

#[test]
fn a_macro_may_be_the_function_s_value() {
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) -> String {{ {LOOPS} {LOOPS} format!(\"{{n}}\") }}");
    assert_eq!(calls(&text), ["fetch (a) | format ! (\"{n}\") }"]);
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {LOOPS} {LOOPS} println! {{ \"{{n}}\" }} }}");
    assert_eq!(calls(&text), ["fetch (a) | println ! { \"{n}\" } }"]);
    let text = format!("fn f(a: &mut [i32], b: &[i32], n: usize) {{ {LOOPS} {LOOPS} return; }}");
    assert_eq!(calls(&text), ["fetch (a) | return"]);
}

#[test]
fn what_is_not_always_compiled_is_no_region() {
    assert!(of(&function("", "#[cfg(test)] let k = 1;", "")).is_err());
    assert!(of(&function("", "#[allow(unused)] let k = 1;", "")).is_ok());
}

/// The region of a function with loops that are compiled; how many statements have a call in front of them.
fn of_compiled(body: &str) -> Result<usize, String> {
    let text = format!("fn f(a: &mut [i32], b: &mut [i32], c: &[i32], h: usize, w: usize) {{ {body} }}");
    let item: ItemFn = syn::parse_str(&text).expect("a function");
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let mut function = function_sites(Word::Scan, quote::quote!(), item.to_token_stream(), &mut diagnostics);
    let loops = crate::compile_loops(&function, |_| String::new(), &mut diagnostics).expect("loops");
    function.keep_outer(&crate::are_batched(&loops));
    let found = of_loops(function.holed.as_ref().expect("a function"), &loops);
    found.map(|found| found.expect("a region").insertions.len()).map_err(|no| no.message)
}

#[test]
fn an_outer_loop_and_its_scans_are_one_loop() {
    const PLAIN: &str = "#[scan(+ : a)] for i in 1..h { a[i] = a[i - 1] + c[i]; }";
    let rows = |lets: &str| {
        format!("for r in 0..h {{ {lets} #[scan(+ : t)] for i in 0..w {{ t += c[r * w + i]; b[r * w + i] = t; }} }}")
    };
    let function = |first: &str, second: &str| of_compiled(&format!("{first} {second}"));
    // Only the end.
    assert_eq!(function(PLAIN, &rows("let mut t = 0;")), Ok(1));
    assert_eq!(function(&rows("let mut t = r as i32;"), &rows("let k = r + 1; let mut t = k as i32;")), Ok(1));
    // The host computes what the rows begin with.
    assert_eq!(function(PLAIN, &rows("let mut t = a[r];")), Ok(2));
    // It may panic, and then others see what there is.
    assert_eq!(function(PLAIN, &rows("let mut t = 7 / r as i32;")), Ok(2));
    // An inner loop that is launched alone has the outer one's `let`s before it each time.
    assert_eq!(function(PLAIN, &rows("let mut t = b[r];")), Ok(2));
    let other = rows("let (mut t, a) = (0, r);");
    assert_eq!(function(PLAIN, &other), Err("`a` is the name of several variables".to_owned()));
}
