//! Loops at whose ends only a condition keeps an index in range.

use scan_runtime::{parallel_for, reduce, scan};

#[reduce(+ : runs)]
pub fn runs(x: &[i32]) -> u32 {
    let mut runs = 0u32;
    for i in 0..x.len() {
        if i == 0 || x[i] != x[i - 1] {
            runs += 1;
        }
    }
    runs
}

/// Backwards, every other element, and of an index of its own type.
#[reduce(+ : descents)]
pub fn descents(x: &[i64], n: i32) -> u32 {
    let mut descents = 0;
    for i in (0..n).rev().step_by(2) {
        descents += if i + 1 < n && x[i as usize] > x[i as usize + 1] { 1 } else { 0 };
    }
    descents
}

/// The sum of the last `w` elements.
#[scan(+ : sum)]
pub fn window(x: &[i64], w: usize, y: &mut [i64]) -> i64 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        if i >= w {
            sum -= x[i - w];
        }
        y[i] = sum;
    }
    sum
}

/// The sum of each run, as far as it goes.
#[scan(auto : sum)]
pub fn segments(key: &[i32], x: &[i32], y: &mut [i32]) {
    let mut sum = 0i32;
    for (i, value) in x.iter().enumerate() {
        let begins = i == 0 || key[i] != key[i - 1];
        if begins {
            sum = 0;
        }
        sum += *value;
        y[i] = sum;
    }
}

#[scan(+ : k)]
pub fn unique(x: &[i32], y: &mut [i32]) -> usize {
    let mut k = 0;
    for i in 0..x.len() {
        if i == 0 || x[i] != x[i - 1] {
            y[k] = x[i];
            k += 1;
        }
    }
    k
}

/// What is followed by something else, with its place.
#[scan(+ : last)]
pub fn last_of_runs(x: &[i32], y: &mut Vec<i32>) -> Vec<u32> {
    let mut last = vec![7];
    for i in 0..x.len() {
        let ends = if i + 1 < x.len() { x[i + 1] != x[i] } else { true };
        y.push(x[i]);
        if ends {
            last.push(i as u32);
        }
    }
    last
}

#[parallel_for]
pub fn smoothed(x: &[f32], y: &mut [f32]) {
    for i in 0..y.len() {
        let before = if i > 1 { x[i - 2] } else { 0.0 };
        let after = match i + 3 < x.len() {
            true => x[i + 3],
            false => 1.0,
        };
        y[i] = before + x[i] + after;
    }
}

/// One of them may be shorter.
#[scan(+ : sum)]
pub fn sums(x: &[u32], z: &[u32], y: &mut [u32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        let other = if i < z.len() { z[i] } else { 1 };
        sum += x[i] ^ other;
        y[i] = sum;
    }
}

/// Into a `Vec` of its own.
#[scan(+ : sum)]
pub fn differences(x: &[i64]) -> Vec<i64> {
    let differences = x
        .iter()
        .enumerate()
        .scan(3, |sum, (i, value)| {
            *sum += if i > 0 { *value - x[i - 1] } else { *value };
            Some(*sum)
        })
        .collect();
    differences
}

/// In place.
#[parallel_for]
pub fn lifted(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        if i > 0 {
            y[i] ^= x[i - 1];
        }
    }
}

/// What a tile in place adds up is stored before another one finds that an index is out of range.
#[scan(^ : y)]
pub fn carried_in_place(x: &[u32], least: usize, y: &mut [u32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] ^ (if i > least { x[i - 9] } else { y[i] });
    }
}

/// The condition does not keep all indices in range: the loop panics where `least` is less than 5.
#[scan(+ : sum)]
pub fn as_far_as_that(x: &[i64], least: usize, y: &mut [i64]) {
    let mut sum = 0;
    for i in 0..y.len() {
        sum += if i >= least { x[i - 5] } else { 1 };
        y[i] = sum;
    }
}

/// The first iteration sets what later ones combine with.
#[scan(+ : y)]
pub fn sum_in_place(y: &mut [u32]) {
    for i in 0..y.len() {
        if i > 0 {
            y[i] += y[i - 1];
        }
    }
}

#[scan(* : y)]
pub fn products(x: &[u64], y: &mut [u64]) {
    for i in 0..x.len() {
        y[i] = if i == 0 { x[0] + 1 } else { y[i - 1].wrapping_mul(x[i]) };
    }
}

#[scan(+ : y)]
pub fn suffix_sums(x: &[i64], y: &mut [i64], n: usize) {
    for i in (0..n).rev() {
        let after = if i + 1 < n { y[i + 1] } else { 0 };
        y[i] = after + x[i];
    }
}

#[scan(max : greatest)]
pub fn greatest_so_far(x: &[i32], from: usize, y: &mut [i32]) -> i32 {
    let mut greatest = 7;
    for i in from..x.len() {
        if i == from || x[i] > greatest {
            greatest = x[i];
        }
        y[i] = greatest;
    }
    greatest
}

/// An average whose first element is the first value.
#[scan(auto : average, reassociate)]
pub fn averages(x: &[f64], part: f64, average: &mut [f64]) {
    for i in 0..x.len() {
        average[i] = if i == 0 { x[i] } else { part * x[i] + (1.0 - part) * average[i - 1] };
    }
}

