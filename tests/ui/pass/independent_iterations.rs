//! `#[parallel_for]` on a function, with clauses, and on loops in one.
#![deny(warnings)]

use scan_runtime::{parallel_for, scan};

#[parallel_for]
fn doubled(x: &[u32], y: &mut [u32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = x * 2;
    }
}

#[parallel_for(device(loop), map(to: table, tofrom: x))]
fn looked_up(table: &[u32], x: &mut [u32]) {
    for i in 0..x.len() {
        x[i] = table[x[i] as usize];
    }
}

#[scan]
fn both(x: &[u32], y: &mut [u32], z: &mut [u32]) {
    #[parallel_for]
    for i in 0..x.len() {
        if x[i] != 2 {
            y[x.len() - 1 - i] = x[i];
        }
    }
    #[scan(+ : z)]
    for i in 1..z.len() {
        z[i] = z[i - 1] + y[i];
    }
}

fn main() {
    let (mut y, mut z) = ([9; 3], [0; 3]);
    doubled(&[1, 2, 3], &mut y);
    assert_eq!(y, [2, 4, 6]);
    looked_up(&[5, 6, 7, 8, 9, 10, 11], &mut y);
    assert_eq!(y, [7, 9, 11]);
    both(&[1, 2, 3], &mut y, &mut z);
    assert_eq!((y, z), ([3, 9, 1], [0, 9, 10]));
}
