//! A source file as the command reads it, and places in it.

use super::finding::{Finding, codes};
use crate::diagnostic::{Code, Severity};
use crate::limits;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it is, as the user named it.
    pub path: PathBuf,
    /// Its text, without a byte order mark.
    pub text: Rc<str>,
    /// Whether it began with a byte order mark.
    pub byte_order_mark: bool,
}

impl Source {
    /// Reads a file.
    ///
    /// # Errors
    /// A finding where it cannot be read (`SC0902`), is not UTF-8 (`SC0903`), or is too long (`SC0913`).
    pub fn read(path: &Path) -> Result<Self, Finding> {
        let unreadable = |why: String| Finding::about_file(codes::UNREADABLE, path, why);
        if path.is_dir() {
            return Err(
                unreadable("this is a folder".into()).help(format!("name the files in it, such as {}/*.rs", path.display()))
            );
        }
        let bytes = bytes_of(path).map_err(|error| unreadable(format!("cannot read the file: {error}")))?;
        check_length(path, bytes.len())?;
        let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
        Ok(Self::new(path, &text))
    }

    /// A source file of that name and text.
    pub fn new(path: &Path, text: &str) -> Self {
        let stripped = text.strip_prefix('\u{feff}');
        Self { path: path.to_path_buf(), text: stripped.unwrap_or(text).into(), byte_order_mark: stripped.is_some() }
    }

    /// Whether it is looked at.
    pub(super) fn check_length(&self) -> Result<(), Finding> {
        check_length(&self.path, self.text.len())
    }

    /// The file's name, without folders.
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The file's name, without folders and `.rs`.
    pub fn stem(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The text for the parser: of the same length, with blanks for the shebang line.
    pub fn parsable(&self) -> String {
        let (shebang, rest) = self.text.split_at(self.shebang().trim_end().len());
        " ".repeat(shebang.len()) + rest
    }

    /// The shebang line with its end; empty where there is none.
    pub fn shebang(&self) -> &str {
        let begins = self.text.strip_prefix("#!").is_some_and(|rest| !rest.trim_start().starts_with('['));
        let end = self.text.find('\n').map_or(self.text.len(), |newline| newline + 1);
        if begins { &self.text[..end] } else { "" }
    }

    /// How its lines end.
    pub fn newline(&self) -> &'static str {
        let first = self.text.find('\n');
        if first.is_some_and(|at| self.text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
    }

    /// The line that `at` is in, without its end.
    pub fn line_around(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        start..end
    }

    /// The white space before the first character of the line that `at` is in.
    pub fn indentation(&self, at: usize) -> &str {
        let line = &self.text[self.line_around(at)];
        &line[..line.len() - line.trim_start().len()]
    }

    /// Line and column of a byte, counted from 1, the column in characters.
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// No more than it takes to see that it is too much.
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(limits::FILE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn check_length(path: &Path, bytes: usize) -> Result<(), Finding> {
    if bytes <= limits::FILE {
        return Ok(());
    }
    let message = format!("the file has more than {} MB, of which no more are looked at", limits::FILE / 1_000_000);
    Err(Finding::about_file(codes::TOO_LONG, path, message).help("put what is annotated into a file of its own"))
}

fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Finding {
    let valid = error.utf8_error().valid_up_to();
    let before = &error.as_bytes()[..valid];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let message = format!("the file is not UTF-8: byte {} (in line {line}) begins no character", valid + 1);
    let help = "Rust source is UTF-8: convert the file, for example with `iconv -f latin1 -t utf-8`";
    Finding { severity: Severity::Error, ..Finding::about_file(codes::NOT_UTF8, path, message) }.help(help)
}

/// A code of this stage.
pub(super) const fn file_code(number: u16) -> Code {
    Code(900 + number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(Path::new("a.rs"), text)
    }

    #[test]
    fn a_shebang_is_blank_to_the_parser_and_an_attribute_is_not() {
        assert_eq!(source("#!/bin/env\r\nfn a() {}").parsable(), "          \r\nfn a() {}");
        assert_eq!(source("#![allow(dead_code)]\n").parsable(), "#![allow(dead_code)]\n");
        assert_eq!(source("#! [allow(dead_code)]\n").shebang(), "");
    }

    #[test]
    fn columns_are_characters_from_one() {
        let source = source("\u{feff}a\r\n\tä = b;\n");
        assert!(source.byte_order_mark);
        assert_eq!(source.line_and_column(0), (1, 1));
        assert_eq!(source.line_and_column(source.text.find('=').expect("is there")), (2, 4));
        assert_eq!(source.newline(), "\r\n");
    }
}
