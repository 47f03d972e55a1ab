//! Textual changes to a file: everything that is not named stays as it is, byte for byte.

use super::source::Source;
use crate::emit::{Insertion, Side};
use std::ops::Range;

/// Changes to one text; they do not overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// `range` becomes `text`.
    pub fn replace(&mut self, range: Range<usize>, text: String) {
        self.0.push((range, text));
    }

    /// `insertion` is made.
    pub fn insert(&mut self, source: &Source, insertion: &Insertion) {
        let (token, text) = (insertion.beside.byte_range(), &insertion.text);
        let line = |at: usize| format!("{}{}", source.newline(), source.indentation(at));
        let (at, text) = match insertion.side {
            Side::Before => (token.start, text.clone()),
            Side::After => (token.end, text.clone()),
            Side::StatementBefore => (token.start, format!("{text}{}", line(token.start))),
            Side::StatementAfter => (token.end, format!("{}{text}", line(token.end))),
        };
        self.replace(at..at, text);
    }

    /// `range` goes, with its whole line where nothing else is on it, and otherwise with the blanks after it.
    pub fn remove(&mut self, source: &Source, range: Range<usize>) {
        let text = &source.text;
        let line_start = source.line_around(range.start).start;
        let after = &text[range.end..];
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        let rest = &after[blanks..];
        let newline = ["\r\n", "\n"].into_iter().find(|newline| rest.starts_with(newline)).map(str::len);
        let alone = text[line_start..range.start].trim().is_empty() && (newline.is_some() || rest.is_empty());
        let end = range.end + blanks;
        let line_end = end + newline.unwrap_or(0);
        let range =
            if alone { line_start..line_end + blank_line_left_over(text, line_start, line_end) } else { range.start..end };
        self.replace(range, String::new());
    }

    /// The part `range` of a text after the changes inside it.
    pub fn apply_within(mut self, text: &str, range: Range<usize>) -> String {
        self.0.retain(|(place, _)| range.start <= place.start && place.end <= range.end);
        self.0.iter_mut().for_each(|(place, _)| *place = place.start - range.start..place.end - range.start);
        self.apply(&text[range])
    }

    /// The text after all changes.
    pub fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| range.start);
        let mut changed = String::with_capacity(text.len());
        let mut done = 0;
        // A change inside another one (an annotation inside a loop that is replaced) is part of it.
        for (range, replacement) in self.0 {
            if range.start >= done {
                changed.push_str(&text[done..range.start]);
                changed.push_str(&replacement);
                done = range.end;
            }
        }
        changed + &text[done..]
    }
}

/// The length of the blank line after `end` where the line before `start` is blank too, or there is none.
fn blank_line_left_over(text: &str, start: usize, end: usize) -> usize {
    let before = text[..start].lines().last();
    let after = text[end..].split_inclusive('\n').next().filter(|line| line.trim().is_empty());
    if before.is_none_or(|line| line.trim().is_empty()) { after.map_or(0, str::len) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn check(text: &str, removed: &str, expected: &str) {
        let source = Source::new(Path::new("a.rs"), text);
        let start = text.find(removed).expect("is there");
        let mut edits = Edits::default();
        edits.remove(&source, start..start + removed.len());
        assert_eq!(edits.apply(text), expected);
    }

    #[test]
    fn what_stands_alone_goes_with_its_line() {
        check("a\n    #[scan]\n    b\n", "#[scan]", "a\n    b\n");
        check("a\r\n\t#[scan] \r\n\tb\r\n", "#[scan]", "a\r\n\tb\r\n");
        check("#[scan]", "#[scan]", "");
    }

    #[test]
    fn no_two_blank_lines_are_left() {
        check("//! a\n\nuse b;\n\nfn c() {}\n", "use b;", "//! a\n\nfn c() {}\n");
        check("use b;\r\n\r\nfn c() {}\r\n", "use b;", "fn c() {}\r\n");
        check("use a;\nuse b;\n\nfn c() {}\n", "use b;", "use a;\n\nfn c() {}\n");
        check("fn a() {}\n\nuse b;\nuse c;\n", "use b;", "fn a() {}\n\nuse c;\n");
    }

    #[test]
    fn what_shares_its_line_goes_alone() {
        check("#[inline] #[scan] fn a() {}\n", "#[scan]", "#[inline] fn a() {}\n");
        check("#[scan] // why\nfn a() {}\n", "#[scan]", "// why\nfn a() {}\n");
    }

    #[test]
    fn a_change_inside_a_change_is_part_of_it() {
        let mut edits = Edits::default();
        edits.replace(2..3, "inner".into());
        edits.replace(1..4, "outer".into());
        assert_eq!(edits.apply("abcde"), "aoutere");
    }
}
