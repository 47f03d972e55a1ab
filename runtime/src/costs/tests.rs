//! Where loops run on machines that are made up.

use super::kept::parse;
use super::*;

const ALL: Candidates = Candidates {
    as_written: true,
    threads: true,
    first_launch: Duration::from_millis(100),
    first_launch_kept: Duration::from_millis(10),
};
const N: u64 = 1 << 20;

/// Runs `rounds` times on a machine where iterations take so many nanoseconds, and says where.
fn run(costs: &mut Costs, n: u64, candidates: Candidates, nanoseconds: [f64; 3], rounds: usize) -> Vec<Spot> {
    let one = |_| {
        let spot = costs.choose(n, candidates);
        let each = nanoseconds[[Spot::Loop, Spot::Threads, Spot::Device].iter().position(|s| *s == spot).unwrap()];
        costs.record(n, spot, Duration::from_secs_f64(each * 1e-9 * n as f64));
        spot
    };
    (0..rounds).map(one).collect()
}

fn settled(nanoseconds: [f64; 3]) -> Spot {
    *run(&mut Costs::new(), N, ALL, nanoseconds, 3000).last().unwrap()
}

#[test]
fn the_fastest_is_found() {
    assert_eq!(settled([1.0, 1.5, 1.2]), Spot::Loop);
    assert_eq!(settled([1.0, 0.5, 0.7]), Spot::Threads);
    assert_eq!(settled([1.0, 0.9, 0.4]), Spot::Device);
}

#[test]
fn a_loop_first_runs_as_written() {
    assert_eq!(run(&mut Costs::new(), N, ALL, [1.0; 3], 2), [Spot::Loop; 2]);
}

#[test]
fn no_kernels_are_built_before_the_loop_has_taken_much_longer() {
    let mut costs = Costs::new();
    // A millisecond each: the 100 ms of a build are affordable after half a second.
    let spots = run(&mut costs, N, ALL, [1e9 / 1000.0 / N as f64; 3], 510);
    let first = spots.iter().position(|spot| *spot == Spot::Device).expect("a trial");
    assert!((499..=501).contains(&first), "{first}");
}

#[test]
fn what_is_short_is_left_alone() {
    let n = LEAST;
    let spots = run(&mut Costs::new(), n, ALL, [1.0, 0.1, 0.1], 100_000);
    assert!(spots.iter().all(|spot| *spot == Spot::Loop));
}

#[test]
fn what_takes_next_to_nothing_need_not_be_looked_at() {
    let mut costs = Costs::new();
    run(&mut costs, N, ALL, [1.0; 3], 1);
    run(&mut costs, LEAST, ALL, [1.0; 3], 1);
    assert_eq!(costs.trifling_below(LEAST), None, "one run may be chance");
    run(&mut costs, LEAST, ALL, [1.0; 3], 1);
    assert_eq!(costs.trifling_below(LEAST + 1), Some(2 * LEAST));
    assert_eq!(costs.trifling_below(N), None);
}

#[test]
fn trials_are_few() {
    let spots = run(&mut Costs::new(), N, ALL, [1.0, 1.5, 1.9], 4096);
    assert!(spots.iter().filter(|spot| **spot != Spot::Loop).count() < 16);
    let spots = run(&mut Costs::new(), N, ALL, [1.0, 100.0, 100.0], 4096);
    assert_eq!(spots.iter().filter(|spot| **spot != Spot::Loop).count(), 2 * TRIALS as usize);
}

#[test]
fn what_becomes_slow_is_left() {
    let mut costs = Costs::new();
    assert_eq!(run(&mut costs, N, ALL, [1.0, 0.5, 0.9], 3000).last(), Some(&Spot::Threads));
    assert_ne!(run(&mut costs, N, ALL, [1.0, 5.0, 0.9], 3000).last(), Some(&Spot::Threads));
}

#[test]
fn a_deterministic_loop_never_runs_as_written() {
    let candidates = Candidates { as_written: false, ..ALL };
    let spots = run(&mut Costs::new(), N, candidates, [0.1, 1.0, 0.9], 3000);
    assert!(spots.iter().all(|spot| *spot != Spot::Loop));
    assert_eq!(spots.last(), Some(&Spot::Device));
}

#[test]
fn a_device_that_is_ruled_out_is_never_chosen_again() {
    let mut costs = Costs::new();
    assert_eq!(run(&mut costs, N, ALL, [1.0, 0.9, 0.4], 3000).last(), Some(&Spot::Device));
    (0..MOST_FAILURES).for_each(|_| costs.note_failure());
    assert!(run(&mut costs, N, ALL, [1.0, 0.9, 0.4], 100).iter().all(|spot| *spot != Spot::Device));
}

#[test]
fn lengths_are_told_apart() {
    let mut costs = Costs::new();
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 0.4], 3000).last(), Some(&Spot::Device));
    assert_eq!(run(&mut costs, N / 4, ALL, [1.0, 1.5, 2.0], 100).last(), Some(&Spot::Loop));
}

