//! Disks that are full, or cannot be written to: a loop has its result, and nothing of what was there is lost.
//!
//! Each test starts this program again, in a mount namespace of its own with a small disk in memory.

#![cfg(target_os = "linux")]

mod common;

use common::numbers;
use scan_runtime::scan;
use std::path::Path;
use std::process::{Command, Output};

#[scan(+ : y, device(any))]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

/// Says that this is another process, started by `run`.
const CHILD: &str = "SCAN_TEST_DISKS_CHILD";

#[test]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let x = numbers(10_000);
    let mut y = vec![0; x.len()];
    sums(&x, &mut y);
    let step = |sum: &mut i32, x: &i32| {
        *sum = sum.wrapping_add(*x);
        Some(*sum)
    };
    assert!(y[1..].iter().copied().eq(x[1..].iter().scan(0, step)));
}

/// Mounts a disk at `$0` as `$1` says, puts the user's file there and fills it, then runs the rest of the line.
const PREPARE: &str = r#"
    mount -t tmpfs -o size=64k,mode=700 none "$0" && echo precious > "$0/thesis" || exit 77
    case "$1" in
        full) cat /dev/zero > "$0/filling" 2> /dev/null ;;
        read-only) mount -o remount,ro "$0" || exit 77 ;;
    esac
    shift
    "$@" > "$0.told" 2>&1 || { cat "$0.told"; exit 1; }
    cat "$0.told"
    [ "$(cat "$0/thesis")" = precious ] || { echo "the thesis is lost"; exit 1; }
    ls -A "$0"
"#;

/// What the child says on a disk that is so, then the names of the files there; `None` where this user may mount nothing.
fn run(disk: &str, folder: &Path, variable: &str, value: &Path) -> Option<String> {
    let program = std::env::current_exe().expect("this program");
    let output: Output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", PREPARE])
        .arg(folder)
        .arg(disk)
        .arg(program)
        .args(["child", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .env("SCAN_CACHE_DIR", "off")
        .env(variable, value)
        .output()
        .ok()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if told.is_empty() && !output.status.success() {
        eprintln!("skipped: no disk can be mounted: {}", String::from_utf8_lossy(&output.stderr).trim());
        return None;
    }
    assert!(output.status.success(), "{told}");
    Some(told)
}

/// Runs the child with `variable` naming a place on a disk that is `full` or `read-only`. Nothing but what was there is there afterwards.
fn check(disk: &str, variable: &str, place: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let disk_at = folder.path().join("disk");
    std::fs::create_dir(&disk_at).expect("a folder");
    let told = run(disk, &disk_at, variable, &disk_at.join(place))?;
    let files = told.lines().rev().take_while(|line| !line.is_empty() && !line.contains(' ')).collect::<Vec<_>>();
    let is_expected = |name: &&str| ["thesis", "filling", "scanc", "kernels"].contains(name);
    assert!(files.contains(&"thesis") && files.iter().all(is_expected), "{told}");
    Some(told)
}

#[test]
fn a_cache_on_a_disk_that_cannot_be_written_to_is_said_to_keep_nothing() {
    let Some(told) = check("read-only", "SCAN_CACHE_DIR", "cache") else { return };
    assert_eq!(told.matches("scan-runtime: nothing is kept in").count(), 1, "{told}");
}

#[test]
fn a_cache_on_a_full_disk_keeps_nothing_and_leaves_nothing_half_written() {
    check("full", "SCAN_CACHE_DIR", "");
}

#[test]
fn kernels_that_cannot_be_written_are_told_of_once() {
    for disk in ["full", "read-only"] {
        let Some(told) = check(disk, "SCAN_EMIT_DIR", "kernels") else { return };
        assert_eq!(told.matches("the kernels of sums are not written to").count(), 1, "{told}");
    }
}

#[test]
fn a_trace_that_cannot_be_written_leaves_what_was_there() {
    for disk in ["full", "read-only"] {
        for place in ["thesis", "trace.json"] {
            let Some(told) = check(disk, "SCAN_PROFILE", place) else { return };
            assert!(told.contains("the trace cannot be written"), "{told}");
        }
    }
}
