//! The same face as `library`, for systems where `cl-sys` links OpenCL: the library is there, or the program would not run.

use std::path::{Path, PathBuf};
use std::{convert, fmt};

/// The library that this process's OpenCL calls go to: the system's.
pub fn library() -> Result<&'static LibraryInfo, &'static LoadError> {
    static LINKED: LibraryInfo = LibraryInfo;
    Ok(&LINKED)
}

/// Does nothing and returns `false`: the library was chosen when the program was linked.
///
/// # Safety
/// Nothing is asked for here; elsewhere the library is opened.
pub unsafe fn name_library(_path: impl Into<PathBuf>) -> bool {
    false
}

/// The OpenCL library that the program was linked with. Its `Display` is its file name.
#[derive(Debug)]
pub struct LibraryInfo;

impl LibraryInfo {
    /// The name of the library.
    pub fn path(&self) -> &Path {
        Path::new(if cfg!(target_os = "macos") { "OpenCL.framework" } else { "OpenCL.dll" })
    }
}

impl fmt::Display for LibraryInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(formatter)
    }
}

/// Why there is no OpenCL library: never so on this system.
pub type LoadError = convert::Infallible;
