//! The platforms and devices that OpenCL offers, and what the runtime needs to know of each.

use std::fmt;

use ocl::core::{DeviceId, PlatformId};
use ocl::ffi;

use crate::query::{device_first_size, device_ids, device_number, device_string, platform_ids, platform_string};
use crate::survived::warn;
use crate::{CallError, Error, library};

/// The platforms of the OpenCL library, in its order, each with its devices.
///
/// Empty where there is a library and no driver. A platform that fails to list its devices is left out, and so is a device that fails
/// to tell what it is, with a warning in the log: one broken driver does not hide the others.
///
/// # Errors
///
/// There is no OpenCL library, or it fails to list the platforms.
pub fn platforms() -> Result<Vec<PlatformInfo>, Error> {
    library().map_err(Error::NoLibrary)?;
    let mut platforms = Vec::new();
    for id in platform_ids()? {
        match PlatformInfo::read(id) {
            Ok(platform) => platforms.push(platform),
            Err(error) => warn(format!("an OpenCL platform is left out: {error}")),
        }
    }
    Ok(platforms)
}

/// An OpenCL platform: a driver.
#[derive(Clone, Debug)]
pub struct PlatformInfo {
    /// The platform, for calls of OpenCL.
    pub id: PlatformId,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub vendor: String,
    /// The version of OpenCL that it offers, as it puts it: `OpenCL 3.0 …`.
    pub version: String,
    /// Its devices, in its order.
    pub devices: Vec<DeviceInfo>,
}

impl PlatformInfo {
    fn read(id: PlatformId) -> Result<PlatformInfo, CallError> {
        Ok(PlatformInfo {
            id,
            name: platform_string(id, ffi::CL_PLATFORM_NAME),
            vendor: platform_string(id, ffi::CL_PLATFORM_VENDOR),
            version: platform_string(id, ffi::CL_PLATFORM_VERSION),
            devices: device_ids(id)?.into_iter().filter_map(DeviceInfo::read_or_tell).collect(),
        })
    }
}

/// What sort of processor a device is. Its `Display` is the word of the clause `device(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The host's processor.
    Cpu,
    /// A graphics processor.
    Gpu,
    /// A dedicated accelerator.
    Accelerator,
    /// Anything else.
    Custom,
}

impl Kind {
    fn from_bits(bits: u64) -> Kind {
        let has = |bit: u64| bits & bit != 0;
        if has(ffi::CL_DEVICE_TYPE_GPU) {
            Kind::Gpu
        } else if has(ffi::CL_DEVICE_TYPE_ACCELERATOR) {
            Kind::Accelerator
        } else if has(ffi::CL_DEVICE_TYPE_CPU) {
            Kind::Cpu
        } else {
            Kind::Custom
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Kind::Cpu => "cpu",
            Kind::Gpu => "gpu",
            Kind::Accelerator => "accelerator",
            Kind::Custom => "custom",
        })
    }
}

/// An OpenCL device. Sizes are in bytes.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// The device, for calls of OpenCL.
    pub id: DeviceId,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub vendor: String,
    /// The version of its driver.
    pub driver_version: String,
    /// The version of OpenCL that it offers, as it puts it: `OpenCL 3.0 …`.
    pub version: String,
    /// What sort of processor it is.
    pub kind: Kind,
    /// Whether it can be used now and has a compiler for kernels.
    pub is_usable: bool,
    /// How many processors of work-groups it has.
    pub compute_units: u32,
    /// The size of its memory.
    pub memory: u64,
    /// The size of the largest buffer.
    pub max_buffer: u64,
    /// The memory that the work-items of a group share.
    pub local_memory: u64,
    /// The most work-items in a group.
    pub max_group_size: usize,
    /// The alignment that its buffers have.
    pub alignment: u64,
    /// The width of its addresses, in bits.
    pub address_bits: u32,
    /// Whether it works on the host's memory, so that nothing need be copied.
    pub shares_memory: bool,
    /// Its kernels take addresses of any memory of the host's: shared virtual memory of the fine-grained system kind.
    pub reaches_host: bool,
    /// Whether it computes with `f64`.
    pub has_fp64: bool,
    /// Whether it keeps the subnormal numbers of `f32`.
    pub has_subnormals: bool,
    /// Whether it can round the division and square root of `f32` correctly, when asked to.
    pub has_rounded_division: bool,
    /// Its extensions' names, separated by spaces.
    pub extensions: String,
}

impl DeviceInfo {
    /// A device that fails to tell of itself is left out: it does not hide the others.
    fn read_or_tell(id: DeviceId) -> Option<DeviceInfo> {
        DeviceInfo::read(id).inspect_err(|error| warn(format!("an OpenCL device is left out: {error}"))).ok()
    }

    fn read(id: DeviceId) -> Result<DeviceInfo, CallError> {
        let number = |what| device_number(id, what);
        // A device need not know of what it lacks.
        let optional = |what| match number(what) {
            Err(error) if error.code != ffi::CL_INVALID_VALUE => Err(error),
            value => Ok(value.unwrap_or(0)),
        };
        let is_set = |what| optional(what).map(|value| value != 0);
        let single = optional(ffi::CL_DEVICE_SINGLE_FP_CONFIG)?;
        let extensions = device_string(id, ffi::CL_DEVICE_EXTENSIONS);
        let items = device_first_size(id, ffi::CL_DEVICE_MAX_WORK_ITEM_SIZES)?;
        Ok(DeviceInfo {
            id,
            name: device_string(id, ffi::CL_DEVICE_NAME),
            vendor: device_string(id, ffi::CL_DEVICE_VENDOR),
            driver_version: device_string(id, ffi::CL_DRIVER_VERSION),
            version: device_string(id, ffi::CL_DEVICE_VERSION),
            kind: Kind::from_bits(number(ffi::CL_DEVICE_TYPE)?),
            is_usable: is_set(ffi::CL_DEVICE_AVAILABLE)? && is_set(ffi::CL_DEVICE_COMPILER_AVAILABLE)?,
            compute_units: number(ffi::CL_DEVICE_MAX_COMPUTE_UNITS)? as u32,
            memory: number(ffi::CL_DEVICE_GLOBAL_MEM_SIZE)?,
            max_buffer: number(ffi::CL_DEVICE_MAX_MEM_ALLOC_SIZE)?,
            local_memory: number(ffi::CL_DEVICE_LOCAL_MEM_SIZE)?,
            max_group_size: number(ffi::CL_DEVICE_MAX_WORK_GROUP_SIZE)?.min(items) as usize,
            alignment: number(ffi::CL_DEVICE_MEM_BASE_ADDR_ALIGN)? / 8,
            address_bits: number(ffi::CL_DEVICE_ADDRESS_BITS)? as u32,
            shares_memory: is_set(ffi::CL_DEVICE_HOST_UNIFIED_MEMORY)?,
            // Devices of OpenCL 1 do not know the question.
            reaches_host: number(ffi::CL_DEVICE_SVM_CAPABILITIES)
                .is_ok_and(|bits| bits & ffi::CL_DEVICE_SVM_FINE_GRAIN_SYSTEM != 0),
            has_fp64: is_set(ffi::CL_DEVICE_DOUBLE_FP_CONFIG)? || has_word(&extensions, "cl_khr_fp64"),
            has_subnormals: single & ffi::CL_FP_DENORM != 0,
            has_rounded_division: single & ffi::CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT != 0,
            extensions,
        })
    }
}

fn has_word(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}
