//! Where loops run on machines that are made up.

use super::kept::parse;
use super::*;

const ALL: Candidates = Candidates {
    as_written: true,
    threads: true,
    waking: Duration::ZERO,
    first_launch: Duration::from_millis(100),
    first_launch_kept: Duration::from_millis(10),
};
const N: u64 = 1 << 20;

/// Runs `rounds` times on a machine where iterations take so many nanoseconds, and says where.
fn run(costs: &mut Costs, n: u64, candidates: Candidates, nanoseconds: [f64; 3], rounds: usize) -> Vec<Target> {
    let one = |_| {
        let (target, is_first_launch) = {
            let had_kernels = costs.has_kernels;
            let target = costs.choose(n, candidates);
            (target, target == Target::Device && !had_kernels)
        };
        let takes = Duration::from_secs_f64(nanoseconds[target as usize] * 1e-9 * n as f64);
        if is_first_launch {
            let waking = if costs.had_kernels { candidates.first_launch_kept } else { candidates.first_launch };
            costs.record_first_launch(n, takes + waking, takes);
        } else {
            costs.record(n, target, takes);
        }
        target
    };
    (0..rounds).map(one).collect()
}

fn settled(nanoseconds: [f64; 3]) -> Target {
    *run(&mut Costs::new(LEAST), 8 * N, ALL, nanoseconds, 3000).last().unwrap()
}

/// What another process finds that begins after this one.
fn next_process(costs: &mut Costs) -> Costs {
    let mut next = Costs::new(LEAST);
    next.recall(&costs.keep());
    next
}

/// What a process has learnt that has run `n` iterations often.
fn learnt(n: u64, nanoseconds: [f64; 3]) -> Costs {
    let mut costs = Costs::new(LEAST);
    run(&mut costs, n, ALL, nanoseconds, 3000);
    costs
}

/// Threads find each time that two iterations store to one element, long before they are done.
#[test]
fn what_is_done_in_vain_is_not_done_again_and_again() {
    let (mut costs, n) = (Costs::new(LEAST), 8 * N);
    let candidates = Candidates { first_launch: Duration::MAX, first_launch_kept: Duration::MAX, ..ALL };
    let mut in_vain = 0;
    for _ in 0..3000 {
        let as_written = Duration::from_nanos(n);
        if costs.choose(n, candidates) == Target::Threads {
            costs.record_in_vain(n, Target::Threads, as_written / 10);
            in_vain += 1;
        }
        costs.record(n, Target::Loop, as_written);
    }
    assert!((1..20).contains(&in_vain), "{in_vain} times");
}

#[test]
fn the_fastest_is_found() {
    assert_eq!(settled([1.0, 1.5, 1.2]), Target::Loop);
    assert_eq!(settled([1.0, 0.5, 0.7]), Target::Threads);
    assert_eq!(settled([1.0, 0.9, 0.4]), Target::Device);
}

#[test]
fn threads_are_tried_by_the_second_run() {
    use Target::{Loop, Threads};
    assert_eq!(run(&mut Costs::new(LEAST), 8 * N, ALL, [1.0, 0.5, 9.0], 4), [Loop, Threads, Loop, Threads]);
    assert_eq!(run(&mut Costs::new(LEAST), 8 * N, ALL, [1.0, 2.5, 9.0], 8), [Loop, Threads, Loop, Loop, Loop, Loop, Loop, Loop]);
}

#[test]
fn a_slow_first_try_is_looked_at_again_soon() {
    let mut costs = Costs::new(LEAST);
    let candidates = Candidates { first_launch: Duration::MAX, ..ALL };
    let first = run(&mut costs, 8 * N, candidates, [1.0, 1.8, 9.0], 6);
    assert_eq!(first.iter().filter(|target| **target == Target::Threads).count(), 1, "{first:?}");
    let later = run(&mut costs, 8 * N, candidates, [1.0, 0.5, 9.0], 8);
    assert_eq!(later.last(), Some(&Target::Threads), "{later:?}");
    // Where they are slower indeed, that is all.
    let slower = run(&mut Costs::new(LEAST), 8 * N, candidates, [1.0, 1.8, 9.0], 30);
    assert_eq!(slower.iter().filter(|target| **target == Target::Threads).count(), 2, "{slower:?}");
}

#[test]
fn what_is_no_faster_than_the_loop_as_written_is_not_used() {
    assert_eq!(settled([1.0, 0.99, 0.97]), Target::Loop);
}

