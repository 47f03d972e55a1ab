//! Loops whose operators are derived.

use scan_runtime::{reduce, scan};

#[scan(auto : average, reassociate)]
pub fn smooth(x: &[f64], a: f64, y: &mut [f64]) -> f64 {
    let mut average = 0.0;
    for i in 0..x.len() {
        average = (1.0 - a) * average + a * x[i];
        y[i] = average;
    }
    average
}

#[scan(auto : y)]
pub fn linear(a: &[u32], b: &[u32], y: &mut [u32]) {
    for i in (1..y.len()).rev() {
        y[i - 1] = y[i].wrapping_mul(a[i]).wrapping_add(b[i]);
    }
}

#[scan(auto : last)]
pub fn fill(x: &[f32], y: &mut [f32]) -> f32 {
    let mut last = -1.0;
    for (y, &x) in y.iter_mut().zip(x) {
        if !x.is_nan() {
            last = x;
        }
        *y = last;
    }
    last
}

/// The sums of segments in place, and the number of all segments.
#[scan(auto : sum, + : heads)]
pub fn segments(is_head: &[bool], x: &mut [i16], counts: &mut [u32]) -> u32 {
    let (mut sum, mut heads) = (0i16, 0u32);
    for i in 0..is_head.len() {
        if is_head[i] {
            sum = 0;
            heads += 1;
        }
        sum = sum.wrapping_add(x[i]);
        x[i] = sum;
        counts[i] = heads;
    }
    heads
}

#[scan(auto : level)]
pub fn bucket(inflow: &[i64], outflow: i64, levels: &mut [i64]) -> i64 {
    let mut level = 5;
    for i in 0..inflow.len() {
        level = (level + inflow[i] - outflow).max(0);
        levels[i] = level;
    }
    level
}

/// The greatest loss since a maximum, and the greatest gain since a minimum, as parts of these.
#[reduce(max : peak, loss, gain, min : trough)]
pub fn parts_of_extremes(prices: &[f64], mut trough: f64) -> (f64, f64, f64, f64) {
    let (mut peak, mut loss, mut gain) = (f64::MIN, 0.0f64, -1.0f64);
    for &price in prices {
        peak = peak.max(price);
        loss = loss.max(1.0 - price / peak);
        trough = trough.min(price);
        gain = gain.max(price / trough - 1.0);
    }
    (peak, loss, gain, trough)
}

/// The least that there ever was of what was there at most.
#[scan(max : most, min : least)]
pub fn ratios(x: &[f64], y: &[f64], mut most: f64, out: &mut [f64]) -> f64 {
    let mut least = f64::MAX;
    for i in 0..x.len() {
        most = f64::max(x[i] * 0.5, most);
        least = least.min(y[i] / most);
        out[i] = least + most;
    }
    least
}

