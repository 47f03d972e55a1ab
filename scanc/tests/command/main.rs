//! The command as a user runs it.

mod bounds;
mod cargo;
mod explain;
mod operators;
mod shell;
mod workshop;

use std::fs;
use std::process::Command;
use workshop::Workshop;

const PREFIX_SUM: &str = "\
//! Sums.
use scan_runtime::scan;

/// Every sum of what comes before.
#[scan(+ : y)]
pub fn prefix_sum(x: &[i32], y: &mut [i32]) {
    y[0] = 0; // the empty sum
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1]; // exclusive
    }
}

fn untouched( a:i32 )->i32{a+1}   // as it was
";

/// What is made of `sums.rs`.
const SUMS: [&str; 4] =
    ["sums.prefix_sum.0.cpu.cl", "sums.prefix_sum.0.gpu.cl", "sums.prefix_sum.0.reduce_then_scan.cl", "sums.rs"];

#[test]
fn build_for_some_devices_writes_and_names_their_kernels_alone() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM)]);
    for (device, other) in [("gpu", "cpu"), ("cpu", "gpu")] {
        workshop.scanc(&["build", "sums.rs", "-o", device, "--device", device]).ends(0, &[]);
        let kernels = [device, "reduce_then_scan"].map(|kind| format!("sums.prefix_sum.0.{kind}.cl"));
        assert_eq!(workshop.files_in(device), [&kernels[0], &kernels[1], "sums.rs"]);
        let host = workshop.read(&format!("{device}/sums.rs"));
        assert!(kernels.iter().all(|name| host.contains(name)) && !host.contains(&format!(".{other}")), "{host}");
    }
    workshop.scanc(&["build", "sums.rs", "-o", "out", "--device", "tpu"]).ends(2, &["tpu"]);
}

/// Of groups that are larger than drivers allow for a kernel has to say how large they are.
#[test]
fn kernels_say_the_size_of_large_groups() {
    for (size, says) in [(256, false), (512, true)] {
        let source = PREFIX_SUM.replace("scan(+ : y)", &format!("scan(+ : y, group_size({size}))"));
        let workshop = Workshop::with(&[("sums.rs", &source)]);
        workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(0, &[]);
        let kernel = workshop.read("out/sums.prefix_sum.0.gpu.cl");
        assert_eq!(kernel.contains("reqd_work_group_size(GROUP_SIZE, 1, 1)"), says, "{kernel}");
        let fallback = workshop.read("out/sums.prefix_sum.0.reduce_then_scan.cl");
        assert_eq!(fallback.contains("__NV_CL_C_VERSION"), !says, "{fallback}");
    }
}

#[test]
fn build_writes_the_kernel_and_a_host_file_that_differs_in_the_loop_alone() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM)]);
    workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(0, &["sums.rs", "sums.prefix_sum.0.gpu.cl"]);
    assert_eq!(workshop.files_in("out"), SUMS);
    let (host, kernel) = (workshop.read("out/sums.rs"), workshop.read("out/sums.prefix_sum.0.gpu.cl"));
    let expected = r#"//! Sums.

/// Every sum of what comes before.
#[inline]
pub fn prefix_sum(x: &[i32], y: &mut [i32]) {
    y[0] = 0; // the empty sum
    {
        use ::scan_runtime::launch;
"#;
    assert!(host.contains(expected), "{host}");
    let looped = "
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i - 1], &mut carried); // exclusive
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

fn untouched( a:i32 )->i32{a+1}   // as it was
";
    assert!(host.ends_with(looped), "{host}");
    for kind in ["gpu", "cpu", "reduce_then_scan"] {
        let call = format!(".{kind}(::core::include_str!(\"sums.prefix_sum.0.{kind}.cl\"))");
        // It may be broken over lines.
        assert!(host.replace(char::is_whitespace, "").replace(",)", ")").contains(&call), "{call}\n{host}");
    }
    for part in ["scanc", "sums.rs, line 8", "fn prefix_sum", "__kernel", "y[i] = y[i - 1] + x[i - 1]; // exclusive"] {
        assert!(kernel.contains(part), "{part:?} is not in\n{kernel}");
    }
}

