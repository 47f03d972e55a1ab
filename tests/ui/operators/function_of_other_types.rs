use scan_runtime::{declare_target, reduce, scan};

#[declare_target]
mod weights {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    pub fn weigh(x: i32) -> i64 {
        x as i64 * 3
    }

    pub fn of(pair: Pair, by: i32) -> i32 {
        pair.x + by
    }
}

#[reduce(+ : sum)]
fn takes_another(x: &[u32]) -> i64 {
    let mut sum = 0i64;
    for i in 0..x.len() {
        sum += weights::weigh(x[i]);
    }
    sum
}

#[scan(+ : y)]
fn gives_another(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weights::weigh(x[i]);
    }
}

#[scan(+ : y)]
fn takes_a_literal(pairs: &[weights::Pair], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weights::of(pairs[i], 3);
    }
}

#[scan(+ : y)]
fn gives_what_is_not_shown(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weights::weigh(x[i]) as i32;
    }
}

fn main() {}
