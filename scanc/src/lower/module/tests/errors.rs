//! What is refused: code, place, words.

use super::refused;

const PAIR: &str = "#[repr(C)] struct P { x: i32, y: f32 } ";

#[track_caller]
fn refused_in_pair(source: &str, expected: (u16, &str, &str)) {
    refused(&format!("{PAIR}{source}"), expected);
}

#[test]
fn layouts() {
    refused("struct P { x: i32 }", (520, "P", "`#[repr(C)]` above the struct"));
    refused("#[repr(C, packed)] struct P { x: i32 }", (520, "#[repr(C, packed)]", "`packed`"));
    refused("#[repr(C)] struct P;", (520, "P", "no empty structs"));
    refused("enum E { A }", (520, "E", "`#[repr(u8)]`"));
    refused("#[repr(u8)] enum E { A(i32) }", (520, "(i32)", "a variant with fields"));
    refused("#[repr(C)] struct P { x: &'static i32 }", (507, "&'static i32", "store the value: `i32`"));
    refused("#[repr(C)] struct P { x: [i32; 0] }", (507, "0", "no array of 0 elements"));
    refused("#[repr(C)] struct P { x: String }", (507, "String", "no `String`"));
    refused("#[repr(C)] struct P { x: Q }", (507, "Q", "put `Q` and what uses it into one `#[declare_target] mod"));
    refused("#[repr(C)] struct P { x: Q } #[repr(C)] struct Q { x: [P; 2] }", (522, "P", "in terms of itself"));
}

#[test]
fn declarations() {
    refused("fn f<T>(a: T) -> T { a }", (521, "<T>", "generic"));
    refused("#[repr(C)] struct P<T> { a: T }", (521, "<T>", "generic"));
    refused("fn f(a: i32) {}", (521, "f", "returns a value"));
    refused("unsafe fn f(a: i32) -> i32 { a }", (521, "unsafe", "an `unsafe` function"));
    refused("async fn f(a: i32) -> i32 { a }", (521, "async", "an `async` function"));
    refused("fn f(a: &mut i32) -> i32 { *a }", (507, "&mut i32", "`&mut`"));
    refused("fn f(a: &[i32]) -> i32 { a[0] }", (507, "[i32]", "`[i32; N]`"));
    refused("fn f((a, b): (i32, i32)) -> i32 { a }", (521, "(a, b)", "a plain name"));
    refused("fn f(a: i32) -> (i32, i32) { (a, a) }", (507, "(i32, i32)", "declare a struct of its parts"));
    refused("fn f(a: &i32) -> &i32 { a }", (521, "&i32", "not a reference"));
    refused("#[cfg(feature = \"a\")] fn f(a: i32) -> i32 { a }", (521, "#[cfg(feature = \"a\")]", "conditional"));
    refused("fn f(a: i32) -> i32 { #[cfg(debug_assertions)] { return 1; } a }", (521, "#[cfg(debug_assertions)]", "conditional"));
    refused("fn f(a: i32) -> i32 { match a { #[cfg(test)] 0 => 1, _ => 2 } }", (521, "#[cfg(test)]", "conditional"));
    refused("fn f(#[cfg_attr(a, b)] a: i32) -> i32 { a }", (521, "#[cfg_attr(a, b)]", "conditional"));
    refused("const A: i32 = { #[cfg(test)] { 1 } };", (521, "#[cfg(test)]", "conditional"));
    refused("#[cfg(unix)] type A = i32;", (521, "#[cfg(unix)]", "conditional"));
    refused("#[memoized] fn f(a: i32) -> i32 { a }", (521, "#[memoized]", "another function"));
    refused("fn f(a: i32) -> i32 { if a > 0 { f(a - 1) } else { 0 } }", (522, "f", "no recursion"));
    refused("const A: i32 = B; const B: i32 = A + 1;", (522, "A", "in terms of itself"));
    refused_in_pair("impl P { fn x(&mut self) -> i32 { 1 } }", (521, "&mut self", "take `self` or `&self`"));
    refused_in_pair("fn P_new() -> i32 { 1 } impl P { fn new() -> i32 { 1 } }", (523, "new", "`P_new`"));
    refused("impl Q { fn new() -> i32 { 1 } }", (507, "Q", "one `#[declare_target] mod"));
    refused_in_pair(
        "impl Mul for &P { type Output = P; fn mul(self, o: &P) -> P { *self } }",
        (521, "&P", "implement it for `P`"),
    );
}

