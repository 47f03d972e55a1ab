//! Surroundings in which threads, locals, settings and loggers are not what they usually are: the loop runs all the same, as written if
//! need be. Each test starts this program again.

#![cfg(unix)]

mod common;

use common::{host, numbers, on_host};
use scan_runtime::declared::Vouched;
use scan_runtime::launch::{self, Affine, DeviceKind};
use scan_runtime::{Place, Semigroup, Settings, declared_struct, last_report, scan, with_reports};
use std::cell::{Cell, RefCell};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[scan(+ : y)]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

const N: usize = 50_000;
/// Whoever takes longer hangs.
const DEADLINE: Duration = Duration::from_secs(120);

/// Runs the loop, and says where it ran.
#[track_caller]
fn run() -> Option<Place> {
    let x = numbers(N);
    let mut y = vec![0; N];
    sums(&x, &mut y);
    let step = |sum: &mut i32, x: &i32| {
        *sum = sum.wrapping_add(*x);
        Some(*sum)
    };
    assert!(y[1..].iter().copied().eq(x[1..].iter().scan(0, step)));
    last_report().map(|report| report.place)
}

/// In every place, one after the other, and checked.
fn run_everywhere() {
    run();
    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::Loop] {
        Settings::from_environment().device(kind).scope(run);
        Settings::from_environment().device(kind).check(true).threads(2).scope(run);
    }
}

/// Says what another process, started by `start`, is to do.
const CHILD: &str = "SCAN_TEST_SURROUNDINGS_CHILD";

#[test]
fn child() {
    match std::env::var(CHILD).as_deref() {
        Ok("locals") => in_destructors(),
        Ok("threads") => without_threads(),
        Ok("fork") => after_a_fork(),
        Ok("logger") => with_a_logger_that_loops(),
        Ok("run") => drop(run()),
        _ => {}
    }
}

