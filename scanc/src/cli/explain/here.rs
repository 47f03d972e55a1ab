//! What would run on a device, as the runtime has it: `device/plan.rs` and `device/check.rs` there decide.

use crate::compiled::Compiled;
use crate::ir::{Float, Scalar, Type};
use crate::parse::{Algorithm, DeviceWord};
use crate::render::ProgramKind;
use scan_opencl::{DeviceInfo, Kind};

/// The program that `device` would run, or why it would run none.
pub(super) fn runs(device: &DeviceInfo, compiled: &Compiled) -> Result<ProgramKind, &'static str> {
    if !is_asked_for(device.kind, compiled.site.attribute.device) {
        return Err("the clause asks for another");
    }
    if let Some((_, lacks)) = lacks(device, compiled).into_iter().find(|(lacks, _)| *lacks) {
        return Err(lacks);
    }
    let wanted = match (compiled.algorithm, device.kind) {
        (Algorithm::Lookback, _) if !has_atomics(device) => ProgramKind::ReduceThenScan,
        (_, Kind::Gpu) => ProgramKind::Gpu,
        _ => ProgramKind::Cpu,
    };
    let programs = compiled.text.programs.iter().map(|program| program.kind);
    programs.into_iter().find(|kind| [wanted, ProgramKind::Any].contains(kind)).ok_or("there is no program for such a device")
}

fn lacks(device: &DeviceInfo, compiled: &Compiled) -> [(bool, &'static str); 4] {
    let text = &compiled.text;
    let is_f32 = |ty: &Type| ty.scalar() == Some(Scalar::Float(Float::F32));
    [
        (!device.is_usable, "it is not usable now"),
        (text.needs_fp64 && !device.has_fp64, "it has no double precision"),
        (text.needs_rounded_division && !device.has_rounded_division, "it does not divide correctly rounded"),
        (compiled.kernel.types().any(is_f32) && !device.has_subnormals, "it has no subnormal numbers"),
    ]
}

fn has_atomics(device: &DeviceInfo) -> bool {
    device.extensions.split_whitespace().any(|extension| extension == "cl_khr_int64_base_atomics")
}

fn is_asked_for(kind: Kind, clause: Option<DeviceWord>) -> bool {
    match clause {
        None | Some(DeviceWord::Any | DeviceWord::All) => true,
        Some(DeviceWord::Gpu) => kind == Kind::Gpu,
        Some(DeviceWord::Cpu) => kind == Kind::Cpu,
        Some(DeviceWord::Accelerator) => kind == Kind::Accelerator,
        Some(DeviceWord::Host | DeviceWord::Loop) => false,
    }
}
