//! L7: `while` loops that count.

use super::check;

#[test]
fn ascending() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { y[i] = y[i - 1] + x[i]; i += 1; }",
        "i: usize in i..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         after: i past the end
         Inclusive",
    );
}

#[test]
fn ascending_mirrored() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while n > i { y[i] = y[i - 1] + x[i]; i = i + 1; }",
        "i: usize in i..n, step 1
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         after: i past the end
         Inclusive",
    );
}

#[test]
fn ascending_inclusive() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i <= n { acc += x[i]; y[i] = acc; i += 1; }",
        "i: usize in i..=n, step 1
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         after: i past the end
         Inclusive",
    );
}

#[test]
fn ascending_step_first() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { i += 1; y[i] = y[i - 1] + x[i] * i as i32; }",
        "i: usize in i..n, step 1
         carries y[i] by Add
         e = x[i + 1] * (i + 1) as i32
         y[i + 1] = after
         y[] written, x[i + 1]
         after: i past the end
         Inclusive",
    );
}

#[test]
fn ascending_by_two() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { y[i] = y[i - 2] + x[i]; i += 2; }",
        "i: usize in i..n, step 2
         carries y[i - 2] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         after: i past the end
         Inclusive",
    );
}

#[test]
fn step_in_the_middle() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { acc += x[i]; i += 1; y[i] = acc; }",
        "i: usize in i..n, step 1
         carries acc by Add
         e = x[i]
         y[i + 1] = after
         x[i], y[] written
         after: i past the end
         Inclusive",
    );
}

#[test]
fn descending_decrement_first() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, i: usize",
        "while i > 0 { i -= 1; y[i] = y[i + 1] + x[i]; }",
        "i: usize in (0..i).rev(), step -1
         carries y[i + 1] by Add
         e = x[i]
         y[i] = after
         y[] written, x[i]
         after: i = i
         Inclusive",
    );
}

#[test]
fn descending_decrement_last() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, i: usize",
        "while i > 0 { y[i - 1] = y[i] + x[i - 1] * i as i32; i -= 1; }",
        "i: usize in (0..i).rev(), step -1
         carries y[i + 1] by Add
         e = x[i] * (i + 1) as i32
         y[i] = after
         y[] written, x[i]
         after: i = i
         Inclusive",
    );
}

#[test]
fn descending_to_a_bound() {
    check(
        "x: &[i32], y: &mut [i32], n: usize, low: usize",
        "while i > low { acc += x[i]; y[i] = acc; i -= 1; }",
        "i: usize in (low..i).rev(), step -1
         carries acc by Add
         e = x[i + 1]
         y[i + 1] = after
         x[i + 1], y[] written
         after: i = i
         Inclusive",
    );
}

#[test]
fn descending_signed_inclusive() {
    check(
        "x: &[i32], y: &mut [i32], i: isize",
        "while i >= 0 { acc += x[i as usize]; y[i as usize] = acc; i -= 1; }",
        "i: isize in (0..=i).rev(), step -1
         carries acc by Add
         e = x[i as usize]
         y[i as usize = i] = after
         x[i], y[] written
         after: i past the end
         Inclusive",
    );
}

#[test]
fn descending_inclusive_to_a_literal() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i >= 2 { acc += x[i]; y[i] = acc; i -= 2; }",
        "i: usize in (2..=i).rev(), step -2
         carries acc by Add
         e = x[i]
         y[i] = after
         x[i], y[] written
         after: i past the end
         Inclusive",
    );
}
