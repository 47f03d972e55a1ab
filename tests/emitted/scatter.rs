//! Loops of independent iterations that store at places that they compute.

use scan_runtime::{declare_target, parallel_for, scan};

/// By a permutation.
#[parallel_for]
pub fn permuted(p: &[usize], x: &[f32], y: &mut [f32]) {
    for i in 0..p.len() {
        y[p[i]] = x[i];
    }
}

/// The inverse of one, backwards.
#[parallel_for]
pub fn inverse(p: &[u32], q: &mut [u32]) {
    for i in (0..p.len()).rev() {
        q[p[i] as usize] = i as u32;
    }
}

/// In some iterations, by iterators and a `let`, with a division that may panic.
#[parallel_for]
pub fn some(p: &[u32], w: &[i64], least: i64, y: &mut [i64]) {
    for (&to, &w) in p.iter().zip(w) {
        if w > least {
            let at = to as usize / 2;
            y[at] = 1000 / (w - 7);
        }
    }
}

/// Several arrays, of which one has branches with places of their own.
#[parallel_for]
pub fn branches(p: &[u32], x: &[u8], flags: &mut [bool], bytes: &mut [u8]) {
    for i in 0..p.len() {
        let at = p[i] as usize;
        if x[i] & 1 == 0 {
            flags[at] = x[i] > 100;
        } else {
            flags[at ^ 1] = true;
        }
        bytes[at] = x[i] ^ 0x55;
    }
}

/// Transposed, of which the text does not show that no two are at one place.
#[parallel_for]
pub fn transposed(x: &[i16], w: usize, y: &mut [i16]) {
    let h = x.len() / w;
    for i in 0..w * h {
        y[i % w * h + i / w] = x[i];
    }
}

#[declare_target]
pub mod particles {
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[repr(C)]
    pub struct Particle {
        pub cell: u8,
        pub mass: f32,
        pub at: [u16; 3],
    }

    pub fn place(cell: u32, count: u32) -> usize {
        if count == 0 {
            return 0;
        }
        (cell * 7 % count) as usize
    }
}
use particles::{Particle, place};

/// Structs, whose places a declared function tells.
#[parallel_for]
pub fn structs(x: &[Particle], count: u32, y: &mut [Particle]) {
    for i in 0..x.len() {
        y[place(i as u32, count)] = x[i];
    }
}

/// A field of `self`, and steps.
pub struct Table {
    pub slots: Vec<u64>,
}

impl Table {
    #[parallel_for]
    pub fn fill(&mut self, p: &[usize], value: u64) {
        for i in (0..p.len()).step_by(3) {
            self.slots[p[i]] = value + i as u64;
        }
    }
}

/// What is scattered stays where it is for the loops around.
#[scan]
pub fn ranked(keys: &[u32], y: &mut [u32]) -> u64 {
    let mut at = vec![0usize; keys.len()];
    #[parallel_for]
    for i in 0..keys.len() {
        at[i] = keys[i] as usize;
    }
    #[parallel_for]
    for i in 0..keys.len() {
        y[at[i]] = keys[i] * 2;
    }
    let mut sum = 0u64;
    #[reduce(+ : sum)]
    for i in 0..y.len() {
        sum += y[i] as u64;
    }
    sum
}

/// Under conditions that the loop has no `let` for.
#[parallel_for]
pub fn above(p: &[usize], x: &[i32], y: &mut [i32], z: &mut [i32]) {
    for i in 0..p.len() {
        if x[i] > 3 {
            y[p[i]] = x[i];
        }
        if i % 4 == 0 {
            z[p[i]] = 1;
        } else {
            z[p[i]] = x[i] - 1;
        }
    }
}
