//! Annotated functions compile and do what their loops do whatever features the crate has: `cargo test --no-default-features --test
//! features`, and with `opencl` or `threads` alone, as `tests/run` does.

use scan_runtime::{DeviceKind, Place, Report, Settings, parallel_for, reduce, scan, with_reports};

/// Long enough for every place.
const N: usize = 20_000;

#[scan(+ : y)]
fn prefix_sum(x: &[i32], y: &mut [i32]) {
    y[0] = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1];
    }
}

#[scan(max : most)]
fn running_maximum(x: &[i32], y: &mut [i32]) -> i32 {
    let mut most = i32::MIN;
    for i in 0..x.len() {
        most = most.max(x[i]);
        y[i] = most;
    }
    most
}

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i64 {
    let mut sum = 0i64;
    for value in x {
        sum += *value as i64;
    }
    sum
}

#[parallel_for]
fn squares(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i] * x[i];
    }
}

#[scan(+ : k)]
fn positive(x: &[i32], kept: &mut [i32]) -> usize {
    let mut k = 0usize;
    for value in x {
        if *value > 0 {
            kept[k] = *value;
            k += 1;
        }
    }
    k
}

/// Rows, and a region of two loops.
#[scan]
fn rows(y: &mut [i32], w: usize, h: usize) {
    for r in 0..h {
        #[scan(+ : y)]
        for c in 1..w {
            y[r * w + c] += y[r * w + c - 1];
        }
    }
    #[scan(min : y)]
    for i in 1..w * h {
        y[i] = y[i].min(y[i - 1]);
    }
}

#[scan(+ : y, deterministic)]
fn in_one_order(x: &[f32], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn numbers() -> Vec<i32> {
    (0..N as i32).map(|i| (i * 7919) % 101 - 50).collect()
}

/// Runs every function once; what each gave.
fn all() -> [Vec<i64>; 7] {
    let x = numbers();
    let wide = |y: &[i32]| y.iter().map(|value| i64::from(*value)).collect::<Vec<_>>();
    let mut y = vec![0; N];
    prefix_sum(&x, &mut y);
    let sums = wide(&y);
    let most = running_maximum(&x, &mut y);
    let maxima = wide(&[&y[..], &[most]].concat());
    squares(&x, &mut y);
    let squared = wide(&y);
    let k = positive(&x, &mut y);
    let kept = wide(&y[..k]);
    y.copy_from_slice(&x);
    rows(&mut y, 100, N / 100);
    let rowed = wide(&y);
    // Small integers: the order does not matter.
    let floats: Vec<f32> = x.iter().map(|value| *value as f32).collect();
    let mut z = vec![0.0; N];
    in_one_order(&floats, &mut z);
    [sums, maxima, vec![total(&x)], squared, kept, rowed, z.iter().map(|value| *value as i64).collect()]
}

fn run(settings: Settings) -> ([Vec<i64>; 7], Vec<Report>) {
    settings.scope(|| with_reports(all))
}

#[test]
fn loops_do_the_same_in_every_place() {
    let (expected, reports) = run(Settings::default().device(DeviceKind::Loop));
    assert!(reports.len() >= 7 && reports.iter().all(|report| report.place == Place::Loop), "{reports:#?}");
    let x = numbers();
    assert_eq!(expected[2], [x.iter().map(|value| i64::from(*value)).sum::<i64>()]);
    assert_eq!(expected[0][N - 1], expected[2][0] - i64::from(x[N - 1]));
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        for check in [false, true] {
            let (found, _) = run(Settings::default().device(kind).check(check).threads(2));
            assert!(found == expected, "{kind}, checked: {check}");
        }
    }
    assert!(run(Settings::default()).0 == expected);
}

#[test]
fn what_was_not_built_is_told() {
    let place = |kind: DeviceKind| {
        let (_, reports) = Settings::default().device(kind).threads(2).scope(|| with_reports(|| total(&[1; N])));
        (reports[0].place.clone(), reports[0].reason.clone().unwrap_or_default())
    };
    let (threads, why) = place(DeviceKind::Host);
    match cfg!(feature = "threads") {
        true => assert_eq!(threads, Place::HostThreads { threads: 2 }),
        false => assert_eq!((threads, why.contains("feature `threads`")), (Place::Loop, true), "{why}"),
    }
    let (device, why) = place(DeviceKind::Any);
    if cfg!(not(feature = "opencl")) {
        assert!(!matches!(device, Place::Device { .. }) && why.contains("feature `opencl`"), "{device}: {why}");
    }
}
