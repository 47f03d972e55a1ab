//! `scanc explain FILE`, in every format.

use super::workshop::Workshop;
use super::{PREFIX_SUM, REGION};
use serde_json::Value;

/// A loop with all that a drawing may have, and letters that XML does not take as they are.
const WEIGH: &str = "#[scan_runtime::scan(+ : t)]\npub fn weigh(x: &[u8], w: f64, y: &mut [f64]) -> u64 {\n    let mut t = 0u64;\n    \
    for i in 0..x.len() {\n        t += if x[i] < 9 && i > 2 { x[i] as u64 } else { 1 };\n        y[i] = t as f64 * w;\n    }\n    t\n}\n";

#[test]
fn explain_says_what_was_recognised() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM)]);
    let expected = [
        "sums.rs:8:5: loop 0 of `prefix_sum`",
        "  scan       exclusive by its indices (inclusive by its iterations), forwards\n             over i in 1..y.len(), carried in \
         the array `y`\n",
        "  formula    y[i] = y[i - 1] + x[i - 1]\n",
        "  operator   `+` on i32\n  identity   `0`\n  laws       built in: associative; integers wrap\n",
        "whatever `y[i - 1]` holds for the first i",
        "element    x[i - 1]",
        "`x`: i32, to the device, read at i - 1",
        "`y`: i32, from the device, written at i",
        "  fused      the element, the operator and its store",
        "  moves      with each run `x` to the device, `y` from the device",
        "  passes     gpu, cpu: one: inputs read once, results stored once\n             reduce_then_scan: two",
        "sums.prefix_sum.0.{gpu,cpu,reduce_then_scan}.cl",
    ];
    workshop.scanc(&["explain", "sums.rs"]).ends(0, &expected);
}

#[test]
fn explain_tells_carried_values_apart() {
    let source = "use scan_runtime::{reduce, scan};\n\n#[scan(+ : y)]\n#[reduce(max : most)]\n\
        pub fn f(x: &[i32], y: &mut [i64]) -> (i32, usize) {\n    let (mut sum, mut most, mut at) = (0i64, 0i32, 0usize);\n    \
        for i in 0..x.len() {\n        y[i] = sum;\n        sum += x[i] as i64;\n        \
        if x[i] >= most {\n            most = x[i];\n            at = i;\n        }\n    }\n    (most, at)\n}\n\n\
        #[reduce(+ : sum)]\npub fn g(x: &[u8]) -> u8 {\n    let mut sum = 0u8;\n    for v in x {\n        sum += v;\n    }\n    sum\n}\n";
    let workshop = Workshop::with(&[("sums.rs", source)]);
    let expected = [
        "  scan       exclusive, forwards over i in 0..x.len(), 3 carried values fused\n             into one pass\n",
        "  formula    sum' = sum + (x[i] as i64)\n             most' = max(most, x[i])\n             at' = i where most' is chosen anew, \
         else at\n             y[i] = sum\n  carries    the scalar `sum`\n",
        "  carries    the scalar `most`, only reduced\n  operator   `max` on i32, of equals the last\n",
        "  carries    the scalar `at`, only reduced\n  operator   what stands beside that choice, usize\n",
        "  reduction  only the last value, forwards over",
        "  algorithm  reduce: each tile reduced, the totals combined; nothing else is\n             stored (by default)\n",
    ];
    workshop.scanc(&["explain", "sums.rs"]).ends(0, &expected);
    workshop.scanc(&["check", "sums.rs"]).ends(0, &["no errors"]);
}

#[test]
fn explain_says_what_moves_and_why() {
    let workshop = Workshop::with(&[("sums.rs", REGION)]);
    let run = workshop.scanc(&["explain", "sums.rs", "--format", "json"]);
    run.ends(0, &[]);
    let file: Value = serde_json::from_str(&run.output).expect("JSON");
    let moves =
        |number: usize, row: usize| file["files"][0]["loops"][number]["moves"][row].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        moves(0, 0),
        "`y` stays on the device; what is newer there comes back before line 10 (the host reads it), line 11 (if the function is left \
         there), line 15 (if the function is left there), line 16 (the function may be left)"
    );
    assert_eq!(moves(0, 1), "`x` goes to the device unless it is there");
    assert_eq!(
        moves(1, 0),
        "`z` stays on the device; what is newer there comes back before line 10 (if the function is left there), line 11 (if the \
         function is left there), line 15 (the host may change it), line 16 (the function may be left)"
    );
    workshop.scanc(&["explain", "sums.rs"]).ends(0, &["line 24 (the function ends)"]);
    let without = REGION.replace("let last = y[x.len() - 1];", "let last = y.iter().max().copied()?; let _part = &mut y[1..];");
    let workshop = Workshop::with(&[("sums.rs", &without)]);
    workshop
        .scanc(&["explain", "sums.rs"])
        .ends(0, &["  moves      all arrays, with each run of the loop: in line 10 a variable may\n             refer to `y` from here on\n"]);
}

