//! Data regions as a program sees them: reports, the profile, and the runtime's part where no compiler has looked.

mod common;

use common::numbers;
use scan_runtime::launch::{self, DeviceKind, Region};
use scan_runtime::{Place, Report, Settings, Transfers, devices, last_report, profile, scan, with_reports};

const N: usize = 50_000;

#[scan]
fn twice(x: &[i32], y: &mut [i32], z: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..x.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
    #[scan(max : z)]
    for i in 1..x.len() {
        z[i] = z[i - 1].max(y[i]);
    }
}

/// A device that all arrays are copied to; `None` without one.
fn copied() -> Option<Settings> {
    (!devices().is_empty()).then(|| Settings::default().device(DeviceKind::Any).copy(true))
}

fn expected(x: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let (mut y, mut z) = (vec![1; x.len()], vec![i32::MIN; x.len()]);
    Settings::default().device(DeviceKind::Loop).scope(|| twice(x, &mut y, &mut z));
    (y, z)
}

#[test]
fn downloads_are_those_of_the_loop_that_has_stored() {
    let Some(settings) = copied() else { return };
    let x = numbers(N);
    let (mut y, mut z) = (vec![1; N], vec![i32::MIN; N]);
    let ((), reports) = settings.scope(|| with_reports(|| twice(&x, &mut y, &mut z)));
    let last = last_report();
    assert_eq!((y, z), expected(&x));
    let bytes = 4 * (N as u64 - 1);
    let once = Transfers { uploads: 1, uploaded: bytes, downloads: 1, downloaded: bytes };
    let moved: Vec<Transfers> = reports.iter().map(|report| report.transfers).collect();
    assert_eq!(moved, [once, Transfers { uploads: 0, uploaded: 0, ..once }]);
    assert_eq!(last.map(|report| report.transfers), Some(moved[1]), "the last one came back last");
}

#[test]
fn the_profile_adds_up_what_came_back_later() {
    let Some(settings) = copied() else { return };
    let x = numbers(N);
    settings.profile(scan_runtime::Profiling::Quiet).scope(|| twice(&x, &mut vec![1; N], &mut vec![i32::MIN; N]));
    let rows: Vec<_> = profile().loops.into_iter().filter(|row| row.function == "twice").collect();
    assert_eq!(rows.iter().map(|row| row.transfers.uploads).sum::<u64>(), 1);
    assert_eq!(rows.iter().map(|row| row.transfers.downloads).collect::<Vec<_>>(), [1, 1]);
    assert!(rows.iter().all(|row| row.total == row.upload + row.kernel + row.download + row.management));
}

/// What is on the device stays the newest wherever the next loop runs.
#[test]
fn settings_may_change_between_the_loops() {
    let Some(settings) = copied() else { return };
    let mut x = numbers(N);
    let elsewhere = [
        Settings::default().device(DeviceKind::Loop),
        Settings::default().device(DeviceKind::Host).threads(2),
        Settings::default().device(DeviceKind::Any),
        Settings::default().device(DeviceKind::All).copy(true),
        Settings::default(),
        settings.clone().check(true),
        settings.clone().device_memory(60_000),
    ];
    for other in elsewhere {
        let (mut y, mut z) = (vec![1; N], vec![i32::MIN; N]);
        let region = Region::new();
        let first = settings.clone().scope(|| sums(&region, &mut x, &mut y));
        assert!(matches!(first.place, Place::Device { .. }), "{first}");
        assert!(y[1..].iter().all(|&y| y == 1), "it is still there");
        other.clone().scope(|| inclusive(&MAXIMA, launch::Max, &region, &mut y, &mut z));
        region.fetch(&mut y);
        region.fetch(&mut z);
        assert!((y, z) == expected(&x), "{other:?}");
    }
}

// SAFETY: the kernels take an input and an output, as the launches do.
static SUMS: launch::Loop = unsafe { launch::Loop::new("sums", file!(), line!(), INCLUSIVE) }.stores_never_panic();
// SAFETY: as above.
static MAXIMA: launch::Loop = unsafe { launch::Loop::new("maxima", file!(), line!(), INCLUSIVE) }.stores_never_panic();
const INCLUSIVE: launch::Kernels = launch::Kernels { source: include_str!("common/inclusive.cl"), ..common::KERNELS };

fn sums(region: &Region, x: &mut [i32], y: &mut [i32]) -> Report {
    inclusive(&SUMS, launch::Add, region, x, y);
    last_report().expect("a loop has run")
}

/// `for i in 1..y.len() { y[i] = y[i - 1] ⊕ x[i] }`, as the compiler writes it.
fn inclusive<Op: Copy>(site: &'static launch::Loop, op: Op, region: &Region, x: &mut [i32], y: &mut [i32])
where
    i32: scan_runtime::Semigroup<Op>,
{
    let range = launch::Range::ascending(1, y.len());
    let carry = loop {
        let start = region.at(&y[..], range.index(launch::Affine::new(1, -1)));
        let x_now = &x[..];
        let carry = launch::Launch::new(site, range, start, op)
            .open_scan()
            .open_type("x_t", x_now)
            .input(x_now, &[launch::Affine::new(1, 0)])
            .output(&mut y[..], launch::Affine::new(1, 0))
            .within(region)
            .run(|i, ()| x_now[i], |_, _, after, ()| ((), after));
        if !region.asks() {
            break carry;
        }
        region.fetch(x);
        region.take(y);
    };
    if carry.is_none() {
        region.fetch(x);
        region.take(y);
        for i in 1..y.len() {
            y[i] = <i32 as scan_runtime::Semigroup<Op>>::combine(y[i - 1], x[i]);
        }
    }
    launch::verify(site, |check| check.output(&y[..]));
}

#[test]
fn arrays_that_are_lent_for_reading_are_never_written() {
    let Some(settings) = copied() else { return };
    let mut x = numbers(N);
    let (mut y, mut z) = (vec![1; N], vec![0; N]);
    let region = Region::new();
    settings.scope(|| sums(&region, &mut x, &mut y));
    let before = y.clone();
    // Host threads need `y`, which only can be read here: they do not get it.
    Settings::default().device(DeviceKind::Host).scope(|| {
        let range = launch::Range::ascending(1, N);
        let run = launch::Launch::new(&MAXIMA, range, Some(0), launch::Max)
            .input(&y[..], &[launch::Affine::new(1, 0)])
            .output(&mut z[..], launch::Affine::new(1, 0))
            .within(&region)
            .run(|i, ()| y[i], |_, _, after, ()| ((), after));
        assert!(run.is_none() && region.asks());
    });
    assert!(!region.asks());
    assert_eq!((&y, z.iter().all(|&z| z == 0)), (&before, true));
    region.fetch(&mut y);
    assert_eq!(y, expected(&x).0);
}
