//! Whatever is wrong with an entry or the folder, there is none.

use super::*;
use std::thread;

fn key(text: &str) -> Key {
    Key::new("test", &[text])
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
    let again = Folder::open(&folder.path).expect("still private");
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
        assert!(matches!(Folder::open(&path), Err(Refusal::Missing(_))), "{}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn what_others_can_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the mode is set");
    let (_guard, folder) = temporary();
    assert_eq!(fs::metadata(&folder.path).expect("a folder").permissions().mode() & 0o777, 0o700);
    for mode in [0o777, 0o770, 0o702] {
        set(&folder.path, mode);
        let refused = Folder::open(&folder.path).expect_err("others may write");
        assert!(matches!(&refused, Refusal::Unsafe(why) if why.contains("others may write")), "{mode:o}: {refused:?}");
    }
    set(&folder.path, 0o755);
    Folder::open(&folder.path).expect("others may read");
    folder.put(&key("a"), b"contents");
    set(&file_of(&folder, &key("a")), 0o666);
    assert_eq!(folder.get(&key("a")), None);
}

#[cfg(unix)]
#[test]
fn somebody_elses_folder_is_refused() {
    use std::os::unix::fs::MetadataExt;
    // The root folder is root's; root owns all that it could try, so there is nothing to be seen for it.
    let about = fs::metadata("/").expect("a root");
    // SAFETY: a call without arguments that always succeeds.
    if about.uid() != unsafe { libc::geteuid() } {
        assert!(check_private(&about).is_err_and(|why| why.contains("belongs to user")));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_costs_nothing_but_the_cache() {
    use std::os::unix::fs::PermissionsExt;
    let (_guard, folder) = temporary();
    folder.put(&key("a"), b"contents");
    fs::set_permissions(&folder.path, fs::Permissions::from_mode(0o500)).expect("the mode is set");
    let again = Folder::open(&folder.path).expect("it is private");
    again.put(&key("b"), b"contents");
    assert_eq!(again.get(&key("a")).as_deref(), Some(&b"contents"[..]));
    fs::set_permissions(&folder.path, fs::Permissions::from_mode(0o700)).expect("the mode is set");
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