#[test]
fn a_first_run_that_finds_no_memory_is_no_reason_for_threads() {
    let mut costs = Costs::new(LEAST);
    assert_eq!(run(&mut costs, 8 * N, ALL, [2.0, 1.2, 9.0], 1), [Target::Loop]);
    let later = run(&mut costs, 8 * N, ALL, [1.0, 1.2, 9.0], 9);
    assert_eq!(later[..2], [Target::Threads, Target::Loop]);
    // One more look, and that is all.
    assert_eq!(later[2..].iter().filter(|target| **target == Target::Threads).count(), 1, "{later:?}");
}

#[test]
fn no_kernels_are_built_before_the_loop_has_taken_twice_as_long() {
    // A millisecond each: the 100 ms of a build are affordable after 200.
    let targets = run(&mut Costs::new(LEAST), N, ALL, [1e9 / 1000.0 / N as f64; 3], 250);
    let first = targets.iter().position(|target| *target == Target::Device).expect("a trial");
    assert!((199..=201).contains(&first), "{first}");
}

#[test]
fn what_is_short_is_left_alone() {
    let targets = run(&mut Costs::new(LEAST), LEAST, ALL, [1.0, 0.1, 0.1], 100_000);
    assert!(targets.iter().all(|target| *target == Target::Loop));
}

#[test]
fn what_takes_next_to_nothing_need_not_be_looked_at() {
    let mut costs = Costs::new(LEAST);
    run(&mut costs, N, ALL, [1.0; 3], 2);
    assert_eq!(costs.trifling_below(LEAST), None, "nothing is known");
    run(&mut costs, LEAST, ALL, [1.0; 3], 1);
    assert_eq!(costs.trifling_below(LEAST), None, "one run may be chance");
    run(&mut costs, LEAST, ALL, [1.0; 3], 1);
    assert_eq!(costs.trifling_below(LEAST), Some(2 * LEAST));
    assert_eq!(costs.trifling_below(LEAST + 1), Some(2 * LEAST));
    assert_eq!(costs.trifling_below(N), None);
}

#[test]
fn trials_are_few() {
    let others = |nanoseconds: [f64; 3]| {
        let targets = run(&mut Costs::new(LEAST), N, ALL, nanoseconds, 4096);
        targets.iter().filter(|target| **target != Target::Loop).count()
    };
    assert!(others([1.0, 1.5, 1.9]) < 16);
    // The first time threads are used for a short loop, they wake up.
    assert!(others([1.0, 100.0, 100.0]) <= 3);
}

#[test]
fn what_becomes_slow_is_left_and_one_slow_run_is_no_reason() {
    let mut costs = learnt(N, [1.0, 0.5, 9.0]);
    costs.record(N, Target::Threads, Duration::from_millis(20));
    assert_eq!(costs.choose(N, ALL), Target::Threads);
    let targets = run(&mut costs, N, ALL, [1.0, 5.0, 9.0], 4);
    assert_eq!(targets.last(), Some(&Target::Loop));
}

#[test]
fn a_deterministic_loop_never_runs_as_written() {
    let candidates = Candidates { as_written: false, ..ALL };
    let targets = run(&mut Costs::new(LEAST), 8 * N, candidates, [0.1, 1.0, 0.9], 3000);
    assert!(targets.iter().all(|target| *target != Target::Loop));
    assert_eq!(targets.last(), Some(&Target::Device));
}

#[test]
fn a_device_that_is_ruled_out_is_never_chosen_again() {
    let mut costs = learnt(8 * N, [1.0, 0.9, 0.4]);
    assert_eq!(costs.choose(8 * N, ALL), Target::Device);
    (0..MOST_FAILURES).for_each(|_| costs.note_failure());
    assert!(run(&mut costs, 8 * N, ALL, [1.0, 0.9, 0.4], 100).iter().all(|target| *target != Target::Device));
}

#[test]
fn lengths_are_told_apart() {
    let mut costs = learnt(8 * N, [1.0, 1.5, 0.4]);
    assert_eq!(costs.choose(8 * N, ALL), Target::Device);
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 2.0], 100).last(), Some(&Target::Loop));
    assert_eq!(costs.choose(8 * N, ALL), Target::Device);
    assert_eq!([0, 1, LEAST, 2 * LEAST - 1, u64::MAX].map(logarithm), [0, 0, 13, 13, 63]);
}

#[test]
fn what_an_earlier_process_has_learnt_holds_from_the_first_run_on() {
    let mut costs = next_process(&mut learnt(8 * N, [1.0, 0.5, 0.7]));
    assert_eq!(run(&mut costs, 8 * N, ALL, [1.0, 0.5, 0.7], 30), [Target::Threads; 30]);
}

