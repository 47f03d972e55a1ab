//! What `scanc build` writes for the loops in `emitted/`, to be compiled and run by the test of that name.

use scanc::cli::{Source, compile_file};
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=emitted");
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("emitted");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut modules = String::new();
    let names = [
        "loops",
        "operators",
        "declared",
        "regions",
        "between",
        "batches",
        "derived",
        "pushes",
        "ahead",
        "bins",
        "iterators",
        "tuples",
        "variants",
        "scatter",
        "ends",
        "apart",
        "parts",
    ];
    for name in names {
        let compiled = compile_file(&Source::read(&folder.join(format!("{name}.rs"))).map_err(|finding| finding.message)?);
        let host = compiled.host.ok_or_else(|| format!("{name}.rs does not compile: {:?}", compiled.findings))?;
        let path = out.join(format!("{name}.rs"));
        std::fs::write(&path, host)?;
        for (file, kernel) in compiled.loops.iter().flat_map(|one| one.kernels()) {
            std::fs::write(out.join(file), kernel)?;
        }
        modules += &format!("#[path = {path:?}]\npub mod {name};\n");
    }
    std::fs::write(out.join("emitted.rs"), modules)?;
    Ok(())
}
