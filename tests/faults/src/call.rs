//! One call of a function, on its way to the real library or not.

use std::ffi::{CStr, c_void};
use std::ptr;

use ocl::ffi::{cl_event, cl_int};

use crate::answers::{self, Place};
use crate::plan::{Fault, How, fault};
use crate::{events, ledger, real};

/// An argument: its name, its type, and its bits.
pub type Argument = (&'static str, &'static str, usize);

/// A call.
pub struct Call<'a> {
    /// The function.
    pub function: &'static str,
    /// Its arguments, but for the place of the code.
    pub arguments: &'a [Argument],
    /// Where a function that makes an object puts its code, or null.
    pub errcode: *mut cl_int,
}

/// What a function returns.
pub trait Answer: Copy {
    /// After a failure.
    fn failed(code: cl_int) -> Self;
    /// The object that was made.
    fn object(self) -> *mut c_void {
        ptr::null_mut()
    }
    /// Whether it went well, of a function without a place for a code.
    fn is_good(self) -> bool;
}

impl Answer for cl_int {
    fn failed(code: cl_int) -> cl_int {
        code
    }

    fn is_good(self) -> bool {
        self == 0
    }
}

impl Answer for *mut c_void {
    fn failed(_code: cl_int) -> *mut c_void {
        ptr::null_mut()
    }

    fn object(self) -> *mut c_void {
        self
    }

    fn is_good(self) -> bool {
        !self.is_null()
    }
}

impl Answer for () {
    fn failed(_code: cl_int) {}

    fn is_good(self) -> bool {
        true
    }
}

/// The bits of an argument.
pub fn word<T: Copy>(argument: T) -> usize {
    const { assert!(size_of::<T>() <= size_of::<usize>()) };
    let mut word = 0usize;
    // SAFETY: no more bytes than the word has.
    unsafe { ptr::copy_nonoverlapping((&raw const argument).cast::<u8>(), (&raw mut word).cast::<u8>(), size_of::<T>()) };
    word
}

