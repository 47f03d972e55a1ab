//! Where an annotated loop runs.

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, last_report};
use std::fmt::Debug;

/// Runs `function`, whose loop has that many iterations, as written, on host threads and on the device, and compares.
///
/// # Panics
/// If the results differ, or the loop has run elsewhere.
pub fn check_places<R: PartialEq + Debug>(name: &str, iterations: usize, function: &dyn Fn() -> R) -> R {
    let on = |kind: DeviceKind| {
        let result = Settings::from_environment().device(kind).scope(function);
        (result, last_report().expect("an annotated loop leaves a report"))
    };
    let (expected, report) = on(DeviceKind::Loop);
    assert_eq!(report.place, Place::Loop);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let (found, report) = on(kind);
        assert!(found == expected, "{name}: {iterations} iterations gave something else: {report}");
        let ran = match report.place {
            Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
            Place::HostThreads { .. } => kind == DeviceKind::Host,
            Place::Loop => iterations == 0,
        };
        assert!(ran, "{name}: {iterations} iterations ran elsewhere: {report}");
    }
    expected
}
