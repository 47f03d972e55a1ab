//! Writing a program's text to a file (`SCAN_EMIT_DIR`), as it went to the device's compiler.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::system::files::replace_own;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// How a file of this program's begins. One that begins otherwise is not replaced.
const MARK: &str = "// Built with: ";

/// The text of a program and the options of its build.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) source: String,
    pub(super) options: String,
}

/// Writes the text to `NAME.HASH.cl` in `folder`, which is made if there is none. The file is there whole or not at all.
pub(super) fn emit(name: &str, text: &Text, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let name = file_name(name, text);
    let options = format!("{MARK}{}\n", text.options);
    replace_own(folder, name.as_ref(), MARK, &[options.as_bytes(), text.source.as_bytes()])?;
    Ok(folder.join(name))
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
