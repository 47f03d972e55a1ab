//! A host of the kernels as small as can be: bytes in, bytes out. The runtime's own is tested elsewhere; this one tests the templates.

// Its entry points are what `ocl` links.
use scan_opencl as _;

use ocl::core::{self, ArgVal, DeviceInfo, DeviceInfoResult, DeviceType, Kernel, Mem, MemFlags, Program};
use scanc::parse::Algorithm;
use scanc::render::How;
use std::ffi::CString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// What uninitialised memory holds.
pub const POISON: u8 = 0xA5;
/// How many elements after a window must stay as they are.
const GUARD: usize = 3;

/// How a loop's kernels are built and started.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    pub algorithm: Algorithm,
    pub group_size: usize,
    pub items: usize,
    pub deterministic: bool,
    /// `lookback` only.
    pub stall: Stall,
    /// An array that is read and written is one buffer.
    pub in_place: bool,
    /// `lookback` streams structs however few there are.
    pub streams: bool,
}

impl Configuration {
    /// What the kernels are made from.
    pub fn how(&self) -> How {
        How { algorithm: self.algorithm, deterministic: self.deterministic, is_search: false, has_large_groups: false }
    }

    /// The totals of so many iterations.
    fn tiles(&self, n: usize) -> usize {
        n.div_ceil(if self.deterministic { self.items } else { self.group_size * self.items })
    }

    /// The groups of so many iterations.
    fn groups(&self, n: usize) -> usize {
        n.div_ceil(self.group_size * self.items)
    }

    /// What a group holds in local memory, where it holds its tile or parts of its tiles; of the others not to be worried about.
    fn local_values(&self) -> usize {
        if self.deterministic {
            return self.group_size * 33;
        }
        let holds_tile = matches!(self.algorithm, Algorithm::Lookback | Algorithm::ReduceThenScan | Algorithm::Reduce);
        if holds_tile && self.group_size > 1 { self.group_size * (self.items + 2) + 32 + 1 } else { 0 }
    }
}

/// What keeps the tiles of `lookback` from learning of their predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stall {
    /// Nothing: tiles wait for each other.
    Nothing,
    /// They have no time to wait: what isn't published is computed.
    Impatience,
    /// The first tile never runs, as if the device had forgotten its group.
    FirstTile,
}

/// What a loop runs on. A window is the part of an array that the loop touches.
#[derive(Clone, Debug)]
pub struct Work {
    pub n: u64,
    pub first: i64,
    pub inputs: Vec<Window>,
    pub outputs: Vec<Window>,
    /// For each output, the input that is the same array.
    pub aliases: Vec<Option<usize>>,
    pub captures: Vec<Vec<u8>>,
    /// Whether the kernels have the parameter `panicked`.
    pub takes_flag: bool,
    pub start: Vec<u8>,
}

/// Bytes, and the array's index of the first element.
#[derive(Clone, Debug)]
pub struct Window {
    pub bytes: Vec<u8>,
    pub element: usize,
    pub from: i64,
}

/// What a loop's kernels leave.
pub struct Done {
    /// The outputs' bytes.
    pub outputs: Vec<Vec<u8>>,
    /// The last carried value.
    pub carry: Vec<u8>,
    /// Whether an iteration panicked; the rest then means nothing.
    pub panicked: bool,
}

/// The first device of the first platform.
pub struct Device {
    context: core::Context,
    queue: core::CommandQueue,
    id: core::DeviceId,
}

impl Device {
    /// The tests' one device, for one test at a time: PoCL does not like to be initialised by several threads at once, and Oclgrind runs one
    /// kernel at a time.
    pub fn first() -> MutexGuard<'static, Self> {
        static FIRST: LazyLock<Mutex<Device>> = LazyLock::new(|| Mutex::new(Device::find()));
        FIRST.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find() -> Self {
        let platforms = core::get_platform_ids().expect("an OpenCL platform");
        let id = core::get_device_ids(platforms[0], None, None).expect("an OpenCL device")[0];
        let context = core::create_context(None, &[id], None, None).expect("a context");
        let queue = core::create_command_queue(&context, id, None).expect("a queue");
        Self { context, queue, id }
    }

