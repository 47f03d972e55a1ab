//! Everything known of a loop → the Rust that runs it: a block that stands where the loop stood.
//!
//! Afterwards: the block has the loop's type and effects whatever happens at run time, it contains the loop as written for the cases
//! in which no launch is possible, none of its names can capture one of the user's, and it needs no import.

mod batches;
mod checks;
mod confirm;
pub(crate) mod consumed;
mod declare;
mod excerpt;
mod host;
mod inlined;
mod launch;
mod names;
mod range;
mod region;
mod report;
mod reserved;
mod runtime_path;
mod sequential;
mod tidy;
mod typed;
mod unseen;

pub use declare::{beside, declarations};
pub use excerpt::{excerpt, excerpt_of_both};
pub use inlined::is_inlined;
pub use names::{Taken, for_each_identifier, mentions, words_mention};
pub use region::RegionHost;
pub use report::compile_errors;
pub use runtime_path::runtime_path;
pub use sequential::{Insertion, Side};
pub use tidy::tidy;

use crate::Compiled;
use crate::render::{KernelText, ProgramKind};
use proc_macro2::TokenStream;
use quote::ToTokens;

/// What a block needs besides the loop's meaning.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// How the user's crate names `scan_runtime`.
    pub runtime: syn::Path,
    /// The kernels' programs, each an expression of type `&'static str`.
    pub programs: Vec<(ProgramKind, TokenStream)>,
    /// What runs on one thread, where that is not the loop alone: the loop around it with the block that this one becomes. Or what stands
    /// for either where the text is to be quoted, with its [`insertions`] in it.
    pub looped: Option<TokenStream>,
    /// Whether the loop is that of such a block, and is launched alone only where all its scans at once are none of the launches.
    pub is_inner: bool,
    /// The identifiers of the function around it.
    pub taken: Taken,
    /// Whether it is a macro's expansion, in a crate of which the compiler sees one function.
    pub in_macro: bool,
    /// Whether a person will read the result: comments become `scan_comment!("…");` statements.
    pub comments: bool,
    /// Whether a primitive type's name might be another type's around the loop: rustc is then asked.
    pub asks_for_primitives: bool,
    /// The data region that the loop is in.
    pub region: Option<RegionHost>,
}

/// The programs as string literals.
pub fn programs_as_written(text: &KernelText) -> Vec<(ProgramKind, TokenStream)> {
    text.programs.iter().map(|program| (program.kind, program.source.to_token_stream())).collect()
}

/// The block that replaces the loop of `compiled`.
pub fn block(compiled: &Compiled, surroundings: &Surroundings) -> TokenStream {
    let compiled = named(compiled, surroundings);
    reserved::standard(host::Host::new(&compiled, surroundings).block(), surroundings.in_macro)
}

/// What the text of the loop in that block has that it had not as written.
pub fn insertions(compiled: &Compiled, surroundings: &Surroundings) -> Vec<Insertion> {
    let compiled = named(compiled, surroundings);
    host::Host::new(&compiled, surroundings).kept_in_variables().1
}

/// The loop with the types and the names that its block has.
fn named(compiled: &Compiled, surroundings: &Surroundings) -> Compiled {
    let mut recurrence = typed::typed(tidy(compiled.recurrence.clone()), &compiled.kernel);
    if surroundings.in_macro {
        recurrence = reserved::reserved(recurrence);
    }
    Compiled { recurrence, ..compiled.clone() }
}

#[cfg(test)]
mod tests;