#[test]
fn what_an_earlier_process_has_learnt_gives_way() {
    let mut costs = next_process(&mut learnt(8 * N, [1.0, 0.5, 0.7]));
    let targets = run(&mut costs, 8 * N, ALL, [1.0, 1.5, 1.4], 12);
    assert_eq!(targets[..4], [Target::Threads, Target::Threads, Target::Threads, Target::Loop], "{targets:?}");
    assert_eq!(targets.last(), Some(&Target::Loop), "{targets:?}");
    // Others believe it of two.
    let mut costs = next_process(&mut costs);
    run(&mut costs, 8 * N, ALL, [1.0, 1.5, 1.4], 12);
    assert_eq!(next_process(&mut costs).choose(8 * N, ALL), Target::Loop);
}

#[test]
fn a_process_tries_nothing_in_its_first_run() {
    let mut costs = Costs::new(LEAST);
    run(&mut costs, 8 * N, ALL, [1.0, 0.5, 9.0], 1);
    let mut costs = next_process(&mut costs);
    assert_eq!(run(&mut costs, 8 * N, ALL, [1.0, 0.5, 9.0], 3), [Target::Loop, Target::Threads, Target::Threads]);
}

#[test]
fn programs_that_run_a_loop_once_come_to_try_all_places() {
    let (n, nanoseconds) = (1 << 26, [4.0, 6.0, 1.0]);
    let candidates = Candidates { first_launch: Duration::from_secs(1), first_launch_kept: Duration::from_millis(50), ..ALL };
    let mut costs = Costs::new(LEAST);
    let mut targets = Vec::new();
    for _ in 0..200 {
        targets.extend(run(&mut costs, n, candidates, nanoseconds, 1));
        costs = next_process(&mut costs);
    }
    // A trial may take as long again: a twentieth of all that has been spent.
    let first = |wanted| targets.iter().position(|target| *target == wanted).expect("a trial");
    assert!((20..24).contains(&first(Target::Threads)), "{targets:?}");
    assert!((80..110).contains(&first(Target::Device)), "{targets:?}");
    assert!(targets[first(Target::Device)..].iter().all(|target| *target == Target::Device), "{targets:?}");
}

#[test]
fn what_is_asleep_is_woken_as_soon_as_that_pays() {
    let mut kept = learnt(8 * N, [1.0, 0.9, 0.4]);
    let mut costs = next_process(&mut kept);
    // Four milliseconds are saved by a run, and waking takes ten.
    let targets = run(&mut costs, 8 * N, ALL, [1.0, 0.9, 0.4], 6);
    assert_eq!(targets.iter().position(|target| *target == Target::Device), Some(2), "{targets:?}");
    // One run that saves as much is launched at once.
    let mut costs = next_process(&mut learnt(64 * N, [1.0, 0.9, 0.4]));
    assert_eq!(costs.choose(64 * N, ALL), Target::Device);
    // Threads, likewise.
    let asleep = Candidates { waking: Duration::from_millis(10), ..ALL };
    let mut costs = next_process(&mut learnt(8 * N, [1.0, 0.5, 9.0]));
    assert_eq!([0; 4].map(|_| costs.choose(8 * N, asleep)), [Target::Loop, Target::Loop, Target::Threads, Target::Threads]);
}

#[test]
fn a_first_launch_shows_what_the_next_will_take() {
    let mut costs = Costs::new(LEAST);
    run(&mut costs, 8 * N, ALL, [1.0, 1.5, 0.4], 4);
    // A driver that measures nothing.
    costs.record_first_launch(8 * N, Duration::from_millis(500), Duration::ZERO);
    assert_eq!(costs.choose(8 * N, ALL), Target::Device, "it is still to be tried");
    costs.record_first_launch(8 * N, Duration::from_millis(500), Duration::from_millis(90));
    assert_eq!(costs.choose(8 * N, ALL), Target::Loop);
}

#[test]
fn a_device_that_fails_is_not_tried_again() {
    let mut costs = Costs::new(LEAST);
    costs.recall("23 loop 1e-9 0\n23 threads 2e-9 0\nspent 90\n");
    assert_eq!(costs.choose(8 * N, ALL), Target::Device);
    (0..MOST_FAILURES).for_each(|_| costs.note_failure());
    assert_eq!(costs.choose(8 * N, ALL), Target::Loop);
}