    /// Builds `source` as the runtime does, with warnings as errors.
    pub fn build(&self, source: &str, options: &str) -> Program {
        let source = CString::new(source).expect("no NUL in a kernel");
        let program = core::create_program_with_source(&self.context, &[source]).expect("a program");
        let options = CString::new(format!("-cl-std=CL1.2 -Werror {options}")).expect("no NUL in options");
        if let Err(error) = core::build_program(&program, Some(&[self.id]), &options, None, None) {
            panic!("{error}");
        }
        program
    }

    /// Runs a loop's kernels.
    pub fn run(&self, program: &Program, configuration: Configuration, work: &Work) -> Done {
        let run = Run::new(self, program, configuration, work);
        let carry = match configuration.algorithm {
            Algorithm::Lookback => run.lookback(),
            Algorithm::ReduceThenScan => run.reduce_then_scan(),
            Algorithm::Blelloch => run.blocks(2 * configuration.group_size),
            Algorithm::HillisSteele => run.blocks(configuration.group_size),
            Algorithm::Reduce => run.reduce(),
            Algorithm::Map => run.map(),
            // They are tested from the annotation on, in `emitted`.
            Algorithm::Batched => unreachable!("many scans have no single start value"),
            Algorithm::Bins => unreachable!("what is combined into is read, too"),
            Algorithm::Scatter => unreachable!("which elements are stored is known in bits"),
        };
        let panicked = self.read(&run.panicked, 4) != [0; 4];
        Done { outputs: run.read_outputs(), carry, panicked }
    }

    /// Whether it is a CPU's, as the runtime sees it.
    pub fn is_cpu(&self) -> bool {
        let DeviceInfoResult::Type(ty) = core::get_device_info(self.id, DeviceInfo::Type).expect("its type") else {
            unreachable!("another answer than asked for")
        };
        // Oclgrind is of every type.
        ty.contains(DeviceType::CPU) && !ty.contains(DeviceType::GPU)
    }

    /// `configuration` with groups whose values, of so many bytes, fit into the device's local memory.
    pub fn fitting(&self, mut configuration: Configuration, bytes: usize) -> Configuration {
        let DeviceInfoResult::LocalMemSize(room) =
            core::get_device_info(self.id, DeviceInfo::LocalMemSize).expect("its local memory")
        else {
            unreachable!("another answer than asked for")
        };
        while configuration.local_values() * bytes > room as usize {
            configuration.group_size /= 2;
        }
        configuration
    }

    fn buffer(&self, bytes: &[u8]) -> Mem {
        let flags = MemFlags::new().read_write().copy_host_ptr();
        // SAFETY: `bytes` is copied before the call returns.
        unsafe { core::create_buffer(&self.context, flags, bytes.len(), Some(bytes)) }.expect("a buffer")
    }

    fn read(&self, buffer: &Mem, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        // SAFETY: the call blocks until `bytes` is filled.
        unsafe {
            core::enqueue_read_buffer(&self.queue, buffer, true, 0, &mut bytes, None::<core::Event>, None::<&mut core::Event>)
        }
        .expect("the buffer can be read");
        bytes
    }
}

/// An argument of a kernel.
enum Argument<'a> {
    Buffer(&'a Mem),
    Bytes(Vec<u8>),
}

/// One run of a loop's kernels.
struct Run<'a> {
    device: &'a Device,
    program: &'a Program,
    configuration: Configuration,
    work: &'a Work,
    inputs: Vec<Mem>,
    /// Where it is not one of the inputs.
    outputs: Vec<Option<Mem>>,
    panicked: Mem,
}

impl<'a> Run<'a> {
    fn new(device: &'a Device, program: &'a Program, configuration: Configuration, work: &'a Work) -> Self {
        let buffer = |window: &Window| device.buffer(&guarded(window));
        let is_apart = |alias: &Option<usize>| alias.is_none() || !configuration.in_place;
        let inputs = work.inputs.iter().map(buffer).collect();
        let outputs =
            work.outputs.iter().zip(&work.aliases).map(|(window, alias)| is_apart(alias).then(|| buffer(window))).collect();
        Self { device, program, configuration, work, inputs, outputs, panicked: device.buffer(&[0; 4]) }
    }

