//! Iterators that come to a value.

use super::*;

const PARAMETERS: &str = "x: &[i32], y: &[i32], f: &[f64], n: usize, u: &[T]";

fn site_of(source: &str) -> ScanSite {
    let mut site = site(PARAMETERS, &format!("{};", source.trim_end_matches(';')), builtin());
    site.attribute.targets[0].reduction = true;
    site
}

#[track_caller]
fn check(source: &str, expected: &str) {
    check_site(&site_of(source), expected);
}

#[track_caller]
fn refuse(source: &str, expected: &[(u16, &str)]) {
    refuse_site(&site_of(source), expected);
}

#[test]
fn sums_and_products() {
    check(
        "x.iter().sum::<i32>()",
        "i: usize in 0..min(x.len()), step 1
         carries a state from 0i32 by Add
         e = x[i]
         x[i]
         Inclusive",
    );
    check(
        "let s: f64 = f.iter().zip(f).map(|(a, b)| a * b).sum();",
        "i: usize in 0..min(f.len(), f.len()), step 1
         carries a state from -0.0f64 by Add
         e = f[i] * f[i]
         f[i]
         Inclusive",
    );
    check(
        "x.iter().enumerate().rev().map(|(i, &v)| v as f64 + i as f64).product::<f64>()",
        "i: usize in (0..x.len()).rev(), step -1
         carries a state from 1.0f64 by Mul
         e = x[i] as f64 + i as f64
         x[i]
         Inclusive",
    );
    check(
        "(0..n).rev().map(|k| x[k] as u64).sum::<u64>()",
        "k: usize in (0..n).rev(), step -1
         carries a state from 0u64 by Add
         e = x[k] as u64
         x[k]
         Inclusive",
    );
}

#[test]
fn what_is_kept_is_summed_up_and_counted() {
    check(
        "let n = x.iter().filter(|&&v| v > 0).count();",
        "i: usize in 0..min(x.len()), step 1
         carries a state from 0usize by Add
         e = if x[i] > 0 { 1 } else { 0usize }
         x[i]
         Inclusive",
    );
    check(
        "x.iter().copied().zip(y).filter(|(a, b)| a < b).map(|(a, b)| b / a).filter(|q| q % 2 == 0).sum::<i32>()",
        "i: usize in 0..min(x.len(), y.len()), step 1
         carries a state from 0i32 by Add
         e = if x[i] < y[i] { let mapped = y[i] / x[i]; if mapped % 2 == 0 { mapped } else { 0i32 } } else { 0i32 }
         x[i], y[i]
         Inclusive",
    );
}

#[test]
fn greatest_and_least() {
    check(
        "let m: Option<i32> = x.iter().copied().max();",
        "i: usize in 0..min(x.len()), step 1
         carries a state from < i32 >::MIN by Max
         e = x[i]
         x[i]
         Inclusive",
    );
    check(
        "x.iter().map(|v| v.abs()).min()",
        "i: usize in 0..min(x.len()), step 1
         carries a state from < i32 >::MAX by Min
         e = x[i].abs()
         x[i]
         Inclusive",
    );
}

#[test]
fn folds() {
    check(
        "f.iter().copied().fold(f64::NEG_INFINITY, f64::max)",
        "i: usize in 0..min(f.len()), step 1
         carries a state from f64::NEG_INFINITY by Max
         e = f[i]
         f[i]
         Inclusive",
    );
    check(
        "x.iter().fold(n as i32, |mut acc, &v| { let w = v * 2; acc += w; acc })",
        "i: usize in 0..min(x.len()), step 1
         carries a state from n as i32 by Add
         e = { let w = x[i] * 2; w }
         x[i]
         Inclusive",
    );
    check(
        "x.iter().skip(1).fold(0, |s: i32, v| if *v > 3 { s ^ v } else { s })",
        "i: usize in 0..min(x.len().saturating_sub(1)), step 1
         carries a state from 0i32 by BitXor
         e = if x[i + 1] > 3 { x[i + 1] } else { 0i32 }
         x[i + 1]
         Inclusive",
    );
}

#[test]
fn what_nobody_looks_at_may_panic() {
    check(
        "x.iter().map(|v| 7 / v).count()",
        "i: usize in 0..min(x.len()), step 1
         carries a state from 0usize by Add
         e = { let mapped = 7 / x[i]; 1 }
         x[i]
         Inclusive",
    );
}

#[test]
fn types_are_written() {
    refuse("u.iter().sum()", &[(321, "sum")]);
    refuse("let s: Money = x.iter().sum();", &[(321, "Money")]);
    refuse("x.iter().sum::<Wrapping<i32>>()", &[(321, "Wrapping<i32>")]);
    refuse("u.iter().copied().max()", &[(321, "max")]);
    refuse("x.iter().map(|v| *v > 0).sum()", &[(321, "sum")]);
    refuse("let s: Money = x.iter().fold(0, |s, v| s + v);", &[(321, "Money")]);
}

