//! Settings: environment variables, and the same from a program.
//!
//! | variable | method | |
//! |---|---|---|
//! | `SCAN_DEVICE` | [`device`](Settings::device) | `gpu`, `cpu`, `accelerator`, `any`, `all`, `host`, `loop`, or `platform:device` numbers |
//! | `SCAN_DEVICE_MEMORY` | [`device_memory`](Settings::device_memory) | how much of a device's memory a loop takes at most: `64M` |
//! | `SCAN_COPY` | [`copy`](Settings::copy) | `1`: arrays are copied to devices that could work on the host's memory too |
//! | `SCAN_CHECK` | [`check`](Settings::check) | `1`: every launched loop runs as written too, and the results are compared |
//! | `SCAN_EMIT_DIR` | [`emit_dir`](Settings::emit_dir) | a folder that the kernels of every loop that runs are written to, wherever it does |
//! | `SCAN_CACHE_DIR` | [`cache_dir`](Settings::cache_dir) | a folder for what is kept from one process to the next, or `off` |
//! | `SCAN_PROFILE` | [`profile`](Settings::profile) | `1`: a table of where the time went, when the program ends; a path: a page with charts, if it ends in `.html`, or a trace for `chrome://tracing` |
//! | `SCAN_THREADS` | [`threads`](Settings::threads) | how many host threads a scan uses |
//! | `SCAN_OPENCL_LIBRARY` | [`name_opencl_library`](Settings::name_opencl_library) | the OpenCL library to open |

use crate::device;
use crate::model::choice::{CacheChoice, DeviceChoice};
use crate::model::site::DeviceKind;
use crate::profile::{self, Profiling};
use crate::short::{self, Asking};
use crate::system::process;
use crate::system::scoped::Scoped;
use crate::system::telling::complain;
use std::env;
use std::ffi::OsString;
use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::thread;
use thiserror::Error;

/// More threads than this for each processor only cost memory, and this many are allowed in any case.
const MOST_THREADS: [usize; 2] = [16, 64];

impl FromStr for DeviceChoice {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, InvalidSetting> {
        use DeviceKind::{Accelerator, All, Any, Cpu, Gpu, Host, Loop};
        let kinds = [Gpu, Cpu, Accelerator, Any, All, Host, Loop];
        let word = text.trim().to_ascii_lowercase();
        let kind = kinds.into_iter().find(|kind| kind.to_string() == word).map(Self::Kind);
        kind.or_else(|| numbered(&word))
            .ok_or(InvalidSetting("one of gpu, cpu, accelerator, any, all, host, loop, or numbers platform:device as in 0:0"))
    }
}

fn numbered(text: &str) -> Option<DeviceChoice> {
    let (platform, device) = text.split_once(':')?;
    Some(DeviceChoice::Numbered { platform: platform.parse().ok()?, device: device.parse().ok()? })
}

/// A setting that says nothing the runtime knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {0}")]
pub struct InvalidSetting(&'static str);

/// How loops run. What is not set is left to the runtime.
///
/// ```
/// use scan_runtime::{DeviceKind, Settings};
///
/// let sum = Settings::from_environment().device(DeviceKind::Host).threads(2).scope(|| {
///     // annotated loops that this thread starts here run on two host threads
///     (1..=4).sum::<i32>()
/// });
/// assert_eq!(sum, 10);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(crate) device: Option<DeviceChoice>,
    pub(crate) check: bool,
    pub(crate) emit_dir: Option<PathBuf>,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) device_memory: Option<u64>,
    pub(crate) copies: bool,
    cache: CacheChoice,
    pub(crate) profile: Option<Profiling>,
}

static INSTALLED: RwLock<Option<Arc<Settings>>> = RwLock::new(None);
/// Whether there are any: a short loop has no time for a lock.
static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
static ENVIRONMENT: OnceLock<Settings> = OnceLock::new();

thread_local! {
    static SCOPED: Scoped<Settings> = const { Scoped::new() };
}

impl Settings {
    /// What the environment variables say, read once. An invalid value counts as not set, which is said in the log, or on standard error
    /// where there is none.
    pub fn from_environment() -> Self {
        environment().clone()
    }

    /// Where loops run, obeyed at every size and before the clause `device(…)`.
    #[must_use]
    pub fn device(mut self, device: impl Into<DeviceChoice>) -> Self {
        self.device = Some(device.into());
        self
    }

