//! Whatever is wrong with an entry or the folder, there is none.

use super::*;
use std::thread;

fn key(text: &str) -> Key {
    Key::new("test", &[text])
}

/// The folder that the folder is in.
fn base(folder: &Folder) -> &Path {
    folder.path.parent().expect("a folder")
}

fn reopened(folder: &Folder) -> Result<Folder, Refusal> {
    Folder::open(base(folder), true)
}

fn file_of(folder: &Folder, key: &Key) -> PathBuf {
    folder.path.join(key.file_name())
}

#[test]
fn what_is_kept_is_found_again() {
    let (_guard, folder) = temporary();
    assert_eq!(folder.get(&key("a")), None);
    folder.put(&key("a"), b"first");
    folder.put(&key("b"), b"");
    folder.put(&key("a"), b"second");
    let again = reopened(&folder).expect("still private");
    assert_eq!(again.get(&key("a")).as_deref(), Some(&b"second"[..]));
    assert_eq!(again.get(&key("b")).as_deref(), Some(&b""[..]));
    assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 2);
}

#[test]
fn texts_that_look_alike_when_joined_are_two_keys() {
    assert_ne!(Key::new("test", &["ab", "c"]).file_name(), Key::new("test", &["a", "bc"]).file_name());
}

#[test]
fn a_spoilt_entry_is_none() {
    let (_guard, folder) = temporary();
    let key = key("a");
    folder.put(&key, b"contents");
    let whole = fs::read(file_of(&folder, &key)).expect("an entry");
    let spoil = |bytes: &[u8]| {
        fs::write(file_of(&folder, &key), bytes).expect("written");
        assert_eq!(folder.get(&key), None, "{bytes:?}");
    };
    // Cut short anywhere, a bit wrong anywhere, something behind it, something else altogether.
    (0..whole.len()).for_each(|length| spoil(&whole[..length]));
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        spoil(&bytes);
    }
    spoil(&[&whole[..], b"more"].concat());
    spoil(b"");
    spoil(&[0; 100]);
    folder.put(&key, b"contents");
    assert_eq!(folder.get(&key).as_deref(), Some(&b"contents"[..]));
}

#[test]
fn an_entry_of_another_key_is_none() {
    let (_guard, folder) = temporary();
    folder.put(&key("a"), b"contents");
    // As if the names were the same.
    fs::copy(file_of(&folder, &key("a")), file_of(&folder, &key("b"))).expect("copied");
    assert_eq!(folder.get(&key("b")), None);
}

#[test]
fn what_is_no_file_is_none() {
    let (_guard, folder) = temporary();
    fs::create_dir(file_of(&folder, &key("a"))).expect("a folder");
    assert_eq!(folder.get(&key("a")), None);
    folder.put(&key("a"), b"contents");
    assert_eq!(folder.get(&key("a")), None);
    assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 1, "no temporary file is left");
}

#[test]
fn a_folder_that_has_gone_keeps_nothing() {
    let (guard, folder) = temporary();
    drop(guard);
    folder.put(&key("a"), b"contents");
    assert_eq!(folder.get(&key("a")), None);
}

