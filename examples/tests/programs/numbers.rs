//! `running_total` and `line_index`.

use super::{check_refused, file, program, run, told};
use scan_runtime::devices;
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

/// What the demonstration prints, in an environment of its own.
fn demonstrated(variables: &[(&str, &std::ffi::OsStr)]) -> String {
    let mut command = program("running_total");
    command.env("SCAN_CACHE_DIR", "off").env_remove("SCAN_DEVICE").envs(variables.iter().copied());
    told(&run(&mut command, b""))
}

/// The line of the table that begins with `name`.
#[track_caller]
fn line<'t>(table: &'t str, name: &str) -> &'t str {
    table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no `{name}` in {table}"))
}

#[test]
fn without_arguments_it_demonstrates_itself_in_every_place() {
    let folder = tempfile::tempdir().unwrap();
    let table = demonstrated(&[("SCAN_EMIT_DIR", folder.path().as_os_str())]);
    assert!(table.contains("the first is 0, the last is"), "{table}");
    assert!(line(&table, "plain loop").ends_with("1.00"), "{table}");
    assert!(line(&table, "host threads").contains("host thread"), "{table}");
    assert!(line(&table, "left to itself").contains(", at last"), "{table}");
    let device = line(&table, "OpenCL device");
    match devices().first() {
        Some(found) => {
            assert!(device.contains(&found.platform), "{table}");
            let kernel = line(&table, "the kernel is ").trim_start_matches("the kernel is ");
            assert!(std::fs::read_to_string(kernel).unwrap().contains("__kernel"), "{table}");
        }
        None => assert!(device.contains("none: "), "{table}"),
    }
}

#[test]
fn without_opencl_it_says_so_and_runs_on_the_host() {
    let table = demonstrated(&[("SCAN_OPENCL_LIBRARY", "/no/such/library.so".as_ref())]);
    let device = line(&table, "OpenCL device");
    assert!(device.contains("none: ") && device.contains("/no/such/library.so"), "{table}");
    assert!(line(&table, "host threads").contains("host thread"), "{table}");
    let itself = line(&table, "left to itself");
    assert!(itself.contains("host threads, at last") || itself.contains("the loop as written, at last"), "{table}");
}

#[test]
fn the_demonstration_does_what_it_is_asked_for() {
    let table = demonstrated(&[("SCAN_DEVICE", "loop".as_ref())]);
    assert!(line(&table, "left to itself").contains("the loop as written, at last (asked for by device(loop))"), "{table}");
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
