//! The value of a polynomial by a scan over its coefficients: the pair operator of equation 4.2 of the thesis.
//!
//! ```text
//! polynomial                          the thesis's example: x³ + x² + 1 at 2 is 13
//! polynomial --at 3 1 -2 0.5          x² - 2x + 0.5 at 3; the highest power first
//! polynomial --at 2 --file c.txt      one coefficient a line
//! polynomial --at 2 --steps 1 1 0 1   the value of every leading part: 1, 3, 6, 13
//! ```
//!
//! Every value is compared with that of Horner's scheme; the program fails where they differ.

use clap::Parser;
use scan_examples::numbers::{self, Column, Error, Numbers};
use scan_examples::telling::{finish, grouped, place, time, written};
use scan_runtime::{declare_target, scan};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Evaluates a polynomial by a scan over its coefficients, and compares with Horner's scheme.
///
/// Integers are exact; the program says so where a value is beyond 64 bits. As soon as one coefficient or the point is written with
/// a point or an exponent, all are floats. Without coefficients it evaluates x³ + x² + 1 at 2.
#[derive(Parser)]
struct Arguments {
    /// The coefficients, the highest power first
    #[arg(value_name = "COEFFICIENT", allow_negative_numbers = true)]
    coefficients: Vec<String>,
    /// The point
    #[arg(long, value_name = "X", default_value = "2", allow_negative_numbers = true)]
    at: String,
    /// A file with the coefficients, one a line; `-` is standard input
    #[arg(long, conflicts_with = "coefficients")]
    file: Option<PathBuf>,
    /// A CSV column of the file, by its heading or by its number from 1
    #[arg(long, value_name = "NAME|NUMBER", requires = "file")]
    column: Option<Column>,
    /// Write the value of every leading part, not only of the whole
    #[arg(long)]
    steps: bool,
}

#[declare_target]
mod integers {
    /// What a run of coefficients comes to at the point, and the point to the power of how many they are.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub value: i64,
        pub power: i64,
    }

    /// Equation 4.2: (p, y) ⊕ (q, z) = (p z + q, y z), modulo 2^64.
    #[declare_scan(identity = Pair { value: 0, power: 1 })]
    pub fn followed_by(a: Pair, b: Pair) -> Pair {
        Pair { value: a.value.wrapping_mul(b.power).wrapping_add(b.value), power: a.power.wrapping_mul(b.power) }
    }
}

#[declare_target]
mod floats {
    /// What a run of coefficients comes to at the point, and the point to the power of how many they are.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub value: f64,
        pub power: f64,
    }

    /// Equation 4.2: (p, y) ⊕ (q, z) = (p z + q, y z).
    #[declare_scan(identity = Pair { value: 0.0, power: 1.0 })]
    pub fn followed_by(a: Pair, b: Pair) -> Pair {
        Pair { value: a.value * b.power + b.value, power: a.power * b.power }
    }
}

#[scan(integers::followed_by : parts)]
fn evaluate_integers(parts: &mut [integers::Pair]) {
    for i in 1..parts.len() {
        parts[i] = integers::followed_by(parts[i - 1], parts[i]);
    }
}

#[scan(floats::followed_by : parts)]
fn evaluate_floats(parts: &mut [floats::Pair]) {
    for i in 1..parts.len() {
        parts[i] = floats::followed_by(parts[i - 1], parts[i]);
    }
}

