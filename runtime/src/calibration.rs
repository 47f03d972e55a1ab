//! What this machine is worth: how long the first launch of a loop's kernels takes, which every choice needs, and, for whoever asks, how
//! fast a simple loop is in each place.

use crate::cache::{Folder, Key};
use crate::launch::DeviceKind;
use crate::settings::{self, Settings};
use crate::{Place, cache, last_report, scan};
use std::fmt::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

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

/// How long a first launch takes, in nanoseconds; 0 where nobody knows. Every choice needs it, and there is no time for a lock.
struct FirstLaunch {
    /// As it is kept.
    name: &'static str,
    known: AtomicU64,
    /// Until it is known.
    expected: Duration,
}

/// Of kernels that must be compiled, and of those that are kept on disk.
static FIRST_LAUNCHES: [FirstLaunch; 2] = [
    FirstLaunch { name: "first_launch", known: AtomicU64::new(0), expected: Duration::from_secs(1) },
    FirstLaunch { name: "first_launch_kept", known: AtomicU64::new(0), expected: Duration::from_millis(60) },
];

impl FirstLaunch {
    fn known(&self) -> Option<Duration> {
        Some(Duration::from_nanos(self.known.load(Ordering::Relaxed))).filter(|known| !known.is_zero())
    }

    fn set(&self, time: Duration) {
        self.known.store(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// How long a first launch is likely to take, if the kernels must be compiled, and if they are kept.
pub(crate) fn first_launches() -> [Duration; 2] {
    [0, 1].map(|which: usize| FIRST_LAUNCHES[which].known().unwrap_or(FIRST_LAUNCHES[which].expected))
}

/// Takes what is kept in the folder, where nothing is known.
pub(crate) fn recall(folder: &Folder) {
    if FIRST_LAUNCHES.iter().all(|first| first.known().is_none())
        && let Some(kept) = folder.get(&key())
    {
        for (first, time) in str::from_utf8(&kept).ok().and_then(parse).into_iter().flatten() {
            first.set(time);
        }
    }
}

/// A loop's kernels were launched for the first time in this process, which took so long.
pub(crate) fn note_first_launch(time: Duration, is_kept: bool, settings: &Settings) {
    let folder = cache::folder(&settings.cache);
    folder.iter().for_each(|folder| recall(folder));
    let first = &FIRST_LAUNCHES[usize::from(is_kept)];
    let before = first.known();
    first.set(before.map_or(time, |before| before / 2 + time / 2));
    // A first launch ends with this: it need not wait for the disk if it took about as long as others.
    if let Some(folder) = folder.filter(|_| before.is_none_or(|before| time.abs_diff(before) > before / 4)) {
        folder.put(&key(), text().as_bytes());
    }
}

/// Measures what this machine is worth to loops, with the settings of this thread. It takes a second or two, most of it for the device's
/// compiler. What is unknown afterwards is not there. How long first launches took is kept for all programs of the user.
pub fn calibrate() -> Calibration {
    let settings = settings::current(Settings::clone);
    let as_written = speed(&settings, DeviceKind::Loop).map(|speed| Speed { latency: Duration::ZERO, ..speed });
    let threads = speed(&settings, DeviceKind::Host);
    // The first launches are noted by themselves.
    let device = speed(&settings, DeviceKind::Any);
    let [first_launch, first_launch_kept] = [0, 1].map(|which: usize| FIRST_LAUNCHES[which].known());
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

/// The machine, as far as host code can tell in no time: what is kept in a home folder may be read by many.
pub(crate) fn machine() -> &'static str {
    static MACHINE: OnceLock<String> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let name = name.or_else(|| env::var("COMPUTERNAME").ok()).or_else(|| env::var("HOSTNAME").ok()).unwrap_or_default();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let build = if cfg!(debug_assertions) { "debug" } else { "release" };
        [name.trim(), &threads.to_string(), env::consts::ARCH, env::consts::OS, build, env!("CARGO_PKG_VERSION")].join("\n")
    })
}

fn key() -> Key {
    Key::new("calibration", &[machine()])
}

/// A line for each first launch that is known: its name and its seconds.
fn text() -> String {
    let mut text = String::new();
    for first in &FIRST_LAUNCHES {
        if let Some(time) = first.known() {
            // A `String` takes all that is written.
            let _ = writeln!(text, "{} {:e}", first.name, time.as_secs_f64());
        }
    }
    text
}

/// `None` if it is anything but such a text.
fn parse(text: &str) -> Option<Vec<(&'static FirstLaunch, Duration)>> {
    let line = |line: &str| {
        let (name, seconds) = line.split_once(' ')?;
        let first = FIRST_LAUNCHES.iter().find(|first| first.name == name)?;
        Some((first, Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?))
    };
    text.lines().map(line).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_was_known() {
        let parsed = parse("first_launch 9e-1\nfirst_launch_kept 4e-2\n").expect("two lines");
        let parsed: Vec<_> = parsed.into_iter().map(|(first, time)| (first.name, time)).collect();
        assert_eq!(parsed, [("first_launch", Duration::from_millis(900)), ("first_launch_kept", Duration::from_millis(40))]);
        let first = FirstLaunch { name: "", known: AtomicU64::new(0), expected: Duration::ZERO };
        assert_eq!(first.known(), None);
        first.set(Duration::from_millis(5));
        assert_eq!(first.known(), Some(Duration::from_millis(5)));
    }

    #[test]
    fn texts_of_something_else_are_none() {
        for text in ["first_launch", "first_launch x", "first_launch NaN", "first_launch -1", "moon 1", "first_launch 1 1", "?"] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
