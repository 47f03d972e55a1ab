//! Who makes a loop of kernels by hand has to vouch for them, and who names the library that runs them.
use scan_runtime::Settings;
use scan_runtime::launch::{Algorithm, Kernels, Loop};

static LOOP: Loop = Loop::new("f", file!(), line!(), KERNELS);
const KERNELS: Kernels = Kernels::new(Algorithm::ReduceThenScan).any("__kernel void reduce_tiles() { *(__global int *)0 = 0; }");

fn main() {
    Settings::name_opencl_library("of_mine.so");
}
