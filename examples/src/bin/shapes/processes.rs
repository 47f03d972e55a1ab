//! What is measured in processes of its own.

use crate::Options;
use scan_examples::size::Size;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// What one process has measured of one shape, in seconds.
#[derive(Clone, Debug)]
pub struct Figures {
    pub shape: String,
    pub plain: Vec<f64>,
    pub apart: Vec<f64>,
    /// The annotated loop's first runs.
    pub first: Vec<f64>,
    /// Those after them.
    pub ours: Vec<f64>,
    /// Where it ran in the end.
    pub place: String,
}

/// What all processes have measured of one type and length.
pub struct Processes {
    /// Of the one in which loops run as written.
    pub as_written: Vec<Figures>,
    /// Of those in which nothing is asked for, one after the other.
    pub left_alone: Vec<Vec<Figures>>,
}

/// Measures one type and length.
///
/// # Errors
/// A process has failed.
pub fn measure(options: &Options, ty: &str, size: Size) -> Result<Processes, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let as_written = child(options, ty, size, folder.path(), Some("loop"))?;
    let left_alone = (0..options.processes).map(|_| child(options, ty, size, folder.path(), None)).collect::<Result<_, _>>()?;
    Ok(Processes { as_written, left_alone })
}

fn child(options: &Options, ty: &str, size: Size, folder: &Path, device: Option<&str>) -> Result<Vec<Figures>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["--child", "--types", ty, "--sizes", &size.0.to_string(), "--rounds", &options.rounds.to_string()]);
    if !options.shapes.is_empty() {
        command.args(["--shapes", &options.shapes.join(",")]);
    }
    command.env("SCAN_CACHE_DIR", folder).env_remove("SCAN_DEVICE");
    command.envs(device.map(|device| ("SCAN_DEVICE", device)));
    let output = command.stderr(std::process::Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("the process for {ty}, {size} has failed"));
    }
    String::from_utf8_lossy(&output.stdout).lines().map(Figures::parse).collect()
}

impl Figures {
    /// As a process tells it.
    pub fn json(&self) -> Value {
        let Self { shape, plain, apart, first, ours, place } = self;
        json!({ "shape": shape, "plain": plain, "apart": apart, "first": first, "ours": ours, "place": place })
    }

    fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let times = |name: &str| value[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let (shape, place) = (text("shape"), text("place"));
        Ok(Self { shape, plain: times("plain"), apart: times("apart"), first: times("first"), ours: times("ours"), place })
    }

    /// The better of the plain loops, in seconds.
    pub fn better(&self) -> f64 {
        median(&self.plain).min(median(&self.apart))
    }
}

/// The middle one, or the mean of the two in the middle.
pub fn median(seconds: &[f64]) -> f64 {
    let mut sorted = seconds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn what_a_process_tells_is_understood() {
        let figures = Figures {
            shape: "zip".to_owned(),
            plain: vec![1.0, 2.0],
            apart: vec![3.0],
            first: vec![9.0, 8.0],
            ours: vec![1.5],
            place: "the loop as written".to_owned(),
        };
        let parsed = Figures::parse(&figures.json().to_string()).expect("JSON");
        assert_eq!(format!("{parsed:?}"), format!("{figures:?}"));
        assert_eq!(parsed.better(), 1.5);
    }
}
