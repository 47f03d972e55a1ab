//! What a program may ask for: where its loops run, and where anything is kept.

use super::site::DeviceKind;
use std::fmt;
use std::path::PathBuf;

/// Where loops are to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceChoice {
    /// On a device of this kind, on host threads, or as written.
    Kind(DeviceKind),
    /// On this OpenCL device.
    Numbered {
        /// The platform's number, from 0.
        platform: usize,
        /// The device's number on its platform, from 0.
        device: usize,
    },
}

impl From<DeviceKind> for DeviceChoice {
    fn from(kind: DeviceKind) -> Self {
        Self::Kind(kind)
    }
}

/// As `SCAN_DEVICE` takes it.
impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => kind.fmt(f),
            Self::Numbered { platform, device } => write!(f, "{platform}:{device}"),
        }
    }
}

/// Where built programs, and what loops and devices have taken, are kept from one process to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum CacheChoice {
    /// As the environment says, or where programs of this user keep such things.
    #[default]
    Usual,
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere.
    Nothing,
}

impl CacheChoice {
    /// A folder, or `off`.
    pub(crate) fn new(folder: PathBuf) -> Self {
        if folder.as_os_str().eq_ignore_ascii_case("off") { Self::Nothing } else { Self::Folder(folder) }
    }
}
