//! What is found of types that the function's text does not show.

use super::{Loop, check, lowered, refused, refused_loop};
use crate::ir::{ExprKind, Type, query};

#[test]
fn an_unseen_array_is_solved_from_use() {
    check("f64", "self_x: [_]", "(self_x[i] * 2.0f32) as f64", "(self_x[i] * 2.0f32) as f64");
    check("i64", "self_x: [_]", "self_x[i] + 1", "self_x[i] + 1i64");
}

#[test]
fn an_unseen_capture_is_solved_from_use() {
    let kernel = lowered(&Loop { carried: "f32", names: "x: [f32], SCALE: _", element: "x[i] * SCALE", ..Loop::default() });
    assert_eq!(kernel.captures[0].ty.to_string(), "f32");
}

#[test]
fn the_carried_type_is_solved_from_the_element() {
    let kernel = lowered(&Loop { carried: "_", names: "x: [u16]", element: "x[i] / 3", ..Loop::default() });
    assert_eq!(kernel.carried[0].ty.to_string(), "u16");
    assert_eq!(kernel.arrays[0].element, kernel.carried[0].ty);
}

#[test]
fn types_that_follow_from_types_found_later() {
    check(
        "u64",
        "self_x: [_]",
        "{ let d = self_x[i].abs_diff(self_x[i - 1]); let z = self_x[i] + 0i64; d }",
        "{\n    let d: u64 = self_x[i].abs_diff(self_x[i - 1usize]);\n    let z: i64 = self_x[i] + 0i64;\n    d\n}",
    );
}

#[test]
fn a_type_that_nothing_looks_into_is_opaque() {
    let source = Loop {
        carried: "_",
        names: "x: [_], z: [_], w: [_]",
        element: "if i > 3 { x[i] } else { x[i - 1] }",
        outputs: &[("z", "i", "w[i]")],
        ..Loop::default()
    };
    let kernel = lowered(&source);
    let types: Vec<String> = kernel.arrays.iter().map(|array| array.element.to_string()).collect();
    assert_eq!(types, ["scan_t", "scan_t", "z_t", "z_t"]);
    assert_eq!(kernel.carried[0].ty, Type::Opaque("scan_t".to_owned()));
}

#[test]
fn a_struct_is_of_the_type_that_it_goes_to() {
    let source = Loop {
        carried: "_",
        names: "x: [u8], z: [_]",
        element: "if i > 3 { P { a: x[i], b: 1u64 } } else { let p = P { a: 0u8, b: !x[i] as u64 }; p }",
        outputs: &[("z", "i", "Q { 0: x[i] }")],
        ..Loop::default()
    };
    let kernel = lowered(&source);
    let mut types = Vec::new();
    query::each_expr(&kernel, &mut |expr| {
        if let ExprKind::Struct(name, _) = &expr.kind {
            assert_eq!(expr.ty, Type::Opaque(name.clone()));
            types.push(name.clone());
        }
    });
    assert_eq!(types, ["scan_t", "scan_t", "z_t"]);
}

#[test]
fn a_field_is_of_the_type_that_its_use_gives_it() {
    check("i32", "p: [_]", "p[i].w + p[i].0 * 2", "p[i].w + (p[i].0 * 2i32)");
    check("i32", "p: [_]", "(p[i].w + 1u8) as i32", "(p[i].w + 1u8) as i32");
    check("f32", "p: [_]", "{ let w: f64 = p[i].w; w as f32 }", "{\n    let w: f64 = p[i].w;\n    w as f32\n}");
    check(
        "i32",
        "p: [_]",
        "if p[i].at.open { p[i].at.w } else { p[i - 1].at.w }",
        "if p[i].at.open { p[i].at.w } else { p[i - 1usize].at.w }",
    );
}

/// What one use says holds for the others.
#[test]
fn a_field_has_one_type() {
    check("i32", "p: [_]", "if p[i - 1].w > 1 { p[i].w } else { 0 }", "if p[i - 1usize].w > 1i32 { p[i].w } else { 0i32 }");
    let same = "if p[i].a.w > 1 { p[i].b.w as i32 } else { let v: i64 = p[i - 1].a.w; let w: u8 = p[i].b.w; 1 }";
    let kernel = lowered(&Loop { names: "p: [_]", element: same, ..Loop::default() });
    let mut types = Vec::new();
    query::each_expr(&kernel, &mut |expr| {
        if let ExprKind::Field(_, name) = &expr.kind
            && name == "w"
        {
            types.push(expr.ty.to_string());
        }
    });
    assert_eq!(types, ["i64", "u8", "i64", "u8"]);
    refused("i32", "p: [_]", "p[i].w + (p[i].w + 1u8) as i32", (502, "(p[i].w + 1u8) as i32", "is `u8`"));
}

