//! Measures what this machine is worth to annotated loops, and keeps it for all programs of the user.
//!
//! ```text
//! cargo install scan-runtime && scan-calibrate
//! ```
//!
//! A release build calibrates release builds. No program needs it: what its long loops take teaches the runtime as much in time.

fn main() {
    for device in scan_runtime::devices() {
        println!("{device}");
    }
    print!("{}", scan_runtime::calibrate());
}
