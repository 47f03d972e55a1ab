//! Loops that call closures and functions of their own function. Each runs as written, on host threads and on the device.

use super::by_hand::same;
use scan_runtime::{parallel_for, reduce, scan};

#[parallel_for]
fn captures(x: &[f32], y: &mut [f32], k: f32) {
    let weigh = |v: f32| v * k + 1.0;
    for i in 0..x.len() {
        y[i] = weigh(x[i]) - weigh(weigh(x[i]));
    }
}

#[parallel_for]
fn untyped(x: &[u64], y: &mut [u64]) {
    let mix = |a, b| a * 3 + b;
    for k in 0..x.len() {
        // The first argument is called as the second parameter is.
        let b = x[k] + 1;
        y[k] = mix(b, x[k]);
    }
}

#[parallel_for]
fn calls_another(x: &[f32], y: &mut [f32]) {
    let next = |k: f32| k + 1.0;
    let twice = |v: f32| next(v) * 2.0;
    for k in 0..x.len() {
        y[k] = twice(x[k]) + next(x[k]);
    }
}

#[parallel_for]
fn function(x: &[f32], y: &mut [f32]) {
    const LEAST: f32 = 0.5;
    fn limited(v: f32, k: f32) -> f32 {
        if v < LEAST {
            return LEAST;
        }
        let t = v * k;
        t + 1.0
    }
    let t = 3.0;
    for i in 0..x.len() {
        let t = limited(x[i], t) + t;
        y[i] = t;
    }
}

#[parallel_for]
fn cells(x: &[i64], y: &mut [i64], (w, h): (usize, usize)) {
    let at = |r, c| r * w + c;
    for r in 1..h {
        for c in 0..w {
            y[at(r, c)] = x[at(r - 1, c)] - x[at(r, c)];
        }
    }
}

#[scan(+ : y)]
fn rows(x: &[i64], y: &mut [i64], (w, h): (usize, usize)) {
    let at = |r: usize, c: usize| r * w + c;
    for r in 0..h {
        for c in 1..w {
            y[at(r, c)] = y[at(r, c - 1)] + x[at(r, c)];
        }
    }
}

#[parallel_for]
fn guarded(x: &[f64], y: &mut [f64]) {
    let n = x.len();
    let get = |i: usize| if i < n { x[i] } else { -1.0 };
    for i in 0..y.len() {
        y[i] = get(i) + get(i + 1);
    }
}

#[parallel_for]
fn lent(x: &[f64], weights: &[f64], y: &mut [f64]) {
    fn near(x: &[f64], i: usize) -> f64 {
        if i > 0 { x[i - 1] } else { x[0] }
    }
    let weigh = |a: &[f64], i: usize, k: f64| a[i] * k;
    for i in 0..y.len() {
        y[i] = near(x, i) + weigh(weights, i, near(weights, i));
    }
}

#[scan]
fn inner_loops(a: &[f64], b: &[f64], y: &mut [f64]) {
    let n = b.len();
    let dot = |i: usize| {
        let mut s = 0.0;
        for j in 0..n {
            s += a[i * n + j] * b[j];
        }
        s
    };
    #[parallel_for]
    for i in 0..y.len() {
        y[i] = dot(i);
    }
}

#[parallel_for]
fn in_the_loop(x: &[f32], z: &[f32], y: &mut [f32]) {
    for i in 0..x.len() {
        let t = x[i];
        let mix = |a: f32, b: f32| a * t + b;
        y[i] = mix(z[i], 1.0) - mix(2.0, t);
    }
}

#[parallel_for]
fn pairs(x: &[i64], y: &mut [i64], w: usize) {
    let split = |i: usize| (i / w, i % w);
    for i in 0..x.len() {
        let (r, c) = split(i);
        y[i] = x[i] * r as i64 - c as i64;
    }
}

#[parallel_for]
fn pixels(image: &[u8], out: &mut [u8], (w, h): (usize, usize)) {
    let px = |x: usize, y: usize| image[y * w + x] as i32;
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            let gx = px(x + 1, y) - px(x - 1, y);
            let gy = px(x, y + 1) - px(x, y - 1);
            out[y * w + x] = (gx.abs() + gy.abs()).min(255) as u8;
        }
    }
}

#[reduce(+ : sum)]
fn mapped(x: &[f64], k: f64) -> f64 {
    let weigh = |v: &f64| v * k;
    let is_small = |v: &f64| *v < 40.0;
    let sum: f64 = x.iter().map(weigh).filter(is_small).sum();
    sum
}

