//! What the integration tests share.

pub mod hostile;
pub mod kernels;
pub mod operators;
mod places;
mod sample;

pub use places::{check_places, check_places_by};
pub use sample::{Random, Sample};

/// Whether the long campaigns are asked for (`tests/run --long`).
pub fn long() -> bool {
    cfg!(feature = "long")
}

/// Those of `all` that `SCAN_TEST_MAX_LENGTH` allows: under Oclgrind every work-item is interpreted.
pub fn lengths(all: &[usize]) -> impl Iterator<Item = usize> {
    let most = std::env::var("SCAN_TEST_MAX_LENGTH");
    let most = most.map_or(usize::MAX, |most| most.parse().expect("SCAN_TEST_MAX_LENGTH is a number"));
    all.iter().copied().filter(move |&length| length <= most)
}
