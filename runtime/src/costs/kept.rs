//! What is known of a loop, from one process to the next, as text.
//!
//! ```text
//! 14 runs 3
//! 14 loop 1.2e-9 2
//! 14 threads 7.5e-10 1
//! spent 3.1
//! missed 0.4
//! ```
//!
//! For each class of lengths its runs, and for each place the seconds of an iteration and how often it was tried. Then whether the kernels
//! were built, as `kernels`, or the seconds that were spent and missed without them: programs that run a loop once, and end, come to try a
//! device all the same.

use super::{CLASSES, Class, Costs, Estimate, LEAST, RECALLED_AFTER, RECALLED_FROM, Spot, TRIALS, class};
use std::fmt::Write;

/// The iterations of a run that is beyond most caches and all latencies.
const LONG: u64 = 1 << 21;
const KERNELS: &str = "kernels";
const RUNS: &str = "runs";
const SPENT: &str = "spent";
const MISSED: &str = "missed";
const SPOTS: [(Spot, &str); 3] = [(Spot::Loop, "loop"), (Spot::Threads, "threads"), (Spot::Device, "device")];

impl Costs {
    /// Whether what is known is to be kept, as it is now and then: when the loop has taken twice as long as it had the last time.
    pub fn is_overdue(&mut self) -> bool {
        let is_overdue = self.spent >= self.next_keeping;
        if is_overdue {
            self.next_keeping = 2.0 * self.spent;
        }
        is_overdue
    }

    /// Whether the first launch of the kernels has shown anything that earlier processes have not kept.
    pub fn is_news(&self) -> bool {
        self.is_recalled && !self.had_kernels
    }

    /// What is known so far.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, class) in self.classes.iter().enumerate() {
            // A `String` takes all that is written.
            if class.runs > 0 {
                let _ = writeln!(text, "{number} {RUNS} {}", class.runs);
            }
            for (spot, name) in SPOTS {
                if let Some((seconds, trials)) = class.of(spot).kept() {
                    let _ = writeln!(text, "{number} {name} {seconds:e} {trials}");
                }
            }
        }
        if self.has_kernels || self.had_kernels {
            text += &format!("{KERNELS}\n");
        } else if !self.is_unfit() {
            let _ = writeln!(text, "{SPENT} {:e}\n{MISSED} {:e}", self.spent + self.spent_earlier, self.missed);
        }
        text
    }

    /// Expects what earlier processes have kept, where nothing has been measured. A text that is none of this is passed over.
    pub fn recall(&mut self, text: &str) {
        let Some(kept) = parse(text) else { return };
        self.had_kernels |= kept.had_kernels;
        self.spent_earlier = kept.spent_earlier;
        self.missed += kept.missed;
        for (class, kept) in self.classes.iter_mut().zip(&kept.classes) {
            class.runs = class.runs.saturating_add(kept.runs);
            SPOTS.iter().for_each(|(spot, _)| class.of_mut(*spot).recall(kept.of(*spot)));
        }
    }

    /// Expects an iteration to take so many seconds as written, on host threads, and on the device, if nothing is known of `n`.
    pub fn expect(&mut self, n: u64, seconds: [Option<f64>; 3]) {
        let class = &mut self.classes[class(n)];
        if SPOTS.iter().any(|(spot, _)| class.of(*spot).trials > 0) {
            return;
        }
        for ((spot, _), seconds) in SPOTS.into_iter().zip(seconds) {
            *class.of_mut(spot) = seconds.map_or(Estimate::UNKNOWN, Estimate::expected);
        }
    }

    /// Whether nothing is known of `n`.
    pub fn is_new(&self, n: u64) -> bool {
        SPOTS.iter().all(|(spot, _)| self.classes[class(n)].of(*spot).trials == 0)
    }

    /// Whether it is time to look for what is known from elsewhere: once, and not for loops that are over before it is found.
    pub fn wants_recalling(&mut self, n: u64) -> bool {
        let is_time = !self.is_recalled && (n >= RECALLED_FROM || self.spent >= RECALLED_AFTER);
        self.is_recalled |= is_time;
        is_time
    }

    /// The seconds of an iteration as written, on host threads and on the device, if the first two were measured on long runs.
    pub fn of_long_runs(&self) -> Option<[Option<f64>; 3]> {
        let (number, class) = self.classes.iter().enumerate().rfind(|(_, class)| class.as_written.is_measured())?;
        let of = |estimate: &Estimate| estimate.is_measured().then_some(estimate.seconds);
        let is_long = LEAST << number >= LONG && class.threads.is_measured();
        is_long.then(|| [&class.as_written, &class.threads, &class.device].map(of))
    }
}

impl Estimate {
    /// The seconds for other processes, and after how many trials.
    fn kept(&self) -> Option<(f64, u32)> {
        match self.hearsay {
            _ if self.is_judged() => Some((self.seconds, TRIALS)),
            Some(seconds) => Some((if self.trials > 0 { self.seconds } else { seconds }, TRIALS)),
            None => (self.trials > 0).then_some((self.seconds, self.trials)),
        }
    }

    /// Adds what earlier processes have found.
    fn recall(&mut self, kept: &Self) {
        if self.trials == 0 {
            *self = *kept;
        } else if !self.is_judged() && kept.is_judged() {
            self.hearsay = kept.hearsay;
        } else if !self.is_judged() {
            self.seconds = self.seconds.min(kept.seconds);
            self.trials += kept.trials;
        }
    }
}

pub(super) fn parse(text: &str) -> Option<Costs> {
    let mut costs = Costs::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match *words {
            [KERNELS] => costs.had_kernels = true,
            [SPENT, seconds] => costs.spent_earlier = parse_seconds(seconds)?,
            [MISSED, seconds] => costs.missed = parse_seconds(seconds)?,
            [number, RUNS, runs] => costs.classes.get_mut(number.parse::<usize>().ok()?)?.runs = runs.parse().ok()?,
            [number, name, seconds, trials] => {
                let (spot, _) = SPOTS.into_iter().find(|(_, known)| *known == name)?;
                let class = costs.classes.get_mut(number.parse::<usize>().ok()?)?;
                let (seconds, trials) = (parse_seconds(seconds).filter(|seconds| *seconds > 0.0)?, trials.parse().ok()?);
                *class.of_mut(spot) =
                    if trials < TRIALS { Estimate { seconds, trials, ..Estimate::UNKNOWN } } else { Estimate::expected(seconds) };
            }
            _ => return None,
        }
    }
    lengthen(&mut costs.classes);
    Some(costs)
}

/// More seconds than this nobody has measured.
const MOST_SECONDS: f64 = 1e9;

fn parse_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| (0.0..=MOST_SECONDS).contains(seconds))
}

/// Lengths beyond all that were run are taken to be like the longest.
fn lengthen(classes: &mut [Class; CLASSES]) {
    let longest = classes.iter().rposition(|class| class.as_written.is_judged() || class.threads.is_judged());
    if let Some(longest) = longest {
        let like = classes[longest];
        for class in &mut classes[longest + 1..] {
            let unknown = SPOTS.into_iter().filter(|(spot, _)| class.of(*spot).trials == 0).collect::<Vec<_>>();
            unknown.into_iter().for_each(|(spot, _)| *class.of_mut(spot) = *like.of(spot));
        }
    }
}
