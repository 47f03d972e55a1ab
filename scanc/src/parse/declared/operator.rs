//! The arguments of `#[declare_scan(…)]`, and the traits that stand for operators.

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::parse::error;
use crate::parse::suggest::nearest;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Token};

const FORM: &str = "write `#[declare_scan(identity = …)]`, or `#[declare_scan]` for an operator without one";
const WORDS: &[&str] = &["identity", "assume_associative"];

/// What stands between the parentheses, each with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub identity: Option<(Expr, Span)>,
    pub assume_associative: Option<Span>,
    pub runtime: Option<syn::Path>,
}

impl Arguments {
    /// The arguments that say something of an operator.
    pub fn of_operators(&self) -> impl Iterator<Item = (Span, &'static str)> {
        let identity = self.identity.as_ref().map(|(_, span)| (*span, WORDS[0]));
        identity.into_iter().chain(self.assume_associative.map(|span| (span, WORDS[1])))
    }
}

/// Reads the arguments. What is wrong is reported at its place, and what was read before it is kept.
pub(super) fn arguments(tokens: TokenStream, span: Span, diagnostics: &mut Diagnostics) -> Arguments {
    let mut read = Arguments::default();
    let all = (|input: ParseStream| {
        let mut wrong = None;
        while wrong.is_none() && !input.is_empty() {
            wrong = argument(input, &mut read).err();
        }
        // What follows the first mistake is not read: `syn` would report it as another.
        let _rest: TokenStream = input.parse()?;
        Ok(wrong)
    })
    .parse2(tokens);
    match all {
        Ok(None) => {}
        Ok(Some(wrong)) => diagnostics.push(wrong),
        Err(wrong) => diagnostics.push(error(144, span, wrong.to_string()).help(FORM)),
    }
    read
}

/// `identity = EXPR`, `assume_associative`, `crate = path`, and the comma behind it.
fn argument(input: ParseStream, read: &mut Arguments) -> Result<(), Diagnostic> {
    let span = input.span();
    let unknown = |_no_word: syn::Error| error(144, span, "expected `identity`, `assume_associative` or `crate`").help(FORM);
    let word = Ident::parse_any(input).map_err(unknown)?;
    match word.to_string().as_str() {
        "identity" => {
            let identity = value(input, &word, "identity = Pair { x: 0, y: 1 }")?;
            once(&word, read.identity.replace((identity, word.span().into())).is_some())?;
        }
        "assume_associative" => {
            once(&word, read.assume_associative.replace(word.span().into()).is_some())?;
            if input.peek(Token![=]) {
                let message = "`assume_associative` takes no value";
                return Err(error(144, input.span(), message).help("write `assume_associative` alone"));
            }
        }
        "crate" => {
            let path = value(input, &word, "crate = scan_runtime")?;
            once(&word, read.runtime.replace(path).is_some())?;
        }
        other => {
            let help = nearest(other, WORDS).map_or_else(|| FORM.to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(error(146, word.span(), format!("`#[declare_scan]` does not know `{other}`")).help(help));
        }
    }
    let span = input.span();
    match input.is_empty() || input.parse::<Token![,]>().is_ok() {
        true => Ok(()),
        false => Err(error(144, span, "expected `,`").help("put a `,` between two arguments")),
    }
}

/// `= value`
fn value<T: syn::parse::Parse>(input: ParseStream, word: &Ident, example: &str) -> Result<T, Diagnostic> {
    let missing = |span, message: String| error(144, span, message).help(format!("write `{example}`"));
    if input.is_empty() || input.parse::<Token![=]>().is_err() || input.is_empty() {
        return Err(missing(word.span(), format!("`{word}` needs a value")));
    }
    let span = input.span();
    input.parse().map_err(|wrong| missing(span, wrong.to_string()))
}

fn once(word: &Ident, again: bool) -> Result<(), Diagnostic> {
    if again {
        return Err(error(145, word.span(), format!("`{word}` is written twice")).help("leave one of them out"));
    }
    Ok(())
}

/// The symbol of the operator that is implemented, if it is one that scans may have: `*` for `impl Mul for T`.
pub fn symbol(implementation: &syn::ItemImpl) -> Option<&'static str> {
    let (_, path, _) = implementation.trait_.as_ref()?;
    Some(match path.segments.last()?.ident.to_string().as_str() {
        "Add" => "+",
        "Mul" => "*",
        "BitAnd" => "&",
        "BitOr" => "|",
        "BitXor" => "^",
        _ => return None,
    })
}
