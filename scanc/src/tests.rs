//! The macro's front door.

use super::*;

fn expanded(arguments: &str, item: &str) -> String {
    expand(Word::Scan, arguments.parse().expect("tokens"), item.parse().expect("tokens"), None).to_string()
}

#[track_caller]
fn check(arguments: &str, item: &str, expected: &[&str], unexpected: &[&str]) {
    // As it would read in a file of which all names are known.
    let text = expanded(arguments, item).replace("__scan_", "").replace(":: core :: option :: Option ::", "");
    let squeezed = text.replace(char::is_whitespace, "");
    let has = |part: &str| squeezed.contains(&part.replace(char::is_whitespace, ""));
    expected.iter().for_each(|part| assert!(has(part), "{part}\nis not in\n{text}"));
    unexpected.iter().for_each(|part| assert!(!has(part), "{part}\nis in\n{text}"));
}

const SUM: &str = "fn sum(y: &mut [i32]) { for i in 1..y.len() { y[i] += y[i - 1]; } }";

#[test]
fn the_loop_becomes_a_block_that_holds_it() {
    let loop_itself = "for i in 1..y.len() { y[i] += y[i - 1]; }";
    check(
        "+ : y",
        SUM,
        &["fn sum(y: &mut [i32]) { {", "::scan_runtime::launch", loop_itself, "__kernel"],
        &["compile_error", "#[scan"],
    );
}

#[test]
fn an_error_leaves_the_function_and_says_why() {
    let ahead = "#[inline] fn sum(y: &mut [i32]) { for i in 1..y.len() { y[i] = y[i + 1] + 1; } }";
    check("+ : y", ahead, &[ahead, "compile_error! {", "[SC03"], &["launch"]);
    check("+ : z", SUM, &[SUM, "compile_error! {", "[SC04"], &["launch"]);
    check("", "struct S;", &["struct S;", "[SC0120]"], &[]);
}

#[test]
fn annotations_inside_go_whether_it_compiles_or_not() {
    let two = "fn f(a: &mut [f32], b: &mut [f32]) { #[scan(+ : a)] for i in 1..9 { a[i] += a[i - 1]; }
        #[scan(max : b)] for i in 1..9 { b[i] = b[i - 1].max(b[i]); } }";
    check("", two, &["fn f"], &["compile_error", "#[scan"]);
    check("", &two.replace("max : b", "min : b"), &["compile_error"], &["#[scan(+", "launch"]);
}

#[test]
fn the_runtime_goes_by_the_clause_s_name() {
    check("+ : y, crate = crate::rt", SUM, &["use crate::rt::launch"], &["::scan_runtime"]);
}

#[test]
fn methods_and_generic_functions_keep_their_form() {
    let method = "pub(crate) fn total<const N: usize>(&mut self, x: &[f64; N]) -> f64 where Self: Sized {
        let mut sum = 0.0; for i in 0..N { sum += x[i]; self.y[i] = sum; } sum }";
    check(
        "+ : sum",
        method,
        &["pub(crate) fn total<const N: usize>(&mut self", "let self_y = &mut self.y[..];"],
        &["compile_error"],
    );
}

#[test]
fn a_raw_identifier_has_the_type_of_its_declaration() {
    let raw = "fn f(r#in: &[i32], y: &mut [i64]) { let mut r#type = 0; for i in 0..y.len() { r#type += r#in[i] as i64; y[i] = r#type; } }";
    check("+ : r#type", raw, &[".input::<i32>(in,"], &["compile_error"]);
}

/// From where they lie to where it goes, by vectors; what a closure computes, converts, or may panic in, is the closure's.
#[test]
fn elements_and_scans_that_are_as_they_are_are_told() {
    let check = |body: &str, expected: &[&str], unexpected: &[&str]| {
        let function = format!(
            "fn f(x: &[i64], z: &[i32], y: &mut [i64], d: usize) {{ let mut s: i64 = 0; for i in 0..y.len() {{ {body} }} }}"
        );
        check("+ : s", &function, expected, &[unexpected, &["compile_error"]].concat());
    };
    let (elements, inclusive, exclusive) = (".elements::<i64>(x,", ".inclusive::<i64>(y,", ".exclusive::<i64>(y,");
    check("s += x[i]; y[i] = s;", &[elements, inclusive], &[]);
    check("let b = x[i + 1]; let c = b; y[i] = s; s = c + s;", &[elements, exclusive], &[]);
    check("s += x[i] * 2; y[i] = s;", &[".input::<i64>(x,", inclusive], &[elements]);
    check("s += z[i] as i64; y[i] = s;", &[".input::<i32>(z,", inclusive], &[".elements"]);
    check("s += x[i]; y[i] = s + 1;", &[elements, ".output::<i64>(y,"], &[".inclusive"]);
    check("s += x[2 * i]; y[i] = s;", &[".input::<i64>(x,"], &[elements]);
    check("s += x[i]; y[2 * i] = s;", &[elements, ".output::<i64>(y,"], &[".inclusive"]);
    check("if x[i] > 0 { s += x[i]; } y[i] = s;", &[".input::<i64>(x,", inclusive], &[elements]);
    check("s += x[i]; if i > d { y[i] = s; }", &[".output_if::<i64>(y,"], &[".inclusive"]);
}

