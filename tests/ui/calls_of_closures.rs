use scan_runtime::{parallel_for, scan};

#[parallel_for]
fn another_variable(x: &[f32], y: &mut [f32], k: f32) {
    let weigh = |v: f32| v * k;
    for k in 0..x.len() {
        y[k] = weigh(x[k]);
    }
}

#[parallel_for]
fn an_open_argument(x: &[f32], y: &mut [f32]) {
    let triple = |v| v * 3;
    let large = triple(1u64 << 40);
    for i in 0..x.len() {
        y[i] = x[i] + (triple(1) + large) as f32;
    }
}

#[parallel_for]
fn an_open_value(x: &[f32], y: &mut [u64]) {
    let sign = |v: f32| if v < 0.0 { 1 } else { 2 };
    for i in 0..x.len() {
        y[i] = sign(x[i]) << 2;
    }
}

#[parallel_for]
fn moved(x: &[f32], y: &mut [f32], mut k: f32) {
    let weigh = move |v: f32| v * k;
    k += 1.0;
    for i in 0..x.len() {
        y[i] = weigh(x[i]) + k;
    }
}

#[scan(+ : y)]
fn a_parameter(x: &[f32], y: &mut [f32], weigh: impl Fn(f32) -> f32) {
    for i in 1..x.len() {
        y[i] = y[i - 1] + weigh(x[i]);
    }
}

#[parallel_for]
fn recursive(x: &[f32], y: &mut [f32]) {
    fn lower(v: f32) -> f32 {
        if v > 2.0 { lower(v - 1.0) } else { v }
    }
    for i in 0..x.len() {
        y[i] = lower(x[i]);
    }
}

#[scan(+ : y)]
fn recursive_by_name(x: &[f32], y: &mut [f32]) {
    let double = |v: f32| v * 2.0;
    let double = |v: f32| double(v) + 1.0;
    for i in 1..x.len() {
        y[i] = y[i - 1] + double(x[i]);
    }
}

fn main() {}
