//! Where the last loop of a thread ran, and how long it took.

mod collected;

pub(crate) use collected::are_collected;
pub use collected::with_reports;

use crate::device::Device;
use crate::device::listing::{DeviceDescription, describe};
use crate::model::job::{Times, Transfers};
use crate::model::reason::FallbackReason;
use crate::model::site::{Algorithm, DeviceKind, Site};
use crate::short;
use collected::{add_to_collected, collect};
use std::cell::RefCell;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Where a loop stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, as the compiler was given it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// `src/lib.rs:12`
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Where a loop ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// On an OpenCL device.
    Device {
        /// The platform's name.
        platform: String,
        /// The device's name.
        name: String,
        /// Its kind.
        kind: DeviceKind,
    },
    /// On several OpenCL devices of one platform, each with a part of the iterations.
    Devices {
        /// The platform's name.
        platform: String,
        /// The devices' names, in the order of their parts.
        names: Vec<String>,
    },
    /// On threads of the host.
    HostThreads {
        /// How many.
        threads: usize,
    },
    /// As written, on the calling thread.
    Loop,
}

/// `PoCL, cpu-haswell (CPU)`, `PoCL, 2 devices (cpu-haswell, basic)`, `2 host threads`, `the loop as written`
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device { platform, name, kind: kind @ (DeviceKind::Gpu | DeviceKind::Cpu) } => {
                write!(f, "{platform}, {name} ({})", kind.to_string().to_uppercase())
            }
            Self::Device { platform, name, kind: DeviceKind::Accelerator } => write!(f, "{platform}, {name} (accelerator)"),
            Self::Device { platform, name, .. } => write!(f, "{platform}, {name}"),
            Self::Devices { platform, names } => write!(f, "{platform}, {} devices ({})", names.len(), names.join(", ")),
            Self::HostThreads { threads: 1 } => f.write_str("1 host thread"),
            Self::HostThreads { threads } => write!(f, "{threads} host threads"),
            Self::Loop => f.write_str("the loop as written"),
        }
    }
}

/// What became of one run of an annotated loop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The function that the loop stands in.
    pub function: &'static str,
    /// Where its annotation stands.
    pub location: Location,
    /// Where it ran.
    pub place: Place,
    /// Why not on a device, or why as written.
    pub reason: Option<String>,
    /// The algorithm, unless it ran as written.
    pub algorithm: Option<Algorithm>,
    /// The number of iterations.
    pub iterations: u64,
    /// On devices: how many slices it went through in, one after the other; 1 if it fitted at once. 0 elsewhere.
    pub slices: u64,
    /// Time spent computing; on host threads all of it, 0 for a loop that ran as written. A device with memory of its own is asked for it only
    /// in [`with_reports`] and for a profile: else it is the time that the host has waited for the kernels, and for short arrays on their way.
    pub kernel: Duration,
    /// Time spent copying to the device.
    pub upload: Duration,
    /// Time spent copying from the device.
    pub download: Duration,
    /// Time spent on everything else.
    pub management: Duration,
    /// With `ranks(world)`: time spent telling other ranks what this one has carried, and waiting for what they have.
    pub exchange: Option<Duration>,
    /// What was copied. Results that stay in a data region count when they come back, for the last run of the loop that has stored them,
    /// as does the time in `download`; the single elements that scans start from do not.
    pub transfers: Transfers,
    /// With `SCAN_CHECK`: whether the result was that of the loop as written.
    pub checked: Option<bool>,
    /// With `SCAN_EMIT_DIR`: where the kernels were written.
    pub source: Option<PathBuf>,
}

/// One line: `prefix_sum (src/lib.rs:12): 10,000,000 iterations on PoCL, … (CPU), reduce_then_scan, kernel 12.1 ms, …`
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.iterations == 1 { "" } else { "s" };
        let preposition = if self.place == Place::Loop { "in" } else { "on" };
        write!(f, "{} ({}): ", self.function, self.location)?;
        write!(f, "{} iteration{plural} {preposition} {}", grouped(self.iterations), self.place)?;
        self.algorithm.map_or(Ok(()), |algorithm| write!(f, ", {algorithm}"))?;
        if self.slices > 1 {
            write!(f, ", in {} slices", self.slices)?;
        }
        self.fmt_times(f)?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(f, "; {reason}"))?;
        match self.checked {
            Some(true) => f.write_str("; checked: the same as the loop's"),
            Some(false) => f.write_str("; checked: DIFFERENT from the loop's"),
            None => Ok(()),
        }
    }
}

