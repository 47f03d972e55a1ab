//! `cargo scanc`: the command for a package or a workspace, and what it could annotate there.

mod arguments;
mod packages;
mod suggest;

pub use suggest::suggested;

use super::arguments::MessageFormat;
use super::compile::is_annotated;
use super::finding::Finding;
use super::{Outcome, Source, complain};
use arguments::{Arguments, Command, Selection};
use clap::{CommandFactory, Parser};
use packages::Package;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs `cargo scanc` on the process's arguments; what it exits with is as for [`run`](super::run), 2 also where there is no package.
pub fn run() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().collect();
    // cargo runs `cargo-scanc scanc check`.
    if words.get(1).is_some_and(|word| word == "scanc") {
        words.remove(1);
    }
    let arguments = Arguments::parse_from(words);
    super::on_a_deep_stack(move || execute(arguments.command))
}

fn execute(command: Command) -> Outcome {
    match command {
        Command::Check { selection, message_format, proof } => {
            of_packages(&selection, |packages| match (annotated(packages), message_format) {
                (files, MessageFormat::Human) if files.is_empty() => Outcome::Done,
                (files, format) => super::check(&files, format, proof.seconds()),
            })
        }
        Command::Explain { selection, format, proof } => {
            of_packages(&selection, |packages| super::explain(&annotated(packages), format, proof.seconds()))
        }
        Command::Build { selection, out_dir, device } => {
            of_packages(&selection, |packages| super::tell(&build(packages, &out_dir, device)))
        }
        Command::Suggest { selection, message_format, fixes } => {
            of_packages(&selection, |packages| suggest::run(packages, message_format, fixes))
        }
        Command::Completions(completions) => completions.write(Arguments::command(), "cargo-scanc"),
        Command::Man(manual) => manual.write(Arguments::command()),
    }
}

fn of_packages(selection: &Selection, work: impl FnOnce(&[Package]) -> Outcome) -> Outcome {
    match packages::selected(selection) {
        Ok(packages) => work(&packages),
        Err(why) => {
            complain(&format!("error: {why}"));
            Outcome::InputOrOutput
        }
    }
}

/// The files in which anything is annotated; says so where there is none.
fn annotated(packages: &[Package]) -> Vec<PathBuf> {
    let all = packages.iter().flat_map(|package| &package.files);
    // What cannot be read is said when it is looked at.
    let files: Vec<PathBuf> =
        all.filter(|path| Source::read(path).map_or(true, |source| is_annotated(&source))).map(|path| shown(path)).collect();
    if files.is_empty() {
        let names: Vec<String> = packages.iter().map(|package| format!("`{}`", package.name)).collect();
        complain(&format!("nothing is annotated in {}", names.join(", ")));
    }
    files
}

/// Builds each file into the folder that it has in its package, so that no two of one name meet.
fn build(packages: &[Package], folder: &Path, device: super::Devices) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages {
        let base = if packages.len() == 1 { folder.to_path_buf() } else { folder.join(&package.name) };
        let below = |path: &Path| path.parent().and_then(|parent| parent.strip_prefix(&package.root).ok()).map(Path::to_path_buf);
        for path in annotated(std::slice::from_ref(package)) {
            let full = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
            let folder = base.join(below(&full).unwrap_or_default());
            match super::conflicts(std::slice::from_ref(&path), &folder) {
                conflicts if conflicts.is_empty() => findings.extend(super::build_file(&path, &folder, device)),
                conflicts => findings.extend(conflicts),
            }
        }
    }
    findings
}

/// As a path from the current folder, where it is below that.
fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).map_or_else(|_| path.to_path_buf(), Path::to_path_buf)
}
