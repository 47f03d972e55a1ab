use scan_runtime::{declare_target, scan};

#[declare_target]
mod poly {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(b.y).wrapping_add(b.x), y: a.y.wrapping_mul(b.y) }
    }

    pub fn other(a: Pair, _b: Pair) -> Pair {
        a
    }
}

use poly::Pair;

#[scan(poly::op : t)]
fn of_another_type(x: &[Pair], y: &mut [i64], t: &mut [Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], x[i]);
        y[i] = t[i].x;
    }
}

#[scan(+ : sum)]
fn of_no_type(x: &[Pair], y: &mut [i64]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i].x as i64;
        y[i] = sum;
    }
}

#[scan(+ : sum)]
fn of_two_types(x: &[Pair], y: &mut [i64]) {
    let mut sum = 0;
    for i in 0..x.len() {
        let narrow: i32 = x[i].x;
        sum += x[i].x + i64::from(narrow);
        y[i] = sum;
    }
}

#[scan(+ : sum)]
fn that_does_not_exist(x: &[Pair], y: &mut [i64]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i].weight;
        y[i] = sum;
    }
}

fn main() {}
