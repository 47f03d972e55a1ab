//! Loops that read fields of declared structs and call declared functions; see `loops.rs`.

use scan_runtime::{declare_target, parallel_for, reduce, scan};

#[declare_target]
pub mod shapes {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Place {
        pub x: i16,
        pub y: i64,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Item {
        pub open: bool,
        pub weight: i32,
        pub at: Place,
        pub float: f32,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair(pub u32, pub u8);

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sums {
        pub open: i64,
        pub entered: u32,
    }

    #[declare_scan(identity = Sums { open: 0, entered: 0 })]
    pub fn add(a: Sums, b: Sums) -> Sums {
        Sums { open: a.open.wrapping_add(b.open), entered: a.entered.wrapping_add(b.entered) }
    }

    pub fn of(item: Item) -> Sums {
        Sums { open: if item.open { weigh(item.weight) } else { 0 }, entered: 1 }
    }

    pub fn weigh(weight: i32) -> i64 {
        let weight = weight as i64;
        if weight < 0 { weight.wrapping_mul(3) } else { weight }
    }

    pub fn divided(a: i64, b: i64) -> i64 {
        a / b
    }

    pub fn is_between(item: &Item, low: i64, high: i64) -> bool {
        low <= item.at.y && item.at.y < high
    }

    pub fn moved(item: Item, by: i64) -> Item {
        Item { at: Place { y: item.at.y.wrapping_add(by), ..item.at }, ..item }
    }

    /// It is named as what kernels call their own.
    pub fn index(at: usize, length: usize) -> usize {
        if at < length { at } else { 0 }
    }
}

/// Fields of elements, and fields of these; a variable is called like one.
#[scan(+ : weight)]
pub fn weights(items: &[shapes::Item], bound: i16, y: &mut [i64]) -> i64 {
    let mut weight = 0i64;
    for i in 0..items.len() {
        let w: i32 = items[i].weight;
        if items[i].open && items[i].at.x < bound {
            weight += w as i64 + items[i].at.y;
        }
        y[i] = weight;
    }
    weight
}

/// Fields of what is carried, before the iteration and after it.
#[scan(shapes::add : sums)]
pub fn sums(items: &[shapes::Item], before: &mut [i64], entered: &mut [u32]) -> shapes::Sums {
    let mut sums = shapes::Sums { open: 5, entered: 1 };
    for i in 0..items.len() {
        before[i] = sums.open;
        sums = shapes::add(sums, shapes::of(items[i]));
        entered[i] = sums.entered;
    }
    sums
}

/// Of elements that other elements choose.
#[parallel_for]
pub fn above(sums: &[shapes::Sums], enter: &[u32], y: &mut [i64]) {
    for node in 0..y.len() {
        y[node] = sums[enter[node] as usize].open - sums[node].open;
    }
}

/// A field that is a struct is stored, where a function says so.
#[scan(+ : k)]
pub fn places(items: &[shapes::Item], low: i64, out: &mut [shapes::Place]) -> usize {
    use shapes::is_between as is;
    let mut k = 0;
    for i in 0..items.len() {
        if is(&items[i], low, 40i64) {
            out[k] = items[i].at;
            k += 1;
        }
    }
    k
}

#[reduce(+ : sum, max : most)]
pub fn sum_and_most(pairs: &[shapes::Pair], weights: &[i32]) -> (i64, u32) {
    let (mut sum, mut most) = (0i64, 0u32);
    for (pair, weight) in pairs.iter().zip(weights) {
        sum += shapes::weigh(*weight);
        most = most.max(pair.0);
    }
    (sum, most)
}

/// It panics where `by` is 0.
#[scan(+ : y)]
pub fn quotients(x: &[i64], by: i64, y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + shapes::divided(x[i], by);
    }
}

/// In place, and at an index that is computed by a function.
#[parallel_for]
pub fn moved(by: &[i64], items: &mut [shapes::Item]) {
    let n = by.len();
    for item in 0..items.len() {
        items[item] = shapes::moved(items[item], by[shapes::index(item * 7, n)]);
    }
}

/// Exclusive, at the value that is counted.
#[scan(+ : at)]
pub fn visited(x: &[u8], w: &[f32], y: &mut [f32]) -> usize {
    let mut at = 0;
    for i in 0..x.len() {
        y[i] = w[at];
        at += (x[i] % 2) as usize;
    }
    at
}

/// In a data region, and in rows.
#[scan]
pub fn rows(items: &[shapes::Item], sums: &mut [i64], floats: &mut [f32], w: usize) {
    for r in 0..items.len() / w {
        let mut t = 0;
        #[scan(+ : t)]
        for c in 0..w {
            let weight: i32 = items[r * w + c].weight;
            t += shapes::weigh(weight);
            sums[r * w + c] = t;
        }
    }
    #[scan(max : floats)]
    for i in 1..items.len() {
        floats[i] = floats[i - 1].max(if sums[i] > 0 { items[i].float } else { -1.0 });
    }
}

/// Numbers without a type, of fields that have other ones.
#[scan(shapes::add : sums)]
pub fn counted(x: &[i32], y: &mut [shapes::Sums]) -> shapes::Sums {
    let mut sums = shapes::Sums { open: -5, entered: 0 };
    for i in 0..x.len() {
        let one = if x[i] % 3 == 0 { shapes::Sums { open: -3, entered: 1 } } else { shapes::Sums { open: 70, entered: 0 } };
        sums = shapes::add(sums, one);
        y[i] = sums;
    }
    sums
}
