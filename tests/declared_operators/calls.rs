//! The calls that are compared: every function of a module on some rows of arguments.

use crate::module::{Function, Module};
use crate::types::Leaf;
use crate::values;
use scan_tests::Random;

/// Rows of arguments for each function.
pub const ROWS: usize = 48;

/// A function, and what it is called with.
pub struct Calls<'a> {
    pub function: &'a Function,
    /// The leaves of all arguments, and those of the result.
    pub arguments: Vec<Leaf>,
    pub result: Vec<Leaf>,
    /// `ROWS` rows of as many as there are arguments.
    pub bits: Vec<u64>,
}

/// What came of each row: the result's leaves, or a panic.
pub type Outcomes = Vec<Option<Vec<u64>>>;

impl<'a> Calls<'a> {
    /// The calls of every function of a module.
    pub fn of(module: &'a Module, seed: u64) -> Vec<Self> {
        let mut random = Random::new(seed ^ 0xa76);
        let calls = module.functions.iter().map(|function| {
            let arguments: Vec<Leaf> = function.parameters.iter().flat_map(|ty| module.types.leaves(ty)).collect();
            let rows = (0..ROWS).flat_map(|_| arguments.iter());
            let bits = rows.map(|leaf| values::random(&mut random, leaf)).collect();
            Self { function, bits, result: module.types.leaves(&function.returns), arguments }
        });
        calls.collect()
    }

    /// The rows of arguments.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.bits.chunks_exact(self.arguments.len())
    }

    /// The outcomes from words: for each row one that is not 0 after a panic, then the result's leaves.
    pub fn outcomes(&self, words: &[u64]) -> Outcomes {
        let rows = words.chunks_exact(1 + self.result.len());
        rows.map(|row| (row[0] == 0).then(|| row[1..].to_vec())).collect()
    }

    /// Words that [`Self::outcomes`] reads.
    pub fn words(&self) -> usize {
        ROWS * (1 + self.result.len())
    }

    /// The first row at which two have found different things.
    pub fn difference(&self, expected: &Outcomes, found: &Outcomes) -> Option<String> {
        let same = |(expected, found): (&Option<Vec<u64>>, &Option<Vec<u64>>)| match (expected, found) {
            (None, None) => true,
            (Some(a), Some(b)) => self.result.iter().zip(a.iter().zip(b)).all(|(leaf, (a, b))| values::same(leaf, *a, *b)),
            _ => false,
        };
        let row = expected.iter().zip(found).position(|pair| !same(pair))?;
        let arguments = self.rows().nth(row).unwrap_or_default();
        let shown = |outcome: &Option<Vec<u64>>| outcome.as_ref().map_or("a panic".to_owned(), |bits| shown(&self.result, bits));
        let (expected, found) = (shown(&expected[row]), shown(&found[row]));
        Some(format!("{}({}) is {found}, in Rust {expected}", self.function.name, shown_row(&self.arguments, arguments)))
    }
}

fn shown(leaves: &[Leaf], bits: &[u64]) -> String {
    format!("[{}]", shown_row(leaves, bits))
}

fn shown_row(leaves: &[Leaf], bits: &[u64]) -> String {
    leaves.iter().zip(bits).map(|(leaf, bits)| values::shown(leaf, *bits)).collect::<Vec<_>>().join(", ")
}
