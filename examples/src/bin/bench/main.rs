//! The inclusive sum of an array into another one, by all that a user might pick, beside the copies that bound it.
//!
//! ```text
//! cargo run --release -p scan-examples --bin bench                     64 million of i32, u64, f32 and f64
//! cargo run --release -p scan-examples --bin bench -- --type i32 --millions 0.1,1,10 --rounds 20 --json bench.json
//! RUST_LOG=info                                                        besides, what every launch reports of itself
//! ```
//!
//! All contestants run in turn in every round, so that what else the machine does meets them all. Every result is checked.

mod contestants;
mod figures;
mod loops;

use clap::{Parser, ValueEnum};
use figures::measure;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures scans beside each other and beside copies.
#[derive(Parser)]
struct Arguments {
    /// Millions of elements
    #[arg(long, value_delimiter = ',', default_value = "64")]
    millions: Vec<f64>,
    /// Element types
    #[arg(long = "type", value_delimiter = ',', default_value = "i32,u64,f32,f64")]
    types: Vec<Type>,
    /// How often each contestant is measured
    #[arg(long, default_value = "11", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Where to write the figures
    #[arg(long)]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Type {
    I32,
    U64,
    F32,
    F64,
}

fn main() -> ExitCode {
    env_logger::init();
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    for device in scan_runtime::devices() {
        println!("{device}");
    }
    let mut results = Vec::new();
    let rounds = arguments.rounds as usize;
    for ty in &arguments.types {
        for &millions in &arguments.millions {
            let n = ((millions * 1e6) as usize).max(1);
            let table = match ty {
                Type::I32 => measure::<i32>(n, rounds),
                Type::U64 => measure::<u64>(n, rounds),
                Type::F32 => measure::<f32>(n, rounds),
                Type::F64 => measure::<f64>(n, rounds),
            };
            table.show();
            results.push(table.json());
        }
    }
    if let Some(path) = &arguments.json {
        std::fs::write(path, format!("{:#}\n", serde_json::Value::from(results)))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
