//! The library that does the work.

use std::ffi::{CStr, c_void};
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, ptr, thread};

use libloading::Library;
use ocl::ffi::{CL_QUEUE_CONTEXT, cl_command_queue, cl_context, cl_event, cl_int, cl_mem, cl_uint};

/// The function `name`, if the library has it.
///
/// # Safety
///
/// `F` is the type of a pointer to the C function `name`.
pub unsafe fn function<F: Copy>(name: &CStr) -> Option<F> {
    // SAFETY: the caller vouches for the type; the library is never closed.
    unsafe { library().get::<F>(name.to_bytes_with_nul()) }.ok().map(|symbol| *symbol)
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let name = env::var_os("FAULTS_LIBRARY").unwrap_or_else(|| "libOpenCL.so.1".into());
        // SAFETY: an OpenCL library is made to be opened by any program.
        unsafe { Library::new(&name) }.unwrap_or_else(|error| panic!("{}: {error}", name.display()))
    })
}

/// Gives up an object by the function that does so for its kind.
pub fn release(name: &CStr, object: *mut c_void) -> cl_int {
    type Release = unsafe extern "system" fn(*mut c_void) -> cl_int;
    // SAFETY: every `clRelease…` has this type; the object is one reference that the caller has.
    unsafe { function::<Release>(name).map_or(0, |release| release(object)) }
}

/// Enqueues a command that waits for `events` and does nothing, and gives its event, if there is a place for it.
pub fn marker(queue: cl_command_queue, events: &[cl_event], event: *mut cl_event) -> cl_int {
    type Marker = unsafe extern "system" fn(cl_command_queue, cl_uint, *const cl_event, *mut cl_event) -> cl_int;
    let list = if events.is_empty() { ptr::null() } else { events.as_ptr() };
    // SAFETY: OpenCL's type of the function; a list of that length, and null or a place for an event.
    unsafe {
        function::<Marker>(c"clEnqueueMarkerWithWaitList").map_or(-59, |marker| marker(queue, events.len() as u32, list, event))
    }
}

/// Has the commands that come next in the queue begin no sooner than `FAULTS_SLOW` says.
pub fn delay(queue: cl_command_queue) {
    let milliseconds = env::var("FAULTS_SLOW").ok().and_then(|text| text.parse().ok()).filter(|time| *time > 0);
    let Some((event, time)) = milliseconds.and_then(|time| Some((user_event(queue)?, time))) else { return };
    marker(queue, &[event], ptr::null_mut());
    let event = event.expose_provenance();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(time));
        type Set = unsafe extern "system" fn(cl_event, cl_int) -> cl_int;
        let event = ptr::with_exposed_provenance_mut(event);
        // SAFETY: OpenCL's type of the function; the event was made for this.
        unsafe { function::<Set>(c"clSetUserEventStatus").map(|set| set(event, 0)) };
        release(c"clReleaseEvent", event);
    });
}

/// An event of the queue's context that whoever made it ends.
fn user_event(queue: cl_command_queue) -> Option<cl_event> {
    type Info = unsafe extern "system" fn(cl_command_queue, cl_uint, usize, *mut c_void, *mut usize) -> cl_int;
    type Create = unsafe extern "system" fn(cl_context, *mut cl_int) -> cl_event;
    let (mut context, mut code): (cl_context, _) = (ptr::null_mut(), 0);
    // SAFETY: OpenCL's types of the functions; room for the context, and for a code.
    let event = unsafe {
        let (info, create) = (function::<Info>(c"clGetCommandQueueInfo")?, function::<Create>(c"clCreateUserEvent")?);
        info(queue, CL_QUEUE_CONTEXT, size_of::<cl_context>(), (&raw mut context).cast(), ptr::null_mut());
        create(context, &mut code)
    };
    (code == 0).then_some(event)
}

/// Ends a mapping.
pub fn unmap(queue: cl_command_queue, memory: cl_mem, pointer: *mut c_void) -> cl_int {
    type Unmap =
        unsafe extern "system" fn(cl_command_queue, cl_mem, *mut c_void, cl_uint, *const cl_event, *mut cl_event) -> cl_int;
    // SAFETY: OpenCL's type of the function; the mapping is one of this buffer.
    unsafe {
        let unmap = function::<Unmap>(c"clEnqueueUnmapMemObject");
        unmap.map_or(-59, |unmap| unmap(queue, memory, pointer, 0, ptr::null(), ptr::null_mut()))
    }
}
