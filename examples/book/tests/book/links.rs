//! Pages, and the links between them.

use crate::pages::{all, anchors, crate_folder, folder, links};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_summary_lists_every_page_once() {
    let mut pages = all();
    let summary = pages.remove("SUMMARY.md").expect("a summary");
    let listed = links(&summary);
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "{listed:?}");
    assert_eq!(once.into_iter().collect::<Vec<_>>(), pages.keys().collect::<Vec<_>>());
}

#[test]
fn every_page_is_tested() {
    let library = fs::read_to_string(folder().join("lib.rs")).expect("the library");
    for name in all().keys().filter(|name| *name != "SUMMARY.md") {
        assert!(library.contains(&format!("\"{name}\"")), "{name} is not in lib.rs");
    }
}

#[test]
fn links_point_at_what_is_there() {
    let mut wrong = Vec::new();
    for (name, page) in all() {
        check(&folder().join(&name), &page, &mut wrong);
        // What is outside of the book's folder is not there where mdBook puts it.
        let depth = name.matches('/').count();
        wrong.extend(links(&page).into_iter().filter(|link| link.matches("../").count() > depth));
    }
    let readme = crate_folder().join("../../README.md");
    check(&readme, &fs::read_to_string(&readme).expect("the README"), &mut wrong);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn check(path: &std::path::Path, page: &str, wrong: &mut Vec<String>) {
    for link in links(page).into_iter().filter(|link| !link.starts_with("http")) {
        let (file, anchor) = link.split_once('#').map_or((&*link, None), |(file, anchor)| (file, Some(anchor)));
        let target = if file.is_empty() { path.to_owned() } else { path.parent().expect("a folder").join(file) };
        let is_right = match anchor {
            None => target.exists(),
            Some(anchor) => fs::read_to_string(&target).is_ok_and(|text| anchors(&text).iter().any(|known| known == anchor)),
        };
        if !is_right {
            wrong.push(format!("{}: {link}", path.display()));
        }
    }
}
