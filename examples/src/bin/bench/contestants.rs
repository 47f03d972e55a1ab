//! Who is measured: the loop as a user might write it or have it run, and the copies that bound them all.

use crate::loops::{Number, Sum};
use rayon::prelude::*;
use scan_examples::copies::{self, Copying};
use scan_runtime::launch::DeviceKind;
use scan_runtime::{Place, Settings, last_report};

/// Fills the second array from the first.
type Run<T> = Box<dyn Fn(&[T], &mut [T])>;

/// Fills `y` from `x`.
pub struct Contestant<T> {
    pub name: &'static str,
    /// A copy bounds what a scan can reach; otherwise it is a scan.
    pub copies: bool,
    /// The runtime finds out where it is fastest.
    pub settles: bool,
    /// The last run must have been on an OpenCL device.
    pub on_device: bool,
    pub run: Run<T>,
}

/// All that can run here; the first is the plain loop, to which the others are compared.
pub fn contestants<T: Number>() -> Vec<Contestant<T>> {
    let mut all = vec![
        scan("plain loop", T::plain),
        scan("Iterator::scan", iterator_scan),
        scan("rayon, two passes", rayon_two_passes),
        Contestant { settles: true, ..scan("annotated", T::annotated) },
        scan("annotated, host threads", |x, y| on(DeviceKind::Host, T::annotated, x, y)),
    ];
    if !scan_runtime::devices().is_empty() {
        all.extend(T::BY_ALGORITHM.iter().map(|&(name, run)| Contestant {
            on_device: true,
            ..scan(name, move |x: &[T], y: &mut [T]| on(DeviceKind::Any, run, x, y))
        }));
    }
    all.extend([copy("memcpy", Copying::Plain), copy("copy by two threads", Copying::TwoThreads)]);
    if copies::STREAMS {
        all.push(copy("streaming copy by two threads", Copying::TwoThreadsStreaming));
    }
    all
}

impl<T> Contestant<T> {
    /// Whether the last run was where it is said to be.
    pub fn ran_as_said(&self) -> bool {
        !self.on_device || last_report().is_some_and(|report| matches!(report.place, Place::Device { .. }))
    }
}

fn scan<T>(name: &'static str, run: impl Fn(&[T], &mut [T]) + 'static) -> Contestant<T> {
    Contestant { name, copies: false, settles: false, on_device: false, run: Box::new(run) }
}

fn copy<T: Number>(name: &'static str, copying: Copying) -> Contestant<T> {
    Contestant { copies: true, ..scan(name, move |x: &[T], y: &mut [T]| copies::copy(copying, x, y)) }
}

fn on<T>(kind: DeviceKind, run: Sum<T>, x: &[T], y: &mut [T]) {
    Settings::default().device(kind).scope(|| run(x, y));
}

fn iterator_scan<T: Number>(x: &[T], y: &mut [T]) {
    let sums = x.iter().scan(T::default(), |sum, &x| {
        *sum = sum.plus(x);
        Some(*sum)
    });
    y.iter_mut().zip(sums).for_each(|(y, sum)| *y = sum);
}

fn rayon_two_passes<T: Number>(x: &[T], y: &mut [T]) {
    let piece = x.len().div_ceil(8 * rayon::current_num_threads()).max(4096);
    let totals: Vec<T> = x.par_chunks(piece).map(|x| x.iter().fold(T::default(), |sum, &x| sum.plus(x))).collect();
    let befores = totals.into_iter().scan(T::default(), |sum, total| {
        let after = sum.plus(total);
        Some(std::mem::replace(sum, after))
    });
    let befores: Vec<T> = befores.collect();
    y.par_chunks_mut(piece).zip(x.par_chunks(piece)).zip(befores).for_each(|((y, x), mut sum)| {
        for (y, &x) in y.iter_mut().zip(x) {
            sum = sum.plus(x);
            *y = sum;
        }
    });
}
