//! The devices of this process, found once.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Once, OnceLock, PoisonError};
use std::thread::{self, ThreadId};

use scan_opencl::{DeviceInfo, Kind, Silence, again};

use super::error::Error;
use super::handles::{Context, Queue};
use super::pinned::Pinned;
use super::pool::{Block, Pool};
use super::programs::Programs;
use super::states::States;
use super::turn;
use crate::model::job::Job;
use crate::model::site::DeviceKind;
use crate::system::background;
use crate::system::lock::lock;
use crate::system::process;

/// An OpenCL device. Any number of threads may run loops on it at once.
#[derive(Debug)]
pub(crate) struct Device {
    platform: String,
    platform_version: String,
    /// The platform's and the device's numbers in OpenCL's order, as in `SCAN_DEVICE=0:1`.
    pub(crate) number: (usize, usize),
    /// What it can do.
    pub(super) info: DeviceInfo,
    opened: Mutex<Option<Arc<Opened>>>,
    /// The process's end is watched from when it was opened first.
    end_watched: Once,
    /// It neither does what it was given to do nor says that it does not.
    is_lost: AtomicBool,
}

/// What a device has been given, made when it is first used. Whoever uses it has a share in it.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) programs: Programs,
    /// Loops take turns on it.
    pub(super) takes_turns: bool,
    pub(super) pool: Pool,
    pub(super) states: States,
    /// Queues that no launch uses now: of which the device does not say how long commands take, and of which it does.
    queues: [Mutex<Vec<Queue>>; 2],
    /// Buffers of zeros that no launch uses now.
    flags: Mutex<Vec<Block>>,
    /// Pinned memory that no launch uses now.
    pinned: Mutex<Vec<Pinned>>,
    pub(super) context: Context,
}

/// The devices that can run kernels, in OpenCL's order. Empty where there are none.
pub(crate) fn devices() -> &'static [Device] {
    found().unwrap_or_default()
}

/// Gives back what all devices have been given.
pub(crate) fn release() {
    if !process::is_forked() {
        FOUND.get().into_iter().flatten().for_each(Device::close);
    }
}

static FOUND: OnceLock<Vec<Device>> = OnceLock::new();

/// Bytes of stack without which no driver is called: drivers of CPUs run their compilers on the thread that calls them. PoCL's overran 64 KiB,
/// and 96 KiB were enough for it.
const DRIVERS_STACK: usize = 256 << 10;

/// Whether this thread may call drivers.
pub(super) fn has_stack() -> Result<(), Error> {
    let left = process::stack_left();
    if left < DRIVERS_STACK { Err(Error::LittleStack { left: left >> 10, needed: DRIVERS_STACK >> 10 }) } else { Ok(()) }
}

/// The devices, or why there is no OpenCL now. What fails is tried again by the next loop.
pub(super) fn found() -> Result<&'static [Device], Error> {
    if IS_SILENT.load(Ordering::Relaxed) && IS_SILENT.swap(false, Ordering::Relaxed) {
        // What the search in the background has held back is logged.
        let silence = lock(&SILENCE).take();
        drop(silence);
    }
    if let Some(known) = FOUND.get() {
        return Ok(known);
    }
    if process::is_forked() {
        // Nobody ends a search that a fork has left behind.
        return Err(Error::NoPlatform("the process was forked from one that has used OpenCL".to_owned()));
    }
    has_stack()?;
    let Some(_search) = Search::begin()? else { return found() };
    let devices = find()?;
    if devices.is_empty() {
        return Ok(&[]);
    }
    process::watch_end();
    Ok(FOUND.get_or_init(|| devices))
}

/// That of the search in the background, until somebody else wants a device.
static SILENCE: Mutex<Option<Silence>> = Mutex::new(None);
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Whether devices are being looked for in the background, which this begins if it can and nobody has looked yet. Drivers take their time
/// to open, and what can run elsewhere need not wait for them.
pub(crate) fn are_being_found() -> bool {
    static IS_BEGUN: AtomicBool = AtomicBool::new(false);
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    if FOUND.get().is_some() || IS_OVER.load(Ordering::Relaxed) {
        return false;
    }
    IS_BEGUN.load(Ordering::Relaxed) || {
        let search = || {
            // Who waits for the end of this may have what a logger waits for.
            *lock(&SILENCE) = Some(Silence::begin());
            // What fails fails again for whoever needs a device, and is told then. So does a panic.
            let _ = catch_unwind(found);
            IS_SILENT.store(true, Ordering::Relaxed);
            IS_OVER.store(true, Ordering::Relaxed);
        };
        let begins = background::begin(search);
        IS_BEGUN.store(begins, Ordering::Relaxed);
        begins
    }
}

