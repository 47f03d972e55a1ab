//! Keeps the numbers that lie within bounds, in their order: each is stored where the ones before it leave off, in one pass over the input
//! (stream compaction; Section 4.1 of the thesis).
//!
//! ```text
//! stream_compaction --least 0 numbers.txt                 one number a line; those of at least 0
//! stream_compaction --most 9.5 --column price a.csv       a CSV column, by name or by number
//! stream_compaction --random 64M                          as many made up, half of which are kept: the time beside that of other ways
//! ```
//!
//! The result is compared with that of the standard library's iterators; the program fails where they differ.

use clap::Parser;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scan_examples::numbers::{self, Column, Numbers};
use scan_examples::size::Size;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::scan;
use std::cmp::Ordering;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Keeps the numbers that lie within bounds, in their order.
#[derive(Parser)]
struct Arguments {
    /// The file to read; `-`, and no file, is standard input
    file: Option<PathBuf>,
    /// A CSV column, by its heading or by its number from 1
    #[arg(long, value_name = "NAME|NUMBER")]
    column: Option<Column>,
    /// The least number that is kept
    #[arg(long, allow_negative_numbers = true, default_value_t = f64::NEG_INFINITY, hide_default_value = true)]
    least: f64,
    /// The greatest number that is kept
    #[arg(long, allow_negative_numbers = true, default_value_t = f64::INFINITY, hide_default_value = true)]
    most: f64,
    /// Compact as many numbers made up instead, such as 100k or 64M, and say how long it takes
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["file", "column", "least", "most"])]
    random: Option<Size>,
}

/// Stores the numbers from `least` to `most` from the beginning of `out` on, which has room for all; returns how many they are.
macro_rules! keeps {
    ($name:ident, $number:ty) => {
        #[scan(+ : kept)]
        fn $name(x: &[$number], least: $number, most: $number, out: &mut [$number]) -> usize {
            let mut kept = 0;
            for &x in x {
                if x >= least && x <= most {
                    out[kept] = x;
                    kept += 1;
                }
            }
            kept
        }
    };
}

keeps!(keep_i32, i32);
keeps!(keep_i64, i64);
keeps!(keep_f64, f64);

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    finish("stream_compaction", arguments.random.map_or_else(|| filter(&arguments), |count| demonstrate(count.0)))
}

fn filter(arguments: &Arguments) -> Result<(), String> {
    let (least, most) = (arguments.least, arguments.most);
    if !matches!(least.partial_cmp(&most), Some(Ordering::Less | Ordering::Equal)) {
        return Err(format!("no number lies between {least} and {most}"));
    }
    match numbers::read(arguments.file.as_deref(), arguments.column.as_ref())? {
        Numbers::Integers(numbers) => {
            let (least, most) = integers_between(least, most);
            compact(&numbers, least, most, keep_i64)
        }
        Numbers::Floats(numbers) => compact(&numbers, least, most, keep_f64),
    }
}

/// The first and the last integer between two bounds; one after the other where there is none.
fn integers_between(least: f64, most: f64) -> (i64, i64) {
    // Casts stop at the ends of the type.
    let (least, most) = (least.ceil() as i128, most.floor() as i128);
    let is_empty = least > i64::MAX.into() || most < i64::MIN.into();
    if is_empty { (1, 0) } else { (least.max(i64::MIN.into()) as i64, most.min(i64::MAX.into()) as i64) }
}

fn compact<T: Copy + Default + Display + PartialOrd>(
    numbers: &[T],
    least: T,
    most: T,
    keep: fn(&[T], T, T, &mut [T]) -> usize,
) -> Result<(), String> {
    let mut out = vec![T::default(); numbers.len()];
    let start = Instant::now();
    let kept = keep(numbers, least, most, &mut out);
    let took = start.elapsed();
    let (all, count) = (grouped(numbers.len() as u64), grouped(kept as u64));
    eprintln!("{count} of {all} numbers kept in {} ({}){}", time(took), rate(numbers.len() as u64, took), place());
    if !numbers.iter().filter(|x| (least..=most).contains(x)).eq(&out[..kept]) {
        return Err("this and the standard library's filter disagree; please report this".to_owned());
    }
    eprintln!("the standard library's filter agrees");
    written(write(&out[..kept]))
}

fn write<T: Display>(numbers: &[T]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    numbers.iter().try_for_each(|number| writeln!(out, "{number}"))?;
    out.flush()
}

/// Random numbers, of which half are kept, by all that there is.
fn demonstrate(count: usize) -> Result<(), String> {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as i32
    };
    let x: Vec<i32> = (0..count).map(|_| random()).collect();
    let mut out = vec![0; count];
    // Once more than is told: the first time, memory is new to all and kernels are built.
    let fastest = |run: &mut dyn FnMut()| (0..4).map(|_| timed(&mut *run)).skip(1).min().unwrap_or_default();
    let mut kept = 0;
    let ours = fastest(&mut || kept = keep_i32(&x, 0, i32::MAX, &mut out));
    let ran = place();
    let mut expected = vec![0; count];
    let loops = fastest(&mut || plain(&x, &mut expected));
    let parallel = fastest(&mut || drop(x.par_iter().copied().filter(|&x| x >= 0).collect::<Vec<_>>()));
    if out[..kept] != expected[..kept] || x.iter().filter(|&&x| x >= 0).count() != kept {
        return Err("this and the plain loop disagree; please report this".to_owned());
    }
    let line = |name: &str, took: Duration, place: &str| println!("{name:<32} {}{place}", time(took));
    println!("{} of {} numbers kept; all agree", grouped(kept as u64), grouped(count as u64));
    line("annotated", ours, &ran);
    line("the plain loop", loops, "");
    line("rayon's filter", parallel, "");
    Ok(())
}

fn timed(run: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn plain(x: &[i32], out: &mut [i32]) {
    let mut kept = 0;
    for &x in x {
        if x >= 0 {
            out[kept] = x;
            kept += 1;
        }
    }
}
