//! The promises of a launch: what cannot run leaves everything as it was, panics are the loop's, and the bits are the same on any
//! number of threads.

mod common;

use common::{host, numbers, on_host};
use scan_runtime::launch::{self, Affine};
use scan_runtime::{Place, Settings, last_report};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More than a tile.
const N: usize = 3000;

fn reason() -> String {
    let report = last_report().expect("a loop has run");
    assert_eq!(report.place, Place::Loop, "{report}");
    report.reason.expect("there is a reason")
}

/// `for i in 0..x.len() { acc += x[i]; y[i] = acc / d[i]; }` where `d` may hold zeros and `x` may be longer than the others.
fn quotients(x: &[i32], d: &[i32], y: &mut [i32]) {
    static LOOP: launch::Loop = on_host("quotients");
    let mut acc = 0i32;
    let range = launch::Range::ascending(0, x.len());
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::Add)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .input::<i32>(d, &[Affine::new(1, 0)])
        .output::<i32>(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| x[i], |i, _before, after, ()| ((), after / d[i]));
    if carry.is_none() {
        for i in 0..x.len() {
            acc = acc.wrapping_add(x[i]);
            y[i] = acc / d[i];
        }
    }
}

/// Runs `quotients` on host threads and as written; both must panic, and leave the same.
fn both_panic(x: &[i32], d: &[i32], expected: &str) {
    let run = |settings: Settings| {
        let mut y = vec![-1; x.len().min(d.len())];
        let panic = settings.scope(|| catch_unwind(AssertUnwindSafe(|| quotients(x, d, &mut y))));
        assert!(panic.is_err());
        y
    };
    let launched = run(host(2));
    assert!(reason().contains(expected), "{}", reason());
    assert_eq!(launched, run(Settings::default().device(launch::DeviceKind::Loop)));
}

#[test]
fn a_panic_in_a_store_leaves_what_the_loop_leaves() {
    let mut d = vec![1; N];
    d[2000] = 0;
    both_panic(&numbers(N), &d, "panics");
}

#[test]
fn a_slice_shorter_than_the_range_panics_where_the_loop_does() {
    both_panic(&numbers(N), &vec![1; N - 1], "shorter");
}

/// `for i in 0..x.len() { y[i] = y[i - 1] + table[x[i]] }` from `y[0]`: the element panics.
fn looked_up(x: &[u8], table: &[i32], y: &mut [i32]) {
    static LOOP: launch::Loop = on_host("looked_up").stores_never_panic();
    let range = launch::Range::ascending(1, y.len());
    let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
    let carry = launch::Launch::new(&LOOP, range, start, launch::Add)
        .input::<u8>(x, &[Affine::new(1, 0)])
        .in_place::<i32>(&mut y[..], Affine::new(1, 0), &[Affine::new(1, 0)])
        .run(|i, ((), y)| table[usize::from(x[i])] ^ y[i], |_i, _before, after, ((), _y)| ((), after));
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(table[usize::from(x[i])] ^ y[i]);
        }
    }
}

#[test]
fn a_panic_in_an_element_leaves_what_the_loop_leaves() {
    let mut x = vec![1; N];
    x[1500] = 9;
    x[2900] = 9;
    let run = |settings: Settings| {
        let mut y = numbers(N);
        let panic = settings.scope(|| catch_unwind(AssertUnwindSafe(|| looked_up(&x, &[5, 6], &mut y))));
        assert!(panic.is_err());
        y
    };
    let launched = run(host(2));
    assert_eq!(reason(), "an iteration panics");
    assert_eq!(launched, run(Settings::default().device(launch::DeviceKind::Loop)));
}

/// The same into an array of its own: made in a single pass.
fn looked_up_apart(x: &[u8], table: &[i32], y: &mut [i32]) {
    static LOOP: launch::Loop = on_host("looked_up_apart").stores_never_panic();
    let mut acc = 3i32;
    let carry = launch::Launch::new(&LOOP, launch::Range::ascending(0, x.len()), Some(acc), launch::Add)
        .input::<u8>(x, &[Affine::new(1, 0)])
        .output::<i32>(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| table[usize::from(x[i])], |_i, _before, after, ()| ((), after));
    if carry.is_none() {
        for i in 0..x.len() {
            acc = acc.wrapping_add(table[usize::from(x[i])]);
            y[i] = acc;
        }
    }
}

