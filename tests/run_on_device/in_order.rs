//! The clause `deterministic`: floats that round have the same bits on host threads, however many, and on the device.

use scan_runtime::{DeviceKind, Place, Settings, declare_target, last_report, reduce, scan};
use std::fmt::Debug;

/// Numbers whose sums round.
fn floats(length: usize) -> Vec<f32> {
    (0..length).map(|k| (k * 7919 % 1009) as f32 / 3.0 - 160.0).collect()
}

#[scan(+ : y, deterministic)]
fn sums(x: &[f32], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i] * 0.1;
    }
}

#[scan(+ : x, deterministic, algorithm(reduce_then_scan))]
fn in_place(x: &mut [f32]) {
    for i in 1..x.len() {
        x[i] += x[i - 1];
    }
}

#[scan(+ : sum, * : product, deterministic)]
fn before_each_from_the_end(x: &[f32], sums: &mut [f32], products: &mut [f64]) -> (f32, f64) {
    let (mut sum, mut product) = (0.3f32, 1.0f64);
    for i in (0..x.len()).rev().step_by(3) {
        sums[i] = sum;
        products[i] = product;
        sum += x[i];
        product *= 1.0 + f64::from(x[i]) * 1e-7;
    }
    (sum, product)
}

/// What is stored goes where the loop counts; a part of the array has no place for all.
#[scan(+ : kept, sum, deterministic)]
fn sums_of_kept(x: &[f32], out: &mut [f32]) -> (usize, f32) {
    let (mut kept, mut sum) = (0, 0.0f32);
    for value in x {
        if *value > 0.0 {
            sum += value;
            out[kept] = sum;
            kept += 1;
        }
    }
    (kept, sum)
}

#[reduce(+ : sum, max : most, deterministic)]
fn total(x: &[f32]) -> (f32, f32, usize) {
    let (mut sum, mut most, mut at) = (0.0f32, f32::MIN, 0);
    for i in (0..x.len()).rev() {
        sum += x[i];
        if x[i] > most {
            most = x[i];
            at = i;
        }
    }
    (sum, most, at)
}

/// The fields are named as kernels name what they are given.
#[declare_target]
mod welford {
    /// A mean and what it is of.
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Mean {
        pub n: f64,
        pub first: f64,
        pub panicked: u32,
    }

    #[declare_scan(identity = Mean { n: 0.0, first: 0.0, panicked: 0 }, assume_associative)]
    pub fn both(left: Mean, right: Mean) -> Mean {
        let first = if left.n == 0.0 { right.first } else { left.first };
        Mean { n: left.n + right.n, first, panicked: left.panicked.wrapping_add(right.panicked) }
    }
}

#[scan(welford::both : mean, deterministic)]
fn means(x: &[f32], y: &mut [welford::Mean]) -> f64 {
    let mut mean = welford::Mean { n: 0.0, first: 0.0, panicked: 0 };
    for i in 0..x.len() {
        let value: f64 = f64::from(x[i]);
        mean = welford::both(mean, welford::Mean { n: value / 7.0, first: value, panicked: 1 });
        let n: f64 = mean.n;
        y[i].n = n;
    }
    mean.first
}

/// Runs `function` on host threads and on the device, where its loop of so many iterations is to run, and compares.
fn check<R: PartialEq + Debug>(name: &str, iterations: usize, function: &dyn Fn() -> R) {
    let on = |kind: DeviceKind, threads: usize| Settings::from_environment().device(kind).threads(threads).scope(function);
    let alone = on(DeviceKind::Host, 1);
    assert_eq!(on(DeviceKind::Host, 3), alone, "{name}, {iterations} iterations, three threads");
    assert_eq!(on(DeviceKind::Any, 2), alone, "{name}, {iterations} iterations, on the device");
    let report = last_report().filter(|_| iterations > 0);
    assert!(report.as_ref().is_none_or(|report| matches!(report.place, Place::Device { .. })), "{name}: {report:?}");
}

fn bits<'a>(values: impl IntoIterator<Item = &'a f32>) -> Vec<u32> {
    values.into_iter().map(|value| value.to_bits()).collect()
}

#[test]
fn gives_the_same_bits_everywhere() {
    for n in scan_tests::lengths(&[2, 32, 33, 1_023, 1_024, 1_025, 65_536, 65_569, 400_003]) {
        let x = &*floats(n);
        check("sums", n - 1, &|| {
            let mut y = vec![0.7; n];
            sums(x, &mut y);
            bits(&y)
        });
        check("in_place", n - 1, &|| {
            let mut x = x.to_vec();
            in_place(&mut x);
            bits(&x)
        });
        check("before_each_from_the_end", n, &|| {
            let (mut sums, mut products) = (vec![0.0; n], vec![0.0; n]);
            let (sum, product) = before_each_from_the_end(x, &mut sums, &mut products);
            let products: Vec<u64> = products.iter().map(|product| product.to_bits()).collect();
            (sum.to_bits(), product.to_bits(), bits(&sums), products)
        });
        check("sums_of_kept", n, &|| {
            let mut out = vec![0.0; n];
            let (kept, sum) = sums_of_kept(x, &mut out);
            (kept, sum.to_bits(), bits(&out))
        });
        check("means", n, &|| {
            let mut y = vec![welford::Mean { n: 0.0, first: 0.5, panicked: 7 }; n];
            let first = means(x, &mut y).to_bits();
            (first, y.iter().map(|y| (y.n.to_bits(), y.first.to_bits(), y.panicked)).collect::<Vec<_>>())
        });
        check("total", n, &|| {
            let (sum, most, at) = total(x);
            (sum.to_bits(), most.to_bits(), at)
        });
    }
}

#[test]
#[should_panic(expected = "out of bounds")]
fn what_has_no_place_panics_as_the_loop_does() {
    let x = floats(100_003);
    Settings::from_environment().device(DeviceKind::Any).scope(|| sums_of_kept(&x, &mut [0.0; 1_000]));
}
