//! The reports of all annotated loops that a piece of a program runs.

use crate::report::Report;
use crate::short::Asking;
use std::cell::RefCell;

thread_local! {
    static COLLECTED: RefCell<Option<Vec<Report>>> = const { RefCell::new(None) };
}

/// Runs `body`, and returns beside its result what became of the annotated loops that this thread ran in it, in their order.
///
/// Of two calls one within the other the inner gets the reports.
///
/// ```
/// let (sum, reports) = scan_runtime::with_reports(|| (1..=4).sum::<i32>());
/// assert_eq!((sum, reports.len()), (10, 0));
/// ```
pub fn with_reports<R>(body: impl FnOnce() -> R) -> (R, Vec<Report>) {
    // Short loops are to be looked at too.
    let _asking = Asking::new();
    let outer = Restore(exchange(Some(Vec::new())));
    let result = body();
    let reports = exchange(None).unwrap_or_default();
    drop(outer);
    (result, reports)
}

/// Puts back what was being collected, after a panic too.
struct Restore(Option<Vec<Report>>);

impl Drop for Restore {
    fn drop(&mut self) {
        exchange(self.0.take());
    }
}

/// Collects there from now on, and returns what was collected. A thread whose memory is gone already collects nothing.
fn exchange(reports: Option<Vec<Report>>) -> Option<Vec<Report>> {
    COLLECTED.try_with(|collected| collected.replace(reports)).unwrap_or_default()
}

/// Adds a report, if anybody collects them.
pub(crate) fn collect(report: impl FnOnce() -> Report) {
    let is_wanted = COLLECTED.try_with(|collected| collected.borrow().is_some()).unwrap_or(false);
    if is_wanted {
        let report = report();
        // It was there just now.
        let _ = COLLECTED.try_with(|collected| collected.borrow_mut().get_or_insert_default().push(report));
    }
}

/// Changes the last report that `is_it`, if anybody collects them.
pub(crate) fn add_to_collected(is_it: impl Fn(&Report) -> bool, change: impl FnOnce(&mut Report)) {
    // A thread whose memory is gone has collected nothing.
    let _ = COLLECTED.try_with(|collected| {
        if let Some(report) = collected.borrow_mut().iter_mut().flatten().rev().find(|report| is_it(report)) {
            change(report);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::{Algorithm, Kernels, Loop};
    use crate::report::{Ran, Record};

    static SITE: Loop = Loop::new(
        "f",
        "f.rs",
        1,
        Kernels {
            algorithm: Algorithm::ReduceThenScan,
            source: "",
            may_panic: false,
            needs_fp64: false,
            needs_rounded_division: false,
        },
    );

    fn run_one(iterations: u64) {
        Record { site: &SITE, iterations, ran: Ran::Loop, why: None, checked: None }.remember();
    }

    #[test]
    fn all_reports_of_a_body_are_collected_in_order() {
        run_one(1);
        let ((), reports) = with_reports(|| {
            run_one(2);
            let ((), inner) = with_reports(|| run_one(3));
            assert_eq!(inner.len(), 1);
            run_one(4);
        });
        assert_eq!(reports.iter().map(|report| report.iterations).collect::<Vec<_>>(), [2, 4]);
        run_one(5);
        assert_eq!(with_reports(|| ()).1, []);
    }
}