#[test]
fn texts_of_something_else_are_passed_over() {
    for text in [
        "nonsense",
        "20 loop",
        "20 loop 1e-9",
        "20 loop 1e-9 2 2",
        "20 loop 1e-9 -1",
        "99 loop 1e-9 0",
        "20 moon 1e-9 0",
        "20 loop NaN 0",
        "20 loop -1e-9 0",
        "20 loop 0 0",
        "20 loop inf 0",
        "spent",
        "spent x",
        "spent -1",
    ] {
        let mut costs = Costs::new(LEAST);
        costs.recall(text);
        assert!(costs.classes.is_empty() && costs.spent_earlier == 0.0, "{text}");
    }
}

#[test]
fn keeping_is_rare() {
    // Also where the loop takes ten times as long as in earlier processes.
    for earlier in ["", "20 loop 1e-10 0\n"] {
        let mut costs = Costs::new(LEAST);
        costs.recall(earlier);
        let kept = (0..100_000).filter(|_| {
            costs.record(N, Target::Loop, Duration::from_millis(1));
            let is_overdue = costs.is_overdue();
            if is_overdue {
                costs.keep();
            }
            is_overdue
        });
        assert!((10..16).contains(&kept.count()));
    }
}

#[test]
fn news_are_kept_soon() {
    let mut costs = learnt(8 * N, [1.0, 0.9, 9.0]);
    costs.keep();
    run(&mut costs, 8 * N, ALL, [1.0, 0.91, 9.0], 3);
    assert!(!costs.is_overdue());
    run(&mut costs, 8 * N, ALL, [1.0, 0.5, 9.0], 1);
    assert!(costs.is_overdue());
}

/// As somebody may have forged it, with the right checksum.
#[test]
fn kept_numbers_that_nobody_has_measured_are_passed_over_and_panic_nowhere() {
    let class = logarithm(N);
    for number in ["1e300", "1.7976931348623157e308", "1e10", "inf", "NaN", "-1", "0", "1e-320", "5e-324", "1e9"] {
        for text in [
            format!("{class} loop {number}\n{class} threads {number}\n{class} device {number}\nkernels\n"),
            format!("{class} loop {number}\n"),
            format!("spent {number}\n"),
            format!("{class} loop 1e-9\n999 loop 1e-9\n"),
            format!("{number} loop 1e-9\n"),
        ] {
            let mut costs = Costs::new(LEAST);
            costs.recall(&text);
            run(&mut costs, N, ALL, [1.0, 0.5, 0.7], 100);
            costs.recall(&text);
            run(&mut costs, u64::MAX, ALL, [1e-9; 3], 10);
            let again = costs.keep();
            assert!(parse(&again).is_some(), "{text} became {again}");
        }
    }
    assert!(parse(&format!("{class} loop 1e300")).is_none());
}

/// A machine that is busy otherwise for three runs makes the fastest place look slow.
#[test]
fn what_was_slow_for_a_moment_is_soon_tried_again() {
    let mut costs = learnt(N, [2.0, 1.0, 9.0]);
    for _ in 0..REMEMBERED {
        costs.record(N, Target::Threads, Duration::from_millis(9));
    }
    let targets = run(&mut costs, N, ALL, [2.0, 1.0, 9.0], 3 * FIRST_RETRY as usize);
    assert_eq!(targets[0], Target::Loop);
    let later = &targets[FIRST_RETRY as usize..];
    let elsewhere = later.iter().filter(|target| **target != Target::Threads).count();
    assert!(elsewhere <= later.len() / FIRST_RETRY as usize, "no more than the trials of what was not the fastest: {targets:?}");
}

/// Processes of few runs, in one of which the machine was busy otherwise.
#[test]
fn a_disturbed_process_does_not_decide_for_all_that_follow() {
    let ran = |costs: &mut Costs, nanoseconds| {
        let targets = run(costs, 8 * N, ALL, nanoseconds, 9);
        (next_process(costs), targets[0])
    };
    let (costs, first) = ran(&mut next_process(&mut learnt(8 * N, [2.0, 1.0, 90.0])), [2.0, 9.0, 90.0]);
    assert_eq!(first, Target::Threads);
    let (mut costs, first) = ran(&mut { costs }, [2.0, 1.0, 90.0]);
    assert_eq!(first, Target::Threads, "once is no reason");
    let mut firsts = Vec::new();
    for round in 0..60 {
        let (next, first) = ran(&mut costs, if round < 5 { [2.0, 9.0, 90.0] } else { [2.0, 1.0, 90.0] });
        (costs, firsts) = (next, [firsts, vec![first]].concat());
    }
    assert_eq!(firsts[5], Target::Loop, "again and again is one: {firsts:?}");
    let later = &firsts[20..];
    let elsewhere = later.iter().filter(|first| **first != Target::Threads).count();
    assert!(elsewhere <= 2, "what was not tried is tried again: {firsts:?}");
}
