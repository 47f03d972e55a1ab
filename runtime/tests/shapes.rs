//! The shapes of loops, each as generated code launches it, on host threads and as written.

mod common;

use common::map::{Map, maps};
use common::{LENGTHS, check, host, numbers, on_host};
use scan_runtime::{Monoid, Semigroup, launch};
use std::time::Duration;

/// `y[i] = y[i - 1] + x[i - 1]`
fn exclusive(x: &[i32], y: &mut [i32]) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("exclusive").stores_never_panic();
    let range = launch::Range::ascending(1, y.len());
    let carry = {
        let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
        launch::Launch::new(&LOOP, range, start, launch::Add)
            .input::<i32>(x, &[Affine::new(1, -1)])
            .output::<i32>(&mut y[..], Affine::new(1, 0))
            .run(|i, ()| x[i - 1], |_i, _before, after, ()| ((), after))
    };
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(x[i - 1]);
        }
    }
}

#[test]
fn an_exclusive_scan_starts_from_what_the_array_holds() {
    for &n in LENGTHS {
        let x = numbers(n);
        check(n.saturating_sub(1), || {
            let mut y = vec![77; n];
            exclusive(&x, &mut y);
            y
        });
    }
}

/// So much is stored past the caches, in whole lines: what begins or ends within a line is not, nor is what begins elsewhere in its line
/// than the first output does.
#[test]
fn what_is_much_arrives_wherever_it_begins() {
    fn both(x: &[i32], before: &mut [i32], after: &mut [i16]) -> i32 {
        use launch::Affine;
        static LOOP: launch::Loop = on_host("both").stores_never_panic();
        let range = launch::Range::ascending(0, x.len());
        let carry = launch::Launch::new(&LOOP, range, Some(5), launch::Max)
            .input::<i32>(x, &[Affine::new(1, 0)])
            .output::<i32>(&mut before[..], Affine::new(1, 0))
            .output::<i16>(&mut after[..], Affine::new(1, 0))
            .run(|i, ()| x[i], |_i, before, after, ()| (((), before), after as i16));
        carry.unwrap_or_else(|| {
            x.iter().zip(before).zip(after).fold(5, |greatest, ((&x, before), after)| {
                *before = greatest;
                let greatest = greatest.max(x);
                *after = greatest as i16;
                greatest
            })
        })
    }
    let n = 4_200_000;
    let x = numbers(n + 1);
    for (from, other) in [(0, 0), (1, 3), (15, 8)] {
        check(n, || {
            let mut y = vec![77; n + 20];
            exclusive(&x, &mut y[from..][..n + 1]);
            let (mut before, mut after) = (vec![77; n + 20], vec![77; n + 20]);
            let last = both(&x[1..], &mut before[from..][..n], &mut after[other..][..n]);
            (y, before, after, last)
        });
    }
}

/// Which of them is said to be what is combined, or stored, as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Both,
    Element,
    Scan,
}

/// `y[i] = carried; carried = carried ⊕ x[i]`, or the other way about.
fn said<T: Semigroup<Op>, Op>(operator: Op, (x, y): (&[T], &mut [T]), start: T, said: Said, is_inclusive: bool) -> T {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("said").stores_never_panic();
    let (range, at) = (launch::Range::ascending(3, x.len() + 3), [Affine::new(1, -3)]);
    let launch = launch::Launch::new(&LOOP, range, Some(start), operator);
    let element = |i: usize, ()| x[i - 3];
    let (before, after) = (|_, before, _, ()| ((), before), |_, _, after, ()| ((), after));
    let left = &mut y[..];
    let carry = match (said, is_inclusive) {
        (Said::Both, false) => launch.elements::<T>(x, &at).exclusive::<T>(left, at[0]).run(element, before),
        (Said::Both, true) => launch.elements::<T>(x, &at).inclusive::<T>(left, at[0]).run(element, after),
        (Said::Element, false) => launch.output::<T>(left, at[0]).elements::<T>(x, &at).run(element, before),
        (Said::Element, true) => launch.output::<T>(left, at[0]).elements::<T>(x, &at).run(element, after),
        (Said::Scan, false) => launch.exclusive::<T>(left, at[0]).input::<T>(x, &at).run(element, before),
        (Said::Scan, true) => launch.inclusive::<T>(left, at[0]).input::<T>(x, &at).run(element, after),
    };
    carry.unwrap_or_else(|| {
        x.iter().zip(y).fold(start, |carried, (&element, stored)| {
            let after = T::combine(carried, element);
            *stored = if is_inclusive { after } else { carried };
            after
        })
    })
}

