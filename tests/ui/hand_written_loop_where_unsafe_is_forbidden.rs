//! What the expansion may do without a word, a person may not.
#![forbid(unsafe_code)]

use scan_runtime::declared::Vouched;
use scan_runtime::launch::{Algorithm, Kernels, Loop};
use scan_runtime::{Semigroup, declared_struct};

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    x: i32,
}

declared_struct! {
    Pair = "Pair" { x: i32 = "x" }
    unsafe { Vouched::new(&["typedef struct { ulong x; } Pair;"]) }
}

struct Op;

unsafe impl Semigroup<Op> for Pair {
    const COMBINE: &'static str = "return *(__global int *)0;";

    fn combine(earlier: Self, _later: Self) -> Self {
        earlier
    }
}

static LOOP: Loop = unsafe {
    Loop::new("f", file!(), line!(), Kernels::new(Algorithm::ReduceThenScan))
};

fn main() {}
