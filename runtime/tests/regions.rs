//! Data regions as a program sees them: reports, the profile, and the runtime's part where no compiler has looked.

mod common;

use common::numbers;
use scan_runtime::launch::{self, DeviceKind, Region};
use scan_runtime::types::Transfers;
use scan_runtime::{Place, Report, Settings, devices, last_report, profile, scan, with_reports};

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
const INCLUSIVE: launch::Kernels = common::KERNELS.any(include_str!("common/inclusive.cl"));

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
        region.answer(x);
        region.answer(y);
    };
    if carry.is_none() {
        region.take_for_loop(y);
        region.fetch_for_loop(x);
        for i in 1..y.len() {
            y[i] = <i32 as scan_runtime::Semigroup<Op>>::combine(y[i - 1], x[i]);
        }
    }
    launch::verify(site, |check| check.output(&y[..]));
    region.put_back(y);
    region.put_back(x);
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

/// What two loops leave of `x` and `y`, and whether `SCAN_CHECK` found a difference, if nobody asks for `x` before it is changed, nor for
/// `y` before it is looked at.
fn unasked(settings: &Settings) -> (Vec<i32>, Vec<i32>, i32, [Option<bool>; 2]) {
    let (mut x, mut y) = (numbers(N), vec![1; N]);
    let region = Region::new();
    let first = settings.clone().scope(|| sums(&region, &mut x, &mut y));
    let seen = y[N - 1];
    x[3] += 1000;
    let second = settings.clone().scope(|| sums(&region, &mut x, &mut y));
    region.fetch(&mut y);
    (x, y, seen, [first.checked, second.checked])
}

/// What a region is not told of is as wrong with `SCAN_CHECK` as without, and it says so.
#[test]
fn a_check_hides_nothing_that_a_region_does_not_know() {
    let Some(settings) = copied() else { return };
    let (x, y, seen, checked) = unasked(&settings);
    assert_eq!((seen, checked), (1, [None; 2]), "the host has not asked");
    let (mut expected, mut as_it_should_be) = (numbers(N), vec![1i32; N]);
    for _ in 0..2 {
        (1..N).for_each(|i| as_it_should_be[i] = as_it_should_be[i - 1].wrapping_add(expected[i]));
        expected[3] += 1000;
    }
    assert_ne!(y, as_it_should_be, "the device has an old `x`");
    let with_check = unasked(&settings.check(true));
    assert_eq!(with_check, (x, y, seen, [Some(true), Some(false)]));
}

/// Where all is asked for, a check changes nothing and finds nothing, wherever the loops run.
#[test]
fn a_check_leaves_arrays_where_they_would_be() {
    let Some(settings) = copied() else { return };
    let run = |settings: &Settings, second: &Settings| {
        let (mut x, mut y, mut z) = (numbers(N), vec![1; N], vec![i32::MIN; N]);
        let region = Region::new();
        settings.clone().scope(|| sums(&region, &mut x, &mut y));
        let before = (y.clone(), z.clone());
        second.clone().scope(|| inclusive(&MAXIMA, launch::Max, &region, &mut y, &mut z));
        let between = (y.clone(), z.clone());
        settings.clone().scope(|| sums(&region, &mut z, &mut y));
        let after = (y.clone(), z.clone());
        region.fetch(&mut y);
        region.fetch(&mut z);
        (before, between, after, (y, z))
    };
    let loops = Settings::default().device(DeviceKind::Loop);
    let host = Settings::default().device(DeviceKind::Host).threads(2);
    for second in [settings.clone(), loops, host] {
        let plain = run(&settings, &second);
        for second in [second.clone().check(true), second] {
            assert!(run(&settings.clone().check(true), &second) == plain, "{second:?}");
        }
    }
}

#[test]
fn what_is_guarded_comes_back_where_the_program_goes_another_way() {
    let Some(settings) = copied() else { return };
    let mut x = numbers(N);
    let mut is_there = |leave: &dyn Fn(&Region, &mut [i32])| {
        let mut y = vec![1; N];
        let region = Region::new();
        settings.clone().scope(|| sums(&region, &mut x, &mut y));
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| leave(&region, &mut y)));
        y[1..].iter().all(|&y| y == 1)
    };
    assert!(is_there(&|region, y| {
        let held = (region.guard(y), 7);
        region.release(held);
    }));
    assert!(!is_there(&|region, y| {
        let _held = region.guard(y);
        panic!("in the middle of a statement");
    }));
    assert!(!is_there(&|region, y| {
        for _ in 0..1 {
            let held = region.guard(&mut *y);
            if std::hint::black_box(true) {
                continue;
            }
            region.release(held);
        }
    }));
}

