//! What this machine is worth: how fast a simple loop is in each place, and how long the first launch of kernels takes.
//!
//! A loop of which nothing is known is expected to be as fast as that one, until it has been measured. It is kept on disk, for all
//! programs of the user on this machine. Nobody waits for it: it is taken from what long loops have taken anyway, and
//! [`calibrate`] measures it on demand.

use crate::cache::{Folder, Key};
use crate::launch::DeviceKind;
use crate::settings::{self, Settings};
use crate::{Place, cache, last_report, scan};
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
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

impl Speed {
    /// The seconds that `bytes` take.
    fn seconds(&self, bytes: f64) -> f64 {
        self.latency.as_secs_f64() + bytes / self.bytes_per_second
    }
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
    /// It was asked for, and is not to be replaced by what loops happen to take.
    is_measured: bool,
}

/// Until it is known better.
const FIRST_LAUNCH: Duration = Duration::from_secs(1);
const FIRST_LAUNCH_KEPT: Duration = Duration::from_millis(60);
/// What an iteration of the simple loop reads and writes.
const BYTES: f64 = 8.0;
/// What a run takes that is too long for its latency to be seen.
const LATENCY: Duration = Duration::from_micros(50);

static KNOWN: Mutex<Calibration> = Mutex::new(Calibration::UNKNOWN);
/// Its first launches, in nanoseconds: every choice needs them, and there is no time for a lock.
static FIRST_LAUNCHES: [AtomicU64; 2] =
    [AtomicU64::new(FIRST_LAUNCH.as_nanos() as u64), AtomicU64::new(FIRST_LAUNCH_KEPT.as_nanos() as u64)];

fn known() -> MutexGuard<'static, Calibration> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known now.
pub(crate) fn current() -> Calibration {
    *known()
}

/// How long a first launch is likely to take, if the kernels must be compiled, and if they are kept.
pub(crate) fn first_launches() -> [Duration; 2] {
    [0, 1].map(|which| Duration::from_nanos(FIRST_LAUNCHES[which].load(Ordering::Relaxed)))
}

/// Takes what is kept in the folder, where nothing is known.
pub(crate) fn recall(folder: &Folder) {
    if current() == Calibration::UNKNOWN
        && let Some(kept) = folder.get(&key()).and_then(|bytes| Calibration::parse(str::from_utf8(&bytes).ok()?))
    {
        *known() = kept;
        kept.publish();
    }
}

/// A loop's kernels were launched for the first time in this process, which took so long.
pub(crate) fn note_first_launch(time: Duration, is_kept: bool, settings: &Settings) {
    update(settings, |known| {
        let first = if is_kept { &mut known.first_launch_kept } else { &mut known.first_launch };
        let before = first.replace(first.map_or(time, |before| before / 2 + time / 2));
        // A first launch ends with this: it need not wait for the disk if it took about as long as others.
        before.is_none_or(|before| time.abs_diff(before) > before / 4)
    });
}

/// A loop has taken so many seconds for each iteration: as written, on host threads, on the device.
pub(crate) fn learn(seconds: [Option<f64>; 3], settings: &Settings) {
    let [as_written, threads, device] = seconds.map(|seconds| {
        seconds.filter(|seconds| *seconds > 0.0).map(|seconds| Speed { latency: LATENCY, bytes_per_second: BYTES / seconds })
    });
    update(settings, |known| {
        if !known.is_measured {
            let as_written = as_written.map(|speed| Speed { latency: Duration::ZERO, ..speed });
            *known = Calibration { as_written, threads, device: device.or(known.device), ..*known };
        }
        !known.is_measured
    });
}

/// Changes what is known, here and, if `change` says that it is worth it, on disk.
fn update(settings: &Settings, change: impl FnOnce(&mut Calibration) -> bool) {
    let folder = cache::folder(&settings.cache);
    folder.iter().for_each(|folder| recall(folder));
    let text = {
        let mut known = known();
        let is_worth_keeping = change(&mut known);
        known.publish();
        is_worth_keeping.then(|| known.text())
    };
    if let (Some(folder), Some(text)) = (folder, text) {
        folder.put(&key(), text.as_bytes());
    }
}

