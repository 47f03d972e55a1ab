//! Programs whose loops run where threads are many, few, ending, or left behind.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use log::LevelFilter;
use scan_runtime::DeviceKind;
use scan_runtime::{Settings, scan};

use crate::programs::{self, Program};

/// The programs, by name.
pub const ALL: [(&str, Program); 9] = [
    ("threads", threads),
    ("tasks", tasks),
    ("destructor", destructor),
    ("fork", fork),
    ("alone", alone),
    ("left_alone", left_alone),
    ("late", late),
    ("log", || log(LevelFilter::Trace)),
    ("warnings", || log(LevelFilter::Warn)),
];

/// So many threads or tasks at once.
const MANY: usize = 16;
/// Long enough for results to be copied by several threads.
const LONG: usize = 1_500_000;

#[scan(+ : y)]
fn in_place(y: &mut [u32]) {
    for i in 1..y.len() {
        y[i] = y[i].wrapping_add(y[i - 1]);
    }
}

/// Whether a loop of `n` iterations gives what it is to give.
fn is_right(n: usize) -> bool {
    let mut y: Vec<u32> = (0..n as u32).map(|k| k.wrapping_mul(2_654_435_761)).collect();
    let mut expected = y.clone();
    in_place(&mut y);
    for i in 1..n {
        expected[i] = expected[i].wrapping_add(expected[i - 1]);
    }
    y == expected
}

/// All programs of loops at once, each thread with other lengths, so that kernels have other numbers of work-items.
fn threads() -> bool {
    let work = |thread: usize| {
        let of_programs = programs::ALL.iter().cycle().skip(thread).take(programs::ALL.len());
        of_programs.into_iter().all(|(_, program)| program()) && (1..8).all(|round| is_right(5_000 * round * (thread + 1)))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..MANY).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().all(|thread| thread.join().unwrap_or(false))
    })
}

/// Loops in place, of which each is a program of its own to build and to keep, on numbers that are quickly compared.
macro_rules! loops {
    ($($ty:ident)*) => {
        $(mod $ty {
            use scan_runtime::scan;

            #[scan(| : y)]
            fn union(y: &mut [$ty]) {
                for i in 1..y.len() {
                    y[i] |= y[i - 1];
                }
            }

            #[scan(& : y)]
            fn intersection(y: &mut [$ty]) {
                for i in 1..y.len() {
                    y[i] &= y[i - 1];
                }
            }

            pub fn are_right(n: usize) -> bool {
                let (mut y, mut z) = (vec![0; n], vec![1; n]);
                (y[0], z[0]) = (1, 0);
                (0..4).for_each(|_| union(&mut y));
                (0..4).for_each(|_| intersection(&mut z));
                y == vec![1; n] && z == vec![0; n]
            }
        })*
        const LOOPS: &[fn(usize) -> bool] = &[$($ty::are_right),*];
    };
}

loops! { u8 u16 u32 u64 i8 i16 i32 i64 }

/// Tasks of a pool, each with loops whose results the pool's threads copy: who waits for a copy does some other task meanwhile.
fn tasks() -> bool {
    let (told, results) = mpsc::channel();
    for task in 0..2 * MANY {
        let told = told.clone();
        // Whoever waits for the results waits to the end.
        rayon::spawn(move || _ = told.send(LOOPS[task / 2 % LOOPS.len()](LONG + task)));
    }
    drop(told);
    let results: Vec<bool> = results.into_iter().collect();
    results.len() == 2 * MANY && results.into_iter().all(|is_right| is_right)
}

thread_local! {
    static LAST_WILL: RefCell<Option<LastWill>> = const { RefCell::new(None) };
}

static ARE_RIGHT: AtomicBool = AtomicBool::new(true);

/// Loops that run while their thread's memory is taken down.
struct LastWill;

impl Drop for LastWill {
    fn drop(&mut self) {
        let kinds = [None, Some(DeviceKind::Any), Some(DeviceKind::Host), Some(DeviceKind::Loop)];
        let run = |kind: Option<DeviceKind>| match kind {
            Some(kind) => Settings::from_environment().device(kind).scope(|| is_right(LONG)),
            None => scan_runtime::with_reports(|| is_right(LONG)).0 && programs::ALL.iter().all(|(_, program)| program()),
        };
        let are_right = kinds.into_iter().all(run) && { Settings::from_environment().check(true).scope(|| is_right(LONG)) };
        scan_runtime::last_report();
        if !are_right {
            ARE_RIGHT.store(false, Ordering::Relaxed);
        }
    }
}

