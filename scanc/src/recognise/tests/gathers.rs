//! Loads at indices that are not affine.

use super::check;

fn of_element(index: &str, loaded: &str, uses: &str) {
    let parameters = "x: &[i32], p: &[usize], b: &[u8], y: &mut [i32], k: usize, n: usize";
    let source = format!("for i in 0..n {{ acc += x[{index}]; y[i] = acc; }}");
    let expected = format!(
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[{loaded}]
         y[i] = after
         {uses}
         Inclusive"
    );
    check(parameters, &source, &expected);
}

#[test]
fn at_an_index_that_is_loaded() {
    of_element("p[i]", "p[i]", "p[i], x[] gathered, y[] written");
    of_element("p[i] + 1", "p[i] + 1", "p[i], x[] gathered, y[] written");
    of_element("b[i] as usize", "b[i] as usize", "b[i], x[] gathered, y[] written");
    of_element("(b[i] >> 4) as u8 as usize", "(b[i] >> 4) as u8 as usize", "b[i], x[] gathered, y[] written");
}

#[test]
fn at_an_index_that_is_computed() {
    of_element("i * i", "i * i", "x[] gathered, y[] written");
    of_element("i / 2", "i / 2", "x[] gathered, y[] written");
    of_element("i % k", "i % k", "x[] gathered, y[] written\nk: usize = k");
    of_element("i * i * k", "i * i * k", "x[] gathered, y[] written\nk: usize = k");
}

/// A product of fewer bits than an index may wrap before it is cast, as it does in the kernel.
#[test]
fn at_a_product_of_another_type() {
    check(
        "x: &[i32], y: &mut [i32], w: u32, n: u32",
        "for i in 0..n { acc += x[(i * w) as usize]; y[i as usize] = acc; }",
        "i: u32 in 0..n, step 1
         carries acc by Add
         e = x[(i * w) as usize]
         y[i as usize = i] = after
         x[] gathered, y[] written
         w: u32 = w
         Inclusive",
    );
}

#[test]
fn through_a_let() {
    check(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let j = i / 2; acc += x[j] + x[i]; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let j = i / 2; x[j] + x[i] }
         y[i] = after
         x[i] gathered, y[] written
         Inclusive",
    );
}

#[test]
fn with_the_scanned_value() {
    check(
        "x: &[usize], w: &[f32], y: &mut [f32], at: usize, n: usize",
        "for i in 0..n { at += x[i]; y[i] = w[at] * w[at - x[i]]; }",
        "i: usize in 0..n, step 1
         carries at by Add
         e = x[i]
         y[i] = w[after] * w[after - x[i]]
         x[i], w[] gathered, y[] written
         Inclusive",
    );
}

/// The assignment stands after the load.
#[test]
fn with_the_value_before_the_iteration() {
    let parameters = "x: &[u32], w: &[f32], y: &mut [f32], at: usize, n: usize";
    check(
        parameters,
        "for i in 0..n { y[i] = w[at]; at += x[i] as usize; }",
        "i: usize in 0..n, step 1
         carries at by Add
         e = x[i] as usize
         y[i] = w[before]
         w[] gathered, y[] written, x[i]
         Exclusive",
    );
    check(
        parameters,
        "for i in 0..n { let k = at + 1; y[i] = w[k]; if x[i] > 3 { at += 1; } }",
        "i: usize in 0..n, step 1
         carries at by Add
         e = if x[i] > 3 { 1 } else { 0usize }
         y[i] = w[before + 1]
         w[] gathered, y[] written, x[i]
         Exclusive",
    );
}

/// A name that the body binds again is not the one that it assigns.
#[test]
fn what_is_assigned_under_another_meaning_stays_fixed() {
    check(
        "x: &[i32], y: &mut [i32], k: usize, n: usize",
        "for i in 0..n { acc += x[i + k]; let mut k = 1; k += 2; y[i] = acc + k; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i + k]
         y[i] = { let k_2 = 1; let k_2_2 = k_2 + 2; after + k_2_2 }
         x[i + k], y[] written
         k: usize = k
         Inclusive",
    );
}

#[test]
fn that_nothing_uses_is_done_all_the_same() {
    check(
        "x: &[i32], p: &[usize], y: &mut [i32], n: usize",
        "for i in 0..n { let _ = x[p[i]]; acc += 1; y[i] = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let _unused = x[p[i]]; 1 }
         y[i] = after
         p[i], x[] gathered, y[] written
         Inclusive",
    );
}
