//! What is refused: code, place, words.

use super::{Builtin, Loop, refused, refused_loop};

#[test]
fn mismatched_types() {
    refused("i32", "x: [f32]", "x[i]", (502, "x[i]", "the carried value is `i32`, this is `f32`"));
    refused("i32", "x: [f32]", "x[i]", (502, "x[i]", "`x[i] as i32`"));
    refused("f32", "x: [f32], k: i32", "x[i] * k", (502, "k", "the left operand of `*` is `f32`, this is `i32`"));
    refused("f32", "x: [f32]", "x[i] + 1", (502, "1", "write it as a float: `1.0`"));
    refused("i32", "x: [i32], k: i32", "x[k]", (502, "k", "`k as usize`"));
    refused("i32", "k: i32", "if k { 1 } else { 2 }", (502, "k", "a condition is `bool`, this is `i32`"));
    refused("i32", "", "if true { 1 } else { 2.0 }", (502, "2.0", "the first branch is"));
    refused("i32", "x: [i32]", "x[i].pow(x[i])", (502, "x[i]", "`pow` takes `u32`, this is `i32`"));
    refused("i32", "x: [i32], a: bool", "if a && x[i] { 1 } else { 0 }", (502, "x[i]", "`x[i] != 0`"));
    refused("f32", "", "let v: f32 = 1i32; v", (502, "1i32", "the variable is `f32`, this is `i32`"));
}

#[test]
fn outputs_match_their_arrays() {
    let source = Loop { names: "z: [f32]", outputs: &[("z", "i", "__scanc_before")], ..Loop::default() };
    refused_loop(&source, (502, "__scanc_before", "the elements of `z` are `f32`, this is `i32`"));
}

#[test]
fn operators_and_methods_have_types() {
    refused("u32", "x: [u32]", "-x[i]", (503, "x[i]", "`-` is not defined for `u32`"));
    refused("f32", "x: [f32]", "x[i] & x[i]", (503, "x[i]", "`&` is not defined for `f32`"));
    refused("bool", "b: [bool]", "b[i] + true", (503, "b[i]", "`+` is not defined for `bool`"));
    refused("i32", "x: [i32]", "x[i].sqrt()", (503, "x[i]", "`sqrt` is not defined for `i32`"));
    refused("f32", "x: [f32]", "std::cmp::max(x[i], 0.0)", (503, "x[i]", "not defined for `f32`"));
    refused("i32", "x: [i32]", "if x[i].is_power_of_two() { 1 } else { 0 }", (503, "x[i]", "unsigned integers"));
    refused("i32", "x: [f32]", "match x[i] { _ => 1 }", (503, "x[i]", "`match` is not defined for `f32`"));
}

#[test]
fn casts_that_rust_has_not() {
    refused("bool", "x: [i32]", "x[i] as bool", (508, "x[i] as bool", "`!= 0`"));
    refused("bool", "x: [f32]", "x[i] as bool", (508, "x[i] as bool", "`!= 0.0`"));
    refused("f32", "b: [bool]", "b[i] as f32", (508, "b[i] as f32", "`as u8 as f32`"));
    refused("i32", "x: [u32]", "i32::from(x[i])", (508, "i32::from(x[i])", "`i32` is not `From<u32>`"));
    refused("usize", "x: [u32]", "usize::from(x[i])", (508, "usize::from(x[i])", "`as usize`"));
    refused("i32", "x: [u8]", "x[i] as char as i32", (507, "char", "no `char`"));
}

#[test]
fn literals_out_of_range() {
    refused("i8", "", "128", (509, "128", "`i8`"));
    refused("u8", "", "-1", (509, "-1", "`u8`"));
    refused("f32", "", "1e40", (509, "1e40", "`f32`"));
    refused("u8", "", "300 as u8", (509, "300", "`u8`"));
    refused("i64", "", "3000000000 as f32 as i64", (509, "3000000000", "`i32`"));
}

#[test]
fn types_that_kernels_do_not_have() {
    refused("i32", "", "1i128 as i32", (507, "1i128", "`i64` or `u64`"));
    refused("i32", "", "let v: u128 = 3; v as i32", (507, "u128", "no `u128`"));
    refused("i32", "", "'a' as i32", (507, "'a'", "b'a'"));
    refused("i32", "", "\"a\".len()", (507, "\"a\"", "no `str`"));
}

#[test]
fn calls() {
    refused("i32", "x: [i32]", "Helper(x[i])", (505, "Helper", "only methods of primitive types"));
    refused("i32", "x: [i32]", "max(x[i])", (505, "max", "`max` cannot be called"));
    refused("i32", "x: [i32]", "x[i].frobnicate()", (506, "frobnicate", "do not know the method `frobnicate`"));
    refused("f64", "x: [f32]", "x[i].into()", (506, "into", "`f64::from(a)`"));
    refused("i32", "x: [i32]", "x[i].max()", (506, "x[i].max()", "takes 1"));
}

#[test]
fn expressions_that_kernels_do_not_know() {
    refused("i32", "", "{ println!(\"\"); 1 }", (504, "println!(\"\");", "a macro"));
    refused("i32", "", "{ debug_assert!(true) }", (504, "debug_assert!(true)", "a macro"));
    refused("i32", "", "let v = 1;", (504, "{ let v = 1; }", "this block has no value"));
    refused("i32", "", "(1i32, 2i32)", (502, "(1i32, 2i32)", "a tuple where"));
    refused("i32", "", "(|v: i32| v)(1)", (505, "(|v: i32| v)", "cannot be called"));
    refused("i32", "", "P { x: 1i32 }", (502, "P { x: 1i32 }", "values of type `i32`"));
    refused("i32", "x: [i32]", "x", (504, "x", "the array `x` is used as a value"));
    refused("i32", "", "if true { 1 }", (504, "if true { 1 }", "`else"));
    refused("i32", "o: i32", "if let 1 = o { 1 } else { 2 }", (504, "let 1 = o", "`if let`"));
    refused("i32", "", "{ 1; 2 }", (504, "1", "not used"));
    refused("i32", "", "{ return 1; 2 }", (504, "return 1", "an early exit"));
    refused("i32", "", "unknown + 1", (510, "unknown", "bind it to a variable"));
    refused("i32", "", "Thing::CONST", (510, "Thing::CONST", "not a value"));
    refused("i32", "x: [i32]", "let v = x[i]; v[0]", (503, "v", "`i32` has no elements"));
    refused("i32", "x: [i32]", "let v = x[i]; v[i]", (504, "v", "only arrays from outside"));
}

#[test]
fn patterns() {
    refused("i32", "k: i32", "match k { n => n }", (511, "n", "literals, ranges"));
    refused("i32", "", "let (a, b) = 3; a", (511, "(a, b)", "a tuple pattern"));
    refused("i32", "", "let _ = 3; 1", (511, "_", "plain names"));
}

#[test]
fn assignments() {
    refused("i32", "k: i32", "k = 3; k", (512, "k", "only variables of the loop's body"));
    refused("i32", "", "let mut v = 1; v + { v = 2; v }", (512, "v", "in a statement of its own"));
}

#[test]
fn the_operator_is_one_of_the_carried_type() {
    let source = Loop { carried: "bool", element: "true", ..Loop::default() };
    refused_loop(&source, (601, "", "`+` is not defined for the carried type `bool`"));
    refused_loop(&Loop { carried: "f32", element: "1.0", operator: Builtin::BitAnd, ..Loop::default() }, (601, "", "`&`"));
    refused_loop(&Loop { operator: Builtin::And, ..Loop::default() }, (601, "", "`&&`"));
}
