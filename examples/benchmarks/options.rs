//! What the command line asks for.

use crate::BENCHMARKS;
use clap::Parser;
use scan_examples::size::Size;
use std::path::PathBuf;

/// Measures the twelve benchmarks of the thesis's Table 6.1, each in four versions that are checked against each other.
#[derive(Debug, Parser)]
pub struct Options {
    /// Numbers of elements, such as 1000, 10k or 32M
    #[arg(long = "size", value_delimiter = ',', default_value = "1M")]
    pub sizes: Vec<Size>,
    /// How often each version is measured
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// Which of the twelve, by their numbers
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=BENCHMARKS.len() as i64))]
    pub only: Vec<u32>,
    /// Let a work-group scan each block in the hand-written programs on a processor too, as in the thesis; without this a work-item
    /// does, which suits processors
    #[arg(long)]
    pub as_the_thesis: bool,
    /// A folder for the tables (Markdown and JSON) and the charts (SVG)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl Options {
    /// Whether the benchmark of this number is to be measured.
    pub fn asks_for(&self, number: usize) -> bool {
        self.only.is_empty() || self.only.iter().any(|&only| only as usize == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_refused() {
        let of = |arguments: &[&str]| Options::try_parse_from([&["thesis"], arguments].concat());
        assert!(of(&["--only", "13"]).is_err());
        assert!(of(&["--only", "0"]).is_err());
        assert!(of(&["--size", "0"]).is_err());
        assert!(of(&["--rounds", "0"]).is_err());
        let options = of(&["--only", "1,12", "--size", "1k,2M"]).unwrap();
        assert!(options.asks_for(12) && !options.asks_for(2));
        assert_eq!(options.sizes, [Size(1000), Size(2_000_000)]);
    }
}
