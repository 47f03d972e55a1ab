//! Loops over ranks against the same loops on one machine, as written: `#[scan(…, ranks(world))]`. The ranks are threads.

#![expect(clippy::needless_range_loop, reason = "loops as a user writes them")]

mod arrays;
mod domains;
mod loops;

use loops::matrices::Matrix;
use scan_runtime::{DeviceKind, Place, Ranks, Settings, ThreadRanks, last_report, with_reports};
use scan_tests::Random;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

const PLACES: [DeviceKind; 3] = [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any];
const RANKS: [usize; 5] = [1, 2, 3, 4, 7];

/// Runs `program` on so many ranks, where `place` says.
fn on_ranks<R: Send>(size: usize, place: DeviceKind, program: impl Fn(&ThreadRanks) -> R + Sync) -> Vec<R> {
    ThreadRanks::run(size, |world| Settings::from_environment().device(place).scope(|| program(world)))
}

/// Where the parts of `n` iterations end, some of which are empty.
fn ends(n: usize, size: usize, random: &mut Random) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..size).map(|_| random.next() as usize % (n + 1)).collect();
    // The first, the last, or one in between has nothing.
    match (random.next() % 4, size) {
        (0, 2..) => ends[0] = 0,
        (1, 2..) => ends[size - 2] = n,
        (2, 3..) => ends[1] = ends[0],
        _ => {}
    }
    ends.sort_unstable();
    ends.push(n);
    ends
}

/// The part of `rank`.
fn part<T>(all: &[T], ends: &[usize], rank: usize) -> std::ops::Range<usize> {
    let from = if rank == 0 { 0 } else { ends[rank - 1] };
    assert!(ends[rank] <= all.len());
    from..ends[rank]
}

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[0, 1, 2, 9, 1000, 70_001])
}

/// Holds a loop over ranks, in every place, against the same loop on one, as written. `of` makes an input; `run` gets the world, where this
/// rank's iterations begin, the start, the input and the output.
#[track_caller]
fn check<X, Y, C>(
    start: C,
    other: C,
    of: impl Fn(&mut Random) -> X,
    before: Y,
    run: impl Fn(&ThreadRanks, usize, C, &[X], &mut [Y]) -> C + Sync,
) where
    X: Copy + Sync,
    Y: Copy + Send + Sync + PartialEq + Debug,
    C: Copy + Send + Sync + PartialEq + Debug,
{
    for n in lengths() {
        let random = &mut Random::new(n as u64 + 1);
        let x: Vec<X> = (0..n).map(|_| of(random)).collect();
        let mut expected = vec![before; n];
        let last = on_ranks(1, DeviceKind::Loop, |world| {
            let mut y = vec![before; n];
            (run(world, 0, start, &x, &mut y), y)
        });
        let (last, y) = last.into_iter().next().expect("one rank");
        expected.copy_from_slice(&y);
        for size in RANKS {
            let ends = ends(n, size, random);
            for place in PLACES {
                let found = on_ranks(size, place, |world| {
                    let part = part(&x, &ends, world.rank());
                    let mut y = vec![before; part.len()];
                    // Only rank 0's start counts.
                    let start = if world.rank() == 0 { start } else { other };
                    let (carried, reports) = with_reports(|| run(world, part.start, start, &x[part], &mut y));
                    // What all could know beforehand they have told each other, and have run side by side.
                    let take_turns = reports.iter().any(|report| report.to_string().contains("take turns"));
                    assert!(!take_turns, "{reports:?}");
                    (carried, y, last_report())
                });
                let all: Vec<Y> = found.iter().flat_map(|(_, y, _)| y.iter().copied()).collect();
                assert!(all == expected, "{n} iterations on {size} ranks, {ends:?}, {place}");
                for (rank, (carried, part_len, report)) in
                    found.iter().map(|(carried, y, report)| (carried, y.len(), report)).enumerate()
                {
                    assert_eq!(*carried, last, "{n} iterations on {size} ranks, {ends:?}, {place}: rank {rank}");
                    let ran = &report.as_ref().expect("a report").place;
                    let is_there = match (place, part_len) {
                        // What one iteration adds needs no launch.
                        (DeviceKind::Loop, _) | (_, 0 | 1) => true,
                        (DeviceKind::Host, _) => matches!(ran, Place::HostThreads { .. }),
                        _ => matches!(ran, Place::Device { .. } | Place::Devices { .. }),
                    };
                    assert!(is_there, "{report:?}");
                    assert!(report.as_ref().is_some_and(|report| report.exchange.is_some()), "{report:?}");
                }
            }
        }
    }
}

fn small(random: &mut Random) -> i32 {
    (random.next() % 2001) as i32 - 1000
}

#[test]
fn sums_go_on_over_ranks() {
    check(17, 99, small, 0, |world, _, start, x, y| loops::sums(world, start, x, y));
}

#[test]
fn sums_of_what_is_before_go_on_over_ranks() {
    // Backwards within a rank: the part of each, turned around, is that of the plain loop forwards.
    check(17, 99, small, 0, |world, _, start, x, y| {
        let turned: Vec<i32> = x.iter().rev().copied().collect();
        let last = loops::sums_before(world, start, &turned, y);
        y.reverse();
        last
    });
}

