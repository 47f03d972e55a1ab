use super::*;

fn marker(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Path(path) => path.path.is_ident("HERE").then_some(0),
        _ => None,
    }
}

fn show(known: &Known) -> String {
    match known {
        Known::Value(ty) => ty.to_string(),
        Known::Reference(ty) => format!("&{ty}"),
        Known::Sequence(Some(ty)) => format!("[{ty}]"),
        Known::Sequence(None) => "[_]".to_owned(),
        Known::Other(text) => format!("other {text}"),
    }
}

/// What is known at `HERE`, as `name: type`, sorted; `function` is a signature and a body.
#[track_caller]
fn check(function: &str, expected: &str) {
    let function: ItemFn = syn::parse_str(&format!("fn f{function}")).expect(function);
    let environment = environments(&function, 1, marker).remove(0);
    let mut names: Vec<String> = environment.names.iter().map(|(name, known)| format!("{name}: {}", show(known))).collect();
    names.sort();
    assert_eq!(names.join(", "), expected, "{}", function.to_token_stream());
}

/// What is known of `v` after `let v = value;`, beside `x: &[f32]`, `n: usize`, `a: f32`, `r: &i32`.
#[track_caller]
fn check_let(value: &str, expected: &str) {
    let function = format!("fn f(x: &[f32], n: usize, a: f32, r: &i32) {{ let v = {value}; HERE }}");
    let function: ItemFn = syn::parse_str(&function).expect(value);
    let environment = environments(&function, 1, marker).remove(0);
    assert_eq!(environment.names.get("v").map_or("?".to_owned(), show), expected, "{value}");
}

#[test]
fn what_a_function_gives_back() {
    check("(n: usize) -> usize { let mut lines = 0; HERE; lines }", "lines: usize, n: usize");
    check("() -> (u8, f32) { let mut most = 0; let mut sum = 0.0; HERE; (most, sum) }", "most: u8, sum: f32");
    check("() -> u8 { let mut most = 0i32; HERE; most as u8 }", "most: i32");
    check("() -> u8 { let most = 0; HERE; let most = 1u8; most }", "");
    check("() -> Vec<u8> { let mut all = make(); HERE; all }", "");
    check("() -> u8 { let mut most = 0; HERE; return most; }", "");
    check("() -> Vec<u8> { let mut h = vec![0; 9]; HERE; h }", "h: [u8]");
    check(
        "() -> Result<(Vec<u8>, [f32; 2]), E> { let (h, k) = (1, 2); let mut a = vec![0; 9]; let b = [0.0; 2]; HERE; Ok((a, b)) }",
        "a: [u8], b: [f32]",
    );
    check("() -> Option<u8> { let mut most = 0; HERE; Some(most) }", "most: u8");
    // A function's value may be made of something that is another type.
    check("() -> &'static [u8] { let h = made(); HERE; h }", "");
    check("() -> Vec<u8> { let h = vec![0u16; 9]; HERE; h }", "h: [u16]");
    check("() -> Vec<u8> { let h = vec![0; 9]; let h = vec![0; 9]; HERE; h }", "h: [_]");
    check("() -> Try<u8> { let most = 0; HERE; Ok(most) }", "");
}

#[test]
fn parameters() {
    check("(a: i32, b: &u8, c: &mut f64) { HERE }", "a: i32, b: &u8, c: &f64");
    check(
        "(a: &[i32], b: &mut [f32], c: [u8; 4], d: Vec<i64>, e: &mut Vec<bool>) { HERE }",
        "a: [i32], b: [f32], c: [u8], d: [i64], e: [bool]",
    );
    check(
        "(a: Box<[i8]>, b: &mut Box<[i16]>, c: std::sync::Arc<Vec<u16>>, d: &'a &[u32]) { HERE }",
        "a: [i8], b: [i16], c: [u16], d: [u32]",
    );
    check("(a: std::primitive::i32, b: core::primitive::f32, c: my::i32) { HERE }", "a: i32, b: f32");
    check("(mut a: i32, &b: &u8, (c, d): (i32, i32)) { HERE }", "a: i32, b: u8, c: i32, d: i32");
    check("(&mut self, x: &[[f32; 3]]) { HERE }", "x: [[f32; 3]]");
}

