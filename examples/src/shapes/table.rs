//! The figures as tables.

use super::figures::{Figures, Processes};
use crate::size::Size;
use crate::telling::grouped;
use crate::turns;
use std::fmt::Write;

/// From here on a loop is long: what an annotation costs is told as a part of it, and below in nanoseconds.
const LONG: usize = 1000;

/// A row for each shape: what the plain loops take, and ours beside the better of them, by the medians, and by the least, which others that
/// use the machine disturb least.
pub fn of(ty: &str, size: Size, measured: &Processes, markdown: bool) -> String {
    let mut rows = vec![headings(measured)];
    rows.extend(measured.as_written.iter().enumerate().map(|(number, as_written)| row(size, number, as_written, measured)));
    let heading = format!("{ty}, {} elements", grouped(size.0 as u64));
    if markdown { format!("### {heading}\n\n{}", in_markdown(&rows)) } else { format!("{heading}\n{}", in_columns(&rows)) }
}

fn headings(measured: &Processes) -> Vec<String> {
    let mut headings: Vec<String> = ["shape", "plain", "apart", "as written", "least"].map(str::to_owned).to_vec();
    for process in 1..=measured.left_alone.len() {
        headings.push(format!("process {process}: first"));
        headings.push("later".to_owned());
        headings.push("worst".to_owned());
    }
    headings.push("where".to_owned());
    headings
}

fn row(size: Size, number: usize, as_written: &Figures, measured: &Processes) -> Vec<String> {
    let shown = |seconds: f64| time(seconds);
    let mut row = vec![as_written.shape.clone(), shown(median(&as_written.plain)), shown(median(&as_written.apart))];
    row.push(beside(size, median(&as_written.ours), as_written.better()));
    row.push(beside(size, least(&as_written.ours), least(&as_written.plain).min(least(&as_written.apart))));
    let mut place = String::new();
    for process in &measured.left_alone {
        let Some(figures) = process.get(number) else { continue };
        let first = figures.first.first().copied().unwrap_or(f64::NAN);
        let worst = figures.ours.iter().copied().fold(0.0, f64::max);
        row.extend([first, median(&figures.ours), worst].map(|seconds| beside(size, seconds, figures.better())));
        place.clone_from(&figures.place);
    }
    row.push(place);
    row
}

fn median(seconds: &[f64]) -> f64 {
    turns::median(seconds.iter().copied())
}

fn least(seconds: &[f64]) -> f64 {
    seconds.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Ours beside the better of the plain loops: how many times as long, or how much longer.
fn beside(size: Size, ours: f64, plain: f64) -> String {
    if size.0 < LONG { format!("{:+.1} ns", (ours - plain) * 1e9) } else { format!("{:.2}", ours / plain) }
}

fn time(seconds: f64) -> String {
    match seconds * 1e9 {
        nanoseconds if nanoseconds < 1e5 => format!("{nanoseconds:.1} ns"),
        nanoseconds => format!("{:.3} ms", nanoseconds / 1e6),
    }
}

fn in_markdown(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if number == 0 {
            let _ = writeln!(text, "|{}", "---|".repeat(row.len()));
        }
    }
    text
}

fn in_columns(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .map(|(column, (cell, width))| if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
            .collect();
        cells.join("  ")
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(ours: &[f64]) -> Figures {
        Figures {
            shape: "zip".to_owned(),
            plain: vec![2e-6],
            apart: vec![1e-6, 1e-6, 1e-6],
            first: vec![3e-6, 1e-6],
            ours: ours.to_vec(),
            place: "host threads (2)".to_owned(),
        }
    }

    #[test]
    fn the_better_of_the_plain_loops_counts() {
        let measured =
            Processes { as_written: vec![figures(&[1.01e-6])], left_alone: vec![vec![figures(&[0.5e-6, 0.5e-6, 1.1e-6])]] };
        let text = of("f32", Size(1000), &measured, true);
        let last = text.lines().last().expect("a row");
        assert_eq!(last, "| zip | 2000.0 ns | 1000.0 ns | 1.01 | 1.01 | 3.00 | 0.50 | 1.10 | host threads (2) |");
        let text = of("f32", Size(10), &measured, false);
        assert!(text.contains("+10.0 ns"), "{text}");
    }
}
