//! What can go wrong in a call of OpenCL.

use std::fmt;

use ocl::ffi::{self, cl_int};

use crate::LoadError;

/// Why the platforms and devices could not be listed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no OpenCL library.
    #[error(transparent)]
    NoLibrary(&'static LoadError),
    /// A call of the library failed.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// An OpenCL function returned an error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallError {
    /// The function.
    pub call: &'static str,
    /// What it returned: below zero.
    pub code: cl_int,
}

impl CallError {
    /// `Ok` if `code`, returned by `call`, is `CL_SUCCESS`.
    pub fn check(call: &'static str, code: cl_int) -> Result<(), CallError> {
        if code == 0 { Ok(()) } else { Err(CallError { call, code }) }
    }

    /// The name of the code, where it is one of the standard's.
    pub fn name(&self) -> Option<&'static str> {
        NAMES.iter().find(|(code, _)| *code == self.code).map(|(_, name)| *name)
    }
}

impl std::error::Error for CallError {}

impl fmt::Display for CallError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CallError { call, code } = self;
        match self.name() {
            Some(name) => write!(formatter, "{call} failed: {name} ({code})"),
            None => write!(formatter, "{call} failed: error {code}"),
        }
    }
}

macro_rules! names {
    ($($name:ident)*) => { &[$((ffi::$name, stringify!($name))),*] };
}

/// The error codes of OpenCL that have to do with programs and buffers.
static NAMES: &[(cl_int, &str)] = names! {
    CL_DEVICE_NOT_FOUND CL_DEVICE_NOT_AVAILABLE CL_COMPILER_NOT_AVAILABLE CL_MEM_OBJECT_ALLOCATION_FAILURE CL_OUT_OF_RESOURCES
    CL_OUT_OF_HOST_MEMORY CL_PROFILING_INFO_NOT_AVAILABLE CL_MEM_COPY_OVERLAP CL_BUILD_PROGRAM_FAILURE CL_MAP_FAILURE
    CL_MISALIGNED_SUB_BUFFER_OFFSET CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST CL_COMPILE_PROGRAM_FAILURE
    CL_LINKER_NOT_AVAILABLE CL_LINK_PROGRAM_FAILURE CL_DEVICE_PARTITION_FAILED CL_KERNEL_ARG_INFO_NOT_AVAILABLE
    CL_INVALID_VALUE CL_INVALID_DEVICE_TYPE CL_INVALID_PLATFORM CL_INVALID_DEVICE CL_INVALID_CONTEXT
    CL_INVALID_QUEUE_PROPERTIES CL_INVALID_COMMAND_QUEUE CL_INVALID_HOST_PTR CL_INVALID_MEM_OBJECT CL_INVALID_BINARY
    CL_INVALID_BUILD_OPTIONS CL_INVALID_PROGRAM CL_INVALID_PROGRAM_EXECUTABLE CL_INVALID_KERNEL_NAME
    CL_INVALID_KERNEL_DEFINITION CL_INVALID_KERNEL CL_INVALID_ARG_INDEX CL_INVALID_ARG_VALUE CL_INVALID_ARG_SIZE
    CL_INVALID_KERNEL_ARGS CL_INVALID_WORK_DIMENSION CL_INVALID_WORK_GROUP_SIZE CL_INVALID_WORK_ITEM_SIZE
    CL_INVALID_GLOBAL_OFFSET CL_INVALID_EVENT_WAIT_LIST CL_INVALID_EVENT CL_INVALID_OPERATION CL_INVALID_BUFFER_SIZE
    CL_INVALID_GLOBAL_WORK_SIZE CL_INVALID_PROPERTY CL_INVALID_COMPILER_OPTIONS CL_INVALID_LINKER_OPTIONS
    CL_INVALID_DEVICE_PARTITION_COUNT CL_PLATFORM_NOT_FOUND_KHR
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_code_of_the_standard() {
        let error = CallError { call: "clCreateBuffer", code: ffi::CL_OUT_OF_RESOURCES };
        assert_eq!(error.to_string(), "clCreateBuffer failed: CL_OUT_OF_RESOURCES (-5)");
    }

    #[test]
    fn shows_a_vendors_code_as_it_is() {
        let error = CallError { call: "clFinish", code: -9999 };
        assert_eq!(error.to_string(), "clFinish failed: error -9999");
    }
}
