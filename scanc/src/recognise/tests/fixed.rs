//! Fixed arrays of an iteration.

use super::{builtin, check_site, refuse_site, site};

fn of(source: &str) -> super::ScanSite {
    let parameters = "x: &[i32], p: &[[f32; 3]], f: &mut [[f32; 3]], y: &mut [i32], n: usize";
    let mut site = site(parameters, source, builtin());
    site.attribute.independent = true;
    site.attribute.targets.clear();
    site
}

fn check(source: &str, expected: &str) {
    check_site(&of(source), expected);
}

fn refuse(source: &str, expected: &[(u16, &str)]) {
    refuse_site(&of(source), expected);
}

#[test]
fn their_elements_are_variables() {
    check(
        "for i in 0..n { let mut s = [x[i], 5]; s[1] += s[0]; (s[0], s[1]) = (s[1], s[0]); y[i] = s[0]; }",
        "i: usize in 0..n, step 1
         y[i] = { let s_0: i32 = x[i]; let s_1: i32 = 5; s_1 + s_0 }
         x[i], y[] written
         Inclusive",
    );
    check(
        "for i in 0..n { let s = [[1i32, 2], [3, 4]]; let t = s[1]; y[i] = t[0] * s[0][1] + t.len() as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let s_0_1: i32 = 2; let s_1_0: i32 = 3; s_1_0 * s_0_1 + 2usize as i32 }
         y[] written
         Inclusive",
    );
    // Each has the type of all.
    check(
        "for i in 0..n { let w = [1u8, 200]; y[i] = (w[1] * 2) as i32; }",
        "i: usize in 0..n, step 1
         y[i] = { let w_1: u8 = 200;(w_1 * 2) as i32 }
         y[] written
         Inclusive",
    );
}

#[test]
fn loops_over_them_are_written_out() {
    check(
        "for i in 0..n { let mut s = [0i32; 2]; for k in 0..2 { s[k] = x[i + k] * k as i32; } f[i][0] = (s[0] + s[1]) as f32; }",
        "i: usize in 0..n, step 1
         f[i] = { let mut f_new = f[i]; f_new[0] = (x[i] * 0usize as i32 + x[i + 1] * 1usize as i32) as f32; f_new }
         x[i; i + 1], f[i] written
         Inclusive",
    );
    check("for i in 0..n { let mut s = 0.0; for v in &p[i] { s += v * v; } f[i][1] = s; }", "i: usize in 0..n, step 1
         f[i] = { let mut f_new = f[i]; f_new[1] = { let s = 0.0; let v = p[i][0]; let v_2 = p[i][1]; let v_3 = p[i][2]; s + v * v + v_2 * v_2 + v_3 * v_3 }; f_new }
         p[i], f[i] written
         Inclusive");
    check(
        "for i in 0..n { let mut s = [1i32, 2]; for v in s.iter_mut() { *v *= 3; } for (k, v) in s.iter().enumerate() { y[i] += v << k; } }",
        "i: usize in 0..n, step 1
         y[i] = { let s_0: i32 = 1i32; let s_1: i32 = 2; y[i] + (s_0 * 3 << 0usize) + (s_1 * 3 << 1usize) }
         y[i] written
         Inclusive",
    );
    check(
        "for (f, p) in f.iter_mut().zip(p) { for k in 0..3 { f[k] += p[(k + 1) % 3]; } }",
        "i: usize in 0..min(f.len(), p.len()), step 1
         f[i] = [f[i][0] + p[i][1], f[i][1] + p[i][2], f[i][2] + p[i][0]]
         f[i] written, p[i]
         Inclusive",
    );
}

#[test]
fn whole_ones_are_stored() {
    check(
        "for i in 0..n { let [a, _, c] = p[i]; f[i] = [c, a, 0.0]; }",
        "i: usize in 0..n, step 1
         f[i] = [{ let whole = p[i]; let c = whole[2]; c }, { let whole = p[i]; let a = whole[0]; a }, 0.0]
         p[i], f[] written
         Inclusive",
    );
    check(
        "for i in 0..n { let mut s = [0.0; 3]; for k in 0..3 { s[k] = p[i][k] * 2.0; } f[i] = s; }",
        "i: usize in 0..n, step 1
         f[i] = [p[i][0] * 2.0, p[i][1] * 2.0, p[i][2] * 2.0]
         p[i], f[] written
         Inclusive",
    );
    check(
        "for i in 0..n { f[i] = [f[i][2], f[i][0], f[i][1]]; }",
        "i: usize in 0..n, step 1
         f[i] = [f[i][2], f[i][0], f[i][1]]
         f[i] written
         Inclusive",
    );
    check("for i in 0..n { if x[i] > 3 { f[i] = [1.0, 2.0, 3.0]; } }", "i: usize in 0..n, step 1
         f[i] = { let mut f_new = f[i]; f_new[0] = if x[i] > 3 { 1.0 } else { f[i][0] }; f_new[1] = if x[i] > 3 { 2.0 } else { f[i][1] }; f_new[2] = if x[i] > 3 { 3.0 } else { f[i][2] }; f_new }
         x[i], f[i] written
         Inclusive");
}

#[test]
fn refused() {
    // Another name for what a header has is a reference, and what is stored through it is stored there.
    refuse("for f in f.iter_mut() { f[1] = 1.0; let t = f; t[0] = 2.0; }", &[(308, "t")]);
    refuse("for f in f.iter_mut() { f[1] = 1.0; let t = f; for k in 0..2 { t[k] = 2.0; } }", &[(209, "t[k]")]);
    let unsaid = "let w = [1.0, 2.0];";
    refuse(&format!("for i in 0..n {{ {unsaid} f[i][0] = w[0]; }}"), &[(305, "[1.0, 2.0]")]);
    refuse("for i in 0..n { let w = [0i32; 17]; y[i] = w[0]; }", &[(305, "[0i32; 17]")]);
    refuse("for i in 0..n { let w = [1i32, 2]; y[i] = w[x[i] as usize]; }", &[(305, "[1i32, 2]")]);
    refuse("for i in 0..n { let w = [1i32, 2]; for k in 0..n { y[i] += w[k]; } }", &[(305, "[1i32, 2]")]);
    refuse("for i in 0..n { let w = [1i32, 2]; for k in 0..2 { if w[k] > 1 { break; } } y[i] = 1; }", &[(305, "[1i32, 2]")]);
    refuse("for i in 0..n { let mut w = [1i32, 2]; w.swap(0, 1); y[i] = w[0]; }", &[(305, "[1i32, 2]")]);
    refuse("for i in 0..n { let w = [1i32, 2]; y[i] = total(&w); }", &[(305, "[1i32, 2]")]);
}
