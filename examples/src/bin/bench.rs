//! The inclusive sum of an array into another one, by all that a user might pick, beside the copies that bound it.
//!
//! ```text
//! cargo run --release -p scan-examples --bin bench                     64 million of i32, u64, f32 and f64
//! cargo run --release -p scan-examples --bin bench -- --type i32 --millions 0.1,1,10 --rounds 20 --json bench.json
//! ```
//!
//! All contestants run in turn in every round, so that what else the machine does meets them all. Every result is checked.

use clap::Parser;
use rayon::prelude::*;
use scan_examples::copies::{self, Copying};
use scan_examples::telling::time;
use scan_runtime::launch::DeviceKind;
use scan_runtime::{Place, Settings, last_report, scan};
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Measures scans beside each other and beside copies.
#[derive(Parser)]
struct Arguments {
    /// Millions of elements
    #[arg(long, value_delimiter = ',', default_value = "64")]
    millions: Vec<f64>,
    /// Element types: i32, u64, f32, f64
    #[arg(long = "type", value_delimiter = ',', default_value = "i32,u64,f32,f64")]
    types: Vec<String>,
    /// How often each contestant runs
    #[arg(long, default_value_t = 11)]
    rounds: usize,
    /// Where to write the figures
    #[arg(long)]
    json: Option<PathBuf>,
}

/// An element type of the benchmark.
trait Number: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// Small enough that sums of floats are exact in every order.
    fn small(value: i32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn annotated(x: &[Self], y: &mut [Self]);
    fn plain(x: &[Self], y: &mut [Self]);
}

macro_rules! number {
    ($t:ident, |$a:ident, $b:ident| $sum:expr) => {
        impl Number for $t {
            fn small(value: i32) -> Self {
                value as $t
            }

            fn plus(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $sum
            }

            fn annotated(x: &[Self], y: &mut [Self]) {
                #[scan(+ : y)]
                fn annotated(x: &[$t], y: &mut [$t]) {
                    let mut $a: $t = 0 as $t;
                    for i in 0..x.len() {
                        let $b = x[i];
                        $a = $sum;
                        y[i] = $a;
                    }
                }
                annotated(x, y);
            }

            #[inline(never)]
            fn plain(x: &[Self], y: &mut [Self]) {
                let mut $a: $t = 0 as $t;
                let y = &mut y[..x.len()];
                for i in 0..x.len() {
                    let $b = x[i];
                    $a = $sum;
                    y[i] = $a;
                }
            }
        }
    };
}

number!(i32, |a, b| a.wrapping_add(b));
number!(u64, |a, b| a.wrapping_add(b));
number!(f32, |a, b| a + b);
number!(f64, |a, b| a + b);

/// Fills `y` from `x`.
struct Contestant<T> {
    name: &'static str,
    /// A copy bounds what a scan can reach; otherwise it is a scan.
    copies: bool,
    run: Box<dyn Fn(&[T], &mut [T])>,
}

/// What was measured of one contestant.
struct Figures {
    name: &'static str,
    times: Vec<Duration>,
}

impl Figures {
    fn median(&self) -> Duration {
        self.times[self.times.len() / 2]
    }
}

fn contestants<T: Number>() -> Vec<Contestant<T>> {
    let scan = |name, run: fn(&[T], &mut [T])| Contestant { name, copies: false, run: Box::new(run) };
    let copy = |name, copying: Copying| {
        let run = move |x: &[T], y: &mut [T]| copies::copy(copying, x, y);
        Contestant { name, copies: true, run: Box::new(run) }
    };
    let mut all = vec![
        scan("plain loop", T::plain),
        scan("Iterator::scan", iterator_scan),
        scan("rayon, two passes", rayon_two_passes),
        scan("annotated, host threads", |x, y| on(DeviceKind::Host, x, y)),
        copy("memcpy", Copying::Plain),
        copy("copy by two threads", Copying::TwoThreads),
    ];
    if copies::STREAMS {
        all.push(copy("streaming copy by two threads", Copying::TwoThreadsStreaming));
    }
    if !scan_runtime::devices().is_empty() {
        all.insert(4, scan("annotated, device", |x, y| on(DeviceKind::Any, x, y)));
    }
    all
}

fn on<T: Number>(kind: DeviceKind, x: &[T], y: &mut [T]) {
    Settings::default().device(kind).scope(|| T::annotated(x, y));
}

fn iterator_scan<T: Number>(x: &[T], y: &mut [T]) {
    let sums = x.iter().scan(T::default(), |sum, &x| {
        *sum = sum.plus(x);
        Some(*sum)
    });
    y.iter_mut().zip(sums).for_each(|(y, sum)| *y = sum);
}

