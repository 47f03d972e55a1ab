//! Hashes of all beginnings of a file by a scan, and with them whether two parts of it are equal, each in constant time.
//!
//! ```text
//! rolling_hash FILE 0 100 50           are the 50 bytes from 0 on equal to the 50 from 100 on?
//! rolling_hash FILE --queries Q.txt    a query a line, `A B LENGTH`; `-` is standard input
//! ```
//!
//! One line a query, `equal` or `different`. Every answer is compared with that of the bytes themselves.

use clap::Parser;
use hashing::{Hash, ModP};
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{declare_target, scan};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Says which parts of a file are equal, by the hashes of its beginnings.
///
/// The hash is a polynomial of the bytes modulo 2^61 - 1, at a point that is drawn anew on every run. The hashes take 16 bytes of
/// memory for each byte of the file. Every answer is compared with the bytes; the program fails where they disagree.
#[derive(Parser)]
struct Arguments {
    /// The file
    file: PathBuf,
    /// Where the first part begins, where the second begins, and how long they are, in bytes
    #[arg(value_names = ["A", "B", "LENGTH"], num_args = 3, required_unless_present = "queries", conflicts_with = "queries")]
    query: Vec<usize>,
    /// A file of queries, one a line: `A B LENGTH`; `-` is standard input
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
}

#[declare_target]
mod hashing {
    use std::ops::{Add, Mul};

    /// The prime 2^61 - 1: what lies above the 61st bit counts as much below it.
    const P: u64 = (1 << 61) - 1;

    /// A number modulo the prime.
    #[repr(C)]
    #[derive(Clone, Copy, PartialEq)]
    pub struct ModP(pub u64);

    impl ModP {
        /// The one below the prime that is congruent to `number`.
        pub fn of(number: u64) -> ModP {
            let folded = (number & P) + (number >> 61);
            ModP(if folded >= P { folded - P } else { folded })
        }
    }

    impl Add for ModP {
        type Output = ModP;

        fn add(self, other: ModP) -> ModP {
            ModP::of(ModP::of(self.0).0 + ModP::of(other.0).0)
        }
    }

    impl Mul for ModP {
        type Output = ModP;

        /// By halves of 30 and 31 bits, so that nothing is above 64.
        fn mul(self, other: ModP) -> ModP {
            let a = ModP::of(self.0).0;
            let b = ModP::of(other.0).0;
            let low = (1 << 31) - 1;
            let middle = (a >> 31) * (b & low) + (a & low) * (b >> 31);
            let high = 2 * ((a >> 31) * (b >> 31)) + (middle >> 30);
            ModP::of(high + ((middle & ((1 << 30) - 1)) << 31) + (a & low) * (b & low))
        }
    }

    /// The hash of some bytes, and the point to the power of how many they are.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Hash {
        pub value: ModP,
        pub power: ModP,
    }

    /// The hash of some bytes and of those behind them.
    ///
    /// It needs no identity, and has none: numbers from the prime on, which occur nowhere, would have to stay as they are.
    #[declare_scan]
    pub fn joined(a: Hash, b: Hash) -> Hash {
        Hash { value: a.value * b.power + b.value, power: a.power * b.power }
    }
}

/// `beginnings[i]` becomes the hash of the first `i` bytes.
#[scan(hashing::joined : beginnings)]
fn hash_beginnings(beginnings: &mut [Hash]) {
    for i in 1..beginnings.len() {
        beginnings[i] = hashing::joined(beginnings[i - 1], beginnings[i]);
    }
}

fn main() -> ExitCode {
    env_logger::init();
    finish("rolling_hash", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut text = Vec::new();
    let read = File::open(&arguments.file).and_then(|mut file| file.read_to_end(&mut text));
    read.map_err(|error| format!("{}: {error}", arguments.file.display()))?;
    let queries = match (&arguments.queries, arguments.query.as_slice()) {
        (Some(file), _) => read_queries(file, text.len())?,
        (None, &[a, b, length]) => vec![Query { a, b, length }.within(text.len())?],
        (None, _) => vec![],
    };
    // Not 0 or 1, where all bytes would be the same; and not known beforehand, so that no file can be made to collide.
    let point = ModP::of(RandomState::new().hash_one(text.len()) | 2);
    let letter = |byte: &u8| Hash { value: ModP::of(u64::from(*byte) + 1), power: point };
    let mut beginnings = vec![Hash { value: ModP(0), power: ModP(1) }];
    beginnings.extend(text.iter().map(letter));
    let start = Instant::now();
    hash_beginnings(&mut beginnings);
    let (took, bytes) = (start.elapsed(), text.len() as u64);
    eprintln!("hashes of {} bytes in {} ({}){}", grouped(bytes), time(took), rate(bytes, took), place());
    let answers: Vec<bool> = queries.iter().map(|query| query.by_hash(&beginnings)).collect();
    for (query, &answer) in queries.iter().zip(&answers) {
        if answer != query.by_bytes(&text) {
            let Query { a, b, length } = query;
            return Err(format!("hashes and bytes disagree on {length} bytes from {a} and from {b} on; please report this"));
        }
    }
    eprintln!("{} answers; comparing the bytes agrees", grouped(answers.len() as u64));
    written(write(&answers))
}

/// Whether the `length` bytes from `a` on are those from `b` on.
struct Query {
    a: usize,
    b: usize,
    length: usize,
}

impl Query {
    fn within(self, bytes: usize) -> Result<Self, String> {
        let end = self.a.max(self.b).checked_add(self.length);
        match end {
            Some(end) if end <= bytes => Ok(self),
            _ => Err(format!("{} bytes from {} on are beyond the {bytes} of the file", self.length, self.a.max(self.b))),
        }
    }

    fn by_hash(&self, beginnings: &[Hash]) -> bool {
        // The hash of a part, from those of two beginnings: `whole = before * power + part`; compared without subtracting.
        let before = |from: usize| beginnings[from].value * beginnings[self.length].power;
        let whole = |from: usize| beginnings[from + self.length].value;
        whole(self.a) + before(self.b) == whole(self.b) + before(self.a)
    }

    fn by_bytes(&self, text: &[u8]) -> bool {
        text[self.a..][..self.length] == text[self.b..][..self.length]
    }
}

fn read_queries(file: &Path, bytes: usize) -> Result<Vec<Query>, String> {
    let standard = file == Path::new("-");
    let name = if standard { "standard input".into() } else { file.display().to_string() };
    let input: Box<dyn BufRead> = if standard {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| format!("{name}: {error}"))?))
    };
    let mut queries = Vec::new();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.map_err(|error| format!("{name}: line {number}: {error}"))?;
        if !line.trim().is_empty() {
            let query = parse_query(&line).and_then(|query| query.within(bytes));
            queries.push(query.map_err(|message| format!("{name}: line {number}: {message}"))?);
        }
    }
    Ok(queries)
}

fn parse_query(line: &str) -> Result<Query, String> {
    let number = |field: &str| {
        field.parse().map_err(|error: std::num::ParseIntError| format!("`{field}` is not a number of bytes: {error}"))
    };
    let numbers = line.split_whitespace().map(number).collect::<Result<Vec<usize>, String>>()?;
    match numbers[..] {
        [a, b, length] => Ok(Query { a, b, length }),
        _ => Err(format!("a query is three numbers, `A B LENGTH`, not {}", numbers.len())),
    }
}

fn write(answers: &[bool]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for &answer in answers {
        writeln!(out, "{}", if answer { "equal" } else { "different" })?;
    }
    out.flush()
}
