//! OpenCL, found when the program runs.
//!
//! The crate `ocl` (through `cl-sys`) links `-lOpenCL`: a program that uses it does not build without an OpenCL SDK, and does not
//! start without an OpenCL library. With this crate in its dependencies it does both:
//!
//! - `build.rs` puts an empty library named OpenCL first on the linker's search path;
//! - the `cl*` functions are defined here (`entry_points`). Each forwards to the same function of a library that is opened on the
//!   first call (`library`): the one that `SCAN_OPENCL_LIBRARY` names, otherwise the system's (`libOpenCL.so.1`, `OpenCL.dll`, macOS's
//!   framework), or where that is missing or finds nothing a GPU's own driver (`driver`);
//! - where there is no such library, the functions that return a status return `CL_PLATFORM_NOT_FOUND_KHR`, and those that create
//!   an object return null and put that code where the caller asked for it. A program finds no platform, and goes on.
//!
//! As every call passes here, a test library that fails or delays certain calls needs nothing but its path in
//! `SCAN_OPENCL_LIBRARY`.
//!
//! ```
//! match scan_opencl::library() {
//!     Ok(library) => println!("OpenCL is {library}"),
//!     Err(reason) => println!("{reason}"),
//! }
//! ```

mod devices;
mod driver;
mod entry_points;
mod error;
mod library;
mod query;
mod survived;

pub use devices::{DeviceInfo, Kind, PlatformInfo, platforms};
pub use error::{CallError, Error};
pub use library::{LibraryInfo, LoadError, library, name_library};
pub use survived::{Silence, again};
