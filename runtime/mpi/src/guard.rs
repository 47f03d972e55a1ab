//! A process beside the ranks of a machine that sees when one of them ends before the others. One that is killed tells nobody, the others
//! wait for it, and a launcher may take its time to see it, end them, and not say which it was.
//!
//! It is no thread of a rank: launchers kill the other ranks before one of them can say anything. And it is made before MPI begins, as
//! programs that have begun MPI should not fork.

use scan_runtime::Ranks;
use std::ffi::OsStr;
use std::fs::{File, read_link, read_to_string};
use std::io::{self, Read as _, Write as _};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::{process, ptr};

/// As many bytes as a rank tells of its process.
const TOLD: usize = 84;
/// A guard watches as many ranks; of more, those that come first.
const MOST: usize = 1024;
/// How many milliseconds ranks have to end by themselves once they are told to.
const TO_END: libc::c_int = 100;

/// The guard over the ranks of this machine, which ends all when one ends.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The process; of the ranks of a machine the first one has it.
    process: Option<Process>,
}

impl Guard {
    /// Begins to watch, if every rank has made a process for it: then MPI has begun with all these worlds, and will end with them, and no
    /// rank ends its process before that. Every rank calls it.
    pub(crate) fn over(process: Option<Process>, world: &impl Ranks) -> Option<Self> {
        let mine = told(process.is_some());
        let mut all = vec![MaybeUninit::uninit(); TOLD * world.size()];
        world.all_gather(&mine.map(MaybeUninit::new), &mut all);
        // SAFETY: `all_gather` has filled it with what ranks have given, of which every byte is initialised.
        let all: Vec<u8> = all.into_iter().map(|byte| unsafe { byte.assume_init() }).collect();
        let all: Vec<&[u8]> = all.chunks_exact(TOLD).collect();
        if all.iter().any(|told| told[0] == 0) {
            return None;
        }
        let here = (0u32..).zip(&all).filter(|(_, told)| told[..TOLD - 4] == mine[..TOLD - 4]);
        let here: Vec<[u32; 2]> = here.filter_map(|(rank, told)| Some([rank, u32::from_ne_bytes(*told.last_chunk()?)])).collect();
        let is_first = here.first().is_some_and(|[first, _]| *first as usize == world.rank());
        // Where it is not told anything it ends.
        let process = process.filter(|_| is_first).filter(|process| process.tell(world.size(), &here).is_ok());
        Some(Self { process })
    }

    /// Ends the watch. Every rank calls it: when it returns no rank of this machine is watched any more.
    pub(crate) fn leave(&mut self, world: &impl Ranks) {
        let meet = || world.all_gather(&[MaybeUninit::new(0)], &mut vec![MaybeUninit::uninit(); world.size()]);
        // Until the last rank has come, one may still be killed.
        meet();
        drop(self.process.take());
        meet();
    }
}

/// What a rank tells of its process: whether it can be watched, the machine and the space of process numbers, the number.
fn told(can_be_watched: bool) -> [u8; TOLD] {
    let mut told = [0; TOLD];
    let machine = read_to_string("/proc/sys/kernel/random/boot_id");
    let numbers = read_link("/proc/self/ns/pid");
    if let (true, Ok(machine), Ok(numbers)) = (can_be_watched, machine, numbers) {
        let place = format!("1{} {}", machine.trim(), numbers.display());
        told.iter_mut().zip(place.into_bytes()).for_each(|(told, byte)| *told = byte);
        told[TOLD - 4..].copy_from_slice(&process::id().to_ne_bytes());
    }
    told
}

/// A process that waits to be told whom to watch. When it is dropped the process ends.
#[derive(Debug)]
pub(crate) struct Process {
    number: libc::pid_t,
    orders: Option<File>,
}

impl Process {
    /// `None` where there is no room for one.
    pub(crate) fn stand_by() -> Option<Self> {
        let mut ends = [0; 2];
        // SAFETY: there is room for two descriptors.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return None;
        }
        // SAFETY: both are new, and nobody else's.
        let [read, write] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
        // SAFETY: of what other threads have locked the new process needs nothing: it calls the system alone, and never returns.
        match unsafe { libc::fork() } {
            -1 => None,
            0 => stand_guard(&read),
            number => Some(Self { number, orders: Some(File::from(write)) }),
        }
    }

    /// Tells it the ranks and their processes.
    fn tell(&self, size: usize, watched: &[[u32; 2]]) -> io::Result<()> {
        let watched = &watched[..watched.len().min(MOST)];
        let all = [[size as u32, watched.len() as u32]];
        let orders: Vec<u8> = all.iter().chain(watched).flatten().flat_map(|number| number.to_ne_bytes()).collect();
        self.orders.iter().try_for_each(|mut end| end.write_all(&orders))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Where it has ended there is nobody to be told.
        let _ = self.orders.take().map(|mut orders| orders.write_all(&[0]));
        // SAFETY: nobody else waits for it, and it ends by what it has been told, whatever it did.
        unsafe { libc::waitpid(self.number, ptr::null_mut(), 0) };
    }
}

/// Where the guard reads what it is told, and where it writes.
const ORDERS: libc::c_int = libc::STDIN_FILENO;
const KEPT: libc::c_int = libc::STDERR_FILENO;
/// As `poll` takes it.
const FOREVER: libc::c_int = -1;

