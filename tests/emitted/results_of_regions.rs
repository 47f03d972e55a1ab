//! Data regions: the results, and what moves for them.

use super::draw;
use scan_runtime::DeviceKind;
use scan_runtime::types::Algorithm;
use scan_runtime::types::Transfers;
use scan_runtime::{Place, Report, Settings, devices, with_reports};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn on(kind: DeviceKind) -> Settings {
    Settings::from_environment().device(kind)
}

/// On a device to which all arrays are copied.
fn copied() -> Settings {
    on(DeviceKind::Any).copy(true)
}

/// Runs `function` everywhere, and compares. Returns the reports of the run on a device that arrays are copied to.
pub(super) fn check<R: PartialEq + Debug>(name: &str, function: &dyn Fn() -> R) -> Vec<Report> {
    let expected = on(DeviceKind::Loop).scope(function);
    let places = [
        ("on host threads", on(DeviceKind::Host)),
        ("on the device", on(DeviceKind::Any)),
        ("on all devices", on(DeviceKind::All).copy(true)),
        ("in slices", copied().device_memory(SLICE)),
        ("where it pays", Settings::from_environment().copy(true)),
    ];
    for (how, settings) in places {
        assert!(settings.scope(function) == expected, "{name} {how}");
    }
    let (found, reports) = copied().check(true).scope(|| with_reports(function));
    assert!(found == expected, "{name} checked");
    let different = reports.iter().find(|report| report.checked == Some(false));
    assert!(different.is_none(), "{name}: {different:?}");
    let (found, reports) = copied().scope(|| with_reports(function));
    assert!(found == expected, "{name} on a device with copies");
    if !devices().is_empty() {
        let wrong = reports.iter().find(|report| report.checked.is_some());
        assert!(wrong.is_none() && !reports.is_empty(), "{name}: {wrong:?}");
    }
    reports
}

/// Less memory than the arrays of these tests have.
const SLICE: u64 = 60_000;
const N: usize = 30_011;

fn moved(reports: &[Report]) -> Transfers {
    reports.iter().fold(Transfers::default(), |mut all, report| {
        all += report.transfers;
        all
    })
}

/// How many arrays went there and back; nothing where there is no device, or another reason why it has no part.
#[track_caller]
pub(super) fn assert_moved(reports: &[Report], uploads: u64, downloads: u64) {
    if devices().is_empty() || reports.iter().any(|report| report.to_string().contains("Oclgrind")) {
        return;
    }
    let moved = moved(reports);
    let lines: Vec<String> = reports.iter().map(ToString::to_string).collect();
    assert_eq!((moved.uploads, moved.downloads), (uploads, downloads), "{lines:#?}");
}

fn is_on_device(report: &Report) -> bool {
    matches!(report.place, Place::Device { .. })
}

