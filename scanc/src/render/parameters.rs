//! The parameters of the kernels, in the order in which the runtime sets them.

use super::c::{Printer, type_name};
use crate::ir::{Array, ArrayId, Capture, CaptureId, Dependence, LoopKernel, Output};

/// A parameter of a kernel, and of the functions that it calls.
pub(super) struct Parameter {
    /// Its name.
    pub name: String,
    /// Its declaration in a function.
    pub declaration: String,
    /// Whether nothing else points to the same memory.
    restricted: bool,
}

impl Parameter {
    /// The declaration in a kernel. Functions leave `restrict` to the kernel that calls them: said again there, it becomes a scope in
    /// the compiler's IR, which Oclgrind does not know.
    fn in_kernel(&self) -> String {
        if self.restricted { self.declaration.replacen('*', "*restrict ", 1) } else { self.declaration.clone() }
    }
}

/// Parameters that belong together.
pub(super) type Line = Vec<Parameter>;

/// What every kernel takes that evaluates elements.
pub(super) fn of_loop(kernel: &LoopKernel, printer: &Printer) -> Vec<Line> {
    inputs(kernel, printer).chain(common(kernel, printer)).collect()
}

/// What each batch has of its own, as functions take it.
pub(super) fn of_batch(kernel: &LoopKernel, printer: &Printer) -> Line {
    let variable = kernel.captures_that_are(Dependence::Variable);
    let own = variable.chain(kernel.captures_that_are(Dependence::Computed));
    own.map(|(id, capture)| constant_parameter(&type_name(&capture.ty), printer.capture_name(id).to_owned())).collect()
}

/// The array that holds what the batches have computed for a captured value.
pub(super) fn table(printer: &Printer, (id, capture): (CaptureId, &Capture)) -> Line {
    let name = table_name(printer, id);
    let declaration = format!("__global const {} *{name}", type_name(&capture.ty));
    vec![Parameter { name, declaration, restricted: true }]
}

/// The name of that array.
pub(super) fn table_name(printer: &Printer, id: CaptureId) -> String {
    format!("{}_of_batch", printer.capture_name(id))
}

/// What every kernel takes that stores.
pub(super) fn with_outputs(kernel: &LoopKernel, printer: &Printer) -> Vec<Line> {
    let written = arrays(kernel).filter(|(_, array)| array.written);
    let outputs = written.map(|(id, array)| {
        let is_free = |output: &Output| output.counter.is_some() || output.computed.is_some();
        let is_checked = kernel.outputs.iter().any(|output| output.array == id && is_free(output));
        window(array, "", output_name(kernel, printer, id), is_checked)
    });
    inputs(kernel, printer).chain(outputs).chain(common(kernel, printer)).collect()
}

/// A line each, as kernels declare them.
pub(super) fn text(lines: &[Line]) -> String {
    let line = |line: &Line| line.iter().map(Parameter::in_kernel).collect::<Vec<_>>().join(", ");
    lines.iter().map(line).collect::<Vec<_>>().join(",\n")
}

/// The name under which an array is stored into.
pub(super) fn output_name(kernel: &LoopKernel, printer: &Printer, id: ArrayId) -> String {
    let name = printer.array_name(id);
    if kernel.arrays[id.0].read { format!("{name}_out") } else { name.to_owned() }
}

fn inputs(kernel: &LoopKernel, printer: &Printer) -> impl Iterator<Item = Line> {
    arrays(kernel)
        .filter(|(_, array)| array.read)
        .map(|(id, array)| window(array, "const ", printer.array_name(id).to_owned(), array.gathered))
}

fn arrays(kernel: &LoopKernel) -> impl Iterator<Item = (ArrayId, &Array)> {
    kernel.arrays.iter().enumerate().map(|(id, array)| (ArrayId(id), array))
}

/// The part of an array that the loop touches, and where it begins; of one whose indices are `checked`, its length as well. What is read
/// and written may be one buffer under two names.
fn window(array: &Array, constant: &str, name: String, checked: bool) -> Line {
    let declaration = format!("__global {constant}{} *{name}", type_name(&array.element));
    let from = constant_parameter("long", format!("{name}_from"));
    let length = checked.then(|| constant_parameter("ulong", format!("{name}_len")));
    let pointer = Parameter { name, declaration, restricted: !(array.read && array.written) };
    [pointer, from].into_iter().chain(length).collect()
}

fn common(kernel: &LoopKernel, printer: &Printer) -> impl Iterator<Item = Line> {
    let fixed = kernel.captures_that_are(Dependence::Fixed);
    let named = fixed.map(|(id, capture)| (printer.capture_name(id), type_name(&capture.ty)));
    let mut captures: Line = named.map(|(name, ty)| constant_parameter(&ty, name.to_owned())).collect();
    // A few to a line.
    let captures = std::iter::from_fn(move || (!captures.is_empty()).then(|| captures.drain(..captures.len().min(4)).collect()));
    let range = vec![constant_parameter("long", "first".to_owned()), constant_parameter("ulong", "n".to_owned())];
    let panicked = Parameter { name: "panicked".to_owned(), declaration: "__global int *panicked".to_owned(), restricted: false };
    captures.chain([range]).chain(printer.takes_flag().then(|| vec![panicked]))
}

/// A value that a function takes.
pub(super) fn constant_parameter(ty: &str, name: String) -> Parameter {
    let declaration = format!("const {ty} {name}");
    Parameter { name, declaration, restricted: false }
}