    /// Whether every launched loop runs as written too, and the results are compared: a difference is logged as an error and stands in
    /// [`Report::checked`](crate::Report::checked). The arrays get the results of the loop as written.
    #[must_use]
    pub fn check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// A folder that every kernel is written to. A file there that is no kernel is not replaced.
    #[must_use]
    pub fn emit_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.emit_dir = Some(folder.into());
        self
    }

    /// A folder for what is kept from one process to the next: built programs, and what loops and devices have taken. `off` keeps
    /// nothing. All of it is in a folder `scanc` there, where nothing else is touched. It must be the user's own and nobody else's to write
    /// to, since what is in it is run; otherwise nothing is kept, which is said in the log, or on standard error where there is none. Unset
    /// it is the user's folder for such things: `$XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`, on Windows `%LOCALAPPDATA%`.
    #[must_use]
    pub fn cache_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache = CacheChoice::new(folder.into());
        self
    }

    /// Whether it is noted where the time of every loop goes, and what becomes of that when the program ends:
    /// [`Profiling::Table`], or a path for a page (`.html`) or a trace, which replaces nothing but another one.
    #[must_use]
    pub fn profile(mut self, profiling: impl Into<Profiling>) -> Self {
        self.profile = Some(profiling.into());
        self
    }

    /// How many host threads a scan uses; 0 is all. Of more than 16 for each processor only so many are used, but 64 in any case.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = NonZeroUsize::new(threads.min(most_threads()));
        self
    }

    /// How many bytes of a device's memory a loop takes at most; larger loops go through it in slices. 0 is as many as there are.
    ///
    /// It holds for each buffer, and for all that a loop copies to the device; devices that work on the host's memory copy little. What
    /// stays there for other loops of a data region is not counted.
    #[must_use]
    pub fn device_memory(mut self, bytes: u64) -> Self {
        self.device_memory = Some(bytes).filter(|&bytes| bytes > 0);
        self
    }

    /// Whether arrays are copied to devices that could work on the host's memory as well as to others: for tests of what is moved.
    #[must_use]
    pub fn copy(mut self, copy: bool) -> Self {
        self.copies = copy;
        self
    }

    /// Names the OpenCL library to open, for the whole program; `SCAN_OPENCL_LIBRARY` wins over this. Returns whether that has an
    /// effect: it has none once a library was named so, or opened.
    ///
    /// # Safety
    /// What the library runs when it is opened, and its `cl*` functions, are those of an OpenCL library.
    pub unsafe fn name_opencl_library(path: impl Into<PathBuf>) -> bool {
        // SAFETY: the caller's promise.
        unsafe { device::name_library(path) }
    }

    /// Makes these the settings of the program, in place of the environment's.
    pub fn install(self) {
        // What one asks for holds for as long as the program: the next may ask for something else.
        mem::forget(self.asking());
        *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(self));
        IS_INSTALLED.store(true, Ordering::Release);
    }

    /// Runs `body` with these settings for the loops that this thread starts in it.
    pub fn scope<R>(self, body: impl FnOnce() -> R) -> R {
        let _asking = self.asking();
        Scoped::with(&SCOPED, &self, body)
    }
}

impl Settings {
    /// Keeps short loops from being left alone, if these settings mean them too.
    fn asking(&self) -> Option<Asking> {
        if let Some(profiling) = &self.profile {
            profile::ask(profiling);
        }
        (self.device.is_some() || self.check || self.profile.is_some() || self.emit_dir.is_some()).then(Asking::new)
    }

    /// Where things are kept: as the environment says, if these settings do not.
    pub(crate) fn cache(&self) -> &CacheChoice {
        if self.cache == CacheChoice::Usual { &environment().cache } else { &self.cache }
    }

    /// Whether they ask for all loops as written, and for nothing else.
    fn asks_for_loops(&self) -> bool {
        self.device == Some(DeviceKind::Loop.into()) && !self.check && self.profile.is_none() && self.emit_dir.is_none()
    }
}

/// Reads the settings that hold for this thread now. Nothing is locked meanwhile: what reads may run the user's code.
pub(crate) fn current<R>(read: impl FnOnce(&Settings) -> R) -> R {
    Scoped::read(&SCOPED, |scoped| match scoped {
        Some(settings) => read(settings),
        None => match installed() {
            Some(settings) => read(&settings),
            None => read(environment()),
        },
    })
}