/// The thread that looks for devices: one at a time, as drivers are set up by that, and not all bear that two threads do so.
static SEARCHER: Mutex<Option<ThreadId>> = Mutex::new(None);
static HAS_ENDED: Condvar = Condvar::new();

/// As long as it lives, this thread looks for devices. Nothing is locked meanwhile.
struct Search(());

impl Search {
    /// `None`: another thread has just done it.
    fn begin() -> Result<Option<Search>, Error> {
        let mut searcher = lock(&SEARCHER);
        match *searcher {
            None => *searcher = Some(thread::current().id()),
            // What is logged of the search may be somebody's loop.
            Some(other) if other == thread::current().id() => {
                return Err(Error::NoPlatform("OpenCL devices are being looked for".to_owned()));
            }
            Some(_) => {
                drop(HAS_ENDED.wait(searcher).unwrap_or_else(PoisonError::into_inner));
                return Ok(None);
            }
        }
        Ok(Some(Search(())))
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        *lock(&SEARCHER) = None;
        HAS_ENDED.notify_all();
    }
}

fn find() -> Result<Vec<Device>, Error> {
    process::watch_forks();
    if !process::can_have_threads() {
        return Err(Error::NoPlatform("OpenCL is left alone, as this process can have no more threads".to_owned()));
    }
    let platforms = scan_opencl::platforms().map_err(|error| Error::NoPlatform(error.to_string()))?;
    if platforms.is_empty() {
        return Err(Error::NoPlatform("no OpenCL platform: the OpenCL library knows no driver".to_owned()));
    }
    let mut devices = Vec::new();
    for (major, platform) in platforms.into_iter().enumerate() {
        for (minor, info) in platform.devices.into_iter().enumerate().filter(|(_, info)| info.is_usable) {
            devices.push(Device::new((platform.name.clone(), platform.version.clone()), (major, minor), info));
        }
    }
    Ok(devices)
}

impl Device {
    fn new((platform, platform_version): (String, String), number: (usize, usize), info: DeviceInfo) -> Device {
        let (opened, end_watched, is_lost) = (Mutex::default(), Once::new(), AtomicBool::new(false));
        Device { platform, platform_version, number, info, opened, end_watched, is_lost }
    }

    /// The name of its platform.
    pub(crate) fn platform(&self) -> &str {
        &self.platform
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.info.name
    }

    /// The word of the clause `device(…)` that it answers to; `any` if it is of no kind that has a word.
    pub(crate) fn kind(&self) -> DeviceKind {
        match self.info.kind {
            Kind::Cpu => DeviceKind::Cpu,
            Kind::Gpu => DeviceKind::Gpu,
            Kind::Accelerator => DeviceKind::Accelerator,
            Kind::Custom => DeviceKind::Any,
        }
    }

    /// Whether it works on the host's memory, so that arrays need no copy.
    pub(super) fn shares_memory(&self) -> bool {
        self.info.shares_memory || self.info.kind == Kind::Cpu
    }

    /// Whether a job's arrays stay where they are.
    pub(crate) fn hosts(&self, job: &Job<'_>) -> bool {
        self.shares_memory() && !job.copies
    }

    /// The same device, taken for another one: of another kind, or with less to offer.
    #[cfg(test)]
    pub(super) fn taken_for(&self, info: DeviceInfo) -> Device {
        Device::new((self.platform.clone(), self.platform_version.clone()), self.number, info)
    }

    /// What tells the device and its driver from others.
    pub(crate) fn identity(&self) -> String {
        let DeviceInfo { name, vendor, driver_version, version, compute_units, extensions, .. } = &self.info;
        let units = compute_units.to_string();
        [&self.platform, &self.platform_version, vendor, name, version, driver_version, &units, extensions]
            .map(|part| &**part)
            .join("\n")
    }

