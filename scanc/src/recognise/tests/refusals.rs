//! What is not a scan: the code, and the expression that stops it.

use super::refuse;

#[test]
fn pair_under_one_name() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for p in x.iter().zip(z) { acc += p.0; y[0] = acc; }", &[(207, "p")]);
}

#[test]
fn range_without_end() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0.. { y[i] = y[i - 1] + x[i]; }", &[(201, "0..")]);
}

#[test]
fn iterator_of_a_call() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for x in values().iter() { acc += x; y[0] = acc; }", &[(201, "values()")]);
}

#[test]
fn slices_in_the_header() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y[1..].iter_mut().zip(x) { acc += x; *y = acc; }",
        &[(201, "y[1..]")],
    );
}

#[test]
fn unknown_adaptor() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for w in x.windows(2) { acc += w[0]; y[0] = acc; }", &[(208, "windows")]);
}

#[test]
fn reversed_zip() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for (y, x) in y.iter_mut().zip(x).rev() { acc += x; *y = acc; }",
        &[(208, "rev")],
    );
}

#[test]
fn mapped_range() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (0..n).map(f) { acc += x[i]; y[i] = acc; }", &[(208, "map")]);
}

#[test]
fn variable_step() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (0..n).step_by(k) { acc += x[i]; y[i] = acc; }", &[(203, "k")]);
}

#[test]
fn step_of_zero() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (0..n).step_by(0) { acc += x[i]; y[i] = acc; }", &[(203, "0")]);
}

#[test]
fn reversed_step() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in (0..n).step_by(2).rev() { acc += x[i]; y[i] = acc; }",
        &[(203, "rev")],
    );
}

#[test]
fn bound_with_side_effects() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..next() { acc += x[i]; y[i] = acc; }", &[(204, "next()")]);
}

#[test]
fn bound_that_takes() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in lines.next()..n { acc += x[i]; y[i] = acc; }",
        &[(204, "lines.next()")],
    );
}

#[test]
fn mutable_loop_variable() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for mut i in 0..n { acc += x[i]; y[i] = acc; }", &[(207, "mut i")]);
}

#[test]
fn loop_variable_changed() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[i] = acc; i += 1; }", &[(206, "i")]);
}

#[test]
fn pattern_of_a_struct() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for Pair { a, b } in x.iter() { acc += a; y[0] = acc; }",
        &[(207, "Pair { a, b }")],
    );
}

#[test]
fn while_let() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while let Some(v) = it.next() { acc += v; }",
        &[(202, "let Some(v) = it.next()")],
    );
}

#[test]
fn while_not_equal() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i != n { acc += x[i]; y[i] = acc; i += 1; }", &[(202, "i != n")]);
}

#[test]
fn while_with_two_conditions() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n && ok { acc += x[i]; y[i] = acc; i += 1; }",
        &[(202, "i < n && ok")],
    );
}

#[test]
fn while_without_step() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; }", &[(202, "i < n")]);
}

#[test]
fn while_doubling() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; i *= 2; }", &[(202, "i < n")]);
}

#[test]
fn while_step_under_a_condition() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "while i < n { acc += x[i]; y[i] = acc; if acc > 0 { i += 1; } }",
        &[(202, "i < n")],
    );
}

#[test]
fn while_stepping_twice() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; i += 1; y[i] = acc; i += 1; }", &[(206, "i")]);
}

#[test]
fn while_moving_away() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; i -= 1; }", &[(202, "i -= 1")]);
}

#[test]
fn while_descending_below_zero() {
    refuse("x: &[i32], y: &mut [i32], n: usize, i: usize", "while i >= 0 { acc += x[i]; y[i] = acc; i -= 1; }", &[(202, "0")]);
}

#[test]
fn while_descending_by_two() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize, i: usize",
        "while i > 0 { acc += x[i]; y[i] = acc; i -= 2; }",
        &[(203, "i -= 2")],
    );
}

#[test]
fn while_bound_changed() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { acc += x[i]; y[i] = acc; n -= 1; i += 1; }", &[(205, "n")]);
}

#[test]
fn scan_that_ends_early() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "let y = x.iter().scan(0, |acc, &v| { *acc += v; None }).collect();",
        &[(210, "None")],
    );
}

