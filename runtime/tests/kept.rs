//! What one process builds, another one need not: each test starts this program again, with a folder to keep things in.

mod common;

use common::numbers;
use scan_runtime::{Place, devices, last_report, scan};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[scan(+ : y, device(any))]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

/// Nothing is asked for.
#[scan(+ : y)]
fn unasked(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

/// Tells on standard error what the runtime logs.
struct Telling;

impl log::Log for Telling {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        eprintln!("{}: {}", record.level(), record.args());
    }

    fn flush(&self) {}
}

/// Says whether it is another process, started by `start`, that is to run the loop.
const CHILD: &str = "SCAN_TEST_KEPT_CHILD";

#[test]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    log::set_logger(&Telling).expect("the only logger");
    log::set_max_level(log::LevelFilter::Debug);
    if std::env::var_os(CHILD).is_some_and(|word| word == "learn") {
        return learn();
    }
    let x = numbers(10_000);
    let mut y = vec![0; x.len()];
    sums(&x, &mut y);
    let report = last_report().expect("a loop has run");
    assert!(matches!(report.place, Place::Device { .. }), "{report}");
    let step = |sum: &mut i32, x: &i32| {
        *sum = sum.wrapping_add(*x);
        Some(*sum)
    };
    assert!(y[1..].iter().copied().eq(x[1..].iter().scan(0, step)));
}

/// Runs a loop until what it takes is worth keeping.
fn learn() {
    let x = vec![1; 1 << 20];
    let mut y = vec![1; x.len()];
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(400) {
        unasked(&x, &mut y);
        assert_eq!(y.last(), Some(&(1 << 20)));
    }
}

fn start(cache: &Path) -> Child {
    start_to("run", cache)
}

fn start_to(task: &str, cache: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "child", "--nocapture"]).env(CHILD, task).env("SCAN_CACHE_DIR", cache).env_remove("SCAN_DEVICE");
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// The folder in the one that is named.
const OWN: &str = "scanc";

/// What a process logs that ends well.
#[track_caller]
fn told(child: Child) -> String {
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    told
}

#[track_caller]
fn check(told: &str, is_kept: bool) {
    let (kept, compiled) = (told.contains("the program was kept"), told.contains("the program was compiled"));
    assert_eq!((kept, compiled), (is_kept, !is_kept), "{told}");
}

/// `None` where there is no device, which fails where one is needed.
fn folder() -> Option<tempfile::TempDir> {
    if devices().is_empty() {
        assert!(std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "no OpenCL device");
        eprintln!("skipped: no OpenCL device");
        return None;
    }
    Some(tempfile::tempdir().expect("a folder"))
}

#[test]
fn a_second_process_takes_the_program_from_the_disk() {
    let Some(folder) = folder() else { return };
    let cache = folder.path().join("cache");
    check(&told(start(&cache)), false);
    check(&told(start(&cache)), true);
    for entry in std::fs::read_dir(cache.join(OWN)).expect("a folder") {
        std::fs::write(entry.expect("an entry").path(), "spoilt").expect("written");
    }
    check(&told(start(&cache)), false);
    check(&told(start(&cache)), true);
}

#[test]
fn processes_that_run_at_once_do_not_disturb_each_other() {
    let Some(folder) = folder() else { return };
    let both = [start(folder.path()), start(folder.path())];
    both.into_iter().for_each(|child| drop(told(child)));
    check(&told(start(folder.path())), true);
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_can_write_to_is_refused_aloud() {
    use std::os::unix::fs::PermissionsExt;
    let Some(folder) = folder() else { return };
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).expect("the mode is set");
    for _ in 0..2 {
        let told = told(start(folder.path()));
        assert_eq!(told.matches("ERROR: nothing is kept in").count(), 1, "{told}");
        check(&told, false);
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn nothing_is_kept_where_it_is_switched_off() {
    let Some(_folder) = folder() else { return };
    for _ in 0..2 {
        check(&told(start(Path::new("off"))), false);
    }
    assert!(!Path::new("off").exists());
}

#[test]
fn what_a_loop_takes_is_known_to_the_next_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = || -> Vec<_> {
        let files = std::fs::read_dir(folder.path().join(OWN)).expect("a folder").map(|entry| entry.expect("an entry").path());
        files.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("loop-"))).collect()
    };
    const KNOWN: &str = "expected to take what it took in an earlier process";
    let is_known = || told(start_to("learn", folder.path())).contains(KNOWN);
    assert!(!is_known());
    assert_eq!(files().len(), 1);
    assert!(is_known());
    std::fs::write(&files()[0], "spoilt").expect("written");
    assert!(!is_known());
    assert!(is_known(), "written anew");
}
