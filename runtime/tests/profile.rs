//! `SCAN_PROFILE`: each test starts this program again, which tells when it ends.

mod common;

use common::numbers;
use scan_runtime::{DeviceKind, Place, Settings, last_report, profile, scan};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

#[scan(+ : y)]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

/// Says that this is another process, started by `run`.
const CHILD: &str = "SCAN_TEST_PROFILE_CHILD";
const N: usize = 100_000;

/// Runs the loop in every place, twice as written, and leaves by the back door.
#[test]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let x = numbers(N);
    let mut y = vec![0; N];
    for kind in [DeviceKind::Any, DeviceKind::Host, DeviceKind::Loop, DeviceKind::Loop] {
        Settings::from_environment().device(kind).scope(|| sums(&x, &mut y));
    }
    let noted = profile();
    let as_written = noted.loops.iter().find(|row| row.place == Place::Loop).expect("a loop that ran as written");
    assert_eq!((as_written.runs, as_written.iterations), (2, 2 * (N as u64 - 1)));
    assert!(noted.loops.iter().all(|row| row.total == row.upload + row.kernel + row.download + row.management));
    // On Windows `std::process::exit` has nobody do anything before the end.
    #[cfg(windows)]
    // SAFETY: no other thread uses what is done away with.
    unsafe {
        libc::exit(0)
    }
    std::process::exit(0);
}

fn run(profile: &Path) -> Output {
    let program = std::env::current_exe().expect("this program");
    Command::new(program)
        .args(["child", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .env("SCAN_PROFILE", profile)
        .env("SCAN_CACHE_DIR", "off")
        .output()
        .expect("the program runs")
}

#[test]
fn a_table_is_printed_when_the_program_ends() {
    let output = run(Path::new("1"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let rows: Vec<&str> = told.lines().filter(|line| line.starts_with("sums (")).collect();
    let written = rows.iter().find(|row| row.contains("the loop as written")).unwrap_or_else(|| panic!("{told}"));
    let words: Vec<&str> = written.split_whitespace().collect();
    assert!(words.windows(2).any(|pair| pair == ["2", &(2 * (N - 1)).to_string()]), "{written}");
    assert!(rows.iter().any(|row| row.contains("host thread")), "{told}");
    assert_eq!(rows.len(), if has_device() { 3 } else { 2 }, "{told}");
    assert!(told.contains("management"), "{told}");
}

#[test]
fn a_trace_holds_every_run_and_what_the_device_did_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.json");
    let output = run(&path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&path).expect("the trace");
    let trace: Value = serde_json::from_str(&text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let runs: Vec<&Value> = events.iter().filter(|event| event["ph"] == "X" && event["name"] == "sums").collect();
    assert_eq!(runs.len(), 4, "{text}");
    let ends = |event: &Value| {
        let began = event["ts"].as_f64().expect("a time");
        (began, began + event["dur"].as_f64().expect("a duration"))
    };
    let kernels: Vec<&Value> = events.iter().filter(|event| event["name"] == "kernel").collect();
    assert_eq!(kernels.is_empty(), !has_device(), "{text}");
    let outer = ends(runs[0]);
    // The clocks of host and device are matched where the last command ends, some microseconds late.
    let slack = 1000.0;
    for kernel in kernels {
        let inner = ends(kernel);
        assert!(outer.0 - slack <= inner.0 && inner.1 <= outer.1 + slack, "{inner:?} in {outer:?}");
    }
}

#[test]
fn a_trace_that_cannot_be_written_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&folder.path().join("missing").join("trace.json"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("the trace cannot be written"), "{told}");
}

#[test]
fn a_trace_replaces_another_trace_and_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (trace, thesis) = (folder.path().join("trace.json"), folder.path().join("thesis.json"));
    for _ in 0..2 {
        assert!(told(&run(&trace)).contains("4 runs of annotated loops"));
    }
    std::fs::write(&thesis, "{\"words\":90000}").expect("written");
    assert!(told(&run(&thesis)).contains("the trace cannot be written"));
    assert_eq!(std::fs::read_to_string(&thesis).expect("there"), "{\"words\":90000}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left there");
}

#[test]
fn a_page_holds_every_loop_and_every_event_and_replaces_another_page_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("report.html"), folder.path().join("index.html"));
    for _ in 0..2 {
        assert!(told(&run(&path)).contains("the page of 4 runs of annotated loops is in"));
    }
    let page = std::fs::read_to_string(&path).expect("the page");
    let (_, data) = page.split_once("id=\"data\">").expect("the data");
    let data: Value = serde_json::from_str(data.split("</script>").next().expect("its end")).expect("JSON");
    let loops = data["loops"].as_array().expect("rows");
    assert_eq!(loops.len(), if has_device() { 3 } else { 2 }, "{loops:#?}");
    let parts = ["upload_ms", "kernel_ms", "download_ms", "management_ms"];
    for row in loops {
        let sum: f64 = parts.iter().filter_map(|part| row[part].as_f64()).sum();
        assert!(row["total_ms"].as_f64().is_some_and(|total| (total - sum).abs() < 1e-6), "{row}");
    }
    let runs = data["trace"]["traceEvents"].as_array().expect("events").iter().filter(|event| event["name"] == "sums");
    assert_eq!(runs.count(), 4);
    // It is whole without a network.
    assert!(!["src=", "href=", "@import", "url("].iter().any(|word| page.contains(word)), "{page}");

    std::fs::write(&other, "<!doctype html>\n<p>mine</p>\n").expect("written");
    assert!(told(&run(&other)).contains("the page cannot be written"));
    assert_eq!(std::fs::read_to_string(&other).expect("there"), "<!doctype html>\n<p>mine</p>\n");
}

#[cfg(unix)]
#[test]
fn a_trace_goes_into_a_pipe_and_not_through_a_planted_link() {
    let output = run(Path::new("/dev/stdout"));
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("\"traceEvents\":["));

    let folder = tempfile::tempdir().expect("a folder");
    let (victim, link) = (folder.path().join("victim"), folder.path().join("trace.json"));
    std::fs::write(&victim, "precious").expect("written");
    std::os::unix::fs::symlink(&victim, &link).expect("a link");
    assert!(told(&run(&link)).contains("the trace cannot be written"));
    assert_eq!(std::fs::read_to_string(&victim).expect("there"), "precious");
}

/// What a process says on standard error that ends well.
#[track_caller]
fn told(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    told
}

#[test]
fn without_a_profile_nothing_is_noted() {
    let x = numbers(N);
    let mut y = vec![0; N];
    Settings::default().device(DeviceKind::Loop).scope(|| sums(&x, &mut y));
    assert!(last_report().is_some_and(|report| report.place == Place::Loop));
    assert!(profile().loops.is_empty());
}

fn has_device() -> bool {
    !scan_runtime::devices().is_empty()
}
