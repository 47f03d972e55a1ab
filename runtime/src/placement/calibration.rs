//! How long the first launch of a loop's kernels takes on this machine, which every choice needs.

use crate::cache::{self, Folder, Key};
use crate::settings::Settings;
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

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

/// The same, where it is known.
pub(crate) fn known_first_launches() -> [Option<Duration>; 2] {
    [0, 1].map(|which: usize| FIRST_LAUNCHES[which].known())
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
    let folder = cache::folder(settings.cache());
    folder.iter().for_each(|folder| recall(folder));
    let first = &FIRST_LAUNCHES[usize::from(is_kept)];
    let before = first.known();
    first.set(before.map_or(time, |before| before / 2 + time / 2));
    // A first launch ends with this: it need not wait for the disk if it took about as long as others.
    if let Some(folder) = folder.filter(|_| before.is_none_or(|before| time.abs_diff(before) > before / 4)) {
        folder.put(&key(), text().as_bytes());
    }
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
