//! Products of matrices over ranks, held against the plain loop: `mpirun -n 4 --bind-to none target/release/examples/prefixes`.
//! With the argument `exchange` it measures what ranks tell each other; with `panic` rank 1 panics; with `endless` all run until they are ended.

use scan_mpi::World;
use scan_runtime::{Ranks, declare_target, last_report, reduce, scan};
use std::time::{Duration, Instant};

#[declare_target]
mod matrices {
    /// 2×2 matrices, row by row.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub a: u32,
        pub b: u32,
        pub c: u32,
        pub d: u32,
    }

    /// Matrices, multiplied modulo 2 to the 32.
    #[declare_scan(identity = Matrix { a: 1u32, b: 0u32, c: 0u32, d: 1u32 })]
    pub fn product(l: Matrix, r: Matrix) -> Matrix {
        Matrix {
            a: l.a.wrapping_mul(r.a).wrapping_add(l.b.wrapping_mul(r.c)),
            b: l.a.wrapping_mul(r.b).wrapping_add(l.b.wrapping_mul(r.d)),
            c: l.c.wrapping_mul(r.a).wrapping_add(l.d.wrapping_mul(r.c)),
            d: l.c.wrapping_mul(r.b).wrapping_add(l.d.wrapping_mul(r.d)),
        }
    }
}
use matrices::Matrix;

#[scan(matrices::product : acc, ranks(world))]
fn products(world: &impl Ranks, start: Matrix, x: &[Matrix], y: &mut [Matrix]) -> Matrix {
    let mut acc = start;
    for i in 0..x.len() {
        acc = matrices::product(acc, x[i]);
        y[i] = acc;
    }
    acc
}

/// An array carries the products: its first element is the start, or a place for what the rank before has carried.
#[scan(matrices::product : y, ranks(world))]
fn forwards(world: &impl Ranks, x: &[Matrix], y: &mut [Matrix]) {
    for i in 1..y.len() {
        y[i] = matrices::product(y[i - 1], x[i - 1]);
    }
}

/// The same from the last rank on: the last element is the start, or that place.
#[scan(matrices::product : y, ranks(world))]
fn backwards(world: &impl Ranks, x: &[Matrix], y: &mut [Matrix]) {
    for i in (0..y.len() - 1).rev() {
        y[i] = matrices::product(y[i + 1], x[i]);
    }
}

/// Each continues the one `k` before it: so many elements are the start, or places.
#[scan(matrices::product : y, ranks(world))]
fn further_back(world: &impl Ranks, k: usize, x: &[Matrix], y: &mut [Matrix]) {
    for i in k..y.len() {
        y[i] = matrices::product(y[i - k], x[i - k]);
    }
}

/// And the one `k` after it.
#[scan(matrices::product : y, ranks(world))]
fn further_ahead(world: &impl Ranks, k: usize, x: &[Matrix], y: &mut [Matrix]) {
    for i in (0..y.len() - k).rev() {
        y[i] = matrices::product(y[i + k], x[i]);
    }
}

#[reduce(+ : sum, ranks(world))]
fn sum(world: &impl Ranks, x: &[u64]) -> u64 {
    let mut sum = 0u64;
    for &number in x {
        sum += 1000 / number;
    }
    sum
}

/// Two values at once, of a narrow type and a wide one.
#[scan(+ : sum, max : most, ranks(world))]
fn totals(world: &impl Ranks, x: &[i32], y: &mut [i64]) -> (i64, i32) {
    let (mut sum, mut most) = (5i64, i32::MIN);
    for i in 0..x.len() {
        sum += i64::from(x[i]);
        most = most.max(x[i]);
        y[i] = sum ^ i64::from(most);
    }
    (sum, most)
}

#[scan(min : least, ranks(world))]
fn lows(world: &impl Ranks, start: f64, x: &[f64], y: &mut [f64]) -> f64 {
    let mut least = start;
    for i in 0..x.len() {
        least = least.min(x[i]);
        y[i] = least;
    }
    least
}

