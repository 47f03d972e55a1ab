//! Time and memory are bounded, whatever is compiled: each of these took gigabytes, or more than a stack.
#![cfg(unix)]

use super::workshop::{Run, Workshop};
use std::fmt::Write;

/// Address space for the command, which takes some 100 MB for a small file.
const KILOBYTES: usize = 1_000_000;

fn checked(text: &str) -> Run {
    Workshop::with(&[("a.rs", text)]).scanc_within(KILOBYTES, &["check", "a.rs"])
}

/// `statements` in a loop that scans.
fn scan(statements: &str) -> String {
    format!(
        "use scan_runtime::*;\n#[scan(+ : s)]\nfn f(x: &[i32], z: &[i32], y: &mut [i32]) {{\n    let mut s = 0i32;\n    \
         for i in 0..x.len() {{ {statements} y[i] = s; }}\n}}\n"
    )
}

/// A loop that stores `value`.
fn map(value: &str) -> String {
    format!(
        "use scan_runtime::*;\n#[parallel_for]\nfn f(x: &[i32], y: &mut [i32]) {{ for i in 0..x.len() {{ y[i] = {value}; }} }}\n"
    )
}

/// `line` with each number of `0..count` in the place of `#`, and the one before it in the place of `@`.
fn numbered(count: usize, line: &str) -> String {
    (1..=count).fold(String::new(), |mut text, at| {
        let _ = write!(text, "{} ", line.replace('#', &at.to_string()).replace('@', &(at - 1).to_string()));
        text
    })
}

#[test]
fn a_carried_value_that_many_branches_change() {
    checked(&scan(&numbered(40, "if x[i] > # { s += x[i]; } else { s += 1; }"))).ends(0, &["no errors"]);
    checked(&scan(&numbered(40, "if x[i] > # { s += #; }"))).ends(0, &["no errors"]);
}

#[test]
fn a_local_that_many_branches_change() {
    let branches = numbered(40, "if b > # { b = b ^ b / 3; }");
    checked(&scan(&format!("let mut b = x[i]; {branches} s += b;"))).ends(0, &["no errors"]);
    let nested = format!("let mut b = x[i]; {} b += 1; {} s += b;", numbered(40, "if b > # { b += #;"), "}".repeat(40));
    checked(&scan(&nested)).ends(0, &["no errors"]);
}

#[test]
fn a_chain_of_steps_that_each_use_the_last_one_twice() {
    checked(&scan(&format!("let mut h = x[i]; {} s += h;", numbered(60, "h ^= h >> 3;")))).ends(0, &["no errors"]);
    let carried = numbered(60, "let a# = a@ ^ (a@ / 3);");
    checked(&scan(&format!("let a0 = x[i]; {carried} if a60 > 3 {{ s += a60; }}"))).ends(0, &["no errors"]);
}

#[test]
fn a_chain_of_lets_in_an_index() {
    let gathered = numbered(60, "let a# = a@ ^ (a@ / 3);");
    checked(&scan(&format!("let a0 = x[i] as usize; {gathered} s += z[a60];"))).ends(0, &["no errors"]);
    let affine = numbered(60, "let a# = a@ * 2 - a@;");
    checked(&scan(&format!("let a0 = i; {affine} s += z[a60];"))).ends(0, &["no errors"]);
}

#[test]
fn arrays_of_arrays_that_nothing_holds() {
    let module = |items: &str| format!("use scan_runtime::*;\n#[declare_target]\nmod m {{ {items} }}\n");
    let declared = [
        "#[repr(C)] #[derive(Clone, Copy)] pub struct S { pub a: [[u8; 4096]; 4096] }",
        "pub fn f() -> u8 { let a = [[0u8; 4096]; 4096]; a[0][0] }",
        "pub const A: [[u8; 4096]; 4096] = [[0; 4096]; 4096]; pub fn f() -> u8 { A[0][0] }",
    ];
    for items in declared {
        checked(&module(items)).ends(1, &["error[SC0524]", "16,777,216"]);
    }
}

#[test]
fn syntax_that_is_deeper_than_a_stack() {
    let deep = |before: &str, after: &str| format!("{}x[i]{}", before.repeat(10_000), after.repeat(10_000));
    for (before, after) in
        [("&*", ""), ("*(&", ")"), ("||", ""), ("&", ""), ("!", ""), ("", " as i32"), ("", " + x[i]"), ("(", ")")]
    {
        checked(&map(&deep(before, after))).ends(1, &["error[SC0132]", "help"]);
    }
    let vectors = format!("type T = {}u8{};\n", "Vec<".repeat(10_000), ">".repeat(10_000));
    checked(&(vectors + &map("x[i]"))).ends(1, &["error[SC0132]"]);
}

#[test]
fn syntax_that_is_not_too_deep_finds_room_on_the_stack() {
    for (before, after) in [("*&", ""), ("!", ""), ("", " + x[i]"), ("", " as i32"), ("(", ")"), ("-(", ")"), ("{", "}")] {
        for times in (110..1_000).step_by(110) {
            let run = checked(&map(&format!("{}x[i]{}", before.repeat(times), after.repeat(times))));
            match run.code {
                Some(1) => run.ends(1, &["error[SC0132]"]),
                _ => run.ends(0, &["no errors"]),
            };
        }
    }
}

#[test]
fn a_number_of_a_hundred_thousand_digits() {
    checked(&map(&format!("x[i] + {}", "1".repeat(100_000)))).ends(1, &["error[SC0133]", "100,000 characters"]);
    checked(&format!("const A: f64 = {};\n{}", "1".repeat(100_000), map("x[i]"))).ends(1, &["error[SC0133]"]);
}

#[test]
fn a_file_of_tens_of_megabytes() {
    let comment = "// A line of a comment.\n".repeat(2_000_000);
    checked(&(map("x[i]") + &comment)).ends(1, &["error[SC0913]"]);
}
