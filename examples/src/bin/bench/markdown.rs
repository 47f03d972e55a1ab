//! The tables of RESULTS.md.

use crate::Results;
use crate::figures::{Row, Table};
use crate::goals::{goals, large};
use crate::options::{Kind, Type};
use clap::ValueEnum;
use scan_examples::telling::{grouped, time};
use std::fmt::Write;
use std::time::Duration;

/// All of them, each with a heading.
pub fn tables(results: &Results) -> String {
    let mut text = format!("- {}\n", results.machine);
    let devices = scan_runtime::devices().into_iter().map(|device| format!("device {device}"));
    for line in devices.chain(results.notes.iter().cloned()) {
        let _ = writeln!(text, "- {line}");
    }
    text + "\n" + &goal_table(results) + "\n" + &large_table(&results.tables) + "\n" + &short_table(&results.tables)
}

fn goal_table(results: &Results) -> String {
    let mut text = "## What must be seen\n\n| | measured | first | goal | |\n|---|---|---|---|---|\n".to_owned();
    for goal in goals(results) {
        let [first, best] = goal.targets();
        let _ = writeln!(text, "| {} | {} | {first} | {best} | {} |", goal.what, goal.measured(), goal.outcome());
    }
    text
}

/// Milliseconds of the large arrays: a column for each type, a row for each contestant.
fn large_table(tables: &[Table]) -> String {
    let names = Type::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let columns: Vec<&Table> = names.filter_map(|name| large(tables, name.get_name())).collect();
    let mut text = "## Large arrays\n\nMilliseconds; in brackets how many times as fast as the plain loop.\n\n|".to_owned();
    columns.iter().for_each(|table| text += &format!(" | {}, {}", table.element, grouped(table.n as u64)));
    text += &format!(" |\n|---{}|\n", "|---".repeat(columns.len()));
    let mut done: Vec<&str> = Vec::new();
    for row in columns.iter().flat_map(|table| &table.rows) {
        if !done.contains(&row.name.as_str()) {
            done.push(&row.name);
            let cells = columns.iter().map(|table| table.named(&row.name).map_or("–".to_owned(), |row| cell(table, row)));
            let _ = writeln!(text, "| {} | {} |", row.name, cells.collect::<Vec<_>>().join(" | "));
        }
    }
    text
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
    let mut text = "## All lengths\n\nPlain loop, annotated with nothing asked for, and where that ran.\n\n".to_owned();
    text += "| type | elements | plain | annotated | ours / plain | |\n|---|---|---|---|---|---|\n";
    for table in tables {
        let (plain, Some(ours)) = (&table.rows[0], table.row(Kind::Annotated)) else { continue };
        let [plain, median] = [plain, ours].map(Row::median);
        let [shown_plain, shown] = [plain, median].map(|seconds| time(Duration::from_secs_f64(seconds)));
        let place = ours.place.as_deref().unwrap_or_default();
        let n = grouped(table.n as u64);
        let _ = writeln!(text, "| {} | {n} | {shown_plain} | {shown} | {:.2} | {place} |", table.element, median / plain);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::{row, table};

    #[test]
    fn a_contestant_that_was_absent_for_a_type_leaves_a_dash() {
        let rows = vec![row(Kind::Plain, "plain loop", &[0.03]), row(Kind::Rayon, "rayon, two passes", &[0.02])];
        let tables = [table("i32", 64_000_000, rows), table("f32", 64_000_000, vec![row(Kind::Plain, "plain loop", &[0.05])])];
        let text = large_table(&tables);
        assert!(text.contains("| plain loop | 30.0 | 50.0 |"), "{text}");
        assert!(text.contains("| rayon, two passes | 20.0 (1.5) | – |"), "{text}");
    }

    #[test]
    fn ratios_of_short_loops_have_two_decimals() {
        let rows = vec![row(Kind::Plain, "plain loop", &[1e-6]), row(Kind::Annotated, "annotated", &[1.04e-6])];
        let text = short_table(&[table("i32", 1000, rows)]);
        assert!(text.contains("| i32 | 1,000 | 1.00 µs | 1.04 µs | 1.04 |"), "{text}");
    }
}
