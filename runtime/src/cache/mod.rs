//! What is kept from one process to the next: built programs, and what loops and devices have taken.
//!
//! It is a folder of its own, in the one that is chosen, of files that are the user's alone, as what is loaded from it runs. Each is an
//! [`entry`]: it says what it is of, in full, and has a checksum. Whatever is wrong with one, or with the folder, it counts as not there:
//! all of it can be made again. What has another name than entries have is somebody else's, and stays.

mod entry;

use crate::model::choice::CacheChoice;
use crate::system::files::{Readers, is_unfinished, write_whole};
use crate::system::telling::complain;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

pub(crate) use entry::Key;
#[cfg(test)]
pub(crate) use entry::with_contents;

/// The folder's name in the one that is chosen.
const OWN: &str = "scanc";
/// All entries together are no larger than this.
const MOST_BYTES: u64 = 64 << 20;
/// So many folders are remembered, of a program that names one after the other.
const MOST_OPENED: usize = 64;
/// An entry that is used is no longer old, which is written down no more often than this.
const TOUCHED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);
/// A file that is not whole after such a time never will be.
const ABANDONED_AFTER: Duration = Duration::from_secs(60 * 60);

/// A folder of entries.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    most_bytes: u64,
}

/// The folder that is chosen, if there is one to be used. Each is looked at once in a process.
pub(crate) fn folder(choice: &CacheChoice) -> Option<Arc<Folder>> {
    static OPENED: Mutex<Vec<(PathBuf, Option<Arc<Folder>>)>> = Mutex::new(Vec::new());
    let path = match choice {
        CacheChoice::Nothing => return None,
        CacheChoice::Folder(path) => path.clone(),
        CacheChoice::Usual => usual()?,
    };
    let opened = || OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = opened().iter().find(|(known, _)| *known == path).map(|(_, folder)| folder.clone());
    if let Some(known) = known {
        return known;
    }
    // With nothing locked, as what is told of is the user's to write down. Two threads may do it at once.
    let is_named = *choice != CacheChoice::Usual;
    let folder = Folder::open(&path, is_named).inspect_err(|refusal| refusal.tell(&path, is_named)).ok().map(Arc::new);
    let mut opened = opened();
    if opened.len() >= MOST_OPENED {
        opened.remove(0);
    }
    opened.push((path, folder.clone()));
    folder
}

/// Where programs of this user keep such things on this system.
fn usual() -> Option<PathBuf> {
    if cfg!(test) {
        // What this crate's own tests say of loops is not true of any.
        return None;
    }
    let of = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library/Caches"))
    } else {
        of("XDG_CACHE_HOME").or_else(|| Some(of("HOME")?.join(".cache")))
    }
}

/// Why a folder is not used.
#[derive(Debug)]
enum Refusal {
    /// There is none and none can be made: a disk is full, or a home cannot be written to.
    Missing(String),
    /// Others could have put something there.
    Unsafe(String),
}

impl Refusal {
    /// Says why the folder at `path` is not used: to whoever has named it, and otherwise in the log.
    fn tell(&self, path: &Path, is_named: bool) {
        let (level, Self::Missing(why) | Self::Unsafe(why)) = match self {
            Self::Missing(_) => (log::Level::Info, self),
            Self::Unsafe(_) => (log::Level::Warn, self),
        };
        let text = format!("nothing is kept in {}: {why}", path.display());
        if is_named { complain(text) } else { log::log!(level, "{text}") }
    }
}

impl Folder {
    /// The folder in the one at `base`; both are made if there are none. An error is why it is not used: who names a folder means one that
    /// is the user's alone.
    fn open(base: &Path, is_named: bool) -> Result<Self, Refusal> {
        let missing = |error: io::Error| Refusal::Missing(error.to_string());
        let path = base.join(OWN);
        let is_private = |path: &Path| {
            let why = check_private(&fs::metadata(path).map_err(missing)?).err();
            why.map_or(Ok(()), |why| Err(Refusal::Unsafe(format!("{} {why}", path.display()))))
        };
        make(base).map_err(missing)?;
        if is_named {
            is_private(base)?;
        }
        make(&path).map_err(missing)?;
        is_private(&path)?;
        Ok(Self { path, most_bytes: MOST_BYTES })
    }