#[test]
fn a_field_whose_type_nothing_shows() {
    refused("i32", "p: [_]", "if p[i].w > 2 { 1 } else { 0 }", (501, "p[i].w", "`let w: i32 = p[i].w;`"));
    refused("i32", "p: [_]", "p[i].0 as i32", (501, "p[i].0", "`let v0: f32 = p[i].0;`"));
    refused("i32", "p: [_]", "{ let at = p[i].at; at.w }", (501, "p[i].at", "one by one"));
    refused("i32", "p: [_]", "{ let at: f64 = p[i].at; p[i].at.w }", (503, "p[i].at", "has no fields"));
    refused("i32", "p: [i32]", "p[i].w", (503, "p[i]", "use the value itself"));
    refused("i32", "p: [_]", "p[i] + p[i].w", (503, "p[i]", "use the value itself"));
}

#[test]
fn a_field_may_be_of_the_type_of_an_array() {
    let source =
        Loop { carried: "_", names: "p: [_], z: [_]", element: "p[i].sum", outputs: &[("z", "i", "p[i].at")], ..Loop::default() };
    let kernel = lowered(&source);
    let mut types = Vec::new();
    query::each_expr(&kernel, &mut |expr| {
        if let ExprKind::Field(..) = &expr.kind {
            types.push(expr.ty.to_string());
        }
    });
    assert_eq!(types, ["scan_t", "z_t"]);
}

#[test]
fn a_function_is_of_the_types_that_its_calls_give_it() {
    check("i32", "x: [u8]", "m::f(x[i]) + m::f(1)", "m::f(x[i]) + m::f(1u8)");
    check(
        "i32",
        "p: [_]",
        "{ let w: i64 = f(p[i], &p[i - 1].w); w as i32 + p[i].w }",
        "{\n    let w: i64 = f(p[i], p[i - 1usize].w);\n    (w as i32) + p[i].w\n}",
    );
    refused("i32", "x: [u8]", "f(x[i]) + f(x[i] as i32)", (502, "x[i] as i32", "elsewhere"));
    refused("i32", "x: [u8]", "f(x[i]) + f(x[i], 1)", (506, "f(x[i], 1)", "declaration"));
}

#[test]
fn a_function_whose_types_nothing_shows() {
    refused("i32", "x: [u8]", "f(x[i], 1)", (501, "1", "`1i32`"));
    refused("i32", "x: [u8]", "f(x[i]) as i32", (501, "f(x[i])", "`let v: f32 = f(x[i]);`"));
    refused("i32", "x: [u8]", "{ let at = f(x[i]); at.w }", (501, "f(x[i])", "`let v: f32 = f(x[i]);`"));
}

/// A field's type is not seen: `i32` would be a guess, and `!0` another number.
#[test]
fn a_field_shows_its_type() {
    // Whole numbers are what the field is of, in Rust and in OpenCL C.
    for number in ["7", "-7", "(2147483647)"] {
        lowered(&Loop { carried: "_", element: &format!("P {{ a: {number} }}"), ..Loop::default() });
    }
    refused("_", "", "P { a: 2147483648 }", (501, "2147483648", "`a: 2147483648i32`"));
    refused("_", "", "P { a: 1.5 }", (501, "1.5", "`a: 1.5f32`"));
    refused("_", "", "P { a: !0 }", (501, "!0", "`a: (!0) as i32`"));
    refused("_", "", "P { a: 7u8, ..p }", (504, "P { a: 7u8, ..p }", "name every field"));
}

#[test]
fn opaque_names_avoid_names_of_opencl() {
    let source = Loop { names: "size: [_], z: [_]", outputs: &[("z", "i", "size[i]")], ..Loop::default() };
    assert_eq!(lowered(&source).arrays[1].element.to_string(), "size_element_t");
}

/// `i32` would be a guess: `self.x` may be of another integer type.
#[test]
fn a_literal_does_not_decide_an_unseen_type() {
    refused("f64", "self_x: [_]", "(self_x[i] + 1) as f64", (501, "self_x[i]", "`let self_x: &[i32] = &self.x;`"));
    refused("f64", "self_k: _", "(self_k * 2.0) as f64", (501, "self_k", "`let self_k: f32 = self.k;`"));
}

