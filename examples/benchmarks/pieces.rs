//! Scans by rayon, in two passes over pieces of the range: their totals first, then each again from what is before it.

use rayon::prelude::*;
use std::ops::Range;

/// The pieces of `n` elements: some for each thread, none very short.
pub fn length_of(n: usize) -> usize {
    n.div_ceil(8 * rayon::current_num_threads()).max(4096)
}

/// The ranges of the pieces.
pub fn of(n: usize) -> impl IndexedParallelIterator<Item = Range<usize>> {
    let length = length_of(n);
    (0..n.div_ceil(length)).into_par_iter().map(move |piece| piece * length..n.min((piece + 1) * length))
}

/// What is before each piece, and what all come to.
pub fn before<T: Copy>(totals: Vec<T>, start: T, combine: impl Fn(T, T) -> T) -> (Vec<T>, T) {
    let mut sum = start;
    let befores = totals.into_iter().map(|total| {
        let after = combine(sum, total);
        std::mem::replace(&mut sum, after)
    });
    (befores.collect(), sum)
}

/// Scans the items of the ranges: `element` is what one adds, `store` gets each place of `y`, its item, and what comes before and after.
/// Returns the last.
pub fn scan<X, I: Iterator<Item = X>, T: Copy + Send + Sync, Y: Send>(
    y: &mut [Y],
    start: T,
    combine: impl Fn(T, T) -> T + Sync,
    items: impl Fn(Range<usize>) -> I + Sync,
    element: impl Fn(&X) -> T + Sync,
    store: impl Fn(&mut Y, X, T, T) + Sync,
) -> T {
    let total = |range| items(range).map(|item| element(&item)).reduce(&combine);
    let totals: Vec<T> = of(y.len()).filter_map(total).collect();
    let (befores, last) = before(totals, start, &combine);
    let n = y.len();
    y.par_chunks_mut(length_of(n)).zip(of(n)).zip(befores).for_each(|((y, range), mut sum)| {
        for (y, item) in y.iter_mut().zip(items(range)) {
            let after = combine(sum, element(&item));
            store(y, item, sum, after);
            sum = after;
        }
    });
    last
}
