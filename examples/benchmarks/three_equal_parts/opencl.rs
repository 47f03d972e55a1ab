use super::{Arrays, Input, ThreeEqualParts};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::{Buffer, Kernel};

pub struct Program {
    x: Lent<i32>,
    sums: Scan<i32>,
    firsts: Scan<u32>,
    ways: Buffer<u64>,
    count: Kernel,
}

impl OpenCl<ThreeEqualParts> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        let n = input.x.len();
        // SAFETY: as the caller promises.
        let x = unsafe { Lent::new(device, &input.x) }?;
        let summing = device.program(include_str!("kernels.cl"))?;
        let counting = device.program(concat!("#define COUNTING\n", include_str!("kernels.cl")))?;
        let sums = Scan::new(device, &summing, n, |kernel| {
            kernel.arg(&x.buffer);
        })?;
        let firsts = Scan::new(device, &counting, n, |kernel| {
            kernel.arg(&sums.y).arg(n as u64 - 1);
        })?;
        let (mut count, shares) = device.sharing(&counting, "count");
        let ways = device.buffer(shares)?;
        let count = count.arg(&sums.y).arg(&firsts.y).arg(&ways).arg(n as u64 - 1).build()?;
        Ok(Self { x, sums, firsts, ways, count })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.x.upload(device, &input.x)?;
        self.sums.launch(device)?;
        let mut total = [0];
        device.read(&self.sums.y, input.x.len() - 1, &mut total)?;
        arrays.ways = 0;
        if total[0] % 3 != 0 {
            return Ok(());
        }
        self.firsts.launch(device)?;
        device.launch(&self.count)?;
        let mut ways = vec![0; self.ways.len()];
        device.read(&self.ways, 0, &mut ways)?;
        arrays.ways = ways.iter().sum();
        Ok(())
    }
}