fn command(task: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["child", "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, task).env("SCAN_CACHE_DIR", "off");
    command.env_remove("SCAN_DEVICE");
    command
}

/// What a process says that ends well, and in time.
#[track_caller]
fn told(command: &mut Command) -> String {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let to = || std::fs::OpenOptions::new().append(true).open(file.path()).expect("the file");
    let mut child = command.stdout(to()).stderr(to()).spawn().expect("it starts");
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break Some(status);
        }
        if began.elapsed() > DEADLINE {
            child.kill().expect("it can be ended");
            child.wait().expect("it ends");
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let told = std::fs::read_to_string(file.path()).expect("text");
    assert!(status.is_some_and(|status| status.success()), "{status:?}\n{told}");
    told
}

/// How many destructors have run their loops.
static DESTROYED: AtomicUsize = AtomicUsize::new(0);

struct RunsLoops;

impl Drop for RunsLoops {
    fn drop(&mut self) {
        run_everywhere();
        let ((), reports) = with_reports(|| drop(host(2).scope(run)));
        assert_eq!(reports.len(), 1);
        DESTROYED.fetch_add(1, Ordering::Relaxed);
    }
}

thread_local! {
    static EARLY: RunsLoops = const { RunsLoops };
    static LATE: RunsLoops = const { RunsLoops };
}

/// Of locals that are made before and after those of the runtime, which are destroyed in one order or the other.
fn in_destructors() {
    for runs_before in [false, true] {
        let thread = std::thread::spawn(move || {
            EARLY.with(|_| ());
            if runs_before {
                run_everywhere();
            }
            LATE.with(|_| ());
        });
        thread.join().expect("a panic in a destructor would have ended the process");
    }
    assert_eq!(DESTROYED.load(Ordering::Relaxed), 4);
    // And of the main thread, when the process ends.
    EARLY.with(|_| ());
}

#[test]
fn loops_run_in_destructors_of_thread_locals() {
    for profile in ["0", "1"] {
        told(command("locals").env("SCAN_PROFILE", profile));
    }
}

#[test]
fn loops_run_elsewhere_on_threads_with_little_stack() {
    for size in [64 << 10, 200 << 10] {
        let on_little = || Settings::from_environment().device(DeviceKind::Any).scope(|| (run(), last_report()));
        let thread = std::thread::Builder::new().stack_size(size).spawn(on_little).expect("a thread");
        let (place, report) = thread.join().expect("loops do not panic");
        let told = report.and_then(|report| report.reason).unwrap_or_default();
        let elsewhere = matches!(place, Some(Place::Loop | Place::HostThreads { .. }));
        let is_told = told.contains("of stack left") || !cfg!(feature = "opencl");
        assert!(elsewhere && is_told, "{place:?}: {told}");
    }
}

/// The user has as many threads as they may have.
fn without_threads() {
    let most = libc::rlimit { rlim_cur: 1, rlim_max: 1 };
    // SAFETY: a limit to be read.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NPROC, &most) }, 0);
    if std::thread::Builder::new().spawn(|| ()).is_ok() {
        return eprintln!("skipped: this user may have any number of threads");
    }
    let (mut here, mut elsewhere) = (0, 0);
    for _ in 0..3 {
        for settings in [Settings::from_environment(), host(4), Settings::from_environment().device(DeviceKind::Host)] {
            match settings.scope(run) {
                Some(Place::Loop) => here += 1,
                _ => elsewhere += 1,
            }
        }
    }
    assert_eq!((here, elsewhere), (9, 0));
    assert!(last_report().and_then(|report| report.reason).is_some_and(|why| why.contains("no threads")));
}

#[test]
fn loops_run_as_written_where_no_thread_is_to_be_had() {
    let mut command = command("threads");
    // SAFETY: a call without arguments that always succeeds.
    if unsafe { libc::geteuid() } == 0 {
        // Root is not held to the limit.
        command.uid(65534);
    }
    match command.status() {
        Ok(_) => drop(told(&mut command)),
        Err(error) => eprintln!("skipped: this program cannot be run as another user: {error}"),
    }
}

fn after_a_fork() {
    run_everywhere();
    // SAFETY: the child runs what it may only run because loops in it need no other thread; that is what is tested.
    let child = unsafe { libc::fork() };
    if child == 0 {
        run_everywhere();
        let is_as_written = run() == Some(Place::Loop);
        // SAFETY: the child ends here.
        unsafe { libc::_exit(if is_as_written { 0 } else { 1 }) };
    }
    let (began, mut status) = (Instant::now(), 0);
    loop {
        // SAFETY: the child of this process, and a place for its status.
        match unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } {
            0 if began.elapsed() < DEADLINE / 2 => std::thread::sleep(Duration::from_millis(10)),
            0 => {
                // SAFETY: the child of this process.
                unsafe { libc::kill(child, libc::SIGKILL) };
                panic!("a loop hangs in the child of a fork");
            }
            _ => break,
        }
    }
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "{status:x}");
    run_everywhere();
}

#[test]
fn loops_run_as_written_in_the_child_of_a_fork() {
    told(&mut command("fork"));
    told(command("fork").env("SCAN_PROFILE", "1"));
}

/// A logger that runs loops of its own, under settings of its own.
struct Looping;

thread_local! {
    static IS_LOGGING: Cell<bool> = const { Cell::new(false) };
}

static LOGGED: AtomicUsize = AtomicUsize::new(0);

