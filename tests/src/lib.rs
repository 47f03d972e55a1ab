//! What the integration tests share.

pub mod kernels;
mod sample;

pub use sample::{Random, Sample};

/// Whether the long campaigns are asked for (`tests/run --long`).
pub fn long() -> bool {
    cfg!(feature = "long")
}
