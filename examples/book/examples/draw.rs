//! Writes the book's pictures.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/drawings");
    fs::create_dir_all(&folder)?;
    scan_book::drawings::all().into_iter().try_for_each(|(name, svg)| fs::write(folder.join(name), svg))
}
