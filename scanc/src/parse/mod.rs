//! Tokens → [`ScanSite`]: the annotated loops of a function, each with its clauses and with the types that the function's text shows.
//!
//! Afterwards: every clause is well formed and occurs at most once; every site holds one loop.

use crate::diagnostic::{Diagnostics, Result};
use crate::ir;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::HashMap;

/// The clauses of one `#[scan(…)]`.
#[derive(Clone, Debug)]
pub struct ScanAttribute {
    /// `+`, `max`, `op`, …: as written.
    pub operator: OperatorName,
    /// `y`, `self.y`: the scanned places.
    pub targets: Vec<syn::Expr>,
    /// `map(to: x, from: y)`.
    pub maps: Vec<MapClause>,
    /// `device(gpu)`.
    pub device: Option<DeviceWord>,
    /// `algorithm(blelloch)`; `auto` is `None`.
    pub algorithm: Option<Algorithm>,
    /// `group_size(64)`.
    pub group_size: Option<u32>,
    /// `inclusive` or `exclusive`, with its place.
    pub asserted: Option<(crate::recognise::Kind, Span)>,
    /// `deterministic`.
    pub deterministic: bool,
    /// `crate = path`: how the user's crate names `scan_runtime`.
    pub runtime: Option<syn::Path>,
    /// The attribute's place.
    pub span: Span,
}

/// The operator that a clause names.
#[derive(Clone, Debug)]
pub enum OperatorName {
    /// A built-in one, or `-`.
    Symbol(&'static str, Span),
    /// A declared one.
    Path(syn::Path),
}

/// One list of a `map` clause.
#[derive(Clone, Debug)]
pub struct MapClause {
    /// The direction.
    pub direction: Direction,
    /// The places.
    pub places: Vec<syn::Expr>,
}

/// Which way an array travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the device.
    To,
    /// From the device.
    From,
    /// Both.
    ToFrom,
}

/// The words of `device(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the clause")]
pub enum DeviceWord {
    Gpu,
    Cpu,
    Accelerator,
    Any,
    Host,
    Loop,
}

/// The words of `algorithm(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the clause")]
pub enum Algorithm {
    ReduceThenScan,
    Blelloch,
    HillisSteele,
}

/// One annotated loop.
#[derive(Clone, Debug)]
pub struct ScanSite {
    /// Its clauses.
    pub attribute: ScanAttribute,
    /// The function's name.
    pub function: String,
    /// The loop's number in the function, from 0.
    pub number: usize,
    /// The loop.
    pub syntax: LoopSyntax,
    /// What the function's text says of the types of names in scope at the loop.
    pub types: TypeEnvironment,
}

/// The loop as it stands.
#[derive(Clone, Debug)]
pub enum LoopSyntax {
    /// `for pattern in … { … }`
    For(syn::ExprForLoop),
    /// `while condition { … }`
    While(syn::ExprWhile),
    /// `let y = x.iter().scan(…).collect();`, or the same as an expression: the name it is bound to and the method chain.
    Collect(Option<Ident>, syn::Expr),
}

/// The types that are written in the function: parameters, annotated `let`s, literals, `vec![0i32; n]`, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct TypeEnvironment {
    /// By name.
    pub names: HashMap<String, Known>,
}

/// What is known of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// A value of this type.
    Value(ir::Type),
    /// A reference to a value of this type.
    Reference(ir::Type),
    /// A slice, array, `Vec` or box of elements (or a reference to one): the element's type, if it is a known one.
    Sequence(Option<ir::Type>),
    /// Declared with a type of no use to a kernel (`String`, `HashMap<…>`): its text.
    Other(String),
}

/// What the macro or the command found in one function.
#[derive(Clone, Debug)]
pub struct ScanFunction {
    /// The function with every annotation of ours removed: what is emitted when something is wrong.
    pub clean: TokenStream,
    /// The annotated loops, in order.
    pub sites: Vec<ScanSite>,
}
