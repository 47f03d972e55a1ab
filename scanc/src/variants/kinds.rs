//! Which expressions are of one enum: unification of what they are assigned to, compared with and matched by.

use super::{Enum, MOST, Which};
use crate::diagnostic::Span;
use crate::syntax::matches;
use quote::ToTokens;
use std::collections::HashMap;
use syn::Path;

/// What is known of an expression: an index into [`Kinds::nodes`].
pub(super) type Node = usize;

/// What an expression is.
#[derive(Clone, Debug)]
enum Kind {
    /// Not known yet.
    Open,
    /// A variant of this enum: an index into [`Kinds::sets`].
    Variant(usize),
    /// Each of these.
    Tuple(Vec<Node>),
    /// Anything else.
    Other,
}

/// Variants of one enum.
#[derive(Debug)]
struct Set {
    /// What stands before their names; empty for names that stand alone.
    prefix: String,
    variants: Vec<Path>,
    is_compared: bool,
    is_cast: bool,
    is_cloned: bool,
    /// Where one is no number, and why.
    leak: Option<(Span, Leak)>,
}

/// Why what holds variants has none of their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leak {
    /// It is used as a value.
    Used,
    /// It may also hold what is no variant by its name.
    Mixed,
}

/// All expressions of a loop.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// Each is the same as another one, or stands for itself.
    nodes: Vec<(Option<Node>, Kind)>,
    sets: Vec<Set>,
    /// The sets, each by what its variants' paths begin with, or by the name that stands alone.
    by_name: HashMap<String, usize>,
    /// The places outside the loop.
    places: HashMap<String, Node>,
    /// What is used as a value that is no number.
    leaks: Vec<(Node, Span)>,
    /// What is compared by `==`.
    compared: Vec<Node>,
    /// What is cast to a number.
    cast: Vec<Node>,
    /// What is cloned.
    cloned: Vec<Node>,
}

/// What became of it.
#[derive(Debug, Default)]
pub(super) struct Solution {
    /// The numbered enum of each expression.
    of_nodes: Vec<Option<usize>>,
    /// The numbers of variants, by their paths.
    numbers: HashMap<String, u8>,
    pub places: HashMap<String, usize>,
    pub enums: Vec<Enum>,
    /// Variants that no constant can be and that are not numbered, with the place that keeps them from it.
    pub leaks: Vec<(Path, Span, Leak)>,
    pub is_partial: bool,
}

impl Solution {
    /// The number that stands for a path.
    pub(super) fn number_of(&self, path: &Path) -> Option<u8> {
        self.numbers.get(&text(path)).copied()
    }

    /// The enum of which an expression is.
    pub(super) fn of(&self, node: Node) -> Option<&Enum> {
        self.of_nodes.get(node).copied().flatten().map(|number| &self.enums[number])
    }
}

impl Kinds {
    fn node(&mut self, kind: Kind) -> Node {
        self.nodes.push((None, kind));
        self.nodes.len() - 1
    }

    pub(super) fn open(&mut self) -> Node {
        self.node(Kind::Open)
    }

    pub(super) fn other(&mut self) -> Node {
        self.node(Kind::Other)
    }

    pub(super) fn tuple(&mut self, parts: Vec<Node>) -> Node {
        self.node(Kind::Tuple(parts))
    }

    /// What a path is that looks like a variant's.
    pub(super) fn variant(&mut self, path: &Path) -> Node {
        let prefix = prefix(path);
        let name = if prefix.is_empty() { text(path) } else { format!("{prefix}::") };
        let next = self.sets.len();
        let set = *self.by_name.entry(name).or_insert(next);
        if set == next {
            self.sets.push(Set {
                prefix,
                variants: Vec::new(),
                is_compared: false,
                is_cast: false,
                is_cloned: false,
                leak: None,
            });
        }
        let node = self.node(Kind::Variant(set));
        let known = &mut self.sets[set].variants;
        if !known.iter().any(|other| text(other) == text(path)) {
            known.push(path.clone());
        }
        node
    }

    /// The parts of a tuple; none of anything else.
    pub(super) fn parts(&self, node: Node) -> Vec<Node> {
        match &self.nodes[self.root(node)].1 {
            Kind::Tuple(parts) => parts.clone(),
            _ => Vec::new(),
        }
    }

    /// A place outside the loop.
    pub(super) fn place(&mut self, key: String) -> Node {
        match self.places.get(&key) {
            Some(node) => *node,
            None => {
                let node = self.open();
                self.places.insert(key, node);
                node
            }
        }
    }

    fn root(&self, node: Node) -> Node {
        self.nodes[node].0.map_or(node, |other| self.root(other))
    }

