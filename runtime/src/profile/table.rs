//! The table of a profile.

use super::{LoopProfile, Profile};
use std::fmt::{self, Write};
use std::time::Duration;

const TITLES: [&str; 11] =
    ["loop", "where", "runs", "iterations", "total", "upload", "kernel", "download", "management", "exchange", "M/s"];
/// This one is there where loops have run over ranks.
const EXCHANGE: usize = 9;
/// From this column on numbers stand, one below the other.
const FIRST_NUMBER: usize = 2;

/// A line for each loop and place; times in milliseconds, throughput in millions of iterations a second.
pub(super) fn write(f: &mut fmt::Formatter<'_>, profile: &Profile) -> fmt::Result {
    let total = (profile.loops.len() > 1).then(|| total(&profile.loops));
    let titles = std::iter::once(TITLES.map(str::to_owned));
    let rows: Vec<_> = titles.chain(profile.loops.iter().map(row)).chain(total).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; TITLES.len()] = std::array::from_fn(width);
    let is_over_ranks = profile.loops.iter().any(|of| !of.exchange.is_zero());
    f.write_str("annotated loops, times in ms:\n")?;
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in
            row.iter().zip(widths).enumerate().filter(|(column, _)| *column != EXCHANGE || is_over_ranks)
        {
            if column < FIRST_NUMBER { write!(line, "{cell:<width$}  ")? } else { write!(line, "{cell:>width$}  ")? }
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    if profile.loops.is_empty() {
        f.write_str("none has run\n")?;
    }
    Ok(())
}

/// What all loops have taken.
fn total(loops: &[LoopProfile]) -> [String; TITLES.len()] {
    let mut all = loops[0].clone();
    for of in &loops[1..] {
        all.runs += of.runs;
        all.iterations = all.iterations.saturating_add(of.iterations);
        all.total += of.total;
        all.upload += of.upload;
        all.kernel += of.kernel;
        all.download += of.download;
        all.management += of.management;
        all.exchange += of.exchange;
        all.transfers += of.transfers;
    }
    let mut cells = row(&all);
    cells[0] = "all".to_owned();
    cells[1] = String::new();
    cells
}

fn row(of: &LoopProfile) -> [String; TITLES.len()] {
    let ms = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let moved = |time: Duration, times: u64, bytes: u64| match times {
        0 => "-".to_owned(),
        _ => format!("{} ({times}x, {})", ms(time), size(bytes)),
    };
    let transfers = &of.transfers;
    let per_second = of.iterations as f64 / of.total.as_secs_f64().max(1e-9) / 1e6;
    [
        format!("{} ({})", of.function, of.location),
        of.place.to_string(),
        of.runs.to_string(),
        of.iterations.to_string(),
        ms(of.total),
        moved(of.upload, transfers.uploads, transfers.uploaded),
        ms(of.kernel),
        moved(of.download, transfers.downloads, transfers.downloaded),
        ms(of.management),
        ms(of.exchange),
        format!("{per_second:.1}"),
    ]
}

/// `3.2 MB`
fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}
