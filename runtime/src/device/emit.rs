//! Writing a program's text to a file (`SCAN_EMIT_DIR`), as it went to the device's compiler; or as it would go there.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io};

use crate::model::site::Site;
use crate::system::files::replace_own;
use crate::system::lock::lock;
use crate::system::telling::complain;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// How a file of this program's begins. One that begins otherwise is not replaced.
const MARK: &str = "// Built with: ";

/// In the place of the options.
const UNBUILT: &str = "nothing yet, as the loop has run on no device that this is for";

/// The text of a program and the options of its build.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) source: String,
    pub(super) options: String,
}

impl Text {
    /// What is compiled, on the lines where it stands. Comments say which file, line and function a program is of: what is kept by its text
    /// would be compiled again for each, and whenever its loop moves in a file.
    pub(super) fn code(&self) -> String {
        self.source.lines().flat_map(|line| [line.split("//").next().unwrap_or(line).trim_end(), "\n"]).collect()
    }
}

/// Writes the text to `NAME.HASH.cl` in `folder`, which is made if there is none. The file is there whole or not at all.
pub(super) fn emit(name: &str, text: &Text, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let name = file_name(name, text);
    let options = format!("{MARK}{}\n", text.options);
    replace_own(folder, name.as_ref(), MARK, &[options.as_bytes(), text.source.as_bytes()])?;
    Ok(folder.join(name))
}

/// Writes the programs of a loop that runs on no device, once in a process: without options, as nothing is built.
pub(crate) fn emit_unbuilt(site: &Site, folder: &Path) {
    static EMITTED: Mutex<Option<HashSet<(usize, PathBuf)>>> = Mutex::new(None);
    let key = (std::ptr::from_ref(site).addr(), folder.to_owned());
    if !lock(&EMITTED).get_or_insert_default().insert(key) {
        return;
    }
    for source in site.kernels.texts() {
        let text = Text { source: source.to_owned(), options: UNBUILT.to_owned() };
        if let Err(error) = emit(site.name, &text, folder) {
            complain(unwritten(site.name, folder, &error));
            return;
        }
    }
}

/// What is said of kernels that cannot be written.
pub(super) fn unwritten(name: &str, folder: &Path, error: &io::Error) -> String {
    format!("the kernels of {name} are not written to {}: {error}", folder.display())
}

/// The function's name without what a file's cannot have, and a hash that tells programs apart.
fn file_name(name: &str, text: &Text) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '_' || character == '-';
    let name: String = name.chars().map(|character| if is_plain(character) { character } else { '_' }).collect();
    let hash = xxh3_64_with_seed(text.source.as_bytes(), xxh3_64(text.options.as_bytes()));
    format!("{name}.{:08x}.cl", hash as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::kernels::Kernels;
    use crate::model::site::Algorithm;

    fn text(options: &str) -> Text {
        Text { source: "kernel".to_owned(), options: options.to_owned() }
    }

    #[test]
    fn names_are_plain_and_tell_programs_apart() {
        let name = file_name("Sums::add<i32>", &text("-D GROUP_SIZE=1"));
        assert!(name.starts_with("Sums__add_i32_.") && name.ends_with(".cl"), "{name}");
        assert_ne!(name, file_name("Sums::add<i32>", &text("-D GROUP_SIZE=2")));
    }

    #[test]
    fn comments_are_not_compiled_and_lines_stay() {
        let code = |source: &str| Text { source: source.to_owned(), options: String::new() }.code();
        assert_eq!(code("// From a.rs, line 3.\nint x; // it\n  // no\ny\n"), "\nint x;\n\ny\n");
        assert_eq!(code("// From b.rs, line 5.\nint x;"), code("// From fn f.\nint x; // more"));
    }

    #[test]
    fn programs_that_nobody_builds_are_written_once() {
        let kernels = Kernels::new(Algorithm::Lookback).gpu("for groups").cpu("for items");
        let site = Site::new("sums", "sums.rs", 1, kernels);
        let folder = tempfile::tempdir().expect("a folder");
        emit_unbuilt(&site, folder.path());
        let written: Vec<PathBuf> =
            fs::read_dir(folder.path()).expect("it is there").map(|file| file.expect("a file").path()).collect();
        let mut texts: Vec<String> = written.iter().map(|path| fs::read_to_string(path).expect("text")).collect();
        texts.sort();
        assert_eq!(texts, ["for groups", "for items"].map(|source| format!("{MARK}{UNBUILT}\n{source}")));
        written.iter().for_each(|path| fs::remove_file(path).expect("removed"));
        emit_unbuilt(&site, folder.path());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }

    #[test]
    fn a_foreign_file_in_the_place_of_a_kernel_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let emit = || emit("sums", &text(""), folder.path());
        let path = emit().expect("written");
        assert_eq!(emit().expect("written again"), path);
        fs::write(&path, "// notes").expect("written");
        assert_eq!(emit().expect_err("it is no kernel").kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("there"), "// notes");
    }
}
