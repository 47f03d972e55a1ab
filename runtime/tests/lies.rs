//! Closures that are no functions of their arguments, or do not what the launch was told: whatever they give, every thread stores in
//! places of its own, and reads what nobody stores meanwhile. (`tests/miri` and `tests/sanitizers` look at the memory itself.)

mod common;

use common::{host, on_host};
use scan_runtime::launch::{self, Affine, Counter};
use std::sync::atomic::{AtomicUsize, Ordering};

const TILE: usize = if cfg!(miri) { 16 } else { 1024 };
/// Enough for several blocks of tiles.
const N: usize = 64 * TILE;
/// How often what depends on the threads' pace is tried.
const TRIALS: usize = if cfg!(miri) { 1 } else { 30 };
/// No iteration.
const NOBODY: usize = usize::MAX;

/// `if counts { out[k] = i; k += 1 }`, where `count(i)` says by how much `k` goes on each time that it is asked. What each place holds: by
/// stores of what is counted alone, or of what is not, too, until that is stored over.
fn counted(count: impl Fn(usize) -> usize + Sync, in_vain: bool) -> Vec<usize> {
    static LOOP: launch::Loop = on_host("counted").stores_never_panic();
    let mut out = vec![NOBODY; N];
    let range = launch::Range::ascending(0, N);
    let launch = || launch::Launch::new(&LOOP, range, Some(0usize), launch::Add);
    let (element, counters) = (|i: usize, ()| count(i), [Counter::new(0, 0)]);
    let carry = host(4).scope(|| match in_vain {
        false => launch()
            .counted::<usize>(&mut out, &counters)
            .run(element, |i, before, after, ()| ((), (after != before).then_some((before, i)))),
        true => launch()
            .selected::<usize>(&mut out, &counters)
            .run(element, |i, before, after, ()| ((), (after != before, before, i))),
    });
    assert!(carry.is_none_or(|last| last <= N));
    out
}

#[test]
fn honest_counters_fill_their_places_in_order() {
    for in_vain in [false, true] {
        let out = counted(|i| usize::from(i % 3 == 0), in_vain);
        let expected: Vec<usize> = (0..N).step_by(3).collect();
        assert_eq!((&out[..expected.len()], out[expected.len()]), (&expected[..], NOBODY));
    }
}

#[test]
fn rare_ones_are_found_wherever_they_are() {
    let is_in_a_run = |i: usize| i % (5 * TILE + 3) < 20 || i == N - 1;
    let every = |step: usize| move |i: usize| i % step == step - 1;
    let all: [&(dyn Fn(usize) -> bool + Sync); 7] =
        [&every(1), &every(8), &every(16), &every(17), &every(TILE + 1), &is_in_a_run, &|_| false];
    for (number, keeps) in all.iter().enumerate() {
        let out = counted(|i| usize::from(keeps(i)), true);
        let expected: Vec<usize> = (0..N).filter(|i| keeps(*i)).collect();
        assert_eq!(out[..expected.len()], expected, "{number}");
    }
}

#[test]
fn a_rare_counter_that_differs_from_time_to_time_stores_each_iteration_at_most_once() {
    for seed in 0..TRIALS {
        let asked = AtomicUsize::new(seed);
        let count = |_| usize::from((asked.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9) >> 7).is_multiple_of(40));
        let mut stored: Vec<usize> = counted(count, true).into_iter().filter(|&i| i != NOBODY).collect();
        let all = stored.len();
        stored.sort_unstable();
        stored.dedup();
        assert_eq!(stored.len(), all);
    }
}

#[test]
fn a_counter_that_goes_back_stores_nothing_in_places_of_others() {
    for tile in [0, 1, 15, 16, 17].into_iter().flat_map(|tile| [tile; TRIALS]) {
        let out = counted(|i| if i / TILE == tile { 1usize.wrapping_neg() } else { 1 }, tile % 2 == 0);
        assert!(out.iter().enumerate().all(|(place, &i)| i == NOBODY || i == place), "tile {tile}");
    }
}

#[test]
fn a_counter_that_differs_from_time_to_time_stores_each_iteration_at_most_once() {
    for seed in 0..TRIALS {
        let asked = AtomicUsize::new(seed);
        let count = |i| (asked.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9) >> 7) % 2 + i % 2;
        let out = counted(count, seed % 2 == 1);
        let mut stored: Vec<usize> = out.into_iter().filter(|&i| i != NOBODY).collect();
        let all = stored.len();
        stored.sort_unstable();
        stored.dedup();
        assert_eq!(stored.len(), all);
    }
}

#[test]
fn a_store_where_the_counter_does_not_lead_is_refused() {
    static LOOP: launch::Loop = on_host("elsewhere").stores_never_panic();
    for place in [NOBODY, N, N - 1, 0] {
        let mut out = vec![0; N];
        let range = launch::Range::ascending(0, N);
        let store = |i: usize, before: usize, _, ()| ((), Some((if i == N / 2 { place } else { before }, i)));
        let carry = host(2).scope(|| {
            launch::Launch::new(&LOOP, range, Some(0usize), launch::Add)
                .counted::<usize>(&mut out, &[Counter::new(0, 0)])
                .run(|_, ()| 1, store)
        });
        assert_eq!(carry, None, "{place}");
        let store = |i: usize, before: usize, _, ()| ((), (true, if i == N / 2 { place } else { before }, i));
        let carry = host(2).scope(|| {
            launch::Launch::new(&LOOP, range, Some(0usize), launch::Add)
                .selected::<usize>(&mut out, &[Counter::new(0, 0)])
                .run(|_, ()| 1, store)
        });
        assert_eq!(carry, None, "{place} selected");
    }
}

#[test]
fn batches_in_place_that_read_cells_of_others_run_as_written() {
    static LOOP: launch::Loop = on_host("neighbours").stores_never_panic();
    const ROWS: usize = 64;
    const WIDTH: usize = if cfg!(miri) { 4 } else { 256 };
    for (right, left) in [(0, 0), (1, 0), (0, 1), (WIDTH, 0)] {
        let mut y = vec![1; ROWS * WIDTH];
        let (outer, range) = (launch::Range::ascending(0, ROWS), launch::Range::ascending(0, WIDTH));
        let launched = host(2).scope(|| {
            launch::Batches::outer(None, &LOOP, outer, range, launch::Add, |r| Some((r, 0)))
                .in_place::<i32, _>(&mut y, |r| Affine::new(1, launch::wide(r) * launch::wide(WIDTH)))
                .run(|c, r, ((), y)| y[(r * WIDTH + c + right) % y.len() - left], |_, _, after, _, _| ((), after))
        });
        let is_honest = (right, left) == (0, 0);
        assert_eq!(launched.is_ok(), is_honest, "{right} {left}");
        let expected = if is_honest { (0..ROWS * WIDTH).map(|at| (at % WIDTH + 1) as i32).collect() } else { vec![1; y.len()] };
        assert_eq!(y, expected, "nothing is stored");
    }
}