    fn lookback(&self) -> Vec<u8> {
        let Configuration { group_size, items, stall, .. } = self.configuration;
        let tiles = (self.work.n as usize).div_ceil(group_size * items);
        let words = self.work.start.len().div_ceil(4);
        let first = usize::from(stall == Stall::FirstTile);
        // As launches before have left it: each status word is of some launch, whose first ticket was any before this one's.
        let first_ticket = 1 + (self.work.n % 1000) as u32;
        let left = |word: u64| (((word % u64::from(first_ticket)) << 2) | (word % 3)) << 32 | 0x5ca7_ab1e;
        let mut state: Vec<u64> = (0..=(tiles * words) as u64).map(left).collect();
        state[0] = u64::from(first_ticket) + first as u64;
        let (state, carry) = (self.device.buffer(bytemuck::cast_slice(&state)), self.partials(1));
        let own = vec![
            Argument::Buffer(&state),
            Argument::Bytes(first_ticket.to_ne_bytes().to_vec()),
            Argument::Buffer(&carry),
            Argument::Bytes(self.work.start.clone()),
        ];
        self.start("single_pass_scan", tiles - first, self.loop_arguments(true).into_iter().chain(own).collect());
        self.device.read(&carry, self.work.start.len())
    }

    fn reduce_then_scan(&self) -> Vec<u8> {
        let n = self.work.n as usize;
        let (tiles, groups) = (self.configuration.tiles(n), self.configuration.groups(n));
        let (totals, prefixes) = (self.partials(tiles), self.partials(tiles + 1));
        self.start(
            "reduce_tiles",
            groups,
            [self.loop_arguments(false), vec![Argument::Buffer(&totals)]].into_iter().flatten().collect(),
        );
        let start = Argument::Bytes(self.work.start.clone());
        self.start("scan_totals", 1, vec![Argument::Buffer(&totals), Argument::Buffer(&prefixes), ulong(tiles), start]);
        self.start(
            "scan_tiles",
            groups,
            [self.loop_arguments(true), vec![Argument::Buffer(&prefixes)]].into_iter().flatten().collect(),
        );
        let size = self.work.start.len();
        self.device.read(&prefixes, (tiles + 1) * size).split_off(tiles * size)
    }

    fn reduce(&self) -> Vec<u8> {
        let n = self.work.n as usize;
        let (tiles, groups) = (self.configuration.tiles(n), self.configuration.groups(n));
        let (totals, carry) = (self.partials(tiles), self.partials(1));
        let own = vec![Argument::Buffer(&totals)];
        self.start("reduce_tiles", groups, self.loop_arguments(false).into_iter().chain(own).collect());
        let start = Argument::Bytes(self.work.start.clone());
        self.start("combine_totals", 1, vec![Argument::Buffer(&totals), Argument::Buffer(&carry), ulong(tiles), start]);
        self.device.read(&carry, self.work.start.len())
    }

    /// There is no carried value.
    fn map(&self) -> Vec<u8> {
        self.start("map", self.configuration.groups(self.work.n as usize), self.loop_arguments(true));
        Vec::new()
    }

    fn blocks(&self, block: usize) -> Vec<u8> {
        let n = self.work.n as usize;
        let mut count = n.div_ceil(block);
        let (partial, mut sums, carry) = (self.partials(n), self.partials(count), self.partials(1));
        let own = vec![Argument::Buffer(&partial), Argument::Buffer(&sums)];
        self.start("scan_blocks", count, [self.loop_arguments(false), own].into_iter().flatten().collect());
        let mut levels = Vec::new();
        while count > 1 {
            let blocks = count.div_ceil(block);
            let (above, above_sums) = (self.partials(count), self.partials(blocks));
            let buffers = vec![Argument::Buffer(&sums), ulong(count), Argument::Buffer(&above), Argument::Buffer(&above_sums)];
            self.start("scan_block_sums", blocks, buffers);
            levels.push((above, count, blocks));
            (sums, count) = (above_sums, blocks);
        }
        let mut prefixes = self.device.buffer(&self.work.start);
        for (partial, count, blocks) in levels.into_iter().rev() {
            self.start("add_prefixes", blocks, vec![Argument::Buffer(&partial), ulong(count), Argument::Buffer(&prefixes)]);
            prefixes = partial;
        }
        let own = vec![Argument::Buffer(&partial), Argument::Buffer(&prefixes), Argument::Buffer(&carry)];
        // Any number of groups will do.
        self.start("finish", n.div_ceil(block).min(5), [self.loop_arguments(true), own].into_iter().flatten().collect());
        self.device.read(&carry, self.work.start.len())
    }

