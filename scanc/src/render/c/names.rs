//! C names from Rust names: the same, unless C or the kernel around them means something else by it.

use super::helpers::OF_ITEM;
use super::words::{BUILTINS, HELPERS, KERNEL_WORDS, KEYWORDS};
use crate::ir::is_element;
use std::collections::{HashMap, HashSet};

/// The names in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The next number to try for each name that was wanted before, as long as those before it are taken.
    next: HashMap<String, u32>,
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
        // It may be the one to try first again.
        self.next.clear();
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
        let first = self.next.get(&base).copied().unwrap_or(1);
        let numbered = (first..).map(|number| (number, if number == 1 { base.clone() } else { format!("{base}_{number}") }));
        let (number, name) = numbered.into_iter().find(|(_, name)| free(name)).expect("numbers do not end");
        if suffixes.is_empty() {
            self.next.insert(base, number.saturating_add(1));
        }
        self.taken.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        self.taken.insert(name.clone());
        name
    }
}

/// The name of a struct's member, or of a local of a declared function: what kernels call their own is no trouble there, but for
/// macros and what every function may have.
pub(super) fn member_name(source: &str) -> String {
    if is_element(source) {
        return format!("at{source}");
    }
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
    let name = name.strip_suffix(OF_ITEM).unwrap_or(name);
    let word = is_word(name) || KERNEL_WORDS.contains(&name);
    word || is_vector(name) || is_conversion(name) || is_helper(name) || is_of_the_language(name)
}

/// What the language keeps for itself: `__half`, `_Bool`, `cl_khr_fp64`, `CLK_LOCAL_MEM_FENCE`, `image1d_array_t` and the like.
fn is_of_the_language(name: &str) -> bool {
    let is_kept =
        name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|next: char| next == '_' || next.is_ascii_uppercase()));
    is_kept
        || ["cl_", "CL_", "CLK_"].iter().any(|prefix| name.starts_with(prefix))
        || name.starts_with("image") && name.ends_with("_t")
}

/// `as_int` and the like.
fn is_conversion(name: &str) -> bool {
    let ty = name.strip_prefix("as_").or_else(|| name.strip_prefix("convert_"));
    ty.and_then(|ty| ty.split('_').next()).is_some_and(|ty| KEYWORDS.contains(&ty) || is_vector(ty))
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

#[cfg(test)]
mod tests {
    use super::is_reserved;
    use scan_templates::ALL;

    /// Parameters and variables of functions that see nothing of the loop, and `.s` of vectors.
    #[rustfmt::skip]
    const APART: &[&str] = &[
        "a", "address", "from", "k", "left_total", "packet", "packets", "run", "s", "size", "stride", "to", "value", "vload", "vstore",
    ];
    /// What is said to the preprocessor and to the compiler.
    #[rustfmt::skip]
    const DIRECTIVES: &[&str] = &[
        "CLK_LOCAL_MEM_FENCE", "EXTENSION", "OFF", "OPENCL", "cl_khr_fp64", "cl_khr_int64_base_atomics", "define", "defined", "elif",
        "enable", "endif", "ifdef", "ifndef", "pragma", "unroll",
    ];

    /// A template without its tags, its comments and its `#error`.
    fn code(template: &str) -> String {
        let (mut plain, mut rest) = (String::new(), template);
        while let Some(begin) = ["{%", "{{", "{#"].iter().filter_map(|tag| rest.find(tag)).min() {
            let (before, tag) = rest.split_at(begin);
            plain.push_str(if tag[2..].starts_with('-') { before.trim_end() } else { before });
            let closing =
                ["%}", "}}", "#}"][["{%", "{{", "{#"].iter().position(|opening| tag.starts_with(opening)).expect("a tag")];
            plain.push(' ');
            rest = &tag[tag.find(closing).expect("its end") + 2..];
        }
        plain.push_str(rest);
        let lines = plain.lines().filter(|line| !line.starts_with("#error"));
        lines.filter_map(|line| line.split("//").next()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_templates_name_is_reserved() {
        let mut free = Vec::new();
        for template in ALL {
            let code = code(template.text);
            let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let names = words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
            let is_free = |name: &&str| !is_reserved(name) && !APART.contains(name) && !DIRECTIVES.contains(name);
            free.extend(names.filter(is_free).map(|name| format!("{name} in {}", template.name)));
        }
        assert!(free.is_empty(), "{free:?}");
    }
}
