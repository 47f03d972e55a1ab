//! The functions of the library.

use std::ffi::CStr;
use std::ptr;
use std::sync::OnceLock;

use ocl::ffi::*;

use crate::call::{Answer, Call, word};
use crate::real;

/// Defines a function for every signature: it counts, fails if it is to, and goes on to the real one.
macro_rules! inject {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(; $errcode:ident)?) $(-> $result:ty)?;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "system" fn $name($($argument: $type,)* $($errcode: *mut cl_int)?) $(-> $result)? {
                type Function = unsafe extern "system" fn($($type,)* $(inject!(@errcode $errcode))?) $(-> $result)?;
                const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!("an identifier contains no zero"),
                };
                static FOUND: OnceLock<Option<Function>> = OnceLock::new();
                // SAFETY: `Function` is the type that OpenCL gives this function.
                let Some(function) = FOUND.get_or_init(|| unsafe { real::function::<Function>(NAME) }) else {
                    return Answer::failed(CL_INVALID_OPERATION);
                };
                let errcode: *mut cl_int = ptr::null_mut();
                $(let errcode = if $errcode.is_null() { errcode } else { $errcode };)?
                let call = Call {
                    function: stringify!($name),
                    arguments: &[$((stringify!($argument), stringify!($type), word($argument))),*],
                    errcode,
                };
                // SAFETY: the caller keeps OpenCL's rules for this function.
                unsafe { call.run(|| function($($argument,)* $($errcode)?)) }
            }
        )*
    };
    (@errcode $errcode:ident) => { *mut cl_int };
}

include!("../../../runtime/opencl/src/functions.rs");
functions!(inject);