#[test]
fn explain_says_what_ranks_tell_each_other() {
    let over_ranks = |way: &str, body: &str| {
        format!(
            "use scan_runtime::{{Ranks, scan}};\n\n#[scan(+ : {way}, ranks(world))]\n\
             pub fn f(world: &impl Ranks, x: &[i64], y: &mut [i64]) {{\n    {body}\n}}\n"
        )
    };
    let forwards = over_ranks("y", "for i in 1..y.len() { y[i] = y[i - 1] + x[i]; }");
    let backwards = over_ranks("y", "for i in (0..y.len() - 1).rev() { y[i] = y[i + 1] + x[i]; }");
    let scalar = over_ranks("acc", "let mut acc = 0i64;\n    for i in 0..x.len() { acc += x[i]; y[i] = acc; }");
    let expected = |start: &str, halo: &str| {
        [
            format!("  start      {start}\n"),
            format!(
                "  ranks      those of `world`: one exchange a run (of each a status, the start\n             \
                 and the total, both `i64`), in turns where one cannot say\n             \
                 beforehand what its iterations combine to{halo}\n"
            ),
        ]
    };
    let cases = [
        (
            forwards,
            expected(
                "whatever `y[i - 1]` holds for the first i on the first rank",
                "; on the others the first\n             `y[i - 1]` is stored",
            ),
        ),
        (
            backwards,
            expected(
                "whatever `y[i + 1]` holds for the first i on the last rank",
                "; on the others the first\n             `y[i + 1]` is stored",
            ),
        ),
        (scalar, expected("whatever `acc` holds before the loop on the first rank", "")),
    ];
    for (source, expected) in cases {
        let workshop = Workshop::with(&[("sums.rs", &source)]);
        workshop.scanc(&["explain", "sums.rs"]).ends(0, &expected.each_ref().map(String::as_str));
    }
    let lagged = over_ranks("y", "for i in 3..y.len() { y[i] = y[i - 3] + x[i]; }");
    let expected = [
        "  lag        3 iterations: so many scans, interleaved\n",
        "  ranks      those of `world`: two exchanges a run (how many iterations each\n             \
         has, then a status and a window of `i64`), in turns where one\n             \
         cannot say beforehand what its iterations combine to; on the others\n             every first `y[i - 3]` is stored\n",
    ];
    Workshop::with(&[("sums.rs", &lagged)]).scanc(&["explain", "sums.rs"]).ends(0, &expected);
    let run = Workshop::with(&[("sums.rs", PREFIX_SUM)]).scanc(&["explain", "sums.rs"]);
    assert!(!run.output.contains("  ranks "), "{}", run.output);
}

#[test]
fn no_line_is_too_long_for_a_terminal() {
    let workshop = Workshop::with(&[("sums.rs", REGION), ("weigh.rs", WEIGH)]);
    let run = workshop.scanc(&["explain", "sums.rs", "weigh.rs"]);
    run.ends(0, &["weigh.rs:4:5"]);
    let long: Vec<&str> = run.output.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn what_runs_here_is_said_where_there_is_nothing() {
    let workshop = Workshop::with(&[("weigh.rs", WEIGH)]);
    let nowhere = [("SCAN_OPENCL_LIBRARY", "/nowhere/libOpenCL.so")];
    workshop
        .scanc_under(&nowhere, &["explain", "weigh.rs"])
        .ends(0, &["  here       there is no OpenCL device: host threads, or as written\n"]);
}

#[test]
fn a_kernel_of_the_loop_runs_on_each_device_of_the_machine() {
    if std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none() {
        return;
    }
    let run = Workshop::with(&[("sums.rs", PREFIX_SUM)]).scanc(&["explain", "sums.rs", "--format", "json"]);
    let said: Value = serde_json::from_str(&run.output).expect("JSON");
    let of = &said["files"][0]["loops"][0];
    let devices = of["here"].as_array().expect("a list");
    assert!(devices.iter().any(|device| device["kernel"].is_string()), "{devices:#?}");
    let files = of["kernels"]["files"].as_array().expect("a list");
    assert!(devices.iter().all(|device| device["kernel"].is_null() || files.contains(&device["kernel"])), "{devices:#?}");
}

#[test]
fn programs_get_one_object_with_all_files() {
    let workshop = Workshop::with(&[("sums.rs", PREFIX_SUM), ("weigh.rs", WEIGH)]);
    let run = workshop.scanc(&["explain", "sums.rs", "weigh.rs", "--format", "json"]);
    run.ends(0, &[]);
    let said: Value = serde_json::from_str(&run.output).expect("JSON");
    assert_eq!((&said["version"], said["files"].as_array().map(Vec::len)), (&1.into(), Some(2)));
    let of = &said["files"][1]["loops"][0];
    assert_eq!(of["formula"][1], "y[i] = t' as f64 * w");
    assert_eq!((&of["what"], &of["carried"][0]["laws"][0]["known"]), (&"scan".into(), &"built in".into()));
    assert_eq!((&of["arrays"][0]["type"], &of["arrays"][0]["read_at"][0]), (&"u8".into(), &"i".into()));
    assert_eq!((&of["passes"][0]["of"], &of["passes"][0]["count"]), (&"gpu, cpu".into(), &1.into()));
    // Both inputs reach an output, `w` without any scan.
    let nodes = of["flow"]["nodes"].as_array().expect("a list");
    let place = |title: &str| nodes.iter().position(|node| node["title"] == title).expect(title);
    let edge = |from: &str, to: &str| Value::from(vec![place(from), place(to)]);
    let edges = of["flow"]["edges"].as_array().expect("a list");
    let expected = [
        ("x: u8", "element of t"),
        ("i", "element of t"),
        ("element of t", "scan t"),
        ("scan t", "y: f64"),
        ("w: f64", "y: f64"),
        ("scan t", "t"),
    ];
    expected.iter().for_each(|(from, to)| assert!(edges.contains(&edge(from, to)), "{from} to {to}: {edges:#?}"));
    assert_eq!(edges.len(), expected.len());
}

#[test]
fn a_drawing_has_every_node_in_both_colour_schemes() {
    let workshop = Workshop::with(&[("weigh.rs", WEIGH)]);
    let run = workshop.scanc(&["explain", "weigh.rs", "--format", "svg"]);
    run.ends(0, &[]);
    let svg = &run.output;
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && svg.contains("prefers-color-scheme: dark"), "{svg}");
    for (class, count) in [("input", 3), ("element", 1), ("scan", 1), ("output", 2)] {
        assert_eq!(svg.matches(&format!("<rect class=\"{class}\"")).count(), count, "{class}\n{svg}");
    }
    assert_eq!(svg.matches("<path class=\"edge\"").count(), 6);
    assert!(svg.contains("x[i] &lt; 9 &amp;&amp;") && !svg.contains("&&"), "{svg}");
    // Nothing comes from anywhere else.
    assert_eq!(svg.matches("http").count(), 1, "{svg}");
}

