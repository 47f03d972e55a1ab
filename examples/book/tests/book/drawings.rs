//! The drawings are what the program draws.

use crate::pages::{all, folder, links, updates};
use crate::shown::DRAWN;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn drawings_are_what_the_program_draws() {
    let drawn = scan_book::drawings::all();
    for (name, svg) in &drawn {
        let path = folder().join("drawings").join(name);
        if updates() {
            fs::write(&path, svg).expect("a drawing");
        }
        assert!(fs::read_to_string(&path).is_ok_and(|kept| kept == *svg), "{name} is old: set UPDATE_GOLDEN=1");
    }
    let kept = fs::read_dir(folder().join("drawings")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let kept: BTreeSet<String> = kept.map(|name| format!("drawings/{}", name.to_string_lossy())).collect();
    let expected = drawn.iter().map(|(name, _)| format!("drawings/{name}")).chain([DRAWN.to_owned()]);
    assert_eq!(kept, expected.collect());
}

#[test]
fn every_drawing_is_shown() {
    let shown: Vec<String> = all().values().flat_map(|page| links(page)).collect();
    for (name, _) in scan_book::drawings::all() {
        assert!(shown.iter().any(|link| link.ends_with(&format!("drawings/{name}"))), "{name}");
    }
}
