//! The annotated loops of a function → its data region: the arrays that stay on the device from one loop to the next, and the
//! statements of the host before which they have to come back.
//!
//! As OpenMP's `target data`, but inferred. The analysis need not follow the flow of control: what is on the device, and whether it is
//! newer than the host's memory, is known at run time. It only says before which statements the host has to ask ([`Insertion`]). So
//! all that matters is that no statement escapes that could see or change an array. Nothing is taken for harmless because it is not
//! known to do harm: a statement leaves an array alone where that follows from its text, from the rules of the language, or from what
//! rustc is made to say of it, and takes it back otherwise. Where not even its names can be followed there is no region ([`NoRegion`]),
//! and every loop brings its arrays and takes them back.
//!
//! What rustc says comes in two forms. [`Fact`]s are what the text suggests of types; the program asks for them, and where one is not
//! true, nothing stays on a device. And a reference that is held while a statement runs ([`Lent`]) has the borrow checker confirm that
//! the statement does not reach, or does not change, the array.
//!
//! Afterwards: every statement outside of the annotated loops that may see or change an array of the region has an insertion in front
//! of it; no array of the region is dropped, moved or borrowed by another name before the function's end. Where the function may be
//! left, by a panic too, all that others see afterwards is brought back before it, or is guarded.

mod arrays;
mod blocks;
mod declared;
mod exchange;
mod facts;
mod insert;
mod keeps;
mod mentions;
mod numbers;
mod parts;
mod silent;
#[cfg(test)]
mod tests;
mod uses;
mod whole;

use crate::diagnostic::Span;
use arrays::Arrays;
use blocks::Analysis;
pub use facts::Fact;
use syn::{Expr, ItemFn};
pub use uses::of_loops;
use whole::Whole;

/// What one annotated loop does to arrays.
#[derive(Clone, Debug, Default)]
pub struct LoopUse {
    /// The arrays: each as the user wrote it, and whether the loop stores into it.
    pub arrays: Vec<(Expr, bool)>,
    /// What the host evaluates for it: its bounds, and the values from outside.
    pub evaluated: Vec<Expr>,
    /// Arrays of which the host reads elements for it.
    pub read: Vec<Expr>,
    /// The variables that its iterator takes by value.
    pub consumed: Vec<proc_macro2::Ident>,
    /// The variables that it carries: of types that are `Copy`, or there is no launch.
    pub carried: Vec<proc_macro2::Ident>,
    /// The loop around it that the launch stands for as well, without it.
    pub around: Option<syn::Stmt>,
}

/// What the host asks of the region before a statement, of [`Region::arrays`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// What was held while the statement before ran is let go.
    Release,
    /// The names of these are still those of the same memory, or the region ends.
    Stay(Vec<usize>),
    /// These are true, or the region ends.
    Trust(Vec<Fact>),
    /// The host reads it: what is newer on the device comes back.
    Fetch(usize),
    /// The host changes it: what is newer on the device comes back, and the device's copy is none any more.
    Take(usize),
    /// These come back where evaluating one of the expressions, which are arithmetic, panics.
    FetchWhere(Vec<Expr>, Vec<usize>),
    /// Where these are is noted, for [`Call::Stay`].
    Note(Vec<usize>),
    /// These are held while the statement runs.
    Hold(Vec<Lent>),
}

/// An array while a statement of the host runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lent {
    /// The statement does not reach it, and it comes back if the function is left.
    Guarded(usize),
    /// The statement does not reach it.
    Alone(usize),
    /// The statement does not change it.
    Shared(usize),
}

/// The calls before a statement.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// The block, in the order in which they open; 0 is the function's body.
    pub block: usize,
    /// The statement in the block; one past the last is the block's end.
    pub statement: usize,
    /// Where the statement begins; at a block's end, where the block ends.
    pub span: Span,
    /// The annotated loop that the statement is.
    pub hole: Option<usize>,
    /// What is asked, in order.
    pub calls: Vec<Call>,
    /// The arrays that are fetched only because the function may be left here, by a panic too.
    pub left: Vec<usize>,
}

/// An array of a region.
#[derive(Clone, Debug)]
pub struct Resident {
    /// As the user wrote it.
    pub place: Expr,
    /// Whether an annotated loop stores into it. What only is read is never newer on the device.
    pub written: bool,
    /// Whether others see it after the function's end.
    pub outlives: bool,
}

/// A function's data region.
#[derive(Clone, Debug)]
pub struct Region {
    /// The arrays, each once, in order of first use.
    pub arrays: Vec<Resident>,
    /// Where the region begins: the first statement of the body that has an annotated loop in it. What it asks is what the region
    /// takes for granted.
    pub beginning: Insertion,
    /// In order.
    pub insertions: Vec<Insertion>,
}

/// Why a function has no region although its loops share arrays.
#[derive(Clone, Debug)]
pub struct NoRegion {
    /// What stands in the way.
    pub span: Span,
    /// Why.
    pub message: String,
}

impl NoRegion {
    fn new(span: impl Into<Span>, message: impl Into<String>) -> Self {
        Self { span: span.into(), message: message.into() }
    }
}

/// The region of `function`, whose annotated loops are holes; `loops` are those, in their order. `Ok(None)`: no array is used by
/// more than one launch, so that there is nothing to keep.
///
/// # Errors
/// What stands in the way of a region.
pub fn region(function: &ItemFn, loops: &[LoopUse]) -> Result<Option<Region>, NoRegion> {
    let analysis = Analysis::new(function, loops);
    if !analysis.shares() {
        return Ok(None);
    }
    let whole = Whole::of(function)?;
    let arrays = Arrays::of(function, loops, !whole.inner_items)?;
    let (beginning, insertions) = analysis.insertions(&arrays, &whole)?;
    Ok(Some(Region { arrays: arrays.into_residents(), beginning, insertions }))
}
