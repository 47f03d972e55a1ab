//! What the example programs share: reading numbers from files, and saying where a loop ran.

pub mod numbers;
pub mod telling;
