//! Compiling a source, and calling what it defines.

use super::sources::{HEADER, Source};
use libloading::Symbol;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::process::Command;

type About = unsafe extern "C" fn() -> *const c_char;
type Error = About;
type Open = unsafe extern "C" fn(*const c_char, *const c_void, *mut c_void, usize, c_uint, c_uint) -> *mut c_void;
type Act = unsafe extern "C" fn(*mut c_void) -> c_int;
type Close = unsafe extern "C" fn(*mut c_void);

/// The functions that `contestant.hpp` defines in every library.
pub struct Library {
    about: String,
    error: Error,
    open: Open,
    run: Act,
    fetch: Act,
    close: Close,
}

impl Library {
    /// Compiles and loads a source. The library stays loaded: its threads may live as long as the program.
    pub fn build(source: &Source) -> Result<&'static Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = compile(source, folder.path())?;
        // SAFETY: the library was made from our own source, and initialises nothing but its language's run time.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|error| error.to_string())?;
        let library = Box::leak(Box::new(library));
        // SAFETY: these are the functions of `contestant.hpp` with their types.
        let loaded = unsafe { Self::of(library, source) }.map_err(|error| error.to_string())?;
        Ok(Box::leak(Box::new(loaded)))
    }

    unsafe fn of(library: &'static libloading::Library, source: &Source) -> Result<Self, libloading::Error> {
        // SAFETY: the caller vouches for the names and types.
        unsafe {
            let about: Symbol<'_, About> = library.get(b"bench_about\0")?;
            let text = CStr::from_ptr(about()).to_string_lossy();
            let about = format!("{text} {} {}", source.compiler.1, source.flags.join(" "));
            Ok(Self {
                about,
                error: *library.get(b"bench_error\0")?,
                open: *library.get(b"bench_open\0")?,
                run: *library.get(b"bench_run\0")?,
                fetch: *library.get(b"bench_fetch\0")?,
                close: *library.get(b"bench_close\0")?,
            })
        }
    }

    /// Which version of what, compiled how.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Makes a scan of `n` elements from `x` to `y`; `device` is for those who use OpenCL.
    ///
    /// # Safety
    ///
    /// The arrays hold `n` elements of `element` during this call and whenever the scan runs or is fetched.
    pub unsafe fn open(
        &'static self,
        element: &str,
        x: *const c_void,
        y: *mut c_void,
        n: usize,
        device: (usize, usize),
    ) -> Result<Opened, String> {
        let element = CString::new(element).map_err(|error| error.to_string())?;
        let (platform, device) = (device.0 as c_uint, device.1 as c_uint);
        // SAFETY: the caller vouches for the arrays.
        let scan = unsafe { (self.open)(element.as_ptr(), x, y, n, platform, device) };
        if scan.is_null() { Err(self.told()) } else { Ok(Opened { library: self, scan }) }
    }

    /// What went wrong last.
    fn told(&self) -> String {
        // SAFETY: a text that lives until the next call.
        unsafe { CStr::from_ptr((self.error)()) }.to_string_lossy().into_owned()
    }
}

/// A scan, made for two arrays.
pub struct Opened {
    library: &'static Library,
    scan: *mut c_void,
}

impl Opened {
    /// # Safety
    /// The arrays are there, and nobody else's.
    pub unsafe fn run(&mut self) -> Result<(), String> {
        // SAFETY: the caller vouches for the arrays.
        self.succeeded(unsafe { (self.library.run)(self.scan) })
    }

    /// # Safety
    /// The arrays are there, and nobody else's.
    pub unsafe fn fetch(&mut self) -> Result<(), String> {
        // SAFETY: the caller vouches for the arrays.
        self.succeeded(unsafe { (self.library.fetch)(self.scan) })
    }

    fn succeeded(&self, code: c_int) -> Result<(), String> {
        if code == 0 { Ok(()) } else { Err(self.library.told()) }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: the scan was made by this library, and is not used any more.
        unsafe { (self.library.close)(self.scan) }
    }
}

/// Compiles `source` in `folder`. Returns where the library is.
fn compile(source: &Source, folder: &Path) -> Result<std::path::PathBuf, String> {
    for (name, text) in [HEADER, (source.file, source.text)] {
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let (variable, usual) = source.compiler;
    let compiler = std::env::var_os(variable).unwrap_or_else(|| usual.into());
    let is_nvcc = variable == "NVCC";
    let position = if is_nvcc { ["-Xcompiler", "-fPIC"].as_slice() } else { &["-fPIC"] };
    let library = folder.join("library.so");
    let output = Command::new(&compiler)
        .current_dir(folder)
        .args(["-std=c++17", "-shared", "-o"])
        .arg(&library)
        .args(position)
        .arg(source.file)
        .args(source.flags)
        .output();
    let output = output.map_err(|error| format!("{}: {error}; it needs {}", compiler.to_string_lossy(), source.package))?;
    if output.status.success() {
        return Ok(library);
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    log::info!("{}: {messages}", source.file);
    let first = messages.lines().find(|line| line.contains("error")).or(messages.lines().next()).unwrap_or("no message");
    Err(format!("it does not compile ({}); it needs {}", first.trim(), source.package))
}