#[test]
fn scan_collected_into_a_set() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "let y = x.iter().scan(0, |acc, &v| { *acc += v; Some(*acc) }).collect::<HashSet<_>>();",
        &[(210, "x.iter().scan(0, |acc, &v| { *acc += v; Some(*acc) }).collect::<HashSet<_>>()")],
    );
}

#[test]
fn map_collected() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "let y = x.iter().map(|v| v + 1).collect();",
        &[(210, "x.iter().map(|v| v + 1).collect()")],
    );
}

#[test]
fn break_and_return_and_continue() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] < 0 { break; } if x[i] > 9 { return; } if x[i] == 5 { continue; } acc += x[i]; y[i] = acc; }",
        &[(301, "break"), (301, "return"), (301, "continue")],
    );
}

#[test]
fn question_mark() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i].checked_add(1)?; y[i] = acc; }",
        &[(301, "x[i].checked_add(1)?")],
    );
}

#[test]
fn awaited() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += next.await; y[i] = acc; }", &[(301, "next.await")]);
}

#[test]
fn println() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; println!(\"{acc}\"); y[i] = acc; }",
        &[(302, "println!(\"{acc}\")")],
    );
}

#[test]
fn macro_value() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += weight!(i); y[i] = acc; }", &[(302, "weight!(i)")]);
}

#[test]
fn unknown_function() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += f(x[i]); y[i] = acc; }", &[(303, "f(x[i])")]);
}

#[test]
fn unknown_method() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i].weight(); y[i] = acc; }",
        &[(304, "x[i].weight()")],
    );
}

#[test]
fn push() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y.push(acc); }", &[(304, "y.push(acc)")]);
}

#[test]
fn get() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x.get(i).unwrap(); y[i] = acc; }",
        &[(304, "x.get(i).unwrap()")],
    );
}

#[test]
fn nested_loop() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { for j in 0..3 { acc += x[j]; } y[i] = acc; }",
        &[(209, "for j in 0..3 { acc += x[j]; }")],
    );
}

#[test]
fn closure() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let f = |v| v + 1; acc += x[i]; y[i] = acc; }",
        &[(305, "|v| v + 1")],
    );
}

#[test]
fn unsafe_block() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += unsafe { *x.get_unchecked(i) }; y[i] = acc; }",
        &[(305, "unsafe { *x.get_unchecked(i) }")],
    );
}

#[test]
fn match_value() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += match x[i] { 0 => 1, v => v }; y[i] = acc; }",
        &[(305, "match x[i] { 0 => 1, v => v }")],
    );
}

#[test]
fn if_let() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if let 1 = x[i] { acc += 1; } y[i] = acc; }",
        &[(305, "let 1 = x[i]")],
    );
}

#[test]
fn item() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { const K: i32 = 3; acc += x[i] * K; y[i] = acc; }",
        &[(305, "const K: i32 = 3;")],
    );
}

#[test]
fn let_else() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let Some(v) = x[i] else { panic!() }; acc += v; y[i] = acc; }",
        &[(301, "else")],
    );
}

#[test]
fn struct_pattern() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let Point { a, b } = x[i]; acc += a * b; y[i] = acc; }",
        &[(207, "Point { a, b }")],
    );
}

#[test]
fn scatter() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[acc] = x[i]; }", &[(306, "acc")]);
}

#[test]
fn store_through_a_let() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { let j = i / 2; acc += x[i]; y[j] = acc; }", &[(306, "j")]);
}

#[test]
fn histogram() {
    refuse("x: &[usize], y: &mut [i32], n: usize", "for i in 0..n { y[x[i]] += 1; }", &[(306, "x[i]")]);
}

#[test]
fn gather_of_what_is_stored() {
    let parameters = "p: &[usize], y: &mut [i32], n: usize";
    refuse(parameters, "for i in 0..n { y[i] = y[p[i]]; }", &[(312, "y[p[i]]")]);
    refuse(parameters, "for i in 1..n { y[i] = y[i - 1] + y[i % 2]; }", &[(312, "y[i % 2]")]);
    refuse(parameters, "for i in 0..n { acc += p[i]; y[i] = acc; z[i] = y[acc]; }", &[(312, "y[acc]")]);
}

