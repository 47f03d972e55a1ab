//! Loops that store an array and read what was there before the loop, in cells that later iterations store, or none.

use scan_runtime::{declare_target, parallel_for, reduce, scan};

#[parallel_for]
pub fn differences(y: &mut [i32]) {
    for i in 0..y.len() - 1 {
        y[i] = y[i + 1].wrapping_sub(y[i]);
    }
}

/// Backwards, three cells away, and not at once.
#[parallel_for]
pub fn blurred(y: &mut [f32], by: f32) {
    for i in (0..y.len() - 3).rev() {
        let far = y[i];
        y[i + 3] = (y[i + 3] + far * by) / (1.0 + by) - y[i + 1];
    }
}

/// In some iterations only.
#[parallel_for]
pub fn pulled(x: &[i32], y: &mut [i64]) {
    for i in 0..x.len() - 2 {
        if x[i] > 0 {
            y[i] += y[i + 2] * i64::from(x[i]);
        }
    }
}

/// Every other cell, from those between, which none stores.
#[parallel_for]
pub fn predicted(y: &mut [u16]) {
    for i in (1..y.len() - 1).step_by(2) {
        y[i] = y[i].wrapping_sub((y[i - 1] / 2).wrapping_add(y[i + 1] / 2));
    }
}

/// The whole row below each, and two arrays that read each other's.
#[parallel_for]
pub fn shifted(a: &mut [u8], b: &mut [u8], w: usize) {
    for i in 0..a.len() - 1 {
        a[i] = a[i + 1] ^ b[w - i];
        b[w - i] = b[w - i - 1].wrapping_add(a[i]);
    }
}

/// Carried where a condition holds, and else as it was.
#[scan(auto : y)]
pub fn continued(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() - 1 {
        if x[i] > 0 {
            y[i] = y[i - 1].wrapping_add(y[i + 1]);
        }
    }
}

/// Beside what an array carries.
#[scan(+ : y)]
pub fn summed(y: &mut [u32]) {
    for i in 1..y.len() - 1 {
        y[i] = y[i - 1].wrapping_add(y[i + 1] / 3).wrapping_add(y[i]);
    }
}

/// Beside what a variable carries, stored before it has changed.
#[scan(max : most)]
pub fn masked(most: i32, y: &mut [i32]) -> i32 {
    let mut most = most;
    for i in 0..y.len() - 2 {
        let next = y[i + 1];
        y[i] = most - y[i + 2];
        most = most.max(next);
    }
    most
}

/// And reduced.
#[reduce(+ : sum)]
pub fn smoothed(y: &mut [u64]) -> u64 {
    let mut sum = 0;
    for i in (1..y.len()).rev() {
        y[i] = y[i] / 2 + y[i - 1] / 2;
        sum += y[i];
    }
    sum
}

/// The reset of what is carried is read ahead.
#[scan(auto : acc)]
pub fn segments(y: &mut [i32]) {
    let mut acc = 0i32;
    for i in 0..y.len() - 1 {
        acc = if y[i + 1] % 5 == 0 { 0 } else { acc.wrapping_add(y[i]) };
        y[i] = acc;
    }
}

#[declare_target]
mod points {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point {
        pub x: f64,
        pub on: bool,
    }
}
pub use points::Point;

/// Structs.
#[parallel_for]
pub fn moved(points: &mut [Point]) {
    for i in 0..points.len() - 1 {
        let next = points[i + 1];
        points[i] = if next.on { next } else { points[i] };
    }
}

/// A window of one array, and the rest of it.
pub struct Buffers {
    pub words: Vec<u32>,
    pub from: usize,
}

impl Buffers {
    #[parallel_for]
    pub fn gathered_down(&mut self, count: usize) {
        let from = self.from;
        let words: &mut [u32] = &mut self.words;
        for i in 0..count {
            words[from + i] = words[from + i + 1] | 1;
        }
    }
}

/// In a region, with loops before and after it.
#[scan]
pub fn in_a_region(x: &[i32], y: &mut [i32], z: &mut [i32]) -> i32 {
    let (mut sum, mut most) = (0i32, i32::MIN);
    #[scan(+ : sum)]
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        y[i] = sum;
    }
    #[parallel_for]
    for i in (2..y.len()).rev() {
        if y[i] > 0 {
            y[i] = y[i - 2].wrapping_add(y[i]);
        }
    }
    #[reduce(max : most)]
    for i in 0..y.len() {
        most = most.max(y[i]);
    }
    #[scan(+ : y)]
    for i in 1..y.len() - 1 {
        y[i] = y[i - 1].wrapping_add(y[i + 1]);
        z[i] = y[i] ^ most;
    }
    most
}

/// Registers in a row, and what they hold afterwards.
#[parallel_for]
pub fn weighted(x: &[i32], y: &mut [i64], mut a: i32, mut b: i32, mut c: i32) -> [i32; 3] {
    for i in (0..x.len()).step_by(3) {
        if x[i] > 0 {
            y[i] = i64::from(c) * 2 + i64::from(b);
        }
        c = b;
        b = a;
        a = x[i] / 2;
    }
    [a, b, c]
}

/// In place, beside a sum, and backwards.
#[scan(+ : y)]
pub fn carried_over(y: &mut [u32], mut a: u32, mut b: u32) -> [u32; 2] {
    for i in (0..y.len() - 1).rev() {
        let next = y[i];
        y[i] = y[i + 1].wrapping_add(b);
        b = a;
        a = next;
    }
    [a, b]
}

/// Registers with which an expression begins, of which one is called like a word of Rust.
#[reduce(+ : sum)]
pub fn leftmost(x: &[u32]) -> (u64, u32, bool, i64) {
    let (mut r#type, mut is_over, mut rest, mut sum) = (7u32, false, 3i64, 0u64);
    for i in 0..x.len() {
        sum += r#type as u64 + if is_over { 1 } else { 0 };
        rest = r#type as i64 ^ i as i64;
        is_over = r#type > 30;
        r#type = x[i];
    }
    (sum, r#type, is_over, rest)
}
