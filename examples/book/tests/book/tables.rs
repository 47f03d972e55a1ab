//! Tables of the reference that repeat what the compiler and the runtime know.

use crate::pages::{crate_folder, folder, updates};
use crate::shown::{built, said};
use scanc::cli::codes::{ALL, Explanation};
use scanc::diagnostic::Code;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

fn page(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("a page")
}

fn source(path: &str) -> String {
    fs::read_to_string(crate_folder().join("../..").join(path)).expect("a file")
}

/// What stands between backticks in the first cells of a page's rows.
fn first_cells(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.map(|row| row.split(" | ").next().expect("a cell"));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The strings of a constant, up to the end of its declaration.
fn strings_of(text: &str, constant: &str) -> BTreeSet<String> {
    let (_, from) = text.split_once(&format!("const {constant}: ")).expect("the constant");
    strings(&from[..from.find(';').expect("an end")])
}

fn strings(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Of a row of codes, what is wrong is the title of the text that the command has about it.
#[test]
fn every_code_of_the_compiler_is_listed_with_its_title() {
    let path = folder().join("reference/codes.md");
    let page = fs::read_to_string(&path).expect("a page");
    let code = |line: &str| line.strip_prefix("| SC")?.get(..4)?.parse().ok();
    let listed: Vec<u16> = page.lines().filter_map(code).collect();
    assert_eq!(listed, ALL.iter().map(|known| known.code.0).collect::<Vec<_>>());
    let titled = |line: &str| match code(line).and_then(|number| Explanation::of(Code(number))) {
        Some(known) => {
            let (_, instead) = line.trim_end_matches(" |").rsplit_once(" | ").expect("three cells");
            format!("| {} | {} | {instead} |\n", known.code, known.title().replace('|', "\\|"))
        }
        None => format!("{line}\n"),
    };
    let expected: String = page.lines().map(titled).collect();
    if updates() {
        fs::write(&path, &expected).expect("a page");
    }
    assert!(updates() || page == expected, "the titles are others: UPDATE_GOLDEN=1 writes them");
}

#[test]
fn every_clause_is_explained_with_its_words() {
    let (page, attribute) = (page("reference/annotations.md"), source("scanc/src/parse/attribute/mod.rs"));
    let clauses = strings_of(&attribute, "CLAUSES").into_iter().chain(strings_of(&attribute, "FLAGS"));
    let cells = first_cells(&page);
    for clause in clauses {
        let explained = cells.iter().any(|cell| *cell == clause || cell.starts_with(&format!("{clause}(")));
        assert!(explained, "{clause}");
    }
    let arguments = source("scanc/src/parse/attribute/arguments.rs");
    for (clause, constant) in [("device", "DEVICES"), ("algorithm", "ALGORITHMS")] {
        let cell = cells.iter().find_map(|cell| cell.strip_prefix(&format!("{clause}("))).expect("a cell");
        let words = cell.trim_end_matches(')').split(" \\| ").map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(words, strings_of(&arguments, constant));
    }
    let declared = strings_of(&source("scanc/src/parse/declared/operator.rs"), "WORDS");
    for word in declared {
        assert!(cells.iter().any(|cell| cell.split(' ').next() == Some(&word)), "{word}");
    }
}

#[test]
fn every_command_is_explained_with_its_options() {
    let page = page("reference/command.md");
    let help = |command: &[&str]| said(Command::new(built("scanc")).args(command).arg("--help"));
    let all = help(&[]);
    let (_, commands) = all.split_once("Commands:").expect("commands");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    for command in
        commands.filter_map(|line| line.split_whitespace().next()).filter(|name| !["help", "-h,", "-V,"].contains(name))
    {
        assert!(page.contains(&format!("`scanc {command}")), "{command}");
        for option in help(&[command]).split_whitespace().filter(|word| word.starts_with("--") && *word != "--help") {
            let is_out_dir = option == "--out-dir" && page.contains("-o DIR");
            assert!(is_out_dir || page.contains(&format!("`{option}")), "{command} {option}");
        }
    }
}

#[test]
fn the_readme_has_the_shapes_of_the_reference() {
    let shapes = |text: &str| {
        let (_, table) = text.split_once("| loops | what they are |\n|---|---|\n").expect("the table");
        let rows = table.lines().take_while(|line| line.starts_with("| "));
        rows.map(|row| row.split(" | ").next().expect("a cell").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shapes(&source("README.md")), shapes(&page("reference/loops.md")));
}

#[test]
fn every_setting_is_explained() {
    let settings = source("runtime/src/settings.rs");
    let read = &settings[..settings.find("mod tests").expect("tests")];
    let is_name = |text: &String| text.starts_with("SCAN_") && !text.contains('=');
    let mut known: BTreeSet<String> = strings(read).into_iter().filter(is_name).collect();
    known.insert("SCAN_OPENCL_LIBRARY".to_owned());
    let cells = first_cells(&page("reference/settings.md")).into_iter().filter(|cell| cell.starts_with("SCAN_"));
    assert_eq!(cells.map(|cell| cell.split('=').next().expect("a name").to_owned()).collect::<BTreeSet<_>>(), known);
}

#[test]
fn every_method_that_kernels_know_is_listed() {
    let methods = source("scanc/src/ir/methods.rs");
    let rows = methods.lines().filter(|line| line.trim().starts_with('"'));
    let named = rows.filter_map(|row| row.split('"').nth(1).map(str::to_owned)).collect();
    let page = page("reference/loops.md");
    let (_, table) = page.split_once("Methods of numbers that kernels know:").expect("the table");
    let listed = table.lines().filter(|line| line.starts_with("| ")).flat_map(|row| row.split('`').skip(1).step_by(2));
    assert_eq!(listed.map(str::to_owned).collect::<BTreeSet<_>>(), named);
}
