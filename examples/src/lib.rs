//! What the example programs share: reading numbers from files, saying where a loop ran, charts, and the copies that bound it.

pub mod charts;
pub mod copies;
pub mod fields;
pub mod machine;
pub mod numbers;
pub mod pictures;
pub mod size;
pub mod telling;
