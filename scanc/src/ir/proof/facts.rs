//! What is known of the values of places: locals, captured values, their fields, their elements at literal indices.

use super::Interval;
use crate::ir::{CaptureId, Expr, ExprKind, Literal, LocalId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is known at one point of a function, one layer for each branch around.
#[derive(Default)]
pub(super) struct Facts {
    function: Layer,
    branches: Vec<Layer>,
}

/// What a branch has learnt, all of what is known of a variable again: nothing where it has forgotten it.
pub(super) type Layer = HashMap<Root, BTreeMap<Vec<Step>, Interval>>;

/// What a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Local(LocalId),
    Captured(CaptureId),
}

/// The way from a variable to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Field(String),
    Element(i128),
}

impl Facts {
    /// What is known of a place.
    pub fn of(&self, place: &Expr) -> Option<Interval> {
        let (root, steps) = parts(place)?;
        self.variable(root)?.get(&steps).copied()
    }

    /// What is known of every element of an array of so many, if something is of each.
    pub fn of_elements(&self, array: &Expr, length: u64) -> Option<Interval> {
        let (root, steps) = parts(array)?;
        let known = self.variable(root)?;
        // Nothing is known of more elements than there are facts.
        (length <= known.len() as u64).then_some(())?;
        let element = |at: u64| known.get(&[&[Step::Element(at.into())], steps.as_slice()].concat()).copied();
        (0..length).map(element).reduce(|one, other| Some(one?.hull(other?)))?
    }

    /// Where it names one place, as long as nothing is assigned.
    pub fn learn(&mut self, place: &Expr, values: Interval) {
        if let Some((root, steps)) = parts(place) {
            self.changed(root).insert(steps, values);
        }
    }

    /// Nothing is known of the variable any more.
    pub fn forget(&mut self, local: LocalId) {
        let root = Root::Local(local);
        if self.variable(root).is_some_and(|known| !known.is_empty()) {
            self.innermost().insert(root, BTreeMap::new());
        }
    }

    /// A branch begins.
    pub fn enter(&mut self) {
        self.branches.push(Layer::default());
    }

    /// A branch ends; what it has learnt holds in it alone.
    pub fn leave(&mut self) -> Layer {
        self.branches.pop().unwrap_or_default()
    }

    /// What a branch has learnt holds from here on.
    pub fn take(&mut self, branch: Layer) {
        self.innermost().extend(branch);
    }

    /// Either of two branches has run.
    pub fn take_either(&mut self, one: &Layer, other: &Layer) {
        let roots: HashSet<Root> = one.keys().chain(other.keys()).copied().collect();
        for root in roots {
            let [a, b] = [one, other].map(|branch| branch.get(&root).or_else(|| self.variable(root)));
            let both = a.zip(b).map(|(a, b)| hulls(a, b)).unwrap_or_default();
            self.innermost().insert(root, both);
        }
    }

    fn variable(&self, root: Root) -> Option<&BTreeMap<Vec<Step>, Interval>> {
        self.branches.iter().rev().chain([&self.function]).find_map(|layer| layer.get(&root))
    }

    /// What is known of a variable, to be changed in the innermost branch.
    fn changed(&mut self, root: Root) -> &mut BTreeMap<Vec<Step>, Interval> {
        if !self.innermost().contains_key(&root) {
            let known = self.variable(root).cloned().unwrap_or_default();
            self.innermost().insert(root, known);
        }
        self.innermost().entry(root).or_default()
    }

    fn innermost(&mut self) -> &mut Layer {
        self.branches.last_mut().unwrap_or(&mut self.function)
    }
}

/// What is known in both cases.
fn hulls(one: &BTreeMap<Vec<Step>, Interval>, other: &BTreeMap<Vec<Step>, Interval>) -> BTreeMap<Vec<Step>, Interval> {
    let both = one.iter().filter_map(|(steps, a)| Some((steps.clone(), a.hull(*other.get(steps)?))));
    both.collect()
}

/// The variable that a place is in, and the way from there.
fn parts(place: &Expr) -> Option<(Root, Vec<Step>)> {
    let mut steps = Vec::new();
    let mut at = place;
    loop {
        match &at.kind {
            ExprKind::Local(local) => return Some((Root::Local(*local), steps)),
            ExprKind::Captured(capture) => return Some((Root::Captured(*capture), steps)),
            ExprKind::Field(base, name) => {
                steps.push(Step::Field(name.clone()));
                at = base;
            }
            ExprKind::Element(base, index) => {
                let ExprKind::Literal(Literal::Int(index)) = index.kind else { return None };
                steps.push(Step::Element(index));
                at = base;
            }
            _ => return None,
        }
    }
}
