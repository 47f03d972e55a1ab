//! The book's pages as texts: their blocks of code, headings and links.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the crate.
pub fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the pages.
pub fn folder() -> PathBuf {
    crate_folder().join("src")
}

/// Whether what is made by programs is to be written anew.
pub fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// Every page by its path in the folder, with `/` between names.
pub fn all() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    collect(&folder(), "", &mut pages);
    pages
}

fn collect(folder: &Path, before: &str, pages: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), format!("{before}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), pages);
        } else if name.ends_with(".md") {
            pages.insert(name, fs::read_to_string(&path).expect("a page"));
        }
    }
}

/// A fenced block of a page.
pub struct Block {
    /// What stands behind the opening fence: `rust,compile_fail`.
    pub info: String,
    /// The comment on the line before it, without `<!--` and `-->`.
    pub note: Option<String>,
    /// What is between the fences.
    pub text: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
}

/// The blocks of a page, in their order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let lines: Vec<&str> = page.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        if let Some(info) = lines[at].strip_prefix("```") {
            let length = lines[at + 1..].iter().position(|line| *line == "```").expect("a closing fence");
            let text = lines[at + 1..at + 1 + length].iter().map(|line| format!("{line}\n")).collect();
            let note = at.checked_sub(1).and_then(|before| lines[before].strip_prefix("<!--")?.strip_suffix("-->"));
            let note = note.map(|note| note.trim().to_owned());
            blocks.push(Block { info: info.to_owned(), note, text, line: at + 1 });
            at += length + 1;
        }
        at += 1;
    }
    blocks
}

/// The page with these texts in its blocks.
pub fn with_texts(page: &str, texts: &[String]) -> String {
    let mut texts = texts.iter();
    let (mut result, mut within) = (String::new(), false);
    for line in page.lines() {
        if within && line != "```" {
            continue;
        }
        result += line;
        result.push('\n');
        if line.starts_with("```") {
            within = !within;
            if within {
                result += texts.next().expect("a text for each block");
            }
        }
    }
    result
}

/// The page without its blocks.
pub fn prose(page: &str) -> String {
    let mut within = false;
    let outside = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        within ^= fence;
        !fence && !within
    });
    outside.map(|line| format!("{line}\n")).collect()
}

/// What headings are called in links: letters in lower case, digits, and `-` for each blank.
pub fn anchors(page: &str) -> Vec<String> {
    let prose = prose(page);
    let headings = prose.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| {
        let letters = heading.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        letters.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

/// Where the links and pictures of a page point, in their order. What is between backticks is none.
pub fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let plain: String = prose.split('`').step_by(2).collect();
    let mut links = Vec::new();
    for part in plain.split("](").skip(1) {
        links.push(part[..part.find(')').expect("a closing parenthesis")].to_owned());
    }
    links
}