#[test]
fn a_literal_has_one_type_in_element_and_output() {
    let function = |body: &str| {
        format!(
            "fn f(x: &[i64], y: &mut [i64]) {{ let mut s = 0; for i in 0..x.len() {{ {body} s += x[i] + t; y[i] = (t as f64) as i64 + s; }} }}"
        )
    };
    check("+ : s", &function("let t = 1 << 33;"), &["let t: i64 = 1 << 33; x[i] + t", "let t: i64 = 1 << 33; (t as f64)"], &[]);
    let reassigned = function("let mut t = 1; if x[i] > 0 { t = 70_000; } t = t * t;");
    let lets = "let t: i64 = 1; let t_2: i64 = if x[i] > 0 { 70_000 } else { t }; let t_3 = t_2 * t_2;";
    check("+ : s", &reassigned, &[&format!("{lets} x[i] + t_3"), &format!("{lets} (t_3 as f64)")], &[]);
}

#[test]
fn a_branch_that_only_panics_is_run() {
    let function = "fn f(x: &[i32], y: &mut [i32]) { let mut s = 0; for i in 0..x.len() { if x[i] < 5 { let _ = 7 / x[i]; } s += x[i]; y[i] = s; } }";
    check("+ : s", function, &["let _ = if x[i] < 5 { let _ = 7 / x[i]; false } else { false };", ".may_panic()"], &[]);
}

#[test]
fn a_literal_has_the_type_of_the_variable_that_it_is_assigned_to() {
    let function = |body: &str| {
        format!(
            "fn f(x: &[i32], w: &mut [u8], y: &mut [i32]) {{ let mut s = 0i32; for i in 0..x.len() {{ {body} s += (t * 2) as i32; y[i] = s; }} }}"
        )
    };
    let branches = function("let mut t = 0u8; if x[i] > 3 { t = 200; } else { t = 100; }");
    check("+ : s", &branches, &["let t_2: u8 = if x[i] > 3 { 200 } else { 100 }; (t_2 * 2) as i32"], &["compile_error"]);
    let assigned = function("let mut t: u8 = 9; t = 200;");
    check("+ : s", &assigned, &["let t_2: u8 = 200; (t_2 * 2) as i32"], &["compile_error"]);
    let elsewhere = function("let mut t = 5; w[i] = t; t = 200;");
    check("+ : s", &elsewhere, &["let t_2: u8 = 200; (t_2 * 2) as i32"], &["compile_error"]);
}

#[test]
fn a_literal_has_the_type_of_the_register_that_it_is_assigned_to() {
    let function = "fn f(x: &[i32], y: &mut [i32], mut last: u8) -> u8 { let mut s = 0; for i in 0..x.len() {
        last = 200; s += x[i] + (last * 2) as i32; y[i] = s; } last }";
    check("+ : s", function, &["let last_2: u8 = 200; x[i] + (last_2 * 2) as i32"], &["compile_error"]);
}

#[test]
fn a_compared_element_may_be_any_expression() {
    let function = "fn f(x: &[i32], y: &mut [i32], k: i32) { let mut m = 0; for i in 0..x.len() { if x[i] * k > m { m = (x[i] * k); } y[i] = m; } }";
    check("max : m", function, &["launch::Max", "x[i] * k"], &["compile_error"]);
    let other = function.replace("m = (x[i] * k)", "m = x[i] * 2");
    check("max : m", &other, &["SC0314"], &["launch"]);
}

#[test]
fn a_maximum_of_flags_in_some_iterations() {
    let function =
        "fn f(x: &[bool], y: &mut [bool]) { let mut m = false; for i in 0..x.len() { if i > 2 { m = m.max(x[i]); } y[i] = m; } }";
    check("max : m", function, &["if i > 2 { x[i] } else { false }"], &["compile_error"]);
}

