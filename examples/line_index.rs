//! The byte offset of every line of a text file, by stream compaction: flags, scan, scatter.
//!
//! ```text
//! line_index FILE             one offset a line on standard output, the count and the speed on standard error
//! line_index --count FILE     the count alone
//! ```
//!
//! A line ends with `\n` (the `\r` before it is part of the line); what follows the last `\n` is a line too unless it is empty.

use clap::Parser;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::scan;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Lists the byte offset of every line of a file.
#[derive(Parser)]
struct Arguments {
    /// The text file
    file: PathBuf,
    /// Write only how many lines there are
    #[arg(long)]
    count: bool,
}

/// Bytes indexed at a time: the ranks of a block take eight times its size.
const BLOCK: usize = 32 << 20;

/// Flags and scan: `rank[i]` is the number of line ends before byte `i`.
#[scan(+ : rank, exclusive)]
fn rank_line_ends(text: &[u8], rank: &mut [u64]) -> u64 {
    let mut ends = 0u64;
    for i in 0..text.len() {
        rank[i] = ends;
        ends += (text[i] == b'\n') as u64;
    }
    ends
}

/// Scatter: the line after each line end goes to the place that the end's rank says.
fn scatter_line_starts(text: &[u8], rank: &[u64], base: u64, starts: &mut [u64]) {
    for i in 0..text.len() {
        if text[i] == b'\n' {
            starts[rank[i] as usize] = base + i as u64 + 1;
        }
    }
}

/// The offset of every line.
fn line_starts(text: &[u8]) -> Vec<u64> {
    let mut starts = if text.is_empty() { vec![] } else { vec![0] };
    let mut rank = vec![0; text.len().min(BLOCK)];
    for (number, block) in text.chunks(BLOCK).enumerate() {
        let ends = rank_line_ends(block, &mut rank[..block.len()]);
        let known = starts.len();
        starts.resize(known + ends as usize, 0);
        scatter_line_starts(block, &rank, (number * BLOCK) as u64, &mut starts[known..]);
    }
    if text.ends_with(b"\n") {
        starts.pop();
    }
    starts
}

/// The same by an independent way: a plain search for line ends.
fn plain_line_starts(text: &[u8]) -> Vec<u64> {
    let after_ends = memchr::memchr_iter(b'\n', text).map(|end| end as u64 + 1);
    std::iter::once(0).chain(after_ends).filter(|&start| start < text.len() as u64).collect()
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    finish("line_index", run(&arguments).map_err(|message| format!("{}: {message}", arguments.file.display())))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut text = Vec::new();
    File::open(&arguments.file).and_then(|mut file| file.read_to_end(&mut text)).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let starts = line_starts(&text);
    let took = start.elapsed();
    if starts != plain_line_starts(&text) {
        return Err("the scan and the plain search disagree; please report this".to_owned());
    }
    eprintln!(
        "{} lines in {} bytes, {} ({}){}",
        grouped(starts.len() as u64),
        grouped(text.len() as u64),
        time(took),
        rate(text.len() as u64, took),
        place()
    );
    written(write(&starts, arguments.count))
}

fn write(starts: &[u64], count: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if count {
        writeln!(out, "{}", starts.len())?;
    } else {
        for start in starts {
            writeln!(out, "{start}")?;
        }
    }
    out.flush()
}
