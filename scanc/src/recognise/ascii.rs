//! `c.is_ascii_digit()`: methods of bytes as the `match` that they are.

use crate::diagnostic::Spanned;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{ExprMatch, ExprMethodCall};

/// Whether kernels know a method of this name as one of `u8`.
pub(crate) fn is_known_of_bytes(name: &str) -> bool {
    class(name).is_some() || letters(name).is_some()
}

/// The call as a `match` on its receiver.
pub(super) fn as_match(call: &ExprMethodCall) -> Option<ExprMatch> {
    if !call.args.is_empty() || call.turbofish.is_some() {
        return None;
    }
    let (name, receiver, span) = (call.method.to_string(), &call.receiver, call.span().first);
    let arms = match (class(&name), letters(&name)) {
        (Some(class), _) => quote_spanned!(span=> #class => true, _ => false),
        (None, Some(letters)) => quote_spanned!(span=> byte @ #letters => byte ^ 32u8, byte => byte),
        (None, None) => return None,
    };
    Some(syn::parse_quote_spanned!(span=> match #receiver { #arms }))
}

/// The bytes for which a method holds.
fn class(name: &str) -> Option<TokenStream> {
    let class = match name {
        "is_ascii" => quote!(..=127u8),
        "is_ascii_alphabetic" => quote!(b'A'..=b'Z' | b'a'..=b'z'),
        "is_ascii_alphanumeric" => quote!(b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'),
        "is_ascii_control" => quote!(..=31u8 | 127),
        "is_ascii_digit" => quote!(b'0'..=b'9'),
        "is_ascii_graphic" => quote!(b'!'..=b'~'),
        "is_ascii_hexdigit" => quote!(b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f'),
        "is_ascii_lowercase" => quote!(b'a'..=b'z'),
        "is_ascii_punctuation" => quote!(b'!'..=b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~'),
        "is_ascii_uppercase" => quote!(b'A'..=b'Z'),
        "is_ascii_whitespace" => quote!(b'\t' | b'\n' | b'\x0C' | b'\r' | b' '),
        _ => return None,
    };
    Some(class)
}

/// The letters that a method makes those of the other case.
fn letters(name: &str) -> Option<TokenStream> {
    match name {
        "to_ascii_lowercase" => Some(quote!(b'A'..=b'Z')),
        "to_ascii_uppercase" => Some(quote!(b'a'..=b'z')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;
    use syn::{Expr, Lit, Pat, RangeLimits};

    fn number(expr: &Expr) -> u8 {
        match expr {
            Expr::Lit(syn::ExprLit { lit: Lit::Byte(byte), .. }) => byte.value(),
            Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().expect("a byte"),
            other => panic!("{}", other.to_token_stream()),
        }
    }

    fn holds(pattern: &Pat, byte: u8) -> bool {
        match pattern {
            Pat::Or(several) => several.cases.iter().any(|case| holds(case, byte)),
            Pat::Lit(literal) => number(&Expr::Lit(literal.clone())) == byte,
            Pat::Range(range) => {
                assert!(matches!(range.limits, RangeLimits::Closed(_)));
                let from = range.start.as_ref().map_or(0, |from| number(from));
                let to = number(range.end.as_ref().expect("a bound"));
                (from..=to).contains(&byte)
            }
            Pat::Ident(name) => holds(&name.subpat.as_ref().expect("a pattern").1, byte),
            Pat::Wild(_) => true,
            other => panic!("{}", other.to_token_stream()),
        }
    }

    fn matched(method: &str, byte: u8) -> bool {
        let call: ExprMethodCall = syn::parse_str(&format!("c.{method}()")).expect(method);
        holds(&as_match(&call).expect(method).arms[0].pat, byte)
    }

    #[test]
    fn classes_are_those_of_the_standard_library() {
        type Class = fn(&u8) -> bool;
        let all: [(&str, Class); 11] = [
            ("is_ascii", u8::is_ascii),
            ("is_ascii_alphabetic", u8::is_ascii_alphabetic),
            ("is_ascii_alphanumeric", u8::is_ascii_alphanumeric),
            ("is_ascii_control", u8::is_ascii_control),
            ("is_ascii_digit", u8::is_ascii_digit),
            ("is_ascii_graphic", u8::is_ascii_graphic),
            ("is_ascii_hexdigit", u8::is_ascii_hexdigit),
            ("is_ascii_lowercase", u8::is_ascii_lowercase),
            ("is_ascii_punctuation", u8::is_ascii_punctuation),
            ("is_ascii_uppercase", u8::is_ascii_uppercase),
            ("is_ascii_whitespace", u8::is_ascii_whitespace),
        ];
        for (name, standard) in all {
            (0..=255).for_each(|byte| assert_eq!(matched(name, byte), standard(&byte), "{name} of {byte}"));
        }
    }

    #[test]
    fn letters_of_the_other_case_differ_in_one_bit() {
        for byte in 0..=255u8 {
            assert_eq!(if matched("to_ascii_lowercase", byte) { byte ^ 32 } else { byte }, byte.to_ascii_lowercase());
            assert_eq!(if matched("to_ascii_uppercase", byte) { byte ^ 32 } else { byte }, byte.to_ascii_uppercase());
        }
    }
}
