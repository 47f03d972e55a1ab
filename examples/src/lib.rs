//! What the example programs share: reading numbers from files, saying where a loop ran, and the copies that bound it.

pub mod copies;
pub mod numbers;
pub mod telling;
