//! Iterators that come to one value: `x.iter().map(…).filter(…).sum()`.

use super::collected::{bound_name, steps};
use super::extreme::compares;
use super::search::is_search;
use super::{LoopSyntax, ScanAttribute, error};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::syntax::{all_operands_mut, bare, is_place, lazy_operand, operands, place_text};
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, GenericArgument, PathArguments, Type};

/// What runs an iterator to its end, each with how many arguments it takes.
const ENDS: [(&str, usize); 7] = [("sum", 0), ("product", 0), ("min", 0), ("max", 0), ("count", 0), ("fold", 2), ("reduce", 1)];

/// `let s: i64 = x.iter().map(…).sum();`, or the same as an expression.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The variable that it is bound to, or assigned to.
    pub name: Option<Ident>,
    /// The type that is written where its value goes.
    pub ty: Option<Type>,
    /// `x.iter().map(…).sum()`
    pub chain: ExprMethodCall,
    /// It is an operand of `+`, or of `as`, of another expression.
    pub is_operand: bool,
}

impl Reduced {
    /// The iterator up to the first function of its items, and the calls from there to the end, the end not among them.
    pub fn parts(&self) -> (&Expr, Vec<&ExprMethodCall>) {
        steps(&self.chain.receiver)
    }

    /// The loop that it is.
    pub(super) fn syntax(self) -> LoopSyntax {
        let is_search = is_search(&self.chain);
        let reduced = LoopSyntax::Reduce(Box::new(self));
        if is_search { LoopSyntax::Search(Box::new(reduced)) } else { reduced }
    }

    /// The last first.
    fn calls(&self) -> impl Iterator<Item = &ExprMethodCall> {
        std::iter::successors(Some(&self.chain), |call| call_of(&call.receiver))
    }

    /// The functions that are called with an item, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Expr> {
        let (_, steps) = self.parts();
        steps.into_iter().flat_map(|step| &step.args).chain(self.chain.args.last())
    }

    /// Whether it gives values and no references, as far as its methods say.
    pub fn copies(&self) -> bool {
        self.calls().any(|call| ["copied", "cloned", "into_iter"].iter().any(|name| call.method == name))
    }

    /// Whether it may have no value where there are elements.
    pub fn is_filtered(&self) -> bool {
        self.calls().any(|call| call.method == "filter" || call.method == "filter_map")
    }

    /// Whether its value is an `Option`: of nothing there is no greatest.
    pub fn is_optional(&self) -> bool {
        ["max", "min", "reduce"].iter().any(|name| self.chain.method == name)
    }

    /// Whether it comes to one of the items as it is, and to no copy of it.
    pub fn is_item(&self) -> bool {
        let makes = |call: &ExprMethodCall| call.method == "map" || call.method == "filter_map";
        let is_extreme = self.chain.method == "max" || self.chain.method == "min";
        compares(&self.chain) || is_extreme && !self.copies() && !self.calls().any(makes) && !self.is_of_numbers()
    }

    /// Whether the item may be a reference to what it was found in.
    pub fn borrows(&self) -> bool {
        let is = |call: &ExprMethodCall, names: &[&str]| names.iter().any(|name| call.method == name);
        let has_values = self.calls().any(|call| is(call, &["copied", "cloned"])) || self.is_of_numbers();
        self.is_item() && (!has_values || self.calls().any(|call| is(call, &["zip"])))
    }

    /// Whether it goes over a range.
    fn is_of_numbers(&self) -> bool {
        self.calls().last().is_some_and(|first| matches!(bare(&first.receiver), Expr::Range(_)))
    }

    /// The type of the value, without its `Option`, as far as it is written.
    pub fn written_type(&self) -> Option<&Type> {
        let shown = self.chain.turbofish.as_ref().and_then(|turbofish| type_argument(turbofish.args.first()?));
        let around = self.ty.as_ref().and_then(|ty| if self.is_optional() { argument(ty) } else { Some(ty) });
        shown.or(around).filter(|ty| !matches!(ty, Type::Infer(_)))
    }
}

fn call_of(expr: &Expr) -> Option<&ExprMethodCall> {
    match bare(expr) {
        Expr::MethodCall(call) => Some(call),
        _ => None,
    }
}

fn type_argument(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// `T` of `Option<T>`.
fn argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(list) => type_argument(list.args.first()?),
        _ => None,
    }
}

