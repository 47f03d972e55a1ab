//! Stores where the loop counts, and in some iterations only.

use super::{builtin, check_site, refuse, refuse_site, site};
use crate::parse::{OperatorName, ScanSite, Target};

const PARAMETERS: &str = "x: &[i32], out: &mut [i32], rest: &mut [i32], k: usize, j: usize, n: usize";

/// A site whose clause names these places, all with `+`.
fn named(places: &[&str], source: &str) -> ScanSite {
    let mut site = site(PARAMETERS, source, builtin());
    let target = |place: &&str| Target {
        operator: OperatorName::Symbol("+", crate::diagnostic::Span::call_site()),
        place: syn::parse_str(place).unwrap(),
        reduction: false,
    };
    site.attribute.targets = places.iter().map(target).collect();
    site
}

fn check(places: &[&str], source: &str, expected: &str) {
    check_site(&named(places, source), expected);
}

#[test]
fn compaction() {
    let expected = "i: usize in 0..n, step 1
         carries k by Add
         e = if x[i] > 0 { 1 } else { 0usize }
         if x[i] > 0: out[before dense by k] = x[i]
         x[i], out[] written
         Exclusive";
    check(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } }", expected);
    check(&["out"], "for i in 0..n { if x[i] > 0 { k += 1; out[k - 1] = x[i]; } }", expected);
    let by_name = expected.replace("x[i] > 0", "keep").replace("e = if keep", "e = { let keep = x[i] > 0; if keep");
    let by_name = by_name.replace("0usize }", "0usize } }").replace("if keep: ", "if x[i] > 0: ");
    check(&["k"], "for i in 0..n { let keep = x[i] > 0; if keep { out[k] = x[i]; } k += usize::from(keep); }", &{
        let counted = by_name.replace(
            "e = { let keep = x[i] > 0; if keep { 1 } else { 0usize } }",
            "e = { let keep = x[i] > 0; usize::from(keep) }",
        );
        counted.replace("if x[i] > 0: ", "if { let keep = x[i] > 0; keep }: ")
    });
}

#[test]
fn both_branches() {
    check(
        &["k", "j"],
        "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } else { rest[j] = -x[i]; j += 1; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = if x[i] > 0 { 1 } else { 0usize }
         carries j by Add
         e = if x[i] > 0 { 0usize } else { 1 }
         if x[i] > 0: out[before dense by k] = x[i]
         if !(x[i] > 0): rest[before_1 dense by j] = -x[i]
         x[i], out[] written, rest[] written
         Exclusive",
    );
    check(
        &["k", "j"],
        "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } else { out[j] = x[i]; j += 1; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = if x[i] > 0 { 1 } else { 0usize }
         carries j by Add
         e = if x[i] > 0 { 0usize } else { 1 }
         if x[i] > 0: out[before dense by k] = x[i]
         if !(x[i] > 0): out[before_1 dense by j] = x[i]
         x[i], out[] written
         Exclusive",
    );
}

#[test]
fn a_counter_that_goes_on_more_often() {
    check(
        &["k"],
        "for i in 0..n { if x[i] > 0 { out[k + 3] = x[i]; k += 2; } else { k += 1; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = if x[i] > 0 { 2 } else { 1 }
         if x[i] > 0: out[before + 3 counted by k] = x[i]
         x[i], out[] written
         Exclusive",
    );
}

#[test]
fn every_iteration() {
    check(
        &["k"],
        "for i in 0..n { out[k] = x[i]; k += 1; }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = 1
         out[before dense by k] = x[i]
         x[i], out[] written
         Exclusive",
    );
}

#[test]
fn a_store_in_some_iterations() {
    check(
        &["k"],
        "for i in 0..n { k += 1; if x[i] > 0 { out[2 * i] = k as i32; } else if x[i] < -9 { out[2 * i] = 4; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = 1
         if x[i] > 0 || x[i] < -9: out[2 * i] = if x[i] > 0 { after as i32 } else { 4 }
         x[i], out[] written
         Inclusive",
    );
}

fn refused(places: &[&str], source: &str, expected: &[(u16, &str)]) {
    refuse_site(&named(places, source), expected);
}

#[test]
fn counters_that_may_meet() {
    // It does not go on where something is stored.
    refused(&["k"], "for i in 0..n { out[k] = x[i]; if x[i] > 0 { k += 1; } }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; } else { k += 1; } }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; } if x[i] > 1 { k += 1; } }", &[(326, "out[k]")]);
    // It goes back, or who knows how far.
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } else { k -= 1; } }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; k += x[i] as usize; }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += j; } }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; k *= 2; }", &[(326, "out[k]")]);
    // It is another counter that goes on.
    refused(
        &["k", "j"],
        "for i in 0..n { if x[i] > 0 { out[k] = x[i]; j += 1; } else { out[j] = 0; k += 1; } }",
        &[(326, "out[k]"), (326, "out[j]")],
    );
}

