//! scanc: annotated sequential loops become parallel scans on OpenCL devices.
//!
//! The pipeline, as [`compile`] runs it for each annotated loop; each stage's module says what holds after it:
//!
//! `parse` (tokens → [`parse::ScanSite`]) → `recognise` (→ [`recognise::Recurrence`]) → `check` → `lower` (→ typed [`ir`]) →
//! `render` (→ OpenCL C) → `emit` (→ host tokens)
//!
//! and, for what a user declares for kernels:
//!
//! `parse` (tokens → [`parse::DeclaredItems`]) → `lower` (→ [`ir::Module`]) → `check::laws` → `emit` (→ trait implementations)
//!
//! Two front doors share it: [`expand`], [`expand_declare_target`] and [`expand_declare_scan`] are the attribute macros, [`cli`] is the
//! command.

pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod emit;
pub mod ir;
pub mod limits;
pub mod lower;
pub mod parse;
pub mod recognise;
pub mod region;
pub mod render;

use diagnostic::{Diagnostics, Result};
use emit::{RegionHost, Surroundings, Taken};
pub use parse::Word;
use parse::{Algorithm, ScanFunction, ScanSite};
use proc_macro2::TokenStream;
use quote::quote;
use render::How;
use std::collections::HashMap;
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
    /// Types that the user declared, as the function names them.
    pub written: HashMap<String, syn::Path>,
    /// The loop together with the one around it, where all its scans are one launch. This one's host code is what else is to be run.
    pub batched: Option<Box<Compiled>>,
}

/// One loop through every stage but the last. `provenance` says what made the kernels from what.
///
/// # Errors
/// `Stopped` at the first stage that finds errors, all of which are in `diagnostics`.
pub fn compile(site: &ScanSite, provenance: &str, diagnostics: &mut Diagnostics) -> Result<Compiled> {
    let recurrence = recognise::recognise(site, diagnostics)?;
    check::check(&recurrence, diagnostics)?;
    let kernel = lower::lower(&recurrence, &site.types, emit::excerpt(&site.syntax), diagnostics)?;
    let auto = match site.attribute.deterministic {
        _ if kernel.carried.is_empty() => Algorithm::Map,
        _ if kernel.outputs.is_empty() => Algorithm::Reduce,
        _ if !kernel.is_one_scan() => Algorithm::Batched,
        true => Algorithm::ReduceThenScan,
        false => Algorithm::Lookback,
    };
    let algorithm = site.attribute.algorithm.unwrap_or(auto);
    let text = render::render(&kernel, How { algorithm, deterministic: site.attribute.deterministic }, provenance);
    let batched = compile_batched(site, &recurrence, provenance).map(Box::new);
    Ok(Compiled { site: site.clone(), recurrence, kernel, algorithm, text, written: HashMap::new(), batched })
}

/// The loop together with the one around it, where the scans of all its iterations are one launch.
fn compile_batched(site: &ScanSite, recurrence: &recognise::Recurrence, provenance: &str) -> Option<Compiled> {
    let recurrence = recognise::batched(site, recurrence)?;
    let mut ignored = Diagnostics::default();
    let kernel = lower::lower(&recurrence, &site.types, emit::excerpt_of_both(site), &mut ignored).ok()?;
    // A table holds values of types that the function shows.
    if !kernel.captures_that_are(ir::Dependence::Computed).all(|(_, capture)| capture.ty.scalar().is_some()) {
        return None;
    }
    let algorithm = Algorithm::Batched;
    let text = render::render(&kernel, How { algorithm, deterministic: site.attribute.deterministic }, provenance);
    Some(Compiled { site: site.clone(), recurrence, kernel, algorithm, text, written: HashMap::new(), batched: None })
}

/// The loop with kernels that are complete as they stand: `declared` has its operator, `types` are those that are opaque in it, and
/// `written` is how the function names them.
pub fn complete(
    compiled: Compiled,
    declared: render::Declared,
    types: &HashMap<String, ir::Type>,
    written: HashMap<String, syn::Path>,
    provenance: &str,
) -> Compiled {
    let mut kernel = compiled.kernel;
    ir::retype(&mut kernel, types);
    let how = How { algorithm: compiled.algorithm, deterministic: compiled.site.attribute.deterministic };
    let text = render::render_with(&kernel, Some(declared), how, provenance);
    let batched = compiled.batched.map(|batched| Box::new(complete(*batched, declared, types, written.clone(), provenance)));
    Compiled { kernel, text, written, batched, ..compiled }
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
        check::laws::check(&module, &mut diagnostics);
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
                programs: emit::programs_as_written(&compiled.text),
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
                    let looped = site.around(emit::block(compiled, &alone));
                    let programs = emit::programs_as_written(&batched.text);
                    emit::block(batched, &Surroundings { programs, looped: Some(looped), ..surroundings })
                }
            }
        }
        None => site.written(),
    })
}

#[cfg(test)]
mod tests;
