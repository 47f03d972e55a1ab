//! Fixed arrays of an iteration, and of arrays: as variables, in loops that are written out, stored as wholes and part by part.

use super::by_hand::same;
use scan_runtime::scan;

fn triples(x: &[i32]) -> Vec<[i32; 3]> {
    x.windows(3).map(|w| [w[0], w[1], w[2]]).collect()
}

fn flat(y: &mut [i32], triples: &[[i32; 3]]) {
    y.chunks_exact_mut(3).zip(triples).for_each(|(y, triple)| y.copy_from_slice(triple));
}

loops! {
    #[scan]
    fn sums_of_vectors(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut q: Vec<[i32; 3]> = vec![[7; 3]; y.len() / 3];
        #[parallel_for]
        for i in 0..q.len() {
            let mut s = [0; 3];
            for j in 0..5 {
                let d = [p[j][0] - p[i][0], p[j][1] ^ p[i][1], p[i][2]];
                for k in 0..3 { s[k] += d[k] * (j as i32 + 1); }
            }
            q[i] = s;
        }
        flat(y, &q);
    }

    #[scan]
    fn stored_in_branches_and_by_parts(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut q: Vec<[i32; 3]> = vec![[7, 8, 9]; y.len() / 3];
        #[parallel_for]
        for i in 0..q.len() {
            let s = [p[i][2], 1, 2];
            if p[i][1] > 5 { q[i] = s; } else if i % 2 == 0 { q[i][1] = s[0]; }
            for k in 0..3 { q[i][k] += p[i][(k + 1) % 3] / 2; }
            if p[i][0] > 5 { q[i] = [q[i][2], q[i][0], q[i][1]]; }
        }
        flat(y, &q);
    }

    #[scan]
    fn iterated_and_changed(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        #[parallel_for]
        for i in 0..y.len().min(p.len()) {
            let v = p[i];
            let (mut most, mut s) = (i32::MIN, 0);
            for &c in &v { most = most.max(c); }
            for (k, c) in p[i].iter().enumerate() { s += *c * k as i32; }
            let mut t = [most, s, 3];
            for v in t.iter_mut() { *v = *v * 2 - 5; }
            for v in &mut t { *v -= 1; }
            if t[0] > 3 { t = [t[1], t[0], t[0] / 2]; } else { t[1] = t[0]; (t[0], t[2]) = (t[2], t[0]); }
            let inner = { let t = [t[0] * 2, 9]; t[0] - t[1] };
            let mut all = 0i32;
            for t in t { all = all.wrapping_mul(3) + t; }
            y[i] = all ^ inner;
        }
    }

    #[scan]
    fn narrow_elements(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut sum = 0;
        #[scan(+ : sum)]
        for i in 0..y.len().min(p.len()) {
            let (weights, v) = ([1, 2u8, 250], p[i]);
            let mut e = 0;
            for k in 0..3 { e += v[k] * weights[k].wrapping_mul(3) as i32; }
            sum += e;
            y[i] = sum;
        }
    }

    #[scan]
    fn matrices(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() - 1 {
            let m = [[1i32, 2], [3, 4]];
            let v = [x[i], x[i + 1]];
            let mut r = [0i32; 2];
            for a in 0..2 { for b in 0..2 { r[a] += m[a][b] * v[b]; } }
            let s = r;
            let r = [s[1], s[0]];
            y[i] = r[0] - r[1] * s.len() as i32;
        }
    }

    #[scan]
    fn of_headers(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut q: Vec<[i32; 3]> = vec![[7; 3]; y.len() / 3];
        #[parallel_for]
        for (q, p) in q.iter_mut().zip(p.iter().rev()) {
            let mut d = 0;
            for k in 0..3 { d += p[k] * q[k]; }
            *q = [d, p[0] - d, q[1]];
        }
        flat(y, &q);
    }

    #[scan]
    fn beside_a_sum(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut q: Vec<[i32; 3]> = vec![[0; 3]; y.len() / 3];
        let mut c = 0;
        #[scan(+ : c)]
        for i in 0..q.len() { c += p[i][0] & 1; q[i] = [c, c * 2, p[i][1]]; }
        flat(y, &q);
    }

    #[scan]
    fn where_a_loop_counts(x: i32, y: i32) {
        let p: Vec<[i32; 3]> = triples(x);
        let mut q: Vec<[i32; 3]> = vec![[0; 3]; y.len() / 3];
        let mut c = 0;
        #[scan(+ : c)]
        for i in 0..q.len() { if p[i][0] > 4 { q[c] = [p[i][1], 7, i as i32]; c += 1; } }
        flat(y, &q);
    }
}

/// Elements that are taken apart by patterns: in headers, in closures, and in each other.
mod patterns {
    use super::*;
    use scan_runtime::{parallel_for, reduce};

    #[parallel_for]
    fn grey(pixels: &[[u8; 3]]) -> Vec<u8> {
        pixels.iter().map(|&[r, g, b]| ((r as u32 * 3 + g as u32 + b as u32) / 5) as u8).collect()
    }

    #[parallel_for]
    fn swapped(pixels: &[[u8; 3]], out: &mut [[u8; 3]], k: u8) {
        for ([r, _, b], o) in pixels.iter().zip(out.iter_mut()) {
            *o = [*b, k, r.saturating_sub(*b)];
        }
    }

    #[parallel_for]
    fn nested(cells: &[[[i16; 2]; 3]]) -> Vec<i16> {
        cells.iter().map(|[[a, _], [_, b], ..]| a.wrapping_sub(*b)).collect()
    }

    #[reduce(+ : s)]
    fn summed(points: &[[i64; 3]]) -> i64 {
        let mut s = 0;
        for &[x, y, z] in points {
            s += x * y - z;
        }
        s
    }

    #[test]
    fn is_the_loop() {
        let pixels: Vec<[u8; 3]> = (0..5_000).map(|k: u32| [k as u8, (k / 7) as u8, (k * k) as u8]).collect();
        let cells: Vec<[[i16; 2]; 3]> = (0..5_000).map(|k| [[k, 1], [2, k / 3], [5, 6]]).collect();
        let points: Vec<[i64; 3]> = (0..5_000).map(|k| [k % 77, k - 3, k * 2]).collect();
        same("grey", || grey(&pixels));
        same("nested", || nested(&cells));
        same("summed", || summed(&points));
        same("swapped", || {
            let mut out = vec![[0; 3]; 5_000];
            swapped(&pixels, &mut out, 9);
            out
        });
    }
}
