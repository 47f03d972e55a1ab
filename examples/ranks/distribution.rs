//! The cumulative distribution of weights in a file, of which each rank reads its part and writes its part of the result:
//! `mpirun -n 4 --bind-to none target/release/examples/distribution WEIGHTS SHARES`.
//!
//! Weights are `u32`, shares `f64`, both little-endian: share `i` is the sum of the weights up to `i`, divided by the sum of all.

use scan_mpi::World;
use scan_runtime::{Ranks, scan};
use std::env;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};

/// The sums of the weights up to each one, on all ranks before this one too; returns the sum of all on every rank.
#[scan(+ : sum, ranks(world))]
fn sums(world: &impl Ranks, weights: &[u32], sums: &mut [u64]) -> u64 {
    let mut sum = 0u64;
    for (into, &weight) in sums.iter_mut().zip(weights) {
        sum = sum.wrapping_add(u64::from(weight));
        *into = sum;
    }
    sum
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [input, output] = files.as_slice() else { return Err("say the names of two files: WEIGHTS SHARES".into()) };
    let world = World::open()?;
    match run(&world, input, output) {
        // The others would wait for this rank.
        Err(error) if world.size() > 1 => {
            eprintln!("rank {}: {error}", world.rank());
            world.abort();
        }
        outcome => outcome,
    }
}

fn run(world: &World, input: &str, output: &str) -> Result<(), Box<dyn Error>> {
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let mut file = File::open(input).map_err(|error| format!("{input}: {error}"))?;
    let bytes = file.metadata()?.len();
    if bytes % 4 != 0 {
        return Err(format!("{input}: {bytes} bytes are no whole number of weights").into());
    }
    let count = bytes / 4;
    let (from, to) = (count * rank / size, count * (rank + 1) / size);
    file.seek(SeekFrom::Start(4 * from))?;
    let mut part = vec![0; (4 * (to - from)) as usize];
    file.read_exact(&mut part)?;
    let weights: Vec<u32> = part.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();

    let mut up_to = vec![0; weights.len()];
    let all = sums(world, &weights, &mut up_to);

    let shares: Vec<u8> = up_to.iter().flat_map(|&sum| (sum as f64 / all as f64).to_le_bytes()).collect();
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(output);
    let mut file = file.map_err(|error| format!("{output}: {error}"))?;
    file.seek(SeekFrom::Start(8 * from))?;
    file.write_all(&shares)?;
    if rank == 0 {
        file.set_len(8 * count)?;
        println!("{count} weights, {all} in all, over {size} ranks");
    }
    Ok(())
}
