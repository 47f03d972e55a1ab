//! One function for each shape of loop that is recognised. `out/` holds what is to be reviewed of what becomes of them.

use scan_runtime::{Monoid, Mul, parallel_for, reduce, scan};

/// The thesis's prefix sum: `y[0]` is the identity, so it is the exclusive scan of `x`.
#[scan(+ : y)]
pub fn array_carried(x: &[i32], y: &mut [i32]) {
    y[0] = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i - 1]);
    }
}

#[scan(* : y)]
pub fn in_place_backwards(y: &mut [u64]) {
    for i in (0..y.len() - 1).rev() {
        y[i] = y[i].wrapping_mul(y[i + 1]);
    }
}

#[scan(+ : acc, inclusive)]
pub fn scalar_inclusive(x: &[u8], weights: &[i16], scale: i64, y: &mut [i64]) -> i64 {
    let mut acc = 7;
    for i in 0..y.len() {
        let weight = weights[2 * i] as i64;
        // Only what is odd counts.
        acc += if x[i] % 2 == 1 { weight * scale } else { 0 };
        y[i] = acc;
    }
    acc
}

#[scan(max : best, exclusive, algorithm(blelloch))]
pub fn scalar_exclusive(x: &[f32], y: &mut [f32]) -> f32 {
    let mut best = f32::NEG_INFINITY;
    for i in (0..x.len()).rev() {
        y[i] = best;
        let root = x[i].sqrt();
        if root > best {
            best = root;
        }
    }
    best
}

/// Listing 3.5b of the thesis, with its first index mended.
#[scan(+ : x)]
pub fn delay_register(x: &mut [i32]) {
    let mut aux = x[0];
    x[0] = 0;
    for i in 1..x.len() {
        let next = x[i];
        x[i] = x[i - 1].wrapping_add(aux);
        aux = next;
    }
}

#[scan(|| : seen, algorithm(hillis_steele))]
pub fn any_so_far(x: &[i32], limit: i32, y: &mut [bool]) {
    let mut seen = false;
    for (y, &x) in y.iter_mut().zip(x) {
        seen = seen || x.wrapping_mul(x) > limit;
        *y = seen;
    }
}

#[scan(^ : parity)]
pub fn by_while(x: &[u16], y: &mut [u16]) -> (usize, u16) {
    let mut parity = 0xffff;
    let mut i = 0;
    while i < x.len() {
        parity ^= x[i] << 1;
        y[i] = !parity;
        i += 1;
    }
    (i, parity)
}

#[scan(+ : total)]
pub fn by_iterator(x: &[f64]) -> Vec<f64> {
    x.iter()
        .scan(0.0, |total, &x| {
            *total += x;
            Some(*total)
        })
        .collect()
}

#[scan(- : y)]
pub fn by_subtraction(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_sub(x[i].rotate_left(3));
    }
}

/// The loop consumes the reference that it zips with.
#[scan(max : highest)]
pub fn zipped_by_value(x: &[i16], y: &mut [i16]) -> i16 {
    let mut highest = i16::MIN;
    for (x, y) in x.iter().zip(y) {
        highest = highest.max(*x);
        *y = highest;
    }
    highest
}

#[scan(+ : sum)]
pub fn two_outputs(x: &[i32], before: &mut [i64], mean: &mut [f64]) -> i64 {
    let mut sum = 0i64;
    for i in 0..x.len() {
        before[i] = sum;
        sum += x[i] as i64;
        mean[i] = sum as f64 / (i + 1) as f64;
    }
    sum
}

#[scan(+ : count)]
pub fn conditional(x: &[i32], rank: &mut [u32]) -> u32 {
    let mut count = 0u32;
    for i in 0..x.len() {
        rank[i] = count;
        if x[i] > 0 {
            count += 1;
        }
    }
    count
}

/// The carried value is on the right of an operator that need not commute.
#[scan(* : y)]
pub fn carried_on_the_right<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = x[i] * y[i - 1];
    }
}

#[scan(* : y)]
pub fn carried_on_the_left<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] * x[i];
    }
}