#[test]
fn types_that_are_not_seen_through() {
    check("(a: Alias, b: &[Alias], c: Vec<module::Alias>, d: [Alias; N], e: Self) { HERE }", "b: [_], c: [_], d: [_]");
    check("<T, f32>(a: T, b: &[T], c: Vec<f32>, d: f32) { HERE }", "b: [_], c: [_]");
    check("<const N: usize>(a: [u8; N], b: &[[u8; N]]) { HERE }", "N: usize, a: [u8], b: [_]");
    check(
        "(a: String, b: Option<i32>, c: &str, d: HashMap<u8, u8>, e: char, g: &&i32) { HERE }",
        "a: other String, b: other Option<i32>, c: other str, d: other HashMap<u8, u8>, e: other char, g: other &&i32",
    );
    check("(a: &[u128], b: Vec<char>, c: [String; 2]) { HERE }", "a: other u128, b: other char, c: other String");
    check(
        "(a: impl Fn(i32), b: (i32, i32), c: fn(), d: Box<i32>) { HERE }",
        "a: other impl Fn(i32), b.0: i32, b.1: i32, b: other (i32, i32), c: other fn(), d: other Box<i32>",
    );
}

#[test]
fn shadowing() {
    check("(a: i32) { let a = 1.0f32; HERE }", "a: f32");
    check("(a: i32) { let a = 3; HERE }", "");
    check("(a: i32) { let a = other(); HERE }", "");
    check("(a: i32) { { let a = 1u8; } HERE }", "a: i32");
    check("(a: i32) { HERE; let a = 1u8; }", "a: i32");
    check("(a: i32) { { let a = 1u8; { HERE } } }", "a: u8");
    check("(a: i32) { let a = { let a = 2u64; HERE }; }", "a: u64");
    check("(a: i32) { let (a, b) = g(); HERE }", "");
    check("(a: i32) { if let Some(a) = g() { HERE } }", "");
    check("(a: i32) { if let Some(a) = g() {} else { HERE } }", "a: i32");
    check("(a: i32) { while let Some(a) = g() { HERE } }", "");
    check("(a: i32) { match g() { Some(a) => {} None => HERE } }", "a: i32");
    check("(a: i32) { match g() { Some(a) => HERE, None => {} } }", "");
    check("(a: i32, b: i32) { let g = |a, b: f32| HERE; }", "b: f32");
    check("(a: i32) { for a in g() { HERE } }", "");
    check("(a: i32) { let Some(a) = g() else { HERE }; }", "a: i32");
    check("() { fn g(a: i32) {} HERE }", "");
}

#[test]
fn a_macro_may_declare_the_names_it_is_given() {
    check("(a: i32, b: i32) { declare!((a) = 3u8); assert!(b > 0); HERE }", "b: i32");
}

#[test]
fn constants_of_a_block_are_known_before_they_are_written() {
    check("() { { HERE } const K: f32 = 2.0; static S: [u8; 2] = [1, 2]; }", "K: f32, S: [u8]");
}

#[test]
fn patterns() {
    check("(x: &[f32]) { let (a, b) = x.split_at(3); HERE }", "a: [f32], b: [f32], x: [f32]");
    check("() { let (a, b, c) = (1i32, g(), &2u8); HERE }", "a: i32, c: &u8");
    check("() { let (a, ..) = (1i32, 2u8); let b: u64; let ref c = 3i8; HERE }", "b: u64, c: &i8");
}

