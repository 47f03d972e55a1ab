//! `cargo scanc`, in packages as users have them.

use crate::workshop::Workshop;
use std::process::Command;

const MANIFEST: &str = "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

const LIBRARY: &str = "\
//! Sums.
pub mod deep;

/// Of what comes before.
pub fn running(x: &[i64], y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

pub struct Line {
    kept: usize,
}

impl Line {
    /// The greatest of the doubled ones.
    pub fn doubled(&mut self, x: &[f32], y: &mut [f32]) -> f32 {
        for (v, y) in x.iter().zip(y.iter_mut()) {
            *y = v * 2.0;
        }
        let mut m = 0.0f32;
        for i in 0..y.len() {
            m = m.max(y[i]);
        }
        for i in 0..8 {
            y[i] = 0.0;
        }
        self.kept += 1;
        m
    }
}
";

/// Nothing here is to be suggested.
const NOTHING: &str = "\
use std::ops::Add;

fn half(x: f32) -> f32 {
    x / 2.0
}

pub fn halves(x: &mut [f32]) {
    for x in x {
        *x = half(*x);
    }
}

pub fn generic<T: Copy + Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

pub const fn constant(x: &[u8]) -> u32 {
    let (mut sum, mut i) = (0, 0);
    while i < x.len() {
        sum += x[i] as u32;
        i += 1;
    }
    sum
}

macro_rules! summed {
    ($x:expr) => {{
        let mut sum = 0i32;
        for v in $x {
            sum += v;
        }
        sum
    }};
}

pub fn by_macro(x: &[i32]) -> i32 {
    summed!(x)
}

pub fn early(x: &[i32]) -> i32 {
    let mut sum = 0i32;
    for v in x {
        if *v == 0 {
            break;
        }
        sum += v;
    }
    sum
}

#[cfg(test)]
mod tests {
    fn one_more(x: &mut [i32]) {
        for x in x {
            *x += 1;
        }
    }
}
";

const TOTAL: &str = "#[scan_runtime::reduce(+ : sum)]\npub fn total(x: &[f32]) -> f32 {\n    let mut sum = 0.0f32;\n    \
    for v in x {\n        sum += v;\n    }\n    sum\n}\n";

/// Two annotated files of one name, and one without annotations.
fn annotated() -> Workshop {
    let files = [("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("src/a/deep.rs", TOTAL), ("src/b/deep.rs", TOTAL)];
    Workshop::with(&[&files[..], &[("target/deep.rs", "no Rust #[scan"), (".hidden/deep.rs", "no Rust #[scan")]].concat())
}

fn plain() -> Workshop {
    Workshop::with(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("src/deep.rs", NOTHING)])
}

fn git(workshop: &Workshop, arguments: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").args(who).args(arguments).current_dir(workshop.path()).output().expect("git runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn commit(workshop: &Workshop) {
    git(workshop, &["init", "-q", "."]);
    git(workshop, &["add", "-A"]);
    git(workshop, &["commit", "-q", "-m", "All"]);
}

#[test]
fn check_and_explain_look_at_what_is_annotated_in_the_package() {
    let workshop = annotated();
    workshop.cargo_scanc(&["check"]).ends(0, &["2 annotated loops in 2 files: no errors"]);
    workshop.cargo_scanc(&["explain"]).ends(0, &["reduction"]).says("src/a/deep.rs:4:5: loop 0 of `total`");
    let wrong = Workshop::with(&[("Cargo.toml", MANIFEST), ("src/lib.rs", &TOTAL.replace("(+", "(max"))]);
    wrong.cargo_scanc(&["check"]).ends(1, &["SC0401", "src/lib.rs:1:24"]);
    wrong.cargo_scanc(&["check", "--message-format", "json"]).ends(1, &[]).says("\"code\":\"SC0401\"");
}

#[test]
fn where_nothing_is_annotated_that_is_said_and_no_error() {
    let workshop = plain();
    for command in [&["check"][..], &["explain"], &["build", "-o", "out"]] {
        workshop.cargo_scanc(command).ends(0, &["nothing is annotated in `sums`"]).silent_on("SC0904");
    }
    assert!(workshop.files_in("out").is_empty());
}

#[test]
fn build_keeps_the_folders_of_the_package() {
    let workshop = annotated();
    workshop.cargo_scanc(&["build", "-o", "out", "--device", "gpu"]).ends(0, &[]);
    for folder in ["out/src/a", "out/src/b"] {
        assert_eq!(workshop.files_in(folder), ["deep.rs", "deep.total.0.gpu.cl"]);
    }
    assert_eq!(workshop.files_in("out/src"), ["a", "b"]);
    workshop.cargo_scanc(&["build", "-o", "."]).ends(2, &["SC0907"]);
}

#[test]
fn packages_are_chosen_as_cargo_does() {
    let (workspace, one) =
        ("[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"3\"\n", MANIFEST.replace("\n[workspace]\n", ""));
    let two = one.replace("sums", "others");
    let files = [("Cargo.toml", workspace), ("one/Cargo.toml", &one), ("two/Cargo.toml", &two)];
    let workshop = Workshop::with(&[&files[..], &[("one/src/lib.rs", TOTAL), ("two/src/main.rs", "fn main() {}")]].concat());
    workshop.cargo_scanc(&["check"]).ends(0, &["1 annotated loop in 1 file"]);
    workshop.cargo_scanc(&["check", "-p", "others"]).ends(0, &["nothing is annotated in `others`"]);
    workshop.cargo_scanc(&["check", "--manifest-path", "one/Cargo.toml"]).ends(0, &["1 annotated loop"]);
    workshop.cargo_scanc(&["build", "--workspace", "-o", "out"]).ends(0, &[]);
    assert_eq!(workshop.files_in("out"), ["sums"]);
    workshop.cargo_scanc(&["check", "-p", "third"]).ends(2, &["no package `third`", "sums, others"]);
}

#[test]
fn where_there_is_no_package_that_is_said() {
    let workshop = Workshop::with(&[("a.rs", TOTAL)]);
    for command in [&["check"][..], &["explain"], &["suggest"], &["build", "-o", "out"]] {
        workshop.cargo_scanc(command).ends(2, &["error: `cargo metadata` failed: could not find `Cargo.toml`"]);
    }
    workshop.cargo_scanc(&["check", "--manifest-path", "b/Cargo.toml"]).ends(2, &["b/Cargo.toml"]);
    workshop.cargo_scanc(&["look"]).ends(2, &["look"]);
}

#[test]
fn suggest_shows_what_the_compiler_takes() {
    let workshop = plain();
    let run = workshop.cargo_scanc(&["suggest"]);
    run.ends(0, &["3 suggestions for 7 loops without an attribute in 2 files", "add it in its Cargo.toml", "rustc decides"]);
    let running = "suggestion: a loop of `running` can be annotated
 --> src/lib.rs:6:5
  |
6 |     for i in 1..y.len() {
  |     ^^^^^^^^^^^^^^^^^^^^^
  |
  = note: scan: inclusive, forwards over i in 1..y.len(), carried in the array `y`; `+` on i64
  = note: tried: the compiler takes it
  = note: integers wrap where they overflow, also in debug builds
help: write this line
  |
5 + #[scan_runtime::scan(+ : y)]
";
    assert!(run.output.starts_with(running), "{}", run.output);
    for part in ["~     #[scan_runtime::scan]\n", "~         #[parallel_for]\n", "~         #[reduce(max : m)]\n"] {
        run.ends(0, &[part]);
    }
    run.silent_on("src/deep.rs");
    assert_eq!(workshop.read("src/lib.rs"), LIBRARY);
}

#[test]
fn suggest_tells_programs_too() {
    let workshop = plain();
    let lines = workshop.cargo_scanc(&["suggest", "--message-format", "json"]).ends(0, &[]).output.clone();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    let (first, second) = (&lines[0], &lines[1]);
    assert_eq!((&first["function"], &first["line"], &first["applied"]), (&"running".into(), &6.into(), &false.into()));
    assert_eq!(first["insertions"][0]["attribute"], "#[scan_runtime::scan(+ : y)]");
    assert_eq!(second["insertions"].as_array().map(Vec::len), Some(2));
    let log = workshop.cargo_scanc(&["suggest", "--message-format", "sarif"]).ends(0, &[]).output.clone();
    let log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!((results.len(), &results[0]["ruleId"]), (3, &"suggestion".into()));
}

#[test]
fn fix_writes_what_check_then_finds_annotated() {
    let workshop = plain();
    commit(&workshop);
    workshop.cargo_scanc(&["suggest", "--fix"]).ends(0, &["3 suggestions", "1 file changed"]);
    let expected = LIBRARY
        .replace("pub fn running", "#[scan_runtime::scan(+ : y)]\npub fn running")
        .replace("    pub fn doubled", "    #[scan_runtime::scan]\n    pub fn doubled")
        .replace("        for (v, y)", "        #[parallel_for]\n        for (v, y)")
        .replace("        for i in 0..y.len()", "        #[reduce(max : m)]\n        for i in 0..y.len()");
    assert_eq!(workshop.read("src/lib.rs"), expected);
    assert_eq!(workshop.read("src/deep.rs"), NOTHING);
    assert_eq!(workshop.files_in("src"), ["deep.rs", "lib.rs"]);
    workshop.cargo_scanc(&["check"]).ends(0, &["3 annotated loops in 1 file: no errors"]);
    workshop.cargo_scanc(&["suggest"]).ends(0, &["0 suggestions"]);
}

#[test]
fn fix_changes_nothing_that_git_could_not_take_back() {
    let workshop = plain();
    let as_it_was = |workshop: &Workshop| assert_eq!(workshop.read("src/lib.rs"), LIBRARY);
    workshop.cargo_scanc(&["suggest", "--fix"]).ends(2, &["no git repository", "--allow-no-vcs"]);
    as_it_was(&workshop);
    commit(&workshop);
    std::fs::write(workshop.path().join("src/other.rs"), "").expect("written");
    workshop.cargo_scanc(&["suggest", "--fix"]).ends(2, &["not committed", "src/other.rs", "--allow-dirty"]);
    as_it_was(&workshop);
    workshop.cargo_scanc(&["suggest", "--fix", "--allow-dirty"]).ends(0, &["1 file changed"]);
    let workshop = plain();
    workshop.cargo_scanc(&["suggest", "--fix", "--allow-no-vcs"]).ends(0, &["1 file changed"]);
    workshop.cargo_scanc(&["suggest", "--allow-dirty"]).ends(2, &["--fix"]);
}

#[test]
fn suggestions_use_the_name_that_the_package_has_for_the_runtime_and_go_on_from_annotations() {
    let manifest = format!("{MANIFEST}[dependencies]\nscans = {{ package = \"scan-runtime\", path = \"runtime\" }}\n");
    let runtime = MANIFEST.replace("sums", "scan-runtime").replace("\n[workspace]\n", "");
    let begun = "#[scans::scan]\npub fn both(x: &[i32], y: &mut [i32]) -> i32 {\n    #[scan(+ : y)]\n    for i in 1..y.len() {\n        \
        y[i] = y[i - 1] + x[i];\n    }\n    let mut least = 0i32;\n    for v in x {\n        least = least.min(*v);\n    }\n    least\n}\n";
    let library = format!("{begun}\n{}", TOTAL.split_once('\n').expect("lines").1);
    let files =
        [("Cargo.toml", &*manifest), ("src/lib.rs", &library), ("runtime/Cargo.toml", &runtime), ("runtime/src/lib.rs", "")];
    let workshop = Workshop::with(&files);
    let run = workshop.cargo_scanc(&["suggest"]);
    run.ends(0, &["2 suggestions for 2 loops", "+ #[scans::reduce(+ : sum)]\n", "~     #[reduce(min : least)]\n"]);
    run.silent_on("add it in its Cargo.toml");
    workshop.cargo_scanc(&["suggest", "--fix", "--allow-no-vcs"]).ends(0, &["1 file changed"]);
    workshop.cargo_scanc(&["check"]).ends(0, &["3 annotated loops"]);
}

/// Nothing here is to be suggested either, though the package could have types of its own in kernels.
const OTHERS: &str = "\
pub struct Node {
    pub size: usize,
}

pub fn pushed(n: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    for i in 0..n {
        nodes.push(Node { size: 2 * i });
    }
    nodes
}

pub fn picture(picture: &mut Picture) {
    for p in picture.iter_mut() {
        *p = 255 - *p;
    }
}

pub fn factorial(n: u32) -> BigUint {
    let mut result = BigUint::one();
    for i in 1..=n {
        result *= i;
    }
    result
}

pub struct Band {
    ranges: Vec<std::ops::Range<usize>>,
}

impl Band {
    pub fn cells(&self) -> usize {
        let mut cells = 0;
        for j in 0..self.ranges.len() {
            cells += self.ranges[j].end - self.ranges[j].start;
        }
        cells
    }
}

pub fn shown_elsewhere(x: Line, hidden: Option<&[f64]>) -> f64 {
    let mut sum = 0.0f64;
    if let Some(hidden) = hidden {
        for i in 0..x.len() {
            sum += x[i] * hidden[i];
        }
    }
    sum
}
";

#[test]
fn what_rustc_would_refuse_is_not_suggested() {
    let manifest = format!("{MANIFEST}[dependencies]\nscan-runtime = {{ path = \"runtime\" }}\n");
    let runtime = MANIFEST.replace("sums", "scan-runtime").replace("\n[workspace]\n", "");
    let types = "pub type Line<'a> = &'a [f64];\n";
    let files = [
        ("Cargo.toml", &*manifest),
        ("src/lib.rs", OTHERS),
        ("src/types.rs", types),
        ("runtime/Cargo.toml", &runtime),
        ("runtime/src/lib.rs", ""),
    ];
    let run = Workshop::with(&files).cargo_scanc(&["suggest"]);
    run.ends(0, &["1 suggestion for 5 loops", "a loop of `shown_elsewhere`"]);
}

/// Iterators, pushes and derived operators, and what of them nobody would annotate.
const FURTHER: &str = "\
pub fn energy(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

pub fn both(x: &[i64]) -> i64 {
    let sum: i64 = x.iter().sum();
    let most = x.iter().copied().fold(0i64, i64::max);
    sum + most
}

pub fn kept(x: &[f32], out: &mut Vec<f32>) {
    for &v in x {
        if v > 0.5 {
            out.push(v);
        }
    }
}

pub fn smooth(x: &[f64], a: f64, y: &mut [f64]) {
    let mut average = 0.0;
    for i in 0..x.len() {
        average += a * (x[i] - average);
        y[i] = average;
    }
}

pub fn quoted(text: &[u8], is_quoted: &mut [bool]) {
    let mut state = 0u8;
    for (is_quoted, &c) in is_quoted.iter_mut().zip(text) {
        state = match (state, c) {
            (0, b'\"') => 1,
            (1, b'\"') => 0,
            (same, _) => same,
        };
        *is_quoted = state != 0;
    }
}

pub fn power(a: f64, n: usize) -> f64 {
    let mut p = 1.0;
    for i in 0..n {
        p = p * a + i as f64;
    }
    p
}

pub fn polynomial(z: f64, c: &[f64]) -> f64 {
    c.iter().rev().fold(0.0, |s, c| s * z + c)
}

pub fn rows(x: &[Vec<f64>], y: &mut [f64], set: &std::collections::HashSet<u32>) -> u32 {
    for i in 0..x.len() {
        let sum: f64 = x[i].iter().sum();
        y[i] = sum;
    }
    set.iter().sum()
}
";

/// A nest, what is computed of an iterator's value, and a closure that continues a variable.
const WITHIN: &str = "\
pub fn scaled(image: &[f32], out: &mut [f32], w: usize, h: usize) {
    for r in 0..h {
        for c in 0..w {
            out[r * w + c] = image[r * w + c] * 2.0;
        }
    }
}

pub fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

pub fn totals(x: &[i32]) -> Vec<i32> {
    let mut s = 0;
    x.iter().map(|v| { s += v; s }).collect()
}

pub fn two(x: &[f64], y: &[f64]) -> f64 {
    x.iter().sum::<f64>() / y.iter().sum::<f64>()
}
";

#[test]
fn what_stands_within_something_else_is_suggested() {
    let workshop = Workshop::with(&[("Cargo.toml", MANIFEST), ("src/lib.rs", WITHIN)]);
    let parts = [
        "3 suggestions",
        "+ #[scan_runtime::scan]\n",
        "~     #[parallel_for]\n",
        "+ #[scan_runtime::reduce(+ : sum)]\n",
        "+ #[scan_runtime::scan(+ : s)]\n",
    ];
    workshop.cargo_scanc(&["suggest"]).ends(0, &parts);
}

#[test]
fn iterators_pushes_and_derived_operators_are_suggested() {
    let workshop = Workshop::with(&[("Cargo.toml", MANIFEST), ("src/lib.rs", FURTHER)]);
    let run = workshop.cargo_scanc(&["suggest"]);
    let parts = [
        "+ #[scan_runtime::reduce(+ : sum)]\n",
        "~     #[reduce(+ : sum)]\n",
        "~     #[reduce(max : most)]\n",
        "+ #[scan_runtime::scan(+ : out)]\n",
        "+ #[scan_runtime::scan(auto : average, reassociate)]\n",
        "+ #[scan_runtime::scan(auto : state)]\n",
    ];
    parts.iter().for_each(|part| _ = run.ends(0, &[part]));
    run.ends(0, &["6 suggestions"]);
}

#[test]
fn the_book_explains_every_command_with_its_options() {
    let page = include_str!("../../../examples/book/src/reference/command.md");
    let workshop = Workshop::with(&[]);
    for command in ["check", "explain", "build", "suggest", "completions", "man"] {
        assert!(page.contains(&format!("| `cargo scanc {command}")), "{command}");
        let help = workshop.cargo_scanc(&[command, "--help"]).ends(0, &["cargo scanc"]).output.clone();
        let options = help.split_whitespace().filter(|word| word.starts_with("--") && !["--help", "--out-dir"].contains(word));
        for option in options.map(|word| word.trim_end_matches([',', '.', ']'])) {
            assert!(page.contains(&format!("`{option}")), "{command} {option}");
        }
    }
}
