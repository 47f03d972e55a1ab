//! `#[scan(auto : a, b)]`: which updates are rows of one matrix, with their cells and amounts.

use super::{refuse_site, site};
use crate::diagnostic::{Diagnostics, Span};
use crate::ir::{Family, Map, OperatorKind, Row};
use crate::parse::{OperatorName, ScanSite, Target};
use crate::recognise::{Carried, recognise};
use crate::syntax::text;

const PARAMETERS: &str = "x: &[u32], y: &mut [u32], c: &[bool], f: &[f64], g: &mut [f64], h: &mut [f64], n: usize, a: u32, b: u32, d: u32, e: u32, p: f64, q: f64, s: f64, t: f64, l: &[i64], k: &mut [i64], v: i64, w: i64";

fn auto(places: &[&str], reassociate: bool, body: &str) -> ScanSite {
    let mut site = site(PARAMETERS, &format!("for i in 3..n {{ {body} }}"), OperatorName::Symbol("auto", Span::call_site()));
    let target = site.attribute.targets[0].clone();
    let place = |place: &&str| Target { place: syn::parse_str(place).expect("a place"), ..target.clone() };
    site.attribute.targets = places.iter().map(place).collect();
    site.attribute.reassociate = reassociate;
    site
}

/// Each row: its cells, and what is added.
fn rows(places: &[&str], body: &str) -> Vec<String> {
    let mut diagnostics = Diagnostics::default();
    let found = recognise(&auto(places, true, body), &mut diagnostics);
    let found = found.unwrap_or_else(|_| panic!("{body}: {diagnostics:?}"));
    let row = |carried: &Carried| match carried.operator.kind {
        OperatorKind::Map(Map { family: Family::Row(row), .. }) => row,
        _ => panic!("{body}: {found:?}"),
    };
    let Row { order, .. } = row(&found.carried[0]);
    let value = |number: usize| found.carried[number].element.stmts.iter().map(text).collect::<Vec<_>>().join(" ");
    let rows = (0..order).map(|number| {
        let row = row(&found.carried[number]);
        let cells: Vec<String> = (0..order).map(|column| value(row.cell(row.row, column).0)).collect();
        format!("{} | {}", cells.join(", "), value(number))
    });
    rows.collect()
}

#[test]
fn variables_of_each_other() {
    let fibonacci = ["0u32, 1u32 | 0u32", "1u32, 1u32 | x[i]"];
    assert_eq!(rows(&["y"], "y[i] = a; (a, b) = (b, a.wrapping_add(b).wrapping_add(x[i]));"), fibonacci);
    assert_eq!(rows(&["a", "b"], "let t = a; a = b; b = t + b + x[i]; y[i] = a;"), fibonacci);
    // What is set before is read as it is then.
    let after = ["1u32, 3 | 0u32", "1u32, u32::wrapping_add(3, 1u32) | 0u32"];
    assert_eq!(rows(&["y"], "a = a + 3 * b; b = a + b; y[i] = b;"), after);
    let chosen = ["!c[i], true | 0u32"];
    assert_eq!(
        rows(&["a"], "if c[i] { (a, b) = (b, a); } y[i] = a;").first(),
        chosen.first().map(|row| row.to_string()).as_ref()
    );
}

#[test]
fn copies_of_each_other() {
    // The variables stand in the order in which they are changed; of two cells of a row the first counts.
    let last_two = ["!c[i], false | f[i]", "c[i], true | 0.0f64"];
    assert_eq!(rows(&["s"], "if c[i] { s = t; t = f[i]; } g[i] = s;"), last_two);
    let swapped = ["false, true, false | 0u32", "true, false, false | 0u32", "false, false, !c[i] | x[i]"];
    assert_eq!(rows(&["a", "d"], "(a, b) = (b, a); if c[i] { d = x[i]; } else if n > 5 { d = d; } y[i] = a + d;"), swapped);
    refuse_site(&auto(&["s"], false, "if s > t { (s, t) = (t, s); } g[i] = s;"), &[(336, "if")]);
}

