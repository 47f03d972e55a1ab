//! Loops that arrays carry, over ranks. Each rank has some elements more than its part: those that its first iterations continue.

use super::loops::matrices::Matrix;
use super::{PLACES, RANKS, ends, lengths, loops, on_ranks, part, quietly, said, small};
use scan_runtime::{DeviceKind, Place, Ranks, ThreadRanks, last_report, with_reports};
use scan_tests::Random;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where a rank's array has the elements that its first iterations continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forwards,
    Backwards,
}

/// A part of `values` with some elements more, `halo`, which no iteration of this rank stores.
fn with_halo<T: Copy>(way: Way, values: &[T], halo: &[T]) -> Vec<T> {
    match way {
        Way::Forwards => [halo, values].concat(),
        Way::Backwards => [values, halo].concat(),
    }
}

/// What of `values` is not the `k` elements more.
fn without_halo<T: Copy>(way: Way, values: &[T], k: usize) -> &[T] {
    match way {
        Way::Forwards => &values[k..],
        Way::Backwards => &values[..values.len() - k],
    }
}

/// Holds a loop over ranks, in every place, against the same loop on one, as written. `start` is what the loop starts from, `other` what the
/// element holds on ranks that are to be told; `before` what the others hold.
#[track_caller]
fn check<X, Y>(
    way: Way,
    (start, other, before): (Y, Y, impl Fn(&X) -> Y + Sync),
    of: impl Fn(&mut Random) -> X,
    run: impl Fn(&ThreadRanks, &[X], &mut [Y]) + Sync,
) where
    X: Copy + Send + Sync,
    Y: Copy + Send + Sync + PartialEq + Debug,
{
    check_lagged(way, (&[start], other, before), of, run);
}

/// The same of a loop whose iterations continue as many elements back as `start` has.
#[track_caller]
fn check_lagged<X, Y>(
    way: Way,
    (start, other, before): (&[Y], Y, impl Fn(&X) -> Y + Sync),
    of: impl Fn(&mut Random) -> X,
    run: impl Fn(&ThreadRanks, &[X], &mut [Y]) + Sync,
) where
    X: Copy + Send + Sync,
    Y: Copy + Send + Sync + PartialEq + Debug,
{
    let k = start.len();
    for n in lengths() {
        let random = &mut Random::new(n as u64 + 1);
        let x: Vec<X> = (0..n).map(|_| of(random)).collect();
        let spare = vec![of(random); k];
        let on_one = |world: &ThreadRanks, part: &[X], halo: &[Y]| {
            let mut y = with_halo(way, &part.iter().map(&before).collect::<Vec<_>>(), halo);
            let ((), reports) = with_reports(|| run(world, &with_halo(way, part, &spare), &mut y));
            // What all could know beforehand they have told each other, and have run side by side.
            assert!(!reports.iter().any(|report| report.to_string().contains("take turns")), "{reports:?}");
            (y, last_report().expect("a report").place)
        };
        let expected = on_ranks(1, DeviceKind::Loop, |world| on_one(world, &x, start).0).concat();
        for size in RANKS {
            let ends = ends(n, size, random);
            for place in PLACES {
                let first = if way == Way::Forwards { 0 } else { size - 1 };
                let found = on_ranks(size, place, |world| {
                    let halo = if world.rank() == first { start } else { &vec![other; k] };
                    on_one(world, &x[part(&x, &ends, world.rank())], halo)
                });
                for ((_, ran), rank) in found.iter().zip(0..) {
                    let is_there = match (place, part(&x, &ends, rank).len()) {
                        (DeviceKind::Loop, _) | (_, 0 | 1) => true,
                        (DeviceKind::Host, _) => matches!(ran, Place::HostThreads { .. }),
                        _ => matches!(ran, Place::Device { .. } | Place::Devices { .. }),
                    };
                    assert!(is_there, "{n} iterations on {size} ranks, {ends:?}, {place}: {ran:?}");
                }
                let all: Vec<Y> = found.iter().flat_map(|(y, _)| without_halo(way, y, k)).copied().collect();
                assert!(all == without_halo(way, &expected, k), "{n} iterations on {size} ranks, {ends:?}, {place}");
            }
        }
    }
}

fn number(random: &mut Random) -> i64 {
    small(random) as i64
}

#[test]
fn sums_go_on_in_an_array() {
    check(Way::Forwards, (17, 99, |_: &i64| -1), number, loops::carried_sums);
}

