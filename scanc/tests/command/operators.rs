//! Declared operators.

use crate::workshop::Workshop;
use std::process::Command;

const POLY: &str = "\
use scan_runtime::{declare_scan, declare_target, scan};

#[declare_target]
mod poly {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x * b.y + b.x, y: a.y * b.y }
    }

    #[declare_scan]
    impl core::ops::BitOr for Pair {
        type Output = Pair;
        fn bitor(self, other: Pair) -> Pair {
            Pair { x: self.x | other.x, y: self.y | other.y }
        }
    }
}

#[declare_scan(identity = 0.0)]
fn sum(a: f32, b: f32) -> f32 {
    a + b
}

#[declare_scan(identity = 0, assume_associative)]
fn less(a: i64, b: i64) -> i64 {
    a - b
}

#[scan(poly::op : t)]
fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i - 1]);
    }
}

#[scan(| : t)]
fn unions(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = t[i - 1] | h[i - 1];
    }
}

#[scan(elsewhere::op : t)]
fn others(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = elsewhere::op(t[i - 1], h[i - 1]);
    }
}
";

/// Whether z3 is there. Without it a test is none; with `SCAN_TESTS_NEED_SOLVER` set it fails instead.
fn has_solver() -> bool {
    let there = Command::new("z3").arg("-version").output().is_ok_and(|output| output.status.success());
    assert!(there || std::env::var_os("SCAN_TESTS_NEED_SOLVER").is_none(), "z3 is not installed");
    there
}

fn poly() -> Workshop {
    Workshop::with(&[("poly.rs", POLY)])
}

#[test]
fn declared_operators_are_checked() {
    poly().scanc(&["check", "poly.rs"]).ends(0, &["3 annotated loops and 4 declared operators in 1 file: no errors"]);
    let alone = "#[scan_runtime::declare_scan(identity = 0)]\nfn add(a: u8, b: u8) -> u8 {\n    a + b\n}\n";
    let workshop = Workshop::with(&[("alone.rs", alone)]);
    let run = workshop.scanc(&["check", "alone.rs"]);
    run.ends(0, &["0 annotated loops and 1 declared operator in 1 file: no errors"]).silent_on("SC0904");
}

#[test]
fn a_broken_law_is_told_at_the_operator_with_the_smallest_counterexample() {
    let workshop = Workshop::with(&[
        ("identity.rs", &POLY.replace("x: 0, y: 1", "x: 0, y: 0")),
        ("mean.rs", "#[scan_runtime::declare_scan]\nfn mean(a: i32, b: i32) -> i32 {\n    (a + b) / 2\n}\n"),
        ("last.rs", "#[scan_runtime::declare_scan(identity = 0)]\nfn last(_a: i32, b: i32) -> i32 {\n    b\n}\n"),
    ]);
    workshop.scanc(&["check", "identity.rs"]).ends(
        1,
        &[
            "error[SC0603]: the identity of `op` is not neutral on the left: op(identity, a) is Pair { x: 0, y: 0 }",
            "identity.rs:13:12",
            "help: where a = Pair { x: 0, y: 1 }; an identity leaves every value as it is, on either side; \
             `identity = Pair { x: 0, y: 1 }` would do",
        ],
    );
    workshop.scanc(&["check", "mean.rs"]).ends(
        1,
        &[
            "error[SC0602]: `mean` is not associative: mean(mean(a, b), c) is 1, mean(a, mean(b, c)) is 0",
            "mean.rs:2:4",
            "help: where a = 0, b = 0, c = 2; a scan may group its operands in any way",
        ],
    );
    workshop
        .scanc(&["check", "last.rs"])
        .ends(1, &["error[SC0604]: the identity of `last` is not neutral on the right", "help: where a = 1; "]);
    workshop.scanc(&["build", "mean.rs", "-o", "out"]).ends(1, &["error[SC0602]"]);
    assert!(workshop.files_in("out").is_empty());
    workshop
        .scanc(&["explain", "mean.rs"])
        .ends(1, &["mean.rs:2:4: operator `mean` on i32", "broken, or not to be tested: see the error"]);
}

#[test]
fn what_kernels_cannot_use_is_told() {
    let panics = "#[scan_runtime::declare_scan]\nfn op(a: u32, b: u32) -> u32 {\n    a / b\n}\n";
    let workshop = Workshop::with(&[("panics.rs", panics), ("stray.rs", "#[scan_runtime::declare_scan]\nstruct S;\n")]);
    workshop.scanc(&["check", "panics.rs"]).ends(1, &["error[SC0621]", "panics.rs:3:5"]);
    workshop.scanc(&["check", "stray.rs"]).ends(1, &["error[SC0143]", "stray.rs:2:1"]);
}

