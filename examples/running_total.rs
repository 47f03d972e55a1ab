//! Cumulative sums of a column of numbers, as a Unix filter.
//!
//! ```text
//! running_total                         ten million numbers made up, the plain loop beside the scan in every place
//! running_total prices.txt              one number a line
//! running_total --column price a.csv    a CSV column, by name or by number
//! seq 10 | running_total -              standard input
//! running_total --op max prices.txt     max, min, product or xor instead of the sum
//! ```

use clap::{Parser, ValueEnum};
use scan_examples::numbers::{self, Column, Numbers};
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::DeviceKind;
use scan_runtime::{Place, Report, Settings, last_report, scan};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Writes the cumulative sum (or maximum, minimum, product, exclusive or) of a column of numbers.
#[derive(Parser)]
struct Arguments {
    /// The file to read; `-` (and options without a file) is standard input
    file: Option<PathBuf>,
    /// A CSV column, by its heading or by its number from 1
    #[arg(long, value_name = "NAME|NUMBER")]
    column: Option<Column>,
    /// What is accumulated
    #[arg(long, value_enum, default_value = "sum")]
    op: Operation,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Operation {
    Sum,
    Max,
    Min,
    Product,
    Xor,
}

// The loops: each runs on an OpenCL device, on the host's threads or as written, whichever pays. All work in place.

#[scan(+ : x)]
fn sum_integers(x: &mut [i64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].wrapping_add(x[i]);
    }
}

#[scan(max : x)]
fn max_integers(x: &mut [i64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].max(x[i]);
    }
}

#[scan(min : x)]
fn min_integers(x: &mut [i64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].min(x[i]);
    }
}

#[scan(* : x)]
fn product_integers(x: &mut [i64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].wrapping_mul(x[i]);
    }
}

#[scan(^ : x)]
fn xor_integers(x: &mut [i64]) {
    for i in 1..x.len() {
        x[i] ^= x[i - 1];
    }
}

#[scan(+ : x)]
fn sum_floats(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] += x[i - 1];
    }
}

#[scan(max : x)]
fn max_floats(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].max(x[i]);
    }
}

#[scan(min : x)]
fn min_floats(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] = x[i - 1].min(x[i]);
    }
}

#[scan(* : x)]
fn product_floats(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] *= x[i - 1];
    }
}

fn main() -> ExitCode {
    env_logger::init();
    // Asked for by no argument at all, and not by an empty standard input: a program must not wait for a terminal it was not given.
    let outcome = if std::env::args_os().len() == 1 { demonstrate() } else { filter(&Arguments::parse()) };
    finish("running_total", outcome)
}

/// Reads, scans, writes.
fn filter(arguments: &Arguments) -> Result<(), String> {
    let named = arguments.file.as_deref().filter(|file| *file != Path::new("-"));
    let name = named.map_or("standard input".into(), |file| file.display().to_string());
    match (numbers::read(named, arguments.column.as_ref())?, arguments.op) {
        (numbers, _) if numbers.is_empty() => {
            eprintln!("{name}: no numbers");
            Ok(())
        }
        (Numbers::Floats(_), Operation::Xor) => Err(format!("{name}: --op xor needs integers")),
        (Numbers::Integers(mut values), op) => match overflow(&values, op) {
            Some(line) => Err(format!(
                "{name}: the {} of the first {line} numbers is beyond 64 bits; write one of them as a float (`1.0`) to go on in floats",
                name_of(op)
            )),
            None => accumulate(&mut values, |values| integers(op, values)),
        },
        (Numbers::Floats(mut values), op) => accumulate(&mut values, |values| floats(op, values)),
    }
}

/// How many numbers it takes until an accumulated integer no longer fits, if ever: a scan wraps, a person's total must not.
fn overflow(values: &[i64], op: Operation) -> Option<usize> {
    let step: fn(i64, i64) -> Option<i64> = match op {
        Operation::Sum => i64::checked_add,
        Operation::Product => i64::checked_mul,
        Operation::Max | Operation::Min | Operation::Xor => return None,
    };
    let mut total = *values.first()?;
    for (index, value) in values.iter().enumerate().skip(1) {
        match step(total, *value) {
            Some(sum) => total = sum,
            None => return Some(index + 1),
        }
    }
    None
}

fn name_of(op: Operation) -> &'static str {
    match op {
        Operation::Sum => "sum",
        Operation::Max => "maximum",
        Operation::Min => "minimum",
        Operation::Product => "product",
        Operation::Xor => "exclusive or",
    }
}

fn integers(op: Operation, values: &mut [i64]) {
    match op {
        Operation::Sum => sum_integers(values),
        Operation::Max => max_integers(values),
        Operation::Min => min_integers(values),
        Operation::Product => product_integers(values),
        Operation::Xor => xor_integers(values),
    }
}

