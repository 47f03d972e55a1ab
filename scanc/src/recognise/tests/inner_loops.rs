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
         y[i] = { let s = 0; let count: usize = 3usize; let mut s_2: i32 = s; let x_items = &x[i..][..count]; for k in 0..count { let v = x_items[count - 1 - k]; s_2 = 3 * s_2 + v; } s_2 }
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
fn several_results_of_one_loop() {
    check(
        "for i in 0..n { let (mut low, mut high) = (0, 0); for k in 0..m { low = low.min(x[i + k]); high = high.max(x[i + k]); } y[i] = high - low; }",
        "i: usize in 0..n, step 1
         y[i] = { let low = 0; let high = 0; let (low_4, high_4) = { let mut low_2: i32 = low; let mut high_2: i32 = high; let x_items = &x[i..][..m]; for k in 0..m { let low_3 = low_2.min(x_items[k]);(low_2, high_2) = (low_3, high_2.max(x_items[k])); } (low_2, high_2) }; high_4 - low_4 }
         x[] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn slices_from_an_end_and_backwards() {
    check(
        "for i in 0..n { let mut s = 0; for k in i..m { s += x[k] + w[m - 1 - k] * k as i32; } for k in (0..m).rev() { s = 3 * s + x[i + m - k]; } y[i] = s; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let s_4 = { let mut s_2: i32 = s; let length: usize = if i < m { m - i } else { 0 }; let first: usize = if 0 < length { i } else { 0 }; let x_items = &x[first..][..length]; let first_2: usize = if 0 < length { (((m - 1) - i) + 1) - length } else { 0 }; let w_items = &w[first_2..][..length]; for k_3 in 0..length { let k = k_3 + i; s_2 += (x_items[k_3] + w_items[length - 1 - k_3] * k as i32); } s_2 }; let mut s_5: i32 = s_4; let x_items_2 = &x[((i + m) + 1) - m..][..m]; for k_2 in (0..m).rev() { s_5 = 3 * s_5 + x_items_2[m - 1 - k_2]; } s_5 }
         x[] gathered, w[] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn no_slices_of_what_not_every_iteration_reads() {
    check(
        "for i in 0..n { let mut s = 0; for k in 0..m { if k > 2 { s += x[i + k]; } } for k in 0..m { if w[k] == 0 { break; } s += 1; } y[i] = s; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let s_5 = { let mut s_2: i32 = s; for k in 0..m { s_2 = if k > 2 { let s_3 = s_2 + x[i + k]; s_3 } else { s_2 }; } s_2 }; let mut s_6: i32 = s_5; let mut done = false; for k_2 in 0..m { let condition = w[k_2] == 0;(s_6, done) = (if condition { s_6 } else { let s_7 = s_6 + 1; s_7 }, condition); if done { break; } } s_6 }
         x[] gathered, w[] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn sums_of_iterators() {
    check(
        "for i in 0..n { y[i] = w.iter().zip(&x[i..]).map(|(a, b)| a * b).sum::<i32>() + x[..i].iter().filter(|v| **v > 3).count() as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let asserted = __scanc_launch::asserted(i <= x_len); let length: usize = x_len - i; let count_4 = if w_len < length { w_len } else { length }; let total_4: i32 = { let mut total_2: i32 = 0i32; let w_items = &w[..count_4]; let x_items = &x[i..][..count_4]; for k in 0..count_4 { let a = w_items[k]; let b = x_items[k]; let total_3: i32 = total_2 + a * b; total_2 = total_3; } total_2 }; let number = 0usize; let number_5 = { let mut number_2: usize = number; let x_items_2 = &x[..i]; for k_2 in 0..i { let v = x_items_2[k_2]; number_2 = if v > 3 { let number_3 = number_2 + 1; number_3 } else { number_2 }; } number_2 }; total_4 + number_5 as i32 }
         w[] gathered, x[] gathered, y[] written
         w_len: usize = w[..].len()
         x_len: usize = x[..].len()
         Inclusive",
    );
}

#[test]
fn searches_by_iterators() {
    check(
        "for i in 0..n { y[i] = if x.iter().take(m).any(|&v| v == i as i32) { x.iter().position(|v| *v == 7).unwrap_or(m) as i32 } else { w[i..].iter().copied().max().unwrap() }; }",
        "i: usize in 0..n, step 1
         y[i] = { let count_2 = if m < x_len { m } else { x_len }; let found = false; let found_4 = { let mut found_2: bool = found; let mut done = false; for k in 0..count_2 { let v = x[k]; let condition = v == i as i32;(found_2, done) = (condition || found_2, condition); if done { break; } } found_2 }; if found_4 { let place = 0usize; let at_4: usize = { let mut place_2: usize = place; let mut at_2: usize = m; let mut done_2 = false; for k_2 in 0..x_len { let v_2 = x[k_2]; let condition_2 = v_2 == 7; let place_4 = if condition_2 { place_2 } else { let place_3 = place_2 + 1; place_3 }; let at_3: usize = if condition_2 { place_2 } else { at_2 };(place_2, at_2, done_2) = (place_4, at_3, condition_2); if done_2 { break; } } at_2 }; at_4 as i32 } else { let asserted = __scanc_launch::asserted(i <= w_len); let length: usize = w_len - i; let greatest_4 = { let mut greatest_2: i32 = < i32 >::MIN; let w_items = &w[i..][..length]; for k_3 in 0..length { greatest_2 = greatest_2.max(w_items[k_3]); } greatest_2 }; let asserted_2 = __scanc_launch::asserted(0 < length); greatest_4 } }
         x[] gathered, w[] gathered, y[] written
         x_len: usize = x[..].len()
         m: usize = m
         w_len: usize = w[..].len()
         Inclusive",
    );
}

#[test]
fn folds_of_tuples() {
    carries(
        "for i in 0..n { acc += (0..m).map(|k| (x[k], w[i])).filter(|&(a, b)| a > b).fold(0, |s: i64, (a, b)| s * 3 + (a - b) as i64); y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let folded = 0; let mut folded_2: i64 = folded; let x_items = &x[..m]; for k_2 in 0..m { let item_4 = x_items[k_2]; let b = w[i]; folded_2 = if item_4 > b { let b_2 = w[i]; let s: i64 = folded_2; let folded_3 = s * 3 + (item_4 - b_2) as i64; folded_3 } else { folded_2 }; } folded_2 }
         y[i] = after
         x[] gathered, w[i], y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn rows_with_names() {
    check(
        "for i in 0..n { let row = &x[i * m..(i + 1) * m]; let (rest, all) = (&row[1..], &w[..]); y[i] = row[0] + rest.len() as i32 + rest.iter().zip(all).map(|(a, b)| a ^ b).sum::<i32>(); }",
        "i: usize in 0..n, step 1
         y[i] = { let from: usize = i * m; let to: usize = (i + 1) * m; let asserted = __scanc_launch::asserted(from <= to); let asserted_2 = __scanc_launch::asserted(to <= x_len); let asserted_3 = __scanc_launch::asserted(1 <= m); let length_2: usize = m - 1; let from_3: usize = from + 1; let asserted_4 = __scanc_launch::asserted(0 < m); let count_3 = if length_2 < w_len { length_2 } else { w_len }; let total_4: i32 = { let mut total_2: i32 = 0i32; let x_items = &x[from_3..][..count_3]; let w_items = &w[..count_3]; for k in 0..count_3 { let a = x_items[k]; let b = w_items[k]; let total_3: i32 = total_2 + (a ^ b); total_2 = total_3; } total_2 }; x[i * m] + length_2 as i32 + total_4 }
         x[i * m] gathered, w[] gathered, y[] written
         x_len: usize = x[..].len()
         m: usize = m
         w_len: usize = w[..].len()
         Inclusive",
    );
}

#[test]
fn rows_of_any_length() {
    check(
        "for (y, row) in y.iter_mut().zip(x.chunks_exact(m)) { let mut s = 0; for v in row { s += v; } *y = s + row[0]; }",
        "i: usize in 0..min(y.len(), ::core::iter::ExactSizeIterator::len(&x.chunks_exact(m))), step 1
         y[i] = { let s = 0; let s_4 = { let mut s_2: i32 = s; let x_items = &x[i * m..][..m]; for k in 0..m { let v = x_items[k]; s_2 += v; } s_2 }; let asserted = __scanc_launch::asserted(0 < m); s_4 + x[i * m] }
         x[i * m] gathered, y[] written
         m: usize = m
         Inclusive",
    );
}

#[test]
fn windows_in_an_iteration() {
    check(
        "for i in 0..n { y[i] = x[i..].windows(2).take(m).all(|w| w[0] <= w[1]) as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let asserted = __scanc_launch::asserted(i <= x_len); let length: usize = x_len - i; let count: usize = if 2 <= length { length - 2 + 1 } else { 0 }; let count_2 = if m < count { m } else { count }; let holds = true; let holds_4 = { let mut holds_2: bool = holds; let mut done = false; for k in 0..count_2 { let from_3: usize = i + k; let condition = x[from_3] <= x[from_3 + 1]; let holds_3 = condition && holds_2;(holds_2, done) = (holds_3, !condition); if done { break; } } holds_2 }; holds_4 as i32 }
         x[] gathered, y[] written
         x_len: usize = x[..].len()
         m: usize = m
         Inclusive",
    );
}

#[test]
fn of_several_arrays() {
    check("for i in 0..n { let mut s = 0; let mut t = 1; for k in 0..m { s += x[i + k]; t ^= s; } y[i] = s; z[i] = t; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let t = 1; let (s_4, t_4) = { let mut s_2: i32 = s; let mut t_2: i32 = t; let x_items = &x[i..][..m]; for k in 0..m { let s_3 = s_2 + x_items[k];(s_2, t_2) = (s_3, t_2 ^ s_3); } (s_2, t_2) }; s_4 }
         z[i] = { let s = 0; let t = 1; let (s_4, t_4) = { let mut s_2: i32 = s; let mut t_2: i32 = t; let x_items = &x[i..][..m]; for k in 0..m { let s_3 = s_2 + x_items[k];(s_2, t_2) = (s_3, t_2 ^ s_3); } (s_2, t_2) }; t_4 }
         x[] gathered, y[] written, z[] written
         m: usize = m
         Inclusive",
    );
    check(
        "for i in 0..n { let mut s = 0; let mut t = 1; if w[i] > 3 { for k in 0..m { s += x[i + k]; t ^= s; } } y[i] = s; z[i] = t; }",
        "i: usize in 0..n, step 1
         y[i] = { let s = 0; let t = 1; let condition = w[i] > 3; let (s_4, t_4) = if condition { let mut s_2: i32 = s; let mut t_2: i32 = t; let x_items = &x[i..][..m]; for k in 0..m { let s_3 = s_2 + x_items[k];(s_2, t_2) = (s_3, t_2 ^ s_3); } (s_2, t_2) } else { (0i32, 0i32) }; let t_5 = if condition { t_4 } else { t }; if condition { s_4 } else { s } }
         z[i] = { let s = 0; let t = 1; let condition = w[i] > 3; let (s_4, t_4) = if condition { let mut s_2: i32 = s; let mut t_2: i32 = t; let x_items = &x[i..][..m]; for k in 0..m { let s_3 = s_2 + x_items[k];(s_2, t_2) = (s_3, t_2 ^ s_3); } (s_2, t_2) } else { (0i32, 0i32) }; if condition { t_4 } else { t } }
         w[i], x[] gathered, y[] written, z[] written
         m: usize = m
         Inclusive",
    );
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
    refuse("for i in 0..n { let mut t = 0; y[i] = x.iter().map(|v| { t += v; t }).sum(); }", &[(323, "t")]);
    refuse("for i in 0..n { let mut t = 0; y[i] = 1 + x.iter().fold({ t += 1; t }, |s, v| s + v); }", &[(323, "t += 1")]);
    refuse("for i in 0..n { y[i] = x.iter().map(|v| 7 / v).skip(1).sum(); }", &[(209, "x.iter().map(|v| 7 / v)")]);
    refuse("for i in 0..n { y[i] = x.iter().zip(w).map(|p| { let q = p; q.0 * q.1 }).sum(); }", &[(207, "p")]);
    refuse("for i in 0..n { y[i] = (0..3).map(|k| k * 2).sum(); }", &[(321, "sum")]);
    refuse("for i in 0..n { y[i] = x.iter().sum::<Wrapping<i32>>(); }", &[(304, "Wrapping<i32>")]);
    refuse("for i in 0..n { let row = &x[i..]; y[i] = f(row); }", &[(305, "row")]);
    refuse(
        "for i in 0..n { y[i] = x.iter().map(|v| { if *v > 1 { if *v > 2 { return 1; } } *v }).sum::<i32>(); }",
        &[(301, "return 1")],
    );
    refuse("for i in 0..n { let mut s = 0; for k in x.chunks(2) { s += 1; } y[i] = s; }", &[(209, "x.chunks(2)")]);
    refuse("'a: for i in 0..n { let mut s = 0; for k in 0..m { s += 1; continue 'a; } y[i] = s; }", &[(301, "continue 'a")]);
    refuse("for i in 0..n { for k in 0..m { return; } y[i] = 1; }", &[(301, "return")]);
    refuse("for i in 0..n { let s = 1 + loop { break 3; }; y[i] = s; }", &[(209, "loop { break 3; }")]);
}
