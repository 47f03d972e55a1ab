//! What may not stand in a body: the code, and the expression that stops it.

use super::refuse;

#[test]
fn break_and_return_and_continue() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if x[i] < 0 { break; } if x[i] > 9 { return; } acc += x[i].max(if x[i] == 5 { continue } else { 1 }); y[i] = acc; }",
        &[(301, "break"), (301, "return"), (301, "continue")],
    );
    // It is another loop's, or nobody says what comes before the next iteration.
    refuse("x: &[i32], n: usize", "'a: for i in 0..n { if x[i] == 5 { continue 'b; } acc += x[i]; }", &[(301, "continue 'b")]);
    refuse("x: &[i32], n: usize", "while i < n { if x[i] == 5 { continue; } acc += x[i]; i += 1; }", &[(301, "continue")]);
}

#[test]
fn more_ends_than_branches_may_be_in_each_other() {
    let ends: String = (0..65).map(|k| format!("if x[i] == {k} {{ continue; }} ")).collect();
    refuse("x: &[i32], n: usize", &format!("for i in 0..n {{ {ends} acc += x[i]; }}"), &[(301, "if")]);
}

#[test]
fn question_mark() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i].checked_add(1)?; y[i] = acc; }",
        &[(301, "x[i].checked_add(1)?")],
    );
}

#[test]
fn awaited() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += next.await; y[i] = acc; }", &[(301, "next.await")]);
}

#[test]
fn println() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i]; println!(\"{acc}\"); y[i] = acc; }",
        &[(302, "println!(\"{acc}\")")],
    );
}

#[test]
fn macro_value() {
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc += weight!(i); y[i] = acc; }", &[(302, "weight!(i)")]);
}

#[test]
fn unknown_function() {
    let parameters = "x: &[i32], y: &mut [i32], g: fn(i32) -> i32, n: usize";
    for call in
        ["g(x[i])", "Some(x[i])", "P::new(x[i])", "std::hint::black_box(x[i])", "f::<i32>(x[i])", "i32::f(x[i])", "(f)(x[i])"]
    {
        let source = format!("for i in 0..n {{ acc += {call}; y[i] = acc; }}");
        refuse(parameters, &source, &[(303, call)]);
    }
    refuse(parameters, "for i in 0..n { let f = 1; acc += f(x[i]); y[i] = acc; }", &[(303, "f(x[i])")]);
}

#[test]
fn code_under_a_condition() {
    let bodies = [
        ("#[cfg(a)] { acc += 1; } acc += x[i];", "#[cfg(a)]"),
        ("acc += x[i] + { #[cfg(b)] let k = 1; 2 };", "#[cfg(b)]"),
        ("acc += x[i]; #[cfg_attr(a, b)] let k = 1;", "#[cfg_attr(a, b)]"),
    ];
    for (body, attribute) in bodies {
        refuse("x: &[i32], y: &mut [i32]", &format!("for i in 0..n {{ {body} y[i] = acc; }}"), &[(305, attribute)]);
    }
}

#[test]
fn function_of_the_carried_value() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc = m::f(acc, x[i]); y[i] = acc; }",
        &[(303, "m::f(acc, x[i])")],
    );
    refuse("x: &[i32], y: &mut [i32], n: usize", "for i in 0..n { acc = f(acc); y[i] = acc; }", &[(313, "f(acc)")]);
}

#[test]
fn unknown_method() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += x[i].weight(); y[i] = acc; }",
        &[(304, "x[i].weight()")],
    );
}

#[test]
fn push() {
    let arguments = "x: &[i32], y: &mut Vec<i32>, n: usize";
    let refused =
        |body: &str, errors: &[(u16, &str)]| refuse(arguments, &format!("for i in 0..n {{ acc += x[i]; {body} }}"), errors);
    refused("let all = y.push(acc);", &[(304, "y.push(acc)")]);
    refused("y.push(acc); y.push(acc);", &[(317, "y.push(acc)")]);
    let five = ["if x[i] > 0 { y.push(acc); }"; 5].join(" ");
    refused(&five, &[(326, "y.push(acc)")]);
    refused("y.push(y[i]);", &[(312, "y[i]")]);
    refused("y.push(acc); y[i] = 1;", &[(312, "y[i]")]);
    refused("y[i] = 1; y.push(acc);", &[(312, "y[i]")]);
    refused("y.push(y.len());", &[(312, "y.len()")]);
    refused("if x[i] > 0 { y.push(acc); }", &[(317, "y.push(acc)")]);
    refused("let mut z = x[i]; z.push(acc); y.push(acc);", &[(305, "z")]);
}

#[test]
fn options_as_values() {
    let refuse = |body: &str, found: &str| {
        refuse("x: &[i32], y: &mut [i32], n: usize", &format!("for i in 0..n {{ {body} y[i] = acc; }}"), &[(304, found)]);
    };
    refuse("let v = x.get(i); acc += 1;", "x.get(i)");
    refuse("acc += x.iter().nth(i).unwrap();", "x.iter().nth(i)");
    refuse("acc += x.get(&i).unwrap();", "x.get(&i)");
    refuse("acc += x[i].checked_sub(1).unwrap_or(0);", "checked_sub");
    refuse("acc += x.get(i).and_then(|v| half(v)).unwrap_or(0);", "half(v)");
}

#[test]
fn closure() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let f = |v| v + 1; acc += x[i]; y[i] = acc; }",
        &[(305, "|v| v + 1")],
    );
}

#[test]
fn unsafe_block() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += unsafe { *x.get_unchecked(i) }; y[i] = acc; }",
        &[(305, "unsafe { *x.get_unchecked(i) }")],
    );
}

#[test]
fn match_value() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { acc += match x[i] { v @ 0..=9 | v @ 20 => v, _ => 1 }; y[i] = acc; }",
        &[(305, "match x[i] { v @ 0..=9 | v @ 20 => v, _ => 1 }")],
    );
    // In a pattern what is a variable elsewhere is a new one.
    refuse(
        "x: &[i32], y: &mut [i32], n: usize, MOST: i32",
        "for i in 0..n { acc += match x[i] { MOST => 0, _ => 1 }; y[i] = acc; }",
        &[(305, "match x[i] { MOST => 0, _ => 1 }")],
    );
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let MOST = x[i]; acc += match x[i] { MOST => 0, _ => 1 }; y[i] = acc; }",
        &[(305, "match x[i] { MOST => 0, _ => 1 }")],
    );
}

#[test]
fn if_let() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { if let Ok(v) = u8::try_from(x[i]) { acc += 1; } y[i] = acc; }",
        &[(305, "let Ok(v) = u8::try_from(x[i])")],
    );
}

#[test]
fn item() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { const K: i32 = 3; acc += x[i] * K; y[i] = acc; }",
        &[(305, "const K: i32 = 3;")],
    );
}

#[test]
fn let_else() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let Some(v) = x[i] else { panic!() }; acc += v; y[i] = acc; }",
        &[(301, "else")],
    );
}

#[test]
fn struct_pattern() {
    refuse(
        "x: &[i32], y: &mut [i32], n: usize",
        "for i in 0..n { let Point { a, b } = x[i]; acc += a * b; y[i] = acc; }",
        &[(207, "Point { a, b }")],
    );
}
