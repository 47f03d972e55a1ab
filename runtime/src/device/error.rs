//! Why a loop did not run on a device.

use crate::model::reason::FallbackReason;
use ocl::ffi;
use scan_opencl::CallError;

/// Why a loop did not run on a device. The loop as written can run after any of them; after `HalfWritten` if somebody has kept what was
/// there.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Error {
    /// There is no OpenCL here.
    #[error("{0}")]
    NoPlatform(String),
    /// This thread has too little stack for a driver.
    #[error("this thread has {left} KiB of stack left, and drivers may need {needed}")]
    LittleStack {
        /// What there is.
        left: usize,
        /// What there has to be.
        needed: usize,
    },
    /// There is OpenCL, and no such device.
    #[error("{0}")]
    NoSuchDevice(String),
    /// The loop needs what the device lacks.
    #[error("the device lacks {0}")]
    Unsupported(&'static str),
    /// The loop was compiled for other devices.
    #[error("there is no program for this kind of device")]
    NoProgram,
    /// The device's compiler rejects the kernels.
    #[error("the kernels do not build: {log}")]
    Build {
        /// What the compiler said.
        log: String,
    },
    /// A call of OpenCL failed.
    #[error(transparent)]
    OpenCl(#[from] CallError),
    /// The loop's arrays and the algorithm's own do not fit on the device.
    #[error("{needed} bytes are more than the {limit} that the device offers for {of}")]
    OutOfMemory {
        /// What is needed.
        needed: u64,
        /// What there is.
        limit: u64,
        /// Of what.
        of: &'static str,
    },
    /// Almost all of a GPU would be idle.
    #[error("so few scans side by side, {batches}, would leave a GPU idle, which takes {least} or more")]
    TooFewBatches {
        /// How many there are.
        batches: u64,
        /// How many there ought to be.
        least: u64,
    },
    /// The host has no room for the results of arrays in place, which are kept aside until nothing can fail any more.
    #[error("the host lacks memory to keep the results of arrays in place aside")]
    NoHostMemory,
    /// The device gave up when it had begun to write where the loop reads, and before it was done: the loop cannot run any more.
    #[error("the device failed while it wrote to an array in place: {0}")]
    HalfWritten(String),
    /// An iteration panics: the loop as written is to do that.
    #[error("an iteration panics")]
    Panicked,
    /// Two iterations store to one element: the loop as written is to do that in its order.
    #[error("several iterations store to one element")]
    StoresOverlap,
    /// The types differ between the host and the device.
    #[error("{0}")]
    Layout(&'static str),
}

impl Error {
    /// Says that it did no harm, if it is a call that failed.
    pub(crate) fn tell_survived(&self) {
        if let Error::OpenCl(error) = self {
            error.tell_survived();
        }
    }

    /// Why the loop itself stops it, if it is that.
    pub(crate) fn of_the_loop(&self) -> Option<FallbackReason> {
        match self {
            Error::Panicked => Some(FallbackReason::Panicked),
            Error::StoresOverlap => Some(FallbackReason::StoresOverlap),
            _ => None,
        }
    }

    /// Whether a device may run the loop on another thread.
    pub(crate) fn is_the_threads_own(&self) -> bool {
        matches!(self, Error::LittleStack { .. })
    }

    /// Whether arrays in place are half written.
    pub(crate) fn is_half_written(&self) -> bool {
        matches!(self, Error::HalfWritten(..))
    }

    /// Whether the device will never run these kernels.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Error::Build { .. } | Error::NoProgram | Error::Unsupported(..) | Error::Layout(..))
    }

    /// Whether a smaller job may go well.
    pub(super) fn is_shortage(&self) -> bool {
        match self {
            Error::OutOfMemory { .. } => true,
            Error::OpenCl(error) => is_shortage(error.code),
            _ => false,
        }
    }
}

/// Whether a code of OpenCL says that memory is short.
pub(super) fn is_shortage(code: i32) -> bool {
    [ffi::CL_MEM_OBJECT_ALLOCATION_FAILURE, ffi::CL_OUT_OF_RESOURCES, ffi::CL_OUT_OF_HOST_MEMORY].contains(&code)
}
