//! The loop's text as the user wrote it, for the comment above its kernel.

use crate::parse::{LoopSyntax, ScanSite};
use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The lines of a loop with their comments, less the indentation that they share, behind those of what it calls.
pub fn excerpt(site: &ScanSite) -> Vec<String> {
    [declarations(site), loop_lines(&site.syntax)].concat()
}

/// The same of a loop and of the one around it.
pub fn excerpt_of_both(site: &ScanSite) -> Vec<String> {
    [declarations(site), dedented(&text_of(site.written()))].concat()
}

fn declarations(site: &ScanSite) -> Vec<String> {
    let declared = site.called.iter().flat_map(|called| called.declarations.clone());
    declared.flat_map(|declaration| dedented(&text_of(declaration))).collect()
}

fn loop_lines(syntax: &LoopSyntax) -> Vec<String> {
    let text = match syntax {
        LoopSyntax::Search(written) => return loop_lines(written),
        LoopSyntax::For(syntax) => text_of(syntax.to_token_stream()),
        LoopSyntax::While(syntax) => text_of(syntax.to_token_stream()),
        LoopSyntax::Collect(None, chain) => text_of(chain.to_token_stream()),
        LoopSyntax::Reduce(reduced) => match &reduced.name {
            None => text_of(reduced.chain.to_token_stream()),
            Some(name) => format!("let {name} = {};", text_of(reduced.chain.to_token_stream())),
        },
        LoopSyntax::Collect(Some(name), chain) => format!("let {name} = {};", text_of(chain.to_token_stream())),
    };
    dedented(&text)
}

/// The source text where the compiler has it. In a macro on stable Rust only single tokens know theirs, and what stands in brackets is
/// one; the blanks between them are put where a formatter would put them.
fn text_of(tokens: TokenStream) -> String {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    joined_text(&tokens).unwrap_or_else(|| spaced(&tokens))
}

fn joined_text(tokens: &[TokenTree]) -> Option<String> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    first.span().join(last.span())?.source_text()
}

fn spaced(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    for (number, token) in tokens.iter().enumerate() {
        if number > 0 && is_apart(&tokens[..number], token) {
            text.push(' ');
        }
        match token {
            // What a `macro_rules` variable stood for.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => text += &text_of(group.stream()),
            TokenTree::Group(group) => text += &group.span().source_text().unwrap_or_else(|| group.to_string()),
            other => text += &other.to_string(),
        }
    }
    text
}

/// Whether a blank stands between the tokens `before` and `next`.
fn is_apart(before: &[TokenTree], next: &TokenTree) -> bool {
    let Some((last, earlier)) = before.split_last() else { return false };
    match (last, next) {
        _ if open_generics(before) > 0 => matches!(last, TokenTree::Punct(last) if last.as_char() == ','),
        (TokenTree::Punct(last), TokenTree::Punct(_)) if last.spacing() == Spacing::Joint => false,
        (_, TokenTree::Punct(next)) if ".,;:?".contains(next.as_char()) => false,
        (TokenTree::Punct(last), _) if ".:".contains(last.as_char()) => false,
        (TokenTree::Punct(last), _) if "&*-!|".contains(last.as_char()) => follows_operand(earlier, last),
        (TokenTree::Punct(last), TokenTree::Group(_)) if last.as_char() == '>' && open_generics(earlier) > 0 => false,
        (_, TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => !ends_operand(last),
        _ => true,
    }
}

/// How many `<` after `::` are open.
fn open_generics(tokens: &[TokenTree]) -> usize {
    let mut open = 0;
    let mut after_colon = false;
    for token in tokens {
        let character = if let TokenTree::Punct(punct) = token { punct.as_char() } else { ' ' };
        match character {
            '<' if after_colon || open > 0 => open += 1,
            '>' if open > 0 => open -= 1,
            _ => {}
        }
        after_colon = character == ':';
    }
    open
}

/// Whether the operator `last`, or the second half of one, has an operand on its left.
fn follows_operand(earlier: &[TokenTree], last: &Punct) -> bool {
    match earlier.split_last() {
        Some((TokenTree::Punct(first), earlier)) if first.as_char() == last.as_char() => earlier.last().is_some_and(ends_operand),
        _ => earlier.last().is_some_and(ends_operand),
    }
}

/// Whether an operator after `token` has it on its left.
fn ends_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => !["in", "while", "for", "mut", "return", "as", "let", "if"].iter().any(|word| name == word),
        TokenTree::Punct(_) => false,
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
    }
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

    /// `syntax` without any source text, as in a macro.
    fn check(syntax: &str) {
        let tokens: Vec<TokenTree> = syntax.parse::<TokenStream>().expect("tokens").into_iter().collect();
        assert_eq!(spaced(&tokens), syntax);
    }

    #[test]
    fn what_has_no_text_is_spaced_as_a_formatter_does() {
        check("for i in 1..y.len() {}");
        check("for i in (0..=n - 1).rev() {}");
        check("for (y, &x) in ys.iter_mut().zip(&x[1..]) {}");
        check("for &x in -1..-n * 2 {}");
        check("while i < n && *x != 0 {}");
        check("x.iter().map(|&x| x as f32).scan(0.0, |s, x| Some(*s)).collect::<Vec<_>>()");
    }

    #[test]
    fn a_loop_without_source_text_is_printed() {
        let syntax: syn::ExprForLoop = syn::parse_quote!(for i in 0..n {
            y[i] = i;
        });
        assert_eq!(loop_lines(&LoopSyntax::For(syntax)).concat().replace(' ', ""), "foriin0..n{y[i]=i;}");
    }
}
