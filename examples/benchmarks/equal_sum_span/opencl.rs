use super::{Arrays, EqualSumSpan, Input};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::{Buffer, Kernel};

pub struct Program {
    a: Lent<u8>,
    b: Lent<u8>,
    difference: Scan<i32>,
    first: Buffer<u32>,
    longest: Buffer<u32>,
    find_first: Kernel,
    find_longest: Kernel,
}

impl OpenCl<EqualSumSpan> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        let n = input.a.len();
        // SAFETY: as the caller promises.
        let (a, b) = unsafe { (Lent::new(device, &input.a)?, Lent::new(device, &input.b)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let difference = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&a.buffer).arg(&b.buffer);
        })?;
        let first = device.buffer(2 * n + 1)?;
        let mut find_first = device.kernel(&program, "find_first", n);
        let find_first = find_first.arg(&difference.y).arg(&first).arg(n as u64).build()?;
        let (mut find_longest, shares) = device.sharing(&program, "find_longest");
        let longest = device.buffer(shares)?;
        let find_longest = find_longest.arg(&difference.y).arg(&first).arg(&longest).arg(n as u64).build()?;
        Ok(Self { a, b, difference, first, longest, find_first, find_longest })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.a.upload(device, &input.a)?;
        self.b.upload(device, &input.b)?;
        self.difference.launch(device)?;
        device.fill(&self.first, u32::MAX)?;
        device.launch(&self.find_first)?;
        device.launch(&self.find_longest)?;
        let mut longest = vec![0; self.longest.len()];
        device.read(&self.longest, 0, &mut longest)?;
        arrays.longest = longest.into_iter().max().unwrap_or(0);
        Ok(())
    }
}
