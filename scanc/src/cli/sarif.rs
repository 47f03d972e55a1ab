//! What all SARIF logs have: the [format](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) of static analysers.

use serde_json::{Value, json};
use std::path::Path;

/// A log of one run.
pub(super) fn log(rules: &[Value], results: &[Value]) -> String {
    let driver = json!({ "name": "scanc", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    format!("{log:#}")
}

/// From one line and column to another, both from 1 on.
pub(super) fn region(start: (usize, usize), end: (usize, usize)) -> Value {
    json!({ "startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1 })
}

/// Which file something is in.
pub(super) fn artifact(path: &Path) -> Value {
    json!({ "uri": uri(path) })
}

/// A path as a relative reference, or as a `file` URI where it is absolute.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let escape = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let escaped: String = text.bytes().map(escape).collect();
    if path.is_absolute() { format!("file://{escaped}") } else { escaped }
}