fn main() -> ExitCode {
    env_logger::init();
    finish("polynomial", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let coefficients = match &arguments.file {
        Some(file) => numbers::read(Some(file), arguments.column.as_ref())?,
        None if arguments.coefficients.is_empty() => {
            eprintln!("x³ + x² + 1, the example of the thesis");
            Numbers::Integers(vec![1, 1, 0, 1])
        }
        None => fields(&arguments.coefficients, |number| format!("coefficient {number}"))?,
    };
    if coefficients.is_empty() {
        eprintln!("no coefficients");
        return Ok(());
    }
    let at = fields(std::slice::from_ref(&arguments.at), |_| "--at".to_owned())?;
    match (coefficients, at) {
        (Numbers::Integers(coefficients), Numbers::Integers(at)) => {
            tell(&integer_values(&coefficients, at[0], arguments.steps)?, arguments.steps)
        }
        (coefficients, at) => {
            let at = at.into_finite_floats().map_err(|message| format!("--at: {message}"))?;
            tell(&float_values(&coefficients.into_finite_floats()?, at[0])?, arguments.steps)
        }
    }
}

/// Numbers from the command line.
fn fields(fields: &[String], name: impl Fn(u64) -> String) -> Result<Numbers, String> {
    numbers::read_fields(fields.iter().map(String::as_str)).map_err(|error| match error {
        Error::NotANumber { line: number, field, .. } => format!("{}: `{field}` is not a number", name(number)),
        other => other.to_string(),
    })
}

/// The values of all leading parts.
fn integer_values(coefficients: &[i64], at: i64, every: bool) -> Result<Vec<i64>, String> {
    let exact = horner_integers(coefficients, at, every)?;
    let mut parts: Vec<_> = coefficients.iter().map(|&value| integers::Pair { value, power: at }).collect();
    measured(parts.len(), || evaluate_integers(&mut parts));
    let values: Vec<i64> = parts.iter().map(|part| part.value).collect();
    compared(values.iter().zip(&exact).all(|(value, exact)| *value == *exact as i64)).map(|()| values)
}

/// The same by Horner's scheme, in 128 bits.
fn horner_integers(coefficients: &[i64], at: i64, every: bool) -> Result<Vec<i128>, String> {
    let mut value = 0i128;
    let mut values = Vec::with_capacity(coefficients.len());
    for (position, coefficient) in coefficients.iter().enumerate() {
        let next = value.checked_mul(at.into()).and_then(|product| product.checked_add((*coefficient).into()));
        let asked_for = every || position + 1 == coefficients.len();
        value = match next {
            Some(next) if !asked_for || i64::try_from(next).is_ok() => next,
            _ => {
                let count = position + 1;
                return Err(format!(
                    "the value of the first {count} coefficients is beyond 64 bits; write one of them as a float (`1.0`) to go on in floats"
                ));
            }
        };
        values.push(value);
    }
    Ok(values)
}

/// The values of all leading parts.
fn float_values(coefficients: &[f64], at: f64) -> Result<Vec<f64>, String> {
    let mut parts: Vec<_> = coefficients.iter().map(|&value| floats::Pair { value, power: at }).collect();
    measured(parts.len(), || evaluate_floats(&mut parts));
    let values: Vec<f64> = parts.iter().map(|part| part.value).collect();
    let (horner, errors) = horner_floats(coefficients, at);
    if let Some(position) = values.iter().zip(&horner).position(|(value, horner)| !(value.is_finite() && horner.is_finite())) {
        let count = position + 1;
        return Err(format!(
            "the first {count} coefficients need a power of {at} or come to a value that is beyond 64-bit floats"
        ));
    }
    let agree = |position: usize| (values[position] - horner[position]).abs() <= errors[position];
    compared((0..values.len()).all(agree)).map(|()| values)
}

/// The same by Horner's scheme, with how far two ways to compute each value may be apart.
///
/// Each of the 2 n operations of either way adds at most ε/2 of the sum of the terms' magnitudes, that is, 2 n ε of it for both.
fn horner_floats(coefficients: &[f64], at: f64) -> (Vec<f64>, Vec<f64>) {
    let (mut value, mut magnitude) = (0.0f64, 0.0f64);
    let step = |(position, coefficient): (usize, &f64)| {
        value = value * at + coefficient;
        magnitude = magnitude * at.abs() + coefficient.abs();
        // Twice that, for the magnitudes are rounded too.
        (value, 4.0 * (position + 1) as f64 * f64::EPSILON * magnitude)
    };
    coefficients.iter().enumerate().map(step).unzip()
}

fn measured(count: usize, scan: impl FnOnce()) {
    let start = Instant::now();
    scan();
    eprintln!("{} coefficients in {}{}", grouped(count as u64), time(start.elapsed()), place());
}

fn compared(agree: bool) -> Result<(), String> {
    if agree {
        eprintln!("Horner's scheme agrees");
        Ok(())
    } else {
        Err("the scan and Horner's scheme disagree; please report this".to_owned())
    }
}

/// Writes the last value, or all.
fn tell<T: Display>(values: &[T], steps: bool) -> Result<(), String> {
    let skipped = if steps { 0 } else { values.len() - 1 };
    let write = || -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        for value in &values[skipped..] {
            writeln!(out, "{value}")?;
        }
        out.flush()
    };
    written(write())
}
