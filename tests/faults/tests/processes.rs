//! Loops in processes that are hard on them: many threads, tasks, destructors, children, no threads; and drivers that talk nonsense.
//!
//! Each run is a process of its own. `--features long` (as `tests/run --long` passes) has many more of them.

#![cfg(unix)]

mod common;

use common::{Ended, for_each, run, unique};

/// What happens by chance is tried so often.
const TIMES: usize = if cfg!(feature = "long") { 60 } else { 2 };

/// The devices of PoCL, and how loops are to use them: the one that has threads of its own, the one that has none, and several.
const DEVICES: [(&str, &str); 3] = [("pthread", "any"), ("basic", "any"), ("pthread basic basic", "all")];

/// A run with a new cache, on these devices.
fn cold(arguments: &[&str], (pocl, device): (&str, &str), more: &[(&str, &str)]) -> Ended {
    let cache = unique("cache");
    let cache_dir = cache.to_str().expect("a path of ours");
    let mut variables = vec![("SCAN_CACHE_DIR", cache_dir), ("POCL_DEVICES", pocl), ("SCAN_DEVICE", device)];
    variables.extend(more);
    let ended = run(arguments, &variables);
    // There may have been nothing to keep.
    let _ = std::fs::remove_dir_all(cache);
    ended
}

#[track_caller]
fn assert_right(ended: &Ended) {
    assert!(ended.code == Some(0) && !ended.hung && !ended.told.contains("panicked"), "{ended:?}");
}

/// Right, on a device where there is one, and with as many objects given up as made.
#[track_caller]
fn assert_right_on_device(ended: &Ended) {
    assert_right(ended);
    let ran = ended.calls.contains_key("clEnqueueNDRangeKernel");
    assert!(ran || std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "on no device: {ended:?}");
    assert!(ended.objects.values().all(|(made, given_up)| made == given_up), "{ended:?}");
}

#[test]
fn sixteen_threads_launch_on_one_device_and_on_several() {
    for devices in DEVICES {
        for copies in ["0", "1"] {
            (0..TIMES).for_each(|_| assert_right_on_device(&cold(&["threads", "1"], devices, &[("SCAN_COPY", copies)])));
        }
    }
}

#[test]
fn tasks_that_launch_wait_for_no_other_task_with_a_cold_cache() {
    for threads in ["4", "16"] {
        for _ in 0..TIMES {
            let more = [("SCAN_COPY", "1"), ("RAYON_NUM_THREADS", threads)];
            assert_right_on_device(&cold(&["tasks", "1"], DEVICES[0], &more));
        }
    }
}

#[test]
fn loops_run_in_destructors_of_threads() {
    DEVICES.iter().for_each(|devices| assert_right_on_device(&cold(&["destructor", "1"], *devices, &[])));
}

#[test]
fn loops_run_after_the_end_of_drivers() {
    DEVICES.iter().for_each(|devices| assert_right(&cold(&["ending", "1"], *devices, &[])));
}

#[test]
fn loops_of_a_forked_child_run_as_written() {
    (0..TIMES).for_each(|_| assert_right_on_device(&cold(&["fork", "1"], DEVICES[0], &[])));
    assert_right(&cold(&["fork", "1"], ("pthread", "host"), &[]));
}

/// Nobody but Linux says which thread is the main one.
#[cfg(target_os = "linux")]
#[test]
fn loops_run_elsewhere_while_opencl_is_opened() {
    let cache = unique("cache");
    let variables = [("SCAN_CACHE_DIR", cache.to_str().expect("a path of ours")), ("POCL_DEVICES", "pthread")];
    // The first process finds out that a device runs the loop best.
    let learning = run(&["learning", "1"], &variables);
    if !learning.calls.contains_key("clEnqueueNDRangeKernel") {
        return assert!(std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "on no device: {learning:?}");
    }
    assert_right(&learning);
    for _ in 0..TIMES {
        assert_right_on_device(&run(&["opening", "1"], &variables));
        assert_right(&run(&["opening_and_ending", "1"], &variables));
        assert_right_on_device(&run(&["opening_and_forking", "1"], &variables));
        let broken = [variables[0], variables[1], ("FAULTS", "clGetDeviceIDs:1:-5:refuse:always")];
        assert_right(&run(&["opening_in_silence", "1"], &broken));
    }
    // There may have been nothing to keep.
    let _ = std::fs::remove_dir_all(cache);
}