#[test]
fn explain_says_what_is_known_of_each_operator_and_which_loops_use_it() {
    let run = poly().scanc(&["explain", "poly.rs"]);
    run.ends(0, &["operator   `elsewhere::op` on "]);
    run.says(
        "poly.rs:13:12: operator `poly::op` on Pair\n  identity   `Pair { x: 0, y: 1 }`\n  laws       associative: tested on # \
         triples of values\n             left identity: tested on # values\n             right identity: tested on # values\n",
    );
    run.says("operator `|` on poly::Pair\n  identity   none: a semigroup, whose scans start from a value of the loop\n");
    run.says(
        "poly.rs:#:4: operator `less` on i64\n  identity   `0`\n  laws       assumed: `assume_associative` vouches for them\n",
    );
    run.says("operator   `poly::op` on Pair, declared in line 13\n");
    run.says("operator   `|` on poly::Pair, declared in line 18\n");
}

#[test]
fn laws_of_integers_are_proved_and_others_say_why_not() {
    if !has_solver() {
        return;
    }
    let workshop = poly();
    let run = workshop.scanc(&["check", "--prove", "poly.rs"]);
    run.ends(0, &["no errors"]);
    run.says(
        "poly.rs:13:12: operator `poly::op` on Pair\n  associative: proved for all values\n  left identity: proved for all values\n  \
         right identity: proved for all values\n",
    );
    run.says("operator `|` on poly::Pair\n  associative: proved for all values\n");
    run.says(
        "operator `sum` on f32\n  associative: tested on # triples of values, not proved: floats cannot be expressed for z3\n",
    );
    run.says("operator `less` on i64\n  assumed: `assume_associative` vouches for them\n");
    workshop.scanc(&["explain", "--prove", "poly.rs"]).says("  laws       associative: proved for all values\n");
}

/// No test finds the one value in 2^64 at which this sum goes wrong.
#[test]
fn what_no_test_finds_is_refuted_with_values() {
    if !has_solver() {
        return;
    }
    let rare = "#[scan_runtime::declare_scan(identity = 0)]
fn op(a: u64, b: u64) -> u64 {
    if a * 0x9e37_79b9_7f4a_7c15 == 0x1234_5678_9abc_def0 { b } else { a + b }
}
";
    let workshop = Workshop::with(&[("rare.rs", rare)]);
    workshop.scanc(&["check", "rare.rs"]).ends(0, &[]);
    let run = workshop.scanc(&["check", "--prove", "rare.rs"]);
    run.ends(1, &["error[SC0602]: `op` is not associative", "error[SC0604]", "rare.rs:2:4", "help: where a = "]);
    run.says("  associative: refuted: see the error\n  left identity: proved for all values\n  right identity: refuted: see the error\n");
    let run = workshop.scanc(&["check", "--prove", "--message-format", "json", "rare.rs"]);
    run.ends(1, &[]);
    assert_eq!(run.output.lines().count(), 2, "{}", run.output);
}

#[test]
fn without_an_answer_of_z3_the_laws_are_tested_and_it_is_said_why() {
    let workshop = poly();
    let run = workshop.scanc_under(&[("SCANC_Z3", "/nowhere/z3")], &["check", "--prove", "poly.rs"]);
    run.ends(0, &["no errors"]);
    run.says("  associative: tested on # triples of values, not proved: z3 is not installed\n");
    workshop.scanc(&["check", "--prove-timeout", "3", "poly.rs"]).ends(2, &["--prove"]);
    workshop.scanc(&["check", "--prove", "--prove-timeout", "0", "poly.rs"]).ends(2, &["prove-timeout"]);
}

#[test]
fn a_proof_that_takes_too_long_is_given_up() {
    if !has_solver() {
        return;
    }
    let hard = "#[scan_runtime::declare_scan]
fn op(a: u64, b: u64) -> u64 {
    a % 4_294_967_291 * (b % 4_294_967_291) % 4_294_967_291
}
";
    let workshop = Workshop::with(&[("hard.rs", hard)]);
    let run = workshop.scanc(&["check", "--prove", "--prove-timeout", "1", "hard.rs"]);
    run.ends(0, &["no errors"]);
    run.says("  associative: tested on # triples of values, not proved: z3 gave no answer in 1 second\n");
}
