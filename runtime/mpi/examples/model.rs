//! How the time of a loop over ranks grows with their number: a model, from what is measured here and a network that is assumed.
//!
//! ```text
//! cargo run --release -p scan-mpi --example model -- [ITERATIONS of each rank] [LATENCY in µs] [BANDWIDTH in GB/s]
//! ```
//!
//! A launch is a reduction of each rank's own iterations, an exchange, and their scan. In the exchange every rank gets the bytes of all, as
//! loops do now: `latency · log2 p + p · bytes / bandwidth`, and a fold of `p` values. A tree would pass one value up and down,
//! `2 · log2 p · (latency + bytes / bandwidth + fold)`, as `MPI_Exscan` and a broadcast of the last would.
//!
//! Which of two equal loops starts on a cache line is chance, and worth up to a fifth of their time: to compare a launch with its parts,
//! build with `RUSTFLAGS="-C llvm-args=-align-loops=64"`.

use scan_mpi::World;
use scan_runtime::{Ranks, ThreadRanks, reduce, scan};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What a rank tells the others of an `i64`: how it is meant, of which loop it is, the start, and the total.
#[repr(C)]
#[derive(Clone, Copy)]
struct Said {
    status: u32,
    at: u32,
    start: i64,
    value: i64,
}

const BYTES: usize = size_of::<Said>();

#[reduce(+ : sum)]
fn total(x: &[i64]) -> i64 {
    let mut sum = 0i64;
    for number in x {
        sum += number;
    }
    sum
}

#[scan(+ : sum)]
fn sums(x: &[i64], y: &mut [i64]) {
    let mut sum = 0i64;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

/// The same over ranks: a reduction, what they tell each other, and a scan.
#[scan(+ : sum, ranks(world))]
fn sums_over_ranks(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    let mut sum = 0i64;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

/// What all have said, looked at and combined.
fn folded(all: &[Said]) -> Option<i64> {
    all.iter().try_fold(all[0].start, |sum, said| (said.status == 1 && said.at == 7).then(|| black_box(sum + said.value)))
}

/// The median of some runs, in seconds.
fn median(runs: usize, mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let began = Instant::now();
        run();
        began.elapsed().as_secs_f64()
    };
    median_of((0..runs).map(time).collect())
}

fn median_of(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// An exchange between idle ranks.
fn exchange(world: &impl Ranks) -> f64 {
    let (mine, mut all) = ([MaybeUninit::new(1); BYTES], vec![MaybeUninit::uninit(); BYTES * world.size()]);
    median(10_001, || world.all_gather(&mine, &mut all))
}

/// All in seconds.
struct Model {
    reduce: f64,
    scan: f64,
    fold: f64,
    latency: f64,
    a_value: f64,
}

impl Model {
    fn gather(&self, ranks: f64) -> f64 {
        self.latency * ranks.log2() + ranks * (self.a_value + self.fold)
    }

    fn tree(&self, ranks: f64) -> f64 {
        2.0 * ranks.log2() * (self.latency + self.a_value + self.fold)
    }

    /// The least power of two from which on the tree is faster.
    fn tree_wins_from(&self) -> Option<u32> {
        (1..31).map(|power| 1u32 << power).find(|ranks| self.tree(f64::from(*ranks)) < self.gather(f64::from(*ranks)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::open()?;
    let arguments: Vec<f64> = std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let argument = |number: usize, default: f64| arguments.get(number).copied().unwrap_or(default);
    let (n, latency, bandwidth) = (argument(0, 1e7) as usize, argument(1, 2.0), argument(2, 10.0));
    let over_mpi = (world.size() > 1).then(|| exchange(&world));
    if world.rank() > 0 {
        // What this rank does while it waits for the end slows the figures of rank 0 down where cores are few: alone they are better.
        return Ok(());
    }
    let (x, y) = (vec![1; n], vec![0; n]);
    let results = Mutex::new(y);
    // In turn, so that all meet the same neighbours on the machine.
    let [reduce, scan, over_one] = ThreadRanks::run(1, |world| {
        let mut y = results.lock().unwrap_or_else(PoisonError::into_inner);
        let once = |run: &mut dyn FnMut()| median(1, run);
        let round = |_| {
            let reduce = once(&mut || {
                black_box(total(&x));
            });
            [reduce, once(&mut || sums(&x, &mut y)), once(&mut || sums_over_ranks(world, &x, &mut y))]
        };
        let rounds: Vec<[f64; 3]> = (0..51).map(round).collect();
        [0, 1, 2].map(|part| median_of(rounds.iter().map(|round| round[part]).collect()))
    })[0];
    let threads = ThreadRanks::run(2, exchange)[0];
    let said = vec![Said { status: 1, at: 7, start: 0, value: 1 }; 4096];
    let fold = median(99, || {
        black_box(folded(black_box(&said)));
    }) / said.len() as f64;
    let model = Model { reduce, scan, fold, latency: latency * 1e-6, a_value: BYTES as f64 / (bandwidth * 1e9) };

    println!("measured here: {n} iterations, reduced in {:.3} ms, scanned in {:.3} ms", reduce * 1e3, scan * 1e3);
    println!(
        "measured here: over one rank in {:.3} ms, {:+.1} % of the two together",
        over_one * 1e3,
        (over_one / (reduce + scan) - 1.0) * 100.0
    );
    println!("measured here: {BYTES} bytes between 2 threads as ranks {:.2} µs", threads * 1e6);
    if let Some(time) = over_mpi {
        println!("measured here: {BYTES} bytes between {} ranks of MPI {:.2} µs", world.size(), time * 1e6);
    }
    println!("measured here: a fold takes {:.2} ns a value", fold * 1e9);
    println!("assumed: {latency} µs a message, {bandwidth} GB/s\n");
    println!("| ranks | gather, µs | tree, µs | launch with gather, ms | with tree, ms |");
    println!("|------:|-----------:|---------:|-----------------------:|--------------:|");
    for power in 0..7 {
        let ranks = f64::from(4u32.pow(power));
        // One rank tells nobody anything, and needs no total.
        let (gather, tree) = if power == 0 { (0.0, 0.0) } else { (model.gather(ranks), model.tree(ranks)) };
        let local = model.scan + if power == 0 { 0.0 } else { model.reduce };
        let (with_gather, with_tree) = ((local + gather) * 1e3, (local + tree) * 1e3);
        println!("| {ranks} | {:.1} | {:.1} | {with_gather:.3} | {with_tree:.3} |", gather * 1e6, tree * 1e6);
    }
    match model.tree_wins_from() {
        Some(ranks) => println!("\nA tree is faster from {ranks} ranks on (of powers of two)."),
        None => println!("\nA tree is never faster."),
    }
    Ok(())
}
