//! The OpenCL functions, each a forwarder to the library of `library`.

use std::ffi::CStr;
use std::ptr;
use std::sync::OnceLock;

use ocl::ffi::*;

use crate::library;

/// What a function returns where there is no such function to forward to.
trait Missing {
    fn missing() -> Self;
}

impl Missing for cl_int {
    fn missing() -> cl_int {
        CL_PLATFORM_NOT_FOUND_KHR
    }
}

/// Every OpenCL object is a pointer.
impl Missing for *mut c_void {
    fn missing() -> *mut c_void {
        ptr::null_mut()
    }
}

impl Missing for () {
    fn missing() {}
}

/// Tells the caller of a function that creates an object why it got none.
///
/// # Safety
///
/// `errcode_ret` is null or may be written.
unsafe fn report_missing(errcode_ret: *mut cl_int) {
    if !errcode_ret.is_null() {
        // SAFETY: it isn't null, and the caller vouches for the rest.
        unsafe { errcode_ret.write(CL_PLATFORM_NOT_FOUND_KHR) }
    }
}

/// Defines a forwarder for every signature, and `ALL`, which mentions each of them. `; errcode_ret` stands for the last parameter
/// of the functions that create an object: where they put the error code.
macro_rules! forward {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(; $errcode:ident)?) $(-> $result:ty)?;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub unsafe extern "system" fn $name($($argument: $type,)* $($errcode: *mut cl_int)?) $(-> $result)? {
                type Function = unsafe extern "system" fn($($type,)* $(forward!(@errcode $errcode))?) $(-> $result)?;
                const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!("an identifier contains no zero"),
                };
                static FOUND: OnceLock<Option<Function>> = OnceLock::new();
                let found = FOUND.get().copied().unwrap_or_else(|| {
                    // SAFETY: `Function` is the type that OpenCL gives this function.
                    let found = unsafe { library::function::<Function>(NAME) };
                    *FOUND.get_or_init(|| found)
                });
                match found {
                    // SAFETY: the caller keeps OpenCL's rules for this function.
                    Some(function) => unsafe { function($($argument,)* $($errcode)?) },
                    None => {
                        // SAFETY: OpenCL asks its callers for null or a place to write to.
                        $(unsafe { report_missing($errcode) };)?
                        Missing::missing()
                    }
                }
            }
        )*

        /// The address of every forwarder.
        pub(crate) static ALL: &[Address] = &[$(Address($name as *const ())),*];
    };
    (@errcode $errcode:ident) => { *mut cl_int };
}

/// A function's address.
pub(crate) struct Address(#[expect(dead_code, reason = "kept for the linker, not to be read")] *const ());

// SAFETY: the address of a function is a number; nothing is read through it.
unsafe impl Sync for Address {}

include!("functions.rs");
functions!(forward);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_headers_is_here() {
        assert_eq!(ALL.len(), 118);
    }
}