#[test]
fn gather_into_a_delay_register() {
    let parameters = "x: &[i32], p: &[usize], y: &mut [i32], last: i32, n: usize";
    refuse(parameters, "for i in 0..n { acc += last; y[i] = acc; last = x[p[i]]; }", &[(318, "last")]);
}

#[test]
fn index_cast_to_a_small_type() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[(i as u8) as usize]; y[i] = acc; }",
        &[(307, "i as u8")],
    );
}

#[test]
fn arithmetic_before_an_index_cast() {
    refuse(
        "x: &[i32], y: &mut [i32], n: u8",
        "for i in 0..n { acc += x[(i + 3) as usize]; y[i as usize] = acc; }",
        &[(307, "(i + 3) as usize")],
    );
}

#[test]
fn slice() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i..i + 1].len(); y[i] = acc; }",
        &[(308, "x[i..i + 1]")],
    );
}

#[test]
fn row() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { rows[r][i] = rows[r][i - 1] + x[i]; }",
        &[(308, "rows[r]"), (308, "rows[r]")],
    );
}

#[test]
fn call_as_a_base() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += row()[i]; y[i] = acc; }", &[(308, "row()")]);
}

#[test]
fn reads_ahead() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n - 1 { y[i] = y[i + 1] + x[i]; }", &[(309, "y[i + 1]")]);
}

#[test]
fn reads_ahead_too() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n - 1 { y[i] = y[i - 1] + y[i + 1]; }", &[(309, "y[i + 1]")]);
}

#[test]
fn reads_further_back() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 2..n { y[i] = y[i - 1] + y[i - 2]; }", &[(310, "y[i - 2]")]);
}

#[test]
fn reads_further_back_beside_a_scalar() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 2..n { acc += y[i - 2]; y[i] = acc; }", &[(310, "y[i - 2]")]);
}

#[test]
fn off_step() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in (1..n).step_by(2) { y[i] = y[i - 1] + x[i]; }", &[(311, "y[i - 1]")]);
}

#[test]
fn off_step_while() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "while i < n { y[i] = y[i - 1] + x[i]; i += 2; }", &[(311, "y[i - 1]")]);
}

#[test]
fn first_element_of_the_array_that_is_stored() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { y[i] = y[i - 1] + y[0]; }", &[(312, "y[0]")]);
}

#[test]
fn two_lags() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in k..n { y[i] = y[i - k] + y[i - 2]; }",
        &[(312, "y[i - k]"), (310, "y[i - 2]")],
    );
}

#[test]
fn lag_of_one_of_two_arrays() {
    refuse(
        "x: &[i32], y: &mut [i32], z: &mut [i32], n: usize",
        "for i in 2..n { y[i] = y[i - 2] + x[i]; z[i] = z[i - 1] + x[i]; }",
        &[(310, "y[i - 2]")],
    );
}

#[test]
fn lag_beside_what_depends_on_data() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 2..n { y[i] = y[i - 2] + x[i % 2]; }", &[(310, "y[i - 2]")]);
    refuse(
        "x: &[i32], y: &mut [i32], z: &mut [i32], n: usize",
        "for i in 2..n { y[i] = y[i - 2] + x[i]; if x[i] > 0 { z[i] = x[i]; } }",
        &[(310, "y[i - 2]")],
    );
}

#[test]
fn lag_in_another_type() {
    refuse(
        "x: &[i32], y: &mut [i32], n: i64, k: i64",
        "for i in k..n { y[i as usize] = y[(i - k) as usize] + x[i as usize]; }",
        &[(312, "y[(i - k) as usize]")],
    );
}

#[test]
fn lag_that_changes() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 9..n { y[i] = y[i - k] + x[i]; k = i; }", &[(306, "y[i - k]")]);
}

#[test]
fn store_at_a_product_that_may_wrap_before_its_cast() {
    refuse(
        "x: &[i32], y: &mut [i32], n: u32, w: u32",
        "for i in 0..n { acc += x[i as usize]; y[(i * w) as usize] = acc; }",
        &[(306, "(i * w)")],
    );
}

#[test]
fn index_squared() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[i * i] = acc; }", &[(306, "i * i")]);
}

#[test]
fn another_row_than_the_previous() {
    refuse(
        "x: &[i32], y: &mut [i32], h: usize",
        "for r in 2..h { y[r * w + c] = y[(r - 2) * w + c] + x[r]; }",
        &[(312, "y[(r - 2) * w + c]")],
    );
}