/// Loops in the destructors of threads: of one that has run loops before, and of one that has not.
fn destructor() -> bool {
    for runs_before in [true, false] {
        let thread = thread::spawn(move || {
            // What is made first is taken down last.
            if runs_before {
                is_right(LONG);
            }
            LAST_WILL.set(Some(LastWill));
            if !runs_before {
                is_right(LONG);
            }
        });
        if thread.join().is_err() {
            return false;
        }
    }
    ARE_RIGHT.load(Ordering::Relaxed)
}

/// A child of `fork`, while other threads of its parent run loops.
fn fork() -> bool {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    is_right(20_000);
                }
            });
        }
        let are_right = is_right(20_000) && (0..10).all(|_| child_is_right());
        is_over.store(true, Ordering::Relaxed);
        are_right
    })
}

/// Whether loops are right in the child of a fork, whose end this waits for.
pub fn child_is_right() -> bool {
    // SAFETY: the child ends by `_exit`; the loops that it runs before are what is tested.
    match unsafe { libc::fork() } {
        0 => {
            let of_kind = |kind: DeviceKind| Settings::default().device(kind).scope(|| is_right(50_000));
            let are_right = is_right(50_000) && of_kind(DeviceKind::Any) && of_kind(DeviceKind::Host);
            // SAFETY: a call that does not return.
            unsafe { libc::_exit(if are_right { 0 } else { 1 }) }
        }
        child => {
            let mut status = 0;
            // SAFETY: a child of this process, and room for its status.
            let ended = unsafe { libc::waitpid(child, &mut status, 0) };
            ended == child && status == 0
        }
    }
}

/// No thread is to be had but this one.
fn alone() -> bool {
    let few = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: calls on this process; nobody is root from here on, for whom limits do not count.
    let is_limited =
        unsafe { (libc::geteuid() != 0 || libc::setuid(65_534) == 0) && libc::setrlimit(libc::RLIMIT_NPROC, &few) == 0 };
    if !is_limited || thread::Builder::new().spawn(|| ()).is_ok() {
        eprintln!("SKIPPED: {}", io::Error::last_os_error());
        return true;
    }
    let kinds = [None, Some(DeviceKind::Any), Some(DeviceKind::All), Some(DeviceKind::Host)];
    kinds.into_iter().all(|kind| {
        let settings = Settings::from_environment();
        let settings = kind.map_or_else(|| settings.clone().threads(3), |kind| settings.clone().device(kind));
        settings.scope(|| is_right(LONG) && programs::ALL.iter().all(|(_, program)| program()))
    })
}

/// As `alone`, when devices have been used already.
fn left_alone() -> bool {
    let of_kind = |kind: DeviceKind| Settings::from_environment().device(kind).scope(|| is_right(20_000));
    of_kind(DeviceKind::Any) && of_kind(DeviceKind::All) && alone()
}

/// Nothing writes to an array when the loop has returned, though the device may be late.
fn late() -> bool {
    const PATTERN: u32 = 0xABCD_1234;
    let mut y: Vec<u32> = (0..6000).collect();
    in_place(&mut y);
    let x = programs::numbers(6000);
    let mut z = vec![0; 6000];
    programs::prefix_sum(&x, &mut z);
    y.fill(PATTERN);
    z.fill(PATTERN as i32);
    thread::sleep(Duration::from_millis(700));
    std::hint::black_box(&mut y).iter().all(|&y| y == PATTERN)
        && std::hint::black_box(&mut z).iter().all(|&z| z == PATTERN as i32)
}

/// A log that runs loops itself, when it is told anything of this level or above.
fn log(level: LevelFilter) -> bool {
    thread_local! {
        static IS_LOGGING: RefCell<bool> = const { RefCell::new(false) };
    }
    crate::on_log(level, || {
        if !IS_LOGGING.replace(true) {
            if !(is_right(20_000) && programs::ALL.iter().all(|(_, program)| program())) {
                ARE_RIGHT.store(false, Ordering::Relaxed);
            }
            IS_LOGGING.set(false);
        }
    });
    programs::ALL.iter().all(|(_, program)| program()) && is_right(LONG) && ARE_RIGHT.load(Ordering::Relaxed)
}