impl log::Log for Looping {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, _: &log::Record<'_>) {
        if !IS_LOGGING.replace(true) {
            run();
            host(3).scope(run);
            Settings::from_environment().install();
            IS_LOGGING.set(false);
            LOGGED.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn flush(&self) {}
}

fn with_a_logger_that_loops() {
    log::set_logger(&Looping).expect("the only logger");
    log::set_max_level(log::LevelFilter::Trace);
    run_everywhere();
    let began = Instant::now();
    // Until the loop has been kept on disk.
    while began.elapsed() < Duration::from_millis(300) {
        run();
    }
    assert!(LOGGED.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_logger_may_run_loops() {
    let folder = tempfile::tempdir().expect("a folder");
    for (cache, device) in [(folder.path(), "any"), (folder.path(), "any"), (Path::new("/dev/null"), "gpuu")] {
        let mut command = command("logger");
        command.env("SCAN_CACHE_DIR", cache).env("SCAN_DEVICE", device);
        // What is logged of devices is another matter.
        told(command.env("SCAN_OPENCL_LIBRARY", "/no/such/library.so"));
    }
}

#[test]
fn wrong_settings_are_said_once_on_standard_error() {
    let wrong = [
        ("SCAN_DEVICE", "gpuu"),
        ("SCAN_CHECK", "maybe"),
        ("SCAN_COPY", "2"),
        ("SCAN_DEVICE_MEMORY", "xyz"),
        ("SCAN_THREADS", "abc"),
        ("SCAN_THREADS", "1000000"),
        ("SCAN_CACHE_DIR", "/dev/null"),
    ];
    for (name, value) in wrong {
        let told = told(command("run").env("SCAN_DEVICE", "any").env("SCAN_CACHE_DIR", "off").env(name, value));
        let lines: Vec<&str> = told.lines().filter(|line| line.contains("scan-runtime: ") && line.contains(value)).collect();
        let has_device = !scan_runtime::devices().is_empty();
        // The folder is looked at where something is to be kept.
        let expected = usize::from(name != "SCAN_CACHE_DIR" || has_device);
        assert_eq!(lines.len(), expected, "{name}={value}: {told}");
    }
}

/// A value that is carried, of 16 KiB.
#[repr(C)]
#[derive(Clone, Copy)]
struct Large {
    all: [u64; 2048],
}

declared_struct! {
    Large = "Large" { all: [u64; 2048] = "all" }
    // SAFETY: it defines such a struct.
    unsafe { Vouched::new(&["typedef struct {\n    ulong all[2048];\n} Large;"]) }
}

// SAFETY: the text chooses.
unsafe impl Semigroup<launch::Max> for Large {
    const COMBINE: &'static str = "return left.all[0] < right.all[0] ? right : left;";

    fn combine(earlier: Self, later: Self) -> Self {
        if earlier.all[0] < later.all[0] { later } else { earlier }
    }
}

#[test]
fn values_that_are_too_large_for_a_thread_s_stack_are_carried_by_the_loop_as_written() {
    static LOOP: launch::Loop = on_host("large");
    let (x, mut greatest) = (numbers(3000), vec![0; 3000]);
    let range = launch::Range::ascending(0, x.len());
    let start = Large { all: [0; 2048] };
    let carry = host(2).scope(|| {
        launch::Launch::new(&LOOP, range, Some(start), launch::Max)
            .input(&x, &[Affine::new(1, 0)])
            .output(&mut greatest, Affine::new(1, 0))
            .run(|i, ()| Large { all: [x[i].unsigned_abs().into(); 2048] }, |_, _, after, ()| ((), after.all[1]))
    });
    assert!(carry.is_none());
    assert!(last_report().and_then(|report| report.reason).is_some_and(|why| why.contains("too large for the stacks")));
}

#[test]
fn a_panic_of_the_users_in_a_launch_spoils_nothing_for_others() {
    static LOOP: launch::Loop = on_host("panics").stores_never_panic();
    let fails = RefCell::new(0);
    for trial in 0..20 {
        let (x, mut y) = (numbers(N), vec![0; N]);
        let element = |i: usize| if trial % 2 == 0 && i == N / 3 { panic!("the user's") } else { x[i] };
        let carry = host(4).scope(|| {
            launch::Launch::new(&LOOP, launch::Range::ascending(0, N), Some(0), launch::Add)
                .input(&x, &[Affine::new(1, 0)])
                .output(&mut y, Affine::new(1, 0))
                .run(|i, ()| element(i), |_, _, after, ()| ((), after))
        });
        *fails.borrow_mut() += usize::from(carry.is_none());
        run_everywhere();
    }
    assert_eq!(fails.into_inner(), 10);
}
