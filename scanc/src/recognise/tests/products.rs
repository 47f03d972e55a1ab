//! Several carried values, reductions, and what a comparison takes along.

use super::{builtin, check_site, refuse_site, site};
use crate::parse::{ScanSite, Target};

/// A loop whose clauses name these places, the first `reductions` of them in a `#[reduce(…)]`.
fn naming(targets: &[&str], reductions: usize, source: &str) -> ScanSite {
    let parameters = "x: &[i32], y: &mut [i32], z: &mut [i32], f: &[f32], n: usize, a: i32, b: i32, m: i32, at: usize, g: f32";
    let mut site = site(parameters, source, builtin());
    let target = |(number, place): (usize, &&str)| Target {
        operator: builtin(),
        place: syn::parse_str(place).expect("a place"),
        reduction: number < reductions,
    };
    site.attribute.targets = targets.iter().enumerate().map(target).collect();
    site
}

#[test]
fn two_scalars() {
    check_site(
        &naming(&["a", "b"], 0, "for i in 0..n { a += x[i]; y[i] = b - a; b = x[i].max(b); }"),
        "i: usize in 0..n, step 1
         carries a by Add
         e = x[i]
         carries b by Max flipped
         e = x[i]
         y[i] = before_1 - after
         x[i], y[] written
         Mixed",
    );
}

#[test]
fn an_array_and_a_scalar_in_the_order_of_the_clause() {
    check_site(
        &naming(&["b", "y"], 0, "for i in 1..n { y[i] = y[i - 1] + x[i]; z[i] = b; b *= x[i]; }"),
        "i: usize in 1..n, step 1
         carries b by Mul
         e = x[i]
         carries y[i - 1] by Add
         e = x[i]
         y[i] = after_1
         z[i] = before
         y[] written, x[i], z[] written
         Mixed",
    );
}

#[test]
fn places_name_what_they_are_stored_with() {
    check_site(
        &naming(&["y", "z"], 0, "for i in 0..n { a += x[i]; b |= x[i]; y[i] = a; z[i] = b; }"),
        "i: usize in 0..n, step 1
         carries a by Add
         e = x[i]
         carries b by BitOr
         e = x[i]
         y[i] = after
         z[i] = after_1
         x[i], y[] written, z[] written
         Inclusive",
    );
}

#[test]
fn reductions() {
    check_site(
        &naming(&["a", "b"], 2, "for i in 0..n { a += x[i]; b = b.min(x[i]); }"),
        "i: usize in 0..n, step 1
         carries a by Add
         e = x[i]
         carries b by Min
         e = x[i]
         x[i]
         Inclusive",
    );
}

#[test]
fn what_a_comparison_takes_along_stands_behind_it() {
    let choice = |greatest: bool, later: bool| format!("by Best {{ greatest: {greatest}, later_wins: {later} }} compared");
    let check = |body: &str, choice: &str| {
        let expected = format!(
            "i: usize in 0..n, step 1
             carries m {choice}
             e = x[i]
             carries at by along with 0
             e = i
             x[i]
             Inclusive"
        );
        check_site(&naming(&["m"], 1, &format!("for i in 0..n {{ {body} }}")), &expected);
    };
    check("if x[i] > m { m = x[i]; at = i; }", &choice(true, false));
    check("if m < x[i] { at = i; m = x[i]; }", &choice(true, false));
    check("if x[i] >= m { m = x[i]; at = i; }", &choice(true, true));
    check("if x[i] < m { m = x[i]; at = i; }", &choice(false, false));
    check("if x[i] <= m { m = x[i]; at = i; }", &choice(false, true));
    check("if x[i] <= m { } else { m = x[i]; at = i; }", &choice(true, false));
    check("if x[i] < m { } else { m = x[i]; at = i; }", &choice(true, true));
}

#[test]
fn some_elements_are_compared_and_others_not() {
    let check = |body: &str, along: &str, element: &str| {
        let choice = if along.is_empty() { "Max compared" } else { "Best { greatest: true, later_wins: false } compared" };
        let expected = format!(
            "i: usize in 0..n, step 1
             carries m by {choice}
             e = {element}
             {along}x[i guarded]
             Inclusive"
        );
        check_site(&naming(&["m"], 1, &format!("for i in 0..n {{ {body} }}")), &expected);
    };
    for (body, of) in [
        ("if i > 3 && x[i] > m { m = x[i]; AT }", "if i > 3 { x[i] } else { LEAST }"),
        ("if i > 3 { if x[i] > m { m = x[i]; AT } }", "if i > 3 { x[i] } else { LEAST }"),
        ("if i <= 3 { continue; } if x[i] > m { m = x[i]; AT }", "if i <= 3 { LEAST } else { x[i] }"),
        ("if i <= 3 || x[i] <= m { continue; } m = x[i]; AT", "if i <= 3 { LEAST } else { x[i] }"),
        ("if !(i > 3 && x[i] > m) { continue; } m = x[i]; AT", "if i > 3 { x[i] } else { LEAST }"),
        ("if i > 3 && x[i] > m && i < 9 { m = x[i]; AT }", "if i < 9 { if i > 3 { x[i] } else { LEAST } } else { LEAST }"),
    ] {
        let element = of.replace("LEAST", "i32::MIN");
        check(&body.replace("AT", "at = i;"), "carries at by along with 0\n e = i\n ", &element);
        check(&body.replace("AT", ""), "", &element);
    }
}

