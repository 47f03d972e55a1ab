//! The reports of all annotated loops that a piece of a program runs.

use super::Report;
use crate::short::Asking;
use crate::system::scoped::Scoped;
use std::cell::RefCell;

thread_local! {
    static COLLECTED: Scoped<RefCell<Vec<Report>>> = const { Scoped::new() };
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
    let collected = RefCell::default();
    let result = Scoped::with(&COLLECTED, &collected, body);
    (result, collected.into_inner())
}

/// Whether anybody collects reports on this thread.
pub(crate) fn are_collected() -> bool {
    Scoped::read(&COLLECTED, |collected| collected.is_some())
}

/// Adds a report, if anybody collects them.
pub(crate) fn collect(report: impl FnOnce() -> Report) {
    Scoped::read(&COLLECTED, |collected| {
        if let Some(reports) = collected {
            let report = report();
            reports.borrow_mut().push(report);
        }
    });
}

/// Changes the last report that `is_it`, if anybody collects them.
pub(crate) fn add_to_collected(is_it: impl Fn(&Report) -> bool, change: impl FnOnce(&mut Report)) {
    Scoped::read(&COLLECTED, |collected| {
        let Some(reports) = collected else { return };
        if let Some(report) = reports.borrow_mut().iter_mut().rev().find(|report| is_it(report)) {
            change(report);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::site::Site;
    use crate::report::{Ran, Record};

    static SITE: Site = Site::without_kernels("f", 1);

    fn run_one(iterations: u64) {
        Record { site: &SITE, iterations, ran: Ran::Loop, reason: None, checked: None, exchange: None }.remember();
    }

    #[test]
    fn what_a_check_finds_is_in_the_collected_report_too() {
        let ((), reports) = with_reports(|| {
            run_one(1);
            assert!(crate::report::note_checked(true).is_some());
            run_one(2);
        });
        assert_eq!(reports.iter().map(|report| report.checked).collect::<Vec<_>>(), [Some(true), None]);
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
