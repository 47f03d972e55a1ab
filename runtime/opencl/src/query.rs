//! Reading what OpenCL tells about platforms and devices.
//!
//! The functions of `ocl-core` are not used for that: without a platform they wait ten seconds for one, they panic on error codes
//! that are not the standard's, and one environment variable of theirs changes which devices exist.
//!
//! No answer is trusted further than it must be: a driver may tell of more than there can be.

use std::ptr;

use ocl::core::{DeviceId, PlatformId};
use ocl::ffi::{
    self, c_void, cl_bitfield, cl_device_id, cl_device_info, cl_int, cl_platform_id, cl_platform_info, cl_uint, size_t,
};

use crate::{CallError, again};

/// No driver has more platforms or devices than this, nor more bytes to say of one.
const MOST_OBJECTS: cl_uint = 4096;
const MOST_BYTES: size_t = 1 << 20;

/// The platforms. None, rather than an error, where the library says that there is none.
pub(crate) fn platform_ids() -> Result<Vec<PlatformId>, CallError> {
    // SAFETY: OpenCL's "how many?" and "fill these" forms; `listed` passes a null pointer or room for `count` of them.
    let ids = listed("clGetPlatformIDs", ffi::CL_PLATFORM_NOT_FOUND_KHR, |count, ids: *mut cl_platform_id, found| unsafe {
        ffi::clGetPlatformIDs(count, ids, found)
    })?;
    // SAFETY: the pointers are platforms, as OpenCL said.
    Ok(ids.into_iter().map(|id| unsafe { PlatformId::from_raw(id) }).collect())
}

/// The devices of a platform, of every kind.
pub(crate) fn device_ids(platform: PlatformId) -> Result<Vec<DeviceId>, CallError> {
    let all: cl_bitfield = ffi::CL_DEVICE_TYPE_ALL;
    // SAFETY: as in `platform_ids`; `platform` is one of those.
    let ids = listed("clGetDeviceIDs", ffi::CL_DEVICE_NOT_FOUND, |count, ids: *mut cl_device_id, found| unsafe {
        ffi::clGetDeviceIDs(platform.as_ptr(), all, count, ids, found)
    })?;
    // SAFETY: the pointers are devices, as OpenCL said.
    Ok(ids.into_iter().map(|id| unsafe { DeviceId::from_raw(id) }).collect())
}

/// Asks how many, then for them. `none` is the code that means zero.
fn listed(
    call: &'static str,
    none: cl_int,
    ask: impl Fn(cl_uint, *mut *mut c_void, *mut cl_uint) -> cl_int,
) -> Result<Vec<*mut c_void>, CallError> {
    let count = again(|| {
        let mut count: cl_uint = 0;
        CallError::check(call, ask(0, ptr::null_mut(), &mut count)).map(|()| count)
    });
    let count = match count {
        Err(error) if error.code == none => return Ok(Vec::new()),
        count => at_most(call, count?, MOST_OBJECTS)?,
    };
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut ids = vec![ptr::null_mut(); count as usize];
    let mut found = count;
    again(|| CallError::check(call, ask(count, ids.as_mut_ptr(), &mut found)))?;
    // What was not filled in is none.
    ids.truncate(found as usize);
    ids.retain(|id: &*mut c_void| !id.is_null());
    Ok(ids)
}

/// What a call says that there is, unless there cannot be as much.
fn at_most<N: PartialOrd>(call: &'static str, told: N, most: N) -> Result<N, CallError> {
    if told <= most { Ok(told) } else { Err(CallError { call, code: ffi::CL_INVALID_VALUE }) }
}

/// A string that describes a platform; empty where the platform does not tell.
pub(crate) fn platform_string(platform: PlatformId, what: cl_platform_info) -> String {
    // SAFETY: OpenCL's "how much?" and "fill this" forms; `bytes` passes null or room for `size` bytes.
    let value = bytes("clGetPlatformInfo", |size, value, actual| unsafe {
        ffi::clGetPlatformInfo(platform.as_ptr(), what, size, value, actual)
    });
    told(value)
}

/// A string that describes a device; empty where the device does not tell.
pub(crate) fn device_string(device: DeviceId, what: cl_device_info) -> String {
    told(device_bytes(device, what))
}

/// A number of OpenCL's 4 or 8 byte types, or a `size_t`, about a device.
pub(crate) fn device_number(device: DeviceId, what: cl_device_info) -> Result<u64, CallError> {
    device_bytes(device, what).map(|value| number(&value))
}

/// The first entry of an array of `size_t` about a device.
pub(crate) fn device_first_size(device: DeviceId, what: cl_device_info) -> Result<u64, CallError> {
    let value = device_bytes(device, what)?;
    Ok(number(&value[..value.len().min(size_of::<size_t>())]))
}

fn device_bytes(device: DeviceId, what: cl_device_info) -> Result<Vec<u8>, CallError> {
    // SAFETY: as in `platform_string`.
    bytes("clGetDeviceInfo", |size, value, actual| unsafe { ffi::clGetDeviceInfo(device.as_raw(), what, size, value, actual) })
}

fn bytes(call: &'static str, ask: impl Fn(size_t, *mut c_void, *mut size_t) -> cl_int) -> Result<Vec<u8>, CallError> {
    let size = again(|| {
        let mut size: size_t = 0;
        CallError::check(call, ask(0, ptr::null_mut(), &mut size)).map(|()| size)
    });
    let mut value = vec![0u8; at_most(call, size?, MOST_BYTES)?];
    if !value.is_empty() {
        again(|| CallError::check(call, ask(value.len(), value.as_mut_ptr().cast(), ptr::null_mut())))?;
    }
    Ok(value)
}

/// What is said of a thing; a thing of which nothing can be learnt has no name.
fn told(value: Result<Vec<u8>, CallError>) -> String {
    text(value.inspect_err(|error| error.tell_survived()).unwrap_or_default())
}

/// A C string, without what surrounds it.
fn text(bytes: Vec<u8>) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
}

fn number(bytes: &[u8]) -> u64 {
    match bytes.len() {
        4 => u32::from_ne_bytes(bytes.try_into().expect("four bytes")).into(),
        8 => u64::from_ne_bytes(bytes.try_into().expect("eight bytes")),
        _ => 0,
    }
}
