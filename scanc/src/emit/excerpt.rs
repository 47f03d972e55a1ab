//! The loop's text as the user wrote it, for the comment above its kernel.

use crate::parse::LoopSyntax;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The lines of a loop with their comments, less the indentation that they share.
pub fn excerpt(syntax: &LoopSyntax) -> Vec<String> {
    let text = match syntax {
        LoopSyntax::For(syntax) => text_of(syntax.to_token_stream()),
        LoopSyntax::While(syntax) => text_of(syntax.to_token_stream()),
        LoopSyntax::Collect(None, chain) => text_of(chain.to_token_stream()),
        LoopSyntax::Collect(Some(name), chain) => format!("let {name} = {};", text_of(chain.to_token_stream())),
    };
    dedented(&text)
}

/// The source text where the compiler has it. In a macro on stable Rust only single tokens know theirs, and a body in braces is one.
fn text_of(tokens: TokenStream) -> String {
    let mut header: Vec<TokenTree> = tokens.into_iter().collect();
    let body = match header.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => header.pop(),
        _ => None,
    };
    let body = body.map(|body| body.span().source_text().unwrap_or_else(|| body.to_string()));
    let header = joined_text(&header).unwrap_or_else(|| header.into_iter().collect::<TokenStream>().to_string());
    body.map_or(header.clone(), |body| format!("{header} {body}"))
}

fn joined_text(tokens: &[TokenTree]) -> Option<String> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    first.span().join(last.span())?.source_text()
}

/// All lines but the first lose what the last one is indented by.
fn dedented(text: &str) -> Vec<String> {
    let indentation = text.lines().last().map_or(0, |line| line.len() - line.trim_start().len());
    let dedent = |line: &str| {
        let spare = line.len() - line.trim_start().len();
        line.get(spare.min(indentation)..).unwrap_or_default().trim_end().to_string()
    };
    let mut lines = text.lines();
    lines.next().map(|line| line.trim_end().to_string()).into_iter().chain(lines.map(dedent)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indentation_of_the_place_goes_and_that_of_the_body_stays() {
        assert_eq!(dedented("for i in 0..n {\n        a(i); // why\r\n    }"), ["for i in 0..n {", "    a(i); // why", "}"]);
    }

    #[test]
    fn a_loop_without_source_text_is_printed() {
        let syntax: syn::ExprForLoop = syn::parse_quote!(for i in 0..n {
            y[i] = i;
        });
        assert_eq!(excerpt(&LoopSyntax::For(syntax)).concat().replace(' ', ""), "foriin0..n{y[i]=i;}");
    }
}
