//! Independent iterations of two loops at once: images, products, tables. Each runs as written, on host threads and on the device.

use super::by_hand::same;
use scan_runtime::{Settings, last_report, parallel_for, scan};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// As [`same`], for a nest that is one launch: of `iterations` in all.
#[track_caller]
fn at_once<R: PartialEq + Debug>(name: &str, iterations: usize, run: impl Fn() -> R) {
    same(name, run);
    assert_eq!(last_report().expect("a report").iterations, iterations as u64, "{name}: in one launch");
}

#[parallel_for]
fn brighter(image: &[u8], out: &mut [u8], w: usize, h: usize, by: u8) {
    for y in 0..h {
        for x in 0..w {
            out[y * w + x] = image[y * w + x].saturating_add(by);
        }
    }
}

#[scan]
fn heat(now: &[f64], next: &mut [f64], w: usize, h: usize) {
    #[parallel_for]
    for r in 1..h - 1 {
        let row = r * w;
        for c in 1..w - 1 {
            let here = row + c;
            next[here] = 0.25 * (now[here - w] + now[here - 1] + now[here + 1] + now[here + w]);
        }
    }
}

#[parallel_for]
fn transposed(a: &[i32], b: &mut [i32], rows: usize, columns: usize) {
    for i in 0..rows {
        for j in 0..columns {
            b[j * rows + i] = a[i * columns + j];
        }
    }
}

/// Columns first, backwards, in place, and with a step.
#[parallel_for]
fn shifted(a: &mut [i64], rows: usize, columns: usize) {
    for j in (0..columns).rev() {
        for i in (0..rows).step_by(2) {
            a[i * columns + j] -= (i * j) as i64;
        }
    }
}

#[parallel_for]
fn halved(a: &[u16], b: &mut [u16], n: usize) {
    for i in 0..n {
        for c in 0..3 {
            b[3 * i + c] = a[3 * i + 2 - c] / 2;
        }
    }
}

#[parallel_for]
fn product(a: &[f32], b: &[f32], c: &mut [f32], (n, m, l): (usize, usize, usize)) {
    for i in 0..n {
        for j in 0..m {
            let mut sum = 0.0;
            for k in 0..l {
                sum += a[i * l + k] * b[k * m + j];
            }
            c[i * m + j] = sum;
        }
    }
}

/// The classic spelling, where the innermost loop adds to one element: the two around it are the grid.
#[parallel_for]
fn added_product(a: &[i32], b: &[i32], c: &mut [i32], n: usize) {
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
}

#[parallel_for]
fn escapes(out: &mut [u32], w: usize, h: usize) {
    for py in 0..h {
        let ci = py as f64 * 2.5 / h as f64 - 1.25;
        for px in 0..w {
            let cr = px as f64 * 3.0 / w as f64 - 2.25;
            let (mut zr, mut zi, mut n) = (0.0f64, 0.0f64, 0u32);
            while n < 40 && zr * zr + zi * zi <= 4.0 {
                (zr, zi) = (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci);
                n += 1;
            }
            out[py * w + px] = n;
        }
    }
}

#[derive(Default)]
struct Grid {
    cells: Vec<i32>,
    width: usize,
}

impl Grid {
    #[parallel_for]
    fn fill(&mut self, columns: &[i32], rows: &[i32]) {
        for r in 0..rows.len() {
            let of_row = rows[r];
            for c in 0..self.width {
                self.cells[r * self.width + c] = of_row ^ columns[c];
            }
        }
    }
}

/// An iteration of the outer loop has its element to itself: that loop's are the independent ones.
#[parallel_for]
fn weighted(a: &[i64], x: &[i64], y: &mut [i64], n: usize) {
    for i in 0..y.len() {
        for j in 0..n {
            y[i] += a[i * n + j] * x[j];
        }
    }
}

/// Steps of time: each needs the one before, so that they run one after the other.
#[parallel_for]
fn steps(a: &mut [i32], b: &[i32], times: usize) {
    for _ in 0..times {
        for i in 0..b.len() {
            a[i] = a[i].wrapping_mul(3) + b[i];
        }
    }
}

/// Rows that share cells where `stride < w`: the later row's values are left.
#[parallel_for]
fn overlapping(out: &mut [usize], stride: usize, w: usize, h: usize) {
    for y in 0..h {
        for x in 0..w {
            out[y * stride + x] = y * 1000 + x;
        }
    }
}

#[parallel_for]
fn three(out: &mut [i32], (l, m, n): (usize, usize, usize)) {
    for i in 0..l {
        for j in 0..m {
            for k in 0..n {
                out[(i * m + j) * n + k] = (i * j) as i32 - k as i32;
            }
        }
    }
}

#[parallel_for]
fn looked_up(a: &[u32], table: &[u32], out: &mut [u32], w: usize, h: usize) {
    for y in 0..h {
        for x in 0..w {
            out[y * w + x] = table[a[y * w + x] as usize];
        }
    }
}

