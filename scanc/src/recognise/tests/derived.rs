//! `#[scan(auto : s)]`: which updates are maps of which family, with their coefficients and amounts.

use super::{check_site, refuse_site, site};
use crate::diagnostic::{Diagnostics, Span};
use crate::parse::{OperatorName, ScanSite, Target};
use crate::recognise::{Carry, recognise};
use crate::syntax::text;

const PARAMETERS: &str = "x: &[i32], y: &mut [i32], c: &[bool], o: &mut [bool], f: &[f64], g: &mut [f64], n: usize, a: i32, s: i32, b: bool, t: f64, w: f64, l: &[i64], k: &mut [i64], v: i64";

fn auto(place: &str, reassociate: bool, body: &str) -> ScanSite {
    let mut site = site(PARAMETERS, &format!("for i in 0..n {{ {body} }}"), OperatorName::Symbol("auto", Span::call_site()));
    let place = syn::parse_str(place).expect("a place");
    site.attribute.targets = vec![Target { place, ..site.attribute.targets[0].clone() }];
    site.attribute.reassociate = reassociate;
    site
}

/// The family, the coefficient with its start, and the amount.
fn map(place: &str, body: &str) -> String {
    let mut diagnostics = Diagnostics::default();
    let found = recognise(&auto(place, true, body), &mut diagnostics);
    let found = found.unwrap_or_else(|_| panic!("{body}: {diagnostics:?}"));
    let [value, coefficient] = found.carried.as_slice() else { panic!("{body}: {found:?}") };
    let Carry::Coefficient(start) = &coefficient.carry else { panic!("{body}: {found:?}") };
    let block = |block: &syn::Block| block.stmts.iter().map(text).collect::<Vec<_>>().join(" ");
    let captures = found.captures.iter().filter(|capture| capture.name != text(&capture.value));
    let captures: String = captures.map(|capture| format!(", {} = {}", capture.name, text(&capture.value))).collect();
    let family = value.operator.name().map(|_| format!("{:?}", value.operator.kind)).unwrap_or_default();
    let family = family
        .trim_start_matches("Map(Map { family: ")
        .trim_end_matches(", coefficient: Some(CarriedId(1)), source: None })")
        .to_owned();
    format!("{family}: {} from {}; {}{captures}", block(&coefficient.element), text(start), block(&value.element))
}

#[test]
fn linear() {
    assert_eq!(map("s", "s = s * a + x[i]; y[i] = s;"), "Affine: a from 1i32; x[i]");
    assert_eq!(map("s", "s = x[i] - s; y[i] = s;"), "Affine: -1i32 from 1i32; x[i]");
    assert_eq!(map("s", "s = (s + x[i]) * 3; y[i] = s;"), "Affine: 3 from 1i32; i32::wrapping_mul(x[i], 3)");
    assert_eq!(
        map("s", "s += a * (x[i] - s); y[i] = s;"),
        "Affine: i32::wrapping_add(1i32, i32::wrapping_neg(a)) from 1i32; i32::wrapping_mul(x[i], a)"
    );
    let sometimes = "Affine: if c[i] { a } else { 1i32 } from 1i32; if c[i] { x[i] } else { 0i32 }";
    assert_eq!(map("s", "if c[i] { s = s * a + x[i]; } y[i] = s;"), sometimes);
}

#[test]
fn linear_with_floats() {
    let fixed = "Affine: __scanc_launch::within(factor, 1.0f64) from 1.0f64; __scanc_launch::within(t * f[i], 1e288f64), factor = 1.0 - t";
    assert_eq!(map("w", "w = (1.0 - t) * w + t * f[i]; g[i] = w;"), fixed);
    let varying = "Affine: __scanc_launch::within(f[i], 1.0f64) from 1.0f64; __scanc_launch::within(t, 1e288f64)";
    assert_eq!(map("w", "w = w * f[i] + t; g[i] = w;"), varying);
    assert_eq!(map("w", "w = 0.5 * w + t; g[i] = w;"), "Affine: 0.5 from 1.0f64; __scanc_launch::within(t, 1e288f64)");
    // A literal whose sums overflow.
    assert_eq!(map("w", "w = 0.5 * w + 1e300; g[i] = w;"), "Affine: 0.5 from 1.0f64; __scanc_launch::within(1e300, 1e288f64)");
    refuse_site(&auto("w", false, "w = 0.5 * w + f[i]; g[i] = w;"), &[(334, "0.5 * w + f[i]")]);
    refuse_site(&auto("w", true, "w = 1.5 * w + f[i]; g[i] = w;"), &[(335, "1.5")]);
}