fn installed() -> Option<Arc<Settings>> {
    if !IS_INSTALLED.load(Ordering::Acquire) {
        return None;
    }
    INSTALLED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn environment() -> &'static Settings {
    let mut complaints = Vec::new();
    let settings = ENVIRONMENT.get_or_init(|| {
        process::watch_forks();
        let mut variables = Variables { read: &|name| env::var_os(name), complaints: Vec::new() };
        let settings = variables.settings();
        complaints = variables.complaints;
        if settings.asks_for_loops() || settings.asking().is_none() {
            short::environment_is_silent();
        }
        settings
    });
    // Only by the thread that has read it, and when all can: what is told of is the user's to write down.
    complaints.iter().for_each(complain);
    settings
}

/// How many threads are of any use.
fn most_threads() -> usize {
    let [each, least] = MOST_THREADS;
    thread::available_parallelism().map_or(1, usize::from).saturating_mul(each).max(least)
}

/// Environment variables, and what is wrong with them.
struct Variables<'v> {
    read: &'v dyn Fn(&str) -> Option<OsString>,
    complaints: Vec<String>,
}

impl Variables<'_> {
    fn settings(&mut self) -> Settings {
        Settings {
            device: self.valid("SCAN_DEVICE", str::parse),
            check: self.valid("SCAN_CHECK", switch).unwrap_or(false),
            emit_dir: self.given("SCAN_EMIT_DIR").map(PathBuf::from),
            threads: self.valid("SCAN_THREADS", number).map(|threads| self.at_most(threads)),
            device_memory: self.valid("SCAN_DEVICE_MEMORY", bytes),
            copies: self.valid("SCAN_COPY", switch).unwrap_or(false),
            cache: self.given("SCAN_CACHE_DIR").map_or(CacheChoice::Usual, |folder| CacheChoice::new(folder.into())),
            profile: self.given("SCAN_PROFILE").and_then(profiling),
        }
    }

    /// What a variable is set to, if that is more than blanks.
    fn given(&self, name: &str) -> Option<OsString> {
        (self.read)(name).filter(|value| !value.to_string_lossy().trim().is_empty())
    }

    /// What a variable says.
    fn valid<T>(&mut self, name: &str, parse: fn(&str) -> Result<T, InvalidSetting>) -> Option<T> {
        let value = self.given(name)?;
        let parsed = value.to_str().ok_or(InvalidSetting("text in UTF-8")).and_then(parse);
        parsed.inspect_err(|error| self.complaints.push(format!("{name}={} is ignored: {error}", value.display()))).ok()
    }

    fn at_most(&mut self, threads: NonZeroUsize) -> NonZeroUsize {
        let most = NonZeroUsize::new(most_threads()).unwrap_or(threads);
        if threads > most {
            self.complaints.push(format!("SCAN_THREADS={threads} is taken for {most}: more are of no use here"));
        }
        threads.min(most)
    }
}

/// Words and paths; `None` where it is switched off.
fn profiling(value: OsString) -> Option<Profiling> {
    match value.to_str() {
        Some(text) if switch(text) == Ok(false) => None,
        Some(text) => Some(Profiling::from(text)),
        None => Some(Profiling::file(value.into())),
    }
}

fn switch(value: &str) -> Result<bool, InvalidSetting> {
    match value.trim() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(InvalidSetting("1 or 0")),
    }
}

fn number(value: &str) -> Result<NonZeroUsize, InvalidSetting> {
    value.trim().parse().or(Err(InvalidSetting("a number of threads, at least 1")))
}

