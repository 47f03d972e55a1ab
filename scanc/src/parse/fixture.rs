//! For the tests of this crate's front end.

use crate::diagnostic::Diagnostics;

/// Every finding as a line: code, the source at its span, message, help.
pub(crate) fn findings(diagnostics: &Diagnostics) -> String {
    let line = |found: &crate::diagnostic::Diagnostic| {
        let source = found.span.source_text().unwrap_or_default();
        format!("{} `{source}` {} | {}", found.code, found.message, found.help.as_deref().unwrap_or("-"))
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}
