//! The annotated loops of a function → its data region: the arrays that stay on the device from one loop to the next, and the
//! statements of the host before which they have to come back.
//!
//! As OpenMP's `target data`, but inferred. The analysis need not follow the flow of control: what is on the device, and whether it is
//! newer than the host's memory, is known at run time. It only says before which statements the host has to ask ([`Insertion`]). So
//! all that matters is that no statement escapes that could see or change an array: where that cannot be shown by the text, there is no
//! region ([`NoRegion`]), and every loop brings its arrays and takes them back.
//!
//! Afterwards: every statement outside of the annotated loops that mentions an array of the region is either known to leave its
//! elements alone, or has an insertion in front of it; no array of the region is dropped, moved or borrowed by another name before the
//! function's end. Where a statement may leave the function, by a panic too, all that others see afterwards is brought back before it.

mod arrays;
mod blocks;
mod harmless;
mod insert;
mod mentions;
#[cfg(test)]
mod tests;
mod uses;

use crate::diagnostic::Span;
use arrays::Arrays;
use blocks::Analysis;
pub use harmless::Numbers;
use syn::{Expr, ItemFn};
pub use uses::of_loops;

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
    /// The loop around it that the launch stands for as well, without it.
    pub around: Option<syn::Stmt>,
}

/// What the host asks of the region before a statement, for one of [`Region::arrays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    /// The host reads it: what is newer on the device comes back.
    Fetch(usize),
    /// The host changes it: what is newer on the device comes back, and the device's copy is none any more.
    Take(usize),
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
    /// Where the region begins: the first statement of the body that has an annotated loop in it. It asks nothing.
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
pub fn region(function: &ItemFn, loops: &[LoopUse], numbers: &Numbers) -> Result<Option<Region>, NoRegion> {
    let analysis = Analysis::new(function, loops, numbers);
    if !analysis.shares() {
        return Ok(None);
    }
    let arrays = Arrays::of(function, loops)?;
    let (beginning, insertions) = analysis.insertions(&arrays)?;
    Ok(Some(Region { arrays: arrays.into_residents(), beginning, insertions }))
}
