//! L1, L4: the carried value is the array element before, also in place.

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
