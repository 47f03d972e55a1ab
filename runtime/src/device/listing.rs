//! The devices that loops may run on, for a program to show or choose from.

use super::found::{self, Device};
use crate::model::site::DeviceKind;
use std::fmt;

/// An OpenCL device that loops may run on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceDescription {
    /// The platform's name.
    pub platform: String,
    /// The device's name.
    pub name: String,
    /// Its kind; `Any` where OpenCL knows no better.
    pub kind: DeviceKind,
    /// The numbers of the platform and of the device on it, for `SCAN_DEVICE=platform:device`.
    pub numbers: (usize, usize),
}

/// `0:0 PoCL, cpu-haswell (cpu)`
impl fmt::Display for DeviceDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (platform, device) = self.numbers;
        write!(f, "{platform}:{device} {}, {} ({})", self.platform, self.name, self.kind)
    }
}

/// The OpenCL devices that loops may run on, in OpenCL's order; empty where there is no OpenCL. They are looked for once.
pub fn devices() -> Vec<DeviceDescription> {
    found::devices().iter().map(describe).collect()
}

/// Gives back to the drivers what the runtime has from them: contexts, programs, and the memory that it keeps for the next loop. The next
/// loop on a device begins anew, which takes it as long as the first one of a program. Loops that are running have what they need.
pub fn release_devices() {
    found::release();
}

pub(crate) fn describe(device: &Device) -> DeviceDescription {
    let (platform, name) = (device.platform().to_owned(), device.name().to_owned());
    DeviceDescription { platform, name, kind: device.kind(), numbers: device.number }
}
