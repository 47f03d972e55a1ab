//! Whole kernels, and what is asked of them.

use super::{Builtin, Loop, lowered, query};

#[test]
fn a_kernel_as_text() {
    let source = Loop {
        carried: "f32",
        names: "x: [f32], z: [f64], alpha: f32",
        element: "let t = x[i - 1]; t * alpha",
        outputs: &[("z", "i - 1", "if __scanc_is_first { 0.0 } else { f64::from(__scanc_before) }")],
        ..Loop::default()
    };
    let expected = "\
loop example(i: usize, step 1)
carries f32: before + element
reads and writes y: [f32]
reads x: [f32]
reads and writes z: [f64]
captures alpha: f32
element = {
    let t: f32 = x[i - 1usize];
    t * alpha
}
y[i] = after
z[i - 1usize] = if is_first { 0.0f64 } else { before as f64 }
";
    assert_eq!(lowered(&source).to_string(), expected);
}

#[test]
fn lazy_operators_carry_bool() {
    let kernel = lowered(&Loop { carried: "_", names: "x: [_]", element: "x[i]", operator: Builtin::And, ..Loop::default() });
    assert_eq!(kernel.carried[0].ty, crate::ir::Type::BOOL);
    assert_eq!(kernel.arrays[1].element, crate::ir::Type::BOOL);
}

#[test]
fn panics() {
    let panics = |carried, names, element| query::may_panic(&lowered(&Loop { carried, names, element, ..Loop::default() }));
    assert!(panics("i32", "x: [i32]", "7 / x[i]"));
    assert!(panics("i32", "x: [i32]", "x[i] % -1"));
    assert!(panics("i32", "x: [i32]", "x[i].rem_euclid(0)"));
    assert!(panics("i32", "x: [i32], k: i32", "x[i].clamp(0, k + 1)"));
    assert!(!panics("i32", "x: [i32], k: i32", "x[i].clamp(0, k) / k"));
    assert!(panics("i32", "x: [i32]", "x[i].clamp(1, 0)"));
    assert!(!panics("i32", "x: [i32]", "x[i] / 7 + x[i].clamp(-1, 1)"));
    assert!(!panics("u8", "x: [u8]", "x[i] / 255"));
    assert!(!panics("f32", "x: [f32]", "1.0 / x[i]"));
}

#[test]
fn needs_of_the_device() {
    let single = lowered(&Loop { carried: "f32", names: "x: [f32]", element: "x[i] / 3.0", ..Loop::default() });
    assert!(query::needs_f32_division(&single) && !query::needs_fp64(&single));
    let double = lowered(&Loop { names: "x: [f32]", element: "(f64::from(x[i]) / 2.0) as i32", ..Loop::default() });
    assert!(query::needs_fp64(&double) && !query::needs_f32_division(&double));
    let root = lowered(&Loop { carried: "f32", names: "x: [f32]", element: "x[i].sqrt()", ..Loop::default() });
    assert!(query::needs_f32_division(&root));
}