#[test]
fn one_slow_run_is_no_reason() {
    let mut costs = Costs::new();
    run(&mut costs, N, ALL, [1.0, 0.5, 0.9], 100);
    costs.record(N, Spot::Threads, Duration::from_millis(2));
    assert_eq!(costs.choose(N, ALL), Spot::Threads);
}

#[test]
fn the_longest_loops_have_a_class() {
    assert_eq!(class(u64::MAX), CLASSES - 1);
    assert_eq!([class(0), class(LEAST), class(2 * LEAST - 1), class(2 * LEAST)], [0, 0, 0, 1]);
}

/// What a process knows that has run `N` iterations often, where they take so many nanoseconds.
fn kept(nanoseconds: [f64; 3]) -> String {
    let mut costs = Costs::new();
    run(&mut costs, N, ALL, nanoseconds, 3000);
    costs.text()
}

#[test]
fn what_an_earlier_process_has_learnt_holds_from_the_first_run_on() {
    let mut costs = Costs::new();
    costs.recall(&kept([1.0, 0.5, 0.7]));
    assert_eq!(run(&mut costs, N, ALL, [1.0, 0.5, 0.7], 30), [Spot::Threads; 30]);
    let mut costs = Costs::new();
    costs.recall(&kept([1.0, 0.5, 0.7]));
    assert_eq!(costs.choose(64 * N, ALL), Spot::Threads, "longer than ever before");
    assert_eq!(costs.choose(N / 64, ALL), Spot::Loop, "so short that nothing is known");
}

#[test]
fn what_no_longer_holds_is_unlearnt() {
    let mut costs = Costs::new();
    costs.recall(&kept([1.0, 0.5, 0.7]));
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 1.4], 3000).last(), Some(&Spot::Loop));
}

#[test]
fn kernels_that_are_kept_are_launched_as_soon_as_that_pays() {
    let mut costs = Costs::new();
    costs.recall(&kept([1.0, 0.9, 0.4]));
    // Half a millisecond is saved by a run, and launching them takes ten.
    let spots = run(&mut costs, N, ALL, [1.0, 0.9, 0.4], 40);
    let first = spots.iter().position(|spot| *spot == Spot::Device).expect("a launch");
    assert!((18..22).contains(&first), "{first}");
    // One run that saves as much is launched at once.
    let mut costs = Costs::new();
    costs.recall(&kept([1.0, 0.9, 0.4]));
    assert_eq!(costs.choose(32 * N, ALL), Spot::Device);
}

#[test]
fn programs_that_run_a_loop_once_come_to_launch_it() {
    let (n, nanoseconds) = (1 << 26, [4.0, 6.0, 1.0]);
    let candidates = Candidates { first_launch: Duration::from_secs(1), first_launch_kept: Duration::from_millis(50), ..ALL };
    let mut text = String::new();
    let mut process = |_| {
        let mut costs = Costs::new();
        costs.recall(&text);
        let spot = costs.choose(n, candidates);
        let takes = |each: f64| Duration::from_secs_f64(each * 1e-9 * n as f64);
        match spot {
            Spot::Loop => costs.record(n, spot, takes(nanoseconds[0])),
            Spot::Threads => costs.record(n, spot, takes(nanoseconds[1])),
            Spot::Device => {
                let first = if costs.had_kernels { candidates.first_launch_kept } else { candidates.first_launch };
                costs.record_first_launch(n, first + takes(nanoseconds[2]), takes(nanoseconds[2]));
            }
        }
        text = costs.text();
        spot
    };
    let spots: Vec<Spot> = (0..40).map(&mut process).collect();
    assert_eq!(spots[..4], [Spot::Loop, Spot::Loop, Spot::Threads, Spot::Threads]);
    let first = spots.iter().position(|spot| *spot == Spot::Device).expect("a trial");
    assert!((16..20).contains(&first), "{first}");
    assert!(spots[first..].iter().all(|spot| *spot == Spot::Device), "{spots:?}");
}

#[test]
fn programs_that_run_a_loop_twice_stay_where_it_is_fastest() {
    let mut text = kept([1.0, 1.5, 0.1]);
    for _ in 0..10 {
        let mut costs = Costs::new();
        costs.recall(&text);
        let n = 256 * N;
        assert_eq!(costs.choose(n, ALL), Spot::Device, "{text}");
        costs.record_first_launch(n, Duration::from_millis(60), Duration::from_millis(27));
        assert_eq!(run(&mut costs, n, ALL, [1.0, 1.5, 0.1], 1), [Spot::Device]);
        text = costs.text();
    }
}