#[test]
fn sums_go_on_backwards_from_the_last_rank() {
    check(Way::Backwards, (17, 99, |_: &i64| -1), number, loops::carried_backwards);
}

#[test]
fn what_is_in_the_array_goes_in() {
    let of = |random: &mut Random| random.next();
    check(Way::Forwards, (17, 99, |x: &u64| *x), of, |world, _, y| loops::carried_in_place(world, y));
}

#[test]
fn matrices_in_an_array_keep_their_order() {
    let of = |random: &mut Random| {
        let mut next = || random.next() as u32;
        Matrix { a: next(), b: next(), c: next(), d: next() }
    };
    let (start, other) = (Matrix { a: 3, b: 1, c: 2, d: 5 }, Matrix { a: 0, b: 0, c: 0, d: 0 });
    check(Way::Forwards, (start, other, move |_: &Matrix| other), of, loops::carried_products);
}

#[test]
fn minima_in_an_array_pass_over_what_is_no_number() {
    let of = |random: &mut Random| if random.next().is_multiple_of(3) { f32::NAN } else { (random.next() % 100_000) as f32 };
    check(Way::Forwards, (1e6f32.to_bits(), 0, |_: &f32| 1), of, |world, x, y| {
        let mut least: Vec<f32> = y.iter().map(|y| f32::from_bits(*y)).collect();
        loops::carried_minima(world, x, &mut least);
        y.iter_mut().zip(&least).for_each(|(y, least)| *y = least.to_bits());
    });
}

#[test]
fn elements_with_others_in_between_carry() {
    check(Way::Forwards, ([17, 5], [-5000, 5], |_: &i64| [-1, 5]), number, |world, x, y| {
        let mut flat = y.concat();
        loops::carried_maxima(world, x, &mut flat);
        y.copy_from_slice(flat.as_chunks().0);
    });
}

#[test]
fn every_row_of_an_array_goes_on_over_ranks() {
    let (height, n) = (4, 3000);
    let x: Vec<i64> = (0..height * n).map(|i| number(&mut Random::new(i as u64))).collect();
    let rows = |world: &ThreadRanks, columns: std::ops::Range<usize>, halo: i64| {
        let row = |r: usize| with_halo(Way::Forwards, &x[r * n..][columns.clone()], &[halo]);
        let x: Vec<i64> = (0..height).flat_map(row).collect();
        let (mut y, width) = (x.clone(), columns.len() + 1);
        loops::carried_rows(world, &x, &mut y, height, width);
        y.chunks_exact(width).map(|row| row[1..].to_vec()).collect::<Vec<_>>()
    };
    let expected = on_ranks(1, DeviceKind::Loop, |world| rows(world, 0..n, 3)).remove(0);
    for size in RANKS {
        let ends = ends(n, size, &mut Random::new(5));
        for place in PLACES {
            let start = |world: &ThreadRanks| if world.rank() == 0 { 3 } else { 99 };
            let found = on_ranks(size, place, |world| rows(world, part(&x, &ends, world.rank()), start(world)));
            let joined: Vec<Vec<i64>> = (0..height).map(|r| found.iter().flat_map(|rows| rows[r].clone()).collect()).collect();
            assert!(joined == expected, "{size} ranks, {ends:?}, {place}");
        }
    }
}

#[test]
fn a_loop_without_an_element_to_start_from_is_told() {
    quietly(|| {
        let told = ThreadRanks::run(3, |world| {
            let n = [0, 1, 3][world.rank()];
            let run = AssertUnwindSafe(|| loops::carried_sums(world, &vec![1; n], &mut vec![0; n]));
            said(catch_unwind(run).expect_err("there is nothing to start from"))
        });
        assert!(told[2].contains("rank 0 has no element that the loop starts from"), "{told:?}");
        assert!(told[..2].iter().all(|told| told.contains("rank 2 has panicked")), "{told:?}");
        // Where there are no iterations nobody asks for one.
        ThreadRanks::run(3, |world| loops::carried_sums(world, &[], &mut []));
    });
}

