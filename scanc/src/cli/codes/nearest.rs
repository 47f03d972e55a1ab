//! Codes as a person writes them.

use super::ALL;
use crate::diagnostic::Code;

/// `SC0316`, `sc0316`, `0316` or `316`.
pub(in crate::cli) fn read(text: &str) -> Option<Code> {
    let prefix = text.get(..2).filter(|prefix| prefix.eq_ignore_ascii_case("sc"));
    let digits = prefix.map_or(text, |prefix| &text[prefix.len()..]);
    let is_number = (3..=4).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_number { digits.parse().ok().map(Code) } else { None }
}

/// What to say of a code that there is not.
pub(in crate::cli) fn unknown(code: Code) -> String {
    let mut nearest: Vec<Code> = ALL.iter().map(|known| known.code).collect();
    nearest.sort_by_key(|known| (distance(*known, code), known.0.abs_diff(code.0)));
    let nearest = nearest.iter().take(3).map(Code::to_string).collect::<Vec<_>>().join(", ");
    format!("scanc: there is no code {code}; the nearest are {nearest}; `scanc explain --codes` lists all")
}

/// In how many digits two codes differ.
fn distance(a: Code, b: Code) -> usize {
    let (a, b) = (a.to_string(), b.to_string());
    a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() + a.len().abs_diff(b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for text in ["SC0316", "sc0316", "Sc316", "0316", "316"] {
            assert_eq!(read(text), Some(Code(316)), "{text}");
        }
        for text in ["", "SC", "31", "SC31", "SC00316", "scan.rs", "SC0316.rs", "ä0316", "+316"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_code_that_there_is_not_is_told_with_those_that_differ_in_one_digit() {
        assert_eq!(
            unknown(Code(339)),
            "scanc: there is no code SC0339; the nearest are SC0338, SC0337, SC0336; `scanc explain --codes` lists all"
        );
        assert!(unknown(Code(9316)).contains("SC0316"));
    }
}
