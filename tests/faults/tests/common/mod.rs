//! Runs of the victim, each a process.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// What takes longer hangs.
const TOO_LONG: Duration = Duration::from_secs(120);

/// What became of it.
#[derive(Debug)]
pub struct Ended {
    /// The exit code, `None` after a signal.
    pub code: Option<i32>,
    /// It was ended, as it took too long.
    pub hung: bool,
    /// Standard error.
    pub told: String,
    /// How often each function was called.
    pub calls: BTreeMap<String, u64>,
    /// How many objects of each kind were made and given up.
    pub objects: BTreeMap<String, (u64, u64)>,
}

/// The library that fails: beside the test's executable, or, as one that a sanitizer is built into can be opened by nobody, built apart.
fn library() -> PathBuf {
    let itself = std::env::current_exe().expect("a running test has a path");
    std::env::var_os("SCAN_TESTS_FAULTS").map_or_else(|| itself.with_file_name("libscan_faults.so"), PathBuf::from)
}

/// A folder for this process.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder")).path()
}

/// A name in that folder that nobody else has.
pub fn unique(name: &str) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    folder().join(format!("{name}-{}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Runs a program to its end, with these variables and no others of the runtime's or the library's.
pub fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
    let counts = unique("counts");
    let mut command = Command::new(env!("CARGO_BIN_EXE_victim"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SCAN_") || name.to_string_lossy().starts_with("FAULTS") {
            command.env_remove(name);
        }
    }
    command.args(arguments).env("SCAN_OPENCL_LIBRARY", library()).env("FAULTS_COUNTS", &counts);
    // What PoCL compiles it compiles once.
    command.env("POCL_CACHE_DIR", folder().join("pocl")).env("RUST_BACKTRACE", "0").envs(variables.iter().copied());
    let ended = to_the_end(command);
    let (calls, objects) = counted(&counts);
    // It may have got to no counts.
    let _ = std::fs::remove_file(counts);
    Ended { calls, objects, ..ended }
}

fn to_the_end(mut command: Command) -> Ended {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the victim starts");
    let mut errors = child.stderr.take().expect("it is piped");
    let reader = thread::spawn(move || {
        let mut told = Vec::new();
        // What is cut short is told as far as it goes.
        let _ = errors.read_to_end(&mut told);
        String::from_utf8_lossy(&told).into_owned()
    });
    let hung = wait(&mut child);
    let code = child.wait().expect("a child").code();
    let told = reader.join().expect("the reader ends with the pipe");
    Ended { code, hung, told, calls: BTreeMap::new(), objects: BTreeMap::new() }
}

/// Waits for the end, or brings it about.
fn wait(child: &mut Child) -> bool {
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > TOO_LONG {
            // It may have ended just now.
            let _ = child.kill();
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}

/// What a file of counts says: lines such as `calls clFinish 3`, `created event 2`.
fn counted(path: &Path) -> (BTreeMap<String, u64>, BTreeMap<String, (u64, u64)>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let (mut calls, mut objects) = (BTreeMap::new(), BTreeMap::<String, (u64, u64)>::new());
    for line in text.lines() {
        let [what, of, count] = *line.split(' ').collect::<Vec<_>>() else { panic!("{line}") };
        let count = count.parse().expect("a number");
        match what {
            "calls" => _ = calls.insert(of.to_owned(), count),
            "created" => objects.entry(of.to_owned()).or_default().0 = count,
            _ => objects.entry(of.to_owned()).or_default().1 = count,
        }
    }
    (calls, objects)
}

/// Does something with each of these, as many at once as there are processors. The results are in the order of what they are of.
pub fn for_each<T: Sync, R: Send>(all: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(number) else { return done };
            done.push((number, act(one)));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..thread::available_parallelism().map_or(1, usize::from)).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().flat_map(|thread| thread.join().expect("a panic of the test's own"));
        done.collect::<BTreeMap<_, _>>().into_values().collect()
    })
}
