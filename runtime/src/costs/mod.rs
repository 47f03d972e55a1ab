//! What a loop has taken where it ran, by its length: what the dispatcher chooses by.
//!
//! Nothing is assumed of the machine. A loop first runs as written, then on what might be faster, and from then on where it took least.
//! What is tried has to be worth it: host threads must be woken, and kernels be built, so a loop has to have taken a multiple of that
//! before. What was not the fastest is tried again now and then, as machines and data change.
//!
//! What is known from elsewhere, of this loop from earlier processes or of the machine from other loops, is *expected* until it is
//! measured: then a loop runs at once where it should take least, and on a device as soon as the time that this saves, added up over its
//! runs, is that of a first launch.

mod kept;

use std::time::Duration;

/// Shorter loops are not looked at: reading the clock would take longer than there is to gain.
pub const LEAST: u64 = 8 * 1024;

/// Lengths within a factor of two share what is known of them.
const CLASSES: usize = 32;
/// So often a place is tried before it is judged by its best time: the first time it may have had to warm up.
const TRIALS: u32 = 2;
/// What takes less is not worth waking threads for.
const WORTH_THREADS: Duration = Duration::from_micros(40);
/// What takes less is not worth a launch on a device.
const WORTH_LAUNCH: Duration = Duration::from_micros(80);
/// Kernels are built once the loop has taken so many times as long as that is likely to take.
const PATIENCE: f64 = 5.0;
/// From here on it is worth a millionth of a second or two to look for what is known of a loop: iterations, and seconds spent.
const RECALLED_FROM: u64 = 1 << 18;
const RECALLED_AFTER: f64 = 1e-3;
/// Loops that take less together are not worth a file.
const FIRST_KEEPING: f64 = 0.02;
/// What was not the fastest is tried again after so many runs, then after twice as many, and so on, if it took no more than
/// `HOPELESS` times as long.
const FIRST_RETRY: u32 = 32;
const HOPELESS: f64 = 2.0;
/// A place that has become slower is believed by so much at a time: most outliers are somebody else's doing.
const DOUBT: f64 = 8.0;
/// So often a device may fail to run a loop that is left to itself.
const MOST_FAILURES: u8 = 3;

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
    /// How long the first launch of kernels on a device is likely to take, if they must be compiled.
    pub first_launch: Duration,
    /// The same, if they are kept on disk.
    pub first_launch_kept: Duration,
}

/// What a loop has taken.
#[derive(Debug)]
pub struct Costs {
    classes: [Class; CLASSES],
    /// All of its runs together, in seconds.
    spent: f64,
    /// Its kernels are built.
    has_kernels: bool,
    /// They were in an earlier process, which has probably kept them.
    had_kernels: bool,
    /// The seconds that earlier processes have spent on it, if its kernels were in none of them.
    spent_earlier: f64,
    /// The seconds that it would have taken less on a device, as is expected: in this process and, as long as none had built its kernels,
    /// in those before.
    missed: f64,
    /// What is known from elsewhere has been looked for.
    is_recalled: bool,
    /// Worth keeping once so much is spent.
    next_keeping: f64,
    /// How often the device has failed to run it.
    failures: u8,
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
    /// Not measured.
    is_expected: bool,
    /// What other processes are to expect as long as this one has not judged: what was expected here, or what a first launch showed.
    hearsay: Option<f64>,
}

impl Costs {
    /// Nothing is known.
    pub const fn new() -> Self {
        const CLASS: Class =
            Class { runs: 0, as_written: Estimate::UNKNOWN, threads: Estimate::UNKNOWN, device: Estimate::UNKNOWN };
        Self {
            classes: [CLASS; CLASSES],
            spent: 0.0,
            has_kernels: false,
            had_kernels: false,
            spent_earlier: 0.0,
            missed: 0.0,
            is_recalled: false,
            next_keeping: FIRST_KEEPING,
            failures: 0,
        }
    }

