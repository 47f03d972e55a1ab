use scan_runtime::parallel_for;
use std::cmp::Ordering;

trait Other: Sized {
    fn total_cmp(&self, other: &Self) -> Ordering;
}

impl Other for &f32 {
    fn total_cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

#[parallel_for]
fn behind_references(x: &[f32], y: &mut [usize]) {
    for (y, row) in y.iter_mut().zip(x.chunks_exact(8)) {
        *y = row.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap().0;
    }
}

#[allow(non_snake_case)]
mod Ord {
    pub fn cmp(a: &i32, b: &i32) -> std::cmp::Ordering {
        b.cmp(a)
    }
}

#[parallel_for]
fn of_a_module(x: &[i32], y: &mut [i32]) {
    for (y, row) in y.iter_mut().zip(x.chunks_exact(8)) {
        *y = *row.iter().max_by(|a, b| Ord::cmp(a, b)).unwrap();
    }
}

trait Compared {
    fn cmp(&self, other: &Self) -> Ordering;
}

impl Compared for f64 {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Less
    }
}

#[parallel_for]
fn of_floats(x: &[f64], y: &mut [f64]) {
    for (y, row) in y.iter_mut().zip(x.chunks_exact(8)) {
        *y = row.iter().copied().max_by(|a, b| Compared::cmp(a, b)).unwrap() + row.iter().copied().max_by(|a, b| a.cmp(b)).unwrap();
    }
}

#[parallel_for]
fn by_pairs(x: &[i32], y: &mut [usize]) {
    for (y, row) in y.iter_mut().zip(x.chunks_exact(8)) {
        *y = row.iter().enumerate().max_by_key(|(i, v)| (**v, *i)).unwrap().0;
    }
}

fn main() {}