#[test]
fn load_after_a_store_that_may_be_it() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { y[i] = acc; acc += y[k]; }", &[(312, "y[k]")]);
}

#[test]
fn carried_in_place_beside_a_scalar() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { acc += y[i - 1]; y[i] = acc; }", &[(317, "acc")]);
}

#[test]
fn square() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = y[i - 1] * y[i - 1]; }",
        &[(313, "y[i - 1] * y[i - 1]")],
    );
}

#[test]
fn times_itself() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += acc * x[i]; y[i] = acc; }",
        &[(313, "acc += acc * x[i]")],
    );
}

#[test]
fn carried_in_the_element() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = x[i] + (acc as i32); y[i] = acc; }",
        &[(313, "acc as i32")],
    );
}

#[test]
fn negated() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc = x[i] + -acc; y[i] = acc; }", &[(313, "-acc")]);
}

#[test]
fn carried_in_the_condition() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if acc > 100 { acc += x[i]; } y[i] = acc; }",
        &[(314, "acc > 100")],
    );
}

#[test]
fn reset_on_overflow() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = if acc + x[i] > 100 { 0 } else { acc + x[i] }; y[i] = acc; }",
        &[(314, "acc + x[i] > 100")],
    );
}

#[test]
fn compares_another_value_than_it_takes() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { if x[i] > m { m = z[i]; } y[i] = m; }", &[(314, "x[i] > m")]);
}

#[test]
fn flipped_minus() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { y[i] = x[i] - y[i - 1]; }", &[(315, "x[i] - y[i - 1]")]);
}

#[test]
fn division() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc /= x[i]; y[i] = acc; }", &[(315, "acc /= x[i]")]);
}

#[test]
fn saturating() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = acc.saturating_add(x[i]); y[i] = acc; }",
        &[(315, "acc.saturating_add(x[i])")],
    );
}

#[test]
fn shift() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc <<= 1; y[i] = acc; }", &[(315, "acc <<= 1")]);
}

#[test]
fn multiply_and_add() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 1..n { y[i] = a * y[i - 1] + x[i]; }",
        &[(316, "a * y[i - 1] + x[i]")],
    );
}

#[test]
fn clamped() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { m = m.max(x[i]).min(9); y[i] = m; }",
        &[(316, "m.max(x[i]).min(9)")],
    );
}

#[test]
fn branches_with_two_operators() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] > 0 { acc += x[i]; } else { acc *= 2; } y[i] = acc; }",
        &[(316, "if")],
    );
}

#[test]
fn reset() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] == 0 { acc = 0; } else { acc += x[i]; } y[i] = acc; }",
        &[(319, "0")],
    );
}

#[test]
fn two_scalars() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { a += x[i]; b += z[i]; y[i] = a; w[i] = b; }", &[(317, "b")]);
}

#[test]
fn array_and_scalar() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { y[i] = y[i - 1] + x[i]; acc += x[i]; }", &[(317, "acc")]);
}

#[test]
fn counter() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for v in x { acc += v; total[0] = acc; k += 1; }", &[(326, "total[0]")]);
}

#[test]
fn counter_as_an_index() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for v in x { acc += v; y[k] = acc; k += 1; }", &[(317, "k")]);
}

#[test]
fn fibonacci() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { let t = a + b; a = b; b = t; y[i] = a; }", &[(318, "a")]);
}

#[test]
fn derived_scalar() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; last = acc; y[i] = acc; }", &[(318, "last")]);
}

#[test]
fn argmax() {
    let refuse = |body: &str| {
        refuse("x: &[i32], y: &mut [i32], n: usize", &format!("for i in 0..n {{ {body} y[i] = m; }}"), &[(317, "at")])
    };
    // Another condition, another place, both branches, what is carried.
    refuse("if x[i] > m { m = x[i]; } if x[i] >= m { at = i; }");
    refuse("if x[i] > m { m = x[i]; } else { at = i; }");
    refuse("if x[i] > m { m = x[i]; at += i; }");
    refuse("if x[i] > m { m = x[i]; at = i; } else { at = at + 1; }");
}

#[test]
fn nothing_carried() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { y[i] = x[i] * 2; }", &[(319, "for")]);
}

