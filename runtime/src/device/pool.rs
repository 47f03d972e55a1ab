//! Buffers that are kept for the next launch: making one costs more than many a scan.

use std::mem;
use std::sync::Mutex;

use scan_opencl::DeviceInfo;

use super::error::Error;
use super::error::is_shortage;
use super::handles::{Context, Memory};
use crate::system::lock::lock;

/// No more buffers than this are kept, however small.
const MOST_BUFFERS: usize = 64;

/// The buffers that no launch uses now.
#[derive(Debug)]
pub(super) struct Pool {
    free: Mutex<Vec<Block>>,
    /// No more bytes than this are kept.
    most_bytes: usize,
    largest_buffer: usize,
}

/// A buffer and its size.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) memory: Memory,
    bytes: usize,
}

impl Block {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Pool {
    pub(super) fn new(info: &DeviceInfo) -> Pool {
        let largest_buffer = usize::try_from(info.max_buffer).unwrap_or(usize::MAX);
        Pool { free: Mutex::default(), most_bytes: usize::try_from(info.memory / 8).unwrap_or(usize::MAX), largest_buffer }
    }

    /// A buffer of at least `bytes`, with anything in it.
    pub(super) fn take(&self, context: &Context, bytes: usize) -> Result<Block, Error> {
        if let Some(block) = self.take_free(bytes) {
            return Ok(block);
        }
        let rounded = rounded(bytes).min(self.largest_buffer.max(bytes));
        let memory = context.memory(rounded).or_else(|error| {
            // What is kept may be what is missing.
            drop(mem::take(&mut *lock(&self.free)));
            if is_shortage(error.code) { context.memory(rounded).inspect(|_| error.tell_survived()) } else { Err(error) }
        })?;
        Ok(Block { memory, bytes: rounded })
    }

    /// Keeps a buffer that no command uses any more. The oldest make room for it.
    pub(super) fn give(&self, block: Block) {
        // Given up with nothing locked.
        let _too_many = self.keep(block);
    }

    /// Keeps a buffer. Returns those that must go for it.
    fn keep(&self, block: Block) -> Vec<Block> {
        let mut free = lock(&self.free);
        free.push(block);
        let mut bytes: usize = free.iter().map(|block| block.bytes).sum();
        let mut surplus = 0;
        while free.len() - surplus > MOST_BUFFERS || bytes > self.most_bytes {
            bytes -= free[surplus].bytes;
            surplus += 1;
        }
        free.drain(..surplus).collect()
    }

    /// The smallest that suffices, and isn't mostly waste.
    fn take_free(&self, bytes: usize) -> Option<Block> {
        let mut free = lock(&self.free);
        let suits = |block: &Block| block.bytes >= bytes && block.bytes / 2 <= rounded(bytes);
        let fitting = free.iter().enumerate().filter(|(_, block)| suits(block));
        let place = fitting.min_by_key(|(_, block)| block.bytes)?.0;
        Some(free.remove(place))
    }
}

/// Up to an eighth more, so that a buffer suits lengths that are nearly the same.
fn rounded(bytes: usize) -> usize {
    bytes.next_multiple_of((bytes.next_power_of_two() / 16).max(64))
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn rounding_wastes_an_eighth_at_most() {
        for bytes in [1, 4, 64, 65, 1000, 4096, 4097, 1_000_003, 1 << 30, (1 << 30) + 1] {
            assert!(rounded(bytes) >= bytes && rounded(bytes) < bytes + (bytes / 8).max(64), "{bytes}");
        }
    }
}
