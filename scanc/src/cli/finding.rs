//! What the command tells its user: a diagnostic with its file and place.

use super::source::Source;
use crate::diagnostic::{Code, Diagnostic, Severity};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The codes of findings about files.
pub(super) mod codes {
    use super::super::source::file_code;
    use crate::diagnostic::Code;

    pub const SYNTAX: Code = file_code(1);
    pub const UNREADABLE: Code = file_code(2);
    pub const NOT_UTF8: Code = file_code(3);
    pub const NOTHING_ANNOTATED: Code = file_code(4);
    pub const SAME_OUTPUT: Code = file_code(5);
    pub const UNWRITABLE: Code = file_code(6);
    pub const OVERWRITES_SOURCE: Code = file_code(7);
    pub const INSIDE_MACRO: Code = file_code(8);
    pub const TOO_DEEP: Code = file_code(9);
    pub const STRAY: Code = file_code(10);
    pub const FOREIGN_OUTPUT: Code = file_code(11);
    pub const FORBIDS_UNSAFE: Code = file_code(12);
    pub const INTERNAL: Code = file_code(99);
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Error or warning.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// The file.
    pub path: PathBuf,
    /// Where in it; `None` where it is about the whole file.
    pub place: Option<Box<Place>>,
    /// What is wrong.
    pub message: String,
    /// What to do instead.
    pub help: Option<String>,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file's text.
    pub text: Rc<str>,
    /// The bytes of `text`; not empty unless the file is.
    pub bytes: Range<usize>,
    /// Line and column of the first character, from 1.
    pub start: (usize, usize),
    /// Line and column after the last character, from 1.
    pub end: (usize, usize),
}

impl Finding {
    /// A stage's diagnostic, placed in the file; one without a place of its own stands at `otherwise`.
    pub(super) fn in_source(diagnostic: &Diagnostic, source: &Source, otherwise: Range<usize>) -> Self {
        let Diagnostic { severity, code, span, message, help } = diagnostic;
        let bytes = span.byte_range();
        let bytes = if bytes.is_empty() && bytes.start == 0 { otherwise } else { bytes };
        Self {
            severity: *severity,
            code: *code,
            path: source.path.clone(),
            place: Some(Box::new(Place::new(source, bytes))),
            message: message.clone(),
            help: help.clone(),
        }
    }

    /// An error about a whole file.
    pub(super) fn about_file(code: Code, path: &Path, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code, path: path.to_path_buf(), place: None, message: message.into(), help: None }
    }

    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    #[must_use]
    pub(super) fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    #[must_use]
    pub(super) fn at(mut self, source: &Source, bytes: Range<usize>) -> Self {
        self.place = Some(Box::new(Place::new(source, bytes)));
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Whether files could not be read or written, as opposed to what is in them.
    pub(super) fn is_input_or_output(&self) -> bool {
        let codes = [codes::UNREADABLE, codes::SAME_OUTPUT, codes::UNWRITABLE, codes::OVERWRITES_SOURCE, codes::FOREIGN_OUTPUT];
        codes.contains(&self.code)
    }
}

impl Place {
    pub(super) fn new(source: &Source, bytes: Range<usize>) -> Self {
        let bytes = on_characters(&source.text, bytes);
        let (start, end) = (source.line_and_column(bytes.start), source.line_and_column(bytes.end));
        Self { text: Rc::clone(&source.text), bytes, start, end }
    }
}

/// The range within the text and on character boundaries: a wrong span must not become a panic.
fn on_characters(text: &str, bytes: Range<usize>) -> Range<usize> {
    let start = (0..=bytes.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let end = (bytes.end.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    start..end.max(start)
}
