use scan_runtime::{declare_target, parallel_for, reduce, scan};

#[declare_target]
#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    height: i32,
    sum: i32,
}

#[parallel_for]
fn at_computed_places(x: &[usize], points: &mut [Point]) {
    for i in 0..x.len() {
        points[x[i]].height = 1;
    }
}

#[reduce(+ : points)]
fn combined(x: &[usize], points: &mut [Point]) {
    for i in 0..x.len() {
        points[x[i]].height += 1;
    }
}

#[scan(+ : k)]
fn where_it_counts(x: &[i32], points: &mut [Point]) {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] > 0 {
            points[k].height = x[i];
            k += 1;
        }
    }
}

#[parallel_for]
fn of_two_elements(points: &mut [Point]) {
    for i in 1..points.len() {
        points[i].height = 1i32;
        points[i - 1].sum = 2i32;
    }
}

#[scan(+ : points)]
fn further_back(points: &mut [Point]) {
    for i in 2..points.len() {
        points[i].sum = points[i - 2].sum + points[i].height;
    }
}

#[scan(+ : points)]
fn beside_whole_elements(points: &mut [Point], y: &mut [Point]) {
    for i in 1..points.len() {
        points[i].sum = points[i - 1].sum + points[i].height;
        y[i] = points[i - 1];
    }
}

#[parallel_for]
fn of_unknown_type(points: &mut [Point]) {
    for i in 0..points.len() {
        points[i].height = 1;
    }
}

#[parallel_for]
fn carried(points: &mut [Point]) {
    for i in 1..points.len() {
        points[i].sum += points[i - 1].sum;
    }
}

#[scan(- : points)]
fn of_unknown_type_too(points: &mut [Point]) {
    for i in 1..points.len() {
        points[i].sum = points[i - 1].sum - points[i].height;
    }
}

fn main() {}