#[test]
fn nothing_that_a_user_writes_in_a_comment_or_a_file_name_becomes_code() {
    let comments = "// why\r#error a\u{2028}#error b\u{85}#error c \\\n        // what??/\n        /* \u{202e}*/";
    let text = PREFIX_SUM.replace("// exclusive", comments);
    let workshop = Workshop::with(&[("su\nms\rand.rs", &text)]);
    workshop.scanc(&["build", "su\nms\rand.rs", "-o", "out"]).ends(0, &[]);
    let (host, kernel) = (workshop.read("out/su\nms\rand.rs"), workshop.read("out/su\nms\rand.prefix_sum.0.gpu.cl"));
    assert!(host.starts_with("// Made by scanc ") && host.lines().next().is_some_and(|line| line.contains("su ms and.rs")));
    let head: String = kernel.lines().take_while(|line| line.starts_with("//")).map(|line| format!("{line}\n")).collect();
    for part in ["su ms and.rs", "// why", "#error a", "#error b", "#error c \\ //", "// what??/ //", "/* \u{fffd}*/"] {
        assert!(head.contains(part), "{part:?} is not in\n{head}");
    }
    assert!(!kernel.contains(['\r', '\u{85}', '\u{2028}', '\u{202e}']) && !kernel[head.len()..].contains("#error"), "{kernel}");
}

#[test]
fn every_function_gets_its_files_whatever_it_is_in() {
    let text = "use scan_runtime::{Report, scan};
mod forwards {
    #[scan_runtime::scan(+ : y)]
    pub fn total(y: &mut [u64]) {
        for i in 1..y.len() {
            y[i] += y[i - 1];
        }
    }
}
struct Line { y: Vec<f32> }
impl Line {
    #[scan]
    fn total(&mut self, x: &[f32]) -> f32 {
        let mut sum = 0.0;
        #[scan(+ : sum)]
        for i in 0..x.len() {
            sum += x[i];
            self.y[i] = sum;
        }
        #[scan(max : self.y)]
        for i in 1..x.len() {
            self.y[i] = self.y[i].max(self.y[i - 1]);
        }
        sum
    }
}
";
    let workshop = Workshop::with(&[("lines.rs", text)]);
    workshop.scanc(&["build", "lines.rs", "-o", "out"]).ends(0, &[]);
    let loops = ["Line_total.0", "Line_total.1", "forwards_total.0"];
    let kernels = loops.iter().flat_map(|name| ["cpu", "gpu", "reduce_then_scan"].map(|kind| format!("lines.{name}.{kind}.cl")));
    assert_eq!(workshop.files_in("out"), kernels.chain(["lines.rs".to_owned()]).collect::<Vec<_>>());
    let host = workshop.read("out/lines.rs");
    assert!(host.contains("use scan_runtime::Report;\n"), "{host}");
    assert!(!host.contains("#[scan"), "{host}");
}

#[test]
fn line_ends_byte_order_mark_and_shebang_stay() {
    let text = format!("\u{feff}#!/usr/bin/env scan\n{PREFIX_SUM}").replace('\n', "\r\n");
    let workshop = Workshop::with(&[("sums.rs", &text)]);
    workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(0, &[]);
    let host = workshop.read("out/sums.rs");
    assert!(host.starts_with("\u{feff}#!/usr/bin/env scan\r\n// Made by scanc"), "{host}");
    assert_eq!(host.matches('\n').count(), host.matches("\r\n").count());
}

const READS_AHEAD: &str =
    "#[scan(+ : y)]\nfn f(y: &mut [i32]) {\n    for i in 1..y.len() {\n\t\ty[i] = y[i + 1] + 1;\n    }\n}\n";

#[test]
fn what_is_no_scan_is_told_with_its_place_and_nothing_is_written() {
    let workshop = Workshop::with(&[("ahead.rs", READS_AHEAD), ("sums.rs", PREFIX_SUM)]);
    workshop.scanc(&["check", "ahead.rs"]).ends(1, &["error[SC03", "ahead.rs:4:", "help"]);
    workshop.scanc(&["build", "ahead.rs", "sums.rs", "-o", "out"]).ends(1, &["error[SC03"]);
    assert_eq!(workshop.files_in("out"), SUMS);
}

#[test]
fn machines_get_json_lines_and_sarif() {
    let workshop = Workshop::with(&[("ahead.rs", READS_AHEAD), ("sums.rs", PREFIX_SUM)]);
    let run = workshop.scanc(&["check", "ahead.rs", "sums.rs", "--message-format", "json"]);
    run.ends(1, &[]);
    let first: serde_json::Value = serde_json::from_str(run.output.lines().next().expect("a line")).expect("JSON");
    let span = &first["spans"][0];
    assert_eq!((&span["file_name"], &span["line_start"]), (&"ahead.rs".into(), &4.into()));
    assert!(first["code"]["explanation"].as_str().is_some_and(|text| text.starts_with("SC03")), "{first}");
    let run = workshop.scanc(&["check", "ahead.rs", "--message-format", "sarif"]);
    run.ends(1, &[]);
    let log: serde_json::Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["level"], "error");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["shortDescription"]["text"], "What a later iteration stores is read.");
    let run = workshop.scanc(&["check", "sums.rs", "--message-format", "sarif"]);
    run.ends(0, &["\"results\": []"]);
}

