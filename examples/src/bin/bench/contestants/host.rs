//! What a Rust program has without this project, and copies.

use super::Field;
use crate::elements::Element;
use crate::options::{Kind, Options};
use rayon::prelude::*;
use scan_examples::copies::{self, Copying};

/// A piece of rayon's two passes has at least so many elements, and each thread about so many pieces.
const LEAST_PIECE: usize = 4096;
const PIECES: usize = 8;

pub fn join<T: Element>(field: &mut Field<T>, options: &Options) {
    field.add(Kind::Plain, "plain loop", T::plain);
    if options.asks_for(Kind::Iterator) {
        field.add(Kind::Iterator, "Iterator::scan", iterator_scan::<T>);
    }
    if options.asks_for(Kind::Rayon) {
        field.add(Kind::Rayon, "rayon, two passes", rayon_two_passes::<T>);
    }
    if options.asks_for(Kind::Copies) {
        copy(field, "memcpy", Copying::Plain);
        copy(field, "copy by two threads", Copying::TwoThreads);
        if copies::STREAMS {
            copy(field, STREAMING_COPY, Copying::TwoThreadsStreaming);
        }
    }
}

/// The fastest copy: stores go past the caches.
pub const STREAMING_COPY: &str = "streaming copy by two threads";

fn copy<T: Element>(field: &mut Field<T>, name: &str, copying: Copying) {
    field.add(Kind::Copies, name, move |x: &[T], y: &mut [T]| copies::copy(copying, x, y)).copies = true;
}

fn iterator_scan<T: Element>(x: &[T], y: &mut [T]) {
    let sums = x.iter().scan(T::IDENTITY, |sum, &x| {
        *sum = sum.then(x);
        Some(*sum)
    });
    y.iter_mut().zip(sums).for_each(|(y, sum)| *y = sum);
}

fn rayon_two_passes<T: Element>(x: &[T], y: &mut [T]) {
    let piece = x.len().div_ceil(PIECES * rayon::current_num_threads()).max(LEAST_PIECE);
    let totals: Vec<T> = x.par_chunks(piece).map(|x| x.iter().fold(T::IDENTITY, |sum, &x| sum.then(x))).collect();
    let befores = totals.into_iter().scan(T::IDENTITY, |sum, total| {
        let after = sum.then(total);
        Some(std::mem::replace(sum, after))
    });
    let befores: Vec<T> = befores.collect();
    y.par_chunks_mut(piece).zip(x.par_chunks(piece)).zip(befores).for_each(|((y, x), mut sum)| {
        for (y, &x) in y.iter_mut().zip(x) {
            sum = sum.then(x);
            *y = sum;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::{first_difference, samples};

    #[test]
    fn rayon_and_iterators_do_what_the_loop_does() {
        for n in [1, 4095, 4096, 4097, 100_000] {
            let x = samples::<i32>(n);
            for run in [iterator_scan::<i32>, rayon_two_passes::<i32>] {
                let mut y = vec![0; n];
                run(&x, &mut y);
                assert_eq!(first_difference(&x, &y), None, "{n}");
            }
        }
    }
}
