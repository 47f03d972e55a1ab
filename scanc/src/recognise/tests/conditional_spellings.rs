//! L6: operators that are spelled by conditions: comparisons that take a value, and updates under a condition.

use super::check;

#[test]
fn if_greater() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] > m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_less() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { let v = x[i]; if v < m { m = v; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Min compared
         e = { let v = x[i]; v }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_mirrored() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if m < x[i] { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_as_a_value() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { m = if x[i] > m { x[i] } else { m }; y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_greater_or_equal() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] >= m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_the_carried_is_greater() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = if y[i - 1] > x[i] { y[i - 1] } else { x[i] }; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Max compared
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn if_greater_of_an_unknown_type() {
    check(
        "",
        "for i in 0..n { if x[i] > m { m = x[i]; } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] > 0 { acc += x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { x[i] } else { 0i32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_float() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { acc += x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0.0 { x[i] } else { -0.0f32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_with_else() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: i32",
        "for i in 0..n { if x[i] > 0 { acc += x[i]; } else { acc -= 1; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { x[i] } else { i32::wrapping_neg(1) }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_chain() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: i32",
        "for i in 0..n { if x[i] > 0 { acc += 1; } else if x[i] < 0 { acc += 2; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { 1 } else { if x[i] < 0 { 2 } else { 0i32 } }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_product() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { acc *= x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Mul
         e = if x[i] > 0.0 { x[i] } else { 1.0f32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_and() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if i > k { acc &= x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by BitAnd
         e = if i > k { x[i] } else { !0i32 }
         y[i] = after
         x[i guarded], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn conditional_max() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] % 2 == 0 { m = m.max(x[i]); } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Max
         e = if x[i] % 2 == 0 { x[i] } else { i32::MIN }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_min_of_floats() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { if x[i] > 0.0 { if x[i] < m { m = x[i]; } } y[i] = m; }",
        "i: usize in 0..n, step 1
         carries m by Min compared
         e = if x[i] > 0.0 { x[i] } else { f32::NAN }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_bool() {
    check(
        "ok: bool, x: &[bool]",
        "for i in 0..n { if i > 3 { ok &= x[i]; } y[i] = ok; }",
        "i: usize in 0..n, step 1
         carries ok by BitAnd
         e = if i > 3 { x[i] } else { true }
         y[i] = after
         x[i guarded], y[] written
         Inclusive",
    );
}

#[test]
fn conditional_stores_that_are_read() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; if acc > 0 { y[i] += acc; } }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = if after > 0 { y[i] + after } else { y[i] }
         x[i], y[i] written
         Inclusive",
    );
    check(
        "x: &[i32], y: &mut [i32], z: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; if acc > 0 { y[i] = acc; } if x[i] > 1 { z[i] = y[i]; } }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = if after > 0 { after } else { y[i] }
         if x[i] > 1: z[i] = if after > 0 { after } else { y[i] }
         x[i], y[i] written, z[] written
         Inclusive",
    );
}

#[test]
fn conditional_with_lets() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if k != 0 { let q = x[i] / k; acc += q; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if k != 0 { let q = x[i] / k; q } else { 0i32 }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn counting() {
    check(
        "x: &[u8], count: usize, ends: &mut [usize]",
        "for i in 0..x.len() { ends[i] = count; if x[i] == b'\\n' { count += 1; } }",
        "i: usize in 0..x.len(), step 1
         carries count by Add
         e = if x[i] == b'\\n' { 1 } else { 0usize }
         ends[i] = before
         ends[] written, x[i]
         Exclusive",
    );
}

#[test]
fn what_is_carried_may_have_other_names() {
    check(
        "x: &[i32], y: &mut [i32]",
        "for i in 1..y.len() {
            let before = y[i - 1];
            let (again, now): (i32, i32) = (before, x[i]);
            y[i] = if again > now { again } else { now };
        }",
        "i: usize in 1..y.len(), step 1
         carries y[i - 1] by Max compared
         e = { let now: i32 = x[i]; now }
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}
