//! Elements that are tuples: their parts are fields of what is loaded.

use super::{check, refuse};

const PARAMETERS: &str = "y: &mut [i32], n: usize";

#[track_caller]
fn adds(source: &str, element: &str) {
    let expected = format!(
        "i: usize in 0..n, step 1
         carries acc by Add
         e = {element}
         y[i] = after
         x[i], y[] written
         Inclusive"
    );
    check(PARAMETERS, source, &expected);
}

#[test]
fn patterns_and_numbers_are_the_same() {
    const NAMED: &str = "{ let a = x[i].0; let b = x[i].1; a * b }";
    adds("for i in 0..n { acc += x[i].0 * x[i].1; y[i] = acc; }", "x[i].0 * x[i].1");
    adds("for i in 0..n { let a; let b; (a, b) = x[i]; acc += a * b; y[i] = acc; }", "x[i].0 * x[i].1");
    adds("for i in 0..n { let (a, b) = x[i]; acc += a * b; y[i] = acc; }", NAMED);
    adds("for i in 0..n { let &(a, b, ..) = &x[i]; acc += a * b; y[i] = acc; }", NAMED);
    adds("for i in 0..n { acc += match x[i] { (a, b) => a * b }; y[i] = acc; }", NAMED);
}

#[test]
fn headers_take_elements_apart() {
    check(
        PARAMETERS,
        "for (y, (a, (_, b))) in y.iter_mut().zip(x) { acc += a * *b; *y = acc; }",
        "i: usize in 0..min(y.len(), x.len()), step 1
         carries acc by Add
         e = x[i].0 * x[i].1.1
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

/// `let a = p.0; let b = a.1;` would be another tuple's.
#[test]
fn a_name_may_hide_the_tuple_that_it_is_of() {
    check(
        PARAMETERS,
        "for i in 0..n { let a = x[i]; let (a, b) = a; let (b, a) = (a, b); acc += b - a; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let a = x[i]; let a_2 = a.0; let b = a.1; a_2 - b }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
}

/// What `a` is outside is not what the pattern binds.
#[test]
fn names_of_an_if_let_are_those_of_its_pattern() {
    check(
        "x: &[i32], y: &mut [i32], a: i32, n: usize",
        "for i in 0..n { acc += if let a @ 1..=3 = x[i] { a } else { 0 }; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = if x[i] >= 1 && x[i] <= 3 { let a = x[i]; a } else { 0 }
         y[i] = after
         x[i], y[] written
         Inclusive",
    );
    refuse(
        "x: &[i32], y: &mut [i32], a: i32, n: usize",
        "for i in 0..n { acc += if n > 3 && let a @ 1..=3 = x[i] { a } else { 0 }; y[i] = acc; }",
        &[(305, "a @ 1..=3")],
    );
}

#[test]
fn none_are_made_but_to_be_stored() {
    refuse(PARAMETERS, "for i in 0..n { acc += x[i].1; let t = (acc, 1); y[i] = t.0; }", &[(305, "(acc, 1)")]);
    refuse(PARAMETERS, "for i in 0..n { acc += x[i].1; y[x[i].0] = (acc, 1); }", &[(306, "x[i].0")]);
    refuse(PARAMETERS, "for i in 0..n { acc += x[i].1; if acc > 9 { v.push((acc, (1, 2))); } }", &[(305, "1")]);
}

#[test]
fn how_many_parts_are_left_out_must_be_known() {
    refuse(PARAMETERS, "for (a, .., b) in x { acc += a * b; }", &[(207, "..")]);
    refuse(PARAMETERS, "for i in 0..n { let (.., b) = x[i]; acc += b; y[i] = acc; }", &[(207, "..")]);
}
