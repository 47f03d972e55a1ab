//! A device opened by `ocl`, with the two arrays as its buffers.

use super::super::{Bound, Run};
use crate::elements::Element;
use ocl::core::{self, CommandQueue, Context, DeviceId, DeviceType, Event, MapFlags, Mem, MemFlags, OpenclVersion};
use scan_runtime::DeviceDescription;
use scan_runtime::DeviceKind;
use std::fmt::Display;
use std::rc::Rc;
use std::slice;

/// A context and a queue, without profiling.
pub struct Device {
    pub id: DeviceId,
    pub context: Context,
    pub queue: CommandQueue,
    /// It is the host's processor: buffers are the host's arrays.
    shares_memory: bool,
}

/// What this benchmark needs of every device: said with each call, as `ocl` would ask the driver otherwise.
pub fn version() -> OpenclVersion {
    OpenclVersion::new(1, 2)
}

/// No event is made, and none waited for.
pub const NO_EVENT: Option<&mut Event> = None;
pub const NO_WAIT: Option<&Event> = None;

impl Device {
    pub fn open(description: &DeviceDescription) -> Result<Self, String> {
        let (platform, number) = description.numbers;
        let no_such = || format!("OpenCL has no device {platform}:{number} any more");
        let platforms = core::get_platform_ids().map_err(told)?;
        let platform = platforms.get(platform).ok_or_else(no_such)?;
        let ids = core::get_device_ids(platform, Some(DeviceType::ALL), None).map_err(told)?;
        let id = *ids.get(number).ok_or_else(no_such)?;
        let context = core::create_context(None, &[id], None, None).map_err(told)?;
        let queue = core::create_command_queue(&context, id, None).map_err(told)?;
        Ok(Self { id, context, queue, shares_memory: description.kind == DeviceKind::Cpu })
    }

    /// A buffer in the device's memory.
    pub fn buffer(&self, bytes: usize) -> Result<Mem, String> {
        // SAFETY: no host memory is involved.
        unsafe { core::create_buffer::<_, u8>(&self.context, MemFlags::READ_WRITE, bytes, None) }.map_err(told)
    }

    pub fn finish(&self) -> Result<(), String> {
        core::finish(&self.queue).map_err(told)
    }
}

/// The two arrays on a device, made once: over the host's memory where the device shares it.
pub struct Arrays<T> {
    pub device: Device,
    pub x: Mem,
    pub y: Mem,
    pub bound: Bound<T>,
}

impl<T: Element> Arrays<T> {
    /// A device that has memory of its own has `x` there afterwards.
    pub fn new(device: Device, x: &[T], y: &mut [T]) -> Result<Self, String> {
        let bound = Bound::to(x, y);
        let (x_buffer, y_buffer) = if device.shares_memory {
            // SAFETY: OpenCL touches the memory only in commands, and those are queued and waited for where `bound` has found the same
            // arrays to be there and nobody else's.
            let over = |bytes: &[u8]| unsafe {
                core::create_buffer(&device.context, MemFlags::USE_HOST_PTR | MemFlags::READ_WRITE, bytes.len(), Some(bytes))
            };
            (over(bytes(x)).map_err(told)?, over(bytes(y)).map_err(told)?)
        } else {
            (device.buffer(size_of_val(x))?, device.buffer(size_of_val(y))?)
        };
        let arrays = Self { device, x: x_buffer, y: y_buffer, bound };
        arrays.upload(x)?;
        arrays.device.finish().map(|()| arrays)
    }

    pub fn shares_memory(&self) -> bool {
        self.device.shares_memory
    }

    /// Brings `x` to a device with memory of its own. The caller waits for the end before the array changes.
    pub fn upload(&self, x: &[T]) -> Result<(), String> {
        if self.device.shares_memory {
            return Ok(());
        }
        // SAFETY: the call returns when all is copied.
        unsafe { core::enqueue_write_buffer(&self.device.queue, &self.x, true, 0, bytes(x), NO_WAIT, NO_EVENT) }.map_err(told)
    }

    /// Brings the result to `y`; to be called after all commands that make it are queued.
    pub fn download(&self, y: &mut [T]) -> Result<(), String> {
        let queue = &self.device.queue;
        let length = size_of_val(y);
        if !self.device.shares_memory {
            // SAFETY: the elements are plain numbers, and the device wrote some that it computed from such.
            let y = unsafe { slice::from_raw_parts_mut(y.as_mut_ptr().cast::<u8>(), length) };
            // SAFETY: the call returns when all is copied.
            return unsafe { core::enqueue_read_buffer(queue, &self.y, true, 0, y, NO_WAIT, NO_EVENT) }.map_err(told);
        }
        // SAFETY: the call returns when the memory is mapped, and the pointer is given back at once.
        let seen = unsafe {
            core::enqueue_map_buffer::<u8, _, _, _>(queue, &self.y, true, MapFlags::READ, 0, length, NO_WAIT, NO_EVENT)
        };
        core::enqueue_unmap_mem_object(queue, &self.y, &seen.map_err(told)?, NO_WAIT, NO_EVENT).map_err(told)?;
        self.device.finish()
    }
}

/// `clEnqueueCopyBuffer` from one buffer to the other.
pub struct DeviceCopy<T>(pub Rc<Arrays<T>>);

impl<T: Element> Run<T> for DeviceCopy<T> {
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String> {
        let arrays = &self.0;
        arrays.bound.check(x, y);
        let length = size_of_val(x);
        core::enqueue_copy_buffer::<u8, _, _, _>(&arrays.device.queue, &arrays.x, &arrays.y, 0, 0, length, NO_WAIT, NO_EVENT)
            .map_err(told)?;
        arrays.device.finish()
    }

    fn fetch(&mut self, y: &mut [T]) -> Result<(), String> {
        self.0.download(y)
    }
}

/// What went wrong, in one line: `ocl` draws boxes.
pub fn told(error: impl Display) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("##"));
    lines.collect::<Vec<_>>().join("; ")
}

fn bytes<T: Element>(elements: &[T]) -> &[u8] {
    // SAFETY: the elements are plain numbers without padding.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}
