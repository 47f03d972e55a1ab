//! Which OpenCL library this process uses. It is opened once, on first use, and never closed.

use std::error::Error;
use std::ffi::{CStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fmt};

use libloading::Library;

use crate::entry_points;

/// The environment variable that names the library. When it is set no other is tried.
const VARIABLE: &str = "SCAN_OPENCL_LIBRARY";

/// What the system's OpenCL library is called: with the version of its interface, and as development packages link it.
const SYSTEM_NAMES: [&str; 2] = ["libOpenCL.so.1", "libOpenCL.so"];

static NAMED: OnceLock<PathBuf> = OnceLock::new();
static OPENED: OnceLock<Result<Opened, LoadError>> = OnceLock::new();

/// The library that this process's OpenCL calls go to.
///
/// Opens it if this is the first use. The answer is the same for the life of the process.
pub fn library() -> Result<&'static LibraryInfo, &'static LoadError> {
    // Without a mention of the entry points from code that is surely called, a linker that reads each archive once may have
    // passed them by when it meets the first call of one.
    std::hint::black_box(&entry_points::ALL);
    opened().map(|opened| &opened.info)
}

/// Names the library to open, as `SCAN_OPENCL_LIBRARY` does (which wins over this).
///
/// Returns whether that will have an effect: it has none once a library was named so, or opened.
///
/// # Safety
/// What the library runs when it is opened, and its `cl*` functions, are those of an OpenCL library.
pub unsafe fn name_library(path: impl Into<PathBuf>) -> bool {
    OPENED.get().is_none() && NAMED.set(path.into()).is_ok()
}

/// An OpenCL library that was opened. Its `Display` is its file name or path.
#[derive(Debug)]
pub struct LibraryInfo {
    path: PathBuf,
}

impl LibraryInfo {
    /// The name under which the library was opened: a path, or a file name that the system's loader found.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for LibraryInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.display().fmt(formatter)
    }
}

/// Why there is no OpenCL library.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No OpenCL library could be opened.
    #[error("no OpenCL library: {}", Attempts(.attempts))]
    Open {
        /// What was tried, in order, and what the system's loader said.
        attempts: Vec<(PathBuf, libloading::Error)>,
    },
    /// The library was opened, and has no OpenCL functions.
    #[error("{} is no OpenCL library: it has no clGetPlatformIDs", .path.display())]
    Foreign {
        /// The library.
        path: PathBuf,
        /// What the system's loader said.
        source: libloading::Error,
    },
}

/// The attempts as a list. What the system's loader said, which names the file, is the source of `libloading`'s error.
struct Attempts<'a>(&'a [(PathBuf, libloading::Error)]);

impl fmt::Display for Attempts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (_, error)) in self.0.iter().enumerate() {
            let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            write!(formatter, "{}{cause}", if place == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

struct Opened {
    info: LibraryInfo,
    library: Library,
}

/// The function `name` of the library, or `None` where there is no library, or none with that function.
///
/// # Safety
///
/// `F` is the type of a pointer to the C function `name`.
pub(crate) unsafe fn function<F: Copy>(name: &CStr) -> Option<F> {
    let library = &opened().ok()?.library;
    // SAFETY: the caller vouches for the type; the library is never closed, so the pointer stays good.
    unsafe { library.get::<F>(name.to_bytes_with_nul()) }.ok().map(|symbol| *symbol)
}

fn opened() -> Result<&'static Opened, &'static LoadError> {
    OPENED.get_or_init(open).as_ref()
}

fn open() -> Result<Opened, LoadError> {
    let mut attempts = Vec::new();
    for path in candidates() {
        // SAFETY: opening a library runs its initialisers. An OpenCL library is made to be opened by any program; that this is one follows
        // from its name, from the promise of who named it, or from the environment, which may name any library to be loaded.
        match unsafe { Library::new(&path) } {
            Ok(library) => return verified(path, library),
            Err(error) => attempts.push((path, error)),
        }
    }
    Err(LoadError::Open { attempts })
}

fn candidates() -> Vec<PathBuf> {
    let named = env::var_os(VARIABLE).filter(|name: &OsString| !name.is_empty()).map(PathBuf::from);
    match named.as_ref().or(NAMED.get()) {
        Some(path) => vec![path.clone()],
        None => SYSTEM_NAMES.map(PathBuf::from).to_vec(),
    }
}

/// The library, if it has the function that every use of OpenCL begins with.
fn verified(path: PathBuf, library: Library) -> Result<Opened, LoadError> {
    // SAFETY: the symbol is not called here, and every function's address fits this type.
    match unsafe { library.get::<*const ()>(b"clGetPlatformIDs\0") }.err() {
        None => Ok(Opened { info: LibraryInfo { path }, library }),
        Some(source) => Err(LoadError::Foreign { path, source }),
    }
}
