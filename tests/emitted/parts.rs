//! Loops that store parts of elements, and continue them; see `loops.rs`.

use scan_runtime::{declare_target, parallel_for, scan};

#[declare_target]
pub mod bodies {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct At {
        pub x: f32,
        pub y: f64,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Body {
        pub mass: i64,
        pub kind: u8,
        pub sum: i64,
        pub far: bool,
        pub at: At,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Moving {
        pub to: [f32; 3],
        pub is_near: bool,
        pub turns: [[i32; 2]; 2],
        pub at: [At; 2],
    }

    pub fn weigh(body: Body) -> i64 {
        if body.far { body.mass.wrapping_mul(3) } else { body.mass }
    }
}
use bodies::{At, Body, Moving, weigh};

#[scan(+ : p)]
pub fn continued(p: &mut [Body]) {
    for i in 1..p.len() {
        p[i].sum = p[i - 1].sum + p[i].mass;
    }
}

/// The other parts are what they were before the loop, whichever iteration they are of.
#[scan(+ : p)]
pub fn neighbours(p: &mut [Body], y: &mut [i64]) {
    for i in (1..p.len() - 1).rev() {
        let before: i64 = p[i + 1].mass;
        p[i].sum += p[i + 1].sum + before - p[i - 1].mass;
        y[i] = p[i].sum + p[i + 1].sum;
    }
}

#[scan(max : p)]
pub fn greatest(p: &mut [Body]) {
    for i in 0..p.len() {
        let kind: u8 = if i > 0 { p[i].kind.max(p[i - 1].kind) } else { p[i].kind };
        p[i].kind = kind;
    }
}

/// Two parts are carried.
#[scan(+ : p)]
pub fn two(p: &mut [Body]) {
    for i in 1..p.len() {
        let mass: i64 = p[i].mass;
        p[i].sum = p[i - 1].sum + mass;
        p[i].at.y = p[i - 1].at.y + 0.5f64;
    }
}

#[scan(auto : p)]
pub fn filtered(p: &mut [Body], x: &[i64]) {
    for i in 1..p.len() {
        p[i].sum = p[i - 1].sum.wrapping_mul(x[i]).wrapping_add(p[i].mass);
    }
}

/// What a variable carries; `at` is of one part, whose own are `x` and `y`.
#[scan(+ : acc)]
pub fn several(p: &mut [Body]) -> i64 {
    let mut acc: i64 = 5;
    for q in p.iter_mut() {
        acc += q.mass;
        q.sum = acc;
        q.far = acc > 100;
        q.at.y = q.at.y * 2.0 + 1.0f64;
        q.kind = q.kind.wrapping_add(7u8);
    }
    acc
}

/// Under conditions, and beside what else is summed up.
#[scan(+ : acc)]
#[reduce(+ : total)]
pub fn sometimes(p: &mut [Body]) -> i64 {
    let mut acc: i64 = 0;
    let mut total: i64 = 0;
    for i in 0..p.len() {
        acc += p[i].mass;
        if acc > 100 {
            p[i].far = true;
        }
        if p[i].kind & 1u8 == 0u8 {
            p[i].sum = acc;
        } else {
            p[i].kind = 9u8;
        }
        total += p[i].mass * 3i64;
    }
    total
}

/// Whole elements are read and stored, too.
#[scan(+ : acc)]
pub fn beside_whole(p: &mut [Body], q: &mut [Body]) {
    let mut acc: i64 = 0;
    for i in 0..p.len() {
        let old = p[i];
        acc += weigh(old);
        p[i].sum = acc;
        p[i].at.y = 2.5f64;
        if acc % 3 == 0 {
            p[i].far = acc > 7;
        }
        q[i] = p[i];
        p[i].kind = 3u8;
        let later: i64 = p[i].sum;
        q[i].mass = later + old.sum;
    }
}

/// A copy that is changed.
#[scan(+ : acc)]
pub fn copied(p: &[Body], q: &mut [Body]) {
    let mut acc: i64 = 0;
    for i in 0..p.len() {
        let mut new = p[i];
        let mass: i64 = new.mass;
        new.mass = -mass;
        acc += mass;
        new.sum = acc;
        if acc > 3 {
            new.far = true;
            new.at.x = 1.0f32;
        } else {
            new.far = !new.far;
        }
        q[i] = new;
    }
}

/// The rest of another.
#[scan(+ : acc)]
pub fn updated(p: &[Body], q: &mut [Body]) {
    let mut acc: i64 = 0;
    for i in 0..p.len() {
        acc += p[i].mass;
        q[i] = if acc % 2 == 0 { Body { sum: acc, ..p[i] } } else { Body { mass: acc, far: true, ..q[i] } };
    }
}

/// An element is stored as itself but for some parts: what has been stored since it was copied is undone.
#[scan(+ : p)]
pub fn rewritten(p: &mut [Body], q: &mut [Body]) {
    for i in 1..p.len() {
        let mut new = p[i];
        p[i].kind = 9u8;
        q[i] = p[i];
        let mass: i64 = new.mass;
        new.sum = p[i - 1].sum + mass;
        new.at.y = 2.0f64;
        p[i] = new;
        q[i].mass = p[i].sum + p[i - 1].mass;
        q[i] = Body { far: p[i].kind > 9u8, ..q[i] };
    }
}

#[parallel_for]
pub fn swapped(p: &mut [Body]) {
    for q in p.iter_mut() {
        let (mass, sum): (i64, i64) = (q.mass, q.sum);
        q.mass = sum;
        q.sum = mass;
    }
}

/// Whole elements of the iteration's own, beside what the one before has stored.
#[scan(+ : p)]
pub fn taken_along(p: &mut [Body], q: &mut [Body]) {
    for i in 1..p.len() {
        let mut old = p[i];
        old.at.y = 1.0f64;
        let before: bool = p[i - 1].far;
        p[i].sum = p[i - 1].sum + p[i].mass;
        if before {
            p[i].kind = 7u8;
        }
        q[i] = if p[i].far { p[i] } else { old };
    }
}

#[parallel_for]
pub fn differences(p: &mut [Body]) {
    for i in 1..p.len() {
        let before: i64 = p[i - 1].mass;
        p[i].sum = p[i].mass - before;
    }
}

/// What the iteration before has read.
#[scan(+ : acc)]
pub fn held(p: &mut [Body]) {
    let mut acc: i64 = 0;
    let mut before: i64 = 0;
    for i in 0..p.len() {
        acc += before;
        before = p[i].mass;
        p[i].sum = acc;
    }
}

#[scan(+ : acc)]
pub fn rows(p: &mut [Body], width: usize) {
    for r in 0..p.len() / width {
        let mut acc: i64 = 0;
        for i in 0..width {
            acc += p[r * width + i].mass;
            p[r * width + i].sum = acc;
        }
    }
}

#[scan(+ : t)]
pub fn tuples(t: &mut [(i64, (u32, f64))]) {
    for i in 1..t.len() {
        t[i].0 = t[i - 1].0 + t[i].1.0 as i64;
        t[i].1.1 = 3.5;
    }
}

#[scan(+ : acc)]
pub fn tuples_by_name(pairs: &mut [(i32, i64)]) {
    let mut acc: i64 = 0;
    for (value, sum) in pairs.iter_mut() {
        acc += *value as i64;
        *sum = acc;
    }
}

/// Fixed arrays, whose elements are parts of them.
#[scan(+ : points)]
pub fn points(points: &mut [[i64; 3]], y: &mut [i64]) {
    for i in 1..y.len() {
        points[i][2] = points[i - 1][2] + points[i][0] * points[i][1];
        y[i] = points[i][2] - points[i - 1][0];
    }
}

/// Fields that are fixed arrays.
#[scan(+ : moving)]
pub fn moving(moving: &mut [Moving], y: &mut [f32]) {
    for i in 1..y.len() {
        let (a, b): (f32, f32) = (moving[i].to[0], moving[i - 1].to[2]);
        let turns: i32 = moving[i].turns[0][1];
        moving[i].turns[1][0] = moving[i - 1].turns[1][0] + turns;
        moving[i].to[1] = a - b;
        moving[i].at[1].y += 0.5f64;
        moving[i].is_near = turns > 3;
        y[i] = a;
    }
}

#[parallel_for]
pub fn pixels(pixels: &mut [[u8; 4]]) {
    for pixel in pixels.iter_mut() {
        let grey = (pixel[0] as u32 * 3 + pixel[1] as u32 * 6 + pixel[2] as u32) / 10;
        pixel[0] = grey as u8;
        pixel[1] = grey as u8;
        pixel[2] = grey as u8;
    }
}

/// Of arrays of any length; where `N` is 1 there is no second element, and nobody looks for it.
#[parallel_for]
pub fn of_any_length<const N: usize>(x: &mut [[i64; N]]) {
    for i in 0..x.len() {
        let first: i64 = x[i][0];
        x[i][0] = if N > 1 { first + x[i][1] } else { first - 1 };
    }
}

#[scan(+ : acc)]
pub fn rows_of_rows(x: &mut [[[u32; 2]; 3]], of_structs: &mut [[At; 2]], y: &mut [u32]) {
    let mut acc = 0u32;
    for i in 0..x.len() {
        acc = acc.wrapping_add(x[i][2][1]);
        y[i] = acc;
        x[i][0][1] = acc ^ x[i][1][0];
        let before: f64 = of_structs[i][0].y;
        of_structs[i][1].y = before + 0.5f64;
    }
}

pub struct Bodies {
    pub all: Vec<Body>,
    pub total: i64,
}

impl Bodies {
    #[scan(+ : self.total)]
    pub fn sum(&mut self) {
        for i in (0..self.all.len()).rev() {
            let body = &mut self.all[i];
            self.total += body.mass;
            body.sum = self.total;
        }
    }

    #[scan(+ : self.all)]
    pub fn sum_on(&mut self) {
        for i in 1..self.all.len() {
            self.all[i].sum += self.all[i - 1].sum;
        }
    }
}

/// A data region, in which a loop goes on from what the one before it has left on the device.
#[scan]
pub fn in_a_region(p: &mut [Body], x: &[i64]) -> i64 {
    let mut acc: i64 = 0;
    #[scan(+ : p)]
    for i in 1..p.len() {
        p[i].sum = p[i - 1].sum + p[i].mass;
    }
    #[scan(+ : acc)]
    for i in 0..p.len() {
        acc += x[i];
        p[i].mass = acc + p[i].sum;
    }
    #[scan(+ : p)]
    for i in 1..p.len() {
        p[i].sum = p[i - 1].sum + p[i].mass;
    }
    acc
}
