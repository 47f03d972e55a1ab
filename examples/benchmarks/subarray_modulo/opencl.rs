use super::{Arrays, Input, SubarrayModulo};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::{Buffer, Kernel};

pub struct Program {
    x: Lent<u32>,
    residue: Scan<u32>,
    first: Buffer<u32>,
    last: Buffer<u32>,
    find_occurrences: Kernel,
}

impl OpenCl<SubarrayModulo> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        let n = input.x.len();
        // SAFETY: as the caller promises.
        let x = unsafe { Lent::new(device, &input.x) }?;
        let program = device.program(&format!("#define MODULUS {}u\n{}", input.m, include_str!("kernels.cl")))?;
        let residue = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&x.buffer);
        })?;
        let (first, last) = (device.buffer(input.m as usize)?, device.buffer(input.m as usize)?);
        let mut find_occurrences = device.kernel(&program, "find_occurrences", n);
        let find_occurrences = find_occurrences.arg(&residue.y).arg(&first).arg(&last).arg(n as u64).build()?;
        Ok(Self { x, residue, first, last, find_occurrences })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.x.upload(device, &input.x)?;
        self.residue.launch(device)?;
        device.fill(&self.first, u32::MAX)?;
        device.fill(&self.last, 0)?;
        device.launch(&self.find_occurrences)?;
        device.read(&self.first, 0, &mut arrays.occurs.first)?;
        device.read(&self.last, 0, &mut arrays.occurs.last)?;
        arrays.best = arrays.occurs.best();
        Ok(())
    }
}