#[test]
fn explain_says_what_a_code_means() {
    let workshop = Workshop::with(&[("ahead.rs", READS_AHEAD), ("316", "")]);
    let expected = "SC0309: What a later iteration stores is read.\n\nForwards, ";
    for code in ["SC0309", "sc0309", "0309", "309"] {
        let run = workshop.scanc(&["explain", code]);
        run.ends(0, &["\n    #[scan(+ : y)]\n", "\nInstead: run the loop backwards"]).silent_on("```");
        assert!(run.output.starts_with(expected), "{}", run.output);
    }
    workshop.scanc(&["explain", "SC0309", "SC0310"]).ends(0, &["SC0309: ", "SC0310: "]);
    workshop.scanc(&["explain", "SC0319", "ahead.rs"]).ends(1, &["SC0319: ", "error[SC0309]"]);
    workshop.scanc(&["explain", "316"]).ends(0, &["warning[SC0904]"]);
    workshop.scanc(&["explain", "SC0399"]).ends(2, &["no code SC0399", "SC0309", "scanc explain --codes"]);
    workshop.scanc(&["explain"]).ends(2, &["FILE|CODE"]);
    let codes = workshop.scanc(&["explain", "--codes"]);
    codes.ends(0, &["SC0101  The attribute does not read as", "SC0999  scanc has made a mistake"]);
    assert_eq!(codes.output.lines().count(), scanc::cli::codes::ALL.len());
}

#[test]
fn a_person_is_told_where_more_is_said_of_errors() {
    let workshop = Workshop::with(&[("ahead.rs", READS_AHEAD), ("empty.rs", "")]);
    let one = "scanc: 1 error\n\nFor more information about this error, try `scanc explain SC0309`.\n";
    workshop.scanc(&["check", "ahead.rs"]).ends(1, &[one]);
    workshop.scanc(&["build", "ahead.rs", "-o", "out"]).ends(1, &[one]);
    let several = "These errors have detailed explanations: SC0309, SC0902.\n\
        For more information about an error, try `scanc explain SC0309`.\n";
    workshop.scanc(&["check", "none.rs", "ahead.rs"]).ends(2, &[several]);
    workshop.scanc(&["check", "empty.rs"]).silent_on("more information");
}

const REGION: &str = "use scan_runtime::scan;\n\n#[scan]\npub fn f(x: &[i32], y: &mut [i32], z: &mut [i32]) -> Option<i32> {\n\
    \t// First.\n\t#[scan(+ : y)]\n\tfor i in 1..x.len() {\n\t\ty[i] = y[i - 1] + x[i];\n\t}\n\
    \tlet last = y[x.len() - 1]; // as it is\n\
    \tif last == 0 { return None; }\n\
    \t#[scan(+ : z)] for i in 1..x.len() {\n\t\tz[i] = z[i - 1] + y[i];\n\t}\n\
    \tz[0]  =  1;\n\
    \tSome(last)\n}\n\n\
    #[scan]\nfn g(y: &mut [i32]) {\n    #[scan(+ : y)]\n    for i in 1..y.len() { y[i] += y[i - 1]; }\n    #[scan(max : y)]\n    \
    for i in 1..y.len() { y[i] = y[i].max(y[i - 1]); } }\n";

#[test]
fn build_writes_what_the_host_asks_of_a_data_region() {
    for newline in ["\n", "\r\n"] {
        let workshop = Workshop::with(&[("sums.rs", &REGION.replace('\n', newline))]);
        workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(0, &[]);
        let host = workshop.read("out/sums.rs").replace("\r\n", "\n");
        for expected in [
            "\t// First.\n\tlet region = ::scan_runtime::launch::Region::new();\n\tregion.trust(::scan_runtime::launch::known!(\
             is_slice(y), is_slice(x), is_slice(z)));\n\t{\n\t\tuse ::scan_runtime::launch;\n",
            "\tregion.fetch(&mut y[..]);\n\tlet held = region.guard(&mut z[..]);\n\tlet last = y[x.len() - 1]; // as it is\n\t\
             region.release(held);\n",
            "\tlet held = (region.guard(&mut y[..]), region.guard(&mut z[..]));\n\tif last == 0 { return None; }\n\t\
             region.release(held);\n",
            "\tregion.take(&mut z[..]);\n\tlet held = region.guard(&mut y[..]);\n\tz[0]  =  1;\n\tregion.release(held);\n",
            "\tregion.fetch(&mut y[..]);\n\tregion.fetch(&mut z[..]);\n\tSome(last)\n}\n",
            "    region.fetch(&mut y[..]);\n    }\n",
        ] {
            assert!(host.contains(expected), "{expected}\n---\n{host}");
        }
        assert!(syn::parse_file(&host).is_ok(), "{host}");
    }
}