#[test]
fn what_a_fold_begins_with_has_the_type_of_what_it_comes_to() {
    let function = "fn f(p: &[usize]) -> usize { p.iter().enumerate().fold(0, |n, (i, p)| n + if i == *p { 1 } else { 0 }) }";
    let (arguments, item) = ("+ : fold".parse().expect("tokens"), function.parse().expect("tokens"));
    let found = expand(Word::Reduce, arguments, item, None).to_string();
    assert!(found.contains("usize") && !found.contains("i32") && !found.contains("compile_error"), "{found}");
}

#[test]
fn the_state_of_a_collected_scan_has_the_type_of_its_start() {
    let function = "fn f(x: &[u8], start: u16) -> Vec<u16> { x.iter().scan(start, |s, &v| { if v > 3 { *s = s.wrapping_add(1); } Some(*s) }).collect() }";
    check("+ : s", function, &["if x[i] > 3 { 1 } else { 0u16 }"], &["compile_error"]);
}

#[test]
fn a_narrow_counter_is_cast_after_its_step() {
    let function = "fn f(x: &[u8], y: &mut [u8]) { let (mut i, mut s) = (0i16, 0); while i < 9 { i += 1; s ^= x[i as usize]; y[i as usize] = s; } }";
    check("^ : s", function, &["launch"], &["compile_error"]);
}

#[test]
fn a_literal_has_its_type_from_a_use_that_nothing_else_needs() {
    let function = |body: &str| {
        format!("fn f(x: &[i32], w: &[u8], y: &mut [i32]) {{ let mut s = 0; for i in 0..x.len() {{ {body} y[i] = s; }} }}")
    };
    for body in [
        "let t = 200; let _unused: u8 = t; s += (t * 2) as i32;",
        "let t = 200; let u: u8 = t; s += (u * 2) as i32;",
        "let t = 200; let _ = t > w[i]; s += (t * 2) as i32;",
        "let t = 200; t > w[i]; s += (t * 2) as i32;",
        "let t = 200; if t > w[i] {} s += (t * 2) as i32;",
        "let t = 200; if x[i] > 0 { let _unused: u8 = t; } s += (t * 2) as i32;",
        "let mut t = 200; s += (t * 2) as i32; t = w[i];",
        "let mut t = 200; s += (t * 2) as i32; t = 5u8;",
        "let t = 200; let half = t / 2; let _unused = half + w[i]; s += (half * 4) as i32;",
    ] {
        check("+ : s", &function(body), &["mul_u8("], &["compile_error", "mul_i32("]);
    }
}

#[test]
fn a_primitive_type_is_what_it_is_called() {
    let check_of = |name: &str| format!("const _: fn({name}) -> ::core::primitive::{name} = |value| value;");
    let function = "fn f(x: &[u8], y: &mut [i32]) { let mut s = 0; for i in 0..x.len() { s += x[i] as i32; y[i] = s; } }";
    check("+ : s", function, &[&check_of("i32"), &check_of("u8")], &["compile_error", &check_of("f32")]);
}

#[test]
fn loops_in_an_iteration_look_for_their_elements_once() {
    let sums = "fn f(x: &[i32], m: usize, y: &mut [i32]) { #[parallel_for] for i in 0..y.len() {
        let mut s = 0; for k in 0..m { s += x[i + k]; } y[i] = s; } }";
    let slice = "const ulong x_items_from = checked_slice_of_item((ulong)i, m, x_len, &failed);";
    // What has not been found is not read.
    let loops = ["for (ulong k = 0; !failed && k < m; k++) {", "x[x_items_from + k]"];
    check("", sums, &[slice, loops[0], loops[1], "let x_items = &x[i..][..m];", "x_items[k]"], &["checked_index"]);
}

/// Statements in both branches of which an iteration may go on: what follows stands once.
#[test]
fn what_follows_an_early_end_is_not_repeated() {
    let length = |count: usize| {
        let ends: String = (0..count)
            .map(|k| format!("if x[i] > {k} {{ for v in &x[i..i + m] {{ s += v * {k}; }} if s > {k} {{ continue; }} }} "))
            .collect();
        let function = format!(
            "fn f(x: &[i64], m: usize, y: &mut [i64], z: &mut [i64]) {{ #[parallel_for] for i in 0..y.len() {{
            let mut s = 0i64; {ends} y[i] = s; if s > 3 {{ z[i] = s; }} }} }}"
        );
        let found = expand(Word::Scan, TokenStream::new(), function.parse().expect("tokens"), None).to_string();
        assert!(!found.contains("compile_error"), "{found}");
        assert_eq!(found.matches("for (ulong k").count(), count, "{found}");
        found.len()
    };
    let [two, four, eight] = [2, 4, 8].map(length);
    assert!(eight - four < 4 * (four - two), "{two} {four} {eight}");
}