#[test]
fn parts_of_tuples_have_names() {
    let expected = "i: usize in 0..min(x.len(), y.len()), step 1
         carries a state from 0i32 by Add
         e = x[i] * y[i]
         x[i], y[i]
         Inclusive";
    check("x.iter().zip(y).map(|p| p.0 * p.1).sum::<i32>()", expected);
    let named = expected.replace("e = x[i] * y[i]", "e = { let q_0_2 = x[i]; let q_1_0_2 = y[i]; q_0_2 * q_1_0_2 }");
    check("x.iter().zip(y).map(|p| (*p.0, (p.1, n))).map(|q| q.0 * (q.1).0).sum::<i32>()", &named);
}

#[test]
fn items_by_what_is_compared() {
    let greatest = "i: usize in 0..min(x.len()), step 1
         carries a state from < i32 >::MIN by Best { greatest: true, later_wins: true } compared
         e = x[i]
         carries a state from 0usize by along with 0
         e = i
         x[i]
         Inclusive";
    check("x.iter().max()", greatest);
    check("x.iter().max_by(|a, b| a.cmp(b))", greatest);
    check("x.iter().max_by(|&a, &b| { a.cmp(&b) })", greatest);
    check("x.iter().max_by(|a, b| Ord::cmp(a, b))", greatest);
    check("x.iter().copied().max_by(Ord::cmp)", greatest);
    check("x.iter().enumerate().max_by_key(|p| p.1)", greatest);
    check("x.iter().max_by(|a, b| b.cmp(a).reverse())", greatest);
    let first = greatest.replace("later_wins: true", "later_wins: false");
    check("x.iter().enumerate().min_by(|(_, a), (_, b)| b.cmp(a))", &first);
    check("x.iter().min_by_key(|v| std::cmp::Reverse(**v))", &first);
    check("x.iter().min_by(|a, b| a.cmp(b).reverse())", &first);
}

#[test]
fn other_comparisons() {
    for closure in [
        "|a, b| a.cmp(&(*b + 1))",
        "|a, b| a.cmp(&n)",
        "|a, a| a.cmp(a)",
        "|a, b| a.lt(b)",
        "|a, b| a.cmp(b).then(b.cmp(a))",
        "by",
        "|&a, b| a.cmp(b)",
    ] {
        refuse(&format!("x.iter().max_by({closure})"), &[(305, closure)]);
    }
    refuse("x.iter().max_by(|a, b| a.partial_cmp(b))", &[(305, "|a, b| a.partial_cmp(b)")]);
    refuse("p.iter().max_by(|a, b| a.a.total_cmp(&b.b))", &[(305, "|a, b| a.a.total_cmp(&b.b)")]);
    refuse("x.iter().max_by_key(by)", &[(305, "by")]);
    refuse("u.iter().max_by_key(|v| **v)", &[(321, "max_by_key")]);
    refuse("x.iter().reduce(|a, b| a)", &[(208, "reduce")]);
}

#[test]
fn other_adaptors() {
    refuse("x.iter().map(|v| v * v).take(3).sum::<i32>()", &[(208, "take")]);
    refuse("x.iter().filter(|v| **v > 0).enumerate().map(|(i, v)| i).sum::<usize>()", &[(208, "enumerate")]);
    refuse("x.iter().flat_map(|v| 0..*v).sum::<i32>()", &[(208, "flat_map")]);
    refuse("x.chunks(2).map(|v| v[0]).sum::<i32>()", &[(208, "chunks")]);
    refuse("u.iter().map(|v| v).cloned().sum::<i32>()", &[(208, "cloned")]);
}

#[test]
fn closures_change_nothing() {
    refuse("x.iter().map(|v| { k += 1; v * k }).sum::<i32>()", &[(323, "k")]);
    refuse("(0..n).map(|i| { w[i] = 1; x[i] }).sum::<i32>()", &[(323, "sum")]);
    refuse("x.iter().map(|v| { w.push(*v); v }).sum::<i32>()", &[(323, "sum")]);
    refuse("x.iter().map(|v| { if *v > 1 { if *v > 2 { return 1; } } *v }).sum::<i32>()", &[(301, "return 1")]);
    refuse("x.iter().filter_map(|v| Some(x.get(*v as usize)? + 1)).sum::<i32>()", &[(301, "x.get(*v as usize)?")]);
    refuse("x.iter().map(closures[0]).sum::<i32>()", &[(305, "closures[0]")]);
    refuse("x.iter().zip(y).sum::<i32>()", &[(305, "sum")]);
    refuse("x.iter().zip(y).map(|p| add(p)).sum::<i32>()", &[(207, "p")]);
    refuse("x.iter().zip(y).map(|p| { let (a, b) = p; a + p.1 }).sum::<i32>()", &[(207, "p")]);
    refuse("x.iter().fold(0i32, |s, v| s * s + v)", &[(313, "s * s")]);
}
