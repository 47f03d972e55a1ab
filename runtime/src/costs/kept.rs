//! What is known of a loop, from one process to the next, as text.
//!
//! ```text
//! kernels
//! 14 loop 1.2e-9
//! 14 threads 7.5e-10
//! ```
//!
//! A line for each place and class of lengths: the class, the place, the seconds of an iteration; and a line that says whether the
//! kernels were built.

use super::{CLASSES, Class, Costs, Estimate, LEAST, RECALLED_AFTER, RECALLED_FROM, Spot, class};
use std::fmt::Write;

/// The iterations of a run that is beyond most caches and all latencies.
const LONG: u64 = 1 << 21;
const KERNELS: &str = "kernels";
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
        if self.has_kernels || self.had_kernels {
            text += &format!("{KERNELS}\n");
        }
        for (number, class) in self.classes.iter().enumerate() {
            for (spot, name) in SPOTS.iter().filter(|(spot, _)| class.of(*spot).is_judged()) {
                // A `String` takes all that is written.
                let _ = writeln!(text, "{number} {name} {:e}", class.of(*spot).seconds);
            }
        }
        text
    }

    /// Expects what an earlier process has kept, where nothing has been measured. A text that is none of this is passed over.
    pub fn recall(&mut self, text: &str) {
        let Some(kept) = parse(text) else { return };
        self.had_kernels |= kept.had_kernels;
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
        if line == KERNELS {
            costs.had_kernels = true;
            continue;
        }
        let mut words = line.split(' ');
        let number: usize = words.next()?.parse().ok()?;
        let name = words.next()?;
        let seconds: f64 = words.next()?.parse().ok()?;
        let (spot, _) = SPOTS.into_iter().find(|(_, known)| *known == name)?;
        let is_sensible = number < CLASSES && seconds.is_finite() && seconds > 0.0 && words.next().is_none();
        *costs.classes.get_mut(number).filter(|_| is_sensible)?.of_mut(spot) = Estimate::expected(seconds);
    }
    lengthen(&mut costs.classes);
    Some(costs)
}

/// Lengths beyond all that were run are taken to be like the longest.
fn lengthen(classes: &mut [Class; CLASSES]) {
    let longest = classes.iter().rposition(|class| class.as_written.is_judged() || class.threads.is_judged());
    if let Some(longest) = longest {
        let like = classes[longest];
        classes[longest + 1..].fill(like);
    }
}