#[test]
fn a_panic_in_a_single_pass_leaves_what_the_loop_leaves() {
    let n = if cfg!(miri) { 20_000 } else { 300_000 };
    for panics in [vec![0], vec![n / 2, n - 1], vec![n - 1]] {
        let mut x = vec![1; n];
        panics.iter().for_each(|&at| x[at] = 9);
        let run = |settings: Settings| {
            let mut y = vec![-1; n];
            let panic = settings.scope(|| catch_unwind(AssertUnwindSafe(|| looked_up_apart(&x, &[5, 6], &mut y))));
            assert!(panic.is_err());
            y
        };
        let launched = run(host(3));
        assert_eq!(reason(), "an iteration panics");
        assert!(launched == run(Settings::default().device(launch::DeviceKind::Loop)), "{panics:?}");
    }
}

/// A launch that says `write` of an array which it also reads through the closure's view at `read(i)`.
fn misdescribed(y: &mut [i32], write: Affine, read: impl Fn(usize) -> usize + Sync) -> Option<i32> {
    static LOOP: launch::Loop = on_host("misdescribed");
    launch::Launch::new(&LOOP, launch::Range::ascending(0, N), Some(0), launch::Add)
        .in_place::<i32>(y, write, &[write])
        .run(|i, ((), y)| y[read(i)], |_i, _before, after, ((), _y)| ((), after))
}

#[test]
fn a_wrong_description_is_no_undefined_behaviour() {
    let mut y = vec![1; N];
    let mut run = |write, read: fn(usize) -> usize| {
        let carry = host(2).scope(|| misdescribed(&mut y, write, read));
        assert_eq!(y, vec![1; N]);
        assert_eq!(carry, None);
        reason()
    };
    assert!(run(Affine::new(1, 1), |i| i).contains("shorter"));
    assert!(run(Affine::new(-1, 0), |i| i).contains("shorter"));
    assert!(run(Affine::new(i64::MAX, i128::MAX), |i| i).contains("shorter"));
    assert!(run(Affine::new(0, 5), |_| 5).contains("one element"));
    assert!(run(Affine::new(1, 0), |i| N - 1 - i).contains("panics"));
    assert!(run(Affine::new(1, 0), |_| usize::MAX).contains("panics"));
}

fn sums(x: &[f32], y: &mut [f32]) -> f32 {
    static LOOP: launch::Loop = on_host("sums").stores_never_panic().deterministic();
    let mut acc = 0.0;
    let range = launch::Range::ascending(0, x.len());
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::Add)
        .input::<f32>(x, &[Affine::new(1, 0)])
        .output::<f32>(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| x[i], |_i, _before, after, ()| ((), after));
    match carry {
        Some(last) => acc = last,
        None => {
            for i in 0..x.len() {
                acc += x[i];
                y[i] = acc;
            }
        }
    }
    acc
}

fn floats(n: usize) -> Vec<f32> {
    numbers(n).into_iter().map(|x| x as f32 * 0.37).collect()
}

#[test]
fn floats_have_the_same_bits_on_any_number_of_threads() {
    let x = floats(if cfg!(miri) { 2500 } else { 100_003 });
    let run = |threads| {
        let mut y = vec![0.0; x.len()];
        let last = host(threads).scope(|| sums(&x, &mut y));
        assert_eq!(last_report().map(|report| report.place), Some(Place::HostThreads { threads }));
        y.push(last);
        y.into_iter().map(f32::to_bits).collect::<Vec<u32>>()
    };
    let [one, two, three] = [1, 2, 3].map(run);
    assert!(one == two && two == three);
}

#[test]
fn a_tile_of_floats_has_the_bits_of_the_loop() {
    let x = floats(1024);
    let run = |settings: Settings| {
        let mut y = vec![0.0; x.len()];
        settings.scope(|| sums(&x, &mut y));
        y.into_iter().map(f32::to_bits).collect::<Vec<u32>>()
    };
    assert_eq!(run(host(2)), run(Settings::default().device(launch::DeviceKind::Loop)));
}

