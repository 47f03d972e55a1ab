use scan_runtime::{parallel_for, reduce};

#[parallel_for]
fn made(x: &[i32], y: &mut [(i32, i32)]) {
    for i in 0..x.len() {
        let t = (x[i], 2);
        y[i] = t;
    }
}

#[parallel_for]
fn a_part_of_an_element(x: &mut [(i32, u8)]) {
    for i in 0..x.len() {
        x[i].1 = 3;
    }
}

#[parallel_for]
fn a_part_by_its_name(x: &mut [(i32, i32)]) {
    for (a, b) in x.iter_mut() {
        *a = *b + 1;
    }
}

#[reduce(+ : t)]
fn parts_left_out(x: &[(i32, u8, i32)]) -> i32 {
    let mut t = 0i32;
    for (a, .., b) in x {
        t += a * b;
    }
    t
}

#[reduce(+ : t)]
fn a_name_in_a_condition(x: &[i32], a: i32) -> i32 {
    let mut t = 0i32;
    for i in 0..x.len() {
        if x[i] > a && let a @ 5..=9 = x[i] {
            t += a;
        }
    }
    t
}

fn main() {}
