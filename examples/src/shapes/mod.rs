//! What the program `shapes` measures and tells. The program itself takes minutes to build, and so has no tests in it.

pub mod figures;
pub mod table;
