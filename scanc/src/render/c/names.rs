//! C names from Rust names: the same, unless C or the kernel around them means something else by it.

use super::words::{BUILTINS, HELPERS, KERNEL_WORDS, KEYWORDS};
use std::collections::HashSet;

/// The names in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// These are names in a declared function, which stands before the kernels and sees none of their names.
    declared: bool,
}

impl Names {
    /// No names yet, in a declared function.
    pub fn of_declared() -> Self {
        Self { declared: true, ..Self::default() }
    }

    /// Keeps `name` for something else.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Gives a name back: what had it is out of scope.
    pub fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// A C name for `source` that nothing in scope has: itself, or `source_2` where it is shadowed.
    pub fn fresh(&mut self, source: &str) -> String {
        self.fresh_with(source, &[])
    }

    /// The same for an array: the names with these suffixes are kept for it too.
    pub fn fresh_with(&mut self, source: &str, suffixes: &[&str]) -> String {
        let base = if self.declared { member_name(source) } else { c_name(source) };
        let free =
            |name: &String| !self.taken.contains(name) && suffixes.iter().all(|s| !self.taken.contains(&format!("{name}{s}")));
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let name = std::iter::once(base.clone()).chain(numbered).find(free).expect("numbers do not end");
        self.taken.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        self.taken.insert(name.clone());
        name
    }
}

/// The name of a struct's member, or of a local of a declared function: what kernels call their own is no trouble there, but for
/// macros and what every function may have.
pub(super) fn member_name(source: &str) -> String {
    let shares = |word: &str| word.chars().any(|letter| letter.is_ascii_lowercase()) && word != "panicked";
    match source.trim_start_matches("r#") {
        word if KERNEL_WORDS.contains(&word) && !is_word(word) && shares(word) => word.to_owned(),
        _ => c_name(source),
    }
}

fn is_word(name: &str) -> bool {
    [KEYWORDS, BUILTINS].iter().any(|words| words.contains(&name))
}

/// `source` as C allows it. Words that C, OpenCL or the kernel around it use get a trailing `_`.
pub(super) fn c_name(source: &str) -> String {
    let ascii: String = source.trim_start_matches("r#").chars().map(spelled).collect();
    let numbered = ascii.starts_with(|first: char| first.is_ascii_digit());
    let name = if numbered { format!("_{ascii}") } else { ascii };
    if is_reserved(&name) { format!("{name}_") } else { name }
}

/// OpenCL C 1.2 knows ASCII names only.
fn spelled(letter: char) -> String {
    if letter.is_ascii_alphanumeric() || letter == '_' { letter.to_string() } else { format!("u{:x}", u32::from(letter)) }
}

fn is_reserved(name: &str) -> bool {
    is_word(name)
        || KERNEL_WORDS.contains(&name)
        || is_vector(name)
        || is_helper(name)
        || name.starts_with("__")
        || name.starts_with("as_")
        || name.starts_with("convert_")
}

/// `float4` and the like.
fn is_vector(name: &str) -> bool {
    let base = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let scalars = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"];
    scalars.contains(&base) && ["2", "3", "4", "8", "16"].contains(&&name[base.len()..])
}

/// `add_i32` and the like.
fn is_helper(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(base, ty)| {
        HELPERS.contains(&base) && ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"].contains(&ty)
    })
}