    /// Room for `count` partials, none of them initialised.
    fn partials(&self, count: usize) -> Mem {
        self.device.buffer(&vec![POISON; count * self.work.start.len()])
    }

    fn loop_arguments(&self, with_outputs: bool) -> Vec<Argument<'_>> {
        let mut arguments = Vec::new();
        for (window, buffer) in self.work.inputs.iter().zip(&self.inputs) {
            arguments.extend([Argument::Buffer(buffer), long(window.from)]);
        }
        for (output, window) in self.work.outputs.iter().enumerate().filter(|_| with_outputs) {
            arguments.extend([Argument::Buffer(self.output(output)), long(window.from)]);
        }
        arguments.extend(self.work.captures.iter().cloned().map(Argument::Bytes));
        arguments.extend([long(self.work.first), ulong(self.work.n as usize)]);
        arguments.extend(self.work.takes_flag.then_some(Argument::Buffer(&self.panicked)));
        arguments
    }

    fn output(&self, number: usize) -> &Mem {
        let own = self.outputs[number].as_ref();
        own.unwrap_or_else(|| &self.inputs[self.work.aliases[number].expect("an output is a buffer or an alias")])
    }

    fn read_outputs(&self) -> Vec<Vec<u8>> {
        let read = |(number, window): (usize, &Window)| {
            let mut bytes = self.device.read(self.output(number), guarded(window).len());
            let guard = bytes.split_off(window.bytes.len());
            assert!(guard.iter().all(|&byte| byte == POISON), "a store beyond the window of output {number}");
            bytes
        };
        self.work.outputs.iter().enumerate().map(read).collect()
    }

    fn start(&self, name: &str, groups: usize, arguments: Vec<Argument>) {
        let kernel = core::create_kernel(self.program, name).expect("the program has the kernel");
        for (index, argument) in arguments.iter().enumerate() {
            set(&kernel, index as u32, argument);
        }
        let size = self.configuration.group_size;
        let (global, local) = ([groups * size, 1, 1], Some([size, 1, 1]));
        // SAFETY: the arguments are those of the contract between templates and runtime; the buffers outlive the call to `finish`.
        unsafe {
            core::enqueue_kernel(
                &self.device.queue,
                &kernel,
                1,
                None,
                &global,
                local,
                None::<core::Event>,
                None::<&mut core::Event>,
            )
        }
        .expect("the kernel starts");
        core::finish(&self.device.queue).expect("the kernel ends");
    }
}

fn guarded(window: &Window) -> Vec<u8> {
    let mut bytes = window.bytes.clone();
    bytes.resize(bytes.len() + GUARD * window.element, POISON);
    bytes
}

fn set(kernel: &Kernel, index: u32, argument: &Argument) {
    let value = match argument {
        Argument::Buffer(buffer) => ArgVal::mem(buffer),
        // SAFETY: the bytes live until the argument is set, and are as many as said.
        Argument::Bytes(bytes) => unsafe { ArgVal::from_raw(bytes.len(), bytes.as_ptr().cast(), false) },
    };
    core::set_kernel_arg(kernel, index, value).unwrap_or_else(|error| panic!("argument {index}: {error}"));
}

fn long(value: i64) -> Argument<'static> {
    Argument::Bytes(value.to_ne_bytes().to_vec())
}

fn ulong(value: usize) -> Argument<'static> {
    Argument::Bytes((value as u64).to_ne_bytes().to_vec())
}
