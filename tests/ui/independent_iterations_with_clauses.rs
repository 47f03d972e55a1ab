use scan_runtime::parallel_for;

#[parallel_for(+ : y)]
fn operator(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i];
    }
}

#[parallel_for(algorithm(blelloch), deterministic)]
fn algorithm(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i];
    }
}

#[parallel_for]
fn two_loops(x: &[i32], y: &mut [i32], z: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i];
    }
    for i in 0..x.len() {
        z[i] = y[i];
    }
}

#[parallel_for]
fn nothing_stored(x: &[i32]) -> i32 {
    let mut last = 0;
    for i in 0..x.len() {
        last = x[i];
    }
    last
}

fn main() {}