#[scan(+ : level, deterministic)]
pub fn with_options(readings: &[f32], scale: f32, levels: &mut [f32]) {
    let mut level = 0.0;
    for (i, reading) in readings.iter().enumerate() {
        level += reading.abs().min(scale) * 0.5;
        levels[i] = level;
    }
}

/// Where `parts` is 0 the loop as written runs, and panics.
#[scan(min : least, algorithm(blelloch), group_size(64))]
pub fn may_panic(x: &[i64], parts: i64, y: &mut [i64]) {
    let mut least = i64::MAX;
    for i in (0..x.len()).step_by(2) {
        least = i64::min(least, x[i] / parts);
        y[i] = least;
    }
}

/// Two scans of one loop: an array's and a scalar's.
#[scan(+ : y, max : highest)]
pub fn sum_and_maximum(x: &[i32], y: &mut [i64], tops: &mut [i32]) -> i32 {
    let mut highest = -100i32;
    for i in 1..y.len() {
        let value = x[i] / 2;
        y[i] = y[i - 1] + value as i64;
        tops[i] = highest;
        highest = highest.max(value);
    }
    highest
}

/// Two arrays carry, and one value of each is used with the other.
#[scan(+ : sums, * : products)]
pub fn two_arrays(x: &[u32], sums: &mut [u32], products: &mut [u64], both: &mut [u64]) {
    for i in (0..x.len() - 1).rev() {
        sums[i] = sums[i + 1].wrapping_add(x[i]);
        products[i] = (x[i] as u64 | 1).wrapping_mul(products[i + 1]);
        both[i] = sums[i] as u64 ^ products[i + 1];
    }
}

/// A scan with a reduction beside it.
#[scan(+ : y)]
#[reduce(|| : found)]
pub fn sum_and_any(x: &[i32], limit: i32, y: &mut [i32]) -> (i32, bool) {
    let mut sum = 1i32;
    let mut found = false;
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        y[i] = sum;
        found = found || x[i] > limit;
    }
    (sum, found)
}

/// Listing 3.5b beside a maximum.
#[scan(+ : x)]
#[reduce(max : most)]
pub fn delayed_beside_a_maximum(x: &mut [i32]) -> (i32, i32) {
    let mut aux = x[0];
    let mut most = i32::MIN;
    x[0] = 0;
    for i in 1..x.len() {
        let next = x[i];
        x[i] = x[i - 1].wrapping_add(aux);
        most = most.max(next);
        aux = next;
    }
    (most, aux)
}

#[reduce(+ : sum)]
pub fn reduced(x: &[i32]) -> i64 {
    let mut sum = 5i64;
    for i in 0..x.len() {
        sum += x[i] as i64;
    }
    sum
}

/// What does not commute exactly: of two zeros the earlier is the greater.
#[reduce(max : most, deterministic)]
pub fn reduced_in_order(x: &[f32], most: &mut f32) {
    for value in x.iter().rev() {
        *most = most.max(*value);
    }
}

#[reduce(+ : sum, squares, min : least, max : most)]
pub fn moments(x: &[f64]) -> (f64, f64, f64, f64) {
    let (mut sum, mut squares) = (0.0f64, 0.0f64);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for &value in x.iter() {
        sum += value;
        squares += value * value;
        least = least.min(value);
        if value > most {
            most = value;
        }
    }
    (sum, squares, least, most)
}

/// All of them in 32 bits.
#[reduce(+ : sum, max : most, ^ : parity)]
pub fn words(x: &[i32]) -> (i32, i32, u32) {
    let (mut sum, mut most, mut parity) = (7i32, i32::MIN, 0u32);
    for &value in x.iter() {
        sum = sum.wrapping_add(value);
        most = most.max(value);
        parity ^= value as u32;
    }
    (sum, most, parity)
}

/// The first of the greatest.
#[reduce(max : most)]
pub fn arg_max(x: &[i32]) -> (i32, usize) {
    let (mut most, mut at) = (i32::MIN, usize::MAX);
    for i in 0..x.len() {
        if x[i] > most {
            most = x[i];
            at = i;
        }
    }
    (most, at)
}

