//! What goes where in an iteration: inputs, elements, scans and outputs, as the nodes and edges of a graph.

use super::facts::{ArrayFacts, CaptureFacts, CarriedFacts};
use super::formula::Names;
use super::words;
use crate::ir::{CarriedId, OperatorKind};
use crate::recognise::{Carried, Carry, OutputUse, Recurrence, carried_values};
use crate::syntax::for_each_variable;
use quote::ToTokens;
use serde::Serialize;
use std::collections::HashSet;

/// What a node does, in the order of the data's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    Input,
    Element,
    Scan,
    Output,
}

impl Stage {
    pub(super) const ALL: [Self; 4] = [Self::Input, Self::Element, Self::Scan, Self::Output];

    /// The word that its nodes have.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Element => "element",
            Self::Scan => "scan",
            Self::Output => "output",
        }
    }
}

#[derive(Serialize)]
pub(super) struct Node {
    pub stage: Stage,
    pub title: String,
    pub lines: Vec<String>,
}

/// The graph: edges are pairs of places among the nodes.
#[derive(Default, Serialize)]
pub(super) struct Flow {
    pub nodes: Vec<Node>,
    pub edges: Vec<(usize, usize)>,
}

impl Flow {
    pub(super) fn of(
        recurrence: &Recurrence,
        names: &Names,
        (carried, arrays, captures): (&[CarriedFacts], &[ArrayFacts], &[CaptureFacts]),
    ) -> Self {
        let mut flow = Self::default();
        let sources = flow.sources(recurrence, arrays, captures);
        let scans = flow.scans(recurrence, carried, &sources);
        for output in &recurrence.outputs {
            flow.output(output, (names, &arrays[output.array]), &sources, &scans);
        }
        for (own, scan) in recurrence.carried.iter().zip(&scans) {
            if let Carry::Scalar(place) = &own.carry {
                let last = flow.node(Stage::Output, words::place(place), vec!["after the loop".to_owned()]);
                flow.edges.push((*scan, last));
            }
        }
        flow
    }

    fn node(&mut self, stage: Stage, title: String, lines: Vec<String>) -> usize {
        self.nodes.push(Node { stage, title, lines });
        self.nodes.len() - 1
    }

    /// The inputs, by the names that canonical expressions have for them.
    fn sources(&mut self, recurrence: &Recurrence, arrays: &[ArrayFacts], captures: &[CaptureFacts]) -> Vec<(String, usize)> {
        let mut sources = Vec::new();
        for (array, facts) in recurrence.arrays.iter().zip(arrays).filter(|(array, _)| array.is_read()) {
            let lines = vec![format!("at {}", facts.read_at.join(", "))];
            sources.push((array.name.to_string(), self.node(Stage::Input, format!("{}: {}", facts.name, facts.ty), lines)));
        }
        for (capture, facts) in recurrence.captures.iter().zip(captures) {
            let lines = vec!["evaluated once".to_owned()];
            sources.push((capture.name.to_string(), self.node(Stage::Input, format!("{}: {}", facts.value, facts.ty), lines)));
        }
        let index = recurrence.index.name.to_string();
        if expressions(recurrence).any(|tokens| is_value(&tokens, &index)) {
            let node = self.node(Stage::Input, index.clone(), vec!["the loop's variable".to_owned()]);
            sources.push((index, node));
        }
        sources
    }

