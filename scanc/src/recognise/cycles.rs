//! What a derived operator takes beyond the value of the iteration before: `y[i - 2]` beside `y[i - 1]`, and variables that depend on
//! themselves through others, as in `(a, b) = (b, a + b)`.

use super::solve::{Candidate, Solver};
use super::tables::{Index, Meaning};
use crate::diagnostic::Span;
use crate::syntax::place_text;
use std::collections::{BTreeSet, HashMap};

/// So many iterations back: as many values are carried.
const MOST_BACK: i64 = 4;

impl Solver<'_> {
    /// Whether all operators are derived.
    pub(super) fn derives(&self) -> bool {
        !self.attribute.targets.is_empty() && self.attribute.targets.iter().all(|target| target.operator.is_derived())
    }

    /// Loads of what was stored two or more iterations before, each with the load of what was stored one iteration after that: that is
    /// what it has in the iteration to come.
    pub(super) fn older(&self) -> HashMap<usize, usize> {
        if self.derives() { self.chains() } else { HashMap::new() }
    }

    /// Whether a load is one of these, were operators derived.
    pub(super) fn would_be_older(&self, load: usize) -> bool {
        self.chains().contains_key(&load)
    }

    fn chains(&self) -> HashMap<usize, usize> {
        let loads = || 0..self.tables.loads.len();
        let back: Vec<Option<i64>> = loads().map(|load| self.iterations_back(load)).collect();
        let nearer = |load: usize| {
            let wanted = back[load].filter(|back| *back > 1)? - 1;
            loads().find(|other| back[*other] == Some(wanted) && self.tables.loads[*other].array == self.tables.loads[load].array)
        };
        let found: HashMap<usize, usize> = loads().filter_map(|load| Some((load, nearer(load)?))).collect();
        let reaches_last = |load: &usize| {
            let steps = std::iter::successors(Some(*load), |load| found.get(load).copied());
            steps.last().is_some_and(|last| back[last] == Some(1))
        };
        found.iter().filter(|(load, _)| reaches_last(load)).map(|(load, nearer)| (*load, *nearer)).collect()
    }

    /// What the iterations in between have stored, `y[i - 2]` where a step reads `y[i - 1]` and `y[i - 3]`: it is carried from one to the
    /// next, too.
    pub(super) fn links(&self) -> Vec<(usize, Index, Span)> {
        let loads = || (0..self.tables.loads.len()).filter_map(|load| Some((load, self.iterations_back(load)?)));
        let mut missing = Vec::new();
        for (load, back) in loads().filter(|(_, back)| self.derives() && (2..=MOST_BACK).contains(back)) {
            let of = &self.tables.loads[load];
            let read: BTreeSet<i64> =
                loads().filter(|(other, _)| self.tables.loads[*other].array == of.array).map(|(_, back)| back).collect();
            // By one distance alone it is several scans.
            if read.len() == 1 || read.iter().any(|back| !(1..=MOST_BACK).contains(back)) {
                continue;
            }
            let mut index = self.store(of.array).map(|store| store.index.affine.clone());
            for nearer in 1..back {
                index = index.and_then(|index| index.earlier(self.header.step, None));
                if let Some(affine) = index.clone().filter(|_| !read.contains(&nearer)) {
                    missing.push((of.array, Index { affine, written: None }, of.span));
                }
            }
        }
        missing
    }

    /// How many iterations before the cell that is loaded was stored, where that is known.
    fn iterations_back(&self, load: usize) -> Option<i64> {
        let of = &self.tables.loads[load];
        let store = &self.store(of.array)?.index.affine;
        match store.earlier(self.header.step, None).as_ref() == Some(&of.index.affine) {
            true => Some(1),
            false => self.lag(load)?.as_constant(),
        }
    }

    /// Whether a variable's value depends on its own, iterations before, through other variables or what the loop stores.
    pub(super) fn depends_on_itself(&self, outer: usize, carried_loads: &[usize]) -> bool {
        self.derives() && self.is_on_a_circle(outer, carried_loads)
    }

    /// The same, were operators derived.
    pub(super) fn is_on_a_circle(&self, outer: usize, carried_loads: &[usize]) -> bool {
        self.reached(Meaning::Outer(outer), carried_loads).contains(&Meaning::Outer(outer))
    }

    /// Whether a carried value is computed from a variable, in this iteration or one before.
    pub(super) fn depends_on(&self, main: &Candidate, outer: usize) -> bool {
        let loads: Vec<usize> = (0..self.tables.loads.len()).collect();
        self.reached(main.carrier.meaning(), &loads).contains(&Meaning::Outer(outer))
    }

    /// Where the step would have to be linear for operators to be derived: what to write then.
    pub(super) fn derived_clause(&self) -> Option<String> {
        let target = self.attribute.targets.first().filter(|_| !self.derives())?;
        let (word, place) = (target.word(), place_text(&target.place));
        Some(format!("where the step is linear in what it continues, write `#[{word}(auto : {place})]`"))
    }

    /// What a carried value is computed from, in this iteration and those before.
    pub(super) fn reached(&self, from: Meaning, carried_loads: &[usize]) -> BTreeSet<Meaning> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(meaning) = open.pop() {
            let value = match meaning {
                Meaning::Outer(outer) => self.walked.scalars.iter().find(|(scalar, _)| *scalar == outer).map(|(_, value)| value),
                Meaning::Load(load) if carried_loads.contains(&load) => {
                    self.store(self.tables.loads[load].array).map(|store| &store.value)
                }
                _ => None,
            };
            let leaves = value.map(|value| self.leaves(value)).unwrap_or_default();
            open.extend(leaves.into_iter().filter(|leaf| reached.insert(*leaf)));
        }
        reached
    }

    /// What a derived value depends on is derived with it: each candidate that no clause names, by that of one that needs it.
    pub(super) fn name_dependencies(&self, candidates: &mut [Candidate], carried_loads: &[usize]) {
        if !self.derives() {
            return;
        }
        let named = candidates.iter().filter_map(|one| Some((one.clause?, self.reached(one.carrier.meaning(), carried_loads))));
        let named: Vec<_> = named.collect();
        for candidate in candidates.iter_mut().filter(|candidate| candidate.clause.is_none()) {
            let meaning = candidate.carrier.meaning();
            candidate.clause = named.iter().find(|(_, reached)| reached.contains(&meaning)).map(|(clause, _)| *clause);
        }
    }
}
