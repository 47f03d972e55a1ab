use super::{check_refused, everywhere, file, program, run, told};

fn sorted(arguments: &[&str], input: &[u8]) -> String {
    told(&run(program("radix_sort").args(arguments), input))
}

#[test]
fn integers_and_floats() {
    assert_eq!(
        sorted(&[], b"3\n-1\n2\n-9223372036854775808\n9223372036854775807\n0\n"),
        "-9223372036854775808\n-1\n0\n2\n3\n9223372036854775807\n"
    );
    assert_eq!(sorted(&[], b"0.5\n-0.0\n0.0\ninf\n-2.5\n-inf\n"), "-inf\n-2.5\n-0\n0\n0.5\ninf\n");
    assert_eq!(sorted(&[], b""), "");
    assert_eq!(sorted(&["--column", "b"], b"a,b\n9,3\n9,1\n"), "1\n3\n");
}

#[test]
fn equal_numbers_stay_in_order() {
    assert_eq!(sorted(&["--lines"], b"2\n1\n2\n1\n"), "1 2\n1 4\n2 1\n2 3\n");
}

#[test]
fn many_numbers_on_every_place() {
    let numbers: Vec<i64> = (0..30_011i64).map(|i| i * 7919 % 30_011 - 15_000).collect();
    let text = file(numbers.iter().map(|number| format!("{number}\n")).collect::<String>().as_bytes());
    let mut expected = numbers;
    expected.sort_unstable();
    let expected: String = expected.iter().map(|number| format!("{number}\n")).collect();
    everywhere("radix_sort", &[text.path().to_str().unwrap()], |sorted| assert_eq!(sorted, expected));
}

#[test]
fn numbers_made_up() {
    let said = sorted(&["--random", "20k"], b"");
    assert!(said.contains("20,000 numbers") && said.contains("sort_unstable"), "{said}");
}

#[test]
fn what_is_no_number_is_named() {
    check_refused(&run(&mut program("radix_sort"), b"1\ntwo\n"), "line 2: `two` is not a number");
    check_refused(&run(program("radix_sort").arg("no/such/file"), b""), "no/such/file: No such file");
}