#[reduce(auto : value)]
pub fn number(digits: &[u8]) -> u64 {
    let mut value = 0u64;
    for &digit in digits {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    value
}

#[scan(auto : s)]
pub fn bits(x: &[u32], mask: &[u32], y: &mut [u32]) {
    let mut s = 0x5555;
    for i in 0..x.len() {
        y[i] = s;
        s = (s & mask[i]) ^ x[i];
    }
}

#[reduce(max : peak, worst)]
pub fn drawdown(prices: &[f64]) -> f64 {
    let (mut peak, mut worst) = (f64::NEG_INFINITY, 0.0);
    for &price in prices {
        peak = peak.max(price);
        worst = f64::max(worst, peak - price);
    }
    worst
}

/// The greatest sum of a run so far.
#[scan(max : best)]
#[reduce(auto : here)]
pub fn kadane(x: &[i64], bests: &mut [i64]) -> i64 {
    let (mut here, mut best) = (0, 0);
    for i in 0..x.len() {
        here = (here + x[i]).max(0);
        best = best.max(here);
        bests[i] = best;
    }
    here
}

#[reduce(+ : depth, max : deepest)]
pub fn brackets(text: &[u8]) -> (i32, i32) {
    let (mut depth, mut deepest) = (0, 0);
    for &c in text {
        depth += i32::from(c == b'(') - i32::from(c == b')');
        deepest = deepest.max(depth);
    }
    (depth, deepest)
}

/// A tank that neither runs dry nor over.
#[scan(auto : level)]
pub fn tank(inflow: &[i64], capacity: i64, levels: &mut [i64]) -> i64 {
    let mut level = 5;
    for i in 0..inflow.len() {
        level = (level + inflow[i]).clamp(0, capacity);
        levels[i] = level;
    }
    level
}

/// Requests of which so many are answered in a step, and more than the queue holds are lost.
#[reduce(auto : waiting)]
pub fn queue(requests: &[u16], answered: &[u16], holds: u16) -> u16 {
    let mut waiting = 7u16;
    for i in 0..requests.len() {
        waiting = waiting.saturating_add(requests[i]).min(holds).saturating_sub(answered[i]);
    }
    waiting
}

/// In place, backwards, by comparisons, and set anew now and then.
#[scan(auto : y)]
pub fn walk(x: &[i8], y: &mut [i8]) {
    for i in (1..y.len()).rev() {
        y[i - 1] = y[i].saturating_sub(x[i]);
        if y[i - 1] < -100 {
            y[i - 1] = -100;
        }
        if x[i] == 13 {
            y[i - 1] = x[i - 1];
        }
    }
}

/// Sums of sums, after the step and before it.
#[scan(+ : second, third)]
#[reduce(+ : first)]
pub fn sums_of_sums(x: &[i32], weights: &[i32], y: &mut [i32], z: &mut [i32]) -> (i32, i32, i32) {
    let (mut first, mut second, mut third) = (1i32, -2i32, 3i32);
    for i in 0..x.len() {
        third = third.wrapping_sub(first.wrapping_mul(weights[i])).wrapping_add(7);
        first = first.wrapping_add(x[i]);
        second = second.wrapping_add(first);
        y[i] = second ^ third;
        z[i] = second;
    }
    (first, second, third)
}

/// How many pairs stand in the wrong order.
#[reduce(+ : inversions, ones)]
pub fn inversions(x: &[bool]) -> u64 {
    let (mut inversions, mut ones) = (0u64, 0u64);
    for &one in x {
        if one {
            ones += 1;
        } else {
            inversions += ones;
        }
    }
    inversions
}

#[scan(+ : y, z)]
pub fn sums_in_arrays(x: &[i64], y: &mut [i64], z: &mut [i64]) {
    for i in (1..x.len()).rev() {
        y[i - 1] = y[i].wrapping_add(x[i]);
        z[i - 1] = z[i].wrapping_add(y[i - 1]);
    }
}

const OUTSIDE: u8 = 0;
const QUOTED: u8 = 1;
const ESCAPED: u8 = 2;

/// Which characters stand in quotes, and the state after the last one.
#[scan(auto : state)]
pub fn quoted(text: &[u8], start: u8, is_quoted: &mut [bool]) -> u8 {
    let mut state = start;
    for (is_quoted, &c) in is_quoted.iter_mut().zip(text) {
        state = match (state, c) {
            (OUTSIDE, b'"') => QUOTED,
            (QUOTED, b'"') => OUTSIDE,
            (QUOTED, b'\\') => ESCAPED,
            (ESCAPED, _) => QUOTED,
            (other, _) => other,
        };
        *is_quoted = state != OUTSIDE;
    }
    state
}

/// Sums modulo a number, in place and backwards, of which every seventh begins anew.
#[scan(auto : y)]
pub fn residues(x: &[u32], y: &mut [u32]) {
    for i in (1..y.len()).rev() {
        y[i - 1] = if x[i].is_multiple_of(7) { 11 } else { (y[i] + x[i] % 1000) % 13 };
    }
}

/// How often there were three in a row.
#[scan(auto : run)]
pub fn runs_of_three(x: &[i16], mut run: i8, ends: &mut [bool]) -> i8 {
    for i in 0..x.len() {
        if x[i] > 0 {
            if run < 3 {
                run += 1;
            } else {
                run = 1;
            }
        } else {
            run = 0;
        }
        ends[i] = run == 3;
    }
    run
}

/// A state of sixteen, of a table that is chosen by an element.
#[reduce(auto : state)]
pub fn sixteen(x: &[u64], mut state: usize) -> usize {
    for &word in x {
        let next = if word & 1 == 0 { state ^ 5 } else { (state + 3) & 15 };
        state = if word & 6 == 6 { 9 } else { next & 15 };
    }
    state
}

/// Whether a comment is open: `bool`s have two states.
#[scan(auto : is_open)]
pub fn comments(text: &[u8], is_comment: &mut [bool]) -> bool {
    let mut is_open = false;
    for i in 0..text.len() {
        is_open = if is_open { text[i] != b')' } else { text[i] == b'(' };
        is_comment[i] = is_open;
    }
    is_open
}

/// Each number is the sum of the two before it, and what is added.
#[scan(auto : y)]
pub fn fibonacci(x: &[u32], mut a: u32, mut b: u32, y: &mut [u32]) -> (u32, u32) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = a;
        (a, b) = (b, a.wrapping_add(b).wrapping_add(*x));
    }
    (a, b)
}

/// A filter with two poles.
#[scan(auto : y, reassociate)]
pub fn resonator(x: &[f64], p: f64, q: f64, y: &mut [f64]) {
    for i in 2..x.len() {
        y[i] = 2.0 * p * y[i - 1] - q * y[i - 2] + x[i];
    }
}

/// The same in variables, and what they hold in the end.
#[reduce(auto : y1, y2, reassociate)]
pub fn rings(x: &[f64], p: f64, q: f64) -> [f64; 2] {
    let (mut y1, mut y2) = (0.0, 0.0);
    for &x in x {
        let y = x + 2.0 * p * y1 - q * y2;
        y2 = y1;
        y1 = y;
    }
    [y1, y2]
}