#[test]
fn what_keeps_replaces_or_resets() {
    assert_eq!(map("w", "if c[i] { w = f[i]; } g[i] = w;"), "Reset(None): !c[i] from true; f[i]");
    assert_eq!(
        map("s", "s = if c[i] { 0 } else { s + x[i] }; y[i] = s;"),
        "Reset(Some(Add)): !c[i] from true; if c[i] { 0 } else { x[i] }"
    );
    let greatest = "Reset(Some(Max)): !c[i] from true; i32::max(if c[i] { 0 } else { i32::MIN }, x[i])";
    assert_eq!(map("s", "if c[i] { s = 0; } s = s.max(x[i]); y[i] = s;"), greatest);
}

/// The change, and both limits.
fn clamp(place: &str, body: &str) -> [String; 3] {
    let mut diagnostics = Diagnostics::default();
    let found = recognise(&auto(place, false, body), &mut diagnostics);
    let found = found.unwrap_or_else(|_| panic!("{body}: {diagnostics:?}"));
    let [value, change, upper] = found.carried.as_slice() else { panic!("{body}: {found:?}") };
    let [kind, kind_of_upper] = [value, upper].map(|carried| format!("{:?}", carried.operator.kind));
    assert_eq!(kind, "Map(Map { family: Clamp, coefficient: Some(CarriedId(1)), source: Some(CarriedId(2)) })");
    assert_eq!(kind_of_upper, "Map(Map { family: Upper, coefficient: Some(CarriedId(1)), source: Some(CarriedId(0)) })");
    let block = |block: &syn::Block| block.stmts.iter().map(text).collect::<Vec<_>>().join(" ");
    [change, value, upper].map(|carried| block(&carried.element))
}

#[test]
fn between_two_limits() {
    let narrow = clamp("s", "s = s.saturating_add(x[i]).max(0); y[i] = s;");
    let [low, high] = ["MIN", "MAX"].map(|limit| format!("i32::max(i32::saturating_add(i32::{limit}, x[i]), 0)"));
    assert_eq!(narrow, ["x[i] as i64".to_owned(), low, high]);
    let compared = clamp("s", "s = s.saturating_sub(4); if s < -a { s = -a; } if s > 9 { s = 9; } y[i] = s;");
    assert_eq!(compared[0], "i64::wrapping_sub(0i64, 4i64)");
    assert_eq!(compared[2], "i32::min(i32::max(i32::saturating_sub(i32::MAX, 4), -a), 9)");
    let wide = clamp("v", "v = (v + l[i]).clamp(0, 50); k[i] = v;");
    assert_eq!(wide[0], "__scanc_launch::within(l[i], term_limit)");
    assert_eq!(wide[1], "i64::clamp(i64::wrapping_add(-4611686018427387904i64, l[i]), 0, 50)");
    let chosen = clamp("v", "v = if c[i] { 0 } else { (v + l[i]).max(0).min(9) }; k[i] = v;");
    assert_eq!(chosen[2], "if c[i] { 0 } else { i64::min(i64::max(i64::wrapping_add(4611686018427387904i64, l[i]), 0), 9) }");
    let set = clamp("s", "s = if c[i] { a } else { s.saturating_add(1) }; y[i] = s;");
    assert_eq!(set[0], "if c[i] { 0i64 } else { 1i64 }");
    assert_eq!(set[1], "if c[i] { a } else { i32::saturating_add(i32::MIN, 1) }");
    // Where it overflows it is no clamp; of 64 bits no sum is exact.
    refuse_site(&auto("s", false, "s = (s + x[i]).clamp(0, 50); y[i] = s;"), &[(336, "(s + x[i]).clamp(0, 50)")]);
    refuse_site(&auto("s", false, "s = x[i].saturating_sub(s); y[i] = s;"), &[(336, "x[i].saturating_sub(s)")]);
}

#[test]
fn bits() {
    assert_eq!(map("s", "s = (s & a) ^ x[i]; y[i] = s;"), "Bits: a from !0i32; x[i]");
    assert_eq!(map("s", "s = !s | x[i]; y[i] = s;").split(':').next(), Some("Bits"));
    assert_eq!(map("b", "if c[i] { b = !b; } o[i] = b;").split(':').next(), Some("Bits"));
}

