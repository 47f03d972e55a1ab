//! The user's arrays on the device: their way there, and the results' way back.

use std::time::Instant;

use super::copy::copy;
use super::error::Error;
use super::found::Device;
use super::handles::Buffer;
use super::session::{Receipt, Session};
use crate::model::job::{Job, OutputWindow, Window};
use crate::model::site::DeviceKind;

/// The widest alignment of an OpenCL C scalar, and so of a struct of them.
const WIDEST_ALIGNMENT: usize = 8;

/// The arrays of a job as buffers.
pub(super) struct Buffers {
    pub(super) inputs: Vec<Buffer>,
    pub(super) outputs: Vec<OutputBuffer>,
    /// Where a kernel that may panic tells of it.
    pub(super) panicked: Option<Buffer>,
}

/// An array that is written.
#[derive(Clone, Copy)]
pub(super) struct OutputBuffer {
    pub(super) buffer: Buffer,
    pub(super) results: Results,
}

impl OutputBuffer {
    /// Whether it is the user's memory, of which the driver may keep a copy.
    fn may_be_a_copy(&self) -> bool {
        self.results == Results::InPlace && matches!(self.buffer, Buffer::Object(_))
    }
}

/// Where the results are after the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Results {
    /// In the user's memory.
    InPlace,
    /// In the buffer, to be brought to the user's memory.
    ToFetch,
    /// In the buffer, where they stay.
    Stay,
}

/// What a kernel that may panic sets to something else.
const NOT_PANICKED: [u8; 4] = [0; 4];
/// What the flag holds where two iterations have stored to one element.
const OVERLAPS: [u8; 4] = 2i32.to_ne_bytes();

impl Buffers {
    /// Makes a buffer for every array, with its contents where the kernels need them; with `in_place` one for both parameters of an
    /// array in place.
    ///
    /// # Safety
    ///
    /// The windows are as `Job` promises until the session ends; `in_place` is what `may_write_in_place` allows.
    pub(super) unsafe fn upload(session: &mut Session<'_>, job: &Job<'_>, in_place: bool) -> Result<Buffers, Error> {
        let mut hosted = Hosted::default();
        let is_written = |number| in_place && job.outputs.iter().any(|output| output.input == Some(number));
        // SAFETY: the caller vouches for the windows.
        let input = |(number, window)| unsafe { input(session, &mut hosted, job, window, is_written(number)) };
        let inputs = job.inputs.iter().enumerate().map(input).collect::<Result<Vec<_>, _>>()?;
        let output = |array: &OutputWindow| match array.input.filter(|_| in_place) {
            Some(input) => Ok(OutputBuffer { buffer: inputs[input], results: Results::InPlace }),
            // SAFETY: as for the inputs.
            None => unsafe { output(session, &mut hosted, job, array) },
        };
        let outputs = job.outputs.iter().map(output).collect::<Result<_, _>>()?;
        let panicked = job.kernels.may_panic.then(|| session.flag()).transpose()?;
        Ok(Buffers { inputs, outputs, panicked })
    }

    /// Asks for the flag of a panic, if there is one.
    pub(super) fn ask_for_flag(&self, session: &mut Session<'_>) -> Result<Option<Receipt>, Error> {
        self.panicked.map(|panicked| session.ask(panicked, 0, NOT_PANICKED.len())).transpose()
    }

    /// Has a device that keeps a copy of the host's memory bring it up to date.
    pub(super) fn update_hosted(&self, session: &mut Session<'_>, job: &Job<'_>) -> Result<(), Error> {
        for (array, output) in self.outputs.iter().zip(&job.outputs).filter(|(array, _)| array.may_be_a_copy()) {
            let seen = session.map(array.buffer, output.window.bytes)?;
            session.unmap(array.buffer, seen);
        }
        Ok(())
    }

    /// The same of arrays in place, of which the host has nothing else: in every way there is.
    ///
    /// # Safety
    ///
    /// As for `upload`; all kernels are done.
    pub(super) unsafe fn bring_hosted(&self, session: &mut Session<'_>, job: &Job<'_>) -> Result<(), Error> {
        if self.update_hosted(session, job).and_then(|()| session.finish()).is_ok() {
            return Ok(());
        }
        for (array, output) in self.outputs.iter().zip(&job.outputs).filter(|(array, _)| array.may_be_a_copy()) {
            let Window { pointer, bytes, .. } = output.window;
            // SAFETY: the caller vouches for the window. To read a buffer to the memory that it lies over is to bring that up to date.
            unsafe { session.bring(array.buffer, 0, pointer, bytes) }?;
        }
        Ok(())
    }

