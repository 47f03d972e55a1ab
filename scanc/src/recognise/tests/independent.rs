//! Independent iterations: `#[parallel_for]`.

use super::{ScanSite, builtin, check_site, refuse_site, site};

fn independent(source: &str) -> ScanSite {
    let mut site = site("x: &[i32], y: &mut [i32], z: &mut [i32], n: usize", source, builtin());
    site.attribute.independent = true;
    site.attribute.targets.clear();
    site
}

fn check(source: &str, expected: &str) {
    check_site(&independent(source), expected);
}

fn refuse(source: &str, expected: &[(u16, &str)]) {
    refuse_site(&independent(source), expected);
}

#[test]
fn one_array_to_another() {
    check(
        "for i in 0..n { y[i] = x[i] * 2; }",
        "i: usize in 0..n, step 1
         y[i] = x[i] * 2
         x[i], y[] written
         Inclusive",
    );
}

#[test]
fn several_outputs_and_a_gather() {
    check(
        "for i in (0..n).rev() { let at = x[i] as usize; y[i] = w[at]; if at > 3 { z[n - 1 - i] = x[i]; } }",
        "i: usize in (0..n).rev(), step -1
         y[i] = { let at = x[i] as usize; w[at] }
         if { let at = x[i] as usize; at > 3 }: z[n - 1 - i] = x[i]
         x[i], w[] gathered, y[] written, z[] written
         n: usize = n
         Inclusive",
    );
}

#[test]
fn in_place_by_an_iterator() {
    check(
        "for y in y.iter_mut() { *y = *y + 1; }",
        "i: usize in 0..min(y.len()), step 1
         y[i] = y[i] + 1
         y[i] written
         Inclusive",
    );
}

#[test]
fn what_nothing_uses_is_done_all_the_same() {
    check(
        "for i in 0..n { let _ = n / x[i]; y[i] = 1; z[i] = 2; }",
        "i: usize in 0..n, step 1
         y[i] = { let _unused = n / x[i]; 1 }
         z[i] = 2
         x[i], y[] written, z[] written
         n: usize = n
         Inclusive",
    );
    check(
        "for i in 0..n { let _ = n / x[i]; if x[i] > 2 { y[i] = 1; } z[i] = 2; }",
        "i: usize in 0..n, step 1
         if { let _unused = n / x[i]; x[i] > 2 }: y[i] = 1
         z[i] = 2
         x[i], y[] written, z[] written
         n: usize = n
         Inclusive",
    );
    check(
        "for i in 0..n { y[i] = last; last = n / x[i]; }",
        "i: usize in 0..n, step 1
         y[i] = { let last_2 = n / x[i]; if is_first { last } else { n / x[i - 1] } }
         y[] written, x[i]
         last = last
         n: usize = n
         after: last = n / x[i]
         Inclusive",
    );
}

#[test]
fn delay_registers_in_a_row() {
    check("for i in (0..n).rev() { y[i] = b - c; c = b; b = a; a = x[i]; }", "i: usize in (0..n).rev(), step -1
         y[i] = if is_first { b } else { if is_among_first_2 { a } else { x[i + 2] } } -if is_first { c } else { if is_among_first_2 { b } else { if is_among_first_3 { a } else { x[i + 3] } } }
         y[] written, x[i]
         b = b
         c = c
         a = a
         after: b = if is_first { a } else { x[i + 1] }
         after: c = if is_first { b } else { if is_among_first_2 { a } else { x[i + 2] } }
         after: a = x[i]
         Inclusive");
    check(
        "for i in 0..n { if x[i] > 0 { y[i] = b; } b = a; a = n / x[i]; }",
        "i: usize in 0..n, step 1
         if { let a_2 = n / x[i]; x[i] > 0 }: y[i] = if is_first { b } else { if is_among_first_2 { a } else { n / x[i - 2] } }
         x[i], y[] written
         b = b
         a = a
         n: usize = n
         after: b = if is_first { a } else { n / x[i - 1] }
         after: a = n / x[i]
         Inclusive",
    );
    refuse("for i in 0..n { y[i] = e; e = d; d = c; c = b; b = a; a = x[i]; }", &[(318, "e")]);
    refuse("for i in 0..n { y[i] = a; (a, b) = (b, a); }", &[(318, "a"), (318, "b")]);
}

#[test]
fn elements_of_others() {
    refuse("for i in 2..n { y[i] = y[i - 2]; }", &[(331, "y[i - 2]")]);
    refuse("for i in 0..n { y[0] = x[i]; }", &[(326, "y[0]")]);
    refuse("for i in 0..n { y[i] = x[i]; y[i + 1] = x[i]; }", &[(326, "y[i + 1]")]);
    refuse("for i in 0..n { y[i] = y[x[i] as usize]; }", &[(312, "y[x[i] as usize]")]);
}

#[test]
fn at_computed_places() {
    check(
        "for i in 0..n { y[x[i] as usize] = i; }",
        "i: usize in 0..n, step 1
         y[x[i] as usize alone] = i
         x[i], y[] written
         Inclusive",
    );
    check(
        "for i in 0..n { let at = i / 2; if x[i] > 3 { y[at] = x[i]; } else { y[at + 1] = 0; } z[(i & 7) * 2] = 1; }",
        "i: usize in 0..n, step 1
         if x[i] > 3: y[{ let at = i / 2; at } alone] = x[i]
         if !(x[i] > 3): y[{ let at = i / 2; at + 1 } alone] = 0
         z[(i & 7) * 2 alone] = 1
         x[i], y[] written, z[] written
         Inclusive",
    );
}

#[test]
fn beside_computed_places() {
    refuse("for i in 0..n { y[x[i] as usize] = i; z[i] = 1; }", &[(326, "z[i]")]);
    refuse("for i in 0..n { y[x[i] as usize] = i; y[i] = 1; }", &[(326, "y[i]")]);
    refuse("for i in 0..n { y[x[i] as usize] = i; y[x[i] as usize + 1] = 1; }", &[(326, "y[x[i] as usize + 1]")]);
    refuse("for i in 0..n { y[x[i] as usize] += 1; }", &[(312, "y[x[i] as usize]")]);
    refuse("for i in 0..n { y[x[i] as usize] = y[i]; }", &[(312, "y[i]")]);
    refuse("for i in 0..n { y[y[i] as usize] = i; }", &[(312, "y[i]")]);
    refuse("for i in 0..n { y[k] = i; k = x[i] as usize; }", &[(326, "y[k]")]);
}

#[test]
fn nothing_stored() {
    refuse("for i in 0..n { last = x[i]; }", &[(325, "for")]);
}

#[test]
fn what_is_carried() {
    refuse("for i in 1..n { y[i] = y[i - 1] + x[i]; }", &[(331, "y[i - 1]")]);
    refuse("for i in 0..n { acc += x[i]; y[i] = acc; }", &[(331, "acc")]);
    refuse("for i in 0..n { if x[i] > 0 { y[k] = x[i]; k += 1; } }", &[(331, "k")]);
}
