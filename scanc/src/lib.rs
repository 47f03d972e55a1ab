//! scanc: annotated sequential loops become parallel scans on OpenCL devices.
//!
//! The pipeline, as [`compile`] runs it for each annotated loop; each stage's module says what holds after it:
//!
//! `parse` (tokens → [`parse::ScanSite`]) → `recognise` (→ [`recognise::Recurrence`]) → `check` → `lower` (→ typed [`ir`]) →
//! `render` (→ OpenCL C) → `emit` (→ host tokens)
//!
//! and, for what a user declares for kernels:
//!
//! `parse` (tokens → [`parse::DeclaredItems`]) → `lower` (→ [`ir::Module`]) → `laws` → `emit` (→ trait implementations)
//!
//! Two front doors share it: [`expand`], [`expand_declare_target`] and [`expand_declare_scan`] are the attribute macros, [`cli`] is the
//! command.

pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
mod compiled;
pub mod diagnostic;
pub mod emit;
pub mod ir;
pub mod laws;
pub mod limits;
pub mod lower;
pub mod parse;
pub mod recognise;
pub mod region;
pub mod render;
mod syntax;

pub use compiled::{COMPILER, Compiled, compile, compile_loops, complete};
use diagnostic::{Diagnostics, Result};
use emit::{RegionHost, Surroundings, Taken};
pub use parse::Word;
use parse::{ScanFunction, ScanSite};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::path::PathBuf;

/// The attribute macros `scan`, `reduce` and `parallel_for`: the function with its annotated loops run by the runtime, or as it was,
/// with what is wrong as compile errors.
pub fn expand(word: Word, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let (arguments, item) = (parse::without_invisible_groups(arguments), parse::with_visible_groups(item));
    let function = parse::function_sites(word, arguments, item, &mut diagnostics);
    let provenance = |site: &ScanSite| format!("{COMPILER} from fn {}, loop {}", site.function, site.number);
    match compile_loops(&function, provenance, &mut diagnostics) {
        Ok(loops) => with_blocks(function, &loops, Taken::in_macro()),
        Err(_) => {
            let (function, errors) = (&function.clean, emit::compile_errors(&diagnostics));
            quote!(#function #errors)
        }
    }
}

/// The attribute macro `declare_target`: the item as it was, with what carries it to kernels, or with what is wrong as compile errors.
pub fn expand_declare_target(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let declared = parse::declare_target(arguments, parse::with_visible_groups(item), &mut diagnostics);
    expand_declared(declared, diagnostics)
}

/// The attribute macro `declare_scan` on an item outside of a `#[declare_target]` module, likewise.
pub fn expand_declare_scan(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let (arguments, item) = (parse::with_visible_groups(arguments), parse::with_visible_groups(item));
    let declared = parse::declare_scan(arguments, item, &mut diagnostics);
    expand_declared(declared, diagnostics)
}

fn expand_declared(declared: parse::Declared, mut diagnostics: Diagnostics) -> TokenStream {
    let parse::Declared { clean, items } = declared;
    let code = compile_declared(&items, &mut diagnostics).map(|module| {
        // An operator that breaks a law is still one, so that loops with it are not errors as well.
        laws::check(&module, &mut diagnostics);
        let runtime = items.runtime.clone().unwrap_or_else(|| emit::runtime_path(manifest().as_deref()));
        emit::declarations(&items, &module, &runtime, true)
    });
    let errors = emit::compile_errors(&diagnostics);
    let with_code = emit::beside(clean, code.unwrap_or_default());
    quote!(#with_code #errors)
}

/// What one `#[declare_target]` or `#[declare_scan]` declares, through every stage but the test of the laws.
///
/// # Errors
/// `Stopped` where kernels cannot use it, with the reasons in `diagnostics`.
pub fn compile_declared(items: &parse::DeclaredItems, diagnostics: &mut Diagnostics) -> Result<ir::Module> {
    diagnostics.stop_if_errors()?;
    let module = lower::module(items, diagnostics)?;
    lower::require_copies(items, diagnostics);
    diagnostics.stop_if_errors()?;
    Ok(module)
}

fn manifest() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

/// Which of these loops are one launch with the loop around them.
fn are_batched(loops: &[Compiled]) -> Vec<bool> {
    loops.iter().map(|compiled| compiled.batched.is_some()).collect()
}

/// The data region of a function, if it has one.
fn region_host(function: &ScanFunction, loops: &[Compiled], taken: &mut Taken) -> Option<RegionHost> {
    let region = region::of_loops(function.holed.as_ref()?, loops).ok().flatten()?;
    let written = loops.first()?.site.attribute.runtime.clone();
    Some(RegionHost::new(region, taken, written.unwrap_or_else(|| emit::runtime_path(manifest().as_deref()))))
}

/// The function with each loop replaced by its block.
fn with_blocks(mut function: ScanFunction, loops: &[Compiled], mut taken: Taken) -> TokenStream {
    let manifest = manifest();
    function.keep_outer(&are_batched(loops));
    let region = region_host(&function, loops, &mut taken);
    if let Some(holed) = function.holed.as_mut().filter(|holed| emit::is_inlined(holed, loops.len())) {
        holed.attrs.push(syn::parse_quote!(#[inline]));
    }
    if let (Some(region), Some(holed)) = (&region, &mut function.holed) {
        region.region().insert(holed, |insertion| region.calls(insertion));
        let at = region.region().beginning.statement;
        holed.block.stmts.insert(at, syn::Stmt::Expr(syn::Expr::Verbatim(region.beginning()), None));
    }
    function.with_loops(|site| match loops.get(site.number) {
        Some(compiled) => {
            let written = site.attribute.runtime.clone();
            let surroundings = Surroundings {
                runtime: written.unwrap_or_else(|| emit::runtime_path(manifest.as_deref())),
                kernel: compiled.text.source.to_token_stream(),
                looped: None,
                is_inner: false,
                taken: taken.clone(),
                in_macro: true,
                comments: false,
                asks_for_primitives: true,
                region: region.clone(),
            };
            match &compiled.batched {
                None => emit::block(compiled, &surroundings),
                Some(batched) => {
                    // Where it is launched alone, its arrays are the host's.
                    let alone = Surroundings { region: None, is_inner: true, ..surroundings.clone() };
                    let (looped, kernel) = (site.around(emit::block(compiled, &alone)), batched.text.source.to_token_stream());
                    emit::block(batched, &Surroundings { kernel, looped: Some(looped), ..surroundings })
                }
            }
        }
        None => site.written(),
    })
}

#[cfg(test)]
mod tests;
