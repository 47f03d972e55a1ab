//! A generated block as text at the loop's place: formatted, indented, with the loop as it was written inside.

use super::source::Source;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashSet;

/// Stands for the loop as it runs on one thread until the block is text.
pub(super) const LOOP: &str = "scan_loop!()";

/// The block's text, to stand at `start` in `source`, with `looped` in the place of what stands for it.
pub(super) fn lay_out(block: &TokenStream, source: &Source, start: usize, looped: &str) -> syn::Result<String> {
    let indentation = source.indentation(start);
    let unit = if indentation.contains('\t') { "\t" } else { "    " };
    let tokens = looped.parse().map_err(|error: proc_macro2::LexError| syn::Error::new(error.span(), error))?;
    let verbatim = Verbatim { lines: looped.lines().collect(), inside_literals: lines_inside_literals(tokens) };
    let lines = formatted(block)?;
    let lines: Vec<String> = lines.iter().flat_map(|line| verbatim.line(&in_unit(line, unit), indentation)).collect();
    // The first line follows what is there already.
    Ok(lines.join(source.newline()).trim_start().to_string())
}

/// Statements to stand in front of the one at `at`: each on a line, with that statement's indentation after the last.
pub(super) fn statements(tokens: TokenStream, source: &Source, at: usize) -> syn::Result<String> {
    let indentation = source.indentation(at);
    let unit = if indentation.contains('\t') { "\t" } else { "    " };
    let lines = formatted(&quote::quote!({ #tokens }))?;
    let inner = lines.iter().skip(1).take(lines.len().saturating_sub(2));
    let inner = inner.map(|line| in_unit(line.strip_prefix("    ").unwrap_or(line), unit));
    Ok(inner.map(|line| format!("{line}{}{indentation}", source.newline())).collect())
}

/// The loop, nearly as written.
struct Verbatim<'a> {
    lines: Vec<&'a str>,
    inside_literals: HashSet<usize>,
}

impl Verbatim<'_> {
    /// A generated line as it stands in the file; one that holds the place of the loop becomes the loop.
    fn line(&self, line: &str, indentation: &str) -> Vec<String> {
        let deeper = &line[..line.len() - line.trim_start().len()];
        if let Some(comment) = comment(line) {
            return vec![format!("{indentation}{deeper}// {comment}")];
        }
        let Some((before, after)) = line.split_once(LOOP) else { return vec![format!("{indentation}{line}")] };
        let first = format!("{indentation}{before}{}", self.lines.first().unwrap_or(&""));
        let rest = self.lines.iter().enumerate().skip(1).map(|(number, line)| {
            // What is inside a string literal is part of the program.
            let as_it_is = line.is_empty() || self.inside_literals.contains(&number);
            if as_it_is { (*line).to_string() } else { format!("{deeper}{line}") }
        });
        let mut lines: Vec<String> = [first].into_iter().chain(rest).collect();
        // What is assigned ends there, and a loop that is a statement needs no end.
        if let (false, Some(last)) = (before.trim().is_empty(), lines.last_mut()) {
            last.push_str(after);
        }
        lines
    }
}

/// The lines of a formatted block, a comment on one.
fn formatted(block: &TokenStream) -> syn::Result<Vec<String>> {
    let file = prettyplease::unparse(&syn::parse2(quote::quote!(fn block() #block))?);
    let mut body = file.trim_start_matches("fn block() ").trim_end().lines();
    let mut lines = Vec::new();
    while let Some(line) = body.next() {
        // The formatter breaks a long one before and after its text.
        let rest = if line.ends_with("scan_comment!(") { body.by_ref().take(2).map(str::trim).collect() } else { String::new() };
        lines.push(format!("{line}{rest}"));
    }
    Ok(lines)
}

/// The text of a line `scan_comment!("…");`.
fn comment(line: &str) -> Option<String> {
    let literal = line.trim().strip_prefix("scan_comment!(")?.strip_suffix(");")?;
    syn::parse_str::<syn::LitStr>(literal).ok().map(|literal| literal.value())
}

/// The line with its leading blanks in the file's unit of indentation.
pub(super) fn in_unit(line: &str, unit: &str) -> String {
    let code = line.trim_start_matches(' ');
    unit.repeat((line.len() - code.len()) / 4) + code
}

/// The numbers of the lines, from the first token's, that begin inside a literal.
fn lines_inside_literals(tokens: TokenStream) -> HashSet<usize> {
    let first = tokens.clone().into_iter().next().map_or(0, |token| token.span().start().line);
    let mut lines = HashSet::new();
    collect_literal_lines(tokens, &mut lines);
    lines.into_iter().map(|line| line - first).collect()
}

fn collect_literal_lines(tokens: TokenStream, lines: &mut HashSet<usize>) {
    for token in tokens {
        match token {
            TokenTree::Literal(literal) => lines.extend(literal.span().start().line + 1..=literal.span().end().line),
            TokenTree::Group(group) => collect_literal_lines(group.stream(), lines),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;
    use std::path::Path;

    fn laid_out(text: &str, original: &str) -> String {
        let source = Source::new(Path::new("a.rs"), text);
        let start = text.find(original).expect("is there");
        let block = quote!({
            scan_comment!("why");
            if carry.is_none() {
                scan_loop!();
            }
        });
        lay_out(&block, &source, start, original).expect("a block")
    }

    #[test]
    fn the_loop_keeps_its_comments_and_moves_to_its_new_depth() {
        let original = "for i in 0..n {\n        a(i); // first\n    }";
        let expected = "{\n        // why\n        if carry.is_none() {\n            for i in 0..n {\n                a(i); // first\n            }\n        }\n    }";
        assert_eq!(laid_out(&format!("fn f() {{\n    {original}\n}}\n"), original), expected);
    }

    #[test]
    fn a_long_comment_is_one_line() {
        let source = Source::new(Path::new("a.rs"), "l");
        let long = "word ".repeat(30);
        let block = quote!({
            scan_comment!(#long);
            scan_loop!()
        });
        let text = lay_out(&block, &source, 0, "l").expect("a block");
        assert_eq!(text, format!("{{\n    // {long}\n    l\n}}"));
    }

    #[test]
    fn the_file_s_tabs_and_line_ends_are_used() {
        let original = "for i in 0..n {\r\n\t}";
        let expected = "{\r\n\t\t// why\r\n\t\tif carry.is_none() {\r\n\t\t\tfor i in 0..n {\r\n\t\t\t}\r\n\t\t}\r\n\t}";
        assert_eq!(laid_out(&format!("fn f() {{\r\n\t{original}\r\n}}\r\n"), original), expected);
    }

    #[test]
    fn what_is_inside_a_string_is_not_indented() {
        let original = "for i in 0..n { a(\"one\ntwo\");\n}";
        assert!(laid_out(original, original).contains("a(\"one\ntwo\");\n        }"), "{}", laid_out(original, original));
    }
}
