//! The devices that loops may run on, for a program to show or choose from.

use crate::device::{self, Device};
use crate::launch::DeviceKind;
use scan_opencl::Kind;
use std::fmt;

/// An OpenCL device that loops may run on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceDescription {
    /// The platform's name.
    pub platform: String,
    /// The device's name.
    pub name: String,
    /// Its kind; what is none of the others is an accelerator.
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
    device::devices().iter().map(describe).collect()
}

pub(crate) fn describe(device: &Device) -> DeviceDescription {
    let kind = match device.info.kind {
        Kind::Cpu => DeviceKind::Cpu,
        Kind::Gpu => DeviceKind::Gpu,
        Kind::Accelerator | Kind::Custom => DeviceKind::Accelerator,
    };
    DeviceDescription { platform: device.platform.clone(), name: device.info.name.clone(), kind, numbers: device.number }
}
