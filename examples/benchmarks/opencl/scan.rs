//! The three kernels of a scan: `scan_blocks`, `scan_sums`, `add_sums`.

use super::Device;
use ocl::builders::KernelBuilder;
use ocl::{Buffer, Kernel, OclPrm, Program};

/// A scan with its arguments.
pub struct Scan<T: OclPrm> {
    /// The inclusive scan.
    pub y: Buffer<T>,
    kernels: [Kernel; 3],
}

impl<T: OclPrm> Scan<T> {
    /// Of `n` elements, into a buffer of the device's; `inputs` adds the arguments for the benchmark's INPUTS.
    pub fn new<'b>(
        device: &Device,
        program: &'b Program,
        n: usize,
        inputs: impl FnOnce(&mut KernelBuilder<'b>),
    ) -> ocl::Result<Self> {
        Self::into(device, program, device.buffer(n)?, n, inputs)
    }

    /// The same into `y`.
    pub fn into<'b>(
        device: &Device,
        program: &'b Program,
        y: Buffer<T>,
        n: usize,
        inputs: impl FnOnce(&mut KernelBuilder<'b>),
    ) -> ocl::Result<Self> {
        let count = n.div_ceil(device.block());
        let sums = device.buffer::<T>(count)?;
        let (by_block, added) = if device.by_item { (1, count) } else { (device.group_size(), n) };
        let mut blocks = device.kernel_of(program, "scan_blocks", count * by_block, by_block);
        inputs(blocks.arg(y.clone()).arg(sums.clone()).arg(n as u64));
        let blocks = blocks.build()?;
        let of_sums = device.kernel_of(program, "scan_sums", by_block, by_block).arg(&sums).arg(count as u64).build()?;
        let add = device.kernel_of(program, "add_sums", added, by_block).arg(&y).arg(&sums).arg(n as u64).build()?;
        Ok(Self { y, kernels: [blocks, of_sums, add] })
    }

    /// Queues them.
    pub fn launch(&self, device: &Device) -> ocl::Result<()> {
        self.kernels.iter().try_for_each(|kernel| device.launch(kernel))
    }
}