/// Of each size, sign and kind of number: vectors load it from where it lies, and store the scan where it goes.
#[test]
fn what_is_combined_and_stored_as_it_is_needs_no_closure() {
    fn agree<T: Semigroup<Op> + PartialEq + std::fmt::Debug, Op: Copy>(
        operator: Op,
        lengths: &[usize],
        number: impl Fn(i32) -> T,
    ) {
        for &n in lengths {
            let x: Vec<T> = numbers(n + 2).into_iter().map(&number).collect();
            let offsets = if n < 1_000_000 { &[(0, 0), (1, 2), (2, 15)][..] } else { &[(1, 15)] };
            for &(from, to) in offsets {
                for as_is in [Said::Both, Said::Element, Said::Scan] {
                    for is_inclusive in [false, true] {
                        check(n, || {
                            let mut y = vec![number(77); n + 20];
                            let last = said(operator, (&x[from..][..n], &mut y[to..][..n]), number(5), as_is, is_inclusive);
                            (y, last)
                        });
                    }
                }
            }
        }
    }
    let (_, short) = LENGTHS.split_last().expect("lengths");
    macro_rules! integers {
        ($($type:ident)*) => { $(
            agree(launch::Add, LENGTHS, |number| number as $type);
            agree(launch::Mul, short, |number| number as $type | 1);
            agree(launch::Min, short, |number| number as $type);
            agree(launch::BitXor, short, |number| number as $type);
        )* };
    }
    integers!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);
    agree(launch::Or, LENGTHS, |number| number % 1000 == 7);
    agree(launch::Flipped(launch::Max), LENGTHS, |number| number as f32);
    // So much is stored past the caches.
    let (of_four, of_eight): (&[usize], &[usize]) = if cfg!(miri) { (&[], &[]) } else { (&[4_200_000], &[2_100_000]) };
    agree(launch::Max, of_four, |number| number);
    agree(launch::Add, of_four, |number| (number % 3) as f32);
    agree(launch::Add, of_eight, f64::from);
    agree(launch::Add, of_eight, |number| number as u64);
}

/// What does not lie one after the other is no vector.
#[test]
fn what_lies_apart_is_combined_and_stored_as_it_is() {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("apart").stores_never_panic();
    let n = 3000;
    let x = numbers(2 * n);
    for (is_backwards, read, write) in [(true, 1, 1), (false, 2, 1), (false, 1, 2), (false, 2, 2), (true, 2, 2)] {
        check(n, || {
            let mut y = vec![77; 2 * n];
            let range = if is_backwards { launch::Range::descending(n, 0) } else { launch::Range::ascending(0, n) };
            let carry = launch::Launch::new(&LOOP, range, Some(5), launch::Max)
                .elements::<i32>(&x, &[Affine::new(read, 0)])
                .exclusive::<i32>(&mut y, Affine::new(write, 0))
                .run(|i, ()| x[read as usize * i], |_, before, _, ()| ((), before));
            let last = carry.unwrap_or_else(|| {
                let mut carried = 5;
                for k in 0..n {
                    let i = if is_backwards { n - 1 - k } else { k };
                    y[write as usize * i] = carried;
                    carried = carried.max(x[read as usize * i]);
                }
                carried
            });
            (y, last)
        });
    }
}

/// `y[i] += y[i - 1] * weight`, as `y[i] = y[i - 1] + y[i]` with a factor.
fn in_place(y: &mut [i32], weight: i32, may_panic: bool) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("in_place").stores_never_panic();
    static AT_ONCE: launch::Loop = on_host("in_place").stores_never_panic().elements_never_panic();
    let at = if may_panic { &LOOP } else { &AT_ONCE };
    let range = launch::Range::ascending(1, y.len());
    let carry = {
        let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
        launch::Launch::new(at, range, start, launch::Add)
            .in_place::<i32>(&mut y[..], Affine::new(1, 0), &[Affine::new(1, 0)])
            .capture::<i32>(weight)
            .run(|i, ((), y)| y[i].wrapping_mul(weight), |_i, _before, after, ((), _y)| ((), after))
    };
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(y[i].wrapping_mul(weight));
        }
    }
}

#[test]
fn a_scan_in_place_reads_what_it_is_about_to_store() {
    for &n in LENGTHS {
        for may_panic in [true, false] {
            check(n.saturating_sub(1), || {
                let mut y = numbers(n);
                in_place(&mut y, -3, may_panic);
                y
            });
        }
    }
}

