//! What is measured: every contestant in turn in every round, so that what else the machine does meets them all.

use crate::contestants::{Contestant, contestants};
use crate::loops::Number;
use scan_examples::telling::time;
use scan_runtime::last_report;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A contestant runs for so long before it is measured: kernels are built, and the runtime finds out where the loop is fastest.
const WARM_UP: Duration = Duration::from_millis(200);
/// It runs no more often than this.
const WARM_UP_RUNS: u32 = 200;

/// The figures of one element type and length.
pub struct Table {
    name: &'static str,
    element: usize,
    n: usize,
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    /// Sorted.
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
    let contestants = contestants::<T>();
    for contestant in &contestants {
        warm_up(contestant, &x, &mut y);
        check(contestant, &x, &expected, &mut y);
    }
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let place = (round + turn) % contestants.len();
            let began = Instant::now();
            (contestants[place].run)(&x, &mut y);
            times[place].push(began.elapsed());
        }
    }
    let rows = contestants.iter().zip(times).map(|(contestant, mut times)| {
        times.sort();
        Row { name: contestant.name, times, report: check(contestant, &x, &expected, &mut y) }
    });
    Table { name: T::NAME, element: size_of::<T>(), n, rows: rows.collect() }
}

fn warm_up<T>(contestant: &Contestant<T>, x: &[T], y: &mut [T]) {
    let began = Instant::now();
    for _ in 0..WARM_UP_RUNS {
        (contestant.run)(x, y);
        if began.elapsed() > WARM_UP {
            break;
        }
    }
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
        println!("  {:<32} {:>9} {:>9} {:>10} {:>7}", "", "fastest", "median", "plain/it", "GB/s");
        for row in &self.rows {
            let ratio = plain.as_secs_f64() / row.median().as_secs_f64();
            let speed = 2.0 * (self.n * self.element) as f64 / row.median().as_secs_f64() / 1e9;
            println!("  {:<32} {:>9} {:>9} {ratio:>10.2} {speed:>7.1}", row.name, time(row.times[0]), time(row.median()));
        }
        self.rows.iter().filter_map(|row| row.report.as_ref()).for_each(|report| log::info!("{report}"));
    }

    /// For a program.
    pub fn json(&self) -> Value {
        let row = |row: &Row| {
            let seconds: Vec<_> = row.times.iter().map(Duration::as_secs_f64).collect();
            json!({ "contestant": row.name, "median": row.median().as_secs_f64(), "seconds": seconds, "report": row.report })
        };
        json!({ "type": self.name, "elements": self.n, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}
