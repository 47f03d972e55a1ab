//! Loops with derived operators beside the plain ones: what is left to itself, and what is told where to run.
//!
//! ```text
//! cargo run --release -p scan-examples --bin derived [LENGTH] [ROUNDS] [CHART.svg]
//! ```
//!
//! Each place has its turn in every round; the figures are medians. The chart has how often as fast as the plain loops these are.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use scan_examples::charts::{COLOURS, legend};
use scan_examples::machine::Machine;
use scan_examples::size::Size;
use scan_examples::turns::order;
use scan_runtime::{DeviceKind, Settings, scan};
use std::env;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The same function twice: annotated, and plain.
macro_rules! loops {
    ($(#[scan($($clause:tt)*)] fn $name:ident($($parameters:tt)*) $body:block)*) => {
        mod annotated {
            use super::scan;
            $(#[scan($($clause)*)] pub fn $name($($parameters)*) $body)*
        }
        mod plain {
            $(#[inline(never)] pub fn $name($($parameters)*) $body)*
        }
    };
}

loops! {
    #[scan(auto : average, reassociate)]
    fn smooth(x: &[f64], a: f64, y: &mut [f64]) {
        let mut average = 0.0;
        for i in 0..x.len() {
            average += a * (x[i] - average);
            y[i] = average;
        }
    }

    #[scan(auto : hash)]
    fn horner(x: &[u32], base: u32, y: &mut [u32]) {
        let mut hash = 0u32;
        for i in 0..x.len() {
            hash = hash.wrapping_mul(base).wrapping_add(x[i]);
            y[i] = hash;
        }
    }

    #[scan(auto : last)]
    fn fill(x: &[f32], first: f32, y: &mut [f32]) {
        let mut last = first;
        for i in 0..x.len() {
            if !x[i].is_nan() {
                last = x[i];
            }
            y[i] = last;
        }
    }

    #[scan(auto : sum)]
    fn segments(x: &[u32], start: u32, y: &mut [u32]) {
        let mut sum = start;
        for i in 0..x.len() {
            sum = if x[i] & 15 == 0 { 0 } else { sum.wrapping_add(x[i]) };
            y[i] = sum;
        }
    }

    #[scan(auto : level)]
    fn bucket(x: &[i64], outflow: i64, y: &mut [i64]) {
        let mut level = 0i64;
        for i in 0..x.len() {
            level = (level + x[i] - outflow).max(0);
            y[i] = level;
        }
    }

    #[scan(auto : quoted)]
    fn quotes(x: &[u8], mark: u8, y: &mut [bool]) {
        let mut quoted = false;
        for i in 0..x.len() {
            if x[i] == mark {
                quoted = !quoted;
            }
            y[i] = quoted;
        }
    }

    #[scan(auto : state)]
    fn strings(x: &[u8], mark: u8, y: &mut [bool]) {
        let mut state = 0u8;
        for i in 0..x.len() {
            state = match state {
                0 if x[i] == mark => 1,
                1 if x[i] == mark => 0,
                1 if x[i] == b'\\' => 2,
                2 => 1,
                same => same,
            };
            y[i] = state != 0;
        }
    }

    #[scan(auto : y, reassociate)]
    fn filter(x: &[f64], damping: f64, y: &mut [f64]) {
        let (mut last, mut before) = (0.0, 0.0);
        for i in 0..x.len() {
            let out = x[i] + 1.6 * last - damping * before;
            before = last;
            last = out;
            y[i] = out;
        }
    }

    #[scan(auto : y)]
    fn trades(x: &[i64], fee: i64, y: &mut [i64]) {
        let (mut cash, mut share) = (0, -1_000_000);
        for i in 0..x.len() {
            let before = cash;
            cash = cash.max(share + x[i] - fee);
            share = share.max(before - x[i]);
            y[i] = cash;
        }
    }

    #[scan(auto : last, before)]
    fn changes(x: &[f32], first: f32, y: &mut [f32]) {
        let (mut last, mut before) = (first, first);
        for i in 0..x.len() {
            if !x[i].is_nan() {
                before = last;
                last = x[i];
            }
            y[i] = last - before;
        }
    }

    #[scan(auto : phase)]
    fn phases(x: &[u32], count: u32, y: &mut [u32]) {
        let mut phase = 0;
        for i in 0..x.len() {
            phase = (phase + (x[i] & count)) % 5;
            y[i] = phase;
        }
    }
}

/// Where annotated loops are told to run.
const PLACES: [(&str, Option<DeviceKind>); 3] =
    [("left to itself", None), ("host threads", Some(DeviceKind::Host)), ("a device", Some(DeviceKind::Any))];
/// Every place, and the plain loop.
const CONTESTANTS: usize = PLACES.len() + 1;
/// Rounds in which the runtime learns, and which do not count.
const TRIALS: usize = 3;

fn main() -> ExitCode {
    env_logger::init();
    scan_examples::telling::finish("derived", run())
}

fn run() -> Result<(), String> {
    let mut arguments = env::args().skip(1);
    let length = arguments.next().map_or(Ok(Size(1 << 25)), |length| length.parse::<Size>())?.0;
    let rounds = arguments.next().map_or(Ok(11), |rounds| rounds.parse::<usize>()).map_err(|error| error.to_string())?;
    let chart = arguments.next();
    let mut gains = Vec::new();
    println!(
        "{} elements, medians of {rounds} rounds in ms, and how often as fast as the plain loop\n{}\n",
        length,
        Machine::here()
    );
    let [first, others @ ..] = PLACES.map(|(place, _)| format!("{place:>18}"));
    println!("{:10}{:>10}{first}{}", "loop", "plain", others.concat());
    let mut random = fastrand::Rng::with_seed(1);
    let random: Vec<u32> = std::iter::repeat_with(|| random.u32(..)).take(length).collect();
    macro_rules! compare {
        ($($name:ident($element:expr, $value:expr);)*) => { $({
            let x: Vec<_> = random.iter().map($element).collect();
            gains.push((stringify!($name), compare(stringify!($name), &x, $value, rounds, plain::$name, annotated::$name)));
        })* };
    }
    compare! {
        smooth(|&x| f64::from(x), 0.1);
        horner(|&x| x, 31);
        fill(|&x| if x % 3 == 0 { f32::NAN } else { x as f32 }, -1.0);
        changes(|&x| if x % 3 == 0 { f32::NAN } else { x as f32 }, -1.0);
        segments(|&x| x, 0);
        bucket(|&x| i64::from(x % 100), 50);
        filter(|&x| f64::from(x), 0.8);
        trades(|&x| i64::from(x % 100), 5);
        strings(|&x| b"aaa\"bbbbbbb\\ccccccc"[(x % 19) as usize], b'"');
        phases(|&x| x, 7);
        quotes(|&x| if x % 20 == 0 { b'"' } else { b'a' }, b'"');
    }
    chart.map_or(Ok(()), |chart| draw(&gains, Path::new(&chart))).map_err(|error| error.to_string())
}

/// A loop from an array into another one, with a value from outside.
type Loop<T, C, U> = fn(&[T], C, &mut [U]);

fn compare<T, C: Copy, U: Clone + Default>(
    name: &str,
    x: &[T],
    value: C,
    rounds: usize,
    plain: Loop<T, C, U>,
    annotated: Loop<T, C, U>,
) -> [f64; PLACES.len()] {
    let mut y = vec![U::default(); x.len()];
    let mut times = [const { Vec::new() }; CONTESTANTS];
    for round in 0..TRIALS + rounds {
        for contestant in order(round, CONTESTANTS) {
            let place = contestant.checked_sub(1).map(|place| PLACES[place].1);
            let mut run = || {
                let run = if place.is_some() { annotated } else { plain };
                let start = Instant::now();
                run(black_box(x), black_box(value), black_box(&mut y));
                start.elapsed()
            };
            let took = match place.flatten() {
                Some(kind) => Settings::from_environment().device(kind).scope(run),
                None => run(),
            };
            if round >= TRIALS {
                times[contestant].push(took);
            }
        }
    }
    let [plain, annotated @ ..] = times.map(median);
    let cells = annotated.map(|took| format!("{:>11.1} ({:.2})", millis(took), millis(plain) / millis(took)));
    println!("{name:10}{:>10.1}{}", millis(plain), cells.concat());
    annotated.map(|took| millis(plain) / millis(took))
}

/// A group of bars for each loop, with one for each place, and a line where they are as fast as the plain loop.
fn draw(gains: &[(&str, [f64; PLACES.len()])], path: &Path) -> Result<(), Box<dyn Error>> {
    let rows = gains.len() as f64;
    let root = SVGBackend::new(path, (760, 90 + 54 * gains.len() as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(600);
    let most = gains.iter().flat_map(|(_, gains)| gains).fold(1.0f64, |most, gain| most.max(*gain));
    let mut chart = ChartBuilder::on(&left)
        .caption("Loops with derived operators", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(90)
        .build_cartesian_2d(0.0..1.05 * most, 0.0..rows)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().max_light_lines(0).disable_y_axis();
    mesh.x_desc("how often as fast as the plain loop").label_style(("sans-serif", 13)).draw()?;
    for (row, (name, gains)) in gains.iter().enumerate() {
        let top = rows - row as f64;
        for (place, gain) in gains.iter().enumerate() {
            let from = top - 0.12 - 0.26 * place as f64;
            let bar = Rectangle::new([(0.0, from - 0.22), (*gain, from)], COLOURS[place + 1].filled());
            chart.draw_series([bar])?;
        }
        let (x, y) = chart.plotting_area().map_coordinate(&(0.0, top - 0.5));
        let style = ("sans-serif", 13).into_text_style(&left).pos(Pos::new(HPos::Right, VPos::Center));
        left.draw(&Text::new((*name).to_owned(), (x - 8, y), style))?;
    }
    chart.draw_series([PathElement::new([(1.0, 0.0), (1.0, rows)], BLACK)])?;
    for (place, (name, _)) in PLACES.iter().enumerate() {
        legend(&right, place, (COLOURS[place + 1], 12), name)?;
    }
    root.present()?;
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
