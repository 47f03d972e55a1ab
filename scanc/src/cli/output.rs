//! Files written whole or not at all.

use super::finding::{Finding, codes};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes all of `files`, names and texts, into `folder`, which is made if it is not there.
///
/// Each text is first written beside its place; only when all are, they get their names. So what fails, fails before anything is changed.
pub(super) fn write_all(folder: &Path, files: &[(String, &str)]) -> Result<Vec<PathBuf>, Finding> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, "make the folder", &error))?;
    let mut staged = Staged::default();
    for (name, text) in files {
        staged.write(folder, name, text)?;
    }
    staged.publish()
}

fn cannot_write(path: &Path, what: &str, error: &io::Error) -> Finding {
    let finding = Finding::about_file(codes::UNWRITABLE, path, format!("cannot {what}: {error}"));
    finding.help("name a folder that you may write to with `-o DIR`")
}

/// Files that are written and do not have their names yet. What is left when it goes out of scope is removed.
#[derive(Default)]
struct Staged(Vec<(PathBuf, PathBuf)>);

impl Staged {
    fn write(&mut self, folder: &Path, name: &str, text: &str) -> Result<(), Finding> {
        let (temporary, path) = (folder.join(format!(".{name}.{}.tmp", std::process::id())), folder.join(name));
        if path.is_dir() {
            return Err(cannot_write(&path, "write the file", &io::ErrorKind::IsADirectory.into()));
        }
        self.0.push((temporary.clone(), path.clone()));
        let written = File::create(&temporary).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| cannot_write(&path, "write the file", &error))
    }

    fn publish(mut self) -> Result<Vec<PathBuf>, Finding> {
        let mut published = Vec::new();
        for (temporary, path) in &self.0 {
            fs::rename(temporary, path).map_err(|error| cannot_write(path, "write the file", &error))?;
            published.push(path.clone());
        }
        self.0.clear();
        Ok(published)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        for (temporary, _) in &self.0 {
            // Gone already, or cannot be removed: the error that led here is the one to tell.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_where_one_file_cannot_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("b.cl")).expect("a folder in the way");
        let error = write_all(folder.path(), &[("a.rs".into(), "a"), ("b.cl".into(), "b")]).expect_err("b.cl is a folder");
        assert_eq!(error.code, codes::UNWRITABLE);
        let names: Vec<_> = fs::read_dir(folder.path()).expect("readable").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["b.cl"]);
    }
}