macro_rules! check_module {
    ($($module:ident as $regions:ident)*) => {
        $(mod $module {
            use super::super::$regions as regions;
            use super::*;

            fn ints() -> Vec<i32> {
                draw(N, |bits| (bits % 2000) as i32 - 1000)
            }

            #[test]
            fn three_loops_upload_once_and_download_once() {
                let x = ints();
                let reports = check("three_loops", &|| {
                    let mut y = vec![3; N];
                    let top = regions::three_loops(&x, &mut y);
                    (y, top)
                });
                assert_eq!(reports.len(), 3);
                // `x` goes up, and `y` comes down. What lies between was never on the host.
                assert_moved(&reports, 1, 1);
                if reports.iter().all(is_on_device) {
                    let last = &reports[2].transfers;
                    assert_eq!((last.downloads, last.downloaded), (1, 4 * (N as u64 - 1)), "as the loop's that has stored it");
                }
            }

            #[test]
            fn the_host_sees_and_changes_the_newest() {
                let reports = check("with_the_host", &|| {
                    let (mut x, mut y) = (draw(N, |bits| (bits % 100) as i64), vec![1; N]);
                    let sum = regions::with_the_host(&mut x, &mut y);
                    (x, y, sum)
                });
                // `y` comes back for the host to read, `x` for it to change; `y` was not newer then. All go up again.
                assert_moved(&reports, 3, 3);
            }

            #[test]
            fn a_bound_is_an_element_that_a_loop_has_stored() {
                check("as_far_as_stored", &|| {
                    let (mut x, mut y, mut z) = (draw(N, |bits| bits as usize & 1), vec![0; N], vec![1; N]);
                    (x[0], y[0]) = (N - 1, 5);
                    regions::as_far_as_stored(&x, &mut y, &mut z);
                    (y, z)
                });
            }

            #[test]
            fn whoever_called_sees_the_newest_wherever_the_function_is_left() {
                for limit in [None, Some(7), Some(8)] {
                    let reports = check("left_early", &|| {
                        let (mut y, mut z) = (draw(N, |bits| bits as u32 % 5), vec![2; N]);
                        let left = regions::left_early(&mut y, &mut z, limit);
                        (y, z, left)
                    });
                    assert_eq!(reports.len(), match limit { None => 1, Some(7) => 2, _ => 3 });
                }
                check("left_early by a panic", &|| {
                    let (mut y, mut z) = (draw(N, |bits| bits as u32 % 5), vec![2; N]);
                    let panic = catch_unwind(AssertUnwindSafe(|| regions::left_early(&mut y, &mut z, Some(13))));
                    (y, z, panic.is_err())
                });
            }

            #[test]
            fn passes_upload_once_and_download_once() {
                for passes in [1, 2, 31, 32] {
                    let reports = check("passes", &|| {
                        let (mut from, mut to) = (draw(N, |bits| bits as u32), vec![9; N]);
                        regions::passes(&mut from, &mut to, passes);
                        (from, to)
                    });
                    assert_eq!(reports.len(), passes as usize);
                    // Each array that was stored comes back once.
                    assert_moved(&reports, 1, u64::from(passes).min(2));
                }
            }

            #[test]
            fn thirty_two_passes_upload_once_and_download_once() {
                let reports = check("there_and_back", &|| {
                    let mut keys = draw(N, |bits| bits as u32);
                    regions::there_and_back(&mut keys);
                    keys
                });
                assert_eq!(reports.len(), 32);
                assert_moved(&reports, 1, 1);
                if reports.iter().all(is_on_device) {
                    assert_eq!((moved(&reports).uploaded, moved(&reports).downloaded), (4 * N as u64, 4 * N as u64));
                }
            }

            #[test]
            fn a_radix_sort_uploads_once_and_downloads_once() {
                let reports = check("radix_sort", &|| {
                    let mut keys = draw(N, |bits| bits as u32);
                    regions::radix_sort(&mut keys);
                    assert!(keys.is_sorted());
                    keys
                });
                assert_eq!(reports.len(), 64);
                assert_moved(&reports, 1, 1);
                if reports.iter().all(is_on_device) {
                    assert_eq!((moved(&reports).uploaded, moved(&reports).downloaded), (4 * N as u64, 4 * N as u64));
                }
            }

            #[test]
            fn what_is_not_counted_stays_what_it_was() {
                let x = ints();
                let reports = check("kept_and_summed", &|| {
                    let (mut kept, mut sums) = (draw(N, |bits| bits as i32 % 50), vec![7; N]);
                    let count = regions::kept_and_summed(&x, &mut kept, &mut sums);
                    (kept, sums, count)
                });
                // `x` goes up, and what of `kept` nothing was stored in, when the last loop reads that.
                assert_moved(&reports, 2, 2);
                for room in [0, 1, N / 4] {
                    check("kept_and_summed without room", &|| {
                        let (mut kept, mut sums) = (vec![3; room], vec![7; N]);
                        let run = AssertUnwindSafe(|| regions::kept_and_summed(&x, &mut kept, &mut sums));
                        let panics = catch_unwind(run).is_err();
                        (kept, sums, panics)
                    });
                }
            }

            #[test]
            fn a_loop_as_written_has_its_arrays() {
                let mut x = ints();
                let run = |x: &[i32], parts: i32| {
                    let (mut y, mut z) = (vec![1; N], vec![2; N]);
                    let panic = catch_unwind(AssertUnwindSafe(|| regions::with_a_loop_as_written(x, &mut y, &mut z, parts)));
                    (y, z, panic.is_err())
                };
                x.iter_mut().filter(|x| **x == 77).for_each(|x| *x = 0);
                check("with_a_loop_as_written", &|| run(&x, 0));
                x[N / 3] = 77;
                check("with_a_loop_as_written", &|| run(&x, 3));
                check("with_a_loop_as_written, which panics", &|| run(&x, 0));
            }

            #[test]
            fn what_is_not_stored_stays_what_it_was() {
                let x = ints();
                let reports = check("every_third", &|| {
                    let mut y = draw(N, |bits| (bits % 77) as i32);
                    regions::every_third(&x, &mut y);
                    y
                });
                // `x` goes up, and of `y` at first what the first loop spans, then the rest.
                assert_moved(&reports, 3, 1);
            }

            #[test]
            fn parts_go_up_when_they_are_needed() {
                let x: Vec<i64> = draw(N, |bits| (bits % 1000) as i64);
                let reports = check("parts", &|| {
                    let mut y = vec![4; N];
                    regions::parts(&x, &mut y);
                    y
                });
                // Both halves of `x`, and the two elements of `y` that nobody had stored.
                assert_moved(&reports, 3, 1);
                if reports.iter().all(is_on_device) {
                    assert_eq!(reports[2].transfers.uploaded, 16);
                }
            }

            #[test]
            fn independent_iterations_keep_their_arrays_there() {
                let x: Vec<u32> = draw(N, |bits| bits as u32);
                let reports = check("with_independent_iterations", &|| {
                    let mut y = vec![7; N];
                    let sum = regions::with_independent_iterations(&x, &mut y);
                    (y, sum)
                });
                assert_eq!(reports.len(), 4);
                // `x` goes up, and `y` comes down.
                assert_moved(&reports, 1, 1);
                if reports.iter().all(is_on_device) {
                    assert_eq!((moved(&reports).uploaded, moved(&reports).downloaded), (4 * N as u64, 4 * N as u64));
                }
            }

            #[test]
            fn what_is_looked_up_may_not_be_there() {
                const LENGTH: usize = 5000;
                let mut x: Vec<u32> = draw(N, |bits| bits as u32 % LENGTH as u32);
                let run = |x: &[u32]| {
                    let (mut table, mut y) = (draw(LENGTH, |bits| bits as u32), draw(N, |bits| (bits >> 9) as u32));
                    let panic = catch_unwind(AssertUnwindSafe(|| regions::looked_up(x, &mut table, &mut y)));
                    (table, y, panic.is_err())
                };
                let reports = check("looked_up", &|| run(&x));
                // `table` but for its first element, then that too, `x`, and `y`, not all of which is stored; `table` and `y` come back.
                assert_moved(&reports, 4, 2);
                x[N / 2] = LENGTH as u32;
                check("looked_up, which panics", &|| {
                    let (table, mut y, panics) = run(&x);
                    // Which iterations have run after the one that panics is left open.
                    let before = draw(N, |bits| (bits >> 9) as u32);
                    let is_stored = |i: usize| x[i] != 5 && table.get(x[i] as usize) == Some(&y[i]);
                    assert!((0..N).all(|i| y[i] == before[i] || is_stored(i)));
                    y.truncate(N / 2);
                    (table, y, panics)
                });
            }

            #[test]
            fn flags_come_back_at_once() {
                let x: Vec<i32> = draw(N, |bits| bits as i32);
                check("with_flags", &|| {
                    let (mut seen, mut rank) = (vec![false; N], vec![0; N]);
                    let count = regions::with_flags(&x, &mut seen, &mut rank);
                    (seen, rank, count)
                });
            }

            #[test]
            fn fields_are_arrays_too() {
                check("rise", &|| {
                    let mut levels = regions::Levels { low: ints(), high: vec![-3; N], rounds: 0 };
                    levels.rise();
                    (levels.low, levels.high, levels.rounds)
                });
                check("rows", &|| {
                    let mut levels = regions::Levels { low: ints(), high: vec![-3; N], rounds: 0 };
                    levels.rows(100);
                    (levels.low, levels.high)
                });
            }

            #[test]
            fn what_is_read_for_a_launch_is_the_newest() {
                check("read_for_a_launch", &|| {
                    let (mut x, mut y, mut z) = (ints(), draw(N, |bits| bits as i32), vec![5; N]);
                    let last = regions::read_for_a_launch(&mut x, &mut y, &mut z);
                    (x, y, z, last)
                });
            }

            #[test]
            fn collections_are_the_host_s() {
                let x: Vec<i32> = draw(N, |bits| (bits % 3) as i32 - 1);
                check("with_a_collection", &|| {
                    let mut y = vec![1; N];
                    let sums = regions::with_a_collection(&x, &mut y);
                    (sums, y)
                });
            }

            #[test]
            fn short_arrays_too() {
                for n in [2, 3, 100, 1025] {
                    let x: Vec<i32> = draw(n, |bits| (bits % 10) as i32);
                    check("three_loops", &|| {
                        let mut y = vec![3; n];
                        let top = regions::three_loops(&x, &mut y);
                        (y, top)
                    });
                    check("passes", &|| {
                        let (mut from, mut to) = (draw(n, |bits| bits as u32), vec![9; n]);
                        regions::passes(&mut from, &mut to, 5);
                        (from, to)
                    });
                }
            }

            /// Heights and widths.
            const SIZES: &[(usize, usize)] = &[(1, 1), (1, 700), (700, 1), (2, 3), (130, 257), (3, 5000), (5000, 3)];

            #[test]
            fn a_summed_area_table_uploads_once_and_downloads_once() {
                for &(h, w) in SIZES {
                    let bytes = draw(h * w, |bits| bits as u8);
                    let reports = check("summed_area", &|| {
                        let mut sums = vec![0; h * w];
                        regions::summed_area(&bytes, &mut sums, h, w);
                        sums
                    });
                    // Rows of one element, and columns, are as many batches all the same.
                    assert_eq!(reports.len(), 2);
                    assert_moved(&reports, 1, 1);
                    if reports.iter().all(is_on_device) {
                        let n = (h * w) as u64;
                        assert!(reports.iter().all(|report| report.algorithm == Some(Algorithm::Batched)));
                        assert_eq!((moved(&reports).uploaded, moved(&reports).downloaded), (n, 4 * n));
                    }
                }
            }

            #[test]
            fn columns_begin_with_the_newest() {
                for &(h, w) in SIZES.iter().filter(|(h, w)| *h > 1 && *w > 1) {
                    let longs = draw(h * w, |bits| (bits % 1000) as i64);
                    let reports = check("sums_from_above", &|| {
                        let (mut sums, mut left) = (vec![0; h * w], vec![-5; h * w]);
                        regions::sums_from_above(&longs, &mut sums, &mut left, h, w);
                        (sums, left)
                    });
                    assert_eq!(reports.len(), 4);
                    // `x` and `left` go up, and the last element of `left` when it is used; `sums` and `left` come down.
                    assert_moved(&reports, 3, 2);
                }
            }

            #[test]
            fn lagged_loops_are_part_of_it() {
                let x = ints();
                for k in [1, 2, 1000, N - 1] {
                    let reports = check("lagged_between", &|| {
                        let (mut y, mut z) = (vec![4; N], vec![7; N]);
                        regions::lagged_between(&x, &mut y, &mut z, k);
                        (y, z)
                    });
                    assert_eq!(reports.len(), 3);
                    // `x` goes up, and in the end the first element of `y`, which nothing has stored; `y` and `z` come down.
                    assert_moved(&reports, 2, 2);
                }
                for k in [0, N, N + 1] {
                    check("lagged_between", &|| {
                        let (mut y, mut z) = (vec![4; N], vec![7; N]);
                        let panic = catch_unwind(AssertUnwindSafe(|| regions::lagged_between(&x, &mut y, &mut z, k)));
                        (y, z, panic.is_err())
                    });
                }
            }

            #[test]
            fn rows_begin_with_the_newest_and_may_share_cells() {
                let (h, w) = (150, 200);
                let x = ints();
                for pitch in [0, 1, 150, 199, 200] {
                    let reports = check("rows_from_starts", &|| {
                        let (mut starts, mut y) = (vec![3; h], ints());
                        regions::rows_from_starts(&x, &mut starts, &mut y, w, pitch);
                        (starts, y)
                    });
                    let batched = reports.iter().filter(|report| report.algorithm == Some(Algorithm::Batched)).count();
                    if !devices().is_empty() && !reports.iter().any(|report| report.to_string().contains("Oclgrind")) {
                        assert_eq!(batched, usize::from(pitch >= w), "{pitch}");
                    }
                }
            }

            #[test]
            fn rows_begin_with_a_cell_of_their_own() {
                for w in [1, 64, 700] {
                    check("rows_of_what_changes", &|| {
                        let (mut y, mut z) = (ints(), vec![3; N]);
                        regions::rows_of_what_changes(&mut y, &mut z, w);
                        (y, z)
                    });
                }
            }

            #[test]
            fn launches_that_are_compared_begin_with_the_newest() {
                for (h, w) in [(3, 2), (5, 2), (4, 700)] {
                    let x = draw(h * w, |bits| bits as i32);
                    check("from_the_row_above", &|| {
                        let mut y = vec![6; h * w];
                        regions::from_the_row_above(&x, &mut y, w);
                        y
                    });
                }
            }

            #[test]
            fn an_outer_loop_that_reads_what_the_inner_one_stores() {
                for h in [1, 2, 150] {
                    let x = draw(h, |bits| bits as u32);
                    check("a_triangle", &|| {
                        let mut y = vec![6; h * h];
                        regions::a_triangle(&x, &mut y, h);
                        y
                    });
                }
            }

            #[test]
            fn rounds_of_rows_and_columns() {
                let (h, w) = (90, 333);
                for rounds in [1, 2, 3, 7] {
                    let reports = check("rounds", &|| {
                        let (mut from, mut to) = (draw(h * w, |bits| bits), vec![9; h * w]);
                        regions::rounds(&mut from, &mut to, h, w, rounds);
                        (from, to)
                    });
                    assert_eq!(reports.len(), 2 * rounds as usize);
                    assert_moved(&reports, 1, 2);
                }
            }

            #[test]
            fn independent_iterations_in_an_outer_loop_give_its_results() {
                for (h, w) in [(1, 1), (7, 40), (40, 7), (3, 9000)] {
                    let x = draw(h * w, |bits| bits as u32);
                    check("independent_within", &|| {
                        let mut y = vec![1; h * w];
                        regions::independent_within(&x, &mut y, h, w);
                        y
                    });
                }
            }

            #[test]
            fn rows_as_written_see_the_newest_and_so_does_who_catches_their_panic() {
                let (h, w) = (40, 500);
                for short in [0, 1, 3000] {
                    let x = draw(h * w - short, |bits| bits as i32);
                    check("rows_as_written", &|| {
                        let (mut y, mut z) = (vec![1; h * w], vec![2; h * w]);
                        let run = || regions::rows_as_written(&x, &mut y, &mut z, h, w);
                        let panic = catch_unwind(AssertUnwindSafe(run));
                        (y, z, panic.is_err())
                    });
                }
            }
        })*
    };
}

check_module! { through_the_macro as annotated_regions  as_emitted as emitted_regions }