#[test]
fn arrays_in_place_go_on_over_ranks() {
    check(17, 99, small, 0x1234_5678_9abc, |world, from, start, x, y| {
        y.iter_mut().zip(from..).for_each(|(y, i)| *y ^= (i * i) as i64);
        loops::in_place(world, start, x, y)
    });
}

#[test]
fn reductions_have_the_same_total_on_every_rank() {
    check(17, 99, small, 0, |world, _, start, x, y| loops::total(world, start, x, y));
}

#[test]
fn several_values_go_on_over_ranks() {
    check(17, 99, small, -1, |world, _, start, x, y| loops::sum_and_most(world, start, x, y));
}

#[test]
fn the_first_of_the_greatest_has_its_place_in_all() {
    let few = |random: &mut Random| (random.next() % 50) as i32;
    check((i32::MIN, usize::MAX), (0, 0), few, 0u8, |world, from, _, x, _| loops::arg_max(world, from, x));
}

#[test]
fn matrices_keep_their_order() {
    let of = |random: &mut Random| {
        let mut next = || random.next() as u32;
        Matrix { a: next(), b: next(), c: next(), d: next() }
    };
    let (start, other) = (Matrix { a: 3, b: 1, c: 2, d: 5 }, Matrix { a: 0, b: 0, c: 0, d: 0 });
    check(start, other, of, other, |world, _, start, x, y| loops::products(world, start, x, y));
}

/// The bits, in which a NaN is one.
fn bits_of_minima(world: &impl Ranks, start: u32, x: &[f32], y: &mut [u32]) -> u32 {
    let mut least = vec![0.0; x.len()];
    let last = loops::minima(world, f32::from_bits(start), x, &mut least);
    y.iter_mut().zip(&least).for_each(|(y, least)| *y = least.to_bits());
    last.to_bits()
}

#[test]
fn minima_pass_over_what_is_no_number() {
    let of = |random: &mut Random| if random.next().is_multiple_of(3) { f32::NAN } else { (random.next() % 100_000) as f32 };
    check(1e6f32.to_bits(), 0, of, 0, |world, _, start, x, y| bits_of_minima(world, start, x, y));
}

#[test]
fn a_start_that_is_no_number_stays_and_only_that_of_the_first_rank_counts() {
    let of = |random: &mut Random| (random.next() % 100) as f32;
    for size in RANKS {
        let x: Vec<f32> = (0..5000).map(|i| of(&mut Random::new(i))).collect();
        for (first, others) in [(f32::NAN, 1.0), (1e6, f32::NAN)] {
            let found = on_ranks(size, DeviceKind::Host, |world| {
                let mut y = vec![0; x.len()];
                let start = if world.rank() == 0 { first } else { others };
                bits_of_minima(world, start.to_bits(), &x, &mut y)
            });
            let expected = if first.is_nan() { first.to_bits() } else { 0f32.to_bits() };
            assert_eq!(found, vec![expected; size]);
        }
    }
}

#[test]
fn types_that_only_rustc_knows_go_on_over_ranks() {
    check(5u64, 9, |random| random.next() >> 32, 0, |world, _, start, x, y| loops::generic(world, start, x, y));
}

#[test]
fn every_row_goes_on_over_ranks() {
    let (height, n) = (5, 9001);
    let x: Vec<i32> = (0..height * n).map(|i| small(&mut Random::new(i as u64))).collect();
    let mut expected = vec![0; x.len()];
    on_ranks(1, DeviceKind::Loop, |world| {
        let mut y = vec![0; x.len()];
        loops::rows(world, &x, &mut y, height, n);
        y
    })
    .into_iter()
    .for_each(|y| expected = y);
    for size in RANKS {
        let ends = ends(n, size, &mut Random::new(3));
        for place in PLACES {
            let found = on_ranks(size, place, |world| {
                let columns = part(&x, &ends, world.rank());
                let width = columns.len();
                let mine: Vec<i32> = (0..height).flat_map(|r| &x[r * n..][columns.clone()]).copied().collect();
                let mut y = vec![0; mine.len()];
                loops::rows(world, &mine, &mut y, height, width);
                (columns, y)
            });
            for (columns, y) in found {
                for r in 0..height {
                    assert_eq!(
                        y[r * columns.len()..][..columns.len()],
                        expected[r * n..][columns.clone()],
                        "{size} ranks, {place}"
                    );
                }
            }
        }
    }
}

/// What a panic says.
fn said(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| String::from("something"), |text| (*text).to_owned()),
    }
}

type Quotients = fn(&ThreadRanks, i64, &[i32], &mut [i64]) -> i64;