#[test]
fn expressions() {
    refused_in_pair("fn f(p: P) -> i32 { p.z }", (510, "z", "`P` has no field `z`"));
    refused_in_pair("fn f(p: P) -> f32 { p.x }", (502, "p.x", "the function returns `f32`, this is `i32`"));
    refused_in_pair("fn f(p: P) -> P { P { x: 1 } }", (510, "P { x: 1 }", "the field `y` is missing"));
    refused_in_pair("fn f(p: P) -> P { P { x: 1, y: 2.0, z: 3 } }", (510, "z", "no field `z`"));
    refused_in_pair("fn f(p: P) -> P { p * p }", (503, "p * p", "`impl Mul for P`"));
    refused_in_pair("fn f(p: P) -> bool { p == p }", (503, "p == p", "compare the fields"));
    refused_in_pair("fn f(p: P) -> P { p.scaled() }", (506, "scaled", "declare it in an `impl P`"));
    refused_in_pair(
        "impl Mul for P { type Output = P; fn mul(self, o: P) -> P { o } } fn f(p: &P, q: P) -> P { p * q }",
        (503, "p", "use the value: `*p`"),
    );
    refused_in_pair(
        "impl Mul for P { type Output = P; fn mul(self, o: P) -> P { o } } fn f(p: P, mut q: P) -> P { q *= p; q }",
        (512, "q *= p", "write it out"),
    );
    refused("fn f(a: i32) -> i32 { g(a) }", (505, "g", "declare `g` in the same"));
    refused("fn f(a: i32) -> i32 { a + K }", (510, "K", "declare it in the same"));
    refused("fn f(a: i32) -> i32 { let g = |x: i32| x; 1 }", (504, "|x: i32| x", "a closure"));
    refused("fn f(a: i32) -> i32 { println!(); a }", (504, "println!();", "a macro cannot be used in a declared function"));
    refused("fn f(a: i32) -> i32 { 'l: for i in 0..3 { break 'l; } a }", (504, "'l: for i in 0..3 { break 'l; }", "labelled"));
    refused("fn f(a: [i32; 3]) -> i32 { for x in a { } 1 }", (504, "a", "`for i in 0..N`"));
    refused("const A: i32 = break; fn f(a: i32) -> i32 { a + A }", (504, "break", "no loop around"));
    refused("fn f(a: i32) -> i32 { for i in 0..3 {} continue; a }", (504, "continue", "no loop around"));
    refused("fn f(a: i32) -> i32 { let x = loop { break 1; }; x }", (504, "loop { break 1; }", "a loop as a value"));
    refused("fn f(a: Option<i32>) -> i32 { 1 }", (507, "Option<i32>", "a struct of a `bool` and the value"));
}

#[test]
fn enums_derive_what_they_compare_by() {
    refused("#[repr(u8)] enum E { A } fn f(a: E) -> bool { a == E::A }", (503, "a == E::A", "`#[derive(PartialEq)]`"));
    refused("#[repr(u8)] enum E { A } fn f(a: E) -> E { E::B }", (510, "E::B", "not declared"));
    refused("#[repr(u8)] #[derive(PartialEq)] enum E { A } fn f(a: E) -> bool { a < E::A }", (503, "a < E::A", "PartialOrd"));
}

#[test]
fn constants() {
    refused("const N: usize = 4 - 5; fn f(a: [i32; N]) -> i32 { 1 }", (507, "N", "no array of"));
    refused("const N: i32 = 1 / Z; const Z: i32 = 0;", (513, "N", "division by zero"));
    refused("fn n() -> usize { 2 } const N: usize = n(); fn f(a: [i32; N]) -> i32 { 1 }", (513, "N", "literals and constants"));
}

#[test]
fn operators_have_one_type() {
    let signature = "`fn op(a: P, b: P) -> P`";
    refused_in_pair("#[declare_scan] fn op(a: P, b: i32) -> P { a }", (620, "op", signature));
    refused_in_pair("#[declare_scan] fn op(a: P) -> P { a }", (620, "op", signature));
    refused_in_pair("#[declare_scan] fn op(a: &P, b: &P) -> P { *a }", (620, "op", signature));
    refused_in_pair("#[declare_scan(identity = 3)] fn op(a: P, b: P) -> P { a }", (502, "3", "the identity is of type `P`"));
    refused_in_pair(
        "#[declare_scan] impl Mul<i32> for P { type Output = P; fn mul(self, b: i32) -> P { self } }",
        (620, "mul", "`impl Mul for T`"),
    );
}

#[test]
fn operators_do_not_panic() {
    refused("#[declare_scan] fn op(a: u32, b: u32) -> u32 { a / b }", (621, "a / b", "`a / d.max(1)`"));
    refused("#[declare_scan] fn op(a: i32, b: i32) -> i32 { if b != 0 { a % b } else { 0 } }", (621, "a % b", "overflow"));
    refused(
        "fn g(a: u32) -> u32 { 1 / a } #[declare_scan] fn op(a: u32, b: u32) -> u32 { g(a) }",
        (621, "1 / a", "cannot panic"),
    );
    refused(
        "#[repr(C)] #[derive(Clone, Copy)] struct T { to: [u8; 4] }
         #[declare_scan] fn then(a: T, b: T) -> T { let mut c = a; for i in 0..4 { c.to[i] = b.to[a.to[i] as usize]; } c }",
        (621, "b.to[a.to[i] as usize]", "`.min(3)`"),
    );
}
