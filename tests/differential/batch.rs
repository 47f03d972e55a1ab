//! Random loops through the macro and rustc: one program with every loop as it is and as the macro expands it, on host threads and
//! on the device.

use crate::evaluate::index_type;
use crate::generate;
use crate::loops::{Header, Loop};
use crate::source;
use scanc::ir::{Scalar, interpret::Value};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What the program does besides the loops.
const PRELUDE: &str = include_str!("batch_prelude.rs");

#[test]
fn rustc_compiles_what_the_macro_expands_to() {
    if !scan_tests::long() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential-batch");
    let loops = crate::seeds(0, 400).map(|seed| seed + 1_000_000);
    write_crate(&folder, loops);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline"]).current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
    assert!(cargo.status().expect("cargo runs").success(), "{} does not compile", folder.display());
    for device in ["host", "any", "loop"] {
        let program = folder.join("target/debug/differential-batch");
        let status = Command::new(program).env("SCAN_DEVICE", device).status().expect("the program runs");
        assert!(status.success(), "differences with SCAN_DEVICE={device}");
    }
}

fn write_crate(folder: &Path, seeds: impl Iterator<Item = u64>) {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let manifest = format!(
        "[package]\nname = \"differential-batch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         scan-runtime = {{ path = {:?} }}\n\n[profile.dev]\nopt-level = 1\noverflow-checks = false\ndebug = false\n",
        runtime.display().to_string()
    );
    let (mut plain, mut scanned, mut calls) = (String::new(), String::from("use scan_runtime::scan;\n"), String::new());
    for seed in seeds {
        let (program, state) = generate::generate(seed, 1_500);
        let name = format!("f{seed}");
        let function = source::function(&program, &name);
        write!(plain, "{function}\n").expect("a string");
        write!(scanned, "#[scan({})]\n{function}\n", source::clause(&program)).expect("a string");
        write!(calls, "    same!({name:?}, |m| {});\n", call(&program, &name, &state, seed)).expect("a string");
    }
    let main = format!("{PRELUDE}\nmod plain;\nmod scanned;\n\nfn main() {{\n    start();\n{calls}    end();\n}}\n");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    std::fs::copy(lock, folder.join("Cargo.lock")).expect("the versions that are here");
    for (path, text) in [("Cargo.toml", manifest), ("src/plain.rs", plain), ("src/scanned.rs", scanned), ("src/main.rs", main)] {
        std::fs::write(folder.join(path), text).expect("a file");
    }
}

/// The call of a function, and everything that it leaves, as text.
fn call(program: &Loop, name: &str, state: &crate::evaluate::State, seed: u64) -> String {
    let collected = matches!(program.header, Header::Collected { .. });
    let (mut lets, mut arguments, mut left) = (String::new(), Vec::new(), Vec::new());
    for (number, array) in program.arrays.iter().take(program.arrays.len() - usize::from(collected)).enumerate() {
        let (name, ty) = (&array.name, array.ty.rust());
        let exact = array.written && array.name == program.clause.2 && matches!(array.ty, Scalar::Float(_));
        let length = match seed % 16 {
            // An array that is too short.
            7 if number == 0 => state.arrays[number].len() / 3,
            _ => state.arrays[number].len(),
        };
        let make = if exact { "exact" } else { "random" };
        write!(lets, "let mut {name}: Vec<{ty}> = {make}({}, {length}); ", seed + number as u64).expect("a string");
        arguments.push(format!("&{}{name}", if array.written { "mut " } else { "" }));
        left.push(format!("bits(&{name})"));
    }
    for (capture, value) in program.captures.iter().zip(&state.captures) {
        arguments.push(format!("{}{}", if capture.by_reference { "&" } else { "" }, literal(value)));
    }
    for (variable, value) in program.variables.iter().zip(&state.variables) {
        if variable.behind_reference {
            let name = &variable.name;
            write!(lets, "let mut {name}: {} = {}; ", variable.ty.rust(), literal(value)).expect("a string");
            arguments.push(format!("&mut {name}"));
            left.push(format!("bits(&[{name}])"));
        } else {
            arguments.push(literal(value));
        }
    }
    let ty = index_type(program).rust();
    // Now and then a range that is empty, or the wrong way round.
    let (low, high) = if seed % 16 == 3 { (state.high, state.low) } else { (state.low, state.high) };
    arguments.extend([format!("{low} as {ty}"), format!("{high} as {ty}")]);
    format!("{{ {lets}let result = caught(|| m::{name}({})); [result, {}].concat() }}", arguments.join(", "), left.join(", "))
}

fn literal(value: &Value) -> String {
    match value {
        Value::F32(value) => format!("f32::from_bits({})", value.to_bits()),
        Value::F64(value) => format!("f64::from_bits({})", value.to_bits()),
        Value::Int(ty, value) => format!("({value}_i128 as {})", Scalar::Int(*ty).rust()),
        other => other.to_string(),
    }
}
