//! L1 to L5: array-carried, scalar-carried, exclusive, delayed; and what may stand in a body.

use super::check;

#[test]
fn prefix_sum() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..y.len() { y[i] = y[i - 1] + x[i - 1]; }",
        "i: usize in 1..y.len(), step 1
         carries y[i - 1] by Add
         e = x[i - 1]
         y[i] = after
         y[] written, x[i - 1]
         Inclusive",
    );
}

#[test]
fn array_carried_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n - 1).rev() { y[i] = y[i + 1] + x[i]; }",
        "i: usize in (0..n - 1).rev(), step -1
         carries y[i + 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn a_slice_that_is_self() {
    check(
        "n: usize",
        "for i in 1..n { self[i] += self[i - 1]; }",
        "i: usize in 1..n, step 1
         carries itself[i - 1] by Add flipped
         e = itself[i]
         itself[i] = after
         itself = self[i] written
         Inclusive",
    );
}

#[test]
fn shifted_stores() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { y[i + 1] = y[i] + x[i]; }",
        "i: usize in 0..n, step 1
         carries y[i] by Add
         e = x[i]
         y[i + 1] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn through_a_let() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { let prev = y[i - 1]; y[i] = prev + x[i]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn inclusive_range() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..=n { y[i] = y[i - 1] + x[i - 1]; }",
        "i: usize in 1..=n, step 1
         carries y[i - 1] by Add
         e = x[i - 1]
         y[i] = after
         y[] written, x[i - 1]
         Inclusive",
    );
}

#[test]
fn stepping_by_two() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (2..n).step_by(2) { y[i] = y[i - 2] + x[i]; }",
        "i: usize in 2..n, step 2
         carries y[i - 2] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn stepping_down_by_two() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).rev().step_by(2) { y[i] = y[i + 2] + x[i]; }",
        "i: usize in (0..n).rev(), step -2
         carries y[i + 2] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn reversed_index() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[n - 1 - i] = y[n - i] + x[i]; }",
        "i: usize in 1..n, step 1
         carries y[n - i] by Add
         e = x[i]
         y[n - 1 - i] = after
         y[] written, x[i]
         n: usize = n
         Inclusive",
    );
}

#[test]
fn doubled_index() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[2 * i + 1] = y[2 * i - 1] + x[i]; }",
        "i: usize in 1..n, step 1
         carries y[2 * i - 1] by Add
         e = x[i]
         y[2 * i + 1] = after
         y[] written, x[i]
         Inclusive",
    );
}

#[test]
fn index_in_a_let() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { let j = i - 1; y[i] = y[j] + x[j] * x[j]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i - 1] * x[i - 1]
         y[i] = after
         y[] written, x[i - 1]
         Inclusive",
    );
}

#[test]
fn offset_from_outside() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, m: usize",
        "for i in 0..n { y[m + i] = y[m + i - 1] + x[i + m]; }",
        "i: usize in 0..n, step 1
         carries y[i + m - 1] by Add
         e = x[i + m]
         y[i + m] = after
         y[] written, x[i + m]
         m: usize = m
         Inclusive",
    );
}

#[test]
fn fields_and_their_lengths() {
    check(
        "",
        "for i in 1..self.y.len() { self.y[i] = self.y[i - 1] + self.x[i] * self.scale + x.len(); }",
        "i: usize in 1..self.y.len(), step 1
         carries self_y[i - 1] by Add
         e = usize::wrapping_add(self_x[i] * self_scale, x_len)
         self_y[i] = after
         self_y = self.y[] written, self_x = self.x[i]
         self_scale = self.scale
         x_len: usize = x.len()
         Inclusive",
    );
}

#[test]
fn in_place_compound() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] += y[i - 1]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_spelled_out() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i] * y[i - 1]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Mul flipped
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_backwards() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n - 1).rev() { y[i] += y[i + 1]; }",
        "i: usize in (0..n - 1).rev(), step -1
         carries y[i + 1] by Add flipped
         e = y[i]
         y[i] = after
         y[i] written
         Inclusive",
    );
}

