//! `cargo scanc suggest`: which loops could be annotated, and how.
//!
//! For each loop the attributes that it might have are put into the file's text, and the compiler is asked: what it takes without a word
//! is suggested. So no suggestion is less sure than an annotation that a person writes.

mod attempt;
mod candidates;
mod elements;
mod fix;
mod gain;
mod lengths;
mod loops;
mod notes;
mod tell;

use super::super::arguments::MessageFormat;
use super::super::finding::Finding;
use super::super::source::Source;
use super::super::{Outcome, STACK, complain, counted, print, tell as tell_findings};
use super::arguments::Fixes;
use super::packages::Package;
use super::shown;
use attempt::Around;
use elements::Aliases;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::path::Path;

/// A loop that can be annotated, and how.
struct Suggestion {
    /// The function's name.
    function: String,
    /// The loop's bytes in the file.
    place: Range<usize>,
    /// Those of its first line.
    head: Range<usize>,
    /// Loops of one function may share the one on that.
    insertions: Vec<Insertion>,
    /// What it is, on one line.
    recognised: String,
    /// What is not known, and what changes.
    notes: Vec<String>,
}

/// An attribute with the end of its line, and where it is to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insertion {
    at: usize,
    text: String,
}

impl Insertion {
    fn new(source: &Source, at: usize, attribute: &str) -> Self {
        let line = source.line_around(at).start;
        // Behind something else on the line it stays on that.
        let alone = source.text[line..at].trim().is_empty();
        let text =
            if alone { format!("{attribute}{}{}", source.newline(), source.indentation(at)) } else { format!("{attribute} ") };
        Self { at, text }
    }

    /// Without the end of the line.
    fn attribute(&self) -> &str {
        self.text.trim_end()
    }
}

/// What became of a file's loops.
#[derive(Default)]
struct Tried {
    suggestions: Vec<Suggestion>,
    /// Loops that nobody has annotated.
    loops: usize,
    /// There was no time for all.
    is_late: bool,
}

/// The attributes that are suggested for the loops of a file.
pub fn suggested(source: &Source) -> Vec<String> {
    let aliases = Aliases::texts(&source.text).map(str::to_owned).collect();
    let suggestions = in_a_thread(source, &Around { aliases, ..Around::default() }).suggestions;
    let insertions = suggestions.iter().flat_map(|suggestion| &suggestion.insertions);
    attempt::merged(insertions).iter().map(|insertion| insertion.attribute().to_owned()).collect()
}

/// `cargo scanc suggest`
pub(super) fn run(packages: &[Package], format: MessageFormat, fixes: Fixes) -> Outcome {
    if fixes.fix {
        for package in packages {
            if let Err(why) = fix::permitted(&package.root, fixes) {
                complain(&format!("error: {why}"));
                return Outcome::InputOrOutput;
            }
        }
    }
    let mut all = All { format, fixes, findings: Vec::new(), told: Vec::new(), loops: 0, files: 0, changed: 0 };
    let count = packages.iter().map(|package| package.programs.len()).sum();
    let progress = Progress { count, is_shown: std::io::stderr().is_terminal() };
    let mut number = 0;
    for package in packages {
        let before = all.told.len();
        let around = around(package);
        for path in &package.programs {
            number += 1;
            let path = shown(path);
            progress.show(number, &path);
            let told = all.file(&path, &around);
            progress.clear();
            told.iter().for_each(|text| print(text));
        }
        if all.told.len() > before && package.runtime.is_none() {
            let name = &package.name;
            complain(&format!(
                "note: `{name}` does not depend on `scan-runtime`, which the attributes come from: add it in its Cargo.toml"
            ));
        }
    }
    all.finish()
}

/// What the files of a package show to each other.
fn around(package: &Package) -> Around {
    let mut around = Around { runtime: package.runtime.clone(), ..Around::default() };
    for text in package.files.iter().filter_map(|path| std::fs::read_to_string(path).ok()) {
        around.declares |= ["declare_target", "declare_scan", "Element for"].iter().any(|word| text.contains(word));
        around.aliases.extend(Aliases::texts(&text).map(str::to_owned));
    }
    around.declares &= package.runtime.is_some();
    around
}

