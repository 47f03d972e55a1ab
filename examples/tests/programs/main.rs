//! The example programs as a person runs them: real files, broken files, no files; on a device, on host threads, as written.

mod bench;
mod brackets;
mod fibonacci;
mod numbers;
mod pictures;
mod polynomial;
mod radix_sort;
mod rolling_hash;
mod run_length;
mod running_statistics;
mod stream_compaction;
mod thesis;

use scan_runtime::devices;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// `cargo test` builds the examples beside the tests' own folder.
fn program(name: &str) -> Command {
    let mut folder = std::env::current_exe().expect("the test's own path");
    folder.pop();
    folder.pop();
    Command::new(folder.join("examples").join(name))
}

fn file(contents: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(contents).unwrap();
    file
}

fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments has gone before it reads.
    let _gone = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The standard output of a program that succeeds.
#[track_caller]
fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn check_refused(output: &Output, expected: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(expected), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}

/// Runs a program on the first device if there is one, on host threads, and as written: it says where, and what it tells must pass
/// `check` each time.
#[track_caller]
fn everywhere(name: &str, arguments: &[&str], check: impl Fn(&str)) {
    let device = devices().into_iter().next();
    let device = device.map(|device| (format!("{}:{}", device.numbers.0, device.numbers.1), device.name));
    let places = [("host".to_owned(), "host thread".to_owned()), ("loop".to_owned(), "the loop as written".to_owned())];
    for (word, place) in device.into_iter().chain(places) {
        let output = run(program(name).args(arguments).env("SCAN_DEVICE", &word), b"");
        check(&told(&output));
        let stderr = String::from_utf8_lossy(&output.stderr);
        let said = stderr.split_once(", on ").is_some_and(|(_, said)| said.contains(&place));
        assert!(said, "SCAN_DEVICE={word}: {stderr}");
        assert!(stderr.contains("agree"), "{stderr}");
    }
}
