//! The programs. Each returns whether its result is that of the loops as they would run without annotations.

#![expect(clippy::needless_range_loop, reason = "loops as people write them")]

use scan_runtime::{DeviceKind, Ranks, Settings, ThreadRanks, declare_target, reduce, scan};

/// Some tiles, so that three devices have a part each.
const N: usize = 6000;

/// A program.
pub type Program = fn() -> bool;

/// The programs, by name.
pub const ALL: [(&str, Program); 6] = [
    ("scan", run_scan),
    ("in_place", run_in_place),
    ("struct", run_struct),
    ("compaction", run_compaction),
    ("region", run_region),
    ("batches", run_batches),
];

/// Others, for some faults.
pub const MORE: [(&str, Program); 3] = [("long", run_long), ("columns", run_columns), ("ranks", run_ranks)];

/// Loops long enough for a device with memory of its own to be reached by way of pinned memory.
fn run_long() -> bool {
    const LONG: usize = 300_000;
    let (x, mut y) = (numbers(LONG), vec![7; LONG]);
    prefix_sum(&x, &mut y);
    let mut z = x.clone();
    running_total(&mut z);
    let (mut sum, mut total) = (7, 0);
    x.iter().zip(&y).zip(&z).all(|((x, y), z)| {
        let before = sum;
        sum += x;
        total += x;
        (*y, *z) == (before, total)
    })
}

/// Numbers without a pattern.
pub fn numbers(n: usize) -> Vec<i32> {
    (0..n as u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 9) as i32 % 1000 - 500).collect()
}

#[scan(+ : y)]
pub fn prefix_sum(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1];
    }
}

fn run_scan() -> bool {
    let (x, mut y) = (numbers(N), vec![7; N]);
    prefix_sum(&x, &mut y);
    let mut expected = vec![7; N];
    for i in 1..N {
        expected[i] = expected[i - 1] + x[i - 1];
    }
    y == expected
}

#[scan(+ : y)]
fn running_total(y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
}

fn run_in_place() -> bool {
    let mut y = numbers(N);
    running_total(&mut y);
    let mut expected = numbers(N);
    for i in 1..N {
        expected[i] += expected[i - 1];
    }
    y == expected
}

#[declare_target]
mod poly {
    /// `v * y + x`
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, c: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(c.y).wrapping_add(c.x), y: a.y.wrapping_mul(c.y) }
    }
}

#[scan(poly::op : t)]
fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i - 1]);
    }
}

fn run_struct() -> bool {
    let h: Vec<_> = numbers(N).into_iter().map(|x| poly::Pair { x, y: x | 1 }).collect();
    let mut t = vec![poly::Pair { x: 3, y: 5 }; N];
    let mut expected = t.clone();
    values(&h, &mut t);
    for i in 1..N {
        expected[i] = poly::op(expected[i - 1], h[i - 1]);
    }
    t == expected
}

#[scan(+ : k)]
fn kept(x: &[i32], limit: i32, out: &mut [i32]) -> usize {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] < limit {
            out[k] = x[i];
            k += 1;
        }
    }
    k
}

fn run_compaction() -> bool {
    let x = numbers(N);
    let mut out = vec![-1; N];
    let k = kept(&x, -17, &mut out);
    let mut expected: Vec<i32> = x.into_iter().filter(|x| *x < -17).collect();
    let count = expected.len();
    expected.resize(N, -1);
    (k, out) == (count, expected)
}

/// Four loops, between which the host reads an element, an array, and changes one.
#[scan]
fn with_the_host(x: &mut [i64], y: &mut [i64], rising: &mut [i64]) -> i64 {
    let n = x.len();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1] + x[i];
    }
    let middle = y[n / 2];
    #[scan(+ : x)]
    for i in 1..n {
        x[i] = x[i - 1] + y[i];
    }
    y[0] = middle;
    x[n - 1] ^= 1;
    #[scan(max : y)]
    for i in 1..n {
        y[i] = y[i - 1].max(x[i] - y[i]);
    }
    #[scan(+ : rising)]
    for i in 1..n {
        rising[i] = rising[i - 1] + y[i];
    }
    y.iter().sum::<i64>() + middle
}

