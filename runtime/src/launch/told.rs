//! What a launch of one scan and a launch of many are told in the same words.

use crate::model::reason::FallbackReason;
use crate::placement::Loop;
use crate::region::Region;

/// What a launch is told, whether it is of one scan or of many.
pub struct Told<'r, A> {
    pub(super) site: &'static Loop,
    /// The data region that the loop is in.
    pub(super) region: Option<&'r Region>,
    /// The arrays and captures, in the order in which the kernels take them.
    pub(super) arrays: A,
    /// `scan_t` and `scan_op` are not in the kernels.
    pub(super) open: bool,
    /// Why it cannot run, as far as that is known.
    pub(super) unfit: Option<FallbackReason>,
}

impl<'r> Told<'r, ()> {
    #[inline]
    pub(super) fn of(site: &'static Loop, region: Option<&'r Region>) -> Self {
        Self { site, region, arrays: (), open: false, unfit: None }
    }
}

impl<'r, A> Told<'r, A> {
    #[inline]
    pub(super) fn with<X>(self, entry: X) -> Told<'r, (A, X)> {
        let Self { site, region, arrays, open, unfit } = self;
        Told { site, region, arrays: (arrays, entry), open, unfit }
    }

    /// It can run only where this `holds`.
    #[inline]
    pub(super) fn requires(&mut self, holds: bool, otherwise: FallbackReason) {
        if !holds {
            self.unfit.get_or_insert(otherwise);
        }
    }
}

/// The methods by which a launch is told it, which has it as `told`, of the arrays `A`, and `with`, which adds an entry to them.
macro_rules! told {
    ($launch:ident<$($parameters:tt),*>) => {
        /// Whether captured values, of many scans those that are the same in all, are what the kernels take for granted: divisors, which
        /// [`divides`](crate::launch::divides) looks at, and bounds in order. Where they are not, an iteration may panic, and the loop runs
        /// as written.
        #[inline]
        pub fn requires(mut self, holds: bool) -> Self {
            self.told.requires(holds, FallbackReason::Unsound);
            self
        }

        /// Whether what the loop calls by the name of the operator `O` is that operator.
        #[inline]
        pub fn operator_is<O: Operator, F: 'static>(mut self, function: &F) -> Self {
            self.told.requires(O::is(function), FallbackReason::AnotherFunction(std::any::type_name::<F>()));
            self
        }

        /// The kernels leave `scan_t` and `scan_op` open: they become `T` and its operator `Op`.
        #[inline]
        pub fn open_scan(mut self) -> Self {
            self.told.open = true;
            self
        }

        /// The kernels leave the type `name` open: it becomes the type of the elements of `array`.
        #[inline]
        pub fn open_type<U: Element>(self, name: &'static str, array: &[U]) -> $launch<$($parameters),*, (A, OpenType<U>)> {
            let _ = array;
            self.with(OpenType(name, PhantomData))
        }

        /// The kernels read a field of what `values` are of, and take it to be of type `F`. `name` is what they call it, after those of
        /// the fields that it is in; `place` is where it is.
        #[inline]
        pub fn field<U: Element, F>(
            self,
            values: &[U],
            name: &'static str,
            place: impl FnOnce(&U) -> *const F,
            _ty: Type<F>,
        ) -> $launch<$($parameters),*, (A, Part)> {
            self.with(Part::of(values, name, place))
        }

        /// A value from outside the loop, of many scans from outside both loops.
        #[inline]
        pub fn capture<C: Element>(self, value: C) -> $launch<$($parameters),*, (A, Capture<C>)> {
            self.with(Capture(value))
        }
    };
}

pub(super) use told;
