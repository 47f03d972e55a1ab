//! Sorts numbers by their bits, the lowest first: for each bit, those with a 0 go before those with a 1, in the order that they have
//! (Section 4.2 of the thesis). Two counters say where: a scan each, and one pass for both.
//!
//! ```text
//! radix_sort numbers.txt                one number a line, the least first
//! radix_sort --column price a.csv       a CSV column, by name or by number
//! radix_sort --lines numbers.txt        besides, which number of the file each was, from 1
//! radix_sort --random 16M               as many numbers of 32 bits made up: the time beside that of other sorts
//! ```
//!
//! The sort is stable, and is compared with the standard library's; the program fails where they differ.

use clap::Parser;
use rayon::slice::ParallelSliceMut;
use scan_examples::numbers::{self, Column, Numbers};
use scan_examples::size::Size;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{reduce, scan};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Sorts numbers, equal ones in the order of the file.
#[derive(Parser)]
struct Arguments {
    /// The file to read; `-`, and no file, is standard input
    file: Option<PathBuf>,
    /// A CSV column, by its heading or by its number from 1
    #[arg(long, value_name = "NAME|NUMBER")]
    column: Option<Column>,
    /// Write beside each number which one of the file it was, from 1
    #[arg(long)]
    lines: bool,
    /// Sort as many numbers made up instead, such as 100k or 16M, and say how long it takes
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["file", "column", "lines"])]
    random: Option<Size>,
}

/// Keys with what goes along with each, and room for as many.
struct Sorter<K> {
    keys: Vec<K>,
    payload: Vec<u32>,
    other_keys: Vec<K>,
    other_payload: Vec<u32>,
}

/// The sort of one type of keys.
macro_rules! sorts {
    ($bits:ident, $count_zeros:ident, $part:ident) => {
        #[reduce(+ : zeros)]
        fn $count_zeros(keys: &[$bits], bit: $bits) -> usize {
            let mut zeros = 0usize;
            for &key in keys {
                zeros += (key & bit == 0) as usize;
            }
            zeros
        }

        /// Brings the keys with the bit 0, of which there are `all_zeros`, before those with the bit 1.
        #[scan(+ : zeros, ones)]
        fn $part(keys: &[$bits], payload: &[u32], bit: $bits, all_zeros: usize, to: &mut [$bits], payload_to: &mut [u32]) {
            let (mut zeros, mut ones) = (0usize, all_zeros);
            for i in 0..keys.len() {
                if keys[i] & bit == 0 {
                    to[zeros] = keys[i];
                    payload_to[zeros] = payload[i];
                    zeros += 1;
                } else {
                    to[ones] = keys[i];
                    payload_to[ones] = payload[i];
                    ones += 1;
                }
            }
        }

        impl Sorter<$bits> {
            fn new(keys: Vec<$bits>) -> Self {
                let n = keys.len();
                let payload = (0..n as u32).collect();
                Self { keys, payload, other_keys: vec![0; n], other_payload: vec![0; n] }
            }

            /// Bit by bit; those that are the same in all keys have nothing to say.
            fn sort(&mut self) {
                let (all, any) = self.keys.iter().fold((!0, 0), |(all, any), key| (all & key, any | key));
                let differing = any & !all;
                (0..$bits::BITS).map(|bit| 1 << bit).filter(|bit| differing & bit != 0).for_each(|bit| self.split(bit));
            }

            fn split(&mut self, bit: $bits) {
                let zeros = $count_zeros(&self.keys, bit);
                $part(&self.keys, &self.payload, bit, zeros, &mut self.other_keys, &mut self.other_payload);
                std::mem::swap(&mut self.keys, &mut self.other_keys);
                std::mem::swap(&mut self.payload, &mut self.other_payload);
            }
        }
    };
}

sorts!(u32, count_zeros_u32, part_u32);
sorts!(u64, count_zeros_u64, part_u64);

/// Unsigned, in the same order.
fn key_of_integer(number: i64) -> u64 {
    number as u64 ^ 1 << 63
}

/// In the order of `f64::total_cmp`: negative ones turned over, others above them.
fn key_of_float(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    finish("radix_sort", arguments.random.map_or_else(|| filter(&arguments), |count| demonstrate(count.0)))
}

fn filter(arguments: &Arguments) -> Result<(), String> {
    match numbers::read(arguments.file.as_deref(), arguments.column.as_ref())? {
        Numbers::Integers(numbers) => sort(&numbers, numbers.iter().copied().map(key_of_integer).collect(), arguments.lines),
        Numbers::Floats(numbers) => sort(&numbers, numbers.iter().copied().map(key_of_float).collect(), arguments.lines),
    }
}

fn sort<T: Display>(numbers: &[T], keys: Vec<u64>, lines: bool) -> Result<(), String> {
    u32::try_from(keys.len()).map_err(|error| format!("{} numbers are too many: {error}", keys.len()))?;
    let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
    expected.sort_by_key(|&i| keys[i as usize]);
    let mut sorter = Sorter::<u64>::new(keys);
    let start = Instant::now();
    sorter.sort();
    let (took, count) = (start.elapsed(), numbers.len() as u64);
    eprintln!("{} numbers in {} ({}){}", grouped(count), time(took), rate(count, took), place());
    if sorter.payload != expected {
        return Err("this sort and the standard library's disagree; please report this".to_owned());
    }
    eprintln!("the standard library's sort agrees");
    written(write(numbers, &sorter.payload, lines))
}

fn write<T: Display>(numbers: &[T], order: &[u32], lines: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for &i in order {
        let number = &numbers[i as usize];
        if lines { writeln!(out, "{number} {}", i + 1)? } else { writeln!(out, "{number}")? }
    }
    out.flush()
}

/// Random numbers of 32 bits, sorted by all that there is.
fn demonstrate(count: usize) -> Result<(), String> {
    u32::try_from(count).map_err(|error| format!("{count} numbers are too many: {error}"))?;
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let keys: Vec<u32> = (0..count).map(|_| random()).collect();
    let sorted_by = |sort: fn(&mut [u32])| {
        let mut keys = keys.clone();
        let start = Instant::now();
        sort(&mut keys);
        (keys, start.elapsed())
    };
    let (expected, unstable) = sorted_by(<[u32]>::sort_unstable);
    let (_, parallel) = sorted_by(|keys| keys.par_sort_unstable());
    let mut sorter = Sorter::<u32>::new(keys.clone());
    let start = Instant::now();
    sorter.sort();
    let took = start.elapsed();
    if sorter.keys != expected || (0..count).any(|i| keys[sorter.payload[i] as usize] != expected[i]) {
        return Err("this sort and the standard library's disagree; please report this".to_owned());
    }
    let line = |name: &str, took: Duration, place: &str| println!("{name:<32} {}{place}", time(took));
    println!("{} numbers of 32 bits; all agree", grouped(count as u64));
    line("32 scans, with a payload", took, &place());
    line("sort_unstable, without", unstable, "");
    line("rayon's par_sort_unstable", parallel, "");
    Ok(())
}
