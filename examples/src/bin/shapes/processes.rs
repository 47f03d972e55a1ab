//! What is measured in processes of its own.

use crate::Options;
use scan_examples::shapes::figures::{Figures, Processes};
use scan_examples::size::Size;
use std::path::Path;
use std::process::Command;

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
