//! What a benchmark is: one definition of its input, and four ways to the same result.

use crate::opencl::Device;
use std::hash::Hasher;

/// A row of the thesis's Table 6.1.
pub trait Benchmark: Sized + 'static {
    /// As the thesis calls it.
    const NAME: &'static str;
    /// What a programmer writes.
    const SOURCES: Sources;
    /// What is given.
    type Input;
    /// Where results and whatever lies between are written; made once, as a program makes it that runs often.
    type Arrays;
    /// The hand-written OpenCL program.
    type OpenCl: OpenCl<Self>;

    /// An input of about `n` elements, made up.
    fn input(n: usize, seed: u64) -> Self::Input;
    /// Arrays for an input.
    fn arrays(input: &Self::Input) -> Self::Arrays;
    /// Overwrites every result, so that one that stays is noticed.
    fn spoil(arrays: &mut Self::Arrays);
    /// The results.
    fn results(arrays: &Self::Arrays, into: &mut impl Hasher);

    /// The loop as one writes it for one thread.
    fn plain(input: &Self::Input, arrays: &mut Self::Arrays);
    /// With annotated loops.
    fn annotated(input: &Self::Input, arrays: &mut Self::Arrays);
    /// By rayon.
    fn parallel(input: &Self::Input, arrays: &mut Self::Arrays);
}

/// A program written for OpenCL, with all that is made once.
pub trait OpenCl<B: Benchmark>: Sized {
    /// Builds the program and its buffers.
    ///
    /// # Safety
    /// The arrays of the input and the others stay where they are for as long as the program lives.
    unsafe fn new(device: &Device, input: &B::Input, arrays: &mut B::Arrays) -> ocl::Result<Self>;
    /// Brings the input to the device, runs the kernels, and brings the result back.
    fn run(&self, device: &Device, input: &B::Input, arrays: &mut B::Arrays) -> ocl::Result<()>;
}

/// The texts of two of the versions, for counting their lines.
#[derive(Clone, Copy)]
pub struct Sources {
    pub annotated: &'static str,
    /// The host's part.
    pub opencl: &'static str,
    pub kernels: &'static str,
}

/// The texts beside a benchmark's module.
macro_rules! sources {
    () => {
        $crate::benchmark::Sources {
            annotated: include_str!("annotated.rs"),
            opencl: include_str!("opencl.rs"),
            kernels: include_str!("kernels.cl"),
        }
    };
}
pub(crate) use sources;
