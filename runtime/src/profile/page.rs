//! A profile and its trace as one page: charts that a script in the page draws of the data in it. Nothing comes from elsewhere.

use super::json::{ms, quoted};
use super::trace::Trace;
use super::{LoopProfile, Profile};

const TEMPLATE: &str = include_str!("page.html");
/// Where the data goes.
const HOLE: &str = "@DATA@";
/// How the file begins.
pub(super) const BEGINS: &str = "<!doctype html>\n<!-- What annotated loops have taken, written by scan-runtime. -->\n";
/// With more events a page takes a browser too long.
pub(super) const MOST: usize = 1 << 16;

pub(super) fn page(profile: &Profile, trace: &Trace) -> String {
    let loops: Vec<String> = profile.loops.iter().map(row).collect();
    let about = quoted(&trace.counted());
    let data = format!("{{\"about\":{about},\"loops\":[{}],\"trace\":{}}}", loops.join(",\n"), trace.to_json());
    TEMPLATE.replacen(HOLE, &data, 1)
}

fn row(of: &LoopProfile) -> String {
    let times = [
        ("total", of.total),
        ("upload", of.upload),
        ("kernel", of.kernel),
        ("download", of.download),
        ("management", of.management),
        ("exchange", of.exchange),
    ];
    let times: String = times.iter().map(|(name, time)| format!(",\"{name}_ms\":{}", ms(*time))).collect();
    let (place, location) = (quoted(&of.place.to_string()), quoted(&of.location.to_string()));
    let (function, runs, iterations) = (quoted(of.function), of.runs, of.iterations);
    format!(
        "{{\"function\":{function},\"location\":{location},\"place\":{place},\"runs\":{runs},\"iterations\":{iterations}{times}}}"
    )
}