#[test]
fn only_another_output_reads_the_previous_one() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 1..n { y[i] = x[i]; z[i] = y[i - 1]; }", &[(319, "x[i]")]);
}

#[test]
fn swapped_variables() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let t = a; a = b; b = t; y[i] = a; }",
        &[(318, "a"), (318, "b")],
    );
}

#[test]
fn conditional_store() {
    let parameters = "x: &[i32], y: &mut [i32], n: usize";
    refuse(parameters, "for i in 0..n { acc += x[i]; if acc > 0 { y[i] = acc + y[i]; } }", &[(320, "y[i]")]);
    refuse(parameters, "for i in 1..n { if x[i] > 0 { y[i] = y[i - 1] + x[i]; } }", &[(320, "y[i]")]);
}

#[test]
fn stores_in_two_places() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; y[i] = acc; y[i + 1] = 0; }",
        &[(326, "y[i + 1]")],
    );
}

#[test]
fn branches_store_in_two_places() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; if x[i] > 0 { y[i] = acc; } else { y[i + 1] = acc; } }",
        &[(326, "y[i + 1]")],
    );
}

#[test]
fn same_element_again_and_again() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[0] = acc; }", &[(326, "y[0]")]);
}

#[test]
fn field_of_an_element() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; points[i].x = acc; }", &[(327, "points[i].x")]);
}

#[test]
fn unknown_type_of_a_difference() {
    refuse("", "for i in 0..n { acc -= x[i]; y[i] = acc; }", &[(321, "-")]);
}

#[test]
fn unknown_type_of_an_identity() {
    refuse("", "for i in 0..n { if x[i] > k { acc += x[i]; } y[i] = acc; }", &[(321, "+")]);
}

#[test]
fn unknown_type_of_a_chain() {
    refuse("", "for i in 0..n { acc = acc + x[i] + z[i]; y[i] = acc; }", &[(321, "+")]);
}

#[test]
fn float_comparison_that_takes_nan() {
    refuse("x: &[f32], m: f32", "for i in 0..n { if x[i] >= m { m = x[i]; } y[i] = m; }", &[(321, "x[i] >= m")]);
}

#[test]
fn unknown_comparison_that_may_take_nan() {
    refuse("", "for i in 0..n { m = if m > x[i] { m } else { x[i] }; y[i] = m; }", &[(321, "m > x[i]")]);
}

#[test]
fn lazy_division() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { ok = ok && 10 / x[i] > k; y[i] = ok; }",
        &[(322, "10 / x[i] > k")],
    );
}

#[test]
fn assignment_in_an_operand() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i] + { last = 1; 2 }; y[i] = acc; }",
        &[(323, "last")],
    );
}

#[test]
fn assignment_in_a_condition() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if { acc += 1; true } { acc += x[i]; } y[i] = acc; }",
        &[(323, "acc")],
    );
}

#[test]
fn overlapping_places() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { self.acc += x[i] * f32::from(self.acc.weight); y[i] = self.acc; }",
        &[(324, "self.acc.weight")],
    );
}

#[test]
fn reduction() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; }", &[(325, "acc")]);
}

#[test]
fn carried_beside_what_is_stored() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i]; y[i] = x[i]; }", &[(325, "acc")]);
}

#[test]
fn two_sides_of_what_may_not_commute() {
    refuse("", "for i in 1..n { y[i] = x[i] ^ y[i - 1] ^ z[i]; }", &[(316, "x[i] ^ y[i - 1] ^ z[i]")]);
}

#[test]
fn conditional_code() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { #[cfg(debug_assertions)] { acc += 1; } acc += x[i]; y[i] = acc; }",
        &[(305, "#[cfg(debug_assertions)]")],
    );
}

#[test]
fn a_division_by_the_carried_value_that_nothing_uses() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let _ = x[i] / acc; acc += x[i]; y[i] = acc; }",
        &[(328, "x[i] / acc")],
    );
}

#[test]
fn self_as_a_value() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i] + self; y[i] = acc; }", &[(305, "self")]);
}

#[test]
fn several_at_once() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { println!(); acc += f(x[i]); y[i * i] = acc; rows[r][i] = acc; }",
        &[(302, "println!()"), (303, "f(x[i])"), (306, "i * i"), (308, "rows[r]")],
    );
}
