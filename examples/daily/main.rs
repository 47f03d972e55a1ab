//! Loops of daily life, one a file, as clippy asks for them and with a line of annotation each: in every place they give what they give as
//! written. A test, so that nothing of them is in anybody's build.

mod balance_with_floor;
mod best_stretch;
mod best_trade;
mod bracket_depth;
mod coldest_day;
mod comments;
mod days_since;
mod distinct;
mod drawdown;
mod escapes;
mod exponential_average;
mod hours;
mod last_known;
mod leaky_bucket;
mod lowest_balance;
mod number;
mod offsets;
mod quoted_lines;
mod restocking;
mod returns;
mod run_lengths;
mod two_accounts;

use scan_tests::{Random, check_places, check_places_by};
use std::fmt::Debug;

/// Around what is a word, a group of items or a tile, and long enough for all threads.
const LENGTHS: [usize; 6] = [1, 2, 65, 1000, 4097, 120_011];

fn draw<T>(n: usize, of: impl Fn(u64) -> T) -> Vec<T> {
    let random = &mut Random::new(n as u64);
    (0..n).map(|_| of(random.next() >> 7)).collect()
}

/// What a loop returns, and what it stores in an array of this length.
fn check<T: Clone + Default + PartialEq + Debug, R: PartialEq + Debug>(
    name: &str,
    iterations: usize,
    n: usize,
    function: impl Fn(&mut [T]) -> R,
) {
    check_places(name, iterations, &|| {
        let mut stored = vec![T::default(); n];
        (function(&mut stored), stored)
    });
}

#[test]
fn money() {
    for n in LENGTHS {
        let prices = &draw(n, |bits| 1.0 + (bits % 4000) as f64 / 16.0);
        check("returns", n - 1, n, |y| returns::returns(prices, y));
        check_places("drawdown", n, &|| drawdown::drawdown(prices));
        let cents = &draw(n, |bits| bits as u32);
        check_places("best_trade", n, &|| best_trade::best_trade(cents));
        let changes = &draw(n, |bits| (bits % 2001) as i64 - 1000);
        check("balance_with_floor", n, n, |y| balance_with_floor::balances(changes, y));
        check("lowest_balance", n, n, |y| lowest_balance::lowest(changes, y));
        check_places("best_stretch", n, &|| best_stretch::best_stretch(changes));
        let kept = &draw(n, |bits| bits % 3 == 0);
        check("two_accounts", n, n, |savings| {
            let mut current = vec![0; n];
            two_accounts::tides(changes, kept, savings, &mut current);
            current
        });
    }
}

#[test]
fn stores_and_queues() {
    for n in LENGTHS {
        let arrivals = &draw(n, |bits| (bits % 20) as i64);
        check("leaky_bucket", n, n, |y| leaky_bucket::waiting(arrivals, 9, y));
        let (sold, delivered) = (&draw(n, |bits| (bits % 30) as i32), &draw(n, |bits| bits % 50 == 0));
        check("restocking", n, n, |y| restocking::stocks(sold, delivered, 700, y));
    }
}

#[test]
fn tables() {
    // Threads have copies of a table where it is short beside the requests.
    for n in LENGTHS.into_iter().filter(|n| *n > 100) {
        let (seconds, took) = (&draw(n, |bits| bits % 10_000_000), &draw(n, |bits| bits as u32));
        check_places("by_hour", n, &|| {
            let (mut requests, mut longest) = ([0; 24], [0; 24]);
            hours::by_hour(seconds, took, &mut requests, &mut longest);
            (requests, longest)
        });
    }
}

#[test]
fn text() {
    for n in LENGTHS {
        let text = &draw(n, |bits| b"(()\\\\\"\nab"[bits as usize % 9]);
        check_places("bracket_depth", n, &|| bracket_depth::depth(text));
        check("quoted_lines", n, n, |y| quoted_lines::quoted_lines(text, y));
        check("escapes", n, n, |y| escapes::escapes(text, y));
        let source = &draw(n, |bits| b"//**a"[bits as usize % 5]);
        check("comments", n, n, |y| comments::comments(source, y));
        let lengths = &draw(n, |bits| bits as u32);
        check("offsets", n, n, |y| offsets::offsets(lengths, y));
        let digits = &draw(n, |bits| (bits % 10) as u8);
        check_places("number", n, &|| number::checksum(digits));
    }
}

#[test]
fn readings() {
    for n in LENGTHS {
        let readings = &draw(n, |bits| if bits % 3 == 0 { f32::NAN } else { (bits % 900) as f32 });
        check("last_known", n, n, |y| last_known::fill(readings, y));
        check_places("coldest_day", n, &|| coldest_day::coldest(readings));
        let rain = &draw(n, |bits| (bits % 8) as f32 - 5.0);
        check("days_since", n, n, |y| days_since::dry_days(rain, y));
        let few = &draw(n, |bits| (bits % 2) as u16);
        check("run_lengths", n - 1, n, |y| run_lengths::runs(few, y));
        let mut sorted = draw(n, |bits| bits as u32 % 5000);
        sorted.sort_unstable();
        // A single iteration is an end.
        check("distinct", n - 1, n, |y| distinct::distinct(&sorted, y));
    }
}

/// Its products are made in another order, which `reassociate` allows.
#[test]
fn averages_are_as_near_as_sums_are() {
    for n in LENGTHS {
        let x = &draw(n, |bits| (bits % 1000) as f64);
        let near =
            |found: &Vec<f64>, expected: &Vec<f64>| found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs());
        let smoothed = || {
            let mut y = vec![0.0; n];
            exponential_average::smooth(x, 0.3, &mut y);
            y
        };
        check_places_by("exponential_average", n, &smoothed, &near);
    }
}