fn run_region() -> bool {
    let data = || numbers(N).into_iter().map(i64::from).collect::<Vec<_>>();
    let (mut x, mut y, mut z) = (data(), vec![3; N], vec![1; N]);
    let sum = with_the_host(&mut x, &mut y, &mut z);
    let (mut a, mut b, mut c) = (data(), vec![3i64; N], vec![1i64; N]);
    for i in 1..N {
        b[i] = b[i - 1] + a[i];
    }
    let middle = b[N / 2];
    for i in 1..N {
        a[i] += b[i] + a[i - 1] - a[i];
    }
    b[0] = middle;
    a[N - 1] ^= 1;
    for i in 1..N {
        b[i] = b[i - 1].max(a[i] - b[i]);
    }
    for i in 1..N {
        c[i] = c[i - 1] + b[i];
    }
    (x, y, z, sum) == (a, b.clone(), c, b.iter().sum::<i64>() + middle)
}

/// The rows, and then the columns.
#[scan]
fn summed_area(image: &[u8], sums: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0;
        #[scan(+ : t)]
        for c in 0..w {
            t += image[r * w + c] as u32;
            sums[r * w + c] = t;
        }
    }
    for c in 0..w {
        #[scan(+ : sums)]
        for r in 1..h {
            sums[r * w + c] += sums[(r - 1) * w + c];
        }
    }
}

fn run_batches() -> bool {
    let (h, w) = (60, N / 60);
    let image: Vec<u8> = numbers(N).into_iter().map(|x| x as u8).collect();
    let mut sums = vec![0; N];
    summed_area(&image, &mut sums, h, w);
    let mut expected = vec![0u32; N];
    for r in 0..h {
        let mut t = 0;
        for c in 0..w {
            t += u32::from(image[r * w + c]);
            expected[r * w + c] = t + if r > 0 { expected[(r - 1) * w + c] } else { 0 };
        }
    }
    sums == expected
}

/// In place, and from a start value that stays.
#[scan]
fn columns(table: &mut [i32], h: usize, w: usize) {
    for c in 0..w {
        #[scan(+ : table)]
        for r in 1..h {
            table[r * w + c] += table[(r - 1) * w + c];
        }
    }
}

/// So few scans and so long ones that a GPU cuts them.
fn run_columns() -> bool {
    let (h, w) = (2000, 3);
    let mut table = numbers(h * w);
    let mut expected = table.clone();
    columns(&mut table, h, w);
    (w..h * w).for_each(|i| expected[i] += expected[i - w]);
    table == expected
}

#[scan(+ : sum, ranks(world))]
fn sums(world: &impl Ranks, x: &[i32], y: &mut [i32]) -> i32 {
    let mut sum = 3;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
    sum
}

#[reduce(max : most, ranks(world))]
fn greatest(world: &impl Ranks, x: &[i32]) -> i32 {
    let mut most = i32::MIN;
    for i in 0..x.len() {
        most = most.max(x[i]);
    }
    most
}

#[scan(+ : y, ranks(world))]
fn array_sums(world: &impl Ranks, k: usize, x: &[i32], y: &mut [i32]) {
    for i in k..y.len() {
        y[i] = y[i - k] + x[i - k];
    }
}

#[scan(+ : y, ranks(world))]
fn running_total_of_all(world: &impl Ranks, y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
}

/// Loops over ranks of which one, in the middle, has the device, and the others have none.
fn run_ranks() -> bool {
    const RANKS: usize = 3;
    const K: usize = 7;
    let x = numbers(RANKS * N);
    let part = |rank: usize| rank * N..(rank + 1) * N;
    let places = [DeviceKind::Loop, DeviceKind::Any, DeviceKind::Host];
    let program = |world: &ThreadRanks| {
        let (x, mut sum) = (&x[part(world.rank())], vec![0; N]);
        let last = sums(world, x, &mut sum);
        let (mut total, mut lagged) = ([&[5], x].concat(), vec![5; N + K]);
        running_total_of_all(world, &mut total);
        array_sums(world, K, x, &mut lagged);
        (last, greatest(world, x), sum, total.split_off(1), lagged.split_off(K))
    };
    let found = ThreadRanks::run(RANKS, |world| match places[world.rank()] {
        // What the environment says.
        DeviceKind::Any => program(world),
        place => Settings::from_environment().device(place).scope(|| program(world)),
    });
    let (mut sum, mut sums, mut lagged) = (0, Vec::new(), vec![5; K]);
    for (i, x) in x.iter().enumerate() {
        sum += x;
        sums.push(sum);
        lagged.push(lagged[i] + x);
    }
    let most = x.iter().copied().max().unwrap_or_default();
    let plus = |start: i32, part: std::ops::Range<usize>| sums[part].iter().map(|sum| sum + start).collect::<Vec<_>>();
    (0..).zip(found).all(|(rank, (last, greatest, after, total, back))| {
        let part = part(rank);
        (last, greatest) == (sum + 3, most)
            && after == plus(3, part.clone())
            && total == plus(5, part.clone())
            && back == lagged[K..][part]
    })
}
