//! Setting a kernel's arguments, one after the other.

use super::buffers::Buffers;
use super::error::Error;
use super::handles::{Buffer, Kernel};
use crate::model::job::{Bytes, Job, Window, bytes_of};

/// The arguments of a kernel, set in order.
pub(super) struct Arguments<'a> {
    kernel: &'a Kernel,
    place: u32,
}

impl<'a> Arguments<'a> {
    pub(super) fn of(kernel: &'a Kernel) -> Arguments<'a> {
        Arguments { kernel, place: 0 }
    }

    /// What every kernel that evaluates elements has first; with the outputs if it `stores`.
    pub(super) fn of_loop(kernel: &'a Kernel, job: &Job<'_>, buffers: &Buffers, stores: bool) -> Result<Arguments<'a>, Error> {
        let mut arguments = Arguments::of(kernel);
        for (buffer, window) in buffers.inputs.iter().zip(&job.inputs) {
            arguments = arguments.window(*buffer, window)?;
        }
        for (array, output) in buffers.outputs.iter().zip(&job.outputs).filter(|_| stores) {
            arguments = arguments.window(array.buffer, &output.window)?;
        }
        for capture in &job.captures {
            arguments = arguments.value(capture)?;
        }
        arguments = arguments.value(bytes_of(&job.first))?.number(job.n)?;
        match buffers.panicked {
            Some(panicked) => arguments.buffer(panicked),
            None if job.kernels.asks_for_domain => arguments.no_buffer(),
            None => Ok(arguments),
        }
    }

    /// An array's buffer, the source's index of its first element, and its length where the kernels check what they index.
    fn window(self, buffer: Buffer, window: &Window) -> Result<Self, Error> {
        let arguments = self.buffer(buffer)?.value(bytes_of(&window.from))?;
        if window.is_checked { arguments.number((window.bytes / window.element) as u64) } else { Ok(arguments) }
    }

    pub(super) fn buffer(mut self, buffer: Buffer) -> Result<Self, Error> {
        self.kernel.set_buffer(self.place, buffer)?;
        self.place += 1;
        Ok(self)
    }

    /// A null pointer, where kernels have a parameter that they do not use.
    fn no_buffer(mut self) -> Result<Self, Error> {
        self.kernel.set_no_buffer(self.place)?;
        self.place += 1;
        Ok(self)
    }

    pub(super) fn number(self, number: u64) -> Result<Self, Error> {
        self.value(bytes_of(&number))
    }

    pub(super) fn value(mut self, bytes: &Bytes) -> Result<Self, Error> {
        self.kernel.set(self.place, bytes)?;
        self.place += 1;
        Ok(self)
    }

    /// Ends the list.
    pub(super) fn done(self) -> Result<(), Error> {
        Ok(())
    }
}
