//! What stands between a clause's parentheses.

use super::{Parsed, malformed, unreadable};
use crate::diagnostic::{Diagnostic, Span};
use crate::parse::suggest::nearest;
use crate::parse::{Algorithm, DeviceWord, Direction, error};
use crate::syntax::{is_place, place_text};
use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, LitInt, Token, parenthesized};

const MAX_GROUP_SIZE: u32 = 1024;
pub(super) const DEVICES: &[(&str, DeviceWord)] = &[
    ("gpu", DeviceWord::Gpu),
    ("cpu", DeviceWord::Cpu),
    ("accelerator", DeviceWord::Accelerator),
    ("any", DeviceWord::Any),
    ("all", DeviceWord::All),
    ("host", DeviceWord::Host),
    ("loop", DeviceWord::Loop),
];
pub(super) const ALGORITHMS: &[(&str, Option<Algorithm>)] = &[
    ("auto", None),
    ("lookback", Some(Algorithm::Lookback)),
    ("reduce_then_scan", Some(Algorithm::ReduceThenScan)),
    ("blelloch", Some(Algorithm::Blelloch)),
    ("hillis_steele", Some(Algorithm::HillisSteele)),
    ("reduce", Some(Algorithm::Reduce)),
];
const DIRECTIONS: &[(&str, Direction)] = &[("to", Direction::To), ("from", Direction::From), ("tofrom", Direction::ToFrom)];

pub(super) fn one_word<T: Copy>(arguments: &ParseBuffer, clause: &str, span: Span, words: &[(&str, T)]) -> Parsed<T> {
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let help = format!("write one of {}", list(&known));
    if arguments.is_empty() {
        return Err(error(110, span, format!("`{clause}` needs an argument")).help(help));
    }
    let at = arguments.span();
    let Ok(word) = arguments.call(Ident::parse_any) else {
        drain(arguments);
        return Err(error(108, at, format!("`{clause}` needs a word")).help(help));
    };
    let text = word.to_string();
    match words.iter().find(|(known, _)| *known == text) {
        Some((_, value)) => Ok(*value),
        None => {
            drain(arguments);
            Err(unknown_word(&word, clause, &known, help))
        }
    }
}

pub(super) fn group_size(arguments: &ParseBuffer, span: Span) -> Parsed<u32> {
    let example = "write a power of two up to 1024, as in `group_size(256)`";
    if arguments.is_empty() {
        return Err(error(110, span, "`group_size` needs an argument").help(example));
    }
    let at = arguments.span();
    let Ok(literal) = arguments.parse::<LitInt>() else {
        drain(arguments);
        return Err(error(109, at, "`group_size` needs an integer literal").help(example));
    };
    let parsed = literal.base10_parse::<i128>().unwrap_or(i128::MAX);
    match u32::try_from(parsed) {
        Ok(size) if size.is_power_of_two() && size <= MAX_GROUP_SIZE => Ok(size),
        _ => {
            drain(arguments);
            let near = parsed.clamp(1, MAX_GROUP_SIZE.into()).unsigned_abs().next_power_of_two();
            let message = format!("`group_size` must be a power of two from 1 to {MAX_GROUP_SIZE}");
            Err(error(109, at, message).help(format!("write `group_size({near})`")))
        }
    }
}

/// The `world` of `ranks(world)`.
pub(super) fn world(arguments: &ParseBuffer, span: Span) -> Parsed<Expr> {
    let help = "write `ranks(world)`, with a variable or a path that is, or refers to, a `scan_runtime::Ranks`";
    if arguments.is_empty() {
        return Err(error(110, span, "`ranks` needs an argument").help(help));
    }
    let at = arguments.span();
    let expression = arguments.parse::<Expr>().map_err(|error| {
        drain(arguments);
        unreadable(at.into(), &error)
    })?;
    match is_place(&expression) {
        true => Ok(expression),
        false => {
            drain(arguments);
            Err(error(109, at, "`ranks` needs a variable or a path").help(help))
        }
    }
}

/// `to:`
pub(super) fn map_direction(arguments: &ParseBuffer) -> Parsed<Direction> {
    let direction = one_word(arguments, "map", arguments.span().into(), DIRECTIONS)?;
    skip(arguments);
    Ok(direction)
}

/// A `map` list that does not begin with a direction.
pub(super) fn directionless(arguments: &ParseBuffer, span: Span) -> Diagnostic {
    let at = if arguments.is_empty() { span } else { arguments.span().into() };
    let places = Punctuated::<Expr, Token![,]>::parse_terminated(&arguments.fork());
    drain(arguments);
    let first = places.ok().and_then(|places| places.first().filter(|first| is_place(first)).map(place_text));
    let name = first.unwrap_or("x".to_owned());
    error(110, at, "`map` needs a direction")
        .help(format!("write `map(to: {name})`, `map(from: {name})` or `map(tofrom: {name})`"))
}

pub(super) fn nothing_more(arguments: &ParseBuffer, clause: &Ident) -> Parsed<()> {
    let fork = arguments.fork();
    if fork.peek(Token![,]) {
        skip(&fork);
    }
    if fork.is_empty() {
        drain(arguments);
        return Ok(());
    }
    let span = arguments.span();
    drain(arguments);
    Err(malformed(span, format!("`{clause}` takes one argument")).help("leave the rest out"))
}

pub(super) fn comma(input: &ParseBuffer) -> Parsed<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.peek(Token![,]) {
        skip(input);
        return Ok(());
    }
    let span = input.span();
    drain(input);
    Err(malformed(span, "expected `,`").help("put a `,` between two arrays"))
}

pub(super) fn arguments<'a>(input: &ParseBuffer<'a>) -> Parsed<ParseBuffer<'a>> {
    let inner = |input: &ParseBuffer<'a>| {
        let content;
        parenthesized!(content in input);
        Ok(content)
    };
    inner(input).map_err(|error: syn::Error| unreadable(input.span().into(), &error))
}

/// Reads the rest, since `syn` reports what is left in parentheses as an error of its own.
pub(super) fn drain(input: &ParseBuffer) {
    while !input.is_empty() {
        skip(input);
    }
}

pub(super) fn skip(input: ParseStream) {
    // A token tree can always be read from what is not empty.
    let _skipped: syn::Result<TokenTree> = input.parse();
}

pub(super) fn skip_to_comma(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        skip(input);
    }
}

fn unknown_word(word: &Ident, clause: &str, known: &[&str], list: String) -> Diagnostic {
    let text = word.to_string();
    let near = nearest(&text.to_lowercase(), known).map(|near| format!("did you mean `{near}`?"));
    error(108, word.span(), format!("`{clause}` does not know `{text}`")).help(near.unwrap_or(list))
}

pub(super) fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
