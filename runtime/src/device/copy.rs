//! Copying results into place, with all of the host's threads where that is faster.

use std::mem::MaybeUninit;
use std::slice;

use crate::host::{for_each_of, has_threads};

/// What a thread copies at a time. Less than this is not worth another thread.
const PIECE: usize = 1 << 20;

/// Copies `bytes` bytes.
///
/// # Safety
///
/// `from` has as many readable bytes and `to` as many writable ones, nobody else uses those of `to`, and they don't overlap.
pub(super) unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller vouches for the memory, which may be uninitialised in `to`.
    let (from, to) = unsafe {
        (
            slice::from_raw_parts(from.cast::<MaybeUninit<u8>>(), bytes),
            slice::from_raw_parts_mut(to.cast::<MaybeUninit<u8>>(), bytes),
        )
    };
    if bytes <= PIECE || !has_threads() {
        to.copy_from_slice(from);
    } else {
        for_each_of(&mut to.chunks_mut(PIECE).zip(from.chunks(PIECE)), &|_, (to, from)| to.copy_from_slice(from));
    }
}
