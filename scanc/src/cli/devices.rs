//! The OpenCL platforms and devices that the runtime would use.

use super::{Outcome, print};
use scan_opencl::{DeviceInfo, PlatformInfo};
use std::fmt::Write;

/// `scanc devices`. No OpenCL is an answer, not an error: loops run without it.
pub(super) fn list() -> Outcome {
    match scan_opencl::platforms() {
        Ok(platforms) => print(&table(&platforms)),
        Err(error) => print(&format!("no OpenCL: {error}\nannotated loops run on the host's threads\n")),
    }
    Outcome::Done
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
