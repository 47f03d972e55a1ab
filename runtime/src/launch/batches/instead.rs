//! What runs instead of a launch of many scans.

use crate::model::reason::FallbackReason;

/// What runs where many scans are not one launch. Everything that the loops read is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// The loops as written.
    AsWritten,
    /// The scans one after the other, each launched.
    OneByOne,
}

impl Instead {
    /// What is to be done after a launch failed.
    pub(super) fn after(reason: &FallbackReason) -> Self {
        match reason {
            FallbackReason::StoresOverlap | FallbackReason::FewBatches => Self::OneByOne,
            _ => Self::AsWritten,
        }
    }
}
