//! Loops with derived operators beside the plain ones: what is left to itself, and what is told where to run.
//!
//! ```text
//! cargo run --release -p scan-examples --bin derived [LENGTH] [ROUNDS]
//! ```
//!
//! Each place has its turn in every round; the figures are medians.

use scan_examples::machine::Machine;
use scan_examples::size::Size;
use scan_examples::turns::order;
use scan_runtime::{DeviceKind, Settings, scan};
use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The same function twice: annotated, and plain.
macro_rules! loops {
    ($(#[scan($($clause:tt)*)] fn $name:ident($($parameters:tt)*) $body:block)*) => {
        mod annotated {
            use super::scan;
            $(#[scan($($clause)*)] pub fn $name($($parameters)*) $body)*
        }
        mod plain {
            $(#[inline(never)] pub fn $name($($parameters)*) $body)*
        }
    };
}

loops! {
    #[scan(auto : average, reassociate)]
    fn smooth(x: &[f64], a: f64, y: &mut [f64]) {
        let mut average = 0.0;
        for i in 0..x.len() {
            average += a * (x[i] - average);
            y[i] = average;
        }
    }

    #[scan(auto : hash)]
    fn horner(x: &[u32], base: u32, y: &mut [u32]) {
        let mut hash = 0u32;
        for i in 0..x.len() {
            hash = hash.wrapping_mul(base).wrapping_add(x[i]);
            y[i] = hash;
        }
    }

    #[scan(auto : last)]
    fn fill(x: &[f32], first: f32, y: &mut [f32]) {
        let mut last = first;
        for i in 0..x.len() {
            if !x[i].is_nan() {
                last = x[i];
            }
            y[i] = last;
        }
    }

    #[scan(auto : sum)]
    fn segments(x: &[u32], start: u32, y: &mut [u32]) {
        let mut sum = start;
        for i in 0..x.len() {
            sum = if x[i] & 15 == 0 { 0 } else { sum.wrapping_add(x[i]) };
            y[i] = sum;
        }
    }

    #[scan(auto : level)]
    fn bucket(x: &[i64], outflow: i64, y: &mut [i64]) {
        let mut level = 0i64;
        for i in 0..x.len() {
            level = (level + x[i] - outflow).max(0);
            y[i] = level;
        }
    }

    #[scan(auto : quoted)]
    fn quotes(x: &[u8], mark: u8, y: &mut [bool]) {
        let mut quoted = false;
        for i in 0..x.len() {
            if x[i] == mark {
                quoted = !quoted;
            }
            y[i] = quoted;
        }
    }
}

/// Where annotated loops are told to run.
const PLACES: [(&str, Option<DeviceKind>); 3] =
    [("left to itself", None), ("host threads", Some(DeviceKind::Host)), ("a device", Some(DeviceKind::Any))];
/// Every place, and the plain loop.
const CONTESTANTS: usize = PLACES.len() + 1;
/// Rounds in which the runtime learns, and which do not count.
const TRIALS: usize = 3;

fn main() -> ExitCode {
    env_logger::init();
    scan_examples::telling::finish("derived", run())
}

fn run() -> Result<(), String> {
    let mut arguments = env::args().skip(1);
    let length = arguments.next().map_or(Ok(Size(1 << 25)), |length| length.parse::<Size>())?.0;
    let rounds = arguments.next().map_or(Ok(11), |rounds| rounds.parse::<usize>()).map_err(|error| error.to_string())?;
    println!(
        "{} elements, medians of {rounds} rounds in ms, and how often as fast as the plain loop\n{}\n",
        length,
        Machine::here()
    );
    let [first, others @ ..] = PLACES.map(|(place, _)| format!("{place:>18}"));
    println!("{:10}{:>10}{first}{}", "loop", "plain", others.concat());
    let mut random = fastrand::Rng::with_seed(1);
    let random: Vec<u32> = std::iter::repeat_with(|| random.u32(..)).take(length).collect();
    macro_rules! compare {
        ($($name:ident($element:expr, $value:expr);)*) => { $({
            let x: Vec<_> = random.iter().map($element).collect();
            compare(stringify!($name), &x, $value, rounds, plain::$name, annotated::$name);
        })* };
    }
    compare! {
        smooth(|&x| f64::from(x), 0.1);
        horner(|&x| x, 31);
        fill(|&x| if x % 3 == 0 { f32::NAN } else { x as f32 }, -1.0);
        segments(|&x| x, 0);
        bucket(|&x| i64::from(x % 100), 50);
        quotes(|&x| if x % 20 == 0 { b'"' } else { b'a' }, b'"');
    }
    Ok(())
}

/// A loop from an array into another one, with a value from outside.
type Loop<T, C, U> = fn(&[T], C, &mut [U]);

fn compare<T, C: Copy, U: Clone + Default>(
    name: &str,
    x: &[T],
    value: C,
    rounds: usize,
    plain: Loop<T, C, U>,
    annotated: Loop<T, C, U>,
) {
    let mut y = vec![U::default(); x.len()];
    let mut times = [const { Vec::new() }; CONTESTANTS];
    for round in 0..TRIALS + rounds {
        for contestant in order(round, CONTESTANTS) {
            let place = contestant.checked_sub(1).map(|place| PLACES[place].1);
            let mut run = || {
                let run = if place.is_some() { annotated } else { plain };
                let start = Instant::now();
                run(black_box(x), black_box(value), black_box(&mut y));
                start.elapsed()
            };
            let took = match place.flatten() {
                Some(kind) => Settings::from_environment().device(kind).scope(run),
                None => run(),
            };
            if round >= TRIALS {
                times[contestant].push(took);
            }
        }
    }
    let [plain, annotated @ ..] = times.map(median);
    let cells = annotated.map(|took| format!("{:>11.1} ({:.2})", millis(took), millis(plain) / millis(took)));
    println!("{name:10}{:>10.1}{}", millis(plain), cells.concat());
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
