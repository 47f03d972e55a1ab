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
mod launch;
mod names;
mod region;
mod report;
mod reserved;
mod runtime_path;
mod tidy;
mod typed;
mod unseen;

pub use declare::{beside, declarations};
pub use excerpt::{excerpt, excerpt_of_both};
pub use names::{Taken, for_each_identifier, mentions, words_mention};
pub use region::RegionHost;
pub use report::compile_errors;
pub use runtime_path::runtime_path;
pub use tidy::tidy;

use crate::Compiled;
use proc_macro2::TokenStream;

/// What a block needs besides the loop's meaning.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// How the user's crate names `scan_runtime`.
    pub runtime: syn::Path,
    /// An expression of type `&'static str`: the kernel's text.
    pub kernel: TokenStream,
    /// The loop as written, as tokens.
    pub fallback: TokenStream,
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

/// The block that replaces the loop of `compiled`.
pub fn block(compiled: &Compiled, surroundings: &Surroundings) -> TokenStream {
    let mut recurrence = typed::typed(tidy(compiled.recurrence.clone()), &compiled.kernel);
    if surroundings.in_macro {
        recurrence = reserved::reserved(recurrence);
    }
    let compiled = Compiled { recurrence, ..compiled.clone() };
    reserved::standard(host::Host::new(&compiled, surroundings).block(), surroundings.in_macro)
}

#[cfg(test)]
mod tests;
