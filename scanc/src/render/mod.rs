//! IR → OpenCL C.

pub mod c;
