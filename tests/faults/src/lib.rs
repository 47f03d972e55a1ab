//! An OpenCL library that fails on purpose, for `SCAN_OPENCL_LIBRARY`.
//!
//! Every function goes on to the same function of a real library, and is counted. One call, or every one from some call on, fails: it
//! does nothing and says so, does its work and says that it failed, or gives an event that tells of a failure. What a driver says of a
//! device may be replaced by nonsense.
//!
//! | variable | |
//! |---|---|
//! | `FAULTS_LIBRARY` | the real library, instead of `libOpenCL.so.1` |
//! | `FAULTS` | which call fails and how: a `plan::Plan`, as in `clFinish:3:-5:refuse:once` |
//! | `FAULTS_ANSWER` | what is told instead of the truth: `answers::Lie`s, as in `clGetDeviceInfo:0x1004:number:0` |
//! | `FAULTS_SLOW` | kernels begin so many milliseconds after they could |
//! | `FAULTS_COUNTS` | the file that gets the `ledger` when the program ends |

#[cfg(unix)]
mod answers;
#[cfg(unix)]
mod call;
#[cfg(unix)]
mod entry_points;
#[cfg(unix)]
mod events;
#[cfg(unix)]
mod ledger;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod real;