    /// Brings the other results to the host. All kernels are done and went well.
    ///
    /// An array in place holds what the loop would read if it had to run after all, and so does one that it combines with, so their
    /// results are only made readable, for `Fetched::put`. Other outputs may be half written if this fails: the loop writes the same cells again.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    pub(super) unsafe fn download(&self, session: &mut Session<'_>, job: &Job<'_>) -> Result<Fetched, Error> {
        let mut fetched = Fetched::default();
        if self.outputs.iter().all(|array| array.results != Results::ToFetch) {
            return Ok(fetched);
        }
        for (array, output) in self.outputs.iter().zip(&job.outputs).filter(|(array, _)| array.results == Results::ToFetch) {
            let Window { pointer, bytes, .. } = output.window;
            session.count_download(bytes);
            let is_read = output.input.is_some() || output.needs_old;
            if is_read && output.staging_copy.is_none() && bytes > 0 {
                fetched.mapped.push(Mapped { buffer: array.buffer, from: session.map(array.buffer, bytes)?, to: pointer, bytes });
            } else {
                // SAFETY: the caller vouches for the window, and for as much memory aside.
                unsafe { session.download(array.buffer, 0, output.staging_copy.unwrap_or(pointer), bytes) }?;
            }
        }
        session.finish()?;
        Ok(fetched)
    }
}

/// Results that are readable, for arrays in place.
#[derive(Default)]
pub(super) struct Fetched {
    mapped: Vec<Mapped>,
}

struct Mapped {
    buffer: Buffer,
    from: *const u8,
    to: *mut u8,
    bytes: usize,
}

// SAFETY: the mapping and the window may be used by any thread of the launch.
unsafe impl Send for Fetched {}

impl Fetched {
    /// Puts the results in place, when nothing can fail any more.
    ///
    /// # Safety
    ///
    /// As for `Buffers::upload`, in the session that fetched them.
    pub(super) unsafe fn put(self, session: &mut Session<'_>) {
        if self.mapped.is_empty() {
            return;
        }
        let start = Instant::now();
        for Mapped { buffer, from, to, bytes } in self.mapped {
            // SAFETY: the mapping, which is finished, has as many bytes as the window, for which the caller vouches.
            unsafe { copy(from, to, bytes) };
            session.unmap(buffer, from);
        }
        session.add_copying(start.elapsed());
    }
}

/// Whether the arrays in place may be written where they are, without a copy to fall back to.
///
/// A CPU device shares the host's memory, and runs in the host's process: a kernel that it has begun with ends, or the process does.
/// The kernels must not panic, and every iteration reads no more of an array than it stores itself.
pub(super) fn may_write_in_place(device: &Device, job: &Job<'_>) -> bool {
    let is_its_own = |output: &OutputWindow| {
        let Some(input) = output.input.map(|input| &job.inputs[input]) else { return true };
        let window = &output.window;
        let is_same = (input.pointer, input.bytes) == (window.pointer, window.bytes);
        output.reads_its_own && is_same && is_aligned(window)
    };
    let overlaps = |a: &Window, b: &Window| {
        let (from, to) = (a.pointer.addr(), b.pointer.addr());
        from < to + b.bytes && to < from + a.bytes
    };
    let in_place: Vec<usize> = job.outputs.iter().filter_map(|output| output.input).collect();
    // No other input lies over one in place: the caller's borrows say so, and nothing is lost by looking.
    let is_apart = |&number: &usize| {
        let others = job.inputs.iter().enumerate().filter(|(other, _)| *other != number);
        others.into_iter().all(|(_, other)| !overlaps(other, &job.inputs[number]))
    };
    device.kind() == DeviceKind::Cpu
        && !job.copies
        && !in_place.is_empty()
        && !job.kernels.may_panic
        && job.outputs.iter().all(is_its_own)
        && in_place.iter().all(is_apart)
}

