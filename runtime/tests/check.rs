//! `SCAN_CHECK`: the scan's result is put aside, the loop runs as written, and the two are compared.

mod common;

use common::{host, numbers, on_host};
use scan_runtime::launch::{self, Affine};
use scan_runtime::{Place, Report, last_report};

const N: usize = 3000;

fn report() -> Report {
    last_report().expect("a loop has run")
}

/// An inclusive sum; as written it adds `wrong` to element 7.
fn sum(x: &[i32], y: &mut [i32], wrong: i32) -> i32 {
    static LOOP: launch::Loop = on_host("sum").stores_never_panic();
    let mut acc = 0i32;
    let range = launch::Range::ascending(0, x.len());
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::Add)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .output::<i32>(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| x[i], |_i, _before, after, ()| ((), after));
    match carry {
        Some(last) => acc = last,
        None => {
            for i in 0..x.len() {
                acc = acc.wrapping_add(x[i]);
                y[i] = acc + if i == 7 { wrong } else { 0 };
            }
        }
    }
    launch::verify(&LOOP, |check| check.output(&y[..]).carry(&acc));
    acc
}

#[test]
fn a_right_result_is_checked_and_the_loops_is_kept() {
    let (x, mut y) = (numbers(N), vec![0; N]);
    host(2).check(true).scope(|| sum(&x, &mut y, 0));
    assert_eq!(report().checked, Some(true));
    assert_eq!(report().place, Place::HostThreads { threads: 2 });
}

#[test]
fn a_difference_is_found_and_the_loop_wins() {
    let (x, mut y) = (vec![1; N], vec![0; N]);
    host(2).check(true).scope(|| sum(&x, &mut y, 100));
    assert_eq!(report().checked, Some(false));
    assert_eq!(&y[..9], [1, 2, 3, 4, 5, 6, 7, 108, 9]);
}

#[test]
fn without_the_setting_nothing_is_checked() {
    let (x, mut y) = (vec![1; N], vec![0; N]);
    host(2).scope(|| sum(&x, &mut y, 100));
    assert_eq!(report().checked, None);
    assert_eq!(y[7], 8);
}

#[test]
fn a_loop_that_ran_as_written_has_nothing_to_compare() {
    let mut y = [];
    host(2).check(true).scope(|| sum(&[], &mut y, 0));
    assert_eq!(report().checked, None);
    assert_eq!(report().place, Place::Loop);
}

/// `x.iter().scan(…).collect()`; as written it has a further element if `longer`.
fn collected(x: &[f32], longer: bool) -> Vec<f32> {
    static LOOP: launch::Loop = on_host("collected").stores_never_panic();
    let range = launch::Range::lengths([x.len()]);
    let carry = launch::Launch::new(&LOOP, range, Some(0.0), launch::Add)
        .input::<f32>(x, &[Affine::new(1, 0)])
        .collect_into::<f32>()
        .run_collect(|i, ()| x[i], |_i, _before, after, ()| ((), after));
    let collected = match carry {
        Some((_, collected)) => collected,
        None => {
            let sums = x.iter().scan(0.0, |acc, x| {
                *acc += x;
                Some(*acc)
            });
            sums.chain(longer.then_some(0.0)).collect()
        }
    };
    launch::verify(&LOOP, |check| check.output(&collected[..]));
    collected
}

#[test]
fn rounding_is_no_difference_in_a_collected_vec() {
    let x: Vec<f32> = numbers(N).into_iter().map(|x| x as f32 * 0.1).collect();
    assert_eq!(host(2).check(true).scope(|| collected(&x, false)).len(), N);
    assert_eq!(report().checked, Some(true));
    host(2).check(true).scope(|| collected(&x, true));
    assert_eq!(report().checked, Some(false));
}

/// `y[i] = (y[i - 1] || x[i] > 0)` in place over `bool`s of which every other is left alone.
fn every_other(y: &mut [bool]) {
    static LOOP: launch::Loop = on_host("every_other").stores_never_panic();
    let range = launch::Range::ascending(1, y.len() / 2);
    let start = launch::at(&y[..], range.index(Affine::new(2, -2)));
    let carry = launch::Launch::new(&LOOP, range, start, launch::Or)
        .in_place::<bool>(&mut y[..], Affine::new(2, 0), &[Affine::new(2, 0)])
        .run(|i, ((), y)| y[2 * i], |_i, _before, after, ((), _y)| ((), after));
    if carry.is_none() {
        for i in 1..y.len() / 2 {
            y[2 * i] = y[2 * i - 2] || y[2 * i];
        }
    }
    launch::verify(&LOOP, |check| check.output(&y[..]));
}

#[test]
fn an_array_in_place_is_put_back_before_the_loop_runs() {
    let flags = || (0..2 * N).map(|i| i == N).collect::<Vec<bool>>();
    let (mut checked, mut launched) = (flags(), flags());
    host(2).check(true).scope(|| every_other(&mut checked));
    assert_eq!(report().checked, Some(true));
    host(2).scope(|| every_other(&mut launched));
    assert_eq!(checked, launched);
    assert_eq!(checked.iter().filter(|&&flag| flag).count(), N / 2);
}
