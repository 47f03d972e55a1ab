//! Suggestions as text for a person, as JSON lines, as SARIF.

use super::{Insertion, Suggestion};
use crate::cli::sarif;
use crate::cli::source::Source;
use annotate_snippets::{AnnotationKind, Level, Patch, Renderer, Snippet};
use serde_json::{Value, json};

/// As rustc shows a suggestion: the loop, then what to write where.
pub(super) fn human(source: &Source, suggestion: &Suggestion, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let path = source.path.display().to_string();
    let Suggestion { function, head, insertions, recognised, notes, .. } = suggestion;
    let title = format!("a loop of `{function}` can be annotated");
    let mut loop_ = Level::WARNING
        .with_name("suggestion")
        .primary_title(title)
        .element(Snippet::source(&*source.text).path(&path).annotation(AnnotationKind::Primary.span(head.clone())))
        .element(Level::NOTE.message(recognised))
        .element(Level::NOTE.message("tried: the compiler takes it"));
    for note in notes {
        loop_ = loop_.element(Level::NOTE.message(note));
    }
    let patches = insertions.iter().map(|insertion| Patch::new(insertion.at..insertion.at, &*insertion.text));
    let lines = if insertions.len() == 1 { "write this line" } else { "write these lines" };
    let patched = Level::HELP.secondary_title(lines).element(Snippet::source(&*source.text).path(&path).patches(patches));
    renderer.render(&[loop_, patched])
}

/// As a line of JSON; `applied` says whether it is in the file by now.
pub(super) fn json(source: &Source, suggestion: &Suggestion, applied: bool) -> String {
    let (start, end) = (source.line_and_column(suggestion.place.start), source.line_and_column(suggestion.place.end));
    let insertions: Vec<Value> = suggestion.insertions.iter().map(|insertion| json_insertion(source, insertion)).collect();
    json!({
        "severity": "suggestion",
        "message": format!("a loop of `{}` can be annotated", suggestion.function),
        "file": source.path.display().to_string(),
        "function": suggestion.function,
        "line": start.0,
        "column": start.1,
        "end_line": end.0,
        "end_column": end.1,
        "byte_start": suggestion.place.start,
        "byte_end": suggestion.place.end,
        "recognised": suggestion.recognised,
        "insertions": insertions,
        "notes": suggestion.notes,
        "applied": applied,
    })
    .to_string()
}

fn json_insertion(source: &Source, insertion: &Insertion) -> Value {
    let (line, column) = source.line_and_column(insertion.at);
    json!({ "line": line, "column": column, "byte": insertion.at, "text": insertion.text, "attribute": insertion.attribute() })
}

/// As a SARIF 2.1.0 log, with fixes.
pub(super) fn sarif(told: &[(&Source, &Suggestion)]) -> String {
    let results: Vec<Value> = told.iter().map(|(source, suggestion)| sarif_result(source, suggestion)).collect();
    let rules = [json!({ "id": "suggestion", "shortDescription": { "text": "a loop that can be annotated" } })];
    sarif::log(&rules, &results)
}

fn sarif_result(source: &Source, suggestion: &Suggestion) -> Value {
    let artifact = sarif::artifact(&source.path);
    let region = sarif::region(source.line_and_column(suggestion.place.start), source.line_and_column(suggestion.place.end));
    let replacement = |insertion: &Insertion| {
        let place = source.line_and_column(insertion.at);
        json!({ "deletedRegion": sarif::region(place, place), "insertedContent": { "text": insertion.text } })
    };
    let replacements: Vec<Value> = suggestion.insertions.iter().map(replacement).collect();
    let notes: String = suggestion.notes.iter().map(|note| format!("\n{note}")).collect();
    json!({
        "ruleId": "suggestion",
        "level": "note",
        "message": { "text": format!("a loop of `{}` can be annotated: {}{notes}", suggestion.function, suggestion.recognised) },
        "locations": [{ "physicalLocation": { "artifactLocation": artifact, "region": region } }],
        "fixes": [{ "artifactChanges": [{ "artifactLocation": artifact, "replacements": replacements }] }],
    })
}
