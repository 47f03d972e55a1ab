use super::{Arrays, Input, MostCovered};
use crate::benchmark::OpenCl;
use crate::opencl::{Device, Lent, Scan};
use ocl::{Buffer, Kernel};
use std::cmp::Reverse;

pub struct Program {
    low: Lent<u32>,
    high: Lent<u32>,
    ends: Buffer<i32>,
    cover: Scan<i32>,
    integer: Buffer<u32>,
    times: Buffer<i32>,
    note_ends: Kernel,
    find_most: Kernel,
}

impl OpenCl<MostCovered> for Program {
    unsafe fn new(device: &Device, input: &Input, _: &mut Arrays) -> ocl::Result<Self> {
        let (n, ranges) = (input.end, input.low.len());
        // SAFETY: as the caller promises.
        let (low, high) = unsafe { (Lent::new(device, &input.low)?, Lent::new(device, &input.high)?) };
        let program = device.program(include_str!("kernels.cl"))?;
        let ends = device.buffer(n + 1)?;
        let cover = Scan::new(device, &program, n, |kernel| {
            kernel.arg(&ends);
        })?;
        let mut note_ends = device.kernel(&program, "note_ends", ranges);
        let note_ends = note_ends.arg(&low.buffer).arg(&high.buffer).arg(&ends).arg(ranges as u64).build()?;
        let (mut find_most, shares) = device.sharing(&program, "find_most");
        let (integer, times) = (device.buffer(shares)?, device.buffer(shares)?);
        let find_most = find_most.arg(&cover.y).arg(&integer).arg(&times).arg(n as u64).build()?;
        Ok(Self { low, high, ends, cover, integer, times, note_ends, find_most })
    }

    fn run(&self, device: &Device, input: &Input, arrays: &mut Arrays) -> ocl::Result<()> {
        self.low.upload(device, &input.low)?;
        self.high.upload(device, &input.high)?;
        device.fill(&self.ends, 0)?;
        device.launch(&self.note_ends)?;
        self.cover.launch(device)?;
        device.launch(&self.find_most)?;
        let (mut integer, mut times) = (vec![0; self.integer.len()], vec![0; self.times.len()]);
        device.read(&self.integer, 0, &mut integer)?;
        device.read(&self.times, 0, &mut times)?;
        let most = times.into_iter().zip(integer).max_by_key(|&(times, integer)| (times, Reverse(integer)));
        (arrays.times, arrays.integer) = most.unwrap_or((0, 0));
        Ok(())
    }
}
