//! Which device is found, and what is said when there is none.

use std::process::Command;

use super::*;
use crate::device::found::devices;

#[test]
fn a_device_answers_to_its_kind_and_its_numbers() {
    for device in devices() {
        let (platform, number) = device.number;
        let found = find(DeviceChoice::Numbered { platform, device: number }).expect("it was listed");
        assert!(std::ptr::eq(device, found));
        let found = find(DeviceChoice::Kind(device.kind())).expect("there is one of its kind");
        assert!(device.kind() == DeviceKind::Any || found.kind() == device.kind());
        assert!(!device.name().is_empty() && !device.platform().is_empty());
    }
}

#[test]
fn a_device_that_is_not_there_is_told_beside_those_that_are() {
    let Some(device) = device() else { return };
    let error = find(DeviceChoice::Numbered { platform: 99, device: 0 }).expect_err("there are fewer");
    assert!(matches!(error, Error::NoSuchDevice(_)), "{error}");
    let told = error.to_string();
    assert!(told.starts_with("no OpenCL device 99:0 among ") && told.contains(device.name()), "{told}");
    find(DeviceChoice::Kind(DeviceKind::Host)).expect_err("no OpenCL device");
}

/// The library is chosen once in a process: this test runs itself in another one.
#[test]
fn without_a_library_there_is_no_platform_and_no_crash() {
    const INNER: &str = "SCAN_TEST_WITHOUT_LIBRARY";
    if std::env::var_os(INNER).is_some() {
        let error = find(DeviceChoice::Kind(DeviceKind::Any)).expect_err("no library");
        assert!(matches!(error, Error::NoPlatform(_)), "{error}");
        assert!(error.to_string().contains("/nonexistent"), "{error}");
        assert!(devices().is_empty());
        return;
    }
    let mut command = Command::new(std::env::current_exe().expect("a running test has a path"));
    command.args(["--exact", "device::tests::selection::without_a_library_there_is_no_platform_and_no_crash"]);
    let output = command.env(INNER, "1").env("SCAN_OPENCL_LIBRARY", "/nonexistent").output().expect("it runs itself");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
}
