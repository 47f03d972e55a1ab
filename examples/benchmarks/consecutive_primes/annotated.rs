use super::{Arrays, Input};
use scan_runtime::scan;

#[scan(+ : count, sum)]
fn add_up(prime: &[u8], sums: &mut [u64]) -> usize {
    sums[0] = 0;
    let (mut count, mut sum) = (0, 0u64);
    for (i, &prime) in prime.iter().enumerate() {
        if prime != 0 {
            sum += i as u64;
            count += 1;
            sums[count] = sum;
        }
    }
    count
}

pub fn run(input: &Input, Arrays { sums, count, answers }: &mut Arrays) {
    *count = add_up(&input.prime, sums);
    input.answer(&sums[..=*count], answers);
}
