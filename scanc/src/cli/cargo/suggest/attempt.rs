//! Attributes, tried: on the function alone, as that is quick, and then on the whole file.

use super::super::super::Devices;
use super::super::super::compile::{CompiledFile, CompiledLoop, compile_file, compile_file_for};
use super::super::super::finding::codes;
use super::super::super::source::Source;
use super::candidates::{self, Attempt};
use super::elements::{Aliases, Shown};
use super::loops::{Found, Function, Loop};
use super::{Insertion, Suggestion, Tried};
use super::{gain, notes};
use crate::compiled::Compiled;
use std::ops::Range;
use std::time::{Duration, Instant};

/// A file takes no longer, but for the attempt that is under way.
const LONGEST: Duration = Duration::from_secs(5);

/// What is known of a file's package.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// How it names the runtime's crate, if it does.
    pub runtime: Option<String>,
    /// It has something that is declared for kernels.
    pub declares: bool,
    /// Its names for types, as they are declared.
    pub aliases: Vec<String>,
}

/// No loop is tried with more derived operators.
const DERIVED: usize = 8;

/// Suggestions for a file; none where it is not Rust.
pub(super) fn file(source: &Source, around: &Around) -> Tried {
    let Ok((file, _)) = super::super::super::compile::parsed(source) else { return Tried::default() };
    let found = Found::in_file(&file);
    let mut tried = Tried { loops: found.loops, ..Tried::default() };
    if found.functions.is_empty() {
        return tried;
    }
    let trial = Trial {
        source,
        file: &file,
        around,
        begun: Instant::now(),
        before: Before::of(source),
        aliases: Aliases::of(&around.aliases),
    };
    for function in &found.functions {
        tried.suggestions.extend(trial.function(function));
    }
    tried.is_late = trial.is_late();
    tried
}

/// What the compiler says of the file as it is.
struct Before {
    findings: usize,
    loops: usize,
}

impl Before {
    fn of(source: &Source) -> Self {
        let compiled = compile_file(source);
        Self { findings: findings(&compiled), loops: compiled.loops.len() }
    }
}

/// That nothing is annotated is no finding here.
fn findings(compiled: &CompiledFile) -> usize {
    compiled.findings.iter().filter(|finding| finding.code != codes::NOTHING_ANNOTATED).count()
}

struct Trial<'a> {
    source: &'a Source,
    file: &'a syn::File,
    around: &'a Around,
    begun: Instant,
    before: Before,
    aliases: Aliases,
}

/// Whether other attributes on the loop may be better.
enum Answer {
    Taken,
    /// Others are, with the help of the message.
    Refused(Option<String>),
    /// Whatever the attribute.
    Hopeless,
}