#[test]
fn what_the_last_iterations_stored() {
    let two = ["x[i], a | 1", "1u32, 0u32 | 0u32"];
    assert_eq!(rows(&["y"], "y[i] = x[i] * y[i - 1] + a * y[i - 2] + 1;"), two);
    let three = ["1u32, 1u32, u32::wrapping_neg(1u32) | 0u32", "1u32, 0u32, 0u32 | 0u32", "0u32, 1u32, 0u32 | 0u32"];
    assert_eq!(rows(&["y"], "y[i] = y[i - 1] + y[i - 2] - y[i - 3];"), three);
    // What was stored in between is carried, too.
    let gap = ["1u32, x[i], 0u32 | 0u32", "0u32, 0u32, 1u32 | 0u32", "1u32, 0u32, 0u32 | 0u32"];
    assert_eq!(rows(&["y"], "y[i] = y[i - 1] + x[i] * y[i - 3];"), gap);
    let four = "let t = a + b + d + e; e = d; d = b; b = a; a = t; y[i] = a;";
    assert_eq!(rows(&["y"], four).len(), 4);
}

#[test]
fn greatest_sums() {
    let none = "-4611686018427387904i64";
    let limited = |value: &str| format!("__scanc_launch::within({value}, term_limit)");
    let price = limited("l[i]");
    let trades = [format!("0i64, {price} | {none}"), format!("i64::wrapping_neg({price}), 0i64 | {none}")];
    assert_eq!(rows(&["k"], "let t = v; v = v.max(w + l[i]); w = w.max(t - l[i]); k[i] = v;"), trades);
    let amount = format!("0i64, 0i64 | __scanc_launch::within(l[i], {}i64)", 1i64 << 60);
    assert_eq!(rows(&["v", "w"], "let t = v.min(w).min(l[i]); w = v; v = t; k[i] = v;")[0], amount);
}

#[test]
fn floats_that_do_not_grow() {
    // What is the same in all iterations is looked at by the host.
    let fixed = rows(&["g"], "g[i] = p * g[i - 1] - q * g[i - 2] + f[i];");
    assert_eq!(fixed[0], "factor, factor_2 | __scanc_launch::within(f[i], 1e288f64)");
    let varying = rows(&["g"], "g[i] = f[i] * g[i - 1] + p * g[i - 2];");
    let rest = "1.0f64 - f64::abs(f[i])";
    assert_eq!(varying[0], format!("__scanc_launch::within(f[i], 1.0f64), __scanc_launch::within(p, {rest}) | 0.0f64"));
    refuse_site(
        &auto(&["g"], true, "g[i] = 2.0 * g[i - 1] - 1.0 * g[i - 2] + f[i];"),
        &[(335, "2.0 * g[i - 1] - 1.0 * g[i - 2] + f[i]")],
    );
    // What is shown leaves nothing for what is not.
    refuse_site(&auto(&["s", "t"], true, "s += f[i] * t; t = 0.5 * t + s * 0.1; g[i] = s;"), &[(335, "s += f[i] * t")]);
    refuse_site(&auto(&["g"], false, "g[i] = 0.5 * g[i - 1] - 0.5 * g[i - 2];"), &[(334, "0.5 * g[i - 1] - 0.5 * g[i - 2]")]);
}

#[test]
fn what_is_no_matrix() {
    let distances = "y[i] = y[i - 1] + y[i - 5];";
    refuse_site(&auto(&["y"], false, distances), &[(310, "y[i - 5]")]);
    let products = "let t = a; a = a * b; b = t + b; y[i] = a;";
    refuse_site(&auto(&["a", "b"], false, products), &[(336, "a * b")]);
    let five = "let t = a + b + d + e + n as u32; e = d; d = b; b = a; a = t; y[i] = a + y[i - 1];";
    assert!(recognise(&auto(&["y"], false, five), &mut Diagnostics::default()).is_err());
}