/// The last of the least, in another order, with two values that go along; NaN is never taken.
#[reduce(min : least)]
#[reduce(+ : count)]
pub fn arg_min_backwards(x: &[f32], weights: &[u16]) -> (f32, u64, u16, u32) {
    let mut least = 1000.0f32;
    let (mut at, mut weight) = (0u64, 0u16);
    let mut count = 0u32;
    for i in (0..x.len()).rev() {
        let value = x[i] - 1.0;
        count += (value < 0.0) as u32;
        if value <= least {
            least = value;
            at = i as u64;
            weight = weights[i];
        }
    }
    (least, at, weight, count)
}

/// Where the greatest so far stands.
#[scan(max : most)]
pub fn arg_max_so_far(x: &[i16], places: &mut [u32]) -> i16 {
    let mut most = i16::MIN;
    let mut at = 0u32;
    for i in 0..x.len() {
        if most <= x[i] {
            at = i as u32;
            most = x[i];
        }
        places[i] = at;
    }
    most
}

#[reduce(* : product)]
pub fn product_of_any<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], start: T) -> T {
    let mut product = start;
    for i in 0..x.len() {
        product = product * x[i];
    }
    product
}

/// Where `parts` is 0 the loop as written runs, and panics.
#[reduce(^ : parity, - : sum)]
pub fn reduction_that_may_panic(x: &[i64], parts: i64) -> (i64, i64) {
    let (mut parity, mut sum) = (0i64, 0i64);
    let mut i = 0;
    while i < x.len() {
        let quotient = x[i] / parts;
        parity ^= quotient;
        sum -= quotient;
        i += 3;
    }
    (parity, sum)
}

/// A table is read where the data say.
#[scan(+ : total)]
pub fn looked_up(symbols: &[u8], lengths: &[u32], places: &mut [u64]) -> u64 {
    let mut total = 1u64;
    for i in 0..symbols.len() {
        places[i] = total;
        total += lengths[symbols[i] as usize] as u64;
    }
    total
}

/// The scanned value says where a table is read.
#[scan(+ : at)]
pub fn followed(steps: &[usize], table: &[f32], weight: f32, y: &mut [f32]) -> usize {
    let mut at = 0;
    for i in (0..steps.len()).rev() {
        at += steps[i];
        y[i] = if at < table.len() { table[at] * weight } else { -1.0 };
    }
    at
}

/// Stream compaction.
#[scan(+ : k)]
pub fn kept(x: &[i32], least: i32, out: &mut [i32], start: usize) -> usize {
    let mut k = start;
    for i in 0..x.len() {
        if x[i] >= least {
            out[k] = x[i];
            k += 1;
        }
    }
    k
}

/// Backwards, and counted before it is stored; the compiler sees no type of what is stored.
#[scan(+ : count)]
pub fn kept_backwards<T: scan_runtime::Element>(x: &[T], keep: &[bool], out: &mut [T]) -> usize {
    let mut count = 0;
    for i in (0..x.len()).rev() {
        if keep[i] {
            count += 1;
            out[count - 1] = x[i];
        }
    }
    count
}

/// Two counters, each with an array of its own, and a store in every iteration.
#[scan(+ : small, large)]
pub fn divided(x: &[i64], pivot: i64, below: &mut [i64], above: &mut [i64], ranks: &mut [u32]) -> (usize, usize) {
    let (mut small, mut large) = (0, 1);
    for (i, &value) in x.iter().enumerate() {
        ranks[i] = small as u32;
        if value < pivot {
            below[small] = value;
            small += 1;
        } else if value > pivot {
            above[large] = value - pivot;
            large += 1;
        }
    }
    (small, large)
}

/// By work-groups of several work-items, as on a GPU.
#[scan(+ : k, j, group_size(64))]
pub fn divided_in_groups(x: &[i32], pivot: i32, out: &mut [i32], from: usize) -> (usize, usize) {
    let (mut k, mut j) = (0usize, from);
    for i in 0..x.len() {
        let value = x[i];
        if value < pivot {
            out[k] = value;
            k += 1;
        } else if value % 2 == 0 {
            out[j] = -value;
            j += 1;
        }
    }
    (k, j)
}

