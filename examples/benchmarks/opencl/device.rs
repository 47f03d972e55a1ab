//! A device opened by `ocl`, and what its commands have taken.

use ocl::builders::KernelBuilder;
use ocl::enums::ProfilingInfo;
use ocl::flags::CommandQueueProperties;
use ocl::{Buffer, Context, Event, Kernel, OclPrm, Platform, Program, Queue};
use scan_runtime::DeviceDescription;
use scan_runtime::DeviceKind;
use std::cell::RefCell;
use std::time::Duration;

/// Several for each core, so that all end at the same time.
const SHARES_OF_A_PROCESSOR: usize = 64;

/// How a device is used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Use {
    /// Its commands are timed.
    pub profiling: bool,
    /// On a processor too a work-group scans a block, as in the thesis.
    pub by_groups: bool,
    /// A processor too is treated as a device with memory of its own.
    pub copies: bool,
}

/// A device, a context and a queue.
pub struct Device {
    device: ocl::Device,
    context: Context,
    pub(super) queue: Queue,
    /// A work-item takes many elements, as a processor likes it; otherwise a work-group works on elements side by side.
    pub(super) by_item: bool,
    /// Buffers are the host's arrays.
    pub(super) shares_memory: bool,
    /// Of commands since the last look; only where it profiles.
    events: Option<RefCell<Vec<(Command, Event)>>>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Command {
    Kernel,
    Copy,
}

/// What the commands of a run have taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// In kernels.
    pub kernel: Duration,
    /// In copies to and from the device.
    pub offload: Duration,
}

impl Device {
    /// Opens it.
    pub fn open(description: &DeviceDescription, Use { profiling, by_groups, copies }: Use) -> ocl::Result<Self> {
        let (platform, number) = description.numbers;
        let platform = *Platform::list().get(platform).ok_or("OpenCL has no such platform any more")?;
        let device = *ocl::Device::list_all(platform)?.get(number).ok_or("OpenCL has no such device any more")?;
        let context = Context::builder().platform(platform).devices(device).build()?;
        let queue = Queue::new(&context, device, profiling.then_some(CommandQueueProperties::PROFILING_ENABLE))?;
        let is_processor = description.kind == DeviceKind::Cpu;
        let (by_item, shares_memory) = (is_processor && !by_groups, is_processor && !copies);
        Ok(Self { device, context, queue, by_item, shares_memory, events: profiling.then(RefCell::default) })
    }

    /// The elements of a block of a scan: on a processor many, so that its sums are few.
    pub(super) fn block(&self) -> usize {
        if self.by_item { 16 * 1024 } else { 2 * self.group_size() }
    }

    /// The work-items of a group.
    pub fn group_size(&self) -> usize {
        if self.by_item { 1024 } else { 256 }
    }

    /// Builds a program from the benchmark's text and the shared ones.
    pub fn program(&self, text: &str) -> ocl::Result<Program> {
        let by_item = if self.by_item { " -D BY_ITEM" } else { "" };
        let options = format!("-D GROUP_SIZE={} -D BLOCK={}{by_item}", self.group_size(), self.block());
        let source = [include_str!("prelude.cl"), text, include_str!("scan.cl")].concat();
        Program::builder().source(source).devices(self.device).cmplr_opt(options).build(&self.context)
    }

    /// A buffer in the device's memory, of at least one element.
    pub fn buffer<T: OclPrm>(&self, length: usize) -> ocl::Result<Buffer<T>> {
        Buffer::builder().queue(self.queue.clone()).len(length.max(1)).build()
    }

    /// A kernel with a work-item for each of `items`; it looks at its bounds.
    pub fn kernel<'b>(&self, program: &'b Program, name: &str, items: usize) -> KernelBuilder<'b> {
        self.kernel_of(program, name, items, self.group_size())
    }

    /// A kernel whose work-items take shares of the elements, and how many those are.
    pub fn sharing<'b>(&self, program: &'b Program, name: &str) -> (KernelBuilder<'b>, usize) {
        let (shares, group) = if self.by_item { (SHARES_OF_A_PROCESSOR, 1) } else { (64 * 1024, self.group_size()) };
        (self.kernel_of(program, name, shares, group), shares)
    }

    pub(super) fn kernel_of<'b>(&self, program: &'b Program, name: &str, items: usize, group: usize) -> KernelBuilder<'b> {
        let mut kernel = KernelBuilder::new();
        kernel.program(program).name(name).queue(self.queue.clone());
        kernel.global_work_size(items.max(1).next_multiple_of(group)).local_work_size(group);
        // SAFETY: `ocl` does not know OpenCL C's names of structs; every argument has the type of its parameter.
        unsafe { kernel.disable_arg_type_check() };
        kernel
    }

    /// Queues a kernel that has its arguments and sizes.
    pub fn launch(&self, kernel: &Kernel) -> ocl::Result<()> {
        self.timed(Command::Kernel, |event| {
            let command = kernel.cmd();
            let command = if let Some(event) = event { command.enew(event) } else { command };
            // SAFETY: every kernel here is given buffers as long as it needs, and looks at its bounds.
            unsafe { command.enq() }
        })
    }

    /// Sets all elements.
    pub fn fill<T: OclPrm>(&self, buffer: &Buffer<T>, value: T) -> ocl::Result<()> {
        self.timed(Command::Kernel, |event| {
            let command = buffer.cmd().fill(value, None);
            if let Some(event) = event { command.enew(event).enq() } else { command.enq() }
        })
    }

    /// Brings the first elements of a buffer.
    pub fn read<T: OclPrm>(&self, buffer: &Buffer<T>, from: usize, to: &mut [T]) -> ocl::Result<()> {
        if to.is_empty() {
            return Ok(());
        }
        self.timed(Command::Copy, |event| {
            let command = buffer.read(to).offset(from);
            if let Some(event) = event { command.enew(event).enq() } else { command.enq() }
        })
    }

    pub(super) fn timed(&self, command: Command, queue: impl FnOnce(Option<&mut Event>) -> ocl::Result<()>) -> ocl::Result<()> {
        let Some(events) = &self.events else { return queue(None) };
        let mut event = Event::empty();
        queue(Some(&mut event))?;
        events.borrow_mut().push((command, event));
        Ok(())
    }

    /// What the commands have taken since the last call; nothing where the device does not profile.
    pub fn spent(&self) -> ocl::Result<Spent> {
        self.queue.finish()?;
        let mut spent = Spent::default();
        for (command, event) in self.events.iter().flat_map(|events| events.take()) {
            let at = |info| -> ocl::Result<u64> { Ok(event.profiling_info(info)?.time()?) };
            let took = Duration::from_nanos(at(ProfilingInfo::End)?.saturating_sub(at(ProfilingInfo::Start)?));
            let sum = if command == Command::Kernel { &mut spent.kernel } else { &mut spent.offload };
            *sum += took;
        }
        Ok(spent)
    }
}
