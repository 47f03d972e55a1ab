//! `running_total` and `line_index`.

use super::{check_refused, file, program, run};
use std::path::PathBuf;
use std::process::Output;

/// Runs `running_total` on a file of these contents.
fn totals(contents: &[u8], arguments: &[&str]) -> Output {
    let file = file(contents);
    run(program("running_total").args(arguments).arg(file.path()), b"")
}

fn check_totals(contents: &str, arguments: &[&str], expected: &str) {
    let output = totals(contents.as_bytes(), arguments);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn running_totals_of_files() {
    check_totals("1\n2\n3\n", &[], "1\n3\n6\n");
    check_totals("1\r\n2\r\n3", &[], "1\n3\n6\n");
    check_totals("0.5\n1\n", &[], "0.5\n1.5\n");
    check_totals("", &[], "");
    check_totals("3\n1\n5\n", &["--op", "max"], "3\n3\n5\n");
    check_totals("3\n1\n5\n", &["--op", "min"], "3\n1\n1\n");
    check_totals("3\n2\n5\n", &["--op", "product"], "3\n6\n30\n");
    check_totals("3\n1\n7\n", &["--op", "xor"], "3\n2\n5\n");
    check_totals("a,b\n1,10\n2,20\n", &["--column", "b"], "10\n30\n");
    check_totals("a,b\n1,10\n2,20\n", &["--column", "1"], "1\n3\n");
}

#[test]
fn running_totals_of_a_long_file_are_the_loops() {
    let numbers: Vec<i64> = (0..300_000).map(|i| (i * 7919) % 1000 - 500).collect();
    let text: String = numbers.iter().map(|number| format!("{number}\n")).collect();
    let mut total = 0;
    let expected: String = numbers
        .iter()
        .map(|number| {
            total += number;
            format!("{total}\n")
        })
        .collect();
    check_totals(&text, &[], &expected);
}

#[test]
fn standard_input_is_read() {
    let output = run(program("running_total").arg("-"), b"4\n5\n");
    assert_eq!(output.stdout, b"4\n9\n");
    let output = run(program("running_total").args(["--op", "max"]), b"4\n3\n");
    assert_eq!(output.stdout, b"4\n4\n");
}

#[test]
fn bad_numbers_are_named_with_their_line() {
    check_refused(&totals(b"1\n2\nthree\n", &[]), "line 3: `three` is not a number");
    check_refused(&totals(b"1\n\xff\n", &[]), "line 2: not UTF-8 text");
    check_refused(&totals(b"a,b\n1,2\n", &["--column", "c"]), "there is no column `c`");
    check_refused(&totals(b"1.5\n", &["--op", "xor"]), "--op xor needs integers");
    check_refused(&totals(b"9223372036854775807\n1\n", &[]), "the first 2 numbers is beyond 64 bits");
    let missing = run(program("running_total").arg("no/such/file"), b"");
    check_refused(&missing, "no/such/file: No such file");
}

#[test]
fn without_arguments_it_demonstrates_itself() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(program("running_total").env("SCAN_EMIT_DIR", folder.path()), b"");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("the first is 0, the last is"), "{stdout}");
    assert!(stdout.contains("plain loop") && stdout.contains("the kernel"), "{stdout}");
}

#[test]
fn without_opencl_it_runs_on_host_threads_and_says_so() {
    let output = run(program("running_total").env("SCAN_OPENCL_LIBRARY", "/no/such/library.so"), b"");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("host thread"), "{stdout}");
}

fn check_lines(contents: &[u8], expected: &str) {
    let file = file(contents);
    let output = run(program("line_index").arg(file.path()), b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn lines_of_files() {
    check_lines(b"", "");
    check_lines(b"\n", "0\n");
    check_lines(b"a", "0\n");
    check_lines(b"a\nbc\n", "0\n2\n");
    check_lines(b"a\r\nb\r\n\r\nc", "0\n3\n6\n8\n");
    check_lines(b"\xff\xfe\n\0\n", "0\n3\n");
}

#[test]
fn lines_of_a_long_file() {
    let line = b"forty-two bytes, the line end counted in!\n";
    let count = 20_000;
    let expected: String = (0..count).map(|number| format!("{}\n", number * line.len())).collect();
    check_lines(&line.repeat(count), &expected);
}

#[test]
fn a_missing_file_is_named() {
    check_refused(&run(program("line_index").arg("no/such/file"), b""), "no/such/file: No such file");
    let folder: PathBuf = std::env::temp_dir();
    check_refused(&run(program("line_index").arg(folder), b""), "Is a directory");
}