    /// Two expressions are of one type.
    pub(super) fn unify(&mut self, one: Node, other: Node, at: Span) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let (known, found) = (self.nodes[one].1.clone(), self.nodes[other].1.clone());
        self.nodes[other].0 = Some(one);
        match (known, found) {
            (Kind::Open, found) => self.nodes[one].1 = found,
            (Kind::Variant(set), Kind::Variant(more)) => self.merge(set, more, at),
            (Kind::Variant(set), Kind::Tuple(_) | Kind::Other) => self.leak_set(set, at, Leak::Mixed),
            (Kind::Tuple(_) | Kind::Other, Kind::Variant(set)) => {
                self.nodes[one].1 = Kind::Variant(set);
                self.leak_set(set, at, Leak::Mixed);
            }
            (Kind::Tuple(known), Kind::Tuple(found)) if known.len() == found.len() => {
                known.into_iter().zip(found).for_each(|(known, found)| self.unify(known, found, at));
            }
            (_, Kind::Open) | (Kind::Other, _) | (Kind::Tuple(_), _) => {}
        }
    }

    /// The variants of `more` are of the enum of `set`, too.
    fn merge(&mut self, set: usize, more: usize, at: Span) {
        if set == more {
            return;
        }
        for node in &mut self.nodes {
            if matches!(node.1, Kind::Variant(number) if number == more) {
                node.1 = Kind::Variant(set);
            }
        }
        self.by_name.values_mut().for_each(|number| *number = if *number == more { set } else { *number });
        let variants = std::mem::take(&mut self.sets[more].variants);
        let (leak, is_same) = (self.sets[more].leak, self.sets[more].prefix == self.sets[set].prefix);
        let known = &mut self.sets[set];
        known.variants.extend(variants);
        known.leak = known.leak.or(leak);
        // One enum by two names would have two numbers for a variant.
        if !is_same {
            self.leak_set(set, at, Leak::Mixed);
        }
    }

    fn leak_set(&mut self, set: usize, at: Span, why: Leak) {
        self.sets[set].leak.get_or_insert((at, why));
    }

    /// It is compared with another.
    pub(super) fn compare(&mut self, node: Node) {
        self.compared.push(node);
    }

    /// It is cast to a number.
    pub(super) fn cast(&mut self, node: Node) {
        self.cast.push(node);
    }

    /// It is cloned.
    pub(super) fn clone_of(&mut self, node: Node) {
        self.cloned.push(node);
    }

    /// It is used as a value that is no number.
    pub(super) fn leak(&mut self, node: Node, at: Span) {
        self.leaks.push((node, at));
    }

    /// The enum of an expression, or those of its parts.
    fn sets_of(&self, node: Node, found: &mut Vec<usize>) {
        match &self.nodes[self.root(node)].1 {
            Kind::Variant(set) => found.push(*set),
            Kind::Tuple(parts) => parts.iter().for_each(|part| self.sets_of(*part, found)),
            Kind::Open | Kind::Other => {}
        }
    }

    /// The numbers.
    pub(super) fn solved(mut self, which: Which) -> Solution {
        let of = |kinds: &Self, nodes: &[Node]| {
            let mut found = Vec::new();
            nodes.iter().for_each(|node| kinds.sets_of(*node, &mut found));
            found
        };
        for set in of(&self, &self.compared) {
            self.sets[set].is_compared = true;
        }
        for set in of(&self, &self.cast) {
            self.sets[set].is_cast = true;
        }
        for set in of(&self, &self.cloned) {
            self.sets[set].is_cloned = true;
        }
        for (node, at) in std::mem::take(&mut self.leaks) {
            for set in of(&self, &[node]) {
                // It says more than that it is mixed with what is given back.
                self.sets[set].leak = self.sets[set].leak.filter(|(_, why)| matches!(why, Leak::Used)).or(Some((at, Leak::Used)));
            }
        }
        let mut solution = Solution::default();
        let mut numbers = vec![None; self.sets.len()];
        for (number, set) in self.sets.iter().enumerate().filter(|(_, set)| !set.variants.is_empty()) {
            let certain = set.variants.iter().find(|variant| !is_constant(variant));
            match (certain, set.leak) {
                (Some(variant), Some((span, why))) => solution.leaks.push((variant.clone(), span, why)),
                (None, Some(_)) => {}
                (None, None) if which == Which::Certain => solution.is_partial = true,
                (_, None) if set.variants.len() > MOST => {}
                (_, None) => {
                    numbers[number] = Some(solution.enums.len());
                    let numbered = set.variants.iter().zip(0u8..).map(|(variant, number)| (text(variant), number));
                    solution.numbers.extend(numbered);
                    let &Set { is_compared, is_cast, is_cloned, .. } = set;
                    let found = Enum { variants: set.variants.clone(), is_compared, is_cloned, has_others: !is_cast };
                    solution.enums.push(found);
                }
            }
        }
        let of = |node: Node| match self.nodes[self.root(node)].1 {
            Kind::Variant(set) => numbers[set],
            _ => None,
        };
        solution.of_nodes = (0..self.nodes.len()).map(of).collect();
        solution.places = self.places.iter().filter_map(|(place, node)| Some((place.clone(), of(*node)?))).collect();
        for (number, found) in solution.enums.iter_mut().enumerate() {
            // Of two places that hold others nobody knows whether these are the same.
            found.has_others &= solution.places.values().filter(|held| **held == number).count() == 1;
        }
        solution
    }
}

/// Whether its name may be a constant's.
fn is_constant(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| matches::is_constant(&last.ident))
}

/// All of a path but its last name.
fn prefix(path: &Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.to_token_stream().to_string()).collect();
    names[..names.len().saturating_sub(1)].join("::")
}

fn text(path: &Path) -> String {
    path.to_token_stream().to_string()
}
