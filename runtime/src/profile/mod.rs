//! `SCAN_PROFILE`: where the time of annotated loops goes, as in Figure 6.2 of the thesis.
//!
//! While a setting asks for it, every run of an annotated loop is noted: [`profile`] gives what was noted so far, and when the program
//! ends the table is printed, or the trace written. A loop that ends by a panic is not noted.

mod json;
mod page;
mod table;
mod trace;

use crate::device::{Device, commands};
use crate::model::job::{Times, Transfers};
use crate::model::site::Site;
use crate::report::{Location, Place, Report, place_of};
use crate::system::files::replace_own;
use crate::system::lock::lock;
use crate::system::process;
use std::collections::HashMap;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What becomes of a profile when the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profiling {
    /// A table on standard error.
    Table,
    /// A file in Chrome's trace format, for `chrome://tracing` or Perfetto.
    Trace(PathBuf),
    /// A page for a browser, with charts of where loops ran over time, and where the time went.
    Page(PathBuf),
    /// Nothing: only [`profile`](crate::profile()) tells.
    Quiet,
}

/// A path is a page's, if it ends in `.html`, or a trace's; `1` and `table` are the table.
impl From<&str> for Profiling {
    fn from(text: &str) -> Self {
        match text.trim() {
            "1" | "true" | "yes" | "on" | "table" => Self::Table,
            path => Self::file(path.into()),
        }
    }
}

impl Profiling {
    /// What a file of this name is to be.
    pub(crate) fn file(path: PathBuf) -> Self {
        let is_page = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        if is_page { Self::Page(path) } else { Self::Trace(path) }
    }
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Trace,
    Page,
}

/// What the runs of one loop in one place have taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopProfile {
    /// The function that the loop stands in.
    pub function: &'static str,
    /// Where its annotation stands.
    pub location: Location,
    /// Where it ran.
    pub place: Place,
    /// How often. Over ranks, what the iterations of one combine to is found in a run of its own.
    pub runs: u64,
    /// The iterations of all runs.
    pub iterations: u64,
    /// Time from the launch to the end of the loop: the sum of the five below.
    pub total: Duration,
    /// Time spent copying to the device.
    pub upload: Duration,
    /// Time spent computing: on a device, on host threads, or in the loop as written.
    pub kernel: Duration,
    /// Time spent copying from the device.
    pub download: Duration,
    /// Time spent on everything else: choosing a place, building kernels, buffers, queues.
    pub management: Duration,
    /// Time spent telling other ranks what is carried, and waiting for them.
    pub exchange: Duration,
    /// What was copied.
    pub transfers: Transfers,
}

/// Where the time of annotated loops went; its [`Display`](fmt::Display) is a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// For each loop and place a row, what took longest first.
    pub loops: Vec<LoopProfile>,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table::write(f, self)
    }
}

/// What was noted so far of loops that ran while a setting asked for a profile.
pub fn profile() -> Profile {
    let mut loops: Vec<LoopProfile> = collected().loops.values().cloned().collect();
    loops.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.location.to_string().cmp(&b.location.to_string())));
    Profile { loops }
}

/// All that is noted.
#[derive(Default)]
struct Collected {
    loops: HashMap<(&'static str, &'static str, u32, String), LoopProfile>,
    trace: trace::Trace,
    table: bool,
    /// Where the trace goes, and in which form.
    file: Option<(PathBuf, Form)>,
}

impl Collected {
    /// That of a loop and a place.
    fn row(&mut self, function: &'static str, location: Location, place: Place) -> &mut LoopProfile {
        let key = (function, location.file, location.line, place.to_string());
        self.loops.entry(key).or_insert_with(|| LoopProfile {
            function,
            location,
            place,
            runs: 0,
            iterations: 0,
            total: Duration::ZERO,
            upload: Duration::ZERO,
            kernel: Duration::ZERO,
            download: Duration::ZERO,
            management: Duration::ZERO,
            exchange: Duration::ZERO,
            transfers: Transfers::default(),
        })
    }
}

static COLLECTED: Mutex<Option<Collected>> = Mutex::new(None);
static IS_TRACING: AtomicBool = AtomicBool::new(false);

