//! What is measured: every contestant in turn in every round, so that what else the machine does meets them all.

use crate::contestants::{Contestant, contestants};
use crate::loops::Number;
use scan_examples::telling::time;
use scan_runtime::last_report;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A contestant runs for so long before it is measured, so that kernels are built.
const WARM_UP: Duration = Duration::from_millis(200);
/// The annotated loop of which nothing is asked runs longer: it finds out where it is fastest.
const SETTLING: Duration = Duration::from_secs(4);
/// It runs no more often than this.
const WARM_UP_RUNS: u32 = 1000;
/// Short loops run several times in a row, until the plain one takes so long: the clock is no faster, and a program that scans little
/// scans often.
const BATCH: Duration = Duration::from_micros(100);

/// The figures of one element type and length.
pub struct Table {
    name: &'static str,
    element: usize,
    n: usize,
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    /// The very first run of this length.
    first: Duration,
    /// Of one run each, sorted.
    times: Vec<Duration>,
    /// What the last launch said of itself.
    report: Option<String>,
}

impl Row {
    fn median(&self) -> Duration {
        self.times[self.times.len() / 2]
    }
}

/// Runs everybody in turn, in an order that shifts from round to round, and checks every one's result before and after.
pub fn measure<T: Number>(n: usize, rounds: usize) -> Table {
    let x: Vec<T> = (0..n as u32).map(|k| T::small((k.wrapping_mul(2_654_435_761) >> 24) as i32 % 7 - 3)).collect();
    let (mut y, mut expected) = (vec![T::small(1); n], vec![T::small(1); n]);
    T::plain(&x, &mut expected);
    let batch = batch(|| T::plain(&x, &mut expected));
    let contestants = contestants::<T>();
    let first_run = |contestant: &Contestant<T>| {
        let first = warm_up(contestant, &x, &mut y);
        check(contestant, &x, &expected, &mut y);
        first
    };
    let firsts: Vec<_> = contestants.iter().map(first_run).collect();
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let place = (round + turn) % contestants.len();
            let began = Instant::now();
            (0..batch).for_each(|_| (contestants[place].run)(&x, &mut y));
            times[place].push(began.elapsed() / batch);
        }
    }
    let rows = contestants.iter().zip(firsts).zip(times).map(|((contestant, first), mut times)| {
        times.sort();
        Row { name: contestant.name, first, times, report: check(contestant, &x, &expected, &mut y) }
    });
    Table { name: T::NAME, element: size_of::<T>(), n, rows: rows.collect() }
}

/// How often a short loop runs in a row.
fn batch(mut run: impl FnMut()) -> u32 {
    let began = Instant::now();
    run();
    (BATCH.as_nanos() / began.elapsed().as_nanos().max(1)).clamp(1, 1000) as u32
}

/// Returns how long the first run takes.
fn warm_up<T>(contestant: &Contestant<T>, x: &[T], y: &mut [T]) -> Duration {
    let began = Instant::now();
    (contestant.run)(x, y);
    let first = began.elapsed();
    let limit = if contestant.settles { SETTLING } else { WARM_UP };
    for _ in 1..WARM_UP_RUNS {
        if began.elapsed() > limit {
            break;
        }
        (contestant.run)(x, y);
    }
    first
}

/// Runs it once more. Returns what a launch reports of itself.
fn check<T: Number>(contestant: &Contestant<T>, x: &[T], expected: &[T], y: &mut [T]) -> Option<String> {
    y.fill(T::small(1));
    (contestant.run)(x, y);
    assert!(y == if contestant.copies { x } else { expected }, "{} is wrong", contestant.name);
    let report = contestant.name.starts_with("annotated") || contestant.on_device;
    assert!(contestant.ran_as_said(), "{}: {:?}", contestant.name, last_report());
    last_report().filter(|_| report).map(|report| report.to_string())
}

impl Table {
    /// As text for a person.
    pub fn show(&self) {
        let plain = self.rows[0].median();
        println!("\n{}, {} elements", self.name, self.n);
        println!("  {:<32} {:>9} {:>9} {:>9} {:>10} {:>7}", "", "first", "fastest", "median", "plain/it", "GB/s");
        for row in &self.rows {
            let ratio = plain.as_secs_f64() / row.median().as_secs_f64();
            let speed = 2.0 * (self.n * self.element) as f64 / row.median().as_secs_f64() / 1e9;
            let [first, fastest, median] = [row.first, row.times[0], row.median()].map(time);
            println!("  {:<32} {first:>9} {fastest:>9} {median:>9} {ratio:>10.2} {speed:>7.1}", row.name);
        }
        self.rows.iter().filter_map(|row| row.report.as_ref()).for_each(|report| log::info!("{report}"));
    }

    /// For a program.
    pub fn json(&self) -> Value {
        let row = |row: &Row| {
            let seconds: Vec<_> = row.times.iter().map(Duration::as_secs_f64).collect();
            let (first, median) = (row.first.as_secs_f64(), row.median().as_secs_f64());
            json!({ "contestant": row.name, "first": first, "median": median, "seconds": seconds, "report": row.report })
        };
        json!({ "type": self.name, "elements": self.n, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}
