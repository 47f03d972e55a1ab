//! OpenCL's objects as owners, and the calls that the runtime makes on them.
//!
//! They are made from `ocl::ffi` rather than from the wrappers of `ocl-core`, which panic where a driver returns a code of its own
//! or fails to release an object, and take a failed build with an empty log for a success. A loop must survive all of that.

use std::ffi::{CString, c_void};
use std::time::{Duration, Instant};
use std::{ptr, thread};

use ocl::core::DeviceId;
use ocl::ffi::{
    self, cl_command_queue, cl_context, cl_event, cl_int, cl_kernel, cl_map_flags, cl_mem, cl_mem_flags, cl_program, cl_uint,
};
use scan_opencl::{CallError, again};

use super::error::Error;
use crate::model::job::Bytes;
use crate::system::process;

/// No program is larger than this, nor what a compiler has to say of one.
const MOST_BYTES: usize = 1 << 30;
/// There is room for so many bytes of a program, in case there are more than a driver says.
const LEAST_ROOM: usize = 4 << 20;
/// So long a device is asked again and again whether it is done, when it does not answer otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// Defines the owner of one reference to an OpenCL object.
macro_rules! owner {
    ($(#[$about:meta])* $name:ident($raw:ty) released by $release:ident) => {
        $(#[$about])*
        #[derive(Debug)]
        pub(super) struct $name($raw);

        // SAFETY: OpenCL's objects may be used and released by any thread.
        unsafe impl Send for $name {}

        impl Drop for $name {
            fn drop(&mut self) {
                // In a child of `fork` the driver's threads are gone, and its locks may be held for ever.
                if process::is_forked() {
                    return;
                }
                // SAFETY: this is the one reference that this value owns.
                let code = unsafe { ffi::$release(self.0) };
                if let Err(error) = CallError::check(stringify!($release), code) {
                    error.tell_survived();
                }
            }
        }
    };
}

owner! {
    /// The objects of a device.
    Context(cl_context) released by clReleaseContext
}
owner! {
    /// Commands for a device, done in order.
    Queue(cl_command_queue) released by clReleaseCommandQueue
}
owner! {
    /// A program in OpenCL C, or built.
    Program(cl_program) released by clReleaseProgram
}
owner! {
    /// A kernel and its arguments. Setting arguments is the one thing that OpenCL does not allow two threads at once: hence no `Sync`.
    Kernel(cl_kernel) released by clReleaseKernel
}
owner! {
    /// What became of a command.
    Event(cl_event) released by clReleaseEvent
}
owner! {
    /// The memory of a buffer.
    Memory(cl_mem) released by clReleaseMemObject
}

// SAFETY: OpenCL's functions may be called by several threads at once, all that are called on a shared context or program here.
unsafe impl Sync for Context {}
// SAFETY: as for contexts.
unsafe impl Sync for Program {}

/// What a kernel gets for an array, not owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Buffer {
    /// A buffer: good for as long as its `Memory`.
    Object(cl_mem),
    /// Memory of the host's, which the device's kernels reach by its address, and which no command needs.
    Host(*mut u8),
}

// SAFETY: as for the objects' owners.
unsafe impl Send for Buffer {}

impl Memory {
    pub(super) fn buffer(&self) -> Buffer {
        Buffer::Object(self.0)
    }
}

impl Context {
    pub(super) fn new(device: DeviceId) -> Result<Context, CallError> {
        let (device, mut code) = (device.as_raw(), 0);
        // SAFETY: one device, no properties, no callback, and a place for the code.
        let context = unsafe { ffi::clCreateContext(ptr::null(), 1, &device, None, ptr::null_mut(), &mut code) };
        created("clCreateContext", context, code).map(Context)
    }

    /// A queue; if it `is_timed` events tell when their commands ran.
    pub(super) fn queue(&self, device: DeviceId, is_timed: bool) -> Result<Queue, CallError> {
        let (properties, mut code) = (if is_timed { ffi::CL_QUEUE_PROFILING_ENABLE } else { 0 }, 0);
        // SAFETY: the context is that of the device.
        let queue = unsafe { ffi::clCreateCommandQueue(self.0, device.as_raw(), properties, &mut code) };
        created("clCreateCommandQueue", queue, code).map(Queue)
    }

    /// A buffer of `bytes` in the device's memory.
    pub(super) fn memory(&self, bytes: usize) -> Result<Memory, CallError> {
        // SAFETY: no host memory is involved.
        unsafe { self.create_buffer(ffi::CL_MEM_READ_WRITE, bytes, ptr::null_mut()) }
    }

    /// A buffer of `bytes` in host memory that the device reaches fastest.
    pub(super) fn pinned(&self, bytes: usize) -> Result<Memory, CallError> {
        // SAFETY: the driver allocates the memory.
        unsafe { self.create_buffer(ffi::CL_MEM_READ_WRITE | ffi::CL_MEM_ALLOC_HOST_PTR, bytes, ptr::null_mut()) }
    }

    /// A buffer that is the host's memory.
    ///
    /// # Safety
    ///
    /// The memory lives until the buffer's last command is done, and nobody else writes to it meanwhile; with `writes` nobody reads.
    pub(super) unsafe fn hosted(&self, pointer: *mut u8, bytes: usize, writes: bool) -> Result<Memory, CallError> {
        let access = if writes { ffi::CL_MEM_READ_WRITE } else { ffi::CL_MEM_READ_ONLY };
        // SAFETY: the caller vouches for the memory.
        unsafe { self.create_buffer(access | ffi::CL_MEM_USE_HOST_PTR, bytes, pointer.cast()) }
    }

    unsafe fn create_buffer(&self, flags: cl_mem_flags, bytes: usize, host: *mut c_void) -> Result<Memory, CallError> {
        let mut code = 0;
        // SAFETY: the callers pass null, or memory of `bytes` with the flag that says so.
        let memory = unsafe { ffi::clCreateBuffer(self.0, flags, bytes, host, &mut code) };
        created("clCreateBuffer", memory, code).map(Memory)
    }

    pub(super) fn program(&self, source: &str) -> Result<Program, CallError> {
        let (text, length, mut code) = (source.as_ptr().cast(), source.len(), 0);
        // SAFETY: one string with its length, which OpenCL copies.
        let program = unsafe { ffi::clCreateProgramWithSource(self.0, 1, &text, &length, &mut code) };
        created("clCreateProgramWithSource", program, code).map(Program)
    }
}

impl Context {
    /// A program from what `Program::binary` has given, to be built; the driver looks at it, and may refuse it.
    pub(super) fn program_of_binary(&self, device: DeviceId, binary: &[u8]) -> Result<Program, CallError> {
        let (device, bytes, length) = (device.as_raw(), binary.as_ptr(), binary.len());
        let (mut status, mut code) = (0, 0);
        // SAFETY: one device with one binary of its length, which OpenCL copies, and places for the codes.
        let program = unsafe { ffi::clCreateProgramWithBinary(self.0, 1, &device, &length, &bytes, &mut status, &mut code) };
        let program = created("clCreateProgramWithBinary", program, code).map(Program)?;
        CallError::check("clCreateProgramWithBinary", status).map(|()| program)
    }
}

/// So many bytes, if there are as many.
fn zeroed(length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    (length <= MOST_BYTES && bytes.try_reserve_exact(length).is_ok()).then(|| {
        bytes.resize(length, 0);
        bytes
    })
}

/// The object, or why there is none.
fn created(call: &'static str, object: *mut c_void, code: cl_int) -> Result<*mut c_void, CallError> {
    CallError::check(call, code)?;
    if object.is_null() { Err(CallError { call, code: ffi::CL_OUT_OF_RESOURCES }) } else { Ok(object) }
}

impl Program {
    pub(super) fn build(&self, device: DeviceId, options: &str) -> Result<(), Error> {
        let options = CString::new(options).expect("options contain no zero");
        let raw = device.as_raw();
        // SAFETY: the device is that of the program's context; no callback, so the call returns when all is done.
        let code = unsafe { ffi::clBuildProgram(self.0, 1, &raw, options.as_ptr(), None, ptr::null_mut()) };
        match code {
            ffi::CL_BUILD_PROGRAM_FAILURE => Err(Error::Build { log: self.build_log(device) }),
            code => Ok(CallError::check("clBuildProgram", code)?),
        }
    }

    /// The built program of the context's one device, for `Context::program_of_binary`.
    pub(super) fn binary(&self) -> Result<Vec<u8>, CallError> {
        const CALL: &str = "clGetProgramInfo";
        let mut length = 0usize;
        let place: *mut usize = &mut length;
        // SAFETY: room for one length: where there are more devices the call fails.
        let code = unsafe {
            ffi::clGetProgramInfo(self.0, ffi::CL_PROGRAM_BINARY_SIZES, size_of::<usize>(), place.cast(), ptr::null_mut())
        };
        CallError::check(CALL, code)?;
        let mut binary = zeroed(length.max(LEAST_ROOM)).ok_or(CallError { call: CALL, code: ffi::CL_OUT_OF_HOST_MEMORY })?;
        let mut bytes = binary.as_mut_ptr();
        let place: *mut *mut u8 = &mut bytes;
        // SAFETY: one pointer, to room for as many bytes as OpenCL has just said, or more.
        let code = unsafe {
            ffi::clGetProgramInfo(self.0, ffi::CL_PROGRAM_BINARIES, size_of::<*mut u8>(), place.cast(), ptr::null_mut())
        };
        CallError::check(CALL, code)?;
        binary.truncate(length);
        Ok(binary)
    }

    fn build_log(&self, device: DeviceId) -> String {
        let mut size = 0;
        let what = ffi::CL_PROGRAM_BUILD_LOG;
        // SAFETY: OpenCL's "how much?" form.
        unsafe { ffi::clGetProgramBuildInfo(self.0, device.as_raw(), what, 0, ptr::null_mut(), &mut size) };
        let Some(mut log) = zeroed(size) else { return "more is said than there is memory for".to_owned() };
        // SAFETY: room for `size` bytes.
        unsafe { ffi::clGetProgramBuildInfo(self.0, device.as_raw(), what, size, log.as_mut_ptr().cast(), ptr::null_mut()) };
        String::from_utf8_lossy(&log).trim_end_matches('\0').trim().to_owned()
    }

    pub(super) fn kernel(&self, name: &str) -> Result<Kernel, CallError> {
        let (name, mut code) = (CString::new(name).expect("a kernel's name contains no zero"), 0);
        // SAFETY: a C string and a place for the code.
        let kernel = unsafe { ffi::clCreateKernel(self.0, name.as_ptr(), &mut code) };
        created("clCreateKernel", kernel, code).map(Kernel)
    }
}

impl Kernel {
    /// Sets an argument by value.
    pub(super) fn set(&self, place: u32, value: &Bytes) -> Result<(), CallError> {
        // SAFETY: OpenCL copies the bytes, and checks their number against the parameter.
        let code = unsafe { ffi::clSetKernelArg(self.0, place, value.len(), value.as_ptr().cast()) };
        CallError::check("clSetKernelArg", code)
    }

    /// Sets an argument that is a buffer.
    pub(super) fn set_buffer(&self, place: u32, buffer: Buffer) -> Result<(), CallError> {
        match buffer {
            Buffer::Object(memory) => {
                // SAFETY: a buffer is passed as a pointer to its `cl_mem`.
                let code = unsafe { ffi::clSetKernelArg(self.0, place, size_of::<cl_mem>(), (&raw const memory).cast()) };
                CallError::check("clSetKernelArg", code)
            }
            Buffer::Host(pointer) => {
                // SAFETY: the device takes such addresses; what is there the kernel's launch promises.
                let code = unsafe { ffi::clSetKernelArgSVMPointer(self.0, place, pointer.cast_const().cast()) };
                CallError::check("clSetKernelArgSVMPointer", code)
            }
        }
    }

    /// Sets an argument that is a buffer to a null pointer.
    pub(super) fn set_no_buffer(&self, place: u32) -> Result<(), CallError> {
        // SAFETY: a null pointer stands for no buffer.
        let code = unsafe { ffi::clSetKernelArg(self.0, place, size_of::<cl_mem>(), ptr::null()) };
        CallError::check("clSetKernelArg", code)
    }

    /// The most work-items in a group that the device can run this kernel with.
    pub(super) fn max_group_size(&self, device: DeviceId) -> Result<usize, CallError> {
        self.on_device(device, ffi::CL_KERNEL_WORK_GROUP_SIZE, 0usize)
    }

    /// The bytes of local memory that a group of this kernel needs.
    pub(super) fn local_memory(&self, device: DeviceId) -> Result<u64, CallError> {
        self.on_device(device, ffi::CL_KERNEL_LOCAL_MEM_SIZE, 0u64)
    }

    /// What the device says of this kernel: an integer of `T`'s size.
    fn on_device<T: Copy>(&self, device: DeviceId, what: cl_uint, mut value: T) -> Result<T, CallError> {
        let place: *mut T = &mut value;
        // SAFETY: room for a `T`, the type that OpenCL gives the values asked for above.
        let code = unsafe {
            ffi::clGetKernelWorkGroupInfo(self.0, device.as_raw(), what, size_of::<T>(), place.cast(), ptr::null_mut())
        };
        CallError::check("clGetKernelWorkGroupInfo", code).map(|()| value)
    }
}

impl Queue {
    /// Copies from the host to `offset` in the buffer, some time before the next commands of this queue.
    ///
    /// # Safety
    ///
    /// `from` has `bytes` readable bytes, unchanged until the queue is settled.
    pub(super) unsafe fn write(&self, to: Buffer, offset: usize, from: *const u8, bytes: usize) -> Result<Event, CallError> {
        let mut event = ptr::null_mut();
        // SAFETY: the caller vouches for the memory.
        let code = unsafe {
            ffi::clEnqueueWriteBuffer(self.0, to.object(), ffi::CL_FALSE, offset, bytes, from.cast(), 0, ptr::null(), &mut event)
        };
        CallError::check("clEnqueueWriteBuffer", code).map(|()| Event(event))
    }

    /// Makes the first `bytes` of a buffer, a multiple of eight, zero.
    pub(super) fn clear(&self, buffer: Buffer, bytes: usize) -> Result<Event, CallError> {
        let (pattern, mut event) = (0u64, ptr::null_mut());
        let (from, size) = ((&raw const pattern).cast(), size_of_val(&pattern));
        // SAFETY: the pattern is copied before the call returns; OpenCL checks the range.
        let code = unsafe { ffi::clEnqueueFillBuffer(self.0, buffer.object(), from, size, 0, bytes, 0, ptr::null(), &mut event) };
        CallError::check("clEnqueueFillBuffer", code).map(|()| Event(event))
    }

    /// Copies `bytes` at `offset` of a buffer to the same place of another one.
    pub(super) fn copy(&self, from: Buffer, to: Buffer, offset: usize, bytes: usize) -> Result<Event, CallError> {
        let mut event = ptr::null_mut();
        // SAFETY: OpenCL checks the ranges, and that the buffers differ.
        let code = unsafe {
            ffi::clEnqueueCopyBuffer(self.0, from.object(), to.object(), offset, offset, bytes, 0, ptr::null(), &mut event)
        };
        CallError::check("clEnqueueCopyBuffer", code).map(|()| Event(event))
    }

    /// Copies `bytes` from `offset` in the buffer to the host, after all that the queue had to do; with `waits` before this returns.
    ///
    /// # Safety
    ///
    /// `to` has `bytes` writable bytes, nobody else's until the queue is settled, or, if this `waits`, has returned.
    pub(super) unsafe fn read(
        &self,
        from: Buffer,
        offset: usize,
        to: *mut u8,
        bytes: usize,
        waits: bool,
    ) -> Result<Event, CallError> {
        let mut event = ptr::null_mut();
        // SAFETY: the caller vouches for the memory.
        let code = unsafe {
            let (none, events) = (0, ptr::null());
            ffi::clEnqueueReadBuffer(self.0, from.object(), waits.into(), offset, bytes, to.cast(), none, events, &mut event)
        };
        CallError::check("clEnqueueReadBuffer", code).map(|()| Event(event))
    }

    /// Makes `bytes` at `offset` of a buffer readable on the host, once the queue is settled.
    pub(super) fn map(&self, buffer: Buffer, offset: usize, bytes: usize) -> Result<(*mut u8, Event), CallError> {
        self.map_for(ffi::CL_MAP_READ, buffer, offset, bytes)
    }

    /// The same of the first `bytes`, and writable.
    pub(super) fn map_for_writing(&self, buffer: Buffer, bytes: usize) -> Result<(*mut u8, Event), CallError> {
        self.map_for(ffi::CL_MAP_READ | ffi::CL_MAP_WRITE, buffer, 0, bytes)
    }

    fn map_for(&self, flags: cl_map_flags, buffer: Buffer, offset: usize, bytes: usize) -> Result<(*mut u8, Event), CallError> {
        let (mut event, mut code) = (ptr::null_mut(), 0);
        // SAFETY: OpenCL checks the range.
        let pointer = unsafe {
            let (none, events) = (0, ptr::null());
            ffi::clEnqueueMapBuffer(
                self.0,
                buffer.object(),
                ffi::CL_FALSE,
                flags,
                offset,
                bytes,
                none,
                events,
                &mut event,
                &mut code,
            )
        };
        let pointer = created("clEnqueueMapBuffer", pointer, code)?;
        Ok((pointer.cast(), Event(event)))
    }

    /// Ends a mapping.
    pub(super) fn unmap(&self, buffer: Buffer, pointer: *mut u8) -> Result<Event, CallError> {
        let mut event = ptr::null_mut();
        // SAFETY: the pointer is that of a mapping of this buffer, and is not used afterwards.
        let code = unsafe { ffi::clEnqueueUnmapMemObject(self.0, buffer.object(), pointer.cast(), 0, ptr::null(), &mut event) };
        CallError::check("clEnqueueUnmapMemObject", code).map(|()| Event(event))
    }

    /// Runs a kernel in `groups` groups of `group_size` work-items.
    ///
    /// # Safety
    ///
    /// The arguments set last are those of the kernel, and the buffers among them live until the queue is settled.
    pub(super) unsafe fn launch(&self, kernel: &Kernel, groups: usize, group_size: usize) -> Result<Event, CallError> {
        let (global, mut event) = (groups * group_size, ptr::null_mut());
        // SAFETY: one dimension, no offset; the caller vouches for the kernel's arguments.
        let code = unsafe {
            let (none, events) = (0, ptr::null());
            ffi::clEnqueueNDRangeKernel(self.0, kernel.0, 1, ptr::null(), &global, &group_size, none, events, &mut event)
        };
        CallError::check("clEnqueueNDRangeKernel", code).map(|()| Event(event))
    }

    /// Has the device begin with all commands, though nobody waits for them. Where it fails to, it begins when somebody waits.
    pub(super) fn flush(&self) {
        // SAFETY: a call without further arguments.
        if let Err(error) = CallError::check("clFlush", unsafe { ffi::clFlush(self.0) }) {
            error.tell_survived();
        }
    }

    fn finish(&self) -> Result<(), CallError> {
        // SAFETY: a call without further arguments.
        CallError::check("clFinish", unsafe { ffi::clFinish(self.0) })
    }

    /// Waits until all commands are over, whether they went well or not; `last` is the event of the last one that was begun, if any was.
    /// An error means that nobody can tell: they may be at work for ever.
    pub(super) fn settle(&self, last: Option<&Event>) -> Result<(), CallError> {
        let finished = self.finish();
        // Commands are done in order.
        last.map_or(Ok(()), Event::settle)?;
        finished.unwrap_or_else(|error| error.tell_survived());
        Ok(())
    }
}

impl Buffer {
    /// For commands, which refuse the host's memory.
    fn object(self) -> cl_mem {
        match self {
            Self::Object(memory) => memory,
            Self::Host(_) => ptr::null_mut(),
        }
    }

    /// Whether the host has it mapped, as far as anybody knows.
    pub(super) fn is_mapped(&self) -> bool {
        let mut count: cl_uint = 0;
        let place: *mut cl_uint = &mut count;
        // SAFETY: room for the number that this query yields.
        let code = unsafe {
            ffi::clGetMemObjectInfo(self.object(), ffi::CL_MEM_MAP_COUNT, size_of::<cl_uint>(), place.cast(), ptr::null_mut())
        };
        code != 0 || count > 0
    }
}

impl Event {
    fn wait(&self) -> Result<(), CallError> {
        // SAFETY: one event.
        CallError::check("clWaitForEvents", unsafe { ffi::clWaitForEvents(1, &self.0) })
    }

    /// Waits until the command is over, whether it went well or not. What counts is its status: PoCL's device `basic` lets a thread go that
    /// waits while another one does the command. An error means that the device has not said for a while, when asked in every way there is.
    pub(super) fn settle(&self) -> Result<(), CallError> {
        const FAILED: cl_int = ffi::CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        let (mut silent_since, mut unheeded) = (None, None);
        for asked in 0.. {
            if asked > 1 {
                thread::sleep(Duration::from_micros(50));
            }
            let status = self.status();
            if let Ok(status @ ..=0) = status {
                // Of a command that has failed somebody else tells.
                unheeded.filter(|_| status == 0).into_iter().for_each(CallError::tell_survived);
                return Ok(());
            }
            match (status, self.wait()) {
                (Ok(_), waited) => {
                    unheeded = unheeded.or(waited.err());
                    silent_since = None;
                }
                (Err(error), Ok(()) | Err(CallError { code: FAILED, .. })) => {
                    error.tell_survived();
                    return Ok(());
                }
                (Err(_), Err(error)) => {
                    let since = *silent_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > PATIENCE {
                        return Err(error);
                    }
                }
            }
        }
        unreachable!("it is asked until there is an answer")
    }

    /// Above zero as long as the command is not over, below if it has failed.
    fn status(&self) -> Result<cl_int, CallError> {
        let mut status: cl_int = 0;
        let (what, place): (_, *mut cl_int) = (ffi::CL_EVENT_COMMAND_EXECUTION_STATUS, &mut status);
        // SAFETY: room for the `cl_int` that this query yields.
        let code = unsafe { ffi::clGetEventInfo(self.0, what, size_of::<cl_int>(), place.cast(), ptr::null_mut()) };
        CallError::check("clGetEventInfo", code).map(|()| status)
    }

    /// Whether the command, which is over, went well. OpenCL tells nowhere else of a kernel that was aborted.
    pub(super) fn succeeded(&self, call: &'static str) -> Result<(), CallError> {
        match again(|| self.status()) {
            Ok(status) => CallError::check(call, status.min(0)),
            // Waiting for it tells the same.
            Err(error) => {
                self.wait().inspect(|()| error.tell_survived()).map_err(|CallError { code, .. }| CallError { call, code })
            }
        }
    }

    /// How long the device worked on the command, which is over; zero where the device does not tell.
    pub(super) fn duration(&self) -> Duration {
        self.ends().map_or(Duration::ZERO, |(start, end)| Duration::from_nanos(end.saturating_sub(start)))
    }

    /// When the device began with the command and ended it, in nanoseconds of its own clock.
    pub(super) fn ends(&self) -> Option<(u64, u64)> {
        let time = |what| self.time(what).inspect_err(|error| error.tell_survived()).ok();
        Some((time(ffi::CL_PROFILING_COMMAND_START)?, time(ffi::CL_PROFILING_COMMAND_END)?))
    }

    fn time(&self, what: cl_uint) -> Result<u64, CallError> {
        let mut time: u64 = 0;
        let place: *mut u64 = &mut time;
        // SAFETY: room for the `cl_ulong` that this query yields.
        let code = unsafe { ffi::clGetEventProfilingInfo(self.0, what, size_of::<u64>(), place.cast(), ptr::null_mut()) };
        CallError::check("clGetEventProfilingInfo", code).map(|()| time)
    }
}
