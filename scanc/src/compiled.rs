//! One loop through every stage but the last.

use crate::diagnostic::{Diagnostics, Result};
use crate::parse::{self, Algorithm, LoopSyntax, ScanSite};
use crate::render::How;
use crate::syntax::{GiveValues, place_text};
use crate::variants::{self, Numbered, Variants, Which};
use crate::{calls, check, ir, laws, lower, recognise, render};
use std::collections::HashMap;

/// What the kernels' first line calls this compiler.
pub const COMPILER: &str = concat!("scanc ", env!("CARGO_PKG_VERSION"));

/// Everything known of one annotated loop.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The loop and its clauses.
    pub site: ScanSite,
    /// What of it are enums' variants, which are numbers in all that follows.
    pub variants: Variants,
    /// What it means.
    pub recurrence: recognise::Recurrence,
    /// What a kernel computes per element.
    pub kernel: ir::LoopKernel,
    /// The algorithm of its kernels: the clause's, or what `auto` stands for.
    pub algorithm: Algorithm,
    /// Its kernels; no program where the loop is never launched alone.
    pub text: render::KernelText,
    /// Types that the user declared, as the function names them.
    pub written: HashMap<String, syn::Path>,
    /// The loop together with the one around it, where all its scans are one launch. This one's host code is what else is to be run.
    pub batched: Option<Box<Compiled>>,
    /// What the iterations of one rank combine to, where the loop goes on from one rank to the next and stores something: the loop without
    /// its stores.
    pub total: Option<Box<Compiled>>,
}

impl Compiled {
    /// Whether it is a loop together with the one around it, and never launches that one alone.
    fn is_around_few(&self) -> bool {
        self.recurrence.outer.as_ref().is_some_and(|outer| outer.is_around_few)
    }

    /// Whether the loop is launched, alone or because no other is around it.
    pub fn is_launched(&self) -> bool {
        !self.batched.as_ref().is_some_and(|batched| batched.is_around_few())
    }
}

/// One loop through every stage but the last. `provenance` says what made the kernels from what.
///
/// # Errors
/// `Stopped` at the first stage that finds errors, all of which are in `diagnostics`.
pub fn compile(site: &ScanSite, provenance: &str, diagnostics: &mut Diagnostics) -> Result<Compiled> {
    let site = &calls::read(site);
    let Understood { numbered, recurrence, kernel } = understand(site, diagnostics)?;
    try_derived(&numbered.site, &recurrence, diagnostics)?;
    let auto = match site.attribute.deterministic {
        _ if kernel.combines() => Algorithm::Bins,
        _ if kernel.scatters() => Algorithm::Scatter,
        _ if kernel.carried.is_empty() => Algorithm::Map,
        _ if kernel.outputs.is_empty() => Algorithm::Reduce,
        _ if !kernel.is_one_scan() => Algorithm::Batched,
        true => Algorithm::ReduceThenScan,
        false => Algorithm::Lookback,
    };
    let algorithm = site.attribute.algorithm.unwrap_or(auto);
    let mut text = render::render(&kernel, how(algorithm, site), provenance);
    let batched = compile_batched(site, &numbered, &recurrence, provenance).map(Box::new);
    if batched.as_ref().is_some_and(|batched| batched.is_around_few()) {
        text.programs.clear();
    }
    let total = compile_total(site, &recurrence, &kernel, provenance).map(Box::new);
    let (site, variants) = (site.clone(), numbered.variants);
    Ok(Compiled { site, variants, recurrence, kernel, algorithm, text, written: HashMap::new(), batched, total })
}

/// What a loop means.
struct Understood {
    numbered: Numbered,
    recurrence: recognise::Recurrence,
    kernel: ir::LoopKernel,
}

/// The loop's meaning. What may as well be a constant is taken for an enum's variant only where it is not understood otherwise.
fn understand(site: &ScanSite, diagnostics: &mut Diagnostics) -> Result<Understood> {
    let called = ScanSite { syntax: site.seen().clone(), ..site.clone() };
    let probe = parse::probe(&called);
    let looked_at = probe.as_ref().unwrap_or(&called);
    let mut errors = Diagnostics::default();
    let numbered = variants::number(looked_at, Which::Certain);
    let (leaks, is_partial) = (numbered.leaks.clone(), numbered.is_partial);
    let mut understood = understand_numbered(site, numbered, &mut errors);
    if understood.is_err() && is_partial {
        let mut others = Diagnostics::default();
        let as_variants = understand_numbered(site, variants::number(looked_at, Which::All), &mut others);
        // Of what no type is known of there is more to say if they are variants.
        if as_variants.is_ok() || errors.iter().all(|error| error.code == recognise::TYPE_NEEDED) {
            (understood, errors) = (as_variants, others);
        }
    }
    errors.rename(|text| recognise::without_rows(text, site));
    let is_told = understood.is_err() && !leaks.is_empty();
    if is_told {
        leaks.into_iter().for_each(|leak| diagnostics.push(leak));
    }
    // That patterns are no plain ones follows from that.
    let others = errors.iter().filter(|error| !is_told || error.code != recognise::UNSUPPORTED);
    others.for_each(|error| diagnostics.push(error.clone()));
    understood
}

