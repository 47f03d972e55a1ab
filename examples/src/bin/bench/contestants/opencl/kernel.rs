//! The kernel of `lookback`, launched by hand.

use super::super::Run;
use super::device::{Arrays, NO_EVENT, NO_WAIT, told, version};
use crate::elements::Element;
use ocl::core::{self, ArgVal, Kernel, KernelArgInfo, KernelArgInfoResult, KernelInfo, KernelInfoResult, Mem};
use std::cell::Cell;
use std::ffi::CString;
use std::rc::Rc;

/// The text of a program, and what its first line says of how it is built.
#[derive(Clone)]
pub struct Text {
    source: String,
    options: String,
}

impl Text {
    /// From a file that `SCAN_EMIT_DIR` has written.
    pub fn parse(source: String) -> Result<Self, String> {
        let first = source.lines().next().unwrap_or_default();
        let options = first.strip_prefix("// Built with: ").ok_or("the kernel's first line is not how it was built")?.to_owned();
        if options.contains("REDUCE_THEN_SCAN") {
            return Err("the device cannot run the kernel of lookback".to_owned());
        }
        Ok(Self { source, options })
    }

    /// The number behind `-D NAME=`.
    fn number(&self, name: &str) -> Result<usize, String> {
        let options = self.options.split_whitespace();
        let value = options.filter_map(|option| option.strip_prefix(name)?.strip_prefix('=')).next();
        value.and_then(|value| value.parse().ok()).ok_or_else(|| format!("the kernel is built without {name}: {}", self.options))
    }
}

/// The tickets that groups draw from a state before it is cleared again: so many its status words tell apart.
const MOST_TICKETS: u64 = 1 << 30;

/// All that is made once: afterwards a launch runs the kernel and waits.
pub struct HandWritten<T> {
    arrays: Rc<Arrays<T>>,
    kernel: Kernel,
    state: Mem,
    /// The kernel's arguments do not keep their buffers alive.
    carry: Mem,
    state_words: usize,
    /// The place of the parameter `first_ticket`, and what it is next.
    first_ticket: (u32, Cell<u64>),
    /// The work-items of all groups, and of one.
    work_items: (usize, usize),
}

impl<T: Element> HandWritten<T> {
    pub fn new(arrays: Rc<Arrays<T>>, text: &Text) -> Result<Self, String> {
        let device = &arrays.device;
        let source = CString::new(text.source.as_str()).map_err(told)?;
        let options = CString::new(format!("{} -cl-kernel-arg-info", text.options)).map_err(told)?;
        let program = core::create_build_program(&device.context, &[source], Some(&[device.id]), &options).map_err(told)?;
        let kernel = core::create_kernel(&program, "single_pass_scan").map_err(told)?;
        let group_size = text.number("GROUP_SIZE")?;
        let tiles = arrays.bound.len().div_ceil(group_size * text.number("ITEMS")?);
        // What the kernel's header asks for.
        let state_words = 1 + tiles * size_of::<T>().div_ceil(4);
        let state = device.buffer(size_of::<u64>() * state_words)?;
        let carry = device.buffer(size_of::<T>())?;
        let work_items = (tiles * group_size, group_size);
        let mut by_hand = Self { kernel, state, carry, state_words, first_ticket: (0, Cell::new(u64::MAX)), work_items, arrays };
        by_hand.set_arguments()?;
        Ok(by_hand)
    }

    /// By name: a kernel with a parameter more than this program knows is not run.
    fn set_arguments(&mut self) -> Result<(), String> {
        let KernelInfoResult::NumArgs(count) = core::get_kernel_info(&self.kernel, KernelInfo::NumArgs).map_err(told)? else {
            return Err("the driver does not say how many parameters the kernel has".to_owned());
        };
        let (zero, n, start) = (0i64, self.arrays.bound.len() as u64, T::IDENTITY);
        for place in 0..count {
            let KernelArgInfoResult::Name(name) =
                core::get_kernel_arg_info(&self.kernel, place, KernelArgInfo::Name, Some(&[version()])).map_err(told)?
            else {
                return Err("the driver does not say what the kernel's parameters are called".to_owned());
            };
            let value = match name.as_str() {
                "x" => ArgVal::mem(&self.arrays.x),
                "y" => ArgVal::mem(&self.arrays.y),
                "x_from" | "y_from" | "first" => ArgVal::scalar(&zero),
                "n" => ArgVal::scalar(&n),
                "state" => ArgVal::mem(&self.state),
                "first_ticket" => {
                    self.first_ticket.0 = place;
                    continue;
                }
                "carry" => ArgVal::mem(&self.carry),
                // SAFETY: the bytes of an element, which OpenCL copies.
                "start" => unsafe { ArgVal::from_raw(size_of::<T>(), (&raw const start).cast(), false) },
                other => {
                    return Err(format!("the kernel has a parameter `{other}`, which the hand-written program does not know"));
                }
            };
            core::set_kernel_arg(&self.kernel, place, value).map_err(told)?;
        }
        Ok(())
    }

    fn launch(&self) -> Result<(), String> {
        let queue = &self.arrays.device.queue;
        let (all, group) = self.work_items;
        let (place, next) = &self.first_ticket;
        let groups = (all / group) as u64;
        if next.get().saturating_add(groups) > MOST_TICKETS {
            core::enqueue_fill_buffer(queue, &self.state, 0u64, 0, self.state_words, NO_WAIT, NO_EVENT, Some(&version()))
                .map_err(told)?;
            next.set(0);
        }
        core::set_kernel_arg(&self.kernel, *place, ArgVal::scalar(&(next.get() as u32))).map_err(told)?;
        next.set(next.get() + groups);
        // SAFETY: the kernel has all its arguments, with buffers as long as it needs.
        unsafe { core::enqueue_kernel(queue, &self.kernel, 1, None, &[all, 1, 1], Some([group, 1, 1]), NO_WAIT, NO_EVENT) }
            .map_err(told)
    }
}

impl<T: Element> Run<T> for HandWritten<T> {
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String> {
        self.arrays.bound.check(x, y);
        self.arrays.upload(x)?;
        self.launch()?;
        self.arrays.download(y)
    }
}

/// The same where the arrays are in the device's memory already, and the result stays there.
pub struct Resident<T>(pub HandWritten<T>);

impl<T: Element> Run<T> for Resident<T> {
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String> {
        self.0.arrays.bound.check(x, y);
        self.0.launch()?;
        self.0.arrays.device.finish()
    }

    fn fetch(&mut self, y: &mut [T]) -> Result<(), String> {
        self.0.arrays.download(y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_how_a_kernel_is_built() {
        let text = Text::parse("// Built with: -cl-std=CL1.2 -D GROUP_SIZE=64 -D ITEMS=15\nkernel".to_owned()).unwrap();
        assert_eq!(text.number("GROUP_SIZE"), Ok(64));
        assert_eq!(text.number("ITEMS"), Ok(15));
        assert!(text.number("SIZE").is_err());
        assert!(Text::parse("kernel".to_owned()).is_err());
        assert!(Text::parse("// Built with: -D REDUCE_THEN_SCAN\nkernel".to_owned()).is_err());
    }
}
