//! What is not the header of a scan: the code, and the expression that stops it.

use super::refuse;

#[test]
fn pair_under_one_name() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for p in x.iter().zip(z) { acc += p.0; y[0] = acc; }", &[(207, "p")]);
}

#[test]
fn range_without_end() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0.. { y[i] = y[i - 1] + x[i]; }", &[(201, "0..")]);
}

#[test]
fn iterator_of_a_call() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for x in values().iter() { acc += x; y[0] = acc; }", &[(201, "values()")]);
}

#[test]
fn rows_in_the_header() {
    refuse(
        "x: &[Vec<i32>], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(&x[n]) { acc += x; *y = acc; }",
        &[(201, "x[n]")],
    );
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(&x[f()..]) { acc += x; *y = acc; }",
        &[(204, "f()")],
    );
}

#[test]
fn chunks_of_unknown_length() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    let over = |chunks: &str| format!("for (y, c) in y.iter_mut().zip(x.{chunks}) {{ acc += c[0]; *y = acc; }}");
    refuse(parameters, &over("chunks_exact(0)"), &[(208, "chunks_exact")]);
    refuse(parameters, &over("as_chunks::<N>().0"), &[(208, "as_chunks")]);
    refuse(parameters, &over("chunks_exact(2).skip(1).windows(2)"), &[(208, "windows")]);
}

#[test]
fn unknown_adaptor() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for w in x.chunks(2) { acc += w[0]; y[0] = acc; }", &[(208, "chunks")]);
}

#[test]
fn windows() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    let over = |length: &str, value: &str| {
        format!("for (y, w) in y.iter_mut().zip(x.windows({length})) {{ acc += {value}; *y = acc; }}")
    };
    refuse(parameters, &over("n", "g(w)"), &[(305, "w")]);
    refuse(parameters, &over("0", "w[0]"), &[(208, "windows")]);
    refuse(parameters, &over("2", "w[2]"), &[(305, "2")]);
    refuse(parameters, &over("2", "g(w)"), &[(305, "w")]);
}

#[test]
fn reversed_zip() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(x).rev() { acc += x; *y = acc; }",
        &[(208, "rev")],
    );
}

#[test]
fn mapped_range() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (0..n).map(f) { acc += x[i]; y[i] = acc; }", &[(208, "map")]);
}

#[test]
fn variable_step() {
    let parameters = "x: &[i32], y: &mut [i32], n: u32";
    refuse(parameters, "for i in (0..n).step_by(k) { acc += x[i as usize]; y[i as usize] = acc; }", &[(203, "0..n")]);
    refuse(parameters, "for i in (0..=9).step_by(k) { acc += x[i]; y[i] = acc; }", &[(203, "0..=9")]);
    refuse(parameters, "for (i, x) in (0..).zip(x) { acc += x; y[i as usize] = acc; }", &[(203, "0..")]);
    refuse(parameters, "for i in (0usize..).step_by(k) { acc += x[i]; y[i] = acc; }", &[(201, "(0usize..).step_by(k)")]);
}

#[test]
fn step_of_zero() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (0..n).step_by(0) { acc += x[i]; y[i] = acc; }", &[(203, "0")]);
}

#[test]
fn reversed_step() {
    refuse(
        "x: &[i32], y: &mut [i32], n: u32",
        "for i in (0..n).step_by(2).rev() { acc += x[i as usize]; y[i as usize] = acc; }",
        &[(203, "0..n")],
    );
}

#[test]
fn bound_with_side_effects() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..next() { acc += x[i]; y[i] = acc; }", &[(204, "next()")]);
}

#[test]
fn bound_that_takes() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in lines.next()..n { acc += x[i]; y[i] = acc; }",
        &[(204, "lines.next()")],
    );
}

#[test]
fn mutable_loop_variable() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for mut i in 0..n { acc += x[i]; y[i] = acc; }", &[(207, "mut i")]);
}

#[test]
fn loop_variable_changed() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[i] = acc; i += 1; }", &[(206, "i")]);
}

#[test]
fn pattern_of_a_struct() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for Pair { a, b } in x.iter() { acc += a; y[0] = acc; }",
        &[(207, "Pair { a, b }")],
    );
}

#[test]
fn while_let() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while let Some(v) = it.next() { acc += v; }",
        &[(202, "let Some(v) = it.next()")],
    );
}

#[test]
fn while_not_equal() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i != n { acc += x[i]; y[i] = acc; i += 1; }", &[(202, "i != n")]);
}

#[test]
fn while_with_two_conditions() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n && ok { acc += x[i]; y[i] = acc; i += 1; }",
        &[(202, "i < n && ok")],
    );
}

#[test]
fn while_without_step() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; }", &[(202, "i < n")]);
}

#[test]
fn while_doubling() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; i *= 2; }", &[(202, "i < n")]);
}

#[test]
fn while_step_under_a_condition() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { acc += x[i]; y[i] = acc; if acc > 0 { i += 1; } }",
        &[(202, "i < n")],
    );
}

#[test]
fn while_stepping_twice() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; i += 1; y[i] = acc; i += 1; }", &[(206, "i")]);
}

#[test]
fn while_moving_away() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; i -= 1; }", &[(202, "i -= 1")]);
}

#[test]
fn while_descending_below_zero() {
    refuse("x: &[i32], y: &mut [i32], n: usize, i: usize", "while i >= 0 { acc += x[i]; y[i] = acc; i -= 1; }", &[(202, "0")]);
}

#[test]
fn while_descending_by_two() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize, i: usize",
        "while i > 0 { acc += x[i]; y[i] = acc; i -= 2; }",
        &[(203, "i -= 2")],
    );
}

#[test]
fn while_bound_changed() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; n -= 1; i += 1; }", &[(205, "n")]);
}

#[test]
fn scan_that_ends_early() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "let y = x.iter().scan(0, |acc, &v| { *acc += v; None }).collect();",
        &[(210, "None")],
    );
}

#[test]
fn scan_collected_into_a_set() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "let y = x.iter().scan(0, |acc, &v| { *acc += v; Some(*acc) }).collect::<HashSet<_>>();",
        &[(210, "x.iter().scan(0, |acc, &v| { *acc += v; Some(*acc) }).collect::<HashSet<_>>()")],
    );
}

#[test]
fn map_collected() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    refuse(parameters, "let y = x.iter().filter(|v| **v > 1).collect();", &[(208, "collect")]);
    refuse(parameters, "let y = x.iter().map(|v| v + 1).rev().collect();", &[(208, "rev")]);
    let asked = "match x.get(k) { Some(v) if *v > 3 => Some(1), _ => None }";
    refuse(
        parameters,
        &format!("let y = (0..n).filter_map(|k| if k > 1 {{ {asked} }} else {{ None }}).collect();"),
        &[(304, asked)],
    );
    refuse(parameters, "let y = x.iter().filter_map(half).collect();", &[(305, "half")]);
    refuse(parameters, "let y = x.iter().filter_map(|v| v.parse().ok()).collect();", &[(304, "v.parse().ok()")]);
    refuse(
        parameters,
        "let y = x.iter().filter_map(|v| if *v > 1 { None } else { None }).collect();",
        &[(304, "if *v > 1 { None } else { None }")],
    );
}
