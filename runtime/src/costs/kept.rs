//! What is known of a loop, from one process to the next, as text.
//!
//! ```text
//! 14 loop 1.2e-9 2
//! 14 threads 7.5e-10 1
//! spent 3.1
//! missed 0.4
//! ```
//!
//! A line for each place and class of lengths: the class, the place, the seconds of an iteration, how often it was tried. Then whether the
//! kernels were built, as `kernels`, or the seconds that were spent and missed without them: programs that run a loop once, and end, come
//! to try a device all the same.

use super::{CLASSES, Class, Costs, Estimate, LEAST, RECALLED_AFTER, RECALLED_FROM, Spot, TRIALS, class};
use std::fmt::Write;

/// The iterations of a run that is beyond most caches and all latencies.
const LONG: u64 = 1 << 21;
const KERNELS: &str = "kernels";
const SPENT: &str = "spent";
const MISSED: &str = "missed";
const SPOTS: [(Spot, &str); 3] = [(Spot::Loop, "loop"), (Spot::Threads, "threads"), (Spot::Device, "device")];

impl Costs {
    /// What is known so far, now and then: when the loop has taken twice as long as it had the last time.
    pub fn overdue_text(&mut self) -> Option<String> {
        if self.spent < self.next_keeping {
            return None;
        }
        self.next_keeping = 2.0 * self.spent;
        Some(self.text())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (number, class) in self.classes.iter().enumerate() {
            for (spot, name) in SPOTS.iter().filter(|(spot, _)| class.of(*spot).trials > 0) {
                let Estimate { seconds, trials, .. } = class.of(*spot);
                // A `String` takes all that is written.
                let _ = writeln!(text, "{number} {name} {seconds:e} {}", trials.min(&TRIALS));
            }
        }
        if self.has_kernels || self.had_kernels {
            text += &format!("{KERNELS}\n");
        } else {
            let _ = writeln!(text, "{SPENT} {:e}\n{MISSED} {:e}", self.spent + self.spent_earlier, self.missed);
        }
        text
    }

    /// Expects what an earlier process has kept, where nothing has been measured. A text that is none of this is passed over.
    pub fn recall(&mut self, text: &str) {
        let Some(kept) = parse(text) else { return };
        self.had_kernels |= kept.had_kernels;
        self.spent_earlier = kept.spent_earlier;
        self.missed += kept.missed;
        for (class, kept) in self.classes.iter_mut().zip(&kept.classes) {
            for (spot, _) in SPOTS {
                if class.of(spot).trials == 0 {
                    *class.of_mut(spot) = *kept.of(spot);
                }
            }
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

fn parse(text: &str) -> Option<Costs> {
    let mut costs = Costs::new();
    for line in text.lines() {
        match *line.split(' ').collect::<Vec<_>>() {
            [KERNELS] => costs.had_kernels = true,
            [SPENT, seconds] => costs.spent_earlier = parse_seconds(seconds)?,
            [MISSED, seconds] => costs.missed = parse_seconds(seconds)?,
            [number, name, seconds, trials] => {
                let (spot, _) = SPOTS.into_iter().find(|(_, known)| *known == name)?;
                let class = costs.classes.get_mut(number.parse::<usize>().ok()?)?;
                let (seconds, trials) = (parse_seconds(seconds).filter(|seconds| *seconds > 0.0)?, trials.parse().ok()?);
                *class.of_mut(spot) =
                    if trials < TRIALS { Estimate { seconds, trials, is_expected: false } } else { Estimate::expected(seconds) };
            }
            _ => return None,
        }
    }
    lengthen(&mut costs.classes);
    Some(costs)
}

fn parse_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

/// Lengths beyond all that were run are taken to be like the longest.
fn lengthen(classes: &mut [Class; CLASSES]) {
    let longest = classes.iter().rposition(|class| class.as_written.is_judged() || class.threads.is_judged());
    if let Some(longest) = longest {
        let like = classes[longest];
        classes[longest + 1..].fill(like);
    }
}
