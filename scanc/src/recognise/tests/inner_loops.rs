//! Loops in an iteration.

use super::{builtin, check_site, refuse_site, site};

fn of(source: &str, is_independent: bool) -> super::ScanSite {
    let mut site = site("x: &[i32], w: &[i32], y: &mut [i32], n: usize, m: usize, acc: i64", source, builtin());
    if is_independent {
        site.attribute.independent = true;
        site.attribute.targets.clear();
    }
    site
}

/// Independent iterations are.
fn check(source: &str, expected: &str) {
    check_site(&of(source, true), expected);
}

fn carries(source: &str, expected: &str) {
    check_site(&of(source, false), expected);
}

fn refuse(source: &str, expected: &[(u16, &str)]) {
    refuse_site(&of(source, true), expected);
}

#[test]
fn a_sum() {
    check(
        "for i in 0..n { let mut s = 0; for k in 0..m { s += w[k] * x[i + k]; } y[i] = s; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let mut s_2: i32 = s; let w_items = &w[..m]; let x_items = &x[i..][..m]; for k in 0..m { s_2 += w_items[k] * x_items[k]; } s_2 }
         w[] gathered, x[] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn an_element_of_a_scan() {
    carries(
        "for i in 1..n { let mut s = 0; for k in 0..3 { s ^= x[i] >> k; } y[i] = y[i - 1] + s; }",
        "i: usize in 1..n, step 1
         carries y[i - 1] by Add
         e = { let s = 0; let mut s_2: i32 = s; for k in 0..3 { s_2 ^= x[i] >> k; } s_2 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn several_variables_change_at_once() {
    check(
        "for i in 0..n { let (mut a, mut b) = (0, 1); for _ in 0..m { (a, b) = (b, a + b); } y[i] = a; }",
        "i: usize in 0..n, step 1
         y[i] = { let a = 0; let b = 1; let mut a_2 = a; let mut b_2 = b; for k in 0..m { (a_2, b_2) = (b_2, a_2 + b_2); } a_2 }
         y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn a_condition_and_ends() {
    check(
        "for i in 0..n { let mut k = 0; while k < m { if x[k] == i as i32 { break; } if w[k] > 0 { k += 2; continue; } k += 1; } y[i] = k as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let k = 0; let k_7 = { let mut k_2 = k; let mut done = false; while k_2 < m { let condition = x[k_2] == i as i32;(k_2, done) = (if condition { k_2 } else { let condition_2 = w[k_2] > 0; let k_5 = if condition_2 { let k_3 = k_2 + 2; k_3 } else { let k_4 = k_2 + 1; k_4 }; k_5 }, condition); if done { break; } } k_2 }; k_7 as i32 }
         x[] gathered, w[] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn nested_ones_with_names() {
    check(
        "for i in 0..n { let mut s = 0; 'a: for r in 0..m { let mut t = 1; loop { if t > r { break; } t *= 2; } s += t; if s > 9 { break 'a; } } y[i] = s as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let s_4 = { let mut s_2 = s; let mut done_2 = false; for r in 0..m { let t = 1; let t_5 = { let mut t_2 = t; let mut done = false; loop { let condition = t_2 > r;(t_2, done) = (if condition { t_2 } else { let t_3 = t_2 * 2; t_3 }, condition); if done { break; } } t_2 }; let s_3 = s_2 + t_5;(s_2, done_2) = (s_3, s_3 > 9); if done_2 { break; } } s_2 }; s_4 as i32 }
         y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn over_slices() {
    check("for i in 0..n { let mut s = 0; for (a, b) in x[i..].iter().zip(w) { s += a * b; } y[i] = s; }", "i: usize in 0..n, step 1
         y[i] = { let s = 0; let asserted = __scanc_launch::asserted(i <= x_len); let length: usize = x_len - i; let count_3 = if length < w_len { length } else { w_len }; let mut s_2: i32 = s; let x_items = &x[i..][..count_3]; let w_items = &w[..count_3]; for k in 0..count_3 { let a = x_items[k]; let b = w_items[k]; s_2 += a * b; } s_2 }
         x[] gathered, w[] gathered, y[] written
         x_len: usize = x[..].len()
         w_len: usize = w[..].len()
         Inclusive");
}

#[test]
fn over_windows() {
    check(
        "for (y, w) in y.iter_mut().zip(x.windows(3)) { let mut s = 0; for v in w.iter().rev() { s = 3 * s + *v; } *y = s; }",
        "i: usize in 0..min(y.len(), x.len().saturating_sub(2)), step 1
         y[i] = { let s = 0; let count: usize = 3; let mut s_2: i32 = s; let x_items = &x[i..][..count]; for k in 0..count { let v = x_items[count - 1 - k]; s_2 = 3 * s_2 + v; } s_2 }
         x[] gathered, y[] written
         Inclusive",
    );
}

#[test]
fn a_computed_element_of_a_window() {
    carries(
        "for (y, w) in y.iter_mut().zip(x.windows(2)) { acc += w[n]; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len().saturating_sub(1)), step 1
         carries acc by Add
         e = { let asserted = __scanc_launch::asserted(n < 2); x[i + n] }
         y[i] = after
         x[] gathered, y[] written
         n: usize = n
         Inclusive",
    );
}

#[test]
fn an_element_is_kept_in_a_variable() {
    check(
        "for i in 0..n { for k in 0..m { y[i] += w[k]; } }",
        "i: usize in 0..n, step 1
         y[i] = { let y_now = y[i]; let mut y_now_2: i32 = y_now; let w_items = &w[..m]; for k in 0..m { y_now_2 += w_items[k]; } y_now_2 }
         y[i] written, w[] gathered
         m: usize = m
         Inclusive",
    );
}

#[test]
fn what_is_carried_is_combined_after_the_loop() {
    carries("for i in 0..n { for k in 0..m { acc -= x[i * m + k]; } y[i] = acc; }", "i: usize in 0..n, step 1
         carries acc by Add subtraction
         e = { let acc_part: i64 = 0; let acc_part_4: i64 = { let mut acc_part_2: i64 = acc_part; let x_items = &x[i * m..][..m]; for k in 0..m { let acc_part_3: i64 = acc_part_2 + x_items[k]; acc_part_2 = acc_part_3; } acc_part_2 }; i64::wrapping_neg(acc_part_4) }
         y[i] = after
         x[] gathered, y[] written
         m: usize = m
         Inclusive");
}

#[test]
fn what_nothing_needs_is_not_there_but_for_its_panics() {
    check("for i in 0..n { let mut s = 0; for k in 0..m { s += k; } for k in 0..m { s += 7 / m; } y[i] = x[i]; }", "i: usize in 0..n, step 1
         y[i] = { let s = 0; let s_7 = { let mut s_5: usize = { let mut s_2: usize = s; for k in 0..m { s_2 += k; } s_2 }; for k_2 in 0..m { s_5 += 7 / m; } s_5 }; x[i] }
         x[i], y[] written
         m: usize = m
         Inclusive");
}

#[test]
fn refused() {
    // Where it stores changes as it runs.
    refuse("for i in 0..n { for k in 0..m { y[p[i]] = x[k]; p[i] = k; } }", &[(209, "y[p[i]]")]);
    refuse("for i in 0..n { for k in 0..m { y[y[i] as usize] += x[k]; } }", &[(209, "y[y[i] as usize]")]);
    refuse("for i in 0..n { y[i].0 = 1; for k in 0..m { y[i].0 += x[k]; } }", &[(209, "y[i].0")]);
    refuse("for i in 0..n { let mut s = 0; for k in (0..9).step_by(2) { s -= k; } y[i] = s; }", &[(203, "0..9")]);
    refuse("for i in 0..n { for k in 0..m { y[i] += assert_that!(y[0]); } }", &[(209, "y")]);
    refuse("for i in 0..n { for k in 0..m { y[i + k] = x[k]; } }", &[(209, "y[i + k]")]);
    refuse("for i in 0..n { for k in 0..m { y[i] += y[i + 1]; } }", &[(209, "y[i + 1]")]);
    refuse("for i in 0..n { for k in 0..m { y[i] += y[i + 0]; } }", &[(209, "y[i + 0]")]);
    refuse("for i in 0..n { for k in 0..m { other += x[k]; } y[i] = other; }", &[(209, "other")]);
    refuse("for i in 0..n { for k in 0..m { acc = acc.max(x[k]); } y[i] = acc; }", &[(209, "acc")]);
    refuse("for i in 0..n { for k in 0..m { acc += x[k]; if acc > 9 { break; } } y[i] = acc; }", &[(209, "acc")]);
    refuse("for i in 0..n { let s; for k in 0..m { s = 3; } y[i] = s; }", &[(209, "for")]);
    refuse("for i in 0..n { let mut s = 0; for k in x.chunks(2) { s += 1; } y[i] = s; }", &[(209, "x.chunks(2)")]);
    refuse("'a: for i in 0..n { let mut s = 0; for k in 0..m { s += 1; continue 'a; } y[i] = s; }", &[(301, "continue 'a")]);
    refuse("for i in 0..n { for k in 0..m { return; } y[i] = 1; }", &[(301, "return")]);
    refuse("for i in 0..n { let s = 1 + loop { break 3; }; y[i] = s; }", &[(209, "loop { break 3; }")]);
}
