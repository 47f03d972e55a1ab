//! The operator of a clause, and the colon behind it.

use super::Parsed;
use super::arguments::skip;
use super::{FORM, unreadable};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::parse::{OperatorName, error};
use crate::syntax::{is_place, place_text};
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Expr, Token};

/// The built-in operators, as help lines list them.
pub(crate) const BUILT_IN: &str = "built-in operators are `+ - * & | ^ && || min max`";

/// In the place of an operator: it is derived from the loop.
pub(crate) const AUTO: &str = "auto";

impl OperatorName {
    /// Whether the operator is to be derived from the loop.
    pub fn is_derived(&self) -> bool {
        matches!(self, Self::Symbol(AUTO, _))
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Symbol(_, span) => *span,
            Self::Path(path) => path.span(),
        }
    }
}

/// As written, without spaces.
impl std::fmt::Display for OperatorName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Symbol(symbol, _) => f.write_str(symbol),
            Self::Path(path) => f.write_str(&quote::quote!(#path).to_string().replace(' ', "")),
        }
    }
}

/// Whether an operator, known or not, begins here.
pub(super) fn starts_operator(input: ParseStream) -> bool {
    let punctuation = matches!(input.cursor().token_tree(), Some((TokenTree::Punct(punct), _)) if punct.as_char() != ',');
    punctuation || path_and_colon(input)
}

pub(super) fn operator(input: ParseStream) -> Parsed<OperatorName> {
    let span = input.span();
    if let Some(symbol) = symbol(input) {
        return Ok(OperatorName::Symbol(symbol, span.into()));
    }
    if !input.peek(syn::Ident) && !input.peek(Token![::]) && !path_and_colon(input) {
        return Err(unknown_operator(input));
    }
    let path = input.call(syn::Path::parse_mod_style).map_err(|error| unreadable(span.into(), &error))?;
    Ok(match path.get_ident() {
        Some(name) if name == "min" => OperatorName::Symbol("min", span.into()),
        Some(name) if name == "max" => OperatorName::Symbol("max", span.into()),
        Some(name) if name == AUTO => OperatorName::Symbol(AUTO, span.into()),
        _ => OperatorName::Path(path),
    })
}

/// Reads a built-in operator of punctuation; the two-character ones first.
fn symbol(input: ParseStream) -> Option<&'static str> {
    macro_rules! first_of {
        ($($token:tt => $name:literal),*) => {
            $(if input.peek(Token![$token]) {
                let _read: syn::Result<Token![$token]> = input.parse();
                return Some($name);
            })*
        };
    }
    first_of!(&& => "&&", || => "||", + => "+", - => "-", * => "*", & => "&", | => "|", ^ => "^");
    None
}

fn unknown_operator(input: ParseStream) -> Diagnostic {
    let span = input.span();
    let mut text = String::new();
    while let Some((TokenTree::Punct(punct), _)) = input.cursor().token_tree() {
        if matches!(punct.as_char(), ':' | ',') {
            break;
        }
        text.push(punct.as_char());
        skip(input);
    }
    if text.is_empty() {
        return error(102, span, "an operator is missing before `:`").help(FORM);
    }
    error(102, span, format!("`{text}` is not an operator of a scan")).help(BUILT_IN)
}

pub(super) fn colon(input: ParseStream, operator: &OperatorName, whole: Span) -> Parsed<()> {
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        skip(input);
        return Ok(());
    }
    let span = if input.is_empty() { whole } else { input.span().into() };
    if input.peek(Token![=]) {
        return Err(error(102, span, format!("`{operator}=` is an assignment")).help(format!("write `{operator} : y`")));
    }
    let target = input.fork().parse::<Expr>().ok().filter(is_place).map_or("y".to_owned(), |place| place_text(&place));
    Err(error(103, span, format!("expected `:` after the operator `{operator}`")).help(format!("write `{operator} : {target}`")))
}

/// `module::op :`
fn path_and_colon(input: ParseStream) -> bool {
    let fork = input.fork();
    // `crate::op`, but no bare `crate`.
    let starts_path = fork.peek(syn::Ident) || fork.peek2(Token![::]);
    starts_path && fork.call(syn::Path::parse_mod_style).is_ok() && fork.peek(Token![:])
}
