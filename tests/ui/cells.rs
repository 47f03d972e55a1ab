use scan_runtime::scan;
use std::cell::Cell;

#[scan(+ : sum)]
fn of_cells(x: &[Cell<i32>], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i].get();
        y[i] = sum;
    }
}

#[scan(+ : y)]
fn up_to_a_cell(end: &Cell<usize>, y: &mut [i32]) {
    for i in 1..end.get() {
        y[i] += y[i - 1];
    }
}

fn main() {}
