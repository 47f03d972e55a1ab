//! Arrays whose elements are at computed places. They are combined into by atomics, in a copy that a work-group has of its own where it
//! fits; or stored into, where an atomic finds that nobody else has the place.

use super::c::{Printer, int_literal, type_name};
use crate::ir::interpret::identity;
use crate::ir::{ArrayId, Builtin, Int, LoopKernel, Scalar, Type};
use std::collections::HashMap;

/// The bytes of the copies that a work-group has, at most: half of the local memory that every device has.
const OWN_BYTES: usize = 16 * 1024;

/// An array of which a work-group has a copy of its own, where that fits: its `name`, and those of its length, the copy and what belongs to
/// them; the `type` of an element, how many elements fit at `most`, what they begin with, the `identity`, the `atomic` that combines into
/// one, and the value that is `combined` with one of the copy by a single work-item.
pub(super) type Copied = HashMap<&'static str, String>;

/// A function of OpenCL C.
#[derive(Clone, Copy, Debug)]
struct Atomic {
    function: &'static str,
    /// What a device must have for it.
    extension: Option<&'static str>,
}

/// The arrays of a loop, each once, where all have atomics.
pub(super) fn of(kernel: &LoopKernel, printer: &mut Printer) -> Vec<Copied> {
    let mut arrays: Vec<(usize, Builtin)> = Vec::new();
    for (operator, array) in combined(kernel) {
        if arrays.iter().all(|(known, _)| *known != array.0) {
            arrays.push((array.0, operator));
        }
    }
    // As many of each.
    let bytes: usize =
        arrays.iter().map(|(array, _)| kernel.arrays[*array].element.scalar().map_or(1, Scalar::bytes) as usize).sum();
    let most = 1 << (OWN_BYTES / bytes.max(1)).ilog2();
    let copied = arrays.into_iter().map(|(array, operator)| {
        let element = &kernel.arrays[array].element;
        let Type::Scalar(scalar @ Scalar::Int(int)) = *element else { return None };
        let atomic = atomic(operator, element)?.function;
        let identity = int_literal(identity(operator, scalar).as_int(), int);
        let combined = printer.combined(operator, scalar, "own[place]", "value");
        let name = printer.array_name(ArrayId(array)).to_owned();
        let names = ["len", "own", "fits", "combine"].map(|of| (of, format!("{name}_{of}")));
        let texts =
            [("type", type_name(element)), ("most", most.to_string()), ("identity", identity), ("atomic", atomic.to_owned())];
        Some(texts.into_iter().chain(names).chain([("combined", combined), ("name", name)]).collect())
    });
    copied.collect::<Option<_>>().unwrap_or_default()
}

/// The atomic of an operator on elements of this type, if there is one.
fn atomic(operator: Builtin, element: &Type) -> Option<Atomic> {
    let Type::Scalar(Scalar::Int(int)) = element else { return None };
    let is_wide = match int {
        Int::I32 | Int::U32 => false,
        Int::I64 | Int::U64 | Int::Isize | Int::Usize => true,
        _ => return None,
    };
    let (narrow, wide) = match operator {
        Builtin::Add => ("atomic_add", "atom_add"),
        Builtin::BitAnd => ("atomic_and", "atom_and"),
        Builtin::BitOr => ("atomic_or", "atom_or"),
        Builtin::BitXor => ("atomic_xor", "atom_xor"),
        Builtin::Min => ("atomic_min", "atom_min"),
        Builtin::Max => ("atomic_max", "atom_max"),
        Builtin::Mul | Builtin::And | Builtin::Or => return None,
    };
    let extension = if operator == Builtin::Add { "cl_khr_int64_base_atomics" } else { "cl_khr_int64_extended_atomics" };
    Some(match is_wide {
        false => Atomic { function: narrow, extension: None },
        true => Atomic { function: wide, extension: Some(extension) },
    })
}

/// The atomics of a loop's outputs at computed places; `None` for one that has none.
fn atomics(kernel: &LoopKernel) -> impl Iterator<Item = Option<Atomic>> {
    combined(kernel).map(|(operator, array)| atomic(operator, &kernel.arrays[array.0].element))
}

/// What combines at computed places, and into which array.
fn combined(kernel: &LoopKernel) -> impl Iterator<Item = (Builtin, ArrayId)> {
    kernel.outputs.iter().filter_map(|output| Some((output.computed.as_ref()?.operator?, output.array)))
}

/// The names of the bits that say which elements are stored, for each array into which a loop stores at computed places.
pub(super) fn taken(kernel: &LoopKernel, printer: &Printer) -> Vec<String> {
    let written = kernel.arrays.iter().enumerate().filter(|(_, array)| kernel.scatters() && array.written);
    written.map(|(array, _)| bits_name(printer.array_name(ArrayId(array)))).collect()
}

/// The name of an array's.
pub(super) fn bits_name(array: &str) -> String {
    format!("{array}_taken")
}

/// Whether all that is combined at computed places is so by atomics.
pub(super) fn are_atomic(kernel: &LoopKernel) -> bool {
    atomics(kernel).all(|atomic| atomic.is_some())
}

/// The extensions that the atomics need, each once.
pub(super) fn extensions(kernel: &LoopKernel) -> Vec<&'static str> {
    let mut found = Vec::new();
    for extension in atomics(kernel).flatten().filter_map(|atomic| atomic.extension) {
        if !found.contains(&extension) {
            found.push(extension);
        }
    }
    found
}
