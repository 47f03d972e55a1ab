//! The Fibonacci numbers modulo 2^64 as powers of a 2×2 matrix: Listing 4.8 of the thesis.
//!
//! ```text
//! fibonacci               the 94 numbers that 64 bits hold: 0, 1, 1, 2, …
//! fibonacci 1000          the first thousand, modulo 2^64
//! fibonacci --last 1000   only the last of them
//! ```
//!
//! Every number is compared with the sum of the two before it, and the last of every block with fast doubling.

use clap::Parser;
use matrices::Matrix;
use scan_examples::telling::{finish, grouped, place, rate, time, written};
use scan_runtime::{declare_target, scan};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Writes the first Fibonacci numbers modulo 2^64, one a line.
///
/// They are powers of a matrix, computed by a scan with matrix multiplication. Each is compared with the sum of the two before it.
#[derive(Parser)]
struct Arguments {
    /// How many: 94 of them are below 2^64
    #[arg(default_value_t = 94)]
    count: u64,
    /// Write only the last
    #[arg(long)]
    last: bool,
}

#[declare_target]
mod matrices {
    use std::ops::Mul;

    /// A 2×2 matrix of integers modulo 2^64.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Matrix {
        pub x00: u64,
        pub x01: u64,
        pub x10: u64,
        pub x11: u64,
    }

    /// The sum of two products.
    fn inner(a: u64, b: u64, c: u64, d: u64) -> u64 {
        a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d))
    }

    #[declare_scan(identity = Matrix { x00: 1, x01: 0, x10: 0, x11: 1 })]
    impl Mul for Matrix {
        type Output = Self;

        fn mul(self, other: Self) -> Self {
            Self {
                x00: inner(self.x00, other.x00, self.x01, other.x10),
                x01: inner(self.x00, other.x01, self.x01, other.x11),
                x10: inner(self.x10, other.x00, self.x11, other.x10),
                x11: inner(self.x10, other.x01, self.x11, other.x11),
            }
        }
    }
}

/// The loop of Listing 4.8.
#[scan(* : y)]
fn multiply_up(x: &[Matrix], y: &mut [Matrix]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] * x[i - 1];
    }
}

/// Equation 4.4: its n-th power holds F(n+1), F(n), F(n), F(n-1).
const STEP: Matrix = Matrix { x00: 1, x01: 1, x10: 1, x11: 0 };

/// Numbers computed at a time: their matrices take 32 bytes each, twice.
const BLOCK: u64 = 1 << 20;

fn main() -> ExitCode {
    env_logger::init();
    finish("fibonacci", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut took = Duration::ZERO;
    let block = arguments.count.min(BLOCK) as usize;
    let x = vec![STEP; block];
    let mut y = vec![Matrix { x00: 1, x01: 0, x10: 0, x11: 1 }; block];
    let mut sums = Sums { next: 0, after: 1 };
    let mut first = 0;
    while first < arguments.count {
        let powers = &mut y[..(arguments.count - first).min(BLOCK) as usize];
        let start = Instant::now();
        multiply_up(&x, powers);
        took += start.elapsed();
        check(first, powers, &mut sums)?;
        first += powers.len() as u64;
        let skipped = match arguments.last {
            false => 0,
            true if first < arguments.count => powers.len(),
            true => powers.len() - 1,
        };
        if let Err(error) = write(&mut out, &powers[skipped..]) {
            return written(Err(error));
        }
        y[0] = y[block - 1] * STEP;
    }
    let count = arguments.count;
    eprintln!("{} numbers in {} ({}){}; addition and doubling agree", grouped(count), time(took), rate(count, took), place());
    written(out.flush())
}

fn write(out: &mut impl Write, powers: &[Matrix]) -> io::Result<()> {
    powers.iter().try_for_each(|power| writeln!(out, "{}", power.x01))
}

/// Compares the powers from the `first` on with what other methods find.
fn check(first: u64, powers: &[Matrix], sums: &mut Sums) -> Result<(), String> {
    for (number, power) in (first..).zip(powers) {
        if power.x01 != sums.take() {
            return Err(format!("the scan and the sum of the two before disagree on number {number}; please report this"));
        }
    }
    let last = first + powers.len() as u64 - 1;
    match powers.last() {
        Some(power) if power.x01 != doubled(last).0 => {
            Err(format!("the scan and fast doubling disagree on number {last}; please report this"))
        }
        _ => Ok(()),
    }
}

/// The numbers by addition.
struct Sums {
    next: u64,
    after: u64,
}

impl Sums {
    fn take(&mut self) -> u64 {
        let number = self.next;
        (self.next, self.after) = (self.after, self.next.wrapping_add(self.after));
        number
    }
}

/// F(n) and F(n+1) by fast doubling: F(2k) = F(k) (2 F(k+1) - F(k)), F(2k+1) = F(k)² + F(k+1)².
fn doubled(n: u64) -> (u64, u64) {
    if n == 0 {
        return (0, 1);
    }
    let (a, b) = doubled(n / 2);
    let even = a.wrapping_mul(b.wrapping_mul(2).wrapping_sub(a));
    let odd = a.wrapping_mul(a).wrapping_add(b.wrapping_mul(b));
    if n.is_multiple_of(2) { (even, odd) } else { (odd, even.wrapping_add(odd)) }
}