/// Measures what this machine is worth to loops, with the settings of this thread, and keeps it for all programs of the user. It takes a
/// second or two, most of it for the device's compiler. What is unknown afterwards is not there.
pub fn calibrate() -> Calibration {
    let settings = settings::current(Settings::clone);
    let as_written = speed(&settings, DeviceKind::Loop).map(|speed| Speed { latency: Duration::ZERO, ..speed });
    let threads = speed(&settings, DeviceKind::Host);
    // The first launches are noted by themselves.
    let device = speed(&settings, DeviceKind::Any);
    update(&settings, |known| {
        *known = Calibration { as_written, threads, device, is_measured: true, ..*known };
        true
    });
    current()
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

impl Calibration {
    const UNKNOWN: Self =
        Self { as_written: None, threads: None, device: None, first_launch: None, first_launch_kept: None, is_measured: false };

    /// The seconds that so many iterations are likely to take as written, on host threads and on the device: those of the simple loop.
    pub(crate) fn expected(&self, iterations: u64) -> [Option<f64>; 3] {
        let bytes = iterations as f64 * BYTES;
        let seconds = |speed: Option<Speed>| speed.map(|speed| speed.seconds(bytes)).filter(|seconds| seconds.is_finite());
        [self.as_written, self.threads, self.device].map(seconds)
    }

    /// Lets everybody see the first launches.
    fn publish(&self) {
        for (place, first) in FIRST_LAUNCHES.iter().zip([self.first_launch, self.first_launch_kept]) {
            let nanoseconds = first.and_then(|first| u64::try_from(first.as_nanos()).ok());
            nanoseconds.into_iter().for_each(|nanoseconds| place.store(nanoseconds, Ordering::Relaxed));
        }
    }

    fn speeds(&mut self) -> [(&'static str, &mut Option<Speed>); 3] {
        [("loop", &mut self.as_written), ("threads", &mut self.threads), ("device", &mut self.device)]
    }

    fn firsts(&mut self) -> [(&'static str, &mut Option<Duration>); 2] {
        [("first_launch", &mut self.first_launch), ("first_launch_kept", &mut self.first_launch_kept)]
    }

    /// A line for each that is known: its name and its numbers, in seconds and bytes a second.
    fn text(mut self) -> String {
        let mut text = String::new();
        for (name, speed) in self.speeds() {
            if let Some(Speed { latency, bytes_per_second }) = speed {
                // A `String` takes all that is written.
                let _ = writeln!(text, "{name} {:e} {bytes_per_second:e}", latency.as_secs_f64());
            }
        }
        for (name, first) in self.firsts() {
            if let Some(first) = first {
                let _ = writeln!(text, "{name} {:e}", first.as_secs_f64());
            }
        }
        if self.is_measured {
            text.push_str("measured\n");
        }
        text
    }

    /// `None` if it is anything but such a text.
    fn parse(text: &str) -> Option<Self> {
        let mut parsed = Self::UNKNOWN;
        for line in text.lines() {
            let mut words = line.split(' ');
            let name = words.next()?;
            let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            match *numbers {
                [] if name == "measured" => parsed.is_measured = true,
                [seconds] => {
                    let (_, first) = parsed.firsts().into_iter().find(|(known, _)| *known == name)?;
                    *first = Some(Duration::try_from_secs_f64(seconds).ok()?);
                }
                [latency, bytes_per_second] if bytes_per_second.is_finite() && bytes_per_second > 0.0 => {
                    let latency = Duration::try_from_secs_f64(latency).ok()?;
                    let (_, speed) = parsed.speeds().into_iter().find(|(known, _)| *known == name)?;
                    *speed = Some(Speed { latency, bytes_per_second });
                }
                _ => return None,
            }
        }
        Some(parsed)
    }
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

    const SPEED: Speed = Speed { latency: Duration::from_micros(30), bytes_per_second: 1.5e10 };
    const ALL: Calibration = Calibration {
        as_written: Some(Speed { latency: Duration::ZERO, ..SPEED }),
        threads: Some(SPEED),
        device: Some(SPEED),
        first_launch: Some(Duration::from_millis(900)),
        first_launch_kept: Some(Duration::from_millis(40)),
        is_measured: true,
    };

    #[test]
    fn what_is_kept_is_what_was_known() {
        for calibration in
            [ALL, Calibration::UNKNOWN, Calibration { device: None, first_launch: None, is_measured: false, ..ALL }]
        {
            assert_eq!(Calibration::parse(&calibration.text()), Some(calibration));
        }
    }

    #[test]
    fn texts_of_something_else_are_none() {
        for text in
            ["loop", "loop x 1", "loop 1 0", "loop -1 1", "loop 1 2 3", "moon 1 1", "first_launch", "first_launch NaN", "?"]
        {
            assert_eq!(Calibration::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_run_takes_the_latency_and_its_iterations() {
        let [as_written, threads, _] = ALL.expected(187_500).map(|seconds| seconds.expect("known"));
        assert!((as_written - 100e-6).abs() < 1e-9 && (threads - 130e-6).abs() < 1e-9);
    }
}