/// In random runs, of which some panic on some rank: what comes before the panic is stored, nothing after it is, and all end.
fn check_panics(way: Way, k: usize, run: impl Fn(&ThreadRanks, &[i32], &mut [i64]) + Sync, runs: u64) {
    for seed in 0..runs {
        let random = &mut Random::new(seed);
        let (n, size) = (random.next() as usize % 60, 1 + random.next() as usize % 5);
        let mut x: Vec<i32> = (0..n).map(|_| 1 + (random.next() % 9) as i32).collect();
        let bad = random.next() as usize % (2 * n + 1);
        if bad < n {
            x[bad] = 0;
        }
        let ends = ends(n, size, random);
        let place = PLACES[random.next() as usize % PLACES.len()];
        let run = |world: &ThreadRanks, x: &[i32]| {
            let mut y = with_halo(way, &vec![-1; x.len()], &vec![7; k]);
            let x = with_halo(way, x, &vec![1; k]);
            let ended = catch_unwind(AssertUnwindSafe(|| run(world, &x, &mut y)));
            (ended.map_err(said), without_halo(way, &y, k).to_vec())
        };
        let found = on_ranks(size, place, |world| run(world, &x[part(&x, &ends, world.rank())]));
        let expected = on_ranks(1, DeviceKind::Loop, |world| run(world, &x)).remove(0);
        let context = format!("seed {seed}: {n} on {size}, {ends:?}, {bad}, {place}");
        let all: Vec<i64> = found.iter().flat_map(|(_, y)| y.iter().copied()).collect();
        assert_eq!(all, expected.1, "{context}");
        let panicked = ends.iter().position(|end| bad < *end);
        for (rank, (ended, _)) in found.into_iter().enumerate() {
            match panicked {
                None => assert_eq!(ended, Ok(()), "{context}: {rank}"),
                Some(panicked) if rank == panicked => assert_eq!(ended, expected.0, "{context}"),
                Some(panicked) => {
                    let told = ended.expect_err("it is told");
                    assert!(told.contains(&format!("rank {panicked} has panicked")), "{context}: {rank}: {told}");
                }
            }
        }
    }
}

#[test]
fn a_panic_of_a_loop_that_an_array_carries_is_told_to_all() {
    quietly(|| {
        check_panics(Way::Forwards, 1, loops::carried_quotients, 500);
        check_panics(Way::Backwards, 1, loops::carried_quotients_backwards, 500);
    });
}

/// How far back: further than some ranks have iterations, and no divisor of how many there are.
const FURTHER: [usize; 4] = [1, 3, 7, 64];

/// Elements that a loop starts from, all different.
fn starts(k: usize) -> Vec<i64> {
    (0..k as i64).map(|start| 17 + 1000 * start).collect()
}

#[test]
fn sums_go_on_from_two_back() {
    check_lagged(Way::Forwards, (&starts(2), 99, |_: &i64| -1), number, loops::carried_two_back);
}

#[test]
fn sums_go_on_from_as_far_back_as_the_program_says() {
    for k in FURTHER {
        let run = |world: &ThreadRanks, x: &[i64], y: &mut [i64]| loops::carried_further_back(world, k, x, y);
        check_lagged(Way::Forwards, (&starts(k), 99, |_: &i64| -1), number, run);
    }
}

#[test]
fn sums_go_on_from_as_far_ahead_as_the_program_says() {
    for k in FURTHER {
        let run = |world: &ThreadRanks, x: &[i64], y: &mut [i64]| loops::carried_further_ahead(world, k, x, y);
        check_lagged(Way::Backwards, (&starts(k), 99, |_: &i64| -1), number, run);
    }
}

#[test]
fn what_is_in_the_array_goes_in_three_back() {
    let of = |random: &mut Random| random.next();
    check_lagged(Way::Forwards, (&[17, 5, 1 << 40], 99, |x: &u64| *x), of, |world, _, y| {
        loops::carried_in_place_three_back(world, y);
    });
}

#[test]
fn matrices_keep_their_order_from_further_back() {
    let of = |random: &mut Random| {
        let mut next = || random.next() as u32;
        Matrix { a: next(), b: next(), c: next(), d: next() }
    };
    let start = |k: u32| (0..k).map(|i| Matrix { a: 3 + i, b: 1, c: 2, d: 5 * i }).collect::<Vec<_>>();
    let other = Matrix { a: 0, b: 0, c: 0, d: 0 };
    check_lagged(Way::Forwards, (&start(3), other, move |_: &Matrix| other), of, |world, x, y| {
        loops::carried_products_back(world, 3, x, y);
    });
    check_lagged(Way::Backwards, (&start(5), other, move |_: &Matrix| other), of, loops::carried_products_ahead);
}