/// The guard's whole life. It begins as a copy of a process whose other threads are gone, so it allocates nothing and takes no lock.
fn stand_guard(orders: &OwnedFd) -> ! {
    // SAFETY: these take numbers, and a name that ends with a 0; what is closed here is this process's alone.
    let is_apart = unsafe {
        // What is sent to the ranks' group is not meant for it, and of what launchers wait for it holds nothing but their stderr.
        libc::setsid();
        libc::prctl(libc::PR_SET_NAME, c"scan-mpi-guard".as_ptr());
        libc::close(libc::STDOUT_FILENO);
        libc::dup2(orders.as_raw_fd(), ORDERS) == ORDERS
            && libc::syscall(libc::SYS_close_range, KEPT + 1, libc::c_uint::MAX, 0) == 0
    };
    if is_apart {
        // SAFETY: both are open, and nobody closes them.
        let [orders, said] = [ORDERS, KEPT].map(|end| ManuallyDrop::new(unsafe { File::from_raw_fd(end) }));
        // Whether it was told to end, or cannot watch, nobody asks.
        let _ = watch(&orders, &said);
    }
    // SAFETY: it ends this process, without what the program has registered for its own end.
    unsafe { libc::_exit(0) }
}

/// Waits until a rank ends, says so, and ends the others. It returns before that if it is told to.
fn watch(mut orders: &File, mut said: &File) -> io::Result<()> {
    let mut number = || {
        let mut number = [0; 4];
        orders.read_exact(&mut number).map(|()| u32::from_ne_bytes(number))
    };
    let [size, count] = [number()?, number()?];
    let mut watched = [[0; 2]; MOST];
    let mut polled = [libc::pollfd { fd: -1, events: libc::POLLIN, revents: 0 }; MOST + 1];
    let watched = watched.get_mut(..count as usize).ok_or(io::ErrorKind::InvalidInput)?;
    let polled = polled.get_mut(..watched.len() + 1).ok_or(io::ErrorKind::InvalidInput)?;
    for (rank, handle) in watched.iter_mut().zip(&mut polled[1..]) {
        *rank = [number()?, number()?];
        *handle = handle_of(rank[1])?;
    }
    polled[0].fd = ORDERS;
    let has_ended = |handle: &libc::pollfd| handle.fd < 0 || handle.revents != 0;
    while !polled[1..].iter().any(has_ended) {
        wait(polled, FOREVER)?;
        if polled[0].revents != 0 {
            if orders.read(&mut [0])? > 0 {
                return Ok(());
            }
            // Its own rank has ended, which is one of those that it watches.
            polled[0].fd = -1;
        }
    }
    for ([rank, process], handle) in watched.iter().zip(&polled[1..]) {
        // A launcher may have killed another one since, which was the faster to end.
        if has_ended(handle) || is_ending(*process).unwrap_or(true) {
            // At once: launchers write between what is written in parts.
            let mut line = [0; 128];
            let mut rest = &mut line[..];
            writeln!(
                rest,
                "rank {rank} of {size} has ended before the others (process {process}): the program ends on all ranks"
            )?;
            let length = 128 - rest.len();
            said.write_all(&line[..length])?;
        }
    }
    let others = polled[1..].iter().filter(|handle| !has_ended(handle));
    let end = |signal: libc::c_int| {
        // SAFETY: the call takes numbers, and says nothing of the signal's cause.
        others.clone().for_each(|other| unsafe {
            libc::syscall(libc::SYS_pidfd_send_signal, other.fd, signal, ptr::null::<libc::siginfo_t>(), 0);
        });
    };
    end(libc::SIGTERM);
    wait(&mut [], TO_END)?;
    end(libc::SIGKILL);
    Ok(())
}

/// A process as `poll` takes it; it has ended where that is negative. An error where the system has no way to wait for processes that are not
/// one's own children (Linux has from 5.3 on).
fn handle_of(process: u32) -> io::Result<libc::pollfd> {
    // SAFETY: the call takes two numbers, and returns a new descriptor or -1.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) } as libc::c_int;
    let error = io::Error::last_os_error();
    let is_known = fd >= 0 || error.raw_os_error() == Some(libc::ESRCH);
    if is_known { Ok(libc::pollfd { fd, events: libc::POLLIN, revents: 0 }) } else { Err(error) }
}

/// Whether a process has begun to end, which takes it a while.
fn is_ending(process: u32) -> io::Result<bool> {
    const FLAGS: usize = 6;
    const IS_ENDING: u64 = 4;
    let (mut path, mut text) = ([0; 32], [0; 512]);
    let mut rest = &mut path[..];
    write!(rest, "/proc/{process}/stat")?;
    let length = 32 - rest.len();
    let count = File::open(OsStr::from_bytes(&path[..length]))?.read(&mut text)?;
    // After the program's name, which is in parentheses and may have any.
    let fields = text[..count].rsplit(|byte| *byte == b')').next().unwrap_or(&[]).trim_ascii_start();
    let flags = str::from_utf8(fields).ok().and_then(|fields| fields.split(' ').nth(FLAGS)?.parse::<u64>().ok());
    Ok(flags.is_some_and(|flags| flags & IS_ENDING != 0))
}

/// Waits so many milliseconds at most until something has happened.
fn wait(polled: &mut [libc::pollfd], limit: libc::c_int) -> io::Result<()> {
    // SAFETY: it has as many elements, and nobody else has it.
    while unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, limit) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(())
}
