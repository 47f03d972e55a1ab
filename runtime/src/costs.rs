//! What a loop has taken where it ran, by its length: what the dispatcher chooses by.
//!
//! Nothing is assumed of the machine. A loop first runs as written, then on what might be faster, and from then on where it took least.
//! What is tried has to be worth it: host threads must be woken, and kernels be built, so a loop has to have taken a multiple of that
//! before. What was not the fastest is tried again now and then, as machines and data change.

use std::time::Duration;

/// Shorter loops are not looked at: reading the clock would take longer than there is to gain.
pub const LEAST: u64 = 8 * 1024;

/// Lengths within a factor of two share what is known of them.
const CLASSES: usize = 32;
/// So often a place is tried before it is judged by its best time: the first time it may have had to warm up.
const TRIALS: u32 = 2;
/// What takes less is not worth waking threads for.
const WORTH_THREADS: Duration = Duration::from_micros(40);
/// What takes less is not worth a look: it would have to become several times slower before anything were to be gained.
const TRIFLE: Duration = Duration::from_micros(10);
/// What takes less is not worth a launch on a device.
const WORTH_LAUNCH: Duration = Duration::from_micros(80);
/// Kernels are built once the loop has taken so many times as long as that is likely to take.
const PATIENCE: f64 = 10.0;
/// What was not the fastest is tried again after so many runs, then after twice as many, and so on, if it took no more than
/// `HOPELESS` times as long.
const FIRST_RETRY: u32 = 32;
const HOPELESS: f64 = 2.0;
/// A place that has become slower is believed by so much at a time: most outliers are somebody else's doing.
const DOUBT: f64 = 8.0;

/// Where a loop may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// As written.
    Loop,
    /// On host threads.
    Threads,
    /// On the device that the runtime would choose.
    Device,
}

/// Where a loop may run this time.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// As written.
    pub as_written: bool,
    /// On host threads.
    pub threads: bool,
    /// How long the first launch of kernels on a device is likely to take.
    pub first_launch: Duration,
}

/// What a loop has taken.
#[derive(Debug)]
pub struct Costs {
    classes: [Class; CLASSES],
    /// All of its runs together, in seconds.
    spent: f64,
    /// Its kernels are built.
    has_kernels: bool,
    /// It cannot run on the device.
    is_unfit: bool,
}

/// The lengths of one power of two.
#[derive(Clone, Copy, Debug)]
struct Class {
    runs: u32,
    as_written: Estimate,
    threads: Estimate,
    device: Estimate,
}

/// The time of an iteration in one place.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    seconds: f64,
    trials: u32,
}

impl Costs {
    /// Nothing is known.
    pub const fn new() -> Self {
        const UNKNOWN: Estimate = Estimate { seconds: f64::INFINITY, trials: 0 };
        const CLASS: Class = Class { runs: 0, as_written: UNKNOWN, threads: UNKNOWN, device: UNKNOWN };
        Self { classes: [CLASS; CLASSES], spent: 0.0, has_kernels: false, is_unfit: false }
    }

    /// Where `n` iterations run now.
    pub fn choose(&mut self, n: u64, candidates: Candidates) -> Spot {
        let launches = self.affords_launch(candidates.first_launch);
        let class = &mut self.classes[class(n)];
        class.runs = class.runs.saturating_add(1);
        let first = if candidates.as_written { Spot::Loop } else { Spot::Threads };
        if !class.of(first).is_judged() {
            return first;
        }
        let takes = |class: &Class, spot| Duration::from_secs_f64(class.of(spot).seconds * n as f64);
        let mut best = first;
        for (spot, is_open, worth) in [(Spot::Threads, candidates.threads, WORTH_THREADS), (Spot::Device, launches, WORTH_LAUNCH)]
        {
            if class.of(spot).is_judged() {
                best = if is_open && class.of(spot).seconds < class.of(best).seconds { spot } else { best };
            } else if is_open && takes(class, best) >= worth {
                return spot;
            }
        }
        let is_retry = class.runs >= FIRST_RETRY && class.runs.is_power_of_two();
        class.runner_up(best, candidates, launches).filter(|_| is_retry).unwrap_or(best)
    }

