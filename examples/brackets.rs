//! Whether the brackets of a file match, and how deep they nest, by a scan with the bicyclic monoid.
//!
//! ```text
//! brackets main.rs            how many pairs, how deep, where; or the first bracket that does not match
//! brackets --pairs main.rs    every pair, as `LINE:COLUMN LINE:COLUMN`
//! ```
//!
//! Everything is compared with what a stack finds.

use clap::Parser;
use nesting::Open;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{declare_target, scan};
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Says whether the brackets ()[]{} of a file match, and how deep they nest.
///
/// It counts bytes as they are: brackets in strings and comments count too. A line's columns are its characters, from 1. If a bracket
/// does not match, the first that does not is named and the program fails.
#[derive(Parser)]
struct Arguments {
    /// The file
    file: PathBuf,
    /// Write where every pair opens and closes
    #[arg(long)]
    pairs: bool,
}

#[declare_target]
mod nesting {
    /// What is left of some brackets when all pairs are taken out: so many that close, then so many that open.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Open {
        pub closing: u32,
        pub opening: u32,
    }

    /// The bicyclic monoid: what the first opens, the second closes.
    ///
    /// It is associative as long as no count overflows, and a count is at most the file's length.
    #[declare_scan(identity = Open { closing: 0, opening: 0 }, no_overflow)]
    pub fn then(a: Open, b: Open) -> Open {
        let pairs = a.opening.min(b.closing);
        Open { closing: a.closing + (b.closing - pairs), opening: (a.opening - pairs) + b.opening }
    }
}

#[scan(nesting::then : open)]
fn nest(open: &mut [Open]) {
    for i in 1..open.len() {
        open[i] = nesting::then(open[i - 1], open[i]);
    }
}

/// What opens and what closes, of every kind.
const KINDS: [&[u8; 2]; 3] = [b"()", b"[]", b"{}"];

fn opens(byte: u8) -> bool {
    KINDS.iter().any(|kind| kind[0] == byte)
}

fn closes(byte: u8) -> bool {
    KINDS.iter().any(|kind| kind[1] == byte)
}

fn is_pair(opening: u8, closing: u8) -> bool {
    KINDS.contains(&&[opening, closing])
}

/// What is found in a text.
#[derive(Debug, PartialEq)]
struct Found {
    /// The offsets of the brackets of each pair, in the order in which they close.
    pairs: Vec<(usize, usize)>,
    /// How many brackets are open at most.
    depth: usize,
    /// Where they are for the first time.
    deepest: usize,
}

/// The first bracket that does not match.
#[derive(Debug, PartialEq)]
enum Unmatched {
    /// It closes nothing.
    Closing(usize),
    /// It closes a bracket of another kind.
    Other { closing: usize, opening: usize },
    /// It is never closed.
    Opening(usize),
}

/// By the scan: two brackets are a pair where the second is the first that comes back to the depth before the other.
fn by_scan(text: &[u8], open: &[Open]) -> Result<Found, Unmatched> {
    let mut found = Found { pairs: vec![], depth: 0, deepest: 0 };
    // The last bracket that opened each depth, from 1.
    let mut opened = vec![0];
    for (offset, (&byte, after)) in text.iter().zip(open).enumerate() {
        let depth = after.opening as usize;
        if opens(byte) {
            opened.resize(opened.len().max(depth + 1), 0);
            opened[depth] = offset;
            if depth > found.depth {
                (found.depth, found.deepest) = (depth, offset);
            }
        } else if closes(byte) {
            if after.closing > 0 {
                return Err(Unmatched::Closing(offset));
            }
            let opening = opened.get(depth + 1).copied().unwrap_or(offset);
            if !is_pair(text[opening], byte) {
                return Err(Unmatched::Other { closing: offset, opening });
            }
            found.pairs.push((opening, offset));
        }
    }
    match open.last() {
        // The depth has never come back to 0 since the first depth was last opened.
        Some(after) if after.opening > 0 => Err(Unmatched::Opening(opened.get(1).copied().unwrap_or(0))),
        _ => Ok(found),
    }
}

