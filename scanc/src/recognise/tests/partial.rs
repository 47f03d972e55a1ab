//! Parts of elements that are stored: what is stored is a whole element, in which the others are as they were.

use super::check;

const PARAMETERS: &str = "x: &[i32], n: usize";

#[test]
fn what_a_variable_carries() {
    let expected = "i: usize in 0..n, step 1
         carries acc by Add
         e = p[i].a
         p[i] = { let mut p_new = p[i]; p_new.b.c = after; p_new }
         p[i] written
         Inclusive";
    check(PARAMETERS, "for i in 0..n { acc += p[i].a; p[i].b.c = acc; }", expected);
    check(PARAMETERS, "for i in 0..n { acc += p[i].a; (p[i].b).c = acc; }", expected);
    check(PARAMETERS, "for i in 0..n { let q = &mut p[i]; acc += q.a; q.b.c = acc; }", expected);
    check(PARAMETERS, "for i in 0..n { let q = &mut p[i]; acc += (*q).a; (*q).b.c = acc; }", expected);
    let expected = expected.replace("0..n", "0..min(p.len())");
    check(PARAMETERS, "for q in p.iter_mut() { acc += q.a; q.b.c = acc; }", &expected);
}

#[test]
fn what_a_part_carries() {
    check(
        PARAMETERS,
        "for i in 1..n { p[i].sum = p[i - 1].sum + p[i].v; }",
        "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = p[i].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new }
         p[i] written
         Inclusive",
    );
    check(
        PARAMETERS,
        "for i in (0..n).rev() { s[i].0 += s[i + 1].0; s[i].1.2 *= 2; }",
        "i: usize in (0..n).rev(), step -1
         carries s[i + 1].0 by Add flipped
         e = s[i].0
         s[i] = { let mut s_new = s[i]; s_new.0 = after; s_new.1.2 = s[i].1.2 * 2; s_new }
         s[i] written
         Inclusive",
    );
}

/// No other part of an element changes, whichever iteration it is of.
#[test]
fn what_is_read_elsewhere() {
    check(
        PARAMETERS,
        "for i in 1..n { p[i].sum = p[i - 1].sum + p[i + 1].v; y[i] = p[i - 1].v; }",
        "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = p[i + 1].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new }
         y[i] = p[i - 1].v
         p[i + 1; i - 1; i] written delayed, y[] written
         Inclusive",
    );
}

#[test]
fn elements_of_fixed_arrays() {
    let expected = "i: usize in 1..n, step 1
         carries p[i - 1][1] by Add
         e = p[i][0]
         p[i] = { let mut p_new = p[i]; p_new[1] = after; p_new[2] = q[i][1]; p_new }
         p[i] written, q[i]
         Inclusive";
    check(PARAMETERS, "for i in 1..n { p[i][1] = p[i - 1][1] + p[i][0]; p[i][2] = q[i][1]; }", expected);
    check(
        PARAMETERS,
        "for p in ps.iter_mut() { acc += p[3].x; p[0].y = acc; }",
        "i: usize in 0..min(ps.len()), step 1
         carries acc by Add
         e = ps[i][3].x
         ps[i] = { let mut ps_new = ps[i]; ps_new[0].y = after; ps_new }
         ps[i] written
         Inclusive",
    );
}

/// Whole elements are read where parts of them are stored, and parts elsewhere.
#[test]
fn beside_parts_of_others() {
    check(
        PARAMETERS,
        "for i in 1..n { p[i].sum = p[i - 1].sum + p[i].v; if c { p[i].k = 7; } q[i] = p[i]; y[i] = p[i - 1].v; }",
        "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = p[i].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new.k = if c { 7 } else { p[i].k }; p_new }
         q[i] = { let mut p_copy = p[i]; p_copy.sum = after; p_copy.k = if c { 7 } else { p[i].k }; p_copy }
         y[i] = p[i - 1].v
         p[i; i - 1] written delayed, q[] written, y[] written
         c = c
         Inclusive",
    );
}

