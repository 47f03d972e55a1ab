use super::{Arrays, Input, Pair, Polynomial};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};

// SAFETY: two numbers of 32 bits, as in the kernel.
unsafe impl ocl::OclPrm for Pair {}

pub struct Program {
    h: Lent<Pair>,
    t: Scan<Pair>,
}

impl OpenCl<Polynomial> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        // SAFETY: as the caller promises.
        let h = unsafe { Lent::new(device, &input.h) }?;
        let program = device.program(include_str!("kernels.cl"))?;
        let t = Scan::new(device, &program, input.h.len(), |kernel| {
            kernel.arg(&h.buffer);
        })?;
        Ok(Self { h, t })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.h.upload(device, &input.h)?;
        self.t.launch(device)?;
        let mut last = [Pair::default()];
        device.read(&self.t.y, input.h.len() - 1, &mut last)?;
        arrays.value = last[0].value;
        Ok(())
    }
}
