//! Where a loop runs: as it asks, or where it has taken least.

use super::Loop;
use super::calibration;
use super::costs::{Candidates, Target};
use crate::cache::{self, Key};
use crate::device::{self, Device};
use crate::host;
use crate::model::choice::DeviceChoice;
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::model::site::DeviceKind;
use crate::report::{self, Ran, Record, Report};
use crate::settings::{self, Settings};
use crate::short;
use crate::system::process;
use std::time::Duration;

/// A way to run a loop other than as written.
pub enum Choice {
    /// On host threads, and why not on a device.
    HostThreads(Option<FallbackReason>),
    /// On these devices of a platform, of which there is at least one.
    Devices(&'static [Device]),
}

/// Chooses for the iterations of `span`. An error is why the loop runs as written.
pub fn choose(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, FallbackReason> {
    if span.len == 0 {
        return Err(FallbackReason::NoIterations);
    }
    if process::is_forked() {
        return Err(FallbackReason::Forked);
    }
    let choice = match settings.device.or(site.about.device.map(DeviceChoice::Kind)) {
        Some(asked) => as_asked(asked, site, span, settings),
        None => by_cost(site, span, settings),
    };
    if let (Some(folder), false) = (&settings.emit_dir, matches!(choice, Ok(Choice::Devices(_)))) {
        device::emit::emit_unbuilt(&site.about, folder);
    }
    choice
}

/// Chooses where some of the loop's arrays are at `resident_device`, and not on the host: there, unless somebody asks for another place.
pub fn choose_near(
    resident_device: Option<&'static [Device]>,
    site: &Loop,
    span: &Span,
    settings: &Settings,
) -> Result<Choice, FallbackReason> {
    let asked = settings.device.is_some() || site.about.device.is_some() || settings.check || process::is_forked();
    match resident_device.filter(|_| !asked && span.len > 0 && span.exact) {
        Some(resident_device) => Ok(Choice::Devices(resident_device)),
        None => choose(site, span, settings),
    }
}

fn as_asked(asked: DeviceChoice, site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, FallbackReason> {
    match asked {
        DeviceChoice::Kind(DeviceKind::Loop) => {
            // The clause or the environment, which say so of every run.
            if short::nobody_asks() {
                site.raise_short_below(u64::MAX);
            }
            Err(FallbackReason::Asked(asked))
        }
        _ if !span.exact => Err(FallbackReason::VariableOverflows),
        DeviceChoice::Kind(DeviceKind::Host) => Ok(Choice::HostThreads(Some(FallbackReason::Asked(asked)))),
        _ => device::find_all(asked).map(Choice::Devices).or_else(|error| {
            let reason = FallbackReason::Device(error.to_string());
            warn(site, &reason);
            without_device(site, span, settings, reason)
        }),
    }
}

fn by_cost(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, FallbackReason> {
    if span.len < threads_from(site) {
        return Err(FallbackReason::TooShort);
    }
    if !span.exact {
        return Err(FallbackReason::VariableOverflows);
    }
    if settings.check {
        // What is to be checked is launched, and runs as written besides.
        return any_device(site, span, settings);
    }
    recall(site, span.len, settings);
    let [first_launch, first_launch_kept] = calibration::first_launches();
    let candidates = Candidates {
        as_written: !site.about.deterministic,
        threads: site.about.deterministic || host::has_several(settings.threads),
        waking: host::waking(),
        first_launch,
        first_launch_kept,
    };
    let mut costs = site.costs();
    let target = costs.choose(span.len, candidates);
    // How long an iteration takes that has loops of its own may depend on more than how many there are.
    let trifling_below = costs.trifling_below(span.len).filter(|_| !site.about.kernels.have_loops);
    drop(costs);
    let on_host = || site.costs().choose_on_host(span.len, candidates);
    let (target, reason) = match target {
        Target::Device if device::are_being_found() => (on_host(), FallbackReason::Opening),
        Target::Device => match device::find_all(DeviceKind::Any.into()) {
            Ok(devices) => return Ok(Choice::Devices(devices)),
            Err(error) => {
                log::info!("{site}: {error}");
                note_failure(site, &error);
                (on_host(), FallbackReason::Measured)
            }
        },
        target => (target, FallbackReason::Measured),
    };
    if target == Target::Threads {
        return Ok(Choice::HostThreads(Some(reason)));
    }
    trifling_below.into_iter().for_each(|n| site.raise_short_below(n));
    Err(reason)
}

fn any_device(site: &Loop, span: &Span, settings: &Settings) -> Result<Choice, FallbackReason> {
    device::find_all(DeviceKind::Any.into()).map(Choice::Devices).or_else(|error| {
        note_failure(site, &error);
        without_device(site, span, settings, FallbackReason::Device(error.to_string()))
    })
}

/// Notes that no device takes the loop, unless that is so of this thread alone.
fn note_failure(site: &Loop, error: &device::Error) {
    if !error.is_the_threads_own() {
        site.costs().note_failure();
    }
}

/// Notes how long the loop took on `target`, and keeps what is known of it for other processes, now and then.
pub fn note(site: &Loop, iterations: u64, target: Target, time: Duration) {
    let mut costs = site.costs();
    costs.record(iterations, target, time);
    let is_overdue = costs.is_overdue();
    drop(costs);
    if is_overdue {
        keep(site);
    }
}

/// Notes how long it took on `target` to find that the loop has to run as written, though it need not the next time.
pub fn note_in_vain(site: &Loop, iterations: u64, target: Target, time: Duration) {
    site.costs().record_in_vain(iterations, target, time);
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
    if let Some(folder) = cache::folder(settings.cache()) {
        folder.put(&key(site), text.as_bytes());
    }
}

/// Looks for what earlier processes have kept of the loop, and of the machine, if it is time.
fn recall(site: &Loop, n: u64, settings: &Settings) {
    let is_time = site.costs().wants_recalling(n);
    if is_time && let Some(folder) = cache::folder(settings.cache()) {
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
    let line = site.about.line.to_string();
    let mut parts = vec![calibration::machine(), site.about.name, site.about.file, &line];
    parts.extend(site.about.kernels.texts());
    Key::new("loop", &parts)
}

fn without_device(site: &Loop, span: &Span, settings: &Settings, reason: FallbackReason) -> Result<Choice, FallbackReason> {
    worth_threads(site, span, settings, reason).map(|reason| Choice::HostThreads(Some(reason)))
}

/// Whether host threads pay where no device runs the loop, and `reason` not. An error is why the loop runs as written.
pub fn worth_threads(
    site: &Loop,
    span: &Span,
    settings: &Settings,
    reason: FallbackReason,
) -> Result<FallbackReason, FallbackReason> {
    if span.len < threads_from(site) {
        Err(reason)
    } else if !site.about.deterministic && host::threads(settings.threads) == 1 {
        Err(if reason == FallbackReason::TooShort { FallbackReason::OneThread } else { reason })
    } else {
        Ok(reason)
    }
}

/// A deterministic loop is left to itself only where its order of combination is that of the host threads and the devices.
fn threads_from(site: &Loop) -> u64 {
    if site.about.deterministic { host::TILE + 1 } else { site.least() }
}

/// What became of the last annotated loop that this thread ran to its end.
pub fn last_report() -> Option<Report> {
    match short::last() {
        Some((site, iterations)) => {
            let asked = settings::current(|settings| settings.device).or(site.device.map(DeviceChoice::Kind));
            let reason = match asked {
                _ if iterations == 0 => FallbackReason::NoIterations,
                Some(asked @ DeviceChoice::Kind(DeviceKind::Loop)) => FallbackReason::Asked(asked),
                _ => FallbackReason::TooShort,
            };
            Some(Record { site, iterations, ran: Ran::Loop, reason: Some(reason), checked: None, exchange: None }.report())
        }
        None => report::last_recorded(),
    }
}

/// Says once a loop why it does not run where it should.
pub fn warn(site: &Loop, reason: &FallbackReason) {
    if reason.is_a_failure() {
        let reason = reason.to_string();
        if site.first_time(&reason) {
            log::warn!("{site}: {reason}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::range::Range;

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
            site.costs().record(n, Target::Loop, Duration::from_millis(2));
        }
        assert_eq!(place_now(), "host");
        for _ in 0..2 {
            site.costs().record(n, Target::Threads, Duration::from_millis(1));
        }
        assert_eq!(place_now(), "host");
        assert_eq!(place(&site, n, &Settings::default().threads(1)), "loop");
        for _ in 0..100 {
            site.costs().record(n, Target::Threads, Duration::from_millis(3));
        }
        assert_eq!(place_now(), "loop");
        assert_eq!(place(&site, crate::placement::costs::LEAST - 1, &settings), "loop");
    }

    #[test]
    #[cfg(all(feature = "opencl", target_os = "linux"))]
    fn a_thread_with_little_stack_keeps_no_other_from_the_device() {
        let site = &Loop::without_kernels("f", 1);
        let thread = std::thread::Builder::new().stack_size(128 << 10);
        let find = thread.spawn(|| device::find_all(DeviceKind::Any.into()).err()).expect("a thread");
        let error = find.join().expect("no panic").expect("too little stack");
        (0..100).for_each(|_| note_failure(site, &error));
        assert!(!site.costs().is_unfit(), "{error}");
    }

    #[test]
    fn what_an_earlier_process_has_learnt_decides_the_first_run() {
        let (n, path) = (1 << 20, tempfile::tempdir().expect("a folder"));
        let settings = Settings::default().threads(2).cache_dir(path.path());
        let teach = |text: &str| {
            cache::folder(settings.cache()).expect("private").put(&key(&Loop::without_kernels("f", 1)), text.as_bytes())
        };
        let first = || place(&Loop::without_kernels("f", 1), n, &settings);
        assert_eq!(first(), "loop");
        teach("20 loop 1e-9 0\n20 threads 5e-10 0\n");
        assert_eq!(first(), "host");
        teach("20 loop 1e-9 0\n20 threads 2e-9 0\n");
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
        assert!(matches!(choose(&site, &span, &Settings::default()), Err(FallbackReason::VariableOverflows)));
    }
}