#[reduce(+ : n)]
fn counted(x: &[u8]) -> usize {
    let is_vowel = |c: u8| matches!(c, b'a' | b'e' | b'i' | b'o' | b'u');
    let mut n = 0;
    for &c in x {
        if is_vowel(c) {
            n += 1;
        }
    }
    n
}

#[parallel_for]
fn collected(x: &[f64]) -> Vec<f64> {
    fn half(v: &f64) -> f64 {
        v / 2.0
    }
    let y: Vec<f64> = x.iter().map(half).collect();
    y
}

#[scan(+ : kept)]
fn compacted(x: &[i32], least: i32) -> Vec<i32> {
    let keep = |v: i32| v % 3 == 0 && v > least;
    let mut kept = Vec::new();
    for &v in x {
        if keep(v) {
            kept.push(v);
        }
    }
    kept
}

#[parallel_for]
fn found(x: &[i32], most: i32) -> Option<usize> {
    let is_more = |v: &i32| *v > most;
    x.iter().position(is_more)
}

#[parallel_for]
fn left(x: &[i32], most: i32) -> Result<(), usize> {
    let is_fine = |v: i32| v <= most;
    for (k, &v) in x.iter().enumerate() {
        if !is_fine(v) {
            return Err(k);
        }
    }
    Ok(())
}

#[scan(max : most)]
fn operator(x: &[f64], y: &mut [f64]) {
    let greater = |a: f64, b: f64| if b > a { b } else { a };
    let mut most = 0.0;
    for i in 0..x.len() {
        most = greater(most, x[i]);
        y[i] = most;
    }
}

#[scan(auto : level)]
fn derived(x: &[i64], y: &mut [i64]) {
    let step = |level: i64, v: i64| (level + v).max(0);
    let mut level = 0;
    for i in 0..x.len() {
        level = step(level, x[i] - 40);
        y[i] = level;
    }
}

#[reduce(max : max_by_key)]
fn item(x: &[i64]) -> Option<(usize, &i64)> {
    let score = |v: i64| (v % 17).abs();
    x.iter().enumerate().max_by_key(|(_, v)| score(**v))
}

#[reduce(max : fold)]
fn folded(x: &[i64]) -> i64 {
    let greater = |a: i64, b: &i64| a.max(b % 17);
    x.iter().fold(-100, greater)
}

