use scan_runtime::{Ranks, reduce, scan};

#[scan(+ : y, + : z, ranks(world))]
fn two_arrays_further_back(world: &impl Ranks, x: &[i32], y: &mut [i32], z: &mut [i32]) {
    for i in 2..y.len() {
        y[i] = y[i - 2] + x[i];
        z[i] = z[i - 2] + 2 * x[i];
    }
}

#[scan(+ : y, max : most, ranks(world))]
fn beside_a_variable(world: &impl Ranks, x: &[i32], y: &mut [i32], z: &mut [i32]) {
    let mut most = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
        most = most.max(x[i]);
        z[i] = most;
    }
}

#[scan(+ : y, ranks(world))]
fn in_a_column(world: &impl Ranks, x: &[i32], y: &mut [i32], width: usize) {
    for i in 1..x.len() {
        y[i * width] = y[(i - 1) * width] + x[i];
    }
}

#[scan(+ : k, ranks(world))]
fn counts(world: &impl Ranks, x: &[i32], kept: &mut [i32]) {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] > 0 {
            kept[k] = x[i];
            k += 1;
        }
    }
}

#[reduce(auto : s, ranks(world))]
fn derived(world: &impl Ranks, x: &[u32]) -> u32 {
    let mut s = 0u32;
    for i in 0..x.len() {
        s = s.wrapping_mul(31).wrapping_add(x[i]);
    }
    s
}

#[reduce(+ : sum, ranks(world))]
fn leaves_a_value(world: &impl Ranks, x: &[i32]) -> (i32, i32) {
    let (mut sum, mut last) = (0, 0);
    for i in 0..x.len() {
        sum += x[i];
        last = x[i];
    }
    (sum, last)
}

#[reduce(+ : sum, ranks())]
fn nobody(x: &[i32]) -> i32 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

#[reduce(+ : sum, ranks(world()))]
fn made_here(x: &[i32]) -> i32 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

fn main() {}
