//! scanc: annotated sequential loops become parallel scans on OpenCL devices.

pub mod check;
pub mod diagnostic;
pub mod ir;
pub mod lower;
pub mod parse;
pub mod recognise;
pub mod render;
