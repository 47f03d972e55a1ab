//! What a loop has taken where it ran, by its length: what the dispatcher chooses by.
//!
//! Nothing is assumed of the machine. A loop first runs as written. Then, once, on host threads, and once on a device: early, but not before
//! the loop has taken some times as long as that may cost, since threads must be woken, and kernels be loaded or built. From then on it runs
//! where it took least of late. What was not the fastest is tried again now and then, as machines and data change.
//!
//! What earlier processes have found counts like what this one has, until that has measured three times. What they have found to be faster
//! but must be woken first is used as soon as the time that it would have saved is worth it.

mod kept;

use kept::Kept;
use std::time::Duration;

/// Shorter loops are not looked at: reading the clock would take longer than there is to gain.
pub const LEAST: u64 = 8 * 1024;
/// The same of loops whose iterations have loops of their own.
pub const LEAST_WITH_LOOPS: u64 = 64;

/// So many runs in one place are remembered, of which the fastest counts: what else the machine does makes some of them slow.
const REMEMBERED: usize = 3;
/// The first time in a place is no measure if it took less: threads had to wake up, and memory to be mapped.
const WARM: Duration = Duration::from_millis(2);
/// What takes less is not worth waking threads for.
const WORTH_THREADS: Duration = Duration::from_micros(40);
/// What takes less is not worth a launch on a device.
const WORTH_LAUNCH: Duration = Duration::from_micros(80);
/// A place is tried once the loop has taken so many times as long as it takes to wake it.
const PATIENCE: f64 = 2.0;
/// A process's first run tries nothing, unless the loop has taken so many times as long in processes before: many run it once.
const PATIENCE_WITH_FIRST_RUNS: f64 = 20.0;
/// From here on it is worth a millionth of a second or two to look for what is known of a loop: iterations, and seconds spent.
const RECALLED_FROM: u64 = 1 << 18;
const RECALLED_AFTER: f64 = 1e-3;
/// The seconds between two keepings, and what is no news.
const KEPT_EVERY: f64 = 0.02;
const SAME: f64 = 0.1;
/// What was not the fastest is tried again after so many runs, then after twice as many, and so on, if it ever took no more
/// than `HOPELESS` times as long. That begins anew where another place becomes the fastest, which may be by a moment's chance.
const FIRST_RETRY: u32 = 32;
/// What ran in a place once may have been slow by chance: that is looked at again before.
const SECOND_LOOK: u32 = 4;
const HOPELESS: f64 = 2.0;
/// So often a device may fail to run a loop that is left to itself.
const MOST_FAILURES: u8 = 3;
/// Another place has to be faster than the loop as written by so much: that one takes what it would have taken without us.
const CLEARLY: f64 = 1.05;

/// Where a loop may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// As written.
    Loop,
    /// On host threads.
    Threads,
    /// On the device that the runtime would choose.
    Device,
}

/// All of them.
const TARGETS: [Target; 3] = [Target::Loop, Target::Threads, Target::Device];

/// Where a loop may run this time.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// As written.
    pub as_written: bool,
    /// On host threads.
    pub threads: bool,
    /// How long it takes to wake these; nothing, if they are awake.
    pub waking: Duration,
    /// How long the first launch of kernels on a device is likely to take, if they must be compiled.
    pub first_launch: Duration,
    /// The same, if they are kept on disk.
    pub first_launch_kept: Duration,
}

/// What a loop has taken.
#[derive(Debug)]
pub struct Costs {
    /// Shorter loops are not looked at.
    least: u64,
    /// By the logarithm of the length: lengths within a factor of two share what is known of them.
    classes: Vec<(u32, Class)>,
    /// In this process, of any length.
    runs: u64,
    /// All of its runs together, in seconds: in this process, and in those before.
    spent: f64,
    spent_earlier: f64,
    /// The seconds that it would have taken less in each place, had that been awake.
    missed: [f64; 3],
    /// Its kernels are built.
    has_kernels: bool,
    /// They were in an earlier process, which has probably kept them.
    had_kernels: bool,
    /// What is known from earlier processes has been looked for.
    is_recalled: bool,
    /// What was spent when it was kept for later ones.
    kept_at: f64,
    /// How often the device has failed to run it.
    failures: u8,
}

/// What is known of lengths within a factor of two.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    /// Since the fastest place is the same.
    runs: u32,
    fastest: Option<Target>,
    places: [Estimate; 3],
}

/// The time of an iteration in one place.
#[derive(Clone, Copy, Debug, Default)]
struct Estimate {
    /// The seconds of the last runs, the next to be forgotten first; of runs that were not, 0.
    last: [f64; REMEMBERED],
    /// The least that is known of any run; where there was none, 0.
    least: f64,
    /// How often this process ran it there.
    runs: u32,
    /// What later processes will find.
    kept: f64,
    /// What this one has found of those before, if anything.
    found: Option<Kept>,
}

