//! The text of a program, put together for a device.
//!
//! On x86 the convention of Unix packs the fields of small structs into the registers in which functions take them, and what is carried
//! would be unpacked and packed at every step. So functions of structs say `BY_REFERENCE`, which kernels define as nothing, and this file
//! as another convention where a struct of the loop is such a one.

use scan_opencl::{DeviceInfo, Kind};

use super::layouts;
use crate::model::job::Job;
use crate::model::value::Layout;

/// How functions take structs, for kernels to say before their types.
const BY_REFERENCE: &str = "BY_REFERENCE";
/// The bytes of a register.
const WORD: usize = 8;

/// All of the program: what both the definitions and the kernels bring stays where it comes first.
pub(super) fn source(info: &DeviceInfo, job: &Job<'_>, kernels: &str) -> String {
    let mut kernels = kernels.to_owned();
    for text in &job.declared {
        if let Some(at) = kernels.find(text) {
            kernels.replace_range(at..at + text.len(), "");
        }
    }
    let layouts = if job.layouts.is_empty() { String::new() } else { layouts::assertions(&job.layouts) };
    let text = format!("{}{kernels}{layouts}", job.definitions);
    if text.contains(BY_REFERENCE) { format!("#define {BY_REFERENCE}{}\n{text}", convention(info, &job.layouts)) } else { text }
}

/// The convention for functions of these structs. That of Unix packs the fields of small ones into registers of 64 bits; that of
/// Windows passes pointers.
fn convention(info: &DeviceInfo, structs: &[&Layout]) -> &'static str {
    let is_x86 = info.kind == Kind::Cpu && cfg!(target_arch = "x86_64");
    if is_x86 && structs.iter().any(|layout| is_packed(layout)) { " __attribute__((ms_abi))" } else { "" }
}

/// Whether the fields of a struct share the two registers in which functions take it.
fn is_packed(layout: &Layout) -> bool {
    (WORD + 1..=2 * WORD).contains(&layout.size) && layout.fields.iter().any(|field| field.offset % WORD != 0)
}
