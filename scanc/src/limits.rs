//! How much of a program is looked at. What is more is refused, with the place where it begins to be too much and a way out.
//!
//! All bounds stand here. [`check`] holds tokens against those that depend on the text alone, before anything reads them: parsers and
//! visitors recurse as deep as a program nests, on a stack that is rustc's, so that what they are given has to be shallow. The others
//! are held where what they count is made.
//!
//! # Codes
//!
//! | code | what is wrong |
//! |---|---|
//! | SC0131 | a function, a module or an attribute has too many tokens, or too long ones |
//! | SC0132 | syntax is nested too deeply |
//! | SC0133 | a number has too many digits |

#[cfg(test)]
mod tests;

use crate::diagnostic::{Code, Diagnostic, Span};
use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree, token_stream::IntoIter};

/// Tokens of an annotated function, of a declared one, or of an attribute.
pub const TOKENS: usize = 20_000;
/// Tokens of a module of declarations.
pub const MODULE_TOKENS: usize = 5 * TOKENS;
/// Characters of all these tokens together.
pub const CHARACTERS: usize = 1_000_000;
/// Characters of a number.
pub const DIGITS: usize = 1_000;
/// Bytes of a file that the command reads.
pub const FILE: usize = 2_000_000;

/// Primitive values in a declared type. More would not be read by anybody, and few devices would hold them in registers.
pub(crate) const VALUES: u64 = 4096;
/// Elements that declarations write out: of `[0; 64]`, of constants where they are used, of arrays in structs that are copied.
pub(crate) const ELEMENTS: u64 = 64 * VALUES;
/// Types and functions that are declared together.
pub(crate) const DECLARED: usize = 256;
/// Arrays and values from outside of a loop. OpenCL promises 1,024 bytes for the parameters of a kernel; many devices have some more.
pub(crate) const PARAMETERS: usize = 128;
/// Stores of a loop, and variables from outside that it changes.
pub(crate) const RESULTS: usize = 64;
/// Expressions in what is written out with the values of `let`s in the place of their names.
pub(crate) const WRITTEN_OUT: usize = 400;
/// Names in all that branches compute, with what has to be repeated for each of the variables that they change.
pub(crate) const BRANCHES: usize = 200_000;
/// Terms of an index, and factors of a term.
pub(crate) const TERMS: usize = 64;

/// How deep syntax may be nested, in steps. A step is what an operator takes of the stack, from which the steps of other syntax
/// follow: some 5 KB in an unoptimised build, and rustc has 8 MB.
const DEPTH: usize = 1_000;
/// Brackets.
const BRACKET: usize = 6;
/// `Vec<`
const ANGLE: usize = 10;
/// `&` in front of a type.
const REFERENCE: usize = 7;
/// `if`, `match`, `fn` and the like.
const WORD: usize = 4;

const TOO_LONG: Code = Code(131);
const TOO_DEEP: Code = Code(132);
const TOO_MANY_DIGITS: Code = Code(133);

/// Holds the tokens of `what` (`the function`) against the bounds of texts.
///
/// # Errors
/// What is too much, with its place.
pub fn check(what: &str, tokens: &TokenStream) -> Result<(), Diagnostic> {
    hold(what, TOKENS, tokens)
}

/// Holds a declaration against them: of a module there may be more, of each function and each `impl` in it there may not.
///
/// # Errors
/// What is too much, with its place.
pub fn check_declared(item: &TokenStream) -> Result<(), Diagnostic> {
    let what = "what is declared here";
    if !item.clone().into_iter().any(|token| matches!(&token, TokenTree::Ident(word) if word == "mod")) {
        return check(what, item);
    }
    hold(what, MODULE_TOKENS, item)?;
    groups(item).flat_map(|module| groups(&module)).try_for_each(|body| check(what, &body))
}

/// Whether the tokens are more, or deeper, than any check lets through.
pub(crate) fn exceeds_all(tokens: &TokenStream) -> bool {
    hold("", MODULE_TOKENS, tokens).is_err()
}

fn groups(tokens: &TokenStream) -> impl Iterator<Item = TokenStream> + use<> {
    tokens.clone().into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    })
}

fn hold(what: &str, most: usize, tokens: &TokenStream) -> Result<(), Diagnostic> {
    let mut count = Count { what, most, tokens: 0, characters: 0 };
    each(tokens, false, &mut |token| count.count(token))
}

/// Holds the tokens of a file, most of which nobody has annotated, against the bounds of what its parser can take: of nesting, and of
/// numbers, whose digits it turns into another base.
///
/// # Errors
/// What is too much, with its place.
pub fn check_file(tokens: &TokenStream) -> Result<(), Diagnostic> {
    each(tokens, true, &mut |token| match token {
        TokenTree::Literal(literal) => length(literal).map(drop),
        _ => Ok(()),
    })
}

