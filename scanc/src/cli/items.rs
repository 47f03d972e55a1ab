//! What the attributes of a declaration become, as text beside it.

use super::declared::End;
use super::layout::in_unit;
use super::source::Source;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::Range;
use syn::Item;

const HEADING: &str = "// What the runtime needs to know of this, with the OpenCL C that kernels get.";

/// Above what is `unsafe`.
const VOUCHES: &str = "// SAFETY: scanc has made this text of the declaration above.";

/// Paths whose last word alone a person would write.
const PLAIN: [&str; 4] = ["::core::primitive::", "::core::clone::", "::core::marker::", "::core::fmt::"];

/// Longer lines are broken.
const WIDTH: usize = 100;

/// Where the items stand in `source`, and their text.
pub(super) fn lay_out(code: TokenStream, source: &Source, end: End) -> syn::Result<(Range<usize>, String)> {
    let (place, newline) = (place(source, end), source.newline());
    let (End::InModule(at) | End::Behind(at)) = end;
    let indentation = source.indentation(at);
    let unit = if source.text.contains("\n\t") { "\t" } else { "    " };
    let deeper = if matches!(end, End::InModule(_)) { format!("{indentation}{unit}") } else { indentation.to_owned() };
    let items: Vec<String> = syn::parse2::<syn::File>(code)?.items.iter().map(item).collect();
    let text = format!("{HEADING}\n{}", items.join("\n"));
    // No literal goes over a line.
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!("{deeper}{}", in_unit(line, unit)) });
    let text = lines.collect::<Vec<_>>().join(newline);
    Ok(match end {
        End::InModule(_) => (place, format!("{newline}{text}{newline}{indentation}")),
        End::Behind(_) => (place, format!("{newline}{newline}{text}")),
    })
}

fn place(source: &Source, end: End) -> Range<usize> {
    match end {
        End::Behind(at) => at..at,
        End::InModule(brace) => {
            let line = source.line_around(brace).start;
            let alone = source.text[line..brace].trim().is_empty();
            if alone { line..brace } else { brace..brace }
        }
    }
}

fn item(item: &Item) -> String {
    match item {
        Item::Macro(call) => declaration(call.mac.path.to_token_stream(), call.mac.tokens.clone()),
        other => {
            let file = syn::File { shebang: None, attrs: Vec::new(), items: vec![other.clone()] };
            let vouches = matches!(other, Item::Impl(item) if item.unsafety.is_some());
            let comment = if vouches { format!("{VOUCHES}\n") } else { String::new() };
            plain(comment + &prettyplease::unparse(&file))
        }
    }
}

/// `declared_struct! { Pair = "Pair" { x: i32 = "x", … } unsafe { Vouched::new(&["…"]) } }`, of which the formatter knows nothing.
fn declaration(path: TokenStream, tokens: TokenStream) -> String {
    let mut head = TokenStream::new();
    let mut text = String::new();
    for token in tokens {
        match token {
            TokenTree::Group(fields) if text.is_empty() => {
                let head = compact(std::mem::take(&mut head));
                text += &format!("    {head} {}\n", list("{ ", fields.stream(), " }", WIDTH - head.len()));
            }
            TokenTree::Group(vouched) => text += &format!("    {VOUCHES}\n    {}\n", vouching(vouched.stream())),
            TokenTree::Ident(word) if word == "unsafe" => {}
            other => head.extend([other]),
        }
    }
    plain(format!("{}! {{\n{text}}}\n", compact(path)))
}

/// `unsafe { Vouched::new(&["…"]) }`, with a text on a line where they are many.
fn vouching(call: TokenStream) -> String {
    let mut path = TokenStream::new();
    let mut texts = TokenStream::new();
    for token in call {
        match token {
            TokenTree::Group(arguments) => texts = arguments.stream().into_iter().filter_map(group).collect(),
            other => path.extend([other]),
        }
    }
    let open = format!("unsafe {{ {}(&[", compact(path));
    list(&open, texts, "]) }", WIDTH)
}

