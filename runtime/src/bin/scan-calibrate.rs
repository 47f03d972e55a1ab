//! Measures what this machine is worth to annotated loops, and keeps for all programs of the user how long first launches take.
//!
//! ```text
//! cargo install scan-runtime && scan-calibrate
//! ```
//!
//! A release build calibrates release builds. No program needs it: its own first launches teach the runtime as much in time.

fn main() {
    for device in scan_runtime::devices() {
        println!("{device}");
    }
    print!("{}", scan_runtime::calibrate());
}
