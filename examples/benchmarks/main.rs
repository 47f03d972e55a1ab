//! The twelve benchmarks of the thesis's Table 6.1, each in four versions, and its Figures 6.1 and 6.2.
//!
//! ```text
//! cargo run --release -p scan-examples --bin thesis                         all twelve at one million elements
//! cargo run --release -p scan-examples --bin thesis -- --size 1M,32M --out out     and tables and charts in a folder
//! cargo run --release -p scan-examples --bin thesis -- --only 1,7 --rounds 31
//! ```
//!
//! A benchmark is a folder: its input, the plain loop and rayon's version in `mod.rs`, the annotated version, the one written for
//! OpenCL, and its kernels. All versions are checked against each other before and after they are measured.

mod benchmark;
mod big_integers;
mod charts;
mod consecutive_primes;
mod contest;
#[cfg(test)]
mod definitions;
mod equal_sum_span;
mod linear_recurrence;
mod lines;
mod markdown;
mod measure;
mod most_covered;
mod opencl;
mod options;
mod pieces;
mod polynomial;
mod random;
mod random_by_frequency;
mod results;
mod stream_compaction;
mod subarray_modulo;
#[cfg(test)]
mod tests;
mod three_equal_parts;
mod tree_accumulation;
mod two_subarrays;

use clap::Parser;
use contest::Entry;
use measure::measure;
use opencl::Use;
use options::Options;
use results::{Results, Table};
use scan_examples::telling::finish;
use scan_runtime::DeviceKind;
use scan_runtime::{DeviceDescription, devices};
use std::process::ExitCode;

/// In the order of Table 6.1.
const BENCHMARKS: [Entry; 12] = [
    Entry::of::<stream_compaction::StreamCompaction>(),
    Entry::of::<equal_sum_span::EqualSumSpan>(),
    Entry::of::<polynomial::Polynomial>(),
    Entry::of::<linear_recurrence::LinearRecurrence>(),
    Entry::of::<random_by_frequency::RandomByFrequency>(),
    Entry::of::<tree_accumulation::TreeAccumulation>(),
    Entry::of::<big_integers::BigIntegers>(),
    Entry::of::<three_equal_parts::ThreeEqualParts>(),
    Entry::of::<two_subarrays::TwoSubarrays>(),
    Entry::of::<subarray_modulo::SubarrayModulo>(),
    Entry::of::<most_covered::MostCovered>(),
    Entry::of::<consecutive_primes::ConsecutivePrimes>(),
];

fn main() -> ExitCode {
    env_logger::init();
    finish("thesis", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), String> {
    let mut results = Results::begin(device());
    let device = results.device.clone();
    let used = Use { by_groups: options.as_the_thesis, ..Use::default() };
    let device = device.as_ref().map(|device| (device, used));
    for size in &options.sizes {
        let mut table = Table { n: size.0, rows: Vec::new() };
        for (place, entry) in BENCHMARKS.iter().enumerate().filter(|(place, _)| options.asks_for(place + 1)) {
            eprintln!("{} elements, {}. {}", size, place + 1, entry.name);
            table.rows.push(measure(place + 1, entry, size.0, options.rounds as usize, device)?);
        }
        println!("{}", markdown::table(&table));
        results.tables.push(table);
    }
    options.out.as_deref().map_or(Ok(()), |folder| results.write(folder))
}

/// The one that an annotated loop would choose if asked for any.
fn device() -> Option<DeviceDescription> {
    let ranks = [DeviceKind::Gpu, DeviceKind::Accelerator, DeviceKind::Cpu, DeviceKind::Any];
    devices().into_iter().min_by_key(|device| ranks.iter().position(|rank| *rank == device.kind))
}