fn rayon_two_passes<T: Number>(x: &[T], y: &mut [T]) {
    let piece = x.len().div_ceil(8 * rayon::current_num_threads()).max(4096);
    let totals: Vec<T> = x.par_chunks(piece).map(|x| x.iter().fold(T::default(), |sum, &x| sum.plus(x))).collect();
    let befores = totals.into_iter().scan(T::default(), |sum, total| {
        let after = sum.plus(total);
        Some(std::mem::replace(sum, after))
    });
    let befores: Vec<T> = befores.collect();
    y.par_chunks_mut(piece).zip(x.par_chunks(piece)).zip(befores).for_each(|((y, x), mut sum)| {
        for (y, &x) in y.iter_mut().zip(x) {
            sum = sum.plus(x);
            *y = sum;
        }
    });
}

/// Runs everybody in turn, and sorts each one's times. The first round, in which kernels are built, only checks.
fn measure<T: Number>(n: usize, rounds: usize) -> Vec<Figures> {
    let x: Vec<T> = (0..n as u32).map(|k| T::small((k.wrapping_mul(2_654_435_761) >> 24) as i32 % 7 - 3)).collect();
    let (mut y, mut expected) = (vec![T::small(1); n], vec![T::small(1); n]);
    T::plain(&x, &mut expected);
    let contestants = contestants::<T>();
    let mut figures: Vec<_> = contestants.iter().map(|c| Figures { name: c.name, times: Vec::new() }).collect();
    for round in 0..=rounds {
        for (contestant, figures) in contestants.iter().zip(&mut figures) {
            let began = Instant::now();
            (contestant.run)(&x, &mut y);
            let took = began.elapsed();
            if round > 0 {
                figures.times.push(took);
            }
            if round == 0 || round == rounds {
                let expected = if contestant.copies { &x } else { &expected };
                assert!(y == *expected, "{} is wrong", contestant.name);
                if contestant.name == "annotated, device" {
                    assert!(ran_on_device(), "{:?}", last_report());
                    last_report().iter().for_each(|report| eprintln!("{report}"));
                }
                y.fill(T::small(1));
            }
        }
    }
    figures.iter_mut().for_each(|figures| figures.times.sort());
    figures
}

fn ran_on_device() -> bool {
    last_report().is_some_and(|report| matches!(report.place, Place::Device { .. }))
}

fn show(name: &str, n: usize, figures: &[Figures]) {
    let plain = figures[0].median();
    println!("\n{name}, {n} elements{:>31}  fastest   median   plain/it   GB/s", "");
    for one in figures {
        let ratio = plain.as_secs_f64() / one.median().as_secs_f64();
        let bytes = 2.0 * n as f64 * if name.ends_with("64") { 8.0 } else { 4.0 };
        let speed = bytes / one.median().as_secs_f64() / 1e9;
        println!("  {:<44} {:>9} {:>9}   {ratio:>6.2}   {speed:>6.1}", one.name, time(one.times[0]), time(one.median()));
    }
}

fn json(name: &str, n: usize, figures: &[Figures]) -> serde_json::Value {
    let seconds = |time: &Duration| time.as_secs_f64();
    let one = |one: &Figures| {
        let times: Vec<_> = one.times.iter().map(seconds).collect();
        serde_json::json!({ "contestant": one.name, "median": seconds(&one.median()), "seconds": times })
    };
    serde_json::json!({ "type": name, "elements": n, "figures": figures.iter().map(one).collect::<Vec<_>>() })
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
    if arguments.rounds == 0 {
        return Err("--rounds must be at least 1".to_owned());
    }
    for device in scan_runtime::devices() {
        println!("{device}");
    }
    let mut results = Vec::new();
    for ty in &arguments.types {
        for &millions in &arguments.millions {
            let n = ((millions * 1e6) as usize).max(1);
            let figures = match ty.as_str() {
                "i32" => measure::<i32>(n, arguments.rounds),
                "u64" => measure::<u64>(n, arguments.rounds),
                "f32" => measure::<f32>(n, arguments.rounds),
                "f64" => measure::<f64>(n, arguments.rounds),
                other => return Err(format!("no benchmark of `{other}`: it is i32, u64, f32 or f64")),
            };
            show(ty, n, &figures);
            results.push(json(ty, n, &figures));
        }
    }
    if let Some(path) = &arguments.json {
        std::fs::write(path, format!("{:#}\n", serde_json::Value::from(results)))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
