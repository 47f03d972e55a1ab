//! How long the first launch of a loop's kernels takes, by what is kept on disk: by the runtime, and by PoCL for itself.
//!
//! ```text
//! cargo run --release -p scan-examples --bin first_launch [ROUNDS]
//! ```
//!
//! Every measurement is a process of its own. The kinds take turns, so that what else the machine does meets them all.

use scan_examples::telling::time;
use scan_runtime::{Place, devices, last_report, scan};
use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

#[scan(+ : y, device(any))]
fn sums(x: &[i32], y: &mut [i32]) {
    let mut sum = 0i32;
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        y[i] = sum;
    }
}

#[scan(max : y, device(any))]
fn maxima(x: &[i32], y: &mut [i32]) {
    let mut most = i32::MIN;
    for i in 0..x.len() {
        most = most.max(x[i]);
        y[i] = most;
    }
}

/// What a process measures, in this order.
const MEASURED: [&str; 4] = ["OpenCL opened", "a first launch", "another's first", "a second launch"];
/// Names the process that measures.
const CHILD: &str = "SCAN_FIRST_LAUNCH_CHILD";
const LENGTH: usize = 1 << 20;

fn main() -> ExitCode {
    env_logger::init();
    if env::var_os(CHILD).is_some() {
        measure();
        return ExitCode::SUCCESS;
    }
    let rounds = env::args().nth(1).map_or(Ok(11), |rounds| rounds.parse::<usize>());
    let outcome = rounds.map_err(|error| error.to_string()).and_then(|rounds| compare(rounds.max(1)));
    scan_examples::telling::finish("first_launch", outcome)
}

/// Measures in this process, and prints nanoseconds.
fn measure() {
    let (x, mut y) = (vec![1; LENGTH], vec![0; LENGTH]);
    let mut run = |scan: fn(&[i32], &mut [i32]), last| {
        let took = timed(|| scan(&x, &mut y));
        let report = last_report().expect("a loop has run");
        assert!(matches!(report.place, Place::Device { .. }), "{report}");
        assert_eq!(y.last(), Some(&last));
        took
    };
    let opened = timed(|| assert!(!devices().is_empty(), "there is no OpenCL device"));
    for took in [opened, run(sums, LENGTH as i32), run(maxima, 1), run(sums, LENGTH as i32)] {
        println!("{}", took.as_nanos());
    }
}

fn timed(body: impl FnOnce()) -> Duration {
    let began = Instant::now();
    body();
    began.elapsed()
}

fn compare(rounds: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    compare_in(folder.path(), rounds)
}

/// Whether the runtime's folder, and PoCL's, are those of an earlier process, or new.
const KINDS: [(&str, bool, bool); 4] = [
    ("nothing kept", false, false),
    ("kept by PoCL", false, true),
    ("kept by the runtime", true, false),
    ("kept by both", true, true),
];

fn compare_in(folder: &Path, rounds: usize) -> Result<(), String> {
    let mut times = vec![vec![Vec::new(); MEASURED.len()]; KINDS.len()];
    // What is kept is that of a process that is not counted.
    child(&folder.join("kept"), &folder.join("pocl"))?;
    for round in 0..rounds {
        for (kind, (_, by_runtime, by_pocl)) in KINDS.into_iter().enumerate() {
            let new = folder.join(format!("new-{kind}-{round}"));
            let of = |is_kept, name: &str| if is_kept { folder.join(name) } else { new.join(name) };
            let measured = child(&of(by_runtime, "kept"), &of(by_pocl, "pocl"))?;
            for (times, took) in times[kind].iter_mut().zip(measured) {
                times.push(took);
            }
        }
    }
    println!("{:22}{}", "", MEASURED.map(|name| format!("{name:>17}")).concat());
    for ((name, ..), times) in KINDS.iter().zip(&mut times) {
        let medians = times.iter_mut().map(|times| {
            times.sort();
            format!("{:>17}", time(times[times.len() / 2]))
        });
        println!("{name:22}{}", medians.collect::<String>());
    }
    Ok(())
}

/// What a process with these folders measures.
fn child(cache: &Path, pocl: &Path) -> Result<Vec<Duration>, String> {
    std::fs::create_dir_all(pocl).map_err(|error| format!("{}: {error}", pocl.display()))?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.env(CHILD, "1").env("SCAN_CACHE_DIR", cache).env("POCL_CACHE_DIR", pocl).env_remove("SCAN_DEVICE");
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(|line| line.parse().ok()).map(Duration::from_nanos).collect())
}
