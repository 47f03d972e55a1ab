//! What is emitted, as it was reviewed: the files in `out/`.

use scanc::cli::{CompiledFile, CompiledLoop, Source, compile_file};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// Of these functions the host code is golden, by the file that they stand in.
const HOST_CODE: [(&str, &[&str]); 14] = [
    (
        "loops",
        &[
            "array_carried",
            "scalar_inclusive",
            "delay_register",
            "may_panic",
            "sum_and_any",
            "reduced",
            "arg_max",
            "kept",
            "divided",
            "weighed",
        ],
    ),
    ("operators", &["poly", "residues", "checksums", "values"]),
    ("declared", &["shapes", "weights", "quotients"]),
    ("derived", &["smooth", "segments", "bucket", "kadane"]),
    ("pushes", &["positive", "squares", "skipping"]),
    ("regions", &["three_loops", "summed_area"]),
    ("between", &["field_that_is_lent", "swap_of_arrays"]),
    ("ahead", &["differences"]),
    ("iterators", &["total", "greatest", "highest"]),
    ("bins", &["counted", "either"]),
    ("batches", &["rows", "products_of_rows", "lagged"]),
    ("tuples", &["weighed", "matched"]),
    ("variants", &["comments", "pair"]),
    ("scatter", &["some"]),
];
/// And so are these loops' programs.
const KERNELS: [&str; 14] = [
    "loops.delay_register.0.gpu",
    "loops.delay_register.0.cpu",
    "loops.with_options.0.gpu",
    "loops.may_panic.0",
    "loops.reduced.0.cpu",
    "loops.reduced_in_order.0.gpu",
    "loops.arg_max.0",
    "loops.kept.0",
    "loops.weighed.0",
    "operators.checksums.0",
    "bins.either.0",
    "scatter.some.0",
    "batches.rows.0.batched.gpu",
    "batches.lagged.0.cpu",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("emitted")
}

#[test]
fn what_is_emitted_is_as_it_was_reviewed() {
    HOST_CODE.into_iter().for_each(|(file, functions)| check_golden(file, functions));
}

fn check_golden(file: &str, functions: &[&str]) {
    let source = Source::read(&folder().join(format!("{file}.rs"))).expect("the source is there");
    let compiled = compile_file(&source);
    compare(&format!("{file}.rs"), &host_code(&compiled, functions));
    for (name, text) in compiled.loops.iter().flat_map(CompiledLoop::kernels) {
        let is_kind = |kind: &str| matches!(kind, ".cl" | ".gpu.cl" | ".cpu.cl" | ".reduce_then_scan.cl");
        if KERNELS.iter().any(|stem| name.strip_prefix(stem).is_some_and(is_kind)) {
            compare(&name, text);
        }
    }
    // What each loop means, all in one file: it is short.
    let both = compiled.loops.iter().flat_map(|one| [Some(&one.compiled), one.compiled.batched.as_deref()]);
    let ir: Vec<_> = both.flatten().map(|compiled| compiled.kernel.to_string()).collect();
    compare(&format!("{file}.ir"), &ir.join("\n"));
}

/// The text of these items in a host file.
fn host_code(compiled: &CompiledFile, names: &[&str]) -> String {
    let host = compiled.host.as_ref().expect("a file without errors has a host file");
    let file = syn::parse_file(host).expect("Rust");
    let named = |name: &str| {
        let is_it = |item: &&syn::Item| match item {
            syn::Item::Fn(function) => function.sig.ident == name,
            syn::Item::Mod(module) => module.ident == name,
            _ => false,
        };
        let item = file.items.iter().find(is_it).expect("an item of that name");
        &host[item.span().byte_range()]
    };
    names.iter().map(|name| named(name).to_owned() + "\n").collect::<Vec<_>>().join("\n")
}

fn compare(name: &str, text: &str) {
    let path = folder().join("out").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{name} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{text}");
}

#[test]
fn kernels_with_an_operator_of_the_file_are_complete() {
    let compiled = compile_file(&Source::read(&folder().join("operators.rs")).expect("the source is there"));
    let open = |kernel: &str| kernel.contains("The runtime puts the definitions of");
    let kernels = || compiled.loops.iter().flat_map(CompiledLoop::kernels);
    let left: Vec<String> = kernels().filter(|(_, text)| open(text)).map(|(name, _)| name).collect();
    assert_eq!(left, ["gpu", "cpu", "reduce_then_scan"].map(|kind| format!("operators.products_of_any.0.{kind}.cl")));
    let values = kernels().find(|(name, _)| name == "operators.values.0.gpu.cl").expect("a loop").1;
    let code = values.split_once("#define BY_REFERENCE\n#endif\n\n").expect("the header ends so").1;
    assert!(code.starts_with("typedef struct {\n    int x;\n    int y;\n} Pair;\n"), "{code}");
}