#[scan(+ : k, algorithm(reduce_then_scan), group_size(32))]
pub fn kept_in_two_passes_of_groups(x: &[u16], out: &mut [u16]) -> usize {
    let mut k = 0usize;
    for i in 0..x.len() {
        if x[i] & 5 == 5 {
            out[k] = x[i];
            k += 1;
        }
    }
    k
}

#[scan(+ : k, algorithm(reduce_then_scan))]
pub fn kept_in_two_passes(x: &[u16], out: &mut [u16], places: &mut [usize]) -> usize {
    let mut k = 0usize;
    for i in 0..x.len() {
        if x[i] & 5 == 5 {
            out[k] = x[i];
            k += 1;
        }
        places[i] = k;
    }
    k
}

/// A pass of a radix sort: two counters share an array, and another one for what goes along.
#[scan(+ : zeros, ones)]
pub fn by_bit(keys: &[u32], values: &[u16], bit: u32, sorted: &mut [u32], moved: &mut [u16], from: usize) -> (usize, usize) {
    let (mut zeros, mut ones) = (0usize, from);
    for i in 0..keys.len() {
        if (keys[i] >> bit) & 1 == 0 {
            sorted[zeros] = keys[i];
            moved[zeros] = values[i];
            zeros += 1;
        } else {
            sorted[ones] = keys[i];
            moved[ones] = values[i];
            ones += 1;
        }
    }
    (zeros, ones)
}

/// Where runs of equal values begin, and the values; a counter that goes by two.
#[scan(+ : runs)]
pub fn runs(x: &[u8], starts: &mut [u32], values: &mut [u8]) -> usize {
    let mut runs = 0usize;
    for i in 1..x.len() {
        if x[i] != x[i - 1] {
            starts[runs] = i as u32;
            values[runs + 1] = x[i];
            runs += 2;
        }
    }
    runs
}

/// A sum, and what stands where it is large; a reduction beside them.
#[scan(+ : k)]
#[reduce(max : most)]
pub fn kept_products(x: &[i32], table: &[i32], out: &mut [i32]) -> (usize, i32) {
    let mut k = 0usize;
    let mut most = i32::MIN;
    for i in 0..x.len() {
        let value = table[(x[i] & 63) as usize];
        most = most.max(value);
        if value != 0 {
            let quotient = x[i] / value;
            if quotient > 1 || i % 5 == 0 {
                out[k] = quotient;
                k += 1;
            }
        }
    }
    (k, most)
}

/// A store in some iterations, at an index of the loop variable's.
#[scan(+ : sum)]
pub fn stored_sometimes(x: &[i32], limit: i64, y: &mut [i64], tops: &mut [i32]) -> i64 {
    let mut sum = 0i64;
    for i in 0..x.len() {
        sum += x[i] as i64;
        if sum > limit {
            y[i] = sum;
        } else if x[i] % 3 == 0 {
            y[i] = -1;
            tops[2 * i + 1] = x[i];
        }
    }
    sum
}

/// Independent iterations: two outputs, a gather, a value from outside.
#[parallel_for]
pub fn weighed(x: &[i32], table: &[i64], scale: i64, y: &mut [i64], above: &mut [u8]) {
    for i in 0..y.len() {
        let weight = table[(x[i] & 63) as usize];
        y[i] = weight.wrapping_mul(scale).wrapping_add(x[i] as i64);
        above[y.len() - 1 - i] = u8::from(weight > scale);
    }
}

/// In place, by iterators.
#[parallel_for]
pub fn clipped(x: &mut [f32], bounds: &[f32]) {
    for (x, bound) in x.iter_mut().zip(bounds) {
        *x = if *x > *bound { *bound } else { *x * 0.5 };
    }
}

