use super::{everywhere, program, run, told};

fn numbers(arguments: &[&str]) -> String {
    told(&run(program("fibonacci").args(arguments), b""))
}

#[test]
fn the_first_numbers() {
    assert_eq!(numbers(&["0"]), "");
    assert_eq!(numbers(&["1"]), "0\n");
    assert_eq!(numbers(&["8"]), "0\n1\n1\n2\n3\n5\n8\n13\n");
    assert!(numbers(&[]).ends_with("\n12200160415121876738\n"), "F(93) is the last below 2^64");
    assert_eq!(numbers(&["--last", "0"]), "");
}

#[test]
fn beyond_a_block_on_every_place() {
    // More than one block; the expected number by the recurrence itself.
    let (mut number, mut next) = (0u64, 1u64);
    for _ in 0..1_500_000 {
        (number, next) = (next, number.wrapping_add(next));
    }
    everywhere("fibonacci", &["--last", "1500001"], |last| assert_eq!(last, format!("{number}\n")));
}

#[test]
fn what_is_no_count_is_refused() {
    for count in ["-1", "many", "1.5"] {
        let output = run(program("fibonacci").arg(count), b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(count), "{stderr}");
    }
}