/// Sizes of which none is a tile's: square, narrow, and wide.
const SIZES: [(usize, usize); 5] = [(61, 67), (3, 1_511), (1_511, 3), (9, 700), (2_000, 2)];

fn sample(n: usize) -> Vec<i32> {
    (0..n as i32).map(|k| k.wrapping_mul(7_919) % 1_009).collect()
}

fn stored<T: Clone + Default>(n: usize, run: impl Fn(&mut [T])) -> Vec<T> {
    let mut out = vec![T::default(); n];
    run(&mut out);
    out
}

#[test]
fn images() {
    for (w, h) in SIZES {
        let image: Vec<u8> = sample(w * h).iter().map(|v| *v as u8).collect();
        at_once("brighter", w * h, || stored(w * h, |out| brighter(&image, out, w, h, 99)));
        at_once("escapes", w * h, || stored(w * h, |out| escapes(out, w, h)));
        let table: Vec<u32> = (0..256).map(|k| k * k).collect();
        let a: Vec<u32> = image.iter().map(|v| u32::from(*v)).collect();
        at_once("looked_up", w * h, || stored(w * h, |out| looked_up(&a, &table, out, w, h)));
        let wide: Vec<u16> = sample(3 * w * h).iter().map(|v| *v as u16).collect();
        at_once("halved", 3 * w * h, || stored(3 * w * h, |out| halved(&wide, out, w * h)));
    }
    let now: Vec<f64> = sample(70 * 80).iter().map(|v| f64::from(*v) / 7.0).collect();
    at_once("heat", 68 * 78, || stored(70 * 80, |next| heat(&now, next, 70, 80)));
}

#[test]
fn matrices() {
    for (w, h) in SIZES {
        let a = sample(w * h);
        at_once("transposed", w * h, || stored(w * h, |b| transposed(&a, b, h, w)));
        at_once("shifted", w * h.div_ceil(2), || {
            let mut a: Vec<i64> = a.iter().map(|v| i64::from(*v)).collect();
            shifted(&mut a, h, w);
            a
        });
        at_once("filled", w * h, || {
            let mut grid = Grid { cells: vec![0; w * h], width: w };
            grid.fill(&a[..w], &sample(h));
            grid.cells
        });
    }
    let floats = |n: usize| sample(n).iter().map(|v| *v as f32 / 3.0).collect::<Vec<_>>();
    let (a, b) = (floats(70 * 5), floats(5 * 80));
    at_once("product", 70 * 80, || stored(70 * 80, |c| product(&a, &b, c, (70, 80, 5))));
    let (a, b) = (sample(64 * 64), sample(64 * 64));
    at_once("added_product", 64 * 64, || {
        let mut c = sample(64 * 64);
        added_product(&a, &b, &mut c, 64);
        c
    });
}

#[test]
fn what_is_no_grid_runs_row_by_row() {
    let b = sample(5_000);
    same("steps", || {
        let mut a = sample(5_000);
        steps(&mut a, &b, 5);
        a
    });
    for stride in [0, 1, 1_999, 2_000, 2_500] {
        same("overlapping", || stored(30_000, |out| overlapping(out, stride, 2_000, 9)));
    }
    same("three", || stored(4 * 60 * 70, |out| three(out, (4, 60, 70))));
    let a: Vec<i64> = sample(5_000 * 3).iter().map(|v| i64::from(*v)).collect();
    at_once("weighted", 5_000, || stored(5_000, |y| weighted(&a, &[3, -1, 7], y, 3)));
}

#[test]
fn rows_and_columns_may_be_none() {
    for (w, h) in [(0, 0), (0, 7), (7, 0), (1, 1)] {
        let written = stored(w * h, |out| {
            Settings::from_environment().scope(|| brighter(&vec![9; w * h], out, w, h, 1));
        });
        assert_eq!(written, vec![10; w * h]);
    }
}

/// What the loops have stored by then is left open; the panic is the loops' own.
#[test]
fn an_index_out_of_range_panics_as_in_the_loops() {
    let message = |run: &dyn Fn()| {
        let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
        payload.downcast_ref::<String>().cloned().expect("a message")
    };
    let image = vec![1; 4_999];
    let of_store = message(&|| brighter(&image, &mut vec![0; 4_000], 50, 100, 1));
    assert!(of_store.contains("the len is 4000 but the index is 4000"), "{of_store}");
    let of_load = message(&|| brighter(&image, &mut vec![0; 5_000], 50, 100, 1));
    assert!(of_load.contains("the len is 4999 but the index is 4999"), "{of_load}");
    let mut a = vec![3; 5_000];
    a[4_321] = 77;
    let of_table = message(&|| looked_up(&a, &[0; 77], &mut vec![0; 5_000], 50, 100));
    assert!(of_table.contains("the len is 77 but the index is 77"), "{of_table}");
}
