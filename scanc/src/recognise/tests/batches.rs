//! Loops that are many scans: strides and lags from outside, and loops whose iterations are scans.

use super::super::batched;
use super::{Diagnostics, check, range, recognise, text};
use crate::parse::{Word, function_sites};

#[test]
fn a_column() {
    check(
        "x: &[i32], y: &mut [i32], h: usize, w: usize, c: usize",
        "for r in 1..h { y[r * w + c] = y[(r - 1) * w + c] + x[c + w * r]; }",
        "r: usize in 1..h, step 1
         carries y[r * w + c - w] by Add
         e = x[r * w + c]
         y[r * w + c] = after
         y[] written, x[r * w + c]
         w: usize = w
         c: usize = c
         Inclusive",
    );
}

#[test]
fn a_row() {
    check(
        "x: &[i32], y: &mut [i32], w: usize, r: usize",
        "for c in 0..w { acc += x[(r + 1) * w + c]; y[r * w + c] = acc; }",
        "c: usize in 0..w, step 1
         carries acc by Add
         e = x[c + w + r * w]
         y[c + r * w] = after
         x[c + w + r * w], y[] written
         r: usize = r
         w: usize = w
         Inclusive",
    );
}

#[test]
fn a_diagonal_backwards() {
    check(
        "y: &mut [i32], h: usize, w: usize",
        "for i in (0..h).rev() { y[i * (w + 1)] = y[i * (w + 1)] + y[(i + 1) * (w + 1)]; }",
        "i: usize in (0..h).rev(), step -1
         carries y[i + i * w + w + 1] by Add flipped
         e = y[i + i * w]
         y[i + i * w] = after
         y[i + i * w] written
         w: usize = w
         Inclusive",
    );
}

#[test]
fn a_stride_from_outside() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i * stride]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i * stride]
         y[i] = after
         x[i * stride], y[] written
         stride: usize = stride
         Inclusive",
    );
}

#[test]
fn a_lag() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 2..n { y[i] = y[i - 2] + x[i]; }",
        "i: usize in 2..n, step 1
         carries y[i - 2] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         lag 2
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).rev().step_by(3) { y[i] = y[i + 6] + x[i]; }",
        "i: usize in (0..n).rev(), step -3
         carries y[i + 6] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         lag 2
         Inclusive",
    );
}

#[test]
fn a_lag_from_outside() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).rev() { y[i] = y[i] + y[i + 2 * k]; }",
        "i: usize in (0..n).rev(), step -1
         carries y[i + 2 * k] by Add flipped
         e = y[i]
         y[i] = after
         y[i] written
         k: usize = k
         lag 2 * k
         Inclusive",
    );
}

/// The outer loop of the only annotated loop in `body` as `expected`, or none.
fn check_outer(body: &str, expected: Option<&str>) {
    let parameters = "x: &[i32], y: &mut [i32], z: &mut [i32], bias: &[i32], h: usize, w: usize, shape: Shape";
    let function = format!("fn f({parameters}) {{ {body} }}");
    let mut diagnostics = Diagnostics::default();
    let found = function_sites(Word::Scan, Default::default(), function.parse().expect("Rust"), &mut diagnostics);
    let recurrence = recognise(&found.sites[0], &mut diagnostics);
    let messages: Vec<_> = diagnostics.iter().map(super::describe).collect();
    let recurrence = recurrence.unwrap_or_else(|_| panic!("refused: {messages:?}"));
    let outer = batched(&found.sites[0], &recurrence).and_then(|both| both.outer);
    let outer = outer.map(|outer| {
        let captures = recurrence.captures.iter().zip(&outer.captures);
        let captures: Vec<_> = captures.map(|(capture, is)| format!("{} {is:?}", text(&capture.value))).collect();
        format!("{} in {}, step {}: {}", outer.index.name, range(&outer.range), outer.index.step, captures.join(", "))
    });
    assert_eq!(outer.as_deref(), expected, "{body}");
}

const ROW: &str = "let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; }";

#[test]
fn rows() {
    check_outer(&format!("for r in 0..h {{ {ROW} }}"), Some("r in 0..h, step 1: r Variable, w Fixed"));
    check_outer(
        &format!("for r in (0..=h).rev().step_by(1) {{ {ROW} }}"),
        Some("r in (0..=h).rev(), step -1: r Variable, w Fixed"),
    );
    check_outer(
        "for r in 0..bias.len() {
            let row = r * shape.w;
            let (mut t, mut m) = (bias[r], i32::MIN);
            #[scan(+ : t, max : m)]
            for c in 0..w { t += x[row + c]; m = m.max(x[row + c]); y[row + c] = t; z[row + c] = m + r as i32; }
        }",
        Some("r in 0..bias.len(), step 1: row Computed, r Variable"),
    );
}

