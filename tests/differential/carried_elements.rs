//! Fixed arrays and tuples whose elements are carried, each a value of its own: sums of points, bounding boxes, moments. Each runs as written,
//! on host threads and on the device.

#![allow(clippy::manual_memcpy, reason = "elements are stored one by one, too")]

use super::by_hand::same;
use scan_runtime::{last_report, reduce, scan};

#[reduce(+ : sum)]
fn centroid(points: &[[f64; 3]]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for p in points {
        for k in 0..3 {
            sum[k] += p[k];
        }
    }
    sum.map(|total| total / points.len() as f64)
}

#[reduce(min : low, max : high)]
fn bounds(points: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for p in points.iter() {
        for k in 0..low.len() {
            low[k] = low[k].min(p[k]);
            high[k] = high[k].max(p[k]);
        }
    }
    (low, high)
}

/// One by one, under a condition, beside another value, into what is lent.
#[reduce(+ : sums, n)]
fn of_bright(pixels: &[[u8; 3]], sums: &mut [u64; 3]) -> usize {
    let mut n = 0;
    for [r, g, b] in pixels {
        if *r > 100 {
            sums[0] += *r as u64;
            sums[1] += *g as u64;
            sums[2] += *b as u64;
            n += 1;
        }
    }
    n
}

#[reduce(+ : m)]
fn moments(x: &[i32]) -> [i64; 4] {
    let mut m = [0i64, 0, 0, 7];
    for v in x {
        let v = *v as i64;
        m[1] += v;
        m[2] += v.wrapping_mul(v);
        m[0] += 1;
    }
    m
}

#[reduce(+ : c)]
fn covariance(points: &[[i32; 2]]) -> [[i64; 2]; 2] {
    let mut c = [[0; 2]; 2];
    for p in points {
        for i in 0..2 {
            for j in 0..2 {
                c[i][j] += (p[i] as i64).wrapping_mul(p[j] as i64);
            }
        }
    }
    c
}

#[reduce(+ : c)]
fn by_iterators(points: &[[i64; 3]]) -> [i64; 3] {
    let mut c = [0i64; 3];
    for p in points {
        for (c, v) in c.iter_mut().zip(p) {
            *c += *v;
        }
    }
    c
}

#[reduce(+ : s)]
fn of_a_tuple(pairs: &[(i64, u32)]) -> (i64, u32) {
    let mut s = (0i64, 0u32);
    for (a, b) in pairs {
        s.0 += a;
        s.1 += b;
    }
    s
}

/// Running sums, stored part by part and whole.
#[scan(+ : total)]
fn running(x: &[[i64; 3]], parts: &mut [[i64; 3]], wholes: &mut [[i64; 3]]) {
    let mut total = [1, 2, 3];
    for ((v, p), w) in x.iter().zip(parts.iter_mut()).zip(wholes.iter_mut()) {
        *w = total;
        for k in 0..3 {
            total[k] += v[k];
            p[k] = total[k];
        }
    }
}

/// Some elements are only read, and another array has the same name in the iteration.
#[reduce(+ : s)]
fn read_as_well(x: &[i64]) -> [i64; 3] {
    let mut s = [0, 0, 5];
    for v in x {
        let scaled = {
            let s = [2i64, 3];
            *v * s[0]
        };
        s[0] += scaled + s[2];
    }
    s
}

/// Each of them has its own operator.
#[reduce(+ : c[0], - : c[1], max : c[2])]
fn one_by_one(x: &[i64]) -> [i64; 3] {
    let mut c = [0i64, 5, -9];
    for v in x {
        c[0] += v;
        c[1] -= v;
        c[2] = c[2].max(*v);
    }
    c
}

/// In another order than they are read, and only of some.
#[reduce(+ : c)]
fn mirrored(points: &[[i32; 3]]) -> [i64; 3] {
    let mut c = [0i64; 3];
    for p in points {
        for k in 0..3 {
            if p[k] > 1 {
                c[2 - k] += (p[k] as i64) * 3;
            }
        }
    }
    c
}

