//! The lines that a programmer writes.

use crate::benchmark::Sources;
use crate::opencl::SHARED_SOURCES;

/// Of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub annotated: usize,
    /// The kernels and the host's part; what all programs share comes to this.
    pub opencl: usize,
}

impl Lines {
    pub fn of(sources: &Sources) -> Self {
        Self { annotated: count(sources.annotated), opencl: count(sources.opencl) + count(sources.kernels) }
    }
}

/// What all OpenCL programs share: the scan, the device, the arrays.
pub fn shared() -> usize {
    SHARED_SOURCES.into_iter().map(count).sum()
}

/// Lines that hold something besides a comment.
fn count(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_do_not_count() {
        assert_eq!(count("// a\n\n    /// b\nlet x = 1; // c\n}\n"), 2);
    }

    #[test]
    fn every_benchmark_has_its_texts() {
        for entry in crate::BENCHMARKS {
            let lines = Lines::of(&entry.sources);
            assert!(lines.annotated > 10 && lines.opencl > 20, "{}: {lines:?}", entry.name);
            assert!(["#[scan(", "#[reduce("].iter().any(|clause| entry.sources.annotated.contains(clause)), "{}", entry.name);
        }
        assert!(shared() > 100);
    }
}
