//! Whether the other ranks of this machine still live. One that is killed tells nobody, the others wait for it, and a launcher may take its
//! time to see it and end them.

use scan_runtime::Ranks;
use std::fs::{read_link, read_to_string};
use std::io::Write as _;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, process, thread};

/// As many bytes as a rank tells of its process.
const TOLD: usize = 84;
/// How many milliseconds ranks wait for the one of them that says what has happened.
const FOR_THE_ONE_THAT_SPEAKS: i32 = 100;

/// The watch over the other ranks of this machine, which ends this process when one of theirs ends.
#[derive(Debug)]
pub(crate) struct Neighbours {
    /// This rank leaves MPI, as all do: who ends now has done its work.
    leaving: Arc<AtomicBool>,
}

impl Neighbours {
    /// Begins to watch, if MPI has begun with all these worlds, and will end with them: then no rank ends its process before that. Every
    /// rank calls it.
    pub(crate) fn watch(world: &impl Ranks, has_begun_mpi: bool) -> Option<Self> {
        let mine = told(has_begun_mpi);
        let mut all = vec![MaybeUninit::uninit(); TOLD * world.size()];
        world.all_gather(&mine.map(MaybeUninit::new), &mut all);
        // SAFETY: `all_gather` has filled it with what ranks have given, of which every byte is initialised.
        let all: Vec<u8> = all.into_iter().map(|byte| unsafe { byte.assume_init() }).collect();
        let all: Vec<&[u8]> = all.chunks_exact(TOLD).collect();
        if all.iter().any(|told| told[0] == 0) {
            return None;
        }
        let watched = (0..).zip(&all).filter(|(rank, told)| *rank != world.rank() && told[..TOLD - 4] == mine[..TOLD - 4]);
        let watched: Vec<Neighbour> = watched.filter_map(|(rank, told)| Neighbour::of(rank, told)).collect();
        let leaving = Arc::new(AtomicBool::new(false));
        let (rank, size, is_leaving) = (world.rank(), world.size(), leaving.clone());
        let watch = move || end_with_the_first(&watched, rank, size, &is_leaving);
        // Where there is no room for a thread it is the launcher that ends the others.
        let _ = thread::Builder::new().name(String::from("scan-mpi-neighbours")).spawn(watch);
        Some(Self { leaving })
    }

    /// Ends the watch. Every rank calls it: when it returns no rank of this machine watches any more.
    pub(crate) fn leave(&self, world: &impl Ranks) {
        let meet = || world.all_gather(&[MaybeUninit::new(0)], &mut vec![MaybeUninit::uninit(); world.size()]);
        // Until the last rank has come, one may still be killed.
        meet();
        self.leaving.store(true, Ordering::Release);
        meet();
    }
}

/// What a rank tells of its process: whether MPI has begun with its world, the machine and the space of process numbers, the number.
fn told(has_begun_mpi: bool) -> [u8; TOLD] {
    let mut told = [0; TOLD];
    let machine = read_to_string("/proc/sys/kernel/random/boot_id");
    let numbers = read_link("/proc/self/ns/pid");
    if let (true, Ok(machine), Ok(numbers)) = (has_begun_mpi, machine, numbers) {
        let place = format!("1{} {}", machine.trim(), numbers.display());
        told.iter_mut().zip(place.into_bytes()).for_each(|(told, byte)| *told = byte);
        told[TOLD - 4..].copy_from_slice(&process::id().to_ne_bytes());
    }
    told
}

/// Another rank of this machine.
struct Neighbour {
    rank: usize,
    process: u32,
    /// It can be waited for; none where it has ended already.
    handle: Option<OwnedFd>,
}

impl Neighbour {
    /// None where the system has no way to wait for processes that are not one's own children (Linux has from 5.3 on).
    fn of(rank: usize, told: &[u8]) -> Option<Self> {
        let process = u32::from_ne_bytes(*told.last_chunk()?);
        // SAFETY: the call takes two numbers, and returns a new descriptor or -1.
        let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
        let handle = match i32::try_from(descriptor) {
            // SAFETY: it is nobody else's.
            Ok(descriptor) if descriptor >= 0 => Some(unsafe { OwnedFd::from_raw_fd(descriptor) }),
            _ if io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH) => None,
            _ => return None,
        };
        Some(Self { rank, process, handle })
    }
}

/// Waits until one of them ends, and ends this process, unless all leave.
fn end_with_the_first(watched: &[Neighbour], rank: usize, size: usize, is_leaving: &AtomicBool) {
    let watched: Vec<&Neighbour> = watched.iter().collect();
    let ended = wait(&watched, FOREVER);
    if ended.is_empty() || is_leaving.load(Ordering::Acquire) {
        return;
    }
    // One rank speaks for all of the machine, and the others wait until it has: else it would find that they have ended, too.
    let living = watched.iter().copied().filter(|neighbour| ended.iter().all(|ended| ended.rank != neighbour.rank));
    match living.min_by_key(|neighbour| neighbour.rank).filter(|first| first.rank < rank) {
        Some(first) => drop(wait(&[first], FOR_THE_ONE_THAT_SPEAKS)),
        None => {
            let says = |Neighbour { rank, process, .. }: &Neighbour| {
                format!("rank {rank} of {size} has ended before the others (process {process}): the program ends on all ranks\n")
            };
            // At once: launchers write between what is written in parts.
            let _ = io::stderr().write_all(ended.into_iter().map(says).collect::<String>().as_bytes());
        }
    }
    // SAFETY: nothing runs after it: what others have registered to run at the end may wait for MPI, or for this rank's own thread.
    unsafe { libc::_exit(1) }
}

/// As `poll` takes it.
const FOREVER: i32 = -1;

/// Those that have ended, as soon as there are any; nobody where the system cannot wait, or not for so many milliseconds.
fn wait<'a>(watched: &[&'a Neighbour], limit: i32) -> Vec<&'a Neighbour> {
    let watch = |watched: &&Neighbour| libc::pollfd {
        // What is negative is passed over.
        fd: watched.handle.as_ref().map_or(-1, AsRawFd::as_raw_fd),
        events: libc::POLLIN,
        revents: 0,
    };
    let mut polled: Vec<libc::pollfd> = watched.iter().map(watch).collect();
    // Who has ended already leaves nothing to wait for.
    let limit = if watched.iter().any(|watched| watched.handle.is_none()) { 0 } else { limit };
    // SAFETY: it has as many elements, and nobody else has it.
    while unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, limit) } < 0 {
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return Vec::new();
        }
    }
    let has_ended = |(watched, polled): &(&&Neighbour, libc::pollfd)| watched.handle.is_none() || polled.revents != 0;
    watched.iter().zip(polled).filter(has_ended).map(|(watched, _)| *watched).collect()
}