#[test]
fn what_a_code_means_is_said_in_words_alone() {
    let workshop = Workshop::with(&[("weigh.rs", WEIGH)]);
    workshop.scanc(&["explain", "weigh.rs", "SC0316", "--format", "json"]).ends(2, &["SC0316 means is said in words alone"]);
    workshop.scanc(&["explain", "--codes", "--format", "svg"]).ends(2, &["--format"]);
    workshop.scanc(&["explain", "weigh.rs", "--format", "png"]).ends(2, &["text, svg, json"]);
}

/// What an array holds before the loop and what an iteration has stored there are told apart.
#[test]
fn old_values_and_values_from_outside_are_named_as_in_the_source() {
    let source = "pub struct Line { x: Vec<i32> }\nimpl Line {\n    #[scan_runtime::scan(+ : self.x)]\n    pub fn shifted(&mut self) {\n        \
        let mut aux = self.x[0];\n        for i in 1..self.x.len() {\n            let t = self.x[i];\n            \
        self.x[i] = self.x[i - 1] + aux;\n            aux = t;\n        }\n    }\n}\n\n\
        #[scan_runtime::parallel_for]\npub fn reversed(x: &[i32], by: &i32, y: &mut [i32]) {\n    for i in 0..y.len() {\n        \
        y[y.len() - 1 - i] = x[i] * *by;\n    }\n}\n";
    let run = Workshop::with(&[("line.rs", source)]).scanc(&["explain", "line.rs"]);
    run.ends(0, &["  formula    self.x[i] = self.x[i - 1] + (if is_first { aux } else {\n             old(self.x)[i - 1] })\n"]);
    run.ends(0, &["  moves      with each run `self.x` there and back; nothing where"]);
    run.ends(0, &["  laws       built in, or tested where the type is declared\n"]);
    run.ends(0, &["  formula    y[-i + y.len() - 1] = x[i] * *by\n"]);
}

#[test]
fn the_coefficient_of_a_derived_operator_stands_in_the_formula_and_goes_into_its_scan() {
    let source = "use scan_runtime::scan;\n\n#[scan(auto : average, reassociate)]\npub fn smooth(x: &[f64], a: f64, y: &mut [f64]) -> f64 \
        {\n    let mut average = 0.0;\n    for i in 0..x.len() {\n        average = (1.0 - a) * average + a * x[i];\n        \
        y[i] = average;\n    }\n    average\n}\n";
    let workshop = Workshop::with(&[("smooth.rs", source)]);
    let expected = [
        "  formula    average' = average * (1.0 - a) + (a * x[i])\n             y[i] = average'\n",
        "  operator   derived: a linear recurrence, on f64\n  laws       two maps in a row are one, but for rounding\n",
    ];
    workshop.scanc(&["explain", "smooth.rs"]).ends(0, &expected);
    let svg = workshop.scanc(&["explain", "smooth.rs", "--format", "svg"]).output;
    let boxes = ["element", "scan"].map(|class| svg.matches(&format!("<rect class=\"{class}\"")).count());
    assert_eq!(boxes, [2, 1], "{svg}");
}
