//! What may stand in a body: bindings, branches, places, casts, and what only may panic.

use super::{check, refuse};

#[test]
fn cumulative_mean() {
    check(
        "x: &[f64], y: &mut [f64], n: usize",
        "for i in 0..n { acc += x[i]; y[i] = acc / (i + 1) as f64; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after / (i + 1) as f64
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn several_outputs() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i]; z[i] = y[i] * 2; w[i] = x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         z[i] = after * 2
         w[i] = x[i]
         y[] written, x[i], z[] written, w[] written
         Inclusive",
    );
}

#[test]
fn destructured() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { let (a, b) = (x[i], z[i]); y[i] = y[i - 1] + a * b; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = { let a = x[i]; let b = z[i]; a * b }
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn shadowed() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let v = x[i] + 1; let v = v * v; acc += v; let v = acc + 1; y[i] = v; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let v = x[i] + 1; let v_2 = v * v; v_2 }
         y[i] = after + 1
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn shadowed_in_a_block() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let v = x[i]; { let v = v + 1; acc += v; } y[i] = acc + v; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let v = x[i]; let v_2 = v + 1; v_2 }
         y[i] = { let v = x[i]; after + v }
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn a_let_that_shadows_what_is_outside() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += k; let k = acc + 1; y[i] = k; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = k
         y[i] = after + 1
         y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn temporary() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let mut t = x[i]; t *= 2; t += 1; acc += t; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let t = x[i]; t * 2 + 1 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn temporary_in_a_branch() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let mut t = x[i]; if t < 0 { t = -t; } acc += t; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let t = x[i]; if t < 0 { -t } else { t } }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn declared_before_it_is_set() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let t: i32; if x[i] > 0 { t = 1; } else { t = 2; } acc += t; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { 1 } else { 2 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn block_as_a_value() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += { let a = x[i]; a * a }; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let a = x[i]; a * a }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn if_as_a_value() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += if x[i] > lo { let d = x[i] - lo; d * d } else { 0 }; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > lo { let d = x[i] - lo; d * d } else { 0 }
         y[i] = after
         x[i], y[] written
         lo = lo
         Inclusive",
    );
}

#[test]
fn references() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let v = &x[i]; acc += *v + k; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let v = x[i]; v + k }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn element_reference() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let v = &mut y[i]; acc += *v; *v = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn struct_fields() {
    check(
        "",
        "for i in 0..n { acc += points[i].x * weights[0]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = points[i].x * weights[0]
         y[i] = after
         points[i], weights[0], y[] written
         Inclusive",
    );
}

#[test]
fn fixed_arrays_in_arrays() {
    check(
        "",
        "for i in 0..n { acc += m[i][0] + m[i][k]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = m[i][0] + m[i][k]
         y[i] = after
         m[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn labelled() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "'outer: for i in 0..n { acc += x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn parentheses() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = (acc + (x[i] - 1)); y[i] = (acc * (i as i32 + 1)); }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i] - 1
         y[i] = after * (i as i32 + 1)
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn shadowed_loop_variable() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let i = i + 1; acc += x[i] * i as i32; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let i_2 = i + 1; x[i + 1] * i_2 as i32 }
         y[i + 1] = after
         x[i + 1], y[] written
         Inclusive",
    );
}

#[test]
fn two_variables_in_a_branch() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, acc: i32",
        "for i in 0..n { let mut t = 0; if x[i] > 0 { acc += x[i]; t = 1; } y[i] = acc * t; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] > 0 { x[i] } else { 0i32 }
         y[i] = { let t = 0; let t_2 = if x[i] > 0 { 1 } else { t }; after * t_2 }
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn condition_that_compares_and_sets_a_flag() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let mut new = false; if x[i] > m { m = x[i]; new = true; } y[i] = m; z[i] = new; }",
        "i: usize in 0..n, step 1
         carries m by Max compared
         e = x[i]
         y[i] = after
         z[i] = { let new = false; if x[i] > before { true } else { new } }
         x[i], y[] written, z[] written
         Mixed",
    );
}

#[test]
fn typed_lets() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let v: &i32 = &x[i]; let w: i64 = *v as i64; acc += w * w; y[i] = acc as i32; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let v: i32 = x[i]; let w: i64 = v as i64; w * w }
         y[i] = after as i32
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn index_cast() {
    check(
        "x: &[i32], y: &mut [i32], n: i32",
        "for i in 1..n { y[i as usize] = y[(i - 1) as usize] + x[i as usize - 1] * i; }",
        "i: i32 in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i as usize - 1] * i
         y[i as usize = i] = after
         y[] written, x[i - 1]
         Inclusive",
    );
}

#[test]
fn index_cast_of_a_small_type() {
    check(
        "x: &[i32], y: &mut [i32], n: u8",
        "for i in 1..n { y[i as usize] = y[i as usize - 1] + x[i as usize]; }",
        "i: u8 in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i as usize]
         y[i as usize = i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn constants() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { acc += x[i] * SCALE + Self::BIAS + f32::EPSILON + std::f32::consts::PI; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i] * scale + bias + f32::EPSILON + pi
         y[i] = after
         x[i], y[] written
         scale = SCALE
         bias = Self::BIAS
         pi: f32 = std::f32::consts::PI
         Inclusive",
    );
}

#[test]
fn loads_ahead_in_another_array() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] + x[i + 1] + x[0]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = i32::wrapping_add(x[i + 1], x[0])
         y[i] = after
         y[] written, x[i + 1; 0]
         Inclusive",
    );
}

#[test]
fn a_division_that_nothing_uses() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let _ = x[i] / k; acc += x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let _unused = x[i] / k; x[i] }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn swapped() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let a; let b; (a, b) = (x[i], z[i]); acc += a - b; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i] - z[i]
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn both_branches_store() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { if x[i] > 0 { y[i] = y[i - 1] + x[i]; } else { y[i] = y[i - 1]; } }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = if x[i] > 0 { x[i] } else { 0i32 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn a_division_in_a_condition_that_decides_nothing() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] / k > 0 { let t = 1; } acc += x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let condition = x[i] / k > 0; x[i] }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn a_division_as_a_statement() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { x[i] / k; acc += x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let _unused = x[i] / k; x[i] }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn a_division_in_a_condition() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] / k > 0 { acc += x[i]; } y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let condition = x[i] / k > 0; if condition { x[i] } else { 0i32 } }
         y[i] = after
         x[i], y[] written
         k = k
         Inclusive",
    );
}

#[test]
fn raw_identifiers() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for r#in in 0..n { acc += r#type[r#in] * self.r#move; y[r#in] = acc; }",
        "r#in: usize in 0..n, step 1
         carries acc by Add
         e = r#type[r#in] * self_move
         y[r#in] = after
         r#type[r#in], y[] written
         self_move = self.r#move
         Inclusive",
    );
}

#[test]
fn groups_keep_their_order() {
    check(
        "",
        "for i in 1..n { y[i] = x[i] ^ (z[i] ^ y[i - 1]); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by BitXor flipped
         e = x[i] ^ z[i]
         y[i] = after
         x[i], z[i], y[] written
         Inclusive",
    );
}

#[test]
fn clones() {
    let parameters = "x: &[i32], y: &mut [i32]";
    refuse("x: &[P], y: &mut [P]", "for i in 1..n { y[i] = y[i - 1] + x[i].clone(); }", &[(304, "x[i].clone()")]);
    check(
        parameters,
        "for i in 1..n { y[i] = y[i - 1].clone() + x[i].clone(); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}