#[test]
fn a_scan_in_place_goes_on_while_a_thread_is_put_aside() {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("late").stores_never_panic().elements_never_panic();
    // Twenty blocks or so, of which two make everybody wait.
    const LENGTH: usize = 320 * 1024;
    let late = [5, LENGTH / 2];
    let mut y = numbers(LENGTH);
    let mut expected = y.clone();
    (1..LENGTH).for_each(|i| expected[i] = expected[i - 1].wrapping_add(expected[i]));
    let last = host(4).scope(|| {
        launch::Launch::new(&LOOP, launch::Range::ascending(0, LENGTH), Some(0), launch::Add)
            .in_place::<i32>(&mut y[..], Affine::new(1, 0), &[Affine::new(1, 0)])
            .run(
                |i, ((), y)| {
                    if late.contains(&i) {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                    y[i]
                },
                |_i, _before, after, ((), _y)| ((), after),
            )
    });
    assert_eq!(last, expected.last().copied());
    assert_eq!(y, expected);
}

/// `for i in (0..y.len() - 1).rev() { y[i] = y[i + 1] + y[i + 1 neighbours] }`: reads ahead of what it stores.
fn in_place_reversed(y: &mut [i32]) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("in_place_reversed");
    let Some(high) = y.len().checked_sub(1) else { return };
    let range = launch::Range::descending(high, 1);
    let carry = {
        let start = launch::at(&y[..], range.index(Affine::new(1, 1)));
        launch::Launch::new(&LOOP, range, start, launch::Add)
            .in_place::<i32>(&mut y[..], Affine::new(1, 0), &[Affine::new(1, -1), Affine::new(1, 0)])
            .run(|i, ((), y)| y[i - 1] ^ y[i], |_i, _before, after, ((), y)| ((), after.wrapping_sub(y.len() as i32)))
    };
    if carry.is_none() {
        let length = y.len() as i32;
        let mut carried = y.get(high).copied().unwrap_or(0);
        for i in (1..high).rev() {
            carried = carried.wrapping_add(y[i - 1] ^ y[i]);
            y[i] = carried.wrapping_sub(length);
        }
    }
}

#[test]
fn a_reversed_scan_in_place_may_read_the_next_tiles_elements() {
    for &n in LENGTHS.iter().filter(|&&n| n > 0) {
        check(n.saturating_sub(2), || {
            let mut y = numbers(n);
            in_place_reversed(&mut y);
            y
        });
    }
}

/// The thesis's Listing 3.5b: `let next = y[i]; y[i] = acc; acc += previous; previous = next` as an exclusive scan in place.
fn delayed(y: &mut [i32]) -> i32 {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("delayed").stores_never_panic();
    let mut acc = 5i32;
    let range = launch::Range::ascending(1, y.len());
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::Add)
        .in_place_delayed::<i32>(&mut y[..], Affine::new(1, 0), &[Affine::new(1, -1)])
        .run(|i, ((), y)| y[i - 1], |_i, _before, after, ((), _y)| ((), after));
    match carry {
        Some(last) => acc = last,
        None => {
            let mut previous = y.first().copied().unwrap_or(0);
            for y in y.iter_mut().skip(1) {
                acc = acc.wrapping_add(previous);
                previous = std::mem::replace(y, acc);
            }
        }
    }
    acc
}

#[test]
fn a_delayed_scan_in_place_reads_old_values() {
    for &n in LENGTHS {
        check(n.saturating_sub(1), || {
            let mut y = numbers(n);
            (delayed(&mut y), y)
        });
    }
}

/// `for i in 0..n { before[i] = acc; acc = acc.max(x[i]); after[2 * i + 1] = (acc, i) }`
fn two_outputs(x: &[i32], before: &mut [i32], after: &mut [u64]) -> i32 {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("two_outputs");
    let mut acc = i32::MIN;
    let range = launch::Range::ascending(0i32, x.len() as i32);
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::Max)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .output::<i32>(&mut before[..], Affine::new(1, 0))
        .output::<u64>(&mut after[..], Affine::new(2, 1))
        .run(
            |i, ()| x[i as usize],
            |i, before, after, ()| (((), before), u64::from(after.unsigned_abs()) + u64::from(range.is_first(i))),
        );
    match carry {
        Some(last) => acc = last,
        None => {
            for i in 0..x.len() {
                before[i] = acc;
                acc = acc.max(x[i]);
                after[2 * i + 1] = u64::from(acc.unsigned_abs()) + u64::from(i == 0);
            }
        }
    }
    acc
}