/// Parts of a copy or a reference are those that the element had then.
#[test]
fn copies_and_references() {
    let carried = "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = p[i].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new }
         y[i] = p[i].sum
         p[i - 1; i] written delayed, y[] written
         Inclusive";
    check(PARAMETERS, "for i in 1..n { let t = p[i - 1]; let u = p[i]; p[i].sum = t.sum + u.v; y[i] = u.sum; }", carried);
    let named = carried.replace("e = p[i].v", "e = { let v = p[i].v; v }").replace("= p[i].sum", "= { let w = p[i].sum; w }");
    check(
        PARAMETERS,
        "for i in 1..n { let t = &p[i - 1]; let u = &p[i]; let (s, v, w) = (t.sum, u.v, u.sum); p[i].sum = s + v; y[i] = w; }",
        &named,
    );
}

/// An element that is stored as itself but for some parts; what has been stored since it was copied is undone.
#[test]
fn itself_but_for_parts() {
    let carried = "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = p[i].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new }
         p[i] written
         Inclusive";
    check(PARAMETERS, "for i in 1..n { p[i] = P { sum: p[i - 1].sum + p[i].v, ..p[i] }; }", carried);
    check(PARAMETERS, "for i in 1..n { let mut t = p[i]; t.sum = p[i - 1].sum + t.v; p[i] = t; }", carried);
    check(
        PARAMETERS,
        "for i in 1..n { let mut t = p[i]; p[i].k = 3; t.sum = p[i - 1].sum + x[i]; p[i] = t; y[i] = p[i].k; }",
        "i: usize in 1..n, step 1
         carries p[i - 1].sum by Add
         e = x[i]
         p[i] = { let mut p_new = p[i]; p_new.k = p[i].k; p_new.sum = after; p_new }
         y[i] = p[i].k
         p[i] written, x[i], y[] written
         Inclusive",
    );
}

#[test]
fn the_rest_of_another() {
    check(
        PARAMETERS,
        "for i in 0..n { acc += p[i].v; p[i] = P { sum: acc, at: p[i].to, ..p[i] }; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = p[i].v
         p[i] = { let mut p_new = p[i]; p_new.sum = after; p_new.at = p[i].to; p_new }
         p[i] written
         Inclusive",
    );
}

#[test]
fn under_conditions() {
    check(
        PARAMETERS,
        "for i in 0..n { acc += x[i]; if acc > 3 { p[i].a = acc; } p[i].b = acc; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = x[i]
         p[i] = { let mut p_new = p[i]; p_new.a = if after > 3 { after } else { p[i].a }; p_new.b = after; p_new }
         x[i], p[i] written
         Inclusive",
    );
}

/// Whole elements are read, too.
#[test]
fn beside_whole_elements() {
    check(
        PARAMETERS,
        "for i in 0..n { let old = p[i]; acc += old.v; p[i].a = acc; p[i].b.c = old.w; q[i] = p[i]; p[i].b = old.b; y[i] = p[i].v; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let old = p[i]; old.v }
         p[i] = { let old = p[i]; let mut p_copy = p[i]; p_copy.a = after; p_copy.b = old.b; p_copy }
         q[i] = { let old = p[i]; let mut p_copy = p[i]; p_copy.a = after; p_copy.b.c = old.w; p_copy }
         y[i] = p[i].v
         p[i] written, q[] written, y[] written
         Inclusive",
    );
    check(
        PARAMETERS,
        "for i in 0..n { let mut t = x[i]; acc += t.v; t.sum = acc; t.v = t.sum + t.w; y[i] = t; }",
        "i: usize in 0..n, step 1
         carries acc by Add
         e = { let t = x[i]; t.v }
         y[i] = { let t = x[i]; let mut t_copy = t; t_copy.sum = after; t_copy.v = after + t.w; t_copy }
         x[i], y[] written
         Inclusive",
    );
}
