use super::{Arrays, Input, RandomByFrequency};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::Kernel;

pub struct Program {
    frequency: Lent<u32>,
    draws: Lent<u64>,
    drawn: Lent<u32>,
    sums: Scan<u64>,
    search: Kernel,
}

impl OpenCl<RandomByFrequency> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        let (n, count) = (input.frequency.len(), input.draws.len());
        // SAFETY: as the caller promises.
        let (frequency, draws) = unsafe { (Lent::new(device, &input.frequency)?, Lent::new(device, &input.draws)?) };
        // SAFETY: likewise.
        let drawn = unsafe { Lent::new(device, &arrays.drawn) }?;
        let program = device.program(include_str!("kernels.cl"))?;
        let sums = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&frequency.buffer);
        })?;
        let mut search = device.kernel(&program, "search", count);
        let search = search.arg(&sums.y).arg(n as u64).arg(&draws.buffer).arg(&drawn.buffer).arg(count as u64).build()?;
        Ok(Self { frequency, draws, drawn, sums, search })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.frequency.upload(device, &input.frequency)?;
        self.draws.upload(device, &input.draws)?;
        self.sums.launch(device)?;
        device.launch(&self.search)?;
        self.drawn.download(device, &mut arrays.drawn)
    }
}