impl Report {
    /// Whether it tells of this loop.
    pub(crate) fn is_of(&self, site: &Site) -> bool {
        (self.function, self.location) == (site.name, Location { file: site.file, line: site.line })
    }

    fn fmt_times(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times =
            [("kernel", self.kernel), ("upload", self.upload), ("download", self.download), ("management", self.management)];
        let spent = times.into_iter().filter(|(_, time)| !time.is_zero());
        spent.into_iter().try_for_each(|(name, time)| write!(f, ", {name} {}", milliseconds(time)))?;
        self.exchange.map_or(Ok(()), |time| write!(f, ", exchange {}", milliseconds(time)))
    }
}

fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    let digits = if milliseconds < 10.0 { 3 } else { 1 };
    format!("{milliseconds:.digits$} ms")
}

/// With commas between the thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// What became of the last annotated loop that this thread ran to its end and that was not left alone.
pub(crate) fn last_recorded() -> Option<Report> {
    last(|last| last.as_ref().map(Record::report)).flatten()
}

thread_local! {
    static LAST: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Uses what is remembered of the thread's last loop; `None` in destructors of the thread's locals, when that is gone.
fn last<R>(of: impl FnOnce(&mut Option<Record>) -> R) -> Option<R> {
    LAST.try_with(|last| of(&mut last.borrow_mut())).ok()
}

/// A [`Report`] in the making.
pub(crate) struct Record {
    pub(crate) site: &'static Site,
    pub(crate) iterations: u64,
    pub(crate) ran: Ran,
    pub(crate) reason: Option<FallbackReason>,
    pub(crate) checked: Option<bool>,
    /// What ranks have told each other took so long.
    pub(crate) exchange: Option<Duration>,
}

/// Where it ran and what that took.
#[derive(Clone)]
pub(crate) enum Ran {
    Devices { devices: &'static [Device], algorithm: Algorithm, times: Times, slices: u64, source: Option<PathBuf> },
    HostThreads { threads: usize, time: Duration },
    Loop,
}

impl Record {
    /// Makes this the thread's last.
    pub(crate) fn remember(self) {
        collect(|| self.report());
        short::forget_last();
        last(|last| *last = Some(self));
    }

    /// The public form.
    pub(crate) fn report(&self) -> Report {
        let (times, source) = self.times();
        Report {
            function: self.site.name,
            location: Location { file: self.site.file, line: self.site.line },
            place: self.ran.place(),
            reason: self.reason.as_ref().map(FallbackReason::to_string),
            algorithm: self.algorithm(),
            iterations: self.iterations,
            slices: if let Ran::Devices { slices, .. } = self.ran { slices } else { 0 },
            kernel: times.kernel,
            upload: times.upload,
            download: times.download,
            management: times.management,
            exchange: self.exchange,
            transfers: times.transfers,
            checked: self.checked,
            source,
        }
    }

    fn times(&self) -> (Times, Option<PathBuf>) {
        match &self.ran {
            Ran::Devices { times, source, .. } => (*times, source.clone()),
            Ran::HostThreads { time, .. } => (Times { kernel: *time, ..Times::default() }, None),
            Ran::Loop => (Times::default(), None),
        }
    }

    fn algorithm(&self) -> Option<Algorithm> {
        match self.ran {
            Ran::Devices { algorithm, .. } => Some(algorithm),
            Ran::HostThreads { .. } => match self.site.kernels.algorithm {
                algorithm @ (Algorithm::Map | Algorithm::Bins | Algorithm::Scatter | Algorithm::Batched) => Some(algorithm),
                _ => Some(Algorithm::ReduceThenScan),
            },
            Ran::Loop => None,
        }
    }
}

/// The public form of one device.
pub(crate) fn place_of(device: &Device) -> Place {
    let DeviceDescription { platform, name, kind, .. } = describe(device);
    Place::Device { platform, name, kind }
}

impl Ran {
    /// The public form.
    pub(crate) fn place(&self) -> Place {
        match self {
            Self::Devices { devices: [device], .. } => place_of(device),
            Self::Devices { devices, .. } => {
                let platform = devices.first().map(Device::platform).unwrap_or_default().to_owned();
                Place::Devices { platform, names: devices.iter().map(|device| device.name().to_owned()).collect() }
            }
            Self::HostThreads { threads, .. } => Place::HostThreads { threads: *threads },
            Self::Loop => Place::Loop,
        }
    }
}

/// Adds what came back later of what `site` has stored on `device`: to its last run that is remembered.
pub(crate) fn add_download(site: &'static Site, device: &'static Device, times: Times) {
    last(|last| {
        if let Some(Record { site: last, ran: Ran::Devices { times: known, .. }, .. }) = last
            && std::ptr::eq(*last, site)
        {
            *known += times;
        }
    });
    let place = place_of(device);
    add_to_collected(
        |report| report.is_of(site) && report.place == place,
        |report| {
            report.download += times.download;
            report.transfers += times.transfers;
        },
    );
}

/// The first iteration was apart from those that the last loop's record is about.
pub(crate) fn note_first_iteration() {
    let site = last(|last| {
        last.as_mut().map(|record| {
            record.iterations += 1;
            record.site
        })
    });
    if let Some(site) = site.flatten() {
        add_to_collected(|report| report.is_of(site), |report| report.iterations += 1);
    }
}

/// The loop of `site` runs as written, whatever has been found out of it before: ranks take turns.
pub(crate) fn note_turns(site: &'static Site) {
    let iterations = last(|last| last.as_ref().filter(|last| is_same(last.site, site)).map(|last| last.iterations)).flatten();
    let reason = Some(FallbackReason::Turns);
    Record { site, iterations: iterations.unwrap_or(0), ran: Ran::Loop, reason, checked: None, exchange: None }.remember();
}

/// Notes how long ranks have told each other what they have carried, in the last loop, which is that of `site`.
pub(crate) fn note_exchange(site: &'static Site, time: Duration) {
    if let Some((short, iterations)) = short::last() {
        let reason = Some(if iterations == 0 { FallbackReason::NoIterations } else { FallbackReason::TooShort });
        Record { site: short, iterations, ran: Ran::Loop, reason, checked: None, exchange: None }.remember();
    }
    last(|last| last.as_mut().filter(|last| is_same(last.site, site)).map(|last| last.exchange = Some(time)));
    add_to_collected(|report| report.is_of(site), |report| report.exchange = Some(time));
}

/// Whether they are of one loop, which has two of them where ranks combine its elements before they scan them.
fn is_same(one: &Site, other: &Site) -> bool {
    (one.name, one.file, one.line) == (other.name, other.file, other.line)
}

/// Notes whether the last loop's result was right. Returns where it ran.
pub(crate) fn note_checked(right: bool) -> Option<Place> {
    let noted = last(|last| {
        last.as_mut().map(|record| {
            record.checked = Some(right);
            (record.site, record.ran.place())
        })
    });
    let (site, place) = noted.flatten()?;
    add_to_collected(|report| report.is_of(site), |report| report.checked = Some(right));
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(place: Place) -> Report {
        Report {
            function: "prefix_sum",
            location: Location { file: "src/lib.rs", line: 12 },
            place,
            reason: None,
            algorithm: Some(Algorithm::ReduceThenScan),
            iterations: 10_000_000,
            slices: 1,
            kernel: Duration::from_micros(12_100),
            upload: Duration::ZERO,
            download: Duration::from_micros(250),
            management: Duration::ZERO,
            exchange: None,
            transfers: Transfers::default(),
            checked: None,
            source: None,
        }
    }

    #[test]
    fn a_device_run_is_one_line() {
        let place = Place::Device { platform: "PoCL".into(), name: "haswell".into(), kind: DeviceKind::Cpu };
        assert_eq!(
            report(place).to_string(),
            "prefix_sum (src/lib.rs:12): 10,000,000 iterations on PoCL, haswell (CPU), reduce_then_scan, kernel 12.1 ms, \
             download 0.250 ms"
        );
    }

    #[test]
    fn several_devices_and_slices_are_counted() {
        let place = Place::Devices { platform: "PoCL".into(), names: vec!["pthread".into(), "basic".into()] };
        let report = Report { slices: 3, kernel: Duration::ZERO, download: Duration::ZERO, ..report(place) };
        let line = "10,000,000 iterations on PoCL, 2 devices (pthread, basic), reduce_then_scan, in 3 slices";
        assert!(report.to_string().ends_with(line), "{report}");
    }

    #[test]
    fn a_loop_as_written_says_why() {
        let mut report = report(Place::Loop);
        (report.iterations, report.algorithm, report.reason) = (1, None, Some("too short".into()));
        (report.kernel, report.download) = (Duration::ZERO, Duration::ZERO);
        assert_eq!(report.to_string(), "prefix_sum (src/lib.rs:12): 1 iteration in the loop as written; too short");
    }

    #[test]
    fn a_difference_shouts() {
        let mut report = report(Place::HostThreads { threads: 2 });
        report.checked = Some(false);
        assert!(report.to_string().ends_with("DIFFERENT from the loop's"));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
