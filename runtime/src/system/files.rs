//! Files that are there whole or not at all, and never in place of somebody else's.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// How the names of files begin and end that are not yet whole.
const UNFINISHED: [&str; 2] = [".scan-", ".tmp"];
/// So many names are tried for such a file. Those of an earlier process of this number may be there, or what somebody has planted.
const NAMES: u32 = 1000;
/// Names that this process has tried.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Who may read a file besides the user.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// As is usual for this user.
    Usual,
    /// Nobody.
    Nobody,
}

/// Writes the parts to a file `name` in `folder`, which exists. Whoever reads at the same time sees the old file or the new one.
pub(crate) fn write_whole(folder: &Path, name: &OsStr, parts: &[&[u8]], readers: Readers) -> io::Result<()> {
    let unfinished = Unfinished::create(folder, readers)?;
    parts.iter().try_for_each(|part| (&unfinished.file).write_all(part))?;
    unfinished.finish(&folder.join(name))
}

/// The same where others may have files of that name: it replaces nothing but a file that begins with `mark`, as this one does.
pub(crate) fn replace_own(folder: &Path, name: &OsStr, mark: &str, parts: &[&[u8]]) -> io::Result<()> {
    if is_free(&folder.join(name), mark)? {
        write_whole(folder, name, parts, Readers::Usual)
    } else {
        Err(io::Error::new(ErrorKind::AlreadyExists, format!("there is a {} that this program has not written", name.display())))
    }
}

/// Whether nothing is at `path`, or a file that begins with `mark`. Links are not followed: what they lead to is somewhere else.
fn is_free(path: &Path, mark: &str) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(about) if !about.is_file() => Ok(false),
        Ok(_) => {
            let mut begins = Vec::new();
            File::open(path)?.take(mark.len() as u64).read_to_end(&mut begins)?;
            Ok(begins == mark.as_bytes())
        }
    }
}

/// Whether a file of this name is one that [`write_whole`] has begun.
pub(crate) fn is_unfinished(name: &str) -> bool {
    let [begins, ends] = UNFINISHED;
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(begins).and_then(|rest| rest.strip_suffix(ends)).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, count)| number(process) && number(count))
}

/// A file that has no name of its own yet. What is not finished is removed.
struct Unfinished {
    file: File,
    path: PathBuf,
    is_finished: bool,
}

impl Unfinished {
    /// A new file: one that is there already is somebody else's, and neither opened nor removed.
    fn create(folder: &Path, readers: Readers) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        private(&mut options, readers);
        let [begins, ends] = UNFINISHED;
        let mut last = ErrorKind::AlreadyExists.into();
        for _ in 0..NAMES {
            let path = folder.join(format!("{begins}{}-{}{ends}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
            match options.open(&path) {
                Ok(file) => return Ok(Self { file, path, is_finished: false }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    fn finish(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_finished {
            // What led here is the error to tell of.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn private(options: &mut OpenOptions, readers: Readers) {
    use std::os::unix::fs::OpenOptionsExt;
    if readers == Readers::Nobody {
        options.mode(0o600);
    }
}

/// Where files have no modes the user's own are taken to be private.
#[cfg(not(unix))]
fn private(_options: &mut OpenOptions, _readers: Readers) {}

#[cfg(test)]
mod tests;
