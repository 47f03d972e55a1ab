use super::*;
use crate::parse::Target;
use crate::parse::{Known, fixture::findings};
use proc_macro2::Ident;

fn sites(input: &str) -> (ScanFunction, Diagnostics) {
    let attribute_and_item: TokenStream = input.parse().expect(input);
    let mut diagnostics = Diagnostics::default();
    let (word, arguments, item) = split(attribute_and_item);
    let function = function_sites(word, arguments, item, &mut diagnostics);
    (function, diagnostics)
}

/// What rustc does with `#[scan(…)] item`.
fn split(tokens: TokenStream) -> (Word, TokenStream, TokenStream) {
    let mut tokens = tokens.into_iter();
    let attribute: TokenStream = tokens.by_ref().take(2).collect();
    let attribute = syn::parse::Parser::parse2(Attribute::parse_outer, attribute).expect("an attribute").remove(0);
    (Word::of(&attribute).unwrap_or(Word::Scan), attribute_arguments(&attribute), tokens.collect())
}

/// The sites as `number operator target kind`, with the function's other text in `with_loops`; or what is wrong.
fn read(input: &str) -> String {
    let (function, diagnostics) = sites(input);
    assert!(!function.clean.to_string().contains("scan (+"), "not clean: {}", function.clean);
    if diagnostics.has_errors() {
        return findings(&diagnostics);
    }
    let show = |site: &ScanSite| {
        let (written, search) = match &site.syntax {
            LoopSyntax::Search(written) => (&**written, "search "),
            syntax => (syntax, ""),
        };
        let kind = match written {
            LoopSyntax::Search(_) => unreachable!("a search of a search"),
            LoopSyntax::For(_) => "for".to_owned(),
            LoopSyntax::While(_) => "while".to_owned(),
            LoopSyntax::Collect(name, _) => format!("collect({})", name.as_ref().map_or("-".to_owned(), Ident::to_string)),
            LoopSyntax::Reduce(reduced) => {
                format!("{}({})", reduced.chain.method, reduced.name.as_ref().map_or("-".to_owned(), Ident::to_string))
            }
        };
        let target = |target: &Target| {
            let word = if target.reduction { "reduce " } else { "" };
            format!("{word}{} : {}", target.operator, target.place.to_token_stream())
        };
        let targets: Vec<String> = site.attribute.targets.iter().map(target).collect();
        format!("{}.{} {} {search}{kind}", site.function, site.number, targets.join(", "))
    };
    function.sites.iter().map(show).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(input: &str, expected: &str) {
    assert_eq!(read(input), expected, "{input}");
}

/// The function with `{ n }` in the place of loop `n`.
#[track_caller]
fn check_replaced(input: &str, expected: &str) {
    let (function, diagnostics) = sites(input);
    assert!(!diagnostics.has_errors(), "{}", findings(&diagnostics));
    let replaced = function.with_loops(|site| {
        let number = proc_macro2::Literal::usize_unsuffixed(site.number);
        quote!({ #number })
    });
    let expected: TokenStream = expected.parse().expect(expected);
    assert_eq!(replaced.to_string(), expected.to_string());
}

/// What is emitted when something is wrong.
#[track_caller]
fn check_clean(input: &str, expected: &str) {
    let (function, _) = sites(input);
    let expected: TokenStream = expected.parse().expect(expected);
    assert_eq!(function.clean.to_string(), expected.to_string());
}

#[test]
fn a_function_with_one_loop() {
    check("#[scan(+ : y)] fn f(y: &mut [i32]) { y[0] = 0; for i in 1..9 { y[i] = y[i - 1]; } }", "f.0 + : y for");
    check("#[scan(+ : y)] fn f() { let mut i = 1; while i < 9 { i += 1; } }", "f.0 + : y while");
    check("#[scan(max : y)] fn f() { if a { unsafe { { for i in 1..9 {} } } } }", "f.0 max : y for");
    check(
        "#[scan(+ : y)] pub(crate) async unsafe extern \"C\" fn r#type<T>(&mut self) where T: Copy { for i in 1..9 {} }",
        "type.0 + : y for",
    );
}

#[test]
fn collected_scans() {
    check(
        "#[scan(+ : y)] fn f() { let y: Vec<i32> = x.iter().scan(0, |a, x| { *a += x; Some(*a) }).collect(); }",
        "f.0 + : y collect(y)",
    );
    check(
        "#[scan(+ : a)] fn f() { let mut y = (x.iter().scan(0, |a: &mut i32, x| Some(*a)).collect::<Vec<_>>()); }",
        "f.0 + : a collect(y)",
    );
    check("#[scan(+ : a)] fn f() -> Vec<i32> { x.iter().scan(0, |a, x| Some(*a)).collect() }", "f.0 + : a collect(-)");
    check("#[scan] fn f() { #[scan(+ : a)] x.iter().scan(0, |a, x| Some(*a)).collect::<Vec<_>>() }", "f.0 + : a collect(-)");
    check("#[scan] fn f() { #[scan(+ : y)] y = x.iter().scan(0, |a, x| Some(*a)).collect(); }", "f.0 + : y collect(y)");
    check("#[scan(+ : a)] fn f() { self.y = x.iter().scan(0, |a, x| Some(*a)).collect(); }", "f.0 + : a collect(-)");
}

#[test]
fn a_collected_scan_goes_into_a_vec() {
    let help = "only a `Vec` can be collected into | collect into `Vec<_>`, and convert it afterwards";
    check(
        "#[scan(+ : y)] fn f() { let y: String = x.iter().scan(0, |a, x| Some(*a)).collect(); }",
        &format!("SC0128 `String` {help}"),
    );
    check(
        "#[scan(+ : y)] fn f() { let y = x.iter().scan(0, |a, x| Some(*a)).collect::<Box<[i32]>>(); }",
        &format!("SC0128 `Box<[i32]>` {help}"),
    );
    check("#[scan(+ : a)] fn f() -> Out { x.iter().scan(0, |a, x| Some(*a)).collect() }", &format!("SC0128 `Out` {help}"));
}

#[test]
fn a_collected_scan_is_bound() {
    let expected = "SC0125 `scan` this `collect()` is part of a larger expression | bind it: `let y: Vec<_> = ….collect();`";
    check("#[scan(+ : a)] fn f() { g(x.iter().scan(0, |a, x| Some(*a)).collect()); }", expected);
    check("#[scan(+ : a)] fn f() { x.iter().scan(0, |a, x| Some(*a)).collect::<Vec<_>>().len(); }", expected);
}

#[test]
fn a_collected_scan_names_its_let_or_its_accumulator() {
    check(
        "#[scan(+ : x)] fn f() { let y: Vec<_> = x.iter().scan(0, |a, x| Some(*a)).collect(); }",
        "SC0402 `x` the clause scans `x`, the loop carries something else | write `#[scan(+ : y)]`",
    );
    check(
        "#[scan(+ : x)] fn f() -> Vec<i32> { x.iter().scan(0, g).collect() }",
        "SC0402 `x` the clause scans `x`, the loop carries something else | name the closure's first parameter",
    );
}

#[test]
fn iterators_that_come_to_a_value() {
    check("#[reduce(+ : s)] fn f() { let s: i64 = x.iter().sum(); }", "f.0 reduce + : s sum(s)");
    check("#[reduce(+ : s)] fn f() { s += x.iter().sum::<i64>(); }", "f.0 reduce + : s sum(s)");
    check("#[reduce(+ : self.s)] fn f() { self.s = x.iter().sum(); }", "f.0 reduce + : self . s sum(-)");
    check("#[reduce(max : max)] fn f() -> Option<i64> { x.iter().copied().max() }", "f.0 reduce max : max max(-)");
    check("#[reduce(+ : a)] fn f() -> i64 { x.iter().fold(0, |a, v| a + v) }", "f.0 reduce + : a fold(-)");
    check(
        "#[scan] fn f() { #[reduce(+ : n)] let n = x.iter().filter(g).count(); for i in 0..9 {} }",
        "f.0 reduce + : n count(n)",
    );
    // Beside a scan, either way.
    let both = "fn f() { let y: Vec<_> = x.iter().map(|v| { s += v; s }).collect(); let n: i64 = x.iter().sum(); }";
    check(&format!("#[reduce(+ : n)] {both}"), "f.0 reduce + : n sum(n)");
    check(&format!("#[scan(+ : s)] {both}"), "f.0 + : s collect(y)");
    // Beside a loop the clause is the loop's.
    check("#[reduce(+ : s)] fn f() { let m = x.iter().copied().max(); for v in x { s += v; } }", "f.0 reduce + : s for");
    // What a value is computed of, under its name or under the method's.
    check("#[reduce(+ : sum)] fn f() -> f64 { x.iter().sum::<f64>().sqrt() }", "f.0 reduce + : sum sum(-)");
    check("#[reduce(+ : m)] fn f() { let m = (x.iter().sum::<f64>() / n as f64).sqrt(); }", "f.0 reduce + : m sum(m)");
    check("#[reduce(+ : sum)] fn f() { let m: f32 = -x.iter().sum::<f64>() as f32; }", "f.0 reduce + : sum sum(-)");
    check("#[scan] fn f() { #[reduce(max : m)] m = g(1, x.iter().copied().max()?); }", "f.0 reduce max : m max(m)");
    check("#[reduce(max : max)] fn f() -> (u8, u8) { (x.iter().copied().max().unwrap(), 3) }", "f.0 reduce max : max max(-)");
    let help = "bind it: `let sum: f64 = x.iter().sum();`";
    check(
        "#[reduce(+ : sum)] fn f() -> f64 { let f = || x.iter().sum::<f64>(); f() }",
        &format!("SC0125 `sum` this iterator's value is part of a larger expression | {help}"),
    );
    check(
        "#[reduce(+ : m)] fn f() { let m = x.iter().sum::<f64>() / y.iter().sum::<f64>(); }",
        "SC0122 `sum` the function has 2 loops: which one is the reduction? | write a bare `#[scan]` on the function, and its clauses as `#[reduce(…)]` on the loop",
    );
    check(
        "#[reduce(+ : a)] fn f() { let a: i64 = x.iter().sum(); let b: i64 = x.iter().product(); }",
        "SC0122 `product` the function has 2 loops: which one is the reduction? | write a bare `#[scan]` on the function, and its clauses as `#[reduce(…)]` on the loop",
    );
    check(
        "#[scan] fn f() { #[reduce(+ : m)] let m = x.iter().sum::<f64>() / y.iter().sum::<f64>(); }",
        "SC0122 `x.iter().sum::<f64>() / y.iter().sum::<f64>()` several iterators come to a value here: which one is the reduction? | bind each: `let sum: f64 = x.iter().sum();`",
    );
    check("#[reduce(+ : sum)] fn f() { y[0] = x.iter().sum::<i32>(); }", "f.0 reduce + : sum sum(-)");
    check(
        "#[reduce(+ : y)] fn f() { y[0] = x.iter().sum::<i32>(); }",
        "SC0402 `y` the clause names `y`, the iterator comes to something else | write `#[reduce(+ : sum)]`",
    );
    check(
        "#[reduce(+ : x)] fn f() -> i64 { x.iter().sum() }",
        "SC0402 `x` the clause names `x`, the iterator comes to something else | write `#[reduce(+ : sum)]`",
    );
    check(
        "#[reduce(+ : s, max : s)] fn f() { let s: i64 = x.iter().sum(); }",
        "SC0105 `s` `s` is named twice | leave one of them out",
    );
}

#[test]
fn annotated_loops() {
    check(
        "#[scan] fn f() { #[scan(+ : y)] for i in 1..9 {} for r in 0..3 { #[scan_runtime::scan(max : z)] 'a: while i < 9 {} } }",
        "f.0 + : y for, f.1 max : z while",
    );
    check(
        "#[scan] fn f() { let g = || { #[scan(+ : y)] for i in 1..9 {} }; match a { _ => #[scan(* : z)] for i in 1..9 {} } }",
        "f.0 + : y for, f.1 * : z for",
    );
    check(
        "#[scan] fn f() { #[scan(+ : y)] let y: Vec<_> = x.iter().scan(0, |a, x| Some(*a)).collect(); }",
        "f.0 + : y collect(y)",
    );
}

#[test]
fn the_runtimes_name_is_inherited() {
    let (function, diagnostics) =
        sites("#[scan(crate = a)] fn f() { #[scan(+ : y)] for i in 1..9 {} #[scan(+ : y, crate = b)] for i in 1..9 {} }");
    assert!(!diagnostics.has_errors());
    let names = function.sites.iter().map(|site| site.attribute.runtime.to_token_stream().to_string()).collect::<Vec<_>>();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn no_loop_or_too_many() {
    let which = "write a bare `#[scan]` on the function, and its clauses as `#[scan(…)]` on";
    check(
        "#[scan(+ : y)] fn f() {}",
        "SC0121 `f` the function has no loop to scan | a scan is a `for` loop, a `while` loop, or `let y = x.iter().scan(…).collect();`",
    );
    check(
        "#[scan(+ : y)] fn f() { loop { break } }",
        "SC0121 `loop` a `loop` has no bound, so it cannot be a scan | put its condition into a `while` loop that counts: `while i < n { …; i += 1; }`",
    );
    check(
        "#[scan(+ : y)] fn f() { fn g() { for i in 1..9 {} } }",
        "SC0121 `f` the function has no loop to scan | a scan is a `for` loop, a `while` loop, or `let y = x.iter().scan(…).collect();`",
    );
    check(
        "#[reduce(|| : y)] fn f(x: &[i32]) -> bool { x.iter().any(|v| *v > 0) }",
        "SC0121 `any` `any` looks for an item, and combines nothing | write `#[parallel_for]`",
    );
    check(
        "#[scan(+ : y)] fn f() { for i in 1..9 {} while a {} }",
        &format!("SC0122 `while` the function has 2 loops: which one is the scan? | {which} the loop"),
    );
    check(
        "#[scan(+ : y)] fn f() { for i in 1..9 { for j in 1..9 {} g(); } for i in 1..9 {} }",
        &format!("SC0122 `for` this loop stands inside another: which one is the scan? | {which} the inner loop"),
    );
    check(
        "#[scan] fn f() { for i in 1..9 {} }",
        "SC0121 `f` a bare `#[scan]` on a function without annotated loops | write `#[scan(+ : y)]` on the function, or on the loop in it that is the scan; with `auto` for `+` the operator is derived",
    );
}

/// The variable of the one loop that is meant.
fn variable_of(input: &str) -> String {
    let (function, diagnostics) = sites(input);
    assert!(!diagnostics.has_errors(), "{}", findings(&diagnostics));
    match function.sites.as_slice() {
        [ScanSite { syntax: LoopSyntax::For(syntax), .. }] => syntax.pat.to_token_stream().to_string(),
        other => panic!("{input}: {} loops", other.len()),
    }
}

#[test]
fn of_a_nest_that_goes_over_elements_the_loop_around_is_meant() {
    for nest in [
        "#[reduce(+ : c)] fn f() { for v in x { for k in 0..3 { c[k] += v[k]; } } }",
        "#[reduce(min : c)] fn f() { for v in x { for k in 0..3 { c[k] = c[k].min(v[k]); } } }",
        "#[reduce(+ : c)] fn f() { for v in x { for i in 0..2 { for j in 0..2 { c[i][j] += v[i]; } } } }",
        "#[reduce(+ : c)] fn f() { for v in x { for (c, k) in c.iter_mut().zip(v) { *c += k; } } }",
    ] {
        assert_eq!(variable_of(nest), "v", "{nest}");
    }
    for nest in [
        "#[scan(+ : c)] fn f() { for v in x { for k in 1..9 { c[k] = c[k - 1] + v[k]; } } }",
        "#[scan(+ : s)] fn f() { for v in x { for k in 0..9 { s += v[k]; c[k] = s; } } }",
    ] {
        assert_eq!(variable_of(nest), "k", "{nest}");
    }
}

#[test]
fn searches() {
    check("#[parallel_for] fn f() { for i in 1..9 { if a { break; } } }", "f.0  search for");
    check("#[parallel_for] fn f() { for i in 1..9 { for j in 1..9 { if a { return 1; } } } }", "f.0  search for");
    check("#[parallel_for] fn f() { for i in 1..9 { y[i] = 1; for j in 1..9 { if a { break; } } } }", "f.0  for");
    check("#[parallel_for] fn f() { for i in 1..9 { if a { panic!(); } } }", "f.0  search for");
    check("#[parallel_for] fn f() { for i in 1..9 { if a { panic!(); } y[i] = 1; } }", "f.0  for");
    check("#[reduce(|| : y)] fn f() { for i in 1..9 { if a { y = true; break; } } }", "f.0 reduce || : y for");
    check("#[parallel_for] fn f(x: &[i32]) -> bool { x.iter().any(|v| *v > 0) }", "f.0  search any(-)");
    check("#[parallel_for] fn f() { let at = x.iter().position(|v| *v > 0).unwrap_or(9); }", "f.0  search position(-)");
    check("#[scan] fn f() { #[parallel_for] let at = x.iter().find(|v| **v > 0); }", "f.0  search find(at)");
    check(
        "#[scan] fn f() { #[reduce(|| : y)] let y = x.iter().any(|v| *v > 0); }",
        "SC0402 `y` `any` looks for an item, and combines nothing | write `#[parallel_for]`",
    );
}

#[test]
fn misplaced_annotations() {
    let put = "put it on a `for` loop, a `while` loop, `let y = x.iter().scan(…).collect();`, or `let s: i64 = x.iter().sum();`";
    check("#[scan] fn f() { #[scan(+ : y)] let a = 3; }", &format!("SC0125 `#[scan(+ : y)]` `#[scan]` is not on a loop | {put}"));
    check("#[scan] fn f() { #[scan(+ : y)] if a {} }", &format!("SC0125 `#[scan(+ : y)]` `#[scan]` is not on a loop | {put}"));
    check("#[scan] fn f() { #[scan(+ : y)] y = 3; }", &format!("SC0125 `#[scan(+ : y)]` `#[scan]` is not on a loop | {put}"));
    check("#[scan] fn f() { #[scan(+ : y)] g!(); }", &format!("SC0125 `#[scan(+ : y)]` `#[scan]` is not on a loop | {put}"));
    check("#[scan] fn f() { #[scan(+ : y)] loop {} }", &format!("SC0125 `#[scan(+ : y)]` `#[scan]` is not on a loop | {put}"));
    check(
        "#[scan] fn f() { #[scan(+ : y)] for i in 1..9 { #[scan(+ : z)] for j in 1..9 {} } }",
        "SC0123 `#[scan(+ : z)]` an annotated loop inside an annotated loop | keep the `#[scan(…)]` of the inner loop and remove the outer one",
    );
    check(
        "#[scan(+ : y)] fn f() { #[scan(+ : y)] for i in 1..9 {} }",
        "SC0124 `+` the function and its loops both say what to scan | write a bare `#[scan]` on the function, and the clauses on the loops",
    );
    check(
        "#[scan(device(gpu))] fn f() { #[scan(+ : y)] for i in 1..9 {} }",
        "SC0124 `device` this clause belongs to one loop, the function's loops have their own `#[scan(…)]` | move the clause to the loop's `#[scan(…)]`",
    );
    check(
        "#[scan] #[scan] fn f() { #[scan(+ : y)] for i in 1..9 {} }",
        "SC0127 `#[scan]` a second annotation of this function | leave one of them out",
    );
    check(
        "#[scan(+ : y)] #[reduce] fn f() { for i in 1..9 {} }",
        "SC0127 `#[reduce]` a second annotation of this function | leave one of them out",
    );
}

#[test]
fn several_attributes_are_for_one_loop() {
    check("#[scan] fn f() { #[scan(+ : y)] #[reduce(+ : z)] for i in 1..9 {} }", "f.0 + : y, reduce + : z for");
    check("#[scan(+ : y)] #[scan(max : z)] fn f() { for i in 1..9 {} }", "f.0 + : y, max : z for");
    check(
        "#[scan] fn f() { #[scan(+ : y, device(gpu))] #[reduce(+ : z, device(gpu))] for i in 1..9 {} }",
        "SC0107 `device` `device` occurs twice | leave one of them out",
    );
    check("#[scan(+ : y)] #[reduce(+ : y)] fn f() { for i in 1..9 {} }", "SC0105 `y` `y` is named twice | leave one of them out");
}

#[test]
fn malformed_attributes_of_loops() {
    check(
        "#[scan] fn f() { #[scan] for i in 1..9 {} }",
        "SC0102 `#[scan]` `#[scan]` names no operator | write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans",
    );
    check(
        "#[scan] fn f() { #[scan = 3] for i in 1..9 {} }",
        "SC0102 `` `=` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`",
    );
    check(
        "#[scan] fn f() { #[scan(/ : y)] for i in 1..9 {} #[scan(+ y)] for i in 1..9 {} }",
        "SC0102 `/` `/` is not an operator of a scan | built-in operators are `+ - * & | ^ && || min max`\nSC0103 `y` expected `:` after the operator `+` | write `+ : y`",
    );
}

#[test]
fn what_is_no_function() {
    check(
        "#[scan(+ : y)] const fn f() { for i in 1..9 {} }",
        "SC0126 `const` a `const fn` cannot run on a device | remove `const`, or remove `#[scan]`",
    );
    check(
        "#[scan(+ : y)] fn f(&self);",
        "SC0120 `f` this function has no body, so no loop | put `#[scan]` on the functions that implement it",
    );
    check(
        "#[scan(+ : y)] struct S;",
        "SC0120 `struct S;` `#[scan]` is not on a function | put it on the function that holds the loop",
    );
    check(
        "#[scan(+ : y)] let a = 3;",
        "SC0120 `let` cannot read this as a function: expected `fn` | put `#[scan]` on the function that holds the loop",
    );
    let (function, diagnostics) = sites("#[scan(+ : y)]");
    assert!(function.clean.is_empty() && diagnostics.has_errors());
}

#[test]
fn loops_are_replaced_in_place() {
    check_replaced(
        "#[scan] #[inline] pub fn f<T>(y: &mut [T]) -> Vec<i32> { /* one */ let z = 0; #[scan(+ : y)] #[allow(a)] for i in 1..9 { g(); } *y = 1; #[scan(+ : v)] let v = x.iter().scan(0, |a, x| Some(*a)).collect(); v }",
        "#[inline] pub fn f<T>(y: &mut [T]) -> Vec<i32> { let z = 0; #[allow(a)] { 0 } *y = 1; let v = { 1 }; v }",
    );
    check_replaced(
        "#[scan(+ : y)] fn f(mut self: Box<Self>) { match a { 0 => for i in 1..9 {} _ => {} } }",
        "fn f(mut self: Box<Self>) { match a { 0 => { 0 }, _ => {} } }",
    );
    check_replaced("#[scan] fn f() { #[scan(+ : y)] y = x.iter().scan(0, |a, x| Some(*a)).collect(); }", "fn f() { y = { 0 }; }");
}

#[test]
fn conditional_compilation_of_a_loop_is_kept() {
    check_replaced("#[scan] fn f() { #[cfg(a)] #[scan(+ : y)] for i in 1..9 {} }", "fn f() { #[cfg(a)] { 0 } }");
    check_replaced(
        "#[scan] fn f() { #[cfg(a)] #[scan(+ : y)] let y = x.iter().scan(0, |a, x| Some(*a)).collect(); }",
        "fn f() { #[cfg(a)] let y = { 0 }; }",
    );
}

#[test]
fn the_clean_function_has_no_annotation_of_ours() {
    check_clean(
        "#[scan] #[inline] fn f() { #[cfg(a)] #[scan(/ : y)] 'a: for i in 1..9 { #[scan(+ : z)] for j in 1..9 {} } #[scan::scan(+ : y)] let a = 3; #[x::scan] y = 4; #[scan(+ : v)] if a {} }",
        "#[inline] fn f() { #[cfg(a)] 'a: for i in 1..9 { for j in 1..9 {} } let a = 3; y = 4; if a {} }",
    );
    check_clean("#[scan(+ : y)] struct S { a: u8 }", "struct S { a: u8 }");
    check_clean(
        "#[scan(+ : y)] fn f() { #[scan(+ : y)] fn g() { for i in 1..9 {} } }",
        "fn f() { #[scan(+ : y)] fn g() { for i in 1..9 {} } }",
    );
}

#[test]
fn types_are_those_at_the_loop() {
    let (function, _) = sites(
        "#[scan] fn f(x: &[f32]) { let y = vec![0u8; 4]; #[scan(+ : y)] for i in 1..4 {} let y = 1i64; #[scan(+ : x)] for i in 1..4 {} }",
    );
    let u8 = ir::Type::Scalar(ir::Scalar::Int(ir::Int::U8));
    let i64 = ir::Type::Scalar(ir::Scalar::Int(ir::Int::I64));
    assert_eq!(function.sites[0].types.names["y"], Known::Sequence(Some(u8)));
    assert_eq!(function.sites[1].types.names["y"], Known::Value(i64));
}

#[test]
fn the_let_of_a_collected_scan_types_it_unless_the_chain_means_another() {
    let f32 = ir::Type::Scalar(ir::Scalar::Float(ir::Float::F32));
    let (function, _) =
        sites("#[scan(+ : y)] fn f(x: &[f32]) { let y: Vec<f32> = x.iter().scan(0.0, |a, x| Some(*a)).collect(); }");
    assert_eq!(function.sites[0].types.names["y"], Known::Sequence(Some(f32)));
    let (function, _) =
        sites("#[scan(+ : x)] fn f(x: &[u8]) { let x: Vec<f32> = x.iter().scan(0.0, |a, x| Some(*a)).collect(); }");
    let u8 = ir::Type::Scalar(ir::Scalar::Int(ir::Int::U8));
    assert_eq!(function.sites[0].types.names["x"], Known::Sequence(Some(u8)));
}

#[test]
fn of_a_nest_the_innermost_is_meant() {
    for nest in [
        "for i in 1..9 { for j in 1..9 {} }",
        "for i in 1..9 { let k = i * 9; for j in 1..9 {} }",
        "for i in 1..9 { let k = i * 9; let mut acc = 0; for h in 1..9 { for j in 1..9 {} } }",
        "if a { for i in 1..9 { let mut j = 0; while j < 9 {} } }",
    ] {
        let mut diagnostics = Diagnostics::default();
        let function =
            function_sites(Word::Scan, quote!(+ : y), format!("fn f() {{ {nest} }}").parse().expect("tokens"), &mut diagnostics);
        assert!(!diagnostics.has_errors(), "{nest}");
        let [site] = function.sites.as_slice() else { panic!("{nest}: {} loops", function.sites.len()) };
        let is_innermost = match &site.syntax {
            LoopSyntax::For(syntax) => syntax.pat.to_token_stream().to_string() == "j",
            LoopSyntax::While(_) => true,
            LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) | LoopSyntax::Search(_) => false,
        };
        assert!(is_innermost, "{nest}");
    }
    let which = "write a bare `#[scan]` on the function, and its clauses as `#[scan(…)]` on the inner loop";
    check(
        "#[scan(+ : y)] fn f() { for i in 1..9 { for j in 1..9 {} } for k in 1..9 {} }",
        &format!("SC0122 `for` this loop stands inside another: which one is the scan? | {which}"),
    );
}

/// On the function, and on the outermost loop itself.
#[test]
fn of_a_nest_the_innermost_that_stores_at_places_of_its_own_is_independent() {
    for (nest, meant) in [
        ("for i in 0..n { for j in 0..m { y[i * m + j] = 1; } }", "j"),
        ("for i in 0..n { let row = i * m; for j in 0..m { let k = j + 1; y[row + k] += 1; z[k] = k; } }", "j"),
        ("for i in 0..n { for (a, b) in x.iter().zip(&mut y) { *b = a + i; } }", "(a , b)"),
        ("for i in 0..n { for p in points.iter_mut() { p.x[0] = i; p.y += 1; } }", "p"),
        ("for row in y.chunks_mut(m) { for j in 0..m { row[j] = 1; } }", "j"),
        ("for i in 0..n { for j in 0..n { let mut s = 0; for k in 0..n { s += k; } y[i * n + j] = s; } }", "j"),
        ("for i in 0..n { for j in 0..n { for k in 0..n { y[i * n + j] += x[k]; } } }", "j"),
        ("for t in 0..n { for i in 0..n { for j in 0..m { y[i * m + j] = 1; } } }", "j"),
        ("for i in 0..n { for j in 0..m { (y[i * m + j], self.z[j]) = (1, 2); } }", "j"),
        // An iteration of the outer loop has them to itself.
        ("for i in 0..n { for j in 0..m { y[i] += x[j]; } }", "i"),
        ("for i in 0..n { for j in 0..m { y[i * m + j] = 1; s += 1; } }", "i"),
        ("for i in 0..n { for j in 0..m { let row = i * m; y[row] += x[j]; } }", "i"),
        ("for p in y.iter_mut() { for k in 0..3 { p.x[k] += 1; } }", "p"),
        ("for i in 0..n { for k in 0..3 { y[i].x[k] += 1; } }", "i"),
        ("for pixel in y.chunks_exact_mut(3) { for k in 0..3 { pixel[k] = 1; } }", "pixel"),
        ("for i in 0..n { let y = &mut z[i]; for k in 0..m { *y += k; } }", "i"),
        ("for i in 0..n { for j in 0..m { work(j); } }", "i"),
        ("for i in 0..n { for j in 0..m { let mut t = j; t += 1; } }", "i"),
        ("for i in 0..n { while go { y[j] = 1; } }", "i"),
    ] {
        for (word, attribute) in [(Word::ParallelFor, ""), (Word::Scan, "#[parallel_for] #[rustfmt::skip]")] {
            let function = format!("fn f() {{ {attribute} {nest} }}").parse().expect("tokens");
            let function = function_sites(word, quote!(), function, &mut Diagnostics::default());
            let [site] = function.sites.as_slice() else { panic!("{nest}: {} loops", function.sites.len()) };
            let LoopSyntax::For(syntax) = &site.syntax else { panic!("{nest}") };
            assert_eq!(syntax.pat.to_token_stream().to_string(), meant, "{nest}");
        }
    }
}

#[test]
fn of_loops_in_a_loop_that_does_more_the_outermost_is_meant() {
    for outer in [
        "for i in 1..9 { for j in 1..9 {} for k in 1..9 {} }",
        "for i in 1..9 { let s = { for j in 1..9 {} 3 }; for k in 1..9 {} }",
        "for i in 1..9 { a += 1; for j in 1..9 {} }",
    ] {
        for word in [Word::Scan, Word::ParallelFor] {
            let clauses = if word == Word::Scan { quote!(+ : y) } else { quote!() };
            let mut diagnostics = Diagnostics::default();
            let function =
                function_sites(word, clauses, format!("fn f() {{ {outer} }}").parse().expect("tokens"), &mut diagnostics);
            let [site] = function.sites.as_slice() else { panic!("{outer}: {} loops", function.sites.len()) };
            let LoopSyntax::For(syntax) = &site.syntax else { panic!("{outer}") };
            assert_eq!(syntax.pat.to_token_stream().to_string(), "i", "{outer}");
        }
    }
}
