//! The measurement: every contestant in turn in every round, so that what else the machine does meets them all.

use crate::contestants::{Contestant, Field, Libraries, field};
use crate::elements::{Element, first_difference, samples};
use crate::figures::{Row, Split, Table};
use crate::options::{Kind, Options};
use crate::resident;
use scan_examples::turns;
use scan_runtime::last_report;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A contestant runs for so long before it is measured, so that kernels are built and threads are awake.
const WARM_UP: Duration = Duration::from_millis(200);
/// The annotated loop of which nothing is asked runs longer: it finds out where it is fastest.
const SETTLING: Duration = Duration::from_secs(10);
/// A short one runs no more often than this.
const WARM_UP_RUNS: u32 = 2000;
/// Short runs are measured several in a row, as many as take so long: reading the clock takes longer than a loop of a thousand, and a
/// program that scans little scans often.
const BATCH: Duration = Duration::from_millis(2);
/// Between contestants, so that one's threads that wait busily for more work have given up before the next is measured.
const PAUSE: Duration = Duration::from_millis(5);

/// Measures one type and length. The first row is the plain loop's.
///
/// # Errors
/// A contestant failed, or its result was wrong.
pub fn measure<T: Element>(n: usize, options: &Options, libraries: &Libraries) -> Result<Table, String> {
    let x = samples::<T>(n);
    let mut y = vec![T::IDENTITY; n];
    let Field { contestants: candidates, mut absent } = field(options, libraries, &x, &mut y);
    let (mut contestants, mut rows) = (Vec::new(), Vec::new());
    for mut contestant in candidates {
        match admit(&mut contestant, &x, &mut y)? {
            Ok((first, batch)) => {
                rows.push(Row::new(&contestant, first, batch));
                contestants.push(contestant);
            }
            Err(why) => absent.push(why),
        }
    }
    let began = Instant::now();
    let mut round = 0;
    while round < options.rounds as usize || began.elapsed() < options.seconds {
        for place in turns::order(round, contestants.len()) {
            time(&mut contestants[place], &mut rows[place], &x, &mut y)?;
        }
        round += 1;
    }
    for (contestant, row) in contestants.iter_mut().zip(&mut rows) {
        row.place = check(contestant, &x, &mut y)?;
    }
    let resident = if options.resident { resident::measure(options.rounds, &x, &mut y, &mut absent)? } else { Vec::new() };
    Ok(Table { element: T::NAME, operator: T::OPERATOR, bytes: size_of::<T>(), n, rows, resident, absent })
}

/// Lets a contestant run until it is warm, and looks at its result. The inner error is why it cannot take part: an annotated loop whose
/// device cannot run it, or anybody else's failure. A wrong result of ours is an error of the benchmark.
fn admit<T: Element>(contestant: &mut Contestant<T>, x: &[T], y: &mut [T]) -> Result<Result<(Duration, u32), String>, String> {
    let warm = warm_up(contestant, x, y);
    let Some(as_said) = contestant.must_report else { return Ok(warm.and_then(|warm| check(contestant, x, y).map(|_| warm))) };
    match last_report() {
        Some(report) if !as_said(&report) => Ok(Err(format!("{}: {report}", contestant.name))),
        _ => check(contestant, x, y).and(warm).map(Ok),
    }
}

/// One round of one contestant.
fn time<T: Element>(contestant: &mut Contestant<T>, row: &mut Row, x: &[T], y: &mut [T]) -> Result<(), String> {
    sleep(PAUSE);
    if row.batch > 1 {
        run(contestant, x, y)?;
    }
    let began = Instant::now();
    for _ in 0..row.batch {
        run(contestant, x, y)?;
    }
    row.seconds.push(began.elapsed().as_secs_f64() / f64::from(row.batch));
    if contestant.must_report.is_some() {
        row.splits.extend(last_report().map(|report| Split::of(&report)));
    }
    Ok(())
}

/// Returns how long the first run takes, and how many runs in a row are to be measured.
fn warm_up<T: Element>(contestant: &mut Contestant<T>, x: &[T], y: &mut [T]) -> Result<(Duration, u32), String> {
    let limit = if contestant.kind == Kind::Annotated { SETTLING } else { WARM_UP };
    let began = Instant::now();
    run(contestant, x, y)?;
    let first = began.elapsed();
    let mut best = first;
    for _ in 1..WARM_UP_RUNS {
        if began.elapsed() > limit {
            break;
        }
        let began = Instant::now();
        run(contestant, x, y)?;
        best = best.min(began.elapsed());
    }
    Ok((first, batch(best)))
}

fn batch(run: Duration) -> u32 {
    (BATCH.as_nanos() / run.as_nanos().max(1)).clamp(1, 100_000) as u32
}

fn run<T: Element>(contestant: &mut Contestant<T>, x: &[T], y: &mut [T]) -> Result<(), String> {
    contestant.run.run(x, y).map_err(|why| format!("{} failed: {why}", contestant.name))
}

/// Runs it once more and looks at every element of the result. Returns where the annotated loop ran.
fn check<T: Element>(contestant: &mut Contestant<T>, x: &[T], y: &mut [T]) -> Result<Option<String>, String> {
    // What no element of `x` and hardly a partial is, so that what was not stored is seen.
    y.fill(T::sample(u64::MAX / 3));
    run(contestant, x, y)?;
    contestant.run.fetch(y).map_err(|why| format!("{} failed: {why}", contestant.name))?;
    let wrong = if contestant.copies { x.iter().zip(&*y).position(|(x, y)| x != y) } else { first_difference(x, y) };
    if let Some(index) = wrong {
        return Err(format!("{} is wrong at index {index} of {} {}", contestant.name, x.len(), T::NAME));
    }
    let Some(as_said) = contestant.must_report else { return Ok(None) };
    let report = last_report().ok_or_else(|| format!("{} reported nothing", contestant.name))?;
    log::info!("{report}");
    if as_said(&report) { Ok(Some(report.place.to_string())) } else { Err(format!("{}: {report}", contestant.name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestant(run: fn(&[i32], &mut [i32])) -> Contestant<i32> {
        Contestant { name: "it".to_owned(), kind: Kind::Plain, copies: false, must_report: None, run: Box::new(run) }
    }

    #[test]
    fn a_wrong_result_is_found_and_named() {
        let x = samples::<i32>(100);
        let mut y = vec![0; 100];
        let mut right = contestant(i32::plain);
        assert_eq!(check(&mut right, &x, &mut y), Ok(None));
        let mut late = contestant(|x, y| i32::plain(&x[..99], &mut y[..99]));
        assert_eq!(check(&mut late, &x, &mut y), Err("it is wrong at index 99 of 100 i32".to_owned()));
    }

    #[test]
    fn short_runs_are_measured_in_batches() {
        assert_eq!(batch(Duration::from_micros(1)), 2000);
        assert_eq!(batch(Duration::from_millis(3)), 1);
        assert_eq!(batch(Duration::ZERO), 100_000);
    }
}
