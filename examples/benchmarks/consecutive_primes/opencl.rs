use super::{Arrays, ConsecutivePrimes, Input};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::Kernel;

/// The sum of primes, and how many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Primes {
    sum: u64,
    count: u64,
}

// SAFETY: two numbers of 64 bits, as in the kernel.
unsafe impl ocl::OclPrm for Primes {}

pub struct Program {
    prime: Lent<u8>,
    sums: Lent<u64>,
    up_to: Scan<Primes>,
    scatter: Kernel,
}

impl OpenCl<ConsecutivePrimes> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        let n = input.prime.len();
        // SAFETY: as the caller promises.
        let (prime, sums) = unsafe { (Lent::new(device, &input.prime)?, Lent::new(device, &arrays.sums)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let up_to = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&prime.buffer);
        })?;
        let mut scatter = device.kernel(&program, "scatter", n);
        let scatter = scatter.arg(&up_to.y).arg(&sums.buffer).arg(n as u64).arg(&prime.buffer).build()?;
        Ok(Self { prime, sums, up_to, scatter })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.prime.upload(device, &input.prime)?;
        self.up_to.launch(device)?;
        device.launch(&self.scatter)?;
        let mut last = [Primes::default()];
        device.read(&self.up_to.y, input.prime.len() - 1, &mut last)?;
        arrays.count = last[0].count as usize;
        let sums = &mut arrays.sums[..=arrays.count];
        self.sums.download(device, sums)?;
        input.answer(sums, &mut arrays.answers);
        Ok(())
    }
}