/// How long the run of equal elements is so far.
#[scan(auto : run)]
pub fn runs_so_far(x: &[i32], run: &mut [u32]) {
    for i in 0..x.len() {
        run[i] = if i > 0 && x[i] == x[i - 1] { run[i - 1] + 1 } else { 1 };
    }
}

/// And how far it goes on.
#[scan(auto : run)]
pub fn runs_from_here(x: &[i32], run: &mut [u32]) {
    let n = x.len();
    for i in (0..n).rev() {
        run[i] = if i + 1 < n && x[i] == x[i + 1] { run[i + 1] + 1 } else { 1 };
    }
}

#[scan(auto : last)]
pub fn last_seen(x: &[i64], last: &mut [i64]) {
    for i in 0..x.len() {
        last[i] = if x[i] != 0 {
            x[i]
        } else if i > 0 {
            last[i - 1]
        } else {
            -1
        };
    }
}

#[scan(auto : level)]
pub fn levels(changes: &[i64], level: &mut [i64]) {
    for i in 0..changes.len() {
        let before = if i == 0 { -3 } else { level[i - 1] };
        level[i] = (before + changes[i]).max(-9);
    }
}

/// The first element of each row is as it is, whatever stands at the end of the row before.
#[scan(auto : run)]
pub fn runs_of_rows(x: &[i32], run: &mut [u32], rows: usize, columns: usize) {
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            run[at] = if column > 0 && x[at] == 1 { run[at - 1] + 1 } else { 7 };
        }
    }
}

/// What is before the first element is looked at whatever the condition says: there is none.
#[scan(auto : last)]
pub fn last_and_looked_at(x: &[i64], last: &mut [i64]) {
    for i in 0..x.len() {
        let before = last[i - 1];
        last[i] = if i == 0 || x[i] > 0 { x[i] } else { before };
    }
}

/// What is before the first element is stored, too: there is none.
#[scan(auto : last)]
pub fn last_and_before(x: &[i64], last: &mut [i64], before: &mut [i64]) {
    for i in 0..x.len() {
        before[i] = last[i - 1] / 2;
        last[i] = if i == 0 || x[i] > 0 { x[i] } else { last[i - 1] };
    }
}

/// The first row changes the bound of the others.
#[scan(+ : y)]
pub fn rows_of_stored_length(y: &mut [usize], rows: usize, columns: usize) {
    for row in 0..rows {
        for column in (0..y[0] % columns).rev() {
            y[row * columns + column] += y[row * columns + column + 1];
        }
    }
}

/// The rows of a sparse matrix, whose lengths are all its own.
#[scan]
pub fn sparse_rows(starts: &[u32], values: &[i64], columns: &[u32], x: &[i64], y: &mut [i64]) {
    for row in 0..y.len() {
        let mut sum = 0;
        #[reduce(+ : sum)]
        for k in starts[row] as usize..starts[row + 1] as usize {
            sum += values[k] * x[columns[k] as usize];
        }
        y[row] = sum;
    }
}

/// Minus zero, too.
#[reduce(+ : sum)]
pub fn first_and_products(x: &[f64]) -> f64 {
    let mut sum = 9.0;
    for (i, value) in x.iter().enumerate() {
        let is_later = i >= 1;
        match is_later {
            false => sum = *value,
            true => sum += *value * x[i - 1],
        }
    }
    sum
}

/// Each row by itself.
#[scan(^ : y)]
pub fn rows(x: &[u16], y: &mut [u16], rows: usize, columns: usize) {
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            y[at] = if column != 0 { y[at - 1] ^ x[at] } else { x[at] };
        }
    }
}

/// What changes along each row, which the last element of the row before is no part of.
#[scan(+ : changes)]
pub fn changes_of_rows(x: &[i32], y: &mut [u32], rows: usize, columns: usize) {
    for row in 0..rows {
        let mut changes = 0;
        for column in 0..columns {
            if column > 0 && x[row * columns + column] != x[row * columns + column - 1] {
                changes += 1;
            }
            y[row * columns + column] = changes;
        }
    }
}

/// Delay registers beside guarded reads: of the loop's own first iteration.
#[scan(+ : s)]
pub fn register_behind(x: &[i32], y: &mut [i32]) -> (i32, i32) {
    let mut s = 0i32;
    let mut last = 100;
    for i in 0..x.len() {
        s += if i > 1 { x[i - 2] } else { 5 } + last;
        last = x[i];
        y[i] = s;
    }
    (s, last)
}

#[scan(+ : s)]
pub fn register_ahead(x: &[i32], y: &mut [i32]) -> (i32, i32) {
    let mut s = 0i32;
    let mut last = 100;
    for i in 0..x.len() {
        s += if i + 2 < x.len() { x[i + 2] } else { 5 } ^ last;
        last = if i > 0 { x[i - 1] } else { 9 };
        y[i] = s;
    }
    (s, last)
}

/// A literal that says no type any more.
#[scan(- : y)]
pub fn from_seven(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = (if i != 0 { y[i - 1] } else { -7 }).wrapping_sub(x[i]);
    }
}

/// What nothing uses panics, too, also beside a matrix.
#[scan(auto : y)]
pub fn beside_a_matrix(x: &[i32], least: usize, y: &mut [i32]) {
    for i in 2..y.len() {
        let _unused = 7 % x[i];
        let _unused_too = if i > least { x[i - 5] } else { 0 };
        y[i] = y[i - 1].wrapping_add(y[i - 2]);
    }
}
