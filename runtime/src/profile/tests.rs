use super::*;
use crate::model::site::Algorithm;

fn report(place: Place, kernel: u64) -> Report {
    Report {
        function: "prefix_sum",
        location: Location { file: "src/lib.rs", line: 12 },
        place,
        reason: None,
        algorithm: Some(Algorithm::Lookback),
        iterations: 1_000_000,
        slices: 1,
        kernel: Duration::from_micros(kernel),
        upload: Duration::from_micros(250),
        download: Duration::ZERO,
        management: Duration::ZERO,
        transfers: Transfers { uploads: 1, uploaded: 4_000_000, ..Transfers::default() },
        checked: None,
        exchange: None,
        source: None,
    }
}

fn row(place: Place) -> LoopProfile {
    LoopProfile {
        function: "prefix_sum",
        location: Location { file: "src/lib.rs", line: 12 },
        place,
        runs: 2,
        iterations: 2_000_000,
        total: Duration::from_micros(2_000),
        upload: Duration::from_micros(500),
        kernel: Duration::from_micros(1_200),
        download: Duration::ZERO,
        management: Duration::from_micros(300),
        exchange: Duration::ZERO,
        transfers: Transfers { uploads: 2, uploaded: 8_000_000, ..Transfers::default() },
    }
}

#[test]
fn a_table_has_a_line_for_each_loop_and_place() {
    let table = Profile { loops: vec![row(Place::HostThreads { threads: 2 }), row(Place::Loop)] }.to_string();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5, "{table}");
    let words: Vec<&str> = lines[2].split_whitespace().collect();
    let expected = "prefix_sum (src/lib.rs:12) 2 host threads 2 2000000 2.000 0.500 (2x, 8.0 MB) 1.200 - 0.300 1000.0";
    assert_eq!(words.join(" "), expected);
    assert!(lines[1].ends_with("M/s"), "{table}");
    let total: Vec<&str> = lines[4].split_whitespace().collect();
    assert_eq!(total.join(" "), "all 4 4000000 4.000 1.000 (4x, 16.0 MB) 2.400 - 0.600 1000.0");
}

#[test]
fn parts_add_up_to_the_whole() {
    let place = Place::HostThreads { threads: 3 };
    note(report(place.clone(), 700), Instant::now(), Duration::from_micros(1_000));
    // Parts that overlap.
    note(report(place.clone(), 900), Instant::now(), Duration::from_micros(1_000));
    let noted = profile().loops.into_iter().find(|row| row.place == place).expect("noted just now");
    assert_eq!(noted.total, noted.upload + noted.kernel + noted.download + noted.management);
    assert_eq!((noted.runs, noted.total), (2, Duration::from_micros(2_150)));
    assert_eq!(noted.transfers.uploaded, 8_000_000);
}

#[test]
fn what_ranks_tell_each_other_is_a_part_of_the_whole() {
    let place = Place::HostThreads { threads: 5 };
    assert!(!Profile { loops: vec![row(place.clone())] }.to_string().contains("exchange"));
    note(report(place.clone(), 700), Instant::now(), Duration::from_micros(1_000));
    add_exchange(&report(place.clone(), 700), Duration::from_micros(30));
    let noted = profile().loops.into_iter().find(|row| row.place == place).expect("noted just now");
    assert_eq!((noted.runs, noted.total), (1, Duration::from_micros(1_030)));
    let table = Profile { loops: vec![noted] }.to_string();
    assert!(table.contains("management  exchange") && table.contains("  0.030  "), "{table}");
}

#[test]
fn words_and_paths_are_told_apart() {
    assert_eq!(Profiling::from(" 1 "), Profiling::Table);
    assert_eq!(Profiling::from("out/trace.json"), Profiling::Trace("out/trace.json".into()));
    assert_eq!(Profiling::from("out/Report.HTML"), Profiling::Page("out/Report.HTML".into()));
}

#[test]
fn a_page_begins_with_its_mark_and_no_name_ends_its_script() {
    let row = LoopProfile { function: "</script><script>alert(1)", ..row(Place::Loop) };
    let page = page::page(&Profile { loops: vec![row] }, &trace::Trace::default());
    assert!(page.starts_with(page::BEGINS), "{page}");
    assert!(page.contains("\"function\":\"\\u003c/script>\\u003cscript>alert(1)\""), "{page}");
    assert_eq!((page.matches("</script>").count(), page.matches("<script").count()), (2, 2));
}

#[test]
fn a_trace_of_a_page_has_less_room() {
    let mut trace = trace::Trace::default();
    trace.limit(Some(2));
    (0..5).for_each(|_| trace.run(&report(Place::Loop, 1), Instant::now(), Duration::from_micros(1)));
    assert_eq!(trace.counted(), "5 runs of annotated loops, 3 events left out");
}
