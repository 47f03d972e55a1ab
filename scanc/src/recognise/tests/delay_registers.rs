//! L5: in place, with what is overwritten kept for an iteration.

use super::check;

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