/// A number of bytes: `65536`, `64K`, `64M`, `2G`, with or without `B` or `iB`.
fn bytes(value: &str) -> Result<u64, InvalidSetting> {
    let text = value.trim().to_ascii_uppercase();
    let text = text.strip_suffix("IB").or(text.strip_suffix('B')).unwrap_or(&text);
    let shift = match text.chars().next_back() {
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        _ => 0,
    };
    let number = if shift > 0 { &text[..text.len() - 1] } else { text };
    let number: Option<u64> = number.trim().parse().ok();
    let bytes = number.filter(|&number| number > 0).and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or(InvalidSetting("a number of bytes, at least 1, as in 512M or 2G"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Settings {
        told(variables).0
    }

    /// What the variables say, and what is said of them.
    fn told(variables: &[(&str, &str)]) -> (Settings, Vec<String>) {
        let read = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        let mut variables = Variables { read: &read, complaints: Vec::new() };
        (variables.settings(), variables.complaints)
    }

    #[test]
    fn devices_are_words_or_numbers() {
        assert_eq!(of(&[("SCAN_DEVICE", "gpu")]).device, Some(DeviceKind::Gpu.into()));
        assert_eq!(of(&[("SCAN_DEVICE", " Loop ")]).device, Some(DeviceKind::Loop.into()));
        assert_eq!(of(&[("SCAN_DEVICE", "1:2")]).device, Some(DeviceChoice::Numbered { platform: 1, device: 2 }));
        assert_eq!("0:3".parse::<DeviceChoice>().map(|choice| choice.to_string()), Ok("0:3".to_owned()));
    }

    #[test]
    fn what_is_invalid_or_empty_is_not_set() {
        let settings = of(&[("SCAN_DEVICE", "fpga"), ("SCAN_CHECK", "maybe"), ("SCAN_THREADS", "0"), ("SCAN_EMIT_DIR", "")]);
        assert_eq!(settings, Settings::default());
        assert_eq!(of(&[("SCAN_DEVICE", "1:"), ("SCAN_THREADS", "-2")]), Settings::default());
    }

    #[test]
    fn what_is_wrong_is_said_once_with_what_is_expected() {
        let wrong = [
            ("SCAN_DEVICE", "gpuu"),
            ("SCAN_CHECK", "2"),
            ("SCAN_COPY", "perhaps"),
            ("SCAN_DEVICE_MEMORY", "xyz"),
            ("SCAN_THREADS", "abc"),
        ];
        let (settings, complaints) = told(&wrong);
        assert_eq!(settings, Settings::default());
        for (name, value) in wrong {
            let of_it: Vec<_> =
                complaints.iter().filter(|text| text.starts_with(&format!("{name}={value} is ignored: "))).collect();
            assert!(matches!(*of_it, [text] if text.contains("expected")), "{complaints:?}");
        }
        assert_eq!(told(&[("SCAN_DEVICE", "any"), ("SCAN_CHECK", ""), ("SCAN_THREADS", " 2 ")]).1, [""; 0]);
    }

    #[test]
    fn more_threads_than_are_of_use_are_not_made() {
        let (settings, complaints) = told(&[("SCAN_THREADS", "100000")]);
        let most = settings.threads.map(usize::from).expect("some");
        assert!((64..100_000).contains(&most) && complaints.len() == 1, "{complaints:?}");
        assert_eq!(Settings::default().threads(100_000).threads, settings.threads);
        assert_eq!(told(&[("SCAN_THREADS", "64")]), (Settings::default().threads(64), Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn paths_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt;
        let path = || OsString::from_vec(b"/caf\xe9".to_vec());
        let mut variables = Variables { read: &|name| (name != "SCAN_DEVICE").then(path), complaints: Vec::new() };
        let settings = variables.settings();
        assert_eq!((settings.emit_dir, settings.profile), (Some(path().into()), Some(Profiling::Trace(path().into()))));
        assert_eq!(settings.cache, CacheChoice::Folder(path().into()));
        assert_eq!(variables.complaints.len(), 4, "{:?}", variables.complaints);
    }

    #[test]
    fn the_rest_is_read_too() {
        let settings = of(&[("SCAN_CHECK", "1"), ("SCAN_THREADS", "3"), ("SCAN_EMIT_DIR", "kernels")]);
        assert_eq!(settings, Settings::default().check(true).threads(3).emit_dir("kernels"));
    }

    #[test]
    fn the_cache_is_a_folder_or_off() {
        let cache = |value| of(&[("SCAN_CACHE_DIR", value)]).cache;
        assert_eq!(cache(""), CacheChoice::Usual);
        assert_eq!(cache("Off"), CacheChoice::Nothing);
        assert_eq!(cache("kept"), Settings::default().cache_dir("kept").cache);
        assert_eq!(Settings::default().cache_dir("off").cache, CacheChoice::Nothing);
    }

    #[test]
    fn memory_is_counted_in_binary_units() {
        let memory = |text| of(&[("SCAN_DEVICE_MEMORY", text)]).device_memory;
        assert_eq!(["1000", "64K", " 3 MiB", "2gb"].map(memory), [Some(1000), Some(64 << 10), Some(3 << 20), Some(2 << 30)]);
        assert_eq!(["0", "K", "-1M", "1.5G", "9999999999T", "some"].map(memory), [None; 6]);
    }

    #[test]
    fn a_scope_ends_with_its_body_even_by_a_panic() {
        let device = || current(|settings| settings.device);
        let outside = device();
        let inner = Settings::default().device(DeviceKind::Host);
        assert_eq!(inner.clone().scope(device), Some(DeviceKind::Host.into()));
        let panic = std::panic::catch_unwind(|| inner.scope(|| std::panic::resume_unwind(Box::new(()))));
        assert!(panic.is_err());
        assert_eq!(device(), outside);
    }
}
