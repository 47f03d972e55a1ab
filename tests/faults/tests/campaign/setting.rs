//! What a campaign is about: a program, and how its loops reach their devices.

use std::fmt;

use crate::common::{Ended, folder, run, unique};
use crate::outcome::{Case, cases_of, is_flawless};

const PROGRAMS: [&str; 6] = ["scan", "in_place", "struct", "compaction", "region", "batches"];

/// A setting.
pub struct Setting {
    pub number: usize,
    pub program: &'static str,
    /// Arrays are copied to the device.
    pub copies: bool,
    pub devices: Devices,
    /// Programs were kept by an earlier process.
    pub are_kept: bool,
}

/// The loops' devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    One,
    Three,
    /// One that is taken for a graphics processor with memory of its own: long arrays reach it by way of pinned memory, and what is asked for
    /// comes back so.
    Apart,
}

/// All settings.
pub fn settings() -> Vec<Setting> {
    let mut all = Vec::new();
    for are_kept in [true, false] {
        let mut add = |program, copies, devices| all.push(Setting { number: all.len(), program, copies, devices, are_kept });
        for devices in [Devices::One, Devices::Three] {
            for copies in [false, true] {
                PROGRAMS.iter().for_each(|program| add(program, copies, devices));
            }
        }
        ["long", "columns", "compaction", "region"].iter().for_each(|program| add(program, true, Devices::Apart));
    }
    all
}

impl Devices {
    fn variables(self) -> &'static [(&'static str, &'static str)] {
        // CL_DEVICE_TYPE, CL_DEVICE_HOST_UNIFIED_MEMORY.
        const LIES: &str = "clGetDeviceInfo:0x1000:number:4;clGetDeviceInfo:0x1035:number:0";
        match self {
            Devices::One => &[("SCAN_DEVICE", "any"), ("POCL_DEVICES", "pthread")],
            Devices::Three => &[("SCAN_DEVICE", "all"), ("POCL_DEVICES", "pthread basic basic")],
            Devices::Apart => &[("SCAN_DEVICE", "gpu"), ("POCL_DEVICES", "pthread"), ("FAULTS_ANSWER", LIES)],
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, copies, devices, are_kept, .. } = self;
        write!(f, "{program}, copies: {copies}, devices: {devices:?}, kept: {are_kept}")
    }
}

impl Setting {
    /// Every call of every function, with every code, in every way; `None` without a device.
    pub fn cases(&self) -> Option<Vec<Case>> {
        // What is to be kept, by the runtime and by the driver, is there from now on.
        self.run(&Case::NONE);
        let ended = self.run(&Case::NONE);
        if !ended.calls.contains_key("clEnqueueNDRangeKernel") {
            assert!(std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "no device: {}", ended.told);
            return None;
        }
        assert!(is_flawless(&ended), "{self}: {ended:?}");
        Some(cases_of(&ended.calls))
    }

    /// Runs the program with a call that fails.
    pub fn run(&self, case: &Case) -> Ended {
        let cache = if self.are_kept { folder().join(format!("cache-{}", self.number)) } else { unique("cache") };
        let plan = case.plan();
        let mut variables =
            vec![("SCAN_CACHE_DIR", cache.to_str().expect("a path of ours")), ("SCAN_COPY", if self.copies { "1" } else { "0" })];
        variables.extend(self.devices.variables());
        variables.extend(plan.iter().map(|plan| ("FAULTS", plan.as_str())));
        let ended = run(&[self.program], &variables);
        if !self.are_kept {
            // There may have been nothing to keep.
            let _ = std::fs::remove_dir_all(cache);
        }
        ended
    }
}
