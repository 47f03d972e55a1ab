//! Tokens → [`ScanSite`]: the annotated loops of a function, each with its clauses and with the types that the function's text shows.
//!
//! Afterwards: every clause is well formed and occurs at most once; every site holds one loop.
//!
//! # Codes
//!
//! | code | what is wrong |
//! |---|---|
//! | SC0101 | the attribute does not read as `#[scan(operator : place, clause, …)]` |
//! | SC0102 | no operator, or a token that is no operator of a scan |
//! | SC0103 | no `:` after the operator |
//! | SC0104 | what is scanned or mapped is missing, or is no variable or field |
//! | SC0105 | one place is named twice |
//! | SC0106 | an unknown clause |
//! | SC0107 | a clause, or a mapped array, that occurs twice |
//! | SC0108 | a word that `device`, `algorithm` or `map` does not know |
//! | SC0109 | a group size that is not a power of two from 1 to 1024 |
//! | SC0110 | a clause without its argument, or with one it does not take |
//! | SC0111 | clauses that contradict each other |
//! | SC0120 | the attribute is not on a function with a body |
//! | SC0121 | a function without a loop to scan, or a bare `#[scan]` without annotated loops |
//! | SC0122 | a clause on a function of several loops, or of nested ones: which one is meant? |
//! | SC0123 | an annotated loop inside an annotated loop |
//! | SC0124 | clauses on the function and on its loops |
//! | SC0125 | the attribute is on something that is no loop |
//! | SC0126 | a `const fn` |
//! | SC0127 | two bare `#[scan]` on one function, or one beside another attribute of ours |
//! | SC0128 | a `collect()` into something else than a `Vec` |
//! | SC0130 | a name that begins with `__scan_`, which the expansion keeps for itself |
//! | SC0131 … SC0133 | (any tokens) more than is looked at: see [`crate::limits`] |
//! | SC0140 | `#[declare_target]` on something that kernels cannot use |
//! | SC0142 | `#[declare_target]` on a module whose text is in another file |
//! | SC0143 | `#[declare_scan]` on something that is neither a function nor an `impl` |
//! | SC0144 | the attribute does not read as `#[declare_scan(identity = …, assume_associative)]` |
//! | SC0145 | an argument of it that occurs twice |
//! | SC0146 | an argument that the attribute does not know |
//! | SC0147 | two `#[declare_scan]` on one item |
//! | SC0148 | `#[declare_scan]` on an `impl` of something else than an operator of scans |
//! | SC0402 | (iterators) the clause names neither the `let` nor the closure's accumulator |

mod attribute;
mod collected;
pub(crate) mod consumed;
mod declared;
mod excerpt;
mod extreme;
#[cfg(test)]
pub(crate) mod fixture;
mod fragments;
mod loops;
mod nests;
mod reduced;
mod search;
mod site;
mod suggest;
mod types;

pub use attribute::attribute;
pub(crate) use attribute::{AUTO, BUILT_IN};
pub(crate) use collected::{Collected, steps};
pub(crate) use declared::symbol as operator_symbol;
pub use declared::{
    Declared, DeclaredItems, Domain, OperatorItem, OperatorSubject, declare_scan, declare_target, is_declare_scan,
    is_declare_target,
};
pub use excerpt::{excerpt, excerpt_of_both};
pub(crate) use extreme::{Extreme, Order, compares, comparing, is_reverse, last_value};
pub(crate) use fragments::{with_visible_groups, without_invisible_groups};
pub use reduced::Reduced;
pub(crate) use search::{is_search, probe, without_ways_out};
pub use site::{Word, attribute_arguments, function_sites, is_scan};
pub(crate) use site::{hole_number, is_loop};
#[cfg(feature = "cli")]
pub(crate) use types::DECLARE_NOTHING;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit_mut::VisitMut;

/// What names begin with that only expansions have.
pub(crate) const RESERVED: &str = "__scan_";
/// What names begin with that stand for something else in canonical expressions: no array of the user's, with [`RESERVED`] before its
/// name, is one of them.
pub(crate) const PLACEHOLDER: &str = "__scanc_";

/// What a [`TypeEnvironment`] has for the `Vec` that a `collect()` without a name makes: no variable is called so.
pub(crate) const UNNAMED: &str = "collect()";