#[test]
fn several_outputs_leave_the_elements_between_alone() {
    for &n in LENGTHS {
        let x = numbers(n);
        check(n, || {
            let (mut before, mut after) = (vec![1; n + 1], vec![7; 2 * n + 1]);
            (two_outputs(&x, &mut before, &mut after), before, after)
        });
    }
}

/// `while i < x.len() { acc ^= x[i]; i += 3; }`
fn every_third(x: &[i32], mut i: usize) -> (i32, usize) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("every_third");
    let mut acc = 0;
    let range = launch::Range::ascending(i, x.len()).step_by(3).of_while();
    let carry = launch::Launch::new(&LOOP, range, Some(acc), launch::BitXor)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .run(|i, ()| x[i], |_i, _before, _after, ()| ());
    match carry {
        Some(last) => {
            acc = last;
            i = range.past_the_end();
        }
        None => {
            while i < x.len() {
                acc ^= x[i];
                i += 3;
            }
        }
    }
    (acc, i)
}

#[test]
fn a_while_loop_leaves_its_variable_past_the_end() {
    for &n in LENGTHS {
        let x = numbers(n);
        check(n.saturating_sub(1).div_ceil(3), || every_third(&x, 1));
    }
}

/// `x.iter().scan(true, |all, &x| { *all = *all && x > limit; Some(*all) }).collect()`
fn collected(x: &[i32], limit: i32) -> Vec<bool> {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("collected").stores_never_panic();
    let range = launch::Range::lengths([x.len()]);
    let carry = launch::Launch::new(&LOOP, range, Some(true), launch::And)
        .input::<i32>(x, &[Affine::new(1, 0)])
        .collect_into::<bool>()
        .capture::<i32>(limit)
        .run_collect(|i, ()| x[i] > limit, |_i, _before, after, ()| ((), after));
    match carry {
        Some((_, collected)) => collected,
        None => {
            let all = |all: &mut bool, &x: &i32| {
                *all = *all && x > limit;
                Some(*all)
            };
            x.iter().scan(true, all).collect()
        }
    }
}

#[test]
fn a_collected_scan_has_an_element_for_each_iteration() {
    for &n in LENGTHS {
        let mut x = numbers(n);
        x.iter_mut().take(n / 2).for_each(|x| *x = 1 << 24);
        check(n, || collected(&x, -1));
    }
}

/// A function over any type with `Op`: types and operator are opaque to its kernels.
fn generic<T: Monoid<launch::Mul>>(x: &[T], y: &mut [T]) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("generic").stores_never_panic();
    let range = launch::Range::ascending(1, y.len());
    let carry = {
        let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
        launch::Launch::new(&LOOP, range, start, launch::Mul)
            .open_scan()
            .open_type("x_t", x)
            .input(x, &[Affine::new(1, 0)])
            .output(&mut y[..], Affine::new(1, 0))
            .run(|i, ()| x[i], |_i, _before, after, ()| ((), after))
    };
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = T::combine(y[i - 1], x[i]);
        }
    }
}

#[test]
fn operators_that_do_not_commute_keep_their_order() {
    for &n in LENGTHS {
        let x = maps(n);
        check(n.saturating_sub(1), || {
            let mut y = vec![Map { scale: 3, shift: 1 }; n];
            generic(&x, &mut y);
            y
        });
    }
}

#[test]
fn a_generic_function_takes_built_in_types_too() {
    let n = 3000;
    let x: Vec<u64> = numbers(n).into_iter().map(|x| x as u64 | 1).collect();
    check(n - 1, || {
        let mut y = vec![1; n];
        generic(&x, &mut y);
        y
    });
}

/// `y[i] = y[i - 1] ∘ x[i]` with the operands of the operator exchanged.
fn flipped(x: &[Map], y: &mut [Map]) {
    use launch::Affine;
    static LOOP: launch::Loop = on_host("flipped").stores_never_panic();
    let range = launch::Range::ascending(1, y.len());
    let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
    let carry = launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Mul))
        .input(x, &[Affine::new(1, 0)])
        .output(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| x[i], |_i, _before, after, ()| ((), after));
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = <Map as Semigroup<launch::Mul>>::combine(x[i], y[i - 1]);
        }
    }
}

#[test]
fn a_flipped_operator_takes_the_carried_value_on_its_right() {
    let n = 5000;
    let x = maps(n);
    check(n - 1, || {
        let mut y = vec![Map { scale: 3, shift: 1 }; n];
        flipped(&x, &mut y);
        y
    });
}