#[reduce(min : low)]
fn least(points: &[[f32; 3]], low: &mut [f32; 3]) {
    for p in points {
        for (l, v) in low.iter_mut().zip(p) {
            *l = l.min(*v);
        }
    }
}

/// What one field counts is `u32`, and the last is only stored.
#[reduce(+ : t)]
fn of_some(x: &[i32], t: &mut (i64, u32, i32)) {
    for v in x {
        t.2 = *v;
        if v % 3 == 0 {
            continue;
        }
        t.0 += *v as i64;
        t.1 += 1;
    }
}

/// What is looked up by a computed index is a histogram, as before.
#[reduce(+ : h)]
fn histogram(x: &[u8]) -> [u32; 4] {
    let mut h = [0u32; 4];
    for v in x {
        h[(*v & 3) as usize] += 1;
    }
    h
}

/// Another loop of the function reads the array.
#[scan]
fn centred(x: &[[i64; 2]], y: &mut [i64]) -> i64 {
    let mut sum = [0i64; 2];
    #[reduce(+ : sum)]
    for v in x {
        sum[0] += v[0];
        sum[1] += v[1];
    }
    let mut t = 0i64;
    #[scan(+ : t)]
    for i in 0..x.len() {
        t += x[i][0] - sum[1];
        y[i] = t;
    }
    t
}

#[test]
fn elements_are_carried_one_by_one() {
    for n in [200, 3_001, 70_003] {
        let x: Vec<i32> = (0..n).map(|k| (k * 7919 % 2003) - 1000).collect();
        let floats: Vec<[f32; 3]> = x.iter().map(|v| [*v as f32, (*v ^ 77) as f32, 0.5 - *v as f32]).collect();
        same("bounds", || bounds(&floats));
        let whole: Vec<[f64; 3]> = floats.iter().map(|p| p.map(|v| f64::from(v.trunc()))).collect();
        same("centroid", || centroid(&whole));
        let pixels: Vec<[u8; 3]> = x.iter().map(|v| [*v as u8, (*v >> 2) as u8, (*v >> 3) as u8]).collect();
        same("of_bright", || {
            let mut sums = [1, 2, 3];
            let counted = of_bright(&pixels, &mut sums);
            (counted, sums)
        });
        same("moments", || moments(&x));
        let pairs: Vec<[i32; 2]> = x.iter().map(|v| [*v, v ^ 5]).collect();
        same("covariance", || covariance(&pairs));
        let points: Vec<[i64; 3]> = x.iter().map(|v| [*v as i64, *v as i64 * 3, 1]).collect();
        same("by_iterators", || by_iterators(&points));
        let tuples: Vec<(i64, u32)> = x.iter().map(|v| (*v as i64, v.unsigned_abs())).collect();
        same("of_a_tuple", || of_a_tuple(&tuples));
        same("running", || {
            let (mut parts, mut wholes) = (vec![[0; 3]; points.len()], vec![[0; 3]; points.len()]);
            running(&points, &mut parts, &mut wholes);
            (parts, wholes)
        });
        let numbers: Vec<i64> = x.iter().map(|v| *v as i64).collect();
        same("read_as_well", || read_as_well(&numbers));
        same("one_by_one", || one_by_one(&numbers));
        let of_three: Vec<[i32; 3]> = x.iter().map(|v| [*v, v ^ 9, v >> 1]).collect();
        same("mirrored", || mirrored(&of_three));
        same("least", || {
            let mut low = [0.0, 1e9, -1e9];
            least(&floats, &mut low);
            low
        });
        same("of_some", || {
            let mut t = (7, 9, 4);
            of_some(&x, &mut t);
            t
        });
        let bytes: Vec<u8> = x.iter().map(|v| *v as u8).collect();
        same("histogram", || histogram(&bytes));
        let two: Vec<[i64; 2]> = numbers.iter().map(|v| [*v, v % 3]).collect();
        same("centred", || {
            let mut y = vec![0; two.len()];
            (centred(&two, &mut y), y)
        });
    }
    assert_eq!(centroid(&[[1.0, 2.0, 3.0], [3.0, 2.0, -3.0]]), [2.0, 2.0, 0.0]);
    assert_eq!(last_report().expect("a report").iterations, 2);
}
