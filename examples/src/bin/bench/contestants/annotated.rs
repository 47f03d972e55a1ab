//! The annotated loop: as a user would have it, and sent to each place that it could run in.

use super::{Field, numbers};
use crate::elements::{ByAlgorithm, Element, Sum};
use crate::options::{Kind, Options};
use scan_runtime::DeviceKind;
use scan_runtime::{DeviceChoice, DeviceDescription, Place, Report, Settings, devices};

pub fn join<T: Element>(field: &mut Field<T>, options: &Options) {
    // The devices first: the runtime learns from them what a launch costs before it is left to choose.
    for device in devices() {
        let name = |algorithm: &str| format!("annotated, device {}, {algorithm}", numbers(&device));
        let ByAlgorithm { lookback, reduce_then_scan, blelloch, hillis_steele } = T::BY_ALGORITHM;
        if options.asks_for(Kind::Device) {
            on_device(field, Kind::Device, name("lookback"), &device, lookback);
            on_device(field, Kind::Device, name("reduce_then_scan"), &device, reduce_then_scan);
        }
        let by_default = options.contestants.is_empty() && device.kind == DeviceKind::Gpu;
        if by_default || options.asks_for(Kind::Groups) {
            on_device(field, Kind::Groups, name("blelloch"), &device, blelloch);
            on_device(field, Kind::Groups, name("hillis_steele"), &device, hillis_steele);
        }
    }
    if options.asks_for(Kind::Threads) {
        let run = asking(DeviceKind::Host.into(), T::annotated);
        field.add(Kind::Threads, "annotated, host threads", run).must_report = Some(|report| !ran_on_device(report));
    }
    if options.asks_for(Kind::Annotated) {
        field.add(Kind::Annotated, "annotated", T::annotated).must_report = Some(|_| true);
    }
}

fn on_device<T: Element>(field: &mut Field<T>, kind: Kind, name: String, device: &DeviceDescription, run: Sum<T>) {
    field.add(kind, name, asking(choice(device), run)).must_report = Some(ran_on_device);
}

fn ran_on_device(report: &Report) -> bool {
    matches!(report.place, Place::Device { .. })
}

/// The loop with the settings of a user who wants it there.
fn asking<T>(place: DeviceChoice, run: Sum<T>) -> impl FnMut(&[T], &mut [T]) {
    move |x, y| Settings::from_environment().device(place).scope(|| run(x, y))
}

/// This very device.
pub fn choice(device: &DeviceDescription) -> DeviceChoice {
    let (platform, device) = device.numbers;
    DeviceChoice::Numbered { platform, device }
}
