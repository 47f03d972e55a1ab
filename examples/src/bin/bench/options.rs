//! What the command line asks for.

use clap::{Parser, ValueEnum};
use scan_examples::size::Size;
use std::path::PathBuf;
use std::time::Duration;

/// Measures scans beside each other and beside copies.
///
/// All contestants run in turn in every round, and every result is checked. Without arguments it takes some minutes; a quick look is
/// `--types i32 --sizes 1M`. RUST_LOG=info shows what every launch reports of itself.
#[derive(Debug, Parser)]
pub struct Options {
    /// Element types
    #[arg(long, value_delimiter = ',', default_value = "i32,u64,f32,f64,affine32,affine64,matrix")]
    pub types: Vec<Type>,
    /// Numbers of elements, such as 1000, 10k or 2.5M
    #[arg(long, value_delimiter = ',', default_value = "1k,10k,64M")]
    pub sizes: Vec<Size>,
    /// How often each contestant is measured at least
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// Seconds for each type and size: more rounds are measured until they have passed
    #[arg(long, default_value = "1", value_parser = seconds)]
    pub seconds: Duration,
    /// Who is measured beside the plain loop; all but `groups` without this
    #[arg(long, value_delimiter = ',')]
    pub contestants: Vec<Kind>,
    /// Where to write the figures
    #[arg(long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// A folder for charts
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Print tables in Markdown as well, those of RESULTS.md
    #[arg(long)]
    pub markdown: bool,
    /// Measure loops whose arrays stay on a device too, a reduction and a compaction among them; the tables in Markdown have them
    #[arg(long, requires = "markdown")]
    pub resident: bool,
    /// Measure the first launch in a process too, with a cold and with a warm disk cache
    #[arg(long)]
    pub first_launch: bool,
    /// Launch one loop twice, and say how long that took: what `--first-launch` starts
    #[arg(long, hide = true)]
    pub launch_once: bool,
}

/// An element type, with its operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Type {
    /// Wrapping sums
    I32,
    /// Wrapping sums
    U64,
    /// Sums
    F32,
    /// Sums
    F64,
    /// Maps x -> a·x + b over f32, one after the other
    Affine32,
    /// The same over f64
    Affine64,
    /// Products of 2×2 matrices of u64, wrapping
    Matrix,
}

/// A kind of contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The loop as it stands
    Plain,
    /// Iterator::scan
    Iterator,
    /// Two passes by rayon
    Rayon,
    /// The annotated loop, run wherever the runtime likes
    Annotated,
    /// The annotated loop on host threads
    Threads,
    /// The annotated loop on each OpenCL device, by algorithms for its kind
    Device,
    /// The annotated loop on each OpenCL device, by algorithms that need work-groups: slow on CPUs
    Groups,
    /// The same kernel driven by OpenCL calls written by hand
    Opencl,
    /// GCC's `#pragma omp scan`
    Omp,
    /// oneTBB's parallel_scan
    Tbb,
    /// std::inclusive_scan(std::execution::par)
    StdPar,
    /// Boost.Compute on each OpenCL device
    Boost,
    /// CUB on the first CUDA device
    Cub,
    /// Copies, which bound every scan
    Copies,
}

impl Options {
    /// Whether contestants of this kind are to be measured.
    pub fn asks_for(&self, kind: Kind) -> bool {
        let is_default = self.contestants.is_empty() && kind != Kind::Groups;
        kind == Kind::Plain || is_default || self.contestants.contains(&kind)
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}: expected a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Result<Options, String> {
        let all = [&["bench"], arguments].concat();
        Options::try_parse_from(all).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check_refused(arguments: &[&str], expected: &str) {
        let message = of(arguments).expect_err("refused");
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn the_defaults_are_the_whole_table() {
        let options = of(&[]).unwrap();
        assert_eq!(options.types.len(), Type::value_variants().len());
        assert_eq!(options.sizes, [Size(1000), Size(10_000), Size(64_000_000)]);
        assert!(options.rounds >= 10);
        assert!(options.asks_for(Kind::Tbb) && !options.asks_for(Kind::Groups));
    }

    #[test]
    fn the_plain_loop_is_always_there() {
        let options = of(&["--contestants", "rayon,groups"]).unwrap();
        assert!(options.asks_for(Kind::Plain) && options.asks_for(Kind::Groups) && !options.asks_for(Kind::Annotated));
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        check_refused(&["--types", "i31"], "invalid value 'i31'");
        check_refused(&["--sizes", "0"], "expected 1 to 1000G");
        check_refused(&["--sizes", "many"], "expected a number such as");
        check_refused(&["--sizes", "k"], "expected a number such as");
        check_refused(&["--rounds", "0"], "0 is not in 1..=10000");
        check_refused(&["--seconds=-1"], "negative");
        check_refused(&["--contestants", "cuda"], "invalid value 'cuda'");
    }
}
