//! What a program sees of OpenCL with and without a library. The library is chosen once in a process, so each case is a process:
//! this test runs itself again.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Set in the inner process: what to do there.
const ROLE: &str = "SCAN_OPENCL_TEST_ROLE";
const LIBRARY: &str = "SCAN_OPENCL_LIBRARY";

/// This executable's `inner` with the library `path`.
fn process(role: &str, path: &str) -> Command {
    let itself = std::env::current_exe().expect("a running test has a path");
    let mut command = Command::new(itself);
    command.args(["--exact", "inner", "--nocapture", "--test-threads=1"]).env(ROLE, role).env(LIBRARY, path);
    command
}

fn inner_with(role: &str, path: &str) -> Output {
    process(role, path).output().expect("the test can run itself")
}

fn check(role: &str, path: &str, expected: &str) {
    let output = inner_with(role, path);
    let (told, failed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{path}: {failed}");
    assert!(told.contains(expected), "{path}: {told}");
}

/// Not a test of its own: the inner process of the others.
#[test]
fn inner() {
    match std::env::var(ROLE).as_deref() {
        Ok("list") => list(),
        Ok("call") => call(),
        _ => {}
    }
}

fn list() {
    match scan_opencl::platforms() {
        Ok(platforms) => println!("{} platforms", platforms.len()),
        Err(error) => println!("error: {error}"),
    }
}

/// Calls of each sort of function, as a program would make them that does not know of this crate.
fn call() {
    use std::ptr::{null, null_mut};
    let (mut count, mut code) = (0, 0);
    // SAFETY: null pointers and places to write to, where OpenCL allows them.
    unsafe {
        println!("status {}", ocl::ffi::clGetPlatformIDs(0, null_mut(), &mut count));
        let context = ocl::ffi::clCreateContext(null(), 0, null(), None, null_mut(), &mut code);
        println!("object {} {code}", context.is_null());
        let context = ocl::ffi::clCreateContext(null(), 0, null(), None, null_mut(), null_mut());
        println!("no place for the code: {}", context.is_null());
    }
}

#[test]
fn without_a_library_there_is_a_reason_at_once() {
    let start = Instant::now();
    check("list", "/nonexistent/libOpenCL.so", "error: no OpenCL library: /nonexistent/libOpenCL.so");
    assert!(start.elapsed() < Duration::from_secs(5), "waited for a platform");
}

#[test]
fn without_a_library_calls_fail_as_without_a_platform() {
    check("call", "/nonexistent", "status -1001\nobject true -1001\nno place for the code: true\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_of_something_else_is_told_apart() {
    check("list", "libc.so.6", "error: libc.so.6 is no OpenCL library");
}

#[test]
fn an_empty_name_means_the_systems_library() {
    let output = inner_with("list", "");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains(" platforms") || told.contains("libOpenCL.so.1"), "{told}");
}

#[test]
fn the_devices_of_the_systems_library_are_described() {
    let Ok(platforms) = scan_opencl::platforms() else { return };
    for device in platforms.iter().flat_map(|platform| &platform.devices) {
        assert!(!device.name.is_empty() && device.version.starts_with("OpenCL "), "{device:?}");
        assert!(device.compute_units > 0 && device.max_group_size > 0 && device.max_buffer > 0, "{device:?}");
    }
}

/// Drivers need not have the OpenCL functions as symbols.
#[cfg(target_os = "linux")]
#[test]
fn a_driver_may_be_named_instead_of_a_loader() {
    const DRIVER: &str = "libpocl.so.2";
    let output = inner_with("list", DRIVER);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("1 platforms") || told.contains(&format!("error: no OpenCL library: {DRIVER}")), "{told}");
}

/// Where nobody has registered a driver the one of a GPU is opened itself. PoCL stands for it here.
#[cfg(target_os = "linux")]
#[test]
fn a_driver_that_is_not_registered_is_found() {
    let folder = std::env::temp_dir().join(format!("scan-opencl-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let pocl = ["/usr/lib/x86_64-linux-gnu/libpocl.so.2", "/usr/lib/aarch64-linux-gnu/libpocl.so.2"];
    if let Some(pocl) = pocl.iter().find(|pocl| std::path::Path::new(pocl).exists()) {
        std::os::unix::fs::symlink(pocl, folder.join("libnvidia-opencl.so.1")).expect("a link");
        let output = process("list", "")
            .env("OCL_ICD_VENDORS", &folder)
            .env("LD_LIBRARY_PATH", &folder)
            .output()
            .expect("the test can run itself");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("1 platforms"), "{told}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
