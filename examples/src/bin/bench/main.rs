//! An inclusive scan from one array to another, by all that a user might pick, beside the copies that bound it.
//!
//! ```text
//! cargo run --release -p scan-examples --bin bench                            every type; a thousand, ten thousand, 64 million
//! cargo run --release -p scan-examples --bin bench -- --types i32 --sizes 1M  a quick look
//! … -- --json bench.json --svg charts --markdown --first-launch               all that RESULTS.md is made of
//! ```

mod charts;
mod contestants;
mod elements;
mod figures;
mod first_launch;
mod goals;
mod markdown;
mod measure;
mod options;
mod resident;

use clap::Parser;
use contestants::Libraries;
use elements::{Affine32, Affine64, Element, Matrix};
use figures::Table;
use first_launch::FirstLaunch;
use measure::measure;
use options::{Options, Type};
use scan_examples::machine::{self, Machine};
use scan_examples::telling::{finish, grouped};
use serde_json::{Value, json};
use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init();
    let options = Options::parse();
    finish("bench", if options.launch_once { first_launch::launch_twice() } else { run(&options) })
}

/// All that was measured in one run.
struct Results {
    machine: Machine,
    tables: Vec<Table>,
    first_launch: Option<FirstLaunch>,
    /// What the contestants in other languages say of themselves, and what was left out.
    notes: Vec<String>,
}

fn run(options: &Options) -> Result<(), String> {
    let machine = Machine::here();
    println!("{machine}");
    for device in scan_runtime::devices() {
        println!("device {device}");
    }
    let libraries = Libraries::build(options);
    let mut results = Results { machine, tables: Vec::new(), first_launch: None, notes: libraries.notes().collect() };
    measure_tables(options, &libraries, &mut results)?;
    if options.first_launch {
        results.first_launch = FirstLaunch::measure(options.rounds)?;
        results.first_launch.as_ref().inspect(|first| first.show());
    }
    goals::show(&results);
    if options.markdown {
        println!("\n{}", markdown::tables(&results));
    }
    if let Some(path) = &options.json {
        let text = format!("{:#}\n", results.json());
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    options.svg.as_ref().map_or(Ok(()), |folder| charts::draw(&results.tables, folder))
}

fn measure_tables(options: &Options, libraries: &Libraries, results: &mut Results) -> Result<(), String> {
    for ty in &options.types {
        let measure = match ty {
            Type::I32 => measure_if_it_fits::<i32>,
            Type::U64 => measure_if_it_fits::<u64>,
            Type::F32 => measure_if_it_fits::<f32>,
            Type::F64 => measure_if_it_fits::<f64>,
            Type::Affine32 => measure_if_it_fits::<Affine32>,
            Type::Affine64 => measure_if_it_fits::<Affine64>,
            Type::Matrix => measure_if_it_fits::<Matrix>,
        };
        for size in &options.sizes {
            match measure(size.0, options, libraries)? {
                Ok(table) => {
                    table.show();
                    results.tables.push(table);
                }
                Err(why) => {
                    println!("\n{why}");
                    results.notes.push(why);
                }
            }
        }
    }
    Ok(())
}

/// The inner error is why the arrays do not fit into the memory that is left.
fn measure_if_it_fits<T: Element>(n: usize, options: &Options, libraries: &Libraries) -> Result<Result<Table, String>, String> {
    // Two arrays, and room for what the contestants keep.
    let needed = 5 * (n as u64).saturating_mul(size_of::<T>() as u64) / 2;
    match machine::memory_available() {
        Some(left) if needed > left => {
            let [n, needed, left] = [n as u64, needed >> 20, left >> 20].map(grouped);
            Ok(Err(format!("{n} elements of {} are skipped: they need {needed} MiB, and {left} are left", T::NAME)))
        }
        _ => measure::<T>(n, options, libraries).map(Ok),
    }
}

impl Results {
    fn json(&self) -> Value {
        let devices: Vec<_> = scan_runtime::devices().iter().map(ToString::to_string).collect();
        json!({
            "date": self.machine.date,
            "machine": self.machine.json(),
            "devices": devices,
            "notes": self.notes,
            "tables": self.tables.iter().map(Table::json).collect::<Vec<_>>(),
            "first_launch": self.first_launch.as_ref().map(FirstLaunch::json),
        })
    }
}
