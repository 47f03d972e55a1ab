use super::{Arrays, BigIntegers, Input};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::Kernel;

pub struct Program {
    a: Lent<u64>,
    b: Lent<u64>,
    sum: Lent<u64>,
    carries: Scan<u8>,
    add: Kernel,
}

impl OpenCl<BigIntegers> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        let n = input.a.len();
        // SAFETY: as the caller promises.
        let (a, b, sum) =
            unsafe { (Lent::new(device, &input.a)?, Lent::new(device, &input.b)?, Lent::new(device, &arrays.sum)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let carries = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&a.buffer).arg(&b.buffer);
        })?;
        let mut add = device.kernel(&program, "add", n);
        let add = add.arg(&carries.y).arg(&sum.buffer).arg(n as u64).arg(&a.buffer).arg(&b.buffer).build()?;
        Ok(Self { a, b, sum, carries, add })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.a.upload(device, &input.a)?;
        self.b.upload(device, &input.b)?;
        self.carries.launch(device)?;
        device.launch(&self.add)?;
        let mut last = [0];
        device.read(&self.carries.y, input.a.len() - 1, &mut last)?;
        arrays.carry = last[0] == 2;
        self.sum.download(device, &mut arrays.sum)
    }
}
