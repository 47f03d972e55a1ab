use super::{Arrays, Input, StreamCompaction};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::Kernel;

pub struct Program {
    x: Lent<i32>,
    out: Lent<i32>,
    kept: Scan<u32>,
    scatter: Kernel,
}

impl OpenCl<StreamCompaction> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        let n = input.x.len();
        // SAFETY: as the caller promises.
        let (x, out) = unsafe { (Lent::new(device, &input.x)?, Lent::new(device, &arrays.out)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let kept = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&x.buffer).arg(input.limit);
        })?;
        let mut scatter = device.kernel(&program, "scatter", n);
        let scatter = scatter.arg(&kept.y).arg(&out.buffer).arg(n as u64).arg(&x.buffer).arg(input.limit).build()?;
        Ok(Self { x, out, kept, scatter })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.x.upload(device, &input.x)?;
        self.kept.launch(device)?;
        device.launch(&self.scatter)?;
        let mut kept = [0];
        device.read(&self.kept.y, input.x.len() - 1, &mut kept)?;
        arrays.kept = kept[0] as usize;
        self.out.download(device, &mut arrays.out[..arrays.kept])
    }
}
