//! Loops over the ranks of communicators of the crate `mpi`, all of them and every other one: built with `--features rsmpi`, and run as
//! `mpirun -n 4 --bind-to none target/release/examples/communicator`.

use mpi::topology::Color;
use mpi::traits::Communicator as _;
use scan_mpi::Communicator;
use scan_runtime::{Ranks, scan};

/// Stores the totals up to each element, of all ranks before this one and of this one, and returns the last rank's.
#[scan(+ : total, ranks(world))]
fn totals(world: &impl Ranks, x: &[u64], y: &mut [u64]) -> u64 {
    let mut total = 0u64;
    for i in 0..x.len() {
        total += x[i];
        y[i] = total;
    }
    total
}

/// Every rank has 1,000 elements: its number.
fn check(ranks: &impl Ranks) {
    let rank = ranks.rank() as u64;
    let mut y = vec![0; 1000];
    let last = totals(ranks, &[rank; 1000], &mut y);
    let before = 1000 * (0..rank).sum::<u64>();
    assert!((1..).zip(&y).all(|(count, total)| *total == before + count * rank));
    assert_eq!(last, 1000 * (0..ranks.size() as u64).sum::<u64>());
}

fn main() {
    let universe = mpi::initialize().expect("nobody else has begun MPI");
    let world = universe.world();
    check(&Communicator(&world));
    let half = world.split_by_color(Color::with_value(world.rank() % 2)).expect("a color has a communicator");
    check(&Communicator(&half));
    if world.rank() == 0 {
        println!("{} ranks of a linked MPI: right", world.size());
    }
}