/// The clauses of one loop: of its `#[scan(…)]` and `#[reduce(…)]` attributes together, or of its `#[parallel_for]`.
#[derive(Clone, Debug)]
pub struct ScanAttribute {
    /// `+ : y`, `max : self.m`: what is scanned or reduced, each with its operator; at least one, but where iterations are independent.
    pub targets: Vec<Target>,
    /// `#[parallel_for]`: the iterations are independent, nothing is carried from one to the next.
    pub independent: bool,
    /// `map(to: x, from: y)`.
    pub maps: Vec<MapClause>,
    /// `device(gpu)`.
    pub device: Option<DeviceWord>,
    /// `algorithm(blelloch)`; `auto` is `None`.
    pub algorithm: Option<Algorithm>,
    /// `group_size(64)`.
    pub group_size: Option<u32>,
    /// `inclusive` or `exclusive`, with its place.
    pub asserted: Option<(Kind, Span)>,
    /// `deterministic`.
    pub deterministic: bool,
    /// `reassociate`: products of floats may be multiplied and added in another order.
    pub reassociate: bool,
    /// `ranks(world)`: the loop goes on from one rank to the next.
    pub ranks: Option<syn::Expr>,
    /// `crate = path`: how the user's crate names `scan_runtime`.
    pub runtime: Option<syn::Path>,
    /// The attribute's place.
    pub span: Span,
}

/// What kind of scan it is, in the words of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every output is over the value after its iteration.
    Inclusive,
    /// Every output is over the value before its iteration.
    Exclusive,
    /// Both occur.
    Mixed,
}

/// One place that a clause names.
#[derive(Clone, Debug)]
pub struct Target {
    /// `+`, `max`, `op`, …: as written.
    pub operator: OperatorName,
    /// `y`, `self.y`: the place.
    pub place: syn::Expr,
    /// It stands in a `#[reduce(…)]`: only the last value is wanted.
    pub reduction: bool,
}

impl Target {
    /// The attribute that says this: `scan` or `reduce`.
    pub fn word(&self) -> &'static str {
        if self.reduction { "reduce" } else { "scan" }
    }
}

impl ScanAttribute {
    /// The operators of all targets.
    pub fn operators(&self) -> impl Iterator<Item = &OperatorName> {
        self.targets.iter().map(|target| &target.operator)
    }
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
    All,
    Host,
    Loop,
}

/// The words of `algorithm(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the clause")]
pub enum Algorithm {
    Lookback,
    ReduceThenScan,
    Blelloch,
    HillisSteele,
    Reduce,
    Map,
    Bins,
    Scatter,
    Batched,
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
    /// The same where it calls closures or functions of its own function.
    pub called: Option<Called>,
    /// The `for` loop around it that does nothing else but run it, with a hole in its place ([`ScanSite::around`] fills it).
    pub outer: Option<syn::ExprForLoop>,
    /// What the function's text says of the types of names in scope at the loop.
    pub types: TypeEnvironment,
}

/// A loop with the text of the closures and functions that it calls.
#[derive(Clone, Debug)]
pub struct Called {
    /// The loop.
    pub syntax: LoopSyntax,
    /// The declarations of those from outside of it.
    pub declarations: Vec<TokenStream>,
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
    /// `let s: i64 = x.iter().sum();`, or the same as an expression.
    Reduce(Box<Reduced>),
    /// A `for` loop that its first iteration with some property leaves, or an iterator that looks for such an item.
    Search(Box<LoopSyntax>),
}

impl LoopSyntax {
    /// Whether it is an expression with a value.
    pub fn is_value(&self) -> bool {
        match self {
            Self::Collect(..) | Self::Reduce(_) => true,
            Self::Search(written) => written.is_value(),
            Self::For(_) | Self::While(_) => false,
        }
    }

