//! What the compiler tells its user: a stable code, the exact place, a label in the user's words, a help line that can be pasted.
//!
//! Stages push into one [`Diagnostics`] and go on where they can; the driver stops at a stage boundary if any of it is an error
//! ([`Diagnostics::stop_if_errors`]), so that a user sees all of a stage's findings at once.

use quote::ToTokens;
use std::fmt;

/// A stable diagnostic code, `SC` and four digits: 01 attribute, 02 loop header, 03 loop body and recurrence, 04 clause against
/// loop, 05 types and expressions, 06 operators and their laws, 09 files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SC{:04}", self.0)
    }
}

/// A stretch of source, from its first token to its last. On stable Rust `proc_macro2`'s spans cannot be joined inside a macro; rustc
/// joins these two when it reports.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first token's.
    pub first: proc_macro2::Span,
    /// The last token's.
    pub last: proc_macro2::Span,
}

impl Span {
    /// The place of the macro's invocation: for what stands nowhere in the source.
    pub fn call_site() -> Self {
        proc_macro2::Span::call_site().into()
    }

    /// The bytes of the source text.
    #[cfg(feature = "cli")]
    pub fn byte_range(self) -> std::ops::Range<usize> {
        self.first.byte_range().start..self.last.byte_range().end
    }

    /// As one span where the two can be joined, which is outside macros; the first token's otherwise.
    pub fn joined(self) -> proc_macro2::Span {
        self.first.join(self.last).unwrap_or(self.first)
    }

    /// The source text, where it is known.
    pub fn source_text(self) -> Option<String> {
        match self.first.join(self.last) {
            Some(joined) => joined.source_text(),
            // What two tokens' places are can only be printed.
            None => self.first.source_text().filter(|_| format!("{:?}", self.first) == format!("{:?}", self.last)),
        }
    }
}

/// Where an expression stands, without looking at what is between its first and its last token: a sum is as deep as it is long. The
/// parentheses that printing a tree puts around operands stand nowhere.
pub fn span_of(expr: &syn::Expr) -> Span {
    Span { first: first_of(expr).first, last: last_of(expr).last }
}

fn first_of(mut expr: &syn::Expr) -> Span {
    use syn::Expr;
    loop {
        expr = match expr {
            Expr::Binary(inner) if inner.attrs.is_empty() => &inner.left,
            Expr::Assign(inner) if inner.attrs.is_empty() => &inner.left,
            Expr::Cast(inner) if inner.attrs.is_empty() => &inner.expr,
            Expr::MethodCall(inner) if inner.attrs.is_empty() => &inner.receiver,
            Expr::Call(inner) if inner.attrs.is_empty() => &inner.func,
            Expr::Index(inner) if inner.attrs.is_empty() => &inner.expr,
            Expr::Field(inner) if inner.attrs.is_empty() => &inner.base,
            Expr::Try(inner) if inner.attrs.is_empty() => &inner.expr,
            Expr::Unary(inner) if inner.attrs.is_empty() => return inner.op.span(),
            Expr::Reference(inner) if inner.attrs.is_empty() => return inner.and_token.span.into(),
            Expr::If(inner) if inner.attrs.is_empty() => return inner.if_token.span.into(),
            other => return bracketed(other),
        };
    }
}

fn last_of(mut expr: &syn::Expr) -> Span {
    use syn::Expr;
    loop {
        expr = match expr {
            Expr::Binary(inner) => &inner.right,
            Expr::Assign(inner) => &inner.right,
            Expr::Unary(inner) => &inner.expr,
            Expr::Reference(inner) => &inner.expr,
            Expr::Cast(inner) => return inner.ty.span(),
            Expr::MethodCall(inner) => return inner.paren_token.span.close().into(),
            Expr::Call(inner) => return inner.paren_token.span.close().into(),
            Expr::Index(inner) => return inner.bracket_token.span.close().into(),
            Expr::Field(inner) => return inner.member.span(),
            Expr::Try(inner) => return inner.question_token.span.into(),
            Expr::If(inner) => match &inner.else_branch {
                Some((_, otherwise)) => otherwise,
                None => return inner.then_branch.brace_token.span.close().into(),
            },
            other => return bracketed(other),
        };
    }
}

/// Where an expression stands that is brackets with something in them, or else is short.
fn bracketed(expr: &syn::Expr) -> Span {
    match expr {
        syn::Expr::Paren(inner) if inner.attrs.is_empty() => inner.paren_token.span.join().into(),
        syn::Expr::Block(inner) if inner.attrs.is_empty() && inner.label.is_none() => inner.block.brace_token.span.join().into(),
        syn::Expr::Array(inner) if inner.attrs.is_empty() => inner.bracket_token.span.join().into(),
        syn::Expr::Tuple(inner) if inner.attrs.is_empty() => inner.paren_token.span.join().into(),
        other => other.span(),
    }
}

impl From<proc_macro2::Span> for Span {
    fn from(span: proc_macro2::Span) -> Self {
        Self { first: span, last: span }
    }
}

/// What stands somewhere in the source.
pub trait Spanned {
    /// Where.
    fn span(&self) -> Span;
}

impl<T: ToTokens + ?Sized> Spanned for T {
    fn span(&self) -> Span {
        let mut tokens = self.to_token_stream().into_iter();
        let first = tokens.next().map_or_else(proc_macro2::Span::call_site, |token| token.span());
        Span { first, last: tokens.last().map_or(first, |token| token.span()) }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The loop is not compiled.
    Error,
    /// The loop is compiled; the user should know.
    Warning,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// The expression that stops it.
    pub span: Span,
    /// What is wrong, in the user's words: no full stop, no capital.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: Code, span: impl Into<Span>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code, span: span.into(), message: message.into(), help: None }
    }

    /// Adds the help line.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The error of a stage that could not go on: everything it found is in the [`Diagnostics`] it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A stage's result.
pub type Result<T> = std::result::Result<T, Stopped>;

/// The findings so far.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Records a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Records a finding, unless one with the same words is there: the first place is enough.
    pub fn push_once(&mut self, diagnostic: Diagnostic) {
        if !self.found.iter().any(|known| known.message == diagnostic.message) {
            self.found.push(diagnostic);
        }
    }

    /// Records an error and returns [`Stopped`], for `return Err(diagnostics.stop(…))`.
    pub fn stop(&mut self, diagnostic: Diagnostic) -> Stopped {
        self.found.push(diagnostic);
        Stopped
    }

    /// The boundary between two stages.
    ///
    /// # Errors
    /// [`Stopped`] where any finding is an error.
    pub fn stop_if_errors(&self) -> Result<()> {
        if self.has_errors() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// The findings, in the order in which they were made.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// Says all messages and help lines in other words.
    pub(crate) fn rename(&mut self, words: impl Fn(&str) -> String) {
        for found in &mut self.found {
            found.message = words(&found.message);
            found.help = found.help.as_deref().map(&words);
        }
    }

    /// The first finding, with another help line.
    pub fn with_help(mut self, help: String) -> Self {
        self.found.truncate(1);
        self.found.iter_mut().for_each(|found| found.help = Some(help.clone()));
        self
    }

    /// Takes in another list's findings.
    pub fn extend(&mut self, other: Diagnostics) {
        self.found.extend(other.found);
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
