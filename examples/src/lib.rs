//! What the example programs share: reading numbers from files, saying where a loop ran, charts, the copies that bound it, and the turns in
//! which programs are measured.

pub mod charts;
pub mod copies;
pub mod fields;
pub mod machine;
pub mod numbers;
pub mod pictures;
pub mod size;
pub mod telling;
pub mod turns;
