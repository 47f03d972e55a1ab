//! Everything known of a loop → the Rust that runs it: a block that stands where the loop stood.
//!
//! Afterwards: the block has the loop's type and effects whatever happens at run time, it contains the loop as written for the cases
//! in which no launch is possible, none of its names can capture one of the user's, and it needs no import.

mod batches;
mod checks;
mod composed;
mod confirm;
mod declare;
mod host;
mod inlined;
mod launch;
mod lints;
mod live_out;
mod names;
mod outer_lets;
mod panics;
mod pushes;
mod range;
mod ranks;
mod reduced;
mod region;
mod report;
mod reserved;
mod runtime_path;
mod search;
mod sequential;
mod start;
mod tidy;
mod typed;
mod unseen;
mod variants;

pub use declare::{beside, declarations};
pub use inlined::is_inlined;
pub use names::Taken;
pub use ranks::goes_backwards;
pub use region::RegionHost;
pub use report::compile_errors;
pub use runtime_path::{runtime_path, without_runtime};
pub use sequential::{Insertion, Side};
pub use tidy::tidy;

use crate::compiled::Compiled;
use crate::parse::ScanSite;
use crate::render::{KernelText, ProgramKind};
use proc_macro2::TokenStream;
use quote::ToTokens;

/// What the blocks of a function have in common.
#[derive(Clone, Debug)]
pub struct FunctionHost {
    /// How the user's crate names `scan_runtime`, unless a clause says so.
    pub runtime: syn::Path,
    /// The identifiers of the function.
    pub taken: Taken,
    /// Whether it is a macro's expansion, in a crate of which the compiler sees one function. Otherwise a person will read it: comments
    /// become `scan_comment!("…");` statements.
    pub in_macro: bool,
    /// Whether a primitive type's name might be another type's around the loops: rustc is then asked.
    pub asks_for_primitives: bool,
    /// The data region that the loops are in.
    pub region: Option<RegionHost>,
}

impl FunctionHost {
    /// How the loop of `site` names `scan_runtime`.
    pub fn runtime_of(&self, site: &ScanSite) -> syn::Path {
        site.attribute.runtime.clone().unwrap_or_else(|| self.runtime.clone())
    }

    /// What the block of a loop of the function needs. `programs` makes expressions of kernels' texts.
    pub fn of_loop(&self, compiled: &Compiled, programs: impl Fn(&Compiled) -> Programs) -> Surroundings {
        let is_inner = compiled.batched.is_some();
        let mut function = Self { runtime: self.runtime_of(&compiled.site), ..self.clone() };
        // Where such a loop is launched alone, its arrays are the host's.
        function.region = function.region.filter(|_| !is_inner);
        let total_programs = compiled.total.as_deref().map(&programs).unwrap_or_default();
        Surroundings { function, programs: programs(compiled), total_programs, looped: None, is_inner }
    }
}

/// Programs, each an expression of type `&'static str`.
pub type Programs = Vec<(ProgramKind, TokenStream)>;

/// What a block needs besides the loop's meaning.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// What it shares with the other loops of the function, as far as it is its own.
    pub function: FunctionHost,
    /// The kernels' programs, each an expression of type `&'static str`.
    pub programs: Programs,
    /// Those of [`Compiled::total`].
    pub total_programs: Programs,
    /// What runs on one thread, where that is not the loop alone: the loop around it with the block that this one becomes. Or what stands
    /// for either where the text is to be quoted, with its [`insertions`] in it.
    pub looped: Option<TokenStream>,
    /// Whether the loop is that of such a block, and is launched alone only where all its scans at once are none of the launches.
    pub is_inner: bool,
}

/// The programs as string literals.
pub fn programs_as_written(text: &KernelText) -> Programs {
    text.programs.iter().map(|program| (program.kind, program.source.to_token_stream())).collect()
}

/// The block that replaces the loop of `compiled`.
pub fn block(compiled: &Compiled, surroundings: &Surroundings) -> TokenStream {
    let compiled = named(compiled, surroundings);
    reserved::standard(host::Host::new(&compiled, surroundings).block(), surroundings.function.in_macro)
}

/// What the text of the loop in that block has that it had not as written.
pub fn insertions(compiled: &Compiled, surroundings: &Surroundings) -> Vec<Insertion> {
    let compiled = named(compiled, surroundings);
    host::Host::new(&compiled, surroundings).kept_in_variables().1
}

/// The loop with the types and the names that its block has.
fn named(compiled: &Compiled, surroundings: &Surroundings) -> Compiled {
    let mut recurrence = typed::typed(tidy(compiled.recurrence.clone()), &compiled.kernel);
    if surroundings.function.in_macro {
        recurrence = reserved::reserved(recurrence);
    }
    let total = compiled.total.as_ref().map(|total| Box::new(named(total, surroundings)));
    Compiled { recurrence, total, ..compiled.clone() }
}

#[cfg(test)]
mod tests;
