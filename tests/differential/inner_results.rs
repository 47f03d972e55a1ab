//! What loops in an iteration leave for several of its results, which is computed once: for several arrays, guards, sums, places that a loop
//! counts, parts of elements, and under conditions.

use super::by_hand::same;
use scan_runtime::{declare_target, scan};

#[declare_target]
mod parts {
    #[derive(Clone, Copy, Default)]
    #[repr(C)]
    pub struct Extent {
        pub least: i32,
        pub greatest: i32,
        pub span: i32,
    }
}

/// Three arrays of one.
fn thirds(y: &mut [i32]) -> [&mut [i32]; 3] {
    let third = y.len() / 3;
    let (a, others) = y.split_at_mut(third);
    let (b, c) = others.split_at_mut(third);
    [a, b, &mut c[..third]]
}

loops! {
    #[scan]
    fn three_arrays(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            let (mut sum, mut product, mut most) = (0i32, 1i32, i32::MIN);
            for k in 0..5 {
                let d = x[i + k] - x[k];
                sum += d;
                product = product.wrapping_mul(d | 1);
                most = most.max(d);
            }
            a[i] = sum;
            b[i] = product;
            c[i] = most;
        }
    }

    #[scan]
    fn a_loop_that_needs_another(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            let (mut sum, mut k) = (0, 0);
            while k < 9 && sum < 30 { sum += x[i + k]; k += 1; }
            a[i] = sum;
            b[i] = k as i32 - sum / 2;
            let mut more = 0i32;
            for v in &x[i..i + k] { if *v > 4 { more += 1; } }
            c[i] = more;
        }
    }

    #[scan]
    fn conditions_of_what_a_loop_finds(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            a[i] = x[i] * 2;
            let (mut least, mut at) = (i32::MAX, 0);
            for k in 0..4 { if x[i + k] < least { least = x[i + k]; at = k; } }
            if least < 2 { b[i] = least; c[i] = at as i32; } else if at > 1 { c[i] = -1; }
        }
    }

    #[scan]
    fn several_reductions(x: i32, y: i32) {
        let (mut sum, mut bits, mut most, mut count) = (0, 0, i32::MIN, 0i32);
        #[reduce(+ : sum, ^ : bits, max : most, + : count)]
        for i in 0..y.len() - 5 {
            let (mut s, mut t) = (0, 0);
            for k in 0..5 { s += x[i + k]; t ^= x[i + k] << k; }
            sum += s;
            bits ^= t;
            most = most.max(s ^ t);
            count += 1;
        }
        y[..4].copy_from_slice(&[sum, bits, most, count]);
    }

    #[scan]
    fn beside_a_sum(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        let mut total = 7;
        #[scan(+ : total)]
        for i in 0..a.len() {
            let (mut s, mut t) = (0, 3);
            for k in 0..3 { s ^= x[i + k]; t += x[i + k] & 1; }
            a[i] = total;
            total += s;
            b[i] = total ^ t;
            c[i] = t;
        }
    }

    #[scan]
    fn where_a_loop_counts(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        let mut n = 0;
        #[scan(+ : n)]
        for i in 0..a.len() {
            let mut s = 0;
            for k in 0..3 { s ^= x[i + k]; }
            if s & 3 == 1 { a[n] = s; b[n] = i as i32; n += 1; }
        }
        c[0] = n as i32;
    }

    #[scan]
    fn parts_of_elements(x: i32, y: i32) {
        let mut extents = vec![parts::Extent::default(); y.len() / 3];
        #[parallel_for]
        for i in 0..extents.len() {
            let row = &x[i..i + 4];
            let (least, greatest) = (row.iter().copied().min().unwrap(), row.iter().copied().max().unwrap());
            extents[i].least = least;
            extents[i].greatest = greatest;
            if greatest > 8 { extents[i].span = greatest - least; }
        }
        for (y, e) in y.chunks_exact_mut(3).zip(&extents) { y.copy_from_slice(&[e.least, e.greatest, e.span]); }
    }

    #[scan]
    fn in_branches(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            if i < 2 { a[i] = 0; b[i] = 0; continue; }
            let (mut s, mut t): (i32, u8) = (5, 0);
            if x[i] > 5 {
                for k in i - 2..=i { s += x[k]; t ^= x[k] as u8; }
            } else if x[i] > 2 {
                for v in &x[..3] { s ^= v; }
                t = s as u8;
            } else {
                t = x[i] as u8;
                for k in 0..3 { s *= 3; t += k; }
            }
            a[i] = s;
            b[i] = t as i32;
            if s > 9 { c[i] = 100 / (s - t as i32 % 3); }
        }
    }

    #[scan]
    fn arms_of_a_match(x: i32, y: i32) {
        let [a, b, c] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            match x[i] & 3 {
                0 => {
                    let (mut s, mut t) = (0, 0);
                    for k in 0..3 { s ^= x[i + k]; t += k as i32 * s; }
                    a[i] = s;
                    b[i] = t;
                }
                1 => { a[i] = 5; b[i] = x[..4].iter().map(|v| v & 3).sum(); }
                _ => { let mut u = 1i32; for v in &x[..5] { u ^= v; } c[i] = u; a[i] = u + 1; }
            }
        }
    }

    #[scan]
    fn loops_in_each_other(x: i32, y: i32) {
        let [a, b, _] = thirds(y);
        #[parallel_for]
        for i in 0..a.len() {
            let (mut s, mut t) = (0i32, 1i32);
            for r in 0..3 {
                for k in 0..2 { let v = x[i + r * 2 + k]; s += v * (k as i32 + 1); t = t.wrapping_mul(v) ^ r as i32; }
            }
            a[i] = s;
            b[i] = t;
        }
    }

    #[scan]
    #[allow(unused_assignments, unused_variables, reason = "nothing needs what the loops leave")]
    fn variables_that_a_later_loop_goes_on_with(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() - 4 {
            let (mut low, mut item) = (0usize, 5usize);
            let mut k = 0;
            while k < 3 { low += 2; item = low; k += 1; }
            for (&a, &b) in x[i..i + 3].iter().zip(&x[i..i + 4]) { if a != b { low += 3; } item ^= i; }
            y[i] = x[i + 3];
        }
    }

    #[scan]
    fn bins_of_two_arrays(x: i32, y: i32) {
        let (mut count, mut mass) = (vec![0i32; 4], vec![0i64; 4]);
        #[reduce(+ : count, + : mass)]
        for i in 0..x.len() {
            let mut cell = 0;
            for k in 0..3 { if x[i] > 3 * k { cell = k + 1; } }
            count[cell as usize] += 1;
            mass[cell as usize] += x[i] as i64;
        }
        for k in 0..4 { y[k] = count[k] + 7 * mass[k] as i32; }
    }
}