fn understand_numbered(site: &ScanSite, mut numbered: Numbered, diagnostics: &mut Diagnostics) -> Result<Understood> {
    numbered.site.syntax.change(&mut GiveValues);
    let mut found = Diagnostics::default();
    let recurrence = recognise::recognise(&numbered.site, &mut found);
    if let (LoopSyntax::Search(written), [first]) = (&site.syntax, numbered.site.attribute.targets.as_slice()) {
        found = check::of_search(written, found, &place_text(&first.place));
    }
    diagnostics.extend(found);
    let recurrence = recurrence?;
    if let LoopSyntax::Search(written) = &site.syntax {
        check::check_search(written, &recurrence, diagnostics)?;
    }
    check::check(&recurrence, diagnostics)?;
    let shown = numbered.shown(parse::excerpt(site));
    let kernel = lower::lower(&recurrence, &numbered.site.types, shown, diagnostics)?;
    if site.syntax.is_search() {
        check::check_searched(&kernel, diagnostics)?;
    }
    Ok(Understood { numbered, recurrence, kernel })
}

/// Holds operators that are derived against the loop's own steps.
fn try_derived(site: &ScanSite, recurrence: &recognise::Recurrence, diagnostics: &mut Diagnostics) -> Result<()> {
    let Some(trial) = &recurrence.trial else { return Ok(()) };
    if let Ok(kernel) = lower::lower(trial, &site.types, Vec::new(), &mut Diagnostics::default()) {
        laws::derived::check(&kernel, recurrence.span, diagnostics);
    }
    diagnostics.stop_if_errors()
}

/// The loop without its stores, where it goes on from one rank to the next. Its types are those of the whole loop.
fn compile_total(
    site: &ScanSite,
    recurrence: &recognise::Recurrence,
    kernel: &ir::LoopKernel,
    provenance: &str,
) -> Option<Compiled> {
    if site.attribute.ranks.is_none() || kernel.outputs.is_empty() {
        return None;
    }
    let (mut recurrence, mut kernel) = (recurrence.clone(), kernel.clone());
    (recurrence.outputs, kernel.outputs) = (Vec::new(), Vec::new());
    recurrence.live_out.clear();
    recurrence.arrays.iter_mut().for_each(|array| array.written = false);
    kernel.arrays.iter_mut().for_each(|array| array.written = false);
    Some(beside(site, (recurrence, kernel), Algorithm::Reduce, provenance))
}

/// The loop together with the one around it, where the scans of all its iterations are one launch.
fn compile_batched(
    site: &ScanSite,
    numbered: &Numbered,
    recurrence: &recognise::Recurrence,
    provenance: &str,
) -> Option<Compiled> {
    // Each of its scans goes on from one rank to the next; each search ends by itself.
    if site.attribute.ranks.is_some() || site.syntax.is_search() || recurrence.carries_elements() {
        return None;
    }
    let recurrence = recognise::batched(&numbered.site, recurrence)?;
    // Variants that an iteration of the outer loop computes are nobody's to look at.
    if recurrence.captures.iter().any(|capture| numbered.variants.of(&capture.value).is_some()) {
        return None;
    }
    let mut ignored = Diagnostics::default();
    let kernel =
        lower::lower(&recurrence, &numbered.site.types, numbered.shown(parse::excerpt_of_both(site)), &mut ignored).ok()?;
    // A table holds values of types that the function shows.
    if !kernel.captures_that_are(ir::Dependence::Computed).all(|(_, capture)| capture.ty.scalar().is_some()) {
        return None;
    }
    let variants = numbered.variants.clone();
    let algorithm = if kernel.carried.is_empty() { Algorithm::Map } else { Algorithm::Batched };
    Some(Compiled { variants, ..beside(site, (recurrence, kernel), algorithm, provenance) })
}

/// What a loop has beside its own kernels.
fn beside(
    site: &ScanSite,
    (recurrence, kernel): (recognise::Recurrence, ir::LoopKernel),
    algorithm: Algorithm,
    provenance: &str,
) -> Compiled {
    let text = render::render(&kernel, how(algorithm, site), provenance);
    let (site, variants, written) = (site.clone(), Variants::default(), HashMap::new());
    Compiled { site, variants, recurrence, kernel, algorithm, text, written, batched: None, total: None }
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
    let how = how(compiled.algorithm, &compiled.site);
    let mut text = render::render_with(&kernel, Some(declared), how, provenance);
    if compiled.text.programs.is_empty() {
        text.programs.clear();
    }
    let complete_too = |other: Box<Compiled>| Box::new(complete(*other, declared, types, written.clone(), provenance));
    let (batched, total) = (compiled.batched.map(complete_too), compiled.total.map(complete_too));
    Compiled { kernel, text, written, batched, total, ..compiled }
}

/// What kernels are to do by a loop's clauses.
fn how(algorithm: Algorithm, site: &ScanSite) -> How {
    let attribute = &site.attribute;
    let has_large_groups = attribute.group_size.is_some_and(|size| size > ALLOWED_GROUP_SIZE);
    How { algorithm, deterministic: attribute.deterministic, is_search: site.syntax.is_search(), has_large_groups }
}

/// Drivers allow for groups of so many work-items where kernels do not say how many they are for, NVIDIA's and AMD's.
const ALLOWED_GROUP_SIZE: u32 = 256;