/// The buffer of an array that is read.
///
/// # Safety
///
/// As for `Buffers::upload`.
unsafe fn input(
    session: &mut Session<'_>,
    hosted: &mut Hosted,
    job: &Job<'_>,
    window: &Window,
    is_written: bool,
) -> Result<Buffer, Error> {
    if let Some(buffer) = hosted.same(window) {
        return Ok(buffer);
    }
    if session.device.hosts(job) && is_aligned(window) && hosted.is_apart(window) {
        // SAFETY: the caller vouches for the window.
        let buffer = unsafe { session.hosted(window.pointer, window.bytes, is_written) }?;
        hosted.add(window, Some(buffer).filter(|_| !is_written));
        return Ok(buffer);
    }
    // SAFETY: as above.
    unsafe { copied(session, window) }
}

/// The buffer of an array that is written.
///
/// # Safety
///
/// As for `Buffers::upload`.
pub(super) unsafe fn output(
    session: &mut Session<'_>,
    hosted: &mut Hosted,
    job: &Job<'_>,
    output: &OutputWindow,
) -> Result<OutputBuffer, Error> {
    let window = &output.window;
    // Kernels that fail half way, or panic, have written to some cells: not to the user's where that matters.
    let may_write_early = !job.panics_early() && output.input.is_none();
    if session.device.hosts(job) && may_write_early && is_aligned(window) && hosted.is_apart(window) {
        // SAFETY: the caller vouches for the window.
        let buffer = unsafe { session.hosted(window.pointer, window.bytes, true) }?;
        hosted.add(window, None);
        return Ok(OutputBuffer { buffer, results: Results::InPlace });
    }
    let buffer = if output.dense {
        session.scratch(window.bytes as u64)?
    } else {
        // SAFETY: as above. Cells that no iteration stores come back as they were.
        unsafe { copied(session, window) }?
    };
    Ok(OutputBuffer { buffer, results: Results::ToFetch })
}

/// A buffer in the device's memory with the window's contents.
///
/// # Safety
///
/// As for `Buffers::upload`.
pub(super) unsafe fn copied(session: &mut Session<'_>, window: &Window) -> Result<Buffer, Error> {
    let buffer = session.scratch(window.bytes as u64)?;
    // SAFETY: the caller vouches for the window.
    unsafe { session.upload_at(buffer, 0, window.pointer, window.bytes) }?;
    session.count_upload(window.bytes);
    Ok(buffer)
}

/// What the bytes of a flag tell.
pub(super) fn said(flag: &[u8]) -> Result<(), Error> {
    match flag {
        _ if flag == NOT_PANICKED => Ok(()),
        _ if flag == OVERLAPS => Err(Error::StoresOverlap),
        _ => Err(Error::Panicked),
    }
}

/// Whether the device may use the window's memory as it is: OpenCL C assumes its own alignment of types, which may be wider than
/// the host's (`long` on a 32-bit host). An array of nothing has no buffer over it either.
fn is_aligned(window: &Window) -> bool {
    let natural = 1usize << window.element.max(1).trailing_zeros();
    window.bytes > 0 && window.pointer.addr().is_multiple_of(natural.min(WIDEST_ALIGNMENT))
}

/// The host's memory that has a buffer over it. OpenCL leaves undefined what two buffers over the same memory do, so each piece of
/// memory gets one.
#[derive(Default)]
pub(super) struct Hosted {
    /// The address and size, and the buffer if it is read only.
    pieces: Vec<(usize, usize, Option<Buffer>)>,
}

impl Hosted {
    fn add(&mut self, window: &Window, read_only: Option<Buffer>) {
        self.pieces.push((window.pointer.addr(), window.bytes, read_only));
    }

    /// The buffer over exactly this memory.
    fn same(&self, window: &Window) -> Option<Buffer> {
        let here = |piece: &&(usize, usize, _)| (piece.0, piece.1) == (window.pointer.addr(), window.bytes);
        self.pieces.iter().find(here).and_then(|piece| piece.2)
    }

    /// Whether no buffer is over any of this memory.
    fn is_apart(&self, window: &Window) -> bool {
        let (start, end) = (window.pointer.addr(), window.pointer.addr() + window.bytes);
        self.pieces.iter().all(|&(other, bytes, _)| other + bytes <= start || end <= other)
    }
}
