//! What the clause decides: which of two recurrences is meant, and which function is an operator.

use super::{builtin, check_site, refuse_site, site};
use crate::parse::{OperatorName, ScanSite};

fn declared(source: &str) -> ScanSite {
    site("x: &[i32], y: &mut [i32], n: usize", source, OperatorName::Path(syn::parse_str("poly::op").unwrap()))
}

fn targeting(target: &str, source: &str) -> ScanSite {
    let mut site = site("", source, builtin());
    site.attribute.targets[0].place = syn::parse_str(target).unwrap();
    site
}

#[test]
fn declared_operator() {
    check_site(
        &declared("for i in 1..n { y[i] = poly::op(y[i - 1], x[i]); }"),
        "i: usize in 1..n, step 1
         carries y[i - 1] by poly::op
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn declared_operator_with_the_carried_value_on_the_right() {
    check_site(
        &declared("for v in y.iter_mut().rev() { acc = poly::op(*v, acc); *v = acc; }"),
        "i: usize in (0..y.len()).rev(), step -1
         carries acc by poly::op flipped
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn declared_operator_has_no_identity_yet() {
    let site = declared("for i in 0..n { if x[i] > 0 { acc = poly::op(acc, x[i]); } y[i] = acc; }");
    refuse_site(&site, &[(314, "poly::op")]);
}

#[test]
fn declared_operator_twice() {
    let site = declared("for i in 0..n { acc = poly::op(poly::op(acc, x[i]), x[i]); y[i] = acc; }");
    refuse_site(&site, &[(316, "poly::op(poly::op(acc, x[i]), x[i])")]);
}

#[test]
fn another_function_than_the_declared_one() {
    refuse_site(&declared("for i in 1..n { y[i] = other(y[i - 1], x[i]); }"), &[(303, "other(y[i - 1], x[i])")]);
}

#[test]
fn the_target_is_the_recurrence_that_is_meant() {
    let source = "for i in 0..n { a += x[i]; b += z[i]; y[i] = a; w[i] = b; }";
    refuse_site(&targeting("a", source), &[(317, "b")]);
    refuse_site(&targeting("b", source), &[(317, "a")]);
}
