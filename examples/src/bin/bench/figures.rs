//! The figures: of a contestant a row, of an element type and a length a table.

use crate::contestants::Contestant;
use crate::options::Kind;
use crate::resident;
use scan_examples::telling::{grouped, time};
use scan_examples::turns::median;
use scan_runtime::Report;
use serde_json::{Value, json};
use std::time::Duration;

/// The figures of one element type and length.
pub struct Table {
    pub element: &'static str,
    pub operator: &'static str,
    /// Of an element.
    pub bytes: usize,
    pub n: usize,
    /// The first is the plain loop's.
    pub rows: Vec<Row>,
    /// Loops whose arrays stay on a device, if asked for.
    pub resident: Vec<resident::Row>,
    /// Who could not take part, and why.
    pub absent: Vec<String>,
}

/// The figures of one contestant.
pub struct Row {
    pub name: String,
    pub kind: Kind,
    /// The very first run of this length, in seconds.
    pub first: f64,
    /// The runs in a row that each measurement is the mean of.
    pub batch: u32,
    /// Of one run, for each round.
    pub seconds: Vec<f64>,
    /// Of the annotated loop, of the last run of each round.
    pub splits: Vec<Split>,
    /// Where the annotated loop ran at last.
    pub place: Option<String>,
}

/// Where the time of a launch went, in seconds.
#[derive(Clone, Copy)]
pub struct Split {
    pub upload: f64,
    pub kernel: f64,
    pub download: f64,
    pub management: f64,
}

impl Row {
    pub fn new<T>(contestant: &Contestant<T>, first: Duration, batch: u32) -> Self {
        let (name, kind, first) = (contestant.name.clone(), contestant.kind, first.as_secs_f64());
        Self { name, kind, first, batch, seconds: Vec::new(), splits: Vec::new(), place: None }
    }

    /// In seconds.
    pub fn median(&self) -> f64 {
        median(self.seconds.iter().copied())
    }

    /// In seconds.
    pub fn min(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The medians of the parts, which need not add up to the median of the whole.
    pub fn split(&self) -> Option<Split> {
        let part = |of: fn(&Split) -> f64| median(self.splits.iter().map(of));
        let [upload, kernel, download, management] = [
            part(|split| split.upload),
            part(|split| split.kernel),
            part(|split| split.download),
            part(|split| split.management),
        ];
        (!self.splits.is_empty()).then_some(Split { upload, kernel, download, management })
    }

    fn json(&self) -> Value {
        let split = |split: Split| json!({ "upload": split.upload, "kernel": split.kernel, "download": split.download, "management": split.management });
        json!({
            "contestant": self.name,
            "first": self.first,
            "median": self.median(),
            "min": self.min(),
            "batch": self.batch,
            "seconds": self.seconds,
            "split": self.split().map(split),
            "ran_on": self.place,
        })
    }
}

impl Split {
    pub fn of(report: &Report) -> Self {
        let [upload, kernel, download, management] =
            [report.upload, report.kernel, report.download, report.management].map(|part| part.as_secs_f64());
        Self { upload, kernel, download, management }
    }
}

impl Table {
    /// The row of the only contestant, or of the first device's, of a kind.
    pub fn row(&self, kind: Kind) -> Option<&Row> {
        self.rows.iter().find(|row| row.kind == kind)
    }

    /// The row of a name.
    pub fn named(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Bytes read and written in a second, in gigabytes.
    pub fn speed(&self, row: &Row) -> f64 {
        2.0 * (self.n * self.bytes) as f64 / row.median() / 1e9
    }

    /// As text for a person.
    pub fn show(&self) {
        let plain = self.rows[0].median();
        println!(
            "\n{} {} elements of {}, {} rounds",
            self.operator,
            grouped(self.n as u64),
            self.element,
            self.rows[0].seconds.len()
        );
        println!("  {:<46} {:>9} {:>9} {:>10} {:>7}", "", "fastest", "median", "plain/it", "GB/s");
        for row in &self.rows {
            let ratio = plain / row.median();
            let [fastest, median] = [row.min(), row.median()].map(|seconds| time(Duration::from_secs_f64(seconds)));
            println!("  {:<46} {fastest:>9} {median:>9} {ratio:>10.2} {:>7.1}", row.name, self.speed(row));
        }
        for why in &self.absent {
            println!("  skipped: {why}");
        }
    }

    /// For a program.
    pub fn json(&self) -> Value {
        json!({
            "type": self.element,
            "operator": self.operator,
            "element_bytes": self.bytes,
            "elements": self.n,
            "rounds": self.rows[0].seconds.len(),
            "rows": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "absent": self.absent,
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A row whose only measurements are these.
    pub fn row(kind: Kind, name: &str, seconds: &[f64]) -> Row {
        let splits = vec![Split { upload: 0.0, kernel: 0.75, download: 0.0, management: 0.25 }];
        Row { name: name.to_owned(), kind, first: 9.0, batch: 1, seconds: seconds.to_vec(), splits, place: None }
    }

    /// A table of such rows.
    pub fn table(element: &'static str, n: usize, rows: Vec<Row>) -> Table {
        Table { element, operator: "+", bytes: 4, n, rows, resident: Vec::new(), absent: vec!["CUB: no nvcc".to_owned()] }
    }

    #[test]
    fn a_table_is_json_with_every_measurement() {
        let json = table("i32", 1000, vec![row(Kind::Plain, "plain loop", &[3.0, 1.0, 2.0])]).json();
        assert_eq!(json["type"], "i32");
        assert_eq!(json["elements"], 1000);
        assert_eq!(json["rounds"], 3);
        assert_eq!(json["absent"][0], "CUB: no nvcc");
        let row = &json["rows"][0];
        assert_eq!(row["contestant"], "plain loop");
        assert_eq!((row["median"].as_f64(), row["min"].as_f64()), (Some(2.0), Some(1.0)));
        assert_eq!(row["seconds"].as_array().map(Vec::len), Some(3));
        assert_eq!(row["split"]["kernel"], 0.75);
    }

    #[test]
    fn speeds_count_what_is_read_and_written() {
        let table = table("i32", 1_000_000_000, vec![row(Kind::Plain, "plain loop", &[2.0])]);
        assert_eq!(table.speed(&table.rows[0]), 4.0);
    }
}
