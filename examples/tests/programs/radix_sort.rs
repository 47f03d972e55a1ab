use super::{check_refused, everywhere, file, program, run, told};
use scan_runtime::devices;
use std::cmp::Ordering;
use std::fmt::Display;

fn sorted(arguments: &[&str], input: &[u8]) -> String {
    told(&run(program("radix_sort").args(arguments), input))
}

fn lines<T: Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!("{number}\n")).collect()
}

/// Numbers that are spread over all of 64 bits.
fn random(count: usize) -> impl Iterator<Item = u64> {
    (1..=count as u64)
        .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .map(|bits| (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9))
}

/// Sorts in every place, and compares the lines' numbers too.
fn check_everywhere<T: Display>(keys: &str, numbers: &[T], compare: impl Fn(&T, &T) -> Ordering) {
    let text = file(lines(numbers).as_bytes());
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| compare(&numbers[a], &numbers[b]));
    let expected: String = order.iter().map(|&i| format!("{} {}\n", numbers[i], i + 1)).collect();
    everywhere("radix_sort", &["--lines", "--keys", keys, text.path().to_str().unwrap()], |sorted| {
        assert!(sorted == expected, "{} numbers of type {keys}", numbers.len());
    });
}

#[test]
fn numbers_are_written_as_they_were() {
    assert_eq!(
        sorted(&[], b"3\n-1\n+2\n-9223372036854775808\n9223372036854775807\n0\n"),
        "-9223372036854775808\n-1\n0\n+2\n3\n9223372036854775807\n"
    );
    assert_eq!(sorted(&[], b"0.50\n-0.0\n0.0\ninf\n-2.5\n-inf\n1e2\n"), "-inf\n-2.5\n-0.0\n0.0\n0.50\n1e2\ninf\n");
    assert_eq!(sorted(&[], b"18446744073709551615\n18446744073709551614\n7"), "7\n18446744073709551614\n18446744073709551615\n");
    assert_eq!(sorted(&[], b""), "");
    assert_eq!(sorted(&["--column", "b"], b"a,b\n9,3\n9,1\n"), "1\n3\n");
    assert_eq!(sorted(&["--column", "2", "--lines"], b"a,b\n9,3.0\n9,1\n9,3\n"), "1 2\n3.0 1\n3 3\n");
}

#[test]
fn equal_numbers_stay_in_order() {
    assert_eq!(sorted(&["--lines"], b"2\n1\n2\n1\n"), "1 2\n1 4\n2 1\n2 3\n");
    assert_eq!(sorted(&["--lines"], b"0.5\n-0.5\n0.50\n5e-1\n"), "-0.5 2\n0.5 1\n0.50 3\n5e-1 4\n");
}

#[test]
fn short_and_long_files_on_every_place() {
    for count in [1, 2, 1000] {
        let numbers: Vec<u32> = random(count).map(|bits| (bits >> 32) as u32 % 600).collect();
        check_everywhere("u32", &numbers, Ord::cmp);
    }
    let numbers: Vec<u32> = random(1_000_003).map(|bits| (bits >> 32) as u32).collect();
    check_everywhere("u32", &numbers, Ord::cmp);
}

#[test]
fn every_type_on_every_place() {
    let count = 10_007;
    check_everywhere("u64", &random(count).collect::<Vec<_>>(), Ord::cmp);
    check_everywhere("i64", &random(count).map(|bits| bits as i64 >> (bits % 64)).collect::<Vec<_>>(), Ord::cmp);
    check_everywhere("f64", &random(count).map(|bits| bits as i64 as f64 / 1e12).collect::<Vec<_>>(), f64::total_cmp);
}

#[test]
fn floats_have_a_total_order() {
    let special = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE, 1e-45, -1e-45, f32::MAX, f32::MIN, f32::NAN];
    let numbers: Vec<f32> = random(9001)
        .map(|bits| match bits % 3 {
            0 => special[(bits >> 32) as usize % special.len()],
            1 => (bits >> 40) as f32 / 1000.0 - 8000.0,
            _ => f32::from_bits((bits >> 32) as u32 & 0xbfff_ffff),
        })
        .collect();
    check_everywhere("f32", &numbers, f32::total_cmp);
    let text = b"NaN\n1\n-inf\n-0\n-NaN\n0\ninf\n-1\n";
    let expected = "-NaN\n-inf\n-1\n-0\n0\n1\ninf\nNaN\n";
    for keys in ["f32", "f64"] {
        assert_eq!(sorted(&["--keys", keys], text), expected);
    }
    assert_eq!(sorted(&[], text), expected);
}

/// What is moved on a device to which arrays are copied: the keys and the lines' numbers, once there and once back.
fn check_moved(keys: &str, numbers: &[u64], passes: usize, bytes: &str) {
    let Some(device) = devices().into_iter().next().filter(|device| !device.name.contains("Oclgrind")) else { return };
    let device = format!("{}:{}", device.numbers.0, device.numbers.1);
    let mut command = program("radix_sort");
    command.args(["--keys", keys]).env("SCAN_COPY", "1").env("SCAN_DEVICE", device);
    let output = run(&mut command, lines(numbers).as_bytes());
    let mut expected = numbers.to_vec();
    expected.sort_unstable();
    assert!(told(&output) == lines(&expected), "{keys}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let said = format!("{passes} loops; uploads: 2, {bytes} bytes; downloads: 2, {bytes} bytes\n");
    assert!(stderr.contains(&said), "{said}, but {stderr}");
}

#[test]
fn all_passes_upload_once_and_download_once() {
    let numbers: Vec<u64> = random(1_000_000).map(|bits| bits >> 32).collect();
    check_moved("u32", &numbers, 32 + 8, "8,000,000");
    // An odd number of passes ends in the other arrays.
    let numbers: Vec<u64> = numbers[..10_000].iter().map(|number| number % (1 << 13)).collect();
    check_moved("u32", &numbers, 13 + 8, "80,000");
    check_moved("u64", &numbers, 13 + 16, "120,000");
}

#[test]
fn numbers_made_up() {
    let said = sorted(&["--random", "20k"], b"");
    assert!(said.contains("20,000 numbers of type u32") && said.contains("sort_unstable"), "{said}");
    for keys in ["u64", "i64", "f32", "f64"] {
        let said = sorted(&["--random", "3k", "--keys", keys], b"");
        assert!(said.contains(&format!("3,000 numbers of type {keys}; all agree")), "{said}");
    }
}

#[test]
fn what_is_no_number_is_named() {
    check_refused(&run(&mut program("radix_sort"), b"1\ntwo\n"), "standard input: line 2: `two` is not a number");
    check_refused(&run(program("radix_sort").args(["--keys", "u32"]), b"1\n\n-1\n"), "line 3: `-1` is no number of the type u32");
    check_refused(&run(program("radix_sort").args(["--keys", "i64"]), b"1\n0.5\n"), "line 2: `0.5` is no number of the type i64");
    check_refused(&run(program("radix_sort").arg("no/such/file"), b""), "no/such/file: No such file");
}