    /// Whether it ends with the first iteration that has some property.
    pub fn is_search(&self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// Lets `walk` change it.
    pub(crate) fn change(&mut self, walk: &mut impl VisitMut) {
        match self {
            Self::For(syntax) => walk.visit_expr_for_loop_mut(syntax),
            Self::While(syntax) => walk.visit_expr_while_mut(syntax),
            Self::Collect(_, chain) => walk.visit_expr_mut(chain),
            Self::Reduce(reduced) => walk.visit_expr_method_call_mut(&mut reduced.chain),
            Self::Search(written) => written.change(walk),
        }
    }

    /// It stands where a block is not allowed.
    fn be_operand(&mut self) {
        match self {
            Self::Reduce(reduced) => reduced.is_operand = true,
            Self::Search(written) => written.be_operand(),
            _ => {}
        }
    }

    /// Whether it is an operand of a larger expression, so that what replaces it has parentheses around it.
    pub fn is_operand(&self) -> bool {
        match self {
            Self::Reduce(reduced) => reduced.is_operand,
            Self::Search(written) => written.is_operand(),
            _ => false,
        }
    }
}

/// The types that are written in the function: parameters, annotated `let`s, literals, `vec![0i32; n]`, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct TypeEnvironment {
    /// By name; raw identifiers without their `r#`.
    pub names: HashMap<String, Known>,
    /// The parameters and `let`s in scope: no item has one of these names here.
    pub variables: HashSet<String>,
    /// Those that are declared as slices, arrays or references in the language's own syntax, which nobody can mean otherwise.
    pub forms: HashMap<String, Form>,
    /// The types of the elements of arrays, as they are written.
    pub elements: HashMap<String, syn::Type>,
    /// Of fixed arrays how many elements they have, and each of these has, and so on.
    pub dimensions: HashMap<String, Vec<usize>>,
    /// Of arrays of tuples the parts of an element.
    pub tuples: HashMap<String, Vec<Option<TuplePart>>>,
    /// The places that hold numbers below these, and no others.
    pub below: HashMap<String, usize>,
    /// The closures and functions of the function itself whose text means here what they compute.
    pub functions: HashMap<String, LocalFunction>,
    /// Why the text of others is not read: a message, and what helps.
    pub unread: HashMap<String, (String, String)>,
}

/// A closure or a function of the function itself.
#[derive(Clone, Debug)]
pub struct LocalFunction {
    /// The patterns of its parameters, with the types that are written.
    pub inputs: Vec<syn::Pat>,
    /// The type of its value, if it is written.
    pub output: Option<syn::Type>,
    /// Its body, as an expression that ends in its value.
    pub body: syn::Expr,
    /// Its declaration.
    pub written: TokenStream,
    /// The names that it may take from around it.
    pub free: Vec<String>,
    /// The names that it binds itself.
    pub bound: Vec<String>,
    /// Those of them that patterns bind which may not match.
    pub matched: Vec<String>,
}

/// A type of the language, as far as its syntax tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `[T]`, `[T; N]`, or a reference to one.
    Slice,
    /// `&[T]`, whose methods no trait can hide.
    SharedSlice,
    /// `&T`, `&mut T`.
    Reference,
}

impl TypeEnvironment {
    /// What is known of a place, as it is written.
    pub fn known(&self, place: &str) -> Option<&Known> {
        self.names.get(&place.replace("r#", ""))
    }

    /// The parts of the elements of the array at `place`, as it is written, where these are tuples.
    pub fn tuple(&self, place: &str) -> Option<&[Option<TuplePart>]> {
        self.tuples.get(&place.replace("r#", "")).map(Vec::as_slice)
    }

    /// The names of values, which are no references.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(_, known)| matches!(known, Known::Value(_))).map(|(name, _)| name.as_str())
    }
}

/// What is known of a part of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum TuplePart {
    /// A value of this type.
    Value(ir::Type),
    /// A tuple of its own.
    Tuple(Vec<Option<TuplePart>>),
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
    /// The function with a hole at each site, for [`ScanFunction::with_loops`]; `None` where the item is no function.
    pub(crate) holed: Option<syn::ItemFn>,
}

/// The loop as it stands, without our attribute and without any other (those stay where they are around what replaces the loop).
impl ToTokens for LoopSyntax {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::For(syntax) => syntax.to_tokens(tokens),
            Self::While(syntax) => syntax.to_tokens(tokens),
            Self::Collect(_, chain) => chain.to_tokens(tokens),
            Self::Reduce(reduced) => reduced.chain.to_tokens(tokens),
            Self::Search(written) => written.to_tokens(tokens),
        }
    }
}

fn error(code: u16, span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), span, message)
}
