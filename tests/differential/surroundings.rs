//! What may stand around a loop, and in front of it, that a compiler which looks at nothing but names takes for something else.

use crate::loops::{Array, Loop};
use scan_tests::Random;

/// Items beside the function, with which every loop is compiled.
const HARMLESS: &[&str] = &[
    "",
    "pub fn carry() {}\npub fn start() {}\npub fn range() {}\npub fn after() {}\npub struct Instead;\n",
    "mod launch {}\npub struct Range;\npub struct Affine;\npub trait Semigroup {}\n",
    "macro_rules! line { () => { compile_error!(\"not that one\") } }\nmacro_rules! file { () => { compile_error!(\"nor that\") } }\n",
    "use std::cmp::Ord as Order;\nuse std::iter::Iterator as Walk;\n",
];

/// Items with which some loops are not: where a name that they hide is meant, either rustc says so, or it is what is called.
const HIDING: &[&str] = &[
    "fn max<T>(a: T, _: T) -> T { a }\nfn min<T>(_: T, b: T) -> T { b }\n",
    "mod std { pub mod cmp { pub fn max<T>(a: T, _: T) -> T { a }\npub fn min<T>(_: T, b: T) -> T { b } } }\n",
    "trait Ord: Sized { fn max(self, _: Self) -> Self { self }\nfn min(self, _: Self) -> Self { self } }\nimpl<T> Ord for T {}\n",
    "trait Loud: Copy { fn max(&self, _: Self) -> Self { *self }\nfn min(&self, _: Self) -> Self { *self }\n\
     fn abs(&self) -> Self { *self }\nfn wrapping_add(&self, _: Self) -> Self { *self }\n\
     fn wrapping_mul(&self, _: Self) -> Self { *self } }\nimpl<T: Copy> Loud for T {}\n",
    "trait Iterator: Sized { fn rev(self) -> Self { self }\nfn zip<B>(self, _: B) -> Self { self }\n\
     fn skip(self, _: usize) -> Self { self } }\nimpl<T> Iterator for T {}\n",
    "#[allow(non_camel_case_types)] type i16 = u8;\n#[allow(non_camel_case_types)] type f64 = f32;\n",
    "#[allow(non_camel_case_types)] struct usize;\n",
    "trait From {}\nstruct Option;\nstruct Vec;\n#[allow(non_snake_case)] fn Some<T>(value: T) -> (T,) { (value,) }\n",
];

/// Statements in front of the loop.
const STATEMENTS: &[&str] = &[
    "",
    "let (carry, range, start) = (1, 0..2, ()); let _ = (carry, range, start);",
    "fn max<T>(a: T, _: T) -> T { a } let _ = max(1, 2);",
    "let max = |a: i32, _: i32| a; let _ = max(1, 2);",
    "#[cfg(any())] let (lo, hi) = (hi, lo);",
    "let (lo, hi) = (lo, hi);",
    "struct Add; struct Product2; impl std::ops::Add<i32> for Add { type Output = i32; fn add(self, _: i32) -> i32 { 0 } }",
];

/// A function in a module of its own, in surroundings that `seed` chooses: where they may hide what is meant, or not.
pub fn module(program: &Loop, name: &str, attributes: &str, function: &str, (seed, hiding): (u64, bool)) -> String {
    let mut random = Random::new(seed);
    let items = if hiding { HIDING } else { HARMLESS };
    let mut one_of = |among: usize| random.next() as usize % among;
    let items = items[one_of(items.len())];
    let statement = STATEMENTS[one_of(STATEMENTS.len())];
    // An array under its own name.
    let array = program.arrays.first().filter(|_| one_of(4) == 0 && !statement.is_empty());
    let again = |array: &Array| format!("let {0} = &{1}*{0};", array.name, if array.written { "mut " } else { "" });
    let again = array.map(again).unwrap_or_default();
    let function = function.replacen("{\n", &format!("{{ {statement} {again}\n"), 1);
    let function = match one_of(3) {
        0 => format!("macro_rules! made {{ ($($t:tt)*) => {{ $($t)* }} }}\nmade! {{ {attributes}{function} }}\n"),
        _ => format!("{attributes}{function}"),
    };
    format!("pub mod {name} {{\n{USES}{items}{function}}}\n")
}

/// Names that plain functions have in scope too.
const USES: &str = "#[allow(unused_imports)] use scan_runtime::{reduce, scan};\n";
