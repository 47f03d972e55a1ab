//! The packages: that the published ones say what a registry wants to know, hold their licences, and stay small; and that all tests run.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Those that are for others; the rest is this workspace's own.
const PUBLISHED: [&str; 6] = ["scan-macros", "scan-mpi", "scan-opencl", "scan-runtime", "scan-templates", "scanc"];
/// What a user's build has of crates, where it has neither devices nor threads.
const MOST_CRATES: usize = 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Without the network.
fn cargo(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).args(["--offline", "--color", "never"]).current_dir(root()).output().expect("cargo runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn packages() -> Vec<Value> {
    let metadata = text(&cargo(&["metadata", "--no-deps", "--format-version", "1"]));
    let mut metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    metadata["packages"].as_array_mut().map(std::mem::take).expect("a list")
}

fn is_published(package: &Value) -> bool {
    PUBLISHED.iter().any(|name| package["name"] == *name)
}

#[test]
fn what_is_published_says_what_it_is_and_the_rest_stays_here() {
    let packages = packages();
    assert_eq!(packages.iter().filter(|package| is_published(package)).count(), PUBLISHED.len());
    for package in &packages {
        let name = package["name"].as_str().expect("a name");
        if !is_published(package) {
            // An empty list of registries is `publish = false`.
            assert_eq!(package["publish"], Value::Array(Vec::new()), "{name}");
            continue;
        }
        for field in ["description", "license", "readme", "documentation", "rust_version"] {
            assert!(package[field].as_str().is_some_and(|value| !value.is_empty()), "{name}: {field}");
        }
        for field in ["keywords", "categories"] {
            // A registry takes no more than five of each.
            assert!(package[field].as_array().is_some_and(|list| (1..=5).contains(&list.len())), "{name}: {field}");
        }
        assert_eq!(package["documentation"], format!("https://docs.rs/{name}"));
        assert!(package["metadata"]["docs"]["rs"].is_object(), "{name}: docs.rs");
    }
}

#[test]
fn every_package_holds_its_readme_and_the_licences() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = package["name"].as_str().expect("a name");
        let held = text(&cargo(&["package", "--list", "--allow-dirty", "-p", name]));
        let folder = Path::new(package["manifest_path"].as_str().expect("a path")).parent().expect("a folder").to_owned();
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(held.lines().any(|held| held == file), "{name}: {file}");
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(fs::read(folder.join(file)).ok() == fs::read(root().join(file)).ok(), "{name}: {file}");
        }
    }
}

/// The files of a target: those of the folder that is its own, or one. `src` is that of others, too.
fn sources(target: &Value) -> Vec<PathBuf> {
    let path = PathBuf::from(target["src_path"].as_str().expect("a path"));
    if !path.ends_with("main.rs") || path.ends_with("src/main.rs") {
        return vec![path];
    }
    let (mut files, mut folders) = (Vec::new(), vec![path.parent().expect("a folder").to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files
}

#[test]
fn what_cargo_does_not_test_has_no_tests() {
    let packages = packages();
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().expect("a list"));
    let untested: Vec<&Value> =
        targets.filter(|target| target["test"] == false && target["kind"] != json!(["custom-build"])).collect();
    assert!(untested.iter().any(|target| target["name"] == "shapes"), "{untested:?}");
    for file in untested.into_iter().flat_map(sources) {
        assert!(!fs::read_to_string(&file).expect("a source").contains("#[test]"), "{}", file.display());
    }
}

#[test]
fn cargo_has_nothing_to_say_of_what_is_published() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("UTF-8");
    let published = PUBLISHED.iter().flat_map(|name| ["-p", name]);
    let arguments = ["package", "--no-verify", "--allow-dirty", "--target-dir", folder].into_iter().chain(published);
    let output = cargo(&arguments.collect::<Vec<_>>());
    text(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn a_build_without_devices_and_threads_is_small() {
    let tree = text(&cargo(&[
        "tree",
        "-p",
        "scan-runtime",
        "-e",
        "normal",
        "--no-default-features",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]));
    let crates: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty()).collect();
    assert!(crates.len() <= MOST_CRATES, "{crates:#?}");
    assert!(!crates.iter().any(|name| name.starts_with("ocl") || name.starts_with("rayon")), "{crates:#?}");
}
