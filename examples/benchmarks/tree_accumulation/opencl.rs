use super::{Arrays, Input, TreeAccumulation};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::Kernel;
use ocl::prm::Int2;

pub struct Program {
    step: Lent<i32>,
    enter: Lent<u32>,
    exit: Lent<u32>,
    above: Lent<i32>,
    below: Lent<i32>,
    sums: Scan<Int2>,
    gather: Kernel,
}

impl OpenCl<TreeAccumulation> for Program {
    unsafe fn new(device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<Self> {
        let nodes = input.enter.len();
        // SAFETY: as the caller promises.
        let (step, enter, exit) =
            unsafe { (Lent::new(device, &input.step)?, Lent::new(device, &input.enter)?, Lent::new(device, &input.exit)?) };
        // SAFETY: likewise.
        let (above, below) = unsafe { (Lent::new(device, &arrays.above)?, Lent::new(device, &arrays.below)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let sums = Scan::new(device, &program, input.step.len(), |kernel| {
            kernel.arg(&step.buffer);
        })?;
        let mut gather = device.kernel(&program, "gather", nodes);
        gather.arg(&sums.y).arg(&step.buffer).arg(&enter.buffer).arg(&exit.buffer);
        let gather = gather.arg(&above.buffer).arg(&below.buffer).arg(nodes as u64).build()?;
        Ok(Self { step, enter, exit, above, below, sums, gather })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.step.upload(device, &input.step)?;
        self.enter.upload(device, &input.enter)?;
        self.exit.upload(device, &input.exit)?;
        self.sums.launch(device)?;
        device.launch(&self.gather)?;
        self.above.download(device, &mut arrays.above)?;
        self.below.download(device, &mut arrays.below)
    }
}
