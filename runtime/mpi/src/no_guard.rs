//! Where processes that are not one's own children cannot be waited for, it is the launcher that ends the others.

use scan_runtime::Ranks;

#[derive(Debug)]
pub(crate) enum Neighbours {}

impl Neighbours {
    pub(crate) fn watch(_: &impl Ranks, _: bool) -> Option<Self> {
        None
    }

    pub(crate) fn leave(&self, _: &impl Ranks) {
        match *self {}
    }
}