fn collected() -> impl std::ops::DerefMut<Target = Collected> {
    struct Guard(MutexGuard<'static, Option<Collected>>);
    impl std::ops::Deref for Guard {
        type Target = Collected;
        fn deref(&self) -> &Collected {
            self.0.as_ref().expect("made by `collected`")
        }
    }
    impl std::ops::DerefMut for Guard {
        fn deref_mut(&mut self) -> &mut Collected {
            self.0.as_mut().expect("made by `collected`")
        }
    }
    let mut guard = lock(&COLLECTED);
    guard.get_or_insert_default();
    Guard(guard)
}

/// Somebody asks for a profile: from now on the program's end tells.
pub(crate) fn ask(profiling: &Profiling) {
    static IS_AWAITED: AtomicBool = AtomicBool::new(false);
    let mut collected = collected();
    match profiling {
        Profiling::Table => collected.table = true,
        Profiling::Trace(path) | Profiling::Page(path) => {
            let form = if matches!(profiling, Profiling::Page(_)) { Form::Page } else { Form::Trace };
            collected.trace.limit((form == Form::Page).then_some(page::MOST));
            collected.file = Some((path.clone(), form));
            trace::begin();
            commands::begin();
            IS_TRACING.store(true, Ordering::Relaxed);
        }
        Profiling::Quiet => return,
    }
    drop(collected);
    if !IS_AWAITED.swap(true, Ordering::Relaxed) {
        // SAFETY: the function takes no arguments, does not unwind, and uses nothing that is gone by then. Where there is no memory for it,
        // `profile` still tells.
        let _ = unsafe { libc::atexit(tell) };
    }
}

/// Notes one run, from `began` on.
pub(crate) fn note(report: Report, began: Instant, total: Duration) {
    let mut collected = collected();
    if IS_TRACING.load(Ordering::Relaxed) {
        collected.trace.devices(commands::take());
        collected.trace.run(&report, began, total);
    }
    let Report { function, location, place, iterations, upload, kernel, download, transfers, .. } = report;
    // As written a loop does nothing but compute.
    let kernel = if place == Place::Loop { total } else { kernel };
    let row = collected.row(function, location, place);
    row.runs += 1;
    row.iterations = row.iterations.saturating_add(iterations);
    row.upload += upload;
    row.kernel += kernel;
    row.download += download;
    // Where slices overlap, the parts together may be longer than the whole.
    let parts = upload + kernel + download;
    row.management += total.saturating_sub(parts);
    row.total += total.max(parts);
    row.transfers += transfers;
}

/// Adds what came back later of what `site` has stored on `device`.
pub(crate) fn add_download(site: &Site, device: &Device, times: Times) {
    let mut collected = collected();
    let key = (site.name, site.file, site.line, place_of(device).to_string());
    if let Some(row) = collected.loops.get_mut(&key) {
        row.download += times.download;
        row.total += times.download;
        row.transfers += times.transfers;
    }
}

/// Adds what ranks have told each other for the loop of `report`, where it ran, took so long.
pub(crate) fn add_exchange(report: &Report, time: Duration) {
    // Nobody lets go of what was locked then.
    if process::is_forked() {
        return;
    }
    let mut collected = collected();
    let row = collected.row(report.function, report.location, report.place.clone());
    row.exchange += time;
    row.total += time;
}

/// The program ends.
extern "C" fn tell() {
    // It is the parent's to tell; and who was noting something when it forked never stops.
    if process::is_forked() {
        return;
    }
    // A panic must not leave this function; there is nobody left to tell of one.
    let _ = catch_unwind(|| {
        let (table, file, trace) = {
            let mut collected = collected();
            collected.trace.devices(commands::take());
            (collected.table, collected.file.take(), std::mem::take(&mut collected.trace))
        };
        if table {
            say(&profile().to_string());
        }
        if let Some((path, form)) = file {
            write_file(&trace, &path, form);
        }
    });
}

fn write_file(trace: &trace::Trace, path: &Path, form: Form) {
    let (text, mark, word) = match form {
        Form::Trace => (trace.to_json(), trace::BEGINS, "trace"),
        Form::Page => (page::page(&profile(), trace), page::BEGINS, "page"),
    };
    match replace(text.as_bytes(), path, mark) {
        Ok(()) => say(&format!("scan-runtime: the {word} of {} is in {}\n", trace.counted(), path.display())),
        Err(error) => say(&format!("scan-runtime: SCAN_PROFILE={}: the {word} cannot be written: {error}\n", path.display())),
    }
}

/// Writes a file in the place of another one with that mark, or of nothing, or to what is no file: a pipe, a terminal.
fn replace(text: &[u8], path: &Path, mark: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return OpenOptions::new().write(true).open(path)?.write_all(text);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    replace_own(folder, name, mark, &[text])
}

/// Standard error may be closed; then nobody wants to know.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests;