#[test]
fn what_a_first_launch_showed_gives_way_to_trials() {
    let mut costs = Costs::new();
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 0.4], 4).last(), Some(&Spot::Threads));
    // It had to copy, or somebody else was busy.
    costs.record_first_launch(N, Duration::from_millis(500), Duration::from_millis(100));
    let mut other = Costs::new();
    other.recall(&costs.text());
    assert_eq!(other.choose(N, ALL), Spot::Loop);
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 0.4], 9), [Spot::Device; 9]);
    other = Costs::new();
    other.recall(&costs.text());
    assert_eq!(other.choose(64 * N, ALL), Spot::Device);
    // A driver that measures nothing.
    costs.record_first_launch(64 * N, Duration::from_millis(500), Duration::ZERO);
    assert!(parse_back(&costs).had_kernels);
}

fn parse_back(costs: &Costs) -> Costs {
    let mut other = Costs::new();
    other.recall(&costs.text());
    other
}

#[test]
fn a_device_that_fails_is_not_tried_by_every_process() {
    let mut costs = Costs::new();
    costs.recall("7 loop 1e-9 2\n7 threads 2e-9 2\nspent 9\nmissed 0\n");
    assert_eq!(costs.choose(N, ALL), Spot::Device);
    (0..MOST_FAILURES).for_each(|_| costs.note_failure());
    assert_eq!(costs.choose(N, ALL), Spot::Loop);
    assert_eq!(parse_back(&costs).choose(N, ALL), Spot::Loop);
}

#[test]
fn trials_of_several_processes_add_up() {
    let mut costs = Costs::new();
    costs.record(N, Spot::Loop, Duration::from_millis(1));
    // This process has not looked for what another one has kept before it ran the loop.
    costs.recall("7 runs 1\n7 loop 1e-9 1\nspent 1\nmissed 0\n");
    assert_eq!(costs.choose(N, ALL), Spot::Threads);
}

#[test]
fn what_is_expected_of_the_machine_is_tried_first() {
    let mut costs = Costs::new();
    costs.expect(N, [Some(1e-9), Some(0.5e-9), None]);
    assert_eq!(costs.choose(N, ALL), Spot::Threads);
    // It does not hold for this loop.
    assert_eq!(run(&mut costs, N, ALL, [1.0, 1.5, 2.0], 3000).last(), Some(&Spot::Loop));
}

#[test]
fn what_is_measured_is_not_overruled() {
    let mut costs = Costs::new();
    run(&mut costs, N, ALL, [1.0, 1.5, 1.4], 100);
    costs.expect(N, [Some(1e-9), Some(0.5e-9), None]);
    costs.recall(&kept([1.0, 0.5, 1.7]));
    assert_eq!(costs.choose(N, ALL), Spot::Loop);
}

#[test]
fn texts_of_something_else_are_passed_over() {
    for text in [
        "nonsense",
        "7 loop",
        "7 loop 1e-9 2 more",
        "99 loop 1e-9 2",
        "7 moon 1e-9 2",
        "7 loop NaN 2",
        "7 loop -1e-9 2",
        "7 loop inf 2",
        "7 loop 1e-9 x",
        "spent",
        "spent x",
    ] {
        let mut costs = Costs::new();
        costs.recall(text);
        assert!((0..CLASSES as u32).all(|class| costs.is_new(LEAST << class)), "{text}");
    }
}

#[test]
fn keeping_is_rare() {
    let mut costs = Costs::new();
    let kept = (0..100_000).filter(|_| {
        costs.record(N, Spot::Loop, Duration::from_millis(1));
        costs.is_overdue()
    });
    assert_eq!(kept.count(), 13);
}

/// As somebody may have forged it, with the right checksum.
#[test]
fn kept_numbers_that_nobody_has_measured_are_passed_over_and_panic_nowhere() {
    let class = class(N);
    for number in ["1e300", "1.7976931348623157e308", "1e10", "inf", "NaN", "-1", "0", "1e-320", "5e-324"] {
        for text in [
            format!("{class} loop {number} 2\n{class} threads {number} 2\n{class} device {number} 2\n"),
            format!("{class} loop {number} 1\n"),
            format!("spent {number}\nmissed {number}\n"),
            format!("{class} runs 4294967295\n{class} loop 1e-9 4294967295\n"),
            format!("{class} runs {number}\n999 loop 1e-9 2\n"),
        ] {
            let mut costs = Costs::new();
            costs.recall(&text);
            run(&mut costs, N, ALL, [1.0, 0.5, 0.7], 100);
            costs.recall(&text);
            run(&mut costs, u64::MAX, ALL, [1e-9; 3], 10);
            let again = costs.text();
            assert!(parse(&again).is_some(), "{text} became {again}");
        }
    }
    assert!(parse(&format!("{class} loop 1e300 2")).is_none());
}

#[test]
fn expectations_without_a_number_panic_nowhere() {
    for seconds in [f64::INFINITY, f64::NAN, 0.0, 1e300] {
        let mut costs = Costs::new();
        costs.expect(N, [Some(seconds); 3]);
        run(&mut costs, N, ALL, [1.0, 0.5, 0.7], 100);
    }
}
