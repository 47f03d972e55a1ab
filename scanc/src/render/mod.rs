//! [`LoopKernel`] → OpenCL C: the algorithm's template around what the loop computes.
//!
//! Afterwards: the text is a complete OpenCL C 1.2 program, but for opaque types and declared operators (a comment in it lists their
//! names), which the runtime defines in front of it. Its kernels and their parameters depend on nothing but the algorithm and the loop's
//! arrays, captures and possible panics.

mod batches;
mod bins;
pub mod c;
pub(crate) mod comment;
mod declared;
mod kept;
mod kernel;
mod lanes;
mod parameters;
mod places;
mod programs;
mod stores;
mod streams;

pub use declared::Declared;
pub use programs::{Program, ProgramKind};

use crate::ir::proof::Check;
use crate::ir::{Batches, LoopKernel};
use crate::parse::Algorithm;
use scan_templates::Template;
use std::sync::LazyLock;
use tera::{Context, Kwargs, State, Tera};

/// What the kernels of a loop are to do.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Their algorithm.
    pub algorithm: Algorithm,
    /// One order of combination on every device.
    pub deterministic: bool,
    /// What the loop carries is the number of its first iteration that leaves it.
    pub is_search: bool,
    /// Groups are asked for that have more work-items than drivers take for granted.
    pub has_large_groups: bool,
}

/// The kernels of one loop.
#[derive(Clone, Debug)]
pub struct KernelText {
    /// Their programs.
    pub programs: Vec<Program>,
    /// Whether an iteration may panic: the kernels that evaluate elements then have the parameter `panicked`.
    pub may_panic: bool,
    /// Whether they have that parameter in any case, for what lies outside of the domain of an operator that the runtime defines.
    pub asks_for_domain: bool,
    /// Whether all that may panic is that there is no room for what is stored where the loop counts: a tile sees that before it stores
    /// anything, and so does every later one.
    pub panics_between_tiles: bool,
    /// What must hold of captured values, as no iteration looks.
    pub checks: Vec<Check>,
    /// Whether the device must have `double`.
    pub needs_fp64: bool,
    /// Whether `float` must be divided and its square roots taken as Rust does, correctly rounded: the program then wants
    /// `-cl-fp32-correctly-rounded-divide-sqrt`.
    pub needs_rounded_division: bool,
    /// Whether iterations have loops of their own.
    pub have_loops: bool,
    /// `lookback` scans a tile of one work-item in the lanes of vectors.
    pub scans_in_lanes: bool,
    /// They ask whether an iteration is the loop's first.
    pub asks_for_first: bool,
    /// They call functions whose last bits are the device's own.
    pub approximates: bool,
    /// Whether `scan_t` and `scan_op` are left to the runtime.
    pub opens_scan: bool,
    /// The fields of `scan_t`, where it is a struct of several carried values.
    pub fields: Vec<String>,
    /// The declared functions that the loop calls, by their paths, and what the kernels call them.
    pub calls: Vec<(String, String)>,
}

impl KernelText {
    /// The program that runs in groups of so many work-items.
    ///
    /// # Panics
    /// If there is none: interleaved scans are not reduced in groups.
    pub fn in_groups_of(&self, group_size: usize) -> &str {
        let kind = if group_size == 1 { ProgramKind::Cpu } else { ProgramKind::Gpu };
        let found = self.programs.iter().find(|program| [kind, ProgramKind::Any].contains(&program.kind));
        &found.expect("a program for these groups").source
    }
}

/// The text of a loop's kernels. `provenance` says what made it from what: `scanc 0.1.0 from prefix.rs, fn prefix_sum, loop 0`.
///
/// # Panics
/// If a template asks for what the context does not hold: a mistake in this crate.
pub fn render(kernel: &LoopKernel, how: How, provenance: &str) -> KernelText {
    render_with(kernel, None, how, provenance)
}

/// The same, with the definitions of the loop's own operator and types in front, where the compiler sees them.
pub fn render_with(kernel: &LoopKernel, declared: Option<Declared>, how: How, provenance: &str) -> KernelText {
    let How { algorithm, deterministic, is_search, has_large_groups } = how;
    let parts = kernel::Parts::of(kernel, declared);
    let mut context = parts.context();
    if is_search {
        context.insert(
            "summary",
            &comment::line("Search: the number of the first iteration that leaves the loop, a reduction with min."),
        );
    }
    context.insert("provenance", &comment::line(&format!("Made by {provenance}.")));
    context.insert("deterministic", &deterministic);
    context.insert("in_order", c::IN_ORDER);
    context.insert("has_large_groups", &has_large_groups);
    // NVIDIA's compiler spills registers where it knows of smaller ones: `group_size.cl`.
    context.insert(
        "group_attribute",
        if has_large_groups { "__attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) " } else { "" },
    );
    let program = |(kind, template)| Program { kind, source: fill(template, &context) };
    let mut templates = programs::templates(algorithm, deterministic, kernel.outer().is_some());
    // Host threads find what scans that are interleaved combine to.
    templates.retain(|_| algorithm != Algorithm::Reduce || !matches!(kernel.batches, Batches::Lagged(_)));
    // And what is combined where there is no atomic for it.
    templates.retain(|_| bins::are_atomic(kernel));
    let programs = templates.into_iter().map(program).collect();
    let c::Needs { panicked, panics_between_tiles, fp64, rounded_division, approximates, loops } = parts.needs;
    let (opens_scan, fields, calls) = (parts.opens_scan(), parts.fields(), parts.calls());
    KernelText {
        programs,
        may_panic: panicked,
        asks_for_domain: parts.asks_for_domain(),
        panics_between_tiles,
        checks: c::checks(kernel),
        needs_fp64: fp64,
        needs_rounded_division: rounded_division,
        have_loops: loops,
        scans_in_lanes: algorithm == Algorithm::Lookback && parts.scans_in_lanes(),
        asks_for_first: parts.asks_for_first(),
        approximates,
        opens_scan,
        fields,
        calls,
    }
}

fn fill(template: Template, context: &Context) -> String {
    static TEMPLATES: LazyLock<Tera> = LazyLock::new(templates);
    TEMPLATES.render(template.name, context).unwrap_or_else(|error| panic!("template {}: {error}", template.name))
}

fn templates() -> Tera {
    let mut tera = Tera::new();
    // `<` and `&` are C here, not markup.
    tera.autoescape_on(Vec::<&str>::new());
    tera.register_filter("wrap", |text: &str, _: Kwargs, _: &State| kernel::wrap(text));
    tera.register_filter("function", |text: &str, _: Kwargs, _: &State| kernel::function(text));
    tera.add_raw_templates(scan_templates::ALL.iter().map(|template| (template.name, template.text)))
        .expect("the templates of this version parse");
    tera
}
