//! The compiler's front on input that means it no good: one function for each way in, for fuzzers and for tests.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use scanc::diagnostic::Diagnostics;
use scanc::parse::{self, Algorithm};
use scanc::{Word, cli, render};
use std::path::Path;

use crate::Random;

/// A way into the compiler.
pub type Entry = fn(&str);

/// All of them, by their names.
pub const ENTRIES: [(&str, Entry); 4] =
    [("parser", parser as Entry), ("recogniser", recogniser as Entry), ("laws", laws as Entry), ("renderer", renderer as Entry)];

const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::Lookback,
    Algorithm::ReduceThenScan,
    Algorithm::Blelloch,
    Algorithm::HillisSteele,
    Algorithm::Reduce,
    Algorithm::Map,
    Algorithm::Bins,
    Algorithm::Scatter,
    Algorithm::Batched,
];

/// The command, on a file of this text.
pub fn parser(text: &str) {
    let _ = cli::compile_file(&cli::Source::new(Path::new("hostile.rs"), text));
}

/// The attribute macros, on each item of this text that has one of them, or on all of it.
pub fn recogniser(text: &str) {
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let annotated = annotated(tokens.clone());
    for (word, arguments, item) in &annotated {
        let _ = scanc::expand(*word, arguments.clone(), item.clone(), None);
    }
    if annotated.is_empty() {
        let _ = scanc::expand(Word::Scan, TokenStream::new(), tokens, None);
    }
}

