use scan_runtime::{parallel_for, scan};

#[parallel_for]
fn previous(y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] ^ 1;
    }
}

#[parallel_for]
fn running(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

#[scan]
fn counted(x: &[i32], y: &mut [i32]) {
    let mut k = 0;
    #[parallel_for]
    for i in 0..x.len() {
        if x[i] > 0 {
            y[k] = x[i];
            k += 1;
        }
    }
}

fn main() {}
