//! What `lookback` and `scatter` need beside the elements: the bytes of the tiles' state, and those of the bits that say which elements are
//! stored.

use crate::model::job::Window;

/// The bytes of a status word, and how many of them are a value's.
const STATUS_WORD: u64 = 8;
const STATUS_VALUE: u64 = 4;

/// The bytes of the state: the number of the next tile, and for each tile the status words of a value.
pub(super) fn state_bytes(tiles: u64, carried: u64) -> u64 {
    tiles.saturating_mul(carried.div_ceil(STATUS_VALUE)).saturating_add(1).saturating_mul(STATUS_WORD)
}

/// The bytes that hold a bit for each element, in words as they are set to 0.
pub(super) fn bits_bytes(window: &Window) -> u64 {
    let elements = (window.bytes / window.element) as u64;
    elements.div_ceil(8 * STATUS_WORD) * STATUS_WORD
}
