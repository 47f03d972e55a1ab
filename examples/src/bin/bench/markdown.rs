//! The tables of RESULTS.md.

use crate::Results;
use crate::contestants::DEVICE_COPY;
use crate::figures::{Row, Table};
use crate::goals::{goals, large};
use crate::options::{Kind, Type};
use clap::ValueEnum;
use scan_examples::telling::{grouped, time};
use std::fmt::Write;
use std::time::Duration;

/// All of them that have a row, each with a heading.
pub fn tables(results: &Results) -> String {
    let mut text = format!("- {}\n", results.machine);
    let devices = scan_runtime::devices().into_iter().map(|device| format!("device {device}"));
    for line in devices.chain(results.notes.iter().cloned()) {
        let _ = writeln!(text, "- {line}");
    }
    let tables = &results.tables;
    text + &goal_table(results) + &large_table(tables) + &short_table(tables) + &resident_table(tables)
}

fn section(head: &str, rows: String) -> String {
    if rows.is_empty() { rows } else { format!("\n{head}{rows}") }
}

fn goal_table(results: &Results) -> String {
    let mut rows = String::new();
    for goal in goals(results).iter().filter(|goal| goal.ratios.iter().any(|ratio| ratio.measured.is_some())) {
        let [first, best] = goal.targets();
        let _ = writeln!(rows, "| {} | {} | {first} | {best} | {} |", goal.what, goal.measured(), goal.outcome());
    }
    section("## What must be seen\n\n| | measured | first | goal | |\n|---|---|---|---|---|\n", rows)
}

/// Milliseconds of the large arrays: a column for each type, a row for each contestant.
fn large_table(tables: &[Table]) -> String {
    let names = Type::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let columns: Vec<&Table> = names.filter_map(|name| large(tables, name.get_name())).collect();
    let mut head = "## Large arrays\n\nMilliseconds; in brackets how many times as fast as the plain loop.\n\n|".to_owned();
    columns.iter().for_each(|table| head += &format!(" | {}, {}", table.element, grouped(table.n as u64)));
    head += &format!(" |\n|---{}|\n", "|---".repeat(columns.len()));
    let mut rows = String::new();
    let mut done: Vec<&str> = Vec::new();
    for row in columns.iter().flat_map(|table| &table.rows) {
        if !done.contains(&row.name.as_str()) {
            done.push(&row.name);
            let cells = columns.iter().map(|table| table.named(&row.name).map_or("–".to_owned(), |row| cell(table, row)));
            let _ = writeln!(rows, "| {} | {} |", row.name, cells.collect::<Vec<_>>().join(" | "));
        }
    }
    section(&head, rows)
}

fn cell(table: &Table, row: &Row) -> String {
    let median = row.median();
    match row.kind {
        Kind::Plain | Kind::Copies => format!("{:.1}", median * 1e3),
        _ => format!("{:.1} ({:.1})", median * 1e3, table.rows[0].median() / median),
    }
}

/// The other lengths: the plain loop beside the annotated one.
fn short_table(tables: &[Table]) -> String {
    let head = "## All lengths\n\nPlain loop, annotated with nothing asked for, and where that ran.\n\n\
        | type | elements | plain | annotated | ours / plain | |\n|---|---|---|---|---|---|\n";
    let mut rows = String::new();
    for table in tables {
        let (plain, Some(ours)) = (&table.rows[0], table.row(Kind::Annotated)) else { continue };
        let [plain, median] = [plain, ours].map(Row::median);
        let [shown_plain, shown] = [plain, median].map(|seconds| time(Duration::from_secs_f64(seconds)));
        let place = ours.place.as_deref().unwrap_or_default();
        let n = grouped(table.n as u64);
        let _ = writeln!(rows, "| {} | {n} | {shown_plain} | {shown} | {:.2} | {place} |", table.element, median / plain);
    }
    section(head, rows)
}

/// Loops whose arrays stay on a device, beside what else stays there.
fn resident_table(tables: &[Table]) -> String {
    let head = "## Arrays that stay on the device\n\n\
        Medians; in brackets the part of the bandwidth of the device's own copy from array to array. What counts is what has to be read\n\
        once and what has to be stored once.\n\n\
        | type | elements | | with transfers | a launch of many | its kernels |\n|---|---|---|---|---|---|\n";
    let mut rows = String::new();
    for table in tables.iter().filter(|table| !table.resident.is_empty()) {
        let n = grouped(table.n as u64);
        for resident in &table.resident {
            let copy = table.named(&format!("{DEVICE_COPY} {}", resident.device)).map(|copy| table.speed(copy));
            let cells = [resident.whole, resident.launch, resident.kernel].map(|seconds| of_copy(resident.bytes, seconds, copy));
            let (ty, name) = (table.element, resident.name);
            let _ = writeln!(rows, "| {ty} | {n} | {name}, device {} | {} |", resident.device, cells.join(" | "));
        }
        let is_copy = |row: &&Row| row.name.starts_with(DEVICE_COPY);
        let copy = table.rows.iter().find(is_copy).map(|copy| table.speed(copy));
        for row in table.rows.iter().filter(|row| is_copy(row) || row.name.contains("arrays stay")) {
            let cell = of_copy(2 * table.n * table.bytes, row.median(), copy);
            let _ = writeln!(rows, "| {} | {n} | {} | | {cell} | |", table.element, row.name);
        }
    }
    section(head, rows)
}

/// A time, and which part of the speed of a copy so many bytes in it are.
fn of_copy(bytes: usize, seconds: f64, copy: Option<f64>) -> String {
    let share = copy.map_or(String::new(), |copy| format!(" ({:.2})", bytes as f64 / seconds / 1e9 / copy));
    time(Duration::from_secs_f64(seconds)) + &share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::{row, table};
    use crate::resident;

    #[test]
    fn a_contestant_that_was_absent_for_a_type_leaves_a_dash() {
        let rows = vec![row(Kind::Plain, "plain loop", &[0.03]), row(Kind::Rayon, "rayon, two passes", &[0.02])];
        let tables = [table("i32", 64_000_000, rows), table("f32", 64_000_000, vec![row(Kind::Plain, "plain loop", &[0.05])])];
        let text = large_table(&tables);
        assert!(text.contains("| plain loop | 30.0 | 50.0 |"), "{text}");
        assert!(text.contains("| rayon, two passes | 20.0 (1.5) | – |"), "{text}");
    }

    #[test]
    fn what_stays_on_a_device_is_compared_with_its_copy() {
        let rows = vec![row(Kind::Plain, "plain loop", &[9.0]), row(Kind::Copies, "copy by device 1:0", &[0.001])];
        let resident =
            resident::Row { device: "1:0".to_owned(), name: "reduce", bytes: 4000, whole: 0.1, launch: 0.002, kernel: 0.0005 };
        let text = resident_table(&[Table { resident: vec![resident], ..table("i32", 1000, rows) }]);
        assert!(text.contains("| i32 | 1,000 | reduce, device 1:0 | 100 ms (0.01) | 2.00 ms (0.25) | 500 µs (1.00) |"), "{text}");
        assert!(text.contains("| i32 | 1,000 | copy by device 1:0 | | 1.00 ms (1.00) | |"), "{text}");
    }

    #[test]
    fn ratios_of_short_loops_have_two_decimals() {
        let rows = vec![row(Kind::Plain, "plain loop", &[1e-6]), row(Kind::Annotated, "annotated", &[1.04e-6])];
        let text = short_table(&[table("i32", 1000, rows)]);
        assert!(text.contains("| i32 | 1,000 | 1.00 µs | 1.04 µs | 1.04 |"), "{text}");
    }
}
