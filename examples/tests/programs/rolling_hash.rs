use super::{check_refused, everywhere, file, program, run, told};
use std::process::Output;

/// Runs queries, one a line, on a text.
fn answers(text: &[u8], queries: &[u8]) -> Output {
    let (text, queries) = (file(text), file(queries));
    run(program("rolling_hash").arg(text.path()).arg("--queries").arg(queries.path()), b"")
}

#[test]
fn equal_and_different_parts() {
    let check = |text: &[u8], queries: &[u8], expected: &str| assert_eq!(told(&answers(text, queries)), expected);
    check(b"abcabd", b"0 3 2\n0 3 3\n1 1 5\n6 0 0\n", "equal\ndifferent\nequal\nequal\n");
    check(b"abcabd", b"0 3 2\r\n\r\n0 3 3", "equal\ndifferent\n");
    check(b"\0\0\0\x01", b"0 1 2\n0 2 2\n", "equal\ndifferent\n");
    check(b"", b"0 0 0\n", "equal\n");
    check(b"", b"", "");
    let text = file(b"xyxy");
    assert_eq!(told(&run(program("rolling_hash").arg(text.path()).args(["0", "2", "2"]), b"")), "equal\n");
    assert_eq!(told(&run(program("rolling_hash").arg(text.path()).args(["--queries", "-"]), b"0 1 1\n")), "different\n");
}

#[test]
fn a_long_file_on_every_place() {
    // Two times the same half a megabyte, but for one byte.
    let half: Vec<u8> = (0..500_000u64).map(|i| (i.wrapping_mul(i).wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut text = [half.as_slice(), &half].concat();
    text[900_000] ^= 1;
    let (text, queries) = (file(&text), file(b"0 500000 400000\n0 500000 400001\n400001 900001 99999\n"));
    let arguments = [text.path().to_str().unwrap(), "--queries", queries.path().to_str().unwrap()];
    everywhere("rolling_hash", &arguments, |answers| assert_eq!(answers, "equal\ndifferent\nequal\n"));
}

#[test]
fn bad_queries_are_named_with_their_line() {
    check_refused(&answers(b"abc", b"0 1 1\n0 one 1\n"), "line 2: `one` is not a number of bytes");
    check_refused(&answers(b"abc", b"0 -1 1\n"), "line 1: `-1` is not a number of bytes");
    check_refused(&answers(b"abc", b"\n0 1\n"), "line 2: a query is three numbers, `A B LENGTH`, not 2");
    check_refused(&answers(b"abc", b"0 2 2\n"), "line 1: 2 bytes from 2 on are beyond the 3 of the file");
    check_refused(
        &answers(b"abc", b"1 0 18446744073709551615\n"),
        "line 1: 18446744073709551615 bytes from 1 on are beyond the 3",
    );
    check_refused(&answers(b"abc", b"\xff\n"), "line 1: ");
    let text = file(b"abc");
    check_refused(&run(program("rolling_hash").arg(text.path()).args(["0", "0", "4"]), b""), "beyond the 3 of the file");
    check_refused(&run(program("rolling_hash").args(["no/such/file", "0", "0", "0"]), b""), "no/such/file: No such file");
    let missing = run(program("rolling_hash").arg(text.path()).args(["--queries", "no/such/queries"]), b"");
    check_refused(&missing, "no/such/queries: No such file");
}
