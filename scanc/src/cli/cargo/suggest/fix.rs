//! Suggestions, written into their files.

use super::super::super::finding::{Finding, codes};
use super::super::super::source::Source;
use super::super::arguments::Fixes;
use super::Suggestion;
use super::attempt::{merged, with};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// So many changed files are named.
const NAMED: usize = 5;

/// Whether files below `root` may be changed, as `cargo fix` has it: what git knows can be taken back.
///
/// # Errors
/// Why not.
pub(super) fn permitted(root: &Path, fixes: Fixes) -> Result<(), String> {
    let git = |arguments: &[&str]| Command::new("git").arg("-C").arg(root).args(arguments).output();
    let status = git(&["status", "--porcelain"]).ok().filter(|output| output.status.success());
    let Some(status) = status else {
        let why = format!("there is no git repository at {}, in which changes could be taken back", root.display());
        return if fixes.allow_no_vcs { Ok(()) } else { Err(format!("{why}: if that is meant, add `--allow-no-vcs`")) };
    };
    let status = String::from_utf8_lossy(&status.stdout).into_owned();
    if status.is_empty() || fixes.allow_dirty {
        return Ok(());
    }
    let mut lines: Vec<&str> = status.lines().take(NAMED).collect();
    if status.lines().nth(NAMED).is_some() {
        lines.push("…");
    }
    let lines = lines.join("\n  ");
    Err(format!("the working tree has changes that are not committed: commit them, or add `--allow-dirty`\n  {lines}"))
}

/// Writes a file's suggestions into it, all or none.
///
/// # Errors
/// Where it is not the file any more that they were made for, or cannot be written.
pub(super) fn apply(source: &Source, suggestions: &[Suggestion]) -> Result<(), Finding> {
    let insertions = merged(suggestions.iter().flat_map(|suggestion| &suggestion.insertions));
    let mark = if source.byte_order_mark { "\u{feff}" } else { "" };
    let (before, after) = (format!("{mark}{}", source.text), with(&source.text, &insertions, 0..source.text.len()));
    let unwritable = |error: io::Error| {
        Finding::about_file(codes::UNWRITABLE, &source.path, format!("cannot write the file: {error}"))
            .help("it is as it was; allow yourself to write it")
    };
    // What a link leads to is written, and not the link.
    let path = source.path.canonicalize().map_err(unwritable)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".scanc-").tempfile_in(folder).map_err(unwritable)?;
    file.write_all(mark.as_bytes()).and_then(|()| file.write_all(after.as_bytes())).map_err(unwritable)?;
    let permissions = fs::metadata(&path).map_err(unwritable)?.permissions();
    if permissions.readonly() {
        return Err(unwritable(io::ErrorKind::PermissionDenied.into()));
    }
    file.as_file().set_permissions(permissions).map_err(unwritable)?;
    if fs::read(&path).map_err(unwritable)? != before.as_bytes() {
        let message = "the file has changed since it was read, and is left as it is";
        return Err(Finding::about_file(codes::UNWRITABLE, &source.path, message).help("run the command again"));
    }
    file.persist(&path).map_err(|failed| unwritable(failed.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Insertion;
    use super::*;

    #[test]
    fn a_file_that_has_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.rs");
        fs::write(&path, "\u{feff}fn a() {}\r\n").expect("written");
        let source = Source::read(&path).expect("readable");
        let insertions = vec![Insertion::new(&source, 0, "#[b]")];
        let suggestion = Suggestion {
            function: "a".into(),
            place: 0..1,
            head: 0..1,
            insertions,
            recognised: String::new(),
            notes: Vec::new(),
        };
        apply(&source, std::slice::from_ref(&suggestion)).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), "\u{feff}#[b]\r\nfn a() {}\r\n");
        let error = apply(&source, &[suggestion]).expect_err("it has changed");
        assert_eq!(error.code, codes::UNWRITABLE);
        assert_eq!(fs::read_to_string(&path).expect("there"), "\u{feff}#[b]\r\nfn a() {}\r\n");
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing else is left");
    }
}
