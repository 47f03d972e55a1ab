//! `scanc explain FILE`: what each annotated loop is and does, and what is known of operators, in words, as a drawing, for programs.

mod builtin;
mod drawing;
mod facts;
mod flow;
mod formula;
#[cfg(feature = "devices")]
mod here;
mod text;
mod words;

pub(super) use facts::FileFacts;
pub(super) use words::expression;

use super::arguments::ExplainFormat;
use super::compile::{CompiledFile, CompiledLoop};
use super::operators::Laws;
use super::source::Source;
use crate::recognise::Recurrence;
use facts::OperatorFacts;
use serde::Serialize;

/// What there is to run on.
#[derive(Default)]
pub(super) struct Machine {
    #[cfg(feature = "devices")]
    platforms: Vec<scan_opencl::PlatformInfo>,
}

impl Machine {
    /// This one.
    pub(super) fn here() -> Self {
        // Without a library there is nothing to run on, as without a device.
        #[cfg(feature = "devices")]
        return Self { platforms: scan_opencl::platforms().unwrap_or_default() };
        #[cfg(not(feature = "devices"))]
        Self::default()
    }
}

/// Everything that is to be said of some files, as the user wants it.
pub(super) fn shown(files: &[FileFacts], format: ExplainFormat) -> String {
    /// What tools read: fields may come, none goes.
    #[derive(Serialize)]
    struct Document<'a> {
        version: u32,
        files: &'a [FileFacts],
    }
    match format {
        ExplainFormat::Text => files.iter().map(text::file).collect::<Vec<_>>().join("\n"),
        ExplainFormat::Svg => drawing::svg(files),
        ExplainFormat::Json => format!("{:#}\n", serde_json::json!(Document { version: 1, files })),
    }
}

/// What is known of every operator's laws.
pub(super) fn laws(source: &Source, compiled: &CompiledFile, laws: &[Option<Laws>]) -> String {
    let operators = compiled.operators.iter().zip(laws);
    let told = operators.map(|(operator, laws)| text::laws(&OperatorFacts::of(source, operator, laws.as_deref())));
    told.collect::<Vec<_>>().join("\n")
}

/// What a loop was recognised as, on one line.
pub(super) fn one_line(found: &CompiledLoop) -> String {
    let recurrence = &crate::emit::tidy(found.compiled.recurrence.clone());
    if found.compiled.site.syntax.is_search() {
        return format!("search: {}", words::search(recurrence));
    }
    let carried = recurrence.carried.iter().zip(&found.compiled.kernel.carried);
    let operators = carried.map(|(carried, typed)| words::operator(carried, typed));
    let operators: Vec<String> = operators.chain(words::combined(recurrence, &found.compiled.kernel.arrays)).collect();
    let operators = if operators.is_empty() { String::new() } else { format!("; {}", operators.join(", ")) };
    let reduces = only_reduces(recurrence);
    let title = if reduces && !recurrence.outputs.is_empty() { "reduction beside stores" } else { words::title(recurrence) };
    let shape = if reduces { words::range(recurrence) } else { words::shape(recurrence) };
    format!("{title}: {shape}{operators}")
}

fn only_reduces(recurrence: &Recurrence) -> bool {
    !recurrence.carried.is_empty() && recurrence.attribute.targets.iter().all(|target| target.reduction)
}
