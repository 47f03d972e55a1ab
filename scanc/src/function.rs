//! One annotated function, or what a program declares, through every stage. The macro and the command differ in where the texts go, and in
//! nothing before that.

use crate::compiled::{Compiled, compile};
use crate::diagnostic::{Diagnostics, Result};
use crate::emit::{self, FunctionHost, RegionHost};
use crate::parse::{DeclaredItems, ScanFunction, ScanSite};
use crate::region::{self, NoRegion, Region};
use crate::undeclared::{self, Place};
use crate::{ir, lower};

/// Everything known of an annotated function.
#[derive(Clone, Debug)]
pub struct CompiledFunction {
    /// The function, whose loops are to be replaced: where all scans of one are one launch, the loop around it is.
    pub syntax: ScanFunction,
    /// Its annotated loops, in order.
    pub loops: Vec<Compiled>,
    /// Its data region, if there is to be one, or why there is none.
    pub region: std::result::Result<Option<Region>, NoRegion>,
    /// Whether callers are to have its text.
    pub is_inlined: bool,
    /// What the host code of its loops has in common.
    pub host: FunctionHost,
}

/// A function whose loops have been found, through every stage. `host` is what it is compiled for; `provenance` says of a loop what made
/// its kernels from what; `place` says where in its file it stands, if that is known.
///
/// # Errors
/// `Stopped` where any of its loops did not compile, or the annotations themselves are wrong.
pub fn compile_function<'a>(
    mut syntax: ScanFunction,
    mut host: FunctionHost,
    provenance: impl Fn(&ScanSite) -> String,
    place: impl FnOnce() -> Option<Place<'a>>,
    diagnostics: &mut Diagnostics,
) -> Result<CompiledFunction> {
    let loops = compile_loops(&syntax, provenance, diagnostics)?;
    if let Ok(function) = syn::parse2(syntax.clean.clone()) {
        undeclared::check(&function, &loops, place, diagnostics);
        diagnostics.stop_if_errors()?;
    }
    let are_batched: Vec<bool> = loops.iter().map(|compiled| compiled.batched.is_some()).collect();
    syntax.keep_outer(&are_batched);
    // What is on a device between two loops would have to come back for what ranks tell each other in between.
    // And the host reads what a search has found in them, and elements that are carried as values of their own.
    let is_apart = |compiled: &Compiled| {
        compiled.site.attribute.ranks.is_some() || compiled.site.syntax.is_search() || compiled.recurrence.carries_elements()
    };
    let is_none = loops.iter().any(is_apart);
    let holed = syntax.holed.as_ref().filter(|_| !is_none);
    let region = holed.map_or(Ok(None), |holed| region::of_loops(holed, &loops));
    if let (Ok(Some(region)), Some(first)) = (&region, loops.first()) {
        let runtime = host.runtime_of(&first.site);
        host.region = Some(RegionHost::new(region.clone(), &mut host.taken, runtime));
    }
    let is_inlined = syntax.holed.as_ref().is_some_and(|holed| emit::is_inlined(holed, syntax.sites.len()));
    Ok(CompiledFunction { syntax, loops, region, is_inlined, host })
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

/// What one `#[declare_target]` or `#[declare_scan]` declares, through every stage but the test of the laws.
///
/// # Errors
/// `Stopped` where kernels cannot use it, with the reasons in `diagnostics`.
pub fn compile_declared(items: &DeclaredItems, diagnostics: &mut Diagnostics) -> Result<ir::Module> {
    diagnostics.stop_if_errors()?;
    let module = lower::module(items, diagnostics)?;
    lower::require_copies(items, diagnostics);
    diagnostics.stop_if_errors()?;
    Ok(module)
}