#[test]
fn build_leaves_attributes_with_their_loops() {
    let source = "use scan_runtime::scan;\n\n#[scan]\nfn f(y: &mut [i32], divisor: usize) {\n    #[scan(+ : y)]\n    #[allow(unused)]\n    \
        for i in 1..y.len() { y[i] += y[i - 1]; }\n    #[allow(unused)]\n    #[scan(max : y)]\n    \
        for i in 1..y.len() / divisor { y[i] = y[i].max(y[i - 1]); }\n}\n";
    let workshop = Workshop::with(&[("sums.rs", source)]);
    workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(0, &[]);
    let host = workshop.read("out/sums.rs");
    for expected in [
        "    region.trust(::scan_runtime::launch::known!(is_slice(y), is_number(divisor)));\n    #[allow(unused)]\n    {\n",
        "    if ::scan_runtime::launch::Checked::div(y.len(), divisor).is_none() {\n        region.fetch(&mut y[..]);\n    }\n    \
         #[allow(unused)]\n    {\n",
    ] {
        assert!(host.contains(expected), "{expected}\n---\n{host}");
    }
}

#[test]
fn files_that_are_no_source_are_told_apart() {
    let workshop = Workshop::with(&[("broken.rs", "fn f( {\n"), ("open.rs", "fn f() {\n    let a = (1;\n}\n"), ("empty.rs", "")]);
    fs::write(workshop.path().join("latin.rs"), b"// caf\xe9\n").expect("a file");
    workshop.scanc(&["check", "broken.rs"]).ends(1, &["error[SC0901]", "broken.rs:1:"]);
    workshop.scanc(&["check", "open.rs"]).ends(1, &["error[SC0901]", "open.rs:3:1"]);
    workshop.scanc(&["check", "latin.rs"]).ends(1, &["error[SC0903]", "line 1"]);
    workshop.scanc(&["check", "none.rs"]).ends(2, &["error[SC0902]", "none.rs"]);
    workshop.scanc(&["check", "."]).ends(2, &["error[SC0902]", "this is a folder"]);
    workshop.scanc(&["check", "empty.rs"]).ends(0, &["warning[SC0904]"]);
    workshop.scanc(&["build", "empty.rs", "-o", "out"]).ends(0, &["warning[SC0904]"]);
    assert_eq!(workshop.read("out/empty.rs"), format!("{}\n", marked("empty.rs")));
}

#[test]
fn nothing_is_written_over_by_mistake() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM), ("other/sums.rs", ""), ("file", "")]);
    workshop.scanc(&["build", "sums.rs", "-o", "."]).ends(2, &["error[SC0907]"]);
    workshop.scanc(&["build", "sums.rs", "./sums.rs", "-o", "out"]).ends(2, &["error[SC0905]", "named twice"]);
    workshop.scanc(&["build", "sums.rs", "other/sums.rs", "-o", "out"]).ends(2, &["error[SC0905]", "both become"]);
    workshop.scanc(&["build", "sums.rs", "-o", "file"]).ends(2, &["error[SC0906]"]);
    assert_eq!(workshop.read("sums.rs"), PREFIX_SUM);
    assert!(workshop.files_in("out").is_empty());
}

/// The first line of a host file.
fn marked(source: &str) -> String {
    format!("// Made by scanc {} from {source}: edit that file instead.", env!("CARGO_PKG_VERSION"))
}

#[test]
fn what_scanc_has_not_made_is_not_written_over() {
    let source = |constant: &str| PREFIX_SUM.replace("{a+1}", &format!("{{a+{constant}}}"));
    let workshop = Workshop::with(&[("sums.rs", &source("1"))]);
    let build = || workshop.scanc(&["build", "sums.rs", "-o", "out"]);
    build().ends(0, &[]);
    fs::write(workshop.path().join("sums.rs"), source("2")).expect("written");
    build().ends(0, &[]);
    assert!(workshop.read("out/sums.rs").contains("{a+2}"));
    for name in ["sums.rs", "sums.prefix_sum.0.gpu.cl"] {
        let made = workshop.read(&format!("out/{name}"));
        fs::write(workshop.path().join("out").join(name), "precious").expect("written");
        build().ends(2, &["error[SC0911]", name]);
        assert_eq!(workshop.read(&format!("out/{name}")), "precious");
        fs::write(workshop.path().join("out").join(name), made).expect("written");
    }
    assert_eq!(workshop.files_in("out"), SUMS);
}

