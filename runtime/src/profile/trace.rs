//! A trace in Chrome's format: an event for each run of a loop, on the track of its thread, and one for each command of a device, on the
//! device's.

use super::json::{ms, quoted};
use crate::device::commands::Log;
use crate::report::Report;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Times are counted from here, so that the first event stands near 0.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How the file begins.
pub(super) const BEGINS: &str = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";

/// A trace of more events would be of no use to anybody, and take memory.
const MOST: usize = 1 << 20;
/// The host's process in the trace; the devices have the numbers after it.
const HOST: usize = 0;

/// What is traced.
#[derive(Default)]
pub(super) struct Trace {
    /// JSON objects.
    events: Vec<String>,
    /// Those that came when there was no more room.
    left_out: usize,
    runs: usize,
    devices: Vec<String>,
    threads: Vec<String>,
    /// The places of threads among these.
    numbers: HashMap<ThreadId, usize>,
    /// So many events and no more, if there are to be less than usual.
    most: Option<usize>,
}

impl Trace {
    /// From now on it has room for so many events, or for as many as usual.
    pub(super) fn limit(&mut self, most: Option<usize>) {
        self.most = most;
    }

    /// A run of a loop on the current thread.
    pub(super) fn run(&mut self, report: &Report, began: Instant, took: Duration) {
        self.runs += 1;
        if !self.has_room() {
            return;
        }
        let thread = self.thread();
        let arguments = format!(
            "{{\"place\":{},\"location\":{},\"iterations\":{},\"upload_ms\":{},\"kernel_ms\":{},\"download_ms\":{},\"management_ms\":{}}}",
            quoted(&report.place.to_string()),
            quoted(&report.location.to_string()),
            report.iterations,
            ms(report.upload),
            ms(report.kernel),
            ms(report.download),
            ms(report.management),
        );
        self.add(report.function, (HOST, thread), began, took, &arguments);
    }

    /// What devices have done since the last time.
    pub(super) fn devices(&mut self, log: Log) {
        self.left_out += log.left_out;
        for (name, command) in log.commands {
            let known = self.devices.iter().position(|device| *device == name);
            let device = known.unwrap_or_else(|| {
                self.devices.push(name);
                self.devices.len() - 1
            });
            if self.has_room() {
                self.add(command.name, (HOST + 1 + device, 0), command.began, command.took, "{}");
            }
        }
    }

    /// The number of the current thread.
    fn thread(&mut self) -> usize {
        let current = std::thread::current();
        let number = self.threads.len();
        *self.numbers.entry(current.id()).or_insert_with(|| {
            self.threads.push(format!("{} {:?}", current.name().unwrap_or("thread"), current.id()));
            number
        })
    }

    /// Whether there is room for an event; if not, it is counted.
    fn has_room(&mut self) -> bool {
        let has_room = self.events.len() < self.most.unwrap_or(MOST);
        self.left_out += usize::from(!has_room);
        has_room
    }

    fn add(&mut self, name: &str, (process, thread): (usize, usize), began: Instant, took: Duration, arguments: &str) {
        let microseconds = |time: Duration| time.as_secs_f64() * 1e6;
        // What began before anybody looked at the clock began at 0.
        let at = microseconds(began.saturating_duration_since(*ORIGIN));
        let took = microseconds(took);
        self.events.push(format!(
            "{{\"name\":{},\"ph\":\"X\",\"ts\":{at:.3},\"dur\":{took:.3},\"pid\":{process},\"tid\":{thread},\"args\":{arguments}}}",
            quoted(name)
        ));
    }

    /// `12 runs`
    pub(super) fn counted(&self) -> String {
        let plural = if self.runs == 1 { "" } else { "s" };
        let left_out = if self.left_out == 0 { String::new() } else { format!(", {} events left out", self.left_out) };
        format!("{} run{plural} of annotated loops{left_out}", self.runs)
    }

    pub(super) fn to_json(&self) -> String {
        let name = |kind: &str, process: usize, thread: usize, name: &str| {
            let name = quoted(name);
            format!("{{\"name\":\"{kind}\",\"ph\":\"M\",\"pid\":{process},\"tid\":{thread},\"args\":{{\"name\":{name}}}}}")
        };
        let host = std::iter::once(name("process_name", HOST, 0, "host"));
        let threads = self.threads.iter().enumerate().map(|(number, thread)| name("thread_name", HOST, number, thread));
        let devices = self.devices.iter().enumerate().map(|(number, device)| name("process_name", HOST + 1 + number, 0, device));
        let events: Vec<String> = host.chain(threads).chain(devices).chain(self.events.iter().cloned()).collect();
        format!("{BEGINS}{}\n]}}\n", events.join(",\n"))
    }
}

/// Sets the origin of times, unless it is set.
pub(super) fn begin() {
    LazyLock::force(&ORIGIN);
}