#[test]
fn loops_around() {
    check("(n: u32) { for i in 0..n { HERE } }", "i: u32, n: u32");
    check("(n: u32) { for i in (1..=n - 1).rev().step_by(2) { HERE } }", "i: u32, n: u32");
    check("() { for i in 0..10 { HERE } }", "");
    check("(x: &mut [f32]) { for row in x.chunks_mut(4) { HERE } }", "row: [f32], x: [f32]");
    check("(x: &[[f32; 4]]) { for row in x { HERE } }", "row: [f32], x: [[f32; 4]]");
    check("(x: &[i32]) { for (k, v) in x.iter().enumerate().take(3) { HERE } }", "k: usize, v: &i32, x: [i32]");
    check(
        "(x: &[i32], y: &mut [u8]) { for (v, (w, k)) in x.iter().copied().zip(y.iter_mut().zip(0..9u16)) { HERE } }",
        "k: u16, v: i32, w: &u8, x: [i32], y: [u8]",
    );
    check("(x: &[i32], z: Vec<i32>) { for (v, w) in x.iter().zip(z) { HERE } }", "v: &i32, x: [i32], z: [i32]");
    check("(x: &[i32], n: u8) { for (k, v) in (0..n).zip(x).skip(1) { HERE } }", "k: u8, n: u8, v: &i32, x: [i32]");
    check("(x: &[[f32; 4]]) { for row in x.iter() { HERE } }", "row: [f32], x: [[f32; 4]]");
}

#[test]
fn annotated_lets() {
    check(
        "() { let a: i32 = g(); let b: Vec<_> = vec![0f32; 4]; let c: Vec<_> = g(); let d: &[u8] = &g(); HERE }",
        "a: i32, b: [f32], c: [_], d: [u8]",
    );
    check("() { let a: Alias = 3i32; let b: _ = 3i32; HERE }", "b: i32");
}

#[test]
fn literals() {
    check_let("1u8", "u8");
    check_let("-1.5f64", "f64");
    check_let("1f32", "f32");
    check_let("3", "?");
    check_let("1.0", "?");
    check_let("true", "bool");
    check_let("b'a'", "u8");
    check_let("\"text\"", "other &str");
}

#[test]
fn sequences() {
    check_let("vec![0i32; n]", "[i32]");
    check_let("vec![0; n]", "[_]");
    check_let("vec![1, 2u16, 3]", "[u16]");
    check_let("vec![]", "[_]");
    check_let("[0u8; 256]", "[u8]");
    check_let("&mut [1.0f32, 2.0]", "[f32]");
    check_let("Vec::<f32>::with_capacity(n)", "[f32]");
    check_let("std::vec::Vec::<f32>::new()", "[f32]");
    check_let("Vec::new()", "[_]");
    check_let("Box::new([0u8; 4])", "[u8]");
    check_let("&x[1..n]", "[f32]");
    check_let("x[..].to_vec()", "[f32]");
    check_let("x.clone()", "[f32]");
    check_let("&mut x", "[f32]");
    check_let("g.iter().collect::<Vec<i64>>()", "[i64]");
}

#[test]
fn values() {
    check_let("x.len()", "usize");
    check_let("x[1..].len() - 1", "usize");
    check_let("5 as f32", "f32");
    check_let("5 as Alias", "?");
    check_let("n + 1", "usize");
    check_let("2.0 * a", "f32");
    check_let("a * g()", "?");
    check_let("*r + 1", "i32");
    check_let("r", "&i32");
    check_let("&a", "&f32");
    check_let("n << 3u8", "usize");
    check_let("a < 2.0", "bool");
    check_let("-a.sqrt().max(1.0)", "f32");
    check_let("r.max(r)", "?");
    check_let("x[0]", "f32");
    check_let("x[n]", "f32");
    check_let("x[k]", "?");
    check_let("i32::MAX", "i32");
    check_let("f32::consts::PI", "f32");
    check_let("std::f64::consts::PI", "f64");
    check_let("i32::BITS", "?");
    check_let("i64::from(3)", "i64");
    check_let("f32::max(1.0, 2.0)", "f32");
    check_let("x.iter().sum::<f32>()", "f32");
    check_let("if n > 3 { 1.0f32 } else { 2.0 }", "f32");
    check_let("if n > 3 { 1.0 } else { g() }", "?");
    check_let("{ n }", "usize");
    check_let("{ let n = 3u8; n }", "?");
    check_let("0..n", "other a range");
    check_let("self.x.len()", "?");
    check_let("g::<i32>()", "?");
    check_let("<f32 as Default>::default()", "?");
}

