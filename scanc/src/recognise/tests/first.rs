//! First iterations that set what is carried, and reads that conditions on the loop variable guard.

use super::{Diagnostics, OperatorName, builtin, recognise, refuse_site, site, summary};

const PARAMETERS: &str = "x: &[i32], y: &mut [i32], v: &[f32], k: i32, s: f32, b: &mut [bool], n: usize, m: usize";

/// A loop whose operator is looked for, and not derived.
fn summarised(source: &str) -> String {
    let site = site(PARAMETERS, source, builtin());
    let found = recognise(&site, &mut Diagnostics::default());
    summary(&found.unwrap_or_else(|_| panic!("{source} is refused")))
}

/// What is carried and from what it starts, and the element.
#[track_caller]
fn check(source: &str, carried: &str, element: &str) {
    let found = summarised(source);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[1..3], [format!("carries {carried}"), format!("e = {element}")], "{source}");
}

#[track_caller]
fn refuse(source: &str, expected: &[(u16, &str)]) {
    refuse_site(&site(PARAMETERS, source, builtin()), expected);
}

#[test]
fn every_spelling() {
    let set = |source: &str, element: &str| check(source, "y[i - 1] from 0i32 by Add", element);
    let same = "if i == 0 { 3i32 } else { x[i] }";
    set("for i in 0..n { y[i] = if i == 0 { 3 } else { y[i - 1] + x[i] }; }", same);
    set("for i in 0..n { if i == 0 { y[i] = 3; } else { y[i] = y[i - 1] + x[i]; } }", same);
    set("for i in 0..n { y[i] = match i { 0 => 3, _ => y[i - 1] + x[i] }; }", same);
    set("for (i, e) in x.iter().enumerate() { let first = i == 0; y[i] = if first { 3 } else { y[i - 1] + e }; }", same);
    set("for i in 0..n { y[i] = if 0 == i || false { 3 } else { y[i - 1] + x[i] }; }", "if 0 == i { 3i32 } else { x[i] }");
    set("for i in 0..n { y[i] = if i > 0 && true { y[i - 1] + x[i] } else { 3 }; }", "if !(i > 0) { 3i32 } else { x[i] }");
    set("for i in 0..n { y[i] = if 1 <= i { y[i - 1] + x[i] } else { 3 }; }", "if !(1 <= i) { 3i32 } else { x[i] }");
    set("for i in 0..n { let b = if i < 1 { 0 } else { y[i - 1] }; y[i] = b + x[i]; }", "x[i]");
    check("for i in 0..n { if i != 0 { y[i] += y[i - 1]; } }", "y[i - 1] from 0i32 by Add flipped", "y[i]");
    set("for i in 2..n { y[i] = if i == 2 { 3 } else { y[i - 1] + x[i] }; }", "if i == 2 { 3i32 } else { x[i] }");
    set("for i in m..n { y[i] = if i <= m { 3 } else { y[i - 1] + x[i] }; }", "if i <= m { 3i32 } else { x[i] }");
}

#[test]
fn backwards() {
    let set = |source: &str, element: &str| check(source, "y[i + 1] from 0i32 by Add", element);
    set("for i in (0..n).rev() { y[i] = if i == n - 1 { 3 } else { y[i + 1] + x[i] }; }", "if i == n - 1 { 3i32 } else { x[i] }");
    set(
        "for i in (0..n).rev() { y[i] = if i + 1 < n { y[i + 1] + x[i] } else { 3 }; }",
        "if !(i + 1 < n) { 3i32 } else { x[i] }",
    );
    set("for i in (0..=n).rev() { y[i] = if i < n { y[i + 1] + x[i] } else { 3 }; }", "if !(i < n) { 3i32 } else { x[i] }");
    set("for i in (0..9).rev() { y[i] = if i == 8 { 3 } else { y[i + 1] + x[i] }; }", "if i == 8 { 3i32 } else { x[i] }");
    set(
        "for i in (0..x.len()).rev() { y[i] = if x.len() == i + 1 { 3 } else { y[i + 1] + x[i] }; }",
        "if x_len == i + 1 { 3i32 } else { x[i] }",
    );
}

#[test]
fn variables_and_other_operators() {
    check("for i in 0..n { if i == 0 || x[i] > k { k = x[i]; } y[i] = k; }", "k from i32::MIN by Max compared", "x[i]");
    check("for i in 0..n { if i == 0 { k = x[i]; } else { k = k.min(x[i]); } y[i] = k; }", "k from i32::MAX by Min", "x[i]");
    check(
        "for i in 0..n { k = if i == 0 { 2 } else { x[i] ^ k }; y[i] = k; }",
        "k from 0i32 by BitXor flipped",
        "if i == 0 { 2i32 } else { x[i] }",
    );
    check(
        "for i in 0..n { s = if i > 0 { s + v[i] } else { v[0] }; y[i] = s as i32; }",
        "s from -0.0f32 by Add",
        "if !(i > 0) { v[0] } else { v[i] }",
    );
}

