//! Writing a program's text to a file (`SCAN_EMIT_DIR`), as it went to the device's compiler.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

use super::programs::Text;

/// Writes the text to `NAME.HASH.cl` in `folder`, which is made if there is none. The file is there whole or not at all.
pub(super) fn emit(name: &str, text: &Text, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(file_name(name, text));
    let temporary = folder.join(temporary_name());
    let written = write_whole(&temporary, text).and_then(|()| fs::rename(&temporary, &path));
    written.map(|()| path).inspect_err(|_| drop(fs::remove_file(&temporary)))
}

fn write_whole(path: &Path, text: &Text) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    write!(file, "// Built with: {}\n{}", text.options, text.source)?;
    file.sync_all()
}

/// The function's name without what a file's cannot have, and a hash that tells programs apart.
fn file_name(name: &str, text: &Text) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '_' || character == '-';
    let name: String = name.chars().map(|character| if is_plain(character) { character } else { '_' }).collect();
    let hash = hash([text.options.as_bytes(), text.source.as_bytes()]);
    format!("{name}.{:08x}.cl", (hash ^ (hash >> 32)) as u32)
}

/// A name that no other thread or process uses at the same time.
fn temporary_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!(".scan-{}-{}.tmp", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// FNV-1a: the same in every build, so that the names of files are.
fn hash(parts: [&[u8]; 2]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    parts.iter().flat_map(|part| part.iter().chain(&[0])).fold(0xcbf2_9ce4_8422_2325, step)
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
}
