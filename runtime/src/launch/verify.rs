//! `SCAN_CHECK`: the result of a scan, kept aside and compared with that of the loop as written.
//!
//! Integers and `bool` must be equal. Floats are combined in another order, and each of the `n` combinations may round: a difference up
//! to `(n + 16) · u · m` is within rounding, where `u` is half the type's epsilon and `m` the greatest finite value of the array.

use super::written::Kept;
use crate::model::element::Element;
use crate::placement::Loop;
use crate::placement::stopwatch;
use crate::report;
use std::any::Any;
use std::cell::RefCell;

thread_local! {
    /// The result that waits for the loop as written to end.
    static PENDING: RefCell<Option<Check>> = const { RefCell::new(None) };
}

/// The result of a scan, to be compared with what the loop as written has left.
#[derive(Debug)]
pub struct Check {
    site: &'static Loop,
    iterations: u64,
    /// A [`Kept`] for each output, the first last.
    outputs: Vec<Box<dyn Any>>,
    compared: usize,
    /// The final carried values.
    carried: Vec<Box<dyn Any>>,
    difference: Option<String>,
    /// It is of another run: one with other types, of a generic function, that was left by a panic.
    is_stale: bool,
}

impl Check {
    /// A result of `site`: the elements of its outputs in order, and the final carried value.
    pub(crate) fn new<T: Element>(site: &'static Loop, iterations: u64, mut outputs: Vec<Box<dyn Any>>, carry: T) -> Self {
        outputs.reverse();
        Self { site, iterations, outputs, compared: 0, carried: carry.parts(), difference: None, is_stale: false }
    }

    /// Keeps it until the loop as written has run; in destructors of the thread's locals, where there is no place for it, it is not
    /// compared.
    pub(crate) fn wait(self) {
        // There nobody asks how the loop ended.
        let _ = PENDING.try_with(|pending| *pending.borrow_mut() = Some(self));
    }

    /// Compares the next output, in the order of the launch, with `array`.
    #[must_use]
    pub fn output<U: Element>(mut self, array: &[U]) -> Self {
        let Some(kept) = self.outputs.pop().and_then(|kept| kept.downcast::<Kept<U>>().ok()) else {
            return Self { is_stale: true, ..self };
        };
        let name = format!("output {}", self.compared);
        self.compared += 1;
        let loops = array.get(kept.from..).unwrap_or(&[]);
        if loops.len() < kept.values.len() || kept.whole && loops.len() > kept.values.len() {
            let (ours, theirs) = (kept.values.len(), loops.len());
            self.differ(format!("{name} has {ours} elements by the scan, {theirs} by the loop"));
        } else {
            self.compare(&name, Some(kept.from), &kept.values, &loops[..kept.values.len()]);
        }
        self
    }

    /// Compares what a loop has pushed in some iterations with `pushed`. There was room for more; how many they are, `carry` compares.
    #[must_use]
    pub fn pushed<U: Element>(mut self, pushed: &[U]) -> Self {
        if let Some(kept) = self.outputs.last_mut().and_then(|kept| kept.downcast_mut::<Kept<U>>()) {
            kept.values.truncate(pushed.len());
        }
        self.output(pushed)
    }

    /// Compares the final carried value with `value`.
    #[must_use]
    pub fn carry<T: Element>(mut self, value: &T) -> Self {
        self.compare_carried("the carried value", 0, value);
        self
    }

    /// Compares final carried value `number` of several with `value`.
    #[must_use]
    pub fn carried<T: Element>(mut self, number: usize, value: &T) -> Self {
        self.compare_carried(&format!("carried value {number}"), number, value);
        self
    }

    fn compare_carried<T: Element>(&mut self, name: &str, number: usize, value: &T) {
        match self.carried.get(number).and_then(|carried| carried.downcast_ref::<T>()) {
            Some(&carried) => self.compare(name, None, &[carried], std::slice::from_ref(value)),
            None => self.is_stale = true,
        }
    }