#[test]
fn a_file_in_the_folders_place_is_refused() {
    let (guard, _) = temporary();
    let path = guard.path().join("file");
    fs::write(&path, "").expect("written");
    for path in [path.join("below"), path] {
        assert!(matches!(Folder::open(&path, true), Err(Refusal::Missing(_))), "{}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn what_others_can_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the mode is set");
    let (_guard, folder) = temporary();
    assert_eq!(fs::metadata(&folder.path).expect("a folder").permissions().mode() & 0o777, 0o700);
    for path in [base(&folder), &folder.path] {
        for mode in [0o777, 0o770, 0o702] {
            set(path, mode);
            let refused = reopened(&folder).expect_err("others may write");
            assert!(matches!(&refused, Refusal::Unsafe(why) if why.contains("by others")), "{mode:o}: {refused:?}");
        }
        set(path, 0o755);
        reopened(&folder).expect("others may read");
    }
    set(base(&folder), 0o775);
    Folder::open(base(&folder), false).expect("a home's group is the user's");
    folder.put(&key("a"), b"contents");
    set(&file_of(&folder, &key("a")), 0o666);
    assert_eq!(folder.get(&key("a")), None);
}

#[cfg(unix)]
#[test]
fn somebody_elses_folder_is_refused() {
    use std::os::unix::fs::{MetadataExt, chown};
    // Root owns all that another user could name, but may give folders away.
    let about = fs::metadata("/").expect("a root");
    // SAFETY: a call without arguments that always succeeds.
    if about.uid() != unsafe { libc::geteuid() } {
        assert!(check_private(&about).is_err_and(|why| why.contains("belongs to user")));
        return;
    }
    const NOBODY: u32 = 65534;
    let (_guard, folder) = temporary();
    for path in [base(&folder), &folder.path] {
        chown(path, Some(NOBODY), None).expect("root gives it away");
        let refused = reopened(&folder).expect_err("it is somebody else's");
        assert!(matches!(&refused, Refusal::Unsafe(why) if why.contains("belongs to user 65534")), "{refused:?}");
        chown(path, Some(about.uid()), None).expect("root takes it back");
    }
    folder.put(&key("a"), b"contents");
    chown(file_of(&folder, &key("a")), Some(NOBODY), None).expect("root gives it away");
    assert_eq!(folder.get(&key("a")), None);
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_an_entry_is_not_followed() {
    let (guard, folder) = temporary();
    folder.put(&key("a"), b"contents");
    let (entry, elsewhere) = (file_of(&folder, &key("a")), guard.path().join("elsewhere"));
    fs::rename(&entry, &elsewhere).expect("moved");
    std::os::unix::fs::symlink(&elsewhere, &entry).expect("a link");
    let whole = fs::read(&elsewhere).expect("there");
    assert_eq!(folder.get(&key("a")), None);
    folder.put(&key("a"), b"other contents");
    assert_eq!(folder.get(&key("a")).as_deref(), Some(&b"other contents"[..]));
    assert_eq!(fs::read(&elsewhere).expect("there"), whole);
}

/// All that lies in the chosen folder, and in the one that is made there.
#[test]
fn foreign_files_in_the_folder_are_not_removed_to_make_room() {
    let (_guard, mut folder) = temporary();
    folder.most_bytes = 1000;
    let old = SystemTime::now() - 100 * ABANDONED_AFTER;
    let names = [
        "thesis.pdf",
        ".scan-draft.tmp",
        ".scan-1-2.tmp~",
        "program-0123456789abcdef0123456789abcdef.txt",
        "program-0123456789ABCDEF0123456789abcdef",
        "test-0123456789abcdef",
        "-0123456789abcdef0123456789abcdef",
    ];
    let foreign: Vec<PathBuf> =
        [base(&folder), &folder.path].into_iter().flat_map(|folder| names.map(|name| folder.join(name))).collect();
    for path in &foreign {
        fs::write(path, vec![7; 100_000]).expect("written");
        File::options().write(true).open(path).expect("a file").set_modified(old).expect("the time is set");
    }
    for name in ["a", "b", "c"] {
        folder.put(&key(name), &[1; 600]);
    }
    assert!(foreign.iter().all(|path| fs::metadata(path).is_ok_and(|about| about.len() == 100_000)));
    let kept = ["a", "b", "c"].map(|name| folder.get(&key(name)).is_some());
    assert_eq!(kept.into_iter().filter(|kept| *kept).count(), 1, "of entries there is room for one, whatever else lies there");
}

#[cfg(unix)]
#[test]
fn what_has_an_entrys_name_and_is_no_file_is_not_removed() {
    let (guard, mut folder) = temporary();
    folder.most_bytes = 0;
    let (link, within) = (file_of(&folder, &key("link")), file_of(&folder, &key("folder")));
    let elsewhere = guard.path().join("elsewhere");
    fs::write(&elsewhere, "precious").expect("written");
    std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");
    fs::create_dir(&within).expect("a folder");
    fs::write(within.join("file"), "precious").expect("written");
    folder.put(&key("a"), b"contents");
    assert_eq!(folder.get(&key("a")), None, "there is no room");
    assert!(link.is_symlink() && elsewhere.is_file() && within.join("file").is_file());
}

#[test]
fn the_oldest_make_room() {
    let (_guard, mut folder) = temporary();
    let contents = [7; 1000];
    for (name, age) in [("new", 10), ("old", 1000), ("middle", 100)] {
        folder.put(&key(name), &contents);
        let file = File::options().write(true).open(file_of(&folder, &key(name))).expect("an entry");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("the time is set");
    }
    folder.most_bytes = 3500;
    folder.put(&key("newest"), &contents);
    let kept = ["newest", "new", "middle", "old"].map(|name| folder.get(&key(name)).is_some());
    assert_eq!(kept, [true, true, true, false]);
}

#[test]
fn what_nobody_has_finished_is_removed_in_the_end() {
    let (_guard, folder) = temporary();
    let (fresh, abandoned) = (folder.path.join(".scan-1-1.tmp"), folder.path.join(".scan-2-2.tmp"));
    fs::write(&fresh, "part").expect("written");
    fs::write(&abandoned, "part").expect("written");
    let file = File::options().write(true).open(&abandoned).expect("a file");
    file.set_modified(SystemTime::now() - 2 * ABANDONED_AFTER).expect("the time is set");
    // Windows removes no file that is open.
    drop(file);
    folder.put(&key("a"), b"contents");
    assert_eq!((fresh.exists(), abandoned.exists()), (true, false));
}

#[test]
fn many_may_write_and_read_the_same_at_once() {
    let (_guard, folder) = temporary();
    let contents: Vec<Vec<u8>> = (0..4u8).map(|writer| vec![writer; 10_000]).collect();
    thread::scope(|scope| {
        for contents in &contents {
            scope.spawn(|| (0..50).for_each(|_| folder.put(&key("a"), contents)));
        }
        for _ in 0..200 {
            if let Some(read) = folder.get(&key("a")) {
                assert!(contents.contains(&read), "whole, and of one writer");
            }
        }
    });
    assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 1);
}
