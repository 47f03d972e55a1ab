//! What comes back if the program leaves a statement otherwise than at its end.

use super::Region;
use crate::model::element::Element;

/// An array that nobody else can reach, and that comes back when this is dropped: see [`Region::guard`].
#[derive(Debug)]
pub struct Guard<'g, U: Element> {
    region: &'g Region,
    array: &'g mut [U],
}

impl<'g, U: Element> Guard<'g, U> {
    #[inline]
    pub(super) fn new(region: &'g Region, array: &'g mut [U]) -> Self {
        Self { region, array }
    }

    #[cold]
    fn bring(&mut self) {
        if !std::thread::panicking() {
            return self.region.bring(self.array);
        }
        // A second panic would end the process.
        if let Err(error) = self.region.try_to_bring(self.array) {
            log::error!("the results of annotated loops are lost with the device that held them: {error}");
        }
    }
}

impl<U: Element> Drop for Guard<'_, U> {
    #[inline]
    fn drop(&mut self) {
        if self.region.holds_arrays() {
            self.bring();
        }
    }
}
