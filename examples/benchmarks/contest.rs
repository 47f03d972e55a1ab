//! A benchmark with an input, ready to run in any version: what all benchmarks look like to the runner.

use crate::benchmark::{Benchmark, OpenCl, Sources};
use crate::opencl::{Device, Spent, Use};
use scan_runtime::DeviceKind;
use scan_runtime::{DeviceChoice, DeviceDescription, Place, Report, Settings, with_reports};
use std::hash::{DefaultHasher, Hasher};
use std::time::{Duration, Instant};

/// A way to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The loop as one writes it.
    Plain,
    /// Annotated, with nothing asked for.
    Annotated,
    /// Annotated, on the device of the hand-written program.
    OnDevice,
    /// Annotated, on host threads.
    OnThreads,
    /// Written for OpenCL.
    OpenCl,
    /// By rayon.
    Rayon,
}

impl Version {
    /// Those that are measured, in the order of tables.
    pub const MEASURED: [Self; 5] = [Self::Plain, Self::Annotated, Self::OnDevice, Self::OpenCl, Self::Rayon];
    /// All.
    pub const ALL: [Self; 6] = [Self::Plain, Self::Annotated, Self::OnDevice, Self::OnThreads, Self::OpenCl, Self::Rayon];

    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain loop",
            Self::Annotated => "annotated",
            Self::OnDevice => "annotated, on the device",
            Self::OnThreads => "annotated, host threads",
            Self::OpenCl => "OpenCL by hand",
            Self::Rayon => "rayon",
        }
    }

    /// Whether it needs an OpenCL device.
    pub fn needs_device(self) -> bool {
        matches!(self, Self::OnDevice | Self::OpenCl)
    }
}

/// Where the time of a run goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Split {
    /// In kernels.
    pub kernel: Duration,
    /// In copies to and from the device.
    pub offload: Duration,
    /// All the rest: the runtime, the driver, and what the host computes itself.
    pub management: Duration,
}

/// A benchmark without its types.
pub struct Entry {
    pub name: &'static str,
    pub sources: Sources,
    prepare: fn(usize, u64) -> Box<dyn Contest>,
}

impl Entry {
    pub const fn of<B: Benchmark>() -> Self {
        Self { name: B::NAME, sources: B::SOURCES, prepare: Prepared::<B>::boxed }
    }

    /// With an input of about `n` elements.
    pub fn prepare(&self, n: usize, seed: u64) -> Box<dyn Contest> {
        (self.prepare)(n.max(1), seed)
    }
}

/// A benchmark with an input.
pub trait Contest {
    /// Opens the device for the versions that need one.
    fn open(&mut self, device: &DeviceDescription, used: Use) -> Result<(), String>;
    /// Runs a version. An annotated one that is to run somewhere must have run there.
    fn run(&mut self, version: Version) -> Result<(), String>;
    /// Runs one of the two versions on the device, and says where the time went; the device was opened with profiling.
    fn split(&mut self, version: Version) -> Result<Split, String>;
    /// Where the annotated loops run, if nothing is asked for.
    fn places(&mut self) -> Vec<String>;
    /// Overwrites the results, runs a version, and makes a number of its results.
    fn results(&mut self, version: Version) -> Result<u64, String>;
}

/// The program comes before the arrays that are lent to it: it is dropped first.
struct Prepared<B: Benchmark> {
    opened: Option<Opened<B>>,
    input: B::Input,
    arrays: B::Arrays,
}

struct Opened<B: Benchmark> {
    program: B::OpenCl,
    device: Device,
    choice: DeviceChoice,
}

impl<B: Benchmark> Prepared<B> {
    fn boxed(n: usize, seed: u64) -> Box<dyn Contest> {
        let input = B::input(n, seed);
        let arrays = B::arrays(&input);
        Box::new(Self { opened: None, input, arrays })
    }

    fn opened(&self) -> Result<&Opened<B>, String> {
        self.opened.as_ref().ok_or_else(|| "no OpenCL device".to_owned())
    }

    /// Returns what the loops report.
    fn annotated_on(&mut self, choice: DeviceChoice) -> Result<Vec<Report>, String> {
        let settings = Settings::from_environment().device(choice);
        let run = || settings.scope(|| B::annotated(&self.input, &mut self.arrays));
        let ((), reports) = with_reports(run);
        let on_threads = choice == DeviceChoice::Kind(DeviceKind::Host);
        let is_there = |place: &Place| match place {
            Place::Device { .. } | Place::Devices { .. } => !on_threads,
            Place::HostThreads { .. } => on_threads,
            Place::Loop => false,
        };
        let elsewhere = reports.iter().find(|report| report.iterations > 0 && !is_there(&report.place));
        elsewhere.map_or(Ok(()), |report| Err(report.to_string()))?;
        Ok(reports)
    }
}

impl<B: Benchmark> Contest for Prepared<B> {
    fn open(&mut self, description: &DeviceDescription, used: Use) -> Result<(), String> {
        self.opened = None;
        let (platform, number) = description.numbers;
        let choice = DeviceChoice::Numbered { platform, device: number };
        let device = Device::open(description, used).map_err(told)?;
        // SAFETY: nothing replaces the arrays or makes them longer, and they are dropped after the program.
        let program = unsafe { B::OpenCl::new(&device, &self.input, &mut self.arrays) }.map_err(told)?;
        self.opened = Some(Opened { program, device, choice });
        Ok(())
    }

    fn run(&mut self, version: Version) -> Result<(), String> {
        match version {
            Version::Plain => B::plain(&self.input, &mut self.arrays),
            Version::Annotated => B::annotated(&self.input, &mut self.arrays),
            Version::Rayon => B::parallel(&self.input, &mut self.arrays),
            Version::OnDevice => return self.annotated_on(self.opened()?.choice).map(drop),
            Version::OnThreads => return self.annotated_on(DeviceKind::Host.into()).map(drop),
            Version::OpenCl => {
                let Self { opened, input, arrays } = self;
                let Opened { program, device, .. } = opened.as_ref().ok_or("no OpenCL device")?;
                return program.run(device, input, arrays).map_err(told);
            }
        }
        Ok(())
    }

    fn split(&mut self, version: Version) -> Result<Split, String> {
        let choice = self.opened()?.choice;
        self.opened()?.device.spent().map_err(told)?;
        let began = Instant::now();
        let (all, spent) = if version == Version::OnDevice {
            let reports = self.annotated_on(choice)?;
            let kernel = reports.iter().map(|report| report.kernel).sum();
            let offload = reports.iter().map(|report| report.upload + report.download).sum();
            (began.elapsed(), Spent { kernel, offload })
        } else {
            self.run(version)?;
            (began.elapsed(), self.opened()?.device.spent().map_err(told)?)
        };
        let management = all.saturating_sub(spent.kernel + spent.offload);
        Ok(Split { kernel: spent.kernel, offload: spent.offload, management })
    }

    fn places(&mut self) -> Vec<String> {
        let ((), reports) = with_reports(|| B::annotated(&self.input, &mut self.arrays));
        reports.into_iter().map(|report| report.place.to_string()).collect()
    }

    fn results(&mut self, version: Version) -> Result<u64, String> {
        B::spoil(&mut self.arrays);
        self.run(version)?;
        let mut results = DefaultHasher::new();
        B::results(&self.arrays, &mut results);
        Ok(results.finish())
    }
}

fn told(error: ocl::Error) -> String {
    error.to_string()
}