/// The first of the greatest, and its place, of all ranks.
#[reduce(max : most, ranks(world))]
fn greatest(world: &impl Ranks, from: usize, x: &[i32]) -> (i32, usize) {
    let (mut most, mut at) = (i32::MIN, 0);
    for (i, &number) in x.iter().enumerate() {
        if number > most {
            most = number;
            at = from + i;
        }
    }
    (most, at)
}

fn matrix(i: u64) -> Matrix {
    Matrix { a: i as u32 | 1, b: (i >> 3) as u32 * 77, c: i as u32 ^ 0x55, d: 3 }
}

fn check(world: &World, n: u64) {
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let (from, to) = (n * rank / size, n * (rank + 1) / size);
    let x: Vec<Matrix> = (from..to).map(matrix).collect();
    let (mut y, start) = (x.clone(), Matrix { a: 3, b: 1, c: 2, d: 5 });
    let last = products(world, start, &x, &mut y);
    let mut acc = start;
    for i in 0..n {
        acc = matrices::product(acc, matrix(i));
        assert!(!(from..to).contains(&i) || acc == y[(i - from) as usize], "rank {rank}: product {i} of {n}");
    }
    assert_eq!(acc, last, "rank {rank}: all {n} products");
}

/// Arrays that carry products, forwards and backwards. Ranks that do not have the start hold something else in its place.
fn check_arrays(world: &World, n: u64) {
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let (from, to) = (n * rank / size, n * (rank + 1) / size);
    let x: Vec<Matrix> = (from..to).map(matrix).collect();
    let (start, other) = (Matrix { a: 3, b: 1, c: 2, d: 5 }, Matrix { a: 9, b: 9, c: 9, d: 9 });
    let place = |first: u64| if rank == first { start } else { other };

    let mut y = vec![other; x.len() + 1];
    y[0] = place(0);
    forwards(world, &x, &mut y);
    let mut acc = start;
    for i in 0..n {
        acc = matrices::product(acc, matrix(i));
        assert!(!(from..to).contains(&i) || acc == y[(i - from) as usize + 1], "rank {rank}: forwards, element {i} of {n}");
    }

    let mut y = vec![other; x.len() + 1];
    y[x.len()] = place(size - 1);
    backwards(world, &x, &mut y);
    let mut acc = start;
    for i in (0..n).rev() {
        acc = matrices::product(acc, matrix(i));
        assert!(!(from..to).contains(&i) || acc == y[(i - from) as usize], "rank {rank}: backwards, element {i} of {n}");
    }
}

/// Arrays in which each product continues one further back, or further ahead; the parts are of any length, also shorter than that.
fn check_lagged(world: &World, k: usize, n: u64) {
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let (from, to) = (n * rank / size, n * (rank + 1) / size);
    let x: Vec<Matrix> = (from..to).map(matrix).collect();
    let (start, other) = (|i: usize| matrix(1000 + i as u64), Matrix { a: 9, b: 9, c: 9, d: 9 });
    let places = |first: u64| (0..k).map(|i| if rank == first { start(i) } else { other }).collect::<Vec<_>>();

    let mut y = [places(0), vec![other; x.len()]].concat();
    further_back(world, k, &x, &mut y);
    let mut window: Vec<Matrix> = (0..k).map(start).collect();
    for i in 0..n {
        let acc = &mut window[i as usize % k];
        *acc = matrices::product(*acc, matrix(i));
        assert!(!(from..to).contains(&i) || *acc == y[(i - from) as usize + k], "rank {rank}: {k} back, element {i} of {n}");
    }

    let mut y = [vec![other; x.len()], places(size - 1)].concat();
    further_ahead(world, k, &x, &mut y);
    let mut window: Vec<Matrix> = (0..k).rev().map(start).collect();
    for i in (0..n).rev() {
        let acc = &mut window[(n - 1 - i) as usize % k];
        *acc = matrices::product(*acc, matrix(i));
        assert!(!(from..to).contains(&i) || *acc == y[(i - from) as usize], "rank {rank}: {k} ahead, element {i} of {n}");
    }
}

