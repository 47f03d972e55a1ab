//! Run-length encoding of a file and back: scans say which run a byte is of, and where a run begins.
//!
//! ```text
//! run_length encode FILE ENCODED       for each run its byte, and its length in seven bits a byte, the lowest first
//! run_length decode ENCODED FILE
//! run_length list FILE                 the runs as text: where, how long, which byte
//! ```
//!
//! What is encoded is compared with what a loop of one thread finds, and what is decoded is encoded again.

use clap::{Parser, Subcommand};
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{reduce, scan};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Encodes the runs of equal bytes in a file, and decodes them.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write a file's runs
    Encode {
        /// The file
        file: PathBuf,
        /// Where its runs go
        encoded: PathBuf,
    },
    /// Write the file that has these runs
    Decode {
        /// The runs
        encoded: PathBuf,
        /// Where the file goes
        file: PathBuf,
    },
    /// List a file's runs: offset, length and byte
    List {
        /// The file
        file: PathBuf,
    },
}

/// Runs: where each begins, and its byte; a last beginning is the end of all.
#[derive(Debug, PartialEq)]
struct Runs {
    begins: Vec<u64>,
    bytes: Vec<u8>,
}

/// How many runs there are in what is not empty.
#[reduce(+ : runs)]
fn count_runs(text: &[u8]) -> usize {
    let mut runs = 1usize;
    for i in 1..text.len() {
        runs += (text[i] != text[i - 1]) as usize;
    }
    runs
}

/// Stores where each run but the first begins, and its byte.
#[scan(+ : runs)]
fn find_runs(text: &[u8], begins: &mut [u64], bytes: &mut [u8]) {
    let mut runs = 1usize;
    for i in 1..text.len() {
        if text[i] != text[i - 1] {
            begins[runs] = i as u64;
            bytes[runs] = text[i];
            runs += 1;
        }
    }
}

/// Where runs of these lengths end.
#[scan(+ : end)]
fn add_lengths(lengths: &[u64], ends: &mut [u64]) -> u64 {
    let mut end = 0u64;
    for i in 0..lengths.len() {
        end = end.wrapping_add(lengths[i]);
        ends[i] = end;
    }
    end
}

impl Runs {
    fn find(text: &[u8]) -> Self {
        if text.is_empty() {
            return Self { begins: vec![0], bytes: vec![] };
        }
        let count = count_runs(text);
        let mut runs = Self { begins: vec![0; count + 1], bytes: vec![text[0]; count] };
        find_runs(text, &mut runs.begins, &mut runs.bytes);
        runs.begins[count] = text.len() as u64;
        runs
    }

    /// The same in one pass by one thread.
    fn find_plainly(text: &[u8]) -> Self {
        let (mut begins, mut bytes) = (vec![], vec![]);
        for (i, byte) in text.iter().enumerate() {
            if bytes.last() != Some(byte) {
                begins.push(i as u64);
                bytes.push(*byte);
            }
        }
        begins.push(text.len() as u64);
        Self { begins, bytes }
    }

    fn lengths(&self) -> impl Iterator<Item = u64> {
        self.begins.windows(2).map(|ends| ends[1] - ends[0])
    }

    fn encode(&self) -> Vec<u8> {
        let mut encoded = Vec::with_capacity(2 * self.bytes.len());
        for (byte, mut length) in self.bytes.iter().zip(self.lengths()) {
            encoded.push(*byte);
            while length >= 0x80 {
                encoded.push(length as u8 | 0x80);
                length >>= 7;
            }
            encoded.push(length as u8);
        }
        encoded
    }

    /// An error is the offset of what is no run.
    fn decode(encoded: &[u8]) -> Result<Self, usize> {
        let (mut bytes, mut lengths) = (vec![], vec![]);
        let mut at = 0;
        while at < encoded.len() {
            let (length, count) = length(&encoded[at + 1..]).filter(|(length, _)| *length > 0).ok_or(at)?;
            bytes.push(encoded[at]);
            lengths.push(length);
            at += 1 + count;
        }
        let mut begins = vec![0; lengths.len() + 1];
        add_lengths(&lengths, &mut begins[1..]);
        // Lengths that add up to more than there is memory for are noticed by the caller; to more than 64 bits, here.
        if begins.is_sorted() { Ok(Self { begins, bytes }) } else { Err(encoded.len()) }
    }

    fn text(&self) -> Result<Vec<u8>, String> {
        let all = self.begins[self.bytes.len()];
        let mut text = Vec::new();
        let fits = usize::try_from(all).is_ok_and(|all| text.try_reserve_exact(all).is_ok());
        if !fits {
            return Err(format!("{} bytes do not fit in memory", grouped(all)));
        }
        for (byte, length) in self.bytes.iter().zip(self.lengths()) {
            text.resize(text.len() + length as usize, *byte);
        }
        Ok(text)
    }
}

/// A number of seven bits a byte, and how many bytes it has.
fn length(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut length = 0u64;
    for (place, &byte) in bytes.iter().enumerate().take(10) {
        let part = u64::from(byte & 0x7f);
        length |= part << (7 * place);
        if byte < 0x80 {
            return (place < 9 || byte < 2).then_some((length, place + 1));
        }
    }
    None
}

fn main() -> ExitCode {
    env_logger::init();
    finish("run_length", run(&Arguments::parse().task))
}

fn run(task: &Task) -> Result<(), String> {
    match task {
        Task::Encode { file, encoded } => write(encoded, &runs_of(&read(file)?)?.encode()),
        Task::Decode { encoded, file } => {
            let start = Instant::now();
            let runs = Runs::decode(&read(encoded)?).map_err(|at| format!("{}: no run at byte {at}", encoded.display()))?;
            let told = place();
            let text = runs.text().map_err(|message| format!("{}: {message}", encoded.display()))?;
            tell(text.len(), start, &told);
            if Runs::find(&text).text()? != text {
                return Err("decoding and encoding disagree; please report this".to_owned());
            }
            eprintln!("encoding agrees");
            write(file, &text)
        }
        Task::List { file } => written(list(&runs_of(&read(file)?)?)),
    }
}

fn runs_of(text: &[u8]) -> Result<Runs, String> {
    let start = Instant::now();
    let runs = Runs::find(text);
    tell(text.len(), start, &place());
    if runs != Runs::find_plainly(text) {
        return Err("the scan and the loop of one thread disagree; please report this".to_owned());
    }
    eprintln!("{} runs; a loop of one thread agrees", grouped(runs.bytes.len() as u64));
    Ok(runs)
}

fn tell(bytes: usize, start: Instant, place: &str) {
    let took = start.elapsed();
    eprintln!("{} bytes in {} ({}){place}", grouped(bytes as u64), time(took), rate(bytes as u64, took));
}

fn list(runs: &Runs) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for ((begin, length), byte) in runs.begins.iter().zip(runs.lengths()).zip(&runs.bytes) {
        writeln!(out, "{begin} {length} {byte:#04x}")?;
    }
    out.flush()
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}
