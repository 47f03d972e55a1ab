//! Files that are there whole or not at all.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

/// How the names of files begin that are not yet whole.
pub(crate) const UNFINISHED: &str = ".scan-";

/// Who may read a file besides the user.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// As is usual for this user.
    Usual,
    /// Nobody.
    Nobody,
}

/// Writes the parts to a file `name` in `folder`, which exists. Whoever reads at the same time sees the old file or the new one.
pub(crate) fn write_whole(folder: &Path, name: &str, parts: &[&[u8]], readers: Readers) -> io::Result<()> {
    let temporary = folder.join(temporary_name());
    let written = write(&temporary, parts, readers).and_then(|()| fs::rename(&temporary, folder.join(name)));
    written.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

fn write(path: &Path, parts: &[&[u8]], readers: Readers) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Nobody {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    let mut file = options.open(path)?;
    parts.iter().try_for_each(|part| file.write_all(part))
}

/// A name that no other thread or process uses at the same time.
fn temporary_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{UNFINISHED}{}-{}.tmp", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}
