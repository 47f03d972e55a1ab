//! What the example programs share: reading numbers from files, saying where a loop ran, charts, the copies that bound it, the turns in
//! which programs are measured, and what a program tells that is not built for every test.

pub mod charts;
pub mod copies;
pub mod fields;
pub mod machine;
pub mod numbers;
pub mod pictures;
pub mod shapes;
pub mod size;
pub mod telling;
pub mod turns;