#[test]
fn a_file_that_forbids_unsafe_code_is_not_built() {
    let forbids = format!("#![warn(missing_docs)]\n#![forbid(unused, unsafe_code)]\n{}", PREFIX_SUM.replace("//! Sums.\n", ""));
    let denies = forbids.replace("forbid", "deny");
    let workshop = Workshop::with(&[("forbids.rs", &forbids), ("denies.rs", &denies)]);
    workshop.scanc(&["check", "forbids.rs"]).ends(0, &[]);
    workshop.scanc(&["build", "forbids.rs", "-o", "out"]).ends(1, &["error[SC0912]", "forbids.rs:2:1"]);
    assert!(workshop.files_in("out").is_empty());
    workshop.scanc(&["build", "denies.rs", "-o", "out"]).ends(0, &[]);
    assert!(workshop.read("out/denies.rs").contains("\n// Its `unsafe` is scanc's word for the kernels beside it"));
}

#[cfg(unix)]
#[test]
fn links_planted_where_files_are_to_be_are_not_followed() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM), ("victim", "precious"), ("out/a", "")]);
    for name in ["sums.rs", "sums.prefix_sum.0.gpu.cl"] {
        let link = workshop.path().join("out").join(name);
        std::os::unix::fs::symlink(workshop.path().join("victim"), &link).expect("a link");
        workshop.scanc(&["build", "sums.rs", "-o", "out"]).ends(2, &["error[SC0911]", name]);
        fs::remove_file(&link).expect("removed");
    }
    assert_eq!((workshop.read("victim").as_str(), workshop.files_in("out")), ("precious", vec!["a".to_owned()]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_there() {
    const FILLED: &str = "mount -t tmpfs -o size=16k none out && echo precious > out/thesis || exit 77
        cat /dev/zero > out/filling 2> /dev/null; \"$0\" build sums.rs -o out; code=$?; cat out/thesis; ls -A out; exit $code";
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM), ("out/a", "")]);
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", FILLED, env!("CARGO_BIN_EXE_scanc")]).current_dir(workshop.path());
    let output = command.output().expect("unshare runs");
    let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() != Some(2) && told.is_empty() {
        return eprintln!("skipped: no disk can be mounted: {}", errors.trim());
    }
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("error[SC0906]"), "{errors}");
    assert_eq!(told, "precious\nfilling\nthesis\n");
}

#[test]
fn annotations_that_the_command_cannot_compile_are_told() {
    let stray = "fn f(y: &mut [i32]) {\n    #[scan(+ : y)]\n    for i in 1..y.len() {\n        y[i] += y[i - 1];\n    }\n}\n";
    let hidden = "use scan_runtime::scan;\nmacro_rules! f { () => { #[scan(+ : y)] fn g() {} } }\n";
    let workshop = Workshop::with(&[("stray.rs", stray), ("hidden.rs", hidden)]);
    workshop.scanc(&["check", "stray.rs"]).ends(1, &["error[SC0910]", "stray.rs:2:5", "help"]);
    workshop.scanc(&["build", "hidden.rs", "-o", "out"]).ends(0, &["warning[SC0908]", "hidden.rs:2:26"]);
    assert_eq!(workshop.read("out/hidden.rs"), format!("{}\n{hidden}", marked("hidden.rs")));
}

#[test]
fn usage_errors_end_with_two() {
    let workshop = Workshop::with(&[]);
    workshop.scanc(&[]).ends(2, &["Usage"]);
    workshop.scanc(&["build", "a.rs"]).ends(2, &["-o"]);
    workshop.scanc(&["check"]).ends(2, &["FILE"]);
    workshop.scanc(&["--version"]).ends(0, &["scanc "]);
}

#[cfg(feature = "devices")]
#[test]
fn without_opencl_devices_says_so_and_is_no_error() {
    let workshop = Workshop::with(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_scanc"));
    let output = command.arg("devices").env("SCAN_OPENCL_LIBRARY", workshop.path().join("none.so")).output().expect("scanc runs");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.starts_with("no OpenCL: ") && said.contains("\nmissing:\n  the library that SCAN_OPENCL_LIBRARY names"),
        "{said}"
    );
}