fn floats(op: Operation, values: &mut [f64]) {
    match op {
        Operation::Sum => sum_floats(values),
        Operation::Max => max_floats(values),
        Operation::Min => min_floats(values),
        Operation::Product => product_floats(values),
        Operation::Xor => unreachable!("refused before"),
    }
}

/// Scans `values`, writes them one a line, says on standard error how many, how fast and where.
fn accumulate<T: Display>(values: &mut [T], scan: impl FnOnce(&mut [T])) -> Result<(), String> {
    let start = Instant::now();
    scan(values);
    let took = start.elapsed();
    let count = values.len() as u64;
    eprintln!("{} numbers in {} ({}){}", grouped(count), time(took), rate(count, took), place());
    written(write_lines(values))
}

fn write_lines<T: Display>(values: &[T]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for value in values {
        writeln!(out, "{value}")?;
    }
    out.flush()
}

const DEMONSTRATION: usize = 10_000_000;

#[scan(+ : y)]
fn prefix_sum(x: &[i32], y: &mut [i32]) {
    y[0] = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1];
    }
}

/// The same loop without the annotation.
fn plain_prefix_sum(x: &[i32], y: &mut [i32]) {
    y[0] = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1];
    }
}

/// Ten million numbers, scanned by the plain loop and by the annotated one in every place, each beside the others.
fn demonstrate() -> Result<(), String> {
    // A new folder, for a kernel that nobody has asked for elsewhere.
    let kernels = tempfile::Builder::new().prefix("scanc-kernels-").tempdir().map_err(|error| error.to_string())?;
    let settings = match std::env::var_os("SCAN_EMIT_DIR") {
        Some(_) => Settings::from_environment(),
        None => Settings::from_environment().emit_dir(kernels.path()),
    };
    let x: Vec<i32> = (0..DEMONSTRATION as i32).map(|i| i % 7 - 3).collect();
    let mut expected = vec![0; x.len()];
    let plain = Timed::of(5, || plain_prefix_sum(&x, &mut expected));
    println!(
        "the exclusive sums of {} numbers: the first is {}, the last is {}",
        grouped(x.len() as u64),
        expected[0],
        expected[x.len() - 1]
    );
    println!("\n{:16}{:>10}{:>10}{:>12}", "", "first", "fastest", "plain / it");
    plain.show("plain loop", &plain, "");
    let scanned = |settings: Settings, runs| {
        let mut y = vec![1; x.len()];
        let timed = settings.scope(|| Timed::of(runs, || prefix_sum(&x, &mut y)));
        let report = last_report().ok_or("the loop left no report")?;
        if y == expected {
            Ok((timed, report))
        } else {
            Err("the scan and the plain loop disagree; please report this".to_owned())
        }
    };
    let (timed, report) = scanned(settings.clone().device(DeviceKind::Host), 5)?;
    timed.show("host threads", &plain, &report.place.to_string());
    let (timed, device) = scanned(settings.clone().device(DeviceKind::Any), 5)?;
    match &device.place {
        Place::Device { .. } => timed.show("OpenCL device", &plain, &device.place.to_string()),
        _ => println!("{:16}none: {}", "OpenCL device", device.reason.as_deref().unwrap_or("unknown")),
    }
    // More often: it finds out where it is fastest.
    let (timed, report) = scanned(settings, 20)?;
    timed.show("left to itself", &plain, &format!("{}, at last{}", report.place, because(&report)));
    match &device.source {
        Some(path) => {
            println!("\nthe kernel is {}", path.display());
            if path.starts_with(kernels.path()) {
                // It is to be read.
                let _ = kernels.keep();
            }
        }
        None => println!("\nthe kernel is written to a file where there is an OpenCL device"),
    }
    Ok(())
}

/// Why a loop ran where it did, in brackets.
fn because(report: &Report) -> String {
    report.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"))
}

/// How long the same took several times.
struct Timed {
    /// The first time, in which memory is touched, devices are found and kernels built.
    first: Duration,
    /// The least.
    fastest: Duration,
}

impl Timed {
    fn of(runs: usize, mut run: impl FnMut()) -> Self {
        let mut time = || {
            let start = Instant::now();
            run();
            start.elapsed()
        };
        let first = time();
        Self { first, fastest: (1..runs).map(|_| time()).min().unwrap_or(first) }
    }

    fn show(&self, name: &str, plain: &Self, place: &str) {
        let ratio = plain.fastest.as_secs_f64() / self.fastest.as_secs_f64();
        let line = format!("{name:16}{:>10}{:>10}{ratio:>12.2}  {place}", time(self.first), time(self.fastest));
        println!("{}", line.trim_end());
    }
}
