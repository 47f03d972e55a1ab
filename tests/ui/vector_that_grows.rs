use scan_runtime::{parallel_for, reduce, scan};

#[scan(+ : sum)]
fn unnamed(x: &[i32], y: &mut Vec<i32>) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        if sum > 3 {
            y.push(sum);
        }
    }
}

#[scan(+ : y)]
fn too_often(x: &[i32], y: &mut Vec<i32>) {
    for i in 0..x.len() {
        if x[i] > 0 {
            y.push(x[i]);
        }
        if x[i] > 5 {
            y.push(5);
        }
        if x[i] > 6 {
            y.push(6);
        }
        if x[i] > 7 {
            y.push(7);
        }
        if x[i] > 8 {
            y.push(8);
        }
    }
}

#[scan(+ : y)]
fn read_too(x: &[i32], y: &mut Vec<i32>) {
    for i in 1..x.len() {
        y.push(y[i - 1] + x[i]);
    }
}

#[reduce(+ : most)]
fn asked(x: &[i32], y: &mut Vec<i32>) -> usize {
    let mut most = 0usize;
    for i in 0..x.len() {
        y.push(x[i]);
        most += y.len();
    }
    most
}

#[parallel_for]
fn not_independent(x: &[i32], y: &mut Vec<i32>) {
    for i in 0..x.len() {
        if x[i] > 0 {
            y.push(x[i]);
        }
    }
}

#[scan(+ : y)]
fn carries_nothing(x: &[i32], y: &mut Vec<i32>) {
    for i in 0..x.len() {
        y.push(x[i]);
    }
}

fn main() {}