/// What kernels may use, declared by this text, with the test of its laws.
pub fn laws(text: &str) {
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let _ = scanc::expand_declare_scan(TokenStream::new(), tokens.clone());
    let _ = scanc::expand_declare_target(TokenStream::new(), tokens.clone());
    let module = quote::quote!(mod hostile { #tokens });
    let _ = scanc::expand_declare_target(TokenStream::new(), module);
}

/// The kernels of each annotated function of this text, by every algorithm that has a template for them.
pub fn renderer(text: &str) {
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    for (word, arguments, item) in annotated(tokens) {
        let mut diagnostics = Diagnostics::default();
        let function = parse::function_sites(word, arguments, item, &mut diagnostics);
        let Ok(loops) = scanc::compile_loops(&function, |_| text.chars().take(100).collect(), &mut diagnostics) else { continue };
        for compiled in &loops {
            let usable = |algorithm: &&Algorithm| match algorithm {
                Algorithm::Batched => !compiled.kernel.is_one_scan(),
                Algorithm::Map => {
                    compiled.kernel.carried.is_empty() && !compiled.kernel.combines() && !compiled.kernel.scatters()
                }
                Algorithm::Bins => compiled.kernel.combines(),
                Algorithm::Scatter => compiled.kernel.scatters(),
                Algorithm::Reduce => compiled.kernel.outputs.is_empty() && !compiled.kernel.carried.is_empty(),
                _ => compiled.kernel.is_one_scan() && !compiled.kernel.carried.is_empty() && !compiled.text.panics_between_tiles,
            };
            for algorithm in ALGORITHMS.iter().filter(usable) {
                let _ = render::render(
                    &compiled.kernel,
                    render::How { algorithm: *algorithm, deterministic: false, is_search: false, has_large_groups: false },
                    "hostile",
                );
            }
        }
    }
}

/// The functions with one of the attributes, as the attribute sees them.
fn annotated(tokens: TokenStream) -> Vec<(Word, TokenStream, TokenStream)> {
    let Ok(file) = syn::parse2::<syn::File>(tokens) else { return Vec::new() };
    let functions =
        file.items.into_iter().filter_map(|item| if let syn::Item::Fn(function) = item { Some(function) } else { None });
    functions
        .filter_map(|mut function| {
            let (at, word) = function.attrs.iter().enumerate().find_map(|(at, attribute)| Some((at, Word::of(attribute)?)))?;
            let arguments = match function.attrs.remove(at).meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            Some((word, arguments, function.into_token_stream()))
        })
        .collect()
}

/// Words that programs are made of, and numbers at the edges.
const WORDS: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "!",
    "=",
    "<",
    ">",
    "..",
    "..=",
    "::",
    ".",
    ",",
    ";",
    "=>",
    "&&",
    "||",
    "<<",
    ">>",
    "+=",
    "?",
    "as",
    "break",
    "const",
    "continue",
    "for",
    "i",
    "in",
    "let",
    "loop",
    "match",
    "move",
    "mut",
    "n",
    "ref",
    "return",
    "static",
    "unsafe",
    "while",
    "x",
    "y",
    "acc",
    "Some",
    "None",
    "self",
    "Self",
    "usize",
    "i32",
    "u8",
    "f32",
    "f64",
    "bool",
    "u64",
    "i64",
    "0",
    "1",
    "2",
    "0usize",
    "18446744073709551615",
    "340282366920938463463374607431768211455",
    "9223372036854775808",
    "1e308",
    "1e-320",
    "0.1f32",
    "0xffu8",
    "true",
    "'a",
    "'a'",
    "\"\\u{2028}\"",
    "b'x'",
    "r#fn",
    "größe",
    "_",
    "#[scan]",
    "#[scan(+ : y)]",
    "#[cfg(any())]",
    "max",
    "min",
    "wrapping_add",
    "len",
    "iter",
    "zip",
    "enumerate",
    "rev",
    "step_by",
    "collect",
    "sum",
    "()",
    "[]",
    "{}",
    "(x)",
    "[i]",
    "{ y }",
    "y[i]",
    "y[i - 1]",
];

/// A text that begins as one of `seeds`, and is changed here and there: by words that are left out, exchanged, doubled, put in, or
/// wrapped in brackets and signs.
pub fn mutant(seeds: &[String], seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut pick = move |count: usize| (random.next() % count.max(1) as u64) as usize;
    let first = &seeds[pick(seeds.len())];
    let mut words = words(first);
    for _ in 0..1 + pick(6) {
        let (at, other) = (pick(words.len()), pick(words.len()));
        let word = WORDS[pick(WORDS.len())].to_owned();
        match pick(8) {
            0 => words[at] = word,
            1 => words.insert(at, word),
            2 => drop(words.remove(at)),
            3 => words.swap(at, other),
            4 => {
                let copied: Vec<String> = words[at..(at + 1 + pick(12)).min(words.len())].to_vec();
                words.splice(other..other, copied);
            }
            5 => words[at] = format!("{}{}{}", "(".repeat(1 + other % 40), words[at], ")".repeat(1 + other % 40)),
            6 => words[at] = format!("{}{}", ["- ", "! ", "& ", "* ", "- -"][pick(5)].repeat(1 + other % 40), words[at]),
            _ => words[at] = format!("{} {} {}", words[at], WORDS[pick(10)], words[other]),
        }
        if words.is_empty() {
            break;
        }
    }
    words.join(" ")
}

/// The words of a text, brackets among them; all of it, where it is no Rust.
fn words(text: &str) -> Vec<String> {
    fn collect(tokens: TokenStream, words: &mut Vec<String>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    words.push(open.to_owned());
                    collect(group.stream(), words);
                    words.push(close.to_owned());
                }
                // What is joined to the next stays so.
                TokenTree::Punct(punct) if words.last().is_some_and(|last| last.ends_with('\u{1}')) => {
                    let last = words.last_mut().expect("there is one");
                    last.pop();
                    last.push(punct.as_char());
                    mark(&punct, last);
                }
                TokenTree::Punct(punct) => {
                    let mut word = punct.as_char().to_string();
                    mark(&punct, &mut word);
                    words.push(word);
                }
                other => words.push(other.to_string()),
            }
        }
    }
    fn mark(punct: &proc_macro2::Punct, word: &mut String) {
        if punct.spacing() == proc_macro2::Spacing::Joint {
            word.push('\u{1}');
        }
    }
    let mut words = Vec::new();
    match text.parse() {
        Ok(tokens) => collect(tokens, &mut words),
        Err(_) => words.push(text.to_owned()),
    }
    words.iter_mut().for_each(|word| word.retain(|letter| letter != '\u{1}'));
    words
}

/// Texts to begin with: functions and modules of the tests' own sources.
pub fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["emitted", "ui", "ui/operators", "ui/pass"]
        .iter()
        .flat_map(|of| std::fs::read_dir(folder.join(of)).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let texts = files.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let parsed = texts.filter_map(|text| syn::parse_file(&text).ok());
    let items = parsed.flat_map(|file| file.items).filter(|item| matches!(item, syn::Item::Fn(_) | syn::Item::Mod(_)));
    items.map(|item| item.to_token_stream().to_string()).filter(|text| text.len() < 4000).collect()
}