#[test]
fn in_place_in_two_statements() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] *= 2; y[i] += y[i - 1]; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add flipped
         e = y[i] * 2
         y[i] = after
         y[i] written
         Inclusive",
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

#[test]
fn thesis_listing_3_5b() {
    check(
        "x: &mut [i32], aux1: i32",
        "for i in 1..n { aux2 = x[i]; x[i] = x[i - 1] + aux1; aux1 = aux2; }",
        "i: usize in 1..n, step 1
         carries x[i - 1] by Add
         e = if is_first { aux1 } else { x[i - 1] }
         x[i] = after
         x[i] written delayed
         aux1: i32 = aux1
         after: aux2 = x[i]
         after: aux1 = x[i]
         Inclusive",
    );
}

#[test]
fn thesis_listing_3_5b_with_one_register() {
    check(
        "x: &mut [i32]",
        "for i in 1..n { let t = x[i]; x[i] = x[i - 1] + aux1; aux1 = t; }",
        "i: usize in 1..n, step 1
         carries x[i - 1] by Add
         e = if is_first { aux1 } else { let t = x[i - 1]; t }
         x[i] = after
         x[i] written delayed
         aux1 = aux1
         after: aux1 = { let t = x[i]; t }
         Inclusive",
    );
}

#[test]
fn thesis_listing_3_5b_backwards() {
    check(
        "x: &mut [i32]",
        "for i in (0..n - 1).rev() { aux2 = x[i]; x[i] = x[i + 1] + aux1; aux1 = aux2; }",
        "i: usize in (0..n - 1).rev(), step -1
         carries x[i + 1] by Add
         e = if is_first { aux1 } else { x[i + 1] }
         x[i] = after
         x[i] written delayed
         aux1 = aux1
         after: aux2 = x[i]
         after: aux1 = x[i]
         Inclusive",
    );
}

#[test]
fn delayed_expression_from_another_array() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { sum += previous; y[i] = sum; let v = x[i]; previous = v * v + i as i32; }",
        "i: usize in 0..n, step 1
         carries sum by Add
         e = if is_first { previous } else { let v = x[i - 1]; v * v + (i - 1) as i32 }
         y[i] = after
         y[] written, x[i]
         previous = previous
         after: previous = { let v = x[i]; v * v + i as i32 }
         Inclusive",
    );
}

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
         y[i] = { let t = 0; after * if x[i] > 0 { 1 } else { t } }
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
fn delay_register_of_floats_with_lets() {
    check(
        "x: &[f32], y: &mut [f32], n: usize",
        "for i in 0..n { let a = x[i] * k; let b = a * a; acc += last; y[i] = acc + b; last = b; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if is_first { last } else { let a = x[i - 1] * k; let b = a * a; b }
         y[i] = { let a = x[i] * k; let b = a * a; after + b }
         x[i], y[] written
         k = k
         last = last
         after: last = { let a = x[i] * k; let b = a * a; b }
         Inclusive",
    );
}

#[test]
fn output_of_a_delay_register() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; y[i] = acc - previous; previous = x[i]; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after - if is_first { previous } else { x[i - 1] }
         x[i], y[] written
         previous = previous
         after: previous = x[i]
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
fn delayed_with_casts() {
    check(
        "x: &mut [i32], n: i32",
        "for i in 1..n { aux2 = x[i as usize]; x[i as usize] = x[(i - 1) as usize] + aux1; aux1 = aux2; }",
        "i: i32 in 1..n, step 1
         carries x[i - 1] by Add
         e = if is_first { aux1 } else { x[(i - 1) as usize] }
         x[i as usize = i] = after
         x[i] written delayed
         aux1 = aux1
         after: aux2 = x[i as usize]
         after: aux1 = x[i as usize]
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
    check(
        "",
        "for i in 1..n { y[i] = y[i - 1].clone() + x[i].clone(); }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         Inclusive",
    );
}