/// Calls `look` with every token that is parsed, as long as they are not nested too deeply. Brackets wait on a stack of their own, so
/// that this recurses nowhere. Nobody parses what stands in macros, where they are `opaque`, so that only brackets count there.
fn each(
    tokens: &TokenStream,
    opaque_macros: bool,
    look: &mut dyn FnMut(&TokenTree) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut open = vec![Level::new(tokens.clone(), 0, false)];
    while let Some(level) = open.last_mut() {
        let Some(token) = level.next()? else {
            open.pop();
            continue;
        };
        if !level.is_opaque {
            look(&token)?;
        }
        if let TokenTree::Group(group) = &token {
            let inner = level.enter(group, opaque_macros)?;
            open.push(inner);
        }
    }
    Ok(())
}

/// Counts tokens.
struct Count<'a> {
    what: &'a str,
    /// Tokens, at most.
    most: usize,
    tokens: usize,
    characters: usize,
}

impl Count<'_> {
    fn count(&mut self, token: &TokenTree) -> Result<(), Diagnostic> {
        let (tokens, characters) = match token {
            TokenTree::Group(_) => (2, 2),
            TokenTree::Punct(_) => (1, 1),
            TokenTree::Ident(name) => (1, name.to_string().len()),
            TokenTree::Literal(literal) => (1, length(literal)?),
        };
        self.tokens += tokens;
        self.characters += characters;
        let (most, of) = match (self.tokens > self.most, self.characters > CHARACTERS) {
            (true, _) => (self.most, "tokens"),
            (_, true) => (CHARACTERS, "characters"),
            _ => return Ok(()),
        };
        let message = format!("{} has more than {} {of}, of which no more are looked at", self.what, grouped(most));
        let help = "annotate a smaller function: put the loop, or a part of what is declared, into one of its own";
        Err(Diagnostic::error(TOO_LONG, token.span(), message).help(help))
    }
}

fn length(literal: &Literal) -> Result<usize, Diagnostic> {
    let text = literal.to_string();
    if text.len() > DIGITS && text.starts_with(|first: char| first.is_ascii_digit()) {
        let message = format!("this number has {} characters", grouped(text.len()));
        let help = format!("no type holds such a number: write it with {} at most", grouped(DIGITS));
        return Err(Diagnostic::error(TOO_MANY_DIGITS, literal.span(), message).help(help));
    }
    Ok(text.len())
}

/// `20,000`
pub(crate) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The tokens between two brackets, and how deep the syntax trees may be that they become.
///
/// Operators, prefixes, postfixes and words each put a tree around another one, so a tree is no deeper than there are such tokens
/// since the last one that ends a statement, an item or an argument. That is more than the depth of most, and never less.
struct Level {
    tokens: IntoIter,
    /// How deep the brackets stand.
    outside: usize,
    /// The steps since the last end.
    chain: usize,
    /// How many `<` wait for their `>`, if they are brackets.
    angles: usize,
    /// An odd number of `|`: a closure's parameters, perhaps, among which a comma ends nothing.
    in_pipes: bool,
    last: Last,
    /// `name!`, or `name! name`, stands right before.
    after_bang: bool,
    /// The last group is a macro's.
    is_macros: bool,
    /// It is a macro's argument itself.
    is_opaque: bool,
}

/// What the last token was.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// What an operand may end with.
    Operand { is_name: bool },
    /// A block, which may end a statement.
    Braces,
    /// Nothing, a word or another token, which an operand follows.
    Other,
    /// `'`, whose name follows.
    Quote,
    /// A character of an operator that may have another one, and whether an operand stands before it.
    Joint(char, bool),
}

impl Level {
    fn new(tokens: TokenStream, outside: usize, is_opaque: bool) -> Self {
        let (chain, angles, in_pipes, last) = (0, 0, false, Last::Other);
        let (tokens, after_bang, is_macros) = (tokens.into_iter(), false, false);
        Self { tokens, outside, chain, angles, in_pipes, last, after_bang, is_macros, is_opaque }
    }

