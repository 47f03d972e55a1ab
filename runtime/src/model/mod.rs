//! The ground floor: what an annotated loop is and what one launch of it is, as data, and the traits of its values and operators. Nothing
//! in here runs anything.
//!
//! - `value`, `element`, `tuples`, `fixed_arrays`, `operator`, `product`, `independent`, `function`, `declared`: the types, operators and
//!   functions of loops;
//! - `const_text`, `definitions`: their OpenCL C, as it stands in front of kernels;
//! - `range`: iterations and the indices that they use;
//! - `site`: an annotated loop, as far as it is known before the program runs;
//! - `job`: one launch with its types erased, and its outcome; `reason`: why a loop ran where it did;
//! - `choice`: what a program may ask for.

pub(crate) mod choice;
mod const_text;
pub mod declared;
pub(crate) mod definitions;
pub(crate) mod element;
mod fixed_arrays;
pub(crate) mod function;
pub(crate) mod independent;
pub(crate) mod job;
pub(crate) mod kernels;
pub(crate) mod operator;
pub(crate) mod product;
pub(crate) mod range;
pub(crate) mod reason;
pub(crate) mod site;
mod tuples;
pub(crate) mod value;