/// Stores in some iterations, backwards, and what each iteration takes from the one before it: a delay register.
pub fn edges(x: &[i32], rising: &mut [i32], x_old: &mut [i32]) -> i32 {
    let mut previous = 0i32;
    edges_from(x, rising, x_old, &mut previous);
    previous
}

#[parallel_for(map(to: x))]
fn edges_from(x: &[i32], rising: &mut [i32], x_old: &mut [i32], previous: &mut i32) {
    for i in (0..x.len()).rev() {
        if x[i] > *previous {
            rising[2 * i + 1] = x[i] / 3;
        }
        x_old[i] = *previous;
        *previous = x[i];
    }
}

/// Two arrays in place, each stored with what the other held.
#[parallel_for]
pub fn exchanged(a: &mut [u16], b: &mut [u16]) {
    for i in 0..a.len() {
        let held = a[i];
        a[i] = b[i].wrapping_add(1);
        b[i] = held;
    }
}

/// A map between a scan and a reduction.
#[scan]
pub fn sum_of_places(steps: &[u32], places: &mut [u64], halves: &mut [u64]) -> u64 {
    let (mut at, mut sum) = (0u64, 0u64);
    #[scan(+ : at)]
    for i in 0..steps.len() {
        at += steps[i] as u64;
        places[i] = at;
    }
    #[parallel_for]
    for i in 0..steps.len() {
        halves[i] = places[i] / 2;
    }
    #[reduce(+ : sum)]
    for i in 0..steps.len() {
        sum += halves[i];
    }
    sum
}

/// An account, in which each day's balances follow from its payments.
pub struct Account {
    pub payments: Vec<i32>,
    pub balances: Vec<i32>,
    pub highest: i32,
}

impl Account {
    #[scan]
    pub fn settle(&mut self) {
        #[scan(+ : self.balances, map(to: self.payments, from: self.balances))]
        for day in 1..self.balances.len() {
            self.balances[day] = self.balances[day - 1].wrapping_add(self.payments[day]);
        }
        #[scan(max : self.highest)]
        for day in 0..self.balances.len() {
            self.highest = self.highest.max(self.balances[day]);
            self.balances[day] = self.highest;
        }
    }
}

/// Names that kernels in lanes use themselves.
#[scan(+ : until)]
pub fn named_as_in_lanes(second: &[u32], third: u32, is_large: &mut [u32]) -> u32 {
    let mut until = 0u32;
    for fourth in 0..second.len() {
        until = until.wrapping_add(second[fourth] ^ third);
        is_large[fourth] = until;
    }
    until
}

/// A `match` as a value, and as a statement; of an element, and of what is computed once.
#[scan(+ : depth)]
pub fn matched(text: &[u8], limit: i64, depths: &mut [i64], kinds: &mut [u32]) -> i64 {
    let mut depth = 0;
    for i in 0..text.len() {
        let mut kind = 0;
        match text[i] {
            0 | 3..=9 => kind = 1,
            _ if limit < 2 => kind = 2,
            251.. => kind = 3,
            _ => {}
        }
        depth += match i64::from(text[i]).wrapping_mul(3) % 7 {
            0 if limit > 2 => limit,
            1 | 2 => 1,
            3.. => -1,
            rest => rest,
        };
        depths[i] = depth;
        kinds[i] = kind;
    }
    depth
}

/// Where `m` is 0 the loop as written panics, if there is anything to do.
#[scan(+ : sum)]
pub fn remainders(x: &[u32], m: u32, residue: &mut [u32]) -> u64 {
    let mut sum = 0u64;
    for i in 0..x.len() {
        sum += x[i] as u64;
        residue[i] = (sum % u64::from(m)) as u32;
    }
    sum
}

/// In place.
#[scan(max : y)]
pub fn greatest_quotients(y: &mut [i32], by: i32) {
    for i in 1..y.len() {
        y[i] = y[i - 1].max(y[i] / by);
    }
}

/// Not every iteration divides.
#[parallel_for]
pub fn divided_sometimes(x: &[i32], by: i32, y: &mut [i64]) {
    for i in 0..y.len() {
        let wide = by as i64;
        y[i] = if x[i] > 0 { (x[i] as i64).rem_euclid(wide) + (x[i] / by) as i64 } else { 7 };
    }
}

