//! A driver that is opened itself, where no loader finds it: in containers that have an NVIDIA driver lent to them, say, and no file that
//! registers it.
//!
//! Such a library need not have the OpenCL functions as symbols. It hands out platforms, and every object of a driver begins with a pointer to
//! a table of all functions, in an order that is the same for all drivers (the extension `cl_khr_icd`). They are called with no other driver's
//! objects, since there is no other.

use libloading::Library;
use ocl::ffi::{CL_PLATFORM_VERSION, cl_int, cl_platform_id, cl_platform_info, cl_uint};
use std::ffi::{CStr, c_char, c_void};
use std::mem::{transmute, transmute_copy};
use std::ptr::null_mut;

/// The libraries of drivers, where the system's loader finds them or where they install themselves. On Windows and macOS drivers come with a
/// library that finds them.
pub(crate) const NAMES: &[&str] = if cfg!(any(windows, target_os = "macos")) {
    &[]
} else {
    &[
        "libnvidia-opencl.so.1",
        "libamdocl64.so",
        "/opt/rocm/lib/libamdocl64.so",
        "/usr/lib/x86_64-linux-gnu/intel-opencl/libigdrcl.so",
        "libintelocl.so",
    ]
};

type GetExtension = unsafe extern "system" fn(*const c_char) -> *const c_void;
pub(crate) type GetPlatforms = unsafe extern "system" fn(cl_uint, *mut cl_platform_id, *mut cl_uint) -> cl_int;
type GetInfo = unsafe extern "system" fn(cl_platform_id, cl_platform_info, usize, *mut c_void, *mut usize) -> cl_int;

/// The functions of a driver.
pub(crate) struct Driver {
    platforms: GetPlatforms,
    /// The addresses of [`FUNCTIONS`].
    table: *const *const c_void,
}

// SAFETY: the table is constant, and lives as long as the driver's library, which is never closed.
unsafe impl Send for Driver {}
// SAFETY: as for `Send`.
unsafe impl Sync for Driver {}

impl Driver {
    /// The driver in this library, if there is one with a platform of OpenCL 1.2 or later.
    pub(crate) fn of(library: &Library) -> Option<Self> {
        // SAFETY: these are the functions' types, and a platform that a driver hands out by `cl_khr_icd` begins with the table.
        unsafe {
            let extension = library.get::<GetExtension>(b"clGetExtensionFunctionAddress\0").ok()?;
            let platforms = extension(c"clIcdGetPlatformIDsKHR".as_ptr());
            let platforms = transmute::<*const c_void, Option<GetPlatforms>>(platforms)?;
            let mut platform = null_mut();
            if platforms(1, &mut platform, null_mut()) != 0 || platform.is_null() {
                return None;
            }
            let driver = Self { platforms, table: platform.cast::<*const *const c_void>().read() };
            driver.has_all(platform).then_some(driver)
        }
    }

    /// Whether the table has all of [`FUNCTIONS`].
    ///
    /// # Safety
    /// The platform is this driver's.
    unsafe fn has_all(&self, platform: cl_platform_id) -> bool {
        // "OpenCL 3.0 …", of which the rest does not matter.
        let mut version = [0u8; 256];
        // SAFETY: the function's type, a place for its answer, and the caller's promise. Each table begins with this one and that before it.
        let code = unsafe {
            let info = transmute::<*const c_void, GetInfo>(self.table.add(1).read());
            info(platform, CL_PLATFORM_VERSION, version.len(), version.as_mut_ptr().cast(), null_mut())
        };
        code == 0 && version.starts_with(b"OpenCL ") && version[7..10] >= b"1.2"[..]
    }

    /// The function `name`, if the driver has it.
    ///
    /// # Safety
    /// `F` is the type of a pointer to the C function `name`.
    pub(crate) unsafe fn function<F: Copy>(&self, name: &CStr) -> Option<F> {
        let place = FUNCTIONS.iter().position(|known| known.as_bytes() == name.to_bytes())?;
        // The first one of the table may be none of the driver's own: loaders never call it.
        // SAFETY: the table has as many.
        let address = if place == 0 { self.platforms as *const c_void } else { unsafe { self.table.add(place).read() } };
        // SAFETY: an address that is not null is that of the function, whose type the caller vouches for.
        (!address.is_null()).then(|| unsafe { transmute_copy(&address) })
    }
}

/// The table's functions, in its order.
#[rustfmt::skip]
const FUNCTIONS: [&str; 109] = [
    // OpenCL 1.0, and what it shares with OpenGL. (What it shares with Direct3D has no name here.)
    "clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo", "clCreateContext", "clCreateContextFromType",
    "clRetainContext", "clReleaseContext", "clGetContextInfo", "clCreateCommandQueue", "clRetainCommandQueue",
    "clReleaseCommandQueue", "clGetCommandQueueInfo", "clSetCommandQueueProperty", "clCreateBuffer", "clCreateImage2D",
    "clCreateImage3D", "clRetainMemObject", "clReleaseMemObject", "clGetSupportedImageFormats", "clGetMemObjectInfo",
    "clGetImageInfo", "clCreateSampler", "clRetainSampler", "clReleaseSampler", "clGetSamplerInfo", "clCreateProgramWithSource",
    "clCreateProgramWithBinary", "clRetainProgram", "clReleaseProgram", "clBuildProgram", "clUnloadCompiler", "clGetProgramInfo",
    "clGetProgramBuildInfo", "clCreateKernel", "clCreateKernelsInProgram", "clRetainKernel", "clReleaseKernel", "clSetKernelArg",
    "clGetKernelInfo", "clGetKernelWorkGroupInfo", "clWaitForEvents", "clGetEventInfo", "clRetainEvent", "clReleaseEvent",
    "clGetEventProfilingInfo", "clFlush", "clFinish", "clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clEnqueueCopyBuffer",
    "clEnqueueReadImage", "clEnqueueWriteImage", "clEnqueueCopyImage", "clEnqueueCopyImageToBuffer", "clEnqueueCopyBufferToImage",
    "clEnqueueMapBuffer", "clEnqueueMapImage", "clEnqueueUnmapMemObject", "clEnqueueNDRangeKernel", "clEnqueueTask",
    "clEnqueueNativeKernel", "clEnqueueMarker", "clEnqueueWaitForEvents", "clEnqueueBarrier", "clGetExtensionFunctionAddress",
    "clCreateFromGLBuffer", "clCreateFromGLTexture2D", "clCreateFromGLTexture3D", "clCreateFromGLRenderbuffer", "clGetGLObjectInfo",
    "clGetGLTextureInfo", "clEnqueueAcquireGLObjects", "clEnqueueReleaseGLObjects", "clGetGLContextInfoKHR",
    "", "", "", "", "", "",
    // OpenCL 1.1, and two extensions.
    "clSetEventCallback", "clCreateSubBuffer", "clSetMemObjectDestructorCallback", "clCreateUserEvent", "clSetUserEventStatus",
    "clEnqueueReadBufferRect", "clEnqueueWriteBufferRect", "clEnqueueCopyBufferRect",
    "", "", "", "",
    // OpenCL 1.2.
    "clCreateSubDevices", "clRetainDevice", "clReleaseDevice", "clCreateImage", "clCreateProgramWithBuiltInKernels",
    "clCompileProgram", "clLinkProgram", "clUnloadPlatformCompiler", "clGetKernelArgInfo", "clEnqueueFillBuffer",
    "clEnqueueFillImage", "clEnqueueMigrateMemObjects", "clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList",
    "clGetExtensionFunctionAddressForPlatform", "clCreateFromGLTexture",
];
