//! What goes wrong is told, and leaves the arrays as they were.

use std::fs;

use super::*;
use crate::device::check::check_arithmetic;

/// `for i in 1..=n { y[i] = y[i - 1] + 100 / x[i - 1] }`, where a division by zero panics.
pub(super) static QUOTIENTS: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *x, const long x_from, const long first, const ulong n, __global int *panicked
     #define STORE_PARAMETERS __global const int *x, const long x_from, __global int *y, const long y_from, \\
         const long first, const ulong n, __global int *panicked
     #define LOOP_ARGUMENTS x, x_from, first, n, panicked
     int quotient(const int divisor, __global int *panicked)
     {
         if (divisor == 0)
             *panicked = 1;
         return divisor == 0 ? 0 : 100 / divisor;
     }
     #define ELEMENT(i) quotient(x[(i) - 1 - x_from], panicked)
     #define STORE(i, before, after) y[(i) - y_from] = after
    "
);

fn run_quotients(device: &Device, algorithm: Algorithm, x: &[i32], y: &mut [i32]) -> Result<Outcome, Error> {
    let kernels = QUOTIENTS.kernels(algorithm).may_panic();
    let start = 0i32.to_ne_bytes();
    run(device, &Job { inputs: vec![window(x, 0)], outputs: vec![output(y, 1)], ..job(&kernels, x.len(), &start) })
}

#[test]
fn a_panic_leaves_the_outputs_as_they_were() {
    for (device, algorithm) in everywhere() {
        let mut x = vec![3; 70_000];
        let mut y = vec![-1; x.len()];
        x[69_999] = 0;
        let error = run_quotients(device, algorithm, &x, &mut y).expect_err("a division by zero");
        assert!(matches!(error, Error::Panicked), "{error}");
        assert!(y.iter().all(|&y| y == -1), "{algorithm:?}");
        // The flag is no longer set for the next one.
        x[69_999] = 3;
        run_quotients(device, algorithm, &x, &mut y).expect("it runs");
        assert_eq!(y[69_999], 33 * 70_000);
    }
}

#[test]
fn a_kernel_that_does_not_build_shows_the_compilers_log() {
    let Some(device) = device() else { return };
    let kernels = SUM.kernels(Algorithm::ReduceThenScan).any("__kernel void reduce_tiles() { undeclared = 1; }");
    for _ in 0..2 {
        let error = run(device, &job(&kernels, 10, &[0; 4])).expect_err("it does not build");
        assert!(matches!(&error, Error::Build { log } if log.contains("undeclared")), "{error}");
    }
}

#[test]
fn a_kernel_that_is_missing_is_named_by_the_call() {
    let Some(device) = device() else { return };
    let kernels = SUM.kernels(Algorithm::Blelloch).any("__kernel void other() { }");
    let error = run(device, &job(&kernels, 10, &[0; 4])).expect_err("there is no such kernel");
    assert_eq!(error.to_string(), "clCreateKernel failed: CL_INVALID_KERNEL_NAME (-46)");
}

#[test]
fn a_value_of_another_size_than_the_parameter_is_refused() {
    let Some(device) = device() else { return };
    let (x, mut y) = (numbers(10), vec![-1; 10]);
    let kernels = SUM.kernels(Algorithm::ReduceThenScan);
    let error = run(
        device,
        &Job {
            inputs: vec![window(&x, 0)],
            outputs: vec![output(&mut y, 1)],
            captures: vec![capture(&[1, 0])],
            ..job(&kernels, x.len(), &0i32.to_ne_bytes())
        },
    );
    let error = error.expect_err("two bytes for an int");
    assert!(matches!(error, Error::OpenCl(call) if call.call == "clSetKernelArg"), "{error}");
    assert_eq!(y, [-1; 10]);
}

#[test]
fn arrays_that_are_too_large_are_refused_before_anything_runs() {
    let Some(device) = device() else { return };
    let kernels = SUM.kernels(Algorithm::ReduceThenScan);
    let bytes = usize::try_from(device.info.max_buffer).expect("an address") + 4;
    // Memory that is not there: nobody may touch it.
    let nowhere = Window {
        pointer: std::ptr::without_provenance_mut(8),
        bytes,
        element: 4,
        from: 0,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    };
    let start = 0i32.to_ne_bytes();
    let error = run(device, &Job { inputs: vec![nowhere], ..job(&kernels, bytes / 4, &start) }).expect_err("too large");
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
}

#[test]
fn arithmetic_that_the_device_lacks_is_refused() {
    let Some(device) = device() else { return };
    let kernels = SUM.kernels(Algorithm::ReduceThenScan);
    let start = 0i32.to_ne_bytes();
    let mut info = device.info.clone();
    (info.has_fp64, info.has_rounded_division, info.has_subnormals) = (false, false, false);
    let refusal =
        |kernels: &Kernels, source| check_arithmetic(&info, &job(kernels, 10, &start), source).err().map(|e| e.to_string());
    assert_eq!(refusal(&kernels, ""), None);
    let told = refusal(&kernels.needs_fp64(), "");
    assert_eq!(told.as_deref(), Some("the device lacks f64 (cl_khr_fp64)"));
    assert!(refusal(&kernels.needs_rounded_division(), "").is_some_and(|told| told.contains("division")));
    assert!(refusal(&kernels, "typedef float scan_t;").is_some_and(|told| told.contains("subnormal")));
}

#[test]
fn kernels_are_written_once_with_their_options() {
    let Some(device) = device() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let x = numbers(10);
    let kernels = SUM.kernels(Algorithm::HillisSteele);
    let emitted = |folder: &std::path::Path| {
        let mut y = vec![0; x.len()];
        let outcome = run(
            device,
            &Job {
                definitions: "// open types\n".to_owned(),
                inputs: vec![window(&x, 0)],
                outputs: vec![output(&mut y, 1)],
                captures: vec![capture(&1i32.to_ne_bytes())],
                emit_dir: Some(folder.to_owned()),
                ..job(&kernels, x.len(), &0i32.to_ne_bytes())
            },
        );
        outcome.expect("it runs").source_path
    };
    let path = emitted(&folder.path().join("new/folder")).expect("a file");
    let text = fs::read_to_string(&path).expect("text");
    assert!(text.starts_with("// Built with: -cl-std=CL1.2 -D GROUP_SIZE="), "{text}");
    assert!(text.ends_with(&format!("// open types\n{}", kernels.in_groups_of(2).expect("a program"))));
    assert_eq!(emitted(&folder.path().join("new/folder")), Some(path.clone()));
    assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("a folder").count(), 1);
    // A folder that cannot be is no reason to fail.
    assert_eq!(emitted(&path.join("below a file")), None);
}
