//! Spreads the brightness of a picture over all its values, by the running sum of its histogram.
//!
//! ```text
//! histogram_equalize in.png out.png
//! ```
//!
//! The brightness of a pixel of colour is its greatest part; the parts keep their proportion, and transparency stays as it is. What a
//! brightness becomes is compared with what sorting all pixels says.

use clap::Parser;
use scan_examples::pictures;
use scan_examples::telling::{finish, grouped, place, rate, time};
use scan_runtime::{parallel_for, reduce, scan};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Equalizes the histogram of a PNG picture's brightness.
#[derive(Parser)]
struct Arguments {
    /// The picture, of at most 8 bits a channel
    picture: PathBuf,
    /// Where the result goes
    out: PathBuf,
}

/// How many pixels are as bright or less.
#[scan(+ : sum)]
fn add_up(histogram: &[u64], sums: &mut [u64]) {
    let mut sum = 0u64;
    for i in 0..histogram.len() {
        sum += histogram[i];
        sums[i] = sum;
    }
}

/// How many pixels are as bright as this.
#[reduce(+ : histogram)]
fn count(brightness: &[u8], histogram: &mut [u64; 256]) {
    for &value in brightness {
        histogram[value as usize] += 1;
    }
}

/// What each brightness becomes: the darkest that occurs 0, the brightest 255. A picture of one brightness stays as it is.
fn levels(brightness: &[u8]) -> [u8; 256] {
    let mut histogram = [0; 256];
    count(brightness, &mut histogram);
    let mut sums = [0; 256];
    add_up(&histogram, &mut sums);
    spread(&sums, brightness.len() as u64)
}

fn spread(sums: &[u64; 256], all: u64) -> [u8; 256] {
    let darkest = sums.iter().copied().find(|&sum| sum > 0).unwrap_or(0);
    let spread = |value: usize| match all - darkest {
        0 => value as u8,
        others => ((sums[value].saturating_sub(darkest) * 255 + others / 2) / others) as u8,
    };
    std::array::from_fn(spread)
}

/// The same by sorting.
fn levels_by_sorting(brightness: &[u8]) -> [u8; 256] {
    let mut sorted = brightness.to_vec();
    sorted.sort_unstable();
    let sums = std::array::from_fn(|value| sorted.partition_point(|&other| usize::from(other) <= value) as u64);
    spread(&sums, sorted.len() as u64)
}

fn main() -> ExitCode {
    env_logger::init();
    finish("histogram_equalize", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut picture = pictures::read(&arguments.picture)?;
    let start = Instant::now();
    let brightness: Vec<u8> = picture.pixels().map(|pixel| brightness(pixel.0)).collect();
    let levels = levels(&brightness);
    apply(&levels, &brightness, &mut picture);
    let (took, count, place) = (start.elapsed(), brightness.len() as u64, place());
    eprintln!("{} pixels in {} ({}){place}", grouped(count), time(took), rate(count, took));
    if levels != levels_by_sorting(&brightness) {
        return Err("the scan and sorting disagree; please report this".to_owned());
    }
    eprintln!("sorting agrees");
    pictures::write(&arguments.out, &picture)
}

fn brightness([red, green, blue, _]: [u8; 4]) -> u8 {
    red.max(green).max(blue)
}

/// Looks up what each pixel becomes, and brings its parts there, which are four: the last is its transparency.
#[expect(clippy::manual_div_ceil, clippy::manual_checked_ops, reason = "kernels have neither `div_ceil` nor `checked_div`")]
#[parallel_for]
fn apply(levels: &[u8], brightness: &[u8], parts: &mut [u8]) {
    for i in 0..parts.len() {
        let from = brightness[i / 4] as u32;
        let to = levels[from as usize] as u32;
        parts[i] = if i % 4 == 3 {
            parts[i]
        } else if from == 0 {
            // Black has no proportion to keep.
            to as u8
        } else {
            ((parts[i] as u32 * to + from - 1) / from).min(255) as u8
        };
    }
}
