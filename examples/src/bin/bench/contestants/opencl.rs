//! What a program written for OpenCL would do with the same kernel: `ocl`'s calls, and nothing between them and the driver. And the
//! copy that OpenCL itself makes.

mod device;
mod kernel;

use super::annotated::choice;
use super::{Field, numbers};
use crate::elements::Element;
use crate::options::{Kind, Options};
use device::{Arrays, Device, DeviceCopy};
use kernel::{HandWritten, Resident, Text};
use scan_runtime::{DeviceDescription, Settings, last_report};
use std::rc::Rc;

/// The name of the copy, before a device's numbers.
pub const DEVICE_COPY: &str = "copy by device";

/// Adds those that need `device`.
pub fn join<T: Element>(field: &mut Field<T>, options: &Options, device: &DeviceDescription, x: &[T], y: &mut [T]) {
    let number = numbers(device);
    if !(options.asks_for(Kind::Opencl) || options.asks_for(Kind::Copies)) {
        return;
    }
    let opened = match Device::open(device).and_then(|opened| Arrays::new(opened, x, y)) {
        Ok(arrays) => Rc::new(arrays),
        Err(why) => return field.absent.push(format!("OpenCL by hand, device {number}: {why}")),
    };
    if options.asks_for(Kind::Opencl) {
        let text = emitted(device, x, y);
        let by_hand = text.as_ref().map_err(String::clone).and_then(|text| HandWritten::new(Rc::clone(&opened), text));
        field.add_if_able(Kind::Opencl, format!("hand-written OpenCL, device {number}"), by_hand);
        if !opened.shares_memory() {
            let resident = text.and_then(|text| HandWritten::new(Rc::clone(&opened), &text)).map(Resident);
            field.add_if_able(Kind::Opencl, format!("hand-written OpenCL, device {number}, arrays stay there"), resident);
        }
    }
    if options.asks_for(Kind::Copies) {
        field.add(Kind::Copies, format!("{DEVICE_COPY} {number}"), DeviceCopy(opened)).copies = true;
    }
}

/// The text of the annotated loop's kernel, as `SCAN_EMIT_DIR` writes it for this device and length.
fn emitted<T: Element>(device: &DeviceDescription, x: &[T], y: &mut [T]) -> Result<Text, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let settings = Settings::from_environment().device(choice(device)).emit_dir(folder.path());
    settings.scope(|| (T::BY_ALGORITHM.lookback)(x, y));
    let report = last_report().ok_or("the annotated loop reports nothing")?;
    let path = report.source.clone().ok_or_else(|| format!("the annotated loop wrote no kernel: {report}"))?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Text::parse(text)
}