impl Costs {
    /// Nothing is known. Fewer iterations than `least` are not looked at.
    pub const fn new(least: u64) -> Self {
        Self {
            least,
            classes: Vec::new(),
            runs: 0,
            spent: 0.0,
            spent_earlier: 0.0,
            missed: [0.0; 3],
            has_kernels: false,
            had_kernels: false,
            is_recalled: false,
            kept_at: 0.0,
            failures: 0,
        }
    }

    /// Where `n` iterations run now.
    pub fn choose(&mut self, n: u64, candidates: Candidates) -> Target {
        let class = *self.class_mut(n);
        let target = self.untried(&class, n, &candidates).unwrap_or_else(|| self.fastest(&class, n, &candidates));
        self.runs += 1;
        target
    }

    /// Where `n` iterations run that are to run on a device, and cannot now.
    pub fn choose_on_host(&self, n: u64, candidates: Candidates) -> Target {
        let on_host = [Target::Loop, Target::Threads].into_iter().filter(|target| self.is_open(*target, &candidates));
        let seconds = |target| self.class(n).map_or(f64::INFINITY, |class| class.of(target).or_never());
        let takes = |target: &Target| seconds(*target) * n as f64 + self.waking(*target, &candidates);
        on_host.min_by(|a, b| takes(a).total_cmp(&takes(b))).unwrap_or(Target::Loop)
    }

    /// A place that is to be tried.
    fn untried(&self, class: &Class, n: u64, candidates: &Candidates) -> Option<Target> {
        let first = if candidates.as_written { Target::Loop } else { Target::Threads };
        let Some(takes) = class.least(TARGETS).map(|seconds| seconds * n as f64) else { return Some(first) };
        let is_due = |target: Target, worth: Duration| {
            let is_new = class.of(target).seconds().is_none() && self.is_open(target, candidates);
            is_new && takes >= worth.as_secs_f64() && self.affords(target, takes, candidates)
        };
        if is_due(Target::Threads, WORTH_THREADS) {
            return Some(Target::Threads);
        }
        // Its first run may have found memory that was not there yet.
        if class.of(first).seconds().is_none() || class.of(first).ran_once() {
            return Some(first);
        }
        is_due(Target::Device, WORTH_LAUNCH).then_some(Target::Device)
    }

    /// Whether what has been spent on the loop is worth a trial.
    fn affords(&self, target: Target, takes: f64, candidates: &Candidates) -> bool {
        let (spent, waking) = (self.spent + self.spent_earlier, self.waking(target, candidates));
        let patience = if self.runs > 0 { PATIENCE * waking } else { PATIENCE_WITH_FIRST_RUNS * (waking + takes) };
        spent >= patience
    }

    /// The place that took least, of those that are awake or have been missed enough; or another one that did well, now and then.
    fn fastest(&mut self, class: &Class, n: u64, candidates: &Candidates) -> Target {
        let (awake, asleep): (Vec<Target>, Vec<Target>) = TARGETS
            .into_iter()
            .filter(|target| self.is_open(*target, candidates) && class.of(*target).seconds().is_some())
            .partition(|target| self.waking(*target, candidates) == 0.0);
        let cost = |target: Target| class.of(target).or_never() * if target == Target::Loop { 1.0 } else { CLEARLY };
        let by_cost = |a: &Target, b: &Target| cost(*a).total_cmp(&cost(*b));
        let best = awake.iter().copied().min_by(by_cost);
        for target in asleep {
            let saved = best.map_or(f64::INFINITY, |best| cost(best) - cost(target));
            let missed = &mut self.missed[target as usize];
            *missed += (saved * n as f64).max(0.0);
            if saved > 0.0 && *missed >= self.waking(target, candidates) {
                return target;
            }
        }
        let others = awake.iter().copied().filter(|target| Some(*target) != best);
        let runs = if class.fastest == best { class.runs.saturating_add(1) } else { 1 };
        *self.class_mut(n) = Class { runs, fastest: best, ..*class };
        let is_hopeful = |target: &Target| class.of(*target).least <= HOPELESS * best.map_or(0.0, cost);
        let is_due = |target: &Target| runs >= if class.of(*target).ran_once() { SECOND_LOOK } else { FIRST_RETRY };
        let retried = others.filter(|_| runs.is_power_of_two()).filter(is_due).filter(is_hopeful).min_by(by_cost);
        retried.or(best).unwrap_or(Target::Loop)
    }

    fn is_open(&self, target: Target, candidates: &Candidates) -> bool {
        match target {
            Target::Loop => candidates.as_written,
            Target::Threads => candidates.threads,
            Target::Device => !self.is_unfit(),
        }
    }

    /// The seconds that the next run there takes longer than those after it.
    fn waking(&self, target: Target, candidates: &Candidates) -> f64 {
        let waking = match target {
            Target::Loop => Duration::ZERO,
            Target::Threads => candidates.waking,
            Target::Device if self.has_kernels => Duration::ZERO,
            Target::Device if self.had_kernels => candidates.first_launch_kept,
            Target::Device => candidates.first_launch,
        };
        waking.as_secs_f64()
    }