    /// Where `n` iterations run now.
    pub fn choose(&mut self, n: u64, candidates: Candidates) -> Spot {
        self.count_missed(n, candidates);
        let launches = self.affords_launch(candidates);
        let class = &mut self.classes[class(n)];
        class.runs = class.runs.saturating_add(1);
        let first = if candidates.as_written { Spot::Loop } else { Spot::Threads };
        if !class.of(first).is_judged() {
            return first;
        }
        // Not as a `Duration`: what another process has kept may be more than one holds.
        let takes = |class: &Class, spot| class.of(spot).seconds * n as f64;
        let mut best = first;
        for (spot, is_open, worth) in [(Spot::Threads, candidates.threads, WORTH_THREADS), (Spot::Device, launches, WORTH_LAUNCH)]
        {
            if class.of(spot).is_judged() {
                best = if is_open && class.of(spot).seconds < class.of(best).seconds { spot } else { best };
            } else if is_open && takes(class, best) >= worth.as_secs_f64() {
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

    /// Kernels were launched for the first time in this process, which took so long and says nothing of the next launch. But the device was
    /// `busy` with `n` iterations: other processes are to expect that.
    pub fn record_first_launch(&mut self, n: u64, time: Duration, busy: Duration) {
        self.spent += time.as_secs_f64();
        self.has_kernels = true;
        let device = &mut self.classes[class(n)].device;
        let seconds = busy.min(time).as_secs_f64() / n.max(1) as f64;
        if !device.is_measured() && n >= LEAST && seconds > 0.0 {
            device.hearsay = Some(seconds);
            device.seconds = if device.is_expected { seconds } else { device.seconds };
        }
    }

    /// The device failed to run the loop, or there is none. What fails again and again is not tried for ever.
    pub fn note_failure(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// The device runs the loop no more.
    fn is_unfit(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// The length up to which the loop need not be looked at any more, as it takes next to nothing as written with `n` iterations.
    pub fn trifling_below(&self, n: u64) -> Option<u64> {
        let as_written = self.classes[class(n)].as_written;
        let end = LEAST << (class(n) + 1);
        let is_trifle = as_written.is_judged() && as_written.seconds * (end as f64) < WORTH_THREADS.as_secs_f64();
        is_trifle.then_some(end)
    }

    /// How often it ran on `spot` with about `n` iterations.
    #[cfg(test)]
    pub fn trials(&self, n: u64, spot: Spot) -> u32 {
        self.classes[class(n)].of(spot).trials
    }

    fn affords_launch(&self, candidates: Candidates) -> bool {
        let first = if self.had_kernels { candidates.first_launch_kept } else { candidates.first_launch }.as_secs_f64();
        let is_due = self.spent + self.spent_earlier >= PATIENCE * first || self.missed >= first;
        !self.is_unfit() && (self.has_kernels || is_due)
    }

    /// What a device would save, had the loop kernels.
    fn count_missed(&mut self, n: u64, candidates: Candidates) {
        let class = &self.classes[class(n)];
        let open = [(&class.as_written, candidates.as_written), (&class.threads, candidates.threads)];
        let others = open.into_iter().filter(|(estimate, is_open)| *is_open && estimate.is_judged());
        let best = others.map(|(estimate, _)| estimate.seconds).fold(f64::INFINITY, f64::min);
        let saved = (best - class.device.seconds) * n as f64;
        if class.device.is_judged() && saved.is_finite() && !self.has_kernels {
            self.missed += saved.max(0.0);
        }
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
    const UNKNOWN: Self = Self { seconds: f64::INFINITY, trials: 0, is_expected: false, hearsay: None };

    fn expected(seconds: f64) -> Self {
        Self { seconds, trials: TRIALS, is_expected: true, hearsay: Some(seconds) }
    }

    fn is_judged(&self) -> bool {
        self.trials >= TRIALS
    }

    fn is_measured(&self) -> bool {
        self.is_judged() && !self.is_expected
    }

    fn add(&mut self, seconds: f64) {
        if self.is_expected {
            *self = Self { hearsay: self.hearsay, ..Self::UNKNOWN };
        }
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
mod tests;