#[test]
fn sums_with_limits() {
    let limited = "i64::wrapping_sub(__scanc_launch::within(l[i], term_limit), 3) from 0i64; 0, term_limit = __scanc_launch::term_limit(&__scanc_range)";
    assert_eq!(map("v", "v = (v + l[i] - 3).max(0); k[i] = v;"), format!("Floor: {limited}"));
    assert_eq!(map("v", "v += l[i]; v -= 3; if v > 0 { v = 0; } k[i] = v;"), format!("Ceiling: {limited}"));
    let ends_here = map("v", "v = l[i].max(v + l[i]); k[i] = v;");
    assert!(ends_here.contains("; __scanc_launch::within(l[i], 1152921504606846976i64)"), "{ends_here}");
    // Of narrower numbers sums may overflow, and of unsigned ones differences.
    refuse_site(&auto("s", true, "s = (s + x[i]).max(0); y[i] = s;"), &[(336, "(s + x[i]).max(0)")]);
    refuse_site(&auto("v", true, "if v < l[i] { v = 0; } k[i] = v;"), &[(336, "if")]);
}

#[test]
fn between_a_few_states() {
    let states = |body: &str| map("s", &format!("{body} y[i] = s;"));
    let start = "from 0xfedcba9876543210u64; 0i32";
    let quotes = "s = match (s, x[i]) { (0, 34) => 1, (1, 34) => 0, (1, 92) => 2, (2, _) => 1, (s, _) => s };";
    let table = "if x[i] == 34 { 0x101u64 } else { if x[i] == 92 { 0x120u64 } else { 0x110u64 } }";
    assert_eq!(states(quotes), format!("Finite(3): {table} {start}"));
    let counts = states("let next = s + 1; if c[i] { s = if next > 3 { 0 } else { next }; }");
    assert_eq!(counts, format!("Finite(4): if c[i] {{ 0x321u64 }} else {{ 0x3210u64 }} {start}"));
    let down = states("s = if c[i] { 7 } else { s.saturating_sub(1) & 7 };");
    assert!(down.starts_with("Finite(8): if c[i] { 0x77777777u64 } else { 0x65432107u64 }"), "{down}");
    let masked = states("s = (s ^ x[i]) & 1;");
    assert!(masked.starts_with("Bits"), "{masked}");
    let masked = states("s = (s * x[i]) & 3;");
    assert!(
        masked.starts_with("Finite(4): (((x[i] & 3) as u64) << 4u64) | ((((2i32 * x[i]) & 3) as u64) << 8u64) | "),
        "{masked}"
    );
    // A sum without an end, numbers that are no states, and what is kept but for one of them.
    refuse_site(&auto("s", false, "s = if c[i] { 0 } else { if s > 2 { 1 } else { s + x[i] } }; y[i] = s;"), &[(336, "if")]);
    refuse_site(&auto("s", false, "s = if s == 1 { -1 } else { 1 }; y[i] = s;"), &[(336, "if")]);
    refuse_site(&auto("s", false, "s = if s > 3 { x[i] } else { 4 }; y[i] = s;"), &[(336, "if")]);
    refuse_site(&auto("s", false, "s = if s == 20 { 0 } else { 20 }; y[i] = s;"), &[(336, "if")]);
    // It panics at 0, where nothing needs it.
    refuse_site(
        &auto("s", false, "let t = 9 / s; s = if s == 0 { 1 } else { if t > 4 { 0 } else { 2 } }; y[i] = s;"),
        &[(336, "9 / s")],
    );
    // The remainder of a negative number is negative.
    refuse_site(&auto("s", false, "s = s.wrapping_add(x[i]) % 5; y[i] = s;"), &[(336, "s.wrapping_add(x[i]) % 5")]);
}

#[test]
fn of_two_states_a_bool_has_bits() {
    assert_eq!(map("b", "b = if b { c[i] } else { a > 3 }; o[i] = b;"), "Bits: c[i] ^ (a > 3) from true; a > 3");
}

#[test]
fn what_is_no_map() {
    refuse_site(&auto("s", true, "s = s * s + x[i]; y[i] = s;"), &[(336, "s * s")]);
    refuse_site(&auto("s", true, "s = s / 2 + x[i]; y[i] = s;"), &[(336, "s / 2")]);
    refuse_site(&auto("s", true, "s = (s ^ x[i]) * 16777619; y[i] = s;"), &[(336, "(s ^ x[i]) * 16777619")]);
    refuse_site(&auto("s", true, "if s > 100 { s = 0; } s += x[i]; y[i] = s;"), &[(336, "if")]);
    refuse_site(&auto("s", true, "s = x[s as usize]; y[i] = s;"), &[(336, "x[s as usize]")]);
}

#[test]
fn a_built_in_operator_is_no_map() {
    let sum = "i: usize in 0..n, step 1
               carries s by Add
               e = x[i]
               y[i] = after
               x[i], y[] written
               Inclusive";
    check_site(&auto("s", true, "s += x[i]; y[i] = s;"), sum);
}
