//! scanc: annotated sequential loops become parallel scans on OpenCL devices.
//!
//! The pipeline, as [`compile`] and [`compile_function`] run it for annotated loops; each stage's module says what holds after it:
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

mod calls;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
mod compiled;
pub mod diagnostic;
pub mod emit;
mod function;
pub mod ir;
pub mod laws;
pub mod limits;
pub mod lower;
pub mod parse;
pub mod recognise;
pub mod region;
pub mod render;
mod scopes;
mod syntax;
mod undeclared;
pub mod variants;

pub use compiled::{COMPILER, Compiled, compile, complete};
use diagnostic::Diagnostics;
use emit::{FunctionHost, Surroundings, Taken};
pub use function::{CompiledFunction, compile_declared, compile_function, compile_loops};
use parse::ScanSite;
pub use parse::Word;
use proc_macro2::TokenStream;
use quote::quote;
use std::path::PathBuf;
pub use syntax::place_text;

/// The attribute macros `scan`, `reduce` and `parallel_for`: the function with its annotated loops run by the runtime, or as it was,
/// with what is wrong as compile errors. `file` is the one that it stands in, if there is one: it is read where a loop names what only
/// the file can tell.
pub fn expand(word: Word, arguments: TokenStream, item: TokenStream, file: Option<PathBuf>) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let (arguments, item) = (parse::without_invisible_groups(arguments), parse::with_visible_groups(item));
    let function = parse::function_sites(word, arguments, item, &mut diagnostics);
    let provenance = |site: &ScanSite| format!("{COMPILER} from fn {}, loop {}", site.function, site.number);
    let clean = function.clean.clone();
    let says_where = function.sites.iter().any(|site| site.attribute.runtime.is_some());
    if let Some(error) = emit::without_runtime(manifest().as_deref()).filter(|_| !says_where && !diagnostics.has_errors()) {
        return quote!(#clean #error);
    }
    let host =
        FunctionHost { runtime: runtime(), taken: Taken::in_macro(), in_macro: true, asks_for_primitives: true, region: None };
    let signature = function.holed.as_ref().map(|holed| holed.sig.clone());
    let place = || undeclared::place(&file?, &signature?);
    match compile_function(function, host, provenance, place, &mut diagnostics) {
        Ok(function) => with_blocks(function),
        Err(_) => {
            let errors = emit::compile_errors(&diagnostics);
            // In the place of an expression is one expression.
            if parse::is_loop(&clean) { quote!({ #errors #clean }) } else { quote!(#clean #errors) }
        }
    }
}

/// The function with each loop replaced by its block.
fn with_blocks(function: CompiledFunction) -> TokenStream {
    let CompiledFunction { mut syntax, loops, host, is_inlined, .. } = function;
    if let Some(holed) = &mut syntax.holed {
        if is_inlined {
            holed.attrs.push(syn::parse_quote!(#[inline]));
        }
        if let Some(region) = &host.region {
            region.region().insert(holed, |insertion| region.calls(insertion));
            let at = region.region().beginning.statement;
            holed.block.stmts.insert(at, syn::Stmt::Expr(syn::Expr::Verbatim(region.beginning()), None));
        }
    }
    let surroundings = |compiled: &Compiled| host.of_loop(compiled, |compiled| emit::programs_as_written(&compiled.text));
    syntax.with_loops(|site| match loops.get(site.number) {
        Some(compiled) => {
            let block = emit::block(compiled, &surroundings(compiled));
            match &compiled.batched {
                None if site.syntax.is_operand() => quote!((#block)),
                None => block,
                Some(batched) => {
                    let looped = Some(if compiled.is_launched() { site.around(block) } else { site.written() });
                    emit::block(batched, &Surroundings { looped, ..surroundings(batched) })
                }
            }
        }
        None => site.written(),
    })
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
        let runtime = items.runtime.clone().unwrap_or_else(runtime);
        emit::declarations(&items, &module, &runtime, true)
    });
    let errors = emit::compile_errors(&diagnostics);
    let with_code = emit::beside(clean, code.unwrap_or_default());
    quote!(#with_code #errors)
}

/// How the crate that is compiled names `scan_runtime`.
fn runtime() -> syn::Path {
    emit::runtime_path(manifest().as_deref())
}

/// The folder of its Cargo.toml.
fn manifest() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

#[cfg(test)]
mod tests;