    fn compare<U: Element>(&mut self, name: &str, from: Option<usize>, ours: &[U], loops: &[U]) {
        let tolerance = tolerance(self.iterations, ours, loops);
        let differing = ours.iter().zip(loops).position(|(ours, loops)| !ours.same(loops, tolerance));
        if let Some(offset) = differing {
            let place = from.map_or(String::new(), |from| format!(" at index {}", from + offset));
            let (ours, loops) = (ours[offset].describe(), loops[offset].describe());
            self.differ(format!("{name}{place} is {ours} by the scan, {loops} by the loop"));
        }
    }

    /// Notes the first difference.
    fn differ(&mut self, difference: String) {
        self.difference.get_or_insert(difference);
    }

    fn conclude(self) {
        if self.is_stale {
            return;
        }
        let place = report::note_checked(self.difference.is_none());
        if let Some(difference) = self.difference {
            let place = place.map_or(String::new(), |place| format!(" on {place}"));
            log::error!("{}: SCAN_CHECK found a difference{place}: {difference}", self.site);
        }
    }
}

/// How far apart floats may be after `iterations` roundings.
fn tolerance<U: Element>(iterations: u64, ours: &[U], loops: &[U]) -> f64 {
    if U::ROUNDING == 0.0 {
        return 0.0;
    }
    let magnitude = ours.iter().chain(loops).map(U::magnitude).fold(0.0, f64::max);
    (iterations as f64 + 16.0) * U::ROUNDING * magnitude
}

/// The loop is over that was not short. Where it has run as written, how long that took is noted; with `SCAN_CHECK` the result of the
/// scan that was kept aside is compared with what it has left. A difference is logged as an error, and
/// [`last_report`](crate::last_report) tells.
#[cold]
#[inline(never)]
pub fn verify(site: &'static Loop, compare: impl FnOnce(Check) -> Check) {
    if let Some(check) = over(site) {
        compare(check).conclude();
    }
}

/// What waits for this loop, which is over.
fn over(site: &'static Loop) -> Option<Check> {
    stopwatch::stop(site);
    pending().filter(|check| std::ptr::eq(check.site, site))
}

/// Takes what waits.
fn pending() -> Option<Check> {
    PENDING.try_with(RefCell::take).ok().flatten()
}

/// A launch begins: what waits for an earlier loop to end waits in vain, as that was left by a panic.
pub(crate) fn begin() {
    stopwatch::reset();
    pending();
}

#[cfg(test)]
mod tests {
    use super::*;

    static SITE: Loop = Loop::without_kernels("f", 1);

    fn check<U: Element>(values: Vec<U>, carry: U) -> Check {
        let iterations = values.len() as u64;
        Check::new(&SITE, iterations, vec![Box::new(Kept { from: 1, whole: false, values })], carry)
    }

    #[test]
    fn the_first_difference_is_named() {
        let check = check(vec![1, 2, 3], 3).output(&[9, 1, 5, 6]).carry(&3);
        assert_eq!(check.difference.as_deref(), Some("output 0 at index 2 is 2 by the scan, 5 by the loop"));
    }

    #[test]
    fn equal_results_do_not_differ() {
        assert_eq!(check(vec![1, 2, 3], 3).output(&[9, 1, 2, 3, 9]).carry(&3).difference, None);
    }

    #[test]
    fn rounding_is_no_difference_but_more_is() {
        assert_eq!(check(vec![1.0f32, 1000.0001], 0.0).output(&[0.0f32, 1.0, 1000.0]).difference, None);
        assert!(check(vec![1.0f32, 1000.1], 0.0).output(&[0.0f32, 1.0, 1000.0]).difference.is_some());
        assert!(check(vec![1.0f32], f32::NAN).output(&[0.0f32, 1.0]).carry(&1.0f32).difference.is_some());
    }

    #[test]
    fn a_result_of_other_types_is_of_another_run() {
        assert!(check(vec![1u8, 2], 2).output(&[0u16, 1, 2]).is_stale);
        assert!(check(vec![1u8, 2], 2).output(&[0u8, 1, 2]).output(&[0u8]).is_stale);
        assert!(check(vec![1u8, 2], 2).carry(&2u16).is_stale);
        assert!(!check(vec![1u8, 2], 2).output(&[0u8, 1, 2]).carry(&2u8).is_stale);
    }

    #[test]
    fn a_missing_element_is_a_difference() {
        assert!(check(vec![1, 2], 2).output(&[0, 1]).difference.is_some());
    }
}
