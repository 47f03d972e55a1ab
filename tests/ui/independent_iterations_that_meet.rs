use scan_runtime::parallel_for;

#[parallel_for]
fn halves(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i / 2] = x[i];
    }
}

#[parallel_for]
fn one(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[0] = x[i];
    }
}

#[parallel_for]
fn two(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i];
        y[i + 1] = x[i];
    }
}

#[parallel_for]
fn scattered(x: &[u32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[x[i] as usize] = 1;
    }
}

#[parallel_for]
fn anywhere(x: &[u32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = y[x[i] as usize];
    }
}

fn main() {}
