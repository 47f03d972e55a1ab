//! Where a loop runs: as it asks, or where it has taken least.

use crate::cache::{self, Key};
use crate::calibration;
use crate::costs::{self, Candidates, Spot};
use crate::device::{self, Device};
use crate::host;
use crate::launch::{DeviceKind, Loop};
use crate::process;
use crate::range::Span;
use crate::settings::{self, DeviceChoice, Settings};
use crate::short;
use std::fmt;
use std::time::Duration;

/// Why a loop ran where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There was nothing to run.
    NoIterations,
    /// Anything but the loop as written would take longer.
    TooShort,
    /// It has taken least there, or is being tried.
    Measured,
    /// The host has one thread, which is best used by the loop as written.
    OneThread,
    /// `SCAN_DEVICE` or the clause says so.
    Asked(DeviceChoice),
    /// The process was forked from one that has run loops, and has neither its threads nor its devices.
    Forked,
    /// The system gives no threads.
    NoThreads,
    /// A carried value is too large for threads' stacks.
    LargeValues,
    /// The carried value's first place is not in the array.
    StartOutOfRange,
    /// One of many scans has no first carried value, or divides by 0 or -1, or clamps between bounds in the wrong order.
    NoBatch,
    /// An array is shorter than the range.
    IndexOutOfRange,
    /// An iteration may panic, as captured values are not what the kernels take for granted.
    Unsound,
    /// The loop calls this function by the name of a declared one.
    AnotherFunction(&'static str),
    /// Iterations store to one place, so their order matters.
    StoresOverlap,
    /// Few scans of many iterations are better run one after the other.
    FewBatches,
    /// The loop variable would overflow.
    VariableOverflows,
    /// The results do not fit in memory.
    NoMemory,
    /// A field of a struct is not where kernels look for it.
    FieldElsewhere,
    /// A deterministic loop calls functions whose last bits are the device's own.
    Approximated,
    /// The host lacks what a device has.
    Elsewhere,
    /// An iteration panics; the loop as written does so at the right moment.
    Panicked,
    /// The device's reason.
    Device(String),
    /// The same, and arrays in place are half written: the loop runs only if they are put back.
    HalfWritten(String),
}

impl Why {
    /// Whether somebody may want to know: the loop could have run elsewhere.
    fn is_a_failure(&self) -> bool {
        !matches!(
            self,
            Self::NoIterations
                | Self::TooShort
                | Self::Measured
                | Self::OneThread
                | Self::FewBatches
                | Self::Asked(_)
                | Self::Forked
        )
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIterations => f.write_str("no iterations"),
            Self::TooShort => f.write_str("too short to gain from anything else"),
            Self::Measured => f.write_str("the fastest of what was tried"),
            Self::OneThread => f.write_str("the host has one thread"),
            Self::Asked(choice) => write!(f, "asked for by device({choice})"),
            Self::Forked => f.write_str("the process was forked, and has neither threads nor devices"),
            Self::NoThreads => f.write_str("the system gives no threads"),
            Self::LargeValues => f.write_str("what is carried is too large for the stacks of threads"),
            Self::StartOutOfRange => f.write_str("the first carried value lies outside its array"),
            Self::NoBatch => {
                f.write_str("one of the scans has no first carried value, or a captured value that it cannot compute with")
            }
            Self::IndexOutOfRange => f.write_str("an array is shorter than the range"),
            Self::AnotherFunction(name) => {
                write!(f, "the loop calls `{name}`, which hides the declared function of that name: call that one by its path")
            }
            Self::Unsound => f.write_str("it divides by 0 or -1, or clamps between bounds in the wrong order"),
            Self::StoresOverlap => f.write_str("several iterations store to one element"),
            Self::FewBatches => f.write_str("few scans of many iterations, run one after the other"),
            Self::VariableOverflows => f.write_str("the loop variable overflows"),
            Self::NoMemory => f.write_str("not enough memory"),
            Self::FieldElsewhere => f.write_str("a field is not one of the struct's own"),
            Self::Approximated => f.write_str(
                "it is deterministic, and calls functions such as `sin`, whose last bits differ from device to device",
            ),
            Self::Elsewhere => f.write_str("its arrays are on a device"),
            Self::Panicked => f.write_str("an iteration panics"),
            Self::Device(reason) | Self::HalfWritten(reason) => f.write_str(reason),
        }
    }
}

