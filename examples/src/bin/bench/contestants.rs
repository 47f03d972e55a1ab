//! Who is measured: the loop as a user might write it or have it run, and the copies that bound them all.

mod annotated;
mod bound;
mod foreign;
mod host;
mod opencl;

pub use annotated::choice;
pub use foreign::Libraries;
pub use host::STREAMING_COPY;
pub use opencl::DEVICE_COPY;

use crate::elements::Element;
use crate::options::{Kind, Options};
use bound::Bound;
use scan_runtime::{DeviceDescription, Report};

/// Fills `y` from `x`, which are the same arrays each time.
pub trait Run<T> {
    /// Once. Whatever it takes until the result is where the contestant's user wants it.
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String>;

    /// Brings the last result to `y`, if it is elsewhere.
    fn fetch(&mut self, _y: &mut [T]) -> Result<(), String> {
        Ok(())
    }
}

impl<T, F: FnMut(&[T], &mut [T])> Run<T> for F {
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String> {
        self(x, y);
        Ok(())
    }
}

/// One that takes part.
pub struct Contestant<T> {
    pub name: String,
    pub kind: Kind,
    /// Copies bound what a scan can reach.
    pub copies: bool,
    /// What it must have reported after every run; `None`: it is no annotated loop.
    pub must_report: Option<fn(&Report) -> bool>,
    pub run: Box<dyn Run<T>>,
}

/// Who takes part, and why others that were asked for do not.
pub struct Field<T> {
    pub contestants: Vec<Contestant<T>>,
    pub absent: Vec<String>,
}

/// Everybody asked for who can run here; the first is the plain loop, to which the others are compared. The contestants keep the
/// addresses of `x` and `y`: the arrays must outlive them.
pub fn field<T: Element>(options: &Options, libraries: &Libraries, x: &[T], y: &mut [T]) -> Field<T> {
    let mut field = Field { contestants: Vec::new(), absent: Vec::new() };
    host::join(&mut field, options);
    annotated::join(&mut field, options);
    for device in scan_runtime::devices() {
        opencl::join(&mut field, options, &device, x, y);
    }
    libraries.join(&mut field, x, y);
    field
}

impl<T> Field<T> {
    fn add(&mut self, kind: Kind, name: impl Into<String>, run: impl Run<T> + 'static) -> &mut Contestant<T> {
        let contestant = Contestant { name: name.into(), kind, copies: false, must_report: None, run: Box::new(run) };
        self.contestants.push(contestant);
        self.contestants.last_mut().expect("it was pushed")
    }

    /// Adds one that may be unable to run here.
    fn add_if_able<R: Run<T> + 'static>(&mut self, kind: Kind, name: String, run: Result<R, String>) {
        match run {
            Ok(run) => drop(self.add(kind, name, run)),
            Err(why) => self.absent.push(format!("{name}: {why}")),
        }
    }
}

/// `0:0`, as `SCAN_DEVICE` takes it.
pub fn numbers(device: &DeviceDescription) -> String {
    format!("{}:{}", device.numbers.0, device.numbers.1)
}
