//! What each code means: a title, why there is such a rule, a program that breaks it, and one that does not.
//!
//! The texts are Markdown, a file for each code. Its first line is the title.

mod nearest;
#[cfg(test)]
mod tests;

use crate::diagnostic::Code;
use std::fmt::Write;

pub(super) use nearest::{read, unknown};

/// The text about one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// All that is said of it, as Markdown.
    pub markdown: &'static str,
}

macro_rules! explanations {
    ($($number:literal)*) => {
        &[$(Explanation { code: Code($number), markdown: include_str!(concat!("SC0", $number, ".md")) }),*]
    };
}

/// Every code, in order.
pub const ALL: &[Explanation] = explanations![
    101 102 103 104 105 106 107 108 109 110 111
    120 121 122 123 124 125 126 127 128 130 131 132 133
    140 142 143 144 145 146 147 148
    201 202 203 204 205 206 207 208 209 210
    301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319
    320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338
    401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416
    501 502 503 504 505 506 507 508 509 510 511 512 513 514 515 516 517 520 521 522 523 524
    601 602 603 604 605 606 607 608 620 621
    901 902 903 904 905 906 907 908 910 911 912 913 999
];

impl Explanation {
    /// The text about a code.
    pub fn of(code: Code) -> Option<&'static Self> {
        ALL.iter().find(|known| known.code == code)
    }

    /// What is wrong, in a line.
    pub fn title(&self) -> &'static str {
        self.markdown.lines().next().map_or("", |line| line.trim_start_matches('#').trim())
    }

    /// What follows the title.
    fn body(&self) -> &'static str {
        self.markdown.split_once('\n').map_or("", |(_, body)| body.trim())
    }

    /// Why there is such a rule: the first paragraph, as one line.
    pub(super) fn reason(&self) -> String {
        self.body().lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// For a terminal: the code and the title, then the text with its programs indented.
    pub fn plain(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.code, self.title());
        let mut within = false;
        for line in self.body().lines() {
            if line.starts_with("```") {
                within = !within;
                continue;
            }
            // A `String` takes all that is written.
            let _ = match within && !line.is_empty() {
                true => writeln!(text, "    {line}"),
                false => writeln!(text, "{line}"),
            };
        }
        text
    }
}

/// Every code with its title, a line for each.
pub(super) fn list() -> String {
    ALL.iter().map(|known| format!("{}  {}\n", known.code, known.title())).collect()
}
