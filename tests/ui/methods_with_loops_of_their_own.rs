use scan_runtime::{parallel_for, reduce, scan};

#[reduce(|| : any)]
fn ends_where_one_is(x: &[f64]) -> bool {
    x.iter().any(|v| v.is_nan())
}

#[reduce(&& : all)]
fn ends_where_one_is_not(x: &[i32]) -> bool {
    x.iter().all(|v| *v > 0)
}

#[reduce(min : position)]
fn finds(x: &[i32]) -> Option<usize> {
    x.iter().position(|v| *v == 7)
}

#[reduce(max : max_by)]
fn compares(x: &[f64]) -> Option<&f64> {
    x.iter().max_by(|a, b| a.abs().total_cmp(b))
}

#[reduce(- : reduce)]
fn begins_with_the_first(x: &[f64]) -> Option<f64> {
    x.iter().copied().reduce(|a, b| a - b)
}

#[scan(+ : v)]
fn in_place(v: &mut Vec<u32>) {
    v.retain(|v| *v != 0);
}

#[scan(+ : y)]
fn extends(x: &[i32], y: &mut Vec<i32>) {
    y.extend(x.iter().filter(|v| **v > 3));
}

#[scan(+ : partition)]
fn divides(x: &[i32]) -> (Vec<i32>, Vec<i32>) {
    x.iter().partition(|v| **v > 3)
}

#[parallel_for]
fn as_it_is(x: &[i32], k: usize) -> Vec<i32> {
    x.iter().step_by(k).copied().collect()
}

fn main() {}
