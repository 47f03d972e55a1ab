//! Findings as text for a person, as JSON lines, as SARIF.

use super::codes::Explanation;
use super::finding::{Finding, Place};
use super::sarif;
use crate::diagnostic::{Code, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// One finding as rustc would show it.
pub fn human(finding: &Finding, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let (code, path) = (finding.code.to_string(), finding.path.display().to_string());
    let level = if finding.is_error() { Level::ERROR } else { Level::WARNING };
    let group = Group::with_title(level.primary_title(&finding.message).id(&code));
    let group = match &finding.place {
        Some(place) => {
            group.element(Snippet::source(&*place.text).path(&path).annotation(AnnotationKind::Primary.span(place.bytes.clone())))
        }
        None => group.element(Origin::path(&path)),
    };
    let help = finding.help.as_ref().map(|help| Level::HELP.message(help));
    let group = help.into_iter().fold(group, Group::element);
    renderer.render(&[group])
}

/// Where more is said of the errors' codes.
pub fn more_about(findings: &[Finding]) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error());
    let codes: Vec<String> = errors.map(|finding| finding.code).collect::<BTreeSet<_>>().iter().map(Code::to_string).collect();
    match codes.as_slice() {
        [] => String::new(),
        [code] => format!("For more information about this error, try `scanc explain {code}`."),
        [first, ..] => format!(
            "These errors have detailed explanations: {}.\nFor more information about an error, try `scanc explain {first}`.",
            codes.join(", ")
        ),
    }
}

/// One finding as a line of JSON, in the shape of rustc's.
pub fn json(finding: &Finding) -> String {
    let help = finding
        .help
        .iter()
        .map(|help| json!({ "message": help, "code": null, "level": "help", "spans": [], "children": [], "rendered": null }));
    json!({
        "$message_type": "diagnostic",
        "message": finding.message,
        "code": {
            "code": finding.code.to_string(),
            "explanation": Explanation::of(finding.code).map(Explanation::plain),
        },
        "level": severity(finding),
        "spans": [span(finding)],
        "children": help.collect::<Vec<_>>(),
        "rendered": human(finding, false) + "\n",
    })
    .to_string()
}

/// What is about a whole file stands at its beginning.
fn span(finding: &Finding) -> Value {
    let (bytes, start, end) = match &finding.place {
        Some(place) => (place.bytes.clone(), place.start, place.end),
        None => (0..0, (1, 1), (1, 1)),
    };
    json!({
        "file_name": finding.path.display().to_string(),
        "byte_start": bytes.start,
        "byte_end": bytes.end,
        "line_start": start.0,
        "line_end": end.0,
        "column_start": start.1,
        "column_end": end.1,
        "is_primary": true,
        "text": finding.place.as_deref().map_or_else(Vec::new, lines),
        "label": null,
        "suggested_replacement": null,
        "suggestion_applicability": null,
        "expansion": null,
    })
}

/// The lines of a place, and from where to where each belongs to it, in characters from 1.
fn lines(place: &Place) -> Vec<Value> {
    let lines = place.text.lines().enumerate().skip(place.start.0 - 1).take(place.end.0 + 1 - place.start.0);
    let line = |(number, text): (usize, &str)| {
        let start = if number + 1 == place.start.0 { place.start.1 } else { 1 };
        let end = if number + 1 == place.end.0 { place.end.1 } else { text.chars().count() + 1 };
        json!({ "text": text, "highlight_start": start, "highlight_end": end })
    };
    lines.map(line).collect()
}

/// All findings as a SARIF 2.1.0 log.
pub fn sarif(findings: &[Finding]) -> String {
    let codes: BTreeSet<Code> = findings.iter().map(|finding| finding.code).collect();
    let rules: Vec<Value> = codes.into_iter().map(sarif_rule).collect();
    let results: Vec<Value> = findings.iter().map(sarif_result).collect();
    sarif::log(&rules, &results)
}

fn sarif_rule(code: Code) -> Value {
    let mut rule = json!({ "id": code.to_string() });
    if let Some(known) = Explanation::of(code) {
        rule["shortDescription"] = json!({ "text": known.title() });
        rule["fullDescription"] = json!({ "text": known.reason() });
        rule["help"] = json!({ "text": known.plain(), "markdown": known.markdown });
    }
    rule
}

fn sarif_result(finding: &Finding) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    let mut location = json!({ "artifactLocation": sarif::artifact(&finding.path) });
    if let Some(place) = &finding.place {
        location["region"] = sarif::region(place.start, place.end);
    }
    json!({
        "ruleId": finding.code.to_string(),
        "level": severity(finding),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location }],
    })
}

