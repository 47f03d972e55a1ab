//! scanc: annotated sequential loops become parallel scans on OpenCL devices.
//!
//! The pipeline, as [`compile`] runs it for each annotated loop; each stage's module says what holds after it:
//!
//! `parse` (tokens → [`parse::ScanSite`]) → `recognise` (→ [`recognise::Recurrence`]) → `check` → `lower` (→ typed [`ir`]) →
//! `render` (→ OpenCL C) → `emit` (→ host tokens)
//!
//! Two front doors share it: [`expand`] is the attribute macro, [`cli`] the command.

pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod emit;
pub mod ir;
pub mod lower;
pub mod parse;
pub mod recognise;
pub mod render;

use diagnostic::{Diagnostics, Result};
use emit::{Surroundings, Taken};
use parse::{Algorithm, ScanFunction, ScanSite};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::path::PathBuf;

/// What the kernels' first line calls this compiler.
pub const COMPILER: &str = concat!("scanc ", env!("CARGO_PKG_VERSION"));

/// Everything known of one annotated loop.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The loop and its clauses.
    pub site: ScanSite,
    /// What it means.
    pub recurrence: recognise::Recurrence,
    /// What a kernel computes per element.
    pub kernel: ir::LoopKernel,
    /// The algorithm of its kernels: the clause's, or what `auto` stands for.
    pub algorithm: Algorithm,
    /// Its kernels.
    pub text: render::KernelText,
}

/// One loop through every stage but the last. `provenance` says what made the kernels from what.
///
/// # Errors
/// `Stopped` at the first stage that finds errors, all of which are in `diagnostics`.
pub fn compile(site: &ScanSite, provenance: &str, diagnostics: &mut Diagnostics) -> Result<Compiled> {
    let recurrence = recognise::recognise(site, diagnostics)?;
    check::check(&recurrence, diagnostics)?;
    let kernel = lower::lower(&recurrence, &site.types, emit::excerpt(&site.syntax), diagnostics)?;
    let auto = if site.attribute.deterministic { Algorithm::ReduceThenScan } else { Algorithm::Lookback };
    let algorithm = site.attribute.algorithm.unwrap_or(auto);
    let text = render::render(&kernel, algorithm, provenance);
    Ok(Compiled { site: site.clone(), recurrence, kernel, algorithm, text })
}

/// All annotated loops of a function, in order. One that does not compile does not keep the others from being looked at.
///
/// # Errors
/// `Stopped` where any of them did not compile, or the annotations themselves are wrong.
pub fn compile_loops(
    function: &ScanFunction,
    provenance: impl Fn(&ScanSite) -> String,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Compiled>> {
    let loops: Vec<_> = function.sites.iter().map(|site| compile(site, &provenance(site), diagnostics)).collect();
    diagnostics.stop_if_errors()?;
    loops.into_iter().collect()
}

/// The attribute macro: the function with its annotated loops run by the runtime, or as it was, with what is wrong as compile errors.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let function = parse::function_sites(arguments, item.clone(), &mut diagnostics);
    let provenance = |site: &ScanSite| format!("{COMPILER} from fn {}, loop {}", site.function, site.number);
    match compile_loops(&function, provenance, &mut diagnostics) {
        Ok(loops) => with_blocks(&function, &loops, &Taken::in_tokens(item)),
        Err(_) => {
            let (function, errors) = (&function.clean, emit::compile_errors(&diagnostics));
            quote!(#function #errors)
        }
    }
}

/// The function with each loop replaced by its block.
fn with_blocks(function: &ScanFunction, loops: &[Compiled], taken: &Taken) -> TokenStream {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    function.with_loops(|site| match loops.get(site.number) {
        Some(compiled) => {
            let written = site.attribute.runtime.clone();
            let surroundings = Surroundings {
                runtime: written.unwrap_or_else(|| emit::runtime_path(manifest.as_deref())),
                kernel: compiled.text.source.to_token_stream(),
                fallback: site.syntax.to_token_stream(),
                taken: taken.clone(),
                comments: false,
            };
            emit::block(compiled, &surroundings)
        }
        None => site.syntax.to_token_stream(),
    })
}

#[cfg(test)]
mod tests;