/// Where `by` is 0 nothing is divided.
#[parallel_for]
pub fn divided_if_at_all(x: &[u16], by: u16, y: &mut [u16]) {
    for i in 0..y.len() {
        if by != 0 {
            y[i] = x[i] / by;
        }
    }
}

/// Bounds from outside.
#[scan(+ : sum)]
pub fn clamped(x: &[f32], least: f32, most: f32, low: i32, y: &mut [f32]) {
    let mut sum = 0i32;
    for i in 0..x.len() {
        sum += (x[i] as i32).clamp(low, 5);
        y[i] = x[i].clamp(least, most) + (sum % 2) as f32;
    }
}

/// What may panic does so before the branch that reads it.
#[scan(+ : sum)]
pub fn divided_before_a_branch(x: &[i32], y: &mut [i32]) {
    let mut sum = 1i32;
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        let share = 100 / sum;
        y[i] = if sum == 0 { -1 } else { share };
    }
}

/// Two gathers, the second from what may be shorter, and a division: an iteration that panics stores nothing any more.
#[parallel_for]
pub fn gathered(x: &[i32], places: &[u32], divisors: &[i32], y: &mut [i32], quotients: &mut [i64]) {
    for i in 0..y.len() {
        y[i] = x[places[i] as usize];
        if places[i] != 3 {
            quotients[i] = (x[places[i] as usize / 2] / divisors[i]) as i64;
        }
    }
}

/// Gathers beside an array in place.
#[parallel_for]
pub fn followed_once(table: &[u32], places: &mut [u32], y: &mut [u32]) {
    for i in 0..places.len() {
        let next = table[places[i] as usize];
        y[i] = next ^ 1;
        places[i] = next;
    }
}

/// The condition may panic; what follows is stored where it does not.
#[parallel_for]
pub fn marked_and_copied(x: &[i32], places: &[u32], y: &mut [u8], copies: &mut [u32]) {
    for i in 0..y.len() {
        if x[places[i] as usize] > 0 {
            y[i] = 1;
        }
        copies[i] = places[i];
    }
}

/// Changed in some iterations, more than once, and read again; some quotients are none.
#[parallel_for]
pub fn changed_in_some(x: &[i32], y: &mut [i32], seen: &mut [i32]) {
    for i in 0..x.len() {
        if x[i] & 1 != 0 {
            y[i] = y[i].wrapping_add(x[i]);
        }
        let half = y[i] / 2;
        if x[i] & 6 != 0 {
            if y[i] > half {
                y[i] = half / (x[i] & 6);
            } else {
                seen[i] = y[i];
            }
        }
    }
}

/// The same beside a sum of what loops leave, into what is stored over in every second step.
#[scan(+ : sum)]
pub fn added_in_some(x: &[i32], y: &mut [i64]) -> i64 {
    let mut sum = 0i64;
    for i in (0..x.len()).rev().step_by(2) {
        let mut term = x[i] >> 8;
        while term & 3 == 3 {
            term /= 2;
        }
        sum += i64::from(term);
        if sum & 4 == 0 {
            y[i] -= sum;
        }
    }
    sum
}

/// Greatest sums of three neighbours so far, from the end on.
#[scan(max : best)]
pub fn over_windows(x: &[i32], y: &mut [i32]) -> i32 {
    let mut best = i32::MIN;
    for (y, w) in y.iter_mut().skip(1).zip(x.windows(3).rev()) {
        best = best.max(w[0].wrapping_add(w[2]).wrapping_sub(w[1]));
        *y = best;
    }
    best
}

/// Pixels of three colours as such of four.
#[parallel_for]
pub fn with_opacity(x: &[u8], y: &mut [u8]) {
    for (y, x) in y.chunks_exact_mut(4).zip(x.chunks_exact(3)) {
        y[0] = x[2];
        y[1] = x[1];
        y[2] = x[0];
        y[3] = 255;
    }
}
