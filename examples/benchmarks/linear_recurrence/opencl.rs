use super::{Arrays, Input, LinearRecurrence, Matrix};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};

// SAFETY: four numbers of 32 bits, as in the kernel.
unsafe impl ocl::OclPrm for Matrix {}

pub struct Program {
    x: Lent<Matrix>,
    y: Lent<Matrix>,
    scan: Scan<Matrix>,
}

impl OpenCl<LinearRecurrence> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        // SAFETY: as the caller promises.
        let (x, y) = unsafe { (Lent::new(device, &input.x)?, Lent::new(device, &arrays.y)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let scan = Scan::into(device, &program, y.buffer.clone(), input.x.len(), |kernel| {
            kernel.arg(&x.buffer);
        })?;
        Ok(Self { x, y, scan })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.x.upload(device, &input.x)?;
        self.scan.launch(device)?;
        self.y.download(device, &mut arrays.y)
    }
}
