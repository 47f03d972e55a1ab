//! Programs are kept on disk, and only those that are whole and of this device are used.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::cache::with_contents;

/// A device that has built nothing yet, as another process has it.
fn fresh() -> Option<Device> {
    let device = device()?;
    Some(device.taken_for(device.info.clone()))
}

/// Runs `SUM` of `n` numbers on a device that has built nothing, and says whether the program came from the disk.
#[track_caller]
fn run_fresh(cache: &CacheChoice, algorithm: Algorithm, n: usize) -> bool {
    let device = fresh().expect("a device");
    run_on(&device, cache, algorithm, n);
    device.opened().expect("it was used").programs.loaded() > 0
}

#[track_caller]
fn run_on(device: &Device, cache: &CacheChoice, algorithm: Algorithm, n: usize) {
    let (x, mut y) = (numbers(n), vec![0; n]);
    let kernels = SUM.kernels(algorithm);
    let start = 7i32.to_ne_bytes();
    let outcome = run(
        device,
        &Job {
            inputs: vec![window(&x, 0)],
            outputs: vec![output(&mut y, 1)],
            captures: vec![capture(&3i32.to_ne_bytes())],
            cache,
            ..job(&kernels, n, &start)
        },
    );
    outcome.expect("it runs");
    assert_eq!(y, sums(&x, 3, 7));
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

/// A folder that does not exist yet, as where entries will be and as a choice, and what removes it.
fn folder() -> (tempfile::TempDir, PathBuf, CacheChoice) {
    let guard = tempfile::tempdir().expect("a folder");
    let path = guard.path().join("kept/here");
    (guard, path.join("scanc"), CacheChoice::Folder(path))
}

#[test]
fn a_program_is_built_once_for_all_processes() {
    if device().is_none() {
        return;
    }
    let (_guard, path, cache) = folder();
    for algorithm in ALGORITHMS {
        assert!(!run_fresh(&cache, algorithm, 1000), "{algorithm:?}");
        assert!(run_fresh(&cache, algorithm, 1000), "{algorithm:?}");
        // Longer than it was ever run.
        assert!(run_fresh(&cache, algorithm, 1003), "{algorithm:?}");
    }
    assert_eq!(entries(&path).len(), ALGORITHMS.len());
    assert!(!run_fresh(&CacheChoice::Nothing, Algorithm::Blelloch, 1000));
}

#[test]
fn a_program_that_is_spoilt_is_built_again_and_kept_anew() {
    if device().is_none() {
        return;
    }
    let (_guard, path, cache) = folder();
    let algorithm = Algorithm::ReduceThenScan;
    run_fresh(&cache, algorithm, 1000);
    let entry = entries(&path).pop().expect("an entry");
    let whole = fs::read(&entry).expect("bytes");
    let mut wrong = whole.clone();
    *wrong.last_mut().expect("bytes") ^= 1;
    for bytes in [&whole[..whole.len() / 2], &whole[..10], &wrong, b"", b"something else"] {
        fs::write(&entry, bytes).expect("written");
        assert!(!run_fresh(&cache, algorithm, 1000));
        assert!(run_fresh(&cache, algorithm, 1000));
    }
    fs::remove_file(&entry).expect("removed");
    fs::create_dir(&entry).expect("a folder in its place");
    assert!(!run_fresh(&cache, algorithm, 1000));
}

/// The folder has whole entries that are no programs, or lack the kernels: as after a driver's update that changes no version.
#[test]
fn a_binary_that_the_driver_refuses_is_built_again() {
    let Some(device) = fresh() else { return };
    let (_guard, path, cache) = folder();
    let algorithm = Algorithm::ReduceThenScan;
    let opened = device.opened().expect("it opens");
    run_fresh(&cache, algorithm, 1000);
    let other = "__kernel void other(__global int *x) { x[0] = 1; }";
    let program = opened.context.program(other).expect("a program");
    program.build(device.info.id, "").expect("it builds");
    for binary in [program.binary().expect("a binary"), vec![0; 4], b"no program at all".repeat(100)] {
        let entry = entries(&path).pop().expect("an entry");
        fs::write(&entry, with_contents(&fs::read(&entry).expect("bytes"), &binary)).expect("written");
        assert!(!run_fresh(&cache, algorithm, 1000));
        assert!(run_fresh(&cache, algorithm, 1000));
    }
}

/// The driver takes the binary, and the kernels have the right names, but are not those of the loop.
#[test]
fn a_kept_program_that_does_not_run_is_built_again() {
    let Some(device) = fresh() else { return };
    let (_guard, path, cache) = folder();
    let algorithm = Algorithm::ReduceThenScan;
    run_fresh(&cache, algorithm, 1000);
    let entry = entries(&path).pop().expect("an entry");
    let opened = device.opened().expect("it opens");
    let names = ["reduce_tiles", "scan_totals", "scan_tiles"];
    let others = names.map(|name| format!("__kernel void {name}(__global int *x) {{ x[0] = 1; }}\n")).concat();
    let program = opened.context.program(&others).expect("a program");
    program.build(device.info.id, "").expect("it builds");
    let binary = program.binary().expect("a binary");
    fs::write(&entry, with_contents(&fs::read(&entry).expect("bytes"), &binary)).expect("written");
    assert!(!run_fresh(&cache, algorithm, 1000));
    assert!(run_fresh(&cache, algorithm, 1000), "kept anew");
}

#[test]
fn a_folder_that_cannot_be_used_costs_nothing_but_the_cache() {
    if device().is_none() {
        return;
    }
    let guard = tempfile::tempdir().expect("a folder");
    let file = guard.path().join("file");
    fs::write(&file, "").expect("written");
    for path in [file.join("below"), file] {
        let cache = CacheChoice::Folder(path);
        assert!(!run_fresh(&cache, Algorithm::ReduceThenScan, 1000));
        assert!(!run_fresh(&cache, Algorithm::ReduceThenScan, 1000));
    }
}

#[test]
fn several_may_build_and_keep_the_same_at_once() {
    if device().is_none() {
        return;
    }
    let (_guard, path, cache) = folder();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| run_fresh(&cache, Algorithm::ReduceThenScan, 1000));
        }
    });
    assert_eq!(entries(&path).len(), 1);
    assert!(run_fresh(&cache, Algorithm::ReduceThenScan, 1000));
}
