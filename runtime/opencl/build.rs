//! Satisfies `-lOpenCL`, which `cl-sys` asks of every linker, without an OpenCL SDK.
//!
//! An empty archive named `libOpenCL.a` is put first on the library search path. The functions that the linker would have
//! looked for in it are defined by this crate (`src/entry_points.rs`).
//!
//! macOS links its OpenCL framework and Windows the `OpenCL.lib` of an SDK: there linking is left to `cl-sys`.

use std::path::PathBuf;
use std::{env, fs};

/// An `ar` archive without members.
const EMPTY_ARCHIVE: &[u8] = b"!<arch>\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if is_forwarded() {
        let folder = PathBuf::from(variable("OUT_DIR"));
        fs::write(folder.join("libOpenCL.a"), EMPTY_ARCHIVE).expect("OUT_DIR is writable");
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
}

/// Whether this crate defines the OpenCL functions on the target. The same condition as `cfg` in `src/lib.rs`.
fn is_forwarded() -> bool {
    env::var_os("CARGO_CFG_UNIX").is_some() && variable("CARGO_CFG_TARGET_OS") != "macos"
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("Cargo sets {name}: {error}"))
}