#[test]
fn nothing_stays_where_the_function_is_not_what_it_was_taken_for() {
    let Some(settings) = copied() else { return };
    let mut x = numbers(N);
    for (trusted, before) in [(true, false), (false, false), (false, true)] {
        let (mut y, mut z) = (vec![1; N], vec![i32::MIN; N]);
        let region = Region::new();
        region.trust(trusted || before);
        settings.clone().scope(|| sums(&region, &mut x, &mut y));
        assert_eq!(y[1..].iter().all(|&y| y == 1), trusted || before, "results stay");
        // What is there already comes back when it is used.
        region.trust(trusted);
        settings.clone().scope(|| inclusive(&MAXIMA, launch::Max, &region, &mut y, &mut z));
        assert_eq!(z == expected(&x).1, !trusted);
        region.fetch(&mut y);
        region.fetch(&mut z);
        assert!((y, z) == expected(&x));
    }
}

#[expect(unused_variables, reason = "rustc is asked what they are, and nothing else")]
mod known {
    use scan_runtime::launch::known;
    use std::ops::{Deref, DerefMut};
    use std::rc::Rc;

    struct Whole {
        part: Vec<i32>,
    }

    /// Its `part` is another one's.
    struct Around {
        whole: Whole,
        number: usize,
    }

    impl Deref for Around {
        type Target = Whole;
        fn deref(&self) -> &Whole {
            &self.whole
        }
    }

    impl DerefMut for Around {
        fn deref_mut(&mut self) -> &mut Whole {
            &mut self.whole
        }
    }

    #[test]
    fn arrays() {
        let (vec, array, boxed) = (vec![1i32], [1u8; 3], vec![true].into_boxed_slice());
        let (slice, lent, twice) = (&vec[..], &array, &&vec);
        assert!(known!(is_slice(vec), is_slice(array), is_slice(boxed), is_slice(slice), is_slice(lent), is_slice(twice)));
        assert!(known!(is_owned(vec), is_owned(array), is_owned(boxed)));
        assert!(!known!(is_owned(slice)) && !known!(is_owned(lent)));
        assert!(known!(is_apart(vec), is_apart(boxed), is_apart(slice), is_apart(lent)));
        assert!(!known!(is_apart(array)));
        let (shared, texts, pairs, named) = (Rc::new([1, 2]), vec![""], vec![(1, 2)], vec![(1, "")]);
        assert!(!known!(is_slice(shared)) && !known!(is_slice(texts)) && !known!(is_slice(named)));
        assert!(known!(is_slice(pairs), is_owned(pairs)));
    }

    #[test]
    fn numbers() {
        let (integer, float, flag, text, lent) = (1u64, 1.0, true, 'c', &1);
        assert!(known!(is_number(integer), is_number(float), is_number(flag)));
        assert!(!known!(is_number(text)) && !known!(is_number(lent)));
    }

    #[test]
    fn fields() {
        let whole = &mut Whole { part: vec![1] };
        assert!(known!(has_fields(whole), is_slice(whole.part)));
        let mut around = Around { whole: Whole { part: vec![1] }, number: 1 };
        let lent = &mut around;
        assert!(!known!(has_fields(lent), is_slice(lent.part)));
        assert!(known!(has_fields(lent.whole), is_number(lent.number)));
        assert!(!known!(has_fields(around)));
    }

    #[test]
    fn the_function_that_exchanges_two_values() {
        fn own<T>(_: &mut T, _: &mut T) {}
        fn narrow<'a>(_: &'a mut Vec<i32>, _: &'a mut Vec<i32>) -> i32 {
            3
        }
        let vec = vec![1];
        assert!(known!(is_swap(std::mem::swap, vec)) && known!(is_swap(core::mem::swap, vec)));
        assert!(!known!(is_swap(own, vec)) && !known!(is_swap(narrow, vec)));
    }

    /// Nothing is asked of the value: it may not be there yet, or no more, or be lent.
    #[test]
    fn what_cannot_be_looked_at() {
        let (late, moved, mut lent): (Vec<i32>, _, _) = (Vec::new(), vec![1u8], [1, 2]);
        drop((late, moved));
        let part = &mut lent[1..];
        assert!(known!(is_owned(late), is_slice(moved), is_owned(lent)));
        part[0] = 3;
        let later: usize;
        assert!(known!(is_number(later)));
        later = lent[1];
        assert_eq!(later, 3);
    }

    #[test]
    fn generic_code_knows_what_its_bounds_say() {
        fn of_element<T: scan_runtime::Element>(slice: &mut [T]) -> bool {
            known!(is_slice(slice))
        }
        fn of_anything<T>(slice: &mut [T]) -> bool {
            known!(is_slice(slice))
        }
        assert!(of_element(&mut [1]) && !of_anything(&mut [1]));
    }
}
