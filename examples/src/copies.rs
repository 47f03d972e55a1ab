//! The copies that bound every scan from one array into another: as much is read, and as much is written.

use rayon::prelude::*;

/// How an array is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copying {
    /// By `memcpy`.
    Plain,
    /// By two threads, each a half.
    TwoThreads,
    /// The same with stores that go past the caches; where there are none ([`STREAMS`]), without.
    TwoThreadsStreaming,
}

/// Whether there are stores that go past the caches.
pub const STREAMS: bool = cfg!(target_arch = "x86_64");

/// Copies `from` to `to`.
///
/// # Panics
/// If they differ in length.
pub fn copy<T: Copy + Send + Sync>(copying: Copying, from: &[T], to: &mut [T]) {
    match copying {
        Copying::Plain => to.copy_from_slice(from),
        Copying::TwoThreads => in_halves(from, to, |from, to| to.copy_from_slice(from)),
        Copying::TwoThreadsStreaming => in_halves(from, to, stream),
    }
}

fn in_halves<T: Copy + Send + Sync>(from: &[T], to: &mut [T], copy: impl Fn(&[T], &mut [T]) + Sync) {
    assert_eq!(from.len(), to.len(), "a copy is as long as what is copied");
    let half = from.len().div_ceil(2).max(1);
    to.par_chunks_mut(half).zip(from.par_chunks(half)).for_each(|(to, from)| copy(from, to));
}

#[cfg(target_arch = "x86_64")]
fn stream<T: Copy>(from: &[T], to: &mut [T]) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    // SAFETY: any bytes are a `__m128i`, and nothing here looks at what they mean.
    let (head, body, tail) = unsafe { to.align_to_mut::<__m128i>() };
    let (before, after) = (head.len(), tail.len());
    let middle = from.len() - before - after;
    head.copy_from_slice(&from[..before]);
    tail.copy_from_slice(&from[from.len() - after..]);
    let source: *const __m128i = from[before..before + middle].as_ptr().cast();
    for (place, to) in body.iter_mut().enumerate() {
        // SAFETY: `body` has the bytes of the middle of `from`; its elements are aligned. These instructions are x86-64's own.
        unsafe { _mm_stream_si128(to, _mm_loadu_si128(source.add(place))) };
    }
    // SAFETY: an instruction of x86-64's own, without operands.
    unsafe { _mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
fn stream<T: Copy>(from: &[T], to: &mut [T]) {
    to.copy_from_slice(from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_copy_copies() {
        for length in [0, 1, 2, 3, 31, 1000] {
            let from: Vec<u32> = (0..length + 1).collect();
            for copying in [Copying::Plain, Copying::TwoThreads, Copying::TwoThreadsStreaming] {
                let mut to = vec![u32::MAX; from.len()];
                copy(copying, &from[1..], &mut to[1..]);
                assert_eq!(to[1..], from[1..], "{copying:?}, {length}");
            }
        }
    }
}
