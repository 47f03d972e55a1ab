use super::{check_refused, everywhere, file, program, run, told};

fn value(arguments: &[&str]) -> String {
    told(&run(program("polynomial").args(arguments), b""))
}

#[test]
fn the_example_of_the_thesis() {
    assert_eq!(value(&[]), "13\n");
    assert_eq!(value(&["--steps", "1", "1", "0", "1"]), "1\n3\n6\n13\n");
}

#[test]
fn integers_and_floats() {
    assert_eq!(value(&["--at", "-3", "2", "-1", "5"]), "26\n");
    assert_eq!(value(&["--at", "0.5", "1", "0", "0"]), "0.25\n");
    assert_eq!(value(&["7"]), "7\n");
    assert_eq!(value(&["--at", "10", "1.0", "-2", "0.5"]), "80.5\n");
    assert_eq!(value(&["--at", "-1", "9223372036854775807", "9223372036854775807"]), "0\n");
}

#[test]
fn files_of_coefficients() {
    let check = |contents: &[u8], expected: &str| {
        let file = file(contents);
        let output = run(program("polynomial").arg("--file").arg(file.path()), b"");
        assert_eq!(told(&output), expected);
    };
    check(b"1\n1\n0\n1\n", "13\n");
    check(b"1\r\n1\r\n0\r\n1", "13\n");
    check(b"", "");
    assert_eq!(told(&run(program("polynomial").args(["--file", "-", "--column", "b"]), b"a,b\n9,3\n9,4\n")), "10\n");
}

#[test]
fn a_long_polynomial_on_every_place() {
    // 1 + x + … + x^(n-1) at -1 is 1 or 0.
    let ones = file("1\n".repeat(100_001).as_bytes());
    let path = ones.path().to_str().unwrap();
    everywhere("polynomial", &["--at", "-1", "--file", path], |value| assert_eq!(value, "1\n"));
    // The geometric series: 2 less a part that no float sees.
    everywhere("polynomial", &["--at", "0.5", "--file", path], |value| {
        let value: f64 = value.trim().parse().unwrap();
        assert!((value - 2.0).abs() < 1e-12, "{value}");
    });
    check_refused(&run(program("polynomial").args(["--file", path]), b""), "the first 128 coefficients is beyond 64 bits");
    check_refused(&run(program("polynomial").args(["--at", "2.0", "--file", path]), b""), "beyond 64-bit floats");
}

#[test]
fn what_is_no_number_is_named() {
    check_refused(&run(program("polynomial").args(["1", "two"]), b""), "coefficient 2: `two` is not a number");
    check_refused(&run(program("polynomial").args(["--at", "x", "1"]), b""), "--at: `x` is not a number");
    check_refused(&run(program("polynomial").args(["--at", "", "1"]), b""), "--at: `` is not a number");
    check_refused(&run(program("polynomial").args(["1", ""]), b""), "coefficient 2: `` is not a number");
    check_refused(&run(program("polynomial").args(["--at", "inf", "1"]), b""), "--at: number 1 is inf");
    check_refused(&run(program("polynomial").args(["1", "1e400"]), b""), "number 2 is inf");
    let broken = file(b"1\n\n0x1\n");
    check_refused(&run(program("polynomial").arg("--file").arg(broken.path()), b""), "line 3: `0x1` is not a number");
    check_refused(&run(program("polynomial").args(["--file", "no/such/file"]), b""), "no/such/file: No such file");
}
