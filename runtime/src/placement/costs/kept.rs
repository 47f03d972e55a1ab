//! What is known of a loop, from one process to the next, as text.
//!
//! ```text
//! 26 loop 1.2e-9 3
//! 26 threads 7.5e-10 0
//! spent 3.1
//! kernels
//! ```
//!
//! For each class of lengths, by its logarithm, and each place the seconds of an iteration, and how many processes have not tried the place
//! since. Then what all runs have taken together, and whether the kernels were built.

use super::{Costs, Estimate, HOPELESS, KEPT_EVERY, RECALLED_AFTER, RECALLED_FROM, REMEMBERED, SAME, TARGETS, Target};
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

/// What is kept of the time of an iteration in one place.
///
/// That a machine is busy otherwise for as long as a process lasts is no reason to leave a place for good. So what is kept becomes slower by
/// and by, and what was not much slower is taken for a little faster with every process that does not try it, until one does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    seconds: f64,
    /// So many processes have not tried the place since.
    untried: u32,
}

/// So many times as long as in what it has found a process may keep.
const SLOWING: f64 = 1.5;
/// What a process that does not try a place makes of the time there.
const FADING: f64 = 0.97;

impl Kept {
    /// What this process goes by until it has measured.
    fn expected(self) -> f64 {
        self.seconds * FADING.powf(self.untried.into())
    }

    /// Whether that has been measured once.
    pub(super) fn is_measured(self) -> bool {
        self.untried == 0
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
            let least = class.least(TARGETS).unwrap_or_default();
            for (target, estimate) in TARGETS.into_iter().zip(&mut class.places) {
                if let Some(Kept { seconds, untried }) = estimate.worth_keeping(least) {
                    estimate.kept = seconds;
                    // A `String` takes all that is written.
                    let _ = writeln!(text, "{logarithm} {} {seconds:e} {untried}", target.word());
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
        for (logarithm, target, found) in kept.estimates {
            let known = &mut self.class_of(logarithm).places[target as usize];
            (known.found, known.kept) = (Some(found), found.seconds);
            if known.seconds().is_none() {
                (0..REMEMBERED).for_each(|_| known.remember(found.expected()));
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
    /// What later processes are to find, where some place takes the `least`.
    fn worth_keeping(&self, least: f64) -> Option<Kept> {
        let seconds = self.seconds()?;
        Some(match self.found {
            Some(found) if self.runs == 0 => {
                let is_promising = found.seconds <= HOPELESS * least;
                Kept { untried: found.untried.saturating_add(is_promising.into()), ..found }
            }
            Some(found) => Kept { seconds: seconds.min(found.seconds * SLOWING), untried: 0 },
            None => Kept { seconds, untried: 0 },
        })
    }

    fn is_news(&self) -> bool {
        self.worth_keeping(0.0).is_some_and(|now| (now.seconds - self.kept).abs() > SAME * self.kept)
    }
}

/// What a text says.
#[derive(Default)]
pub(super) struct Text {
    estimates: Vec<(u32, Target, Kept)>,
    spent: f64,
    had_kernels: bool,
}

pub(super) fn parse(text: &str) -> Option<Text> {
    let mut kept = Text::default();
    for line in text.lines() {
        match *line.split(' ').collect::<Vec<_>>() {
            [KERNELS] => kept.had_kernels = true,
            [SPENT, seconds] => kept.spent = parse_seconds(seconds)?,
            [logarithm, word, seconds, untried] => {
                let logarithm = logarithm.parse().ok().filter(|logarithm| *logarithm < u64::BITS)?;
                let target = TARGETS.into_iter().find(|target| target.word() == word)?;
                let seconds = parse_seconds(seconds).filter(|seconds| *seconds > 0.0)?;
                kept.estimates.push((logarithm, target, Kept { seconds, untried: untried.parse().ok()? }));
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