#[test]
fn minima_from_further_back_pass_over_what_is_no_number() {
    let of = |random: &mut Random| if random.next().is_multiple_of(3) { f32::NAN } else { (random.next() % 100_000) as f32 };
    let start = [1e6f32.to_bits(), 5e5f32.to_bits(), 1e9f32.to_bits(), f32::NAN.to_bits()];
    check_lagged(Way::Forwards, (&start, 0, |_: &f32| 1), of, |world, x, y| {
        let mut least: Vec<f32> = y.iter().map(|y| f32::from_bits(*y)).collect();
        loops::carried_minima_back(world, 4, x, &mut least);
        y.iter_mut().zip(&least).for_each(|(y, least)| *y = least.to_bits());
    });
}

#[test]
fn elements_with_others_in_between_carry_from_further_back() {
    let start = [[17, 5], [-400, 5], [3000, 5]];
    check_lagged(Way::Forwards, (&start, [-5000, 5], |_: &i64| [-1, 5]), number, |world, x, y| {
        let mut flat = y.concat();
        loops::carried_maxima_back(world, x, &mut flat);
        y.copy_from_slice(flat.as_chunks().0);
    });
}

#[test]
fn a_panic_of_a_loop_that_goes_on_from_further_back_is_told_to_all() {
    quietly(|| {
        for k in [2, 5] {
            check_panics(Way::Forwards, k, |world, x, y| loops::carried_quotients_back(world, k, x, y), 250);
            check_panics(Way::Backwards, k, |world, x, y| loops::carried_quotients_ahead(world, k, x, y), 250);
        }
    });
}

/// What the ranks that are told hold before their iterations is what is before these in all, as if each had it from the rank before.
#[test]
fn every_rank_has_all_that_its_iterations_continue() {
    let (k, n) = (5, 23);
    let x: Vec<i64> = (0..n as i64).collect();
    for ends in [[3, 3, 4, 23], [0, 9, 11, 23], [10, 20, 22, 23]] {
        let arrays = on_ranks(4, DeviceKind::Loop, |world| {
            let halo = if world.rank() == 0 { starts(k) } else { vec![99; k] };
            let mine = &x[part(&x, &ends, world.rank())];
            let mut y = with_halo(Way::Forwards, &vec![-1; mine.len()], &halo);
            loops::carried_further_back(world, k, &with_halo(Way::Forwards, mine, &vec![0; k]), &mut y);
            y
        });
        let mut all = [starts(k), x.clone()].concat();
        (k..all.len()).for_each(|i| all[i] += all[i - k]);
        for (rank, y) in arrays.iter().enumerate() {
            let mine = part(&x, &ends, rank);
            match mine.is_empty() {
                true => assert!(rank == 0 || *y == [99; 5], "{ends:?}: {y:?}"),
                false => assert_eq!(*y, all[mine.start..mine.end + k], "{ends:?}: rank {rank}"),
            }
        }
    }
}

#[test]
fn a_loop_that_continues_nothing_runs_as_written_on_every_rank() {
    let found = on_ranks(3, DeviceKind::Host, |world| {
        let mut y = vec![1; 1000];
        loops::carried_further_back(world, 0, &vec![world.rank() as i64; 1000], &mut y);
        y
    });
    assert_eq!(found, [1, 2, 3].map(|y| vec![y; 1000]));
}

#[test]
fn ranks_that_do_not_go_equally_far_back_are_told() {
    quietly(|| {
        let told = ThreadRanks::run(3, |world| {
            let k = [2, 2, 3][world.rank()];
            let run = AssertUnwindSafe(|| loops::carried_further_back(world, k, &[1; 9], &mut [0; 9]));
            said(catch_unwind(run).expect_err("they do not agree"))
        });
        assert!(told[0].contains("on rank 2 an iteration continues the one 3 before it, on rank 0 2"), "{told:?}");
        assert!(told[2].contains("on rank 0 an iteration continues the one 2 before it, on rank 2 3"), "{told:?}");
    });
}

#[test]
fn a_loop_that_lacks_some_elements_to_start_from_is_told() {
    quietly(|| {
        let told = ThreadRanks::run(3, |world| {
            let n = [2, 3, 5][world.rank()];
            let run = AssertUnwindSafe(|| loops::carried_further_back(world, 3, &vec![1; n], &mut vec![0; n]));
            said(catch_unwind(run).expect_err("there is too little to start from"))
        });
        assert!(told[2].contains("rank 0 has not all elements that the loop starts from"), "{told:?}");
        assert!(told[..2].iter().all(|told| told.contains("rank 2 has panicked")), "{told:?}");
    });
}