/// Integers, minima beside NaN, and the place of the greatest.
fn check_primitives(world: &World, n: usize) {
    let (rank, size) = (world.rank(), world.size());
    let part = n * rank / size..n * (rank + 1) / size;
    let x: Vec<i32> = (0..n as i32).map(|i| i.wrapping_mul(-1_640_531_527) >> (i & 31)).collect();
    let mine = &x[part.clone()];

    let mut y = vec![0; mine.len()];
    let last = totals(world, mine, &mut y);
    let (mut sum, mut most) = (5, i32::MIN);
    for i in 0..n {
        sum += i64::from(x[i]);
        most = most.max(x[i]);
        assert!(!part.contains(&i) || y[i - part.start] == sum ^ i64::from(most), "rank {rank}: total {i} of {n}");
    }
    assert_eq!(last, (sum, most), "rank {rank}: all {n}");

    for start in [f64::NAN, 0.0] {
        let z: Vec<f64> = x.iter().map(|&x| if x % 3 == 0 { f64::NAN } else { f64::from(x) / 7.0 }).collect();
        let mut y = vec![0.0; mine.len()];
        let last = lows(world, start, &z[part.clone()], &mut y);
        let mut least = start;
        for i in 0..n {
            least = least.min(z[i]);
            let is_same = |own: f64| own.to_bits() == least.to_bits() || own.is_nan() && least.is_nan();
            assert!(!part.contains(&i) || is_same(y[i - part.start]), "rank {rank}: minimum {i} of {n}");
        }
        assert!(last == least || last.is_nan() && least.is_nan(), "rank {rank}: the minimum of {n}");
    }

    let (mut most, mut at) = (i32::MIN, 0);
    for (i, &x) in x.iter().enumerate() {
        if x > most {
            (most, at) = (x, i);
        }
    }
    assert_eq!(greatest(world, part.start, mine), (most, at), "rank {rank}: the greatest of {n}");
}

/// Loops of many lengths, until something ends this rank.
fn endless(world: &World) {
    println!("rank {} is process {}.", world.rank(), std::process::id());
    for round in 0.. {
        check_arrays(world, round * 617 % 2003);
    }
}

/// The median of many exchanges.
fn exchange(world: &World) -> (Duration, Duration) {
    let (mut bytes, mut launches) = (Vec::new(), Vec::new());
    for _ in 0..10_001 {
        let (mine, mut all) = ([std::mem::MaybeUninit::new(1); 16], vec![std::mem::MaybeUninit::uninit(); 16 * world.size()]);
        let began = Instant::now();
        world.all_gather(&mine, &mut all);
        bytes.push(began.elapsed());
        let began = Instant::now();
        sum(world, &[1, 2, 3]);
        launches.push(began.elapsed());
    }
    bytes.sort_unstable();
    launches.sort_unstable();
    (bytes[5000], launches[5000])
}

fn main() -> Result<(), scan_mpi::Error> {
    let world = World::open()?;
    match std::env::args().nth(1).as_deref() {
        Some("exchange") => {
            let (bytes, launch) = exchange(&world);
            if world.rank() == 0 {
                println!("{} ranks: 16 bytes {bytes:?}, a loop of three iterations {launch:?}", world.size());
            }
        }
        Some("panic") => drop(sum(&world, &[if world.rank() == 1 { 0 } else { 1 }])),
        Some("endless") => endless(&world),
        _ => {
            for n in [0, 1, 3, 1000, 100_001] {
                check(&world, n);
                check_primitives(&world, n as usize);
                check_arrays(&world, n);
                [1, 2, 7].into_iter().for_each(|k| check_lagged(&world, k, n));
            }
            if world.rank() == 0 {
                let (library, report) = (world.library().unwrap_or_default(), last_report());
                println!(
                    "{} ranks of {library}: right; {}",
                    world.size(),
                    report.map_or(String::new(), |report| report.to_string())
                );
            }
        }
    }
    Ok(())
}