/// Stores under conditions in a row: what decides over one of them stands once.
#[test]
fn conditions_of_stores_do_not_double() {
    let length = |count: usize| {
        let stores: String = (0..count)
            .map(|k| format!("if x[i] > {k} {{ if w[i] == {k} {{ y[i] = {k}; continue; }} else if f[i] {{ z[i] = {k}; }} }} "))
            .collect();
        let function = format!(
            "fn g(x: &[i32], w: &[i32], f: &[bool], y: &mut [i32], z: &mut [i32]) {{ #[parallel_for] for i in 0..x.len() {{
            {stores} y[i] = x[i]; }} }}"
        );
        let found = expand(Word::Scan, TokenStream::new(), function.parse().expect("tokens"), None).to_string();
        assert!(!found.contains("compile_error"), "{found}");
        found.len()
    };
    let [two, four, eight] = [2, 4, 8].map(length);
    assert!(eight - four < 4 * (four - two), "{two} {four} {eight}");
}

#[test]
fn what_a_loop_leaves_for_several_arrays_is_computed_once() {
    let plain = "let (mut s, mut t) = (0, 1); for k in 0..m { s += x[i + k]; t ^= s; }";
    let chosen = "let (mut s, mut t) = (0, 1); if x[i] > 3 { for k in 0..m { s += x[i + k]; t ^= s; } }";
    let stores = [
        "y[i] = s; z[i] = t;",
        "y[i] = s; z[i] = s / 2;",
        "y[i] = x[i]; if s > 3 { z[i] = t; }",
        "if s > 3 { y[i] = t; z[i] = s; }",
    ];
    for (body, stores) in [plain, chosen].into_iter().flat_map(|body| stores.map(|stores| (body, stores))) {
        let function = format!(
            "fn f(x: &[i32], m: usize, y: &mut [i32], z: &mut [i32]) {{ #[parallel_for] for i in 0..y.len() {{ {body} {stores} }} }}"
        );
        let found = expand(Word::Scan, TokenStream::new(), function.parse().expect("tokens"), None).to_string();
        assert!(!found.contains("compile_error"), "{found}");
        // For host threads, in the loop as written, and in the kernel.
        assert_eq!(
            (found.matches("for k in 0 ..").count(), found.matches("for (ulong k").count()),
            (2, 1),
            "{function}\n{found}"
        );
    }
    let nested = "fn f(x: &[i32], m: usize, y: &mut [i32], z: &mut [i32]) { #[parallel_for] for i in 0..y.len() {
        let (mut s, mut t) = (0, 1); for r in 0..m { for k in 0..m { s += x[i + r * k]; t ^= s; } } y[i] = s; z[i] = t; } }";
    let found = expand(Word::Scan, TokenStream::new(), nested.parse().expect("tokens"), None).to_string();
    assert_eq!((found.matches("for k in 0 ..").count(), found.matches("for (ulong k").count()), (2, 1), "{found}");
    // What panics before a loop may be why that ends.
    let ends = "fn f(x: &[usize], y: &mut [usize], z: &mut [i32]) { #[parallel_for] for i in 0..y.len() {
        assert!(x[i] > 0); let (mut k, mut t) = (0, 0); while k < 99 { k += x[i]; t += 1; } y[i] = k; z[i] = t; } }";
    let found = expand(Word::Scan, TokenStream::new(), ends.parse().expect("tokens"), None).to_string();
    let (asserted, repeat) = (found.find("asserted (__scan_x"), found.find("while __scan_k_2 < 99"));
    assert!(asserted.is_some() && asserted < repeat, "{found}");
    // Where the literal's type is that of the array that the second combines into, the first has no need of it.
    let bins = "fn f(n: usize, h: &mut [i64], g: &mut [u8]) { for i in 0..n { let j = 1; h[i % 16] += 3; g[i % 16] += j; } }";
    check_reduction("+ : h, + : g", bins);
    let sums = "fn f(x: &[i32], m: usize) -> (i32, i32) { let (mut a, mut b) = (0, 0); for i in 0..9 {
        let (mut s, mut t) = (0, 1); for k in 0..m { s += x[i + k]; t ^= s; } a += s; b ^= t; } (a, b) }";
    let found = expand(Word::Reduce, "+ : a, ^ : b".parse().expect("tokens"), sums.parse().expect("tokens"), None).to_string();
    assert_eq!(found.matches("for k in 0 ..").count(), 2, "{found}");
}

fn check_reduction(clause: &str, function: &str) {
    let (clause, function) = (clause.parse().expect("tokens"), function.parse().expect("tokens"));
    let found = expand(Word::Reduce, clause, function, None).to_string();
    assert!(!found.contains("compile_error"), "{found}");
}
