//! The first launch of a process: with a disk cache that has the program, and without one. Each is measured in a process of its own.

use crate::elements::{Element, samples};
use scan_examples::telling::time;
use scan_examples::turns::median;
use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, last_report};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The elements of the loop that is launched.
const ELEMENTS: usize = 1_000_000;
/// The folders that keep programs from one process to the next: the runtime's, and those of drivers.
const CACHES: [&str; 3] = ["SCAN_CACHE_DIR", "POCL_CACHE_DIR", "CUDA_CACHE_PATH"];
/// What a process says that found no device.
const NO_DEVICE: &str = "no device";

/// What the first launches took, in seconds.
pub struct FirstLaunch {
    cold: Vec<f64>,
    warm: Vec<f64>,
    /// The second launch of the same processes, with a warm cache.
    second: Vec<f64>,
}

impl FirstLaunch {
    /// Starts two processes a round: the first finds empty caches, the second those that the first has filled.
    pub fn measure(rounds: u32) -> Result<Option<Self>, String> {
        let mut measured = Self { cold: Vec::new(), warm: Vec::new(), second: Vec::new() };
        for _ in 0..rounds {
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let Some((cold, _)) = in_a_process(folder.path())? else { return Ok(None) };
            let Some((warm, second)) = in_a_process(folder.path())? else { return Ok(None) };
            measured.cold.push(cold);
            measured.warm.push(warm);
            measured.second.push(second);
        }
        Ok(Some(measured))
    }

    /// The median, in seconds.
    pub fn cold(&self) -> f64 {
        median(self.cold.iter().copied())
    }

    /// The median, in seconds.
    pub fn warm(&self) -> f64 {
        median(self.warm.iter().copied())
    }

    pub fn show(&self) {
        let times = [self.warm(), self.cold(), median(self.second.iter().copied())];
        let [warm, cold, second] = times.map(|seconds| time(Duration::from_secs_f64(seconds)));
        println!(
            "\nfirst launch of a process: {warm} with a warm disk cache, {cold} with a cold one; the second launch {second}"
        );
    }

    pub fn json(&self) -> Value {
        json!({
            "elements": ELEMENTS,
            "warm": { "median": self.warm(), "seconds": self.warm },
            "cold": { "median": self.cold(), "seconds": self.cold },
            "second_median": median(self.second.iter().copied()),
        })
    }
}

/// What the child says: its first and its second launch in seconds; `None` where there is no device.
fn in_a_process(folder: &Path) -> Result<Option<(f64, f64)>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("--launch-once");
    for cache in CACHES {
        let path = folder.join(cache);
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        command.env(cache, path);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout);
    if told.trim() == NO_DEVICE {
        return Ok(None);
    }
    let times: Vec<f64> = told.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match times[..] {
        [first, second] if output.status.success() => Ok(Some((first, second))),
        _ => Err(format!("the process for the first launch failed: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// What the child does: launches a loop twice, and prints how long each took.
pub fn launch_twice() -> Result<(), String> {
    let x = samples::<i32>(ELEMENTS);
    let mut y = vec![1; ELEMENTS];
    let mut launch = || {
        let began = Instant::now();
        Settings::from_environment().device(DeviceKind::Any).scope(|| (i32::BY_ALGORITHM.lookback)(&x, &mut y));
        began.elapsed().as_secs_f64()
    };
    let (first, second) = (launch(), launch());
    match last_report().map(|report| report.place) {
        Some(Place::Device { .. }) => println!("{first} {second}"),
        _ if scan_runtime::devices().is_empty() => println!("{NO_DEVICE}"),
        other => return Err(format!("the loop did not run on a device: {other:?}")),
    }
    Ok(())
}
