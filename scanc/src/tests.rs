//! The macro's front door.

use super::*;

fn expanded(arguments: &str, item: &str) -> String {
    expand(arguments.parse().expect("tokens"), item.parse().expect("tokens")).to_string()
}

#[track_caller]
fn check(arguments: &str, item: &str, expected: &[&str], unexpected: &[&str]) {
    let text = expanded(arguments, item);
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
    check("+ : y, crate = crate::rt", SUM, &["use crate::rt::launch;"], &["::scan_runtime"]);
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
    check("+ : r#type", raw, &[".input::<i32>(r#in,"], &["compile_error"]);
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
    check("+ : s", function, &["let _ = if x[i] < 5 { let _ = 7 / x[i]; false } else { false };", "may_panic: true"], &[]);
}
