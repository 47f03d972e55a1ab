//! One loop at a time, on devices whose driver needs it.
//!
//! PoCL keeps the code of kernels that it has loaded, with a count of who uses it. When a kernel has run, PoCL up to 5.0 counts for the
//! first entry of that kernel, not for the one that it has run, and there are several: one for every number of work-items that was
//! greater than all before, and one more when somebody asks for the program's binary. So with two launches of a kernel under way, or one
//! and a question for its binary, a count may go below zero, and PoCL ends the process. (`pocl_release_dlhandle_cache`; 6.0 has it right.)
//! With one at a time the first entry is the one that was used last.

use std::sync::{Condvar, Mutex, PoisonError};

use scan_opencl::Silence;

use crate::system::lock::lock;

/// The name of PoCL's platform.
const POCL: &str = "Portable Computing Language";
/// The first version of PoCL that counts right.
const MENDED: u32 = 6;

static IS_TAKEN: Mutex<bool> = Mutex::new(false);
static IS_FREE: Condvar = Condvar::new();

/// A turn, for as long as it lives. Nothing but calls of OpenCL is to be done meanwhile: no work is given to other threads, which might
/// wait for a turn, nothing is logged, and no thread takes a second one.
#[derive(Debug)]
pub(super) struct Turn {
    /// Ends when the turn is given up.
    _silence: Silence,
}

impl Turn {
    /// Waits for a turn.
    pub(super) fn take() -> Turn {
        let mut is_taken = lock(&IS_TAKEN);
        while *is_taken {
            is_taken = IS_FREE.wait(is_taken).unwrap_or_else(PoisonError::into_inner);
        }
        *is_taken = true;
        Turn { _silence: Silence::begin() }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *lock(&IS_TAKEN) = false;
        IS_FREE.notify_one();
    }
}

/// Whether loops must take turns on the devices of a platform, of this version: `OpenCL 3.0 PoCL 3.1+debian …`.
pub(super) fn are_needed(platform: &str, version: &str) -> bool {
    let pocl = version.split_whitespace().skip_while(|word| *word != "PoCL").nth(1);
    let major: Option<u32> = pocl.and_then(|version| version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
    platform == POCL && major.is_none_or(|major| major < MENDED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_for_versions_of_pocl_that_miscount() {
        assert!(are_needed(POCL, "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 15.0.6"));
        assert!(are_needed(POCL, "OpenCL 3.0 PoCL 5.0  Linux") && are_needed(POCL, "something else"));
        assert!(!are_needed(POCL, "OpenCL 3.0 PoCL 6.0  Linux") && !are_needed(POCL, "OpenCL 3.0 PoCL 10.2  Linux"));
        assert!(!are_needed("NVIDIA CUDA", "OpenCL 3.0 CUDA 12.2.140"));
    }
}