fn severity(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::codes;
    use super::super::source::Source;
    use super::*;
    use std::path::Path;

    fn finding() -> Finding {
        let source = Source::new(Path::new("ä b.rs"), "fn f() {\n\ty[i + 1]\n}\n");
        Finding::about_file(codes::SYNTAX, &source.path, "the loop reads ahead").help("scan backwards").at(&source, 10..18)
    }

    #[test]
    fn a_person_sees_the_line_with_carets_and_help() {
        let text = human(&finding(), false);
        for part in ["error[SC0901]: the loop reads ahead", "--> ä b.rs:2:2", "y[i + 1]\n", "^^^^^^^^", "help: scan backwards"] {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
        assert!(!text.contains('\u{1b}'));
        assert!(human(&finding(), true).contains('\u{1b}'));
    }

    #[test]
    fn a_finding_about_a_whole_file_names_it() {
        let text = human(&Finding::about_file(codes::UNREADABLE, Path::new("a.rs"), "this is a folder"), false);
        assert!(text.contains("error[SC0902]: this is a folder") && text.contains("--> a.rs"), "{text}");
    }

    #[test]
    fn json_is_of_one_line_and_in_the_shape_of_rustc() {
        let line = json(&finding());
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert!(!line.contains('\n'));
        assert_eq!((&value["$message_type"], &value["level"]), (&json!("diagnostic"), &json!("error")));
        assert_eq!(value["code"]["code"], "SC0901");
        assert!(value["code"]["explanation"].as_str().is_some_and(|text| text.starts_with("SC0901: ")));
        let span = &value["spans"][0];
        assert_eq!((&span["line_start"], &span["column_start"], &span["column_end"]), (&json!(2), &json!(2), &json!(10)));
        assert_eq!((&span["byte_start"], &span["byte_end"], &span["is_primary"]), (&json!(10), &json!(18), &json!(true)));
        assert_eq!(span["text"], json!([{ "text": "\ty[i + 1]", "highlight_start": 2, "highlight_end": 10 }]));
        let help = &value["children"][0];
        assert_eq!((&help["level"], &help["message"], &help["spans"]), (&json!("help"), &json!("scan backwards"), &json!([])));
        assert_eq!(value["rendered"], human(&finding(), false) + "\n");
    }

    #[test]
    fn json_shows_each_line_of_a_place_and_none_of_a_whole_file() {
        let source = Source::new(Path::new("a.rs"), "fn ä() {\n\ty[i + 1]\n}\n");
        let about = Finding::about_file(codes::SYNTAX, &source.path, "it");
        let value: Value = serde_json::from_str(&json(&about.clone().at(&source, 8..22))).expect("JSON");
        let line = |text: &str, start: usize, end: usize| json!({ "text": text, "highlight_start": start, "highlight_end": end });
        assert_eq!(value["spans"][0]["text"], json!([line("fn ä() {", 8, 9), line("\ty[i + 1]", 1, 10), line("}", 1, 2)]));
        let value: Value = serde_json::from_str(&json(&about)).expect("JSON");
        let span = &value["spans"][0];
        assert_eq!((&span["file_name"], &span["line_start"], &span["text"]), (&json!("a.rs"), &json!(1), &json!([])));
    }

    #[test]
    fn more_is_said_of_errors_by_their_codes() {
        let warning = Finding::about_file(codes::NOTHING_ANNOTATED, Path::new("a.rs"), "nothing").warning();
        assert_eq!(more_about(std::slice::from_ref(&warning)), "");
        let one = more_about(&[warning, finding(), finding()]);
        assert_eq!(one, "For more information about this error, try `scanc explain SC0901`.");
        let several = more_about(&[Finding { code: Code(316), ..finding() }, finding()]);
        assert!(
            several.starts_with("These errors have detailed explanations: SC0316, SC0901.\n")
                && several.contains("explain SC0316"),
            "{several}"
        );
    }

    #[test]
    fn sarif_names_rule_file_and_region() {
        let log: Value = serde_json::from_str(&sarif(&[finding()])).expect("JSON");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(result["ruleId"], log["runs"][0]["tool"]["driver"]["rules"][0]["id"]);
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
        for text in [&rule["shortDescription"]["text"], &rule["fullDescription"]["text"], &rule["help"]["markdown"]] {
            assert!(text.as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "%C3%A4%20b.rs");
        assert_eq!(location["region"]["startLine"], 2);
        assert_eq!(json!(1), log["runs"].as_array().map_or(0, Vec::len));
    }
}
