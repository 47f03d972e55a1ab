//! What is known of a loop, from one process to the next, as text.
//!
//! ```text
//! 26 loop 1.2e-9
//! 26 threads 7.5e-10
//! spent 3.1
//! kernels
//! ```
//!
//! For each class of lengths, by its logarithm, and each place the seconds of an iteration. Then what all runs have taken together, and
//! whether the kernels were built.

use super::{Costs, Estimate, KEPT_EVERY, RECALLED_AFTER, RECALLED_FROM, REMEMBERED, SAME, TARGETS, Target};
use std::fmt::Write;

const KERNELS: &str = "kernels";
const SPENT: &str = "spent";

impl Target {
    fn word(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Threads => "threads",
            Self::Device => "device",
        }
    }
}

impl Costs {
    /// Whether what is known is to be kept: where it differs from what is, or the loop has taken twice as long as then.
    pub fn is_overdue(&self) -> bool {
        let is_news = || self.classes.iter().flat_map(|(_, class)| &class.places).any(Estimate::is_news);
        let spent = self.spent - self.kept_at;
        spent >= KEPT_EVERY && (spent >= self.kept_at || is_news())
    }

    /// What is known so far, to be kept.
    pub fn keep(&mut self) -> String {
        self.kept_at = self.spent;
        let mut text = String::new();
        for (logarithm, class) in &mut self.classes {
            for (target, estimate) in TARGETS.into_iter().zip(&mut class.places) {
                if let Some(seconds) = estimate.seconds() {
                    estimate.kept = seconds;
                    // A `String` takes all that is written.
                    let _ = writeln!(text, "{logarithm} {} {seconds:e}", target.word());
                }
            }
        }
        let _ = writeln!(text, "{SPENT} {:e}", (self.spent + self.spent_earlier).min(MOST_SECONDS));
        if self.has_kernels || self.had_kernels {
            text += &format!("{KERNELS}\n");
        }
        text
    }

    /// Takes what earlier processes have kept, where this one has found nothing. A text that is none of this is passed over.
    pub fn recall(&mut self, text: &str) {
        let Some(kept) = parse(text) else { return };
        self.spent_earlier = kept.spent;
        self.had_kernels = kept.had_kernels;
        for (logarithm, target, seconds) in kept.estimates {
            let known = &mut self.class_of(logarithm).places[target as usize];
            known.kept = seconds;
            if known.seconds().is_none() {
                known.last = [seconds; REMEMBERED];
            }
        }
    }

    /// Whether it is time to look for what earlier processes have kept: once, and not for loops that are over before it is found.
    pub fn wants_recalling(&mut self, n: u64) -> bool {
        let is_time = !self.is_recalled && (n >= RECALLED_FROM || self.spent >= RECALLED_AFTER);
        self.is_recalled |= is_time;
        is_time
    }
}

impl Estimate {
    fn is_news(&self) -> bool {
        self.seconds().is_some_and(|seconds| (seconds - self.kept).abs() > SAME * self.kept)
    }
}

/// What a text says.
#[derive(Default)]
pub(super) struct Kept {
    estimates: Vec<(u32, Target, f64)>,
    spent: f64,
    had_kernels: bool,
}

pub(super) fn parse(text: &str) -> Option<Kept> {
    let mut kept = Kept::default();
    for line in text.lines() {
        match *line.split(' ').collect::<Vec<_>>() {
            [KERNELS] => kept.had_kernels = true,
            [SPENT, seconds] => kept.spent = parse_seconds(seconds)?,
            [logarithm, word, seconds] => {
                let logarithm = logarithm.parse().ok().filter(|logarithm| *logarithm < u64::BITS)?;
                let target = TARGETS.into_iter().find(|target| target.word() == word)?;
                kept.estimates.push((logarithm, target, parse_seconds(seconds).filter(|seconds| *seconds > 0.0)?));
            }
            _ => return None,
        }
    }
    Some(kept)
}

/// More seconds than this nobody has measured.
const MOST_SECONDS: f64 = 1e9;

fn parse_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| (0.0..=MOST_SECONDS).contains(seconds))
}
