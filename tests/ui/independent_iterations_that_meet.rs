use scan_runtime::parallel_for;

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
fn anywhere(x: &[u32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = y[x[i] as usize];
    }
}

#[parallel_for]
fn swapped(p: &[usize], y: &mut [i32]) {
    for i in 0..p.len() {
        y[p[i]] = y[i];
    }
}

#[parallel_for]
fn counted(x: &[u32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[x[i] as usize] += 1;
    }
}

#[parallel_for]
fn twice(x: &[u32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[x[i] as usize] = 1;
        y[x[i] as usize + 1] = 2;
    }
}

#[parallel_for]
fn beside(p: &[usize], x: &[i32], y: &mut [i32], z: &mut [i32]) {
    for i in 0..p.len() {
        y[p[i]] = x[i];
        z[i] = x[i];
    }
}

fn main() {}