#[test]
fn a_value_that_depends_on_another_is_another_loop() {
    let refuse = |source: &str, expected: &[(u16, &str)]| refuse_site(&naming(&["a", "b"], 0, source), expected);
    refuse("for i in 0..n { a += x[i]; b += a * a; y[i] = a; z[i] = b; }", &[(329, "b")]);
    refuse("for i in 0..n { b *= a; a += x[i]; y[i] = a; z[i] = b; }", &[(329, "b")]);
    refuse("for i in 0..n { a += b; b += a; y[i] = a; z[i] = b; }", &[(329, "a")]);
}

#[test]
fn a_value_that_depends_on_an_array_that_is_scanned_is_another_loop() {
    let refuse = |source: &str, expected: &[(u16, &str)]| refuse_site(&naming(&["y", "z"], 0, source), expected);
    refuse("for i in 1..n { y[i] = y[i - 1] + x[i]; z[i] = z[i - 1] + y[i] * y[i]; }", &[(329, "z[i - 1]")]);
    refuse("for i in 1..n { z[i] = z[i - 1] * y[i - 1]; y[i] = y[i - 1] + x[i]; }", &[(329, "z[i - 1]")]);
    refuse(
        "for i in 1..n { y[i] = y[i - 1] + x[i]; if y[i] > 3 { z[i] = z[i - 1] + 1; } else { z[i] = z[i - 1]; } }",
        &[(329, "z[i - 1]")],
    );
}

#[test]
fn what_is_taken_along_depends_on_nothing_carried() {
    check_site(
        &naming(&["m"], 1, "for i in 0..n { if x[i] > m { m = x[i]; a = m + 1; } }"),
        "i: usize in 0..n, step 1
         carries m by Best { greatest: true, later_wins: false } compared
         e = x[i]
         carries a by along with 0
         e = x[i] + 1
         x[i]
         Inclusive",
    );
    let refuse = |targets: &[&str], body: &str, expected: &[(u16, &str)]| {
        refuse_site(&naming(targets, targets.len(), &format!("for i in 0..n {{ {body} }}")), expected);
    };
    refuse(&["m"], "if x[i] > m { a = m; m = x[i]; }", &[(329, "a")]);
    refuse(&["m"], "if x[i] > m { m = x[i]; at = at + 1; }", &[(317, "at")]);
    refuse(&["m"], "if x[i] > m { m = x[i] + 1; at = i; }", &[(317, "at")]);
    refuse(&["m"], "if i > 3 && x[i] >= m { m = x[i]; at = i; }", &[(317, "at")]);
    refuse(&["m"], "if at > 3 && x[i] > m { m = x[i]; at = i; }", &[(317, "at")]);
    refuse(&["m"], "if i > 3 && x[i] > m { m = x[i]; if i > 4 { at = i; } }", &[(317, "at")]);
    refuse(&["m"], "if i > 3 || x[i] > m { m = x[i]; at = i; }", &[(317, "at")]);
    refuse(&["m"], "if i > 3 && x[i] > m { m = x[i]; at = i / (i - 3); }", &[(317, "at")]);
    refuse(&["m"], "if x[i] > m { m = x[i]; at = i; } else { at = 0; }", &[(318, "at")]);
    refuse(&["m"], "if x[i] > m { m = x[i]; at = i; } if x[i] < m { at = 0; }", &[(317, "at")]);
    refuse(&["m", "b"], "if x[i] > m { m = x[i]; a = b; } b += 1;", &[(329, "a")]);
    refuse(&["m", "b"], "if x[i] > m { m = x[i]; at = i; } b += m;", &[(329, "b")]);
    refuse(&["m", "b"], "if x[i] > m { m = x[i]; a = i as i32; } b += a;", &[(329, "b")]);
    refuse(&["m", "a"], "if x[i] > m { m = x[i]; } if x[i] > a { a = x[i]; m = 3; }", &[(319, "3")]);
}

#[test]
fn what_is_not_named_is_not_scanned() {
    refuse_site(&naming(&["a"], 0, "for i in 0..n { a += x[i]; b += x[i]; y[i] = a; }"), &[(317, "b")]);
    refuse_site(&naming(&["a"], 0, "for i in 0..n { a += x[i]; b += 1; y[i] = a; }"), &[(317, "b")]);
}

#[test]
fn scans_store_and_reductions_do_not() {
    // All of them at once.
    refuse_site(&naming(&["a", "b"], 0, "for i in 0..n { a += x[i]; b *= x[i]; }"), &[(325, "a")]);
    refuse_site(&naming(&["a"], 0, "for i in 0..n { a += x[i]; }"), &[(325, "a")]);
    refuse_site(&naming(&["a"], 1, "for i in 0..n { a += x[i]; y[i] = a; }"), &[(330, "a")]);
    refuse_site(&naming(&["a", "b"], 1, "for i in 0..n { a += x[i]; b += x[i]; y[i] = a; }"), &[(330, "a"), (325, "b")]);
    refuse_site(&naming(&["m"], 1, "for i in 0..n { if x[i] > m { m = x[i]; at = i; } y[i] = at as i32; }"), &[(330, "m")]);
}

#[test]
fn a_float_that_a_comparison_keeps_is_not_kept_from_nan() {
    refuse_site(&naming(&["g"], 1, "for i in 0..n { if f[i] <= g { } else { g = f[i]; at = i; } }"), &[(317, "at")]);
}

#[test]
fn seven_are_too_many() {
    let names = ["p", "q", "r", "s", "t", "u", "v"];
    let body: String = names.iter().map(|name| format!("{name} += x[i];")).collect();
    refuse_site(&naming(&names, 7, &format!("for i in 0..n {{ {body} }}")), &[(317, "v")]);
}
