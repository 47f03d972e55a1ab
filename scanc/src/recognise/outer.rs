//! A scan loop, or one of independent iterations, inside a loop whose iterations do not depend on each other → all their scans at once.
//!
//! Whether iterations of the outer loop meet in an array is seen at run time, where the strides are known: [`batched`] looks for what
//! cannot be seen there. What an iteration computes before its scan must have no effects, for it is computed for all iterations before
//! the first scan; and what a scan leaves in scalars must be dropped with them.

use super::header;
use super::places::{Place, for_each_place, overlap};
use super::{Carried, Carry, IndexVariable, Range, Recurrence, pure};
use crate::diagnostic::Diagnostics;
use crate::ir::{self, Dependence, LoopIndex, Scalar, Signature, Type};
use crate::parse::{Known, ScanSite, TypeEnvironment};
use crate::syntax::{Expressions, bare, for_each_variable, plain_ident};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::{Expr, ExprForLoop, Local, Pat, Stmt};

/// Methods that have no effects, of numbers and of slices.
const METHODS: &[&str] = &["len", "div_ceil", "isqrt", "is_empty"];

/// The outer loop.
#[derive(Clone, Debug)]
pub struct Outer {
    /// The values of its variable.
    pub range: Range,
    /// Its variable.
    pub index: IndexVariable,
    /// What an iteration computes before the inner loop.
    pub lets: Vec<Stmt>,
    /// What the inner loop's captures are to it.
    pub captures: Vec<Dependence>,
    /// Whether the inner loop is never launched alone: its text shows that it is too short.
    pub is_around_few: bool,
}

/// Loops of no more iterations than this are never worth a launch.
const FEW: u64 = 16;

impl Outer {
    /// As the IR has it.
    pub(crate) fn lowered(&self, types: &TypeEnvironment) -> ir::Outer {
        let name = self.index.name.unraw().to_string();
        let known = match types.known(&name) {
            Some(Known::Value(ty)) => Some(ty.clone()),
            _ => None,
        };
        let ty = known.or_else(|| self.index.ty.clone()).unwrap_or(Type::USIZE);
        ir::Outer { index: LoopIndex { name, ty, step: self.index.step }, captures: self.captures.clone() }
    }

    /// The names that an iteration declares.
    pub(crate) fn names(&self) -> Vec<Ident> {
        let lets = self.lets.iter().filter_map(|statement| if let Stmt::Local(local) = statement { Some(local) } else { None });
        std::iter::once(self.index.name.clone()).chain(lets.flat_map(|local| declared(&local.pat).unwrap_or_default())).collect()
    }
}

/// The loop of `site` with the loop around it, where the scans of all its iterations can be one launch.
pub fn batched(site: &ScanSite, recurrence: &Recurrence) -> Option<Recurrence> {
    let syntax = site.outer.as_ref()?;
    let are_independent = recurrence.carried.is_empty();
    let is_simple = recurrence.live_out.is_empty()
        && recurrence.lag.is_none()
        && !recurrence.outputs.is_empty()
        && site.attribute.algorithm.is_none()
        // What is known by the number of one scan's iterations.
        && !recurrence.carried.iter().any(|carried| carried.operator.has_term_limit() || carried.operator.is_dependent())
        && recurrence.outputs.iter().all(|output| output.counter.is_none() && output.guard.is_none() && output.computed.is_none())
        && each_has_one(recurrence)
        && recurrence.arrays.iter().all(|array| !array.delayed && !array.collected && !array.pushed)
        && recurrence.arrays.iter().all(|array| are_independent || !array.gathered);
    let outer = if is_simple { read(site, syntax) } else { None }?;
    let names: HashSet<String> = outer.names().iter().map(Ident::to_string).collect();
    let dependent = |tokens: TokenStream| mentions_any(tokens, &names);
    let fixed = |range: &Range| !dependent(bounds(range)) && reads_no_stored_element(range, recurrence);
    let carried = |carried: &Carried| match &carried.carry {
        Carry::Scalar(scalar) => plain_ident(scalar).is_some_and(|name| names.contains(&name.to_string())),
        Carry::Array { .. } => true,
        Carry::Part { .. } | Carry::State(_) | Carry::Pushes { .. } => false,
        Carry::Coefficient(_) => true,
    };
    let whole = names.len() == outer.names().len()
        && !names.contains(&recurrence.index.name.to_string())
        && fixed(&recurrence.range)
        && recurrence.carried.iter().all(carried)
        && recurrence.arrays.iter().all(|array| !dependent(array.place.to_token_stream()))
        && outer.lets.iter().all(|statement| reads_nothing_written(statement, recurrence));
    let captures = recurrence.captures.iter().map(|capture| match plain_ident(&capture.value) {
        Some(name) if *name == outer.index.name => Dependence::Variable,
        _ if dependent(capture.value.to_token_stream()) => Dependence::Computed,
        _ => Dependence::Fixed,
    });
    let is_around_few = has_few(&recurrence.range);
    let outer = Outer { captures: captures.collect(), is_around_few, ..outer };
    let whole = whole && keeps_names(recurrence, &outer);
    whole.then(|| Recurrence { outer: Some(outer), ..recurrence.clone() })
}

/// Whether the text shows that there are few values.
fn has_few(range: &Range) -> bool {
    let shown = |bound: &Expr| match bare(bound) {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse::<u64>().ok(),
        _ => None,
    };
    let bounds: Option<Vec<u64>> = range.bounds().into_iter().map(shown).collect();
    bounds.is_some_and(|bounds| matches!(*bounds, [from, to] if from.abs_diff(to) <= FEW))
}

