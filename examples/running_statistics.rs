//! Cumulative mean and variance of a column of numbers, by Chan's combination of partial statistics.
//!
//! ```text
//! running_statistics prices.txt              one number a line
//! running_statistics --column price a.csv    a CSV column, by name or by number
//! seq 10 | running_statistics -              standard input
//! ```
//!
//! Writes CSV: how many numbers, their mean, their variance. All of it is compared with Welford's method, which goes through the
//! numbers one by one.

use clap::Parser;
use scan_examples::numbers::{self, Column};
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{declare_target, scan};
use statistics::Summary;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Writes the cumulative mean and variance of a column of numbers, as CSV.
///
/// The mean and the standard deviation are compared with Welford's method: they must agree within a billionth of the largest number
/// so far, or the program fails.
#[derive(Parser)]
struct Arguments {
    /// The file to read; `-` (and no file) is standard input
    file: Option<PathBuf>,
    /// A CSV column, by its heading or by its number from 1
    #[arg(long, value_name = "NAME|NUMBER")]
    column: Option<Column>,
    /// The numbers are all there are, not a sample: divide by their count, not by one less
    #[arg(long)]
    population: bool,
}

#[declare_target]
mod statistics {
    /// What is known of some numbers.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Summary {
        /// How many they are: an integer, exact up to 2^53.
        pub count: f64,
        pub mean: f64,
        /// The sum of the squared distances from the mean.
        pub m2: f64,
    }

    /// The statistics of two groups of numbers together: Chan, Golub, LeVeque 1979.
    ///
    /// It has no identity: no numbers have no mean.
    #[declare_scan]
    pub fn together(a: Summary, b: Summary) -> Summary {
        let count = a.count + b.count;
        let share = b.count / count;
        let apart = b.mean - a.mean;
        Summary { count, mean: a.mean + apart * share, m2: a.m2 + b.m2 + apart * apart * (a.count * share) }
    }
}

#[scan(statistics::together : summaries)]
fn accumulate(summaries: &mut [Summary]) {
    for i in 1..summaries.len() {
        summaries[i] = statistics::together(summaries[i - 1], summaries[i]);
    }
}

/// How far the mean and the standard deviation may be from Welford's, in terms of the largest number.
const TOLERANCE: f64 = 1e-9;

fn main() -> ExitCode {
    env_logger::init();
    finish("running_statistics", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let values = numbers::read(arguments.file.as_deref(), arguments.column.as_ref())?.into_finite_floats()?;
    if values.is_empty() {
        eprintln!("no numbers");
        return Ok(());
    }
    let mut summaries: Vec<_> = values.iter().map(|&value| Summary { count: 1.0, mean: value, m2: 0.0 }).collect();
    let start = Instant::now();
    accumulate(&mut summaries);
    let took = start.elapsed();
    let count = values.len() as u64;
    eprintln!("{} numbers in {} ({}){}", grouped(count), time(took), rate(count, took), place());
    check(&values, &summaries)?;
    eprintln!("Welford's method agrees within {TOLERANCE:e} of the largest number");
    written(write(&summaries, arguments.population))
}

/// Compares with Welford's method.
fn check(values: &[f64], summaries: &[Summary]) -> Result<(), String> {
    let (mut mean, mut m2, mut largest) = (0.0, 0.0, 0.0f64);
    for (position, (&value, found)) in values.iter().zip(summaries).enumerate() {
        let count = (position + 1) as f64;
        let before: f64 = value - mean;
        mean += before / count;
        m2 += before * (value - mean);
        largest = largest.max(value.abs());
        if ![mean, m2, found.mean, found.m2].iter().all(|value| value.is_finite()) {
            return Err(format!("the squares of the first {count} numbers are beyond 64-bit floats"));
        }
        let means = (found.mean - mean).abs();
        let deviations = ((found.m2 / count).sqrt() - (m2 / count).sqrt()).abs();
        let allowed = TOLERANCE * largest;
        if found.count != count || means > allowed || deviations > allowed {
            return Err(format!("the scan and Welford's method disagree on the first {count} numbers; please report this"));
        }
    }
    Ok(())
}

fn write(summaries: &[Summary], population: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "count,mean,variance")?;
    for Summary { count, mean, m2 } in summaries {
        let divisor = if population { *count } else { *count - 1.0 };
        if divisor == 0.0 {
            // One number of a sample says nothing about the others.
            writeln!(out, "{count},{mean},")?;
        } else {
            writeln!(out, "{count},{mean},{}", m2 / divisor)?;
        }
    }
    out.flush()
}
