use super::{check_refused, everywhere, file, program, run, told};
use std::process::Output;

fn brackets(text: &[u8], arguments: &[&str]) -> Output {
    let file = file(text);
    run(program("brackets").args(arguments).arg(file.path()), b"")
}

#[test]
fn matching_brackets() {
    let check = |text: &[u8], expected: &str| assert_eq!(told(&brackets(text, &[])), expected);
    check(b"", "no brackets\n");
    check(b"none\n", "no brackets\n");
    check(b"()", "pairs: 1\ndepth: 1, at 1:1\n");
    check(b"f(a[1], {\r\n  (x)\r\n})", "pairs: 4\ndepth: 3, at 2:3\n");
    check("é\n  é[(é)]".as_bytes(), "pairs: 2\ndepth: 2, at 2:5\n");
    assert_eq!(told(&brackets(b"a(b\n[c])()", &["--pairs"])), "2:1 2:3\n1:2 2:4\n2:5 2:6\n");
}

#[test]
fn the_first_bracket_that_does_not_match_is_named() {
    let check = |text: &[u8], expected: &str| check_refused(&brackets(text, &[]), expected);
    check(b"a)", ":1:2: `)` closes nothing");
    check(b"()\n()]\n(", ":2:3: `]` closes nothing");
    check(b"x\n{\n  (a]\n}", ":3:5: `]` does not close the `(` of 3:3");
    check(b"()(\n({})", ":1:3: `(` is never closed");
    check(b"(()", ":1:1: `(` is never closed");
    check("é(".as_bytes(), ":1:2: `(` is never closed");
}

#[test]
fn a_long_file_on_every_place() {
    let deep = format!("{}x{}\n", "([{".repeat(2000), "}])".repeat(2000));
    let text = file(deep.repeat(50).as_bytes());
    let path = text.path().to_str().unwrap();
    everywhere("brackets", &[path], |found| assert_eq!(found, "pairs: 300,000\ndepth: 6000, at 1:6000\n"));
    let open = file(format!("{{\n{}", deep.repeat(50)).as_bytes());
    check_refused(&run(program("brackets").arg(open.path()).env("SCAN_DEVICE", "any"), b""), ":1:1: `{` is never closed");
}

#[test]
fn its_own_source_matches() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/brackets.rs");
    everywhere("brackets", &[source], |found| assert!(found.starts_with("pairs: "), "{found}"));
}

#[test]
fn a_missing_file_is_named() {
    check_refused(&run(program("brackets").arg("no/such/file"), b""), "no/such/file: No such file");
    check_refused(&run(program("brackets").arg(std::env::temp_dir()), b""), "Is a directory");
}
