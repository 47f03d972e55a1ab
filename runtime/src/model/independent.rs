//! What stands for a carried value in a loop whose iterations are independent.

use crate::model::element::Element;
use crate::model::operator::Semigroup;
use crate::model::value::Value;

/// No carried value, and no operator.
#[derive(Clone, Copy, Debug)]
pub struct Independent;

// SAFETY: there are no bytes.
unsafe impl Value for Independent {
    unsafe fn is_value(_memory: *const Self) -> bool {
        true
    }

    fn same(&self, _other: &Self, _tolerance: f64) -> bool {
        true
    }

    fn describe(&self) -> String {
        "nothing".to_owned()
    }
}

// Nobody but generated code has use for it.
#[diagnostic::do_not_recommend]
// SAFETY: the kernels of `map` hold no carried value, and nothing of no bytes is handed to them.
unsafe impl Element for Independent {
    const OPENCL_TYPE: &'static str = "void";
}

#[diagnostic::do_not_recommend]
// SAFETY: there is no text.
unsafe impl Semigroup<Independent> for Independent {
    /// Kernels that carry nothing combine nothing.
    const COMBINE: &'static str = "";
    const MAY_PANIC: bool = false;

    #[inline]
    fn combine(_earlier: Self, _later: Self) -> Self {
        Self
    }
}
