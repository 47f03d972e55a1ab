//! What is no recurrence with one operator: the code, and the expression that stops it.

use super::refuse;

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
    refuse(parameters, "for i in 0..n { acc += x[i]; if acc > 0 { y[i] = acc + y[n]; } }", &[(320, "y[i]")]);
    refuse(parameters, "for i in 0..n { acc += x[i]; if acc > 0 { y[i] += 1; } x_old[i] = y[2 * i]; }", &[(320, "y[i]")]);
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
fn parts_of_elements() {
    let refuse = |source: &str, at: &str| refuse("x: &[i32], y: &mut [i32], n: usize", source, &[(327, at)]);
    refuse("for i in 0..n { if x[i] > 0 { p[acc].x = 1; acc += 1; } }", "p[acc].x");
    refuse("for i in 1..n { acc += x[i]; p[i].x = acc; p[i - 1].y = acc; }", "p[i - 1].y");
    refuse("for i in 1..n { p[i].x = p[i - 1].x + x[i]; q[i] = p[i - 1]; }", "p[i - 1]");
    refuse("for i in 2..n { p[i].x = p[i - 2].x + x[i]; }", "+");
    // Other names for an element, and what may be one.
    refuse("for p in ps.iter_mut() { let q = p; acc += 1; q.x = acc; }", "q.x");
    refuse("for p in ps.iter_mut() { let mut q = p; acc += 1; q.x = acc; }", "q.x");
    refuse("for p in ps.iter_mut() { let p = p; acc += 1; p.x.y = acc; }", "p.x.y");
    refuse("for (p, q) in ps.iter_mut().zip(qs) { let (mut a, b) = (p, q); acc += b; a.x = acc; }", "a.x");
    refuse("for i in 0..n { let mut q: &mut P = unknown[i]; acc += x[i]; q.x = acc; }", "q.x");
    refuse("for i in 0..n { let p = &mut ps[i]; let q = p; acc += x[i]; q.x = acc; }", "q.x");
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
        &[(313, "self.acc += x[i] * f32::from(self.acc.weight)")],
    );
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { self.acc.sum += x[i]; self.acc.weight.y += 1; y[i] = self.acc.sum + f(self.acc); }",
        &[(324, "self.acc")],
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
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; let share = x[i] / acc; if acc != 0 { y[i] = share; } }",
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
        "for i in 0..n { println!(); acc += Some(x[i]); y[i * i] = acc; rows[r][i] = acc; }",
        &[(302, "println!()"), (303, "Some(x[i])"), (306, "i * i"), (308, "rows[r]")],
    );
}
