use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(input: &Input, Arrays { rank, primes, sums, count, answers }: &mut Arrays) {
    *count = ranks(&input.prime, rank) as usize;
    for (number, (&prime, &rank)) in (0..).zip(input.prime.iter().zip(rank.iter())) {
        if prime != 0 {
            primes[rank as usize] = number;
        }
    }
    add_up(&primes[..*count], sums);
    input.answer(&sums[..=*count], answers);
}

#[scan(+ : count)]
fn ranks(prime: &[u8], rank: &mut [u32]) -> u32 {
    let mut count: u32 = 0;
    for i in 0..prime.len() {
        rank[i] = count;
        count += prime[i] as u32;
    }
    count
}

#[scan(+ : sum)]
fn add_up(primes: &[u32], sums: &mut [u64]) {
    sums[0] = 0;
    let mut sum: u64 = 0;
    for i in 0..primes.len() {
        sum += primes[i] as u64;
        sums[i + 1] = sum;
    }
}
