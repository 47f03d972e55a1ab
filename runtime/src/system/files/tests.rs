//! What is in the way stays as it is.

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Puts something at all names that the next files could get while they are not whole.
fn plant(folder: &Path, something: impl Fn(&Path)) -> Vec<String> {
    let next = COUNT.load(Ordering::Relaxed);
    let planted = (next..next + 100).map(|count| format!(".scan-{}-{count}.tmp", process::id()));
    planted.inspect(|name| something(&folder.join(name))).collect()
}

#[test]
fn a_file_is_written_whole_and_written_again() {
    let folder = folder();
    for text in ["first", "second, which is longer", ""] {
        write_whole(folder.path(), "a".as_ref(), &[b"begins: ", text.as_bytes()], Readers::Nobody).expect("written");
        assert_eq!(fs::read_to_string(folder.path().join("a")).expect("there"), format!("begins: {text}"));
    }
    assert_eq!(names(folder.path()), ["a"]);
}

#[cfg(unix)]
#[test]
fn links_planted_at_the_names_of_unfinished_files_are_not_followed() {
    let (folder, elsewhere) = (folder(), folder());
    let victim = elsewhere.path().join("victim");
    fs::write(&victim, "precious").expect("written");
    let mut planted = plant(folder.path(), |path| std::os::unix::fs::symlink(&victim, path).expect("a link"));
    write_whole(folder.path(), "a".as_ref(), &[b"text"], Readers::Usual).expect("another name is free");
    assert_eq!(fs::read_to_string(&victim).expect("there"), "precious");
    planted.push("a".to_owned());
    planted.sort();
    assert_eq!(names(folder.path()), planted, "all of it is still there");
}

#[test]
fn foreign_files_at_the_names_of_unfinished_files_are_neither_opened_nor_removed() {
    let folder = folder();
    let planted = plant(folder.path(), |path| fs::write(path, "precious").expect("written"));
    fs::create_dir(folder.path().join("a")).expect("a folder in the way");
    write_whole(folder.path(), "a".as_ref(), &[b"text"], Readers::Usual).expect_err("`a` is a folder");
    for name in planted {
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("there"), "precious");
    }
    assert_eq!(names(folder.path()).len(), 101, "and no other file is left");
}

#[test]
fn only_files_with_the_mark_are_replaced() {
    let folder = folder();
    let replace = || replace_own(folder.path(), "a".as_ref(), "mark", &[b"mark: new"]);
    let path = folder.path().join("a");
    replace().expect("nothing is there");
    replace().expect("its own is there");
    for foreign in ["", "mar", "thesis"] {
        fs::write(&path, foreign).expect("written");
        assert_eq!(replace().expect_err(foreign).kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("there"), foreign);
    }
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder in the way");
    replace().expect_err("a folder");
    assert_eq!(names(folder.path()), ["a"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_with_the_mark_is_not_replaced() {
    let (folder, elsewhere) = (folder(), folder());
    let (link, victim) = (folder.path().join("a"), elsewhere.path().join("victim"));
    fs::write(&victim, "mark: old").expect("written");
    for target in [&victim, Path::new("nowhere")] {
        std::os::unix::fs::symlink(target, &link).expect("a link");
        replace_own(folder.path(), "a".as_ref(), "mark", &[b"mark: new"]).expect_err("a link");
        assert_eq!(fs::read_link(&link).expect("a link"), target);
        fs::remove_file(&link).expect("removed");
    }
    assert_eq!(fs::read_to_string(&victim).expect("there"), "mark: old");
}

#[test]
fn names_of_unfinished_files_are_told_from_others() {
    assert!(is_unfinished(".scan-1-2.tmp"));
    for foreign in
        [".scan-1.tmp", ".scan-a-1.tmp", ".scan-1-.tmp", ".scan-1-2.tmp.gz", "scan-1-2.tmp", ".scan-", ".scan-1-2-3.tmp"]
    {
        assert!(!is_unfinished(foreign), "{foreign}");
    }
}
