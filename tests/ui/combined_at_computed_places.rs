//! What is combined into elements at computed places is read by nothing but the step that combines.

use scan_runtime::{parallel_for, reduce, scan};

/// The count decides.
#[reduce(+ : h)]
fn at_most_nine(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        if h[x[i] as usize] < 9 {
            h[x[i] as usize] += 1;
        }
    }
}

/// An element past the end is a panic where nothing is stored, too.
#[reduce(+ : h)]
fn looked_at(x: &[u32], w: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        let element = &mut h[x[i] as usize];
        if w[i] > 3 {
            *element += 1;
        }
    }
}

#[reduce(+ : h)]
fn marked(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] = 1;
    }
}

#[reduce(max : h)]
fn another_operator(x: &[u32], w: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += w[i];
    }
}

#[reduce(auto : h)]
fn derived(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

#[reduce(+ : h)]
fn two_elements(x: &[u32], h: &mut [u32]) {
    for i in 1..x.len() {
        h[x[i] as usize] += 1;
        h[x[i - 1] as usize] += 1;
    }
}

#[reduce(+ : h, sum)]
fn beside_a_sum(x: &[u32], h: &mut [u32]) -> u32 {
    let mut sum = 0;
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
        sum += x[i];
    }
    sum
}

#[reduce(+ : h)]
fn beside_a_store(x: &[u32], h: &mut [u32], y: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
        y[i] = x[i];
    }
}

#[reduce(+ : h)]
fn floats(x: &[u32], w: &[f32], h: &mut [f32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += w[i];
    }
}

#[reduce(+ : h)]
fn of_any<T: Copy + std::ops::AddAssign>(x: &[u32], w: &[T], h: &mut [T]) {
    for i in 0..x.len() {
        h[x[i] as usize] += w[i];
    }
}

#[reduce(+ : h, g)]
fn another_array(x: &[u32], h: &mut [u32], g: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += g[i];
    }
}

#[reduce(+ : h, algorithm(reduce))]
fn with_an_algorithm(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

#[reduce(+ : h, map(from: h))]
fn with_a_direction(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

#[scan(+ : h)]
fn as_a_scan(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

#[parallel_for]
fn as_independent(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

fn main() {}