/// In random runs, of which some panic on some rank: what comes before the panic is stored, nothing after it is, and all end.
fn check_panics(run: Quotients, runs: u64, seed: u64) {
    for seed in (0..runs).map(|run| run.wrapping_add(seed)) {
        let random = &mut Random::new(seed);
        let (n, size) = (random.next() as usize % 60, 1 + random.next() as usize % 5);
        let mut x: Vec<i32> = (0..n).map(|_| 1 + (random.next() % 9) as i32).collect();
        let bad = random.next() as usize % (2 * n + 1);
        if bad < n {
            x[bad] = 0;
        }
        let ends = ends(n, size, random);
        let place = PLACES[random.next() as usize % PLACES.len()];
        let found = on_ranks(size, place, |world| {
            let part = part(&x, &ends, world.rank());
            let mut y = vec![-1; part.len()];
            let ended = catch_unwind(AssertUnwindSafe(|| run(world, 0, &x[part], &mut y)));
            (ended.map_err(said), y)
        });
        let expected = on_ranks(1, DeviceKind::Loop, |world| {
            let mut y = vec![-1; n];
            let ended = catch_unwind(AssertUnwindSafe(|| run(world, 0, &x, &mut y)));
            (ended.map_err(said), y)
        });
        let context = format!("seed {seed}: {n} on {size}, {ends:?}, {bad}, {place}");
        let all: Vec<i64> = found.iter().flat_map(|(_, y)| y.iter().copied()).collect();
        assert_eq!(all, expected[0].1, "{context}");
        let panicked = ends.iter().position(|end| bad < *end);
        for (rank, (ended, _)) in found.into_iter().enumerate() {
            match (&expected[0].0, panicked) {
                (Ok(last), _) => assert_eq!(ended, Ok(*last), "{context}: {rank}"),
                (Err(message), Some(panicked)) if rank == panicked => assert_eq!(ended, Err(message.clone()), "{context}"),
                (Err(_), panicked) => {
                    let told = ended.expect_err("it is told");
                    let panicked = panicked.expect("some rank has it");
                    assert!(told.contains(&format!("rank {panicked} has panicked")), "{context}: {rank}: {told}");
                }
            }
        }
    }
}

/// Panics are what these tests are about: only those of their own are to be heard.
fn quietly(test: impl FnOnce() + Send) {
    std::panic::set_hook(Box::new(|info| {
        // Threads that are ranks have no names.
        if std::thread::current().name().is_some() {
            eprintln!("{info}");
        }
    }));
    test();
}

#[test]
fn a_panic_on_any_rank_is_told_to_all() {
    quietly(|| {
        check_panics(loops::quotients, 700, 0);
        check_panics(loops::stored_quotients, 300, 10_000);
    });
}

#[test]
fn a_rank_that_has_no_room_for_its_results_panics_where_the_loop_does_and_those_after_it_store_nothing() {
    quietly(|| {
        for place in PLACES {
            let found = on_ranks(4, place, |world| {
                let mut y = vec![-1; if world.rank() == 1 { 2999 } else { 3000 }];
                let ended = catch_unwind(AssertUnwindSafe(|| loops::sums(world, 0, &[1; 3000], &mut y)));
                (ended.map_err(said), y)
            });
            let (ended, stored): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            assert!(ended[1].as_ref().is_err_and(|told| told.contains("index out of bounds")), "{ended:?}");
            for rank in [0, 2, 3] {
                assert!(ended[rank].as_ref().is_err_and(|told| told.contains("rank 1 has panicked")), "{ended:?}");
            }
            assert_eq!(stored[0], (1..=3000).collect::<Vec<i64>>());
            assert_eq!(stored[1], (3001..6000).collect::<Vec<i64>>());
            assert!(stored[2..].iter().flatten().all(|y| *y == -1));
        }
    });
}

#[test]
fn what_may_panic_where_it_is_stored_has_ranks_take_turns_on_every_rank() {
    let found = on_ranks(3, DeviceKind::Host, |world| {
        let mut y = vec![0; 5000];
        let (carried, reports) = with_reports(|| loops::stored_quotients(world, 0, &[2; 5000], &mut y));
        (carried, y[4999], reports.iter().any(|report| report.to_string().contains("take turns")))
    });
    assert_eq!(found, [1, 2, 3].map(|rank| (15_000, rank * 5000 * 500, true)));
}

#[test]
fn ranks_at_different_loops_are_told() {
    quietly(|| {
        let told = ThreadRanks::run(2, |world| {
            let mut y = [0; 3];
            let run = catch_unwind(AssertUnwindSafe(|| match world.rank() {
                0 => loops::sums(world, 0, &[1, 2, 3], &mut y),
                _ => loops::total(world, 0, &[1, 2, 3], &mut y),
            }));
            said(run.expect_err("they are not at one loop"))
        });
        assert!(told.iter().any(|told| told.contains("is at another loop")), "{told:?}");
    });
}

#[test]
fn a_check_finds_ranks_in_order() {
    let found = ThreadRanks::run(3, |world| {
        Settings::from_environment().check(true).scope(|| {
            let mut y = vec![0; 100_000];
            (loops::sums(world, 0, &vec![1; 100_000], &mut y), y[99_999], last_report().and_then(|report| report.checked))
        })
    });
    assert_eq!(found, [100_000, 200_000, 300_000].map(|last| (300_000, last, Some(true))));
}