impl Call<'_> {
    /// Does it, or not.
    ///
    /// # Safety
    ///
    /// The arguments are as OpenCL asks of the function, and `real` is that with these.
    pub unsafe fn run<R: Answer>(&self, real: impl FnOnce() -> R) -> R {
        let number = ledger::call(self.function);
        if self.function == "clEnqueueNDRangeKernel" {
            real::delay(self.pointer("command_queue"));
        }
        let answer = match fault(self.function, number) {
            None => real(),
            Some(Fault { code, how: How::Refuse }) => return self.fail(code),
            Some(Fault { code, how: How::After }) => {
                let answer = real();
                if answer.is_good() {
                    self.undo(answer);
                }
                return self.fail(code);
            }
            Some(Fault { code, how: How::Status }) => match self.told(code, real) {
                Ok(answer) => answer,
                Err(code) => return self.fail(code),
            },
            Some(Fault { code, how: How::Abandon }) => match self.abandoned(code) {
                Ok(()) => return R::failed(0),
                Err(code) => return self.fail(code),
            },
        };
        self.account(answer);
        // SAFETY: the caller's promise.
        unsafe { self.lie(answer) }
    }

    fn argument(&self, name: &str) -> Option<usize> {
        self.arguments.iter().find(|(known, ..)| *known == name).map(|(.., bits)| *bits)
    }

    /// An argument that is an object or a place.
    fn pointer<T>(&self, name: &str) -> *mut T {
        ptr::with_exposed_provenance_mut(self.argument(name).unwrap_or(0))
    }

    /// Where the event of a command goes.
    fn event(&self) -> Option<*mut cl_event> {
        let is_place = |(name, ty, bits): &&Argument| *name == "event" && ty.starts_with('*') && *bits != 0;
        self.arguments.iter().find(is_place).map(|(.., bits)| ptr::with_exposed_provenance_mut(*bits))
    }

    fn is_blocking(&self) -> bool {
        ["blocking_read", "blocking_write", "blocking_map"].iter().any(|name| self.argument(name).is_some_and(|bits| bits != 0))
    }

    /// A failure that the function tells of.
    fn fail<R: Answer>(&self, code: cl_int) -> R {
        if !self.errcode.is_null() {
            // SAFETY: OpenCL asks for null or a place.
            unsafe { self.errcode.write(code) };
        }
        R::failed(code)
    }

    /// Gives back what a function has made that is to have failed.
    fn undo<R: Answer>(&self, answer: R) {
        if let Some(event) = self.event() {
            // SAFETY: the place, in which the function has just put an event.
            unsafe {
                real::release(c"clReleaseEvent", *event);
                event.write(ptr::null_mut());
            }
        }
        let object = answer.object();
        if object.is_null() {
            return;
        }
        if self.function == "clEnqueueMapBuffer" {
            real::unmap(self.pointer("command_queue"), self.pointer("buffer"), object);
        } else if let Some(release) = release_of(self.function) {
            real::release(release, object);
        }
    }

    /// Does the work, and has its event tell of a failure. An error: nobody could see that, but the caller.
    fn told<R: Answer>(&self, code: cl_int, real: impl FnOnce() -> R) -> Result<R, cl_int> {
        let answer = real();
        if answer.is_good() {
            match self.event().filter(|_| !self.is_blocking()) {
                // SAFETY: the place, in which the function has just put an event.
                Some(event) => events::fail(unsafe { *event }, code),
                None => {
                    self.undo(answer);
                    return Err(code);
                }
            }
        }
        Ok(answer)
    }

    /// Does nothing, and gives an event that tells so. An error: nobody could see that, but the caller.
    fn abandoned(&self, code: cl_int) -> Result<(), cl_int> {
        let place = self.event().filter(|_| !self.is_blocking() && self.function != "clEnqueueMapBuffer").ok_or(code)?;
        match real::marker(self.pointer("command_queue"), &[], place) {
            0 => {
                // SAFETY: the place, in which the function has just put an event.
                events::fail(unsafe { *place }, code);
                ledger::event();
                Ok(())
            }
            code => Err(code),
        }
    }

    /// Writes down what was made or given up.
    fn account<R: Answer>(&self, answer: R) {
        if !answer.is_good() {
            return;
        }
        if !answer.object().is_null() {
            ledger::made_by(self.function);
        }
        if self.event().is_some() {
            ledger::event();
        }
        if self.function == "clReleaseEvent" {
            events::forget(self.pointer("event"));
        }
    }

    /// Replaces what the function says, if it is to lie.
    ///
    /// # Safety
    ///
    /// As for `run`.
    unsafe fn lie<R: Answer>(&self, answer: R) -> R {
        if !answer.is_good() {
            return answer;
        }
        // SAFETY: the caller's promise.
        let code = unsafe {
            match self.function {
                "clGetEventInfo" => self.lie_of_status(),
                "clWaitForEvents" => self.lie_of_waiting(),
                "clGetPlatformIDs" => self.lie_of_number("num_platforms"),
                "clGetDeviceIDs" => self.lie_of_number("num_devices"),
                _ => self.lie_of_parameter(),
            }
        };
        code.map_or(answer, R::failed)
    }

    unsafe fn lie_of_status(&self) -> Option<cl_int> {
        const STATUS: usize = ocl::ffi::CL_EVENT_COMMAND_EXECUTION_STATUS as usize;
        let status = events::status(self.pointer("event"))?;
        let place: *mut cl_int = self.pointer("param_value");
        if self.argument("param_name") == Some(STATUS) && !place.is_null() {
            // SAFETY: room for the status, by the caller's promise.
            unsafe { place.write(status) };
        }
        None
    }

    unsafe fn lie_of_waiting(&self) -> Option<cl_int> {
        // SAFETY: as many events as the caller says, of which there is one at least, as the call went well.
        let events: &[cl_event] = unsafe { std::slice::from_raw_parts(self.pointer("event_list"), self.argument("num_events")?) };
        let has_failed = events.iter().any(|event| events::status(*event).is_some());
        has_failed.then_some(ocl::ffi::CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    }

    unsafe fn lie_of_number(&self, place: &str) -> Option<cl_int> {
        let place: *mut u32 = self.pointer(place);
        let count = answers::count(self.function).filter(|_| !place.is_null())?;
        // SAFETY: room for a number, by the caller's promise.
        unsafe { place.write(count) };
        None
    }

    unsafe fn lie_of_parameter(&self) -> Option<cl_int> {
        let parameter = self.argument("param_name")? as u64;
        let place = Place {
            size: self.argument("param_value_size")?,
            value: self.pointer("param_value"),
            told: self.pointer("param_value_size_ret"),
        };
        // SAFETY: the caller's promise.
        unsafe { answers::replace(self.function, parameter, place) }
    }
}

/// The function that gives up what `function` makes.
fn release_of(function: &str) -> Option<&'static CStr> {
    let kinds = [
        ("clCreateContext", c"clReleaseContext"),
        ("clCreateCommandQueue", c"clReleaseCommandQueue"),
        ("clCreateProgram", c"clReleaseProgram"),
        ("clCreateKernel", c"clReleaseKernel"),
        ("clCreateBuffer", c"clReleaseMemObject"),
        ("clCreateUserEvent", c"clReleaseEvent"),
    ];
    kinds.into_iter().find(|(begin, _)| function.starts_with(begin)).map(|(_, release)| release)
}
