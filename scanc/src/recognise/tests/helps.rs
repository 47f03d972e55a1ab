//! Help lines that name another spelling: it computes the same, and is taken.

use super::{builtin, site};
use crate::diagnostic::{Diagnostics, Span};
use crate::parse::{OperatorName, ScanSite};
use crate::recognise::recognise;

const PARAMETERS: &str = "x: &[i32], y: &mut [i32], f: &[f64], g: &mut [f64], w: f64, n: usize";

fn helps(site: &ScanSite) -> String {
    let mut diagnostics = Diagnostics::default();
    assert!(recognise(site, &mut diagnostics).is_err(), "recognised");
    diagnostics.iter().filter_map(|one| one.help.clone()).collect::<Vec<_>>().join("\n")
}

fn auto(reduction: bool, source: &str) -> ScanSite {
    let mut site = site(PARAMETERS, source, OperatorName::Symbol("auto", Span::call_site()));
    site.attribute.targets[0].place = syn::parse_quote!(w);
    site.attribute.targets[0].reduction = reduction;
    site
}

#[test]
fn sums_in_another_order_are_allowed_where_they_are_asked_for() {
    let reduced = auto(true, "for i in 0..n { w = 0.5 * w + f[i]; }");
    assert_eq!(helps(&reduced), "allow that: `#[reduce(auto : w, reassociate)]`");
    let scanned = auto(false, "for i in 0..n { w = 0.5 * w + f[i]; g[i] = w; }");
    assert_eq!(helps(&scanned), "allow that: `#[scan(auto : w, reassociate)]`");
}

#[test]
fn a_minimum_stays_a_minimum() {
    let least = site(PARAMETERS, "for i in 0..n { if w >= f[i] { w = f[i]; } g[i] = w; }", builtin());
    assert_eq!(helps(&least), "write `if e < m { m = e; }` or `m = m.min(e);`");
    let greatest = site(PARAMETERS, "for i in 0..n { if f[i] >= w { w = f[i]; } g[i] = w; }", builtin());
    assert_eq!(helps(&greatest), "write `if e > m { m = e; }` or `m = m.max(e);`");
}

#[test]
fn what_saturates_is_not_what_wraps() {
    let product = site(PARAMETERS, "for i in 0..n { acc += x[i].saturating_mul(3); y[i] = acc; }", builtin());
    let help = "use `*`, or `wrapping_mul`, if it never overflows: there they are not the same";
    assert_eq!(helps(&product), help);
}

#[test]
fn the_place_of_the_least_goes_with_the_least() {
    let mut place =
        site(PARAMETERS, "for i in 1..n { if x[i] < x[acc] { acc = i; } }", OperatorName::Symbol("min", Span::call_site()));
    place.attribute.targets[0].reduction = true;
    let help = "carry the element, too, and have the clause name that: `if x[i] > m { m = x[i]; at = i; }`, or with `<`";
    assert_eq!(helps(&place), help);
}