#[test]
fn loops_run_where_no_thread_is_to_be_had() {
    // Root has as many threads as there are, so the victim becomes somebody else: who may look at less.
    for program in ["alone", "left_alone"] {
        let ended = run(&[program, "1"], &[("SCAN_CACHE_DIR", "off"), ("POCL_DEVICES", "pthread basic basic")]);
        assert_right(&ended);
        assert!(!ended.told.contains("SKIPPED") || std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "{ended:?}");
    }
}

#[test]
fn a_log_may_run_loops_itself() {
    for copies in ["0", "1"] {
        assert_right_on_device(&cold(&["log"], DEVICES[0], &[("SCAN_COPY", copies)]));
        assert_right(&cold(&["log"], ("pthread", "any"), &[("SCAN_COPY", copies), ("FAULTS", "clFinish:3:-5:refuse:always")]));
        // What is wrong with the settings is logged while they are read.
        assert_right(&cold(&["log"], ("pthread", "nonsense"), &[("SCAN_THREADS", "nonsense")]));
    }
}

#[test]
fn a_log_may_run_loops_itself_when_it_is_told_of_a_call_that_others_wait_for() {
    let calls = [
        ("clGetKernelWorkGroupInfo", 1),
        ("clFlush", 1),
        ("clFlush", 2),
        ("clFinish", 1),
        ("clFinish", 2),
        ("clEnqueueUnmapMemObject", 1),
        ("clGetEventInfo", 1),
        ("clGetProgramInfo", 1),
        ("clReleaseEvent", 1),
        ("clReleaseKernel", 1),
    ];
    for_each(&calls, |(function, call)| {
        for copies in ["0", "1"] {
            let fault = format!("{function}:{call}:-5:refuse:once");
            let ended = cold(&["warnings"], DEVICES[0], &[("SCAN_COPY", copies), ("FAULTS", &fault)]);
            assert!(ended.code == Some(0) && !ended.hung, "{fault}: {ended:?}");
        }
    });
}

#[test]
fn nothing_is_written_late_where_a_device_is_slow_and_waiting_for_it_fails() {
    let faults = [
        "clFinish:1:-36:refuse:always",
        "clFinish:2:-36:refuse:once",
        "clFinish:1:-5:after:always",
        "clWaitForEvents:1:-5:refuse:always",
        "clGetEventInfo:1:-5:refuse:always",
        "clEnqueueReadBuffer:1:-5:refuse:always",
        "clEnqueueMapBuffer:1:-12:refuse:once",
        "clEnqueueNDRangeKernel:1:-5:after:once",
        "clEnqueueNDRangeKernel:2:-5:refuse:once",
        "lost:9:-2:refuse:always",
    ];
    let cases: Vec<_> = faults.iter().flat_map(|fault| DEVICES.map(|devices| (*fault, devices))).collect();
    for_each(&cases, |(fault, devices)| {
        // PoCL's `basic` waits for itself where a command waits for an event of the host's.
        let slowness = if devices.0 == "pthread" { "150" } else { "0" };
        let ended = cold(&["late", "1"], *devices, &[("FAULTS", fault), ("FAULTS_SLOW", slowness), ("SCAN_COPY", "0")]);
        assert!(ended.code == Some(0) && !ended.hung, "{fault}: {ended:?}");
    });
}

#[test]
fn kernels_in_place_that_are_begun_by_a_call_which_fails_have_results() {
    for call in 1..=4 {
        let fault = format!("clEnqueueNDRangeKernel:{call}:-54:after:once");
        assert_right_on_device(&cold(&["in_place", "3"], DEVICES[0], &[("SCAN_COPY", "0"), ("FAULTS", &fault)]));
    }
}

#[test]
fn arrays_in_place_are_put_back_where_they_are_kept_to_be_checked_and_the_device_is_lost() {
    let calls: Vec<u32> = (1..=40).collect();
    for_each(&calls, |call| {
        let fault = format!("lost:{call}:-2:refuse:always");
        assert_right(&cold(&["in_place"], DEVICES[0], &[("SCAN_CHECK", "1"), ("SCAN_COPY", "0"), ("FAULTS", &fault)]));
    });
}

#[test]
fn a_device_whose_context_fails_once_is_used_the_next_time() {
    for function in ["clCreateContext", "clCreateCommandQueue", "clGetPlatformIDs", "clGetDeviceIDs", "clGetDeviceInfo"] {
        let ended = cold(&["scan", "3"], DEVICES[0], &[("FAULTS", &format!("{function}:1:-5:refuse:once"))]);
        assert_right_on_device(&ended);
    }
}