impl Trial<'_> {
    fn is_late(&self) -> bool {
        self.begun.elapsed() > LONGEST
    }

    /// The suggestions for a function, which go together.
    fn function(&self, function: &Function) -> Vec<Suggestion> {
        let mut taken: Vec<(&Loop, Vec<Insertion>)> = Vec::new();
        for looped in &function.loops {
            // An annotated loop has none in it.
            let is_inside = taken.iter().any(|(outer, _)| looped.place.start < outer.place.end);
            if let Some(insertions) = (!is_inside).then(|| self.first_taken(function, looped)).flatten() {
                taken.push((looped, insertions));
            }
        }
        let together = self.suggestions(function, &taken);
        if !together.is_empty() || taken.len() < 2 {
            return together;
        }
        // Not all of them together: one after the other, as long as they are.
        let mut kept = Vec::new();
        for next in taken {
            kept.push(next);
            if self.suggestions(function, &kept).is_empty() {
                kept.pop();
            }
        }
        self.suggestions(function, &kept)
    }

    fn first_taken(&self, function: &Function, looped: &Loop) -> Option<Vec<Insertion>> {
        // Operators that are named come before those that are derived: they are cheaper.
        let mut derived: Vec<Attempt> = Vec::new();
        let mut done = 0;
        while let Some(attempt) = looped.attempts.iter().chain(&derived).nth(done).cloned() {
            if self.is_late() {
                return None;
            }
            done += 1;
            let insertions = self.insertions(function, looped, &attempt);
            match self.alone(function, looped, &insertions) {
                Answer::Taken => return Some(insertions),
                Answer::Refused(_) if !looped.may_be_derived => {}
                Answer::Refused(help) => {
                    let others = help.map(|help| candidates::derived(&help, &attempt)).unwrap_or_default();
                    others.into_iter().for_each(|other| {
                        if derived.len() < DERIVED && !derived.contains(&other) {
                            derived.push(other);
                        }
                    });
                }
                Answer::Hopeless => return None,
            }
        }
        None
    }

    /// The lines of an attempt: on the function where they can mean but this loop, else on the loop.
    fn insertions(&self, function: &Function, looped: &Loop, attempt: &Attempt) -> Vec<Insertion> {
        let runtime = self.around.runtime.as_deref().unwrap_or("scan_runtime");
        let line = |at, attribute: String| Insertion::new(self.source, at, &attribute);
        let start = function.place.start;
        if function.has_one_loop && !function.is_annotated {
            return attempt.iter().map(|attribute| line(start, format!("#[{runtime}::{attribute}]"))).collect();
        }
        let bare = (!function.is_annotated).then(|| line(start, format!("#[{runtime}::scan]")));
        // The macro on the function reads those on its loops: they are no paths to be found.
        bare.into_iter().chain(attempt.iter().map(|attribute| line(looped.attribute, format!("#[{attribute}]")))).collect()
    }

    /// Asks the compiler about the function by itself, without what says nothing of the loop: functions may be long.
    fn alone(&self, function: &Function, looped: &Loop, insertions: &[Insertion]) -> Answer {
        let mark = if function.is_annotated { "#[scan]\n" } else { "" };
        let mut text = mark.to_owned();
        let mut done = function.place.start;
        for beside in looped.beside.iter().filter(|beside| !beside.is_empty()) {
            text.push_str(&with(&self.source.text, insertions, done..beside.start));
            done = beside.end;
        }
        text.push_str(&with(&self.source.text, insertions, done..function.place.end));
        let compiled = compile_file_for(&Source::new(&self.source.path, &text), Devices::Gpu);
        let depends_on_no_clause = |code: u16| matches!(code, 120 | 121 | 126 | 130..=133 | 200..=299 | 301..=305 | 307 | 308 | 323 | 327 | 338 | 500..=513);
        match compiled.findings.iter().find(|finding| finding.is_error()) {
            Some(error) if depends_on_no_clause(error.code.0) => Answer::Hopeless,
            None if compiled.findings.is_empty() && !compiled.loops.is_empty() => {
                // The whole file takes longer, and says nothing else of a loop that nobody would annotate.
                let is_worth_it = compiled.loops.iter().any(|found| gain::is_possible(&found.compiled, looped));
                if is_worth_it { Answer::Taken } else { Answer::Hopeless }
            }
            error => Answer::Refused(error.and_then(|error| error.help.clone())),
        }
    }

    /// Asks the compiler about the whole file with these loops annotated: all of the suggestions, or none.
    fn suggestions(&self, function: &Function, taken: &[(&Loop, Vec<Insertion>)]) -> Vec<Suggestion> {
        if taken.is_empty() {
            return Vec::new();
        }
        let insertions = merged(taken.iter().flat_map(|(_, insertions)| insertions));
        let text = with(&self.source.text, &insertions, 0..self.source.text.len());
        let compiled = compile_file(&Source::new(&self.source.path, &text));
        if findings(&compiled) != self.before.findings || compiled.loops.len() != self.before.loops + taken.len() {
            return Vec::new();
        }
        let moved =
            |at: usize| at + insertions.iter().filter(|known| known.at <= at).map(|known| known.text.len()).sum::<usize>();
        let told = taken.iter().map(|(looped, own)| {
            let place = moved(looped.place.start)..moved(looped.place.end - 1) + 1;
            let found = compiled.loops.iter().find(|found| place.start <= found.place.start && found.place.end <= place.end)?;
            self.suggestion(function, looped, own, found)
        });
        told.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    fn suggestion(
        &self,
        function: &Function,
        looped: &Loop,
        insertions: &[Insertion],
        found: &CompiledLoop,
    ) -> Option<Suggestion> {
        let compiled: &Compiled = &found.compiled;
        let shown = Shown { file: self.file, function, types: &compiled.site.types, aliases: &self.aliases };
        let notes = gain::is_possible(compiled, looped).then(|| notes::of(compiled, &shown, self.around.declares))??;
        Some(Suggestion {
            function: function.name.clone(),
            place: looped.place.clone(),
            head: head(&self.source.text, &looped.place),
            insertions: insertions.to_vec(),
            recognised: found.recognised(),
            notes,
        })
    }
}

/// The loop's first line.
fn head(text: &str, place: &Range<usize>) -> Range<usize> {
    let line = text[place.clone()].lines().next().unwrap_or_default().trim_end();
    place.start..place.start + line.len()
}

/// Each once, in order.
pub(super) fn merged<'i>(insertions: impl Iterator<Item = &'i Insertion>) -> Vec<Insertion> {
    let mut merged: Vec<Insertion> = Vec::new();
    insertions.for_each(|insertion| {
        if !merged.contains(insertion) {
            merged.push(insertion.clone());
        }
    });
    merged.sort_by_key(|insertion| insertion.at);
    merged
}

/// A part of a text with what is inserted into it.
pub(super) fn with(text: &str, insertions: &[Insertion], part: Range<usize>) -> String {
    let mut changed = String::with_capacity(part.len());
    let mut done = part.start;
    for insertion in insertions.iter().filter(|insertion| part.start <= insertion.at && insertion.at <= part.end) {
        changed.push_str(&text[done..insertion.at]);
        changed.push_str(&insertion.text);
        done = insertion.at;
    }
    changed + &text[done..part.end]
}
