//! The ranks add up their numbers: `mpirun -n 4 --bind-to none target/release/examples/sum`.

use scan_mpi::World;
use scan_runtime::{Ranks, reduce};

#[reduce(+ : sum, ranks(world))]
fn sum(world: &impl Ranks, numbers: &[u64]) -> u64 {
    let mut sum = 0u64;
    for &number in numbers {
        sum += number;
    }
    sum
}

fn main() -> Result<(), scan_mpi::Error> {
    let world = World::open()?;
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let numbers: Vec<u64> = (rank * 1000 / size..(rank + 1) * 1000 / size).collect();
    assert_eq!(sum(&world, &numbers), 499_500);
    Ok(())
}
