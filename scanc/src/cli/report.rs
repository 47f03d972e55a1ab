//! Findings as text for a person, as JSON lines, as SARIF.

use super::finding::{Finding, Place};
use crate::diagnostic::Severity;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

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

/// One finding as a line of JSON.
pub fn json(finding: &Finding) -> String {
    let place = |value: fn(&Place) -> usize| finding.place.as_deref().map(value);
    json!({
        "severity": severity(finding),
        "code": finding.code.to_string(),
        "message": finding.message,
        "help": finding.help,
        "file": finding.path.display().to_string(),
        "line": place(|place| place.start.0),
        "column": place(|place| place.start.1),
        "end_line": place(|place| place.end.0),
        "end_column": place(|place| place.end.1),
        "byte_start": place(|place| place.bytes.start),
        "byte_end": place(|place| place.bytes.end),
    })
    .to_string()
}

/// All findings as a SARIF 2.1.0 log.
pub fn sarif(findings: &[Finding]) -> String {
    let codes: BTreeSet<String> = findings.iter().map(|finding| finding.code.to_string()).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = findings.iter().map(sarif_result).collect();
    let driver = json!({ "name": "scanc", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    format!("{log:#}")
}

fn sarif_result(finding: &Finding) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    let mut location = json!({ "artifactLocation": { "uri": uri(&finding.path) } });
    if let Some(place) = &finding.place {
        location["region"] = json!({
            "startLine": place.start.0, "startColumn": place.start.1, "endLine": place.end.0, "endColumn": place.end.1,
        });
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

/// A path as a relative reference, or as a `file` URI where it is absolute.
pub(super) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let escape = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let escaped: String = text.bytes().map(escape).collect();
    if path.is_absolute() { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::super::finding::codes;
    use super::super::source::Source;
    use super::*;

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
    fn json_has_one_line_and_the_place() {
        let line = json(&finding());
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert!(!line.contains('\n'));
        assert_eq!((&value["line"], &value["column"], &value["end_column"]), (&json!(2), &json!(2), &json!(10)));
        assert_eq!((&value["code"], &value["severity"]), (&json!("SC0901"), &json!("error")));
    }

    #[test]
    fn sarif_names_rule_file_and_region() {
        let log: Value = serde_json::from_str(&sarif(&[finding()])).expect("JSON");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(result["ruleId"], log["runs"][0]["tool"]["driver"]["rules"][0]["id"]);
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "%C3%A4%20b.rs");
        assert_eq!(location["region"]["startLine"], 2);
        assert_eq!(json!(1), log["runs"].as_array().map_or(0, Vec::len));
    }
}
