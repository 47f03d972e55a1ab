//! What a device takes for arrays that are there already: every loop several times in one data region, beside a launch that brings its
//! arrays and takes them back.

use crate::contestants::{choice, numbers};
use crate::elements::{Element, Resident, Rounds, first_difference};
use scan_examples::turns::median;
use scan_runtime::{Place, Report, Settings, devices, with_reports};
use std::time::{Duration, Instant};

/// The figures of one loop on one device: medians, in seconds.
pub struct Row {
    /// The device, as `SCAN_DEVICE` takes it.
    pub device: String,
    pub name: &'static str,
    /// What is read once and what is stored once, in bytes.
    pub bytes: usize,
    /// A launch with its transfers.
    pub whole: f64,
    /// A launch in a data region, of many.
    pub launch: f64,
    /// The kernels of such a launch, as reports have it.
    pub kernel: f64,
}

/// So many seconds launches are measured for that are told from what comes before and after them, and no more launches than this.
const LAUNCHES_SECONDS: f64 = 0.05;
const MOST_LAUNCHES: f64 = 256.0;

/// A loop that is measured.
struct Subject<T> {
    name: &'static str,
    run: Rounds<T>,
    /// How many elements it stores.
    stores: usize,
    is_right: fn(&[T], &[T]) -> bool,
}

/// Every loop on every device; those that do not run there are `absent`.
///
/// # Errors
/// A result is wrong.
pub fn measure<T: Element>(rounds: u32, x: &[T], y: &mut [T], absent: &mut Vec<String>) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for device in devices() {
        let number = numbers(&device);
        for subject in subjects(x) {
            let settings = Settings::from_environment().device(choice(&device));
            match settings.scope(|| launches(&subject, rounds, x, y))? {
                Ok(Launches { whole, launch, kernel }) => {
                    let bytes = (x.len() + subject.stores) * size_of::<T>();
                    rows.push(Row { device: number.clone(), name: subject.name, bytes, whole, launch, kernel });
                }
                Err(elsewhere) => absent.push(format!("{}, device {number}, arrays stay there: {elsewhere}", subject.name)),
            }
        }
    }
    Ok(rows)
}

fn subjects<T: Element>(x: &[T]) -> [Subject<T>; 4] {
    let Resident { lookback, reduce_then_scan, reduce, compaction } = T::RESIDENT;
    let scan = |name, run| Subject { name, run, stores: x.len(), is_right: |x, y| first_difference(x, y).is_none() };
    let total = |x: &[T], y: &[T]| x.iter().copied().fold(T::IDENTITY, T::then) == y[0];
    let are_kept = |x: &[T], y: &[T]| x.iter().filter(|x| x.is_kept()).zip(y).all(|(x, y)| x == y);
    let kept = x.iter().filter(|x| x.is_kept()).count();
    [
        scan("lookback", lookback),
        scan("reduce_then_scan", reduce_then_scan),
        Subject { name: "reduce", run: reduce, stores: 0, is_right: total },
        Subject { name: "compaction", run: compaction, stores: kept, is_right: are_kept },
    ]
}

/// Medians, in seconds.
struct Launches {
    whole: f64,
    launch: f64,
    kernel: f64,
}

/// The inner error is a report of a launch elsewhere.
fn launches<T: Element>(subject: &Subject<T>, rounds: u32, x: &[T], y: &mut [T]) -> Result<Result<Launches, String>, String> {
    let Subject { name, run, is_right, .. } = subject;
    // The first brings what the others find there, the last takes back what they have left.
    y.fill(T::sample(u64::MAX / 3));
    let ((), mut reports) = with_reports(|| run(x, y, rounds + 2));
    if let Some(elsewhere) = reports.iter().find(|report| !matches!(report.place, Place::Device { .. })) {
        return Ok(Err(elsewhere.to_string()));
    }
    if !is_right(x, y) {
        return Err(format!("{name} of {} {} in a data region is wrong", x.len(), T::NAME));
    }
    reports.pop();
    let reports = reports.split_off(1);
    let of = |part: fn(&Report) -> Duration| median(reports.iter().map(|report| part(report).as_secs_f64()));
    let kernel = of(|report| report.kernel);
    let reported = of(|report| report.upload + report.kernel + report.download + report.management);

    let mut seconds = |launches: u32| {
        let began = Instant::now();
        run(x, y, launches);
        began.elapsed().as_secs_f64()
    };
    let whole = median((0..rounds).map(|_| seconds(1)));
    // Nobody asks for reports of these, so that no device is asked how long each command takes.
    let many = (LAUNCHES_SECONDS / reported).clamp(rounds.into(), MOST_LAUNCHES.max(rounds.into())) as u32;
    let launch = median((0..rounds.min(5)).map(|_| (seconds(many + 2) - seconds(2)).max(0.0) / f64::from(many)));
    Ok(Ok(Launches { whole, launch, kernel }))
}