#[test]
fn columns() {
    check_outer(
        "for c in 0..w { #[scan(+ : y)] for r in 1..h { y[r * w + c] += y[(r - 1) * w + c]; } }",
        Some("c in 0..w, step 1: w Fixed, c Variable"),
    );
}

#[test]
fn independent_iterations() {
    let (variable, both) = ("r in 0..h, step 1: r Variable, w Fixed", "c in 0..w, step 1: w Fixed, c Variable");
    check_outer("#[parallel_for] for r in 0..h { for c in 0..w { y[r * w + c] = x[r * w + c]; } }", Some(variable));
    check_outer("for c in 0..w { #[parallel_for] for r in 0..h { y[r * w + c] += 1; } }", Some(both));
    check_outer(
        "#[parallel_for] for r in 0..h { let b = bias[r]; for c in 0..w { let mut t = b; for k in 0..3 { t += x[c + k]; } z[c] = t; } }",
        Some("r in 0..h, step 1: b Computed"),
    );
}

/// The inner loop is launched alone.
#[test]
fn no_independent_iterations() {
    for body in [
        // Two places in one array, a condition, and a place that is computed.
        "for r in 0..h { #[parallel_for] for c in 0..w { if x[c] > 0 { y[r * w + c] = 1; } } }",
        "for r in 0..h { #[parallel_for] for c in 0..w { y[x[r * w + c] as usize] = 1; } }",
        // What is computed before the inner loops is what they store.
        "for r in 0..h { let b = y[r]; #[parallel_for] for c in 0..w { y[r * w + c] = b; } }",
        "for r in 0..h { #[parallel_for] for c in 0..r { y[r * w + c] = 1; } }",
        // Histograms.
        "for r in 0..h { #[reduce(+ : y)] for c in 0..w { y[x[r * w + c] as usize] += 1; } }",
    ] {
        check_outer(body, None);
    }
}

#[test]
fn the_innermost_of_three() {
    check_outer(&format!("for _ in 0..2 {{ for r in 0..h {{ {ROW} }} }}"), Some("r in 0..h, step 1: r Variable, w Fixed"));
}

/// The inner loop is launched alone.
#[test]
fn no_batches() {
    let alone = [
        // What a row begins with is left by the one before.
        "let mut t = 0; for r in 0..h { #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 1..h { let mut t = y[(r - 1) * w]; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; let row = y[0] as usize; #[scan(+ : t)] for c in 0..w { t += x[c]; y[row + c] = t; } }",
        // Effects.
        "for r in next()..h { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = next(); #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; println!(); #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } z[r] = t; }",
        // Rows of several lengths.
        "for r in 0..h { let mut t = 0; #[scan(+ : t)] for c in 0..r { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let n = w; let mut t = 0; #[scan(+ : t)] for c in 0..n { t += x[r * w + c]; y[r * w + c] = t; } }",
        // What the inner loop leaves is not dropped, or it is not a plain `for`.
        "for r in 0..h { let mut t = 0; let mut c = 0; #[scan(+ : t)] while c < w { t += x[r * w + c]; y[r * w + c] = t; c += 1; } }",
        "while go() { let r = 1; let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for &r in rows { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "'all: for r in 0..h { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; #[cfg(any())] let r = 7; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        // The clause asks for an algorithm.
        "for r in 0..h { let mut t = 0; #[scan(+ : t, algorithm(blelloch))] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        // A name that stands for another value in the inner loop.
        "for r in 0..h { let r = r + 1; let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; #[scan(+ : t)] for r in 0..w { t += x[r]; y[r] = t; } }",
        // An index that depends on data, and what is stored in some iterations only.
        "for r in 0..h { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[c % 2]; y[r * w + c] = t; } }",
        "for r in 0..h { let mut t = 0; #[scan(+ : t)] for c in 0..w { t += x[r * w + c]; if x[c] > 0 { y[r * w + c] = t; } } }",
        "for r in 0..h { let mut k = 0; #[scan(+ : k)] for c in 0..w { if x[c] > 0 { y[k] = x[r * w + c]; k += 1; } } }",
        // A lag, and rows of a row.
        "for r in 0..h { #[scan(+ : y)] for c in 2..w { y[r * w + c] += y[r * w + c - 2]; } }",
    ];
    alone.iter().for_each(|body| check_outer(body, None));
}
