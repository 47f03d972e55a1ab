//! The benchmark, on arrays so small that it says nothing of speed.

use serde_json::Value;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bench")).args(arguments).output().unwrap()
}

/// What it writes as JSON. It fails if a contestant's result is not the plain loop's.
fn measured(arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.json");
    let quick = ["--rounds", "2", "--seconds", "0", "--json", path.to_str().unwrap()];
    super::told(&bench(&[arguments, &quick].concat()));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn names(table: &Value) -> Vec<&str> {
    table["rows"].as_array().unwrap().iter().map(|row| row["contestant"].as_str().unwrap()).collect()
}

#[test]
fn every_type_is_measured_and_everybody_agrees() {
    let host = "plain,iterator,rayon,annotated,threads,copies";
    let results = measured(&["--types", "i32,u64,f32,f64,affine32,affine64,matrix", "--sizes", "1,700", "--contestants", host]);
    let tables = results["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 14);
    for table in tables {
        let names = names(table);
        assert_eq!(names[0], "plain loop");
        for name in ["Iterator::scan", "rayon, two passes", "annotated", "annotated, host threads", "memcpy"] {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        for row in table["rows"].as_array().unwrap() {
            assert_eq!(row["seconds"].as_array().unwrap().len(), 2, "{row}");
            assert!(row["median"].as_f64().unwrap() > 0.0, "{row}");
        }
    }
    assert!(results["machine"]["cores"].as_u64().unwrap() >= 1);
}

#[test]
fn devices_and_kernels_by_hand_agree_with_the_loop() {
    let results = measured(&["--types", "i32,matrix", "--sizes", "5000", "--contestants", "device,opencl"]);
    let devices = results["devices"].as_array().unwrap();
    for table in results["tables"].as_array().unwrap() {
        let names = names(table);
        for number in devices.iter().filter_map(|device| device.as_str()?.split(' ').next()) {
            let expected = [format!("annotated, device {number}, lookback"), format!("hand-written OpenCL, device {number}")];
            for expected in expected {
                let said = table["absent"].as_array().unwrap().iter().any(|why| why.as_str().unwrap().contains(&expected));
                assert!(names.contains(&expected.as_str()) || said, "{expected}: {table}");
            }
        }
    }
}

/// Where their compilers are missing, a line says so; where not, they agree with the loop.
#[test]
fn contestants_in_other_languages_take_part_or_say_why_not() {
    let results = measured(&["--types", "i32,affine64", "--sizes", "3000", "--contestants", "omp,std-par,cub"]);
    let notes: Vec<&str> = results["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    for table in results["tables"].as_array().unwrap() {
        let names = names(table);
        for title in ["GCC omp scan", "std::inclusive_scan(par)", "CUB, arrays stay on the device"] {
            let is_skipped = notes.iter().any(|note| note.starts_with(title) && note.ends_with("(skipped)"));
            assert!(names.contains(&title) != is_skipped, "{title}: {names:?}, {notes:?}");
        }
    }
}

#[test]
fn charts_and_markdown_come_from_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    let charts = folder.path().join("charts");
    let arguments = ["--types", "f32", "--sizes", "100,1000", "--rounds", "1", "--seconds", "0", "--contestants", "annotated"];
    let output = bench(&[arguments.as_slice(), &["--markdown", "--svg", charts.to_str().unwrap()]].concat());
    let told = super::told(&output);
    assert!(told.contains("| f32 | 1,000 |"), "{told}");
    assert!(std::fs::read_to_string(charts.join("throughput-f32.svg")).unwrap().contains("annotated"));
}

#[test]
fn arrays_that_stay_on_a_device_have_a_table() {
    let what = ["--types", "i32,u64,f32,f64,affine32,affine64,matrix", "--sizes", "5000", "--rounds", "1", "--seconds", "0"];
    let told = super::told(&bench(&[what.as_slice(), &["--contestants", "copies", "--resident", "--markdown"]].concat()));
    for device in scan_runtime::devices().iter().map(|device| format!("device {}:{}", device.numbers.0, device.numbers.1)) {
        for name in ["lookback", "reduce_then_scan", "reduce", "compaction"] {
            let row = format!("| i32 | 5,000 | {name}, {device} |");
            let is_absent = told.contains(&format!("skipped: {name}, {device}, arrays stay there"));
            assert!(told.contains(&row) != is_absent, "{row}: {told}");
        }
    }
}

#[test]
fn a_place_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("missing").join("bench.json");
    let arguments = ["--types", "i32", "--sizes", "10", "--rounds", "1", "--seconds", "0", "--contestants", "plain"];
    let output = bench(&[arguments.as_slice(), &["--json", nowhere.to_str().unwrap()]].concat());
    super::check_refused(&output, "bench.json");
}

#[test]
fn bad_options_are_refused_before_anything_runs() {
    let output = bench(&["--sizes", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected 1 to 1000G elements"));
}
