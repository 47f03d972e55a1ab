//! What users have written, as comments: nothing of it is code, to whatever compiler, and no comment goes on in the next line.

/// Lines for a comment each. Whatever ends a line to some compiler ends one here.
pub(super) fn lines(texts: &[String]) -> Vec<String> {
    texts.iter().flat_map(|text| text.split(ends_line)).map(closed).collect()
}

/// The same as one line.
pub(crate) fn line(text: &str) -> String {
    closed(&text.replace(ends_line, " "))
}

fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The line without what is not to be seen, or changes how the rest is seen. In C what ends with `\`, or the trigraph for it, goes on.
fn closed(line: &str) -> String {
    let is_hidden = |letter: &char| {
        letter.is_control() && *letter != '\t' || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let seen: String = line.chars().map(|letter| if is_hidden(&letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect();
    let seen = seen.trim_end();
    let goes_on = seen.ends_with('\\') || seen.ends_with("??/");
    if goes_on { format!("{seen} //") } else { seen.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        lines(&[text.to_owned()])
    }

    #[test]
    fn every_line_end_ends_a_comment() {
        for end in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\n"] {
            assert_eq!(of(&format!("a // b{end}c")), ["a // b", "c"], "{end:?}");
            assert_eq!(line(&format!("a{end}b")), "a b");
        }
        assert_eq!(of("\ta\r\n"), ["\ta", "", ""]);
        assert_eq!(of(""), [""]);
    }

    #[test]
    fn no_comment_goes_on_in_the_next_line() {
        assert_eq!(of("a \\"), ["a \\ //"]);
        assert_eq!(of("a \\ \t"), ["a \\ //"]);
        assert_eq!(of("what??/"), ["what??/ //"]);
        assert_eq!(of("a \\ b ??/ c */ /*"), ["a \\ b ??/ c */ /*"]);
    }

    #[test]
    fn what_is_not_to_be_seen_is_replaced() {
        assert_eq!(of("a\0b\u{1b}[31mc\u{202e}d\u{2066}"), ["a\u{fffd}b\u{fffd}[31mc\u{fffd}d\u{fffd}"]);
        assert_eq!(of("größe"), ["größe"]);
    }
}
