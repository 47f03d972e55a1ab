//! Scans in C++ and CUDA, where their compilers and libraries are installed: each source is compiled into a shared library when the
//! benchmark starts, and loaded.

mod library;
mod sources;

use super::{Bound, Field, Run, numbers};
use crate::elements::Element;
use crate::options::{Kind, Options};
use library::{Library, Opened};
use scan_runtime::devices;
use sources::{SOURCES, Source};

/// The libraries that could be made, and why others could not.
pub struct Libraries {
    made: Vec<(&'static Source, &'static Library)>,
    missing: Vec<String>,
}

impl Libraries {
    /// Compiles what is asked for, and says so: it takes a while.
    pub fn build(options: &Options) -> Self {
        let mut libraries = Self { made: Vec::new(), missing: Vec::new() };
        for source in SOURCES.iter().filter(|source| options.asks_for(source.kind)) {
            match Library::build(source) {
                Ok(library) => {
                    println!("{}: {}", source.title, library.about());
                    libraries.made.push((source, library));
                }
                Err(why) => {
                    println!("{}: skipped: {why}", source.title);
                    libraries.missing.push(format!("{}: {why}", source.title));
                }
            }
        }
        libraries
    }

    /// What each says of itself, and of those that are missing why.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let made = self.made.iter().map(|(source, library)| format!("{}: {}", source.title, library.about()));
        made.chain(self.missing.iter().map(|missing| format!("{missing} (skipped)")))
    }

    pub(super) fn join<T: Element>(&self, field: &mut Field<T>, x: &[T], y: &mut [T]) {
        for (source, library) in &self.made {
            if source.kind != Kind::Boost {
                field.add_if_able(source.kind, source.title.to_owned(), Foreign::open(library, x, y, (0, 0)));
                continue;
            }
            for device in devices() {
                let name = format!("{}, device {}", source.title, numbers(&device));
                field.add_if_able(source.kind, name, Foreign::open(library, x, y, device.numbers));
            }
        }
    }
}

/// A scan of a library, made for the two arrays.
struct Foreign<T> {
    opened: Opened,
    bound: Bound<T>,
}

impl<T: Element> Foreign<T> {
    fn open(library: &'static Library, x: &[T], y: &mut [T], device: (usize, usize)) -> Result<Self, String> {
        // SAFETY: the arrays are of the type and length that is said, and used only where `bound` has found them to be there.
        let opened = unsafe { library.open(T::NAME, x.as_ptr().cast(), y.as_mut_ptr().cast(), x.len(), device) }?;
        Ok(Self { opened, bound: Bound::to(x, y) })
    }
}

impl<T: Element> Run<T> for Foreign<T> {
    fn run(&mut self, x: &[T], y: &mut [T]) -> Result<(), String> {
        self.bound.check(x, y);
        // SAFETY: the arrays are those that it was opened with.
        unsafe { self.opened.run() }
    }

    fn fetch(&mut self, y: &mut [T]) -> Result<(), String> {
        assert_eq!(y.len(), self.bound.len(), "the result is for the array that the scan was made with");
        // SAFETY: `run` has found the array to be there, and the benchmark has kept it.
        unsafe { self.opened.fetch() }
    }
}