    /// The next token, counted.
    fn next(&mut self) -> Result<Option<TokenTree>, Diagnostic> {
        let Some(token) = self.tokens.next() else { return Ok(None) };
        if self.last == Last::Braces && begins_statement(&token) {
            self.end();
        }
        self.is_macros = self.after_bang && matches!(token, TokenTree::Group(_));
        self.after_bang = match &token {
            TokenTree::Punct(punct) => punct.as_char() == '!' && self.last == Last::Operand { is_name: true },
            TokenTree::Ident(_) => self.after_bang,
            TokenTree::Group(_) | TokenTree::Literal(_) => false,
        };
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => self.last = Last::Braces,
            TokenTree::Group(_) => self.last = Last::Operand { is_name: false },
            TokenTree::Literal(_) => {
                if self.last == Last::Joint('<', false) {
                    // `a << 3`
                    self.no_angles(2);
                }
                self.last = Last::Operand { is_name: false };
            }
            TokenTree::Ident(_) if self.last == Last::Quote => self.last = Last::Other,
            TokenTree::Ident(name) => self.name(&name.to_string()),
            TokenTree::Punct(punct) => self.punct(punct),
        }
        if self.is_opaque {
            self.chain = 0;
        }
        self.hold(token.span().into())?;
        Ok(Some(token))
    }

    /// What stands in a group that came last.
    fn enter(&mut self, group: &Group, opaque_macros: bool) -> Result<Self, Diagnostic> {
        let is_opaque = self.is_opaque || self.is_macros && opaque_macros;
        let inner = Self::new(group.stream(), self.outside + self.chain + BRACKET, is_opaque);
        inner.hold(group.span_open().into())?;
        // `f()()`, `x[0][0]`
        self.chain += 1;
        Ok(inner)
    }

    fn hold(&self, at: Span) -> Result<(), Diagnostic> {
        if self.outside + self.chain <= DEPTH {
            return Ok(());
        }
        let (brackets, operators) = (DEPTH / BRACKET, grouped(DEPTH));
        let help = format!(
            "at most {brackets} brackets, or {operators} operators, may stand one within the other: name parts of it, a `let` each"
        );
        Err(Diagnostic::error(TOO_DEEP, at, "this is nested too deeply").help(help))
    }

    fn end(&mut self) {
        (self.chain, self.angles, self.in_pipes) = (0, 0, false);
    }

    fn name(&mut self, name: &str) {
        let steps = steps_of_word(name);
        self.chain += steps.unwrap_or(0);
        self.last = if steps.is_some() { Last::Other } else { Last::Operand { is_name: true } };
    }

    fn punct(&mut self, punct: &Punct) {
        let (sign, last) = (punct.as_char(), self.last);
        let follows = |first: char| matches!(last, Last::Joint(known, _) if known == first);
        let after_operand = matches!(last, Last::Operand { .. } | Last::Braces);
        match sign {
            ';' => self.end(),
            ',' if self.angles == 0 && !self.in_pipes => self.chain = 0,
            ',' | '#' => {}
            // An arm's pattern is before it, its value behind.
            '>' if follows('=') => self.end(),
            '>' if follows('-') => {}
            '>' if self.angles > 0 => self.no_angles(1),
            // Only names, and what an operand begins with, have parameters.
            '<' if after_operand && last != (Last::Operand { is_name: true }) => self.chain += 1,
            '<' => {
                self.angles += 1;
                self.chain += ANGLE;
            }
            '=' if follows('<') => self.no_angles(1),
            '&' if last == Last::Joint('&', true) => {}
            '&' if !after_operand => self.chain += REFERENCE,
            '|' => {
                self.in_pipes = !self.in_pipes;
                self.chain += WORD / 2;
            }
            // `::`, `..`, `==`, `+=`
            ':' | '.' if follows(sign) => {}
            '=' if matches!(last, Last::Joint(..)) => {}
            '-' | '.' | '=' => self.chain += 2,
            _ => self.chain += 1,
        }
        self.last = match sign {
            '\'' => Last::Quote,
            '?' => Last::Operand { is_name: false },
            _ if punct.spacing() == Spacing::Joint => Last::Joint(sign, after_operand),
            // `a << 3` ends in one that is not joint.
            '<' if follows('<') => Last::Joint('<', false),
            _ => Last::Other,
        };
    }

    /// So many `<` are closed, or were none that are.
    fn no_angles(&mut self, count: usize) {
        self.angles = self.angles.saturating_sub(count);
        self.chain = self.chain.saturating_sub(count * ANGLE);
    }
}

/// How many steps a word is that stands around what follows; `None` for a name.
fn steps_of_word(word: &str) -> Option<usize> {
    match word {
        "as" | "else" => Some(1),
        "if" | "match" | "while" | "for" | "in" | "loop" | "let" | "return" | "break" | "yield" | "move" | "async" | "unsafe"
        | "fn" | "impl" | "dyn" | "where" | "static" | "const" | "mut" | "ref" | "use" => Some(WORD),
        _ => None,
    }
}

/// Whether what stands behind a block cannot go on with it: `if a { … } b`.
fn begins_statement(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => !(word == "else" || word == "as" || word == "in" || word == "where"),
        TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), '#' | '\''),
        TokenTree::Group(_) => false,
    }
}
