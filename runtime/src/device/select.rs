//! Which device a word of `device(…)`, or a pair of numbers, means.

use std::fmt;

use super::error::Error;
use super::found::Device;
use super::found::{found, has_stack};
use crate::model::choice::DeviceChoice;
use crate::model::site::DeviceKind;

/// The device for `choice`, the first in OpenCL's order if several suit. Any device is a GPU, else an accelerator, else a CPU.
pub(crate) fn find(choice: DeviceChoice) -> Result<&'static Device, Error> {
    has_stack()?;
    let devices = found()?;
    let ranked = devices.iter().filter_map(|device| Some((rank(choice, device)?, device)));
    let best = ranked.min_by_key(|(rank, _)| *rank).map(|(_, device)| device);
    best.ok_or_else(|| Error::NoSuchDevice(format!("no {} among {}", Named(choice), Listed(devices))))
}

/// The devices for `choice`: one, or with `all` every one of the platform that has the best.
pub(crate) fn find_all(choice: DeviceChoice) -> Result<&'static [Device], Error> {
    let best = find(choice)?;
    if choice != DeviceChoice::Kind(DeviceKind::All) {
        return Ok(std::slice::from_ref(best));
    }
    let devices = found()?;
    // They stand in the order of their platforms.
    let is_of_platform = |device: &Device| device.number.0 == best.number.0;
    let from = devices.iter().position(is_of_platform).unwrap_or(0);
    let count = devices[from..].iter().take_while(|device| is_of_platform(device)).count();
    Ok(&devices[from..from + count])
}

/// How well a device suits, best first; `None` if it isn't what is asked for.
fn rank(choice: DeviceChoice, device: &Device) -> Option<usize> {
    let kinds: &[DeviceKind] = match choice {
        DeviceChoice::Kind(DeviceKind::Any | DeviceKind::All) => {
            &[DeviceKind::Gpu, DeviceKind::Accelerator, DeviceKind::Cpu, DeviceKind::Any]
        }
        DeviceChoice::Kind(DeviceKind::Gpu) => &[DeviceKind::Gpu],
        DeviceChoice::Kind(DeviceKind::Accelerator) => &[DeviceKind::Accelerator],
        DeviceChoice::Kind(DeviceKind::Cpu) => &[DeviceKind::Cpu],
        // These are no OpenCL devices.
        DeviceChoice::Kind(DeviceKind::Host | DeviceKind::Loop) => &[],
        DeviceChoice::Numbered { platform, device: number } => return ((platform, number) == device.number).then_some(0),
    };
    kinds.iter().position(|&kind| kind == device.kind())
}

/// What is asked for, in a sentence.
struct Named(DeviceChoice);

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            DeviceChoice::Kind(DeviceKind::Any | DeviceKind::All) => "OpenCL device",
            DeviceChoice::Kind(DeviceKind::Gpu) => "OpenCL GPU",
            DeviceChoice::Kind(DeviceKind::Accelerator) => "OpenCL accelerator",
            DeviceChoice::Kind(DeviceKind::Cpu) => "OpenCL CPU device",
            DeviceChoice::Kind(DeviceKind::Host | DeviceKind::Loop) => "OpenCL device of the host's",
            DeviceChoice::Numbered { platform, device } => return write!(formatter, "OpenCL device {platform}:{device}"),
        })
    }
}

/// The devices as a list in a sentence.
struct Listed<'a>(&'a [Device]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("no devices at all");
        }
        for (place, Device { number: (platform, device), info, .. }) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(formatter, "{comma}{platform}:{device} {} ({})", info.name, info.kind)?;
        }
        Ok(())
    }
}
