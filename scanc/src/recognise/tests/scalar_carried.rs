//! L2, L3: the carried value is a variable; inclusive, exclusive, both, in place.

use super::{check, check_site, site};
use crate::parse::OperatorName;

/// The variable is assigned as a whole, so that its fields are others in each iteration.
#[test]
fn field_of_the_carried_value() {
    let operator = OperatorName::Path(syn::parse_str("op").unwrap());
    let source = "for i in 0..n { y[i] = acc.sum; acc = op(acc, p[i]); z[i] = acc.at.0 + k.w; }";
    check_site(
        &site("p: &[Pair], y: &mut [i32], n: usize", source, operator),
        "i: usize in 0..n, step 1
         carries acc by op
         e = p[i]
         y[i] = before.sum
         z[i] = after.at.0 + k_w
         y[] written, p[i], z[] written
         k_w = k.w
         Mixed",
    );
}

#[test]
fn scalar_inclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_inclusive_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).rev() { acc += x[i]; y[i] = acc; }",
        "i: usize in (0..n).rev(), step -1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_inclusive_through_a_let() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let t = acc + x[i]; y[i] = t; acc = t; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_inclusive_store_first() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { y[i] = acc + x[i]; acc = y[i]; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_inclusive_computed_twice() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { y[i] = acc + x[i]; acc = acc + x[i]; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_behind_a_reference() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: &mut i32",
        "for i in 0..n { *acc += x[i]; y[i] = *acc; }",
        "i: usize in 0..n, step 1
         carries *acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_in_a_field() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { self.acc += x[i]; y[i] = self.acc; }",
        "i: usize in 0..n, step 1
         carries self.acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn scalar_exclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { y[i] = acc; acc += x[i]; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = before
         y[] written, x[i]
         Exclusive",
    );
}

#[test]
fn scalar_exclusive_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).rev() { y[i] = acc; acc += x[i]; }",
        "i: usize in (0..n).rev(), step -1
         carries acc by Add
         e = x[i]
         y[i] = before
         y[] written, x[i]
         Exclusive",
    );
}

#[test]
fn scalar_both() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { before[i] = acc; acc += x[i]; after[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         before[i] = before
         after[i] = after
         before[] written, x[i], after[] written
         Mixed",
    );
}

#[test]
fn scalar_in_place_inclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += y[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn scalar_in_place_exclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let t = y[i]; y[i] = acc; acc += t; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let t = y[i]; t }
         y[i] = before
         y[i] written
         Exclusive",
    );
}