fn group(token: TokenTree) -> Option<TokenStream> {
    if let TokenTree::Group(group) = token { Some(group.stream()) } else { None }
}

/// What stands between commas, on a line or on one each.
fn list(open: &str, tokens: TokenStream, close: &str, width: usize) -> String {
    let mut parts: Vec<TokenStream> = vec![TokenStream::new()];
    for token in tokens {
        match (token, parts.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => parts.push(TokenStream::new()),
            (token, Some(part)) => part.extend([token]),
            (_, None) => {}
        }
    }
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).map(compact).collect();
    let line = format!("{open}{}{close}", parts.join(", "));
    if plain(line.clone()).len() <= width {
        return line;
    }
    let lines: String = parts.iter().map(|part| format!("        {part},\n")).collect();
    format!("{}\n{lines}    {}", open.trim(), close.trim())
}

/// Tokens as a person spaces them.
fn compact(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        let word = match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => format!("[{}]", compact(group.stream())),
            token => token.to_string(),
        };
        let glued = text.is_empty() || word == ":" || word == ";" || text.ends_with("::") || word == "[" && text.ends_with('&');
        if !glued {
            text.push(' ');
        }
        text += &word;
    }
    // A path begins after a blank.
    text.replace(" ::", "::").replace(":::", ": ::").replace("=::", "= ::")
}

fn plain(text: String) -> String {
    PLAIN.iter().fold(text, |text, path| text.replace(path, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn declarations_are_written_as_by_a_person() {
        let few = quote! {
            ::scan_runtime::declared_struct! {
                Text = "Text" { letters: [::core::primitive::u16; 11usize] = "letters", pair: Pair = "pair" }
                unsafe { ::scan_runtime::declared::Vouched::new(&["typedef …;"]) }
            }
        };
        let text = item(&syn::parse2(few).expect("an item"));
        let expected = "::scan_runtime::declared_struct! {\n    \
                        Text = \"Text\" { letters: [u16; 11usize] = \"letters\", pair: Pair = \"pair\" }\n    \
                        // SAFETY: scanc has made this text of the declaration above.\n    \
                        unsafe { ::scan_runtime::declared::Vouched::new(&[\"typedef …;\"]) }\n}\n";
        assert_eq!(text, expected);
        let names = ["alpha", "beta", "gamma", "delta", "epsilon"].map(|name| quote::format_ident!("{name}"));
        let many = quote!(
            ::rt::declared_enum! { Letter: ::core::primitive::i8 = "Letter" { #(#names),* } unsafe { V::new(&["a", "b"]) } }
        );
        assert_eq!(
            item(&syn::parse2(many).expect("an item")),
            "::rt::declared_enum! {\n    Letter: i8 = \"Letter\" { alpha, beta, gamma, delta, epsilon }\n    \
             // SAFETY: scanc has made this text of the declaration above.\n    unsafe { V::new(&[\"a\", \"b\"]) }\n}\n"
        );
    }

    #[test]
    fn long_lists_take_a_line_each() {
        let fields = (0..9).map(|number| {
            let (name, text) = (quote::format_ident!("field_{number}"), format!("field_{number}"));
            quote!(#name: ::core::primitive::u64 = #text)
        });
        let long = ["…".repeat(40), "…".repeat(40)];
        let text = item(
            &syn::parse2(quote!(declared_struct! { A = "A" { #(#fields),* } unsafe { V::new(&[#(#long),*]) } }))
                .expect("an item"),
        );
        assert!(text.contains("    A = \"A\" {\n        field_0: u64 = \"field_0\",\n"), "{text}");
        let end = format!("    unsafe {{ V::new(&[\n        \"{0}\",\n        \"{0}\",\n    ]) }}\n}}\n", "…".repeat(40));
        assert!(text.ends_with(&end), "{text}");
    }
}
