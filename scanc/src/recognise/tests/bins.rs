//! What is combined into elements at computed places: `#[reduce(+ : h)]`.

use super::{ScanSite, builtin, check_site, refuse_site, site};
use crate::parse::Target;

fn combined(source: &str) -> ScanSite {
    let mut site = site("x: &[u32], w: &[u32], y: &mut [u32], h: &mut [u32], g: &mut [u32], n: usize", source, builtin());
    let names = ["h", "g"].map(|name| syn::parse_str(name).unwrap());
    site.attribute.targets = names.map(|place| Target { operator: builtin(), place, reduction: true }).into();
    site
}

fn check(body: &str, expected: &str, arrays: &str) {
    let source = format!("for i in 0..n {{ {body} }}");
    let expected = format!("i: usize in 0..n, step 1\n{expected}\n{arrays}\nInclusive");
    check_site(&combined(&source), &expected);
}

fn refuse(body: &str, expected: &[(u16, &str)]) {
    refuse_site(&combined(&format!("for i in 0..n {{ {body} }}")), expected);
}

#[test]
fn counts_and_weights() {
    check("h[x[i] as usize] += 1;", "h[x[i] as usize by Add] = 1", "x[i], h[] written");
    check("h[x[i] as usize] += w[i];", "h[x[i] as usize by Add] = w[i]", "x[i], h[] written, w[i]");
    check("h[x[i] as usize] = h[x[i] as usize].wrapping_add(w[i]);", "h[x[i] as usize by Add] = w[i]", "x[i], h[] written, w[i]");
    check(
        "h[x[i] as usize] = w[i] + h[x[i] as usize] + 3;",
        "h[x[i] as usize by Add flipped] = u32::wrapping_add(w[i], 3)",
        "w[i], x[i], h[] written",
    );
    check("h[i / 4] -= x[i];", "h[i / 4 by Add subtraction] = u32::wrapping_neg(x[i])", "h[] written, x[i]");
}

#[test]
fn through_lets_and_references() {
    let arrays = "x[i], h[] written";
    let expected = "h[{ let at = x[i] as usize; at } by Add] = 1";
    check("let at = x[i] as usize; h[at] += 1;", expected, arrays);
    check("let at = x[i] as usize; let before = h[at]; h[at] = before + 1;", expected, arrays);
    check("let element = &mut h[x[i] as usize]; *element += 1;", "h[x[i] as usize by Add] = 1", arrays);
}

#[test]
fn in_some_iterations() {
    check("if w[i] > 3 { h[x[i] as usize] += 1; }", "if w[i] > 3: h[x[i] as usize by Add] = 1", "w[i], x[i], h[] written");
    check(
        "if w[i] > 3 { h[x[i] as usize] += 1; } else { h[w[i] as usize] += 2; }",
        "if w[i] > 3: h[x[i] as usize by Add] = 1\nif !(w[i] > 3): h[w[i] as usize by Add] = 2",
        "w[i], x[i], h[] written",
    );
    check(
        "let at = x[i] as usize; if w[i] > 3 { h[at] += 1; } else { h[at] += 2; }",
        "h[{ let at = x[i] as usize; at } by Add] = if w[i] > 3 { 1 } else { 2 }",
        "x[i], w[i], h[] written",
    );
}

#[test]
fn at_a_fixed_place() {
    check("if w[i] > 3 { h[n - 1] += x[i]; }", "if w[i] > 3: h[n - 1 by Add] = x[i]", "w[i], h[] written, x[i]\nn: usize = n");
    check(
        "if w[i] > 3 { h[0] += 1; } else { h[x[i] as usize] += 1; }",
        "if w[i] > 3: h[0 by Add] = 1\nif !(w[i] > 3): h[x[i] as usize by Add] = 1",
        "w[i], h[] written, x[i]",
    );
    refuse("h[0] += x[i];", &[(326, "h[0]")]);
    refuse("h[i] += 1; g[x[i] as usize] += 1;", &[(326, "h[i]")]);
}

#[test]
fn several_arrays() {
    check(
        "h[x[i] as usize] += 1; g[w[i] as usize] += x[i];",
        "h[x[i] as usize by Add] = 1\ng[w[i] as usize by Add] = x[i]",
        "x[i], h[] written, w[i], g[] written",
    );
}

/// What an element past the end does in the loop it does before a launch is over, wherever it is looked at.
#[test]
fn what_is_read_otherwise() {
    refuse("h[x[i] as usize] += 1; y[i] = h[w[i] as usize];", &[(326, "h[w[i] as usize]")]);
    refuse("h[x[i] as usize] = h[w[i] as usize] + 1;", &[(312, "w[i] as usize")]);
    refuse("let at = x[i] as usize; let before = h[at]; if w[i] > 3 { h[at] = before + 1; }", &[(312, "at")]);
    refuse("let element = &mut h[x[i] as usize]; if w[i] > 3 { *element += 1; }", &[(312, "x[i] as usize")]);
    refuse("if h[x[i] as usize] < 9 { h[x[i] as usize] += 1; }", &[(312, "x[i] as usize")]);
    refuse("h[x[i] as usize] += h[0];", &[(312, "h[0]")]);
    refuse("h[x[i] as usize] += 1; let _ = h[w[i] as usize];", &[(326, "h[w[i] as usize]")]);
    refuse("g[h[x[i] as usize] as usize] += 1; h[x[i] as usize] += 1;", &[(312, "h[x[i] as usize]")]);
    refuse("h[x[i] as usize] += 1; g[w[i] as usize] += h[x[i] as usize];", &[(312, "h[x[i] as usize]")]);
}

#[test]
fn what_is_not_combined() {
    refuse("h[x[i] as usize] = 1;", &[(319, "h[x[i] as usize]")]);
    refuse("h[x[i] as usize] = h[x[i] as usize];", &[(319, "h[x[i] as usize]")]);
    refuse("h[x[i] as usize] = h[x[i] as usize] * 2 + 1;", &[(316, "h[x[i] as usize] * 2 + 1")]);
    refuse("h[x[i] as usize] = h[x[i] as usize].saturating_add(1);", &[(315, "h[x[i] as usize].saturating_add(1)")]);
    refuse("h[x[i] as usize] /= 2;", &[(315, "h[x[i] as usize] /= 2")]);
}

#[test]
fn what_stands_beside() {
    refuse("h[x[i] as usize] += 1; y[i] = x[i];", &[(326, "y[i]")]);
    refuse("h[x[i] as usize] += 1; acc += x[i];", &[(317, "acc")]);
    refuse("h[x[i] as usize] += 1; h[w[i] as usize] += 1;", &[(326, "h[w[i] as usize]")]);
    refuse("h[k % 16] += 1; k += 1;", &[(317, "k")]);
}
