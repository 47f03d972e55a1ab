//! Many scans in one launch, by groups of work-items as on a GPU: many and few, long and short, so that some are cut into segments, whose
//! totals are combined in their order.

use scan_runtime::scan;
use scan_tests::{check_places, lengths};

use super::draw;

#[scan(+ : t, group_size(64))]
fn rows(image: &[u8], out: &mut [u64], h: usize, w: usize) {
    for r in 0..h {
        let mut t = r as u64;
        for c in 0..w {
            t += image[r * w + c] as u64;
            out[r * w + c] = t;
        }
    }
}

/// An operator that does not commute, backwards, in every other row, from a start of each row's own.
#[scan(auto : v, group_size(64))]
fn maps_of_rows(scale: &[u32], start: &[u32], y: &mut [u32], w: usize) {
    for r in (0..start.len()).step_by(2) {
        let mut v = start[r];
        for c in (0..w).rev() {
            v = v.wrapping_mul(scale[r * w + c] | 1).wrapping_add(c as u32);
            y[r * w + c] = v;
        }
    }
}

/// What comes before each.
#[scan(auto : v, group_size(64))]
fn maps_of_columns(x: &[u32], y: &mut [u32], h: usize, w: usize) {
    for c in 0..w {
        let mut v = c as u32;
        for r in 0..h {
            y[r * w + c] = v;
            v = v.wrapping_mul(5).wrapping_add(x[r * w + c]);
        }
    }
}

#[scan]
fn columns_in_place(table: &mut [u64], h: usize, w: usize) {
    for c in 0..w {
        #[scan(+ : table, group_size(64))]
        for r in 1..h {
            table[r * w + c] = table[(r - 1) * w + c].wrapping_add(table[r * w + c]);
        }
    }
}

#[scan(auto : y, group_size(64))]
fn lagged(x: &[u32], y: &mut [u32], k: usize) {
    for i in k..y.len() {
        y[i] = y[i - k].wrapping_mul(3).wrapping_add(x[i]);
    }
}

#[scan(* : y, group_size(64))]
fn lagged_by_three(y: &mut [u8]) {
    for i in (0..y.len().saturating_sub(3)).rev() {
        y[i] = y[i].wrapping_mul(y[i + 3]);
    }
}

/// Elements that panic where a divisor is 0.
#[scan(+ : t, group_size(64))]
fn quotients_of_rows(x: &[u32], divisors: &[u32], out: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0u32;
        for c in 0..w {
            t = t.wrapping_add(x[r * w + c] / divisors[r * w + c]);
            out[r * w + c] = t;
        }
    }
}

/// A work-item alone has no group to share segments with.
#[scan(auto : v, group_size(1))]
fn rows_by_themselves(x: &[u32], y: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut v = r as u32;
        for c in 0..w {
            v = v.wrapping_mul(3).wrapping_add(x[r * w + c]);
            y[r * w + c] = v;
        }
    }
}

#[test]
fn batches_of_all_sizes_are_scanned_by_groups() {
    let sizes = [(1, 1), (3, 5), (40, 100), (3, 700), (3, 5200), (2, 12_007), (300, 2100)];
    for (h, w) in sizes.into_iter().filter(|(h, w)| lengths(&[h * w]).next().is_some()) {
        let (cells, x) = (h * w, draw(h * w, |random| random.next() as u32));
        let image: Vec<u8> = x.iter().map(|x| *x as u8).collect();
        let table: Vec<u64> = x.iter().map(|x| u64::from(*x) << 20).collect();
        let start: Vec<u32> = x[..h.min(x.len())].to_vec();
        let divisors: Vec<u32> = x.iter().map(|x| (x >> 16) | 1).collect();
        check_places("rows", cells, &|| {
            let mut out = vec![0; cells];
            rows(&image, &mut out, h, w);
            out
        });
        check_places("maps_of_rows", cells, &|| {
            let mut y = vec![7; cells];
            maps_of_rows(&x, &start, &mut y, w);
            y
        });
        check_places("quotients_of_rows", cells, &|| {
            let mut out = vec![0; cells];
            quotients_of_rows(&x, &divisors, &mut out, h, w);
            out
        });
        check_places("rows_by_themselves", cells, &|| {
            let mut y = vec![7; cells];
            rows_by_themselves(&x, &mut y, h, w);
            y
        });
        // As tall as the rows were long.
        let (h, w) = (w, h);
        check_places("maps_of_columns", cells, &|| {
            let mut y = vec![0; cells];
            maps_of_columns(&x, &mut y, h, w);
            y
        });
        check_places("columns_in_place", if h > 1 { cells } else { 0 }, &|| {
            let mut table = table.clone();
            columns_in_place(&mut table, h, w);
            table
        });
    }
}

#[test]
fn interleaved_scans_are_scanned_by_groups() {
    for length in lengths(&[1, 2, 1000, 40_000]) {
        let x = draw(length, |random| random.next() as u32);
        for k in [2, 3, 17, 1000, 30_000] {
            check_places("lagged", length.saturating_sub(k), &|| {
                let mut y = x.clone();
                lagged(&x, &mut y, k);
                y
            });
        }
        check_places("lagged_by_three", length.saturating_sub(3), &|| {
            let mut y: Vec<u8> = x.iter().map(|x| *x as u8 | 1).collect();
            lagged_by_three(&mut y);
            y
        });
    }
}
