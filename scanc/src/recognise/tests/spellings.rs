//! L6: the operators, each in its spellings.

use super::check;

#[test]
fn minus() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] - x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn minus_float() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] - x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add subtraction
         e = -x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn minus_unsigned_literal() {
    check(
        "acc: u32",
        "for i in 0..n { acc -= 3; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = u32::wrapping_neg(3)
         y[i] = after
         y[] written
         Inclusive",
    );
}

#[test]
fn minus_assign() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc -= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn wrapping_sub() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = acc.wrapping_sub(x[i]); y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = i32::wrapping_neg(x[i])
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn times() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc *= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Mul
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc &= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitAnd
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn or() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc |= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitOr
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn xor() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc ^= x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitXor
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { ok = ok && x[i] > 0; y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by And
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_or() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { any = any || x[i] > 0; y[i] = any; }",
        "i: usize in 0..n, step 1
         carries any by Or
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn logical_and_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { ok = x[i] > 0 && ok; y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by And flipped
         e = x[i] > 0
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i] + y[i - 1]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn max_method() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1].max(x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_method_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i].max(y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn min_of_the_type() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = i32::min(y[i - 1], x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Min
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_of_std() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = std::cmp::max(y[i - 1], x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn max_imported() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = max(x[i], y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn max_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { m = f32::max(m, x[i].abs()); y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = x[i].abs()
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn wrapping_add() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1].wrapping_add(x[i]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn wrapping_mul_flipped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = x[i].wrapping_mul(y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Mul flipped
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}
