use scan_runtime::{parallel_for, scan};

#[scan]
fn stores(x: &[i32], y: &mut [i32], m: usize) {
    #[parallel_for]
    for i in 0..y.len() / m {
        y[i * m] = 0;
        for k in 0..m {
            y[i * m + k] = x[i];
        }
    }
}

#[parallel_for]
fn over_lines(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for part in x.split(|v| *v == 0) {
            s += part.len() as u32;
        }
        y[i] = s;
    }
}

#[scan]
fn until(x: &[u32], n: usize, m: usize) -> u32 {
    let mut total = 0;
    #[reduce(+ : total)]
    for i in 0..n {
        let limit = 9 * n as u32;
        for k in 0..m {
            total += x[i * m + k];
            if total > limit {
                break;
            }
        }
    }
    total
}

#[parallel_for]
fn leaves(x: &[u32], y: &mut [u32]) {
    'all: for i in 0..y.len() {
        y[i] = 0;
        for k in 0..3 {
            if x[k] > 7 {
                continue 'all;
            }
        }
    }
}

#[parallel_for]
fn unset(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        let found;
        loop {
            found = x[i];
            break;
        }
        y[i] = found;
    }
}

#[parallel_for]
fn value(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        let mut k = 0;
        y[i] = loop {
            k += 1;
            if x[k] > 3 {
                break x[k];
            }
        };
    }
}

fn main() {}
