//! The host's arrays as a device sees them.

use super::device::{Command, Device};
use ocl::{Buffer, OclPrm, flags::MemFlags};

/// An array of the host's on a device: the array itself where the device is the host's processor, otherwise a copy.
pub struct Lent<T: OclPrm> {
    pub buffer: Buffer<T>,
    is_copy: bool,
}

impl<T: OclPrm> Lent<T> {
    /// Makes the buffer.
    ///
    /// # Safety
    /// The array stays where it is for as long as the buffer lives, and nobody else uses it while the device's commands run.
    pub unsafe fn new(device: &Device, array: &[T]) -> ocl::Result<Self> {
        let is_copy = !device.shares_memory || array.is_empty();
        let buffer = if is_copy {
            device.buffer(array.len())?
        } else {
            let builder = Buffer::builder().queue(device.queue.clone()).flags(MemFlags::READ_WRITE).len(array.len());
            // SAFETY: as the caller promises.
            unsafe { builder.use_host_slice(array) }.build()?
        };
        Ok(Self { buffer, is_copy })
    }

    /// Brings the array to the device.
    pub fn upload(&self, device: &Device, array: &[T]) -> ocl::Result<()> {
        if !self.is_copy || array.is_empty() {
            return Ok(());
        }
        device.timed(Command::Copy, |event| {
            let command = self.buffer.write(array);
            if let Some(event) = event { command.enew(event).enq() } else { command.enq() }
        })
    }

    /// Brings the first elements back, after all commands before.
    pub fn download(&self, device: &Device, array: &mut [T]) -> ocl::Result<()> {
        if self.is_copy {
            return device.read(&self.buffer, 0, array);
        }
        device.timed(Command::Copy, |event| {
            let command = self.buffer.map().read();
            let command = if let Some(event) = event { command.enew(event) } else { command };
            // SAFETY: nothing is done with the memory here; mapping it is how the host gets to see what the device wrote.
            let mut seen = unsafe { command.enq() }?;
            seen.unmap().enq()?;
            device.queue.finish()
        })
    }
}
