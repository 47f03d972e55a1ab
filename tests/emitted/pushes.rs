//! Loops that push to a `Vec`, and loops that skip.

use scan_runtime::{parallel_for, reduce, scan};

/// Where each of some strings begins that are put one behind the other.
#[scan(+ : at)]
pub fn offsets(lengths: &[usize]) -> Vec<usize> {
    let mut offsets = Vec::with_capacity(lengths.len());
    let mut at = 0;
    for length in lengths {
        offsets.push(at);
        at += length;
    }
    offsets
}

#[scan(+ : kept)]
pub fn positive(x: &[f32], mut kept: Vec<f32>) -> Vec<f32> {
    for &value in x {
        if value > 0.0 {
            kept.push(value);
        }
    }
    kept
}

/// Several `Vec`s, of which one gets something in every iteration, and a sum.
#[scan(+ : sum, + : evens, + : flags)]
pub fn several(x: &[u32], evens: &mut Vec<u32>, flags: &mut Vec<bool>, sums: &mut Vec<u64>) -> u64 {
    let mut sum = 0u64;
    for i in 0..x.len() {
        sum += x[i] as u64;
        sums.push(sum);
        if x[i].is_multiple_of(2) {
            evens.push(x[i] / 2);
            flags.push(sum.is_multiple_of(3));
        } else if x[i].is_multiple_of(3) {
            flags.push(x[i] > 7);
        }
    }
    sum
}

#[parallel_for]
pub fn squares(from: usize, x: &[i64], y: &mut Vec<i64>) {
    for i in from..x.len() {
        y.push(x[i].wrapping_mul(x[i]));
    }
}

#[parallel_for]
pub fn reversed(x: &[bool], y: &mut Vec<bool>) {
    for i in (0..x.len()).rev() {
        y.push(!x[i]);
    }
}

/// Every other one: where an iteration pushes its number does not say.
#[scan(+ : y)]
pub fn halved(x: &[i16]) -> Vec<i16> {
    let mut y = Vec::new();
    for i in (0..x.len()).step_by(2) {
        y.push(x[i]);
    }
    y
}

/// The same by groups, also of a CPU device.
#[scan(+ : y, algorithm(reduce_then_scan), group_size(256))]
pub fn halved_by_groups(x: &[i16]) -> Vec<i16> {
    let mut y = Vec::new();
    for i in (0..x.len()).step_by(2) {
        y.push(x[i]);
    }
    y
}

/// A `Vec` in a field, into which some iterations push by either branch, and others are skipped.
pub struct Log {
    pub words: Vec<u32>,
    pub skipped: u32,
}

impl Log {
    #[scan(+ : self.words)]
    pub fn note(&mut self, x: &[u32]) {
        for &word in x {
            if word % 4 == self.skipped {
                continue;
            }
            if word > 1 << 30 { self.words.push(word) } else { self.words.push(!word) }
        }
    }
}

/// Comments and empty lines do not count.
#[reduce(+ : code, + : comments)]
pub fn lines(first: &[u8]) -> (u32, u32) {
    let (mut code, mut comments) = (0u32, 0u32);
    for &byte in first {
        if byte == b'#' {
            comments += 1;
            continue;
        }
        if byte == b'\n' {
            continue;
        }
        code += 1;
    }
    (code, comments)
}

/// What is skipped keeps what was stored before.
#[scan(+ : sum)]
pub fn skipping(x: &[i32], y: &mut [i32]) -> i32 {
    let mut sum = 0i32;
    for i in 0..x.len() {
        if x[i] % 3 == 0 {
            continue;
        }
        let twice = x[i].wrapping_mul(2);
        sum = sum.wrapping_add(twice);
        y[i] = sum;
    }
    sum
}

/// Each word, and a mark behind those that are long.
#[scan(+ : out)]
pub fn marked(x: &[u32], least: u32, out: &mut Vec<u32>) {
    for &word in x {
        out.push(word);
        if word >= least {
            out.push(u32::MAX);
            out.push(word - least);
        }
    }
}

/// The same by groups, also of a CPU device.
#[scan(+ : out, algorithm(reduce_then_scan), group_size(256))]
pub fn marked_by_groups(x: &[u32], least: u32, out: &mut Vec<u32>) {
    for &word in x {
        out.push(word);
        if word >= least {
            out.push(u32::MAX);
            out.push(word - least);
        }
    }
}

/// Up to four of each, whatever it is.
#[scan(+ : out)]
pub fn divisors(x: &[u16]) -> Vec<u8> {
    let mut out = Vec::new();
    for i in (0..x.len()).rev() {
        if x[i].is_multiple_of(2) {
            out.push(2);
        }
        if x[i].is_multiple_of(3) {
            out.push(3);
        } else {
            out.push(x[i] as u8 | 1);
        }
        if x[i].is_multiple_of(5) {
            out.push(5);
        }
    }
    out
}

/// The same where the loop counts itself, from a place of the caller's: all or nothing of three, and one more.
#[scan(+ : at, + : sum)]
pub fn packed(x: &[i32], from: usize, out: &mut [i64], flags: &mut [bool]) -> (usize, i64) {
    let (mut at, mut sum) = (from, 0i64);
    for i in 0..x.len() {
        sum += x[i] as i64;
        if x[i] % 4 == 0 {
            out[at] = x[i] as i64;
            out[at + 2] = sum;
            out[at + 1] = -1;
            at += 3;
        } else if x[i] > 0 {
            at += 1;
            out[at - 1] = i as i64;
        }
        if x[i] % 7 == 0 {
            out[at] = sum - 1;
            at += 1;
        }
        flags[i] = x[i] % 7 == 0;
    }
    (at, sum)
}
