//! The OpenCL platforms and devices that the runtime would use, and what is missing of them.

mod machine;
mod missing;

use super::{Outcome, print};
use machine::Machine;
use scan_opencl::{DeviceInfo, Error, PlatformInfo};
use std::fmt::Write;
use std::path::Path;

/// `scanc devices`. No OpenCL is an answer, not an error: loops run without it.
pub(super) fn list() -> Outcome {
    let found = scan_opencl::platforms();
    match &found {
        Ok(platforms) => print(&table(platforms)),
        Err(error) => print(&format!("no OpenCL: {error}\nannotated loops run on the host's threads\n")),
    }
    let missing = missing(&found);
    if !missing.is_empty() {
        print(&format!("\nmissing:\n{}", missing.iter().map(|line| format!("  {line}\n")).collect::<String>()));
    }
    Outcome::Done
}

fn missing(found: &Result<Vec<PlatformInfo>, Error>) -> Vec<String> {
    let has_loader = !matches!(found, Err(Error::NoLibrary(_)));
    if !has_loader && std::env::var_os("SCAN_OPENCL_LIBRARY").is_some() {
        return vec!["the library that SCAN_OPENCL_LIBRARY names: without this variable the system's is looked for".to_owned()];
    }
    let devices: Vec<&DeviceInfo> = found.iter().flatten().flat_map(|platform| &platform.devices).collect();
    missing::advice(&Machine::below(Path::new("/")), has_loader, &devices)
}

/// The numbers are those that `SCAN_DEVICE=platform:device` takes.
fn table(platforms: &[PlatformInfo]) -> String {
    let mut text = String::new();
    for (number, platform) in platforms.iter().enumerate() {
        // A `String` takes all that is written.
        let _ = writeln!(text, "platform {number}: {} ({})", platform.name, platform.version);
        for (device_number, device) in platform.devices.iter().enumerate() {
            let _ = writeln!(text, "  {number}:{device_number}  {}", describe(device));
        }
    }
    if platforms.iter().all(|platform| platform.devices.is_empty()) {
        text.push_str("no OpenCL devices: annotated loops run on the host's threads\n");
    }
    text
}

fn describe(device: &DeviceInfo) -> String {
    let usable = if device.is_usable { "" } else { ", not usable now" };
    let DeviceInfo { kind, name, compute_units, memory, driver_version, .. } = device;
    format!("{kind:<11}  {name}, {compute_units} compute units, {} MiB, driver {driver_version}{usable}", memory >> 20)
}
