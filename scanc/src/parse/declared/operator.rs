//! The arguments of `#[declare_scan(…)]`, and the traits that stand for operators.

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::parse::error;
use crate::parse::suggest::nearest;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Token, parse_quote_spanned};

const FORM: &str = "write `#[declare_scan(identity = …)]`, or `#[declare_scan]` for an operator without one";
const WORDS: &[&str] = &["identity", "domain", "no_overflow", "assume_associative"];
const DOMAIN: &str = "domain = |a| a.value < 7";

/// What stands between the parentheses, each with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub identity: Option<(Expr, Span)>,
    pub domain: Option<(Domain, Span)>,
    pub no_overflow: Option<Span>,
    pub assume_associative: Option<Span>,
    pub runtime: Option<syn::Path>,
}

impl Arguments {
    /// The arguments that say something of an operator.
    pub fn of_operators(&self) -> impl Iterator<Item = (Span, &'static str)> {
        let identity = self.identity.as_ref().map(|(_, span)| (*span, WORDS[0]));
        let domain = self.domain.as_ref().map(|(_, span)| (*span, WORDS[1]));
        let bare = [(self.no_overflow, WORDS[2]), (self.assume_associative, WORDS[3])];
        identity.into_iter().chain(domain).chain(bare.into_iter().filter_map(|(span, word)| Some((span?, word))))
    }
}

/// The values on which an operator is a monoid, as a condition on one of them.
#[derive(Clone, Debug)]
pub struct Domain {
    /// As the user wrote it.
    pub written: Expr,
    /// As a closure: of a function's name `|value| name(value)`.
    pub closure: syn::ExprClosure,
    /// The closure's parameter.
    pub parameter: Ident,
}

impl Domain {
    /// `|a| condition`, or the name of a function.
    fn of(written: Expr) -> Result<Self, Diagnostic> {
        let span = written.span();
        let refused = |message: &str| Err(error(144, span, message).help(format!("write `{DOMAIN}`, or the name of a function")));
        match &written {
            Expr::Closure(closure) => {
                let is_plain = closure.attrs.is_empty()
                    && closure.lifetimes.is_none()
                    && closure.constness.is_none()
                    && closure.movability.is_none()
                    && closure.asyncness.is_none()
                    && closure.capture.is_none();
                if !is_plain {
                    return refused("the closure of `domain` begins with its parameter");
                }
                if closure.inputs.len() != 1 {
                    return refused("the closure of `domain` takes one value");
                }
                match closure.inputs.first().and_then(plain).cloned() {
                    Some(parameter) => Ok(Self { closure: closure.clone(), parameter, written }),
                    None => refused("the closure of `domain` takes a value by its name"),
                }
            }
            Expr::Path(path) => {
                // A parameter would hide a function of its name.
                let name = if path.path.is_ident("value") { "element" } else { "value" };
                let parameter = Ident::new(name, span);
                Ok(Self { closure: parse_quote_spanned!(span => |#parameter| #path(#parameter)), parameter, written })
            }
            _ => refused("`domain` is a condition on a value"),
        }
    }
}

/// The name of `a` or `a: T`.
fn plain(parameter: &Pat) -> Option<&Ident> {
    match parameter {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => Some(&name.ident),
        Pat::Type(typed) => plain(&typed.pat),
        _ => None,
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

/// `identity = EXPR`, `domain = |a| EXPR`, `no_overflow`, `assume_associative`, `crate = path`, and the comma behind it.
fn argument(input: ParseStream, read: &mut Arguments) -> Result<(), Diagnostic> {
    let span = input.span();
    let unknown = |_no_word: syn::Error| {
        error(144, span, "expected `identity`, `domain`, `no_overflow`, `assume_associative` or `crate`").help(FORM)
    };
    let word = Ident::parse_any(input).map_err(unknown)?;
    match word.to_string().as_str() {
        "identity" => {
            let identity = value(input, &word, "identity = Pair { x: 0, y: 1 }")?;
            once(&word, read.identity.replace((identity, word.span().into())).is_some())?;
        }
        "domain" => {
            let domain = Domain::of(value(input, &word, DOMAIN)?)?;
            once(&word, read.domain.replace((domain, word.span().into())).is_some())?;
        }
        "no_overflow" => bare(input, &word, &mut read.no_overflow)?,
        "assume_associative" => bare(input, &word, &mut read.assume_associative)?,
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

/// A word that has no value.
fn bare(input: ParseStream, word: &Ident, read: &mut Option<Span>) -> Result<(), Diagnostic> {
    once(word, read.replace(word.span().into()).is_some())?;
    if input.peek(Token![=]) {
        let message = format!("`{word}` takes no value");
        return Err(error(144, input.span(), message).help(format!("write `{word}` alone")));
    }
    Ok(())
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