#[test]
fn what_iterators_come_to() {
    check_let("x.iter().count()", "usize");
    check_let("x.iter().map(|v| v + 1.0).filter(|v| *v > a).count()", "usize");
    check_let("(0..n).filter(|i| x[*i] > a).count()", "usize");
    check_let("x.iter().position(|v| *v > a).unwrap_or(0)", "usize");
    check_let("x.iter().copied().fold(0.0f32, f32::max)", "f32");
    check_let("x.iter().copied().reduce(f32::max).unwrap()", "f32");
    check_let("*x.iter().max_by(|a, b| a.total_cmp(b)).expect(\"some\")", "f32");
    check_let("x.iter().max_by(|a, b| a.total_cmp(b)).unwrap()", "&f32");
    check_let("x.last().unwrap()", "&f32");
    check_let("(0..n).max_by_key(|&i| i % 7).unwrap()", "usize");
    check_let("x.iter().map(|v| *v as i32).max().unwrap()", "?");
    check_let("x.iter().max_by(|a, b| a.total_cmp(b))", "?");
    check_let("other.iter().count()", "?");
    check_let("other.iter().max().unwrap()", "?");
    check_let("all().count()", "?");
    check_let("x.iter().copied().fold(0.0, f32::max)", "?");
    let pairs =
        "(x: &[i64]) -> Option<()> { let (at, most) = x.iter().copied().enumerate().skip(1).max_by_key(|p| p.1)?; HERE; None }";
    check(pairs, "at: usize, most: i64, x: [i64]");
    check("(x: &[i64]) { let &least = x.iter().filter(|v| **v > 3).min().unwrap(); HERE }", "least: i64, x: [i64]");
}

#[test]
fn nasty_expressions_are_unknown() {
    for value in [
        "vec![0i32;]",
        "vec!(;)",
        "vec![,]",
        "vec![0i32; n; m]",
        "()",
        "x[..][0][1]",
        "\"\"[0]",
        "!\"a\"",
        "*a",
        "-x",
        "|| 1i32",
        "x?",
        "&raw const x",
    ] {
        let function = format!("fn f(x: &[f32], a: f32) {{ let v = {value}; HERE }}");
        if let Ok(function) = syn::parse_str::<ItemFn>(&function) {
            let environment = environments(&function, 1, marker).remove(0);
            let known = environment.names.get("v");
            assert!(matches!(known, None | Some(Known::Other(_) | Known::Sequence(None))), "{value}: {known:?}");
        }
    }
}

#[test]
fn what_is_in_brackets_in_brackets_is_a_row() {
    let rows = |value: &str| {
        let function: ItemFn = syn::parse_str(&format!("fn f(x: &[f32]) {{ let v = {value}; HERE }}")).expect(value);
        environments(&function, 1, marker).remove(0).elements.contains_key("v")
    };
    for value in ["vec![vec![0; 3]; n]", "vec![vec![0], vec![1]]", "vec![Vec::<f32>::new(); n]", "vec![Vec::with_capacity(3); n]"]
    {
        assert!(rows(value), "{value}");
    }
    for value in ["vec![0; n]", "vec![[0; 3]; n]", "vec![x; n]", "vec![f(); n]", "vec![]", "rows[vec![0]]"] {
        assert!(!rows(value), "{value}");
    }
}