#[test]
fn all_ranks_end_with_the_right_results_where_the_device_of_one_fails() {
    assert_right_on_device(&cold(&["ranks", "3"], DEVICES[0], &[]));
    let calls =
        ["clCreateContext", "clCreateBuffer", "clBuildProgram", "clCreateKernel", "clEnqueueNDRangeKernel", "clFinish", "lost"];
    // Out of memory, at first and somewhere in between.
    let failures = calls.iter().flat_map(|call| [1, 4].map(|number| (call, number)));
    let faults: Vec<_> = failures
        .flat_map(|(call, number)| ["once", "always"].map(|long| format!("{call}:{number}:-4:refuse:{long}")))
        .chain(["after", "status", "abandon"].map(|how| format!("clEnqueueNDRangeKernel:2:-5:{how}:always")))
        .collect();
    for_each(&faults, |fault| {
        for copies in ["0", "1"] {
            let ended = cold(&["ranks", "2"], DEVICES[0], &[("FAULTS", fault), ("SCAN_COPY", copies)]);
            assert_right(&ended);
            let is_sure = fault.starts_with("clEnqueueNDRangeKernel") && fault.ends_with("always");
            let has_failed = ended.told.contains("failed") || std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none();
            assert!(has_failed || !is_sure, "{fault}: nothing has failed: {ended:?}");
        }
    });
}

/// What is asked of devices (`clGetDeviceInfo`) that is a number.
const NUMBERS: [&str; 14] = [
    "0x1000", "0x1002", "0x1004", "0x1005", "0x100d", "0x1010", "0x1019", "0x101b", "0x101f", "0x1023", "0x1027", "0x1028",
    "0x1032", "0x1035",
];
/// And what is text.
const TEXTS: [&str; 5] = ["0x102b", "0x102c", "0x102d", "0x102f", "0x1030"];

/// What a driver may say instead of the truth.
fn lies() -> Vec<String> {
    let mut lies = Vec::new();
    let mut add = |function: &str, parameters: &[&str], kind: &str, values: &[&str]| {
        let all = parameters.iter().flat_map(|parameter| values.iter().map(move |value| (parameter, value)));
        lies.extend(all.map(|(parameter, value)| format!("{function}:{parameter}:{kind}:{value}")));
    };
    let numbers = ["0", "1", "4294967295", "18446744073709551615"];
    let sizes = ["0", "1", "3", "1000000000000000", "18446744073709551615"];
    let texts = ["", "00", "ff", "fffe00ff", "2525732525"];
    add("clGetDeviceInfo", &NUMBERS, "number", &numbers);
    add("clGetDeviceInfo", &NUMBERS, "size", &sizes);
    add("clGetDeviceInfo", &TEXTS, "size", &sizes);
    add("clGetDeviceInfo", &TEXTS, "bytes", &texts);
    add("clGetPlatformInfo", &["0x901", "0x902", "0x903"], "bytes", &texts);
    add("clGetPlatformInfo", &["0x901", "0x902", "0x903"], "size", &sizes);
    add("clGetKernelWorkGroupInfo", &["0x11b0", "0x11b2"], "number", &numbers);
    add("clGetProgramInfo", &["0x1165"], "number", &["0", "1", "1000000000000000", "18446744073709551615"]);
    add("clGetEventProfilingInfo", &["0x1282", "0x1283"], "number", &numbers);
    add("clGetPlatformIDs", &["*"], "count", &["0", "2", "4294967295"]);
    add("clGetDeviceIDs", &["*"], "count", &["0", "2", "1000", "4294967295"]);
    lies
}

#[test]
fn a_driver_may_say_anything_of_itself() {
    for_each(&lies(), |lie| {
        let ended = cold(&["scan"], DEVICES[0], &[("FAULTS_ANSWER", lie), ("SCAN_PROFILE", "/dev/null")]);
        assert!(ended.code == Some(0) && !ended.hung && !ended.told.contains("panicked"), "{lie}: {ended:?}");
    });
    // A compiler that has more to say than there is memory for.
    let endless =
        [("FAULTS", "clBuildProgram:1:-11:refuse:always"), ("FAULTS_ANSWER", "clGetProgramBuildInfo:*:size:1000000000000000")];
    assert_right(&cold(&["scan"], DEVICES[0], &endless));
}
