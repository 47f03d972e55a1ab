//! Satisfies `-lOpenCL`, which `cl-sys` asks of every linker, without an OpenCL SDK.
//!
//! An empty archive of that name is put first on the library search path. The functions that the linker would have looked for in it are
//! defined by this crate (`src/entry_points.rs`). On macOS `cl-sys` asks for a framework, which every system has.

use std::path::PathBuf;
use std::{env, fs};

/// An `ar` archive without members.
const EMPTY_ARCHIVE: &[u8] = b"!<arch>\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let name = if variable("CARGO_CFG_TARGET_ENV") == "msvc" { "OpenCL.lib" } else { "libOpenCL.a" };
    let folder = PathBuf::from(variable("OUT_DIR"));
    fs::write(folder.join(name), EMPTY_ARCHIVE).expect("OUT_DIR is writable");
    println!("cargo:rustc-link-search=native={}", folder.display());
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("Cargo sets {name}: {error}"))
}