    /// The scan of each carried value, with its element. A coefficient goes into the scan of the value whose it is.
    fn scans(&mut self, recurrence: &Recurrence, facts: &[CarriedFacts], sources: &[(String, usize)]) -> Vec<usize> {
        let mut scans = vec![0; facts.len()];
        let all = recurrence.carried.iter().zip(facts).enumerate();
        let (coefficients, others): (Vec<_>, Vec<_>) = all.partition(|(_, (own, _))| matches!(own.carry, Carry::Coefficient(_)));
        for (number, (own, facts)) in others {
            let element = self.element(sources, own, facts);
            scans[number] = self.scan(own, facts, element);
        }
        for (number, (own, facts)) in coefficients {
            let is_its = |other: &Carried| matches!(&other.operator.kind, OperatorKind::Map(map) if map.coefficient == Some(CarriedId(number)));
            let element = self.element(sources, own, facts);
            scans[number] = recurrence.carried.iter().position(is_its).map_or(element, |owner| scans[owner]);
            self.edges.push((element, scans[number]));
        }
        scans
    }

    fn element(&mut self, sources: &[(String, usize)], own: &Carried, facts: &CarriedFacts) -> usize {
        let element = self.node(Stage::Element, format!("element of {}", own.name), vec![facts.element.clone()]);
        self.feeds(sources, &own.element, element);
        element
    }

    fn scan(&mut self, own: &Carried, facts: &CarriedFacts, element: usize) -> usize {
        let lines = vec![facts.operator.replace('`', ""), format!("from {}", facts.start.replace('`', ""))];
        let title = if facts.is_reduced_only { "reduce" } else { "scan" };
        let scan = self.node(Stage::Scan, format!("{title} {}", own.name), lines);
        self.edges.push((element, scan));
        scan
    }

    fn output(&mut self, output: &OutputUse, of: (&Names, &ArrayFacts), sources: &[(String, usize)], scans: &[usize]) {
        let (names, array) = of;
        let at = if array.written_at.len() == 1 { array.written_at[0].clone() } else { array.written_at.join("; ") };
        let stores = names.value(output);
        let title = format!("{}: {}", array.name, array.ty);
        let into = if scans.is_empty() {
            let computed = self.node(Stage::Element, "each by itself".to_owned(), vec![stores]);
            let stored = self.node(Stage::Output, title, vec![format!("at {at}")]);
            self.edges.push((computed, stored));
            computed
        } else {
            self.node(Stage::Output, title, vec![format!("at {at}"), format!("= {stores}")])
        };
        let mut from: Vec<usize> = output
            .expressions()
            .flat_map(carried_values)
            .map(|(_, number)| number)
            .chain(output.counter.map(|counter| counter.carried))
            .collect();
        from.sort_unstable();
        from.dedup();
        self.edges.extend(from.into_iter().map(|number| (scans[number], into)));
        output.expressions().for_each(|expression| self.feeds(sources, expression, into));
    }

    /// Edges from the inputs that an expression mentions.
    fn feeds(&mut self, sources: &[(String, usize)], expression: &impl ToTokens, into: usize) {
        let mentioned = variables(expression);
        for (name, node) in sources.iter().filter(|(name, _)| mentioned.contains(name)) {
            let is_index = self.nodes[*node].title == *name;
            let edge = (*node, into);
            if !self.edges.contains(&edge) && (!is_index || is_value(&expression.to_token_stream(), name)) {
                self.edges.push(edge);
            }
        }
    }
}

/// The elements, values and guards of a loop.
fn expressions(recurrence: &Recurrence) -> impl Iterator<Item = proc_macro2::TokenStream> {
    let elements = recurrence.carried.iter().map(|carried| carried.element.to_token_stream());
    elements.chain(recurrence.outputs.iter().flat_map(OutputUse::expressions).map(ToTokens::to_token_stream))
}

fn variables(expression: &impl ToTokens) -> HashSet<String> {
    let mut found = HashSet::new();
    for_each_variable(expression.to_token_stream(), &mut |name| {
        found.insert(name.to_string());
    });
    found
}

/// Whether a variable is mentioned outside of indices.
fn is_value(tokens: &proc_macro2::TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(found) => found == name,
        proc_macro2::TokenTree::Group(group) => {
            group.delimiter() != proc_macro2::Delimiter::Bracket && is_value(&group.stream(), name)
        }
        _ => false,
    })
}
