//! Blurs a picture: every pixel becomes the mean of the box around it, by a summed-area table, however large the box.
//!
//! ```text
//! summed_area_table in.png out.png                 a box of 11 by 11 pixels
//! summed_area_table --radius 40 in.png out.png     of 81 by 81
//! ```
//!
//! At the edges the mean is that of the part of the box inside. Every pixel is compared with a box that slides along rows and
//! columns.

use clap::Parser;
use image::RgbaImage;
use scan_examples::pictures;
use scan_examples::telling::{finish, grouped, place, rate, time};
use scan_runtime::scan;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Blurs a PNG picture with a box.
#[derive(Parser)]
struct Arguments {
    /// The picture, of at most 8 bits a channel
    picture: PathBuf,
    /// Where the result goes
    out: PathBuf,
    /// How many pixels the box reaches from its middle
    #[arg(long, default_value_t = 5)]
    radius: u32,
}

/// `sums[y * width + x]` is the sum over the pixels above and left of (x, y), with those in its row and column.
struct Table {
    sums: Vec<u64>,
    width: usize,
    height: usize,
}

/// Sums along all rows, then down all columns: two launches, with nothing moved between them.
#[scan]
fn add_up(pixels: &[u8], sums: &mut [u64], width: usize, height: usize) {
    for y in 0..height {
        let mut sum = 0u64;
        #[scan(+ : sum)]
        for x in 0..width {
            sum += pixels[y * width + x] as u64;
            sums[y * width + x] = sum;
        }
    }
    for x in 0..width {
        let mut sum = 0u64;
        #[scan(+ : sum)]
        for y in 0..height {
            sum += sums[y * width + x];
            sums[y * width + x] = sum;
        }
    }
}

impl Table {
    fn of(pixels: &[u8], width: usize) -> Self {
        let height = pixels.len() / width;
        let mut sums = vec![0; pixels.len()];
        add_up(pixels, &mut sums, width, height);
        Self { sums, width, height }
    }

    /// The mean of the box around a pixel, rounded.
    fn mean(&self, x: usize, y: usize, radius: usize) -> u8 {
        let (left, right) = (x.saturating_sub(radius), self.width.min(x + radius + 1));
        let (top, bottom) = (y.saturating_sub(radius), self.height.min(y + radius + 1));
        // The sum before (x, y), which is none at the edges.
        let at = |x: usize, y: usize| if x == 0 || y == 0 { 0 } else { self.sums[(y - 1) * self.width + x - 1] };
        let sum = at(right, bottom) + at(left, top) - at(left, bottom) - at(right, top);
        rounded(sum, (right - left) * (bottom - top))
    }
}

fn rounded(sum: u64, count: usize) -> u8 {
    ((sum + count as u64 / 2) / count as u64) as u8
}

fn blur(pixels: &[u8], width: usize, radius: usize) -> Vec<u8> {
    let table = Table::of(pixels, width);
    (0..pixels.len()).map(|i| table.mean(i % width, i / width, radius)).collect()
}

/// The same by sums that slide: down the columns, then along each row.
fn blur_by_sliding(pixels: &[u8], width: usize, radius: usize) -> Vec<u8> {
    let height = pixels.len() / width;
    let mut blurred = Vec::with_capacity(pixels.len());
    let mut columns = vec![0u64; width];
    let row = |y: usize| &pixels[y * width..][..width];
    (0..height.min(radius)).for_each(|y| columns.iter_mut().zip(row(y)).for_each(|(sum, &pixel)| *sum += u64::from(pixel)));
    for y in 0..height {
        if y + radius < height {
            columns.iter_mut().zip(row(y + radius)).for_each(|(sum, &pixel)| *sum += u64::from(pixel));
        }
        if y > radius {
            columns.iter_mut().zip(row(y - radius - 1)).for_each(|(sum, &pixel)| *sum -= u64::from(pixel));
        }
        let rows = height.min(y + radius + 1) - y.saturating_sub(radius);
        let mut sum: u64 = columns.iter().take(radius).sum();
        for x in 0..width {
            sum += columns.get(x + radius).copied().unwrap_or(0);
            sum -= if x > radius { columns[x - radius - 1] } else { 0 };
            blurred.push(rounded(sum, rows * (width.min(x + radius + 1) - x.saturating_sub(radius))));
        }
    }
    blurred
}

fn main() -> ExitCode {
    env_logger::init();
    finish("summed_area_table", run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut picture = pictures::read(&arguments.picture)?;
    // A box that reaches further than the picture holds all of it.
    let radius = arguments.radius.min(picture.width().max(picture.height())) as usize;
    let start = Instant::now();
    let channels: Vec<Vec<u8>> = (0..4).map(|channel| blur_channel(&picture, channel, radius, blur)).collect();
    let (took, count) = (start.elapsed(), u64::from(picture.width()) * u64::from(picture.height()));
    eprintln!("{} pixels in {} ({}){}", grouped(count), time(took), rate(count, took), place());
    for (channel, blurred) in channels.iter().enumerate() {
        if *blurred != blur_channel(&picture, channel, radius, blur_by_sliding) {
            return Err("the table and a sliding box disagree; please report this".to_owned());
        }
    }
    eprintln!("a sliding box agrees");
    for (i, pixel) in picture.pixels_mut().enumerate() {
        pixel.0 = std::array::from_fn(|channel| channels[channel][i]);
    }
    pictures::write(&arguments.out, &picture)
}

fn blur_channel(picture: &RgbaImage, channel: usize, radius: usize, blur: fn(&[u8], usize, usize) -> Vec<u8>) -> Vec<u8> {
    let pixels: Vec<u8> = picture.pixels().map(|pixel| pixel.0[channel]).collect();
    blur(&pixels, picture.width() as usize, radius)
}
