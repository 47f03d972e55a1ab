//! Where a loop may not read or store: the code, and the expression that stops it.

use super::refuse;

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
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += x[i..i + 1]; y[i] = acc; }", &[(305, "i..i + 1")]);
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
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 9..n { y[i] = y[i - k] + x[i]; k = i; }", &[(312, "y[i - k]")]);
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