/// Names that mean several things.
macro_rules! shadows {
    ($($(#[$attribute:meta])* fn $name:ident($x:ident, $y:ident) $body:block)*) => {
        $(
            $(#[$attribute])*
            fn $name($x: &[i32], $y: &mut [i32]) $body
        )*

        #[test]
        fn names_mean_what_they_did() {
            let x: Vec<i32> = (0..2_400).map(|k| k * 7919 % 101).collect();
            $( same(stringify!($name), || stored(&x, $name)); )*
        }
    };
}

shadows! {
    #[parallel_for]
    fn parameter_of_another(x, y) {
        let k = 3;
        let h = |v: i32| v ^ k;
        let m = |k: i32| h(k) + 2;
        for i in 0..x.len() {
            y[i] = m(x[i] & 63);
        }
    }

    #[parallel_for]
    fn variables_of_another(x, y) {
        let k = 3;
        let h = |v: i32| v ^ k;
        let m = |q: i32| { let k = q / 2; h(k) + 2 };
        let n = |(k, q): (i32, i32)| h(k) ^ q;
        for i in 0..x.len() {
            y[i] = m(x[i]) + n((x[i], 5));
        }
    }

    #[parallel_for]
    fn array_of_another(x, y) {
        let z = &x[7..];
        let at = |i: usize| x[i];
        let two = |x: &[i32], i: usize| at(i) ^ x[i];
        for i in 0..z.len() {
            y[i] = two(z, i);
        }
    }

    #[parallel_for]
    fn constant_of_a_block(x, y) {
        const K: i32 = 8;
        fn h(v: i32) -> i32 { v ^ K }
        {
            const L: i32 = 3;
            for i in 0..x.len() {
                y[i] = h(x[i]) & L;
            }
        }
    }

    #[parallel_for]
    fn raw(x, y) {
        let k = 3;
        let h = |v: i32| v ^ r#k;
        let m = |r#k: i32| k + 1;
        for i in 0..x.len() {
            let q = x[i] & 7;
            y[i] = h(q) + m(q);
        }
    }

    #[parallel_for]
    fn named_as_those_of_the_library(x, y) {
        fn min(a: i32, b: i32) -> i32 { a ^ b }
        let max = |a: i32, b: i32| a - b;
        for i in 0..x.len() {
            y[i] = min(x[i], 77) + max(x[i], 3);
        }
    }

    #[parallel_for]
    fn what_would_overflow(x, y) {
        let h = |a: i32, b: i32| if a == 333 { a / b } else { a };
        let g = |a: u8| (a as usize - 3) as i32;
        for i in 0..x.len() {
            y[i] = h(x[i], 0) + g(9);
        }
    }

    #[scan(^ : y)]
    fn carried_in_a_function(x, y) {
        fn at(a: &[i32], i: usize) -> i32 { a[i] }
        for i in 1..x.len() {
            y[i] = at(y, i - 1) ^ x[i];
        }
    }

    #[scan(max : y)]
    fn carried_in_a_closure(x, y) {
        for i in 1..x.len() {
            let h = |k: usize| y[k];
            y[i] = h(i - 1).max(x[i]);
        }
    }
}

#[scan(+ : out)]
fn chosen_values(x: &[i32], k: i32) -> Vec<i64> {
    let least = |v: i32| if k > 4 { k } else { v % 7 };
    let mut out = Vec::new();
    for i in 0..x.len() {
        if least(x[i]) - 1 > 2 {
            out.push(least(7) as i64 - 1);
        }
    }
    out
}

#[parallel_for]
fn cast_index(x: &[f64], y: &mut [f64], k: f64) {
    let at = |k: usize| x[k];
    for i in 0..y.len() {
        y[i] = if x[i] > 30.0 { at(k as usize) } else { x[k as usize] - 1.0 };
    }
}

struct Model {
    k: f64,
    bias: Vec<f64>,
}

impl Model {
    #[parallel_for]
    fn fields(&self, x: &[f64], y: &mut [f64]) {
        let act = |v: f64, i: usize| (v * self.k + self.bias[i]).max(0.0);
        for i in 0..y.len() {
            y[i] = act(x[i], i);
        }
    }
}

fn numbers(length: usize) -> Vec<f64> {
    (0..length).map(|k| (k * 7919 % 101) as f64).collect()
}

fn integers(length: usize) -> Vec<i64> {
    (0..length).map(|k| (k * 7919 % 101) as i64 - 20).collect()
}

/// What a function stores into as many elements as `x` has.
fn stored<T: Copy + Default>(x: &[T], run: impl Fn(&[T], &mut [T])) -> Vec<T> {
    let mut y = vec![T::default(); x.len()];
    run(x, &mut y);
    y
}

#[test]
fn calls_are_what_they_compute() {
    for length in [96, 2_400] {
        let (x, of_ints) = (numbers(length), integers(length));
        let singles: Vec<f32> = x.iter().map(|v| *v as f32 * 0.25).collect();
        let bytes: Vec<u8> = of_ints.iter().map(|v| (*v + 97) as u8).collect();
        let ints: Vec<i32> = of_ints.iter().map(|v| *v as i32).collect();
        let unsigned: Vec<u64> = of_ints.iter().map(|v| (*v + 20) as u64).collect();
        let shape = (12, length / 12);
        same("captures", || stored(&singles, |x, y| captures(x, y, 3.0)));
        same("untyped", || stored(&unsigned, untyped));
        same("calls_another", || stored(&singles, calls_another));
        same("function", || stored(&singles, function));
        same("cells", || stored(&of_ints, |x, y| cells(x, y, shape)));
        same("rows", || stored(&of_ints, |x, y| rows(x, y, shape)));
        same("guarded", || stored(&x, guarded));
        same("lent", || stored(&x, |x, y| lent(x, x, y)));
        same("inner_loops", || stored(&x[..length / 12], |_, y| inner_loops(&x, &x[..12], y)));
        same("in_the_loop", || stored(&singles, |x, y| in_the_loop(x, x, y)));
        same("pairs", || stored(&of_ints, |x, y| pairs(x, y, 7)));
        same("pixels", || stored(&bytes, |x, y| pixels(x, y, shape)));
        same("counted", || counted(&bytes));
        same("collected", || collected(&x));
        same("compacted", || compacted(&ints, 10));
        same("found", || found(&ints, 79));
        same("left", || left(&ints, 79));
        same("operator", || stored(&x, operator));
        same("derived", || stored(&of_ints, derived));
        same("item", || item(&of_ints).map(|(at, v)| (at, *v)));
        same("chosen_values", || [chosen_values(&ints, 3), chosen_values(&ints, 9)]);
        same("cast_index", || stored(&x, |x, y| cast_index(x, y, 9.7)));
        same("folded", || folded(&of_ints));
        let model = Model { k: 0.5, bias: x.clone() };
        same("fields", || stored(&x, |x, y| model.fields(x, y)));
        // Sums of these are exact in any order.
        same("mapped", || mapped(&x, 0.5));
    }
}
