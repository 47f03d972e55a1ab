use super::{Arrays, Input, TwoSubarrays};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::{Buffer, Kernel};

pub struct Program {
    x: Lent<i32>,
    sums: Scan<i32>,
    left: Scan<i32>,
    best: Buffer<i32>,
    find_best: Kernel,
}

impl OpenCl<TwoSubarrays> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        let (windows, k) = (input.windows(), input.k as u64);
        // SAFETY: as the caller promises.
        let x = unsafe { Lent::new(device, &input.x) }?;
        let adding = device.program(include_str!("kernels.cl"))?;
        let pairing = device.program(concat!("#define PAIRING\n", include_str!("kernels.cl")))?;
        let sums = Scan::new(device, &adding, input.x.len(), |kernel| {
            kernel.arg(&x.buffer);
        })?;
        let left = Scan::new(device, &pairing, windows.max(1), |kernel| {
            kernel.arg(&sums.y).arg(k);
        })?;
        let (mut find_best, shares) = device.sharing(&pairing, "find_best");
        let best = device.buffer(shares)?;
        let find_best = find_best.arg(&left.y).arg(&best).arg(windows as u64).arg(&sums.y).arg(k).build()?;
        Ok(Self { x, sums, left, best, find_best })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.x.upload(device, &input.x)?;
        self.sums.launch(device)?;
        self.left.launch(device)?;
        device.launch(&self.find_best)?;
        let mut best = vec![0; self.best.len()];
        device.read(&self.best, 0, &mut best)?;
        arrays.best = best.into_iter().max().unwrap_or(i32::MIN);
        Ok(())
    }
}