/// A way to run a loop other than as written.
pub enum Choice {
    /// On host threads, and why not on a device.
    HostThreads(Option<Why>),
    /// On these devices of a platform, of which there is at least one.
    Devices(&'static [Device]),
}

/// Chooses for the iterations of `span`. An error is why the loop runs as written.
pub fn choose(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, Why> {
    if span.len == 0 {
        return Err(Why::NoIterations);
    }
    if process::is_forked() {
        return Err(Why::Forked);
    }
    match settings.device.or(site.device.map(DeviceChoice::Kind)) {
        Some(asked) => as_asked(asked, site, span, settings),
        None => by_cost(site, span, settings),
    }
}

/// Chooses where some of the loop's arrays are at `home`, and not on the host: there, unless somebody asks for another place.
pub fn choose_near(home: Option<&'static [Device]>, site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, Why> {
    let asked = settings.device.is_some() || site.device.is_some() || settings.check || process::is_forked();
    match home.filter(|_| !asked && span.len > 0 && span.exact) {
        Some(home) => Ok(Choice::Devices(home)),
        None => choose(site, span, settings),
    }
}

fn as_asked(asked: DeviceChoice, site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, Why> {
    match asked {
        DeviceChoice::Kind(DeviceKind::Loop) => {
            // The clause or the environment, which say so of every run.
            if short::nobody_asks() {
                site.raise_short_below(u64::MAX);
            }
            Err(Why::Asked(asked))
        }
        _ if !span.exact => Err(Why::VariableOverflows),
        DeviceChoice::Kind(DeviceKind::Host) => Ok(Choice::HostThreads(Some(Why::Asked(asked)))),
        _ => device::find_all(asked).map(Choice::Devices).or_else(|error| {
            let why = Why::Device(error.to_string());
            warn(site, &why);
            without_device(site, span, settings, why)
        }),
    }
}

fn by_cost(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, Why> {
    if span.len < threads_from(site) {
        return Err(Why::TooShort);
    }
    if !span.exact {
        return Err(Why::VariableOverflows);
    }
    if settings.check {
        // What is to be checked is launched, and runs as written besides.
        return any_device(site, span, settings);
    }
    recall(site, span.len, settings);
    let [first_launch, first_launch_kept] = calibration::first_launches();
    let candidates = Candidates {
        as_written: !site.deterministic,
        threads: site.deterministic || host::has_several(settings),
        waking: host::waking(),
        first_launch,
        first_launch_kept,
    };
    let mut costs = site.costs();
    let spot = costs.choose(span.len, candidates);
    let trifling_below = costs.trifling_below(span.len);
    drop(costs);
    let spot = match (spot == Spot::Device).then(|| device::find_all(DeviceKind::Any.into())) {
        Some(Ok(devices)) => return Ok(Choice::Devices(devices)),
        Some(Err(error)) => {
            log::info!("{site}: {error}");
            let mut costs = site.costs();
            costs.note_failure();
            costs.choose(span.len, candidates)
        }
        None => spot,
    };
    if spot == Spot::Threads {
        return Ok(Choice::HostThreads(Some(Why::Measured)));
    }
    trifling_below.into_iter().for_each(|n| site.raise_short_below(n));
    Err(Why::Measured)
}

fn any_device(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, Why> {
    device::find_all(DeviceKind::Any.into()).map(Choice::Devices).or_else(|error| {
        site.costs().note_failure();
        without_device(site, span, settings, Why::Device(error.to_string()))
    })
}

/// Notes how long the loop took on `spot`, and keeps what is known of it for other processes, now and then.
pub fn note(site: &Loop, iterations: u64, spot: Spot, time: Duration) {
    let mut costs = site.costs();
    costs.record(iterations, spot, time);
    let is_overdue = costs.is_overdue();
    drop(costs);
    if is_overdue {
        keep(site);
    }
}

/// Notes that the loop's kernels were launched for the first time, which took so long, and how long the device was busy.
pub fn note_first_launch(site: &Loop, iterations: u64, time: Duration, busy: Duration, is_kept: bool) {
    let mut costs = site.costs();
    costs.record_first_launch(iterations, time, busy);
    // A launch of kernels that were on disk is a short one, and does not wait for the disk again.
    let is_worth_keeping = !is_kept && costs.is_overdue();
    drop(costs);
    if is_worth_keeping {
        keep(site);
    }
}

/// Keeps what is known of the loop, beside what earlier processes have kept. Nothing is locked while the disk is waited for.
fn keep(site: &Loop) {
    let settings = settings::current(Settings::clone);
    recall(site, u64::MAX, &settings);
    let mut costs = site.costs();
    let text = costs.keep();
    drop(costs);
    if let Some(folder) = cache::folder(&settings.cache) {
        folder.put(&key(site), text.as_bytes());
    }
}

/// Looks for what earlier processes have kept of the loop, and of the machine, if it is time.
fn recall(site: &Loop, n: u64, settings: &Settings) {
    let is_time = site.costs().wants_recalling(n);
    if is_time && let Some(folder) = cache::folder(&settings.cache) {
        let kept = folder.get(&key(site));
        if let Some(text) = kept.as_deref().and_then(|bytes| str::from_utf8(bytes).ok()) {
            site.costs().recall(text);
            log::debug!("{site}: expected to take what it took in an earlier process");
        }
        calibration::recall(&folder);
    }
}

/// What the costs of a loop depend on, as far as host code can tell.
fn key(site: &Loop) -> Key {
    let line = site.line.to_string();
    let mut parts = vec![calibration::machine(), site.name, site.file, &line];
    parts.extend(site.kernels.texts());
    Key::new("loop", &parts)
}

fn without_device(site: &Loop, span: &Span, settings: &Settings, why: Why) -> Result<Choice, Why> {
    worth_threads(site, span, settings, why).map(|why| Choice::HostThreads(Some(why)))
}

/// Whether host threads pay where no device runs the loop, and `why` not. An error is why the loop runs as written.
pub fn worth_threads(site: &Loop, span: &Span, settings: &Settings, why: Why) -> Result<Why, Why> {
    if span.len < threads_from(site) {
        Err(why)
    } else if !site.deterministic && host::threads(settings) == 1 {
        Err(if why == Why::TooShort { Why::OneThread } else { why })
    } else {
        Ok(why)
    }
}

/// A deterministic loop is left to itself only where its order of combination is that of the host threads and the devices.
fn threads_from(site: &Loop) -> u64 {
    if site.deterministic { host::TILE + 1 } else { costs::LEAST }
}

/// Says once a loop why it does not run where it should.
pub fn warn(site: &Loop, why: &Why) {
    if why.is_a_failure() {
        let reason = why.to_string();
        if site.first_time(&reason) {
            log::warn!("{site}: {reason}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::range::Range;

    fn place(site: &Loop, n: u64, settings: &Settings) -> &'static str {
        match choose(site, &Range::ascending(0, n).span(), settings) {
            Err(_) => "loop",
            Ok(Choice::HostThreads(_)) => "host",
            Ok(Choice::Devices(_)) => "device",
        }
    }

    #[test]
    fn what_it_has_taken_decides_where_nobody_asks() {
        let site = Loop::without_kernels("f", 1);
        let settings = Settings::default().threads(2);
        let n = 1 << 20;
        let place_now = || place(&site, n, &settings);
        assert_eq!(place(&site, 0, &settings), "loop");
        assert_eq!(place_now(), "loop");
        for _ in 0..2 {
            site.costs().record(n, Spot::Loop, Duration::from_millis(2));
        }
        assert_eq!(place_now(), "host");
        for _ in 0..2 {
            site.costs().record(n, Spot::Threads, Duration::from_millis(1));
        }
        assert_eq!(place_now(), "host");
        assert_eq!(place(&site, n, &Settings::default().threads(1)), "loop");
        for _ in 0..100 {
            site.costs().record(n, Spot::Threads, Duration::from_millis(3));
        }
        assert_eq!(place_now(), "loop");
        assert_eq!(place(&site, costs::LEAST - 1, &settings), "loop");
    }

    #[test]
    fn what_an_earlier_process_has_learnt_decides_the_first_run() {
        let (n, path) = (1 << 20, tempfile::tempdir().expect("a folder"));
        let settings = Settings::default().threads(2).cache_dir(path.path());
        let teach = |text: &str| {
            cache::folder(&settings.cache).expect("private").put(&key(&Loop::without_kernels("f", 1)), text.as_bytes())
        };
        let first = || place(&Loop::without_kernels("f", 1), n, &settings);
        assert_eq!(first(), "loop");
        teach("20 loop 1e-9\n20 threads 5e-10\n");
        assert_eq!(first(), "host");
        teach("20 loop 1e-9\n20 threads 2e-9\n");
        assert_eq!(first(), "loop");
        teach("something else");
        assert_eq!(first(), "loop");
    }

    #[test]
    fn what_is_asked_for_is_obeyed_at_every_size() {
        let site = Loop::without_kernels("f", 1).device(DeviceKind::Host);
        assert_eq!(place(&site, 1, &Settings::default().threads(1)), "host");
        assert_eq!(place(&site, 1 << 30, &Settings::default()), "host");
        assert_eq!(place(&site, 1 << 30, &Settings::default().device(DeviceKind::Loop)), "loop");
        assert_eq!(place(&site, 0, &Settings::default()), "loop");
    }

    #[test]
    fn a_device_that_is_not_there_leaves_the_work_to_the_host() {
        let site = Loop::without_kernels("f", 1);
        let settings = Settings::default().device(DeviceChoice::Numbered { platform: 999, device: 0 }).threads(2);
        assert_eq!(place(&site, 10, &settings), "loop");
        assert_eq!(place(&site, 1 << 20, &settings), "host");
    }

    #[test]
    fn a_deterministic_loop_runs_as_written_only_where_the_order_is_the_same() {
        let site = Loop::without_kernels("f", 1).deterministic();
        let settings = Settings::default().threads(1);
        assert_eq!(place(&site, host::TILE, &settings), "loop");
        assert_eq!(place(&site, host::TILE + 1, &settings), "host");
    }

    #[test]
    fn a_variable_that_overflows_keeps_the_loop_as_written() {
        let site = Loop::without_kernels("f", 1).device(DeviceKind::Host);
        let span = Range::ascending_inclusive(0u8, 255).of_while().span();
        assert!(matches!(choose(&site, &span, &Settings::default()), Err(Why::VariableOverflows)));
    }
}
