//! The thesis's benchmarks, on arrays so small that they say nothing of speed.

use super::{run, told};
use scan_runtime::devices;
use serde_json::Value;
use std::fs;
use std::process::Command;

fn thesis(arguments: &[&str]) -> std::process::Output {
    run(Command::new(env!("CARGO_BIN_EXE_thesis")).args(arguments), b"")
}

#[test]
fn tables_and_charts_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let said = told(&thesis(&["--size", "3k,1001", "--rounds", "2", "--only", "1,3,7", "--out", out.to_str().unwrap()]));
    assert!(said.contains("Adding big integers") && said.contains("1,001 elements"), "{said}");
    let results: Value = serde_json::from_str(&fs::read_to_string(out.join("thesis.json")).unwrap()).unwrap();
    let versions = if devices().is_empty() { 3 } else { 5 };
    for (table, n) in results["tables"].as_array().unwrap().iter().zip([3000, 1001]) {
        assert_eq!(table["elements"], n);
        let numbers: Vec<&Value> = table["benchmarks"].as_array().unwrap().iter().map(|row| &row["number"]).collect();
        assert_eq!(numbers, [1, 3, 7]);
        for row in table["benchmarks"].as_array().unwrap() {
            let measured = row["versions"].as_array().unwrap();
            assert_eq!(measured.len(), versions, "{row}");
            assert!(measured.iter().all(|version| version["median"].as_f64().unwrap() > 0.0), "{row}");
            assert_eq!(row["splits"].as_array().unwrap().len(), versions - 3, "{row}");
        }
        assert!(out.join(format!("times-{n}.svg")).exists() && out.join(format!("split-{n}.svg")).exists());
    }
    let document = fs::read_to_string(out.join("thesis.md")).unwrap();
    assert!(document.contains("## Lines that a programmer writes") && document.contains("| 12 | Primes"), "{document}");
    assert_eq!(results["lines"]["benchmarks"].as_array().unwrap().len(), 12);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = super::file(b"");
    let arguments = ["--size", "1", "--rounds", "1", "--only", "3", "--out", file.path().to_str().unwrap()];
    super::check_refused(&thesis(&arguments), file.path().to_str().unwrap());
}