/// The same with a stack.
fn by_stack(text: &[u8]) -> Result<Found, Unmatched> {
    let mut found = Found { pairs: vec![], depth: 0, deepest: 0 };
    let mut stack: Vec<usize> = vec![];
    for (offset, &byte) in text.iter().enumerate() {
        if opens(byte) {
            stack.push(offset);
            if stack.len() > found.depth {
                (found.depth, found.deepest) = (stack.len(), offset);
            }
        } else if closes(byte) {
            match stack.pop() {
                None => return Err(Unmatched::Closing(offset)),
                Some(opening) if is_pair(text[opening], byte) => found.pairs.push((opening, offset)),
                Some(opening) => return Err(Unmatched::Other { closing: offset, opening }),
            }
        }
    }
    stack.first().map_or(Ok(found), |opening| Err(Unmatched::Opening(*opening)))
}

fn main() -> ExitCode {
    env_logger::init();
    finish("brackets", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let name = arguments.file.display();
    let text = fs::read(&arguments.file).map_err(|error| format!("{name}: {error}"))?;
    if u32::try_from(text.len()).is_err() {
        return Err(format!("{name}: longer than 4 GiB"));
    }
    let bracket = |&byte: &u8| Open { closing: closes(byte).into(), opening: opens(byte).into() };
    let mut open: Vec<Open> = text.iter().map(bracket).collect();
    let start = Instant::now();
    nest(&mut open);
    let (took, bytes) = (start.elapsed(), text.len() as u64);
    eprintln!("{} bytes in {} ({}){}", grouped(bytes), time(took), rate(bytes, took), place());
    let found = by_scan(&text, &open);
    if found != by_stack(&text) {
        return Err("the scan and a stack disagree; please report this".to_owned());
    }
    eprintln!("a stack agrees");
    let places = Places::new(&text);
    match found {
        Ok(found) => written(write(&found, &places, arguments.pairs)),
        Err(unmatched) => Err(format!("{name}:{}", unmatched.message(&text, &places))),
    }
}

fn write(found: &Found, places: &Places, pairs: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if pairs {
        for &(opening, closing) in &found.pairs {
            writeln!(out, "{} {}", places.at(opening), places.at(closing))?;
        }
    } else if found.pairs.is_empty() {
        writeln!(out, "no brackets")?;
    } else {
        let (count, depth) = (grouped(found.pairs.len() as u64), found.depth);
        writeln!(out, "pairs: {count}\ndepth: {depth}, at {}", places.at(found.deepest))?;
    }
    out.flush()
}

impl Unmatched {
    /// `LINE:COLUMN: what is wrong`.
    fn message(&self, text: &[u8], places: &Places) -> String {
        let letter = |offset: usize| char::from(text[offset]);
        match *self {
            Self::Closing(at) => format!("{}: `{}` closes nothing", places.at(at), letter(at)),
            Self::Other { closing, opening } => {
                let (at, opened) = (places.at(closing), places.at(opening));
                format!("{at}: `{}` does not close the `{}` of {opened}", letter(closing), letter(opening))
            }
            Self::Opening(at) => format!("{}: `{}` is never closed", places.at(at), letter(at)),
        }
    }
}

/// Lines and columns of a text.
struct Places<'a> {
    text: &'a [u8],
    lines: Vec<usize>,
}

/// A line and a column, from 1.
struct Position {
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, lines: std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|end| end + 1)).collect() }
    }

    fn at(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|&start| start <= offset);
        let before = &self.text[self.lines[line - 1]..offset];
        // The bytes in the middle of a UTF-8 character do not count.
        Position { line, column: 1 + before.iter().filter(|byte| **byte & 0xc0 != 0x80).count() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
