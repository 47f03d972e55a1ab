use super::{check_refused, everywhere, file, program, run, told};

fn kept(arguments: &[&str], input: &[u8]) -> String {
    told(&run(program("stream_compaction").args(arguments), input))
}

#[test]
fn integers_and_floats_within_bounds() {
    assert_eq!(kept(&["--least", "0"], b"3\n-1\n0\n2\n"), "3\n0\n2\n");
    assert_eq!(kept(&["--least", "-1.5", "--most", "2.5"], b"3\n-1\n-2\n2\n"), "-1\n2\n");
    assert_eq!(kept(&["--least", "-1.5", "--most", "2.5"], b"2.5\n-1.5\n-1.75\nNaN\n"), "2.5\n-1.5\n");
    assert_eq!(kept(&["--least", "1e300"], b"9223372036854775807\n"), "");
    assert_eq!(
        kept(&["--most", "1e300"], b"9223372036854775807\n-9223372036854775808\n"),
        "9223372036854775807\n-9223372036854775808\n"
    );
    assert_eq!(kept(&[], b""), "");
    assert_eq!(kept(&["--column", "b", "--most", "1"], b"a,b\n9,3\n9,1\n"), "1\n");
}

#[test]
fn many_numbers_on_every_place() {
    let numbers: Vec<i64> = (0..30_011i64).map(|i| i * 7919 % 30_011 - 15_000).collect();
    let lines = |numbers: &mut dyn Iterator<Item = &i64>| numbers.map(|number| format!("{number}\n")).collect::<String>();
    let text = file(lines(&mut numbers.iter()).as_bytes());
    let expected = lines(&mut numbers.iter().filter(|&&number| number >= 5000));
    everywhere("stream_compaction", &["--least", "5000", text.path().to_str().unwrap()], |kept| assert_eq!(kept, expected));
}

#[test]
fn numbers_made_up() {
    let said = kept(&["--random", "20k"], b"");
    assert!(said.contains("of 20,000 numbers kept") && said.contains("rayon"), "{said}");
}

#[test]
fn what_has_no_sense_is_refused() {
    check_refused(&run(&mut program("stream_compaction"), b"1\ntwo\n"), "line 2: `two` is not a number");
    check_refused(&run(program("stream_compaction").args(["--least", "2", "--most", "1"]), b""), "between 2 and 1");
    check_refused(&run(program("stream_compaction").args(["--least", "NaN"]), b""), "between NaN and inf");
}