    /// `n` iterations took so long on `target`.
    pub fn record(&mut self, n: u64, target: Target, time: Duration) {
        if n < self.least {
            return;
        }
        self.spent += time.as_secs_f64();
        self.has_kernels |= target == Target::Device;
        self.class_mut(n).places[target as usize].add(time, n);
    }

    /// On `target` it took so long to find that the loop has to run as written.
    pub fn record_in_vain(&mut self, n: u64, target: Target, time: Duration) {
        self.spent += time.as_secs_f64();
        self.has_kernels |= target == Target::Device;
        let class = self.class_mut(n);
        let as_written = class.of(Target::Loop).seconds().unwrap_or_default();
        class.places[target as usize].remember(time.as_secs_f64() / n.max(1) as f64 + as_written);
    }

    /// Kernels were launched for the first time in this process, which took so long and says nothing of the next launch. But the device was
    /// `busy` with `n` iterations, and will be.
    pub fn record_first_launch(&mut self, n: u64, time: Duration, busy: Duration) {
        self.spent += time.as_secs_f64();
        self.has_kernels = true;
        let is_long = n >= self.least;
        let device = &mut self.class_mut(n).places[Target::Device as usize];
        if is_long && !busy.is_zero() && device.seconds().is_none() {
            device.remember(busy.min(time).as_secs_f64() / n as f64);
        }
    }

    /// The device failed to run the loop, or there is none. What fails again and again is not tried for ever.
    pub fn note_failure(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// The device runs the loop no more.
    pub(super) fn is_unfit(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// Whether it has run on `target` with about `n` iterations.
    pub fn has_run(&self, n: u64, target: Target) -> bool {
        self.class(n).is_some_and(|class| class.of(target).runs > 0)
    }

    /// The length up to which the loop need not be looked at any more, as it takes next to nothing as written with `n` iterations.
    pub fn trifling_below(&self, n: u64) -> Option<u64> {
        let as_written = self.class(n)?.of(Target::Loop);
        let end = n.checked_next_power_of_two().filter(|end| *end > n).or_else(|| n.checked_mul(2))?;
        let is_trifle = as_written.runs > 1 && as_written.or_never() * (end as f64) < WORTH_THREADS.as_secs_f64();
        is_trifle.then_some(end)
    }

    /// How often it ran on `target` with about `n` iterations.
    #[cfg(test)]
    pub fn trials(&self, n: u64, target: Target) -> u32 {
        self.class(n).map_or(0, |class| class.of(target).runs)
    }

    fn class(&self, n: u64) -> Option<&Class> {
        self.classes.iter().find(|(class, _)| *class == logarithm(n)).map(|(_, class)| class)
    }

    fn class_mut(&mut self, n: u64) -> &mut Class {
        self.class_of(logarithm(n))
    }

    fn class_of(&mut self, logarithm: u32) -> &mut Class {
        let known = self.classes.iter().position(|(class, _)| *class == logarithm);
        let place = known.unwrap_or_else(|| {
            self.classes.push((logarithm, Class::default()));
            self.classes.len() - 1
        });
        &mut self.classes[place].1
    }
}

fn logarithm(n: u64) -> u32 {
    n.max(1).ilog2()
}

impl Class {
    fn of(&self, target: Target) -> &Estimate {
        &self.places[target as usize]
    }

    /// The least time that is known of an iteration in any of these places.
    fn least(&self, targets: [Target; 3]) -> Option<f64> {
        targets.into_iter().filter_map(|target| self.of(target).seconds()).min_by(f64::total_cmp)
    }
}

impl Estimate {
    /// The seconds of an iteration, if any run has shown it.
    fn seconds(&self) -> Option<f64> {
        self.last.into_iter().filter(|seconds| *seconds > 0.0).min_by(f64::total_cmp)
    }

    /// Whether one run is all that is known.
    fn ran_once(&self) -> bool {
        self.last.iter().filter(|seconds| **seconds > 0.0).count() == 1
    }

    fn or_never(&self) -> f64 {
        self.seconds().unwrap_or(f64::INFINITY)
    }

    /// A run of `n` iterations.
    fn add(&mut self, time: Duration, n: u64) {
        if self.runs == 0 && self.found.is_some_and(|found| !found.is_measured()) {
            self.last = [0.0; REMEMBERED];
        }
        let is_warm = self.runs > 0 || self.found.is_some() || self.seconds().is_some() || time >= WARM;
        self.runs = self.runs.saturating_add(1);
        if is_warm {
            self.remember(time.as_secs_f64() / n as f64);
        }
    }

    fn remember(&mut self, seconds: f64) {
        let seconds = seconds.max(f64::MIN_POSITIVE);
        self.last.rotate_left(1);
        self.last[REMEMBERED - 1] = seconds;
        self.least = if self.least > 0.0 { self.least.min(seconds) } else { seconds };
    }
}

#[cfg(test)]
mod tests;
