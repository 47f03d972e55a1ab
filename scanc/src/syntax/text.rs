//! Syntax as text.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The syntax as a person would write it on one line, for labels.
pub(crate) fn text(syntax: &impl ToTokens) -> String {
    let mut printer = Printer::default();
    printer.tokens(syntax.to_token_stream());
    printer.out
}

/// Puts spaces between tokens where `rustfmt` does, nearly.
#[derive(Default)]
struct Printer {
    out: String,
    /// The last token was an operand: an operator after it has two.
    operand: bool,
    /// No space before the next token.
    tight: bool,
    /// How many `<` of a turbofish are open.
    turbofish: usize,
    /// A closure's parameters have begun.
    closure: bool,
}

impl Printer {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut joint = false;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => self.word(&name.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Punct(punct) => {
                    self.punct(punct.as_char(), joint);
                    joint = punct.spacing() == proc_macro2::Spacing::Joint;
                    continue;
                }
            }
            joint = false;
        }
    }

    fn space(&mut self) {
        let opened = self.out.ends_with(['(', '[', '.', '!']) || self.out.ends_with("::") || self.out.is_empty();
        if !self.tight && !opened && !self.out.ends_with(' ') {
            self.out.push(' ');
        }
        self.tight = false;
    }

    fn word(&mut self, word: &str) {
        self.space();
        self.out.push_str(word);
        self.operand = !matches!(word, "if" | "else" | "let" | "in" | "as" | "return" | "mut" | "match");
    }

    fn group(&mut self, group: &proc_macro2::Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => ("", ""),
        };
        if open == "{ " || !self.operand {
            self.space();
        }
        self.out.push_str(open);
        (self.operand, self.tight) = (false, true);
        self.tokens(group.stream());
        self.out.push_str(close);
        (self.operand, self.tight) = (open != "{ ", false);
    }

    fn punct(&mut self, punct: char, joint: bool) {
        match punct {
            '.' | ',' | ';' | '?' | '\'' => self.out.push(punct),
            ':' => self.out.push(punct),
            '<' if self.turbofish > 0 || self.out.ends_with("::") => {
                self.out.push(punct);
                self.turbofish += 1;
                (self.tight, self.operand) = (true, false);
                return;
            }
            '>' if self.turbofish > 0 => {
                self.out.push(punct);
                self.turbofish -= 1;
                (self.tight, self.operand) = (false, true);
                return;
            }
            '|' if self.closure => {
                self.out.push(punct);
                (self.closure, self.operand, self.tight) = (false, false, false);
                return;
            }
            _ if joint => self.out.push(punct),
            '&' | '*' | '-' | '!' | '|' if !self.operand => {
                self.space();
                self.out.push(punct);
                (self.tight, self.closure) = (true, self.closure || punct == '|');
                return;
            }
            _ => {
                self.space();
                self.out.push(punct);
            }
        }
        self.tight = matches!(punct, '.' | '\'') || self.out.ends_with("::");
        self.operand = matches!(punct, '.' | ';' | '?');
    }
}
