//! What an iteration computes in loops for several of its results: the `let`s of that stand first in each result that needs any of them,
//! alike, so that whoever writes the results next to each other writes these once.
//!
//! ```text
//! let (ax, ay) = { … for j in 0..n { … } (ax_2, ay_2) };   x[i] = ax;   y[i] = ay;
//! ```

use super::together::Left;
use crate::recognise::OutputUse;
use crate::recognise::body::Walked;
use crate::recognise::inline::Lets;
use crate::recognise::solve::Solution;
use crate::recognise::tables::Tables;
use crate::syntax::{holds_loop, let_parts, plain_ident};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Block, Expr, Stmt};

/// Puts what several results need in front of all other `let`s, and notes which those are.
pub(in crate::recognise) fn bring_forward(walked: &mut Walked, tables: &mut Tables, solution: &Solution) {
    if !walked.lets.iter().any(holds_loop) {
        return;
    }
    let common = common(walked, tables, solution);
    for number in &common {
        let_parts(&walked.lets[*number]).into_iter().for_each(|(name, _)| tables.make_common(name));
    }
    let lets = std::mem::take(&mut walked.lets).into_iter().enumerate();
    let (first, others): (Vec<_>, Vec<_>) = lets.partition(|(number, _)| common.contains(number));
    walked.lets = first.into_iter().chain(others).map(|(_, statement)| statement).collect();
}

/// The numbers of the `let`s of loops that several results need, and of those that these need themselves.
fn common(walked: &Walked, tables: &Tables, solution: &Solution) -> HashSet<usize> {
    let lets = Lets::new(&walked.lets, tables, &solution.carriers);
    let needed = |value: &Expr| lets.plan(value, &|_| false, false).numbers();
    let updates: Vec<Expr> = solution.carried.iter().map(|carried| tables.root(&carried.update)).collect();
    let roots: HashSet<&Ident> = updates.iter().filter_map(plain_ident).collect();
    let stored = walked.stores.iter().flat_map(|(_, store)| {
        let place = store.index.written.as_deref().filter(|_| tables.is_computed(&store.index.affine));
        store.guard.iter().chain(place).chain([&store.value])
    });
    let (mut updates, mut stored): (Vec<HashSet<usize>>, Vec<HashSet<usize>>) =
        (updates.iter().map(needed).collect(), stored.map(needed).collect());
    // These keep what may panic.
    updates.iter_mut().for_each(|update| update.extend(0..walked.lets.len()));
    if let (true, Some(first)) = (updates.is_empty(), stored.first_mut()) {
        first.extend(0..walked.lets.len());
    }
    let mut common = HashSet::new();
    for group in groups(&walked.lets) {
        let is_needed = |result: &&HashSet<usize>| group.iter().any(|number| result.contains(number));
        if [&updates, &stored].iter().all(|results| results.iter().filter(is_needed).count() < 2) {
            continue;
        }
        let mut all: HashSet<usize> = group.iter().copied().collect();
        // What panics before a loop, `assert!(step > 0)`, may be why that ends.
        let before = 0..group.iter().max().copied().unwrap_or_default();
        let panics = |number: &usize| let_parts(&walked.lets[*number]).is_none_or(|(_, value)| tables.may_panic(value));
        all.extend(before.filter(panics));
        let values: Vec<&Expr> =
            all.iter().filter_map(|number| let_parts(&walked.lets[*number])).map(|(_, value)| value).collect();
        values.into_iter().for_each(|value| all.extend(needed(value)));
        // What is carried has other names in other results.
        let is_fixed = |number: &usize| {
            let_parts(&walked.lets[*number]).is_some_and(|(name, _)| !lets.carries(name) && !roots.contains(name))
        };
        if all.iter().all(is_fixed) {
            common.extend(all);
        }
    }
    common
}

/// The numbers of the `let`s with loops, those of one loop together.
pub(in crate::recognise) fn groups(lets: &[Stmt]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for number in (0..lets.len()).filter(|number| holds_loop(&lets[*number])) {
        let left = Left::of(&lets[number]);
        let is_same = |other: usize| left.as_ref().zip(Left::of(&lets[other])).is_some_and(|(left, other)| left.is_of(&other));
        match groups.iter_mut().find(|group| is_same(group[0])) {
            Some(group) => group.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}

/// The `let`s that results begin with, if any does.
pub(in crate::recognise) fn of_results<'r>(
    elements: impl Iterator<Item = &'r Block>,
    outputs: &'r [OutputUse],
    tables: &Tables,
) -> Block {
    let stored = outputs.iter().flat_map(OutputUse::expressions).filter_map(|expr| match expr {
        Expr::Block(block) => Some(&block.block),
        _ => None,
    });
    let is_common = |statement: &&Stmt| let_parts(statement).is_some_and(|(name, _)| tables.is_common(name));
    let first = |block: &Block| block.stmts.iter().take_while(is_common).cloned().collect::<Vec<Stmt>>();
    let found = elements.chain(stored).map(first).find(|lets| !lets.is_empty());
    Block { brace_token: syn::token::Brace::default(), stmts: found.unwrap_or_default() }
}
