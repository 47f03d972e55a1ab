//! 6. Upward and downward accumulation: for each node of a tree the sum of all nodes below it, itself included, and of all above it.
//!
//! The tree is given as the tour around it, which enters and leaves every node once. The sum above a node is that of the nodes
//! entered and not left; the sum below it is what is entered from its own entry to its exit.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use scan_runtime::declare_target;
use std::hash::{Hash, Hasher};

pub struct TreeAccumulation;

pub struct Input {
    /// The weight of the node that a step enters; of one that it leaves, the weight's negative. Weights are above 0.
    pub step: Vec<i32>,
    /// The step that enters each node.
    pub enter: Vec<u32>,
    /// The step that leaves it.
    pub exit: Vec<u32>,
}

/// The sums after a step of the tour; they are read together.
#[declare_target]
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Sums {
    /// The weight of the nodes entered and not left.
    pub open: i32,
    /// The weight of the nodes entered.
    pub entered: i32,
}

pub struct Arrays {
    pub sums: Vec<Sums>,
    /// The result for each node.
    pub above: Vec<i32>,
    /// The result for each node.
    pub below: Vec<i32>,
}

impl Benchmark for TreeAccumulation {
    const NAME: &'static str = "Upward and downward accumulation";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// A tour of about `n` steps; every way to go on is as likely, as far as all nodes must be left in the end.
    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let nodes = n.div_ceil(2);
        let mut input = Input { step: Vec::with_capacity(2 * nodes), enter: vec![], exit: vec![0; nodes] };
        let mut open = vec![];
        while input.step.len() < 2 * nodes {
            let enters = input.enter.len() < nodes && (open.is_empty() || random.below(2) == 0);
            let step = input.step.len() as u32;
            if enters {
                open.push(input.enter.len());
                input.enter.push(step);
                input.step.push(random.within(1, 9));
            } else if let Some(node) = open.pop() {
                input.exit[node] = step;
                input.step.push(-input.step[input.enter[node] as usize]);
            }
        }
        input
    }

    fn arrays(input: &Input) -> Arrays {
        let [steps, nodes] = [input.step.len(), input.enter.len()];
        Arrays { sums: vec![Sums { open: 7, entered: 7 }; steps], above: vec![7; nodes], below: vec![7; nodes] }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.sums.fill(Sums { open: 7, entered: 7 });
        [&mut arrays.above, &mut arrays.below].into_iter().for_each(|array| array.fill(7));
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.above.hash(into);
        arrays.below.hash(into);
    }

    fn plain(Input { step, enter, exit }: &Input, arrays: &mut Arrays) {
        let (mut open, mut entered) = (0, 0);
        for (i, &step) in step.iter().enumerate() {
            open += step;
            entered += step.max(0);
            arrays.sums[i] = Sums { open, entered };
        }
        for (node, (&enter, &exit)) in enter.iter().zip(exit).enumerate() {
            let [enter, exit] = [enter, exit].map(|step| step as usize);
            let at = arrays.sums[enter];
            arrays.above[node] = at.open;
            arrays.below[node] = arrays.sums[exit].entered - at.entered + step[enter];
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { step, enter, exit }: &Input, arrays: &mut Arrays) {
        let Arrays { sums, above, below } = arrays;
        let items = |range: std::ops::Range<usize>| step[range].iter();
        let add = |a: Sums, b: Sums| Sums { open: a.open + b.open, entered: a.entered + b.entered };
        let sums_of = |step: &&i32| Sums { open: **step, entered: (**step).max(0) };
        pieces::scan(sums, Sums::default(), add, items, sums_of, |sums, _, _, after| *sums = after);
        above.par_iter_mut().zip(below).zip(enter).zip(exit).for_each(|(((above, below), &enter), &exit)| {
            let [enter, exit] = [enter, exit].map(|step| step as usize);
            *above = sums[enter].open;
            *below = sums[exit].entered - sums[enter].entered + step[enter];
        });
    }
}
