//! All that was measured, and the files that tell it.

use crate::contest::Version;
use crate::lines::{self, Lines};
use crate::measure::{Measured, Run};
use crate::{BENCHMARKS, charts, markdown};
use scan_examples::machine::Machine;
use scan_runtime::DeviceDescription;
use serde_json::{Value, json};
use std::fmt::Display;
use std::fs;
use std::path::Path;

pub struct Results {
    pub machine: Machine,
    /// That of the versions that need one.
    pub device: Option<DeviceDescription>,
    pub tables: Vec<Table>,
}

/// The benchmarks at one number of elements.
pub struct Table {
    pub n: usize,
    pub rows: Vec<Measured>,
}

/// What a clause costs over OpenCL by hand: 0.05 is five percent.
pub struct Overhead {
    pub mean: f64,
    pub worst: f64,
    /// The benchmark's number.
    pub worst_of: usize,
}

impl Results {
    pub fn begin(device: Option<DeviceDescription>) -> Self {
        Self { machine: Machine::here(), device, tables: Vec::new() }
    }

    /// Writes `thesis.md`, `thesis.json`, and two charts for each size.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let failed = |error: &dyn Display| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        fs::write(folder.join("thesis.md"), markdown::document(self)).map_err(|error| failed(&error))?;
        fs::write(folder.join("thesis.json"), format!("{:#}\n", self.json())).map_err(|error| failed(&error))?;
        self.tables.iter().try_for_each(|table| charts::draw(table, folder)).map_err(|error| failed(&error))
    }

    fn json(&self) -> Value {
        let lines = |entry: &crate::Entry| {
            let lines = Lines::of(&entry.sources);
            json!({ "name": entry.name, "annotated": lines.annotated, "opencl": lines.opencl })
        };
        json!({
            "machine": self.machine.json(),
            "date": self.machine.date,
            "device": self.device.as_ref().map(ToString::to_string),
            "tables": self.tables.iter().map(Table::json).collect::<Vec<_>>(),
            "lines": { "shared_opencl": lines::shared(), "benchmarks": BENCHMARKS.iter().map(lines).collect::<Vec<_>>() },
        })
    }
}

impl Table {
    /// Of the annotated versions on the device.
    pub fn overhead(&self, run: Run) -> Option<Overhead> {
        let over = |row: &Measured| Some((row.ratio(Version::OnDevice, Version::OpenCl, run)? - 1.0, row.number));
        let all: Vec<(f64, usize)> = self.rows.iter().filter_map(over).collect();
        let &(worst, worst_of) = all.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Overhead { mean: all.iter().map(|(over, _)| over).sum::<f64>() / all.len() as f64, worst, worst_of })
    }

    fn json(&self) -> Value {
        let row = |row: &Measured| {
            let seconds = row.seconds.iter().map(
                |(version, seconds)| json!({ "version": version.name(), "median": row.median(*version), "seconds": seconds }),
            );
            let splits = row.splits.iter().map(|(version, split)| {
                let [kernel, offload, management] =
                    [split.kernel, split.offload, split.management].map(|time| time.as_secs_f64());
                json!({ "version": version.name(), "kernel": kernel, "offload": offload, "management": management })
            });
            json!({
                "number": row.number,
                "name": row.name,
                "versions": seconds.collect::<Vec<_>>(),
                "splits": splits.collect::<Vec<_>>(),
                "places": row.places,
            })
        };
        let overhead = |run| {
            let over = self.overhead(run)?;
            Some(json!({ "mean": over.mean, "worst": over.worst, "worst_of": over.worst_of }))
        };
        let [median, fastest] = [Run::Median, Run::Fastest].map(overhead);
        json!({ "elements": self.n, "overhead": median, "overhead_of_fastest": fastest, "benchmarks": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}