/// The call that runs an iterator to its end, if the expression is one.
pub(super) fn reduced_chain(expression: &Expr) -> Option<&ExprMethodCall> {
    call_of(expression).filter(|call| is_reduced(call))
}

/// Whether a call runs an iterator to its end, or to the item that it looks for.
pub(super) fn is_reduced(call: &ExprMethodCall) -> bool {
    is_search(call) || compares(call) || ENDS.iter().any(|(name, arguments)| call.method == name && call.args.len() == *arguments)
}

/// The iterator that comes to a value of which an expression is computed, if there is one alone; and whether it is an operand of `+` or
/// of `as`, where no block may stand at a statement's beginning.
pub(super) fn chain_within(expression: &mut Expr) -> Option<(&mut Expr, bool)> {
    let mut found = Vec::new();
    add_chains(expression, (false, false), &mut found);
    <[(&mut Expr, bool); 1]>::try_from(found).ok().map(|[chain]| chain)
}

/// Adds those of an expression, which may be an operand, and of which it may be that it is not evaluated: then only a search is meant.
fn add_chains<'e>(expression: &'e mut Expr, (is_operand, is_lazy): (bool, bool), found: &mut Vec<(&'e mut Expr, bool)>) {
    if reduced_chain(expression).is_some_and(|chain| !is_lazy || is_search(chain)) {
        return found.push((expression, is_operand));
    }
    let is_operand = matches!(expression, Expr::Binary(_) | Expr::Cast(_));
    for (operand, may_not_be) in all_operands_mut(expression) {
        add_chains(operand, (is_operand, is_lazy || may_not_be), found);
    }
}

/// Whether an expression is computed of one that is meant.
pub(super) fn holds_chain(expression: &Expr, is_meant: &dyn Fn(&ExprMethodCall) -> bool) -> bool {
    let is_search = |chain: &ExprMethodCall| is_search(chain) && is_meant(chain);
    reduced_chain(expression).is_some_and(is_meant)
        || operands(expression).into_iter().any(|operand| holds_chain(operand, is_meant))
        || lazy_operand(expression).is_some_and(|operand| holds_chain(operand, &is_search))
}

/// The clause names what the value is bound to, the accumulator of `fold` or `reduce`, or, where it is bound to nothing, the method.
pub(super) fn check_target(
    attribute: &ScanAttribute,
    chain: &ExprMethodCall,
    (place, is_part): (Option<&Expr>, bool),
    found: &mut Diagnostics,
) {
    if is_search(chain) {
        for target in &attribute.targets {
            let message = format!("`{}` looks for an item, and combines nothing", chain.method);
            found.push(error(402, target.place.span(), message).help("write `#[parallel_for]`"));
        }
        return;
    }
    // What is wrong with it is told where it is read.
    if chain.method == "fold" && matches!(chain.args.first().map(bare), Some(Expr::Tuple(_))) {
        return;
    }
    let accumulator = match chain.args.last().map(bare) {
        Some(Expr::Closure(closure)) if chain.method == "fold" || chain.method == "reduce" => {
            closure.inputs.first().and_then(|pattern| bound_name(pattern).0)
        }
        _ => None,
    };
    // An element has no name, and what is computed of its value has another.
    let place = place.filter(|place| is_place(place));
    let method = (place.is_none() || is_part).then(|| chain.method.to_string());
    let allowed: Vec<String> =
        place.map(place_text).into_iter().chain(accumulator.map(|name| name.to_string())).chain(method).collect();
    match attribute.targets.as_slice() {
        [_, second, ..] => {
            let message = "an iterator comes to one value";
            found.push(error(402, second.place.span(), message).help("write a `for` loop for several"));
        }
        targets => {
            for target in targets.iter().filter(|target| !allowed.contains(&place_text(&target.place))) {
                let message = format!("the clause names `{}`, the iterator comes to something else", place_text(&target.place));
                let help = format!("write `#[reduce({} : {})]`", target.operator, allowed[0]);
                found.push(error(402, target.place.span(), message).help(help));
            }
        }
    }
}

/// A chain in a place where nothing can be put back.
pub(super) fn unbound(span: Span, is_search: bool) -> Diagnostic {
    let bound = if is_search { "let found = x.iter().any(…);" } else { "let sum: f64 = x.iter().sum();" };
    error(125, span, "this iterator's value is part of a larger expression").help(format!("bind it: `{bound}`"))
}
