//! Sorts numbers by their bits, the lowest first: for each bit, those with a 0 go before those with a 1, in the order that they have
//! (Section 4.2 of the thesis). Two counters say where: a scan each, and one pass for both. The passes are one data region: whatever goes
//! to a device goes there once, and comes back once.
//!
//! ```text
//! radix_sort numbers.txt                one number a line, the least first, each as it was written
//! radix_sort --column price a.csv       a CSV column, by name or by number
//! radix_sort --lines numbers.txt        besides, which number of the file each was, from 1
//! radix_sort --keys f32 numbers.txt     as 32-bit floats; u64, i64 or f64, what fits all of them, where nothing is said
//! radix_sort --random 16M               as many numbers of 32 bits made up: the time beside that of other sorts
//! ```
//!
//! The sort is stable, and is compared with the standard library's; the program fails where they differ.

use clap::{Parser, ValueEnum};
use rayon::slice::ParallelSliceMut;
use scan_examples::fields::Fields;
use scan_examples::numbers::Column;
use scan_examples::size::Size;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::types::Transfers;
use scan_runtime::{Report, scan, with_reports};
use std::cmp::Ordering;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
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
    /// What the numbers are; without it, what fits all of a file's, and u32 where they are made up
    #[arg(long)]
    keys: Option<Keys>,
    /// Sort as many numbers made up instead, such as 100k or 16M, and say how long it takes
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["file", "column", "lines"])]
    random: Option<Size>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Keys {
    U32,
    U64,
    I64,
    F32,
    F64,
}

/// The sort of one type of keys.
macro_rules! sorts {
    ($name:ident, $bits:ident) => {
        /// Sorts `keys`, and moves `payload` along.
        #[scan]
        fn $name(mut keys: Vec<$bits>, mut payload: Vec<u32>) -> (Vec<$bits>, Vec<u32>) {
            let n = keys.len();
            let mut keys_to = vec![0 as $bits; n];
            let mut payload_to = vec![0u32; n];
            for four in 0..$bits::BITS / 4 {
                let low: u32 = 4 * four;
                // How many have a 1 does not depend on their order: four bits are counted at once.
                let mut ones_0 = 0usize;
                let mut ones_1 = 0usize;
                let mut ones_2 = 0usize;
                let mut ones_3 = 0usize;
                #[reduce(+ : ones_0, ones_1, ones_2, ones_3)]
                for i in 0..n {
                    ones_0 += (keys[i] >> low & 1 == 1) as usize;
                    ones_1 += (keys[i] >> low & 2 == 2) as usize;
                    ones_2 += (keys[i] >> low & 4 == 4) as usize;
                    ones_3 += (keys[i] >> low & 8 == 8) as usize;
                }
                let all_ones = [ones_0, ones_1, ones_2, ones_3];
                for bit in 0..4usize {
                    let shift: u32 = low + bit as u32;
                    let ones = all_ones[bit];
                    // A bit that is the same in all has nothing to say.
                    if ones == 0 || ones == n {
                        continue;
                    }
                    let mut zero = 0usize;
                    let mut one = n - ones;
                    #[scan(+ : zero, one)]
                    for i in 0..n {
                        if keys[i] >> shift & 1 == 0 {
                            keys_to[zero] = keys[i];
                            payload_to[zero] = payload[i];
                            zero += 1;
                        } else {
                            keys_to[one] = keys[i];
                            payload_to[one] = payload[i];
                            one += 1;
                        }
                    }
                    std::mem::swap(&mut keys, &mut keys_to);
                    std::mem::swap(&mut payload, &mut payload_to);
                }
            }
            (keys, payload)
        }

        impl Bits for $bits {
            fn sort(keys: Vec<Self>, payload: Vec<u32>) -> (Vec<Self>, Vec<u32>) {
                $name(keys, payload)
            }
        }
    };
}

sorts!(sort_u32, u32);
sorts!(sort_u64, u64);

/// What is sorted by its bits.
trait Bits: Copy + Ord + Send {
    fn sort(keys: Vec<Self>, payload: Vec<u32>) -> (Vec<Self>, Vec<u32>);
}

/// A type of numbers, and the bits that have its order.
trait Number: Copy + FromStr {
    type Bits: Bits;
    const NAME: &str;
    fn bits(self) -> Self::Bits;
    /// The order, without the bits.
    fn order(&self, other: &Self) -> Ordering;
    /// One of all that there are.
    fn random(bits: u64) -> Self;
}

macro_rules! number {
    ($number:ident, $bits:ident, $order:expr, |$value:ident| $key:expr, |$random:ident| $made:expr) => {
        impl Number for $number {
            type Bits = $bits;
            const NAME: &str = stringify!($number);
            fn bits(self) -> $bits {
                let $value = self;
                $key
            }
            fn order(&self, other: &Self) -> Ordering {
                $order(self, other)
            }
            fn random($random: u64) -> Self {
                $made
            }
        }
    };
}

number!(u32, u32, u32::cmp, |value| value, |bits| (bits >> 32) as u32);
number!(u64, u64, u64::cmp, |value| value, |bits| bits);
number!(i64, u64, i64::cmp, |value| value as u64 ^ 1 << 63, |bits| bits as i64);
// Negative floats are turned over, and others are above them: -NaN, -inf, …, -0, 0, …, inf, NaN.
number!(
    f32,
    u32,
    f32::total_cmp,
    |value| if value.is_sign_negative() { !value.to_bits() } else { value.to_bits() | 1 << 31 },
    |bits| f32::from_bits((bits >> 32) as u32)
);
number!(
    f64,
    u64,
    f64::total_cmp,
    |value| if value.is_sign_negative() { !value.to_bits() } else { value.to_bits() | 1 << 63 },
    |bits| f64::from_bits(bits)
);

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    finish("radix_sort", arguments.random.map_or_else(|| filter(&arguments), |count| demonstrate(count.0, arguments.keys)))
}