#[test]
fn stores_beside_others() {
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } else { out[i] = 0; } }", &[(326, "out[i]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; out[i] = 0; k += 2; }", &[(326, "out[i]")]);
    refused(&["k", "j"], "for i in 0..n { out[k] = x[i]; k += 1; out[j] = 0; j += 1; }", &[(326, "out[j]")]);
    refused(
        &["k", "j"],
        "for i in 0..n { if x[i] > 0 { out[k + 1] = 0; k += 1; } else { out[j] = 0; j += 1; } }",
        &[(326, "out[k + 1]")],
    );
}

#[test]
fn several_places_of_one_counter() {
    check(
        &["k"],
        "for i in 0..n { out[k] = x[i]; k += 1; if x[i] > 0 { out[k] = -x[i]; k += 1; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = { let k_part: usize = 1; if x[i] > 0 { usize::wrapping_add(k_part, 1) } else { k_part } }
         out[before counted by k] = x[i]
         if x[i] > 0: out[before + 1 counted by k] = -x[i]
         x[i], out[] written
         Exclusive",
    );
    check(
        &["k"],
        "for i in 0..n { out[k] = x[i]; out[k + 2] = 0; k += 3; }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = 3
         out[before counted by k] = x[i]
         out[before + 2 counted by k] = 0
         x[i], out[] written
         Exclusive",
    );
    check(
        &["k"],
        "for i in 0..n { if x[i] > 0 { out[k] = x[i]; k += 1; } if x[i] < 9 { out[k] = 1; k += 1; } }",
        "i: usize in 0..n, step 1
         carries k by Add
         e = { let k_part: usize = if x[i] > 0 { 1 } else { 0usize }; if x[i] < 9 { usize::wrapping_add(k_part, 1) } else { k_part } }
         if x[i] > 0: out[before counted by k] = x[i]
         if x[i] < 9 && x[i] > 0: out[before + 1 counted by k] = 1
         if x[i] < 9 && !(x[i] > 0): out[before counted by k] = 1
         x[i], out[] written
         Exclusive",
    );
}

#[test]
fn places_that_meet() {
    // One place twice in an iteration, or one of the next iteration's.
    refused(&["k"], "for i in 0..n { out[k] = x[i]; if x[i] > 0 { k += 1; } out[k] = 1; k += 1; }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; out[k + 1] = 0; k += 1; }", &[(326, "out[k]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; k += 1; if x[i] > 0 { out[k] = 1; } }", &[(326, "out[k]")]);
    refused(
        &["k"],
        "for i in 0..n { if x[i] > 0 { out[k] = x[i]; } if x[i] < 9 { out[k + 1] = 1; k += 2; } }",
        &[(326, "out[k]")],
    );
    // Who knows where.
    refused(&["k"], "for i in 0..n { out[k] = x[i]; k += 1; if x[i] > 0 { out[k + j] = 1; k += 1; } }", &[(326, "out[k + j]")]);
    refused(&["k"], "for i in 0..n { out[k] = x[i]; k += x[i] as usize; out[k] = 1; k += 1; }", &[(306, "k")]);
}

#[test]
fn reads_of_what_is_stored() {
    refused(&["k"], "for i in 0..n { if out[i] > 0 { out[k] = out[i]; k += 1; } }", &[(312, "out[i]")]);
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = out[k] + 1; k += 1; } }", &[(312, "out[k]")]);
    refused(&["k"], "for i in 0..n { if x[i] > 0 { out[k] = out[x[i] as usize]; k += 1; } }", &[(312, "out[x[i] as usize]")]);
}

#[test]
fn counters_of_other_types() {
    let parameters = "x: &[i32], out: &mut [i32], k: u32, n: usize";
    refuse(parameters, "for i in 0..n { if x[i] > 0 { out[k as usize] = x[i]; k += 1; } }", &[(307, "out[k as usize]")]);
}

#[test]
fn counters_that_no_clause_names() {
    refused(&["acc"], "for i in 0..n { acc += x[i]; if x[i] > 0 { out[k] = acc; k += 1; } }", &[(317, "k")]);
    refused(&["acc"], "for i in 0..n { acc += x[i]; out[k] = acc; k = j; }", &[(326, "out[k]")]);
}