    /// `n` iterations took so long on `spot`.
    pub fn record(&mut self, n: u64, spot: Spot, time: Duration) {
        if n < LEAST {
            return;
        }
        let time = time.as_secs_f64();
        self.spent += time;
        self.has_kernels |= spot == Spot::Device;
        self.classes[class(n)].of_mut(spot).add(time / n as f64);
    }

    /// Kernels were built and launched for the first time, which took so long: that says nothing of the next launch.
    pub fn record_build(&mut self, time: Duration) {
        self.spent += time.as_secs_f64();
        self.has_kernels = true;
    }

    /// The device cannot run the loop, or there is none.
    pub fn rule_device_out(&mut self) {
        self.is_unfit = true;
    }

    /// The length up to which the loop need not be looked at any more, as it takes next to nothing as written with `n` iterations.
    pub fn trifling_below(&self, n: u64) -> Option<u64> {
        let as_written = self.classes[class(n)].as_written;
        let is_trifle = as_written.is_judged() && as_written.seconds * (n as f64) < TRIFLE.as_secs_f64();
        is_trifle.then_some(LEAST << (class(n) + 1))
    }

    /// How often it ran on `spot` with about `n` iterations.
    #[cfg(test)]
    pub fn trials(&self, n: u64, spot: Spot) -> u32 {
        self.classes[class(n)].of(spot).trials
    }

    fn affords_launch(&self, first_launch: Duration) -> bool {
        !self.is_unfit && (self.has_kernels || self.spent >= PATIENCE * first_launch.as_secs_f64())
    }
}

impl Class {
    fn of(&self, spot: Spot) -> &Estimate {
        match spot {
            Spot::Loop => &self.as_written,
            Spot::Threads => &self.threads,
            Spot::Device => &self.device,
        }
    }

    fn of_mut(&mut self, spot: Spot) -> &mut Estimate {
        match spot {
            Spot::Loop => &mut self.as_written,
            Spot::Threads => &mut self.threads,
            Spot::Device => &mut self.device,
        }
    }

    /// The fastest but `best`, unless it is hopeless.
    fn runner_up(&self, best: Spot, candidates: Candidates, launches: bool) -> Option<Spot> {
        let open = [(Spot::Loop, candidates.as_written), (Spot::Threads, candidates.threads), (Spot::Device, launches)];
        let others = open.into_iter().filter(|&(spot, is_open)| is_open && spot != best).map(|(spot, _)| spot);
        let runner_up = others.min_by(|a, b| self.of(*a).seconds.total_cmp(&self.of(*b).seconds))?;
        (self.of(runner_up).seconds <= HOPELESS * self.of(best).seconds).then_some(runner_up)
    }
}

impl Estimate {
    fn is_judged(&self) -> bool {
        self.trials >= TRIALS
    }

    fn add(&mut self, seconds: f64) {
        if self.trials < TRIALS || seconds < self.seconds {
            self.seconds = self.seconds.min(seconds);
        } else {
            self.seconds += (seconds - self.seconds) / DOUBT;
        }
        self.trials = self.trials.saturating_add(1);
    }
}

fn class(n: u64) -> usize {
    let doublings = n.max(LEAST).ilog2() - LEAST.ilog2();
    (doublings as usize).min(CLASSES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Candidates = Candidates { as_written: true, threads: true, first_launch: Duration::from_millis(100) };
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
        // A millisecond each: the 100 ms of a build are affordable after a second.
        let spots = run(&mut costs, N, ALL, [1e9 / 1000.0 / N as f64; 3], 1010);
        let first = spots.iter().position(|spot| *spot == Spot::Device).expect("a trial");
        assert!((999..=1001).contains(&first), "{first}");
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
        costs.rule_device_out();
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
}