fn filter(arguments: &Arguments) -> Result<(), String> {
    let fields = Fields::read(arguments.file.as_deref(), arguments.column.as_ref())?;
    let order = match arguments.keys {
        Some(Keys::U32) => order_of(&fields.parse::<u32>("u32")?),
        Some(Keys::U64) => order_of(&fields.parse::<u64>("u64")?),
        Some(Keys::I64) => order_of(&fields.parse::<i64>("i64")?),
        Some(Keys::F32) => order_of(&fields.parse::<f32>("f32")?),
        Some(Keys::F64) => order_of(&fields.parse::<f64>("f64")?),
        None => match (fields.parse::<u64>("u64"), fields.parse::<i64>("i64")) {
            (Ok(numbers), _) => order_of(&numbers),
            (_, Ok(numbers)) => order_of(&numbers),
            _ => order_of(&fields.parse::<f64>("f64")?),
        },
    }?;
    written(write(&fields, &order, arguments.lines))
}

/// The places of the numbers, those of the least first.
fn order_of<T: Number>(numbers: &[T]) -> Result<Vec<u32>, String> {
    let places = places(numbers.len())?;
    let mut expected = places.clone();
    expected.sort_by(|&a, &b| numbers[a as usize].order(&numbers[b as usize]));
    let keys = numbers.iter().map(|number| number.bits()).collect();
    let start = Instant::now();
    let ((_, order), reports) = with_reports(|| T::Bits::sort(keys, places));
    let (took, count) = (start.elapsed(), numbers.len() as u64);
    eprintln!("{} numbers of type {} in {} ({}){}", grouped(count), T::NAME, time(took), rate(count, took), place());
    eprintln!("{}", moved(&reports));
    if order != expected {
        return Err("this sort and the standard library's disagree; please report this".to_owned());
    }
    eprintln!("the standard library's sort agrees");
    Ok(order)
}

fn places(count: usize) -> Result<Vec<u32>, String> {
    let count = u32::try_from(count).map_err(|error| format!("{count} numbers are too many: {error}"))?;
    Ok((0..count).collect())
}

/// What went to a device and came back.
fn moved(reports: &[Report]) -> String {
    let mut all = Transfers::default();
    reports.iter().for_each(|report| all += report.transfers);
    let Transfers { uploads, uploaded, downloads, downloaded, .. } = all;
    let (up, down) = (grouped(uploaded), grouped(downloaded));
    format!("{} loops; uploads: {uploads}, {up} bytes; downloads: {downloads}, {down} bytes", reports.len())
}

fn write(fields: &Fields, order: &[u32], lines: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for &i in order {
        let number = fields.text(i as usize);
        if lines { writeln!(out, "{number} {}", i + 1)? } else { writeln!(out, "{number}")? }
    }
    out.flush()
}

fn demonstrate(count: usize, keys: Option<Keys>) -> Result<(), String> {
    match keys.unwrap_or(Keys::U32) {
        Keys::U32 => compare::<u32>(count),
        Keys::U64 => compare::<u64>(count),
        Keys::I64 => compare::<i64>(count),
        Keys::F32 => compare::<f32>(count),
        Keys::F64 => compare::<f64>(count),
    }
}

/// Random numbers, sorted by all that there is, in turns: medians.
fn compare<T: Number>(count: usize) -> Result<(), String> {
    let places = places(count)?;
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::random(state ^ state >> 32)
    };
    let numbers: Vec<T> = (0..count).map(|_| random()).collect();
    let keys: Vec<T::Bits> = numbers.iter().map(|number| number.bits()).collect();
    let sorted = |sort: fn(&mut [T::Bits])| {
        let mut keys = keys.clone();
        timed(|| sort(&mut keys))
    };
    let mut told = String::new();
    let mut times = [const { Vec::new() }; 4];
    // Once more than is told: the first time, memory is new to all and kernels are built.
    for round in 0..6 {
        let (to_sort, payload) = (keys.clone(), places.clone());
        let ((result, took), reports) = with_reports(|| {
            let start = Instant::now();
            let result = T::Bits::sort(to_sort, payload);
            (result, start.elapsed())
        });
        told = format!("{}\n{}", place(), moved(&reports));
        let mut pairs: Vec<(T::Bits, u32)> = keys.iter().copied().zip(places.iter().copied()).collect();
        let stable = timed(|| pairs.sort_by_key(|&(key, _)| key));
        if !pairs.iter().copied().eq(result.0.into_iter().zip(result.1)) {
            return Err("this sort and the standard library's disagree; please report this".to_owned());
        }
        let all = [took, stable, sorted(<[T::Bits]>::sort_unstable), sorted(|keys| keys.par_sort_unstable())];
        times.iter_mut().zip(all).filter(|_| round > 0).for_each(|(times, took)| times.push(took));
    }
    let [ours, stable, unstable, parallel] = times.map(median);
    let line = |name: &str, took: Duration, place: &str| println!("{name:<36} {}{place}", time(took));
    println!("{} numbers of type {}; all agree; medians of 5", grouped(count as u64), T::NAME);
    line("a scan a bit, stable, with a payload", ours, &told);
    line("sort_by_key, stable, with a payload", stable, "");
    line("sort_unstable, without", unstable, "");
    line("rayon's par_sort_unstable, without", parallel, "");
    Ok(())
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
