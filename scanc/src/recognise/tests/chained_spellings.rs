//! L6: operators whose operands stand in chains, or in several statements.

use super::check;

#[test]
fn chained_sum() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i] + 1; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = i32::wrapping_add(x[i], 1)
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_around() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + y[i - 1] + z[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = i32::wrapping_add(x[i], z[i])
         y[i] = after
         x[i], y[] written, z[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i] - 0.5; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i] - 0.5
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn chained_sum_on_the_right() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + (y[i - 1] + 7); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = i32::wrapping_add(x[i], 7)
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_differences() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = acc - x[i] - 1; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_sub(i32::wrapping_neg(x[i]), 1)
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn several_updates() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; acc += z[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = i32::wrapping_add(x[i], z[i])
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn a_value_between_updates() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; z[i] = acc; acc += 1; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = i32::wrapping_add(x[i], 1)
         z[i] = before + x[i]
         y[i] = after
         x[i], z[] written, y[] written
         Mixed",
    );
}

#[test]
fn sum_of_terms() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i] + z[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i] + z[i]
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_max() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { m = m.max(x[i]).max(z[i]); y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = i32::max(x[i], z[i])
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn chained_bits() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { m = m ^ x[i] ^ 5; y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by BitXor
         e = x[i] ^ 5
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}
