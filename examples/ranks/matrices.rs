//! The convergents of a continued fraction, modulo 2 to the 32, over ranks: `mpirun -n 4 --bind-to none target/release/examples/matrices`,
//! with how many terms it has (a million).
//!
//! Numerators and denominators are a product of matrices, `[[a, 1], [1, 0]]` for each term `a`, in the order of the terms. What is printed
//! does not depend on how many ranks there are.

use scan_mpi::World;
use scan_runtime::{Ranks, declare_target, reduce, scan};
use std::env;
use std::error::Error;

#[declare_target]
mod matrices {
    /// `[[p, q], [r, s]]`
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub p: u32,
        pub q: u32,
        pub r: u32,
        pub s: u32,
    }

    /// The product, modulo 2 to the 32.
    #[declare_scan(identity = Matrix { p: 1u32, q: 0u32, r: 0u32, s: 1u32 })]
    pub fn product(left: Matrix, right: Matrix) -> Matrix {
        Matrix {
            p: left.p.wrapping_mul(right.p).wrapping_add(left.q.wrapping_mul(right.r)),
            q: left.p.wrapping_mul(right.q).wrapping_add(left.q.wrapping_mul(right.s)),
            r: left.r.wrapping_mul(right.p).wrapping_add(left.s.wrapping_mul(right.r)),
            s: left.r.wrapping_mul(right.q).wrapping_add(left.s.wrapping_mul(right.s)),
        }
    }
}

use matrices::{Matrix, product};

/// The products of the matrices up to each term, of those on ranks before this one too; returns the last on every rank.
#[scan(product : all, ranks(world))]
fn convergents(world: &impl Ranks, terms: &[u32], numerators: &mut [u32], denominators: &mut [u32]) -> Matrix {
    let mut all = Matrix { p: 1, q: 0, r: 0, s: 1 };
    for i in 0..terms.len() {
        all = product(all, Matrix { p: terms[i], q: 1, r: 1, s: 0 });
        numerators[i] = all.p;
        denominators[i] = all.r;
    }
    all
}

/// All of them, in one number.
#[reduce(^ : mixed, ranks(world))]
fn mixture(world: &impl Ranks, from: u32, numerators: &[u32], denominators: &[u32]) -> u32 {
    let mut mixed = 0u32;
    for i in 0..numerators.len() {
        mixed ^= numerators[i].wrapping_mul(from.wrapping_add(i as u32)).wrapping_add(denominators[i]);
    }
    mixed
}

fn main() -> Result<(), Box<dyn Error>> {
    let count: u64 = env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse())?;
    let world = World::open()?;
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let (from, to) = (count * rank / size, count * (rank + 1) / size);
    // Any terms: here those that a hash of their places gives.
    let terms: Vec<u32> = (from..to).map(|i| 1 + (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u32).collect();
    let (mut numerators, mut denominators) = (vec![0; terms.len()], vec![0; terms.len()]);
    let last = convergents(&world, &terms, &mut numerators, &mut denominators);
    let mixed = mixture(&world, from as u32, &numerators, &denominators);
    if rank == 0 {
        println!("{count} convergents, the last {} / {}, all of them mixed {mixed:08x}", last.p, last.r);
    }
    Ok(())
}
