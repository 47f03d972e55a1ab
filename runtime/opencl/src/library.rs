//! Which OpenCL library this process uses. It is opened once, on first use, and never closed.

use std::error::Error;
use std::ffi::{CStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fmt, ptr};

use libloading::Library;

use crate::driver::{self, Driver, GetPlatforms};
use crate::entry_points;

/// The environment variable that names the library. When it is set no other is tried.
const VARIABLE: &str = "SCAN_OPENCL_LIBRARY";

/// What the system's OpenCL library is called; elsewhere than on these two with the version of its interface, and as development packages
/// link it.
const SYSTEM_NAMES: &[&str] = if cfg!(windows) {
    &["OpenCL.dll"]
} else if cfg!(target_os = "macos") {
    &["/System/Library/Frameworks/OpenCL.framework/OpenCL"]
} else {
    &["libOpenCL.so.1", "libOpenCL.so"]
};

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

/// The attempts as a list. What the system's loader said, which need not name the file, is the source of `libloading`'s error.
struct Attempts<'a>(&'a [(PathBuf, libloading::Error)]);

impl fmt::Display for Attempts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (path, error)) in self.0.iter().enumerate() {
            let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            let path = path.display().to_string();
            let name = if cause.contains(&path) { String::new() } else { format!("{path}: ") };
            write!(formatter, "{}{name}{cause}", if place == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

struct Opened {
    info: LibraryInfo,
    library: Library,
    /// Where the library has no OpenCL functions itself, but hands them out.
    driver: Option<Driver>,
}

/// The function `name` of the library, or `None` where there is no library, or none with that function.
///
/// # Safety
///
/// `F` is the type of a pointer to the C function `name`.
pub(crate) unsafe fn function<F: Copy>(name: &CStr) -> Option<F> {
    // SAFETY: the caller vouches for the type.
    unsafe { opened().ok()?.function(name) }
}

impl Opened {
    /// The library, if it is one of OpenCL: it has the function that every use of OpenCL begins with, or is a driver.
    fn of(path: PathBuf, library: Library) -> Result<Self, LoadError> {
        // SAFETY: the symbol is not called here, and every function's address fits this type.
        let symbol = unsafe { library.get::<*const ()>(b"clGetPlatformIDs\0") }.err();
        let driver = symbol.as_ref().and_then(|_| Driver::of(&library));
        match symbol.filter(|_| driver.is_none()) {
            None => Ok(Self { info: LibraryInfo { path }, library, driver }),
            Some(source) => Err(LoadError::Foreign { path, source }),
        }
    }

    /// # Safety
    /// As for [`function`].
    unsafe fn function<F: Copy>(&self, name: &CStr) -> Option<F> {
        match &self.driver {
            // SAFETY: the caller vouches for the type.
            Some(driver) => unsafe { driver.function(name) },
            // SAFETY: likewise; the library is never closed, so the pointer stays good.
            None => unsafe { self.library.get::<F>(name.to_bytes_with_nul()) }.ok().map(|symbol| *symbol),
        }
    }

    fn has_platforms(&self) -> bool {
        let mut count = 0;
        // SAFETY: the function's type, and a place for its answer.
        let code = unsafe { self.function::<GetPlatforms>(c"clGetPlatformIDs").map(|get| get(0, ptr::null_mut(), &mut count)) };
        code == Some(0) && count > 0
    }
}

fn opened() -> Result<&'static Opened, &'static LoadError> {
    if let Some(known) = OPENED.get() {
        return known.as_ref();
    }
    // What a library does when it is opened is its own affair: nobody waits for it. Of two threads the first one's counts.
    let opened = open();
    OPENED.get_or_init(|| opened).as_ref()
}

fn open() -> Result<Opened, LoadError> {
    let named = env::var_os(VARIABLE).filter(|name: &OsString| !name.is_empty()).map(PathBuf::from);
    if let Some(path) = named.as_ref().or(NAMED.get()) {
        return first(&[path]);
    }
    let system = first(SYSTEM_NAMES);
    if system.as_ref().is_ok_and(Opened::has_platforms) {
        return system;
    }
    // Whoever is asked for the reason hears of the system's library alone: who has a driver has mostly that, too.
    driver::NAMES.iter().find_map(|name| first(&[name]).ok().filter(Opened::has_platforms)).map_or(system, Ok)
}

/// The first library that can be opened, if it is one of OpenCL.
fn first(paths: &[impl AsRef<Path>]) -> Result<Opened, LoadError> {
    let mut attempts = Vec::new();
    for path in paths.iter().map(|path| path.as_ref().to_owned()) {
        // SAFETY: opening a library runs its initialisers. An OpenCL library is made to be opened by any program; that this is one follows
        // from its name, from the promise of who named it, or from the environment, which may name any library to be loaded.
        match unsafe { Library::new(&path) } {
            Ok(library) => return Opened::of(path, library),
            Err(error) => attempts.push((path, error)),
        }
    }
    Err(LoadError::Open { attempts })
}
