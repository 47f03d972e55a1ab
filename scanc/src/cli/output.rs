//! Files written whole or not at all, and never in the place of a file that is somebody else's.

use super::finding::{Finding, codes};
use crate::compiled::COMPILER;
use crate::render::comment;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Of a file that is there so many bytes are looked at: the mark of those that scanc has made stands before them.
const LOOKED_AT: u64 = 1 << 12;

/// The line that tells whoever opens a host file where it comes from, and scanc that the file may be written anew.
pub(super) fn mark(source: &str) -> String {
    comment::line(&format!("// Made by {COMPILER} from {source}: edit that file instead."))
}

/// Writes all of `files`, names and texts, into `folder`, which is made if it is not there.
///
/// Each text is first written beside its place; only when all are, they get their names. So what fails, fails before anything is changed.
pub(super) fn write_all(folder: &Path, files: &[(String, &str)]) -> Result<Vec<PathBuf>, Finding> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, "make the folder", &error))?;
    let staged = files.iter().map(|(name, text)| Staged::new(folder, name, text)).collect::<Result<Vec<_>, _>>()?;
    staged.into_iter().map(Staged::publish).collect()
}

fn cannot_write(path: &Path, what: &str, error: &io::Error) -> Finding {
    let finding = Finding::about_file(codes::UNWRITABLE, path, format!("cannot {what}: {error}"));
    finding.help("name a folder that you may write to with `-o DIR`")
}

fn somebody_elses(path: &Path) -> Finding {
    let finding = Finding::about_file(codes::FOREIGN_OUTPUT, path, "there is a file of this name that scanc has not made");
    finding.help("move it away, or name another folder with `-o DIR`")
}

/// A file that is written and does not have its name yet. If it never gets it, it is removed.
struct Staged {
    file: NamedTempFile,
    path: PathBuf,
}

impl Staged {
    fn new(folder: &Path, name: &str, text: &str) -> Result<Self, Finding> {
        let path = folder.join(name);
        let unwritable = |error: io::Error| cannot_write(&path, "write the file", &error);
        if !is_free(&path).map_err(unwritable)? {
            return Err(somebody_elses(&path));
        }
        // A new file of a name that nobody can foresee: one that is planted is not opened.
        let mut file = usual(&mut tempfile::Builder::new()).prefix(".scanc-").tempfile_in(folder).map_err(unwritable)?;
        file.write_all(text.as_bytes()).map_err(unwritable)?;
        Ok(Self { file, path })
    }

    fn publish(self) -> Result<PathBuf, Finding> {
        let Self { file, path } = self;
        file.persist(&path).map_err(|failed| cannot_write(&path, "write the file", &failed.error))?;
        Ok(path)
    }
}

/// Whether nothing is at `path`, or a file that scanc has made. A link is not followed: what it leads to is somewhere else.
fn is_free(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(about) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => Ok(false),
        Ok(_) => {
            let mut begins = Vec::new();
            File::open(path)?.take(LOOKED_AT).read_to_end(&mut begins)?;
            Ok(is_made(&String::from_utf8_lossy(&begins)))
        }
    }
}

/// Whether a text is of this command's making: so its first line says, or the first after a shebang line.
fn is_made(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().find(|line| !line.starts_with("#!"));
    first.is_some_and(|line| line.starts_with("// Made by scanc "))
}

/// Who may read the files is as usual for this user.
#[cfg(unix)]
fn usual<'a, 'p, 's>(builder: &'a mut tempfile::Builder<'p, 's>) -> &'a mut tempfile::Builder<'p, 's> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual<'a, 'p, 's>(builder: &'a mut tempfile::Builder<'p, 's>) -> &'a mut tempfile::Builder<'p, 's> {
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("readable").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_left_where_one_file_cannot_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("b.cl")).expect("a folder in the way");
        let error = write_all(folder.path(), &[("a.rs".into(), "a"), ("b.cl".into(), "b")]).expect_err("b.cl is a folder");
        assert_eq!(error.code, codes::UNWRITABLE);
        assert_eq!(names(folder.path()), ["b.cl"]);
    }

    #[test]
    fn what_was_made_is_made_again_and_what_is_somebody_elses_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (host, foreign) = (format!("{}\nfn a() {{}}\n", mark("a.rs")), "fn main() {}\n");
        let write = || write_all(folder.path(), &[("a.rs".into(), &host), ("b.rs".into(), &host)]);
        for _ in 0..2 {
            write().expect("nothing, or what was made");
        }
        fs::write(folder.path().join("a.rs"), "").expect("written");
        fs::write(folder.path().join("b.rs"), foreign).expect("written");
        assert_eq!(write().expect_err("`a.rs` is empty").code, codes::FOREIGN_OUTPUT);
        fs::remove_file(folder.path().join("a.rs")).expect("removed");
        assert_eq!(write().expect_err("`b.rs` is somebody else's").code, codes::FOREIGN_OUTPUT);
        assert_eq!(fs::read_to_string(folder.path().join("b.rs")).expect("there"), foreign);
        assert_eq!(names(folder.path()), ["b.rs"], "nothing else is written");
    }

    #[test]
    fn the_mark_stands_behind_a_byte_order_mark_and_a_shebang() {
        let mark = mark("a.rs");
        assert!(is_made(&mark) && is_made(&format!("\u{feff}#!/bin/scan\r\n{mark}\r\n")));
        assert!(!is_made("") && !is_made("#!/bin/scan\n") && !is_made(&format!("// Mine.\n{mark}\n")));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_neither_followed_nor_replaced() {
        let (folder, elsewhere) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let (link, victim) = (folder.path().join("a.rs"), elsewhere.path().join("victim"));
        let host = mark("a.rs");
        fs::write(&victim, &host).expect("written");
        std::os::unix::fs::symlink(&victim, &link).expect("a link");
        let error = write_all(folder.path(), &[("a.rs".into(), &format!("{host}\nnew"))]).expect_err("a link");
        assert_eq!(error.code, codes::FOREIGN_OUTPUT);
        assert_eq!(fs::read_link(&link).expect("a link"), victim);
        assert_eq!(fs::read_to_string(&victim).expect("there"), host);
    }
}
