use super::{check_refused, everywhere, file, program, run, told};
use std::process::Output;

fn statistics(contents: &[u8], arguments: &[&str]) -> Output {
    let file = file(contents);
    run(program("running_statistics").args(arguments).arg(file.path()), b"")
}

#[track_caller]
fn check(contents: &str, arguments: &[&str], expected: &str) {
    assert_eq!(told(&statistics(contents.as_bytes(), arguments)), expected);
}

#[test]
fn statistics_of_files() {
    check("2\n4\n6\n", &[], "count,mean,variance\n1,2,\n2,3,2\n3,4,4\n");
    check("2\r\n4\r\n\r\n9", &["--population"], "count,mean,variance\n1,2,0\n2,3,1\n3,5,8.666666666666666\n");
    check("a,b\n1,10\n2,20\n", &["--column", "b"], "count,mean,variance\n1,10,\n2,15,50\n");
    check("a,b\n1,10\n2,20\n", &["--column", "1"], "count,mean,variance\n1,1,\n2,1.5,0.5\n");
    check("", &[], "");
    assert_eq!(told(&run(&mut program("running_statistics"), b"3\n")), "count,mean,variance\n1,3,\n");
}

#[test]
fn large_numbers_close_together() {
    // The sum of squares less the square of the sum has no digit left here.
    check(
        "1000000001\n1000000002\n1000000003\n",
        &["--population"],
        "count,mean,variance\n1,1000000001,0\n2,1000000001.5,0.25\n3,1000000002,0.6666666666666666\n",
    );
}

#[test]
fn a_long_file_on_every_place() {
    let count = 200_000u64;
    let text: String = (1..=count).map(|number| format!("{number}\n")).collect();
    let numbers = file(text.as_bytes());
    everywhere("running_statistics", &["--population", numbers.path().to_str().unwrap()], |table| {
        let last: Vec<f64> = table.lines().last().unwrap().split(',').map(|field| field.parse().unwrap()).collect();
        // Of 1, 2, …, n: (n + 1) / 2 and (n² - 1) / 12.
        let n = count as f64;
        let expected = [n, (n + 1.0) / 2.0, (n * n - 1.0) / 12.0];
        for (found, expected) in last.iter().zip(expected) {
            assert!((found - expected).abs() <= 1e-9 * expected, "{found} {expected}");
        }
        assert_eq!(table.lines().count() as u64, count + 1);
    });
}

#[test]
fn bad_numbers_are_named_with_their_line() {
    check_refused(&statistics(b"1\n2\nthree\n", &[]), "line 3: `three` is not a number");
    check_refused(&statistics(b"a,b\n1,2\n", &["--column", "c"]), "there is no column `c`");
    check_refused(&statistics(b"a\n1\nx\n", &["--column", "1"]), "line 3: `x` is not a number");
    check_refused(&statistics(b"1\n-1e200\n", &[]), "the squares of the first 2 numbers are beyond 64-bit floats");
    check_refused(&statistics(b"1\ninf\n3\n", &[]), "number 2 is inf");
    check_refused(&statistics(b"nan\n", &[]), "number 1 is NaN");
    check_refused(&run(program("running_statistics").arg("no/such/file"), b""), "no/such/file: No such file");
}
