//! The tables.

use crate::contest::Version;
use crate::lines::{self, Lines};
use crate::measure::{Measured, Run};
use crate::results::{Results, Table};
use crate::{BENCHMARKS, contest::Split};
use scan_examples::telling::grouped;
use std::fmt::Write;
use std::time::Duration;

/// All of them, each with a heading.
pub fn document(results: &Results) -> String {
    let mut text = format!("# The thesis's twelve benchmarks\n\n- {}\n", results.machine);
    let device = results.device.as_ref().map_or("no OpenCL device".to_owned(), |device| format!("device {device}"));
    let _ = writeln!(text, "- {device}\n- milliseconds; medians of runs in turn\n");
    results.tables.iter().for_each(|of_size| text += &format!("{}\n", table(of_size)));
    text + &lines_table()
}

/// The times of one size, the overhead of the clause, and where the time goes.
pub fn table(table: &Table) -> String {
    let mut text = format!("## {} elements\n\n| | |", grouped(table.n as u64));
    Version::MEASURED.iter().for_each(|version| text += &format!(" {} |", version.name()));
    text += " over OpenCL | annotated / plain | annotated ran on |\n|---|---|";
    text += &"---|".repeat(Version::MEASURED.len() + 3);
    text += "\n";
    table.rows.iter().for_each(|row| text += &time_row(row));
    text + &overheads(table) + &fastest_table(table) + &split_table(table)
}

/// What the clause costs over OpenCL by hand, on the device.
fn overheads(table: &Table) -> String {
    let mut text = String::new();
    for (run, runs) in [(Run::Median, "medians"), (Run::Fastest, "the fastest runs")] {
        if let Some(over) = table.overhead(run) {
            let [mean, worst] = [over.mean, over.worst].map(percent);
            let number = over.worst_of;
            let _ = writeln!(
                text,
                "\nAn annotated loop on the device against OpenCL by hand, by {runs}: {mean} in the mean, {worst} in the worst \
                 (number {number})."
            );
        }
    }
    text
}

fn fastest_table(table: &Table) -> String {
    let mut text = "\nThe fastest runs:\n\n| |".to_owned();
    Version::MEASURED.iter().for_each(|version| text += &format!(" {} |", version.name()));
    text += &format!(" over OpenCL | annotated / plain |\n|---|{}\n", "---|".repeat(Version::MEASURED.len() + 2));
    table.rows.iter().for_each(|row| text += &format!("| {} |{}\n", row.number, times(row, Run::Fastest)));
    text
}

/// The cells of a run of each version, and their ratios.
fn times(row: &Measured, run: Run) -> String {
    let mut text = String::new();
    for version in Version::MEASURED {
        text += &row.of(version, run).map_or(" – |".to_owned(), |seconds| format!(" {} |", milliseconds(seconds)));
    }
    let over = row.ratio(Version::OnDevice, Version::OpenCl, run).map_or("–".to_owned(), |ratio| percent(ratio - 1.0));
    let ratio = row.ratio(Version::Annotated, Version::Plain, run).map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
    text + &format!(" {over} | {ratio} |")
}

fn time_row(row: &Measured) -> String {
    let mut places = row.places.clone();
    places.dedup();
    format!("| {} | {} |{} {} |\n", row.number, row.name, times(row, Run::Median), places.join("; "))
}

fn split_table(table: &Table) -> String {
    if table.rows.iter().all(|row| row.splits.is_empty()) {
        return String::new();
    }
    let mut text = "\n| | | kernel | offload | management and host |\n|---|---|---|---|---|\n".to_owned();
    for row in &table.rows {
        for (version, Split { kernel, offload, management }) in &row.splits {
            let [kernel, offload, management] =
                [kernel, offload, management].map(|time: &Duration| milliseconds(time.as_secs_f64()));
            let _ = writeln!(text, "| {} | {} | {kernel} | {offload} | {management} |", row.number, version.name());
        }
    }
    text
}

fn lines_table() -> String {
    let mut text = "## Lines that a programmer writes\n\n| | | annotated | OpenCL |\n|---|---|---|---|\n".to_owned();
    let all: Vec<Lines> = BENCHMARKS.iter().map(|entry| Lines::of(&entry.sources)).collect();
    for (place, (entry, lines)) in BENCHMARKS.iter().zip(&all).enumerate() {
        let _ = writeln!(text, "| {} | {} | {} | {} |", place + 1, entry.name, lines.annotated, lines.opencl);
    }
    let sum = |of: fn(&Lines) -> usize| all.iter().map(of).sum::<usize>();
    let (annotated, opencl, shared) = (sum(|lines| lines.annotated), sum(|lines| lines.opencl), lines::shared());
    let _ = writeln!(text, "| | together | {annotated} | {opencl} |");
    let _ = writeln!(text, "| | the scan and the handling of the device, shared by all | – | {shared} |");
    text
}

fn milliseconds(seconds: f64) -> String {
    let milliseconds = seconds * 1e3;
    let decimals = if milliseconds < 10.0 { 3 } else { 1 };
    format!("{milliseconds:.decimals$}")
}

/// `+2.1%`
fn percent(share: f64) -> String {
    format!("{:+.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: usize, times: &[(Version, f64)]) -> Measured {
        let seconds = times.iter().map(|&(version, seconds)| (version, vec![seconds])).collect();
        Measured { number, name: "It", seconds, splits: vec![], places: vec!["2 host threads".to_owned()] }
    }

    #[test]
    fn ratios_stand_beside_times() {
        let times = [(Version::Plain, 0.002), (Version::Annotated, 0.001), (Version::OnDevice, 0.011), (Version::OpenCl, 0.010)];
        let slower = [(Version::Plain, 0.002), (Version::OnDevice, 0.008), (Version::OpenCl, 0.010)];
        let text = table(&Table { n: 1000, rows: vec![row(1, &times), row(2, &slower)] });
        assert!(text.contains("| 1 | It | 2.000 | 1.000 | 11.0 | 10.0 | – | +10.0% | 0.50 | 2 host threads |"), "{text}");
        assert!(text.contains("by medians: -5.0% in the mean, +10.0% in the worst (number 1)"), "{text}");
    }

    #[test]
    fn without_a_device_there_is_no_overhead() {
        let text = table(&Table { n: 1, rows: vec![row(1, &[(Version::Plain, 0.002), (Version::Annotated, 0.001)])] });
        assert!(text.contains("| – | – | – | – | 0.50 |") && !text.contains("by medians"), "{text}");
    }
}
