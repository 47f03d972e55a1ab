//! Who makes a loop of kernels by hand has to vouch for them, and who names the library that runs them.
use scan_runtime::Settings;
use scan_runtime::launch::{Algorithm, Kernels, Loop};

static LOOP: Loop = Loop::new("f", file!(), line!(), Kernels {
    algorithm: Algorithm::ReduceThenScan,
    source: "__kernel void reduce_tiles() { *(__global int *)0 = 0; }",
    may_panic: false,
    needs_fp64: false,
    needs_rounded_division: false,
});

fn main() {
    Settings::name_opencl_library("of_mine.so");
}