    /// What is kept of `key`.
    pub(crate) fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path.join(key.file_name());
        let kept = read(&path, self.most_bytes).and_then(|file| file.map(|bytes| entry::contents(bytes, key)).transpose());
        kept.inspect_err(|why| log::info!("{} is not used: {why}", path.display())).ok().flatten()
    }

    /// Keeps `contents` of `key`, in place of what was kept of it. The oldest entries make room.
    pub(crate) fn put(&self, key: &Key, contents: &[u8]) {
        let head = entry::head(key, contents);
        let name = key.file_name();
        match write_whole(&self.path, name.as_ref(), &[&head, contents], Readers::Nobody) {
            Ok(()) => self.make_room(),
            Err(error) => log::info!("{name} is not kept in {}: {error}", self.path.display()),
        }
    }

    /// Removes the oldest entries until the rest is small enough, and files that nobody has finished.
    fn make_room(&self) {
        let now = SystemTime::now();
        let age = |about: &Metadata| about.modified().ok().and_then(|then| now.duration_since(then).ok()).unwrap_or_default();
        let listed = fs::read_dir(&self.path).into_iter().flatten().flatten();
        // What is no file, links among them, is not written here either.
        let is_file = |file: &DirEntry| file.metadata().ok().filter(Metadata::is_file);
        let own = listed.filter_map(|file| Some((Own::named(&file.file_name())?, is_file(&file)?, file.path())));
        let mut own: Vec<_> = own.collect();
        own.sort_by_key(|(_, about, _)| age(about));
        let mut bytes = 0u64;
        for (kind, about, path) in own {
            bytes = bytes.saturating_add(about.len());
            let is_done_with = match kind {
                Own::Entry => bytes > self.most_bytes,
                Own::Unfinished => age(&about) > ABANDONED_AFTER,
            };
            if is_done_with {
                // Another process may have done so.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// What this program writes into the folder.
enum Own {
    Entry,
    Unfinished,
}

impl Own {
    /// What has this name; `None` for what is somebody else's.
    fn named(name: &OsStr) -> Option<Self> {
        match name.to_str()? {
            name if entry::is_name(name) => Some(Self::Entry),
            name if is_unfinished(name) => Some(Self::Unfinished),
            _ => None,
        }
    }
}

/// The bytes of a file of the user's; `None` where there is none.
fn read(path: &Path, most_bytes: u64) -> Result<Option<Vec<u8>>, String> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // A pipe would have to be waited for.
        Ok(about) if !about.is_file() => return Err("it is no file".to_owned()),
        _ => {}
    }
    let read = || -> io::Result<_> {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        let mut bytes = Vec::new();
        file.by_ref().take(most_bytes).read_to_end(&mut bytes)?;
        if about.modified().is_ok_and(|then| then.elapsed().is_ok_and(|age| age > TOUCHED_AFTER)) {
            // In a folder that cannot be written to it stays as old as it is.
            let _ = file.set_modified(SystemTime::now());
        }
        Ok((bytes, about))
    };
    let (bytes, about) = read().map_err(|error| error.to_string())?;
    check_private(&about).map(|()| Some(bytes)).map_err(|why| format!("it {why}"))
}

#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Nobody else can have put something there.
#[cfg(unix)]
fn check_private(about: &Metadata) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: a call without arguments that always succeeds.
    let user = unsafe { libc::geteuid() };
    if about.uid() != user {
        return Err(format!("belongs to user {}, and this is user {user}", about.uid()));
    }
    if about.mode() & 0o022 != 0 {
        return Err(format!("may be written to by others (mode {:o})", about.mode() & 0o777));
    }
    Ok(())
}

/// Where folders have no modes the user's own are taken to be private.
#[cfg(not(unix))]
fn check_private(_about: &Metadata) -> Result<(), String> {
    Ok(())
}

/// A folder for a test, and what removes it.
#[cfg(test)]
pub(crate) fn temporary() -> (tempfile::TempDir, Folder) {
    let folder = tempfile::tempdir().expect("a folder");
    let opened = Folder::open(&folder.path().join("cache"), true).expect("a new folder is private");
    (folder, opened)
}

#[cfg(test)]
mod tests;
