use super::*;
use crate::cli::{Source, compile_file};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Codes whose texts show no programs, and why.
const WITHOUT_PROGRAMS: &[(u16, &str)] = &[
    (131, "the program would be as long as it says"),
    (132, "the program would be unreadable"),
    (133, "the number would have more than a thousand digits"),
    (332, "the program would be as long as it says"),
    (333, "the program would be as long as it says"),
    (337, "no program does it; if one did, it would be mended here"),
    (406, "told earlier, by another code"),
    (407, "told earlier, by another code"),
    (408, "told earlier, by another code"),
    (409, "told earlier, by another code"),
    (410, "told earlier, by another code"),
    (411, "told earlier, by another code"),
    (606, "the program would run for as long as it says"),
    (901, "the wrong program is no program"),
    (902, "is not of a program"),
    (903, "a text is UTF-8"),
    (905, "is of two files"),
    (906, "is of a folder"),
    (907, "is of a folder"),
    (911, "is of a folder"),
    (913, "the program would be as long as it says"),
    (999, "who finds one has found a mistake"),
];

/// Codes whose wrong programs compile, and why.
const NOT_FROM_COMPILING: &[(u16, &str)] = &[(912, "is of what `scanc build` would write")];

/// The fenced blocks with what stands behind their opening fences.
fn blocks(markdown: &str) -> Vec<(&str, String)> {
    let mut lines = markdown.lines();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            blocks.push((info, text));
        }
    }
    blocks
}

/// The errors, or what is said at all, of a program.
fn found(program: &str) -> Vec<(Code, bool, String)> {
    let compiled = compile_file(&Source::new(Path::new("program.rs"), program));
    compiled.findings.iter().map(|finding| (finding.code, finding.is_error(), finding.message.clone())).collect()
}

/// Whether a list of exceptions has a code.
fn is_listed(code: Code, list: &[(u16, &str)]) -> bool {
    list.iter().any(|(number, _)| *number == code.0)
}

#[test]
fn every_code_of_the_compiler_has_a_text() {
    let mut known = BTreeSet::new();
    collect_codes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut known);
    let explained: Vec<u16> = ALL.iter().map(|known| known.code.0).collect();
    assert_eq!(explained, known.into_iter().collect::<Vec<_>>());
}

#[test]
fn every_text_is_explained_as_a_person_reads_it() {
    for Explanation { code, markdown } in ALL {
        for line in markdown.lines() {
            assert!(line.chars().count() <= 80 && line.trim_end() == line, "{code}: {line}");
        }
        let title = markdown.lines().next().unwrap_or_default();
        assert!(title.starts_with("# ") && title.ends_with(['.', '?']) && !title.contains("  "), "{code}: {title}");
        assert!(markdown.starts_with(&format!("{title}\n\n")) && markdown.ends_with('\n'), "{code}");
    }
}

#[test]
fn every_wrong_program_gives_its_code_and_every_mended_one_no_error() {
    let mut wrong = Vec::new();
    for Explanation { code, markdown } in ALL {
        let blocks = blocks(markdown);
        let kinds: Vec<&str> = blocks.iter().map(|(info, _)| *info).collect();
        if is_listed(*code, WITHOUT_PROGRAMS) {
            assert!(kinds.is_empty(), "{code} is no exception");
            continue;
        }
        if kinds != ["rust,error", "rust"] || !markdown.contains("\n\nInstead: ") {
            wrong.push(format!("{code}: a wrong program, what to do instead, and a mended one are missing: {kinds:?}"));
            continue;
        }
        let seen = found(&blocks[0].1);
        if !seen.iter().any(|(found, ..)| found == code) && !is_listed(*code, NOT_FROM_COMPILING) {
            wrong.push(format!("{code}: the wrong program gives {seen:?}"));
        }
        let seen = found(&blocks[1].1);
        if seen.iter().any(|(found, is_error, _)| *is_error || found == code) {
            wrong.push(format!("{code}: the mended program gives {seen:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the first help line about a code says, in a loop over `x: &mut [Vec<i32>]` and `i`, with this body.
fn help(code: u16, body: &str) -> String {
    let program = format!(
        "#[scan_runtime::scan(+ : k)]\nfn f(x: &mut [Vec<i32>], kept: &mut Vec<i32>) {{\n    let mut k = 0;\n    \
         for (i, row) in x.iter_mut().enumerate() {{\n        {body}\n    }}\n}}\n"
    );
    let findings = compile_file(&Source::new(Path::new("program.rs"), &program)).findings;
    let found = findings.iter().find(|finding| finding.code == Code(code));
    found.and_then(|finding| finding.help.clone()).unwrap_or_else(|| panic!("{findings:?}"))
}

#[test]
fn help_is_what_mends_the_loop() {
    assert!(help(304, "let _nothing = kept.push(1); k += 1;").contains("push in a statement of its own"));
    assert!(help(308, "k += row.len();").contains("keep all rows in one slice"));
    assert!(help(316, "k = 31 * k + i; kept[i] = 1;").contains("`#[scan(auto : k)]`"));
    assert!(help(316, "k = (31 + k).max(i); kept[i] = 1;").starts_with("declare an operator"));
}

#[test]
fn programs_are_indented_and_fences_are_not_shown() {
    let known = Explanation {
        code: Code(316),
        markdown: "# A title.\n\nWhy,\nand why.\n\n```rust,error\nfn f() {\n\n}\n```\n\nInstead: g.\n",
    };
    assert_eq!(known.plain(), "SC0316: A title.\n\nWhy,\nand why.\n\n    fn f() {\n\n    }\n\nInstead: g.\n");
    assert_eq!((known.title(), known.reason()), ("A title.", "Why, and why.".to_owned()));
}

/// A code is a number in `Code(…)`, `error(…)` and `file_code(…)`, or beside a message in `(…, format!(…))`.
fn collect_codes(folder: &Path, codes: &mut BTreeSet<u16>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            collect_codes(&path, codes);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "fixture.rs" {
            let text = fs::read_to_string(&path).expect("a file");
            let text = text.split("#[cfg(test)]\nmod tests {").next().expect("a part");
            for (at, _) in text.match_indices('(') {
                let (before, after) = (&text[..at], text[at + 1..].trim_start());
                let digits = &after[..after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0)];
                let (Ok(number), after) = (digits.parse::<u16>(), &after[digits.len()..]) else { continue };
                if before.ends_with("file_code") {
                    codes.insert(900 + number);
                } else if ["Code", "error"].iter().any(|name| before.ends_with(name)) && after.starts_with([',', ')'])
                    || after.starts_with(", format!(")
                {
                    codes.insert(number);
                }
            }
        }
    }
}