    /// What it has been given. A device that cannot be given it may be the next time.
    pub(super) fn opened(&self) -> Result<Arc<Opened>, Error> {
        if self.is_lost.load(Ordering::Relaxed) {
            return Err(Error::NoSuchDevice(format!("{} is lost", self.info.name)));
        }
        if process::is_ending() {
            return Err(Error::NoSuchDevice(format!("{} is left alone, as the process ends", self.info.name)));
        }
        if let Some(opened) = &*lock(&self.opened) {
            return Ok(Arc::clone(opened));
        }
        // Made with nothing locked: of two threads the first one's counts.
        let fresh = Arc::new(Opened::new(self)?);
        // What a driver begins with only now ends before what was registered for the end earlier.
        self.end_watched.call_once(process::watch_end);
        Ok(Arc::clone(lock(&self.opened).get_or_insert_with(|| Arc::clone(&fresh))))
    }

    /// No loop runs on it any more.
    pub(super) fn give_up(&self, why: &str) {
        log::warn!("{} is lost: {why}", self.info.name);
        self.is_lost.store(true, Ordering::Relaxed);
        self.close();
    }

    /// Begins anew: the next loop finds nothing of what the device has been given so far. Those that use it use it to their end.
    pub(super) fn close(&self) {
        let opened = lock(&self.opened).take();
        // Given back with nothing locked.
        drop(opened);
    }
}

impl Opened {
    fn new(device: &Device) -> Result<Opened, Error> {
        Ok(Opened {
            programs: Programs::new(device.identity()),
            takes_turns: turn::are_needed(&device.platform, &device.platform_version),
            pool: Pool::new(&device.info),
            states: States::default(),
            queues: Default::default(),
            flags: Mutex::default(),
            pinned: Mutex::default(),
            context: Context::new(device.info.id)?,
        })
    }

    /// A queue for one launch, and whether it is timed: then the device says how long commands take. If it can be it is as `is_timed` says.
    pub(super) fn take_queue(&self, info: &DeviceInfo, is_timed: bool) -> Result<(Queue, bool), Error> {
        let kept = |is_timed| lock(&self.queues[usize::from(is_timed)]).pop().map(|queue| (queue, is_timed));
        if let Some(kept) = kept(is_timed) {
            return Ok(kept);
        }
        match again(|| self.context.queue(info.id, is_timed)) {
            Ok(queue) => Ok((queue, is_timed)),
            Err(error) => {
                let other = kept(!is_timed).ok_or(error)?;
                error.tell_survived();
                Ok(other)
            }
        }
    }

    /// Takes back a queue that has nothing left to do.
    pub(super) fn give_queue(&self, queue: Queue, is_timed: bool) {
        lock(&self.queues[usize::from(is_timed)]).push(queue);
    }

    /// A buffer of zeros for one launch, if one is kept.
    pub(super) fn take_flag(&self) -> Option<Block> {
        lock(&self.flags).pop()
    }

    /// Takes back a buffer that is known to hold zeros.
    pub(super) fn give_flag(&self, flag: Block) {
        lock(&self.flags).push(flag);
    }

    /// A piece of pinned memory for one launch, which has a queue.
    pub(super) fn take_pinned(&self, queue: &Queue) -> Result<Pinned, Error> {
        let free = lock(&self.pinned).pop();
        free.map_or_else(|| Pinned::new(&self.context, queue), Ok)
    }

    /// Takes back a piece that no command uses.
    pub(super) fn give_pinned(&self, pinned: Pinned) {
        lock(&self.pinned).push(pinned);
    }
}

impl Drop for Opened {
    /// Pieces of pinned memory need a queue to their end. There is one, as they were made with one.
    fn drop(&mut self) {
        if process::is_forked() {
            return;
        }
        let pinned = std::mem::take(&mut *lock(&self.pinned));
        let Some(queue) = self.queues.iter().find_map(|queues| lock(queues).pop()) else { return };
        for piece in pinned {
            if let Err(error) = piece.end(&queue) {
                log::warn!("buffers stay mapped: {error}");
            }
        }
    }
}