#[test]
fn short_loops_and_empty_loops_run_as_written_and_say_so() {
    let mut y = [0.0; 4];
    Settings::default().scope(|| sums(&[1.0, 2.0], &mut y));
    assert!(reason().starts_with("too short"));
    host(2).scope(|| sums(&[], &mut y));
    assert_eq!(reason(), "no iterations");
}

#[test]
fn a_range_may_be_empty_or_inverted() {
    static LOOP: launch::Loop = on_host("inverted");
    let range = launch::Range::ascending(5u8, 2);
    let launch = launch::Launch::new(&LOOP, range, Some(1), launch::Mul);
    assert_eq!(host(2).scope(|| launch.run(|_, ()| 3, |_, _, _, ()| ())), None);
    assert_eq!(reason(), "no iterations");
}

#[test]
fn every_value_of_an_index_type_may_be_one() {
    static LOOP: launch::Loop = on_host("whole");
    let range = launch::Range::descending_inclusive(i8::MAX, i8::MIN);
    let launch = launch::Launch::new(&LOOP, range, Some(0i64), launch::Add);
    assert_eq!(host(2).scope(|| launch.run(|i, ()| i64::from(i), |_, _, _, ()| ())), Some(-128));
}

#[test]
fn a_start_that_is_not_there_leaves_it_to_the_loop() {
    static LOOP: launch::Loop = on_host("no_start");
    let launch = launch::Launch::new(&LOOP, launch::Range::ascending(0, 10), launch::at(&[1], None), launch::Add);
    assert_eq!(host(2).scope(|| launch.run(|_, ()| 1, |_, _, _, ()| ())), None);
    assert!(reason().contains("first carried value"));
}

#[test]
fn a_scan_in_a_destructor_works_while_its_thread_unwinds() {
    struct Scans<'a>(&'a [f32], &'a mut [f32]);
    impl Drop for Scans<'_> {
        fn drop(&mut self) {
            host(2).scope(|| sums(self.0, self.1));
        }
    }
    let (x, mut y, mut expected) = (floats(N), vec![0.0; N], vec![0.0; N]);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        let _scans = Scans(&x, &mut y);
        std::panic::resume_unwind(Box::new(()));
    }));
    assert!(panic.is_err());
    host(2).scope(|| sums(&x, &mut expected));
    assert_eq!(y, expected);
}

#[test]
fn threads_may_launch_one_loop_at_once() {
    let x = floats(N);
    let run = || {
        let mut y = vec![0.0; N];
        host(2).scope(|| sums(&x, &mut y));
        y
    };
    let results: Vec<Vec<f32>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(results.iter().all(|result| *result == results[0]));
}

/// `for i in 0..x.len() { acc += x[i]; y[i] = acc % m; }`, if that is possible.
fn remainders(x: &[i32], m: i32, y: &mut [i32]) -> Option<i32> {
    static LOOP: launch::Loop = on_host("remainders").stores_never_panic();
    launch::Launch::new(&LOOP, launch::Range::ascending(0, x.len()), Some(0), launch::Add)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .output::<i32>(y, Affine::new(1, 0))
        .capture(m)
        .requires(launch::divides(m))
        .run(|i, ()| x[i], |_i, _before, after, ()| ((), after % m))
}

#[test]
fn what_kernels_take_for_granted_is_looked_at_before() {
    let (x, mut y) = (vec![2; N], vec![-7; N]);
    for m in [0, -1] {
        assert_eq!(host(2).scope(|| remainders(&x, m, &mut y)), None);
        assert!(reason().contains("a divisor of 0 or -1"), "{}", reason());
        assert!(y.iter().all(|&y| y == -7));
    }
    assert_eq!(host(2).scope(|| remainders(&x, 7, &mut y)), Some(2 * N as i32));
    assert!(y.iter().enumerate().all(|(i, &y)| y == 2 * (i as i32 + 1) % 7));
}
