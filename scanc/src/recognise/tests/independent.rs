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
