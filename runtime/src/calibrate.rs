//! How fast a simple loop is on this machine in each place, for whoever asks.

use crate::model::site::DeviceKind;
use crate::placement::calibration::known_first_launches;
use crate::placement::dispatch::last_report;
use crate::report::Place;
use crate::scan;
use crate::settings::{self, Settings};
use std::fmt;
use std::time::{Duration, Instant};

/// How fast a simple loop is in one place: a run takes the latency, and some time for each byte.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Speed {
    /// What even the shortest run takes.
    pub latency: Duration,
    /// The bytes that it reads and writes in a second.
    pub bytes_per_second: f64,
}

/// What this machine is worth to loops; unknown is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// As written.
    pub as_written: Option<Speed>,
    /// On host threads.
    pub threads: Option<Speed>,
    /// On the device that the runtime would choose.
    pub device: Option<Speed>,
    /// The first launch of a loop's kernels in a process, if they must be compiled.
    pub first_launch: Option<Duration>,
    /// The same, if they are kept on disk.
    pub first_launch_kept: Option<Duration>,
}

/// What an iteration of the simple loop reads and writes.
const BYTES: f64 = 8.0;

/// Measures what this machine is worth to loops, with the settings of this thread. It takes a second or two, most of it for the device's
/// compiler. What is unknown afterwards is not there. How long first launches took is kept for all programs of the user.
pub fn calibrate() -> Calibration {
    let settings = settings::current(Settings::clone);
    let as_written = speed(&settings, DeviceKind::Loop).map(|speed| Speed { latency: Duration::ZERO, ..speed });
    let threads = speed(&settings, DeviceKind::Host);
    // The first launches are noted by themselves.
    let device = speed(&settings, DeviceKind::Any);
    let [first_launch, first_launch_kept] = known_first_launches();
    Calibration { as_written, threads, device, first_launch, first_launch_kept }
}

#[scan(+ : y, crate = crate)]
fn sums(x: &[i32], y: &mut [i32]) {
    let mut sum = 0i32;
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        y[i] = sum;
    }
}

/// Elements of a run that shows the latency, and of one that shows the throughput.
const SHORT: usize = 1 << 14;
const LONG: usize = 1 << 23;
/// The fastest of so many runs counts.
const RUNS: usize = 7;

fn speed(settings: &Settings, kind: DeviceKind) -> Option<Speed> {
    let (x, mut y) = (vec![1; LONG], vec![0; LONG]);
    let settings = settings.clone().device(kind).check(false);
    let mut fastest = |n: usize| settings.clone().scope(|| (0..RUNS).map(|_| time(&x[..n], &mut y[..n])).min());
    let (long, short) = (fastest(LONG)?, fastest(SHORT)?);
    let is_there = last_report().is_some_and(|report| match report.place {
        Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
        Place::HostThreads { .. } => kind == DeviceKind::Host,
        Place::Loop => kind == DeviceKind::Loop,
    });
    let bytes = |n: usize| n as f64 * BYTES;
    let seconds_per_byte = (long.as_secs_f64() - short.as_secs_f64()).max(1e-9) / (bytes(LONG) - bytes(SHORT));
    let latency = Duration::from_secs_f64((short.as_secs_f64() - bytes(SHORT) * seconds_per_byte).max(0.0));
    is_there.then_some(Speed { latency, bytes_per_second: 1.0 / seconds_per_byte })
}

fn time(x: &[i32], y: &mut [i32]) -> Duration {
    let began = Instant::now();
    sums(x, y);
    began.elapsed()
}

/// A line for each place: `as written: 9.1 GB/s`.
impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, speed) in [("as written", self.as_written), ("host threads", self.threads), ("device", self.device)] {
            match speed {
                Some(Speed { latency, bytes_per_second }) => {
                    writeln!(f, "{name}: {:.1} GB/s after {:.0} µs", bytes_per_second / 1e9, latency.as_secs_f64() * 1e6)?;
                }
                None => writeln!(f, "{name}: none")?,
            }
        }
        for (name, first) in [("compiled", self.first_launch), ("kept on disk", self.first_launch_kept)] {
            if let Some(first) = first {
                writeln!(f, "first launch of kernels that are {name}: {:.1} ms", first.as_secs_f64() * 1e3)?;
            }
        }
        Ok(())
    }
}