/// Whether no array is stored to in two places.
fn each_has_one(recurrence: &Recurrence) -> bool {
    let mut stored = HashSet::new();
    recurrence.outputs.iter().all(|output| stored.insert(output.array))
}

/// Whether no name that stands for something else in canonical expressions is one of the outer loop's.
fn keeps_names(recurrence: &Recurrence, outer: &Outer) -> bool {
    let arrays = recurrence.arrays.iter().map(|array| (&array.name, &array.place));
    let captures = recurrence.captures.iter().map(|capture| (&capture.name, &capture.value));
    let renamed =
        arrays.chain(captures).filter(|(name, value)| plain_ident(value) != Some(*name)).map(|(name, _)| name.to_string());
    let renamed: HashSet<String> = renamed.collect();
    let lets = &outer.lets;
    !mentions_any(quote!(#(#lets)*), &renamed) && !mentions_any(bounds(&outer.range), &renamed)
}

/// The header and the statements before the inner loop.
fn read(site: &ScanSite, syntax: &ExprForLoop) -> Option<Outer> {
    let range = header::range_of(&syntax.expr, &mut Diagnostics::default()).ok().flatten()?;
    let is_pure = is_pure(range.from) && is_pure(range.to);
    let Pat::Ident(variable) = &*syntax.pat else { return None };
    if !is_pure || variable.by_ref.is_some() || variable.mutability.is_some() || variable.subpat.is_some() {
        return None;
    }
    let (_, lets) = syntax.body.stmts.split_last()?;
    if !lets.iter().all(is_pure_let) {
        return None;
    }
    let step = if range.reversed { -range.step } else { range.step };
    let ty = [range.from, range.to].into_iter().find_map(|bound| type_of(bound, &site.types));
    let index = IndexVariable { name: variable.ident.clone(), ty: ty.map(Type::Scalar), step };
    Some(Outer { range: range.range(), index, lets: lets.to_vec(), captures: Vec::new(), is_around_few: false })
}

/// The type of a bound, where the text shows it.
fn type_of(bound: &Expr, types: &TypeEnvironment) -> Option<Scalar> {
    match (bare(bound), Place::of(bound)) {
        (Expr::MethodCall(call), _) if call.method == "len" => Type::USIZE.scalar(),
        (_, Some(place)) => match types.known(&place.key) {
            Some(Known::Value(ty)) => ty.scalar(),
            _ => None,
        },
        _ => None,
    }
}

fn bounds(range: &Range) -> TokenStream {
    let bounds = range.bounds();
    quote!(#(#bounds),*)
}

fn mentions_any(tokens: TokenStream, names: &HashSet<String>) -> bool {
    let mut found = false;
    for_each_variable(tokens, &mut |name| found |= names.contains(&name.to_string()));
    found
}

/// `let name = …;`, `let (mut a, mut b) = …;` of something without effects.
fn is_pure_let(statement: &Stmt) -> bool {
    let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return false };
    init.diverge.is_none() && declared(pat).is_some() && is_pure(&init.expr)
}

/// The names that a pattern declares; `None` for patterns of other kinds.
fn declared(pattern: &Pat) -> Option<Vec<Ident>> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(vec![name.ident.clone()]),
        Pat::Type(typed) => declared(&typed.pat),
        Pat::Paren(inner) => declared(&inner.pat),
        Pat::Tuple(tuple) => Some(tuple.elems.iter().map(declared).collect::<Option<Vec<_>>>()?.concat()),
        _ => None,
    }
}

/// Whether an expression has no effects. It may panic.
fn is_pure(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_pure(&unary.expr),
        Expr::Cast(cast) => is_pure(&cast.expr),
        Expr::Field(field) => is_pure(&field.base),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_pure),
        Expr::Index(index) => {
            Place::of(&index.expr).is_some() && !matches!(*index.index, Expr::Range(_)) && is_pure(&index.index)
        }
        Expr::Binary(binary) => crate::syntax::compound(&binary.op).is_none() && is_pure(&binary.left) && is_pure(&binary.right),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let known = METHODS.contains(&name.as_str()) || Signature::of(&name).is_some();
            known && is_pure(&call.receiver) && call.args.iter().all(is_pure)
        }
        Expr::Call(call) => {
            let known = matches!(&*call.func, Expr::Path(function) if pure::known_function(&function.path).is_some());
            known && call.args.iter().all(is_pure)
        }
        _ => false,
    }
}

/// What is computed before the first scan must not be what another iteration's scan has stored.
fn reads_nothing_written(statement: &Stmt, recurrence: &Recurrence) -> bool {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return false };
    let Some(written) = written(recurrence) else { return false };
    let mut apart = true;
    for_each_place(&init.expr, &mut |place| apart &= !written.iter().any(|written| overlap(written, &place.key)));
    apart
}

/// The inner loop looks at its bounds anew in each iteration of the outer one, when scans have stored.
fn reads_no_stored_element(range: &Range, recurrence: &Recurrence) -> bool {
    let (written, mut are_apart) = (written(recurrence), true);
    let is_apart = |place: Place| written.as_ref().is_some_and(|all| !all.iter().any(|one| overlap(one, &place.key)));
    let mut look = |expression: &Expr| {
        if let Expr::Index(access) = expression {
            are_apart &= Place::of(&access.expr).is_some_and(is_apart);
        }
        true
    };
    range.bounds().into_iter().for_each(|bound| Expressions(&mut look).visit_expr(bound));
    are_apart
}

/// The arrays that are stored to; `None` where one of them has no name.
fn written(recurrence: &Recurrence) -> Option<Vec<String>> {
    let written = recurrence.arrays.iter().filter(|array| array.written);
    written.map(|array| Place::of(&array.place).map(|place| place.key)).collect()
}
