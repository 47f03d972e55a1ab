use scan_runtime::reduce;
use std::cmp::Ordering;

#[derive(Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
    id: u32,
}

trait Other {
    fn cmp(&self, other: &Self) -> Ordering;
    fn total_cmp(&self, other: &Self) -> Ordering;
}

impl Other for f32 {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }

    fn total_cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Other for u8 {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }

    fn total_cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

#[reduce(max : max_by)]
fn no_order_of_floats(x: &[f32]) -> Option<&f32> {
    x.iter().max_by(|a, b| a.cmp(b))
}

#[reduce(max : max_by)]
fn nor_of_integers(x: &[u8]) -> Option<usize> {
    (0..x.len()).max_by(|&a, &b| x[a].total_cmp(&x[b]))
}

#[reduce(max : max_by)]
fn another_of_each(x: &[(u32, u32)]) -> Option<&(u32, u32)> {
    x.iter().max_by(|a, b| a.0.cmp(&b.1))
}

#[reduce(max : max_by)]
fn fields(points: &[Point]) -> Option<&Point> {
    points.iter().max_by(|a, b| a.x.total_cmp(&b.x))
}

#[reduce(max : max)]
fn of_any_type<T: Ord>(x: &[T]) -> Option<&T> {
    x.iter().max()
}

#[reduce(max : max_by_key)]
fn several_keys(x: &[(u32, u32)]) -> Option<&(u32, u32)> {
    x.iter().max_by_key(|p| (p.0, p.1))
}

#[reduce(+ : reduce)]
fn through_a_function(x: &[i32]) -> Option<i32> {
    x.iter().copied().reduce(|a, b| a + b + 1)
}

#[reduce(+ : reduce)]
fn something_else(x: &[i32], step: i32) -> Option<i32> {
    x.iter().copied().reduce(|a, _| a + step)
}

#[reduce(max : reduce)]
fn only_one_of_both(x: &[i32]) -> Option<i32> {
    x.iter().copied().reduce(|_, b| b.max(b))
}

#[reduce(+ : reduce)]
fn negated(x: &[i32]) -> Option<i32> {
    x.iter().copied().reduce(|a, b| a - b)
}

fn main() {}