/// Positions that are sums of speeds: the powers of the matrix grow, but as the positions themselves.
#[scan(auto : speed, place, reassociate)]
pub fn positions(pushes: &[f64], time: f64, places: &mut [f64]) -> (f64, f64) {
    let (mut speed, mut place) = (3.0, -7.0);
    for i in 0..pushes.len() {
        speed += pushes[i] * time;
        place += speed * time;
        places[i] = place;
    }
    (speed, place)
}

/// Of floats that differ from iteration to iteration, in place.
#[scan(auto : a, reassociate)]
pub fn second_order(a: &mut [f32], b: &[f32], c: &[f32]) {
    for i in 2..a.len() {
        a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i];
    }
}

/// What is earned by trades that cost a fee each, one share at a time.
#[scan(auto : earned)]
pub fn trades(prices: &[i64], fee: i64, earned: &mut [i64]) -> (i64, i64) {
    let (mut cash, mut share) = (0, -1_000_000);
    for (earned, price) in earned.iter_mut().zip(prices) {
        let before = cash;
        cash = cash.max(share + price - fee);
        share = share.max(before - price);
        *earned = cash;
    }
    (cash, share)
}

/// The cheapest ways along two roads with crossings, backwards; some crossings are closed.
#[scan(auto : left, right)]
pub fn detours(costs: &[i64], crossing: &[i64], is_open: &[bool], left: &mut [i64], right: &mut [i64]) {
    for i in (1..left.len()).rev() {
        let (l, r) = (left[i] + costs[i], right[i] - costs[i]);
        left[i - 1] = if is_open[i] { l.min(r + crossing[i]) } else { l };
        right[i - 1] = if is_open[i] { r.min(l + crossing[i]) } else { r };
    }
}

/// The longer of two stays, under conditions that leave out a way.
#[scan(auto : long, reassociate)]
pub fn longest(x: &[f64], y: &mut [f64]) -> f64 {
    let (mut long, mut other): (f64, f64) = (0.0, 4.0);
    for i in 0..x.len() {
        let before = long;
        if x[i] > 90.0 {
            long = 3.0;
        } else if x[i] > 0.0 {
            long = long.max(other);
        }
        other = other.max(before - x[i]);
        y[i] = long;
    }
    other
}

/// The same of integers, exclusive.
#[scan(auto : y)]
pub fn shortest(x: &[i64], y: &mut [i64]) {
    let (mut short, mut other) = (1, 2);
    for i in 0..x.len() {
        y[i] = short;
        let before = short;
        if x[i] == 1 {
            short = short.min(other + 1);
            other = before;
        } else if x[i] == 2 {
            short = 7;
        } else {
            other += x[i];
        }
    }
}

/// Three numbers back, backwards.
#[scan(auto : y)]
pub fn tribonacci(x: &[u64], y: &mut [u64]) {
    for i in (0..y.len().saturating_sub(3)).rev() {
        y[i] = y[i + 1].wrapping_mul(x[i]).wrapping_sub(y[i + 2]).wrapping_add(y[i + 3]);
    }
}

/// Four numbers back, of which one is not read.
#[scan(auto : y)]
pub fn tetranacci(x: &[u64], y: &mut [u64]) {
    for i in 4..y.len() {
        y[i] = y[i - 1].wrapping_mul(3).wrapping_sub(y[i - 4].wrapping_mul(x[i])).wrapping_add(y[i - 3]).wrapping_add(x[i]);
    }
}

/// Four values that change places.
#[reduce(auto : a, b, c, d)]
pub fn four(x: &[u32]) -> [u32; 4] {
    let (mut a, mut b, mut c, mut d) = (1, 20, 300, 4000);
    for &x in x {
        (a, b, c, d) = if x & 8 == 0 { (b, c.wrapping_add(d), d, a) } else { (d, a, b, x) };
    }
    [a, b, c, d]
}

/// A point that turns, and is pushed.
#[scan(auto : u, v, reassociate)]
pub fn turned(x: &[f64], c: f64, s: f64, u: &mut [f64], v: &mut [f64]) {
    for i in 1..u.len() {
        u[i] = c * u[i - 1] - s * v[i - 1] + x[i];
        v[i] = s * u[i - 1] + c * v[i - 1] - x[i];
    }
}

/// The last two readings that are numbers.
#[scan(auto : newest, older)]
pub fn readings(x: &[f64], changes: &mut [f64]) -> (f64, f64) {
    let (mut newest, mut older) = (0.5, f64::INFINITY);
    for i in 0..x.len() {
        if !x[i].is_nan() {
            older = newest;
            newest = x[i];
        }
        changes[i] = newest - older;
    }
    (newest, older)
}

/// Where three shells are, of which two change places.
#[reduce(auto : a, b, c)]
pub fn shells(swaps: &[u8], mut a: i16, mut b: i16, mut c: i16) -> [i16; 3] {
    for swap in swaps {
        match swap % 4 {
            0 => (a, b) = (b, a),
            1 => (b, c) = (c, b),
            2 => (a, c) = (c, a),
            _ => {}
        }
    }
    [a, b, c]
}
