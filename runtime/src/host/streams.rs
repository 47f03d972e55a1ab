//! Stores past the caches, and fetches ahead of their use. A store to a line that is in no cache otherwise reads the line first, a third
//! of all traffic of a scan, and puts it in the place of something that is still to be read.
//!
//! On x86-64, whose streamed stores write 16 bytes; elsewhere these are ordinary copies, and nothing is fetched.
//!
//! **A line is streamed whole or not at all.** x86 stores in order: a store of a part of a line, which has to be read first, keeps all
//! later ones waiting. So a thread that stores past the caches scans a block of tiles as one (`host/chunks.rs`), with one such line at each
//! end.

use crate::model::value::Value;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;

/// The iterations whose values are computed, scanned and stored together.
pub(crate) const CHUNK: usize = 512;
/// The bytes of a stage: a chunk of elements of 8.
const STAGE: usize = 8 * CHUNK;
/// The bytes of a line of the cache. (Where they are fewer or more, more lines are stored in two parts, and that is all.)
const LINE: usize = 64;
/// A scan that stores fewer bytes leaves them in the caches, for whoever reads them next.
pub(super) const STREAMED_FROM: u64 = if cfg!(miri) { 0 } else { 16 << 20 };

/// Where the values of a chunk wait until they are streamed, each in the place of its iteration.
#[repr(C, align(64))]
pub struct Stage<U> {
    bytes: [MaybeUninit<u8>; STAGE],
    /// Where the first of them goes.
    to: *mut U,
}

impl<U> Default for Stage<U> {
    fn default() -> Self {
        Self { bytes: [MaybeUninit::uninit(); STAGE], to: ptr::null_mut() }
    }
}

impl<U: Value> Stage<U> {
    /// Whether a chunk of elements fits in. A struct may have padding, which no vector may hold.
    pub(crate) const HOLDS_CHUNK: bool = CHUNK * size_of::<U>() <= STAGE && U::LAYOUT.is_none();

    /// What is put from now on goes to `to`.
    #[inline]
    pub(crate) fn aim(&mut self, to: *mut U) {
        self.to = to;
    }

    /// Puts the value of the chunk's iteration `number`.
    ///
    /// # Safety
    /// A stage [holds a chunk](Self::HOLDS_CHUNK), and `number` is less than [`CHUNK`].
    #[inline]
    pub(crate) unsafe fn put(&mut self, number: usize, value: U) {
        debug_assert!(Self::HOLDS_CHUNK && number < CHUNK, "a stage holds a chunk");
        // SAFETY: in bounds, and aligned, by the caller's promise.
        unsafe { self.bytes.as_mut_ptr().cast::<U>().add(number).write(value) }
    }

    /// Copies the values of the chunk's iterations `numbers` to where they go, past the caches.
    ///
    /// # Safety
    /// They have been [put](Self::put), what this [aims](Self::aim) at has room for them, which nobody else accesses meanwhile, and the
    /// processor has AVX2.
    #[inline]
    pub(crate) unsafe fn stream(&self, numbers: Range<usize>) {
        // Of elements that it does not hold none has been put.
        if numbers.is_empty() {
            return;
        }
        assert!(Self::HOLDS_CHUNK && numbers.end <= CHUNK, "a stage holds a chunk");
        let from = numbers.start * size_of::<U>();
        // SAFETY: in bounds by the assertion; the rest is the caller's promise.
        unsafe {
            copy(self.bytes.as_ptr().add(from), self.to.cast::<MaybeUninit<u8>>().add(from), numbers.len() * size_of::<U>())
        }
    }
}

/// Of `count` elements from `address` on those that fill whole lines.
pub(crate) fn whole_lines<U>(address: *const U, count: u64) -> Range<u64> {
    let element = size_of::<U>().max(1) as u64;
    let until_line = (address.addr().next_multiple_of(LINE) - address.addr()) as u64;
    let head = until_line.div_ceil(element).min(count);
    let lines = (count - head) * element / LINE as u64;
    head..head + lines * LINE as u64 / element
}

/// Copies `count` bytes past the caches, if `to` is where vectors may be stored.
///
/// # Safety
/// `from` may be read and `to` written, each for so many bytes, which are not the same. All of them have been written.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn copy(from: *const MaybeUninit<u8>, to: *mut MaybeUninit<u8>, count: usize) {
    use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_stream_si256};

    const VECTOR: usize = size_of::<__m256i>();
    if !(to.addr() | count).is_multiple_of(VECTOR) {
        // SAFETY: the caller's promise.
        return unsafe { from.copy_to_nonoverlapping(to, count) };
    }
    for offset in (0..count).step_by(VECTOR) {
        // SAFETY: whole vectors within the `count` bytes; `to` is aligned. SSE2 is part of x86-64.
        unsafe { _mm256_stream_si256(to.add(offset).cast(), _mm256_loadu_si256(from.add(offset).cast())) };
    }
}

/// As above, on processors of which no more is known.
///
/// # Safety
/// As above.
#[cfg(any(not(target_arch = "x86_64"), miri))]
#[inline]
unsafe fn copy(from: *const MaybeUninit<u8>, to: *mut MaybeUninit<u8>, count: usize) {
    // SAFETY: the caller's promise.
    unsafe { from.copy_to_nonoverlapping(to, count) }
}

/// Everybody who sees what this thread does after this is dropped, be it that it unwinds, sees what it has streamed before.
pub(super) struct Fence;

impl Drop for Fence {
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        // SAFETY: SSE is part of x86-64.
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

/// Has the processor fetch what lies between two addresses into a cache of this core.
#[inline]
pub(crate) fn fetch<U>(elements: Range<*const U>) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        let first = elements.start.cast::<i8>();
        for offset in (0..elements.end.addr() - elements.start.addr()).step_by(LINE) {
            // SAFETY: a hint, which reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(offset)) };
        }
    }
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    let _ = elements;
}

#[cfg(test)]
mod tests {
    use super::super::vectors::avx2;
    use super::*;

    #[test]
    fn whole_lines_lie_within() {
        let line: *const u32 = ptr::without_provenance(4 * LINE);
        assert_eq!(whole_lines(line, 33), 0..32);
        assert_eq!(whole_lines(line.wrapping_add(1), 33), 15..31);
        assert_eq!(whole_lines(line.wrapping_add(1), 3), 3..3);
        assert_eq!(whole_lines(line.wrapping_add(15), 16), 1..1);
        assert_eq!(whole_lines(line.wrapping_add(15), 17), 1..17);
    }

    #[test]
    fn what_is_staged_arrives_wherever_it_begins() {
        if cfg!(all(target_arch = "x86_64", not(miri))) && !avx2::is_there() {
            return;
        }
        let mut staged = Stage::<u32>::default();
        // SAFETY: fewer than a chunk.
        (0..CHUNK).for_each(|number| unsafe { staged.put(number, number as u32 + 1) });
        for from in 0..9 {
            for count in [0, 1, 4, 5, 16, CHUNK] {
                let mut there = vec![0; from + CHUNK + 1];
                staged.aim(there[from..].as_mut_ptr());
                for numbers in [0..count / 2, count / 2..count] {
                    // SAFETY: so many have been staged, and there is room for them; AVX2 has been asked for.
                    unsafe { staged.stream(numbers) };
                }
                drop(Fence);
                let expected = (1..=count as u32).chain([0]);
                assert!(there[..from].iter().all(|&value| value == 0));
                assert!(there[from..].iter().copied().take(count + 1).eq(expected), "{count} from {from}");
            }
        }
    }
}
