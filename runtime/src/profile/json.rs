//! The little of JSON that profiles need.

use std::fmt::Write;
use std::time::Duration;

/// A string, of which nothing ends a script that it may stand in.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            special if special < ' ' || special == '<' => {
                // A `String` takes all that is written.
                let _ = write!(quoted, "\\u{:04x}", u32::from(special));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// A time in milliseconds.
pub(super) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
