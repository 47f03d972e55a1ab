//! Where processes that are not one's own children cannot be waited for, it is the launcher that ends the others.

use scan_runtime::Ranks;

#[derive(Debug)]
pub(crate) enum Guard {}

impl Guard {
    pub(crate) fn over(_: Option<Process>, _: &impl Ranks) -> Option<Self> {
        None
    }

    pub(crate) fn leave(&mut self, _: &impl Ranks) {
        match *self {}
    }
}

#[derive(Debug)]
pub(crate) enum Process {}

impl Process {
    pub(crate) fn stand_by() -> Option<Self> {
        None
    }
}