/// What leaves any value as it is only a built-in operator says.
#[test]
fn operators_of_the_program() {
    let site = site(
        PARAMETERS,
        "for i in 0..n { y[i] = if i == 0 { 3 } else { poly::op(y[i - 1], x[i]) }; }",
        OperatorName::Path(syn::parse_str("poly::op").unwrap()),
    );
    refuse_site(&site, &[(314, "poly::op")]);
}

/// The condition holds in other iterations, too, or in none.
#[test]
fn conditions_on_other_iterations() {
    for condition in ["i == 1", "i == m", "i < 2", "i >= 0", "x[i] == 0", "i + 1 == 1", "i == n"] {
        let source = format!("for i in 0..n {{ y[i] = if {condition} {{ 3 }} else {{ y[i - 1] + x[i] }}; }}");
        refuse(&source, &[(319, "3")]);
    }
    refuse("for i in (0..n).rev() { y[i] = if i == n { 3 } else { y[i + 1] + x[i] }; }", &[(319, "3")]);
    refuse("for i in (0..n).rev() { y[i] = if i == 0 { 3 } else { y[i + 1] + x[i] }; }", &[(319, "3")]);
    refuse("for i in m..n { let m = x[i] as usize; y[i] = if i == m { 3 } else { y[i - 1] + x[i] }; }", &[(319, "3")]);
    // What the first iteration sets is looked at, too.
    refuse("for i in 0..n { y[i] = if i == 0 { y[i - 1] * 2 } else { y[i - 1] + x[i] }; }", &[(316, "if")]);
    refuse("for i in 0..n { if i == 0 || v[i] > s { s = v[i]; } }", &[(314, ">")]);
}

/// The program's own constants stay what they are.
#[test]
fn constants() {
    let element = "if i == 0 { b[i] } else { false }";
    check(
        "for i in 0..n { b[i] = if i == 0 { b[i] } else { false || b[i - 1] }; }",
        "b[i - 1] from false by Or flipped",
        element,
    );
    let source = "for i in 0..n { let never = false; b[i] = if i == 0 { b[i] } else { b[i - 1] || never }; }";
    check(source, "b[i - 1] from false by Or", "if i == 0 { b[i] } else { let never = false; never }");
}

/// Something else needs what is carried as it is before.
#[test]
fn what_is_used_before_it_is_set() {
    for source in [
        "for i in 0..n { y[i] = k; k = if i == 0 { 3 } else { k + x[i] }; }",
        "for i in 0..n { let before = k; if i == 0 { k = 3; } else { k += x[i]; } y[i] = before * 2; }",
        "for i in 0..n { if k > 3 { y[i] = 7; } k = if i == 0 { 3 } else { k + x[i] }; }",
        "for i in 0..n { if i == 0 { y[i] = k; k = 3; } else { k += x[i]; y[i] = k; } }",
    ] {
        refuse(source, &[(319, "3")]);
    }
    // In the first iteration nobody does.
    let exclusive = "for i in 0..n { y[i] = if i == 0 { 0 } else { k }; k = if i == 0 { 3 } else { k + x[i] }; }";
    check(exclusive, "k from 0i32 by Add", "if i == 0 { 3i32 } else { x[i] }");
}

/// A literal says its type where nothing else does any more.
#[test]
fn literals() {
    let set = |source: &str, element: &str| check(source, "y[i - 1] from 0i32 by Add", element);
    let element = "if !(i > 0) { 7i32.wrapping_add(x[i]) } else { x[i] }";
    set("for i in 0..n { y[i] = (if i > 0 { y[i - 1] } else { 7 }).wrapping_add(x[i]); }", element);
    let element = "if i == 0 { (-7i32).wrapping_add(x[i]) } else { x[i] }";
    set("for i in 0..n { let p = if i == 0 { -7 } else { y[i - 1] }; y[i] = p.wrapping_add(x[i]); }", element);
}

#[test]
fn guarded_reads() {
    let reads = |source: &str, expected: &str| {
        let found = summarised(source);
        assert!(found.contains(expected), "{source}: {found}");
    };
    reads("for i in 0..x.len() { if i == 0 || x[i] != x[i - 1] { k += 1; } y[i] = k; }", "x[i; i - 1 guarded]");
    reads("for i in 0..x.len() { if i >= m { k -= x[i - m]; } y[i] = k; }", "x[i - m guarded]");
    reads("for i in 0..n { if x[i] > 0 { k += x[i + 1]; } y[i] = k; }", "x[i; i + 1]");
    reads("for i in 0..n { if i > 3 { k += x[i + 1]; } k -= x[i + 1]; y[i] = k; }", "x[i + 1]");
    reads("for i in 0..n { if i == 9 { continue; } k += x[i + 1]; y[i] = k; }", "x[i + 1 guarded]");
}