/// What is known of all files.
struct All {
    format: MessageFormat,
    fixes: Fixes,
    findings: Vec<Finding>,
    told: Vec<(Source, Vec<Suggestion>)>,
    loops: usize,
    files: usize,
    changed: usize,
}

impl All {
    /// Tries out a file, and mends it if that is asked for; what is to be printed of it.
    fn file(&mut self, path: &Path, around: &Around) -> Vec<String> {
        let source = match Source::read(path) {
            Ok(source) => source,
            Err(finding) => {
                self.findings.push(finding);
                return Vec::new();
            }
        };
        let tried = in_a_thread(&source, around);
        self.files += 1;
        self.loops += tried.loops;
        if tried.is_late {
            complain(&format!("note: {} has more to try than there was time for", path.display()));
        }
        if tried.suggestions.is_empty() {
            return Vec::new();
        }
        let mut applied = false;
        if self.fixes.fix {
            match fix::apply(&source, &tried.suggestions) {
                Ok(()) => applied = true,
                Err(finding) => self.findings.push(finding),
            }
            self.changed += usize::from(applied);
        }
        let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let one = |suggestion: &Suggestion| match self.format {
            MessageFormat::Human => Some(format!("{}\n\n", tell::human(&source, suggestion, coloured))),
            MessageFormat::Json => Some(format!("{}\n", tell::json(&source, suggestion, applied))),
            MessageFormat::Sarif => None,
        };
        let told = tried.suggestions.iter().filter_map(one).collect();
        self.told.push((source, tried.suggestions));
        told
    }

    fn finish(self) -> Outcome {
        if matches!(self.format, MessageFormat::Sarif) {
            let told = self.told.iter().flat_map(|(source, suggestions)| suggestions.iter().map(move |found| (source, found)));
            print(&format!("{}\n", tell::sarif(&told.collect::<Vec<_>>())));
        }
        let outcome = tell_findings(&self.findings);
        let suggestions = self.told.iter().map(|(_, suggestions)| suggestions.len()).sum();
        let (loops, files) = (counted(self.loops, "loop"), counted(self.files, "file"));
        let changed = if self.fixes.fix { format!("; {} changed", counted(self.changed, "file")) } else { String::new() };
        complain(&format!("{} for {loops} without an attribute in {files}{changed}", counted(suggestions, "suggestion")));
        if suggestions > 0 && matches!(self.format, MessageFormat::Human) {
            complain(
                "what a file does not show, such as the types of fields, rustc decides: build the package, and run its tests",
            );
        }
        outcome
    }
}

/// Each file has a thread of its own: the parser keeps what it has read as long as its thread lives, recurses deeply, and a mistake of
/// the compiler in one file is none in others.
fn in_a_thread(source: &Source, around: &Around) -> Tried {
    let (path, text, around) = (source.path.clone(), source.text.to_string(), around.clone());
    let work = move || attempt::file(&Source::new(&path, &text), &around);
    let tried = std::thread::Builder::new().stack_size(STACK).spawn(work).map(std::thread::JoinHandle::join);
    match tried {
        Ok(Ok(tried)) => tried,
        Ok(Err(_)) => {
            complain(&format!("{}: this is a mistake in scanc: please report it", source.path.display()));
            Tried::default()
        }
        Err(error) => {
            complain(&format!("scanc: the system gives no thread: {error}"));
            Tried::default()
        }
    }
}

/// A line on a terminal that says where the command is.
struct Progress {
    count: usize,
    is_shown: bool,
}

impl Progress {
    fn show(&self, number: usize, path: &Path) {
        self.write(&format!("\r\u{1b}[K{number}/{} {}", self.count, path.display()));
    }

    fn clear(&self) {
        self.write("\r\u{1b}[K");
    }

    fn write(&self, text: &str) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "{text}").and_then(|()| std::io::stderr().flush());
        }
    }
}
