//! Runs annotated loops as parallel scans on OpenCL devices.

#![allow(dead_code, unused_imports, reason = "the launches, which use the devices, are made elsewhere")]

mod device;
mod job;

/// The part of the settings that the devices use.
pub mod settings {
    use crate::launch::DeviceKind;

    /// Where loops run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DeviceChoice {
        /// A word of the clause `device(…)`.
        Kind(DeviceKind),
        /// On this OpenCL device.
        Numbered {
            /// The platform's number, from 0.
            platform: usize,
            /// The device's number on its platform, from 0.
            device: usize,
        },
    }
}

/// The part of the public face that the devices use.
pub mod launch {
    /// The algorithm of a loop's kernels.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Algorithm {
        /// Reduce each tile, scan the totals, scan each tile from its prefix.
        ReduceThenScan,
        /// Work-efficient up-sweep and down-sweep in each block.
        Blelloch,
        /// Step-efficient and double-buffered in each block.
        HillisSteele,
    }

    /// The words of the clause `device(…)`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum DeviceKind {
        /// An OpenCL GPU.
        Gpu,
        /// An OpenCL CPU device.
        Cpu,
        /// An OpenCL accelerator.
        Accelerator,
        /// Any OpenCL device.
        Any,
        /// The host's threads.
        Host,
        /// The loop as written.
        Loop,
    }

    /// The kernels of a loop.
    #[derive(Clone, Copy, Debug)]
    pub struct Kernels {
        /// Which of the templates they were made from.
        pub algorithm: Algorithm,
        /// Their OpenCL C.
        pub source: &'static str,
        /// They report a panic through the parameter `panicked`.
        pub may_panic: bool,
        /// They need a device with double precision.
        pub needs_fp64: bool,
        /// They need division and square roots of `f32` rounded correctly.
        pub needs_rounded_division: bool,
    }
}
