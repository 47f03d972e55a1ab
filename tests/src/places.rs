//! Where an annotated loop runs.

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, last_report};
use std::fmt::Debug;

/// Runs `function`, whose loop has that many iterations, as written, on host threads and on the device, and compares.
///
/// # Panics
/// If the results differ, or the loop has run elsewhere.
pub fn check_places<R: PartialEq + Debug>(name: &str, iterations: usize, function: &dyn Fn() -> R) -> R {
    check_places_by(name, iterations, function, &R::eq)
}

/// The same, where `same` says whether what a place gives is what the loop gives as written.
///
/// # Panics
/// As above.
pub fn check_places_by<R: Debug>(name: &str, iterations: usize, function: &dyn Fn() -> R, same: &dyn Fn(&R, &R) -> bool) -> R {
    let on = |kind: DeviceKind| {
        let result = Settings::from_environment().device(kind).scope(function);
        // A loop in a loop that has no iteration never begins, and leaves no report.
        (result, last_report().filter(|_| iterations > 0))
    };
    let (expected, report) = on(DeviceKind::Loop);
    assert!(report.is_none_or(|report| report.place == Place::Loop));
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let (found, report) = on(kind);
        let told = report.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(same(&found, &expected), "{name}: {iterations} iterations gave something else: {told}");
        let ran = report.is_none_or(|report| match report.place {
            Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
            Place::HostThreads { .. } => kind == DeviceKind::Host,
            Place::Loop => false,
        });
        assert!(ran, "{name}: {iterations} iterations ran elsewhere: {told}");
    }
    expected
}
