//! Charts of the figures, as SVG.

mod share;
mod throughput;

use crate::figures::Table;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// Where the legend begins, and how large the pictures are.
const PLOT_WIDTH: u32 = 760;
const SIZE: (u32, u32) = (1080, 560);

/// Draws throughput over length, a picture for each type, and where the time of launches goes.
///
/// # Errors
/// A file cannot be written.
pub fn draw(tables: &[Table], folder: &Path) -> Result<(), String> {
    let failed = |error: &dyn Display| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let mut elements: Vec<&str> = tables.iter().map(|table| table.element).collect();
    elements.dedup();
    for element in elements {
        let of_element: Vec<&Table> = tables.iter().filter(|table| table.element == element).collect();
        let path = folder.join(format!("throughput-{element}.svg"));
        throughput::draw(&of_element, &path).map_err(|error| failed(&error))?;
    }
    share::draw(tables, &folder.join("time-split.svg")).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::{row, table};
    use crate::options::Kind;

    #[test]
    fn charts_name_what_they_show() {
        let folder = tempfile::tempdir().unwrap();
        let rows = |seconds| {
            vec![
                row(Kind::Plain, "plain loop", &[seconds]),
                row(Kind::Device, "annotated, device 0:0, lookback", &[seconds / 2.0]),
                row(Kind::Copies, "memcpy", &[seconds / 3.0]),
            ]
        };
        draw(&[table("i32", 1000, rows(1e-6)), table("i32", 1_000_000, rows(1e-3))], folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let throughput = read("throughput-i32.svg");
        for text in ["plain loop", "memcpy", "elements", "GB/s", "</svg>"] {
            assert!(throughput.contains(text), "{text}");
        }
        let split = read("time-split.svg");
        for text in ["kernel", "management", "i32", "</svg>"] {
            assert!(split.contains(text), "{text}");
        }
    }

    #[test]
    fn one_length_is_a_chart_too() {
        let folder = tempfile::tempdir().unwrap();
        draw(&[table("i32", 1, vec![row(Kind::Plain, "plain loop", &[1e-9])])], folder.path()).unwrap();
        assert!(folder.path().join("throughput-i32.svg").exists());
    }
}