#[test]
fn operators_on_opaque_types() {
    refused("_", "x: [_]", "-x[i]", (501, "x[i]", "the type of `y` is not visible here"));
    refused(
        "i32",
        "self_x: [_]",
        "if self_x[i] == self_x[i - 1] { 1 } else { 0 }",
        (501, "self_x[i]", "self_x: &[f32] = &self.x"),
    );
    refused("i32", "self_x: [_]", "self_x[i] as i32", (501, "self_x[i] as i32", "`self.x`"));
}

#[test]
fn an_alias_must_be_solved() {
    check("f32", "x: [f32]", "let v: Real = x[i]; v", "{\n    let v: f32 = x[i];\n    v\n}");
    refused("i32", "", "let v: Real = 2.0; v as i32", (501, "Real", "`let v: f32 = …;`"));
}

#[test]
fn one_let_in_element_and_output_has_one_type() {
    let source = Loop { names: "z: [i64]", element: "1", ..Loop::default() };
    let (mut recurrence, types) = source.recurrence();
    let shared: syn::Stmt = syn::parse_str("let k = 0;").expect("parses");
    let block = |tail: &str| syn::Block {
        brace_token: syn::token::Brace::default(),
        stmts: vec![shared.clone(), syn::Stmt::Expr(super::parse(tail), None)],
    };
    recurrence.carried[0].element = block("!k as i32");
    recurrence.outputs.push(super::output(&recurrence.arrays, "z", "i", "0"));
    recurrence.outputs[1].value = syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: block("k + 1i64") });
    let kernel = super::lower(&recurrence, &types, Vec::new(), &mut crate::diagnostic::Diagnostics::default()).expect("lowers");
    assert_eq!(kernel.carried[0].element.text(&kernel), "{\n    let k: i64 = 0i64;\n    (!k) as i32\n}");
}

#[test]
fn two_errors_are_both_told() {
    let source = Loop { names: "x: [i32]", element: "x[i].sqrt() + (x[i] as char)", ..Loop::default() };
    let found = source.lower().expect_err("is refused");
    let codes: Vec<u16> = found.iter().map(|error| error.code.0).collect();
    assert_eq!(codes, [507, 503]);
    refused_loop(&source, (507, "char", "there is no `char` in kernels"));
}

/// The loop of `source`, with a range whose bounds say what they can of the loop variable.
fn index_type(range: (&str, &str), names: &str, element: &str) -> Result<String, u16> {
    let (mut recurrence, types) = Loop { carried: "i64", names, element, ..Loop::default() }.recurrence();
    recurrence.index.ty = None;
    recurrence.outputs[0].index_expr = super::parse("i as usize");
    recurrence.range =
        crate::recognise::Range::Ascending { from: super::parse(range.0), to: super::parse(range.1), inclusive: false, step: 1 };
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let kernel = super::lower(&recurrence, &types, Vec::new(), &mut diagnostics);
    kernel.map(|kernel| kernel.index.ty.to_string()).map_err(|_stopped| diagnostics.iter().next().map_or(0, |first| first.code.0))
}

#[test]
fn the_loop_variable_has_the_type_of_its_bounds() {
    assert_eq!(index_type(("0", "n"), "n: u16", "1"), Ok("u16".to_owned()));
    assert_eq!(index_type(("1", "n - 1"), "n: u16", "1"), Ok("u16".to_owned()));
    assert_eq!(index_type(("0", "x.len()"), "x: [i32]", "1"), Ok("usize".to_owned()));
    assert_eq!(index_type(("0u8", "self.n"), "", "1"), Ok("u8".to_owned()));
    assert_eq!(index_type(("0", "10"), "", "1"), Ok("i32".to_owned()));
    assert_eq!(index_type(("0", "self.n"), "", "i * 2"), Ok("i64".to_owned()));
    assert_eq!(index_type(("0", "self.n"), "", "1"), Err(501));
}

#[test]
fn the_start_value_of_an_iterator_scan_says_the_carried_type() {
    let carried = |start: &str, element: &'static str| {
        let (mut recurrence, types) = Loop { carried: "_", names: "x: [u8]", element, ..Loop::default() }.recurrence();
        recurrence.carried[0].carry = crate::recognise::Carry::State(super::parse(start));
        let kernel = super::lower(&recurrence, &types, Vec::new(), &mut crate::diagnostic::Diagnostics::default());
        kernel.map(|kernel| kernel.carried[0].ty.to_string()).ok()
    };
    assert_eq!(carried("0u64", "u64::from(x[i])").as_deref(), Some("u64"));
    assert_eq!(carried("0", "u64::from(x[i])").as_deref(), Some("u64"));
    assert_eq!(carried("0", "1"), None, "the element type of `y` is not visible");
}
