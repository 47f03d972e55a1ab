//! The measurement of one shape: the three loops in turn in every round, so that what else the machine does meets them all.

use crate::data::{Data, Element, Run};
use crate::shapes::Shape;
use scan_examples::shapes::figures::Figures;
use scan_examples::turns;
use scan_runtime::last_report;
use std::time::{Duration, Instant};

/// Short loops run several times in a row, as many as take so long: reading the clock takes longer than a loop of ten.
const BATCH: Duration = Duration::from_micros(200);

/// Measures a shape at one length.
///
/// # Errors
/// The annotated loop has another result than the plain one.
pub fn measure<T: Element>(shape: &Shape<T>, n: usize, rounds: usize) -> Result<Figures, String> {
    let mut data = Data::new(n);
    // The arrays are there, and in the caches.
    let once = (0..3).map(|_| time(shape.plain, &mut data, 1)).fold(f64::INFINITY, f64::min);
    let times = (BATCH.as_secs_f64() / once).clamp(1.0, 10_000.0) as u32;
    // What comes first is what a program waits for that runs the loop once, or twice.
    let first: Vec<f64> = (0..2).map(|_| time(shape.ours, &mut data, 1)).collect();
    let mut seconds: [Vec<f64>; 3] = Default::default();
    for round in 0..rounds {
        for place in turns::order(round, 3) {
            seconds[place].push(time([shape.plain, shape.apart, shape.ours][place], &mut data, times));
        }
    }
    let place = last_report().map(|report| report.place.to_string()).unwrap_or_default();
    check(shape, data)?;
    let [plain, apart, ours] = seconds;
    Ok(Figures { shape: shape.name.to_owned(), plain, apart, first, ours, place })
}

fn time<T>(run: Run<T>, data: &mut Data<T>, times: u32) -> f64 {
    let began = Instant::now();
    run(data, times);
    began.elapsed().as_secs_f64() / f64::from(times)
}

/// Whether the annotated loop leaves what the plain one leaves.
fn check<T: Element>(shape: &Shape<T>, mut data: Data<T>) -> Result<(), String> {
    data.fill();
    (shape.plain)(&mut data, 1);
    let expected = [data.y.clone(), data.z.clone()];
    data.fill();
    (shape.ours)(&mut data, 1);
    let is_right = [&data.y, &data.z] == [&expected[0], &expected[1]];
    is_right.then_some(()).ok_or_else(|| format!("{} of {} {} is wrong", shape.name, data.x.len(), T::NAME))
}
